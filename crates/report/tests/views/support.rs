//! What the tests of all reports need.

use std::path::Path;

/// Compares what comes out with a file of `tests/expected`, which is written anew if
/// `UPDATE_EXPECTED` is set.
pub(crate) fn compare(file: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/expected")
        .join(file);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, actual).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(
        expected == actual,
        "{} is no longer what comes out:\n{actual}",
        path.display()
    );
}

//! Runs the commands of `tests/cmd` and of the README and compares what they print with what stands there. To write
//! the output of new ones: `TRYCMD=overwrite cargo test -p partida --test snapshots`.

#[test]
fn commands_print_what_the_snapshots_say() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env(
            "PARTIDA_STORE",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/snapshots.db"),
        )
        .case("tests/cmd/*.trycmd")
        .case("../../README.md");
}

//! Small trees, drawn exactly as the files in `expected/` say. After an intended change, run the
//! tests with `UPDATE_EXPECTED=1` and read what changed.

use crate::common::Case;
use crate::support::compare;
use search::{Cuts, Options};

fn compare_all(name: &str, case: &Case, max_nodes: usize) {
    let view = case.view(max_nodes);
    let json = serde_json::to_string_pretty(&view).expect("a view is data");
    compare(&format!("{name}.dot"), &view.to_dot());
    compare(&format!("{name}.svg"), &view.to_svg());
    compare(&format!("{name}.json"), &(json + "\n"));
    let (_, table) = case.views(&[]);
    compare(&format!("{name}.txt"), &table.to_string());
}

#[test]
fn minimax_of_the_smallest_bricks() {
    let options = Options {
        cuts: Cuts::None,
        ..Options::default()
    };
    compare_all("bricks", &Case::new("bricks:2", None, options), 200);
}

#[test]
fn alpha_beta_with_cuts_and_symmetry() {
    let options = Options {
        symmetry: true,
        ..Options::default()
    };
    let case = Case::new("connect:4x3,c=3", Some(3), options);
    compare_all("connect", &case, 200);
}

#[test]
fn a_line_that_goes_on_where_the_tree_ends() {
    let options = Options {
        width: Some(2),
        table_bytes: 1 << 16,
        ..Options::default()
    };
    let case = Case {
        recorded_depth: Some(3),
        ..Case::new("connect:3x3,c=3", Some(6), options)
    };
    compare_all("capped", &case, 6);
}

#[test]
fn wins_and_losses_with_the_table() {
    let options = Options {
        table_bytes: 1 << 16,
        ..Options::default()
    };
    let case = Case {
        moves: "b b",
        ..Case::new("connect:3x3,c=3", Some(4), options)
    };
    compare_all("wins", &case, 200);
}

//! What holds for every view of every tree.

use crate::common::Case;
use report::{Bound, Kind, Source, TreeView, ViewLimits};
use search::{Cuts, Options, Order, Ties};
use std::io::Write;
use std::process::{Command, Stdio};

const CAPS: [usize; 8] = [0, 1, 2, 7, 30, 100, 333, usize::MAX];

fn cases() -> Vec<Case> {
    let plain = Options {
        cuts: Cuts::None,
        ..Options::default()
    };
    let one_sided = Options {
        cuts: Cuts::OneSided,
        symmetry: true,
        ..Options::default()
    };
    let everything = Options {
        symmetry: true,
        order: Order::History,
        ties: Ties::Random,
        deepening: true,
        table_bytes: 1 << 20,
        ..Options::default()
    };
    let narrow = Options {
        width: Some(3),
        lines: 2,
        ..Options::default()
    };
    let mut cases = Vec::new();
    for (game, depth) in [
        ("connect:4x4,c=3", Some(5)),
        ("bricks:3", None),
        ("tafl:brandubh", Some(2)),
        ("amazons:4x4", Some(2)),
    ] {
        for options in [&plain, &one_sided, &everything, &narrow] {
            let case = Case::new(game, depth, options.clone());
            for (recorded_nodes, recorded_depth) in
                [(usize::MAX, None), (50, None), (usize::MAX, Some(1))]
            {
                cases.push(Case {
                    recorded_nodes,
                    recorded_depth,
                    ..case.clone()
                });
            }
        }
    }
    cases
}

/// Notes below nodes: what was not searched and what is not shown.
fn notes(view: &TreeView) -> usize {
    let of_node = |node: &report::ViewNode| {
        let counts = [node.cut, node.mirrored, node.dropped].map(u64::from);
        let counts = counts.into_iter().chain([node.hidden]);
        counts.filter(|&count| count > 0).count()
    };
    view.nodes.iter().map(of_node).sum()
}

fn check(view: &TreeView, limits: &ViewLimits, whole: &TreeView) {
    // Everything is shown or counted, and nothing twice.
    let hidden: u64 = view.nodes.iter().map(|node| node.hidden).sum();
    assert_eq!(view.shown as u64 + hidden, view.visited);
    let recorded = |node: &&report::ViewNode| node.reason != Source::Unrecorded;
    assert_eq!(view.nodes.iter().filter(recorded).count(), view.shown);
    let on_line = |node: &&report::ViewNode| node.chosen_line && recorded(node);
    let line = view.nodes.iter().filter(on_line).count();
    assert!(view.shown <= limits.max_nodes.max(line));
    assert!(view.shown >= limits.max_nodes.min(whole.shown) || limits.max_depth.is_some());

    let mut at_end_of_line = 0;
    for (place, node) in view.nodes.iter().enumerate() {
        assert_eq!(node.id, place);
        let Some(parent) = node.parent else {
            assert_eq!((place, node.ply, &node.chosen), (0, 0, &None));
            assert!(node.chosen_line && node.bound == Bound::Exact && node.window.is_none());
            continue;
        };
        let above = &view.nodes[parent];
        assert!(parent < place && above.ply + 1 == node.ply && above.kind != node.kind);
        assert!(node.chosen.is_some());
        let too_deep = limits.max_depth.is_some_and(|depth| node.ply > depth);
        assert!(node.chosen_line || !too_deep);
        if node.chosen_line {
            assert_eq!(parent, at_end_of_line);
            at_end_of_line = place;
            assert_eq!(
                (&node.value, node.bound),
                (&view.nodes[0].value, Bound::Exact)
            );
        }
    }
    // The view of everything that was recorded says the same of each node.
    let mut originals = whole.nodes.iter();
    for node in &view.nodes {
        let same = |original: &&report::ViewNode| {
            (
                original.ply,
                &original.chosen,
                &original.value,
                original.bound,
            ) == (node.ply, &node.chosen, &node.value, node.bound)
                && (&original.window, original.chosen_line) == (&node.window, node.chosen_line)
        };
        assert!(originals.any(|original| same(&original)), "{node:?}");
    }
}

#[test]
fn everything_is_shown_or_counted() {
    let mut limits: Vec<ViewLimits> = Vec::new();
    for max_nodes in CAPS {
        for max_depth in [None, Some(0), Some(1), Some(2)] {
            limits.push(ViewLimits {
                max_nodes,
                max_depth,
            });
        }
    }
    for case in cases() {
        let whole = case.view(usize::MAX);
        let (views, table) = case.views(&limits);
        assert_eq!(table.total.nodes, whole.visited);
        for (view, limits) in views.iter().zip(&limits) {
            check(view, limits, &whole);
        }
    }
}

/// In a tree without limits, the value of every node follows from those of its children: the best
/// of them for whoever moves, each with what is known of it.
#[test]
fn values_follow_from_children() {
    for case in cases() {
        let view = case.view(usize::MAX);
        for node in &view.nodes {
            if node.reason != Source::Children || node.hidden > 0 {
                continue;
            }
            let children = || view.nodes.iter().filter(|it| it.parent == Some(node.id));
            if children().any(|child| child.reason == Source::Unrecorded) {
                continue;
            }
            // The best child's value is the node's, and says at least as much.
            let is_enough = |child: &report::ViewNode| {
                let half = match node.kind {
                    Kind::Max => Bound::AtLeast,
                    Kind::Min => Bound::AtMost,
                };
                child.value == node.value
                    && (child.bound == Bound::Exact
                        || child.bound == half
                        || child.bound == node.bound)
            };
            assert!(children().any(is_enough), "{case:?} {node:?}");
            if node.cut > 0 {
                let expected = match node.kind {
                    Kind::Max => Bound::AtLeast,
                    Kind::Min => Bound::AtMost,
                };
                assert_eq!(node.bound, expected, "{case:?} {node:?}");
            }
        }
    }
}

#[test]
fn values_have_their_unit() {
    let plain = Case::new("bricks:3", None, Options::default());
    let in_hundredths = Case {
        unit: 100,
        ..plain.clone()
    };
    let (plain, in_hundredths) = (plain.view(usize::MAX), in_hundredths.view(usize::MAX));
    let mut fractions = 0;
    for (node, divided) in plain.nodes.iter().zip(&in_hundredths.nodes) {
        let value: f64 = node.value.parse().expect("margins are numbers");
        assert_eq!(divided.value.parse(), Ok(value / 100.0));
        let number = divided.number.as_ref().map(ToString::to_string);
        assert_eq!(
            number.as_deref(),
            Some(divided.value.trim_start_matches('+'))
        );
        fractions += usize::from(divided.value.contains('.'));
    }
    assert!(fractions > 0);
}

#[test]
fn a_finished_game_has_no_tree() {
    let case = Case {
        moves: "a b a b a",
        ..Case::new("connect:4x4,c=3", Some(3), Options::default())
    };
    let (views, table) = case.views(&[ViewLimits::default()]);
    let view = &views[0];
    assert_eq!((view.visited, view.shown, view.nodes.len()), (0, 0, 0));
    assert_eq!(table.levels.len(), 0);
    assert_eq!(
        graphviz(&view.to_dot()).matches("class=\"node\"").count(),
        0
    );
    roxmltree::Document::parse(&view.to_svg()).expect("XML");
}

#[test]
fn pictures_are_well_formed_and_complete() {
    for case in cases() {
        for max_nodes in [0, 30, 333] {
            let view = case.view(max_nodes);
            let svg = view.to_svg();
            let document = roxmltree::Document::parse(&svg).expect("XML");
            let groups = document.descendants().filter(|it| it.has_tag_name("g"));
            assert_eq!(groups.count(), view.nodes.len() + notes(&view));
            let edges = document.descendants().filter(|it| it.has_tag_name("path"));
            assert_eq!(edges.count() + 1, view.nodes.len() + notes(&view));
            let ellipses = document
                .descendants()
                .filter(|it| it.has_tag_name("ellipse"));
            let min_nodes = view.nodes.iter().filter(|it| it.kind == Kind::Min);
            assert_eq!(ellipses.count(), min_nodes.count());
            nothing_overlaps(&document);
        }
    }
}

/// Boxes and ellipses of a level are side by side, and inside the picture.
fn nothing_overlaps(document: &roxmltree::Document<'_>) {
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
        let text = node.attribute(name).expect("the attribute is there");
        text.parse::<i64>().expect("a number")
    };
    let mut rows = std::collections::BTreeMap::<i64, Vec<(i64, i64)>>::new();
    for group in document.descendants().filter(|it| it.has_tag_name("g")) {
        for shape in group.children() {
            if shape.has_tag_name("rect") {
                let (x, y) = (number(&shape, "x"), number(&shape, "y"));
                let row = rows.entry(y).or_default();
                row.push((x, x + number(&shape, "width")));
            } else if shape.has_tag_name("ellipse") {
                let (x, radius) = (number(&shape, "cx"), number(&shape, "rx"));
                let top = number(&shape, "cy") - number(&shape, "ry");
                let row = rows.entry(top).or_default();
                row.push((x - radius, x + radius));
            }
        }
    }
    let sheet = number(&document.root_element(), "width");
    for row in rows.values_mut() {
        row.sort_unstable();
        assert!(row.windows(2).all(|pair| pair[0].1 < pair[1].0), "{row:?}");
        assert!(row.iter().all(|&(left, right)| left > 0 && right < sheet));
    }
}

/// What the real program makes of a graph. It must not complain.
fn graphviz(dot: &str) -> String {
    let mut program = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| {
            panic!("this test needs the program `dot` (apt-get install graphviz): {error}")
        });
    let mut input = program.stdin.take().expect("it is piped");
    let text = dot.to_string();
    // It may begin to write before it has read everything.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = program.wait_with_output().expect("dot runs");
    writer
        .join()
        .expect("no panic")
        .expect("dot reads everything");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}\n{dot}");
    assert_eq!(errors, "", "{dot}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn graphviz_draws_every_node() {
    for case in cases() {
        let view = case.view(60);
        let picture = graphviz(&view.to_dot());
        let shapes = view.nodes.len() + notes(&view);
        assert_eq!(picture.matches("class=\"node\"").count(), shapes);
        assert_eq!(picture.matches("class=\"edge\"").count(), shapes - 1);
        let document = roxmltree::Document::parse_with_options(
            &picture,
            roxmltree::ParsingOptions {
                allow_dtd: true,
                ..roxmltree::ParsingOptions::default()
            },
        )
        .expect("XML");
        let texts: Vec<&str> = document
            .descendants()
            .filter(|it| it.has_tag_name("text"))
            .filter_map(|it| it.text())
            .collect();
        for chosen in view.nodes.iter().filter_map(|node| node.chosen.as_deref()) {
            // Graphviz writes spaces and hyphens as entities that XML readers turn back, some of
            // them into their unbreakable kin.
            assert!(
                texts
                    .iter()
                    .any(|text| text.replace('\u{a0}', " ") == chosen),
                "{chosen} {texts:?}"
            );
        }
    }
}

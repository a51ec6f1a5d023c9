//! Sizes of trees, level by level: exact.

use crate::findings::{Exact, Findings, Part, Trouble};
use crate::laboratory::Laboratory;
use crate::measure::{From, Searched, search};
use crate::{Experiment, Source};
use report::{Line, line_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "bricks-trees",
    source: Source::Bricks,
    title: "Sizes of trees and branching, minimax and alpha-beta",
    covers: "tables 1, 3–7, figure 1",
    asked: "How fast does the tree grow with the board, and how much of it does alpha-beta save?",
    found: "From 3 × 3 to 4 × 4 the tree grows 7 200 times; alpha-beta visits a seventeenth of it on 4 × 4.",
    run,
};

/// Nodes, most, fewest and mean children, by level.
type PublishedLevel = (u64, u64, u64, f64);

const MINIMAX_2: [PublishedLevel; 3] = [(1, 4, 4, 4.0), (4, 1, 1, 1.0), (4, 0, 0, 0.0)];
const MINIMAX_3: [PublishedLevel; 5] = [
    (1, 12, 12, 12.0),
    (12, 8, 6, 7.333),
    (88, 5, 3, 3.8181),
    (336, 2, 0, 1.28571),
    (432, 0, 0, 0.0),
];
const MINIMAX_4: [PublishedLevel; 9] = [
    (1, 24, 24, 24.0),
    (24, 20, 17, 18.6667),
    (448, 17, 12, 13.9821),
    (6264, 13, 8, 9.93487),
    (62232, 10, 4, 6.53297),
    (406_560, 7, 1, 3.80756),
    (1_548_000, 4, 0, 1.79721),
    (2_782_080, 1, 0, 0.521739),
    (1_451_520, 0, 0, 0.0),
];
const ALPHA_BETA_4: [PublishedLevel; 9] = [
    (1, 24, 24, 24.0),
    (24, 20, 1, 9.16667),
    (220, 17, 1, 7.55455),
    (1662, 13, 1, 5.24128),
    (8711, 10, 1, 3.90793),
    (34042, 7, 1, 2.6935),
    (91692, 4, 0, 1.59986),
    (146_694, 1, 0, 0.560371),
    (82203, 0, 0, 0.0),
];
/// Table 6: board, minimax, alpha-beta.
const TOTALS: [(u32, u64, u64); 3] = [(2, 9, 9), (3, 869, 306), (4, 6_257_129, 365_249)];

const MINIMAX: &str = "minimax";
/// The rule of the report: a node inherits its parent's running best only. Its leaves are worth who wins there.
const ALPHA_BETA: &str = "alphabeta:cut=one-sided,eval=final";

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let mut tree = |size: u32, player: &str| -> Result<Searched, Trouble> {
        let game = format!("bricks:{size}");
        let key = format!("{game} {player}");
        laboratory.measure(&key, |stop| {
            search(&game, From::Moves(""), player, true, stop)
        })
    };
    let minimax = [tree(2, MINIMAX)?, tree(3, MINIMAX)?, tree(4, MINIMAX)?];
    let alpha_beta = [
        tree(2, ALPHA_BETA)?,
        tree(3, ALPHA_BETA)?,
        tree(4, ALPHA_BETA)?,
    ];
    let mut exact = Exact::default();
    let mut parts = vec![sizes(&minimax)];
    for (title, published, ours) in [
        ("Table 3: minimax on 2 × 2", &MINIMAX_2[..], &minimax[0]),
        ("Table 4: minimax on 3 × 3", &MINIMAX_3[..], &minimax[1]),
        ("Table 5: minimax on 4 × 4", &MINIMAX_4[..], &minimax[2]),
        (
            "Table 7: alpha-beta on 4 × 4",
            &ALPHA_BETA_4[..],
            &alpha_beta[2],
        ),
    ] {
        parts.push(levels(title, published, ours, &mut exact));
    }
    let mut totals = Part::new(
        "Table 6: nodes in all",
        &[
            "board",
            "minimax, published",
            "ours",
            "alpha-beta, published",
            "ours",
        ],
    );
    for (place, (size, plain, cut)) in TOTALS.into_iter().enumerate() {
        let ours = [minimax[place].nodes, alpha_beta[place].nodes];
        exact.compare(&format!("minimax on {size} × {size}"), plain, ours[0]);
        exact.compare(&format!("alpha-beta on {size} × {size}"), cut, ours[1]);
        totals.row([
            format!("{size} × {size}"),
            plain.to_string(),
            ours[0].to_string(),
            cut.to_string(),
            ours[1].to_string(),
        ]);
    }
    parts.push(totals);
    parts.push(figure(&minimax[2], &alpha_beta[2]));
    Ok(Findings {
        parts,
        claims: vec![exact.claim("Nodes, and the most, fewest and mean children, of every level.")],
        speeds: Vec::new(),
    })
}

/// Table 1. Its second line says 16 for 3 × 3, where table 4 and its own total have 12.
fn sizes(minimax: &[Searched; 3]) -> Part {
    let mut part = Part::new(
        "Table 1: nodes of each level, minimax",
        &[
            "level",
            "2 × 2, published",
            "ours",
            "3 × 3, published",
            "ours",
            "4 × 4, published",
            "ours",
        ],
    );
    let published = [&MINIMAX_2[..], &MINIMAX_3[..], &MINIMAX_4[..]];
    for level in 0..MINIMAX_4.len() {
        let mut row = vec![level.to_string()];
        for (board, (theirs, ours)) in published.iter().zip(minimax).enumerate() {
            let theirs = theirs.get(level).map(|it| it.0.to_string());
            row.push(match (board, level, theirs) {
                (1, 1, _) => "16*".to_string(),
                (_, _, Some(nodes)) => nodes,
                _ => "–".to_string(),
            });
            row.push(
                ours.levels
                    .get(level)
                    .map_or("–".to_string(), |it| it.nodes.to_string()),
            );
        }
        part.row(row);
    }
    part.remarks.push(
        "* A misprint: table 4 has 12 for the same level, and only with 12 do the levels add up to the published total of 869."
            .to_string(),
    );
    part
}

fn levels(title: &str, published: &[PublishedLevel], ours: &Searched, exact: &mut Exact) -> Part {
    let mut part = Part::new(
        title,
        &[
            "level",
            "nodes, published",
            "ours",
            "most children",
            "ours",
            "fewest",
            "ours",
            "mean",
            "ours",
        ],
    );
    exact.compare(
        &format!("{title}, levels"),
        published.len(),
        ours.levels.len(),
    );
    for (level, (theirs, ours)) in published.iter().zip(&ours.levels).enumerate() {
        let what = |name: &str| format!("{title}, level {level}, {name}");
        exact.compare(&what("nodes"), theirs.0, ours.nodes);
        exact.compare(&what("most children"), theirs.1, ours.most);
        exact.compare(&what("fewest children"), theirs.2, ours.fewest);
        let written = theirs.3.to_string();
        let digits = written
            .split_once('.')
            .map_or(0, |(_, digits)| digits.len() as i32);
        exact.compare_rounded(&what("mean children"), theirs.3, digits.max(3), ours.mean);
        part.row([
            level.to_string(),
            theirs.0.to_string(),
            ours.nodes.to_string(),
            theirs.1.to_string(),
            ours.most.to_string(),
            theirs.2.to_string(),
            ours.fewest.to_string(),
            written,
            format!("{:.*}", digits as usize, ours.mean),
        ]);
    }
    part
}

/// Children by level, as the report drew them.
fn figure(minimax: &Searched, alpha_beta: &Searched) -> Part {
    let line = |label: &str, tree: &Searched, of: fn(&crate::measure::LevelCount) -> f64| Line {
        label: label.to_string(),
        values: tree.levels.iter().map(of).collect(),
    };
    let mut part = Part {
        title: "Figure 1: children by level on 4 × 4".to_string(),
        ..Part::default()
    };
    part.plots.push(line_plot(
        "Figure 1: children by level on 4 × 4 (both reports and ours: the numbers are equal)",
        "level, the root first",
        &[
            line("minimax, most", minimax, |it| it.most as f64),
            line("minimax, mean", minimax, |it| it.mean),
            line("alpha-beta, most", alpha_beta, |it| it.most as f64),
            line("alpha-beta, mean", alpha_beta, |it| it.mean),
            line("alpha-beta, fewest", alpha_beta, |it| it.fewest as f64),
        ],
    ));
    part
}

//! The empty board: minutes for one position, and so with a limit.

use crate::Failure;
use crate::bitbully::Bitbully;
use crate::contestants::{BITBULLY, OURS, Ours};
use crate::sets::Scored;
use crate::verdict::{Effort, judge};
use benches::markdown::{Table, seconds};
use std::time::Duration;

/// Of `bitbully`'s time.
const ASKED: f64 = 1.0 / 10.0;

/// The first player wins with stone 41 of 42.
const SCORE: i32 = 1;

/// The table, and whether what is asked holds.
pub(crate) fn measure(
    limit: Duration,
    table_bytes: usize,
    python: Option<&str>,
) -> Result<(String, bool), Failure> {
    let mut table = Table::new(
        ["empty board, by"],
        ["CPU s", "nodes", "ours ÷ theirs", "asked"],
    );
    let empty = Scored {
        moves: String::new(),
        score: SCORE,
    };
    let mut row = |name: &str, effort: &Effort, rest: Vec<String>| {
        let time = seconds(effort.best);
        let cells = if effort.is_solved {
            [name.to_string(), time, effort.nodes.to_string()]
        } else {
            let limit = format!("not solved within {}", limit.as_secs());
            [name.to_string(), limit, String::new()]
        };
        table.push(cells.into_iter().chain(rest));
    };
    let effort = |time: Duration, nodes: u64, is_solved: bool| Effort {
        best: time,
        median: time,
        nodes,
        is_solved,
    };

    eprintln!("empty board: {OURS}");
    let (solution, time) = Ours::new(table_bytes)?.solve_empty(limit)?;
    let known = solution.score();
    if let Some(score) = known {
        empty.check(OURS, score)?;
    }
    let ours = effort(time, solution.nodes, known.is_some());
    row(OURS, &ours, Vec::new());

    let mut holds = false;
    if let Some(python) = python {
        eprintln!("empty board: {BITBULLY}");
        let answer = Bitbully::start(python, Some(limit))?.solve(&empty)?;
        let theirs = match answer {
            Some(answer) => effort(answer.time, answer.nodes, true),
            None => effort(limit, 0, false),
        };
        let judged = judge(&ours, &theirs, Some(ASKED));
        holds = judged.holds;
        row(BITBULLY, &theirs, vec![judged.ratio, judged.verdict]);
    } else {
        table.push([BITBULLY, "not measured"].map(str::to_string));
    }
    let proven = if known.is_some() {
        String::new()
    } else {
        let (least, most) = (solution.least, solution.most);
        format!(
            "What {OURS} has proven until then, with {} nodes: the score is from {least} to {most}.",
            solution.nodes
        )
    };
    Ok((format!("{table}\n{proven}"), holds))
}

//! Results as Markdown.

use crate::Failure;
use crate::required::{REQUIRED_PERCENT, Row};
use crate::statistics::{Tally, elo_text};
use benches::markdown::{Table, code, milliseconds};
use game::Side;

const FIGURES: [&str; 8] = [
    "games",
    "won / drawn / lost",
    "as first",
    "as second",
    "score %",
    "Elo, 95 %",
    "CPU ms a move, ours / theirs",
    "plies",
];

/// The table of any match.
pub(crate) fn of_match(game: &str, players: [&str; 2], tally: &Tally) -> String {
    let mut table = Table::new(["game", "ours", "theirs"], FIGURES);
    let words = [game, players[0], players[1]].map(code);
    table.push(words.into_iter().chain(figures(tally)));
    table.to_string()
}

/// The table of the matches that must be won.
pub(crate) fn of_required(rows: &[Row]) -> String {
    let mut table = Table::new(
        ["game", "ours", "theirs", "result"],
        FIGURES.into_iter().chain(["required %"]),
    );
    for row in rows {
        let words = [row.game, &row.ours, row.theirs].map(code);
        let result = if row.holds() { "holds" } else { "missed" };
        table.push(
            words
                .into_iter()
                .chain([result.to_string()])
                .chain(figures(&row.tally))
                .chain([format!("{REQUIRED_PERCENT:.0}")]),
        );
    }
    table.to_string()
}

fn figures(tally: &Tally) -> [String; 8] {
    let results = |side| {
        let results = tally.results(side);
        format!("{} / {} / {}", results.wins, results.draws, results.losses)
    };
    let (least, most) = tally.interval();
    let [ours, theirs] = tally.cpu_per_move().map(milliseconds);
    [
        tally.games().to_string(),
        results(None),
        results(Some(Side::First)),
        results(Some(Side::Second)),
        format!("{:.1}", tally.score() * 100.0),
        format!(
            "{} ({} to {})",
            elo_text(tally.score()),
            elo_text(least),
            elo_text(most)
        ),
        format!("{ours} / {theirs}"),
        format!("{:.1}", tally.plies()),
    ]
}

/// How a section of the page was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Making<'made> {
    /// What our players had for each move.
    pub(crate) time: &'made str,
    pub(crate) date: &'made str,
    pub(crate) command: &'made str,
}

impl Making<'_> {
    /// Between these lines of the page stands the section that is written here; the rest of it is
    /// written by people.
    fn marks(&self) -> [String; 2] {
        let mark = |end| {
            format!(
                "<!-- written by `strength table`, {}: {end} -->\n",
                self.time
            )
        };
        ["begin", "end"].map(mark)
    }
}

/// The page with its section on published players written anew.
pub(crate) fn page(old: &str, making: &Making<'_>, rows: &[Row]) -> Result<String, Failure> {
    let [begin, end] = &making.marks();
    let whole = || {
        let (before, rest) = old.split_once(begin)?;
        let (_, after) = rest.split_once(end)?;
        Some([before, begin, &section(making, rows), end, after].concat())
    };
    whole().ok_or_else(|| {
        format!(
            "the page must have the lines {:?} and {:?}",
            begin.trim(),
            end.trim()
        )
        .into()
    })
}

/// The section on published players.
fn section(making: &Making<'_>, rows: &[Row]) -> String {
    let Making {
        time,
        date,
        command,
    } = making;
    let missed = rows.iter().filter(|row| !row.holds()).count();
    let verdict = match missed {
        0 => "All of them hold.".to_string(),
        missed => format!("{missed} of {} are missed.", rows.len()),
    };
    format!(
        "## Against every published player, {time} a move

Our best player of each game against every player that was published for it. At least {REQUIRED_PERCENT:.0} % of the points are asked for in each
match. {verdict}

Written on {date} by

```
{command}
```

{}
Games begin with random moves, the same for both players: each opening is played twice, with sides exchanged. Elo differences are what the score
stands for, with the 95 % interval that the pairs of games allow; where all games were won there is no upper end. A move's CPU time is that of
the thread that chose it. What a name stands for, `partida players GAME` says.
",
        of_required(rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Effort, Played};

    const MAKING: Making<'_> = Making {
        time: "100ms",
        date: "2026-11-15",
        command: "strength table",
    };

    #[test]
    fn a_page_without_a_place_for_the_section_is_left_alone() {
        assert!(page("# Strength\n", &MAKING, &[]).is_err());
        // A place for another time is none.
        let [begin, end] = MAKING.marks();
        let slower = Making {
            time: "1s",
            ..MAKING
        };
        let old = format!("{begin}{end}");
        assert!(page(&old, &MAKING, &[]).is_ok());
        assert!(page(&old, &slower, &[]).is_err());
    }

    #[test]
    fn the_page_says_what_was_reached_and_what_was_missed() {
        let row = |margins: [i32; 2]| {
            let played = |side: Side| Played {
                side,
                margin: margins[side.index()],
                plies: 20,
                effort: [Effort::default(); 2],
            };
            Row {
                game: "bricks:10",
                ours: "level:9".to_string(),
                theirs: "heurb",
                tally: Tally::new(vec![Side::BOTH.map(played); 10]),
            }
        };
        let rows = [row([7, 1]), row([7, 0])];
        let [begin, end] = MAKING.marks();
        let old = format!("# Strength\n\nby hand\n\n{begin}outdated\n{end}\nmore\n");
        let page = page(&old, &MAKING, &rows).expect("marked");
        assert!(page.starts_with("# Strength\n\nby hand\n\n"), "{page}");
        assert!(page.ends_with(&format!("{end}\nmore\n")), "{page}");
        assert!(!page.contains("outdated"), "{page}");
        let lines = |part: &str| page.lines().filter(|line| line.contains(part)).count();
        assert_eq!(
            lines("| holds | 20 | 20 / 0 / 0 | 10 / 0 / 0 | 10 / 0 / 0 | 100.0 | +∞ ("),
            1,
            "{page}"
        );
        assert_eq!(
            lines("| missed | 20 | 10 / 10 / 0 | 10 / 0 / 0 | 0 / 10 / 0 | 75.0 | +191 ("),
            1,
            "{page}"
        );
        assert_eq!(lines("1 of 2 are missed."), 1, "{page}");
        assert_eq!(lines("Written on 2026-11-15 by"), 1, "{page}");
        let cells = |line: &str| line.matches('|').count();
        let table: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
        assert!(
            table.iter().all(|line| cells(line) == cells(table[0])),
            "{page}"
        );
    }
}

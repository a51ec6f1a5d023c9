//! What the report lists, read from the files that hold it.

use crate::findings::Trouble;

const TIMES: &str = include_str!("../../../../testdata/published/contact4-times.tsv");
const MATCHES: &str = include_str!("../../../../testdata/published/contact4-matches.tsv");

/// A game whose times were listed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Listing {
    /// Rows x columns, as the report writes it.
    pub(super) board: &'static str,
    /// Evaluator and depth of both players, as [`player`] reads them.
    pub(super) players: [&'static str; 2],
    /// Move by move.
    pub(super) moves: Vec<ListedMove>,
}

/// A move of such a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ListedMove {
    /// Among how many equally good moves it was drawn, where the report says so.
    pub(super) equal: Option<usize>,
    pub(super) seconds: f64,
}

/// Ten games between two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Match {
    pub(super) board: &'static str,
    pub(super) players: [&'static str; 2],
    /// Won by the first, drawn, won by the second.
    pub(super) results: [u64; 3],
}

impl Listing {
    /// All moves together.
    pub(super) fn total(&self) -> f64 {
        self.moves.iter().map(|it| it.seconds).sum()
    }

    /// The times alone.
    pub(super) fn seconds(&self) -> impl Iterator<Item = f64> {
        self.moves.iter().map(|it| it.seconds)
    }

    /// The game in our text.
    pub(super) fn game(&self) -> Result<String, Trouble> {
        game(self.board)
    }

    /// The players in our text.
    pub(super) fn texts(&self) -> Result<[String; 2], Trouble> {
        let [first, second] = self.players;
        Ok([player(first)?, player(second)?])
    }
}

/// All listings.
pub(super) fn listings() -> Result<Vec<Listing>, Trouble> {
    rows(TIMES)
        .map(|row| match row[..] {
            [board, first, second, moves] => Ok(Listing {
                board,
                players: [first, second],
                moves: moves
                    .split(' ')
                    .map(|text| listed_move(text).ok_or_else(|| unreadable(text)))
                    .collect::<Result<_, _>>()?,
            }),
            _ => Err(unreadable(&row.join(" "))),
        })
        .collect()
}

/// The listing of a game between these players.
pub(super) fn listing(board: &str, players: [&str; 2]) -> Result<Listing, Trouble> {
    listings()?
        .into_iter()
        .find(|it| it.board == board && it.players == players)
        .ok_or_else(|| Trouble::Failed(format!("no times are listed for {players:?} on {board}")))
}

/// All matches.
pub(super) fn matches() -> Result<Vec<Match>, Trouble> {
    rows(MATCHES)
        .map(|row| {
            let [board, first, second, results @ ..] = &row[..] else {
                return Err(unreadable(&row.join(" ")));
            };
            let results: Result<Vec<u64>, _> = results.iter().map(|it| it.parse()).collect();
            let results = results.map_err(Trouble::from_error)?;
            Ok(Match {
                board,
                players: [first, second],
                results: results.try_into().map_err(|_| unreadable(&row.join(" ")))?,
            })
        })
        .collect()
}

/// The rows of a file, without its remarks and its headings.
fn rows(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = file.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').collect())
}

fn listed_move(text: &str) -> Option<ListedMove> {
    let (equal, seconds) = text.split_once(':')?;
    Some(ListedMove {
        equal: match equal {
            "?" => None,
            equal => Some(equal.parse().ok()?),
        },
        seconds: seconds.parse().ok()?,
    })
}

fn unreadable(text: &str) -> Trouble {
    Trouble::Failed(format!("{text:?} among the figures of the report"))
}

/// A board of the report, which writes rows x columns, in our text, which has columns first.
pub(super) fn game(board: &str) -> Result<String, Trouble> {
    let (rows, columns) = board.split_once('x').ok_or_else(|| unreadable(board))?;
    Ok(format!("connect:{columns}x{rows}"))
}

/// A player of the report in our text: `minimax`, `h2@10`, `h2@6-uncut`. How the report cuts is not described; the
/// textbook's rule is taken, which comes nearer to the share of the time that its cuts save than the one-sided one.
pub(super) fn player(text: &str) -> Result<String, Trouble> {
    if text == "minimax" {
        return Ok("minimax:ties=random".to_string());
    }
    let (evaluator, depth) = text.split_once('@').ok_or_else(|| unreadable(text))?;
    let (kind, depth) = match depth.strip_suffix("-uncut") {
        Some(depth) => ("minimax", depth),
        None => ("alphabeta", depth),
    };
    Ok(format!("{kind}:depth={depth},eval={evaluator},ties=random"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listing_can_be_read_and_played() {
        let listings = listings().expect("they can be read");
        assert_eq!(listings.len(), 15);
        let moves: usize = listings.iter().map(|it| it.moves.len()).sum();
        assert_eq!(
            moves,
            10 + 14 + 18 + 16 + 15 + 18 + 16 + 2 * 10 + 2 * (17 + 18 + 15)
        );
        for listing in &listings {
            let game = listing.game().expect("a board");
            for text in listing.texts().expect("players") {
                let stop = std::sync::Arc::default();
                let search = |text: &str| {
                    let from = crate::measure::From::Moves("");
                    crate::measure::search(&game, from, text, false, &stop)
                };
                // The same player with less to do, so that the test is short.
                let shallow = text.replace("minimax:ties", "minimax:depth=1,ties");
                let depth = shallow.find("depth=").expect("a depth");
                let rest = &shallow[depth..];
                let end = depth + rest.find(',').expect("more follows");
                let short = format!("{}depth=2{}", &shallow[..depth], &shallow[end..]);
                assert!(search(&short).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn cuts_changed_no_draw_of_the_report() {
        for (board, depth) in [("6x7", 6), ("6x7", 8), ("5x4", 12)] {
            let [cut, uncut] = ["", "-uncut"].map(|ending| {
                let name = format!("h2@{depth}{ending}");
                listing(board, [&name, &name]).expect("it is there")
            });
            let equal = |it: &Listing| it.moves.iter().map(|it| it.equal).collect::<Vec<_>>();
            assert_eq!(equal(&cut), equal(&uncut));
        }
    }

    #[test]
    fn matches_are_of_ten_games_but_one() {
        let matches = matches().expect("they can be read");
        assert_eq!(matches.len(), 14);
        let odd: Vec<_> = matches
            .iter()
            .filter(|it| it.results.iter().sum::<u64>() != 10)
            .collect();
        assert_eq!(odd.len(), 1);
        assert_eq!(odd[0].players, ["h3@10", "h1@10"]);
    }

    #[test]
    fn boards_and_players_are_turned_into_ours() {
        assert_eq!(game("6x7").expect("a board"), "connect:7x6");
        assert_eq!(
            player("h2@6-uncut").expect("a player"),
            "minimax:depth=6,eval=h2,ties=random"
        );
        assert!(player("h2").is_err() && game("6").is_err());
        assert!(listing("9x9", ["h1@10", "h1@10"]).is_err());
    }
}

//! Games as records: what is saved and loaded.

use crate::session::{Session, Setup};
use crate::table::End;
use arena::ScoreSheet;
use game::Side;
use game::text::TextError;

const DRAWN: &str = "1/2-1/2";
const RESULTS: [&str; 2] = ["1-0", "0-1"];
const OPEN: &str = "*";

/// A game as a record, with the same headers as those of the page.
pub(crate) fn record_of(session: &Session) -> ScoreSheet {
    let setup = session.setup();
    let end = session.end();
    let result = match end.map(|end| end.winner) {
        None => OPEN,
        Some(None) => DRAWN,
        Some(Some(winner)) => RESULTS[winner.index()],
    };
    let [first, second] = setup.players;
    let mut headers = vec![("Game", setup.game)];
    headers.extend(setup.position.map(|text| ("Position", text)));
    headers.push(("Date", setup.date));
    headers.push(("First", first));
    headers.push(("Second", second));
    if let Some(clock) = setup.clock {
        headers.push(("Clock", clock));
        let taken: Vec<String> = setup.taken.iter().map(u64::to_string).collect();
        headers.push(("Milliseconds", taken.join(" ")));
    }
    headers.push(("Result", result.to_string()));
    if let Some(end) = end {
        headers.extend(end.margin.map(|margin| ("Margin", margin.to_string())));
        headers.push(("Reason", end.reason.clone()));
    }
    let headers = headers.into_iter();
    ScoreSheet {
        headers: headers
            .map(|(name, value)| (name.to_string(), value))
            .collect(),
        moves: setup.moves,
    }
}

/// Whether a text looks like a record at all.
#[must_use]
pub fn is_record(text: &str) -> bool {
    text.trim_start().starts_with("[Game ")
}

impl Setup {
    /// The game of a record. What the record does not say is taken from `usual`.
    pub fn from_record(text: &str, usual: &Setup) -> Result<Setup, TextError> {
        let sheet = ScoreSheet::parse(text)?;
        let header = |name: &str| sheet.header(name).map(str::to_string);
        let players = ["First", "Second"].map(header);
        let [first, second] = usual.players.clone();
        let reason = header("Reason").unwrap_or_default();
        let end = |winner| End {
            winner,
            margin: None,
            reason: reason.clone(),
        };
        let taken = header("Milliseconds").unwrap_or_default();
        let taken = taken.split_whitespace().map_while(|it| it.parse().ok());
        Ok(Setup {
            game: header("Game").unwrap_or_else(|| usual.game.clone()),
            position: header("Position"),
            players: match players {
                [Some(first), Some(second)] => [first, second],
                _ => [first, second],
            },
            clock: header("Clock"),
            taken: taken.collect(),
            end: match header("Result").as_deref() {
                Some(DRAWN) => Some(end(None)),
                Some(result) => Side::BOTH
                    .into_iter()
                    .find(|side| RESULTS[side.index()] == result)
                    .map(|side| end(Some(side))),
                None => None,
            },
            seed: usual.seed,
            date: header("Date").unwrap_or_else(|| usual.date.clone()),
            moves: sheet.moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::NoFiles;
    use std::time::Instant;

    #[test]
    fn what_is_saved_is_loaded() {
        let now = Instant::now();
        let setup = Setup {
            game: "connect:5x4,c=3".to_string(),
            position: Some("5/5/5/2x2 o".to_string()),
            moves: vec!["a".to_string(), "b".to_string()],
            players: ["human".to_string(), "level:2".to_string()],
            clock: Some("1m+1s".to_string()),
            taken: vec![0, 1500],
            end: Some(End {
                winner: Some(Side::First),
                margin: None,
                reason: "resigned".to_string(),
            }),
            seed: 3,
            date: "2026-11-16".to_string(),
        };
        let session = Session::open(&setup, &NoFiles, now).expect("it can be set up");
        let text = record_of(&session).to_string();
        assert!(is_record(&text), "{text}");
        let usual = Setup {
            seed: 3,
            ..Setup::default()
        };
        let read = Setup::from_record(&text, &usual).expect("we wrote it");
        assert_eq!(read.players[1], session.players()[1]);
        assert_eq!(
            Setup {
                players: setup.players.clone(),
                ..read
            },
            setup
        );
    }

    #[test]
    fn what_a_record_leaves_open_stays_as_it_was() {
        let usual = Setup {
            game: "bricks:4".to_string(),
            players: ["human".to_string(), "random".to_string()],
            ..Setup::default()
        };
        let read = Setup::from_record("1. a1b1 c1d1", &usual).expect("moves alone");
        assert_eq!(read.moves, ["a1b1", "c1d1"]);
        assert_eq!((read.game, read.players), (usual.game, usual.players));
        assert!(Setup::from_record("[Game", &Setup::default()).is_err());
    }
}

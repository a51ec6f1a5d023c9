//! Games as text that people copy and paste: records, lists of moves, positions.

use crate::board::{Line, number};
use crate::problem::Problem;
use crate::tables::{Table, TableView};
use arena::{Record, ScoreSheet};
use game::{Notation, Playable, play_text};
use games::GameVisitor;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that was pasted.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pasted {
    /// A record, as text or as JSON; or a position; or moves.
    text: String,
    /// What the text is about, where it does not say so.
    game: String,
}

/// What was pasted, as far as it says.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ReadView {
    #[serde(flatten)]
    line: Line,
    /// Who played, if that is said.
    players: Option<[String; 2]>,
}

impl Pasted {
    /// Makes sense of it.
    pub(crate) fn read(&self) -> Result<ReadView, Problem> {
        let text = self.text.trim();
        let (game, position, moves, players) = if text.starts_with('[') {
            let sheet =
                ScoreSheet::parse(text).map_err(|error| Problem::from(error).about("text"))?;
            let header = |name: &str| sheet.header(name).map(str::to_string);
            let game = header("Game").unwrap_or_else(|| self.game.clone());
            let players = header("First")
                .zip(header("Second"))
                .map(<[String; 2]>::from);
            (game, header("Position"), sheet.moves.join(" "), players)
        } else if text.starts_with('{') {
            let record: Record = serde_json::from_str(text).map_err(|error| {
                Problem::wrong(format!("this is no game record: {error}")).about("text")
            })?;
            let moves: Vec<String> = record.moves.into_iter().map(|it| it.text).collect();
            (record.game, None, moves.join(" "), Some(record.players))
        } else {
            let line = self.plain(text)?;
            return Ok(ReadView {
                line,
                players: None,
            });
        };
        let line = Line {
            game,
            position,
            moves: Vec::new(),
        };
        let line = line.open()?.visit(PlayAll {
            line: &line,
            moves: &moves,
        })?;
        Ok(ReadView { line, players })
    }

    /// A position, or else moves.
    fn plain(&self, text: &str) -> Result<Line, Problem> {
        let as_position = Line {
            game: self.game.clone(),
            position: Some(text.to_string()),
            moves: Vec::new(),
        };
        let as_moves = Line {
            game: self.game.clone(),
            position: None,
            moves: Vec::new(),
        };
        let moves = as_moves.open()?.visit(PlayAll {
            line: &as_moves,
            moves: text,
        });
        match (moves, as_position.look()) {
            (Ok(line), _) => Ok(line),
            (Err(_), Ok(_)) => Ok(as_position),
            // A position has rows, and moves have none.
            (Err(problem), Err(_)) if !text.contains('/') || text.contains('-') => {
                Err(problem.about("text"))
            }
            (Err(_), Err(problem)) => Err(problem.about("text")),
        }
    }
}

/// Plays moves as people write them, however many stand together.
struct PlayAll<'request> {
    line: &'request Line,
    moves: &'request str,
}

impl GameVisitor for PlayAll<'_> {
    type Output = Result<Line, Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let from = self.line.play(game)?.position;
        let mut position = from.clone();
        let played = play_text(game, &mut position, self.moves)
            .map_err(|error| Problem::from(error).about("text"))?;
        let line = Line {
            game: game.name(),
            position: self.line.position.clone(),
            moves: words(game, from, &played),
        };
        // There may be too many of them.
        line.open()?;
        Ok(line)
    }
}

fn words<G: Notation>(game: &G, mut position: G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut words = Vec::with_capacity(moves.len());
    for &chosen in moves {
        words.push(game.write_move(&position, chosen));
        game.play(&mut position, chosen);
    }
    words
}

/// A table as a record.
pub(crate) fn record_of(table: &Table) -> Result<ScoreSheet, Problem> {
    let view: TableView = table.view(usize::MAX)?;
    let outcome = view.outcome();
    let result = match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(winner)) if winner == number(game::Side::First) => "1-0",
        Some(Some(_)) => "0-1",
    };
    let mut headers = vec![("Game", table.line.game.clone())];
    headers.extend(table.line.position.clone().map(|text| ("Position", text)));
    headers.push(("Date", table.created.clone()));
    headers.push(("First", table.players[0].clone()));
    headers.push(("Second", table.players[1].clone()));
    headers.extend(table.clock_text().map(|text| ("Clock", text.to_string())));
    headers.push(("Result", result.to_string()));
    if let Some(outcome) = outcome {
        headers.extend(outcome.margin.map(|margin| ("Margin", margin.to_string())));
        headers.push(("Reason", outcome.reason.clone()));
    }
    let headers = headers.into_iter();
    Ok(ScoreSheet {
        headers: headers
            .map(|(name, value)| (name.to_string(), value))
            .collect(),
        moves: table.line.moves.clone(),
    })
}

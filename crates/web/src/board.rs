//! Games as the page sees them: texts in, documents out. The page knows no rules: it is told what stands where,
//! which moves are legal, and at which cells a person points to make them.

use crate::problem::Problem;
use game::{Diagram, Goal, Notation, Playable, Side, play_text};
use games::{AnyGame, GameVisitor, NoFiles, parse_game, parse_game_for};
use serde::{Deserialize, Serialize};

/// Longer lists of moves are not read.
const MOST_MOVES: usize = 4000;
/// Nobody types longer texts.
const LONGEST_TEXT: usize = 20_000;

/// A game as texts: what is kept of it, and what clients send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    /// The game.
    pub(crate) game: String,
    /// Where it begins, if that is not the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// The moves, each as it is written where it is played.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A position as a document; names of fields are names in JSON.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct PositionView {
    /// The game's canonical text.
    pub(crate) game: String,
    /// The position's text.
    position: String,
    columns: usize,
    rows: usize,
    /// Row by row from the bottom left.
    cells: Vec<CellView>,
    /// What people call the sides.
    sides: [String; 2],
    /// 0 or 1; null when the game is over.
    pub(crate) to_move: Option<u8>,
    /// All legal moves.
    pub(crate) legal: Vec<MoveView>,
    pub(crate) outcome: Option<OutcomeView>,
    /// What the game wants said beside the board.
    facts: Vec<(&'static str, String)>,
    /// The moves up to here.
    pub(crate) played: Vec<MoveView>,
}

#[derive(Debug, Clone, Serialize)]
struct CellView {
    /// 0 or 1; absent where nobody's piece stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<u8>,
    /// What stands here, or what the empty cell is.
    name: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    special: bool,
}

/// A move: its text, and the cells a person points at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct MoveView {
    pub(crate) text: String,
    pub(crate) cells: Vec<usize>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OutcomeView {
    /// 0 or 1; null for a draw.
    pub(crate) winner: Option<u8>,
    /// By how much, where that counts.
    pub(crate) margin: Option<i32>,
    pub(crate) reason: String,
}

impl MoveView {
    pub(crate) fn new<G: Notation>(game: &G, position: &G::Position, chosen: G::Move) -> MoveView {
        MoveView {
            text: game.write_move(position, chosen),
            cells: game.move_cells(position, chosen),
        }
    }

    /// Moves one after the other, each as it is written where it is played.
    pub(crate) fn line<G: Notation>(
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Vec<MoveView> {
        let mut position = position.clone();
        let mut views = Vec::with_capacity(moves.len());
        for &chosen in moves {
            views.push(MoveView::new(game, &position, chosen));
            game.play(&mut position, chosen);
        }
        views
    }
}

/// A line that was played: the positions at both ends, and the moves between them.
pub(crate) struct Played<G: Notation> {
    pub(crate) from: G::Position,
    pub(crate) position: G::Position,
    pub(crate) moves: Vec<G::Move>,
}

impl Line {
    /// The game, whose board may be as large as the position says.
    pub(crate) fn open(&self) -> Result<AnyGame, Problem> {
        let texts = [Some(&self.game), self.position.as_ref()];
        if texts
            .into_iter()
            .flatten()
            .any(|text| text.len() > LONGEST_TEXT)
        {
            return Err(Problem::wrong("a text is too long"));
        }
        if self.moves.len() > MOST_MOVES {
            return Err(Problem::wrong(format!(
                "there are more than {MOST_MOVES} moves"
            )));
        }
        Ok(match &self.position {
            Some(position) => parse_game_for(&self.game, &NoFiles, position)?,
            None => parse_game(&self.game, &NoFiles)?,
        })
    }

    /// Plays it.
    pub(crate) fn play<G: Notation>(&self, game: &G) -> Result<Played<G>, Problem> {
        let from = match &self.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut position = from.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for (number, text) in self.moves.iter().enumerate() {
            let played = play_text(game, &mut position, text)?;
            match played[..] {
                [chosen] => moves.push(chosen),
                _ => {
                    let number = number + 1;
                    return Err(Problem::wrong(format!(
                        "move {number} is not one move: {text:?}"
                    )));
                }
            }
        }
        Ok(Played {
            from,
            position,
            moves,
        })
    }

    /// What there is to see at its end.
    pub(crate) fn look(&self) -> Result<PositionView, Problem> {
        self.open()?.visit(Look { line: self })
    }
}

struct Look<'line> {
    line: &'line Line,
}

impl GameVisitor for Look<'_> {
    type Output = Result<PositionView, Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let Played {
            from,
            position,
            moves,
        } = self.line.play(game)?;
        let Diagram {
            columns,
            rows,
            cells,
        } = game.diagram(&position);
        let mut legal = Vec::new();
        game.moves(&position, &mut legal);
        let outcome = game.outcome(&position).map(|outcome| OutcomeView {
            winner: outcome.winner().map(number),
            margin: (G::GOAL == Goal::Margin).then(|| outcome.margin_for(Side::First).abs()),
            reason: game.end_reason(&position),
        });
        Ok(PositionView {
            game: game.name(),
            position: game.write_position(&position),
            columns,
            rows,
            cells: cells
                .iter()
                .map(|cell| CellView {
                    owner: cell.owner.map(number),
                    name: cell.name,
                    special: cell.special,
                })
                .collect(),
            sides: Side::BOTH.map(|side| game.side_name(side)),
            to_move: outcome
                .is_none()
                .then(|| number(game.side_to_move(&position))),
            legal: legal
                .into_iter()
                .map(|chosen| MoveView::new(game, &position, chosen))
                .collect(),
            outcome,
            facts: game.facts(&position),
            played: MoveView::line(game, &from, &moves),
        })
    }
}

/// 0 for the first side, 1 for the other.
pub(crate) fn number(side: Side) -> u8 {
    side.index() as u8
}

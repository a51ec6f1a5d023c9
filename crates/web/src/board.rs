//! Games as the page sees them: texts in, documents out. The page knows no rules: it is told what stands where,
//! which moves are legal, and at which cells a person points to make them.

use crate::problem::Problem;
use game::{Diagram, DiagramCell, Goal, Notation, Playable, Side, play_text, set_up};
use games::{AnyGame, GameVisitor, NoFiles, parse_game, parse_game_for};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Longer lists of moves are not read.
const MOST_MOVES: usize = 4000;
/// Nobody types longer texts.
const LONGEST_TEXT: usize = 20_000;

/// A game as texts: what is kept of it, and what clients send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
#[derive(Debug, Clone, Serialize, ToSchema)]
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
    /// The cells that decided a finished game, where there are such.
    decisive: Vec<usize>,
    /// What the game wants said beside the board: names and values.
    #[schema(value_type = Vec<[String; 2]>)]
    facts: Vec<(&'static str, String)>,
    /// The moves up to here.
    pub(crate) played: Vec<MoveView>,
}

/// What can stand on a cell of a position that is set up by hand.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PieceView {
    /// What it is in a list of cells that is sent.
    letter: char,
    /// 0 or 1; absent for what is nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<u8>,
    name: &'static str,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MoveView {
    pub(crate) text: String,
    pub(crate) cells: Vec<usize>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
        let opened = match &self.position {
            Some(position) => parse_game_for(&self.game, &NoFiles, position),
            None => parse_game(&self.game, &NoFiles),
        };
        opened.map_err(|error| {
            let is_about_position = error.subject() == "position";
            Problem::from(error).about(if is_about_position {
                "position"
            } else {
                "game"
            })
        })
    }

    /// Plays it.
    pub(crate) fn play<G: Notation>(&self, game: &G) -> Result<Played<G>, Problem> {
        let from = match &self.position {
            Some(text) => game
                .parse_position(text)
                .map_err(|error| Problem::from(error).about("position"))?,
            None => game.start(),
        };
        let mut position = from.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for (number, text) in self.moves.iter().enumerate() {
            let played = play_text(game, &mut position, text)
                .map_err(|error| Problem::from(error).about("moves"))?;
            match played[..] {
                [chosen] => moves.push(chosen),
                _ => {
                    let number = number + 1;
                    let problem = format!("move {number} is not one move: {text:?}");
                    return Err(Problem::wrong(problem).about("moves"));
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
        let decisive = match &outcome {
            Some(_) => game.decisive_cells(&position),
            None => Vec::new(),
        };
        Ok(PositionView {
            game: game.name(),
            position: game.write_position(&position),
            decisive,
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

/// A position that somebody sets up by hand.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUp {
    game: String,
    /// The letter of what stands on each cell, row by row from the bottom left; nothing on an empty one.
    cells: Vec<Option<char>>,
    /// 0 or 1.
    to_move: u8,
}

impl SetUp {
    /// What there is to see, if the position makes sense.
    pub(crate) fn look(&self) -> Result<PositionView, Problem> {
        let side = Side::BOTH
            .into_iter()
            .find(|side| number(*side) == self.to_move)
            .ok_or_else(|| Problem::wrong("a side is 0 or 1").about("to_move"))?;
        let mut line = Line {
            game: self.game.clone(),
            position: None,
            moves: Vec::new(),
        };
        let text = line.open()?.visit(Arrange { set_up: self, side })?;
        line.position = Some(text);
        line.look()
    }
}

struct Arrange<'request> {
    set_up: &'request SetUp,
    side: Side,
}

impl GameVisitor for Arrange<'_> {
    type Output = Result<String, Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = set_up(game, &self.set_up.cells, self.side)
            .map_err(|error| Problem::from(error).about("cells"))?;
        Ok(game.write_position(&position))
    }
}

/// What can be put on the cells of a game.
pub(crate) struct Pieces;

impl GameVisitor for Pieces {
    type Output = Vec<PieceView>;

    fn visit<G: Playable>(self, game: &G) -> Vec<PieceView> {
        let pieces = game.set_up_kit().map_or_else(Vec::new, |kit| kit.pieces);
        let views = pieces.iter().map(|piece: &DiagramCell| PieceView {
            letter: piece.ascii,
            owner: piece.owner.map(number),
            name: piece.name,
        });
        views.collect()
    }
}

/// 0 for the first side, 1 for the other.
pub(crate) fn number(side: Side) -> u8 {
    side.index() as u8
}

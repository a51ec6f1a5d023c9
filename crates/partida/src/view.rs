//! A position with everything worth saying about it, apart from its game's type: what `show` prints
//! and what the JSON of several commands is made of. The names of fields are the names in JSON.

use crate::place::Reached;
use game::{Diagram, DiagramCell, Goal, Notation, Outcome, Side};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A position as a document.
#[derive(Debug, serde::Serialize)]
pub(crate) struct View {
    /// The game's text in canonical form.
    pub(crate) game: String,
    /// The position's text.
    pub(crate) position: String,
    /// Whose turn it is (or would be, were the game not over): `first` or `second`.
    #[serde(serialize_with = "serialize_side")]
    pub(crate) side_to_move: Side,
    /// What people call that side.
    pub(crate) side_name: String,
    /// What people call both sides.
    pub(crate) sides: SideNames,
    /// How many legal moves there are.
    pub(crate) legal_moves: u64,
    /// How the game ended, or null.
    pub(crate) outcome: Option<OutcomeView>,
    /// What the game wants said beside the board: names and texts.
    #[serde(serialize_with = "serialize_facts")]
    pub(crate) facts: Vec<(&'static str, String)>,
    /// The cells of the board.
    #[serde(serialize_with = "serialize_board")]
    pub(crate) board: Diagram,
    /// The moves that were played to get here.
    pub(crate) moves: Vec<String>,
    /// The same as one text, as the game writes its lists.
    #[serde(skip)]
    pub(crate) moves_text: String,
}

/// What people call the sides.
#[derive(Debug, serde::Serialize)]
pub(crate) struct SideNames {
    pub(crate) first: String,
    pub(crate) second: String,
}

impl SideNames {
    pub(crate) fn of(&self, side: Side) -> &str {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

/// How a game ended.
#[derive(Debug, serde::Serialize)]
pub(crate) struct OutcomeView {
    /// `first`, `second`, or null for a draw.
    #[serde(serialize_with = "serialize_owner")]
    pub(crate) winner: Option<Side>,
    /// By how much the first side won; negative if it lost.
    pub(crate) margin_first: i32,
    /// Why the game is over, in a few words.
    pub(crate) reason: String,
    /// The same for people.
    #[serde(skip)]
    pub(crate) sentence: String,
}

impl View {
    /// What there is to say about a position.
    pub(crate) fn of<G: Notation>(game: &G, reached: &Reached<G>) -> View {
        let position = &reached.position;
        let side_to_move = game.side_to_move(position);
        let mut moves = Vec::with_capacity(reached.moves.len());
        let mut replayed = reached.from.clone();
        for &chosen in &reached.moves {
            moves.push(game.write_move(&replayed, chosen));
            game.play(&mut replayed, chosen);
        }
        View {
            game: game.name(),
            position: game.write_position(position),
            side_to_move,
            side_name: game.side_name(side_to_move),
            sides: SideNames {
                first: game.side_name(Side::First),
                second: game.side_name(Side::Second),
            },
            legal_moves: game.count_moves(position),
            outcome: OutcomeView::of(game, position),
            facts: game.facts(position),
            board: game.diagram(position),
            moves,
            moves_text: game.write_moves(&reached.from, &reached.moves),
        }
    }
}

impl OutcomeView {
    /// How the game ended, if it did.
    pub(crate) fn of<G: Notation>(game: &G, position: &G::Position) -> Option<OutcomeView> {
        let outcome = game.outcome(position)?;
        let reason = game.end_reason(position);
        Some(OutcomeView {
            winner: outcome.winner(),
            margin_first: outcome.margin_for(Side::First),
            sentence: sentence(game, outcome, &reason),
            reason,
        })
    }
}

fn sentence<G: Notation>(game: &G, outcome: Outcome, reason: &str) -> String {
    let mut sentence = match outcome.winner() {
        Some(winner) => {
            let margin = outcome.margin_for(winner);
            let name = game.side_name(winner);
            // A margin of one says nothing where all wins are equal.
            if margin > 1 || G::GOAL == Goal::Margin {
                format!("win for {name} by {margin}")
            } else {
                format!("win for {name}")
            }
        }
        None => "draw".to_string(),
    };
    if !reason.is_empty() {
        sentence += &format!(": {reason}");
    }
    sentence
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn serialize_side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side_word(*side))
}

fn serialize_owner<S: Serializer>(owner: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    owner.map(side_word).serialize(serializer)
}

fn serialize_facts<S: Serializer>(
    facts: &[(&'static str, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    // As a map in the game's own order.
    let mut map = serializer.serialize_map(Some(facts.len()))?;
    for (name, value) in facts {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

fn serialize_board<S: Serializer>(board: &Diagram, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Board<'board> {
        columns: usize,
        rows: usize,
        /// Row by row from the bottom left.
        cells: Vec<Cell<'board>>,
    }
    #[derive(serde::Serialize)]
    struct Cell<'board> {
        ascii: char,
        glyph: char,
        owner: Option<&'static str>,
        name: &'board str,
        special: bool,
    }
    let cell = |cell: &DiagramCell| Cell {
        ascii: cell.ascii,
        glyph: cell.glyph,
        owner: cell.owner.map(side_word),
        name: cell.name,
        special: cell.special,
    };
    Board {
        columns: board.columns,
        rows: board.rows,
        cells: board.cells.iter().map(cell).collect(),
    }
    .serialize(serializer)
}

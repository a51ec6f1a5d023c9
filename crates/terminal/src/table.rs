//! A game on its board, whatever its type: what there is to see, moves as text, and machines that can be asked.

use crate::thinking::{Machine, Task, Thinking};
use game::text::TextError;
use game::{Diagram, DiagramCell, Goal, Playable, Side};
use games::{Files, GameVisitor};
use search::Clock;
use std::time::Duration;

/// Who plays by hand.
pub const HUMAN: &str = "human";
/// Who gives hints and analyses.
const ANALYST: &str = "engine";

/// A move: its text, and the cells a person points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) text: String,
    pub(crate) cells: Vec<usize>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By how much, where that counts.
    pub margin: Option<i32>,
    /// Why, in a few words.
    pub reason: String,
}

/// What there is to see.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) board: Diagram,
    pub(crate) sides: [String; 2],
    /// Whose turn it is, or would be.
    pub(crate) side: Side,
    pub(crate) legal: Vec<Choice>,
    /// How the game ended by its rules.
    pub(crate) end: Option<End>,
    pub(crate) decisive: Vec<usize>,
    pub(crate) facts: Vec<(&'static str, String)>,
    /// A piece of each side.
    pub(crate) pieces: [DiagramCell; 2],
    /// Whether pieces fall, so that a column is all that is chosen, and down is always down.
    pub(crate) falls: bool,
}

/// Who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The machine of a side.
    Side(Side),
    /// The one that helps.
    Analyst,
}

/// A game in progress.
pub(crate) trait Table {
    /// The game's canonical text.
    fn name(&self) -> String;
    /// The canonical texts of the players.
    fn players(&self) -> [String; 2];
    fn look(&self) -> View;
    /// Plays a move and returns it as it is written.
    fn play(&mut self, text: &str) -> Result<Choice, TextError>;
    /// Takes back the last move; whether there was one.
    fn take_back(&mut self) -> bool;
    /// Has a machine think about the position; `None` if there is no such machine.
    fn ask(&mut self, who: Asked, clock: Option<Clock>, time: Option<Duration>)
    -> Option<Thinking>;
}

/// Builds a table for whatever game it is.
pub(crate) struct Build<'setup> {
    pub(crate) position: Option<&'setup str>,
    pub(crate) players: [&'setup str; 2],
    pub(crate) files: &'setup dyn Files,
    pub(crate) seed: u64,
}

impl GameVisitor for Build<'_> {
    type Output = Result<Box<dyn Table>, TextError>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = match self.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut machines = [None, None];
        for side in Side::BOTH {
            let text = self.players[side.index()];
            if text != HUMAN {
                // Two of the same kind are not to make the same choices.
                let seed = self.seed.wrapping_add(side.index() as u64);
                machines[side.index()] = Some(Machine::new(game, text, self.files, seed)?);
            }
        }
        Ok(Box::new(TableOf {
            game: game.clone(),
            positions: vec![position],
            moves: Vec::new(),
            machines,
            analyst: None,
        }))
    }
}

struct TableOf<G: Playable> {
    game: G,
    /// All positions from the first to the one on the board.
    positions: Vec<G::Position>,
    /// The moves between them.
    moves: Vec<G::Move>,
    machines: [Option<Machine<G>>; 2],
    analyst: Option<Machine<G>>,
}

impl<G: Playable> TableOf<G> {
    fn position(&self) -> &G::Position {
        // There is always the first one.
        &self.positions[self.positions.len() - 1]
    }

    fn choice(&self, chosen: G::Move) -> Choice {
        Choice {
            text: self.game.write_move(self.position(), chosen),
            cells: self.game.move_cells(self.position(), chosen),
        }
    }
}

impl<G: Playable> Table for TableOf<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn players(&self) -> [String; 2] {
        [0, 1].map(|side| match &self.machines[side] {
            Some(machine) => machine.text.clone(),
            None => HUMAN.to_string(),
        })
    }

    fn look(&self) -> View {
        let (game, position) = (&self.game, self.position());
        let mut legal = Vec::new();
        game.moves(position, &mut legal);
        let end = game.outcome(position).map(|outcome| End {
            winner: outcome.winner(),
            margin: (G::GOAL == Goal::Margin).then(|| outcome.margin_for(Side::First).abs()),
            reason: game.end_reason(position),
        });
        View {
            board: game.diagram(position),
            sides: Side::BOTH.map(|side| game.side_name(side)),
            side: game.side_to_move(position),
            legal: legal.into_iter().map(|it| self.choice(it)).collect(),
            decisive: match &end {
                Some(_) => game.decisive_cells(position),
                None => Vec::new(),
            },
            end,
            facts: game.facts(position),
            pieces: Side::BOTH.map(|side| {
                let kit = game.set_up_kit().map_or_else(Vec::new, |kit| kit.pieces);
                let own = kit.into_iter().find(|piece| piece.owner == Some(side));
                own.unwrap_or(DiagramCell::piece(side))
            }),
            falls: game.name().starts_with("connect:"),
        }
    }

    fn play(&mut self, text: &str) -> Result<Choice, TextError> {
        let chosen = self.game.parse_move(self.position(), text)?;
        let choice = self.choice(chosen);
        self.positions
            .push(self.game.after(self.position(), chosen));
        self.moves.push(chosen);
        Ok(choice)
    }

    fn take_back(&mut self) -> bool {
        let is_taken = self.moves.pop().is_some();
        if is_taken {
            self.positions.pop();
        }
        is_taken
    }

    fn ask(
        &mut self,
        who: Asked,
        clock: Option<Clock>,
        time: Option<Duration>,
    ) -> Option<Thinking> {
        if who == Asked::Analyst && self.analyst.is_none() {
            self.analyst = Machine::new(&self.game, ANALYST, &games::NoFiles, 0).ok();
        }
        let machine = match who {
            Asked::Side(side) => self.machines[side.index()].as_ref()?,
            Asked::Analyst => self.analyst.as_ref()?,
        };
        let (thinking, stop, news) = Thinking::begin();
        machine.ask(Task {
            from: self.positions[0].clone(),
            moves: self.moves.clone(),
            position: self.position().clone(),
            clock,
            time,
            stop,
            news,
        });
        Some(thinking)
    }
}

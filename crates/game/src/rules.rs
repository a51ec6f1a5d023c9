//! The two traits a game implements: [`Game`], its rules, and [`Notation`], its text.

use crate::text::{TextError, split_words};
use crate::{Diagram, Goal, Outcome, SetUpKit, Side, Symmetry};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The rules of a two-player game with perfect information and without chance.
///
/// A value of the implementing type is one variant of the game (its board size, its ruleset, and
/// whatever tables it computes from them once); positions are small values of their own. Searches
/// are generic over this trait, so every call here is static and may be inlined.
///
/// The methods without a default are all a new game must write; the others exist because some
/// games can do better than the default. `examples/domineering.rs` adds a whole game.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A position, with everything the rules need to go on from it, the side to move included.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move. The order is only used to compare lists.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// What [`Game::undo`] needs to take a move back. Games whose positions are a few words simply
    /// keep the old position.
    type Undo;

    /// What the game is played for.
    const GOAL: Goal = Goal::Win;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// Whose turn it is. In a finished game: whose turn it would be.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// The result, if the game is over. `None` means that there is at least one legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Calls `visit` with every legal move once, in the game's canonical order, until it breaks.
    /// There are none when the game is over.
    fn visit_moves<V>(&self, position: &Self::Position, visit: V) -> ControlFlow<()>
    where
        V: FnMut(Self::Move) -> ControlFlow<()>;

    /// Plays a legal move. What happens with an illegal one is unspecified, but it is safe.
    fn play(&self, position: &mut Self::Position, chosen: Self::Move) -> Self::Undo;

    /// Takes back the last move played, leaving exactly the position before it.
    fn undo(&self, position: &mut Self::Position, chosen: Self::Move, undo: Self::Undo);

    /// A number for tables: equal for positions that allow the same play (side to move included,
    /// history not), and different for others but for rare collisions.
    fn key(&self, position: &Self::Position) -> u64;

    /// Every move that could be legal in some position, each once. Used for checks and for tables
    /// indexed by move, never in a search.
    fn move_universe(&self) -> Vec<Self::Move>;

    /// Appends the legal moves in canonical order.
    #[inline]
    fn moves(&self, position: &Self::Position, into: &mut Vec<Self::Move>) {
        let _ = self.visit_moves(position, |chosen| {
            into.push(chosen);
            ControlFlow::Continue(())
        });
    }

    /// The result, or else the legal moves, in one pass where that is cheaper than two.
    #[inline]
    fn expand(&self, position: &Self::Position, into: &mut Vec<Self::Move>) -> Option<Outcome> {
        let outcome = self.outcome(position);
        if outcome.is_none() {
            self.moves(position, into);
        }
        outcome
    }

    /// The number of legal moves.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(position, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// One of the legal moves, in the order in which they are visited: the one whose number `draw`
    /// returns when told how many there are; nothing if there are none. `list` is a place to write
    /// them down, for games that have to.
    #[inline]
    fn draw_move<D>(
        &self,
        position: &Self::Position,
        list: &mut Vec<Self::Move>,
        draw: D,
    ) -> Option<Self::Move>
    where
        D: FnOnce(usize) -> usize,
    {
        list.clear();
        self.moves(position, list);
        (!list.is_empty()).then(|| list[draw(list.len())])
    }

    /// Whether a move of the universe is legal here, found out without listing the others where
    /// the game can.
    fn is_legal(&self, position: &Self::Position, chosen: Self::Move) -> bool {
        self.visit_moves(position, |candidate| {
            if candidate == chosen {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// The position after a legal move, the old one kept: copy-make.
    #[inline]
    #[must_use]
    fn after(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position {
        let mut next = position.clone();
        self.play(&mut next, chosen);
        next
    }

    /// How a game ends that a side must not go on with: by an illegal move, or because it has no
    /// time left.
    fn forfeit(&self, offender: Side) -> Outcome {
        Outcome::win(offender.other())
    }

    /// What a finished game counts for a side in a tournament, in thousandths: 1 for a win and ½ for
    /// a draw, unless the game knows better.
    fn points(&self, outcome: Outcome, side: Side) -> i64 {
        match outcome.margin_for(side).signum() {
            1 => 1000,
            0 => 500,
            _ => 0,
        }
    }

    /// The symmetries of the rules: a group, the identity among them.
    fn symmetries(&self) -> &[Symmetry] {
        &[Symmetry::Identity]
    }

    /// Where a symmetry takes a move.
    fn map_move(&self, _symmetry: Symmetry, chosen: Self::Move) -> Self::Move {
        chosen
    }

    /// Where a symmetry takes a position. The history is not carried over (see
    /// [`Game::forget_history`]).
    #[must_use]
    fn map_position(&self, _symmetry: Symmetry, position: &Self::Position) -> Self::Position {
        self.forget_history(position)
    }

    /// Whether a symmetry of the game takes the position, its history aside, to itself.
    fn is_symmetric(&self, position: &Self::Position, symmetry: Symmetry) -> bool {
        self.map_position(symmetry, position) == self.forget_history(position)
    }

    /// A number for everything in the history of a position that can make a difference within the
    /// next `plies` plies: two positions with equal keys and equal history keys allow the same
    /// play for that long, with the same results. 0 if nothing before the position matters.
    #[inline]
    fn history_key(&self, _position: &Self::Position, _plies: u32) -> u64 {
        0
    }

    /// The position without what happened before it, for games whose rules look back (repetition,
    /// move limits): what its text says, as if play began here.
    #[must_use]
    fn forget_history(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}

/// How a game is written and read by people: names, moves, positions, boards.
///
/// Text in, error out: whatever is parsed here becomes a legal value or a [`TextError`] that says
/// where, what and what was expected instead. Nothing panics.
pub trait Notation: Game {
    /// The game as one word, in canonical form: `connect:7x6,c=4`.
    fn name(&self) -> String;

    /// What people call a side: `White`, `attackers`.
    fn side_name(&self, side: Side) -> String {
        side.to_string()
    }

    /// A legal move as text, captures and all.
    fn write_move(&self, position: &Self::Position, chosen: Self::Move) -> String;

    /// Reads a move and makes sure that it is legal here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError>;

    /// Cuts a list of moves into single ones, each with its offset in bytes. White space separates
    /// them, and move numbers such as `12.` are skipped.
    fn split_moves<'text>(&self, text: &'text str) -> Vec<(usize, &'text str)> {
        split_words(text)
            .filter(|(_, word)| {
                !word.strip_suffix('.').is_some_and(|number| {
                    number
                        .bytes()
                        .all(|byte| byte.is_ascii_digit() || byte == b'.')
                })
            })
            .collect()
    }

    /// Moves played from `position` on, as a list that [`play_text`] reads.
    fn write_moves(&self, position: &Self::Position, moves: &[Self::Move]) -> String {
        let mut position = position.clone();
        let mut words = Vec::with_capacity(moves.len());
        for &chosen in moves {
            words.push(self.write_move(&position, chosen));
            self.play(&mut position, chosen);
        }
        words.join(" ")
    }

    /// The position as one line of text; its history is not part of it.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads what [`Notation::write_position`] writes, and refuses positions that make no sense.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// The position as the content of a file. One line, unless the game has a file form of its own.
    fn write_file(&self, position: &Self::Position) -> String {
        self.write_position(position) + "\n"
    }

    /// Reads what [`Notation::write_file`] writes, and position text too.
    fn parse_file(&self, content: &str) -> Result<Self::Position, TextError> {
        self.parse_position(content.trim_end())
    }

    /// The cells of the [`Diagram`] at which a person points, one after the other, to make a move: `[from, to]`.
    /// No two legal moves have the same ones, and none begins with all of another's. Nothing, for games that are
    /// not played on their board.
    fn move_cells(&self, _position: &Self::Position, _chosen: Self::Move) -> Vec<usize> {
        Vec::new()
    }

    /// The board as a grid of cells, for whoever draws it.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// What whoever sets up a position by hand can put on the cells of the [`Diagram`] (see [`crate::set_up`]);
    /// nothing for games whose positions are not rows of letters.
    fn set_up_kit(&self) -> Option<SetUpKit> {
        None
    }

    /// The cells of the [`Diagram`] that decided a finished game, where there are such: the line in connect.
    fn decisive_cells(&self, _position: &Self::Position) -> Vec<usize> {
        Vec::new()
    }

    /// The rules as data, where the game reads its rules from text: the name of each form and the
    /// text in it. Whoever wants rules of their own starts from one of these.
    fn rules_texts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Why the game is over, in a few words: `four in a row`. Only asked of finished games.
    fn end_reason(&self, _position: &Self::Position) -> String {
        String::new()
    }

    /// Named numbers and words that belong beside the board: material, scores.
    fn facts(&self, _position: &Self::Position) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Plays a list of moves given as text.
///
/// The error of a bad move points into the list and says which move it was.
pub fn play_text<G: Notation>(
    game: &G,
    position: &mut G::Position,
    text: &str,
) -> Result<Vec<G::Move>, TextError> {
    let mut played = Vec::new();
    for (number, (offset, word)) in game.split_moves(text).into_iter().enumerate() {
        let chosen = game.parse_move(position, word).map_err(|error| {
            error.within(
                "moves",
                text,
                offset,
                &format!("move {} ({word})", number + 1),
            )
        })?;
        game.play(position, chosen);
        played.push(chosen);
    }
    Ok(played)
}

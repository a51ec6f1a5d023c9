//! The conformance suite is worth what it catches: a sound game broken in one way at a time, and
//! the law that must be named.

#[path = "../../../examples/domineering.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is a program of its own, included here"
)]
mod domineering;

use domineering::{Domineering, Position};
use game::conformance::{Effort, check, check_guidance};
use game::text::TextError;
use game::{Diagram, Game, Guidance, Noise, Notation, Outcome, Side, Symmetry};
use std::ops::ControlFlow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    ListsTwice,
    MovesAfterTheEnd,
    CountsWrongly,
    DrawsTheNext,
    IgnoresStop,
    ExpandsWrongly,
    AllowsUnlisted,
    ForbidsListed,
    UndoForgetsTheSide,
    CopyDiffers,
    KeySeesOneRow,
    KeyIsHistory,
    MoveTextAmbiguous,
    MoveTextUnreadable,
    MoveCellsOutside,
    MoveCellsAlike,
    PositionTextLossy,
    WrongMirror,
    MirrorOnlyOnMoves,
    NotAGroup,
    UniverseTooSmall,
    UniverseRepeats,
    MarginInAPlainGame,
    OutcomeDependsOnTheCorner,
    SymmetricAlways,
    SymmetricNever,
    NumbersSomeMoves,
    NumbersTooLarge,
    NumbersTwoMovesAlike,
    NoisyClears,
    NoisyTwice,
    NoisyIllegal,
    NoisyButCalm,
    NoisyOnlyInTheList,
    ForcedToNothing,
    ForcedWithoutNeed,
    PassKeepsTheSide,
    PassCovers,
    PassRemembers,
    PassEnds,
    PromisesTooMuch,
}

#[derive(Debug, Clone)]
struct Broken {
    sound: Domineering,
    fault: Fault,
}

impl Broken {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl Game for Broken {
    /// The second part counts plies, for the fault that lets them into the key.
    type Position = (Position, u64);
    type Move = (Side, u8);
    type Undo = ();

    fn start(&self) -> Self::Position {
        (self.sound.start(), 0)
    }

    fn side_to_move(&self, position: &Self::Position) -> Side {
        self.sound.side_to_move(&position.0)
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        let outcome = self.sound.outcome(&position.0)?;
        if self.has(Fault::MarginInAPlainGame) {
            return Some(Outcome::margin(Side::First, 7));
        }
        if self.has(Fault::OutcomeDependsOnTheCorner) && position.0.0 & 1 != 0 {
            return Some(Outcome::DRAW);
        }
        Some(outcome)
    }

    fn visit_moves<V>(&self, position: &Self::Position, mut visit: V) -> ControlFlow<()>
    where
        V: FnMut(Self::Move) -> ControlFlow<()>,
    {
        if self.has(Fault::MovesAfterTheEnd) && self.outcome(position).is_some() {
            return visit((position.0.1, 0));
        }
        self.sound.visit_moves(&position.0, |chosen| {
            if self.has(Fault::ListsTwice) {
                visit(chosen)?;
            }
            let flow = visit(chosen);
            if self.has(Fault::IgnoresStop) {
                return ControlFlow::Continue(());
            }
            flow
        })
    }

    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len() as u64 + u64::from(self.has(Fault::CountsWrongly))
    }

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
        if list.is_empty() {
            return None;
        }
        let number = draw(list.len()) + usize::from(self.has(Fault::DrawsTheNext));
        list.get(number % list.len()).copied()
    }

    fn expand(&self, position: &Self::Position, into: &mut Vec<Self::Move>) -> Option<Outcome> {
        let outcome = self.outcome(position);
        self.moves(position, into);
        if self.has(Fault::ExpandsWrongly) {
            into.reverse();
        }
        outcome
    }

    fn is_legal(&self, position: &Self::Position, chosen: Self::Move) -> bool {
        match self.fault {
            Fault::AllowsUnlisted => chosen.0 == position.0.1,
            Fault::ForbidsListed => chosen.1 > 0 && self.sound.is_legal(&position.0, chosen),
            _ => self.sound.is_legal(&position.0, chosen),
        }
    }

    fn play(&self, position: &mut Self::Position, chosen: Self::Move) {
        self.sound.play(&mut position.0, chosen);
        if self.has(Fault::KeyIsHistory) {
            position.1 = position.1.wrapping_mul(3) + u64::from(chosen.1) + 1;
        }
    }

    fn undo(&self, position: &mut Self::Position, chosen: Self::Move, _undo: ()) {
        self.sound.undo(&mut position.0, chosen, ());
        if self.has(Fault::KeyIsHistory) {
            position.1 = (position.1 - u64::from(chosen.1) - 1) / 3;
        }
        if self.has(Fault::UndoForgetsTheSide) {
            position.0.1 = position.0.1.other();
        }
    }

    fn after(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position {
        let mut next = *position;
        self.play(&mut next, chosen);
        if self.has(Fault::CopyDiffers) {
            next.0.0 |= 1;
        }
        next
    }

    fn key(&self, position: &Self::Position) -> u64 {
        match self.fault {
            Fault::KeySeesOneRow => position.0.0 & 0b11111,
            Fault::KeyIsHistory => self.sound.key(&position.0) ^ position.1,
            _ => self.sound.key(&position.0),
        }
    }

    fn move_universe(&self) -> Vec<Self::Move> {
        let mut universe = self.sound.move_universe();
        if self.has(Fault::UniverseTooSmall) {
            // Both corners, so that it is still closed under the symmetries.
            universe.retain(|&(side, cell)| side == Side::First || ![0, 3, 20, 23].contains(&cell));
        }
        if self.has(Fault::UniverseRepeats) {
            universe.push(universe[0]);
        }
        universe
    }

    fn symmetries(&self) -> &[Symmetry] {
        match self.fault {
            Fault::NotAGroup => &[
                Symmetry::Identity,
                Symmetry::MirrorColumns,
                Symmetry::MirrorRows,
            ],
            _ => self.sound.symmetries(),
        }
    }

    fn map_move(&self, symmetry: Symmetry, chosen: Self::Move) -> Self::Move {
        match (self.fault, symmetry) {
            // The bug that a well-known library had for years: the mirror of a move is another one.
            (Fault::WrongMirror, Symmetry::MirrorColumns) => {
                self.sound.map_move(Symmetry::MirrorRows, chosen)
            }
            (Fault::WrongMirror, Symmetry::MirrorRows) => {
                self.sound.map_move(Symmetry::MirrorColumns, chosen)
            }
            _ => self.sound.map_move(symmetry, chosen),
        }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Self::Position) -> Self::Position {
        if self.has(Fault::MirrorOnlyOnMoves) {
            return (position.0, 0);
        }
        (self.sound.map_position(symmetry, &position.0), 0)
    }

    fn is_symmetric(&self, position: &Self::Position, symmetry: Symmetry) -> bool {
        match self.fault {
            Fault::SymmetricAlways => true,
            // Not even under the mirror, on a board that it leaves as it is.
            Fault::SymmetricNever => symmetry == Symmetry::Identity,
            _ => self.map_position(symmetry, position) == self.forget_history(position),
        }
    }

    fn forget_history(&self, position: &Self::Position) -> Self::Position {
        (position.0, 0)
    }
}

impl Notation for Broken {
    fn name(&self) -> String {
        format!("broken by {:?}", self.fault)
    }

    fn write_move(&self, position: &Self::Position, chosen: Self::Move) -> String {
        match self.fault {
            Fault::MoveTextAmbiguous => "a1".to_string(),
            Fault::MoveTextUnreadable => "?".to_string(),
            _ => self.sound.write_move(&position.0, chosen),
        }
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError> {
        self.sound.parse_move(&position.0, text)
    }

    fn move_cells(&self, position: &Self::Position, chosen: Self::Move) -> Vec<usize> {
        let cell = usize::from(chosen.1);
        match self.fault {
            Fault::MoveCellsOutside => vec![cell, self.sound.diagram(&position.0).cells.len()],
            Fault::MoveCellsAlike if cell.is_multiple_of(2) => vec![0],
            Fault::MoveCellsAlike => vec![0, cell],
            _ => vec![cell],
        }
    }

    fn write_position(&self, position: &Self::Position) -> String {
        self.sound.write_position(&position.0)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError> {
        let mut position = self.sound.parse_position(text)?;
        if self.has(Fault::PositionTextLossy) {
            position.1 = Side::First;
        }
        Ok((position, 0))
    }

    fn diagram(&self, position: &Self::Position) -> Diagram {
        self.sound.diagram(&position.0)
    }
}

impl Broken {
    /// What the sound game would say: moves are noisy that leave the other side at most one.
    fn is_loud(&self, position: &Position, chosen: (Side, u8)) -> bool {
        self.sound.count_moves(&self.sound.after(position, chosen)) <= 1
    }
}

impl Guidance for Broken {
    fn move_code(&self, chosen: Self::Move) -> Option<u32> {
        let code = u32::from(chosen.1) << 1 | chosen.0.index() as u32;
        match self.fault {
            Fault::NumbersSomeMoves if chosen.1 > 7 => None,
            Fault::NumbersTooLarge => Some(code + (1 << 24) - 1),
            Fault::NumbersTwoMovesAlike => Some(code & !1),
            _ => Some(code),
        }
    }

    fn move_of_code(&self, code: u32) -> Option<Self::Move> {
        Some((Side::BOTH[code as usize & 1], (code >> 1) as u8))
    }

    fn promise(&self, _position: &Self::Position, _chosen: Self::Move) -> i32 {
        if self.has(Fault::PromisesTooMuch) {
            i32::MAX
        } else {
            1000
        }
    }

    fn noisy_moves(&self, position: &Self::Position, into: &mut Vec<Self::Move>) -> Noise {
        if self.has(Fault::NoisyClears) {
            into.clear();
        }
        let before = into.len();
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if self.has(Fault::ForcedWithoutNeed) {
            into.push(moves[0]);
            return Noise::Forced;
        }
        if self.has(Fault::ForcedToNothing) {
            return Noise::Forced;
        }
        moves.retain(|&chosen| self.is_loud(&position.0, chosen));
        into.extend(moves);
        match (self.fault, into.get(before)) {
            (Fault::NoisyTwice, Some(&first)) => into.push(first),
            (Fault::NoisyIllegal, Some(&(side, cell))) => into.push((side.other(), cell)),
            _ => {}
        }
        if into.len() == before || self.has(Fault::NoisyButCalm) {
            Noise::Calm
        } else {
            Noise::Noisy
        }
    }

    fn is_noisy(&self, position: &Self::Position, chosen: Self::Move) -> bool {
        !self.has(Fault::NoisyOnlyInTheList) && self.is_loud(&position.0, chosen)
    }

    /// (Having to move is a burden in this game; nobody searches it here.)
    fn pass(&self, position: &Self::Position) -> Option<Self::Position> {
        let (covered, side) = position.0;
        let passed = match self.fault {
            Fault::PassKeepsTheSide => ((covered, side), 0),
            Fault::PassCovers => ((covered ^ 1, side.other()), 0),
            Fault::PassRemembers => ((covered, side.other()), 1),
            _ => ((covered, side.other()), 0),
        };
        (self.has(Fault::PassEnds) || self.outcome(&passed).is_none()).then_some(passed)
    }
}

fn verdict(fault: Fault, effort: &Effort) -> Result<(), &'static str> {
    let game = Broken {
        sound: Domineering::new(5),
        fault,
    };
    let result = check(&game, effort).and_then(|_| check_guidance(&game, effort));
    result.map(|_| ()).map_err(|violation| violation.law)
}

#[test]
fn the_sound_game_passes() {
    assert_eq!(verdict(Fault::None, &Effort::default()), Ok(()));
}

#[test]
fn every_fault_is_named() {
    for (fault, law) in [
        (Fault::ListsTwice, "no move is listed twice"),
        (
            Fault::MovesAfterTheEnd,
            "there are moves exactly when the game is not over",
        ),
        (
            Fault::CountsWrongly,
            "the count of moves is the length of the list",
        ),
        (
            Fault::DrawsTheNext,
            "a drawn move is the one of that number in the list",
        ),
        (Fault::IgnoresStop, "a visit stops as soon as it is told to"),
        (
            Fault::ExpandsWrongly,
            "expanding and listing give the same moves",
        ),
        (
            Fault::AllowsUnlisted,
            "a move is legal exactly when it is listed",
        ),
        (
            Fault::ForbidsListed,
            "a move is legal exactly when it is listed",
        ),
        (
            Fault::UndoForgetsTheSide,
            "a move taken back leaves the position as it was",
        ),
        (Fault::CopyDiffers, "copy-make equals make"),
        (
            Fault::KeySeesOneRow,
            "equal positions have equal keys, different ones different keys",
        ),
        (
            Fault::KeyIsHistory,
            "the incremental key equals the key from scratch",
        ),
        (
            Fault::MoveTextAmbiguous,
            "a move survives being written and read",
        ),
        (
            Fault::MoveTextUnreadable,
            "a move survives being written and read",
        ),
        (
            Fault::MoveCellsOutside,
            "the cells of a move are on the board",
        ),
        (
            Fault::MoveCellsAlike,
            "no move's cells begin with those of another",
        ),
        (
            Fault::PositionTextLossy,
            "a position survives being written and read",
        ),
        (Fault::WrongMirror, "symmetries commute with every move"),
        (
            Fault::MirrorOnlyOnMoves,
            "symmetries commute with every move",
        ),
        (Fault::NotAGroup, "the declared symmetries are a group"),
        (
            Fault::UniverseTooSmall,
            "every listed move is in the move universe",
        ),
        (
            Fault::UniverseRepeats,
            "the move universe has no duplicates",
        ),
        (
            Fault::MarginInAPlainGame,
            "the outcome is zero-sum, and plain unless the goal is a margin",
        ),
        (
            Fault::OutcomeDependsOnTheCorner,
            "symmetries keep the outcome and the side to move",
        ),
        (
            Fault::SymmetricAlways,
            "a position is symmetric exactly when it is mapped to itself",
        ),
        (
            Fault::SymmetricNever,
            "a position is symmetric exactly when it is mapped to itself",
        ),
        (Fault::NumbersSomeMoves, "all moves are numbered or none"),
        (
            Fault::NumbersTooLarge,
            "numbers of moves are below 2^24 - 1",
        ),
        (
            Fault::NumbersTwoMovesAlike,
            "the number of a move leads back to it",
        ),
        (Fault::NoisyClears, "noisy moves are appended"),
        (Fault::NoisyTwice, "no noisy move is listed twice"),
        (Fault::NoisyIllegal, "noisy moves are legal"),
        (Fault::NoisyButCalm, "a calm position has no noisy moves"),
        (
            Fault::NoisyOnlyInTheList,
            "a move is noisy exactly when it is listed",
        ),
        (
            Fault::ForcedToNothing,
            "where moves are forced there is one",
        ),
        (
            Fault::ForcedWithoutNeed,
            "all moves but the forced ones lose at once",
        ),
        (
            Fault::PassKeepsTheSide,
            "a pass gives the other side the move",
        ),
        (Fault::PassCovers, "a pass leaves the board as it is"),
        (
            Fault::PassRemembers,
            "after a pass it is as if play began there",
        ),
        (Fault::PassEnds, "a pass does not end the game"),
        (Fault::PromisesTooMuch, "promises are about ±1000"),
    ] {
        assert_eq!(verdict(fault, &Effort::default()), Err(law), "{fault:?}");
    }
}

#[test]
fn a_game_that_does_not_end_in_time_is_named() {
    let effort = Effort {
        longest_game: 3,
        ..Effort::default()
    };
    assert_eq!(verdict(Fault::None, &effort), Err("random games end"));
}

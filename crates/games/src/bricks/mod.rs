//! Bricks (Ladrillos): cover two empty cells at a time; the larger one's islands, the better.
//!
//! Cells are numbered row by row from the top left, because the canonical order of moves runs that
//! way and published counts depend on it.

mod evaluation;
mod growth;
mod guidance;
mod notation;
mod patches;
mod pictures;
mod players;
mod shores;

pub use evaluation::{BricksEvaluator, Islands, Sketch};
pub use growth::Growth;
pub use notation::signed_root;

use crate::registry::{Context, Family, Variant, any_width, narrowest};
use game::arguments::{Arguments, Parameter, Range};
use game::bits::Bits;
use game::random::mix;
use game::text::{BoardRows, TextError};
use game::{CellMaps, Game, Goal, Outcome, Side, Symmetry};
use pictures::Promises;
use std::ops::ControlFlow;
use std::sync::Arc;

const SIZE: Parameter = Parameter {
    name: "size",
    meaning: "cells a side",
    default: "8",
    range: Range::Integer(MINIMUM_SIDE as i64, MAXIMUM_SIDE as i64),
    positional: true,
};
const MINIMUM_SIDE: usize = 2;
const MAXIMUM_SIDE: usize = 20;
const DEFAULT_SIDE: usize = 8;
/// Any two numbers without pattern, so that the side to move is part of the key.
const SIDE_SALT: [u64; 2] = [mix(3), mix(4)];

/// What is registered.
pub(crate) const FAMILIES: &[Family] = &[Family {
    name: "bricks",
    aliases: &["ladrillos"],
    title: "Bricks (Ladrillos)",
    summary: "Cover two adjacent empty cells with a brick of your colour, until none fits. Each \
              island of your cells counts the square of its size; the score is the signed root of \
              the difference.",
    parameters: &[SIZE],
    variants: &[
        Variant {
            text: "bricks:4",
            summary: "small enough to search to the end",
        },
        Variant {
            text: "bricks:8",
            summary: "the default",
        },
        Variant {
            text: "bricks:11",
            summary: "the board of the course's masters tournament",
        },
    ],
}];

any_width!(Bricks, 7);

/// Builds the game from its arguments.
pub(crate) fn build(
    _family: &Family,
    mut arguments: Arguments<'_>,
    context: &Context<'_>,
) -> Result<Any, TextError> {
    let of_position = || {
        let (board, _) = BoardRows::parse("position", context.position?, "xo").ok()?;
        let side = board.columns();
        (side == board.rows() && (MINIMUM_SIDE..=MAXIMUM_SIDE).contains(&side)).then_some(side)
    };
    let size = arguments.take_integer(&SIZE)?.map(|size| size as usize);
    arguments.finish()?;
    let size = size.or_else(of_position).unwrap_or(DEFAULT_SIDE);
    Ok(narrowest!(size * size, Bricks::new(size), Huge))
}

/// Bricks on a board that fits the bits `B`.
#[derive(Debug, Clone)]
pub struct Bricks<B> {
    size: usize,
    board: B,
    /// Everything but the right-hand column, and but the left-hand one: what may step sideways.
    not_right: B,
    not_left: B,
    promises: Arc<Promises>,
    maps: Arc<CellMaps>,
}

/// A position of [`Bricks`].
///
/// Which two cells came as one brick does not matter for the rest of the game, so it is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B> {
    stones: [B; 2],
    /// The sum over a side's islands of the squares of their sizes.
    sums: [i32; 2],
    side: Side,
}

/// A move: the brick's upper or left cell and how it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Brick {
    /// Numbered row by row from the top left.
    pub cell: u16,
    /// Whether it also covers the cell below, and not the one to the right.
    pub vertical: bool,
}

impl Brick {
    /// A number of its own, small enough to look things up by it.
    #[inline]
    fn code(self) -> usize {
        usize::from(self.cell) << 1 | usize::from(self.vertical)
    }
}

impl<B: Bits> Bricks<B> {
    /// The game on `size` × `size` cells, from 2 to 20.
    ///
    /// # Panics
    /// If the board does not fit `B` or the size is out of range.
    #[must_use]
    pub fn new(size: usize) -> Bricks<B> {
        assert!(
            (MINIMUM_SIDE..=MAXIMUM_SIDE).contains(&size) && size * size <= B::WIDTH,
            "no such board: {size}"
        );
        let board = B::first(size * size);
        let left = B::of((0..size).map(|row| row * size));
        Bricks {
            size,
            board,
            not_right: board & !(left << (size - 1)),
            not_left: board & !left,
            promises: Arc::new(Promises::new(size)),
            maps: Arc::new(CellMaps::new(size, size, |column, row| {
                (size - 1 - row) * size + column
            })),
        }
    }

    /// The cells a side.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The cells that a brick can still cover.
    #[must_use]
    pub fn free_cells(&self, position: &Position<B>) -> B {
        let [lying, standing] = self.openings(position);
        lying | lying << 1 | standing | standing << self.size
    }

    /// Where a brick's upper or left cell may go: for bricks that lie, and for those that stand.
    #[inline]
    fn openings(&self, position: &Position<B>) -> [B; 2] {
        let empty = self.board & !(position.stones[0] | position.stones[1]);
        [
            empty & (empty >> 1) & self.not_right,
            empty & (empty >> self.row()),
        ]
    }

    #[inline]
    fn covered(&self, brick: Brick) -> B {
        let first = usize::from(brick.cell);
        let second = first + if brick.vertical { self.row() } else { 1 };
        B::bit(first) | B::bit(second)
    }

    /// The cells a side, as the distance of a cell from the one below it. To say that it is less
    /// than 32 leaves the compiler no case of long shifts to care for.
    #[inline]
    fn row(&self) -> usize {
        self.size % 32
    }

    /// The cells that share an edge with the set, and the set.
    #[inline]
    fn grown(&self, set: B) -> B {
        set | set << self.row()
            | set >> self.row()
            | (set & self.not_right) << 1
            | (set & self.not_left) >> 1
    }

    /// The stones that are joined with the seeds, which are stones.
    #[inline]
    fn flood(&self, seeds: B, stones: B) -> B {
        let mut reached = seeds;
        loop {
            let grown = self.grown(reached) & stones;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The islands of `stones` that meet `seed`, one at a time.
    #[inline]
    fn islands(&self, seed: B, stones: B) -> impl Iterator<Item = B> {
        let mut left = seed & stones;
        std::iter::from_fn(move || {
            if left.is_zero() {
                return None;
            }
            let island = self.flood(B::bit(left.lowest()), stones);
            left &= !island;
            Some(island)
        })
    }

    /// The sum of squared island sizes, from scratch.
    fn sum_of_squares(&self, stones: B) -> i32 {
        self.islands(stones, stones).map(square_of_size).sum()
    }
}

impl<B: Bits> Position<B> {
    /// For each side the sum over its islands of the squares of their sizes.
    #[must_use]
    #[inline]
    pub fn sums(&self) -> [i32; 2] {
        self.sums
    }

    /// The cells of the side to move, and those of the other.
    #[must_use]
    #[inline]
    pub fn stones_by_turn(&self) -> [B; 2] {
        [self.side, self.side.other()].map(|side| self.stones[side.index()])
    }
}

#[inline]
fn square_of_size<B: Bits>(island: B) -> i32 {
    let size = island.count() as i32;
    size * size
}

impl<B: Bits> Game for Bricks<B> {
    type Position = Position<B>;
    type Move = Brick;
    /// The mover's sum of squares before the move.
    type Undo = i32;

    const GOAL: Goal = Goal::Margin;

    fn start(&self) -> Position<B> {
        Position {
            stones: [B::ZERO; 2],
            sums: [0; 2],
            side: Side::First,
        }
    }

    #[inline]
    fn side_to_move(&self, position: &Position<B>) -> Side {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        let [lying, standing] = self.openings(position);
        (lying | standing)
            .is_zero()
            .then(|| Outcome::margin(Side::First, position.sums[0] - position.sums[1]))
    }

    /// The offender gets −n², the root of the margin.
    fn forfeit(&self, offender: Side) -> Outcome {
        Outcome::margin(offender.other(), (self.size as i32).pow(4))
    }

    /// The final score of the rules, to three decimals as a judge prints it.
    fn points(&self, outcome: Outcome, side: Side) -> i64 {
        (1000.0 * signed_root(outcome.margin_for(side))).round() as i64
    }

    #[inline]
    fn visit_moves<V>(&self, position: &Position<B>, mut visit: V) -> ControlFlow<()>
    where
        V: FnMut(Brick) -> ControlFlow<()>,
    {
        let [lying, standing] = self.openings(position);
        for cell in (lying | standing).ones() {
            for (vertical, openings) in [(false, lying), (true, standing)] {
                if openings.test(cell) {
                    visit(Brick {
                        cell: cell as u16,
                        vertical,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        let [lying, standing] = self.openings(position);
        u64::from(lying.count() + standing.count())
    }

    fn is_legal(&self, position: &Position<B>, brick: Brick) -> bool {
        let cell = usize::from(brick.cell);
        let (column, row) = (cell % self.size, cell / self.size);
        let fits = if brick.vertical {
            row + 1 < self.size
        } else {
            row < self.size && column + 1 < self.size
        };
        fits && !(position.stones[0] | position.stones[1]).meets(self.covered(brick))
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, brick: Brick) -> i32 {
        let side = position.side.index();
        let before = position.sums[side];
        let covered = self.covered(brick);
        let stones = position.stones[side];
        // The islands next to the brick grow together with it.
        let (mut size, mut lost) = (2, 0);
        for island in self.islands(self.grown(covered) & stones, stones) {
            size += island.count() as i32;
            lost += square_of_size(island);
        }
        position.sums[side] += size * size - lost;
        position.stones[side] |= covered;
        position.side = position.side.other();
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position<B>, brick: Brick, before: i32) {
        position.side = position.side.other();
        let side = position.side.index();
        position.stones[side] ^= self.covered(brick);
        position.sums[side] = before;
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> u64 {
        let salt = SIDE_SALT[position.side.index()];
        position.stones[1].digest(position.stones[0].digest(salt))
    }

    fn move_universe(&self) -> Vec<Brick> {
        let mut universe = Vec::new();
        self.moves(&self.start(), &mut universe);
        universe
    }

    fn symmetries(&self) -> &[Symmetry] {
        &Symmetry::SQUARE
    }

    fn map_move(&self, symmetry: Symmetry, brick: Brick) -> Brick {
        let covered = self.maps.set(symmetry, self.covered(brick));
        let (first, second) = (covered.lowest(), covered.highest());
        Brick {
            cell: first as u16,
            vertical: second - first == self.size,
        }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<B>) -> Position<B> {
        Position {
            stones: position
                .stones
                .map(|stones| self.maps.set(symmetry, stones)),
            ..*position
        }
    }

    fn is_symmetric(&self, position: &Position<B>, symmetry: Symmetry) -> bool {
        // As many cells go out as come in, so it is enough that none goes astray; on most
        // positions the first one does.
        symmetry == Symmetry::Identity
            || position.stones.iter().all(|stones| {
                let mut cells = stones.ones();
                cells.all(|cell| stones.test(self.maps.cell(symmetry, cell)))
            })
    }
}

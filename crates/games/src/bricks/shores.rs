//! Where islands can grow: kept from one position to the next, since a move changes little of it.

use super::{Brick, Bricks, Position};
use game::bits::Bits;

/// Island sizes are even, and on the largest board at most 200: halved, they fit seven digits.
const SIZE_DIGITS: usize = 7;

/// How many of the digits are ever used: on boards up to 11 × 11 an island has at most 60 cells.
const fn used_digits<B: Bits>() -> usize {
    if B::WIDTH <= 128 { 5 } else { SIZE_DIGITS }
}

/// For each side and each empty cell, how large the largest island of that side is next to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shores<B> {
    /// Half the sizes, of all cells at once: for each side one set for each binary digit.
    digits: [[B; SIZE_DIGITS]; 2],
    /// For each side the islands that meet some cells of interest.
    met: [B; 2],
}

impl<B: Bits> Shores<B> {
    /// Those of a board without stones, and for whoever does not look at them.
    pub(super) const NONE: Shores<B> = Shores {
        digits: [[B::ZERO; SIZE_DIGITS]; 2],
        met: [B::ZERO; 2],
    };

    /// From scratch; which islands meet `seeds` comes with it, since the islands are at hand.
    pub(super) fn new(game: &Bricks<B>, position: &Position<B>, seeds: B) -> Shores<B> {
        let mut shores = Shores::NONE;
        let empty = game.empty(position);
        for (side, &stones) in position.stones.iter().enumerate() {
            let lone = game.lone_bricks(stones);
            let rest = stones & !lone;
            // Lone bricks, of half size 1, are the smallest islands.
            shores.digits[side][0] = game.grown(lone) & empty;
            shores.met[side] = lone & game.grown(lone & seeds);
            for island in game.islands(rest, rest) {
                shores.add(game, side, island, empty, seeds);
            }
        }
        shores
    }

    /// Those after a move.
    #[inline]
    pub(super) fn after(
        &self,
        game: &Bricks<B>,
        brick: Brick,
        after: &Position<B>,
        seeds: B,
    ) -> Shores<B> {
        let mut shores = *self;
        let covered = game.covered(brick);
        for digits in &mut shores.digits {
            for digit in &mut digits[..used_digits::<B>()] {
                *digit &= !covered;
            }
        }
        let side = after.side.other().index();
        // Whatever the brick joins is smaller than the island that comes of it.
        let island = game.flood(covered, after.stones[side]);
        shores.add(game, side, island, game.empty(after), seeds);
        shores
    }

    /// Takes note of an island that is no smaller than what was known of its cells before.
    #[inline]
    fn add(&mut self, game: &Bricks<B>, side: usize, island: B, empty: B, seeds: B) {
        if island.meets(seeds) {
            self.met[side] |= island;
        }
        let half_size = island.count() / 2;
        let digits = &mut self.digits[side][..used_digits::<B>()];
        // Where this island is larger than those so far: the highest digit that differs decides,
        // so it is looked at last.
        let mut larger = B::ZERO;
        for (number, &digit) in digits.iter().enumerate() {
            larger = if half_size >> number & 1 == 1 {
                larger | !digit
            } else {
                larger & !digit
            };
        }
        larger &= game.grown(island) & empty;
        for (number, digit) in digits.iter_mut().enumerate() {
            *digit = if half_size >> number & 1 == 1 {
                *digit | larger
            } else {
                *digit & !larger
            };
        }
    }

    /// The sum over empty cells of the size of the largest island next to it.
    #[inline]
    pub(super) fn expansion(&self, side: usize) -> i32 {
        let digits = self.digits[side][..used_digits::<B>()].iter().enumerate();
        digits
            .map(|(number, digit)| (2 * digit.count() as i32) << number)
            .sum()
    }

    /// The islands of a side that meet the seeds.
    #[inline]
    pub(super) fn met(&self, side: usize) -> B {
        self.met[side]
    }

    /// The sum over empty cells of the size of the largest island that gets there in at most three
    /// steps over empty cells, and the same with at most five steps.
    #[inline]
    pub(super) fn reach(&self, game: &Bricks<B>, side: usize, empty: B) -> [i32; 2] {
        let digits = &self.digits[side][..used_digits::<B>()];
        let (mut sums, mut counted) = ([0; 2], [0; 2]);
        let mut shore = B::ZERO;
        let mut left = digits.iter().fold(B::ZERO, |all, &digit| all | digit);
        while !left.is_zero() {
            // The largest islands of those left, and where they end.
            let (mut half_size, mut largest) = (0, left);
            for (number, &digit) in digits.iter().enumerate().rev() {
                let with_digit = largest & digit;
                if !with_digit.is_zero() {
                    largest = with_digit;
                    half_size |= 1 << number;
                }
            }
            left &= !largest;
            shore |= largest;
            let mut reached = shore;
            for (sum, counted) in sums.iter_mut().zip(&mut counted) {
                for _ in 0..2 {
                    reached = game.grown(reached) & empty;
                }
                let count = reached.count() as i32;
                *sum += 2 * half_size * (count - *counted);
                *counted = count;
            }
        }
        sums
    }
}

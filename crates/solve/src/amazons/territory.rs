//! How many moves a side has in a region of its own.
//!
//! Every move fills a cell, so there are never more moves than empty cells; but there can be fewer,
//! when an arrow or the queen itself cuts off cells. The exact number is the length of the longest
//! way to play, found by search; nearly always one of the first ways tried fills everything.

use game::bits::Bits;
use games::amazons::Amazons;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The board as floods see it.
#[derive(Debug, Clone)]
pub(super) struct Geometry<B> {
    pub(super) game: Amazons<B>,
    pub(super) board: B,
    columns: usize,
    not_left: B,
    not_right: B,
}

impl<B: Bits> Geometry<B> {
    pub(super) fn new(game: &Amazons<B>) -> Geometry<B> {
        let (columns, rows) = (game.columns(), game.rows());
        let board = B::first(columns * rows);
        let left = B::of((0..rows).map(|row| row * columns));
        Geometry {
            game: game.clone(),
            board,
            columns,
            not_left: board & !left,
            not_right: board & !(left << (columns - 1)),
        }
    }

    /// The set and the cells a king's step from it.
    #[inline]
    pub(super) fn grown(&self, set: B) -> B {
        let wide = set | (set & self.not_right) << 1 | (set & self.not_left) >> 1;
        (wide | wide << self.columns | wide >> self.columns) & self.board
    }

    /// The cells of `empty` that a queen's move over such cells leads to from the cells of `from`.
    #[inline]
    pub(super) fn wave(&self, from: B, empty: B) -> B {
        let columns = self.columns;
        let to_right = empty & self.not_left;
        let to_left = empty & self.not_right;
        let mut reached = B::ZERO;
        macro_rules! slide {
            ($direction:tt, $distance:expr, $room:expr) => {
                let mut sliding = from $direction $distance & $room;
                while !sliding.is_zero() {
                    reached |= sliding;
                    sliding = sliding $direction $distance & $room;
                }
            };
        }
        slide!(<<, 1, to_right);
        slide!(>>, 1, to_left);
        slide!(<<, columns, empty);
        slide!(>>, columns, empty);
        slide!(<<, columns + 1, to_right);
        slide!(>>, columns + 1, to_left);
        slide!(<<, columns - 1, to_left);
        slide!(>>, columns - 1, to_right);
        reached
    }

    /// All cells of `open` that steps over such cells lead to, from the cells of `from` among them.
    #[inline]
    pub(super) fn flood(&self, from: B, open: B) -> B {
        let mut reached = from & open;
        loop {
            let grown = self.grown(reached) & open;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }
}

/// The exact count may try so many moves.
const MOST_TRIES: u32 = 4000;
/// About what it takes to remember one region.
const BYTES_EACH: usize = 64;

/// How many moves there are in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) least: u32,
    /// Whether there are no more.
    pub(super) exact: bool,
}

/// A move in a region: what is left of it, and the queens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way<B> {
    arrow: usize,
    open: B,
    queens: B,
}

impl<B: Bits> Way<B> {
    fn empty(&self) -> u32 {
        (self.open & !self.queens).count()
    }
}

/// Counts moves, and remembers.
#[derive(Debug)]
pub(super) struct Territories<B> {
    /// By open cells, and queens on them.
    known: FxHashMap<(B, B), Count>,
    most_known: usize,
    tries_left: u32,
}

impl<B: Bits> Territories<B> {
    pub(super) fn new(bytes: usize) -> Territories<B> {
        Territories {
            known: FxHashMap::default(),
            most_known: bytes / BYTES_EACH,
            tries_left: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// The most moves that the queens can make in a row in the region `open`, which is connected
    /// and on which they stand; if that takes too long to find out, as many as were found.
    pub(super) fn count(&mut self, geometry: &Geometry<B>, open: B, queens: B) -> Count {
        let empty = (open & !queens).count();
        // A region is connected, so one empty cell is next to a queen.
        if empty <= 1 {
            return Count {
                least: empty,
                exact: true,
            };
        }
        if let Some(&known) = self.known.get(&(open, queens)) {
            return known;
        }
        let least = one_way(geometry, open, queens);
        let mut count = Count {
            least,
            exact: least == empty,
        };
        if !count.exact {
            self.tries_left = MOST_TRIES;
            if let Some(longest) = self.longest(geometry, open, queens) {
                count = Count {
                    least: longest,
                    exact: true,
                };
            }
        }
        self.remember(open, queens, count);
        count
    }

    fn remember(&mut self, open: B, queens: B, count: Count) {
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        if self.most_known > 0 {
            self.known.insert((open, queens), count);
        }
    }

    /// The exact number, unless there is too much to try.
    fn longest(&mut self, geometry: &Geometry<B>, open: B, queens: B) -> Option<u32> {
        let empty = (open & !queens).count();
        if empty <= 1 {
            return Some(empty);
        }
        if let Some(known) = self.known.get(&(open, queens))
            && known.exact
        {
            return Some(known.least);
        }
        let mut ways = ways(geometry, open, queens);
        self.tries_left = self.tries_left.checked_sub(ways.len() as u32)?;
        // Those that leave the most cells first.
        ways.sort_by_key(|way| Reverse(way.empty()));
        let mut longest = 0;
        for way in ways {
            if way.empty() < longest {
                break;
            }
            let moves = 1 + self.longest_of_all(geometry, way.open, way.queens)?;
            longest = longest.max(moves);
            if longest == empty {
                break;
            }
        }
        let count = Count {
            least: longest,
            exact: true,
        };
        self.remember(open, queens, count);
        Some(longest)
    }

    /// The same for any number of regions.
    fn longest_of_all(&mut self, geometry: &Geometry<B>, open: B, queens: B) -> Option<u32> {
        let mut moves = 0;
        let mut rest = queens;
        while !rest.is_zero() {
            let region = geometry.flood(B::bit(rest.lowest()), open);
            moves += self.longest(geometry, region, queens & region)?;
            rest &= !region;
        }
        Some(moves)
    }
}

/// All moves in a region.
fn ways<B: Bits>(geometry: &Geometry<B>, open: B, queens: B) -> Vec<Way<B>> {
    let mut ways = Vec::new();
    for from in queens.ones() {
        let others = queens ^ B::bit(from);
        let occupied = !open | others;
        for to in geometry.game.reach(from, occupied).ones() {
            let queens = others | B::bit(to);
            for arrow in geometry.game.reach(to, occupied).ones() {
                ways.push(Way {
                    arrow,
                    open: geometry.flood(queens, open ^ B::bit(arrow)),
                    queens,
                });
            }
        }
    }
    ways
}

/// How long play in a region is when each move leaves as many cells as possible, and fills one with
/// as few open cells around it as possible.
fn one_way<B: Bits>(geometry: &Geometry<B>, open: B, queens: B) -> u32 {
    let (mut open, mut queens) = (open, queens);
    let mut moves = 0;
    loop {
        let best = ways(geometry, open, queens).into_iter().min_by_key(|way| {
            let around = geometry.grown(B::bit(way.arrow)) & open;
            (Reverse(way.empty()), around.count())
        });
        let Some(way) = best else {
            return moves;
        };
        (open, queens) = (way.open, way.queens);
        moves += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    /// The longest way to play, with nothing remembered and nothing cut off.
    fn longest_plainly(geometry: &Geometry<u64>, open: u64, queens: u64) -> u32 {
        let mut longest = 0;
        for from in queens.ones() {
            let others = queens ^ 1 << from;
            let occupied = !open | others;
            for to in geometry.game.reach(from, occupied).ones() {
                for arrow in geometry.game.reach(to, occupied).ones() {
                    let moves = longest_plainly(geometry, open ^ 1 << arrow, others | 1 << to);
                    longest = longest.max(1 + moves);
                }
            }
        }
        longest
    }

    #[test]
    fn counts_are_those_of_the_longest_way() {
        let geometry = Geometry::new(&Amazons::new(5, 5));
        let mut generator = Seed(1).generator();
        let mut defective = 0;
        for bytes in [0, 1 << 20] {
            let mut territories = Territories::new(bytes);
            for _ in 0..400 {
                let mut open = (generator.bits() & generator.bits()) & geometry.board;
                let queen = generator.below(25);
                open = geometry.flood(1 << queen, open | 1 << queen);
                let second = 1 << generator.below(25);
                let queens = 1 << queen | second & open;
                if (open & !queens).count() > 6 {
                    continue;
                }
                let count = territories.count(&geometry, open, queens);
                assert!(count.exact);
                assert_eq!(count.least, longest_plainly(&geometry, open, queens));
                defective += u32::from(count.least < (open & !queens).count());
            }
        }
        assert!(defective > 20, "{defective}");
    }
}

//! How much a side can still gain at most.

use super::live::{Board, Islands};
use game::bits::Bits;

/// A region has at least two cells, and no other one is beside it.
const MOST_REGIONS: usize = 64;
/// More bricks than one side can lay.
const MOST_BRICKS: usize = 32;

/// What is proven about the rest of a game, seen by the side to move: it is worth at least and at
/// most so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i32,
    pub(super) most: i32,
}

impl Bounds {
    /// Bounds as they follow from the number of bricks that fit at most, where at least one does:
    /// who joins all islands of a side with all its bricks gains the most, and the side to move
    /// gains something.
    #[inline(always)]
    pub(super) fn of_numbers<B: Bits, const MOST: usize>(
        own: &Islands<B, MOST>,
        other: &Islands<B, MOST>,
        bricks: i32,
    ) -> Bounds {
        Bounds {
            least: 1 - all_joined(other, bricks / 2),
            most: all_joined(own, (bricks + 1) / 2),
        }
    }

    /// Those of both.
    #[inline(always)]
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }

    /// The bound that says whether the value is greater than `alpha`, if one does.
    #[inline(always)]
    pub(super) fn answer(self, alpha: i32) -> Option<i32> {
        if self.least > alpha {
            Some(self.least)
        } else {
            (self.most <= alpha).then_some(self.most)
        }
    }
}

/// What a side gains if so many bricks join all its islands.
#[inline(always)]
fn all_joined<B: Bits, const MOST: usize>(islands: &Islands<B, MOST>, bricks: i32) -> i32 {
    let (mut half, mut squares) = (bricks, 0);
    for (_, island) in islands.iter() {
        let island = i32::from(island);
        half += island;
        squares += island * island;
    }
    half * half - squares
}

/// What single bricks can do for a side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Single {
    /// The most that one gains.
    pub(super) gain: i32,
    /// The most islands that one lies beside.
    pub(super) reach: usize,
}

/// The empty cells, as regions that are not beside each other.
#[derive(Debug)]
pub(super) struct Regions<B> {
    cells: [B; MOST_REGIONS],
    /// How many bricks fit each at most.
    bricks: [usize; MOST_REGIONS],
    pub(super) count: usize,
}

impl<B: Bits> Regions<B> {
    pub(super) const NONE: Regions<B> = Regions {
        cells: [B::ZERO; MOST_REGIONS],
        bricks: [0; MOST_REGIONS],
        count: 0,
    };

    /// Finds the regions of the empty cells, and returns how many bricks fit all of them at most.
    #[inline(always)]
    pub(super) fn find(&mut self, board: &Board<B>, empty: B) -> i32 {
        self.count = 0;
        let mut sum = 0;
        let mut rest = empty;
        while !rest.is_zero() {
            let region = board.joined(B::bit(rest.lowest()), rest);
            rest &= !region;
            let bricks = board.room(region);
            sum += bricks;
            self.cells[self.count] = region;
            self.bricks[self.count] = bricks as usize;
            self.count += 1;
        }
        sum
    }

    /// The most that a side can gain with so many bricks, whatever the other side does.
    ///
    /// Islands and regions fall into groups that are not beside each other. Of k bricks in one
    /// group, none lies beside more than `single.reach` islands, so they change no more than k
    /// times that number; and nothing is better than if those are the largest and become one with
    /// all bricks, because (a + b)² ≥ a² + b². How the bricks are best spread over the groups is
    /// found out group by group.
    #[inline(always)]
    pub(super) fn most<const MOST: usize>(
        &self,
        islands: &Islands<B, MOST>,
        bricks: i32,
        single: Single,
    ) -> i32 {
        if bricks <= 1 {
            return single.gain * bricks;
        }
        let bricks = bricks as usize;
        // For each number of bricks, the most that they gain in the groups seen so far.
        let mut gains = [0; MOST_BRICKS];
        let mut room = 0;
        let mut regions_left = u64::first(self.count);
        let mut islands_left = u64::first(islands.count);
        while regions_left != 0 {
            // 1. A group: its islands by size, and how many bricks fit.
            let seed = regions_left.lowest();
            regions_left = regions_left.without_lowest();
            let mut cells = self.cells[seed];
            let mut room_here = self.bricks[seed];
            let mut halves = [0; MOST];
            let mut count = 0;
            loop {
                let mut beyond = B::ZERO;
                for island in islands_left.ones() {
                    let shore = islands.shores[island];
                    if !shore.meets(cells) {
                        continue;
                    }
                    islands_left &= !(1 << island);
                    beyond |= shore & !cells;
                    let half = i32::from(islands.halves[island]);
                    let mut place = count;
                    while place > 0 && halves[place - 1] < half {
                        halves[place] = halves[place - 1];
                        place -= 1;
                    }
                    halves[place] = half;
                    count += 1;
                }
                if beyond.is_zero() {
                    break;
                }
                for region in regions_left.ones() {
                    if self.cells[region].meets(beyond) {
                        regions_left &= !(1 << region);
                        cells |= self.cells[region];
                        room_here += self.bricks[region];
                    }
                }
            }
            // 2. What bricks gain there.
            let gain_here = |laid: usize| {
                let (mut half, mut squares) = (laid as i32, 0);
                for &island in &halves[..count.min(laid * single.reach)] {
                    half += island;
                    squares += island * island;
                }
                let gain = half * half - squares;
                if laid == 1 {
                    gain.min(single.gain)
                } else {
                    gain
                }
            };
            let room_before = room;
            room = (room + room_here).min(bricks);
            if room_before == 0 && regions_left == 0 {
                return gain_here(room);
            }
            // 3. What they gain there and in the groups before. More bricks always gain more, so
            //    that where fewer fit than there are, all that fit are laid.
            let mut gains_here = [0; MOST_BRICKS];
            for (laid, gain) in gains_here[..=room_here.min(bricks)].iter_mut().enumerate() {
                *gain = if laid == 0 { 0 } else { gain_here(laid) };
            }
            for sum in (1..=room).rev() {
                let shares = gains_here[..=room_here.min(sum)].iter().enumerate();
                let all = shares.map(|(laid, gain)| gains[(sum - laid).min(room_before)] + gain);
                gains[sum] = all.max().unwrap_or(0);
            }
        }
        gains[room]
    }
}

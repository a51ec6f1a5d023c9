//! Advice for searches.

use super::{Brick, Bricks, Position};
use game::bits::Bits;
use game::{Game, Guidance};

/// A brick has six cells around it.
const AROUND: usize = 6;
/// What each own or enemy cell promises that is found around a brick, and what each that is joined
/// with one of those.
const TOUCHED: i32 = 60;
const BEHIND: i32 = 20;

impl<B: Bits> Guidance for Bricks<B> {
    /// Chance leaves about one cell in ten uncovered.
    fn plies_left(&self, position: &Position<B>) -> u32 {
        let [lying, standing] = self.openings(position);
        let free = lying | lying << 1 | standing | standing << self.size;
        (free.count() * 9).div_ceil(20)
    }

    #[inline]
    fn move_code(&self, brick: Brick) -> Option<u32> {
        Some(u32::from(brick.cell) << 1 | u32::from(brick.vertical))
    }

    fn move_of_code(&self, code: u32) -> Option<Brick> {
        let brick = Brick {
            cell: u16::try_from(code >> 1).ok()?,
            vertical: code & 1 == 1,
        };
        self.is_legal(&self.start(), brick).then_some(brick)
    }

    /// Which brick it is, and how many own, enemy and empty cells are around it.
    #[inline]
    fn aspects(&self, position: &Position<B>, brick: Brick) -> [usize; 2] {
        let around = self.grown(self.covered(brick));
        let side = position.side.index();
        let [own, enemy] = [side, 1 - side].map(|side| (around & position.stones[side]).count());
        let walls = AROUND as u32 + 2 - (around & self.board).count();
        let picture = (own as usize * (AROUND + 1) + enemy as usize) * (AROUND + 1);
        [
            usize::from(brick.cell) << 1 | usize::from(brick.vertical),
            picture + walls as usize,
        ]
    }

    /// Bricks that touch large islands are good whosever they are: own ones grow, the other's
    /// cannot. How large is told from the cells next to those that are touched, since walking over
    /// the whole island would cost more than the better order saves.
    #[inline]
    fn promise(&self, position: &Position<B>, brick: Brick) -> i32 {
        let around = self.grown(self.covered(brick));
        position
            .stones
            .iter()
            .map(|&stones| {
                let touched = around & stones;
                if touched.is_zero() {
                    return 0;
                }
                let behind = self.grown(touched) & stones;
                let count = |set: B| set.count() as i32;
                TOUCHED * count(touched) + BEHIND * count(behind)
            })
            .sum()
    }

    /// To have to move is never a burden, as far as anybody has seen: not in any position on 2 × 2
    /// to 4 × 4 cells, nor near the end of many games on larger boards (see
    /// `crates/games/tests/games/bricks_guidance.rs`).
    #[inline]
    fn pass(&self, position: &Position<B>) -> Option<Position<B>> {
        Some(Position {
            side: position.side.other(),
            ..*position
        })
    }
}

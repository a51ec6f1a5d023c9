//! Advice for searches.

use super::{Brick, Bricks, Position};
use game::bits::Bits;
use game::{Game, Guidance};

/// What our tuner found for Bricks (SPSA, 9000 games of 3000 nodes a move on 10 × 10), where good
/// moves are told from others by the look of them: those that do not look good are searched less
/// deeply, or not at all, further from the horizon than in other games. (It also found 121 for
/// `endgame`, with which a position of the tactical tests is lost and nothing was won.)
const SEARCH_NUMBERS: &[(&str, i64)] = &[
    ("aspiration", 44),
    ("reduction-base", -28),
    ("reduction-slope", 25),
    ("reduction-from", 4),
    ("reduction-history", 234),
    ("late-base", 5),
    ("late-slope", 1),
    ("late-depth", 4),
    ("futility", 40),
    ("futility-depth", 5),
    ("null-reduction", 3),
    ("promise", 300),
];

impl<B: Bits> Guidance for Bricks<B> {
    const PROMISES_CHEAPLY: bool = true;

    const SEARCH_NUMBERS: &'static [(&'static str, i64)] = SEARCH_NUMBERS;

    /// Chance leaves about one cell in ten uncovered.
    fn plies_left(&self, position: &Position<B>) -> u32 {
        (self.free_cells(position).count() * 9).div_ceil(20)
    }

    #[inline]
    fn move_code(&self, brick: Brick) -> Option<u32> {
        Some(brick.code() as u32)
    }

    fn move_of_code(&self, code: u32) -> Option<Brick> {
        let brick = Brick {
            cell: u16::try_from(code >> 1).ok()?,
            vertical: code & 1 == 1,
        };
        self.is_legal(&self.start(), brick).then_some(brick)
    }

    /// Which brick it is, and what is around it.
    #[inline]
    fn aspects(&self, position: &Position<B>, brick: Brick) -> [usize; 2] {
        [brick.code(), self.picture(position, brick)]
    }

    /// How often bricks with such surroundings were the best ones.
    #[inline]
    fn promise(&self, position: &Position<B>, brick: Brick) -> i32 {
        self.promise_of(position, brick)
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

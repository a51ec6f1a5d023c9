//! Advice for searches.

use super::{Amazons, Position, Shot};
use game::Guidance;
use game::bits::Bits;

/// What it promises that there is one more empty cell around the queen than there was, and what,
/// that the arrow lands next to a queen.
const ROOM: i32 = 30;
const AT_ENEMY: i32 = 100;
const AT_OWN: i32 = -60;

/// There are queens that would rather stay where they are, so nothing is said about passing.
impl<B: Bits> Guidance for Amazons<B> {
    /// Most cells get filled in the end.
    fn plies_left(&self, position: &Position<B>) -> u32 {
        let empty = self.tables.board & !position.occupied();
        empty.count() * 3 / 4 + 1
    }

    /// No queen goes to where it stands, so the greatest number of all is never used.
    #[inline]
    fn move_code(&self, shot: Shot) -> Option<u32> {
        let [from, to, arrow] = [shot.from, shot.to, shot.arrow].map(u32::from);
        Some(from << 16 | to << 8 | arrow)
    }

    #[inline]
    fn move_of_code(&self, code: u32) -> Option<Shot> {
        let [above, from, to, arrow] = code.to_be_bytes();
        let on_board = |cell: u8| usize::from(cell) < self.columns * self.rows;
        let exists =
            above == 0 && [from, to, arrow].into_iter().all(on_board) && from != to && to != arrow;
        exists.then_some(Shot { from, to, arrow })
    }

    /// Where a queen goes from and to, and where it shoots from there.
    #[inline]
    fn aspects(&self, _position: &Position<B>, shot: Shot) -> [usize; 2] {
        let cells = self.columns * self.rows;
        let [from, to, arrow] = [shot.from, shot.to, shot.arrow].map(usize::from);
        [from * cells + to, to * cells + arrow]
    }

    /// Queens with room around them, arrows that take it from the enemy's.
    #[inline]
    fn promise(&self, position: &Position<B>, shot: Shot) -> i32 {
        let neighbours = &self.tables.neighbours;
        let [from, to, arrow] = [shot.from, shot.to, shot.arrow].map(usize::from);
        let empty = self.tables.board & !position.occupied();
        let side = position.side.index();
        let count = |set: B| set.count() as i32;
        let room = count(neighbours[to] & empty) - count(neighbours[from] & empty);
        let near = neighbours[arrow];
        // The queen itself is no longer where it was.
        let own = position.queens[side] ^ B::bit(from) | B::bit(to);
        ROOM * room
            + AT_ENEMY * count(near & position.queens[1 - side])
            + AT_OWN * count(near & own)
    }
}

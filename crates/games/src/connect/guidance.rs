//! Advice for searches: wins, blocks, and cells that must be left alone.

use super::{Column, Connect, Position};
use game::bits::Bits;
use game::{Guidance, Noise};

/// A game is rarely longer than this from any position: on large boards somebody wins before they
/// are full.
const MOST_PLIES_LEFT: usize = 60;

impl<B: Bits> Connect<B> {
    /// The cell on which a piece in this column lands, as a set; empty if the column is full.
    #[inline]
    fn landing(&self, position: &Position<B>, Column(column): Column) -> B {
        let occupied = position.occupied();
        let base = B::bit(usize::from(column) * (self.rows + 1));
        occupied.plus(base) & !occupied & self.board
    }

    /// Whether the other side can still answer a move, or the game is over by then.
    #[inline]
    fn allows_answer(&self, position: &Position<B>) -> bool {
        usize::from(position.plies) + 2 <= self.longest
    }

    /// The playable cells that need be looked at, and whether that leaves out any: a win, the
    /// answer to a threat, or whatever does not let the other side carry out a threat above it.
    #[inline]
    fn choice(&self, position: &Position<B>) -> (B, Noise) {
        let playable = self.playable(position);
        let wins = self.threats(position, position.own) & playable;
        if !wins.is_zero() {
            return (B::bit(wins.lowest()), Noise::Forced);
        }
        if !self.allows_answer(position) {
            return (B::ZERO, Noise::Calm);
        }
        let threats = self.threats(position, position.last);
        let blocks = threats & playable;
        if !blocks.is_zero() {
            // If there are several, each of them is as good, or as bad, as any other move.
            return (B::bit(blocks.lowest()), Noise::Forced);
        }
        let safe = playable & !(threats >> 1);
        if safe == playable {
            (B::ZERO, Noise::Calm)
        } else if safe.is_zero() {
            (B::bit(playable.lowest()), Noise::Forced)
        } else {
            (safe, Noise::Forced)
        }
    }
}

impl<B: Bits> Guidance for Connect<B> {
    const SEES_FORCED: bool = true;

    fn plies_left(&self, position: &Position<B>) -> u32 {
        let left = self.longest.saturating_sub(usize::from(position.plies));
        left.min(MOST_PLIES_LEFT) as u32
    }

    #[inline]
    fn move_code(&self, Column(column): Column) -> Option<u32> {
        Some(column.into())
    }

    #[inline]
    fn move_of_code(&self, code: u32) -> Option<Column> {
        let column = u8::try_from(code).ok()?;
        (usize::from(column) < self.columns).then_some(Column(column))
    }

    /// Where the piece lands, for whom and for both.
    #[inline]
    fn aspects(&self, position: &Position<B>, chosen: Column) -> [usize; 2] {
        let cell = self.landing(position, chosen).lowest();
        [cell + B::WIDTH * position.side.index(), cell]
    }

    /// Threats, then cells in many lines. (Of wins, blocks and what hands over a win, searches hear
    /// from `noisy_moves`.)
    #[inline]
    fn promise(&self, position: &Position<B>, chosen: Column) -> i32 {
        let stone = self.landing(position, chosen);
        let threats = self.threats(position, position.own | stone) & !stone;
        let lines = self.lines_through.get(stone.lowest()).copied();
        i32::from(lines.unwrap_or(0)) + 20 * threats.count() as i32
    }

    #[inline]
    fn noisy_moves(&self, position: &Position<B>, into: &mut Vec<Column>) -> Noise {
        let (cells, noise) = self.choice(position);
        let column = |cell: usize| Column((cell / (self.rows + 1)) as u8);
        into.extend(cells.ones().map(column));
        noise
    }

    /// Only a move without alternative: it is all that need be looked at.
    #[inline]
    fn is_noisy(&self, position: &Position<B>, chosen: Column) -> bool {
        let (cells, _) = self.choice(position);
        cells == self.landing(position, chosen)
    }
}

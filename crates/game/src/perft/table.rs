//! Counting with a memory: positions reached by several orders of moves are counted once.

use super::{copies, count_two_plies, perft};
use crate::Game;
use crate::random::mix;
use std::ops::ControlFlow;

/// What has been counted before. Grows as needed, up to the size it is given.
///
/// Whole positions are kept and compared, not their keys alone, so that counts stay exact.
#[derive(Debug)]
pub struct Table<G: Game> {
    /// As many as a power of two, or none.
    slots: Vec<Option<Slot<G::Position>>>,
    used: usize,
    most_slots: usize,
}

#[derive(Debug, Clone)]
struct Slot<P> {
    position: P,
    depth: u32,
    count: u64,
}

impl<G: Game> Table<G> {
    const FIRST_SLOTS: usize = 1 << 10;

    /// A table of at most so many bytes.
    #[must_use]
    pub fn new(most_bytes: usize) -> Table<G> {
        let slots = most_bytes / size_of::<Option<Slot<G::Position>>>();
        Table {
            slots: Vec::new(),
            used: 0,
            // The greatest power of two that fits.
            most_slots: slots.checked_ilog2().map_or(0, |bits| 1 << bits),
        }
    }

    fn index(&self, game: &G, position: &G::Position, depth: u32) -> usize {
        // Keys need not be mixed well in their low bits, and depths must not share a slot.
        mix(game.key(position) ^ u64::from(depth)) as usize & (self.slots.len() - 1)
    }

    fn find(&self, game: &G, position: &G::Position, depth: u32) -> Option<u64> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.index(game, position, depth)]
            .as_ref()
            .filter(|slot| slot.depth == depth && slot.position == *position)
            .map(|slot| slot.count)
    }

    fn keep(&mut self, game: &G, position: &G::Position, depth: u32, count: u64) {
        if 2 * self.used >= self.slots.len() && self.slots.len() < self.most_slots {
            self.grow(game);
        }
        if self.slots.is_empty() {
            return;
        }
        let index = self.index(game, position, depth);
        self.used += usize::from(self.slots[index].is_none());
        self.slots[index] = Some(Slot {
            position: position.clone(),
            depth,
            count,
        });
    }

    fn grow(&mut self, game: &G) {
        let larger = (4 * self.slots.len())
            .max(Self::FIRST_SLOTS)
            .min(self.most_slots);
        let old = std::mem::replace(&mut self.slots, vec![None; larger]);
        self.used = 0;
        for slot in old.into_iter().flatten() {
            let index = self.index(game, &slot.position, slot.depth);
            self.used += usize::from(self.slots[index].is_none());
            self.slots[index] = Some(slot);
        }
    }
}

/// The same number as [`perft`], sooner where different orders of moves lead to one position. A
/// number beyond 64 bits comes out as [`u64::MAX`].
///
/// Positions that carry a history are never reached twice; for games with such positions this is
/// [`perft`].
pub fn perft_with_table<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: usize,
    table: &mut Table<G>,
) -> u64 {
    match u32::try_from(depth) {
        Ok(depth) if copies::<G>() && depth > 1 => count(game, position, depth, table),
        _ => perft(game, position, depth),
    }
}

/// Leaves `depth` ≥ 2 plies on.
fn count<G: Game>(game: &G, position: &G::Position, depth: u32, table: &mut Table<G>) -> u64 {
    if let Some(count) = table.find(game, position, depth) {
        return count;
    }
    let total = if depth == 2 {
        count_two_plies(game, position)
    } else {
        let mut total = 0_u64;
        let _ = game.visit_moves(position, |chosen| {
            let child = game.after(position, chosen);
            total = total.saturating_add(count(game, &child, depth - 1, table));
            ControlFlow::Continue(())
        });
        total
    };
    table.keep(game, position, depth, total);
    total
}

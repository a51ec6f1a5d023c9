//! Which moves to try first: those that were good elsewhere in the tree.

use game::Side;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Moves share these places by a hash; a move that shares one with another is tried a little too
/// early or too late, and nothing worse.
const PLACES: usize = 1 << 12;
/// When a count reaches this, all are halved.
const MOST: u32 = 1 << 30;

/// What cut where.
#[derive(Debug)]
pub(crate) struct Experience<M> {
    /// For each ply the two moves that cut there last.
    killers: Vec<[Option<M>; 2]>,
    /// By side and place; nothing before the first cut, since many searches have no use for it.
    counts: [Vec<u32>; 2],
}

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(crate) fn new() -> Experience<M> {
        Experience {
            killers: Vec::new(),
            counts: [Vec::new(), Vec::new()],
        }
    }

    /// Forgets what is of no use in another position, and weakens the rest.
    pub(crate) fn begin_search(&mut self) {
        self.killers.clear();
        self.weaken();
    }

    fn weaken(&mut self) {
        for count in self.counts.iter_mut().flatten() {
            *count /= 2;
        }
    }

    fn place(chosen: M) -> usize {
        let mut hasher = FxHasher::default();
        chosen.hash(&mut hasher);
        // The upper bits are the well-mixed ones.
        (hasher.finish() >> (64 - PLACES.ilog2())) as usize
    }

    /// The moves that cut last at this ply.
    #[inline]
    pub(crate) fn killers(&self, ply: u32) -> [Option<M>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([None; 2])
    }

    /// How soon to try a move: the greater, the sooner.
    #[inline]
    pub(crate) fn rank(&self, chosen: M, side: Side) -> u32 {
        let counts = &self.counts[side.index()];
        counts.get(Self::place(chosen)).copied().unwrap_or(0)
    }

    /// A move cut a node with so many plies below it.
    pub(crate) fn cut_by(&mut self, chosen: M, side: Side, ply: u32, depth: u16) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(chosen) {
            *second = *first;
            *first = Some(chosen);
        }
        let depth = u32::from(depth).min(1 << 12);
        let counts = &mut self.counts[side.index()];
        counts.resize(PLACES, 0);
        let count = &mut counts[Self::place(chosen)];
        *count += depth * depth;
        if *count >= MOST {
            self.weaken();
        }
    }
}

//! Which moves to try first: those that were good elsewhere in the tree.

use game::{ASPECTS, Guidance, Side};
use std::fmt;

/// The record of a move goes from minus to plus this.
pub(super) const BEST_RECORD: i32 = 1 << 14;

/// What cut where, and what did not.
pub(super) struct Experience<M> {
    /// For each ply the two moves that cut there last.
    killers: Vec<[Option<M>; 2]>,
    /// By side and aspect, for the first and the second aspect of moves.
    records: [Vec<i16>; 2],
    /// By side and aspect of the move before: what answered it.
    answers: Vec<Option<M>>,
}

/// The numbers of a move in the tables of an [`Experience`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Places([usize; 2]);

impl Places {
    #[inline]
    pub(super) fn of<G: Guidance>(
        game: &G,
        position: &G::Position,
        chosen: G::Move,
        side: Side,
    ) -> Places {
        let half = side.index() * ASPECTS;
        Places(
            game.aspects(position, chosen)
                .map(|aspect| half + aspect % ASPECTS),
        )
    }
}

impl<M> fmt::Debug for Experience<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Experience")
    }
}

impl<M: Copy + Eq> Experience<M> {
    pub(super) fn new() -> Experience<M> {
        Experience {
            killers: Vec::new(),
            records: [vec![0; 2 * ASPECTS], vec![0; 2 * ASPECTS]],
            answers: vec![None; 2 * ASPECTS],
        }
    }

    /// Forgets what is of no use in another position, and weakens the rest.
    pub(super) fn begin_search(&mut self) {
        self.killers.clear();
        for record in self.records.iter_mut().flatten() {
            *record /= 2;
        }
    }

    /// The moves that cut last at this ply.
    #[inline]
    pub(super) fn killers(&self, ply: u32) -> [Option<M>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([None; 2])
    }

    /// The last one of them.
    #[inline]
    pub(super) fn killer(&self, ply: u32) -> Option<M> {
        self.killers
            .get(ply as usize)
            .and_then(|killers| killers[0])
    }

    /// What cut after a move with these places.
    #[inline]
    pub(super) fn answer(&self, before: Option<Places>) -> Option<M> {
        self.answers[before?.0[0]]
    }

    /// The record of a move, from -[`BEST_RECORD`] to [`BEST_RECORD`].
    #[inline]
    pub(super) fn record(&self, places: Places) -> i32 {
        let [first, second] = &self.records;
        let Places([a, b]) = places;
        (i32::from(first[a]) + i32::from(second[b])) / 2
    }

    /// A move cut at a ply.
    #[inline]
    pub(super) fn killed_by(&mut self, chosen: M, ply: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(chosen) {
            *second = *first;
            *first = Some(chosen);
        }
    }

    /// A move cut after another one, with so many plies below it.
    pub(super) fn cut_by(&mut self, chosen: M, places: Places, before: Option<Places>, depth: u32) {
        if let Some(Places([answered, _])) = before {
            self.answers[answered] = Some(chosen);
        }
        self.note(places, weight_of(depth));
    }

    /// A move was tried before the one that cut, and did not.
    pub(super) fn failed(&mut self, places: Places, depth: u32) {
        self.note(places, -weight_of(depth));
    }

    /// Moves a record towards an end, the less the nearer it is.
    #[inline]
    fn note(&mut self, Places([a, b]): Places, weight: i32) {
        let [first, second] = &mut self.records;
        for record in [&mut first[a], &mut second[b]] {
            let old = i32::from(*record);
            let new = old + weight - old * weight.abs() / BEST_RECORD;
            *record = new.clamp(-BEST_RECORD, BEST_RECORD) as i16;
        }
    }
}

fn weight_of(depth: u32) -> i32 {
    let depth = depth.min(32) as i32;
    (32 * depth * depth + 32 * depth).min(BEST_RECORD / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_stay_in_range_and_turn_around() {
        let mut experience = Experience::<u8>::new();
        let places = Places([3, 5]);
        for _ in 0..10_000 {
            experience.killed_by(1, 2);
            experience.cut_by(1, places, Some(places), 30);
        }
        let best = experience.record(places);
        let nearly = BEST_RECORD * 9 / 10;
        assert!((nearly..=BEST_RECORD).contains(&best), "{best}");
        for _ in 0..10_000 {
            experience.failed(places, 30);
        }
        let worst = experience.record(places);
        assert!((-BEST_RECORD..=-nearly).contains(&worst), "{worst}");
        assert_eq!(experience.killers(2), [Some(1), None]);
        assert_eq!(experience.answer(Some(places)), Some(1));
        assert_eq!(experience.record(Places([7, 8])), 0);
    }
}

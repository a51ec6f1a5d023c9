//! Picking the best of many moves one after the other, without looking at all of them each time.
//!
//! In Amazons a position has a thousand moves, of which one or two dozen are tried in order: to look
//! for the best of all of them each time was more than a third of the engine's work.

/// In lists that are no longer than this all that is left is looked at each time: as most nodes try
/// one or two moves, parts would cost more than they save.
const SHORT: usize = 256;
/// So many ranks make a part.
const PART: usize = 32;
/// At most so many parts are told apart; the last one has all that is left.
const PARTS: usize = 64;

/// For each part of a list of ranks the highest one that was not picked yet; nothing is kept of
/// short lists.
#[derive(Debug)]
pub(super) struct Picker(Option<Parts>);

#[derive(Debug)]
struct Parts {
    highest: [i32; PARTS],
    count: usize,
}

impl Picker {
    #[inline]
    pub(super) fn new(ranks: &[i32]) -> Picker {
        Picker((ranks.len() > SHORT).then(|| Parts::new(ranks)))
    }

    /// Exchanges the rank at `front` with the highest one from there on, the first of equal ones,
    /// and says where that was. What is before `front` was picked.
    #[inline]
    pub(super) fn pick(&mut self, ranks: &mut [i32], front: usize) -> usize {
        match &mut self.0 {
            Some(parts) => parts.pick(ranks, front),
            None => {
                let best = front + first_highest(&ranks[front..]);
                ranks.swap(front, best);
                best
            }
        }
    }
}

impl Parts {
    fn new(ranks: &[i32]) -> Parts {
        let mut parts = Parts {
            highest: [i32::MIN; PARTS],
            count: ranks.len().div_ceil(PART).min(PARTS),
        };
        for part in 0..parts.count {
            parts.look(ranks, part, 0);
        }
        parts
    }

    fn pick(&mut self, ranks: &mut [i32], front: usize) -> usize {
        // Of the parts before this one all was picked.
        let front_part = (front / PART).min(self.count - 1);
        let part = front_part + first_highest(&self.highest[front_part..self.count]);
        let (start, end) = self.places(part, ranks, front);
        let best = start + first_highest(&ranks[start..end]);
        ranks.swap(front, best);
        self.look(ranks, part, front + 1);
        if front_part != part {
            self.look(ranks, front_part, front + 1);
        }
        best
    }

    /// Where a part is, without what is before `front`.
    #[inline]
    fn places(&self, part: usize, ranks: &[i32], front: usize) -> (usize, usize) {
        let end = if part + 1 == self.count {
            ranks.len()
        } else {
            (part + 1) * PART
        };
        ((part * PART).max(front).min(end), end)
    }

    #[inline]
    fn look(&mut self, ranks: &[i32], part: usize, front: usize) {
        let (start, end) = self.places(part, ranks, front);
        self.highest[part] = highest(&ranks[start..end]);
    }
}

/// The highest rank: written so that the compiler compares several at once.
#[inline]
fn highest(ranks: &[i32]) -> i32 {
    ranks.iter().copied().fold(i32::MIN, i32::max)
}

/// Where the first of the highest ranks is; 0 if there are none.
#[inline]
fn first_highest(ranks: &[i32]) -> usize {
    let highest = highest(ranks);
    ranks.iter().position(|&rank| rank == highest).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    /// What looking at all that is left each time finds.
    fn plain(ranks: &mut [i32], front: usize) -> usize {
        let mut best = front;
        for place in front..ranks.len() {
            if ranks[place] > ranks[best] {
                best = place;
            }
        }
        ranks.swap(front, best);
        best
    }

    #[test]
    fn the_same_are_picked_as_by_looking_at_all() {
        let mut generator = Seed(1).generator();
        let lengths = [
            1,
            2,
            31,
            32,
            33,
            64,
            65,
            200,
            SHORT,
            SHORT + 1,
            1000,
            PART * PARTS,
            PART * PARTS + 777,
        ];
        for length in lengths {
            // With few different ranks many are equal.
            for bound in [1, 3, 50, 30_000] {
                let mut ranks: Vec<i32> = (0..length)
                    .map(|_| generator.below(bound) as i32 - bound as i32 / 2)
                    .collect();
                let mut expected = ranks.clone();
                let mut picker = Picker::new(&ranks);
                for front in 0..length.min(300) {
                    let best = picker.pick(&mut ranks, front);
                    assert_eq!(
                        best,
                        plain(&mut expected, front),
                        "{length} {bound} {front}"
                    );
                }
                assert_eq!(ranks, expected);
            }
        }
    }

    #[test]
    fn the_lowest_of_all_ranks_are_picked_as_well() {
        let mut ranks = vec![i32::MIN; SHORT + 100];
        let mut picker = Picker::new(&ranks);
        for front in 0..ranks.len() {
            assert_eq!(picker.pick(&mut ranks, front), front);
        }
    }
}

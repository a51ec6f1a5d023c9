//! Positions met before, with what is proven about the rest of the game and which brick was best.
//!
//! A position is known by 128 mixed bits: some say where in the table it belongs, and 64 others are
//! kept there. Four entries share a place; what took the least work gives way.
//!
//! Entries know in which search they were written. To clear the table is to begin another.

use super::bounds::Bounds;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is proven about the rest of a game, and the brick that was best, if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) bounds: Bounds,
    pub(super) brick: Option<u8>,
}

const SCORE_BITS: u32 = 13;
const SCORE_OFFSET: i32 = 1 << (SCORE_BITS - 1);
const BRICK_BITS: u32 = 8;
/// Stands for no brick: no board has so many.
const NO_BRICK: u64 = (1 << BRICK_BITS) - 1;
const WORK_BITS: u32 = 6;
const WORK_SHIFT: u32 = 2 * SCORE_BITS + BRICK_BITS;
const EPOCH_SHIFT: u32 = WORK_SHIFT + WORK_BITS;
const LAST_EPOCH: u64 = (1 << (u64::BITS - EPOCH_SHIFT)) - 1;
const SHARING: usize = 4;

type Slot = [AtomicU64; 2];

/// The table.
pub(super) struct Table {
    slots: Box<[Slot]>,
    /// How many places there are, less one: a power of two less one.
    mask: usize,
    epoch: u64,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Table of {} entries", self.slots.len())
    }
}

impl Table {
    /// A table of at most so many bytes, but at least one place.
    pub(super) fn new(bytes: usize) -> Table {
        let places = 1 << (bytes / (SHARING * size_of::<Slot>())).max(1).ilog2();
        Table {
            slots: bytemuck::zeroed_slice_box(SHARING * places),
            mask: places - 1,
            epoch: 1,
        }
    }

    /// All of it.
    pub(super) fn words(&self) -> &[AtomicU64] {
        self.slots.as_flattened()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.epoch == LAST_EPOCH {
            self.epoch = 1;
            for word in self.words() {
                word.store(0, Ordering::Relaxed);
            }
        } else {
            self.epoch += 1;
        }
    }

    #[inline(always)]
    fn place(&self, key: u128) -> &[Slot] {
        let first = SHARING * ((key >> 64) as usize & self.mask);
        &self.slots[first..first + SHARING]
    }

    /// The data of an entry, if it is one of this position. The two words are written one after the
    /// other; the key is kept combined with the data, so that words of two entries do not fit
    /// together.
    #[inline(always)]
    fn fitting(&self, slot: &Slot, key: u128) -> Option<u64> {
        let data = slot[1].load(Ordering::Relaxed);
        let check = slot[0].load(Ordering::Relaxed);
        (check ^ data == key as u64 && data >> EPOCH_SHIFT == self.epoch).then_some(data)
    }

    /// What is known about a position.
    #[inline(always)]
    pub(super) fn get(&self, key: u128) -> Option<Entry> {
        let slots = self.place(key);
        let data = slots.iter().find_map(|slot| self.fitting(slot, key))?;
        let score = |shift: u32| (data >> shift & ((1 << SCORE_BITS) - 1)) as i32 - SCORE_OFFSET;
        let brick = data >> (2 * SCORE_BITS) & NO_BRICK;
        Some(Entry {
            bounds: Bounds {
                least: score(SCORE_BITS),
                most: score(0),
            },
            brick: (brick != NO_BRICK).then_some(brick as u8),
        })
    }

    /// Puts down what is known about a position after so much work, a logarithm of nodes.
    #[inline(always)]
    pub(super) fn put(&self, key: u128, entry: Entry, work: u32) {
        let work = u64::from(work.min((1 << WORK_BITS) - 1));
        let data = self.epoch << EPOCH_SHIFT
            | work << WORK_SHIFT
            | entry.brick.map_or(NO_BRICK, u64::from) << (2 * SCORE_BITS)
            | ((entry.bounds.least + SCORE_OFFSET) as u64) << SCORE_BITS
            | (entry.bounds.most + SCORE_OFFSET) as u64;
        let (mut chosen, mut least) = (0, u64::MAX);
        let slots = self.place(key);
        for (number, slot) in slots.iter().enumerate() {
            let held = slot[1].load(Ordering::Relaxed);
            let check = slot[0].load(Ordering::Relaxed);
            if check ^ held == key as u64 {
                chosen = number;
                break;
            }
            let worth = if held >> EPOCH_SHIFT == self.epoch {
                held >> WORK_SHIFT & ((1 << WORK_BITS) - 1)
            } else {
                0
            };
            if worth < least {
                (chosen, least) = (number, worth);
            }
        }
        slots[chosen][1].store(data, Ordering::Relaxed);
        slots[chosen][0].store(key as u64 ^ data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::mix;

    fn check_table(bytes: usize) {
        let mut table = Table::new(bytes);
        let key = |number: u64| u128::from(mix(number)) << 64 | u128::from(mix(!number));
        let entry = |number: u64| Entry {
            bounds: Bounds {
                least: (number % 4000) as i32 - 4000,
                most: (number % 4001) as i32,
            },
            brick: (!number.is_multiple_of(3)).then_some((number % 242) as u8),
        };
        for round in 0..3 {
            if round == 2 {
                table.epoch = LAST_EPOCH;
            }
            table.clear();
            for number in 0..5000 {
                assert_eq!(table.get(key(number)), None, "{bytes}");
                table.put(key(number), entry(number), number as u32 % 70);
                // The newest is always there.
                assert_eq!(table.get(key(number)), Some(entry(number)), "{bytes}");
            }
            let kept = (0..5000).filter_map(|number| {
                let found = table.get(key(number))?;
                assert_eq!(found, entry(number), "{bytes}");
                Some(number)
            });
            assert!(kept.count() > 0, "{bytes}");
        }
    }

    #[test]
    fn what_is_put_is_got_until_the_table_is_cleared() {
        for bytes in [0, 1, 64, 1000, 1 << 16, 1 << 20] {
            check_table(bytes);
        }
    }

    #[test]
    fn a_table_is_no_larger_than_it_may_be() {
        for bytes in [64, 1000, 1 << 16, (1 << 20) + 7] {
            let used = size_of_val(Table::new(bytes).words());
            assert!(used <= bytes && 2 * used > bytes, "{bytes}");
        }
    }
}

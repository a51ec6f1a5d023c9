//! Positions met before, in a table that many threads read and write without locks.
//!
//! An entry is two words, written one after the other. The first holds what is known, the second
//! the position's key combined with the first: if two threads write at the same time and a reader
//! gets a word from each, key and content do not fit and the entry counts as another position's.

use crate::table::Bound;
use bytemuck::Zeroable;
use game::Score;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// The code that stands for no move.
pub(super) const NO_MOVE: u32 = (1 << CODE_BITS) - 1;
/// The greatest depth an entry can hold.
pub(super) const DEEPEST: u8 = u8::MAX;

const CODE_BITS: u32 = 24;
const AGE_BITS: u32 = 5;
/// The lowest bits of the second word: bound, whole, age. The key's own bits there are given up;
/// they decide about the place in the table and so are known anyway.
const MARKS: u64 = (1 << (AGE_BITS + 3)) - 1;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// Seen from the position itself.
    pub(super) value: Score,
    /// Plies searched below it.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the whole game below it was seen, so that greater depth changes nothing.
    pub(super) whole: bool,
    /// The code of the best move, or of the one that cut; or [`NO_MOVE`].
    pub(super) code: u32,
}

#[derive(Debug, Zeroable)]
struct Slot {
    content: AtomicU64,
    check: AtomicU64,
}

/// So many entries share a place: one line of the processor's cache.
const SHARING: usize = 4;
const LINE_BYTES: usize = SHARING * size_of::<Slot>();

/// The table.
pub(super) struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a line of the cache.
    first: usize,
    /// How many places there are, less one: a power of two less one.
    mask: usize,
    age: AtomicU8,
    /// The next slot whose page the system has to be asked for.
    unclaimed: AtomicUsize,
}

impl fmt::Debug for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Table of {} places", self.mask + 1)
    }
}

impl Table {
    /// A table that takes at most so many bytes, but has at least one place.
    pub(super) fn new(bytes: usize) -> Table {
        let places = (bytes / LINE_BYTES).max(1);
        // A power of two, so that a place is found by masking.
        let places = 1_usize << places.ilog2();
        // Memory that the system hands out as zeros when it is first touched, so that making even
        // a large table takes no time. It does so only where nothing is said about alignment; a
        // few slots more make up for that.
        let slots: Box<[Slot]> = bytemuck::zeroed_slice_box(SHARING * places + SHARING - 1);
        let beyond = slots.as_ptr().addr() % LINE_BYTES;
        Table {
            first: (LINE_BYTES - beyond) % LINE_BYTES / size_of::<Slot>(),
            slots,
            mask: places - 1,
            age: AtomicU8::new(0),
            unclaimed: AtomicUsize::new(0),
        }
    }

    /// What was written before now gives way more easily.
    pub(super) fn begin_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Asks the system for all pages of the table, if a search has had so many nodes that it will
    /// soon have touched most of them. `count` is called for each, and can stop it; the rest is
    /// asked for next time.
    ///
    /// A page that is first read and then written interrupts the search twice, and the second time
    /// every processor that works for it: more than a third of the engine's time in matches at a
    /// tenth of a second a move went there. Written at once, a page costs a small part of that.
    pub(super) fn claim_pages<E>(
        &self,
        nodes: u64,
        mut count: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        const PAGE: usize = 4096 / size_of::<Slot>();
        const SOON: u64 = 4;
        if nodes * SOON < (self.slots.len() / PAGE) as u64 {
            return Ok(());
        }
        loop {
            let number = self.unclaimed.fetch_add(PAGE, Ordering::Relaxed);
            let Some(slot) = self.slots.get(number) else {
                // So that the number does not grow for ever.
                self.unclaimed.store(self.slots.len(), Ordering::Relaxed);
                return Ok(());
            };
            // Changes nothing, but counts as writing; what another thread has put there stays.
            let _ = slot
                .check
                .compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
            count()?;
        }
    }

    fn age(&self) -> u64 {
        u64::from(self.age.load(Ordering::Relaxed)) & ((1 << AGE_BITS) - 1)
    }

    #[inline]
    fn place(&self, key: u64) -> &[Slot] {
        let start = self.first + SHARING * (key as usize & self.mask);
        &self.slots[start..start + SHARING]
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.place(key).iter().find_map(|slot| {
            let content = slot.content.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ content;
            ((check ^ key) & !MARKS == 0)
                .then(|| unpack(content, check))
                .flatten()
        })
    }

    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let age = self.age();
        // The entry of the same position, or else the one that is worth least: shallow and old.
        let mut target = None;
        let mut least = u32::MAX;
        let mut code = entry.code;
        for slot in self.place(key) {
            let content = slot.content.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ content;
            if (check ^ key) & !MARKS == 0 && (content != 0 || check != 0) {
                // What was the best move is better than nothing.
                if code == NO_MOVE {
                    code = content as u32 & NO_MOVE;
                }
                target = Some(slot);
                break;
            }
            let years = (age.wrapping_sub(check & MARKS) & ((1 << AGE_BITS) - 1)) as u32;
            let depth = (content >> CODE_BITS) as u8;
            let worth = if content == 0 {
                0
            } else {
                (u32::from(depth) + 256).saturating_sub(8 * years)
            };
            if worth < least {
                least = worth;
                target = Some(slot);
            }
        }
        let Some(slot) = target else { return };
        let content = u64::from(entry.value.as_i32() as u32) << 32
            | u64::from(entry.depth) << CODE_BITS
            | u64::from(code);
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        let marks = age | bound << AGE_BITS | u64::from(entry.whole) << (AGE_BITS + 2);
        slot.content.store(content, Ordering::Relaxed);
        slot.check
            .store((key & !MARKS | marks) ^ content, Ordering::Relaxed);
    }
}

fn unpack(content: u64, check: u64) -> Option<Entry> {
    let bound = match check >> AGE_BITS & 3 {
        1 => Bound::Exact,
        2 => Bound::AtLeast,
        3 => Bound::AtMost,
        // Never written.
        _ => return None,
    };
    Some(Entry {
        value: Score::from_i32((content >> 32) as u32 as i32),
        depth: (content >> CODE_BITS) as u8,
        bound,
        whole: check >> (AGE_BITS + 2) & 1 == 1,
        code: content as u32 & NO_MOVE,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::mix;

    fn entry(number: u64) -> Entry {
        Entry {
            value: Score::value((number % 1_000_003) as i32 - 500_000),
            depth: (number % 200) as u8,
            bound: [Bound::Exact, Bound::AtLeast, Bound::AtMost][(number % 3) as usize],
            whole: number.is_multiple_of(2),
            code: (number % u64::from(NO_MOVE)) as u32,
        }
    }

    #[test]
    fn what_is_put_is_got_and_nothing_else() {
        let table = Table::new(1 << 16);
        for number in 0..1000 {
            table.put(mix(number), entry(number));
            assert_eq!(table.get(mix(number)), Some(entry(number)));
        }
        for number in 1000..100_000 {
            assert_eq!(table.get(mix(number)), None);
        }
        for decided in [Score::win_in(7), Score::loss_in(1_000_000)] {
            let entry = Entry {
                value: decided,
                ..entry(5)
            };
            table.put(9, entry);
            assert_eq!(table.get(9), Some(entry));
        }
    }

    #[test]
    fn deep_entries_stay_and_old_ones_give_way() {
        let table = Table::new(1);
        let with_depth = |depth| Entry {
            depth,
            code: 1,
            ..entry(0)
        };
        let key = |number: u64| number << 32;
        for number in 1..=4 {
            table.put(key(number), with_depth(10 * number as u8));
        }
        table.put(key(5), with_depth(5));
        let kept = |numbers: &[u64]| {
            numbers
                .iter()
                .map(|&number| table.get(key(number)).is_some())
                .collect::<Vec<_>>()
        };
        assert_eq!(kept(&[1, 2, 3, 4, 5]), [false, true, true, true, true]);
        for _ in 0..6 {
            table.begin_search();
        }
        table.put(key(6), with_depth(1));
        table.put(key(7), with_depth(1));
        assert_eq!(
            kept(&[2, 3, 4, 5, 6, 7]),
            [false, true, true, false, true, true]
        );
    }

    #[test]
    fn claiming_pages_changes_nothing_and_goes_on_where_it_was_stopped() {
        let table = Table::new(1 << 20);
        for number in 0..1000 {
            table.put(mix(number), entry(number));
        }
        let claim = |nodes, most: u32| {
            let mut pages = 0;
            let stopped = table.claim_pages(nodes, || {
                pages += 1;
                if pages < most { Ok(()) } else { Err(()) }
            });
            (pages, stopped.is_err())
        };
        assert_eq!(claim(63, 1000), (0, false));
        assert_eq!(claim(65, 100), (100, true));
        assert_eq!(claim(65, 1000), (157, false));
        assert_eq!(claim(65, 1000), (0, false));
        for number in 0..1000 {
            assert_eq!(table.get(mix(number)), Some(entry(number)));
        }
    }

    #[test]
    fn threads_never_read_what_no_thread_wrote() {
        let table = Table::new(1 << 8);
        let table = &table;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    for round in 0..50_000_u64 {
                        let number = mix(round << 2 | thread) % 64;
                        if round.is_multiple_of(2) {
                            table.put(mix(number), entry(number));
                        } else if let Some(found) = table.get(mix(number)) {
                            assert_eq!(found, entry(number));
                        }
                    }
                });
            }
        });
    }
}

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
/// So many slots share a page, the unit in which the system hands out memory.
const PAGE: usize = 4096 / size_of::<Slot>();
/// How many places are in use at first. As many as [`MARKS`] can tell apart, at least: from the
/// place comes what an entry does not hold of its key.
const FIRST_PLACES: usize = 1 << 12;
/// How many times as many are in use after each step.
const STEP: usize = 4;
/// How many slots there should be for each node when an iteration begins, which will have several
/// times the nodes of those before it.
const ROOM: u64 = 8;

/// The table.
pub(super) struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a line of the cache.
    first: usize,
    /// How many places there are: a power of two.
    places: usize,
    /// How many of them are in use, less one: a power of two less one.
    mask: AtomicUsize,
    age: AtomicU8,
}

impl fmt::Debug for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Table of {} places", self.places)
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
            places,
            mask: AtomicUsize::new(places.min(FIRST_PLACES) - 1),
            age: AtomicU8::new(0),
        }
    }

    /// What was written before now gives way more easily.
    pub(super) fn begin_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes more of the table into use, if a search has had so many nodes that it will soon need
    /// them. `count` is called for each page and can stop it; it is begun again next time.
    ///
    /// All of the table at once would cost a short search more than its table is worth: of a
    /// millisecond for a move, most went to the system, for pages of which hardly any were used.
    /// And a page that is first read and then written interrupts the search twice, and the second
    /// time every processor that works for it; written at once, a page costs a small part of that.
    pub(super) fn grow<E>(
        &self,
        nodes: u64,
        mut count: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let places = self.mask.load(Ordering::Relaxed) + 1;
            let slots = (SHARING * places) as u64;
            if places == self.places || nodes.saturating_mul(ROOM) <= slots {
                return Ok(());
            }
            let more = self.places.min(STEP * places);
            for number in (SHARING * places..SHARING * more).step_by(PAGE) {
                // Changes nothing, but counts as writing.
                let check = &self.slots[self.first + number].check;
                let _ = check.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
                count()?;
            }
            for place in 0..places {
                self.spread(place, more);
                if place.is_multiple_of(PAGE) {
                    count()?;
                }
            }
            // Another thread may have done the same, and more.
            self.mask.fetch_max(more - 1, Ordering::Relaxed);
        }
    }

    /// Copies what is at a place to where it belongs when `places` are in use. Entries that come to
    /// the same new place are from the same old one, so each has a slot there. What stays behind
    /// belongs elsewhere now, and will not be found.
    fn spread(&self, place: usize, places: usize) {
        for number in 0..SHARING {
            let slot = &self.slots[self.first + SHARING * place + number];
            let content = slot.content.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            let key = (check ^ content) & !MARKS | place as u64 & MARKS;
            let new_place = key as usize & (places - 1);
            if new_place != place && content != 0 {
                let slot = &self.slots[self.first + SHARING * new_place + number];
                slot.content.store(content, Ordering::Relaxed);
                slot.check.store(check, Ordering::Relaxed);
            }
        }
    }

    fn age(&self) -> u64 {
        u64::from(self.age.load(Ordering::Relaxed)) & ((1 << AGE_BITS) - 1)
    }

    #[inline]
    fn place(&self, key: u64) -> &[Slot] {
        let start = self.first + SHARING * (key as usize & self.mask.load(Ordering::Relaxed));
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
    fn growing_loses_nothing_and_can_be_stopped() {
        // 4096 places are in use at first, of 32768; a step is to 16384, the next to all.
        let table = Table::new(1 << 21);
        let keys = || (0..1000).map(|number| (mix(number), number));
        for (key, number) in keys() {
            table.put(key, entry(number));
        }
        let grow = |nodes, most: u32| {
            let mut calls = 0;
            let stopped = table.grow(nodes, || {
                calls += 1;
                if calls < most { Ok(()) } else { Err(()) }
            });
            for (key, number) in keys() {
                assert_eq!(table.get(key), Some(entry(number)));
            }
            for (key, _) in keys() {
                assert_eq!(table.get(key ^ 1 << 13), None);
            }
            (table.mask.load(Ordering::Relaxed) + 1, stopped.is_err())
        };
        assert_eq!(grow(2048, u32::MAX), (4096, false));
        assert_eq!(grow(2049, 100), (4096, true));
        // Stopped with all pages at hand and some entries in their new places.
        assert_eq!(grow(2049, 200), (4096, true));
        assert_eq!(grow(2049, u32::MAX), (16384, false));
        assert_eq!(grow(8192, u32::MAX), (16384, false));
        assert_eq!(grow(u64::MAX, u32::MAX), (32768, false));
        for (key, number) in keys() {
            table.put(key, entry(number + 1));
            assert_eq!(table.get(key), Some(entry(number + 1)));
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

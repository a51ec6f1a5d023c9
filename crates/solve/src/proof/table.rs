//! Positions met before, with a few bits of what was found out about them.
//!
//! A key is mixed without loss. A part of the result says where in the table the position belongs,
//! and 74 of the other bits are kept there, so that two positions are taken for one less than
//! once in 10²¹ times that a full place is looked at. Entries that share a place replace each other: the
//! last of them always, the others only for as much work.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many bits an entry has for what was found out.
pub(crate) const DATA_BITS: u32 = 48;
const WORK_BITS: u32 = 6;
/// Entries of one place: together a line of the processor's cache.
const SHARING: usize = 4;

/// An entry: 64 bits of the mixed key, and the last of it with the data.
type Entry = [AtomicU64; 2];

/// A key as the table wants it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scrambled(u128);

impl Scrambled {
    /// Mixes a key. Each step can be undone.
    #[inline]
    pub(crate) fn new(key: u128) -> Scrambled {
        let mut key = key;
        for _ in 0..2 {
            key ^= key >> 64;
            key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        }
        Scrambled(key ^ key >> 64)
    }

    /// The bits that an entry keeps.
    #[inline]
    fn kept(self) -> (u64, u64) {
        let upper = (self.0 >> 64) as u64;
        (self.0 as u64, upper << (DATA_BITS + WORK_BITS))
    }
}

/// The table.
pub(crate) struct Table {
    entries: Box<[[Entry; SHARING]]>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Table of {} places", self.entries.len())
    }
}

impl Table {
    /// A table of at most so many bytes. With too few for one entry it keeps nothing.
    pub(crate) fn new(bytes: usize) -> Table {
        let places = bytes / size_of::<[Entry; SHARING]>();
        Table {
            entries: bytemuck::zeroed_slice_box(places),
        }
    }

    /// All of it.
    pub(crate) fn words(&self) -> &[AtomicU64] {
        self.entries.as_flattened().as_flattened()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for word in self.entries.as_flattened_mut().as_flattened_mut() {
            *word.get_mut() = 0;
        }
    }

    #[inline]
    fn place(&self, key: Scrambled) -> &[Entry] {
        // The upper bits as a fraction of all places.
        let upper = key.0 >> 64;
        let number = (upper * self.entries.len() as u128) >> 64;
        self.entries
            .get(number as usize)
            .map_or(&[], |place| place.as_slice())
    }

    /// What was put for a key; never 0.
    #[inline]
    pub(crate) fn get(&self, key: Scrambled) -> Option<u64> {
        let (low, high) = key.kept();
        self.place(key).iter().find_map(|words| {
            let word = words[1].load(Ordering::Relaxed);
            let fits = words[0].load(Ordering::Relaxed) == low
                && (word ^ high) >> (DATA_BITS + WORK_BITS) == 0;
            let data = word & ((1 << DATA_BITS) - 1);
            (fits && data != 0).then_some(data)
        })
    }

    /// Keeps data, which must not be 0, for a key that so many nodes were spent on.
    #[inline]
    pub(crate) fn put(&self, key: Scrambled, data: u64, nodes: u64) {
        let (low, high) = key.kept();
        let work = u64::from((nodes | 1).ilog2()).min((1 << WORK_BITS) - 1);
        let place = self.place(key);
        let work_of = |word: u64| word >> DATA_BITS & ((1 << WORK_BITS) - 1);
        let mut victim = None;
        let mut least = u64::MAX;
        for (number, words) in place.iter().enumerate() {
            let word = words[1].load(Ordering::Relaxed);
            let same = words[0].load(Ordering::Relaxed) == low
                && (word ^ high) >> (DATA_BITS + WORK_BITS) == 0;
            if same || word == 0 {
                victim = Some(number);
                break;
            }
            let is_last = number + 1 == SHARING;
            if is_last && least > work {
                victim = Some(number);
            } else if !is_last && work_of(word) < least {
                least = work_of(word);
                victim = Some(number);
            }
        }
        if let Some(words) = victim.and_then(|number| place.get(number)) {
            words[0].store(low, Ordering::Relaxed);
            words[1].store(high | work << DATA_BITS | data, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_until_it_is_replaced() {
        for bytes in [64, 1000, 1 << 16] {
            let mut table = Table::new(bytes);
            assert!(8 * table.words().len() <= bytes);
            for number in 1..=5000_u128 {
                let data = number as u64 * 7 + 1;
                table.put(Scrambled::new(number), data, number as u64);
                assert_eq!(table.get(Scrambled::new(number)), Some(data));
            }
            let found = (1..=5000_u128).filter(|&number| {
                let data = table.get(Scrambled::new(number));
                data.is_some_and(|data| data == number as u64 * 7 + 1)
            });
            let most = table.entries.len() * SHARING;
            assert!((1..=most).contains(&found.count()));
            table.clear();
            assert!((1..=5000).all(|number| table.get(Scrambled::new(number)).is_none()));
        }
    }

    #[test]
    fn a_table_without_room_keeps_nothing() {
        let table = Table::new(63);
        table.put(Scrambled::new(1), 1, 1);
        assert_eq!(table.get(Scrambled::new(1)), None);
    }

    /// What took more work stays; the last entry of a place takes whatever comes.
    #[test]
    fn work_is_kept() {
        let table = Table::new(64);
        for number in 0..3 {
            table.put(Scrambled::new(number), 1, 1 << 20);
        }
        for number in 3..100 {
            table.put(Scrambled::new(number), 1, 1);
            assert!(table.get(Scrambled::new(number)).is_some());
        }
        assert!((0..3).all(|number| table.get(Scrambled::new(number)).is_some()));
    }
}

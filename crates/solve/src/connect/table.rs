//! Positions met before, with what is proven about their scores.
//!
//! A key is mixed without loss; a part of the result says where in the table the position belongs,
//! and the rest is kept there. So no two positions are taken for one, and an entry of a board of up
//! to 64 bits needs only one word. Two entries share a place: one that is replaced by
//! whatever took more work, and one that is always replaced.
//!
//! Entries know in which search they were written. To clear the table is to begin another.
//!
//! A search waits for memory more than for anything else, and a table that fits the processor's cache
//! answers several times as fast. So only a small part is used at first, and it grows as the work does.

use bytemuck::Zeroable;
use game::bits::Bits;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is proven: the score is at least and at most so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

const SCORE_BITS: u32 = 7;
const SCORE_OFFSET: i32 = 1 << (SCORE_BITS - 1);
const WORK_BITS: u32 = 5;
const DATA_BITS: u32 = 2 * SCORE_BITS + WORK_BITS;
/// The search's number takes at most so many bits.
const MOST_EPOCH_BITS: u32 = 20;
/// … and, where the table is to grow, at least so many.
const FEWEST_EPOCH_BITS: u32 = 4;
const SHARING: usize = 2;
/// The table begins with two to this power of places, a megabyte or two. Half of that is no faster.
const FIRST_PLACE_BITS: u32 = 16;
/// When it grows, then by so many bits.
const GROWTH: u32 = 2;
/// It grows when so many nodes were searched for each of its places. Sooner is slower: the nodes it
/// saves are fewer than those that could be searched while waiting for memory.
const NODES_FOR_PLACE: u64 = 512;

/// How a table holds entries for keys of a type.
pub(crate) trait Tabled: Bits {
    /// An entry.
    type Slot: Zeroable + Send + Sync;
    /// How many bits an entry has apart from [`DATA_BITS`].
    const ROOM: u32;

    /// The same set of cells; those beyond are dropped.
    fn from_u128(cells: u128) -> Self;
    /// Mixes a key of so many bits, without loss.
    fn scramble(self, width: u32) -> Self;
    /// Its bits from `shift` on, as a place in a table.
    fn place(self, shift: u32) -> usize;
    /// What is left of the mixed key below bit `shift`, and the data in front of it.
    fn pack(self, shift: u32, data: u64) -> Self;
    /// The data of what was packed, if it belongs to this mixed key.
    fn unpack(self, packed: Self, shift: u32) -> Option<u64>;
    fn data(packed: Self, shift: u32) -> u64;
    fn load(slot: &Self::Slot) -> Self;
    fn store(slot: &Self::Slot, packed: Self);
    /// The entries as the words they are made of.
    fn words(slots: &[Self::Slot]) -> &[AtomicU64];
}

impl Tabled for u64 {
    type Slot = AtomicU64;
    const ROOM: u32 = u64::BITS - DATA_BITS;

    #[inline(always)]
    fn from_u128(cells: u128) -> u64 {
        cells as u64
    }
    #[inline(always)]
    fn scramble(self, width: u32) -> u64 {
        let mask = u64::MAX >> (u64::BITS - width);
        // Each step can be undone: multiplication by an odd number, and what is shifted in comes
        // from bits that stay.
        let mut key = self;
        key ^= key >> width.div_ceil(2);
        key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        key ^ key >> width.div_ceil(2)
    }
    #[inline(always)]
    fn place(self, shift: u32) -> usize {
        (self >> shift) as usize
    }
    #[inline(always)]
    fn pack(self, shift: u32, data: u64) -> u64 {
        self & ((1 << shift) - 1) | data << shift
    }
    #[inline(always)]
    fn unpack(self, packed: u64, shift: u32) -> Option<u64> {
        ((packed ^ self) & ((1 << shift) - 1) == 0).then_some(packed >> shift)
    }
    #[inline(always)]
    fn data(packed: u64, shift: u32) -> u64 {
        packed >> shift
    }
    #[inline(always)]
    fn load(slot: &AtomicU64) -> u64 {
        slot.load(Ordering::Relaxed)
    }
    #[inline(always)]
    fn store(slot: &AtomicU64, packed: u64) {
        slot.store(packed, Ordering::Relaxed);
    }
    fn words(slots: &[AtomicU64]) -> &[AtomicU64] {
        slots
    }
}

impl Tabled for u128 {
    type Slot = [AtomicU64; 2];
    const ROOM: u32 = u128::BITS - DATA_BITS;

    #[inline]
    fn from_u128(cells: u128) -> u128 {
        cells
    }
    #[inline]
    fn scramble(self, width: u32) -> u128 {
        let mask = u128::MAX >> (u128::BITS - width);
        let mut key = self;
        key ^= key >> width.div_ceil(2);
        key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835) & mask;
        key ^ key >> width.div_ceil(2)
    }
    #[inline]
    fn place(self, shift: u32) -> usize {
        (self >> shift) as usize
    }
    #[inline]
    fn pack(self, shift: u32, data: u64) -> u128 {
        self & ((1 << shift) - 1) | u128::from(data) << shift
    }
    #[inline]
    fn unpack(self, packed: u128, shift: u32) -> Option<u64> {
        ((packed ^ self) & ((1 << shift) - 1) == 0).then_some((packed >> shift) as u64)
    }
    #[inline]
    fn data(packed: u128, shift: u32) -> u64 {
        (packed >> shift) as u64
    }
    /// The two words are written one after the other. The lower is kept combined with all bits of
    /// the upper, so that words of two entries do not fit together, but once in 2^64 times.
    #[inline]
    fn load(slot: &[AtomicU64; 2]) -> u128 {
        let upper = slot[1].load(Ordering::Relaxed);
        let lower = slot[0].load(Ordering::Relaxed) ^ game::random::mix(upper);
        u128::from(upper) << 64 | u128::from(lower)
    }
    #[inline]
    fn store(slot: &[AtomicU64; 2], packed: u128) {
        let upper = (packed >> 64) as u64;
        slot[1].store(upper, Ordering::Relaxed);
        slot[0].store(packed as u64 ^ game::random::mix(upper), Ordering::Relaxed);
    }
    fn words(slots: &[[AtomicU64; 2]]) -> &[AtomicU64] {
        slots.as_flattened()
    }
}

/// The table, for keys of one width.
pub(crate) struct Table<B: Tabled> {
    /// Two for each place, and behind them one that says how many places are in use, so that
    /// whoever copies the slots copies that too.
    slots: Box<[B::Slot]>,
    width: u32,
    /// Two to this power of places are in use now, …
    place_bits: u32,
    /// … after the table was cleared, …
    least_place_bits: u32,
    /// … and at most.
    most_place_bits: u32,
    /// The bits of a mixed key from here on say where it belongs.
    place_shift: u32,
    /// How many of the others are kept in an entry: all but in the smallest tables of the largest
    /// boards, where still more than a hundred have to agree.
    shift: u32,
    epoch: u64,
    last_epoch: u64,
}

impl<B: Tabled> std::fmt::Debug for Table<B> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Table of {} entries", self.slots.len())
    }
}

impl<B: Tabled> Table<B> {
    /// How many places fit so many bytes: as a power of two, at least two, and no more than there are
    /// keys.
    fn place_bits(bytes: usize, width: u32) -> u32 {
        let places = bytes / (SHARING * size_of::<B::Slot>());
        places.max(2).ilog2().min(width)
    }

    /// Whether a table of so many bytes can keep all that is left of the keys.
    pub(crate) fn can_hold(bytes: usize, width: u32) -> bool {
        width - Self::place_bits(bytes, width) < B::ROOM
    }

    /// A table of at most so many bytes for keys of `width` bits.
    pub(crate) fn new(bytes: usize, width: u32) -> Table<B> {
        let most_place_bits = Self::place_bits(bytes, width);
        // To move, an entry must have kept all of its key.
        let needed = (width + FEWEST_EPOCH_BITS).saturating_sub(B::ROOM);
        let least_place_bits = needed.max(FIRST_PLACE_BITS).min(most_place_bits);
        let shift = (width - least_place_bits).min(B::ROOM - 1);
        let epoch_bits = (B::ROOM - shift).min(MOST_EPOCH_BITS);
        let mut table = Table {
            slots: bytemuck::zeroed_slice_box((SHARING << most_place_bits) + 1),
            width,
            place_bits: 0,
            least_place_bits,
            most_place_bits,
            place_shift: 0,
            shift: 0,
            epoch: 1,
            last_epoch: (1 << epoch_bits) - 1,
        };
        table.set_place_bits(least_place_bits);
        table
    }

    fn set_place_bits(&mut self, place_bits: u32) {
        self.place_bits = place_bits;
        self.place_shift = self.width - place_bits;
        self.shift = self.place_shift.min(B::ROOM - 1);
        if let Some(size) = self.slots.last() {
            B::store(size, B::from_u128(place_bits.into()));
        }
    }

    /// All of it.
    pub(crate) fn words(&self) -> &[AtomicU64] {
        B::words(&self.slots)
    }

    /// Uses as many places as whoever wrote the words did.
    pub(crate) fn adopt(&mut self) {
        let written = self.slots.last().map_or(0, |size| B::load(size).place(0));
        let written = u32::try_from(written).unwrap_or(0);
        if (self.least_place_bits..=self.most_place_bits).contains(&written) {
            self.set_place_bits(written);
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let has_grown = self.place_bits > self.least_place_bits;
        self.set_place_bits(self.least_place_bits);
        if has_grown || self.epoch == self.last_epoch {
            // Entries of another size would be taken for others.
            self.epoch = 1;
            for slot in &self.slots[..SHARING << self.place_bits] {
                B::store(slot, B::ZERO);
            }
        } else {
            self.epoch += 1;
        }
    }

    /// After so many nodes the table should grow; never, if it cannot.
    pub(crate) fn grows_after(&self) -> u64 {
        if self.place_bits < self.most_place_bits {
            NODES_FOR_PLACE << self.place_bits
        } else {
            u64::MAX
        }
    }

    /// Takes more places into use.
    pub(crate) fn grow(&mut self) {
        let (places, old_shift) = (1_usize << self.place_bits, self.shift);
        let place_bits = (self.place_bits + GROWTH).min(self.most_place_bits);
        let more = place_bits - self.place_bits;
        self.set_place_bits(place_bits);
        // The entries of a place go to places that are all behind it, but for the very first, so the
        // last ones make room for those before them.
        for place in (0..places).rev() {
            let held = [0, 1].map(|number| B::load(&self.slots[SHARING * place + number]));
            let targets = SHARING * (place << more)..SHARING * ((place + 1) << more);
            for slot in &self.slots[targets] {
                B::store(slot, B::ZERO);
            }
            for packed in held {
                let data = B::data(packed, old_shift);
                if data >> DATA_BITS != self.epoch {
                    continue;
                }
                let rest = packed & B::first(old_shift as usize);
                let target = SHARING * (place << more | rest.place(self.shift));
                let packed = rest.pack(self.shift, data);
                let [first, second] = [&self.slots[target], &self.slots[target + 1]];
                let is_free = B::load(first) == B::ZERO;
                B::store(if is_free { first } else { second }, packed);
            }
        }
    }

    #[inline(always)]
    fn place(&self, scrambled: B) -> [&B::Slot; SHARING] {
        let first = SHARING * scrambled.place(self.place_shift);
        [&self.slots[first], &self.slots[first + 1]]
    }

    /// The data of an entry, if it is one of this position.
    #[inline(always)]
    fn fitting(&self, scrambled: B, packed: B) -> Option<u64> {
        let data = scrambled.unpack(packed, self.shift)?;
        (data >> DATA_BITS == self.epoch).then_some(data)
    }

    /// A key as the table wants it.
    #[inline(always)]
    pub(crate) fn scramble(&self, key: B) -> B {
        key.scramble(self.width)
    }

    /// Says that a position will be asked for soon, so that its place is on the way from memory.
    #[inline(always)]
    #[allow(
        unsafe_code,
        reason = "a third less time with 16 MiB on the set L1_R2: memory is what a search waits for"
    )]
    pub(crate) fn fetch(&self, scrambled: B) {
        let [first, _] = self.place(scrambled);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86-64 processor has the instruction, which neither reads nor writes as
            // far as a program can tell, and faults for no address; this one is that of a slot.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(first).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = first;
    }

    /// What is known about a position.
    #[inline(always)]
    pub(crate) fn get(&self, scrambled: B) -> Option<Bounds> {
        let [first, second] = self.place(scrambled);
        let data = match self.fitting(scrambled, B::load(first)) {
            Some(data) => data,
            None => self.fitting(scrambled, B::load(second))?,
        };
        Some(unpack_bounds(data))
    }

    /// Puts down what is known about a position after so much work, a logarithm of nodes.
    #[inline(always)]
    pub(crate) fn put(&self, scrambled: B, bounds: Bounds, work: u32) {
        let [first, second] = self.place(scrambled);
        let work = u64::from(work.min((1 << WORK_BITS) - 1));
        let data = self.epoch << DATA_BITS
            | work << (2 * SCORE_BITS)
            | ((bounds.least + SCORE_OFFSET) as u64) << SCORE_BITS
            | (bounds.most + SCORE_OFFSET) as u64;
        let packed = scrambled.pack(self.shift, data);
        let there = B::load(first);
        let held = B::data(there, self.shift);
        let gives_way = held >> DATA_BITS != self.epoch
            || held >> (2 * SCORE_BITS) & ((1 << WORK_BITS) - 1) <= work
            || scrambled.unpack(there, self.shift).is_some();
        B::store(if gives_way { first } else { second }, packed);
    }
}

#[inline(always)]
fn unpack_bounds(data: u64) -> Bounds {
    let mask = (1 << SCORE_BITS) - 1;
    Bounds {
        least: (data >> SCORE_BITS & mask) as i32 - SCORE_OFFSET,
        most: (data & mask) as i32 - SCORE_OFFSET,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_mixed_without_loss() {
        for width in [1, 2, 7, 12, 16] {
            let keys = 0..1_u64 << width;
            let small: HashSet<u64> = keys.clone().map(|key| key.scramble(width)).collect();
            let large: HashSet<u128> = keys
                .clone()
                .map(|key| u128::from(key).scramble(width))
                .collect();
            assert_eq!(small.len() as u64, keys.end, "{width}");
            assert_eq!(large.len() as u64, keys.end, "{width}");
            assert!(small.into_iter().all(|key| key < keys.end), "{width}");
        }
    }

    fn check_table<B: Tabled>(bytes: usize, width: u32) {
        let mut table = Table::<B>::new(bytes, width);
        let key = |number: u64| {
            B::from_u128(u128::from(number) * 0x1234_5677 % (1 << width)).scramble(width)
        };
        let bounds = |number: u64| Bounds {
            least: (number % 63) as i32 - 63,
            most: (number % 64) as i32,
        };
        // More often than there are numbers for searches.
        for round in 0..70 {
            if round == 35 && table.grows_after() < u64::MAX {
                table.grow();
            }
            table.clear();
            let mut found = 0;
            for number in 0..2000 {
                assert_eq!(table.get(key(number)), None, "{bytes} {width}");
                table.put(key(number), bounds(number), number as u32 % 40);
                // The newest is always there.
                assert_eq!(table.get(key(number)), Some(bounds(number)));
            }
            for number in 0..2000 {
                if let Some(there) = table.get(key(number)) {
                    assert_eq!(there, bounds(number));
                    found += 1;
                }
            }
            assert!(found > 0);
        }
    }

    #[test]
    fn what_is_put_is_got_until_the_table_is_cleared() {
        check_table::<u64>(1 << 16, 49);
        check_table::<u64>(1 << 10, 49);
        check_table::<u64>(0, 44);
        check_table::<u64>(1 << 20, 59);
        check_table::<u128>(1 << 12, 49);
        check_table::<u128>(1 << 16, 100);
        check_table::<u128>(0, 127);
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_knows() {
        fn check<B: Tabled>(width: u32) {
            let mut table = Table::<B>::new(64 << 20, width);
            let key = |number: u64| {
                B::from_u128(u128::from(number) * 0x1234_5677_89AB % (1 << width)).scramble(width)
            };
            let bounds = Bounds { least: -3, most: 5 };
            for _ in 0..3 {
                table.clear();
                for number in 0..40_000 {
                    table.put(key(number), bounds, number as u32 % 30);
                }
                let kept = |table: &Table<B>| {
                    (0..40_000)
                        .filter(|&number| table.get(key(number)) == Some(bounds))
                        .collect::<Vec<u64>>()
                };
                let before = kept(&table);
                assert!(before.len() > 30_000, "{}", before.len());
                let mut sizes = 0;
                while table.grows_after() < u64::MAX {
                    table.grow();
                    sizes += 1;
                    assert_eq!(kept(&table), before);
                    // Nobody else is known.
                    assert!((40_000..80_000).all(|number| table.get(key(number)).is_none()));
                }
                assert!(sizes > 1, "{sizes}");
                // A copy of the slots is a copy of the table.
                let mut copy = Table::<B>::new(64 << 20, width);
                copy.epoch = table.epoch;
                for (word, written) in copy.words().iter().zip(table.words()) {
                    word.store(written.load(Ordering::Relaxed), Ordering::Relaxed);
                }
                copy.adopt();
                assert_eq!(kept(&copy), before);
            }
        }
        check::<u64>(49);
        check::<u64>(56);
        check::<u128>(100);
    }

    #[test]
    fn a_table_knows_what_it_can_hold() {
        assert!(Table::<u64>::can_hold(16 << 20, 64));
        assert!(!Table::<u64>::can_hold(8 << 20, 64));
        assert!(Table::<u64>::can_hold(0, 45) && !Table::<u64>::can_hold(0, 46));
        assert!(Table::<u128>::can_hold(0, 109) && !Table::<u128>::can_hold(1 << 20, 128));
    }
}

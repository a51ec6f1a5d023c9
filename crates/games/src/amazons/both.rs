//! Two sets of cells, one of each side, to which everything is done at once.

use game::bits::Bits;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of the side to move and one of the other.
pub(super) trait Both<B>:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    fn new(sets: [B; 2]) -> Self;

    fn sets(self) -> [B; 2];

    /// Each set in the place of the other.
    fn exchanged(self) -> Self;

    /// How many cells there are in each.
    fn counts(self) -> [i32; 2];

    /// Whether both are empty.
    fn are_zero(self) -> bool;

    /// The same set for either side.
    #[inline(always)]
    fn same(set: B) -> Self
    where
        B: Copy,
    {
        Self::new([set; 2])
    }
}

/// One after the other: for boards of any size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plain<B>([B; 2]);

impl<B: Bits> Both<B> for Plain<B> {
    #[inline(always)]
    fn new(sets: [B; 2]) -> Self {
        Plain(sets)
    }

    #[inline(always)]
    fn sets(self) -> [B; 2] {
        self.0
    }

    #[inline(always)]
    fn exchanged(self) -> Self {
        let [own, other] = self.0;
        Plain([other, own])
    }

    #[inline(always)]
    fn counts(self) -> [i32; 2] {
        self.0.map(|set| set.count() as i32)
    }

    #[inline(always)]
    fn are_zero(self) -> bool {
        (self.0[0] | self.0[1]).is_zero()
    }
}

/// Word by word, the words of both sides in one register, for boards of up to 64 × `WORDS` cells and
/// shifts that the compiler knows: then a shift over several words takes a few instructions for
/// both sides, where the processor's own for two words of one side takes many on some processors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes<const WORDS: usize>([Lane; WORDS]);

impl<B: Bits, const WORDS: usize> Both<B> for Lanes<WORDS> {
    #[inline(always)]
    fn new(sets: [B; 2]) -> Self {
        // There are no more than 128 cells.
        let [own, other] = sets.map(|set| set.as_u128().unwrap_or_default());
        Lanes(std::array::from_fn(|word| {
            Lane::new([own, other].map(|set| (set >> (64 * word)) as u64))
        }))
    }

    #[inline(always)]
    fn sets(self) -> [B; 2] {
        let words = self.0.map(Lane::words);
        [0, 1].map(|side| {
            let words = words.iter().rev();
            B::of_u128(words.fold(0, |set, word| set << 64 | u128::from(word[side])))
        })
    }

    #[inline(always)]
    fn exchanged(self) -> Self {
        Lanes(self.0.map(Lane::exchanged))
    }

    #[inline(always)]
    fn counts(self) -> [i32; 2] {
        self.0.iter().fold([0; 2], |[own, other], lane| {
            let [first, second] = lane.words().map(|word| word.count_ones() as i32);
            [own + first, other + second]
        })
    }

    #[inline(always)]
    fn are_zero(self) -> bool {
        let [own, other] = self.0.into_iter().fold(Lane::zero(), BitOr::bitor).words();
        own | other == 0
    }
}

macro_rules! bitwise {
    ($($operation:ident $function:ident),*) => {$(
        impl<B: Bits> $operation for Plain<B> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Plain([0, 1].map(|side| self.0[side].$function(other.0[side])))
            }
        }

        impl<const WORDS: usize> $operation for Lanes<WORDS> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Lanes(std::array::from_fn(|word| self.0[word].$function(other.0[word])))
            }
        }
    )*};
}
bitwise!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl<B: Bits> Not for Plain<B> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Plain(self.0.map(B::not))
    }
}

impl<B: Bits> Shl<usize> for Plain<B> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, cells: usize) -> Self {
        Plain(self.0.map(|set| set << cells))
    }
}

impl<B: Bits> Shr<usize> for Plain<B> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, cells: usize) -> Self {
        Plain(self.0.map(|set| set >> cells))
    }
}

impl<const WORDS: usize> Not for Lanes<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Lanes(self.0.map(Lane::not))
    }
}

impl<const WORDS: usize> Shl<usize> for Lanes<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, cells: usize) -> Self {
        let (words, bits) = (cells / 64, cells % 64);
        Lanes(std::array::from_fn(|word| {
            let below = |distance: usize| match word.checked_sub(words + distance) {
                Some(word) => self.0[word],
                None => Lane::zero(),
            };
            if bits == 0 {
                below(0)
            } else {
                below(0) << bits | below(1) >> (64 - bits)
            }
        }))
    }
}

impl<const WORDS: usize> Shr<usize> for Lanes<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, cells: usize) -> Self {
        let (words, bits) = (cells / 64, cells % 64);
        Lanes(std::array::from_fn(|word| {
            let above = |distance: usize| {
                let lane = self.0.get(word + words + distance);
                lane.copied().unwrap_or(Lane::zero())
            };
            if bits == 0 {
                above(0)
            } else {
                above(0) >> bits | above(1) << (64 - bits)
            }
        }))
    }
}

#[cfg(target_arch = "x86_64")]
use sse2::Lane;
#[cfg(not(target_arch = "x86_64"))]
use words::Lane;

/// Every processor of this kind has these instructions; left to itself, the compiler seldom finds
/// them.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi64x,
        _mm_setzero_si128, _mm_shuffle_epi32, _mm_sll_epi64, _mm_srl_epi64, _mm_unpackhi_epi64,
        _mm_xor_si128,
    };
    use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

    /// The value of an expression of such instructions.
    macro_rules! sse2 {
        ($value:expr) => {
            // SAFETY: all that these functions require is a processor that has the instructions, and
            // SSE2 is part of every x86-64 processor; they touch nothing but their arguments.
            unsafe { $value }
        };
    }

    /// A word of each side. Shifts must be shorter than a word.
    #[derive(Debug, Clone, Copy)]
    pub(super) struct Lane(__m128i);

    impl Lane {
        #[inline(always)]
        pub(super) fn new([own, other]: [u64; 2]) -> Lane {
            Lane(sse2!(_mm_set_epi64x(other as i64, own as i64)))
        }

        #[inline(always)]
        pub(super) fn zero() -> Lane {
            Lane(sse2!(_mm_setzero_si128()))
        }

        #[inline(always)]
        pub(super) fn words(self) -> [u64; 2] {
            let other = sse2!(_mm_unpackhi_epi64(self.0, self.0));
            [self.0, other].map(|word| sse2!(_mm_cvtsi128_si64(word)) as u64)
        }

        #[inline(always)]
        pub(super) fn exchanged(self) -> Lane {
            Lane(sse2!(_mm_shuffle_epi32::<0b01_00_11_10>(self.0)))
        }
    }

    impl BitAnd for Lane {
        type Output = Lane;

        #[inline(always)]
        fn bitand(self, other: Lane) -> Lane {
            Lane(sse2!(_mm_and_si128(self.0, other.0)))
        }
    }

    impl BitOr for Lane {
        type Output = Lane;

        #[inline(always)]
        fn bitor(self, other: Lane) -> Lane {
            Lane(sse2!(_mm_or_si128(self.0, other.0)))
        }
    }

    impl BitXor for Lane {
        type Output = Lane;

        #[inline(always)]
        fn bitxor(self, other: Lane) -> Lane {
            Lane(sse2!(_mm_xor_si128(self.0, other.0)))
        }
    }

    impl Not for Lane {
        type Output = Lane;

        #[inline(always)]
        fn not(self) -> Lane {
            self ^ Lane::new([u64::MAX; 2])
        }
    }

    impl Shl<usize> for Lane {
        type Output = Lane;

        #[inline(always)]
        fn shl(self, bits: usize) -> Lane {
            Lane(sse2!(_mm_sll_epi64(self.0, _mm_cvtsi64_si128(bits as i64))))
        }
    }

    impl Shr<usize> for Lane {
        type Output = Lane;

        #[inline(always)]
        fn shr(self, bits: usize) -> Lane {
            Lane(sse2!(_mm_srl_epi64(self.0, _mm_cvtsi64_si128(bits as i64))))
        }
    }
}

/// The same for all other processors; in tests for all, so that somebody has tried it.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod words {
    use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

    /// A word of each side. Shifts must be shorter than a word.
    #[derive(Debug, Clone, Copy)]
    pub(super) struct Lane([u64; 2]);

    impl Lane {
        #[inline(always)]
        pub(super) fn new(words: [u64; 2]) -> Lane {
            Lane(words)
        }

        #[inline(always)]
        pub(super) fn zero() -> Lane {
            Lane([0; 2])
        }

        #[inline(always)]
        pub(super) fn words(self) -> [u64; 2] {
            self.0
        }

        #[inline(always)]
        pub(super) fn exchanged(self) -> Lane {
            let [own, other] = self.0;
            Lane([other, own])
        }

        #[inline(always)]
        fn zip(self, other: Lane, operation: impl Fn(u64, u64) -> u64) -> Lane {
            Lane([0, 1].map(|side| operation(self.0[side], other.0[side])))
        }
    }

    impl BitAnd for Lane {
        type Output = Lane;

        #[inline(always)]
        fn bitand(self, other: Lane) -> Lane {
            self.zip(other, BitAnd::bitand)
        }
    }

    impl BitOr for Lane {
        type Output = Lane;

        #[inline(always)]
        fn bitor(self, other: Lane) -> Lane {
            self.zip(other, BitOr::bitor)
        }
    }

    impl BitXor for Lane {
        type Output = Lane;

        #[inline(always)]
        fn bitxor(self, other: Lane) -> Lane {
            self.zip(other, BitXor::bitxor)
        }
    }

    impl Not for Lane {
        type Output = Lane;

        #[inline(always)]
        fn not(self) -> Lane {
            Lane(self.0.map(u64::not))
        }
    }

    impl Shl<usize> for Lane {
        type Output = Lane;

        #[inline(always)]
        fn shl(self, bits: usize) -> Lane {
            Lane(self.0.map(|word| word << bits))
        }
    }

    impl Shr<usize> for Lane {
        type Output = Lane;

        #[inline(always)]
        fn shr(self, bits: usize) -> Lane {
            Lane(self.0.map(|word| word >> bits))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    /// All that can be done, with shifts that occur on boards of this width.
    fn results<B: Bits, T: Both<B>>(one: [B; 2], two: [B; 2]) -> Vec<[B; 2]> {
        let [one, two] = [one, two].map(T::new);
        let mut all = vec![one, one.exchanged(), !one, one & two, one | two, one ^ two];
        for cells in (1..B::WIDTH).filter(|&cells| cells <= 12 || cells % 8 == 0) {
            all.extend([one << cells, one >> cells]);
        }
        all.into_iter().map(T::sets).collect()
    }

    fn lanes_are_two_sets<B: Bits, const WORDS: usize>() {
        let mut generator = Seed(1).generator();
        for _ in 0..100 {
            let mut draw =
                || B::of_u128(u128::from(generator.bits()) << 64 | u128::from(generator.bits()));
            let (one, two) = ([draw(), draw()], [draw(), draw()]);
            let in_lanes = results::<B, Lanes<WORDS>>(one, two);
            assert_eq!(in_lanes, results::<B, Plain<B>>(one, two));
            let lanes = <Lanes<WORDS> as Both<B>>::new(one);
            let counts = one.map(|set| set.count() as i32);
            assert_eq!(Both::<B>::counts(lanes), counts);
            assert!(!Both::<B>::are_zero(lanes));
        }
        for (sets, zero) in [
            ([B::ZERO; 2], true),
            ([B::ZERO, B::bit(B::WIDTH - 1)], false),
        ] {
            let lanes = <Lanes<WORDS> as Both<B>>::new(sets);
            assert_eq!(Both::<B>::are_zero(lanes), zero);
        }
    }

    /// All that a lane can do, whichever kind it is.
    macro_rules! lane_results {
        ($lane:ty, $one:expr, $two:expr) => {{
            let (one, two) = (<$lane>::new($one), <$lane>::new($two));
            let mut all = vec![one, one.exchanged(), !one, one & two, one | two, one ^ two];
            all.push(<$lane>::zero());
            for bits in 0..64 {
                all.extend([one << bits, one >> bits]);
            }
            all.into_iter().map(<$lane>::words).collect::<Vec<_>>()
        }};
    }

    #[test]
    fn lanes_of_all_processors_do_the_same() {
        let mut generator = Seed(2).generator();
        for _ in 0..100 {
            let mut draw = || [generator.bits(), generator.bits()];
            let (one, two) = (draw(), draw());
            let results = lane_results!(Lane, one, two);
            assert_eq!(results, lane_results!(words::Lane, one, two));
            assert_eq!(results[3], [one[0] & two[0], one[1] & two[1]]);
        }
    }

    #[test]
    fn lanes_do_to_two_sets_what_is_done_to_each() {
        lanes_are_two_sets::<u64, 1>();
        lanes_are_two_sets::<u128, 2>();
    }
}

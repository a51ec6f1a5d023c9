//! The sums of many hidden units at once.
//!
//! Weights stand in columns: for two inputs those in all units of a block, one pair behind the other.
//! So the sums of a block stay where a processor calculates, inputs that are zero cost nothing, and
//! nothing has to be added up across in the end. For the network of Amazons that takes a third of
//! the time of one unit after the other.

/// So many units make a block.
pub(super) const BLOCK: usize = 32;

/// The weights of two inputs in the units of a block.
pub(super) type Column = [[[i16; 2]; FOUR]; BLOCK / FOUR];

/// So many sums are one value of the processor.
pub(super) const FOUR: usize = 4;

/// The weighted sums of inputs, two for each column.
#[inline]
pub(super) fn weighted(columns: &[Column], inputs: impl Iterator<Item = [i16; 2]>) -> [i32; BLOCK] {
    let mut sums = [Sums::zero(); BLOCK / FOUR];
    for (column, pair) in columns.iter().zip(inputs) {
        if pair == [0, 0] {
            continue;
        }
        for (sums, weights) in sums.iter_mut().zip(column) {
            *sums = sums.plus_products(weights, pair);
        }
    }
    let mut all = [0; BLOCK];
    for (four, sums) in all.as_chunks_mut().0.iter_mut().zip(sums) {
        *four = sums.numbers();
    }
    all
}

#[cfg(target_arch = "x86_64")]
use sse2::Sums;
#[cfg(not(target_arch = "x86_64"))]
use words::Sums;

/// Every processor of this kind has these instructions. What the compiler makes of the other version
/// takes one and a half times as long.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod sse2 {
    use super::FOUR;
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_loadu_si128, _mm_madd_epi16, _mm_set1_epi32, _mm_setzero_si128,
        _mm_storeu_si128,
    };

    #[derive(Debug, Clone, Copy)]
    pub(super) struct Sums(__m128i);

    impl Sums {
        #[inline(always)]
        pub(super) fn zero() -> Sums {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Sums(unsafe { _mm_setzero_si128() })
        }

        #[inline(always)]
        pub(super) fn plus_products(
            self,
            weights: &[[i16; 2]; FOUR],
            [one, two]: [i16; 2],
        ) -> Sums {
            let both = i32::from(one.cast_unsigned()) | i32::from(two) << 16;
            // SAFETY: SSE2 is part of every x86-64 processor, and the sixteen bytes that are read, from
            // any address, are those of the array.
            unsafe {
                let weights = _mm_loadu_si128(std::ptr::from_ref(weights).cast());
                let products = _mm_madd_epi16(weights, _mm_set1_epi32(both));
                Sums(_mm_add_epi32(self.0, products))
            }
        }

        #[inline(always)]
        pub(super) fn numbers(self) -> [i32; FOUR] {
            let mut numbers = [0; FOUR];
            // SAFETY: SSE2 is part of every x86-64 processor, and the sixteen bytes that are written, to
            // any address, are those of the array.
            unsafe { _mm_storeu_si128(std::ptr::from_mut(&mut numbers).cast(), self.0) };
            numbers
        }
    }
}

/// The same for all other processors; in tests for all, so that somebody has tried it.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod words {
    use super::FOUR;

    #[derive(Debug, Clone, Copy)]
    pub(super) struct Sums([i32; FOUR]);

    impl Sums {
        #[inline(always)]
        pub(super) fn zero() -> Sums {
            Sums([0; FOUR])
        }

        #[inline(always)]
        pub(super) fn plus_products(self, weights: &[[i16; 2]; FOUR], inputs: [i16; 2]) -> Sums {
            let [one, two] = inputs.map(i32::from);
            Sums(std::array::from_fn(|unit| {
                let [first, second] = weights[unit].map(i32::from);
                self.0[unit] + first * one + second * two
            }))
        }

        #[inline(always)]
        pub(super) fn numbers(self) -> [i32; FOUR] {
            self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_processors_find_the_same(
            start: [i16; 2],
            weights: [[i16; 2]; FOUR],
            inputs in [0_i16..256, 0_i16..256],
        ) {
            let there = words::Sums::zero()
                .plus_products(&weights, start.map(|number| number & 255))
                .plus_products(&weights, inputs);
            let here = Sums::zero()
                .plus_products(&weights, start.map(|number| number & 255))
                .plus_products(&weights, inputs);
            prop_assert_eq!(here.numbers(), there.numbers());
        }
    }
}

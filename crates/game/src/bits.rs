//! Sets of cells as bits: one machine word where the board fits, more where it does not.
//!
//! A game written over [`Bits`] runs on `u64`, `u128` and [`Wide`] alike; which one is picked
//! once, when the board size is known, so that small boards never pay for large ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::random::mix;

/// A set of small numbers as bits. Shifts must be shorter than [`Bits::WIDTH`].
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// How many numbers, from 0, can be in the set.
    const WIDTH: usize;
    /// The empty set.
    const ZERO: Self;

    /// The set with one number in it.
    #[must_use]
    fn bit(index: usize) -> Self;

    /// Whether a number is in the set.
    #[must_use]
    fn test(self, index: usize) -> bool;

    /// How many numbers are in the set.
    #[must_use]
    fn count(self) -> u32;

    /// The smallest number in the set; [`Bits::WIDTH`] if there is none.
    #[must_use]
    fn lowest(self) -> usize;

    /// How many numbers are greater than every one in the set; [`Bits::WIDTH`] if it is empty.
    #[must_use]
    fn leading_zeros(self) -> usize;

    /// The greatest number in the set, which must not be empty.
    #[must_use]
    #[inline]
    fn highest(self) -> usize {
        Self::WIDTH - 1 - self.leading_zeros()
    }

    /// The set without its smallest number.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The sum of the two as unsigned integers, overflow dropped.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// 64 well-mixed bits of the whole set, different for each `salt`. Without collisions where
    /// the set is a single word.
    #[must_use]
    fn digest(self, salt: u64) -> u64;

    /// Which of the 64 numbers from `start` on, which must be below [`Bits::WIDTH`], are in the set.
    #[must_use]
    fn window(self, start: usize) -> u64;

    /// The set as one number, if all of it is below 128.
    #[must_use]
    fn as_u128(self) -> Option<u128>;

    /// The set that is this as one number, as far as it has room.
    #[must_use]
    fn of_u128(set: u128) -> Self;

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Whether the two sets share a number.
    #[must_use]
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_zero()
    }

    /// The numbers of the set in rising order.
    #[inline]
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }

    /// The set of the numbers below `count`.
    #[must_use]
    #[inline]
    fn first(count: usize) -> Self {
        if count >= Self::WIDTH {
            !Self::ZERO
        } else {
            !(!Self::ZERO << count)
        }
    }

    /// The set of these numbers.
    #[must_use]
    fn of(numbers: impl IntoIterator<Item = usize>) -> Self {
        numbers
            .into_iter()
            .fold(Self::ZERO, |set, number| set | Self::bit(number))
    }
}

/// The numbers of a set in rising order.
#[derive(Debug, Clone)]
pub struct Ones<B>(B);

impl<B: Bits> Iterator for Ones<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_zero() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(lowest)
    }
}

macro_rules! bits_of_integer {
    ($integer:ty, $digest:expr) => {
        impl Bits for $integer {
            const WIDTH: usize = <$integer>::BITS as usize;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }

            #[inline]
            fn test(self, index: usize) -> bool {
                self >> index & 1 != 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn leading_zeros(self) -> usize {
                <$integer>::leading_zeros(self) as usize
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn window(self, start: usize) -> u64 {
                (self >> start) as u64
            }

            #[inline]
            fn as_u128(self) -> Option<u128> {
                Some(self.into())
            }

            #[inline]
            fn of_u128(set: u128) -> Self {
                set as $integer
            }

            #[inline]
            fn digest(self, salt: u64) -> u64 {
                let digest: fn($integer, u64) -> u64 = $digest;
                digest(self, salt)
            }
        }
    };
}

bits_of_integer!(u64, |set, salt| mix(set ^ salt));
bits_of_integer!(u128, |set, salt| mix(
    mix(set as u64 ^ salt) ^ (set >> 64) as u64
));

/// `WORDS` × 64 bits, for boards beyond 128 cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wide<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for Wide<WORDS> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const WORDS: usize> Ord for Wide<WORDS> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // As integers: the most significant word is the last one.
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const WORDS: usize> PartialOrd for Wide<WORDS> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const WORDS: usize> Wide<WORDS> {
    #[inline]
    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|word| {
            operation(self.0[word], other.0[word])
        }))
    }
}

impl<const WORDS: usize> Bits for Wide<WORDS> {
    const WIDTH: usize = WORDS * 64;
    const ZERO: Self = Wide([0; WORDS]);

    #[inline]
    fn bit(index: usize) -> Self {
        let mut set = Self::ZERO;
        set.0[index / 64] = 1 << (index % 64);
        set
    }

    #[inline]
    fn test(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> usize {
        for (number, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return number * 64 + word.trailing_zeros() as usize;
            }
        }
        Self::WIDTH
    }

    #[inline]
    fn leading_zeros(self) -> usize {
        for (number, word) in self.0.iter().rev().enumerate() {
            if *word != 0 {
                return number * 64 + word.leading_zeros() as usize;
            }
        }
        Self::WIDTH
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }

    #[inline]
    fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, addend) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = word.overflowing_add(addend);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
        self
    }

    #[inline]
    fn window(self, start: usize) -> u64 {
        let (word, bits) = (start / 64, start % 64);
        let next = self.0.get(word + 1).copied().unwrap_or(0);
        // In two steps, as no shift may be by all 64 bits.
        self.0[word] >> bits | next << (63 - bits) << 1
    }

    #[inline]
    fn as_u128(self) -> Option<u128> {
        let (low, high) = self.0.split_at(WORDS.min(2));
        high.iter().all(|&word| word == 0).then(|| {
            low.iter()
                .rev()
                .fold(0, |number, &word| number << 64 | u128::from(word))
        })
    }

    #[inline]
    fn of_u128(set: u128) -> Self {
        Wide(std::array::from_fn(|word| match word {
            0 => set as u64,
            1 => (set >> 64) as u64,
            _ => 0,
        }))
    }

    fn digest(self, salt: u64) -> u64 {
        self.0.iter().fold(salt, |digest, word| mix(digest ^ word))
    }
}

impl<const WORDS: usize> BitAnd for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const WORDS: usize> BitOr for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> BitXor for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const WORDS: usize> Not for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> BitAndAssign for Wide<WORDS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const WORDS: usize> BitOrAssign for Wide<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize> BitXorAssign for Wide<WORDS> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const WORDS: usize> Shl<usize> for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn shl(self, distance: usize) -> Self {
        let (words, bits) = (distance / 64, distance % 64);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Wide(std::array::from_fn(|index| {
            let Some(source) = index.checked_sub(words) else {
                return 0;
            };
            let carried = match source.checked_sub(1) {
                Some(lower) if bits > 0 => word(lower) >> (64 - bits),
                _ => 0,
            };
            word(source) << bits | carried
        }))
    }
}

impl<const WORDS: usize> Shr<usize> for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn shr(self, distance: usize) -> Self {
        let (words, bits) = (distance / 64, distance % 64);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Wide(std::array::from_fn(|index| {
            let carried = if bits > 0 {
                word(index + words + 1) << (64 - bits)
            } else {
                0
            };
            word(index + words) >> bits | carried
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Two words are just an u128, which is the referee here.
    fn wide(value: u128) -> Wide<2> {
        Wide([value as u64, (value >> 64) as u64])
    }

    proptest! {
        #[test]
        fn two_words_behave_as_an_integer(a: u128, b: u128, distance in 0_usize..128) {
            prop_assert_eq!(wide(a).window(distance), (a >> distance) as u64);
            prop_assert_eq!(wide(a) & wide(b), wide(a & b));
            prop_assert_eq!(wide(a) | wide(b), wide(a | b));
            prop_assert_eq!(wide(a) ^ wide(b), wide(a ^ b));
            prop_assert_eq!(!wide(a), wide(!a));
            prop_assert_eq!(wide(a).plus(wide(b)), wide(a.wrapping_add(b)));
            prop_assert_eq!(wide(a) << distance, wide(a << distance));
            prop_assert_eq!(wide(a) >> distance, wide(a >> distance));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).count(), a.count_ones());
            prop_assert_eq!(wide(a).lowest(), a.lowest());
            prop_assert_eq!(wide(a).without_lowest(), wide(a.without_lowest()));
            prop_assert_eq!(wide(a).test(distance), a.test(distance));
            prop_assert_eq!(Wide::<2>::first(distance), wide(u128::first(distance)));
            prop_assert!(wide(a).ones().eq(a.ones()));
            prop_assert_eq!(Bits::leading_zeros(wide(a)), Bits::leading_zeros(a));
        }

        #[test]
        fn shifts_across_many_words_move_every_bit(index in 0_usize..448, distance in 0_usize..448) {
            let set = Wide::<7>::bit(index);
            let up = set << distance;
            let down = set >> distance;
            prop_assert!(up.ones().eq((index + distance < 448).then_some(index + distance)));
            prop_assert!(down.ones().eq(index.checked_sub(distance)));
        }
    }

    #[test]
    fn sets_that_fit_are_numbers() {
        assert_eq!(5_u64.as_u128(), Some(5));
        assert_eq!(u128::MAX.as_u128(), Some(u128::MAX));
        assert_eq!(Wide::<1>([7]).as_u128(), Some(7));
        assert_eq!(Wide::<3>([7, 1, 0]).as_u128(), Some(7 + (1 << 64)));
        assert_eq!(Wide::<3>([7, 1, 1]).as_u128(), None);
    }

    #[test]
    fn sets_know_their_bounds() {
        assert_eq!(u64::ZERO.lowest(), 64);
        assert_eq!(Wide::<3>::ZERO.lowest(), 192);
        assert_eq!(Wide::<3>::of([2, 70]).highest(), 70);
        assert_eq!(u64::first(64), u64::MAX);
        assert_eq!(Wide::<3>::first(192), !Wide::ZERO);
        assert_eq!(u128::of([3, 100]).ones().collect::<Vec<_>>(), [3, 100]);
    }
}

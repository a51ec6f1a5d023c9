//! Seeded randomness whose streams never change.
//!
//! Experiments are repeated years later, so nothing here depends on how a library happens to turn
//! random bits into numbers: the generator is xoshiro256++ by its published definition, and the
//! step from bits to a number below a bound is written out.

use crate::Game;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The step of the splitmix64 generator: mixes 64 bits well, and is a bijection.
#[must_use]
#[inline]
pub const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// A seed from which generators and further seeds are made.
///
/// ```
/// use game::random::Seed;
/// let tournament = Seed(2026);
/// let mut game_17 = tournament.child(17).generator();
/// let mut again = Seed(2026).child(17).generator();
/// assert_eq!(game_17.below(1000), again.below(1000));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// An independent seed for part `number` of whatever this seed is for.
    #[must_use]
    pub const fn child(self, number: u64) -> Seed {
        Seed(mix(mix(self.0) ^ number))
    }

    /// A generator that starts from this seed.
    #[must_use]
    pub fn generator(self) -> Generator {
        Generator(Xoshiro256PlusPlus::seed_from_u64(self.0))
    }
}

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound - 1`, each equally likely; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Widening multiplication; the few low products that would make some numbers more
        // likely than others are drawn again.
        let threshold = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as usize;
            }
        }
    }

    /// One of `items`, each equally likely.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }
}

/// `count` pseudo-random keys, the same in every build: for Zobrist hashing.
#[must_use]
pub fn zobrist_keys(purpose: u64, count: usize) -> Vec<u64> {
    let mut generator = Seed(0x5EED_0F7A_B1E5).child(purpose).generator();
    (0..count).map(|_| generator.bits()).collect()
}

/// Plays at most `plies` random moves, each legal move equally likely, and returns them.
/// The game may end before.
pub fn play_randomly<G: Game>(
    game: &G,
    position: &mut G::Position,
    plies: usize,
    generator: &mut Generator,
) -> Vec<G::Move> {
    let mut played = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(position, &mut moves);
        let Some(chosen) = generator.choose(&moves) else {
            break;
        };
        game.play(position, chosen);
        played.push(chosen);
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_pinned() {
        // From the published definitions of splitmix64 and xoshiro256++, worked in another language.
        let mut generator = Seed(1).generator();
        let drawn: Vec<usize> = (0..8).map(|_| generator.below(1000)).collect();
        assert_eq!(drawn, [811, 747, 100, 746, 184, 590, 986, 523]);
        assert_eq!(Seed(1).child(2), Seed(0xBCD9_DBB4_9673_066B));
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        let mut generator = Seed(7).generator();
        let mut counts = [0_i64; 6];
        for _ in 0..60_000 {
            counts[generator.below(6)] += 1;
        }
        let chi_square: f64 = counts
            .iter()
            .map(|&count| ((count - 10_000) as f64).powi(2) / 10_000.0)
            .sum();
        // 5 degrees of freedom: above 20.5 once in a thousand, and the seed is fixed.
        assert!(chi_square < 20.5, "{counts:?}");
        assert_eq!(generator.below(0), 0);
        assert_eq!(generator.choose::<u8>(&[]), None);
    }
}

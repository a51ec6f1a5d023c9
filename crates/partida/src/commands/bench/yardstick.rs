//! A piece of work whose speed depends on the machine alone.
//!
//! Nodes per second of two machines, or of a busy and a quiet hour, say nothing about a program;
//! divided by the speed of this loop at the same time they do. For that it must do the same for
//! ever: whoever changes it makes all records worthless.

use search::thread_time;
use std::hint::black_box;
use std::time::Duration;

/// Words that are worked on: a few kilobytes, as a search has at hand.
const WORDS: usize = 512;
/// About 26 ms on a core of 2026: with sixteen searches, 0.4 s in all.
const STEPS: usize = 1 << 22;

/// Does the work once and says what processor time it took.
pub(super) fn measure() -> Duration {
    let began = thread_time();
    black_box(work(black_box(1)));
    thread_time().saturating_sub(began)
}

/// Shifts, masks, counts of bits, a multiplication, a branch that cannot be foreseen and a look into
/// memory: what bitboards and tables are made of.
fn work(seed: u64) -> u64 {
    let mut words = [0_u64; WORDS];
    let mut state = seed;
    let mut sum = 0_u64;
    for step in 0..STEPS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let word = &mut words[(state >> 32) as usize % WORDS];
        let lowest = *word & word.wrapping_neg();
        if (state ^ lowest) & 1 == 0 {
            *word = (*word ^ state).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        } else {
            *word |= state & (state >> 8);
            sum = sum.wrapping_add(u64::from(word.count_ones()));
        }
        sum = sum.rotate_left(5) ^ step as u64;
    }
    words.iter().fold(sum, |sum, word| sum.wrapping_add(*word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_the_same_for_ever() {
        // Worked in another language too.
        assert_eq!(work(1), 7_124_711_451_228_909_891);
    }
}

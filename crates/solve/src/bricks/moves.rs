//! The bricks that can be laid, and what they do at once.

use super::bounds::Single;
use super::live::{Board, Live};
use game::bits::Bits;

/// A brick, and those that share a cell with it.
const MOST_MEETING: usize = 7;
/// What room to grow counts in the order of moves, beside what is gained at once.
const PER_ROOM: i32 = 2;

/// A brick that can be laid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<B> {
    pub(super) brick: B,
    pub(super) number: u8,
    /// What the side to move gains by it.
    pub(super) gain: i32,
    /// What the other side would gain by it.
    pub(super) other_gain: i32,
    pub(super) promise: i32,
    /// Where the position after it is kept, if it is.
    pub(super) child: usize,
}

/// What the bricks can do that can be laid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary<B> {
    pub(super) own: Single,
    pub(super) other: Single,
    /// A brick by which the side to move gains the most.
    pub(super) best: B,
}

/// Appends the bricks that can be laid.
#[inline(always)]
pub(super) fn list<B: Bits, const MOST: usize>(
    board: &Board<B>,
    live: &Live<B, MOST>,
    candidates: &mut Vec<Candidate<B>>,
) -> Summary<B> {
    let none = Single { gain: 0, reach: 0 };
    let mut summary = Summary {
        own: none,
        other: none,
        best: B::ZERO,
    };
    for (number, brick) in board.bricks(live.empty) {
        // 1. The islands of the side to move that it joins.
        let (mut half, mut squares, mut reach) = (1, 0, 0);
        let mut shores = board.beside(brick);
        for (shore, island) in live.own.iter() {
            if shore.meets(brick) {
                let island = i32::from(island);
                half += island;
                squares += island * island;
                shores |= shore;
                reach += 1;
            }
        }
        let gain = half * half - squares;
        if gain > summary.own.gain {
            summary.own.gain = gain;
            summary.best = brick;
        }
        summary.own.reach = summary.own.reach.max(reach);
        let room = half * (shores & live.empty & !brick).count() as i32;
        // 2. Those of the other side that it keeps apart.
        let (mut half, mut squares, mut reach, mut taken) = (1, 0, 0, 0);
        for (shore, island) in live.other.iter() {
            let met = (shore & brick).count() as i32;
            if met > 0 {
                let island = i32::from(island);
                half += island;
                squares += island * island;
                taken += met * island;
                reach += 1;
            }
        }
        let other_gain = half * half - squares;
        summary.other.gain = summary.other.gain.max(other_gain);
        summary.other.reach = summary.other.reach.max(reach);
        candidates.push(Candidate {
            brick,
            number,
            gain,
            other_gain,
            promise: gain + other_gain + PER_ROOM * room + taken,
            child: 0,
        });
    }
    summary
}

/// What a side gains at least by its next brick, where the other side lays one before: there is a
/// best one, and for each brick that takes its place, a best one of those left.
#[inline(always)]
pub(super) fn sure_gain<B: Bits>(
    candidates: &[Candidate<B>],
    gain: impl Fn(&Candidate<B>) -> i32,
) -> i32 {
    let Some(best) = candidates.iter().max_by_key(|candidate| gain(candidate)) else {
        return 0;
    };
    let mut spoilers = [(B::ZERO, 0); MOST_MEETING];
    let mut count = 0;
    for candidate in candidates {
        if candidate.brick.meets(best.brick) {
            spoilers[count].0 = candidate.brick;
            count += 1;
        }
    }
    let spoilers = &mut spoilers[..count];
    for candidate in candidates {
        let gain = gain(candidate);
        for (spoiler, left) in &mut *spoilers {
            if !candidate.brick.meets(*spoiler) {
                *left = gain.max(*left);
            }
        }
    }
    spoilers.iter().map(|&(_, left)| left).min().unwrap_or(0)
}

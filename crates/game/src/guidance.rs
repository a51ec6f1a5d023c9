//! What a strong search asks of a game beyond its rules.

use crate::Game;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Advice for searches that do not look at every move to the same depth.
///
/// Everything has a default, so that `impl Guidance for MyGame {}` is enough for a decent player;
/// each answer given makes it a better one. Wrong advice costs strength and never correctness,
/// with one exception: [`Guidance::pass`] is believed.
pub trait Guidance: Game {
    /// Whether [`Guidance::noisy_moves`] finds wins and forced answers, and so cheaply that it may
    /// be asked at every node and not only at the last ones.
    const SEES_FORCED: bool = false;

    /// Whether [`Guidance::promise`] takes so little time that it may be asked even about moves
    /// after which nothing but the evaluator follows.
    const PROMISES_CHEAPLY: bool = false;

    /// Numbers that suit this game better than the defaults of a search, by the names under which
    /// the search declares them. Whoever sets a number by hand gets that one.
    const SEARCH_NUMBERS: &'static [(&'static str, i64)] = &[];

    /// How many plies the game will still last, roughly: for sharing out the time on a clock.
    fn plies_left(&self, _position: &Self::Position) -> u32 {
        40
    }

    /// A number below 2²⁴ - 1 for a move, different for different moves; `None` if the game numbers
    /// none of its moves, and then a search numbers those of [`Game::move_universe`].
    #[inline]
    fn move_code(&self, _chosen: Self::Move) -> Option<u32> {
        None
    }

    /// The move with this number; `None` if there is none. It need not be legal anywhere.
    #[inline]
    fn move_of_code(&self, _code: u32) -> Option<Self::Move> {
        None
    }

    /// Two numbers by which a move resembles others: what was seen of moves with the same number is
    /// held for or against this one. For example, where a piece moves from and to, and where its
    /// arrow lands. Numbers are taken modulo [`ASPECTS`].
    #[inline]
    fn aspects(&self, _position: &Self::Position, chosen: Self::Move) -> [usize; 2] {
        let mut hasher = FxHasher::default();
        chosen.hash(&mut hasher);
        // The upper bits are the well-mixed ones.
        [(hasher.finish() >> (64 - ASPECTS.ilog2())) as usize; 2]
    }

    /// How good a legal move looks before anything has been searched: the greater, the sooner it is
    /// tried. About ±1000 for what nearly always, or nearly never, is best.
    #[inline]
    fn promise(&self, _position: &Self::Position, _chosen: Self::Move) -> i32 {
        0
    }

    /// Appends the legal moves after which an evaluator's word on this unfinished game would be
    /// worthless: captures, wins, answers to threats.
    #[inline]
    fn noisy_moves(&self, _position: &Self::Position, _into: &mut Vec<Self::Move>) -> Noise {
        Noise::Calm
    }

    /// Whether a legal move is one of the [`Guidance::noisy_moves`]: such are not searched less
    /// deeply than others.
    #[inline]
    fn is_noisy(&self, _position: &Self::Position, _chosen: Self::Move) -> bool {
        false
    }

    /// The position with the other side to move, if in this position having to move is never a
    /// burden: then what a side can do without moving, it can do all the more with a move. `None`
    /// where that is not so, or not known.
    #[inline]
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// How many numbers [`Guidance::aspects`] can tell apart.
pub const ASPECTS: usize = 1 << 14;

/// What [`Guidance::noisy_moves`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noise {
    /// Nothing: the evaluator may be asked.
    Calm,
    /// Moves that may change much. The side to move may also leave them all.
    Noisy,
    /// Nothing else need be looked at: one of these wins at once, or all other moves lose at once.
    Forced,
}

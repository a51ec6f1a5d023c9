//! Who plays.

use std::fmt;
use std::ops::Not;

/// One of the two players.
///
/// A side is an identity, not an order: [`Side::First`] is the side that opens the game under its
/// ordinary rules, but a position (or a variant) may let [`Side::Second`] move first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that opens under the ordinary rules.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for [`Side::First`], 1 for [`Side::Second`]: for arrays with an entry per side.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1 for [`Side::First`], −1 for [`Side::Second`].
    #[must_use]
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Side::First => 1,
            Side::Second => -1,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        self.other()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

//! A position of Amazons without what is decided in it, as the searches see it.
//!
//! # Why stores can replace regions
//!
//! In a region with queens of one side only that side can move. By the theory of combinatorial games
//! such a region, as a part of a sum of regions in which whoever cannot move loses, is worth the
//! integer n that is the length of its longest way to play: its value is the simplest number
//! greater than those of its options, which by induction are integers of which the greatest is n − 1.
//! Equal values can be exchanged for each other, so that n moves in store do as well as the region,
//! and a store of 5 against one of 3 is as good as 2 against none. What is left on the board and the
//! difference of the stores therefore decide who wins.
//!
//! # When that is enough
//!
//! Call *outside* the cells to which the other side's queens can get while all queens of a side
//! stand still, *guards* the queens of that side next to them, and *enclosed* the empty cells that
//! are not outside. As long as the guards stand, the other side never gets anywhere but outside:
//! its own moves open nothing, and the queens that do move leave no cell next to the outside. So
//! it has at most as many moves on the board as there are empty cells outside, for each fills one.
//!
//! Meanwhile the side itself has, besides its store, all the moves that its other queens can make
//! among the enclosed cells. And a guard can retreat at any time, by a step to an enclosed cell
//! beside it and an arrow to where it stood, which guards as well as the queen did: one move, and
//! from then on there is one more queen that moves about inside.
//!
//! A side wins if what it has in this way is more than what the other side has at most, or, when
//! the other side is to move, not less. With nothing left on the board this is exactly who wins: the
//! side to move if it has a lead, else the other.

use super::territory::{Geometry, Territories};
use crate::proof::Problem;
use game::Game;
use game::bits::Bits;
use games::amazons::{Amazons, Position, Shot};

/// What is left of a position, seen by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Endgame<B> {
    /// The queens of the side to move that matter, and those of the other side.
    queens: [B; 2],
    /// The cells of the regions that matter, queens included.
    open: B,
    /// How many more moves in store the side to move has than the other.
    lead: i32,
}

/// How many moves a side has on the board.
#[derive(Debug, Clone, Copy)]
struct Prospects {
    least: i32,
    most: i32,
}

/// The positions of one board.
#[derive(Debug)]
pub(super) struct Endgames<B> {
    geometry: Geometry<B>,
    territories: Territories<B>,
    cells: usize,
}

/// Boards of up to so many cells have keys without loss: two bits for each, and the lead.
const MOST_EXACT_CELLS: usize = 58;
const LEAD_BITS: usize = 10;
/// As long as no more cells are closed, positions are taken for one with their mirror images. Later
/// these hardly ever both come up.
const WORTH_MIRRORING: usize = 5;

/// What a cell that a side gets to sooner counts, beside the cells it can go to.
const PER_CELL: u32 = 2;
/// The weight of positions in which neither side is ahead.
const EVEN: i32 = 40;

impl<B: Bits> Endgames<B> {
    pub(super) fn new(game: &Amazons<B>, bytes: usize) -> Endgames<B> {
        Endgames {
            geometry: Geometry::new(game),
            territories: Territories::new(bytes),
            cells: game.columns() * game.rows(),
        }
    }

    pub(super) fn of(&mut self, position: &Position<B>) -> Endgame<B> {
        let open = self.geometry.board & !position.arrows();
        self.reduced(Endgame {
            queens: position.queens_by_turn(),
            open,
            lead: 0,
        })
    }

    /// How many empty cells both sides can get to while the other side's queens stand still.
    pub(super) fn disputed_cells(&self, position: &Position<B>) -> u32 {
        let open = self.geometry.board & !position.arrows();
        let [own, other] = position.queens_by_turn();
        let of_own = self.geometry.flood(own, open & !other) & !own;
        let of_other = self.geometry.flood(other, open & !own) & !other;
        (of_own & of_other).count()
    }

    /// Takes the regions off the board in which only one side has queens, and those without.
    fn reduced(&mut self, endgame: Endgame<B>) -> Endgame<B> {
        let Endgame {
            queens: [mut own, mut other],
            open,
            mut lead,
        } = endgame;
        let mut rest = own | other;
        let mut kept = B::ZERO;
        while !rest.is_zero() {
            let region = self.geometry.flood(B::bit(rest.lowest()), open);
            rest &= !region;
            let here = [own & region, other & region];
            let owner = match here.map(Bits::is_zero) {
                [false, true] => 0,
                [true, false] => 1,
                _ => {
                    kept |= region;
                    continue;
                }
            };
            let count = self.territories.count(&self.geometry, region, here[owner]);
            if count.exact {
                lead += if owner == 0 { 1 } else { -1 } * count.least as i32;
                own &= !region;
                other &= !region;
            } else {
                kept |= region;
            }
        }
        Endgame {
            queens: [own, other],
            open: kept,
            lead,
        }
    }

    /// How many moves a side has on the board at most while the other side's guards stand, and how
    /// many at least while its own do.
    fn prospects(&mut self, endgame: &Endgame<B>, side: usize) -> Prospects {
        let geometry = &self.geometry;
        let [own, other] = [endgame.queens[side], endgame.queens[1 - side]];
        let most = geometry.flood(own, endgame.open & !other) & !own;
        let outside = geometry.flood(other, endgame.open & !own);
        let enclosed = endgame.open & !own & !outside;
        let mut guards = own & geometry.grown(outside);
        let free = own & !guards;
        let mut least = 0;
        let mut rest = enclosed;
        while !rest.is_zero() {
            let region = geometry.flood(B::bit(rest.lowest()), enclosed | free);
            rest &= !region;
            let queens = region & free;
            let empty = (region & !queens).count();
            let mut best = 0;
            if !queens.is_zero() {
                best = self.territories.count(geometry, region, queens).least;
            }
            let mut retreating = B::ZERO;
            for guard in (guards & geometry.grown(region)).ones() {
                let guard = B::bit(guard);
                for to in (geometry.grown(guard) & region & !queens).ones() {
                    if best == empty {
                        break;
                    }
                    let queens = queens | B::bit(to);
                    let count = self.territories.count(geometry, region, queens);
                    if count.least >= best {
                        best = 1 + count.least;
                        retreating = guard;
                    }
                }
            }
            guards &= !retreating;
            least += best as i32;
        }
        Prospects {
            least,
            most: most.count() as i32,
        }
    }

    fn key_of(&self, endgame: &Endgame<B>) -> u128 {
        let Endgame {
            queens: [own, other],
            open,
            lead,
        } = *endgame;
        let lead = (lead + (1 << (LEAD_BITS - 1))) as u128;
        if self.cells <= MOST_EXACT_CELLS {
            // Wall 0, own queen 1, other queen 2, empty 3.
            let low = (open & !other).as_u128().unwrap_or_default();
            let high = (open & !own).as_u128().unwrap_or_default();
            (low << self.cells | high) << LEAD_BITS | lead
        } else {
            let low = open.digest(own.digest(other.digest(1)));
            let high = open.digest(own.digest(other.digest(2)));
            (u128::from(low) << 64 | u128::from(high)) >> (LEAD_BITS + 1) << LEAD_BITS | lead
        }
    }
}

impl<B: Bits> Problem for Endgames<B> {
    type Position = Endgame<B>;
    /// Nothing: a move from the store.
    type Move = Option<Shot>;

    fn has_draws(&self) -> bool {
        false
    }

    #[inline]
    fn value(&mut self, endgame: &Endgame<B>) -> Option<i32> {
        let [own, other] = [0, 1].map(|side| self.prospects(endgame, side));
        if endgame.lead + own.least > other.most {
            Some(1)
        } else if other.least - endgame.lead >= own.most {
            Some(-1)
        } else {
            None
        }
    }

    fn moves(&mut self, endgame: &Endgame<B>, into: &mut Vec<Option<Shot>>) {
        let [own, other] = endgame.queens;
        for from in own.ones() {
            let occupied = !endgame.open | other | own ^ B::bit(from);
            for to in self.geometry.game.reach(from, occupied).ones() {
                for arrow in self.geometry.game.reach(to, occupied).ones() {
                    into.push(Some(Shot {
                        from: from as u8,
                        to: to as u8,
                        arrow: arrow as u8,
                    }));
                }
            }
        }
        if endgame.lead > 0 {
            into.push(None);
        }
    }

    fn after(&mut self, endgame: &Endgame<B>, chosen: Option<Shot>) -> Endgame<B> {
        let [own, other] = endgame.queens;
        let Some(shot) = chosen else {
            return Endgame {
                queens: [other, own],
                open: endgame.open,
                lead: 1 - endgame.lead,
            };
        };
        let [from, to, arrow] =
            [shot.from, shot.to, shot.arrow].map(|cell| B::bit(usize::from(cell)));
        self.reduced(Endgame {
            queens: [other, own ^ from ^ to],
            open: endgame.open ^ arrow,
            lead: -endgame.lead,
        })
    }

    fn key(&self, endgame: &Endgame<B>) -> u128 {
        let mut key = self.key_of(endgame);
        if endgame.open.count() as usize + WORTH_MIRRORING >= self.cells {
            let game = &self.geometry.game;
            for &symmetry in game.symmetries() {
                let map = |set| game.map_cells(symmetry, set);
                let [own, other] = endgame.queens;
                let image = Endgame {
                    queens: [map(own), map(other)],
                    open: map(endgame.open),
                    lead: endgame.lead,
                };
                key = key.min(self.key_of(&image));
            }
        }
        key
    }

    /// By the cells that each side gets to sooner than the other, and those it can go to now.
    fn weight(&mut self, endgame: &Endgame<B>) -> [u32; 2] {
        let [own, other] = endgame.queens;
        let empty = endgame.open & !(own | other);
        let first = [own, other].map(|queens| self.geometry.wave(queens, empty));
        let both = first.map(|cells| cells | self.geometry.wave(cells, empty));
        let count = |side: usize| {
            let sooner = first[side] & !first[1 - side] | both[side] & !both[1 - side];
            (PER_CELL * sooner.count() + first[side].count()) as i32
        };
        let ahead = PER_CELL as i32 * endgame.lead + count(0) - count(1);
        [-ahead, ahead].map(|effort| (EVEN + effort).max(1) as u32)
    }

    fn habit(&self, chosen: Option<Shot>) -> u64 {
        chosen.map_or(0, |shot| {
            1 + (u64::from(shot.to) << 8 | u64::from(shot.arrow))
        })
    }

    fn clear(&mut self) {
        self.territories.clear();
    }
}

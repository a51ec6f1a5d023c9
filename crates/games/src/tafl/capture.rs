//! Captures: by two sides, against the throne à la Linnaeus, of the king, of a row at the edge.
//!
//! All of them are found on the board as it is right after the move, before anything is removed,
//! and then removed together.

use super::geometry::Direction;
use super::ruleset::{KingStrength, Piece};
use super::{Board, Tafl};
use game::bits::Bits;

/// What a move captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Captured<B> {
    /// Attackers, or defenders without their king.
    pub(super) soldiers: B,
    pub(super) king: bool,
}

impl<B: Bits> Tafl<B> {
    /// The cells that are hostile to a type of piece: enemies that take part in captures, and
    /// special cells.
    #[inline(always)]
    pub(super) fn hostile_to(&self, board: &Board<B>, victim: Piece) -> B {
        let enemies = match victim {
            Piece::Attacker if self.tables.rules.king_arms.supports() => {
                board.defenders | board.king_bit()
            }
            Piece::Attacker => board.defenders,
            Piece::Defender | Piece::King => board.attackers,
        };
        let occupied = board.occupied();
        let [hostile_empty, hostile_occupied] = self.tables.hostile_cells[victim as usize];
        enemies | hostile_empty & !occupied | hostile_occupied & occupied
    }

    /// What the piece that has just arrived on `to` captures.
    #[inline]
    pub(super) fn captures(&self, board: &Board<B>, mover: Piece, to: usize) -> Captured<B> {
        let mut captured = Captured {
            soldiers: B::ZERO,
            king: false,
        };
        let neighbours = self.tables.geometry.neighbours[to];
        let (victim, victims) = match mover {
            Piece::Attacker => (Piece::Defender, board.defenders),
            Piece::Defender | Piece::King => (Piece::Attacker, board.attackers),
        };
        let strikes = mover != Piece::King || self.tables.rules.king_arms.strikes();
        if strikes && neighbours.meets(victims) {
            captured.soldiers = self.captures_between(board, victim, victims, to);
        }
        if mover == Piece::Attacker && neighbours.meets(board.king_bit()) {
            captured.king = self.takes_king(board, to);
        }
        // A shieldwall goes through an enemy on the edge beside the piece that has just moved, who
        // may be the king.
        if self.tables.rules.shieldwall.is_some()
            && neighbours.meets((victims | board.king_bit()) & self.tables.geometry.edge)
            && self.tables.near_edge.test(to)
        {
            captured.soldiers |= self.shieldwall(board, mover, to);
        }
        captured
    }

    /// Soldiers between `to` and a hostile cell on their other side.
    fn captures_between(&self, board: &Board<B>, victim: Piece, victims: B, to: usize) -> B {
        let hostile = self.hostile_to(board, victim);
        let mut captured = B::ZERO;
        for direction in Direction::ALL {
            let Some(beside) = self.tables.geometry.next(to, direction) else {
                continue;
            };
            if !victims.test(beside) {
                continue;
            }
            let Some(beyond) = self.tables.geometry.next(beside, direction) else {
                continue;
            };
            if hostile.test(beyond)
                || self.tables.rules.linnaean_capture
                    && victim == Piece::Defender
                    && self.pinned_to_throne(board, beyond)
            {
                captured |= B::bit(beside);
            }
        }
        captured
    }

    /// Whether the king sits on his throne on this cell with three hostile neighbours: then the
    /// fourth, a defender, can be captured against him.
    fn pinned_to_throne(&self, board: &Board<B>, cell: usize) -> bool {
        board.king() == Some(cell)
            && self.tables.throne.test(cell)
            && (self.tables.geometry.neighbours[cell] & self.hostile_to(board, Piece::King)).count()
                == 3
    }

    /// Whether the attacker that has just arrived on `to`, beside the king, has captured him.
    pub(super) fn takes_king(&self, board: &Board<B>, to: usize) -> bool {
        let Some(king) = board.king() else {
            return false;
        };
        let hostile = self.hostile_to(board, Piece::King);
        let neighbours = self.tables.geometry.neighbours[king];
        let free = neighbours & !hostile;
        let four_sides = free.is_zero() && neighbours.count() == 4;
        let two_sides = || {
            Direction::ALL.into_iter().any(|direction| {
                self.tables.geometry.next(to, direction) == Some(king)
                    && self
                        .tables
                        .geometry
                        .next(king, direction)
                        .is_some_and(|beyond| hostile.test(beyond))
            })
        };
        match self.tables.rules.king_strength {
            KingStrength::Strong => four_sides,
            KingStrength::Confined => free.is_zero(),
            KingStrength::Weak => two_sides(),
            KingStrength::ByThrone if self.tables.throne.test(king) => four_sides,
            KingStrength::ByThrone if neighbours.meets(self.tables.throne) => {
                (free & !self.tables.throne).is_zero() && neighbours.count() == 4
            }
            KingStrength::ByThrone => two_sides(),
            KingStrength::ThreeSides => {
                let ordinary = free & !board.occupied() & !self.tables.special;
                (neighbours & hostile).count() >= 3 && ordinary.is_zero()
            }
        }
    }

    /// Soldiers in a row on the edge that is closed at both ends, each with an enemy in front, at
    /// least two (the king counts, but is not taken).
    fn shieldwall(&self, board: &Board<B>, mover: Piece, to: usize) -> B {
        let Some(rule) = self.tables.rules.shieldwall else {
            return B::ZERO;
        };
        let defending = board.defenders | board.king_bit();
        let (own, enemies) = match mover {
            Piece::Attacker => (board.attackers, defending),
            Piece::Defender | Piece::King => (defending, board.attackers),
        };
        let mut captured = B::ZERO;
        for (number, outward) in Direction::ALL.into_iter().enumerate() {
            let along = [
                Direction::ALL[(number + 1) % 4],
                Direction::ALL[(number + 3) % 4],
            ];
            match self.tables.geometry.room(to, outward) {
                0 => {
                    // The move flanks whatever is beside it on this edge.
                    for direction in along {
                        if let Some(beside) = self.tables.geometry.next(to, direction) {
                            captured |= self.wall(own, enemies, beside, outward, along);
                        }
                    }
                }
                1 if !rule.flanking => {
                    if let Some(edge) = self.tables.geometry.next(to, outward) {
                        captured |= self.wall(own, enemies, edge, outward, along);
                    }
                }
                _ => {}
            }
        }
        captured & !board.king_bit()
    }

    /// The whole row of enemies through a cell of the edge, if it is walled in.
    fn wall(
        &self,
        own: B,
        enemies: B,
        through: usize,
        outward: Direction,
        along: [Direction; 2],
    ) -> B {
        let corners_close = self
            .tables
            .rules
            .shieldwall
            .is_some_and(|rule| rule.corners_close);
        if !enemies.test(through) {
            return B::ZERO;
        }
        let mut row = B::bit(through);
        for direction in along {
            let mut cell = through;
            loop {
                let Some(next) = self.tables.geometry.next(cell, direction) else {
                    return B::ZERO;
                };
                if own.test(next) {
                    break;
                }
                if !enemies.test(next) {
                    if corners_close && self.tables.corners.test(next) {
                        break;
                    }
                    return B::ZERO;
                }
                row |= B::bit(next);
                cell = next;
            }
        }
        let inward = match outward {
            Direction::East => Direction::West,
            Direction::North => Direction::South,
            Direction::West => Direction::East,
            Direction::South => Direction::North,
        };
        let in_front = self.tables.geometry.step(row, inward);
        if row.count() >= 2 && (in_front & !own).is_zero() {
            row
        } else {
            B::ZERO
        }
    }
}

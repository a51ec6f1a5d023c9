//! The evaluator `lines`: how far the king is from an escape, counted in his moves past the pieces
//! that stand in his way.

use super::geometry::{Geometry, with_constant_size};
use super::ruleset::{Escape, KingStrength, Piece};
use super::{Board, Tafl};
use game::bits::Bits;
use game::{EvaluatorDeclaration, Feature, Side, Weight};

pub(super) const NAME: &str = "lines";

/// The first two features are material, as everywhere.
const MATERIAL: usize = 2;
const FEATURES: usize = 10;

/// The weights of all features but material.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines([i32; FEATURES]);

/// The side of the smallest boards.
const SMALL: usize = 7;
/// The sizes of *La Fuga del Rey* on which it was found that pieces are worth more.
const BESIEGED: [usize; 2] = [9, 11];
/// The only size of it on which defenders were found to want weights of their own.
const FLEEING: usize = 11;

/// The kinds of rules that ask for different weights.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// The king must get to a corner. (In *La Fuga del Rey*, where he takes three to capture, weights
    /// that win more against these overlook how he escapes on 7 × 7, and on larger boards draw as
    /// attackers what these win against weaker players.)
    Corners,
    /// The same for defenders whose king takes three to capture, on 11 × 11. (On 9 × 9 that loses, and
    /// on 13 × 13 nothing is won by it.)
    Fleeing,
    /// The same on 9 × 9 and, for the attackers alone, on 11 × 11: pieces are worth twice as much beside
    /// the king's ways. Else attackers give up too many of them to close these, and the few that are left
    /// cannot win any more. (On 13 × 13 it makes no difference, and on 7 × 7 it loses.)
    Besieging,
    /// The king must get to a corner; but the corners are single cells, and there are attackers enough to
    /// close them with half of them. They should, before anything else. (With fewer attackers and a weaker
    /// king, in *La Fuga del Rey* and Brandubh, that loses.)
    ClosedCorners,
    /// The king must get to a corner and takes two to capture, on the smallest boards, where every
    /// soldier counts.
    SoftKingNearby,
    /// The whole edge is an escape: open lines are many, and each means less.
    Edge,
    /// The same with a king who takes fewer than four to capture.
    SoftKingEdge,
}

impl Kind {
    fn of<B: Bits>(game: &Tafl<B>, side: Side) -> Kind {
        let tables = &game.tables;
        let closes_corners = tables.corners.count() == 4
            && tables.start.attackers.count() >= 2 * tables.corner_guards.count();
        let strong = match tables.rules.king_strength {
            KingStrength::Strong | KingStrength::Confined => true,
            KingStrength::ByThrone | KingStrength::Weak | KingStrength::ThreeSides => false,
        };
        match (tables.rules.escape, strong) {
            (Escape::Edge, true) => Kind::Edge,
            (Escape::Edge, false) => Kind::SoftKingEdge,
            (Escape::Corners, true) if closes_corners => Kind::ClosedCorners,
            (Escape::Corners, true) => Kind::Corners,
            (Escape::Corners, false) => {
                let three = tables.rules.king_strength == KingStrength::ThreeSides;
                let size = tables.geometry.size;
                if three && size == FLEEING && side == Side::Second {
                    Kind::Fleeing
                } else if three && BESIEGED.contains(&size) {
                    Kind::Besieging
                } else if !three && size <= SMALL {
                    Kind::SoftKingNearby
                } else {
                    Kind::Corners
                }
            }
        }
    }
}

pub(super) fn declaration<B: Bits>(game: &Tafl<B>) -> EvaluatorDeclaration {
    let kinds = Side::BOTH.map(|side| Kind::of(game, side));
    let feature = |(name, meaning, weights): (&str, &str, [i32; 7])| {
        let [first, second] = kinds.map(|kind| Weight::integer(weights[kind as usize]));
        Feature::new(name, meaning, first).for_second(second)
    };
    EvaluatorDeclaration {
        name: NAME,
        meaning: "material, and the king's ways to an escape past what stands in between",
        features: [
            (
                "guards",
                "defenders without their king",
                [20, 42, 40, 33, 22, 20, 20],
            ),
            (
                "enemies",
                "attackers; counted against the defenders",
                [12, 13, 30, 54, 32, 12, 35],
            ),
            (
                "exits",
                "escape cells that the king can move to",
                [150, 222, 150, 67, 92, 150, 288],
            ),
            (
                "near",
                "cells that the king can move to, and from there to an escape",
                [12, 9, 12, 38, 1, 6, 1],
            ),
            (
                "forks",
                "cells that the king can move to, and from there to escapes in two directions",
                [60, 102, 60, 15, 5, 20, 1],
            ),
            (
                "far",
                "whether the king has an escape in three moves, but not in two",
                [8, 11, 8, 11, 6, 4, 10],
            ),
            ("moves", "moves of the king", [1, 0, 1, 2, 4, 1, 3]),
            (
                "open",
                "cells from which a king could move to an escape",
                [1, 2, 1, 0, 0, 1, 1],
            ),
            (
                "pressed",
                "hostile cells beside the king; counted against the defenders",
                [6, 0, 6, 0, 2, 6, 1],
            ),
            (
                "quadrant",
                "the fewest attackers in any of the four quarters of the board around the king, \
                 his row and column included; counted against the defenders",
                [4, 4, 4, 2, 1, 4, 3],
            ),
            (
                "corners",
                "attackers two steps from a corner that is an escape; counted against the \
                 defenders",
                [4, 11, 4, 25, 0, 0, 1],
            ),
            (
                "room",
                "cells that the king could walk to past his own soldiers, if he kept away from \
                 attackers and the cells beside them: the closer the ring around him, the fewer",
                [0, 0, 0, 0, 0, 0, 0],
            ),
        ]
        .map(feature)
        .into(),
    }
}

/// How large the features can become.
pub(super) fn bounds<B: Bits>(game: &Tafl<B>) -> [i64; MATERIAL + FEATURES] {
    let size = game.tables.geometry.size as i64;
    let cells = size * size;
    let moves = 2 * (size - 1);
    [
        cells, cells, moves, moves, moves, 1, moves, cells, 4, cells, cells, cells,
    ]
}

/// The cells at two steps from an escape, if the escapes are the corners.
pub(super) fn corner_guards<B: Bits>(geometry: &Geometry<B>, escape_cells: B) -> B {
    if escape_cells == geometry.edge {
        return B::ZERO;
    }
    let beside = geometry.beside(escape_cells);
    geometry.beside(beside) & !beside & !escape_cells
}

impl Lines {
    pub(super) fn new(scaled: &[i32]) -> Lines {
        let weight = |number: usize| scaled.get(MATERIAL + number).copied().unwrap_or(0);
        Lines(std::array::from_fn(weight))
    }

    /// All but material, seen by the defenders.
    #[inline]
    pub(super) fn value<B: Bits>(&self, game: &Tafl<B>, board: &Board<B>) -> i32 {
        with_constant_size!(B, game.tables.geometry.size, |size| self
            .value_on(game, board, size))
    }

    #[inline(always)]
    fn value_on<B: Bits>(&self, game: &Tafl<B>, board: &Board<B>, size: usize) -> i32 {
        let Some(king) = board.king() else {
            return 0;
        };
        let [
            exits_weight,
            near_weight,
            forks_weight,
            far_weight,
            moves_weight,
            open_weight,
            pressed_weight,
            quadrant_weight,
            corners_weight,
            room_weight,
        ] = self.0;
        let tables = &game.tables;
        let geometry = &tables.geometry;
        let mover = &tables.movers[Piece::King as usize];
        let empty = game.empty(board);
        let reached_by_direction =
            |from: B, empty: B| mover.reached_on(geometry, from, empty, size);
        let reached = |from: B, empty: B| {
            let [east, north, west, south] = reached_by_direction(from, empty);
            east | north | west | south
        };
        let count = |cells: B| cells.count() as i32;
        let reach = reached(board.king, empty);
        let exits = reach & tables.escape_cells;
        // Lines can be walked both ways: what a king on an escape could reach is where he escapes
        // from. Where he stands now is no obstacle.
        let without_king = empty | board.king;
        let escapes = tables.escape_cells & without_king & mover.stop;
        let [east, north, west, south] = reached_by_direction(escapes, without_king);
        let open = (east | north | west | south) & !tables.escape_cells;
        let twice = east & west | north & south | (east | west) & (north | south);
        let near = reach & open;
        let forks = near & twice;
        // The dearest of all, so not asked for nothing.
        let is_far = far_weight != 0 && near.is_zero() && reached(open, without_king).meets(reach);
        let pressed = geometry.neighbours[king] & game.hostile_to(board, Piece::King);
        let fewest = tables.quadrants[king]
            .into_iter()
            .map(|quadrant| (quadrant & board.attackers).count())
            .min()
            .unwrap_or(0);
        // A ring has gaps until it is closed; with what its pieces can close in a step it tells
        // inside from outside much earlier.
        let room = if room_weight == 0 {
            B::ZERO
        } else {
            let open = geometry.all & !board.attackers & !geometry.beside(board.attackers);
            geometry.flood_on(board.king, open, size, |_| true) & !board.king
        };
        exits_weight * count(exits)
            + near_weight * count(near)
            + forks_weight * count(forks)
            + far_weight * i32::from(is_far)
            + moves_weight * count(reach)
            + open_weight * count(open)
            - pressed_weight * count(pressed)
            - quadrant_weight * fewest as i32
            - corners_weight * count(board.attackers & tables.corner_guards)
            + room_weight * count(room)
    }
}

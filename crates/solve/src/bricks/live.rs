//! What is left of a game: the part of a position that the rest of the game depends on.

use game::bits::Bits;
use game::random::mix;
use game::{CellMaps, Symmetry};

/// How many symmetries a square has.
pub(super) const IMAGES: usize = Symmetry::SQUARE.len();

/// A board.
#[derive(Debug)]
pub(super) struct Board<B> {
    pub(super) size: usize,
    pub(super) all: B,
    not_right: B,
    not_left: B,
    /// The cells of one colour, if they were coloured like those of a chess board: each brick covers
    /// one of each colour.
    pub(super) black: B,
    /// For each cell, numbers without pattern: one for each image of it.
    salts: Box<[[u64; IMAGES]]>,
    /// For each symmetry, where it takes each cell.
    pub(super) maps: CellMaps,
}

impl<B: Bits> Board<B> {
    pub(super) fn new(size: usize) -> Board<B> {
        let all = B::first(size * size);
        let left = B::of((0..size).map(|row| row * size));
        let maps = CellMaps::new(size, size, |column, row| row * size + column);
        let salts = (0..size * size)
            .map(|cell| Symmetry::SQUARE.map(|symmetry| mix(maps.cell(symmetry, cell) as u64)))
            .collect();
        Board {
            size,
            all,
            not_right: all & !(left << (size - 1)),
            not_left: all & !left,
            black: B::of(
                (0..size * size).filter(|cell| (cell / size + cell % size).is_multiple_of(2)),
            ),
            salts,
            maps,
        }
    }

    /// The cells next to those of a set. Some may lie beyond the board.
    #[inline(always)]
    pub(super) fn beside(&self, set: B) -> B {
        set << self.size
            | set >> self.size
            | (set & self.not_right) << 1
            | (set & self.not_left) >> 1
    }

    /// Where a brick's upper or left cell may go: for bricks that lie, and for those that stand.
    #[inline(always)]
    pub(super) fn openings(&self, empty: B) -> [B; 2] {
        [
            empty & (empty >> 1) & self.not_right,
            empty & (empty >> self.size),
        ]
    }

    /// The two cells of a brick by its number: twice that of its upper or left cell, and one more if
    /// it stands.
    #[inline(always)]
    pub(super) fn brick(&self, number: usize) -> B {
        let cell = number / 2;
        let second = cell + if number % 2 == 1 { self.size } else { 1 };
        B::bit(cell) | B::bit(second)
    }

    /// The number of the brick that a symmetry makes of a brick.
    pub(super) fn image(&self, number: usize, symmetry: Symmetry) -> usize {
        let [first, second] = [
            number / 2,
            number / 2 + if number % 2 == 1 { self.size } else { 1 },
        ]
        .map(|cell| self.maps.cell(symmetry, cell));
        2 * first.min(second) + usize::from(first.abs_diff(second) == self.size && self.size > 1)
    }
}

/// The islands of one side that can still grow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Islands<B, const MOST: usize> {
    pub(super) count: usize,
    /// For each, the empty cells that it lies beside.
    pub(super) shores: [B; MOST],
    /// For each, half of its size.
    pub(super) halves: [u8; MOST],
}

impl<B: Bits, const MOST: usize> Islands<B, MOST> {
    pub(super) const NONE: Islands<B, MOST> = Islands {
        count: 0,
        shores: [B::ZERO; MOST],
        halves: [0; MOST],
    };

    #[inline(always)]
    fn push(&mut self, shore: B, half: u8) {
        self.shores[self.count] = shore;
        self.halves[self.count] = half;
        self.count += 1;
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (B, u8)> {
        let shores = self.shores[..self.count].iter();
        shores
            .copied()
            .zip(self.halves[..self.count].iter().copied())
    }

    /// By how much a brick increases the sum of squares of halves.
    #[inline(always)]
    pub(super) fn gain(&self, brick: B) -> i32 {
        let (mut half, mut squares) = (1, 0);
        for (shore, island) in self.iter() {
            if shore.meets(brick) {
                half += i32::from(island);
                squares += i32::from(island) * i32::from(island);
            }
        }
        half * half - squares
    }
}

/// The rest of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Live<B, const MOST: usize> {
    /// The empty cells that can still be covered.
    pub(super) empty: B,
    /// For each image of the board, a number without pattern for the empty cells.
    pub(super) lanes: [u64; IMAGES],
    /// Of the side to move.
    pub(super) own: Islands<B, MOST>,
    pub(super) other: Islands<B, MOST>,
}

impl<B: Bits, const MOST: usize> Live<B, MOST> {
    pub(super) fn new(board: &Board<B>, own: B, other: B) -> Live<B, MOST> {
        let empty = board.all & !(own | other);
        let empty = empty & board.beside(empty);
        let mut lanes = [0; IMAGES];
        for cell in empty.ones() {
            for (lane, salt) in lanes.iter_mut().zip(board.salts[cell]) {
                *lane ^= salt;
            }
        }
        let islands = |stones: B| {
            let mut islands = Islands::NONE;
            let mut rest = stones;
            while !rest.is_zero() {
                let mut island = B::bit(rest.lowest());
                loop {
                    let grown = island | board.beside(island) & stones;
                    if grown == island {
                        break;
                    }
                    island = grown;
                }
                rest &= !island;
                let shore = board.beside(island) & empty;
                if !shore.is_zero() {
                    let shore = closed(board, shore, empty);
                    islands.push(shore, (island.count() / 2) as u8);
                }
            }
            islands
        };
        Live {
            empty,
            lanes,
            own: islands(own),
            other: islands(other),
        }
    }

    /// What is left after a brick, seen by the other side.
    #[inline(always)]
    pub(super) fn after(&self, board: &Board<B>, brick: B) -> Live<B, MOST> {
        let empty = self.empty & !brick;
        let empty = empty & board.beside(empty);
        let mut lanes = self.lanes;
        for cell in (self.empty & !empty).ones() {
            for (lane, salt) in lanes.iter_mut().zip(board.salts[cell]) {
                *lane ^= salt;
            }
        }
        let mut own = Islands::NONE;
        for (shore, half) in self.other.iter() {
            let shore = shore & empty;
            if !shore.is_zero() {
                own.push(closed(board, shore, empty), half);
            }
        }
        let mut other = Islands::NONE;
        let (mut shores, mut halves) = (board.beside(brick), 1);
        for (shore, half) in self.own.iter() {
            if shore.meets(brick) {
                shores |= shore;
                halves += half;
            } else {
                let shore = shore & empty;
                if !shore.is_zero() {
                    other.push(closed(board, shore, empty), half);
                }
            }
        }
        shores &= empty;
        if !shores.is_zero() {
            other.push(closed(board, shores, empty), halves);
        }
        Live {
            empty,
            lanes,
            own,
            other,
        }
    }

    /// A number for the position that all its images share, and the symmetry that leads to the image
    /// whose number it is.
    #[inline(always)]
    pub(super) fn key(&self, board: &Board<B>) -> (u128, usize) {
        let mut least = self.lanes[0];
        for &lane in &self.lanes[1..] {
            least = least.min(lane);
        }
        let mut best = (u128::MAX, 0);
        for image in 0..IMAGES {
            if self.lanes[image] == least {
                let key = self.key_of_image(board, image);
                if key < best.0 {
                    best = (key, image);
                }
            }
        }
        best
    }

    #[inline(always)]
    fn key_of_image(&self, board: &Board<B>, image: usize) -> u128 {
        let mut key = spread(self.lanes[image], 0);
        for (side, islands) in [&self.own, &self.other].into_iter().enumerate() {
            for (shore, half) in islands.iter() {
                let mut cells = 0;
                for cell in shore.ones() {
                    cells ^= board.salts[cell][image];
                }
                key = key.wrapping_add(spread(cells, 2 * u64::from(half) + side as u64));
            }
        }
        // The sum is mixed once more: its lowest bits are not all alike.
        let (low, high) = (key as u64, (key >> 64) as u64);
        u128::from(mix(low ^ high.rotate_left(32))) << 64 | u128::from(high ^ low.rotate_left(17))
    }
}

/// A shore with all cells whose bricks all meet it anyway.
#[inline(always)]
fn closed<B: Bits>(board: &Board<B>, shore: B, empty: B) -> B {
    shore | empty & !board.beside(empty & !shore)
}

/// 128 bits without pattern.
#[inline(always)]
fn spread(value: u64, kind: u64) -> u128 {
    let kind = kind.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let one = value ^ kind ^ 0x2D35_8DCC_AA6C_78A5;
    let two = value.rotate_left(29) ^ kind.rotate_left(41) ^ 0x8BB8_4B93_962E_ACC9;
    u128::from(one).wrapping_mul(u128::from(two))
}

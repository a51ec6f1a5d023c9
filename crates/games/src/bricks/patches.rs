//! What three by three cells look like, all over the board.
//!
//! Who joins, who is cut off and who surrounds whom is seen best from near by. So each cell is
//! looked at with the eight around it, each of which is empty, of the first side, of the second, or
//! beyond a wall; what such a patch is worth was fitted to the results of games, for three parts of a
//! game. Turned and mirrored patches are worth the same, and with the sides exchanged the opposite;
//! 1644 different ones are left, whose worths `bricks.patches` has. `tools/fit-bricks.py` makes
//! that file.
//!
//! A brick changes the twelve patches around it and no other, so a search carries sums along. The
//! codes of all twelve are worked out together: a row of six cells is a number whose four parts are
//! the codes of the three cells from each place on.

use super::{Brick, Bricks, Position};
use game::Side;
use game::bits::Bits;
use std::array;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The worths of all patches, in so many parts of a point.
pub(super) const FINE: i64 = 32;
/// A patch is worth something else when so much of the board is empty; in between, something in
/// between.
pub(super) const KNOTS: [f64; 3] = [0.2, 0.5, 0.8];
/// For each of the [`KNOTS`], what the board is worth to the first side, in parts of a point; one
/// number more makes four, which processors like to add.
pub(super) type Sums = [i32; 4];

/// How much each of the [`KNOTS`] counts where this part of the board is empty.
pub(super) fn mixture(part: f64) -> [f64; KNOTS.len()] {
    let nearness = |number: usize| {
        let beside = |other: Option<usize>| {
            let other = other.and_then(|other| KNOTS.get(other));
            other.map_or(1.0, |other| {
                let away = (part - KNOTS[number]) / (other - KNOTS[number]);
                (1.0 - away).clamp(0.0, 1.0)
            })
        };
        beside(number.checked_sub(1)).min(beside(Some(number + 1)))
    };
    array::from_fn(nearness)
}

/// Cells of a patch.
const CELLS: usize = 9;
/// Ways to fill them with empty cells (0) and those of the first (1) and the second side (2). The
/// code of a patch has them as digits to the base of three, row by row from the lowest on; what is
/// beyond a wall is 0.
const CODES: usize = 3usize.pow(CELLS as u32);
/// No wall near, one above or below; for each of these none, one to the left or to the right; and
/// last what is no patch because its middle is beyond a wall.
const KINDS: usize = 10;
const NO_PATCH: usize = KINDS - 1;
/// A cell beyond a wall, where patches are told from each other.
const WALL: u32 = 3;

/// By kind and code.
static WORTHS: LazyLock<Vec<[i16; 4]>> = LazyLock::new(|| worths(include_bytes!("bricks.patches")));

/// The most that one patch is worth, in points, rounded up.
pub(super) fn most() -> i64 {
    let all = WORTHS.iter().flatten();
    let most = all.map(|&worth| i64::from(worth).abs()).max();
    most.unwrap_or(0) / FINE + 1
}

/// All worths, from those of the patches that differ in earnest, which stand in the order of
/// their names: three numbers of 16 bits for each.
fn worths(file: &[u8]) -> Vec<[i16; 4]> {
    let mut worths = vec![[0; 4]; KINDS * CODES];
    let named: Vec<_> = (0..NO_PATCH * CODES)
        .filter_map(|place| Some((place, Name::of(place / CODES, place % CODES)?)))
        .collect();
    let mut numbers: BTreeMap<u32, usize> = named.iter().map(|(_, name)| (name.least, 0)).collect();
    for (number, (_, place)) in numbers.iter_mut().enumerate() {
        *place = number;
    }
    assert_eq!(file.len(), 6 * numbers.len(), "a file of other patches");
    for (place, name) in named {
        let start = 6 * numbers[&name.least];
        let worth = |knot: usize| {
            let bytes = [file[start + 2 * knot], file[start + 2 * knot + 1]];
            name.sign * i16::from_le_bytes(bytes)
        };
        worths[place] = [worth(0), worth(1), worth(2), 0];
    }
    worths
}

/// Which patches are the same but for turns, mirrors and the exchange of the sides.
struct Name {
    /// The least number that any of them makes.
    least: u32,
    /// −1 if that is one with the sides exchanged.
    sign: i16,
}

impl Name {
    /// `None` for what cannot be, and for patches that are the same with the sides exchanged:
    /// they are worth nothing.
    fn of(kind: usize, code: usize) -> Option<Name> {
        let mut cells = [0; CELLS];
        let mut rest = code;
        for (place, cell) in cells.iter_mut().enumerate() {
            *cell = (rest % 3) as u32;
            rest /= 3;
            if is_beyond(kind, place) {
                if *cell != 0 {
                    return None;
                }
                *cell = WALL;
            }
        }
        let least_of = |cells: [u32; CELLS]| {
            let views = [cells, turned(cells), turned(turned(cells))];
            let views = views.into_iter().chain([turned(turned(turned(cells)))]);
            let all = views.flat_map(|view| [view, mirrored(view)]);
            all.map(|view| view.iter().fold(0, |number, cell| 4 * number + cell))
                .min()
                .unwrap_or(0)
        };
        let exchanged = cells.map(|cell| [0, 2, 1, WALL][cell as usize]);
        let (as_it_is, exchanged) = (least_of(cells), least_of(exchanged));
        (as_it_is != exchanged).then(|| Name {
            least: as_it_is.min(exchanged),
            sign: if as_it_is < exchanged { 1 } else { -1 },
        })
    }
}

fn turned(cells: [u32; CELLS]) -> [u32; CELLS] {
    array::from_fn(|place| cells[3 * (2 - place % 3) + place / 3])
}

fn mirrored(cells: [u32; CELLS]) -> [u32; CELLS] {
    array::from_fn(|place| cells[3 * (place / 3) + 2 - place % 3])
}

/// Whether a cell of a patch of this kind is beyond a wall.
fn is_beyond(kind: usize, place: usize) -> bool {
    let (row, column) = (place / 3, place % 3);
    let beyond = |wall: usize, at: usize| wall == 1 && at == 0 || wall == 2 && at == 2;
    beyond(kind / 3, row) || beyond(kind % 3, column)
}

/// The kind of the patch around the cell in this row and column, counted from 0, which may be
/// beyond a wall themselves.
fn kind(size: usize, row: isize, column: isize) -> usize {
    let last = size as isize - 1;
    if row < 0 || column < 0 || row > last || column > last {
        return NO_PATCH;
    }
    let wall = |at: isize| {
        if at == 0 {
            1
        } else if at == last {
            2
        } else {
            0
        }
    };
    3 * wall(row) + wall(column)
}

/// For six cells in a row, of which those of one side are given as bits: the codes of the three
/// from each place on, in a number of four parts.
static ROWS: [u64; 64] = rows();

const fn rows() -> [u64; 64] {
    let mut rows = [0; 64];
    let mut cells = 0;
    while cells < 64 {
        let mut place = 0;
        while place < 4 {
            let three = cells >> place;
            let code = (three & 1) + 3 * (three >> 1 & 1) + 9 * (three >> 2 & 1);
            rows[cells] |= (code as u64) << (16 * place);
            place += 1;
        }
        cells += 1;
    }
    rows
}

/// What is known of a brick before it is laid.
#[derive(Debug, Clone, Copy)]
struct Surroundings {
    /// The first of the cells around it: two rows and two columns away.
    start: i16,
    /// Which of six columns from there on are on the board, and belong to patches of the brick.
    columns: u8,
    /// Where the worths of its patches begin, row by row.
    begin: [[u32; 4]; 4],
}

/// What the patches of a lying brick become with it, row by row, if it is the first side's.
const LYING: [[usize; 4]; 3] = [
    [729 * 9, 729 * 12, 729 * 4, 729],
    [27 * 9, 27 * 12, 27 * 4, 27],
    [9, 12, 4, 1],
];
/// And those of a standing one.
const STANDING: [[usize; 3]; 4] = [
    [729 * 9, 729 * 3, 729],
    [756 * 9, 756 * 3, 756],
    [28 * 9, 28 * 3, 28],
    [9, 3, 1],
];

/// The patches of one board.
#[derive(Debug)]
pub(super) struct Patches {
    /// By [`Brick::code`].
    around: Vec<Surroundings>,
    /// For each cell, where the worths of its patch begin.
    begin: Vec<usize>,
}

impl Patches {
    pub(super) fn new(size: usize) -> Patches {
        let bricks = (0..size * size).flat_map(|cell| [(cell, false), (cell, true)]);
        let at = |cell: usize| ((cell / size) as isize, (cell % size) as isize);
        Patches {
            around: bricks
                .map(|(cell, vertical)| {
                    let (row, column) = at(cell);
                    let (rows, columns) = if vertical { (4, 3) } else { (3, 4) };
                    let begin = |down: usize, right: usize| {
                        let is_part = down < rows && right < columns;
                        let (row, column) = (row + down as isize - 1, column + right as isize - 1);
                        let kind = if is_part {
                            kind(size, row, column)
                        } else {
                            NO_PATCH
                        };
                        (kind * CODES) as u32
                    };
                    let on_board =
                        |right: &isize| (0..size as isize).contains(&(column - 2 + right));
                    Surroundings {
                        start: ((row - 2) * size as isize + column - 2) as i16,
                        columns: (0..columns as isize + 2)
                            .filter(on_board)
                            .map(|right| 1 << right)
                            .sum(),
                        begin: array::from_fn(|down| array::from_fn(|right| begin(down, right))),
                    }
                })
                .collect(),
            begin: (0..size * size)
                .map(|cell| kind(size, at(cell).0, at(cell).1) * CODES)
                .collect(),
        }
    }

    /// The sums of a position, cell by cell.
    pub(super) fn sums<B: Bits>(&self, game: &Bricks<B>, position: &Position<B>) -> Sums {
        let size = game.size as isize;
        let digit = |row: isize, column: isize| {
            if !(0..size).contains(&row) || !(0..size).contains(&column) {
                return 0;
            }
            let cell = (row * size + column) as usize;
            let [first, second] = position.stones.map(|stones| stones.test(cell));
            usize::from(first) + 2 * usize::from(second)
        };
        let mut sums = [0; 4];
        for (cell, begin) in self.begin.iter().enumerate() {
            let (row, column) = (cell as isize / size, cell as isize % size);
            let code = (0..CELLS as isize).rev().fold(0, |code, place| {
                3 * code + digit(row + place / 3 - 1, column + place % 3 - 1)
            });
            let worth = WORTHS[begin + code];
            for (sum, worth) in sums.iter_mut().zip(worth) {
                *sum += i32::from(worth);
            }
        }
        sums
    }

    /// The sums after a move, given those before it.
    #[inline]
    pub(super) fn sums_after<B: Bits>(
        &self,
        game: &Bricks<B>,
        before: &Sums,
        brick: Brick,
        after: &Position<B>,
    ) -> Sums {
        let around = &self.around[brick.code()];
        let side = after.side.other();
        let covered = game.covered(brick);
        let stones = after.stones.map(|stones| stones & !covered);
        let digit = match side {
            Side::First => 1,
            Side::Second => 2,
        };
        if brick.vertical {
            changed::<B, 6, 4, 3>(game.row(), around, stones, before, digit, &STANDING)
        } else {
            changed::<B, 5, 3, 4>(game.row(), around, stones, before, digit, &LYING)
        }
    }
}

/// The sums when all patches around a brick have become what it makes of them: `DOWN` times
/// `RIGHT` patches in `ROWS_AROUND` rows of cells.
#[inline]
fn changed<B: Bits, const ROWS_AROUND: usize, const DOWN: usize, const RIGHT: usize>(
    row: usize,
    around: &Surroundings,
    stones: [B; 2],
    before: &Sums,
    digit: usize,
    becomes: &[[usize; RIGHT]; DOWN],
) -> Sums {
    let [first, second] = stones.map(|stones| {
        let start = isize::from(around.start);
        [near(stones, start), near(stones, start + 3 * row as isize)]
    });
    let columns = u64::from(around.columns);
    let rows: [u64; ROWS_AROUND] = array::from_fn(|down| {
        let cells = |near: [u64; 2]| (near[down / 3] >> (down % 3 * row) & columns) as usize;
        ROWS[cells(first) % 64] + 2 * ROWS[cells(second) % 64]
    });
    let worths = WORTHS.as_slice();
    let mut sums = *before;
    for (down, becomes) in becomes.iter().enumerate() {
        let codes = rows[down] + 27 * rows[down + 1] + 729 * rows[down + 2];
        for (right, becomes) in becomes.iter().enumerate() {
            let place =
                around.begin[down][right] as usize + (codes >> (16 * right) & 0xffff) as usize;
            let (old, new) = (worths[place], worths[place + digit * becomes]);
            for ((sum, old), new) in sums.iter_mut().zip(old).zip(new) {
                *sum += i32::from(new) - i32::from(old);
            }
        }
    }
    sums
}

/// The cells from `start` on, of which some may be off the board.
#[inline]
fn near<B: Bits>(stones: B, start: isize) -> u64 {
    match usize::try_from(start) {
        Ok(start) if start < B::WIDTH => stones.window(start),
        Ok(_) => 0,
        Err(_) => stones.window(0) << start.unsigned_abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;
    use game::bits::Wide;
    use game::random::{Seed, play_randomly};

    fn check<B: Bits>(size: usize) {
        let game = Bricks::<B>::new(size);
        let patches = Patches::new(size);
        for seed in 0..8 {
            let mut position = game.start();
            let mut generator = Seed(seed).generator();
            play_randomly(
                &game,
                &mut position,
                seed as usize * size * size / 20,
                &mut generator,
            );
            let before = patches.sums(&game, &position);
            let mut bricks = Vec::new();
            game.moves(&position, &mut bricks);
            for brick in bricks {
                let after = game.after(&position, brick);
                assert_eq!(
                    patches.sums_after(&game, &before, brick, &after),
                    patches.sums(&game, &after),
                    "{size}, {seed}: {brick:?}"
                );
            }
        }
    }

    #[test]
    fn sums_that_are_carried_along_are_those_from_scratch() {
        for size in 2..=8 {
            check::<u64>(size);
        }
        for size in 2..=11 {
            check::<u128>(size);
        }
        for size in [2, 3, 7, 10, 15, 19, 20] {
            check::<Wide<7>>(size);
        }
    }

    #[test]
    fn mixtures_go_from_knot_to_knot() {
        let [early, middle, late] = [KNOTS[2], KNOTS[1], KNOTS[0]];
        assert_eq!(mixture(1.0), [0.0, 0.0, 1.0]);
        assert_eq!(mixture(early), [0.0, 0.0, 1.0]);
        assert_eq!(mixture(middle), [0.0, 1.0, 0.0]);
        assert_eq!(mixture(late), [1.0, 0.0, 0.0]);
        assert_eq!(mixture(0.0), [1.0, 0.0, 0.0]);
        for hundredth in 0..=100 {
            let shares = mixture(f64::from(hundredth) / 100.0);
            assert!(
                (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                "{shares:?}"
            );
        }
    }

    #[test]
    fn images_are_worth_the_same_and_exchanged_sides_the_opposite() {
        let game = Bricks::<u128>::new(10);
        let patches = Patches::new(10);
        let mut some = 0;
        for seed in 0..20 {
            let mut position = game.start();
            play_randomly(
                &game,
                &mut position,
                3 + seed as usize,
                &mut Seed(seed).generator(),
            );
            let sums = patches.sums(&game, &position);
            some += i32::from(sums != [0; 4]);
            for &symmetry in game.symmetries() {
                let image = game.map_position(symmetry, &position);
                assert_eq!(patches.sums(&game, &image), sums);
            }
            position.stones.swap(0, 1);
            assert_eq!(patches.sums(&game, &position), sums.map(|sum| -sum));
        }
        assert_eq!(some, 20);
    }
}

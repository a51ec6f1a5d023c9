//! What is left of a game: the part of a position that the rest of the game depends on.
//!
//! A brick joins the islands that it lies beside, whatever their shape; all that counts is which
//! empty cells an island lies beside, its *shore*, how large it is and whose. Empty cells without an
//! empty neighbour are never covered, and islands that lie beside no other empty cells never change.
//! So two positions with the same coverable cells and the same islands beside them are the same from
//! there on, but for what both sides have by then. The search sees nothing else of a position and
//! counts only what is gained from there on.
//!
//! Sizes are halved, since they are even, and gains are those of the squares of halves. A fourth of
//! the real ones, then.

use game::bits::Bits;
use game::random::mix;
use game::{CellMaps, Symmetry};

/// How many symmetries a square has.
const IMAGES: usize = Symmetry::SQUARE.len();
/// Bricks are numbered: twice the number of the upper or left cell, and one more if it stands.
const BRICK_NUMBERS: usize = 256;
/// Those symmetries that take back what they do.
const INVOLUTIONS: [Symmetry; 5] = [
    Symmetry::Rotate180,
    Symmetry::MirrorColumns,
    Symmetry::MirrorRows,
    Symmetry::Transpose,
    Symmetry::AntiTranspose,
];

/// A board.
#[derive(Debug)]
pub(super) struct Board<B> {
    size: usize,
    pub(super) all: B,
    not_right: B,
    not_left: B,
    /// The cells of one colour of a chess board: each brick covers one of each colour.
    black: B,
    /// For each cell, a number without pattern for each image of it.
    salts: Box<[[u64; IMAGES]]>,
    maps: CellMaps,
    /// For each symmetry, what it makes of each brick.
    images: Box<[[u8; BRICK_NUMBERS]; IMAGES]>,
    /// For each symmetry, the cells that it leaves where they are or takes to a cell beside.
    near_image: [B; IMAGES],
}

impl<B: Bits> Board<B> {
    pub(super) fn new(size: usize) -> Board<B> {
        let cells = size * size;
        let all = B::first(cells);
        let left = B::of((0..size).map(|row| row * size));
        let maps = CellMaps::new(size, size, |column, row| row * size + column);
        let salts = (0..cells)
            .map(|cell| Symmetry::SQUARE.map(|symmetry| mix(maps.cell(symmetry, cell) as u64)))
            .collect();
        let mut board = Board {
            size,
            all,
            not_right: all & !(left << (size - 1)),
            not_left: all & !left,
            black: B::of((0..cells).filter(|cell| (cell / size + cell % size).is_multiple_of(2))),
            salts,
            maps,
            images: Box::new([[0; BRICK_NUMBERS]; IMAGES]),
            near_image: [B::ZERO; IMAGES],
        };
        for symmetry in Symmetry::SQUARE {
            let image = |cell: usize| board.maps.cell(symmetry, cell);
            let is_near = |&cell: &usize| {
                let one = B::bit(cell);
                (one | board.beside(one)).test(image(cell))
            };
            board.near_image[symmetry as usize] = B::of((0..cells).filter(is_near));
            for (number, brick) in board.bricks(all) {
                let image = board.maps.set(symmetry, brick);
                let stands = image.highest() - image.lowest() == size;
                let image_number = 2 * image.lowest() + usize::from(stands);
                board.images[symmetry as usize][usize::from(number)] = image_number as u8;
            }
        }
        board
    }

    /// The cells next to those of a set. Some may lie beyond the board.
    #[inline(always)]
    pub(super) fn beside(&self, set: B) -> B {
        set << self.size
            | set >> self.size
            | (set & self.not_right) << 1
            | (set & self.not_left) >> 1
    }

    /// All of a set that is joined with a seed, which belongs to it.
    #[inline(always)]
    pub(super) fn joined(&self, seed: B, set: B) -> B {
        let mut joined = seed;
        loop {
            let grown = joined | self.beside(joined) & set;
            if grown == joined {
                return joined;
            }
            joined = grown;
        }
    }

    /// How many bricks fit these cells at most.
    #[inline(always)]
    pub(super) fn room(&self, cells: B) -> i32 {
        let black = (cells & self.black).count();
        black.min(cells.count() - black) as i32
    }

    /// The bricks that can be laid, with their numbers.
    #[inline(always)]
    pub(super) fn bricks(&self, empty: B) -> impl Iterator<Item = (u8, B)> + use<B> {
        let (right, below) = (B::bit(0) | B::bit(1), B::bit(0) | B::bit(self.size));
        let lying = (empty & (empty >> 1) & self.not_right).ones();
        let standing = (empty & (empty >> self.size)).ones();
        lying
            .map(move |cell| (2 * cell as u8, right << cell))
            .chain(standing.map(move |cell| (2 * cell as u8 + 1, below << cell)))
    }

    /// What a symmetry makes of a brick.
    #[inline(always)]
    pub(super) fn image(&self, number: u8, symmetry: Symmetry) -> u8 {
        self.images[symmetry as usize][usize::from(number)]
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
    const NONE: Islands<B, MOST> = Islands {
        count: 0,
        shores: [B::ZERO; MOST],
        halves: [0; MOST],
    };

    /// From scratch.
    fn new(board: &Board<B>, stones: B, empty: B) -> Islands<B, MOST> {
        let mut islands = Islands::NONE;
        let mut rest = stones;
        while !rest.is_zero() {
            let island = board.joined(B::bit(rest.lowest()), stones);
            rest &= !island;
            islands.push(
                board.beside(island),
                (island.count() / 2) as u8,
                board,
                empty,
            );
        }
        islands
    }

    /// Adds an island, if it can still grow.
    ///
    /// Cells all of whose neighbours belong to the shore are added to it: whatever covers them meets
    /// it anyway. So positions look the same that are the same.
    #[inline(always)]
    fn push(&mut self, shore: B, half: u8, board: &Board<B>, empty: B) {
        let shore = shore & empty;
        if !shore.is_zero() {
            self.shores[self.count] = shore | empty & !board.beside(empty & !shore);
            self.halves[self.count] = half;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (B, u8)> {
        let shores = self.shores[..self.count].iter().copied();
        shores.zip(self.halves[..self.count].iter().copied())
    }

    /// By how much a brick increases the sum of squares.
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

    /// Those after a brick of the same side, which leaves so many cells empty.
    #[inline(always)]
    pub(super) fn with(&self, board: &Board<B>, brick: B, empty: B) -> Islands<B, MOST> {
        let mut islands = Islands::NONE;
        let (mut shores, mut halves) = (board.beside(brick), 1);
        for (shore, half) in self.iter() {
            if shore.meets(brick) {
                shores |= shore;
                halves += half;
            } else {
                islands.push(shore, half, board, empty);
            }
        }
        islands.push(shores, halves, board, empty);
        islands
    }

    /// Those after a brick of the other side.
    #[inline(always)]
    fn without(&self, board: &Board<B>, empty: B) -> Islands<B, MOST> {
        let mut islands = Islands::NONE;
        for (shore, half) in self.iter() {
            islands.push(shore, half, board, empty);
        }
        islands
    }
}

/// The rest of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Live<B, const MOST: usize> {
    /// The empty cells that can still be covered.
    pub(super) empty: B,
    /// For each image of the board, a number without pattern for the empty cells.
    marks: [u64; IMAGES],
    /// Of the side to move.
    pub(super) own: Islands<B, MOST>,
    pub(super) other: Islands<B, MOST>,
}

impl<B: Bits, const MOST: usize> Live<B, MOST> {
    /// From the cells that the side to move has, and those of the other side.
    pub(super) fn new(board: &Board<B>, own: B, other: B) -> Live<B, MOST> {
        let empty = board.all & !(own | other);
        let empty = empty & board.beside(empty);
        Live {
            empty,
            marks: marked(board, [0; IMAGES], empty),
            own: Islands::new(board, own, empty),
            other: Islands::new(board, other, empty),
        }
    }

    /// What is left after a brick, seen by the other side.
    #[inline(always)]
    pub(super) fn after(&self, board: &Board<B>, brick: B) -> Live<B, MOST> {
        let empty = self.empty & !brick;
        let empty = empty & board.beside(empty);
        Live {
            empty,
            marks: marked(board, self.marks, self.empty & !empty),
            own: self.other.without(board, empty),
            other: self.own.with(board, brick, empty),
        }
    }

    /// A number for the position that all its images share, and the symmetry that leads to the image
    /// whose number it is. Other positions have the same number only if 64 bits or more agree by chance.
    #[inline(always)]
    pub(super) fn key(&self, board: &Board<B>) -> (u128, Symmetry) {
        // The image with the least mark; of several, that with the least number.
        let least = self
            .marks
            .iter()
            .fold(u64::MAX, |least, &mark| least.min(mark));
        let mut found = (u128::MAX, Symmetry::Identity);
        for (symmetry, mark) in Symmetry::SQUARE.into_iter().zip(self.marks) {
            if mark == least {
                let key = self.key_of_image(board, symmetry as usize);
                if key < found.0 {
                    found = (key, symmetry);
                }
            }
        }
        found
    }

    #[inline(always)]
    fn key_of_image(&self, board: &Board<B>, image: usize) -> u128 {
        let mut key = spread(self.marks[image], 0);
        for (side, islands) in [&self.own, &self.other].into_iter().enumerate() {
            for (shore, half) in islands.iter() {
                let mut mark = 0;
                for cell in shore.ones() {
                    mark ^= board.salts[cell][image];
                }
                // A sum, because islands have no order.
                key = key.wrapping_add(spread(mark, 2 * u64::from(half) + side as u64));
            }
        }
        // Products are not equally often even and odd, so the two halves are mixed once more.
        let (low, high) = (key as u64, (key >> 64) as u64);
        u128::from(mix(low ^ high.rotate_left(32))) << 64 | u128::from(high ^ low.rotate_left(17))
    }

    /// Whether the other side can answer every brick with the image of it, so that the side to move
    /// gains no more than the other one.
    ///
    /// That is so if a symmetry that takes back what it does leaves the empty cells as they are,
    /// makes the islands of one side those of the other, and takes no empty cell to itself or to one
    /// beside it. Then a brick and its image share no cell, so the image can be laid if the brick
    /// can; after it the same holds again, and it gains what the brick gained.
    #[inline(always)]
    pub(super) fn can_be_answered(&self, board: &Board<B>) -> bool {
        INVOLUTIONS.into_iter().any(|symmetry| {
            self.marks[symmetry as usize] == self.marks[0]
                && !self.empty.meets(board.near_image[symmetry as usize])
                && self.is_turned_by(board, symmetry)
        })
    }

    /// Whether a symmetry leaves the empty cells as they are and exchanges the two sides.
    #[cold]
    fn is_turned_by(&self, board: &Board<B>, symmetry: Symmetry) -> bool {
        let mut left = u64::first(self.other.count);
        self.own.count == self.other.count
            && board.maps.set(symmetry, self.empty) == self.empty
            && self.own.iter().all(|(shore, half)| {
                let image = (board.maps.set(symmetry, shore), half);
                let same = left.ones().find(|&island| {
                    (self.other.shores[island], self.other.halves[island]) == image
                });
                left &= !same.map_or(0, u64::bit);
                same.is_some()
            })
    }
}

/// The marks of a set of cells after some of them came or went.
#[inline(always)]
fn marked<B: Bits>(board: &Board<B>, mut marks: [u64; IMAGES], changed: B) -> [u64; IMAGES] {
    for cell in changed.ones() {
        for (mark, salt) in marks.iter_mut().zip(board.salts[cell]) {
            *mark ^= salt;
        }
    }
    marks
}

/// 128 bits without pattern for a number that has none, and its kind.
#[inline(always)]
fn spread(value: u64, kind: u64) -> u128 {
    let kind = kind.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let one = value ^ kind ^ 0x2D35_8DCC_AA6C_78A5;
    let two = value.rotate_left(29) ^ kind.rotate_left(41) ^ 0x8BB8_4B93_962E_ACC9;
    u128::from(one).wrapping_mul(u128::from(two))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;
    use game::random::{Seed, play_randomly};
    use games::bricks::Bricks;

    type Small = Live<u64, 16>;

    fn live(board: &Board<u64>, position: &<Bricks<u64> as Game>::Position) -> Small {
        let [own, other] = position.stones_by_turn();
        Live::new(board, own, other)
    }

    fn sorted(islands: &Islands<u64, 16>) -> Vec<(u64, u8)> {
        let mut list: Vec<_> = islands.iter().collect();
        list.sort_unstable();
        list
    }

    /// What is kept up from brick to brick is what there is from scratch; images share their key.
    #[test]
    fn bricks_change_what_they_should() {
        for size in 2..=8 {
            let game = Bricks::<u64>::new(size);
            let board = Board::new(size);
            let mut generator = Seed(size as u64).generator();
            for _ in 0..50 {
                let mut position = game.start();
                let mut kept = live(&board, &position);
                let mut sums = position.sums();
                while game.outcome(&position).is_none() {
                    let side = game.side_to_move(&position).index();
                    let laid = play_randomly(&game, &mut position, 1, &mut generator)[0];
                    let number = 2 * laid.cell as u8 + u8::from(laid.vertical);
                    let mut bricks = board.bricks(kept.empty);
                    let (_, brick) = bricks.find(|brick| brick.0 == number).expect("legal");
                    sums[side] += 4 * kept.own.gain(brick);
                    kept = kept.after(&board, brick);
                    let fresh = live(&board, &position);
                    assert_eq!(sums, position.sums());
                    assert_eq!((kept.empty, kept.marks), (fresh.empty, fresh.marks));
                    assert_eq!(sorted(&kept.own), sorted(&fresh.own));
                    assert_eq!(sorted(&kept.other), sorted(&fresh.other));
                    let (key, to_least) = fresh.key(&board);
                    for symmetry in Symmetry::SQUARE {
                        let image = live(&board, &game.map_position(symmetry, &position));
                        assert_eq!(image.key(&board).0, key);
                    }
                    for (number, brick) in board.bricks(fresh.empty) {
                        let there = board.image(number, to_least);
                        assert_eq!(board.image(there, to_least.inverse()), number);
                        let image = board.maps.set(to_least, brick);
                        let mut all = board.bricks(board.all);
                        assert!(all.any(|brick| brick == (there, image)));
                    }
                }
            }
        }
    }

    /// No two sets of cells have the same mark: no mark of a cell is made up of others.
    #[test]
    fn marks_tell_cells_apart() {
        let board = Board::<u64>::new(7);
        let mut basis = Vec::<u64>::new();
        for salts in &board.salts {
            let rest = basis
                .iter()
                .fold(salts[0], |rest, &part| rest.min(rest ^ part));
            assert_ne!(rest, 0);
            basis.push(rest);
            basis.sort_unstable_by_key(|&part| std::cmp::Reverse(part));
        }
    }

    /// The keys of positions differ that are not the same game.
    #[test]
    fn keys_tell_positions_apart() {
        let board = Board::new(4);
        let key = |own: u64, other: u64| Small::new(&board, own, other).key(&board).0;
        // Whose brick it is, where it lies, and how large the island is.
        assert_ne!(key(0x3, 0), key(0, 0x3));
        assert_ne!(key(0x3, 0), key(0x6, 0));
        assert_ne!(key(0x33, 0), key(0x3, 0x30));
        // What lies behind a wall does not matter, nor do cells there that cannot be covered.
        assert_eq!(key(0x00F0, 0x000F), key(0x00F0, 0x000B));
    }

    #[test]
    fn images_answer_where_they_can() {
        let answers = |size: usize, own: u64, other: u64| {
            let board = Board::new(size);
            Small::new(&board, own, other).can_be_answered(&board)
        };
        assert!(answers(4, 0, 0) && answers(6, 0, 0));
        // The cell in the middle is its own image.
        assert!(!answers(3, 0, 0) && !answers(5, 0, 0));
        // Turned by 180 degrees; only one brick; bricks that are not images of each other.
        assert!(answers(4, 0x0003, 0xC000));
        assert!(!answers(4, 0x0003, 0x0000));
        assert!(!answers(4, 0x0003, 0x3000));
        // The middle rows are full: what is left is mirrored.
        assert!(answers(4, 0x00F0, 0x0F00));
    }
}

//! Bricks with island sums that every move brings up to date, and with sums from scratch when
//! somebody asks: where does the first pay?

use game::bits::Bits;
use game::random::{Seed, play_randomly};
use game::{Game, Side};
use games::bricks::{Brick, Bricks, Position};
use std::ops::ControlFlow;

/// The rules as far as this question needs them.
pub trait Board {
    /// A position.
    type Position: Copy;

    /// The empty board.
    fn start(&self) -> Self::Position;

    /// Calls `visit` with every legal move.
    fn visit_moves(&self, position: &Self::Position, visit: impl FnMut(Brick));

    /// The position after a move.
    fn after(&self, position: &Self::Position, brick: Brick) -> Self::Position;

    /// How far the first side's islands are ahead.
    fn margin(&self, position: &Self::Position) -> i32;
}

/// Our rules: the sums are part of the position.
impl<B: Bits> Board for Bricks<B> {
    type Position = Position<B>;

    fn start(&self) -> Position<B> {
        Game::start(self)
    }

    #[inline]
    fn visit_moves(&self, position: &Position<B>, mut visit: impl FnMut(Brick)) {
        let _ = Game::visit_moves(self, position, |brick| {
            visit(brick);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn after(&self, position: &Position<B>, brick: Brick) -> Position<B> {
        Game::after(self, position, brick)
    }

    #[inline]
    fn margin(&self, position: &Position<B>) -> i32 {
        let [first, second] = position.sums();
        first - second
    }
}

/// The same rules without sums in the position.
#[derive(Debug, Clone)]
pub struct WithoutSums<B> {
    size: usize,
    board: B,
    not_right: B,
    not_left: B,
}

/// A position of [`WithoutSums`].
#[derive(Debug, Clone, Copy)]
pub struct Stones<B> {
    stones: [B; 2],
    side: Side,
}

impl<B: Bits> WithoutSums<B> {
    /// The game on `size` × `size` cells.
    #[must_use]
    pub fn new(size: usize) -> WithoutSums<B> {
        let board = B::first(size * size);
        let left = B::of((0..size).map(|row| row * size));
        WithoutSums {
            size,
            board,
            not_right: board & !(left << (size - 1)),
            not_left: board & !left,
        }
    }

    fn sum_of_squares(&self, stones: B) -> i32 {
        let (mut sum, mut left) = (0, stones);
        while !left.is_zero() {
            let mut island = B::bit(left.lowest());
            loop {
                let grown = island
                    | island << self.size
                    | island >> self.size
                    | (island & self.not_right) << 1
                    | (island & self.not_left) >> 1;
                if grown & stones == island {
                    break;
                }
                island = grown & stones;
            }
            left &= !island;
            let size = island.count() as i32;
            sum += size * size;
        }
        sum
    }
}

impl<B: Bits> Board for WithoutSums<B> {
    type Position = Stones<B>;

    fn start(&self) -> Stones<B> {
        Stones {
            stones: [B::ZERO; 2],
            side: Side::First,
        }
    }

    #[inline]
    fn visit_moves(&self, position: &Stones<B>, mut visit: impl FnMut(Brick)) {
        let empty = self.board & !(position.stones[0] | position.stones[1]);
        let lying = empty & (empty >> 1) & self.not_right;
        let standing = empty & (empty >> self.size);
        for cell in (lying | standing).ones() {
            for (vertical, openings) in [(false, lying), (true, standing)] {
                if openings.test(cell) {
                    let cell = cell as u16;
                    visit(Brick { cell, vertical });
                }
            }
        }
    }

    #[inline]
    fn after(&self, position: &Stones<B>, brick: Brick) -> Stones<B> {
        let first = usize::from(brick.cell);
        let second = first + if brick.vertical { self.size } else { 1 };
        let mut next = *position;
        next.stones[position.side.index()] |= B::bit(first) | B::bit(second);
        next.side = position.side.other();
        next
    }

    fn margin(&self, position: &Stones<B>) -> i32 {
        let [first, second] = position.stones.map(|stones| self.sum_of_squares(stones));
        first - second
    }
}

/// Walks the whole tree. The margins of finished games are read, or those of every position.
/// The positions visited and the sum of what was read.
pub fn walk_tree<G: Board>(game: &G, every_ply: bool) -> (u64, i64) {
    fn recurse<G: Board>(game: &G, position: &G::Position, every_ply: bool) -> (u64, i64) {
        let (mut positions, mut read, mut finished) = (1, 0, true);
        game.visit_moves(position, |brick| {
            finished = false;
            let below = recurse(game, &game.after(position, brick), every_ply);
            positions += below.0;
            read += below.1;
        });
        if finished || every_ply {
            read += i64::from(game.margin(position));
        }
        (positions, read)
    }
    recurse(game, &game.start(), every_ply)
}

/// Random games of our rules, to be played again by [`replay`].
#[must_use]
pub fn random_games<B: Bits>(game: &Bricks<B>, count: u64) -> Vec<Vec<Brick>> {
    (0..count)
        .map(|number| {
            let mut generator = Seed(8).child(number).generator();
            play_randomly(game, &mut Game::start(game), usize::MAX, &mut generator)
        })
        .collect()
}

/// Plays the games again. The margins at their ends are read, or those of every position.
/// The positions visited and the sum of what was read.
pub fn replay<G: Board>(game: &G, games: &[Vec<Brick>], every_ply: bool) -> (u64, i64) {
    let (mut positions, mut read) = (0, 0);
    for bricks in games {
        let mut position = game.start();
        for &brick in bricks {
            position = game.after(&position, brick);
            positions += 1;
            if every_ply {
                read += i64::from(game.margin(&position));
            }
        }
        if !every_ply {
            read += i64::from(game.margin(&position));
        }
    }
    (positions, read)
}

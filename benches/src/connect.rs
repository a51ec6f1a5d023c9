//! Connect on 7 × 6 with the peers' means.

use crate::counting::Tally;
use board_game::board::{Board, BoardMoves};
use board_game::games::connect4::Connect4;
use game::random::mix;
use internal_iterator::InternalIterator;
use minimax::{
    Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, MCTSOptions,
    MonteCarloTreeSearch, Strategy, Winner,
};
use std::hint::black_box;

/// The rules for crate `minimax`, whose own are an example and not part of its library. They are
/// written anew with the same means as there: two 64-bit boards, columns of seven bits, a column
/// as a move, copies instead of taking back, a Zobrist key carried along.
#[derive(Debug)]
pub struct FourInARow;

/// A position for crate `minimax`.
#[derive(Debug, Clone, Default)]
pub struct Stones {
    occupied: u64,
    /// Those of the side to move.
    own: u64,
    plies: u8,
    key: u64,
}

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
/// Bits from one column to the next: one more than there are rows.
const STRIDE: u8 = ROWS + 1;
const FULL_COLUMN: u64 = (1 << ROWS) - 1;

/// A key for each side and bit of the board.
const KEYS: [[u64; 64]; 2] = {
    let mut keys = [[0; 64]; 2];
    let mut index = 0;
    while index < 128 {
        keys[index / 64][index % 64] = mix(index as u64);
        index += 1;
    }
    keys
};

impl Game for FourInARow {
    type S = Stones;
    type M = u8;

    fn generate_moves(position: &Stones, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            let mut columns = position.occupied;
            for column in 0..COLUMNS {
                if columns & FULL_COLUMN != FULL_COLUMN {
                    moves.push(column);
                }
                columns >>= STRIDE;
            }
        }
        winner
    }

    fn get_winner(position: &Stones) -> Option<Winner> {
        let last = position.occupied ^ position.own;
        let four = |distance: u8| {
            let pairs = last & last >> distance;
            pairs & pairs >> (2 * distance) != 0
        };
        if four(1) || four(STRIDE) || four(STRIDE + 1) || four(STRIDE - 1) {
            Some(Winner::PlayerJustMoved)
        } else if position.plies == COLUMNS * ROWS {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    fn apply(position: &mut Stones, column: u8) -> Option<Stones> {
        let shift = column * STRIDE;
        let filling = position.occupied >> shift & FULL_COLUMN;
        let stone = (filling + 1) << shift;
        let plies = position.plies + 1;
        let key = KEYS[usize::from(plies & 1)][stone.trailing_zeros() as usize];
        Some(Stones {
            occupied: position.occupied | stone,
            own: position.own ^ position.occupied,
            plies,
            key: position.key ^ key,
        })
    }

    fn zobrist_hash(position: &Stones) -> u64 {
        position.key
    }
}

/// The perft of crate `minimax` as it ships, on one thread: all depths up to `depth`, one after
/// the other; the leaves of all of them. It prints a table while it does so.
#[must_use]
pub fn minimax_perft(depth: u8) -> u64 {
    minimax::perft::<FourInARow>(&mut Stones::default(), depth, false)
        .iter()
        .sum()
}

/// The Monte Carlo tree search of crate `minimax` from the start, with so many thousand random games
/// to their end, on one thread; how many there were.
#[must_use]
pub fn minimax_mcts(thousands: u8) -> u64 {
    let playouts = u32::from(thousands) * 1000;
    let options = MCTSOptions::default().with_num_threads(1);
    let mut searcher = MonteCarloTreeSearch::<FourInARow>::new(options);
    searcher.set_max_rollouts(playouts);
    black_box(searcher.choose_move(&Stones::default()));
    playouts.into()
}

/// Our evaluator `h1` for crate `minimax`: the heights of the central columns, good for the side that
/// moved last.
struct Heights;

impl Evaluator for Heights {
    type G = FourInARow;

    fn evaluate(&self, position: &Stones) -> Evaluation {
        let height = |column: u8| {
            let filling = position.occupied >> (column * STRIDE) & FULL_COLUMN;
            // Columns are filled from below.
            filling.trailing_ones() as Evaluation
        };
        let outer = (height(1) + height(5)) / 2;
        -(2 * height(3) + height(2) + height(4) + outer)
    }
}

/// The iterative search of crate `minimax` from the start to a depth, on one thread, with a table of
/// about so many bytes, moves ordered by what answered the last one, and our evaluator `h1`; the
/// nodes it visited.
#[must_use]
pub fn minimax_iterative(depth: u8, table_bytes: usize) -> u64 {
    let options = IterativeOptions::new()
        .with_table_byte_size(table_bytes)
        .with_countermoves()
        .with_countermove_history();
    let mut searcher = IterativeSearch::new(Heights, options);
    searcher.set_max_depth(depth);
    black_box(searcher.choose_move(&Stones::default()));
    // It tells only in words.
    let told = searcher.stats(&mut Stones::default());
    let words: Vec<&str> = told.split_whitespace().collect();
    let explored = words.windows(2).find(|pair| pair[0] == "Explored");
    explored.and_then(|pair| pair[1].parse().ok()).unwrap_or(0)
}

/// [`crate::counting::play_every_leaf`] with the rules for crate `minimax`.
#[must_use]
pub fn minimax_every_leaf(depth: u8) -> Tally {
    fn recurse(position: &mut Stones, moves: &mut Vec<u8>, deeper: &mut [Vec<u8>]) -> Tally {
        moves.clear();
        let mut tally = Tally::default();
        if FourInARow::generate_moves(position, moves).is_some() {
            return tally;
        }
        if let Some((next_moves, deeper)) = deeper.split_first_mut() {
            for &column in moves.iter() {
                if let Some(mut next) = FourInARow::apply(position, column) {
                    tally += recurse(&mut next, next_moves, deeper);
                }
            }
        } else {
            for &column in moves.iter() {
                if let Some(next) = FourInARow::apply(position, column) {
                    tally += Tally::leaf(FourInARow::get_winner(&next).is_some());
                }
            }
        }
        tally
    }
    let mut buffers = vec![Vec::new(); usize::from(depth)];
    match buffers.split_first_mut() {
        None => Tally::leaf(false),
        Some((moves, deeper)) => recurse(&mut Stones::default(), moves, deeper),
    }
}

/// The perft of crate `board-game` that visits every node.
#[must_use]
pub fn board_game_perft(depth: u8) -> u64 {
    board_game::util::game_stats::perft_naive(&Connect4::default(), u32::from(depth))
}

/// The perft of crate `board-game` that keeps a table of positions already counted.
#[must_use]
pub fn board_game_perft_with_table(depth: u8) -> u64 {
    board_game::util::game_stats::perft(&Connect4::default(), u32::from(depth))
}

/// [`crate::counting::play_every_leaf`] with the rules of crate `board-game`.
#[must_use]
pub fn board_game_every_leaf(depth: u8) -> Tally {
    fn recurse(board: &Connect4, depth: u8) -> Tally {
        if depth == 0 {
            return Tally::leaf(board.is_done());
        }
        let mut tally = Tally::default();
        // An error means that the game is over.
        if let Ok(moves) = board.available_moves() {
            moves.for_each(|column| {
                let mut next = board.clone();
                if next.play(column).is_ok() {
                    tally += if depth == 1 {
                        Tally::leaf(next.is_done())
                    } else {
                        recurse(&next, depth - 1)
                    };
                }
            });
        }
        tally
    }
    recurse(&Connect4::default(), depth)
}

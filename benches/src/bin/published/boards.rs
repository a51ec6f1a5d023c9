//! Boards of La Fuga del Rey in place of the report's sixty, which are not known: fifteen of each
//! size, the same in every run, without what happened before them.
//!
//! By their number, from 0:
//!
//! - 0 is the start, with all eight symmetries;
//! - 2, 6, 10 and 14 have one symmetry each (left and right, top and bottom, half turn, diagonal).
//!   They come from mirrored play: enemies and guards each make a random move, then each the
//!   image of its own move, once in boards 2 and 6 and twice in 10 and 14;
//! - board `n` of the others comes after `n + 2` random moves from the start.
//!
//! What is decided within a few plies more than the reports' depths is drawn again: a search that
//! sees the end stops there, and so would say nothing about depth.

use crate::Effort;
use crate::fuga::{SIZES, game_text};
use crate::measure::{Board, Failure};
use benches::markdown::{Table, code};
use game::random::{Generator, Seed, play_randomly};
use game::{Playable, Symmetry};
use games::{GameVisitor, NoFiles, parse_game};
use players::{Player, Request};

/// Boards of each size.
pub(crate) const COUNT: usize = 15;

/// All boards come from this seed.
const SEED: Seed = Seed(2014);

/// Draws after which there must be something wrong.
const MOST_DRAWS: u64 = 10_000;

/// The symmetric boards by number: their symmetry, and how many rounds of mirrored play lead there.
const SYMMETRIC: [(usize, Symmetry, usize); 4] = [
    (2, Symmetry::MirrorColumns, 1),
    (6, Symmetry::MirrorRows, 1),
    (10, Symmetry::Rotate180, 2),
    (14, Symmetry::Transpose, 2),
];

/// The first boards of a size.
pub(crate) fn boards(size: usize, count: usize) -> Result<Vec<Board>, Failure> {
    let game = game_text(size);
    let positions = parse_game(&game, &NoFiles)?.visit(Boards { size, count })?;
    let boards = positions.into_iter().map(|position| Board {
        game: game.clone(),
        position: Some(position),
    });
    Ok(boards.collect())
}

/// Lists the boards.
pub(crate) fn print(effort: &Effort) -> Result<bool, Failure> {
    let mut table = Table::new(["game", "board", "position"], []);
    for (size, _) in SIZES {
        for (number, board) in boards(size, effort.boards)?.into_iter().enumerate() {
            let position = board.position.unwrap_or_default();
            table.push([code(&board.game), number.to_string(), code(&position)]);
        }
    }
    println!("{table}");
    Ok(true)
}

struct Boards {
    size: usize,
    count: usize,
}

impl GameVisitor for Boards {
    type Output = Result<Vec<String>, Failure>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let numbers = 0..self.count;
        let boards = numbers.map(|number| {
            let seed = SEED.child(self.size as u64).child(number as u64);
            let position = self.board(game, number, seed)?;
            Ok(game.write_position(&position))
        });
        boards.collect()
    }
}

impl Boards {
    /// Draws until there is something to search.
    fn board<G: Playable>(
        &self,
        game: &G,
        number: usize,
        seed: Seed,
    ) -> Result<G::Position, Failure> {
        if number == 0 {
            return Ok(game.start());
        }
        let symmetric = SYMMETRIC.iter().find(|(known, ..)| *known == number);
        for draw in 0..MOST_DRAWS {
            let mut generator = seed.child(draw).generator();
            let mut position = game.start();
            let drawn = match symmetric {
                Some(&(_, symmetry, rounds)) => (0..rounds)
                    .all(|_| play_mirrored(game, &mut position, symmetry, &mut generator)),
                None => {
                    let plies = number + 2;
                    play_randomly(game, &mut position, plies, &mut generator).len() == plies
                }
            };
            let position = game.forget_history(&position);
            if drawn && game.outcome(&position).is_none() && !self.is_decided(game, &position)? {
                return Ok(position);
            }
        }
        Err(format!("no board {number} of size {} was found", self.size).into())
    }

    /// Whether a win or a loss can be seen.
    fn is_decided<G: Playable>(&self, game: &G, position: &G::Position) -> Result<bool, Failure> {
        let published = SIZES.iter().find(|(size, _)| *size == self.size);
        let depth = published.map_or(1, |(_, depth)| depth + 2);
        let text = format!("alphabeta:depth={depth},table=16,order=history,deepening=on");
        let mut player = Player::parse(game, &text)?;
        let mut request = Request::default();
        let report = player.choose(game, position, &mut request)?.report;
        let score = report.and_then(|report| report.score());
        Ok(score.is_none_or(|score| score.is_decided()))
    }
}

/// A random move of each side, then of each side the image of its move. Says whether the position
/// then has the symmetry.
fn play_mirrored<G: Playable>(
    game: &G,
    position: &mut G::Position,
    symmetry: Symmetry,
    generator: &mut Generator,
) -> bool {
    for chosen in play_randomly(game, position, 2, generator) {
        let image = game.map_move(symmetry, chosen);
        if !game.is_legal(position, image) {
            return false;
        }
        game.play(position, image);
    }
    game.is_symmetric(position, symmetry)
}

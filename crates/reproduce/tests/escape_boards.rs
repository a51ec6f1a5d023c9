//! The boards of La Fuga del Rey in `testdata/published/escape`, in place of the report's sixty, which are not
//! known: fifteen of each size, without what happened before them. This makes them, and compares.
//!
//! By their number, from 0:
//!
//! - 0 is the start, with all eight symmetries;
//! - 2, 6, 10 and 14 have one symmetry each (left and right, top and bottom, half turn, diagonal).
//!   They come from mirrored play: enemies and guards each make a random move, then each the
//!   image of its own move, once in boards 2 and 6 and twice in 10 and 14;
//! - board `n` of the others comes after `n + 2` random moves from the start.
//!
//! What is decided within a few plies more than the report's depths is drawn again: a search that
//! sees the end stops there, and so would say nothing about depth.

use game::random::{Generator, Seed, play_randomly};
use game::{Playable, Symmetry};
use games::{GameVisitor, NoFiles, parse_game};
use players::{Player, Request};
use std::error::Error;
use std::path::Path;

type Failure = Box<dyn Error + Send + Sync>;

/// Boards of each size.
const COUNT: usize = 15;

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

#[test]
fn boards_of_7_are_those_of_the_generator() -> Result<(), Failure> {
    compare(7, 4)
}

#[test]
fn boards_of_11_are_those_of_the_generator() -> Result<(), Failure> {
    compare(11, 3)
}

#[test]
#[ignore = "takes half a minute"]
fn boards_of_15_are_those_of_the_generator() -> Result<(), Failure> {
    compare(15, 3)
}

#[test]
#[ignore = "takes half a minute"]
fn boards_of_19_are_those_of_the_generator() -> Result<(), Failure> {
    compare(19, 2)
}

/// The files are what is made, and can be read and played on. With `UPDATE_EXPECTED` set they are written first.
fn compare(size: usize, depth: u32) -> Result<(), Failure> {
    parse_game(&format!("fuga:{size}"), &NoFiles)?.visit(Boards { size, depth })
}

struct Boards {
    size: usize,
    /// How deep the report searched.
    depth: u32,
}

impl GameVisitor for Boards {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/published/escape");
        for number in 0..COUNT {
            let made = game.write_file(&self.board(game, number)?);
            let file = folder.join(format!("{}-{number:02}.txt", self.size));
            if std::env::var_os("UPDATE_EXPECTED").is_some() {
                std::fs::write(&file, &made)?;
            }
            let kept = std::fs::read_to_string(&file)?;
            assert_eq!(kept, made, "{}", file.display());
            let position = game.parse_file(&kept)?;
            assert!(game.outcome(&position).is_none(), "{}", file.display());
            assert!(game.count_moves(&position) > 0, "{}", file.display());
        }
        Ok(())
    }
}

impl Boards {
    /// Draws until there is something to search.
    fn board<G: Playable>(&self, game: &G, number: usize) -> Result<G::Position, Failure> {
        if number == 0 {
            return Ok(game.start());
        }
        let seed = SEED.child(self.size as u64).child(number as u64);
        let symmetric = SYMMETRIC.iter().find(|(known, ..)| *known == number);
        for draw in 0..MOST_DRAWS {
            let mut generator = seed.child(draw).generator();
            let mut position = game.start();
            let is_drawn = match symmetric {
                Some(&(_, symmetry, rounds)) => (0..rounds)
                    .all(|_| play_mirrored(game, &mut position, symmetry, &mut generator)),
                None => {
                    let plies = number + 2;
                    play_randomly(game, &mut position, plies, &mut generator).len() == plies
                }
            };
            let position = game.forget_history(&position);
            if is_drawn && game.outcome(&position).is_none() && !self.is_decided(game, &position)? {
                return Ok(position);
            }
        }
        Err(format!("no board {number} of size {} was found", self.size).into())
    }

    /// Whether a win or a loss can be seen.
    fn is_decided<G: Playable>(&self, game: &G, position: &G::Position) -> Result<bool, Failure> {
        let depth = self.depth + 2;
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

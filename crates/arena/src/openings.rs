//! How games begin: each opening is played twice, so that neither side has the better of it.

use game::random::{Generator, Seed, mix, play_randomly};
use game::text::TextError;
use game::{Game, Notation, play_text};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use thiserror::Error;

/// How often an opening is drawn again because the game was over, or the opening met before.
const MOST_DRAWS: usize = 1000;
/// More openings than this are not listed.
const MOST_LISTED: usize = 1_000_000;

/// Where openings come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// The start of the game, always.
    Start,
    /// So many random plies, another opening each time as long as there are any.
    Random(u32),
    /// All positions after so many plies, one after the other.
    All(u32),
    /// These, one after the other: moves in the game's notation.
    List(Vec<String>),
}

impl Openings {
    /// Reads `start`, `random:PLIES` or `all:PLIES`; `None` for any other text, which may be the name
    /// of a file.
    #[must_use]
    pub fn parse(text: &str) -> Option<Openings> {
        if text == "start" {
            return Some(Openings::Start);
        }
        let (word, plies) = text.split_once(':')?;
        let plies = plies.parse().ok()?;
        match word {
            "random" => Some(Openings::Random(plies)),
            "all" => Some(Openings::All(plies)),
            _ => None,
        }
    }

    /// Makes sure that there are any in a portion.
    pub fn check<G: Notation>(&self, game: &G, portion: Portion) -> Result<(), NoOpening> {
        OpeningBook::new(game, self, portion, 0).map(drop)
    }

    /// Openings from a text: moves on each line; empty lines and what stands behind a # are left
    /// out.
    #[must_use]
    pub fn from_lines(text: &str) -> Openings {
        let lines = text.lines().map(|line| match line.split_once('#') {
            Some((moves, _)) => moves.trim(),
            None => line.trim(),
        });
        let lines = lines.filter(|line| !line.is_empty());
        Openings::List(lines.map(str::to_string).collect())
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Start => formatter.write_str("start"),
            Openings::Random(plies) => write!(formatter, "random:{plies}"),
            Openings::All(plies) => write!(formatter, "all:{plies}"),
            Openings::List(list) => write!(formatter, "{} of a list", list.len()),
        }
    }
}

/// Which of the openings: what is tuned on some of them can be examined on others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Portion {
    /// All.
    #[default]
    Whole,
    /// About three in four.
    Practice,
    /// All others.
    Exam,
}

impl Portion {
    /// Whether the position after an opening is in it. Positions that a symmetry takes to each other are in the
    /// same portion: they are the same opening.
    fn has<G: Game>(self, game: &G, position: &G::Position) -> bool {
        if self == Portion::Whole {
            return true;
        }
        let symmetries = game.symmetries().iter();
        let keys = symmetries.map(|&symmetry| game.key(&game.map_position(symmetry, position)));
        let key = keys.min().unwrap_or_else(|| game.key(position));
        // Keys may be used as they are elsewhere: another number of theirs.
        let is_exam = mix(key ^ 0x0EBA_5EED).is_multiple_of(4);
        is_exam == (self == Portion::Exam)
    }
}

/// There are no such openings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoOpening {
    /// All games are over by then.
    #[error("no game of {game} lasts longer than {plies} plies")]
    TooLong {
        /// The game's text.
        game: String,
        /// So many were asked for.
        plies: u32,
    },
    /// All of them are in another portion.
    #[error(
        "{game} has too few openings of this kind to tune on some and to validate on others; longer ones, or \
         the start alone, will do"
    )]
    NoneLeft {
        /// The game's text.
        game: String,
    },
    /// A list without anything in it.
    #[error("the list of openings is empty")]
    Empty,
    /// There are too many of them.
    #[error(
        "{game} has more than {MOST_LISTED} positions after {plies} plies; random openings are as good"
    )]
    TooMany {
        /// The game's text.
        game: String,
        /// So many were asked for.
        plies: u32,
    },
    /// Moves that cannot be played.
    #[error("opening {number}: {error}")]
    Illegal {
        /// In the list, counted from 1.
        number: usize,
        /// What is wrong.
        error: TextError,
    },
    /// Moves after which there is nothing left to play.
    #[error("opening {number} of the list ends the game")]
    Finished {
        /// In the list, counted from 1.
        number: usize,
    },
}

/// The openings of one game, listed as far as they were asked for.
#[derive(Debug)]
pub(crate) struct OpeningBook<G: Game> {
    listed: Vec<Vec<G::Move>>,
    /// For those to come, if there are more.
    drawing: Option<Drawing>,
}

#[derive(Debug)]
struct Drawing {
    plies: u32,
    portion: Portion,
    generator: Generator,
    met: HashSet<u64>,
}

impl<G: Notation> OpeningBook<G> {
    /// A portion of the openings. Where all games begin at the start there is nothing to be divided.
    pub(crate) fn new(
        game: &G,
        openings: &Openings,
        portion: Portion,
        seed: u64,
    ) -> Result<Self, NoOpening> {
        let mut drawing = None;
        let mut listed = match openings {
            Openings::Start | Openings::Random(0) => vec![Vec::new()],
            Openings::Random(plies) => {
                drawing = Some(Drawing {
                    plies: *plies,
                    portion,
                    generator: Seed(seed).generator(),
                    met: HashSet::new(),
                });
                Vec::new()
            }
            Openings::All(plies) => all_after(game, *plies)?,
            Openings::List(texts) => {
                let numbered = texts.iter().enumerate();
                let read = numbered.map(|(index, text)| {
                    let number = index + 1;
                    let mut position = game.start();
                    let moves = play_text(game, &mut position, text)
                        .map_err(|error| NoOpening::Illegal { number, error })?;
                    if game.outcome(&position).is_some() {
                        return Err(NoOpening::Finished { number });
                    }
                    Ok(moves)
                });
                let listed = read.collect::<Result<Vec<_>, _>>()?;
                if listed.is_empty() {
                    return Err(NoOpening::Empty);
                }
                listed
            }
        };
        if matches!(openings, Openings::All(1..) | Openings::List(_)) {
            listed.retain(|moves| {
                let mut position = game.start();
                for &chosen in moves {
                    game.play(&mut position, chosen);
                }
                portion.has(game, &position)
            });
            if listed.is_empty() {
                return Err(NoOpening::NoneLeft { game: game.name() });
            }
        }
        let mut book = OpeningBook { listed, drawing };
        // Says now whether there are any.
        book.get(game, 0)?;
        Ok(book)
    }

    /// How many there are, if that is known.
    pub(crate) fn count(&self) -> Option<usize> {
        self.drawing.is_none().then_some(self.listed.len())
    }

    /// The opening of a number; behind the last one they begin anew.
    pub(crate) fn get(&mut self, game: &G, number: u64) -> Result<&[G::Move], NoOpening> {
        if let Some(drawing) = &mut self.drawing {
            while self.listed.len() as u64 <= number {
                self.listed.push(drawing.draw(game)?);
            }
        }
        Ok(&self.listed[(number % self.listed.len() as u64) as usize])
    }
}

impl Drawing {
    /// Moves after which the game goes on; such as were not drawn before, as long as there are any.
    fn draw<G: Notation>(&mut self, game: &G) -> Result<Vec<G::Move>, NoOpening> {
        let mut spare = None;
        let mut is_long_enough = false;
        for _ in 0..MOST_DRAWS {
            let mut position = game.start();
            let moves = play_randomly(
                game,
                &mut position,
                self.plies as usize,
                &mut self.generator,
            );
            if game.outcome(&position).is_some() {
                continue;
            }
            is_long_enough = true;
            if !self.portion.has(game, &position) {
                continue;
            }
            let is_new = self.met.insert(game.key(&position));
            spare = Some(moves);
            if is_new {
                break;
            }
        }
        spare.ok_or_else(|| {
            let game = game.name();
            if is_long_enough {
                NoOpening::NoneLeft { game }
            } else {
                let plies = self.plies;
                NoOpening::TooLong { game, plies }
            }
        })
    }
}

/// Moves to every position after so many plies in which the game goes on.
fn all_after<G: Notation>(game: &G, plies: u32) -> Result<Vec<Vec<G::Move>>, NoOpening> {
    let mut openings = vec![(game.start(), Vec::new())];
    for _ in 0..plies {
        let mut met = HashSet::new();
        let mut longer = Vec::new();
        for (position, moves) in openings {
            let mut legal = Vec::new();
            game.moves(&position, &mut legal);
            for chosen in legal {
                let next = game.after(&position, chosen);
                if game.outcome(&next).is_none() && met.insert(game.key(&next)) {
                    let moves = moves.iter().copied().chain([chosen]).collect();
                    longer.push((next, moves));
                }
                if longer.len() > MOST_LISTED {
                    return Err(NoOpening::TooMany {
                        game: game.name(),
                        plies,
                    });
                }
            }
        }
        openings = longer;
    }
    if openings.is_empty() {
        return Err(NoOpening::TooLong {
            game: game.name(),
            plies,
        });
    }
    Ok(openings.into_iter().map(|(_, moves)| moves).collect())
}

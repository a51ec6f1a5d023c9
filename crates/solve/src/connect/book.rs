//! Opening books: what positions of the first plies of a board are worth, so that nobody has to
//! wait for them again. A book is never needed: the solver finds the same without it.
//!
//! A book of scores has those of all positions. It is a text: the first line says what it is about,
//! every other one has a position, as the number by which books know it and its mirror image, and
//! the score. A book of winners says only who wins, takes a fraction of the time and of the room, and
//! need not be whole: see [`winners`](super::winners).

use super::{win_with, winners};
use crate::{Goal, Solution};
use game::bits::Bits;
use game::text::TextError;
use game::{Game, Notation};
use games::connect::{Connect, Position};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// What books of scores begin with.
const FORMAT: &str = "partida book 1";
pub(super) const SUBJECT: &str = "book";

/// What positions are worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// The game's text.
    pub(super) game: String,
    pub(super) plies: u32,
    /// Whether it has scores, or only who wins.
    pub(super) goal: Goal,
    pub(super) scores: FxHashMap<u128, i8>,
}

/// The number of a position, the same for its mirror image, different for all others: the cells of
/// the side to move and the shape of the heap, column by column. Nothing if the board is too large.
pub(super) fn number<B: Bits>(game: &Connect<B>, position: &Position<B>) -> Option<u128> {
    let [own, other] = position.stones_by_turn().map(Bits::as_u128);
    number_of(game, own?, own? | other?)
}

/// The same, of the stones of the side to move and of all.
fn number_of<B: Bits>(game: &Connect<B>, own: u128, all: u128) -> Option<u128> {
    let (columns, stride) = (game.columns(), game.rows() + 1);
    if columns * stride > u128::BITS as usize {
        return None;
    }
    let column_cells = u128::MAX >> (u128::BITS as usize - stride);
    let mirrored = |cells: u128| {
        (0..columns).fold(0, |mirrored, column| {
            let filling = cells >> (column * stride) & column_cells;
            mirrored | filling << ((columns - 1 - column) * stride)
        })
    };
    Some((own + all).min(mirrored(own) + mirrored(all)))
}

/// How many stones there are.
fn plies_of<B: Bits>(position: &Position<B>) -> u32 {
    position.stones_by_turn().map(Bits::count).iter().sum()
}

impl Book {
    /// The positions with so many plies that somebody has to solve before there is a book, one of
    /// each pair of mirror images, in a fixed order. Nothing if the board is too large for a solver.
    #[must_use]
    pub fn frontier<B: Bits>(game: &Connect<B>, plies: u32) -> Option<Vec<Position<B>>> {
        let mut levels = levels(game, plies)?;
        levels.pop()
    }

    /// The book that follows from the scores of its frontier: those of earlier positions are the
    /// best that their moves lead to. Nothing if a score is missing.
    #[must_use]
    pub fn from_frontier<B: Bits>(
        game: &Connect<B>,
        plies: u32,
        score_of: impl Fn(&Position<B>) -> Option<i32>,
    ) -> Option<Book> {
        let mut book = Book {
            game: game.name(),
            plies,
            goal: Goal::Score,
            scores: FxHashMap::default(),
        };
        for (level, positions) in levels(game, plies)?.iter().enumerate().rev() {
            for position in positions {
                let score = if level as u32 == plies {
                    score_of(position)?
                } else {
                    book.score_by_moves(game, position)?
                };
                let score = i8::try_from(score).ok()?;
                book.scores.insert(number(game, position)?, score);
            }
        }
        Some(book)
    }

    /// The best that the moves of a position lead to, if the book knows all of them.
    #[must_use]
    pub fn score_by_moves<B: Bits>(
        &self,
        game: &Connect<B>,
        position: &Position<B>,
    ) -> Option<i32> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let scores = moves.into_iter().map(|column| {
            let after = game.after(position, column);
            match game.outcome(&after) {
                Some(outcome) => {
                    let cells = (game.columns() * game.rows()) as i32;
                    let won = win_with(cells, plies_of(&after) as i32);
                    let won = self.goal.of_score(won);
                    let side = game.side_to_move(position);
                    Some(outcome.margin_for(side).signum() * won)
                }
                None => Some(-self.score(game, &after)?),
            }
        });
        scores.collect::<Option<Vec<i32>>>()?.into_iter().max()
    }

    /// What is known of a position for the side to move: from the book itself or, one ply behind
    /// its end, from the positions that lead there, for which nothing can be better than they are.
    #[must_use]
    pub fn bounds<B: Bits>(
        &self,
        game: &Connect<B>,
        position: &Position<B>,
        goal: Goal,
    ) -> Solution {
        // Farther than any score.
        let far = (game.columns() * game.rows()) as i32 + 1;
        let (least, most) = match self.score(game, position) {
            Some(score) => (score, score),
            None => (self.least_by_parents(game, position).unwrap_or(-far), far),
        };
        let (least, most) = match (self.goal, goal) {
            // Who wins, but not when.
            (Goal::Winner, Goal::Score) => (
                if least >= 0 { least } else { -far },
                if most <= 0 { most } else { far },
            ),
            _ => (goal.of_score(least), goal.of_score(most)),
        };
        Solution {
            least,
            most,
            nodes: 0,
        }
    }

    /// The least that a position can be worth because it is not better for the other side than what
    /// that one chose it from; nothing if the book has none of those.
    fn least_by_parents<B: Bits>(&self, game: &Connect<B>, position: &Position<B>) -> Option<i32> {
        if plies_of(position) > self.plies + 1 {
            return None;
        }
        let [own, other] = position.stones_by_turn().map(Bits::as_u128);
        let (own, other) = (own?, other?);
        let all = own | other;
        let stride = game.rows() + 1;
        let parents = (0..game.columns()).filter_map(|column| {
            let filling = all >> (column * stride) & (u128::MAX >> (u128::BITS as usize - stride));
            let top = filling.checked_ilog2()?;
            let stone = 1 << (column * stride + top as usize);
            // It was the other side's move.
            let number = (other & stone != 0).then(|| number_of(game, other ^ stone, all ^ stone));
            self.scores.get(&number??)
        });
        parents.map(|&score| -i32::from(score)).max()
    }

    /// The score of a position for the side to move, if the book has it.
    #[must_use]
    pub fn score<B: Bits>(&self, game: &Connect<B>, position: &Position<B>) -> Option<i32> {
        if plies_of(position) > self.plies {
            return None;
        }
        let score = self.scores.get(&number(game, position)?)?;
        Some(i32::from(*score))
    }

    /// All positions that it is about, from the first on.
    #[must_use]
    pub fn positions<B: Bits>(&self, game: &Connect<B>) -> Vec<Position<B>> {
        levels(game, self.plies)
            .into_iter()
            .flatten()
            .flatten()
            .collect()
    }

    /// The text of the game it is about.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Whether it has scores, or only who wins.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// It has positions with up to so many stones: one of scores all of them.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many positions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The book as text.
    #[must_use]
    pub fn write(&self) -> String {
        if self.goal == Goal::Winner {
            return winners::write(self);
        }
        let mut text = format!(
            "{FORMAT} {} plies {} positions {}\n",
            self.game,
            self.plies,
            self.scores.len()
        );
        let mut entries: Vec<_> = self.scores.iter().collect();
        entries.sort();
        for (number, score) in entries {
            // Writing into a text cannot fail.
            let _ = writeln!(text, "{number:x} {score}");
        }
        text
    }

    /// Reads what [`Book::write`] writes.
    ///
    /// # Errors
    /// If it is something else, or not whole.
    pub fn parse(text: &str) -> Result<Book, TextError> {
        if text.starts_with(winners::FORMAT) {
            return winners::parse(text);
        }
        let unexpected =
            |offset: usize, expected: &str| TextError::unexpected(SUBJECT, text, offset, expected);
        let (first, _) = text.split_once('\n').unwrap_or((text, ""));
        let header = first
            .strip_prefix(FORMAT)
            .and_then(|rest| rest.split_once(" plies "))
            .and_then(|(game, rest)| Some((game.trim(), rest.split_once(" positions ")?)))
            .and_then(|(game, (plies, count))| {
                let count: usize = count.trim_end().parse().ok()?;
                Some((game.to_string(), plies.parse().ok()?, count))
            });
        let (game, plies, count) = header.ok_or_else(|| {
            unexpected(0, "\"partida book 1 GAME plies NUMBER positions NUMBER\"")
        })?;
        let mut scores = FxHashMap::default();
        let mut offset = first.len() + 1;
        for line in text.lines().skip(1) {
            let entry = line.split_once(' ').and_then(|(number, score)| {
                let number = u128::from_str_radix(number, 16).ok()?;
                Some((number, score.parse().ok()?))
            });
            let (number, score) =
                entry.ok_or_else(|| unexpected(offset, "a number and a score"))?;
            if scores.insert(number, score).is_some() {
                return Err(unexpected(offset, "another number"));
            }
            offset += line.len() + 1;
        }
        if scores.len() != count {
            let expected = format!("{count} positions, not {}", scores.len());
            return Err(unexpected(text.len(), &expected));
        }
        Ok(Book {
            game,
            plies,
            goal: Goal::Score,
            scores,
        })
    }
}

/// The positions of each number of plies up to the last, one of each pair of mirror images, that
/// are not over.
fn levels<B: Bits>(game: &Connect<B>, plies: u32) -> Option<Vec<Vec<Position<B>>>> {
    let mut levels = vec![vec![game.start()]];
    for _ in 0..plies {
        levels.push(next_level(game, levels.last()?)?);
    }
    Some(levels)
}

/// The positions one ply after those of a level, in the same way.
pub(super) fn next_level<B: Bits>(
    game: &Connect<B>,
    level: &[Position<B>],
) -> Option<Vec<Position<B>>> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut next = Vec::new();
    let mut moves = Vec::new();
    for position in level {
        moves.clear();
        game.moves(position, &mut moves);
        for &column in &moves {
            let after = game.after(position, column);
            if game.outcome(&after).is_none() && seen.insert(number(game, &after)?) {
                next.push(after);
            }
        }
    }
    Some(next)
}

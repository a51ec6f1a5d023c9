//! Books of winners: for each position of the first plies whether the side to move wins it, loses it,
//! or neither; or nothing, if nobody has found out yet.
//!
//! The positions are not written down: a board's positions with one stone, with two and so on have a
//! fixed order, so it is enough to write what they are worth, level by level, a line for each, three
//! positions to a letter. Who reads the book makes the positions again.

use super::book::{Book, SUBJECT, next_level, number};
use crate::Goal;
use game::arguments::NoFiles;
use game::bits::Bits;
use game::text::TextError;
use game::{Game, Notation};
use games::connect::{Any, Connect, Position};
use games::{AnyGame, parse_game};
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock};

/// What books of winners begin with.
pub(super) const FORMAT: &str = "partida book 2 ";
/// The board that a book comes for.
const CLASSIC_NAME: &str = "connect:7x6,c=4";
/// How many positions share a letter.
const TOGETHER: usize = 3;
/// What a position can be: open, lost, drawn, won.
const CASES: u8 = 4;
/// The letters, from the first on.
const FIRST_LETTER: u8 = b'0';

impl Book {
    /// A book of winners, with nothing in it yet.
    #[must_use]
    pub fn of_winners<B: Bits>(game: &Connect<B>, plies: u32) -> Book {
        Book {
            game: game.name(),
            plies,
            goal: Goal::Winner,
            scores: FxHashMap::default(),
        }
    }

    /// Writes down who wins a position: 1 the side to move, −1 the other, 0 neither. Positions
    /// behind the end of the book, and of boards too large for one, are left out.
    pub fn insert<B: Bits>(&mut self, game: &Connect<B>, position: &Position<B>, winner: i32) {
        let stones: u32 = position.stones_by_turn().map(Bits::count).iter().sum();
        if let Some(number) = number(game, position)
            && stones <= self.plies
        {
            self.scores.insert(number, winner.signum() as i8);
        }
    }

    /// Finds out what follows for the earlier positions from what their moves lead to.
    pub fn infer<B: Bits>(&mut self, game: &Connect<B>) {
        for position in self.positions(game).iter().rev() {
            if self.score(game, position).is_none()
                && let Some(winner) = self.winner_by_moves(game, position)
            {
                self.insert(game, position, winner);
            }
        }
    }

    /// Who wins a position by what the book says of its moves: one that wins is enough, else all
    /// have to be known.
    #[must_use]
    pub fn winner_by_moves<B: Bits>(
        &self,
        game: &Connect<B>,
        position: &Position<B>,
    ) -> Option<i32> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut best = Some(-1);
        for column in moves {
            let winner = self.winner_after(game, position, column);
            if winner == Some(1) {
                return winner;
            }
            best = best.zip(winner).map(|(best, winner)| best.max(winner));
        }
        best
    }

    /// Whether the book has a move that keeps what it says of a position.
    #[must_use]
    pub fn has_reply<B: Bits>(&self, game: &Connect<B>, position: &Position<B>) -> bool {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        self.score(game, position).is_some_and(|winner| {
            let winners = moves
                .iter()
                .filter_map(|&column| self.winner_after(game, position, column));
            winners.max().is_some_and(|best| best >= winner)
        })
    }

    /// Who wins after a move, seen by whoever makes it: 1 that side, −1 the other, 0 neither.
    fn winner_after<B: Bits>(
        &self,
        game: &Connect<B>,
        position: &Position<B>,
        column: <Connect<B> as Game>::Move,
    ) -> Option<i32> {
        let after = game.after(position, column);
        match game.outcome(&after) {
            Some(outcome) => {
                let side = game.side_to_move(position);
                Some(outcome.margin_for(side).signum())
            }
            None => self.score(game, &after).map(|score| -score.signum()),
        }
    }

    /// The same book with room for more plies, or only its first ones.
    #[must_use]
    pub fn with_plies<B: Bits>(self, game: &Connect<B>, plies: u32) -> Book {
        let mut book = Book::of_winners(game, plies);
        for position in self.positions(game) {
            if let Some(winner) = self.score(game, &position) {
                book.insert(game, &position, winner);
            }
        }
        book
    }
}

/// The numbers of a board's positions, one level after the other, for as long as they are wanted.
fn visit_levels(game: &AnyGame, visit: &mut dyn FnMut(&[u128]) -> bool) -> Option<()> {
    fn of_board<B: Bits>(game: &Connect<B>, visit: &mut dyn FnMut(&[u128]) -> bool) -> Option<()> {
        let mut level = vec![game.start()];
        loop {
            let numbers = level.iter().map(|position| number(game, position));
            if !visit(&numbers.collect::<Option<Vec<u128>>>()?) {
                return Some(());
            }
            level = next_level(game, &level)?;
        }
    }
    match game {
        AnyGame::Connect(Any::Small(game)) => of_board(game, visit),
        AnyGame::Connect(Any::Medium(game)) => of_board(game, visit),
        _ => None,
    }
}

/// The book as text.
pub(super) fn write(book: &Book) -> String {
    let mut text = format!("{FORMAT}{} plies {} winners\n", book.game, book.plies);
    let mut level = 0;
    let mut write_level = |numbers: &[u128]| {
        for together in numbers.chunks(TOGETHER) {
            let letter = together.iter().rev().fold(0, |letter, number| {
                let case = book.scores.get(number).map_or(0, |score| score + 2);
                letter * CASES + case as u8
            });
            text.push(char::from(FIRST_LETTER + letter));
        }
        text.push('\n');
        level += 1;
        level <= book.plies
    };
    // A book is of a board that has one.
    if let Ok(game) = parse_game(&book.game, &NoFiles) {
        visit_levels(&game, &mut write_level);
    }
    text
}

/// Reads what [`write`] writes.
pub(super) fn parse(text: &str) -> Result<Book, TextError> {
    let unexpected =
        |offset: usize, expected: &str| TextError::unexpected(SUBJECT, text, offset, expected);
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let header = first
        .strip_prefix(FORMAT)
        .and_then(|header| header.strip_suffix(" winners")?.split_once(" plies "))
        .and_then(|(game, plies)| Some((game, plies.parse::<u32>().ok()?)));
    let (name, plies) =
        header.ok_or_else(|| unexpected(0, "\"partida book 2 GAME plies NUMBER winners\""))?;
    let board = || unexpected(FORMAT.len(), "a board of connect, and none so large");
    let game = parse_game(name, &NoFiles).map_err(|_| board())?;
    let mut scores = FxHashMap::default();
    let mut offset = first.len() + 1;
    let mut level = 0;
    let mut lines = rest.split_terminator('\n');
    let mut problem = None;
    // A level is made only if the line of the one before it is as long as that: so whoever writes
    // little cannot ask for much work.
    let mut read_level = |numbers: &[u128]| {
        let line = lines.next().unwrap_or_default();
        if line.len() != numbers.len().div_ceil(TOGETHER) {
            let expected = format!("what {} positions are worth", numbers.len());
            problem = Some(unexpected(offset.min(text.len()), &expected));
            return false;
        }
        for (place, (together, letter)) in numbers.chunks(TOGETHER).zip(line.bytes()).enumerate() {
            let mut cases = letter.wrapping_sub(FIRST_LETTER);
            for number in together {
                let case = cases % CASES;
                cases /= CASES;
                if case > 0 {
                    scores.insert(*number, case as i8 - 2);
                }
            }
            if cases > 0 {
                problem = Some(unexpected(offset + place, "a letter from 0 to o"));
                return false;
            }
        }
        offset += line.len() + 1;
        level += 1;
        level <= plies
    };
    visit_levels(&game, &mut read_level).ok_or_else(board)?;
    if let Some(problem) = problem {
        return Err(problem);
    }
    if lines.next().is_some() {
        return Err(unexpected(offset, "the end"));
    }
    Ok(Book {
        game: name_of(&game),
        plies,
        goal: Goal::Winner,
        scores,
    })
}

/// The book that comes with the program for a board, if there is one; `books/README.md` says how
/// it was made. Nobody needs it who has time, so nobody gets it who does not ask.
#[must_use]
pub fn shipped_book(game: &str) -> Option<Arc<Book>> {
    static CLASSIC: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
        let text = include_str!("../../books/connect-7x6.book");
        Book::parse(text).ok().map(Arc::new)
    });
    // Reading it takes a while, so other boards are told first.
    (game == CLASSIC_NAME).then(|| CLASSIC.clone())?
}

/// The text of a game in canonical form.
fn name_of(game: &AnyGame) -> String {
    match game {
        AnyGame::Connect(Any::Small(game)) => game.name(),
        AnyGame::Connect(Any::Medium(game)) => game.name(),
        _ => String::new(),
    }
}

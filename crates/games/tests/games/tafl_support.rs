//! Boards as diagrams, and what becomes of them.

// Not every test needs everything here.
#![allow(dead_code, unreachable_pub)]

use game::Playable;
use game::play_text;
use games::{GameVisitor, NoFiles, parse_game};

/// Plays moves from a position; says how they are written, and how the game stands: nothing while
/// it goes on, else who won and why.
pub struct Play<'text>(pub &'text str, pub &'text str);

impl GameVisitor for Play<'_> {
    type Output = Result<(String, String), String>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let Play(position, moves) = self;
        let mut position = game
            .parse_position(position)
            .map_err(|error| error.to_string())?;
        let start = position.clone();
        let played =
            play_text(game, &mut position, moves).map_err(|error| error.problem().to_string())?;
        let standing = match game.outcome(&position) {
            None => String::new(),
            Some(outcome) => {
                let winner = outcome
                    .winner()
                    .map_or("nobody".to_string(), |side| game.side_name(side));
                format!("{winner}: {}", game.end_reason(&position))
            }
        };
        Ok((game.write_moves(&start, &played), standing))
    }
}

/// A diagram, rows from the top, as a position text.
pub fn position(rows: &[&str], side: &str) -> String {
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for letter in row.chars().filter(|letter| *letter != ' ').chain(['/']) {
                if letter == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(letter);
            }
            text.trim_end_matches('/').to_string()
        })
        .collect();
    format!("{} {side}", rows.join("/"))
}

pub fn play(
    game: &str,
    rows: &[&str],
    side: &str,
    moves: &str,
) -> Result<(String, String), String> {
    parse_game(game, &NoFiles)
        .expect("a game")
        .visit(Play(&position(rows, side), moves))
}

#[track_caller]
pub fn check(game: &str, rows: &[&str], side: &str, moves: &str, written: &str, standing: &str) {
    assert_eq!(
        play(game, rows, side, moves),
        Ok((written.to_string(), standing.to_string())),
        "{game}: {}",
        position(rows, side)
    );
}

/// The move is refused for this reason.
#[track_caller]
pub fn refuse(game: &str, rows: &[&str], side: &str, moves: &str, problem: &str) {
    let refused = play(game, rows, side, moves).expect_err("must be refused");
    assert!(refused.contains(problem), "{refused}");
}

/// Rules on 7 × 7 with the defaults of the notation, except for these.
pub fn seven(rules: &str) -> String {
    format!("tafl:dim:7 {rules} start:3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3")
}

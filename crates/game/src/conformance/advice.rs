//! The checks of a game's advice for searches, [`Guidance`].
//!
//! Random games are played, and at every position of them:
//!
//! 1. numbers of moves lead back to the moves, for the whole move universe or for none of it, and
//!    leave room for a number that is no move;
//! 2. noisy moves are legal, listed once, and appended; `is_noisy` agrees with the list where there
//!    is a choice, and a calm position lists none;
//! 3. where a move is said to be forced, every other one loses at once or to the next move;
//! 4. a pass gives the same board with the other side to move, as if play began there, and does
//!    not end the game;
//! 5. whatever is asked of a legal move gets an answer.

use super::{Effort, Report, Suite, Violation};
use crate::random::Generator;
use crate::{Guidance, Noise, Notation, Side};
use std::collections::HashSet;

/// Codes are below this; see [`Guidance::move_code`].
const CODES: u32 = (1 << 24) - 1;

/// Checks a game's advice.
pub fn check_guidance<G: Notation + Guidance>(
    game: &G,
    effort: &Effort,
) -> Result<Report, Violation> {
    let mut suite = Suite::new(game);
    suite.check_codes()?;
    for number in 0..effort.games {
        let mut generator = effort.seed.child(number as u64).generator();
        suite.play_one_guided_game(effort, &mut generator)?;
    }
    Ok(suite.report)
}

impl<G: Notation + Guidance> Suite<'_, G> {
    fn check_codes(&self) -> Result<(), Violation> {
        let game = self.game;
        let start = game.start();
        let numbered = self
            .universe
            .iter()
            .filter(|&&chosen| game.move_code(chosen).is_some())
            .count();
        self.require(
            numbered == 0 || numbered == self.universe.len(),
            "all moves are numbered or none",
            &start,
            || format!("{numbered} of {} moves", self.universe.len()),
        )?;
        for &chosen in &self.universe {
            let Some(code) = game.move_code(chosen) else {
                break;
            };
            self.require(
                code < CODES,
                "numbers of moves are below 2^24 - 1",
                &start,
                || format!("{chosen:?} has {code}"),
            )?;
            self.require(
                game.move_of_code(code) == Some(chosen),
                "the number of a move leads back to it",
                &start,
                || {
                    let found = game.move_of_code(code);
                    format!("{chosen:?} has {code}, which is {found:?}")
                },
            )?;
        }
        Ok(())
    }

    fn play_one_guided_game(
        &mut self,
        effort: &Effort,
        generator: &mut Generator,
    ) -> Result<(), Violation> {
        let game = self.game;
        let mut position = game.start();
        self.moves.clear();
        let mut full_checks_left = effort.positions_per_game;
        let mut moves = Vec::new();
        loop {
            moves.clear();
            game.moves(&position, &mut moves);
            self.report.positions += 1;
            let Some(chosen) = generator.choose(&moves) else {
                break;
            };
            let ply = self.moves.len();
            self.require(
                ply < effort.longest_game,
                "random games end",
                &position,
                || format!("not over after {ply} plies"),
            )?;
            self.check_noise(&position, &moves)?;
            self.check_pass(&position)?;
            if full_checks_left > 0 && (ply < 3 || generator.below(4) == 0) {
                full_checks_left -= 1;
                self.report.full_positions += 1;
                self.check_answers(&position, &moves)?;
            }
            self.moves.push(game.write_move(&position, chosen));
            game.play(&mut position, chosen);
        }
        self.report.games += 1;
        Ok(())
    }

    fn check_noise(&self, position: &G::Position, moves: &[G::Move]) -> Result<(), Violation> {
        let game = self.game;
        // Something is in the list already, and must stay there.
        let mut listed = vec![moves[0]];
        let noise = game.noisy_moves(position, &mut listed);
        self.require(
            listed.first() == Some(&moves[0]),
            "noisy moves are appended",
            position,
            || format!("{listed:?}"),
        )?;
        let noisy: HashSet<G::Move> = listed[1..].iter().copied().collect();
        let details = || format!("{noise:?}: {:?}", &listed[1..]);
        self.require(
            noisy.len() + 1 == listed.len(),
            "no noisy move is listed twice",
            position,
            details,
        )?;
        self.require(
            noisy.iter().all(|chosen| moves.contains(chosen)),
            "noisy moves are legal",
            position,
            details,
        )?;
        match noise {
            Noise::Calm => self.require(
                noisy.is_empty(),
                "a calm position has no noisy moves",
                position,
                details,
            ),
            Noise::Noisy => {
                let differing = moves
                    .iter()
                    .find(|chosen| game.is_noisy(position, **chosen) != noisy.contains(*chosen));
                self.require(
                    differing.is_none(),
                    "a move is noisy exactly when it is listed",
                    position,
                    || format!("{differing:?}; {}", details()),
                )
            }
            Noise::Forced => {
                self.require(
                    !noisy.is_empty(),
                    "where moves are forced there is one",
                    position,
                    details,
                )?;
                if noisy.iter().any(|chosen| self.wins(position, *chosen)) {
                    return Ok(());
                }
                let saved = moves
                    .iter()
                    .find(|chosen| !noisy.contains(*chosen) && !self.loses(position, **chosen));
                self.require(
                    saved.is_none(),
                    "all moves but the forced ones lose at once",
                    position,
                    || format!("{saved:?} does not; {}", details()),
                )
            }
        }
    }

    /// Whether a move wins by itself.
    fn wins(&self, position: &G::Position, chosen: G::Move) -> bool {
        let side = self.game.side_to_move(position);
        let outcome = self.game.outcome(&self.game.after(position, chosen));
        outcome.is_some_and(|outcome| outcome.margin_for(side) > 0)
    }

    /// Whether a move loses by itself or by the other side's next one.
    fn loses(&self, position: &G::Position, chosen: G::Move) -> bool {
        let game = self.game;
        let side = game.side_to_move(position);
        let lost = |position: &G::Position| {
            game.outcome(position)
                .map(|outcome| outcome.margin_for(side) < 0)
        };
        let next = game.after(position, chosen);
        lost(&next).unwrap_or_else(|| {
            let mut answers = Vec::new();
            game.moves(&next, &mut answers);
            answers
                .into_iter()
                .any(|answer| lost(&game.after(&next, answer)) == Some(true))
        })
    }

    fn check_pass(&self, position: &G::Position) -> Result<(), Violation> {
        let game = self.game;
        let Some(passed) = game.pass(position) else {
            return Ok(());
        };
        let text = game.write_position(&passed);
        let sides: [Side; 2] = [position, &passed].map(|position| game.side_to_move(position));
        self.require(
            sides[0] != sides[1],
            "a pass gives the other side the move",
            position,
            || text.clone(),
        )?;
        self.require(
            game.diagram(position).cells == game.diagram(&passed).cells,
            "a pass leaves the board as it is",
            position,
            || text.clone(),
        )?;
        // Some notations can tell whose turn it must be, and refuse a board on which somebody has
        // passed: what is asked for then is that the past is forgotten.
        let fresh = game
            .parse_position(&text)
            .unwrap_or_else(|_| game.forget_history(&passed));
        self.require(
            fresh == passed,
            "after a pass it is as if play began there",
            position,
            || format!("{passed:?} and {fresh:?}"),
        )?;
        self.require(
            game.key(&fresh) == game.key(&passed) && game.key(&passed) != game.key(position),
            "the key after a pass equals the key from scratch",
            position,
            || text.clone(),
        )?;
        self.require(
            game.outcome(&passed).is_none(),
            "a pass does not end the game",
            position,
            || text,
        )
    }

    fn check_answers(&self, position: &G::Position, moves: &[G::Move]) -> Result<(), Violation> {
        let game = self.game;
        for &chosen in moves {
            // Far beyond what is reasonable, and far from an overflow in a sum with others.
            self.require(
                game.promise(position, chosen).unsigned_abs() <= 1_000_000,
                "promises are about ±1000",
                position,
                || format!("{chosen:?}: {}", game.promise(position, chosen)),
            )?;
            let aspects = game.aspects(position, chosen);
            self.require(
                game.aspects(position, chosen) == aspects,
                "the aspects of a move do not change",
                position,
                || format!("{chosen:?}: {aspects:?}"),
            )?;
        }
        Ok(())
    }
}

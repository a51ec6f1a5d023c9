//! Programs written for the course's judges.

use super::{Known, Patience, Process};
use crate::failure::{Failure, Reason};
use crate::player::Decision;
use crate::protocol::bricks::{self, Wrong};
use crate::protocol::connect::{self, Sizes};
use game::{Playable, Side};

impl<G: Playable> Process<G> {
    /// A move of a program that the judge for Bricks would know.
    pub(super) fn choose_bricks(
        &mut self,
        game: &G,
        line: &Known<G>,
        patience: &Patience,
    ) -> Result<Decision<G::Move>, Failure> {
        let last = self.last_of_others(game, line)?;
        // A process plays one game, and exists from its first turn on.
        if self.known.is_none() {
            self.program = None;
        }
        if self.running()? {
            let size = bricks::size(game).unwrap_or_default();
            let side = game.side_to_move(&line.position);
            self.program()?.say(&bricks::greeting(size, side))?;
        }
        if let Some((before, last)) = last {
            let words = bricks::write_move(game, &before, last).unwrap_or_default();
            self.tell(&words)?;
        }
        self.hear_move(patience, |words| {
            bricks::parse_move(game, &line.position, words)
        })
    }

    /// A move of a program that the judge for Connect would know.
    pub(super) fn choose_connect(
        &mut self,
        game: &G,
        line: &Known<G>,
        patience: &Patience,
    ) -> Result<Decision<G::Move>, Failure> {
        let last = self.last_of_others(game, line)?;
        let begins = self.known.is_none();
        self.running()?;
        if begins {
            let side = game.side_to_move(&line.position);
            let sizes = Sizes::of(game);
            for words in sizes
                .iter()
                .flat_map(|sizes| connect::greeting(sizes, side))
            {
                self.tell(&words)?;
            }
        }
        if let Some((before, last)) = last {
            let words = connect::write_move(game, &before, last).unwrap_or_default();
            self.tell(&words)?;
        }
        self.hear_move(patience, |words| {
            connect::parse_move(game, &line.position, words)
        })
    }

    /// The other side's last move and the position before it. These protocols tell moves one by one,
    /// so the program must have been there for all others.
    #[expect(clippy::type_complexity, reason = "two things that belong together")]
    fn last_of_others(
        &mut self,
        game: &G,
        line: &Known<G>,
    ) -> Result<Option<(G::Position, G::Move)>, Failure> {
        let goes_on = |known: &Known<G>| {
            let told = known.moves.len();
            known.from == line.from
                && line.moves.len() == told + 1
                && line.moves[..told] == known.moves[..]
        };
        if !self.known.as_ref().is_some_and(goes_on) {
            // Another game, without anybody having said so.
            if self.known.take().is_some() {
                self.part();
            }
            let first = game.side_to_move(&line.from) == Side::First;
            if line.from != game.start() || line.moves.len() > 1 || !first {
                return Err(Failure::new(
                    Reason::UnreachablePosition,
                    "it can only be asked from the beginning of a game on",
                ));
            }
        }
        let Some((&last, earlier)) = line.moves.split_last() else {
            return Ok(None);
        };
        let mut before = line.from.clone();
        for &chosen in earlier {
            game.play(&mut before, chosen);
        }
        Ok(Some((before, last)))
    }

    /// Says something to a program that has nothing to say before.
    fn tell(&mut self, words: &str) -> Result<(), Failure> {
        let program = self.program()?;
        program.expect_silence()?;
        program.say(words)
    }

    /// Its answer, which has to be a move.
    fn hear_move(
        &mut self,
        patience: &Patience,
        parse: impl Fn(&str) -> Result<G::Move, Wrong>,
    ) -> Result<Decision<G::Move>, Failure> {
        let program = self.program()?;
        let Some(words) = program.hear(patience.until, patience.stop.as_deref())? else {
            let stopped = Failure::new(Reason::Stopped, "its protocol has no word for that");
            return Err(program.failed(stopped));
        };
        match parse(&words) {
            Ok(chosen) => Ok(Decision {
                chosen: Some(chosen),
                report: None,
                is_proven: false,
            }),
            Err(wrong) => {
                let (reason, error) = match wrong {
                    Wrong::NotAMove(error) => {
                        (Reason::Garbage, format!("expected {}", error.expected()))
                    }
                    Wrong::Illegal(error) => (Reason::IllegalMove, error.problem().to_string()),
                };
                Err(program.failed(Failure::because_of(reason, error, &words)))
            }
        }
    }
}

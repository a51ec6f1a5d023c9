//! Checks of the protocols of the course's judges.

use super::{Checked, Named, Problem, Tester, problem, side_of};
use game::{Game, Playable, Side};
use players::protocol::bricks::{self, Wrong};
use players::protocol::connect::{self, LEAVE, READY, Sizes};
use players::{Ending, Failure, Reason};
use std::time::Duration;

pub(super) fn bricks_checks<G: Playable>(games: u32) -> Vec<Named<G>> {
    let check = |number: u32| -> Named<G> {
        let side = side_of(number);
        (
            format!("play: game {} of {games}, as {side}", number + 1),
            Box::new(move |tester| tester.check_bricks(side)),
        )
    };
    (0..games).map(check).collect()
}

pub(super) fn connect_checks<G: Playable>(games: u32) -> Vec<Named<G>> {
    let check = |number: u32| -> Named<G> {
        let side = side_of(number);
        (
            format!("play: game {} of {games}, as {side}", number + 1),
            Box::new(move |tester| tester.check_connect(side)),
        )
    };
    let mut checks: Vec<Named<G>> = (0..games).map(check).collect();
    checks.push((
        format!("end: it says {READY} and goes"),
        Box::new(|tester| tester.check_leaving()),
    ));
    checks
}

/// How a judge writes a move, and how it is read.
type Write<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> Option<String>;
type Parse<G> = fn(&G, &<G as Game>::Position, &str) -> Result<<G as Game>::Move, Wrong>;

impl<G: Playable> Tester<'_, G> {
    /// A game, in the words of a judge. How it ended.
    fn check_course_game(
        &mut self,
        side: Side,
        write: Write<G>,
        parse: Parse<G>,
    ) -> Checked<G::Position> {
        let game = self.game;
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let chosen = if game.side_to_move(&position) == side {
                let line = self.hear(self.time)?;
                match parse(game, &position, &line) {
                    Ok(chosen) => chosen,
                    Err(wrong) => {
                        let (reason, error) = match wrong {
                            Wrong::NotAMove(error) => (Reason::Garbage, error),
                            Wrong::Illegal(error) => (Reason::IllegalMove, error),
                        };
                        let detail = format!("{}; expected {}", error.problem(), error.expected());
                        let failure = Failure::because_of(reason, detail, &line);
                        return Err(Problem::Failure(failure));
                    }
                }
            } else {
                let chosen = self.random_move(&position)?;
                let after = game.after(&position, chosen);
                // The last move of a game is not told.
                if game.outcome(&after).is_none() {
                    let words = write(game, &position, chosen).unwrap_or_default();
                    self.program()?.expect_silence()?;
                    self.say(&words)?;
                }
                chosen
            };
            game.play(&mut position, chosen);
        }
        self.program()?.expect_silence()?;
        Ok(position)
    }

    fn check_bricks(&mut self, side: Side) -> Checked {
        // A process plays one game.
        self.program = None;
        self.start()?;
        let size = bricks::size(self.game).unwrap_or_default();
        self.say(&bricks::greeting(size, side))?;
        self.check_course_game(side, bricks::write_move, bricks::parse_move)?;
        Ok(())
    }

    fn check_connect(&mut self, side: Side) -> Checked {
        self.start()?;
        let Some(sizes) = Sizes::of(self.game) else {
            return problem("the judge has no words for this game");
        };
        for line in connect::greeting(&sizes, side) {
            self.say(&line)?;
        }
        let end = self.check_course_game(side, connect::write_move, connect::parse_move)?;
        if let Some(outcome) = self.game.outcome(&end) {
            self.say(connect::end(outcome, side))?;
        }
        Ok(())
    }

    fn check_leaving(&mut self) -> Checked {
        self.start()?;
        self.say(LEAVE)?;
        let line = self.hear(Duration::ZERO)?;
        if line.trim() != READY {
            let expected = format!("expected {READY}");
            let failure = Failure::because_of(Reason::WrongProtocol, expected, &line);
            return Err(Problem::Failure(failure));
        }
        let patience = self.patience;
        match self.program()?.ending(patience) {
            Some(Ending::Exit(0)) => Ok(()),
            Some(ending) => problem(format!("it ended badly: {ending}")),
            None => problem("it is still there"),
        }
    }
}

//! Under the course's judge for Bricks.

use super::{Judge, Seat, refused};
use crate::files::LocalFiles;
use anyhow::{Context, Result, bail};
use game::{Playable, Side};
use games::{GameVisitor, parse_game};
use players::protocol::bricks;

pub(super) fn play(judge: &mut Judge<'_>) -> Result<()> {
    let Some(greeting) = judge.hear()? else {
        bail!("the judge said nothing; expected the size of the board and 0 or 1");
    };
    let (size, side) = bricks::parse_greeting(&greeting).context("the judge")?;
    let game = parse_game(&format!("bricks:{size}"), &LocalFiles).context("the judge")?;
    game.visit(Play { judge, side })
}

struct Play<'run, 'judge> {
    judge: &'run mut Judge<'judge>,
    side: Side,
}

impl GameVisitor for Play<'_, '_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: &G) -> Result<()> {
        let mut seat = Seat::new(game, self.judge, 0)?;
        if self.side == Side::Second {
            // The other one begins.
            let Some(line) = self.judge.hear()? else {
                return Ok(());
            };
            hear(game, &mut seat, &line)?;
        }
        loop {
            if let Some((before, chosen)) = seat.choose()? {
                let words = bricks::write_move(game, &before, chosen);
                self.judge.say(&words.context("a game without bricks")?)?;
            }
            // The last move of a game is not told: the judge simply goes away.
            let Some(line) = self.judge.hear()? else {
                return Ok(());
            };
            hear(game, &mut seat, &line)?;
        }
    }
}

fn hear<G: Playable>(game: &G, seat: &mut Seat<'_, G>, line: &str) -> Result<()> {
    let chosen = bricks::parse_move(game, &seat.position, line).map_err(refused)?;
    game.play(&mut seat.position, chosen);
    Ok(())
}

//! Under the course's judge for Connect.

use super::{Judge, Seat, refused};
use crate::files::LocalFiles;
use anyhow::{Context, Result, bail};
use game::{Playable, Side};
use games::{GameVisitor, parse_game};
use players::protocol::connect::{
    COLOURS, ENDS, LEAVE, READY, Sizes, THEY, YOU, parse_move, write_move,
};
use std::ops::ControlFlow;

pub(super) fn play(judge: &mut Judge<'_>) -> Result<()> {
    for number in 0.. {
        let Some(colours) = judge.hear()? else {
            break;
        };
        if colours == LEAVE {
            return judge.say(READY);
        }
        let [first, second] = COLOURS;
        let is_one_of = |word: &str| [first, second].contains(&word);
        match colours.split_whitespace().collect::<Vec<_>>()[..] {
            [own, other] if is_one_of(own) && is_one_of(other) && own != other => {}
            _ => bail!(
                "the judge said {colours:?}; expected {first} {second}, {second} {first} or {LEAVE}"
            ),
        }
        let Some(sizes) = judge.hear()? else {
            bail!("the judge left in the middle of its greeting");
        };
        let sizes = Sizes::parse(&sizes).context("the judge")?;
        let side = match judge.hear()?.as_deref() {
            Some(YOU) => Side::First,
            Some(THEY) => Side::Second,
            Some(other) => bail!("the judge said {other:?}; expected {YOU} or {THEY}"),
            None => bail!("the judge left in the middle of its greeting"),
        };
        let game = parse_game(&sizes.game(), &LocalFiles).context("the judge")?;
        let play = Play {
            judge,
            side,
            number,
        };
        if game.visit(play)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// One game. Breaks when the judge is gone.
struct Play<'run, 'judge> {
    judge: &'run mut Judge<'judge>,
    side: Side,
    number: u64,
}

impl GameVisitor for Play<'_, '_> {
    type Output = Result<ControlFlow<()>>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut seat = Seat::new(game, self.judge, self.number)?;
        let mut own_turn = self.side == Side::First;
        loop {
            if own_turn && let Some((before, chosen)) = seat.choose()? {
                let words = write_move(game, &before, chosen);
                self.judge.say(&words.context("a game without columns")?)?;
            }
            own_turn = true;
            let Some(line) = self.judge.hear()? else {
                return Ok(ControlFlow::Break(()));
            };
            if ENDS.contains(&line.trim()) {
                return Ok(ControlFlow::Continue(()));
            }
            let chosen = parse_move(game, &seat.position, &line).map_err(refused)?;
            game.play(&mut seat.position, chosen);
        }
    }
}

//! What a player does besides thinking: slips, by which people of any strength find an opponent, and
//! variety, by which games against it begin differently.

use crate::kinds::{SLIPS, VARIETY};
use crate::player::Request;
use crate::spec::Spec;
use game::Playable;
use game::random::{Generator, Seed};
use search::Report;

/// For so many plies a game is in its opening.
const OPENING_PLIES: usize = 10;
/// At most so many moves are chosen from.
const CANDIDATES: usize = 4;

/// What a player does besides thinking.
#[derive(Debug)]
pub(crate) struct Whims {
    /// How many moves of a hundred are slips.
    slips: usize,
    /// How much worse moves may be that are played for the sake of variety, in per cent of what a move
    /// changes.
    variety: i64,
    generator: Generator,
}

impl Whims {
    /// Those of a player, if it has any.
    pub(crate) fn of(spec: &Spec, seed: Seed) -> Option<Whims> {
        let number = |parameter| spec.integer(parameter).unwrap_or(0).max(0);
        let (slips, variety) = (number(&SLIPS) as usize, number(&VARIETY));
        // Searches that draw numbers of their own start from the seed itself.
        let generator = seed.child(1).generator();
        (slips > 0 || variety > 0).then_some(Whims {
            slips,
            variety,
            generator,
        })
    }

    /// A move that is played without a thought, if this is the time for one.
    pub(crate) fn slip<G: Playable>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Option<G::Move> {
        if self.generator.below(100) >= self.slips {
            return None;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        self.generator.choose(&moves)
    }

    /// How many of the best moves have to be known.
    pub(crate) fn lines<G: Playable>(&self, request: &Request<'_, G>) -> usize {
        let played = request.history.map(|history| history.moves.len());
        let is_opening = played.is_some_and(|played| played < OPENING_PLIES);
        if is_opening && self.variety > 0 {
            CANDIDATES
        } else {
            1
        }
    }

    /// One of the moves that a search found nearly as good as its best, or one that a symmetry of the
    /// position takes to it.
    pub(crate) fn vary<G: Playable>(
        &mut self,
        game: &G,
        position: &G::Position,
        report: &Report<G::Move>,
    ) -> Option<G::Move> {
        let best = report.lines.first()?;
        let margin = i64::from(report.spread) * self.variety / 100;
        let is_good = |score: game::Score| {
            let loss = i64::from(best.score.as_i32()) - i64::from(score.as_i32());
            // What is proven is not given away.
            score == best.score || !best.score.is_decided() && !score.is_decided() && loss <= margin
        };
        let mut good = report.lines.iter().filter(|line| is_good(line.score));
        let count = good.clone().count();
        let line = good.nth(self.generator.below(count.max(1)))?;
        let chosen = *line.moves.first()?;
        // Rules that look back are about positions, and so the same for all images; but only where
        // the past is the same may the future be.
        if game.history_key(position, u32::MAX) != 0 {
            return Some(chosen);
        }
        let mut images = vec![chosen];
        for &symmetry in game.symmetries() {
            if game.is_symmetric(position, symmetry) {
                images.push(game.map_move(symmetry, chosen));
            }
        }
        self.generator.choose(&images)
    }
}

//! Rules about sides that repeat their own moves to and fro.
//!
//! The graph of positions knows nothing of them. So what it promises is tried out: all lines of play
//! are followed in which one side keeps to a strategy that the graph gives it and the other does
//! whatever it likes, with the last moves of both. If the rule never stands in the way, the promise
//! holds. If it does, nothing is said: another strategy might have avoided it.

use super::graph::Graph;
use crate::proof::{Looks, Stopped};
use game::bits::Bits;
use game::{Game, Side};
use games::tafl::{Move, Position, RepetitionMeans, RepetitionOf, Tafl};
use rustc_hash::FxHashSet;

/// The moves of one side that its next ones can repeat: the last two, without those that captured,
/// and how many in a row were repetitions of the one two before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Steps {
    last: Option<Move>,
    before: Option<Move>,
    echoes: u32,
}

impl Steps {
    fn then(self, chosen: Move, captured: bool) -> Steps {
        let is_echo = !captured && self.before == Some(chosen);
        Steps {
            last: (!captured).then_some(chosen),
            before: self.last,
            echoes: if is_echo { self.echoes + 1 } else { 0 },
        }
    }
}

/// What the players of a line have done, by side.
type Line = [Steps; 2];

/// What a strategy is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// It wins, and gets nearer with every move.
    Win,
    /// It stays where the other side cannot force a win.
    NoLoss,
}

/// The rule, where the game has one.
#[derive(Debug, Clone, Copy)]
pub(super) struct EchoRule {
    means: RepetitionMeans,
    /// As many echoes in a row end the game.
    enough: u32,
}

/// A position with its past, the graph that was explored from it, and how much memory a trial may
/// take.
#[derive(Debug)]
pub(super) struct Trial<'trial, B: Bits> {
    pub(super) game: &'trial Tafl<B>,
    pub(super) graph: &'trial Graph<Tafl<B>>,
    pub(super) position: &'trial Position<B>,
    pub(super) bytes: usize,
}

/// About what a line that was followed takes.
const BYTES_EACH: usize = 2 * size_of::<(u32, Line)>();

impl EchoRule {
    pub(super) fn of<B: Bits>(game: &Tafl<B>) -> Option<EchoRule> {
        let rule = game.rules().repetition;
        let applies = rule.of == RepetitionOf::Moves && rule.means != RepetitionMeans::Nothing;
        applies.then(|| EchoRule {
            means: rule.means,
            // A pair of echoed moves is one repetition, counted when it begins.
            enough: 2 * u32::from(rule.times) - 1,
        })
    }

    /// Whether `side` can do what it is promised.
    pub(super) fn holds<B: Bits>(
        self,
        trial: &Trial<'_, B>,
        side: Side,
        promise: Promise,
        looks: &mut Looks<'_>,
    ) -> Result<bool, Stopped> {
        let &Trial {
            game,
            graph,
            position,
            bytes,
        } = trial;
        // What becomes of the side if it, or the other, repeats its moves too often.
        let good_enough = match promise {
            Promise::Win => 1,
            Promise::NoLoss => 0,
        };
        let [own_end, other_end] = match self.means {
            RepetitionMeans::MoverWins => [1, -1],
            RepetitionMeans::MoverLoses => [-1, 1],
            RepetitionMeans::Draw | RepetitionMeans::Nothing => [0, 0],
        }
        .map(|value| value >= good_enough);
        let mut line = Line::default();
        let now = game.side_to_move(position);
        let past = position.past();
        let mut mover = if past.len() % 2 == 0 {
            now
        } else {
            now.other()
        };
        for (_, chosen, captured) in past {
            line[mover.index()] = line[mover.index()].then(chosen, captured);
            mover = mover.other();
        }
        let mut seen = FxHashSet::from_iter([(0, line)]);
        let mut open = vec![(0, line)];
        let mut choices = Vec::new();
        while let Some((number, line)) = open.pop() {
            looks.count(1)?;
            if seen.len() * BYTES_EACH > bytes {
                return Ok(false);
            }
            let here = graph.position(number);
            let mover = game.side_to_move(here);
            choices.clear();
            for (chosen, child) in graph.edges(number) {
                if mover == side && !keeps_promise(graph, number, child, promise) {
                    continue;
                }
                let after = game.after(here, chosen);
                let captured = after.past().any(|(.., captured)| captured);
                let mut next = line;
                let steps = &mut next[mover.index()];
                *steps = steps.then(chosen, captured);
                choices.push((steps.echoes, child, next));
            }
            if mover == side {
                // One move is enough: rather one that repeats nothing.
                choices.retain(|&(echoes, ..)| echoes < self.enough || own_end);
                choices.sort_by_key(|&(echoes, ..)| echoes);
                choices.truncate(1);
                if choices.is_empty() && graph.edges(number).next().is_some() {
                    return Ok(false);
                }
            } else if !other_end && choices.iter().any(|&(echoes, ..)| echoes >= self.enough) {
                return Ok(false);
            }
            for &(echoes, child, next) in &choices {
                // Where the rule ends the game, the side has what it was promised.
                if let Some(child) = child
                    && echoes < self.enough
                    && seen.insert((child, next))
                {
                    open.push((child, next));
                }
            }
        }
        Ok(true)
    }
}

/// Whether a move of the side with the promise, from one position to another, is one of its
/// strategy.
fn keeps_promise<G: Game>(
    graph: &Graph<G>,
    number: u32,
    child: Option<u32>,
    promise: Promise,
) -> bool {
    let after = child.and_then(|child| graph.decided(child));
    match promise {
        Promise::Win => after.is_some_and(|after| {
            let now = graph.decided(number);
            after.value < 0 && now.is_some_and(|now| after.plies < now.plies)
        }),
        Promise::NoLoss => after.is_none_or(|after| after.value < 0),
    }
}

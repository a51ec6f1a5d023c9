//! Tafl, solved: small boards and endgames with few pieces.
//!
//! Pieces come and go, so that a search would have to know how it came to each position. Instead
//! all positions that can follow are found, and who wins where is worked out backwards from the
//! ends of games (`graph`). What comes of it is as follows, for every past and by all the rules:
//!
//! - Whoever can force a win in the graph can do so with every move nearer to it than the last. On
//!   such a way no position occurs twice. So no rule about positions that occur again can stand in
//!   the way of it, but for positions of the past that need to occur only once more: those are
//!   taken for the ends of games that they are. And the move limit does not come first if the plies
//!   to the win are not more than are left.
//! - Where neither side can force a win in the graph, each side can keep the other from it for
//!   ever, whatever it does. If a repetition is a draw or nothing, then all that can happen is a
//!   draw. The same holds if the plies to the win are too many: the other side can delay it until
//!   the limit, and nothing but a draw can come before. If a repetition is a win or a loss, and
//!   positions are what is repeated, nothing is said about such positions.
//! - Where moves to and fro are what is repeated, the strategies are tried out against the rule
//!   (`echoes`), and what stands the trial is said.
//!
//! If not all positions fit into memory, those that do not are neither won nor lost by anybody, so
//! that what is decided without them is so. What is still open then is left to a search
//! ([`crate::proof`]) for which the same position with another past is another one: it finds what
//! can be forced on the way from here, and else goes on until it is stopped.

mod echoes;
mod graph;

use crate::proof::{Engine, Looks, Method, Plain, Scrambled, Stopped, final_score};
use crate::{Goal, Resources, Solution, Solver, Unsolvable, Watch};
use echoes::{EchoRule, Promise, Trial};
use game::Game;
use game::bits::Bits;
use games::tafl::{Position, RepetitionMeans, RepetitionOf, Tafl};
use graph::{Decided, Exhausted, Graph};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;

/// Solves positions of one ruleset, one after the other: 1, 0 or −1 for the side to move.
///
/// Endgames with more positions than fit into memory, and those that only a rule about repetitions
/// decides, may well take longer than anybody can wait.
#[derive(Debug)]
pub struct TaflSolver<B: Bits> {
    /// Its table also holds the positions that were solved where their past does not matter.
    engine: Engine<Plain<Tafl<B>>>,
    bytes_for_graph: usize,
    bytes_for_trials: usize,
}

/// The table, and the trials of strategies, have one part of so many of the memory each.
const PARTS: usize = 4;

impl<B: Bits> TaflSolver<B> {
    /// A solver that takes about as much memory as it is given.
    #[must_use]
    pub fn new(game: &Tafl<B>, resources: Resources) -> TaflSolver<B> {
        let part = resources.bytes / PARTS;
        TaflSolver {
            engine: Engine::new(Plain(game.clone()), Method::ProofNumber, part),
            bytes_for_graph: resources.bytes - 2 * part,
            bytes_for_trials: part,
        }
    }

    /// Whether nothing but a draw comes of repetitions and of endless play.
    fn is_drawn_by_repetition(&self) -> bool {
        let rule = self.game().rules().repetition;
        matches!(rule.means, RepetitionMeans::Draw | RepetitionMeans::Nothing)
    }

    /// The positions of the past, now included, that need to occur only once more.
    fn exhausted(&self, position: &Position<B>) -> Exhausted {
        let rule = self.game().rules().repetition;
        let mut exhausted = Exhausted {
            value: match rule.means {
                RepetitionMeans::MoverLoses => 1,
                RepetitionMeans::MoverWins => -1,
                RepetitionMeans::Draw | RepetitionMeans::Nothing => 0,
            },
            ..Exhausted::default()
        };
        if rule.of == RepetitionOf::Positions && rule.means != RepetitionMeans::Nothing {
            let mut occurrences = FxHashMap::default();
            let now = self.game().key(position);
            for key in position.past().map(|(key, ..)| key).chain([now]) {
                let times = occurrences.entry(key).or_insert(0_u16);
                *times = times.saturating_add(1);
                if *times >= rule.times - 1 {
                    exhausted.keys.insert(key);
                }
            }
        }
        exhausted
    }

    /// What is proven by who wins in the graph, or that nobody does. There, all positions that can
    /// follow must be known.
    fn bounds(&self, position: &Position<B>, decided: Option<Decided>) -> (i32, i32) {
        let limit = self.game().rules().move_limit as usize;
        let left = limit.saturating_sub(position.past().len());
        match decided {
            Some(decided) if decided.plies as usize <= left => (decided.value, decided.value),
            _ if self.is_drawn_by_repetition() => (0, 0),
            _ => (-1, 1),
        }
    }

    /// What stands the trial against the rule about moves to and fro.
    fn tried_bounds(
        &self,
        rule: EchoRule,
        position: &Position<B>,
        graph: &Graph<Tafl<B>>,
        looks: &mut Looks<'_>,
    ) -> Result<(i32, i32), Stopped> {
        let trial = Trial {
            game: self.game(),
            graph,
            position,
            bytes: self.bytes_for_trials,
        };
        let side = self.game().side_to_move(position);
        let decided = graph.decided(0);
        let in_time = self.bounds(position, decided);
        let winner = match decided {
            Some(decided) if decided.value > 0 => Some(side),
            Some(_) => Some(side.other()),
            None => None,
        };
        if in_time == (0, 0) && (winner.is_some() || graph.complete) {
            return Ok(in_time);
        }
        if let Some(winner) = winner
            && in_time.0 == in_time.1
            && rule.holds(&trial, winner, Promise::Win, looks)?
        {
            return Ok(in_time);
        }
        let mut holds = |side| -> Result<bool, Stopped> {
            // Positions that are not known might be lost.
            let can_hold = graph.complete && winner.is_none_or(|winner| winner == side);
            Ok(can_hold && rule.holds(&trial, side, Promise::NoLoss, looks)?)
        };
        let least = if holds(side)? { 0 } else { -1 };
        let most = if holds(side.other())? { 0 } else { 1 };
        Ok((least, most))
    }

    fn try_to_solve(
        &mut self,
        position: &Position<B>,
        looks: &mut Looks<'_>,
    ) -> Result<(i32, i32), Stopped> {
        let exhausted = self.exhausted(position);
        let echo_rule = EchoRule::of(self.game());
        let past_matters = echo_rule.is_some() || !exhausted.keys.is_empty();
        let key = key_of(self.game(), position);
        if !past_matters && let Some(data) = self.engine.table().get(key) {
            return Ok(self.bounds(position, from_data(data)));
        }
        let bytes = self.bytes_for_graph;
        let graph = Graph::explore(self.game(), position, &exhausted, bytes, looks)?;
        if let Some(rule) = echo_rule {
            return self.tried_bounds(rule, position, &graph, looks);
        }
        let decided = graph.decided(0);
        if !past_matters {
            for (position, decided) in graph.all() {
                if decided.is_some() || graph.complete {
                    let key = key_of(self.game(), position);
                    self.engine.table().put(key, to_data(decided), 1);
                }
            }
            // This one above all.
            if decided.is_some() || graph.complete {
                self.engine.table().put(key, to_data(decided), u64::MAX);
            }
        }
        if decided.is_none() && !graph.complete {
            return Ok((-1, 1));
        }
        Ok(self.bounds(position, decided))
    }
}

/// The keys of the search have all upper bits set about once in 2^64 times.
fn key_of<B: Bits>(game: &Tafl<B>, position: &Position<B>) -> Scrambled {
    Scrambled::new(!u128::from(game.key(position)))
}

/// Never 0: 1 for a draw, else the plies behind who wins.
fn to_data(decided: Option<Decided>) -> u64 {
    decided.map_or(1, |Decided { value, plies }| {
        u64::from(plies) << 2 | if value > 0 { 2 } else { 3 }
    })
}

fn from_data(data: u64) -> Option<Decided> {
    let value = match data & 3 {
        2 => 1,
        3 => -1,
        _ => return None,
    };
    let plies = (data >> 2) as u32;
    Some(Decided { value, plies })
}

impl<B: Bits> Solver<Tafl<B>> for TaflSolver<B> {
    fn game(&self) -> &Tafl<B> {
        &self.engine.problem.0
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn final_score(&self, position: &Position<B>, _goal: Goal) -> Option<i32> {
        final_score(self.game(), position)
    }

    fn solve(
        &mut self,
        position: &Position<B>,
        _goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Solution, Unsolvable> {
        if self.game().outcome(position).is_some() {
            return Err(Unsolvable::Finished);
        }
        let open = Solution {
            least: -1,
            most: 1,
            nodes: 0,
        };
        let mut looks = Looks::new(&mut *watch, open);
        let bounds = self.try_to_solve(position, &mut looks);
        let nodes = looks.nodes();
        let Ok((least, most)) = bounds else {
            return Ok(Solution { nodes, ..open });
        };
        let proven = |found: &Solution| Solution {
            least: least.max(found.least),
            most: most.min(found.most),
            nodes: nodes + found.nodes,
        };
        if least == most {
            return Ok(proven(&open));
        }
        let found = self.engine.solve(position, &mut |found| {
            let proven = proven(found);
            if proven.score().is_some() {
                return ControlFlow::Break(());
            }
            watch(&proven)
        });
        Ok(proven(&found))
    }

    fn memory(&self) -> &[AtomicU64] {
        self.engine.words()
    }
}

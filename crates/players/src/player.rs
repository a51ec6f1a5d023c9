//! Players at work.

use crate::failure::Failure;
use crate::kinds::{
    ADAPTIVE_COST, ADAPTIVE_WIDTH, CPU, CUT, DEEPENING, DEPTH, ENGINE_TABLE, HEIGHT, IMPROVED,
    MindKind, NODES, ORDER, PLAYOUTS, SEED, SELECTIVE, SOLVER_TABLE, SYMMETRY, TABLE, THREADS,
    TIES, TIME,
};
use crate::perfect::Perfect;
use crate::process::Process;
use crate::spec::{Base, Spec};
use crate::waiting;
use game::arguments::{Parameter, Value};
use game::random::{Generator, Seed};
use game::text::TextError;
use game::{Outcome, Playable, Policy, Settings, Side, Weight};
use search::{
    Clock, Cuts, Engine, EngineOptions, Limits, Mcts, MctsOptions, Options, Order, Recorder,
    Report, Searcher, Statistics, Ties, Tunables, Unobserved, adaptive,
};
use solve::{Resources, solver_for};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A player of one game, ready to choose moves.
pub struct Player<G: Playable> {
    text: String,
    /// To make it anew from.
    spec: Spec,
    mind: Mind<G>,
}

impl<G: Playable> std::fmt::Debug for Player<G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Player")
            .field("text", &self.text)
            .field("mind", &self.mind)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
enum Mind<G: Playable> {
    Search(Box<Search<G>>),
    Strong(Box<StrongSearch<G>>),
    Perfect(Box<Perfect<G>>),
    Policy(Box<dyn Policy<G>>, Generator),
    Random(Generator),
    First,
    Process(Box<Process<G>>),
}

/// A search with everything it needs.
#[derive(Debug)]
struct Search<G: Playable> {
    searcher: Searcher<G>,
    /// By the side it plays.
    evaluators: [G::Evaluator; 2],
    limits: Limits,
    /// The adaptive player sets its depth anew for every move.
    adaptive: Option<Adaptive>,
}

/// A strong player's search with everything it needs.
#[derive(Debug)]
pub(crate) struct StrongSearch<G: Playable> {
    searcher: StrongSearcher<G>,
    /// By the side it plays.
    evaluators: [G::Evaluator; 2],
    limits: Limits,
}

#[derive(Debug)]
enum StrongSearcher<G: Playable> {
    Engine(Engine<G>),
    Mcts(Mcts<G>),
}

/// How long a strong player thinks about a move if nothing limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy)]
struct Adaptive {
    x: f64,
    k: u32,
    improved: bool,
}

/// What is asked of a player besides a move.
pub struct Request<'request, G: Playable> {
    /// Set by somebody else to have the move at once.
    pub stop: Option<Arc<AtomicBool>>,
    /// How many of the best moves to value exactly; a player that does not search has none.
    pub lines: usize,
    /// The player's clock, if the whole game is timed: searches share it out among their moves, in
    /// addition to their own limits.
    pub clock: Option<Clock>,
    /// What else limits this one move, in addition to the player's own limits. Players that do not
    /// search have no use for it.
    pub limits: MoveLimits,
    /// Who watches the search.
    pub watch: Option<&'request mut Watch<G::Move>>,
    /// Is told after each complete iteration.
    pub progress: &'request mut dyn FnMut(&Report<G::Move>),
    /// How the position came about. Outside programs are told, so that they know what the rules
    /// look back on; without it, they hear of the position, or of the one move that led to it from
    /// the last one they saw.
    pub history: Option<History<'request, G>>,
    /// An outside program that has not answered by then has failed. Without it, that is when its
    /// clock is long over. Searches of our own keep to their limits.
    pub deadline: Option<Duration>,
}

/// How far a search may go for one move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions, or playouts where those are what is counted.
    pub nodes: Option<u64>,
    /// Time on the wall.
    pub time: Option<Duration>,
}

impl MoveLimits {
    /// Makes other limits no wider than these.
    fn narrow(&self, limits: &mut Limits) {
        fn narrowed<T: Ord>(limit: Option<T>, other: Option<T>) -> Option<T> {
            limit.into_iter().chain(other).min()
        }
        limits.depth = narrowed(limits.depth.take(), self.depth);
        limits.nodes = narrowed(limits.nodes.take(), self.nodes);
        limits.time = narrowed(limits.time.take(), self.time);
    }
}

/// How a position came about.
#[derive(Debug)]
pub struct History<'request, G: Playable> {
    /// Where the game began.
    pub from: &'request G::Position,
    /// All moves since then.
    pub moves: &'request [G::Move],
}

impl<G: Playable> Clone for History<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for History<'_, G> {}

impl<G: Playable> Default for Request<'_, G> {
    /// A move, and nothing besides.
    fn default() -> Self {
        Request {
            stop: None,
            lines: 1,
            clock: None,
            limits: MoveLimits::default(),
            watch: None,
            // A closure that holds nothing takes no memory, so nothing is lost by not freeing it.
            progress: Box::leak(Box::new(|_: &Report<G::Move>| {})),
            history: None,
            deadline: None,
        }
    }
}

/// What watches a search: the shape of its tree, and the tree.
pub type Watch<M> = (Statistics, Recorder<M>);

impl<G: Playable> std::fmt::Debug for Request<'_, G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Request")
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

/// What a player decided.
#[derive(Debug, Clone)]
pub struct Decision<M> {
    /// The move; `None` if the game is over.
    pub chosen: Option<M>,
    /// What its search found, if it searches.
    pub report: Option<Report<M>>,
    /// Whether the value is certain: the whole game was searched, or solved.
    pub is_proven: bool,
}

impl<M: Copy> Decision<M> {
    /// What a search came to.
    fn of_search(report: Report<M>) -> Decision<M> {
        Decision {
            chosen: report.chosen(),
            is_proven: report.whole && report.depth > 0,
            report: Some(report),
        }
    }
}

impl<G: Playable> Player<G> {
    /// The player that a text describes.
    pub fn parse(game: &G, text: &str) -> Result<Player<G>, TextError> {
        let spec = Spec::parse(game, text)?;
        if let Some(settings) = spec.process_settings()
            && let Err(problem) = settings.command.locate()
        {
            let offset = text.len() - text.trim_end().len() + settings.command.program().len();
            let offset = text.find(settings.command.program()).unwrap_or(offset);
            let expected = "a program that can be run";
            return Err(TextError::new("player", text, offset, problem, expected));
        }
        Self::new(game, &spec).ok_or_else(|| {
            TextError::new(
                "player",
                text,
                0,
                "this game cannot build it",
                "another player",
            )
        })
    }

    /// The player of a specification, which must have been read for this very game; `None` if it
    /// was not.
    #[must_use]
    pub fn new(game: &G, spec: &Spec) -> Option<Player<G>> {
        Some(Player {
            text: spec.to_string(),
            spec: spec.clone(),
            mind: Self::mind(game, spec, 0)?,
        })
    }

    /// What makes its choices, its random numbers starting from those of its text for game 0, and
    /// from others for others.
    fn mind(game: &G, spec: &Spec, number: u64) -> Option<Mind<G>> {
        let seed = Seed(spec.integer(&SEED).unwrap_or(0) as u64);
        let seed = match number {
            0 => seed,
            number => seed.child(number),
        };
        Some(match &spec.base {
            Base::Policy(policy) => {
                let weights = spec.weights_for(Side::First, &policy.features);
                let values: Vec<_> = policy
                    .parameters
                    .iter()
                    .map(|parameter| spec.number(parameter))
                    .collect();
                let settings = Settings {
                    weights: &weights,
                    values: &values,
                };
                Mind::Policy(game.policy(policy.name, &settings)?, seed.generator())
            }
            Base::Kind(kind) => match kind.mind {
                MindKind::Random => Mind::Random(seed.generator()),
                MindKind::First => Mind::First,
                MindKind::Process => {
                    Mind::Process(Box::new(Process::new(spec.process_settings()?)))
                }
                MindKind::Solver => {
                    let resources = Resources {
                        bytes: bytes(spec.integer(&SOLVER_TABLE)),
                        threads: spec.integer(&THREADS)? as usize,
                    };
                    let engine = StrongSearch::new(game, spec, kind.mind, seed)?;
                    let solver = solver_for(game, resources).ok();
                    Mind::Perfect(Box::new(Perfect::new(solver, engine)))
                }
                MindKind::Engine | MindKind::Mcts => {
                    let search = StrongSearch::new(game, spec, kind.mind, seed)?;
                    Mind::Strong(Box::new(search))
                }
                kind => Mind::Search(Box::new(Search::new(game, spec, kind, seed)?)),
            },
        })
    }

    /// Gets it ready for a game of its own: it remembers nothing of earlier ones, and its random
    /// numbers start again from the seed of its text and this one. With 0 it is as it was made.
    pub fn new_game(&mut self, game: &G, seed: u64) -> Result<(), Failure> {
        if let Mind::Process(process) = &mut self.mind {
            return process.new_game(game, seed);
        }
        // It could be built before.
        if let Some(mind) = Self::mind(game, &self.spec, seed) {
            self.mind = mind;
        }
        Ok(())
    }

    /// Tells it how its game ended, for outside programs that are told.
    pub fn end_game(&mut self, outcome: Outcome) {
        if let Mind::Process(process) = &mut self.mind {
            process.end_game(outcome);
        }
    }

    /// How long it has had to wait so far for a processor while it was ready to think: the calling
    /// thread, and for an outside program the one of its threads that waited longest. A referee
    /// takes the difference before and after a move off the time on the wall. Nothing where the
    /// system does not tell.
    #[must_use]
    pub fn waiting(&self) -> Duration {
        match &self.mind {
            Mind::Process(process) => process.waiting(),
            _ => waiting::of_this_thread(),
        }
    }

    /// Its canonical text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether its search can be watched, so that there is a tree to be seen.
    #[must_use]
    pub fn can_be_watched(&self) -> bool {
        matches!(self.mind, Mind::Search(_))
    }

    /// Chooses a move. Only outside programs fail.
    pub fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Result<Decision<G::Move>, Failure> {
        let legal = || {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            moves
        };
        let chosen = match &mut self.mind {
            Mind::Search(search) => return Ok(search.choose(game, position, request)),
            Mind::Strong(search) => return Ok(search.choose(game, position, request)),
            Mind::Perfect(perfect) => return Ok(perfect.choose(game, position, request)),
            Mind::Policy(policy, generator) => policy.choose(game, position, generator),
            Mind::Random(generator) => generator.choose(&legal()),
            Mind::First => legal().first().copied(),
            Mind::Process(process) => return process.choose(game, position, request),
        };
        Ok(Decision {
            chosen,
            report: None,
            is_proven: false,
        })
    }
}

/// The evaluators of a player, by the side it plays.
fn evaluators_of<G: Playable>(game: &G, spec: &Spec) -> Option<[G::Evaluator; 2]> {
    let declaration = spec.evaluator_declaration(game)?;
    let evaluator = |side| {
        let weights = spec.weights_for(side, &declaration.features);
        game.evaluator(declaration.name, &weights).ok()
    };
    Some([evaluator(Side::First)?, evaluator(Side::Second)?])
}

fn plies(spec: &Spec, parameter: &Parameter) -> Option<u32> {
    let value = spec.integer(parameter)?;
    u32::try_from(value).ok()
}

/// How far a player may search.
fn limits_of(spec: &Spec) -> Limits {
    let duration = |parameter: &Parameter| match spec.value(parameter.name) {
        Some(Value::Duration(time)) => Some(*time),
        _ => None::<Duration>,
    };
    Limits {
        depth: plies(spec, &DEPTH),
        nodes: spec.integer(&NODES).map(|nodes| nodes as u64),
        time: duration(&TIME),
        aim: None,
        cpu: duration(&CPU),
        stop: None,
    }
}

fn bytes(mebibytes: Option<i64>) -> usize {
    mebibytes.map_or(0, |mebibytes| mebibytes as usize) << 20
}

impl<G: Playable> StrongSearch<G> {
    fn new(game: &G, spec: &Spec, kind: MindKind, seed: Seed) -> Option<StrongSearch<G>> {
        let threads = spec.integer(&THREADS)? as usize;
        let mut limits = limits_of(spec);
        let searcher = if kind == MindKind::Mcts {
            limits.nodes = spec.integer(&PLAYOUTS).map(|playouts| playouts as u64);
            let options = MctsOptions {
                threads,
                ..MctsOptions::read(|parameter| match spec.value(parameter.name)? {
                    Value::Number(number) => Some(*number),
                    Value::Integer(number) => i32::try_from(*number).ok().map(Weight::integer),
                    _ => None,
                })
            };
            StrongSearcher::Mcts(Mcts::new(options, seed))
        } else {
            let options = EngineOptions {
                selective: spec.is_on(&SELECTIVE),
                table_bytes: bytes(spec.integer(&ENGINE_TABLE)),
                threads,
                lines: 1,
                tunables: Tunables::read(|parameter| spec.integer(parameter)),
            };
            StrongSearcher::Engine(Engine::new(game, options))
        };
        Some(StrongSearch {
            searcher,
            evaluators: evaluators_of(game, spec)?,
            limits,
        })
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Decision<G::Move> {
        let limits = self.limits(game, position, request);
        self.choose_within(game, position, request, &limits)
    }

    /// How far it may search here.
    pub(crate) fn limits(
        &self,
        game: &G,
        position: &G::Position,
        request: &Request<'_, G>,
    ) -> Limits {
        let mut limits = self.limits.clone();
        request.limits.narrow(&mut limits);
        if let Some(clock) = request.clock {
            limits.obey(&clock.share(game.plies_left(position), Clock::OVERHEAD));
        } else if limits.depth.is_none() && !limits.are_open() {
            limits.time = Some(USUAL_TIME);
        }
        limits.stop.clone_from(&request.stop);
        limits
    }

    pub(crate) fn choose_within(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
        limits: &Limits,
    ) -> Decision<G::Move> {
        let evaluator = &self.evaluators[game.side_to_move(position).index()];
        let report = match &mut self.searcher {
            StrongSearcher::Engine(engine) => {
                engine.set_lines(request.lines);
                engine.search(game, evaluator, position, limits, request.progress)
            }
            StrongSearcher::Mcts(mcts) => {
                mcts.set_lines(request.lines);
                mcts.search(game, evaluator, position, limits, request.progress)
            }
        };
        Decision::of_search(report)
    }
}

impl<G: Playable> Search<G> {
    fn new(game: &G, spec: &Spec, kind: MindKind, seed: Seed) -> Option<Search<G>> {
        let evaluators = evaluators_of(game, spec)?;
        let mut options = Options {
            cuts: match (kind, spec.word(&CUT)) {
                (MindKind::Minimax | MindKind::Greedy, _) => Cuts::None,
                (MindKind::Adaptive, _) | (_, "one-sided") => Cuts::OneSided,
                _ => Cuts::Full,
            },
            symmetry: spec.is_on(&SYMMETRY),
            order: match spec.word(&ORDER) {
                "evaluator" => Order::Evaluator,
                "history" => Order::History,
                _ => Order::Canonical,
            },
            ties: match spec.word(&TIES) {
                "random" => Ties::Random,
                _ => Ties::First,
            },
            width: None,
            lines: 1,
            deepening: spec.is_on(&DEEPENING),
            table_bytes: bytes(spec.integer(&TABLE)),
        };
        let mut limits = limits_of(spec);
        let mut adaptive = None;
        match kind {
            MindKind::Greedy => limits = Limits::depth(1),
            MindKind::Height => limits = Limits::depth(plies(spec, &HEIGHT)?.saturating_sub(1)),
            MindKind::Adaptive => {
                let x = spec.number(&ADAPTIVE_WIDTH).as_f64();
                options.width = Some(adaptive::width(game.board_side(), x));
                adaptive = Some(Adaptive {
                    x,
                    k: plies(spec, &ADAPTIVE_COST)?,
                    improved: spec.is_on(&IMPROVED),
                });
            }
            _ => {}
        }
        Some(Search {
            searcher: Searcher::new(options, seed),
            evaluators,
            limits,
            adaptive,
        })
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Decision<G::Move> {
        let mut limits = self.limits.clone();
        limits.stop.clone_from(&request.stop);
        if let Some(Adaptive { x, k, improved }) = self.adaptive {
            let moves = game.count_moves(position) as usize;
            let deeper = improved
                .then(|| adaptive::improved_height(game.board_side(), x, k, moves))
                .flatten();
            limits.depth = Some(deeper.unwrap_or_else(|| adaptive::height(x, k)).max(1));
        }
        request.limits.narrow(&mut limits);
        if let Some(clock) = request.clock {
            let share = clock.share(game.plies_left(position), Clock::OVERHEAD);
            let time = limits.time.map_or(share.aim, |time| time.min(share.aim));
            limits.time = Some(time);
        }
        let evaluator = &self.evaluators[game.side_to_move(position).index()];
        self.searcher.set_lines(request.lines);
        let report = match &mut request.watch {
            Some(watch) => {
                self.searcher
                    .search(game, evaluator, position, &limits, *watch, request.progress)
            }
            None => {
                let progress = &mut *request.progress;
                self.searcher.search(
                    game,
                    evaluator,
                    position,
                    &limits,
                    &mut Unobserved,
                    progress,
                )
            }
        };
        Decision::of_search(report)
    }
}

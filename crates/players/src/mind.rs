//! What makes the choices of players: searches, solvers, policies, outside programs.

use crate::failure::Failure;
use crate::kinds::{
    ADAPTIVE_COST, ADAPTIVE_WIDTH, CPU, CUT, DEEPENING, DEPTH, ENGINE_TABLE, HEIGHT, IMPROVED,
    MindKind, NODES, ORDER, PLAYOUTS, SEED, SELECTIVE, SOLVER_TABLE, SYMMETRY, TABLE, THREADS,
    TIES, TIME,
};
use crate::perfect::Perfect;
use crate::player::{Decision, Request};
use crate::process::Process;
use crate::spec::{Base, Spec};
use crate::stopwatch::{Efforts, Stopwatch};
use crate::whims::Whims;
use game::arguments::{Parameter, Value};
use game::random::{Generator, Seed};
use game::{Outcome, Playable, Policy, Settings, Side, Weight};
use search::{
    Clock, Cuts, Engine, EngineOptions, Limits, Mcts, MctsOptions, Options, Order, Searcher, Ties,
    Tunables, Unobserved, adaptive,
};
use solve::connect::shipped_book;
use solve::{Resources, solver_for};
use std::fmt::{self, Debug};
use std::time::Duration;

/// What makes a player's choices, whatever it is: behind a pointer, so that those who ask for players
/// need not know all searches.
pub(crate) trait Thinker<G: Playable>: Debug {
    /// See [`Player`](crate::Player), here as below.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Result<Decision<G::Move>, Failure>;
    fn new_game(&mut self, game: &G, seed: u64) -> Result<(), Failure>;
    fn end_game(&mut self, outcome: Outcome);
    fn stopwatch(&self) -> Stopwatch;
    fn charge(&self, stopwatch: &Stopwatch) -> Duration;
    fn can_be_watched(&self) -> bool;
}

/// What makes the choices of a specification, which must have been read for this very game; `None`
/// if it was not.
pub(crate) fn build<G: Playable>(game: &G, spec: &Spec) -> Option<Box<dyn Thinker<G>>> {
    Some(Box::new(Thinking {
        spec: spec.clone(),
        mind: Mind::new(game, spec, 0)?,
        whims: Whims::of(spec, seed_of(spec, 0)),
    }))
}

struct Thinking<G: Playable> {
    /// To make it anew from.
    spec: Spec,
    mind: Mind<G>,
    whims: Option<Whims>,
}

/// What it is made of; two texts can stand for the same.
impl<G: Playable> Debug for Thinking<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mind.fmt(formatter)
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

impl<G: Playable> Mind<G> {
    /// What makes its choices, its random numbers starting from those of its text for game 0, and
    /// from others for others.
    fn new(game: &G, spec: &Spec, number: u64) -> Option<Mind<G>> {
        let seed = seed_of(spec, number);
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
                    let engine = || StrongSearch::new(game, spec, kind.mind, seed);
                    let mut solver = solver_for(game, resources).ok();
                    if let Some(solver) = &mut solver
                        && let Some(book) = shipped_book(&game.name())
                    {
                        // It is about this game.
                        let _ = solver.set_book(book);
                    }
                    Mind::Perfect(Box::new(Perfect::new(solver, engine()?, engine()?)))
                }
                MindKind::Engine | MindKind::Mcts => {
                    let search = StrongSearch::new(game, spec, kind.mind, seed)?;
                    Mind::Strong(Box::new(search))
                }
                kind => Mind::Search(Box::new(Search::new(game, spec, kind, seed)?)),
            },
        })
    }
}

impl<G: Playable> Thinker<G> for Thinking<G> {
    fn choose(
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
        // Whoever asks for several lines wants to know what it thinks.
        let mut whims = self.whims.as_mut().filter(|_| request.lines == 1);
        if let Some(whims) = &mut whims
            && let Some(chosen) = whims.slip(game, position)
        {
            return Ok(Decision {
                chosen: Some(chosen),
                report: None,
                is_proven: false,
            });
        }
        let chosen = match &mut self.mind {
            Mind::Search(search) => return Ok(search.choose(game, position, request)),
            Mind::Strong(search) => {
                let asked = request.lines;
                if let Some(whims) = &whims {
                    request.lines = whims.lines(request);
                }
                let mut decision = search.choose(game, position, request);
                let is_choice = request.lines > asked;
                request.lines = asked;
                if is_choice
                    && decision
                        .report
                        .as_ref()
                        .is_some_and(|report| report.depth == 0)
                {
                    // Too little for several lines may be enough for one.
                    decision = search.choose(game, position, request);
                } else if is_choice
                    && let (Some(whims), Some(report)) = (whims, &decision.report)
                    && let Some(chosen) = whims.vary(game, position, report)
                {
                    decision.chosen = Some(chosen);
                }
                return Ok(decision);
            }
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

    fn new_game(&mut self, game: &G, seed: u64) -> Result<(), Failure> {
        self.whims = Whims::of(&self.spec, seed_of(&self.spec, seed));
        match &mut self.mind {
            Mind::Process(process) => return process.new_game(game, seed),
            Mind::Search(search) => search.searcher.restart(seed_of(&self.spec, seed)),
            _ => {
                // It could be built before.
                if let Some(mind) = Mind::new(game, &self.spec, seed) {
                    self.mind = mind;
                }
            }
        }
        Ok(())
    }

    fn end_game(&mut self, outcome: Outcome) {
        if let Mind::Process(process) = &mut self.mind {
            process.end_game(outcome);
        }
    }

    fn stopwatch(&self) -> Stopwatch {
        let threads = self.spec.integer(&THREADS).unwrap_or(1);
        match &self.mind {
            Mind::Process(process) => Stopwatch::threads(process.efforts()),
            _ if threads > 1 => Stopwatch::threads(Efforts::of_this_thread()),
            _ => Stopwatch::alone(),
        }
    }

    fn charge(&self, stopwatch: &Stopwatch) -> Duration {
        stopwatch.charge(|| match &self.mind {
            Mind::Process(process) => process.efforts(),
            _ => Efforts::of_this_thread(),
        })
    }

    fn can_be_watched(&self) -> bool {
        matches!(self.mind, Mind::Search(_))
    }
}

/// Where the random numbers of a player start from in its game 0, or another one.
fn seed_of(spec: &Spec, number: u64) -> Seed {
    let seed = Seed(spec.integer(&SEED).unwrap_or(0) as u64);
    match number {
        0 => seed,
        number => seed.child(number),
    }
}

/// The evaluators of a player, by the side it plays.
fn evaluators_of<G: Playable>(game: &G, spec: &Spec) -> Option<[G::Evaluator; 2]> {
    let declaration = spec.evaluator_declaration(game)?;
    let evaluator = |side| spec.evaluator_for(game, &declaration, side).ok();
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
                tunables: Tunables::read::<G>(|parameter| match spec.value(parameter.name) {
                    Some(Value::Integer(number)) => Some(*number),
                    _ => None,
                }),
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

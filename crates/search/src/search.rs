//! A whole search: the root, iterations, equal moves, what is reported.

use crate::limits::{Ended, Interrupted, Limits, Meter, thread_time};
use crate::node::{
    CutRule, FullCuts, Memory, NoCuts, OPEN, OneSidedCuts, UNLIMITED, Worker, below,
};
use crate::observer::{Observer, Reason, Window};
use crate::options::{Cuts, Options, Order, Ties};
use game::random::{Generator, Seed};
use game::{Evaluator, Game, Score, Symmetry};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

/// Searches positions of one game, with what it remembers from one to the next.
#[derive(Debug)]
pub struct Searcher<G: Game> {
    options: Options,
    memory: Memory<G::Move>,
    generator: Generator,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report<M> {
    /// The best moves with their values, the chosen one first; empty if the game is over.
    pub lines: Vec<Line<M>>,
    /// The moves known to be as good as the first line's, that one among them. With
    /// [`Ties::Random`] these are all there are; else there may be more.
    pub equal: Vec<Line<M>>,
    /// How many units of the scores are 1, by the evaluator.
    pub unit: i32,
    /// How much a move changes what the evaluator says, roughly, in units of the scores; 0 where nobody
    /// has measured it.
    pub spread: i32,
    /// The depth of the last complete iteration; 0 if there was no time for any, and then the first
    /// legal move is reported.
    pub depth: u32,
    /// Whether the whole game below was searched.
    pub whole: bool,
    /// Nodes visited, all iterations together.
    pub nodes: u64,
    /// Time on the wall.
    pub time: Duration,
    /// Processor time.
    pub cpu: Duration,
    /// Why it ended.
    pub ended: Ended,
}

/// A move, what it is worth, and how the game would go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<M> {
    /// For the side to move at the root, wins and losses counted from there.
    pub score: Score,
    /// The line, the move first.
    pub moves: Vec<M>,
}

impl<M: Clone> Report<M> {
    /// What there is to report before anything was searched: a move to fall back on, if any.
    pub(crate) fn before_search(fallback: Option<Line<M>>, unit: i32) -> Report<M> {
        Report {
            equal: fallback.iter().cloned().collect(),
            lines: fallback.into_iter().collect(),
            unit,
            spread: 0,
            depth: 0,
            whole: false,
            nodes: 0,
            time: Duration::ZERO,
            cpu: Duration::ZERO,
            ended: Ended::Decided,
        }
    }
}

impl<M: Copy> Report<M> {
    /// The chosen move.
    #[must_use]
    pub fn chosen(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }

    /// What it is worth.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Some(self.lines.first()?.score)
    }
}

/// A move at the root, and the symmetries of the position that take it to those left out for it.
#[derive(Debug, Clone)]
struct RootMove<M> {
    chosen: M,
    images: Vec<Symmetry>,
    /// Known exactly, from the last iteration.
    line: Option<Line<M>>,
}

impl<G: Game> Searcher<G> {
    /// A searcher that remembers nothing yet. All its random choices follow from the seed.
    #[must_use]
    pub fn new(options: Options, seed: Seed) -> Searcher<G> {
        Searcher {
            memory: Memory::new(options.table_bytes),
            options,
            generator: seed.generator(),
        }
    }

    /// As if it were made anew, with another seed.
    pub fn restart(&mut self, seed: Seed) {
        self.memory = Memory::new(self.options.table_bytes);
        self.generator = seed.generator();
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Asks for the values of so many of the best moves.
    pub fn set_lines(&mut self, lines: usize) {
        self.options.lines = lines.max(1);
    }

    /// Looks for the best move. `progress` is told after each complete iteration.
    pub fn search<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        limits: &Limits,
        observer: &mut O,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let clocks = (Instant::now(), thread_time());
        self.memory.begin_search();
        let mut worker = Worker {
            game,
            evaluator,
            options: &self.options,
            observer,
            memory: &mut self.memory,
            meter: Meter::new(limits),
            position: position.clone(),
            above_leaves: None,
            viewer: game.side_to_move(position),
            whole: true,
            deepest: 0,
        };
        let mut report = match self.options.cuts {
            Cuts::None => worker.deepen::<NoCuts>(limits, clocks, progress),
            Cuts::OneSided => worker.deepen::<OneSidedCuts>(limits, clocks, progress),
            Cuts::Full => worker.deepen::<FullCuts>(limits, clocks, progress),
        };
        self.memory.forget_path();
        if self.options.ties == Ties::Random {
            let (wanted, generator) = (self.options.lines, &mut self.generator);
            choose_equal(game, position, &mut report, wanted, generator);
        }
        report
    }
}

/// The new root moves in the order of the old ones, with what is known of them; those that were
/// images before come last.
fn regroup<M: Copy + Eq + Hash>(
    old: Vec<RootMove<M>>,
    mut new: Vec<RootMove<M>>,
) -> Vec<RootMove<M>> {
    let mut known: FxHashMap<M, (usize, RootMove<M>)> = old
        .into_iter()
        .enumerate()
        .map(|(place, root_move)| (root_move.chosen, (place, root_move)))
        .collect();
    new.sort_by_key(|root_move| {
        let found = known.get(&root_move.chosen);
        found.map_or(usize::MAX, |(place, _)| *place)
    });
    for root_move in &mut new {
        if let Some((_, before)) = known.remove(&root_move.chosen) {
            root_move.line = before.line;
        }
    }
    new
}

/// The place of each move in a list.
fn places_of<M: Copy + Eq + Hash>(moves: &[M]) -> FxHashMap<M, usize> {
    moves.iter().copied().zip(0..).collect()
}

/// Puts one of the equally good moves first, each with the same probability.
fn choose_equal<G: Game>(
    game: &G,
    position: &G::Position,
    report: &mut Report<G::Move>,
    wanted: usize,
    generator: &mut Generator,
) {
    // In canonical order, so that the choice does not depend on the order of the search.
    let mut canonical = Vec::new();
    game.moves(position, &mut canonical);
    let places = places_of(&canonical);
    report
        .equal
        .sort_by_key(|line| places.get(line.moves.first()?).copied());
    let drawn = generator.below(report.equal.len());
    let Some(line) = report.equal.get(drawn).cloned() else {
        return;
    };
    report.lines.retain(|other| *other != line);
    report.lines.insert(0, line);
    report.lines.truncate(wanted);
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// Iteration by iteration until a limit is reached, or in one go where only depth is limited.
    fn deepen<C: CutRule>(
        &mut self,
        limits: &Limits,
        (began, cpu_began): (Instant, Duration),
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let root = self.position.clone();
        let mut symmetries = Vec::new();
        let mut moves = self.root_moves(&symmetries);
        let fallback = moves.first().map(|first| Line {
            score: self.judged(self.viewer),
            moves: vec![first.chosen],
        });
        let mut report = Report::before_search(fallback, self.evaluator.unit());
        let deepest = limits
            .depth
            .map_or(UNLIMITED, |depth| u16::try_from(depth).unwrap_or(UNLIMITED));
        let mut depth = if limits.are_open() || self.options.deepening {
            deepest.min(1)
        } else {
            deepest
        };
        while depth > 0 && !moves.is_empty() {
            let depth_for_observers = (depth != UNLIMITED).then_some(u32::from(depth));
            self.observer.begin(depth_for_observers);
            self.whole = true;
            if self.options.symmetry {
                // The deeper a search goes, the more of the past can matter, and with it fewer
                // symmetries hold.
                let now = self.symmetries(depth);
                if now != symmetries {
                    moves = regroup(moves, self.root_moves(&now));
                    symmetries = now;
                }
            }
            let complete = self.iterate::<C>(&mut moves, depth);
            report.nodes = self.meter.nodes;
            report.time = began.elapsed();
            report.cpu = thread_time().saturating_sub(cpu_began);
            if complete.is_err() {
                self.position.clone_from(&root);
                self.memory.forget_path();
                report.ended = self.meter.ended;
                return report;
            }
            self.observer.complete();
            self.meter.end_grace();
            report.depth = depth_for_observers.unwrap_or(self.deepest);
            report.whole = self.whole;
            self.collect_lines(&moves, &mut report);
            let decided = report
                .lines
                .first()
                .is_some_and(|line| line.score.is_decided());
            report.ended = if report.whole || decided {
                Ended::Decided
            } else {
                Ended::Depth
            };
            progress(&report);
            if depth == deepest || report.ended == Ended::Decided && report.lines.len() == 1 {
                break;
            }
            if report.whole {
                break;
            }
            depth += 1;
        }
        report
    }

    /// The moves to search at the root, in canonical order, one of each class under the symmetries.
    fn root_moves(&self, symmetries: &[Symmetry]) -> Vec<RootMove<G::Move>> {
        let mut all = Vec::new();
        self.game.moves(&self.position, &mut all);
        let mut moves: Vec<RootMove<G::Move>> = Vec::with_capacity(all.len());
        // For each image of a move that is searched, which move and under which symmetry.
        let mut images: FxHashMap<G::Move, (usize, Symmetry)> = FxHashMap::default();
        for &chosen in &all {
            if let Some(&(original, symmetry)) = images.get(&chosen) {
                moves[original].images.push(symmetry);
                continue;
            }
            for &symmetry in symmetries {
                let image = self.game.map_move(symmetry, chosen);
                if image != chosen {
                    images.entry(image).or_insert((moves.len(), symmetry));
                }
            }
            moves.push(RootMove {
                chosen,
                images: Vec::new(),
                line: None,
            });
        }
        moves
    }

    /// Searches all root moves to a depth. Afterwards each has its line if its value is exact.
    fn iterate<C: CutRule>(
        &mut self,
        moves: &mut Vec<RootMove<G::Move>>,
        depth: u16,
    ) -> Result<(), Interrupted> {
        self.meter.count_node()?;
        self.observer.enter(None, OPEN);
        let mirrored = moves
            .iter()
            .map(|root_move| root_move.images.len() as u32)
            .sum();
        let dropped = self.order_root(moves)?;
        let searched = moves.len() as u32;
        let mut exact: Vec<Score> = Vec::new();
        for (number, root_move) in (0..).zip(&mut *moves) {
            root_move.line = None;
            let chosen = root_move.chosen;
            // What a move must be worth for its value to matter.
            let bound = match exact.get(self.options.lines - 1) {
                None => Score::MINUS_INFINITE,
                // Equal ones count: they have to be told from those that are just worse.
                Some(least) if self.options.ties == Ties::Random => least.just_below(),
                Some(&least) => least,
            };
            let window = Window {
                alpha: Score::MINUS_INFINITE,
                beta: if C::CUTS { -bound } else { Score::INFINITE },
            };
            self.sketch_above_leaves(depth, number);
            let undo = self.game.play(&mut self.position, chosen);
            let value = -self.visit::<C>(Some(chosen), below(depth), 1, window)?;
            self.game.undo(&mut self.position, chosen, undo);
            if value > bound {
                self.prepend(0, chosen);
                root_move.line = Some(Line {
                    score: value,
                    moves: self.memory.lines[0].clone(),
                });
                let place = exact.partition_point(|&better| better >= value);
                exact.insert(place, value);
            }
        }
        let best = exact.first().copied().unwrap_or(Score::MINUS_INFINITE);
        self.leave(
            best,
            Reason::Children {
                searched,
                cut: 0,
                mirrored,
                dropped,
            },
        );
        Ok(())
    }

    /// Puts the root moves in the order to be searched; says how many the width leaves out.
    fn order_root(&mut self, moves: &mut Vec<RootMove<G::Move>>) -> Result<u32, Interrupted> {
        if self.options.width.is_some()
            || self.options.order == Order::Evaluator
                && moves.iter().all(|root| root.line.is_none())
        {
            let sorted = self.sorted_by_evaluator(moves.iter().map(|root| root.chosen))?;
            let places = places_of(&sorted);
            moves.sort_by_key(|root| places.get(&root.chosen).copied());
            let before = moves.len();
            moves.truncate(self.options.width.map_or(before, |width| width.max(1)));
            return Ok((before - moves.len()) as u32);
        }
        if self.options.order != Order::Canonical {
            // Best of the last iteration first; what was no better than a bound keeps its order.
            moves.sort_by_key(|root| std::cmp::Reverse(root.line.as_ref().map(|line| line.score)));
        }
        Ok(0)
    }

    /// The best lines of an iteration and the moves as good as the first.
    fn collect_lines(&self, moves: &[RootMove<G::Move>], report: &mut Report<G::Move>) {
        let mut lines: Vec<&Line<G::Move>> =
            moves.iter().filter_map(|root| root.line.as_ref()).collect();
        // Stable: of equal ones the first searched stays first.
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        let best = lines.first().map(|line| line.score);
        report.equal.clear();
        for root in moves {
            let Some(line) = root.line.as_ref().filter(|line| Some(line.score) == best) else {
                continue;
            };
            report.equal.push(line.clone());
            let image_under = |symmetry: Symmetry| Line {
                score: line.score,
                moves: line
                    .moves
                    .iter()
                    .map(|&chosen| self.game.map_move(symmetry, chosen))
                    .collect(),
            };
            let images = root.images.iter().map(|&symmetry| image_under(symmetry));
            report.equal.extend(images);
        }
        lines.truncate(self.options.lines);
        report.lines = lines.into_iter().cloned().collect();
    }
}

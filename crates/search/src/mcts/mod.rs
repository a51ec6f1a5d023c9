//! Monte Carlo tree search: a tree that grows where it promises most.
//!
//! Each playout walks down from the root, at every node to the child with the best mean so far or
//! with too few visits to tell (UCT); looks at one new position there; and tells all nodes on its
//! way what it saw. A position is worth what the evaluator says, at once or after some random
//! plies ([`MctsOptions::cutoff`]); with a long cut-off and no evaluator this is the classic search by
//! random games. What else there is:
//!
//! - *Progressive widening*: the moves of a node are ranked by the evaluator one ply ahead, and
//!   tried one by one as the visits grow. Where there are hundreds of moves only those are judged
//!   that a quick look ([`game::Guidance`] and experience with similar moves) speaks for.
//! - *Two opinions*: beside the mean of its playouts a node keeps the minimax value of the
//!   judgements below it; a move is worth a mixture of the two ([`MctsOptions::prior`]).
//! - *Proofs*: each node has bounds between which its value lies, from the finished games below
//!   it. What is proven is exact, for margins too, and is not searched any more.
//! - *One tree for all threads*, locked while a way through it is chosen and open while positions
//!   are judged. The tree has a fixed size, and what is still of use is kept between moves.
//!
//! With one thread, the same seed and a limit in playouts, a search is the same every time.

mod lines;
mod playout;
mod ranking;
mod scale;
mod tree;
mod tunables;

pub use tunables::MctsOptions;

use crate::limits::{Ended, Limits, Meter, thread_time};
use crate::search::Report;
use game::random::Seed;
use game::{Evaluator, Guidance, Side};
use playout::{Shared, Worker, judge_by_children, lock, update_bounds};
use ranking::{Candidate, Experience, Ranking};
use scale::Scale;
use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tree::{Node, Place, ROOT, Tree};

/// Searches positions of one game, with the tree that it keeps from one to the next.
#[derive(Debug)]
pub struct Mcts<G: Guidance> {
    options: MctsOptions,
    seed: Seed,
    /// How many searches there have been.
    searches: u64,
    tree: Tree<G::Move>,
    /// What the tree is about: its root, in whose eyes, and what its chances mean.
    subject: Option<(G::Position, Side, Scale)>,
    /// One for each thread, from the first search on.
    experience: Vec<Experience>,
}

/// How often the main thread looks at more than its own limits.
const BETWEEN_LOOKS: u32 = 64;
/// The first number of playouts after which progress is told; then at each doubling.
const FIRST_PROGRESS: u64 = 256;
/// Of the time that there is, so much may go into packing the tree of the last search.
const PACKING: f64 = 0.1;
/// How many times as long as wished a search may go on if its two opinions differ.
const PATIENCE: f64 = 2.0;

impl<G: Guidance> Mcts<G> {
    /// A searcher that remembers nothing yet. All its random choices follow from the seed.
    #[must_use]
    pub fn new(options: MctsOptions, seed: Seed) -> Mcts<G> {
        let mut searcher = Mcts {
            seed,
            searches: 0,
            tree: Tree::new(0),
            subject: None,
            experience: Vec::new(),
            options,
        };
        let rest = searcher.options.memory_bytes;
        searcher.tree = Tree::new(rest.saturating_sub(searcher.experience_bytes()));
        searcher
    }

    /// The options it was made with.
    #[must_use]
    pub fn options(&self) -> &MctsOptions {
        &self.options
    }

    /// Asks for so many of the best moves to be reported.
    pub fn set_lines(&mut self, lines: usize) {
        self.options.lines = lines.max(1);
    }

    /// The bytes that it takes at most.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.experience_bytes()
    }

    /// The bytes that it has taken by now.
    #[must_use]
    pub fn bytes_used(&self) -> usize {
        let experience = self.experience.len() * Experience::bytes_of(self.experience_share());
        self.tree.bytes_used() + experience
    }

    fn experience_bytes(&self) -> usize {
        self.options.threads.max(1) * Experience::bytes_of(self.experience_share())
    }

    /// What the experience of a thread may take: where memory is short, the tree has half of it.
    fn experience_share(&self) -> usize {
        self.options.memory_bytes / 2 / self.options.threads.max(1)
    }

    /// How many playouts of earlier searches the tree has for this position.
    #[must_use]
    pub fn playouts_kept(&self, game: &G, position: &G::Position) -> u32 {
        let place = self.find(game, position);
        place.map_or(0, |place| self.tree.at(place).visits)
    }

    /// Looks for the best move; `nodes` in the limits and in the report are playouts, and a limit
    /// in depth is not for this search. The depth of the report is the length of the expected
    /// line; it speaks of the whole game if the value is proven, the distance of a win included.
    /// Where only the win is, its distance is the greatest that it can have.
    ///
    /// `progress` is told whenever the number of playouts has doubled. A processor time is shared
    /// out among the threads.
    pub fn search<E: Evaluator<G>>(
        &mut self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let (began, cpu_began) = (Instant::now(), thread_time());
        let threads = self.options.threads.max(1);
        let mut meter = Meter::new(&share_of(limits, 0, threads));
        let mut report = Report::before_search(None, evaluator.unit());
        if game.outcome(position).is_some() {
            return report;
        }
        let viewer = game.side_to_move(position);
        let place = self.find(game, position);
        let mut experience = std::mem::take(&mut self.experience);
        let share = self.experience_share();
        experience.resize_with(threads, || Experience::new(share));
        let Some((main_experience, other_experience)) = experience.split_first_mut() else {
            return report;
        };
        let mut ranking = Ranking::new(
            game,
            evaluator,
            viewer,
            self.options.judged,
            main_experience,
        );
        let mut own_position = position.clone();
        let (legal, judged) = ranking.judge_all(&mut own_position, &mut meter);
        meter.end_grace();
        let (value, _) = ranking.judge(position);
        let unfinished = ranking.candidates.iter().filter(|after| !after.finished);
        let scale = Scale::new(
            value.as_i32(),
            unfinished.map(|after| after.score.as_i32()),
            evaluator.unit(),
        );
        report.spread = scale.spread();
        let allowed = limits.time.into_iter().chain(limits.cpu).min();
        let allowed = allowed.map(|time| time.mul_f64(PACKING));
        let scale = self.take_root(place, &ranking.candidates, legal, scale, || {
            allowed.is_some_and(|allowed| began.elapsed() > allowed)
        });
        self.subject = Some((position.clone(), viewer, scale));
        self.searches += 1;
        let seed = self.seed.child(self.searches);
        let options = &self.options;
        let shared = Mutex::new(Shared::new(std::mem::replace(&mut self.tree, Tree::new(0))));
        let tell = |shared: &Shared<G::Move>, report: &mut Report<G::Move>| {
            let (tree, prior) = (&shared.tree, options.prior as f32);
            report.lines = lines::lines(game, position, tree, &scale, prior, options.lines);
            report.equal = report.lines.first().cloned().into_iter().collect();
            let depth = report.lines.first().map_or(0, |line| line.moves.len());
            report.depth = depth as u32;
            report.whole = tree.at(ROOT).is_solved();
            report.nodes = shared.playouts;
            report.time = began.elapsed();
            report.cpu = thread_time().saturating_sub(cpu_began) + shared.cpu;
        };
        report.ended = if judged.is_err() {
            meter.ended
        } else {
            thread::scope(|scope| {
                for (number, experience) in (1..).zip(other_experience) {
                    let shared = &shared;
                    let help = move || {
                        let mut limits = share_of(limits, number, threads);
                        limits.time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
                        let mut meter = Meter::new(&limits);
                        meter.end_grace();
                        let ranking =
                            Ranking::new(game, evaluator, viewer, options.judged, experience);
                        let generator = seed.child(number).generator();
                        let position = position.clone();
                        let mut worker =
                            Worker::new(options, ranking, scale, meter, generator, position);
                        while let Ok(true) = worker.playouts(shared, BETWEEN_LOOKS) {}
                        lock(shared).cpu += thread_time();
                    };
                    // A system that has no more threads to give is searched with fewer.
                    let _ = thread::Builder::new().spawn_scoped(scope, help);
                }
                let generator = seed.child(0).generator();
                let mut worker =
                    Worker::new(options, ranking, scale, meter, generator, own_position);
                let mut next_progress = FIRST_PROGRESS;
                loop {
                    match worker.playouts(&shared, BETWEEN_LOOKS) {
                        Ok(true) => {}
                        Ok(false) => return Ended::Decided,
                        Err(_) => {
                            let ended = worker.meter.ended;
                            // With a limit in playouts the others have their own share left.
                            lock(&shared).done |= ended != Ended::Nodes;
                            return ended;
                        }
                    }
                    let mut locked = lock(&shared);
                    let is_enough = |aim| is_enough(&locked.tree, aim, began.elapsed());
                    if limits.aim.is_some_and(is_enough) {
                        locked.done = true;
                        return Ended::Time;
                    }
                    if locked.playouts >= next_progress {
                        next_progress = locked.playouts.saturating_mul(2);
                        tell(&locked, &mut report);
                        drop(locked);
                        progress(&report);
                    }
                }
            })
        };
        let shared = shared.into_inner();
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        if shared.decided {
            report.ended = Ended::Decided;
        }
        tell(&shared, &mut report);
        self.tree = shared.tree;
        self.experience = experience;
        report
    }

    /// Where in the tree a position is, at most two plies below the root: what happens between two
    /// moves of a player.
    fn find(&self, game: &G, position: &G::Position) -> Option<Place> {
        let (root, viewer, _) = self.subject.as_ref()?;
        if *viewer != game.side_to_move(position) || self.tree.is_empty() {
            return None;
        }
        if root == position {
            return Some(ROOT);
        }
        let key = game.key(position);
        let visited = |parent: Place| {
            let children = self.tree.children(parent).iter();
            let places = self.tree.first_child(parent)..;
            let visited = children.zip(places).filter(|(child, _)| child.visits > 0);
            visited.map(|(child, place)| (child.chosen, place))
        };
        for (first, between) in visited(ROOT) {
            let next = game.after(root, first);
            for (second, place) in visited(between) {
                let reached = game.after(&next, second);
                if game.key(&reached) == key && reached == *position {
                    return Some(place);
                }
            }
        }
        None
    }

    /// Makes a place of the old tree, if there is one, the root, with all its moves; returns the
    /// scale of the chances.
    fn take_root(
        &mut self,
        place: Option<Place>,
        candidates: &[Candidate<G::Move>],
        legal: usize,
        scale: Scale,
        hurry: impl FnMut() -> bool,
    ) -> Scale {
        if let (Some(place), Some((_, _, old))) = (place, &self.subject) {
            let old = *old;
            let scale = if scale.resembles(&old) { old } else { scale };
            let scales = (scale != old).then_some((old, scale));
            if self.tree.keep_below(place, scales, hurry)
                && self.add_root_moves(candidates, legal, &scale)
            {
                return scale;
            }
        }
        if let Some(first) = candidates.first() {
            self.tree.plant(Node::unfinished(first.chosen, 0.5));
        }
        self.add_root_moves(candidates, legal, &scale);
        scale
    }

    /// Gives the root those of its moves that it does not have. False if there is no room.
    fn add_root_moves(
        &mut self,
        candidates: &[Candidate<G::Move>],
        legal: usize,
        scale: &Scale,
    ) -> bool {
        let children = self.tree.children(ROOT).iter();
        let mut known: Vec<G::Move> = children.map(|child| child.chosen).collect();
        known.sort_unstable();
        let mut more: Vec<&Candidate<G::Move>> = candidates
            .iter()
            .filter(|candidate| known.binary_search(&candidate.chosen).is_err())
            .collect();
        more.sort_by_key(|candidate| Reverse(candidate.score));
        let more: Vec<Node<G::Move>> = more.iter().map(|one| one.node(scale)).collect();
        let added = self.tree.add_children(ROOT, &more, legal);
        if added {
            update_bounds(&mut self.tree, ROOT, true);
            judge_by_children(&mut self.tree, ROOT, true);
        }
        added
    }
}

/// What one of several threads may do.
fn share_of(limits: &Limits, number: u64, threads: usize) -> Limits {
    let threads = threads as u64;
    Limits {
        nodes: limits
            .nodes
            .map(|nodes| nodes / threads + u64::from(number < nodes % threads)),
        cpu: limits
            .cpu
            .map(|cpu| cpu / u32::try_from(threads).unwrap_or(u32::MAX)),
        ..limits.clone()
    }
}

/// Whether a search may end: its time has come, and the move with most visits is also the best.
fn is_enough<M: Copy>(tree: &Tree<M>, aim: Duration, elapsed: Duration) -> bool {
    if elapsed < aim {
        return false;
    }
    let visited = tree.children(ROOT).iter().filter(|child| child.visits > 0);
    let most_visited = visited.clone().map(|child| child.visits).max();
    let best = visited.max_by(|one, two| one.mean.total_cmp(&two.mean));
    best.map(|best| best.visits) == most_visited || elapsed >= aim.mul_f64(PATIENCE)
}

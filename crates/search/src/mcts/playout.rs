//! One playout after the other: down the tree, a look at something new, and back up.

use super::MctsOptions;
use super::ranking::Ranking;
use super::scale::Scale;
use super::tree::{Node, Place, ROOT, Tree};
use crate::limits::{Interrupted, Meter};
use game::random::Generator;
use game::{Evaluator, Guidance, Score};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many moves a node gets when it is first looked at.
const KEPT_AT_FIRST: usize = 16;
/// How many times as many it gets when those do not suffice.
const GROWTH: usize = 4;
/// Most nodes have less.
const FEW_VISITS: u32 = 1024;
/// Once it is proven who wins, so many times the work done so far may go into finding out how
/// soon, and so many playouts more.
const CARE: u64 = 1;
const LEAST_CARE: u64 = 256;

/// What all threads of a search work on. It is locked while a path is chosen or given its result,
/// and not while positions are judged.
#[derive(Debug)]
pub(super) struct Shared<M> {
    pub(super) tree: Tree<M>,
    /// Those completed in this search.
    pub(super) playouts: u64,
    /// How many there were when it was known who wins.
    decided_at: Option<u64>,
    /// All have to come to an end.
    pub(super) done: bool,
    /// Because nothing more is to be found out.
    pub(super) decided: bool,
    /// What the other threads took.
    pub(super) cpu: Duration,
}

impl<M: Copy> Shared<M> {
    pub(super) fn new(tree: Tree<M>) -> Shared<M> {
        let mut shared = Shared {
            tree,
            playouts: 0,
            decided_at: None,
            done: false,
            decided: false,
            cpu: Duration::ZERO,
        };
        shared.look_at_root();
        shared
    }

    fn look_at_root(&mut self) {
        let root = self.tree.at(ROOT);
        if root.is_solved() {
            self.decided = true;
        } else if root.is_decided() {
            let decided_at = *self.decided_at.get_or_insert(self.playouts);
            self.decided = self.playouts >= decided_at * (1 + CARE) + LEAST_CARE;
        }
        self.done |= self.decided;
    }
}

pub(super) fn lock<M>(shared: &Mutex<Shared<M>>) -> MutexGuard<'_, Shared<M>> {
    // A thread that panicked takes the whole search with it when the scope ends.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A step down the tree.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// Which of its parent's children. Where that is, can change while the tree is not locked.
    number: u32,
    /// Whether the side that searches is to move there.
    is_viewer: bool,
    /// What was known when it was passed on the way down.
    judged: f32,
    bounds: (Score, Score),
}

/// Where a way down ends.
enum End {
    /// At something whose chance is known.
    Chance(f32),
    /// At a position that has to be played on from.
    Rollout,
    /// At a node that needs children, so many in all.
    Expand(usize),
}

/// A thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'search, G: Guidance, E> {
    pub(super) options: &'search MctsOptions,
    pub(super) ranking: Ranking<'search, G, E>,
    pub(super) scale: Scale,
    pub(super) meter: Meter,
    pub(super) generator: Generator,
    /// The root's, but during a playout.
    pub(super) position: G::Position,
    played: Vec<(G::Move, G::Undo)>,
    path: Vec<Step>,
    /// The places of the nodes on the path, while the tree is locked.
    places: Vec<Place>,
    /// After how many visits of its parent a child is tried, by its number among those that still
    /// matter.
    openings: Vec<u32>,
    /// What [`doubt`] says of small numbers, which takes too long to be computed for every child.
    doubts: Vec<f32>,
    moves: Vec<G::Move>,
    nodes: Vec<Node<G::Move>>,
}

impl<'search, G: Guidance, E: Evaluator<G>> Worker<'search, G, E> {
    pub(super) fn new(
        options: &'search MctsOptions,
        ranking: Ranking<'search, G, E>,
        scale: Scale,
        meter: Meter,
        generator: Generator,
        position: G::Position,
    ) -> Self {
        Worker {
            options,
            ranking,
            scale,
            meter,
            generator,
            position,
            played: Vec::new(),
            path: Vec::new(),
            places: Vec::new(),
            openings: Vec::new(),
            doubts: (0..FEW_VISITS).map(doubt).collect(),
            moves: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// One playout. False if there is nothing more to find out.
    pub(super) fn playout(&mut self, shared: &Mutex<Shared<G::Move>>) -> Result<bool, Interrupted> {
        self.meter.count_node()?;
        let mut locked = lock(shared);
        if locked.done {
            return Ok(false);
        }
        self.path.clear();
        self.places.clear();
        self.places.push(ROOT);
        self.arrive(&mut locked.tree, 0);
        let chance = loop {
            match self.descend(&mut locked.tree) {
                End::Chance(chance) => break chance,
                End::Rollout if self.options.threads <= 1 => break self.roll_out(),
                End::Rollout => {
                    drop(locked);
                    let chance = self.roll_out();
                    locked = lock(shared);
                    break chance;
                }
                End::Expand(kept) => {
                    let place = self.here();
                    self.moves.clear();
                    let children = locked.tree.children(place);
                    let known = children.len();
                    self.moves.extend(children.iter().map(|child| child.chosen));
                    drop(locked);
                    self.moves.sort_unstable();
                    let ranked = self.ranking.rank(
                        &mut self.position,
                        &self.moves,
                        kept.saturating_sub(known),
                        &self.scale,
                        &mut self.meter,
                    );
                    locked = lock(shared);
                    self.find_places(&locked.tree);
                    match ranked {
                        Ok(legal) => self.add_candidates(&mut locked.tree, known, legal),
                        Err(interrupted) => {
                            for &place in &self.places {
                                locked.tree.at_mut(place).visits -= 1;
                            }
                            self.go_back();
                            return Err(interrupted);
                        }
                    }
                }
            }
        };
        self.back_up(&mut locked.tree, chance);
        locked.playouts += 1;
        locked.look_at_root();
        self.go_back();
        Ok(true)
    }

    /// The place where the path ends.
    fn here(&self) -> Place {
        self.places.last().copied().unwrap_or(ROOT)
    }

    /// Counts a visit of the node at the end of the path, so that other threads look elsewhere.
    fn arrive(&mut self, tree: &mut Tree<G::Move>, number: u32) {
        let node = tree.at_mut(self.here());
        node.visits += 1;
        let side = self.ranking.game.side_to_move(&self.position);
        self.path.push(Step {
            number,
            is_viewer: side == self.ranking.viewer,
            judged: node.judged,
            bounds: (node.least, node.most),
        });
    }

    /// The places of the nodes on the path, which may have moved.
    fn find_places(&mut self, tree: &Tree<G::Move>) {
        self.places.clear();
        let mut place = ROOT;
        for (depth, step) in self.path.iter().enumerate() {
            if depth > 0 {
                place = tree.first_child(place) + step.number;
            }
            self.places.push(place);
        }
    }

    fn go_back(&mut self) {
        while let Some((chosen, undo)) = self.played.pop() {
            self.ranking.game.undo(&mut self.position, chosen, undo);
        }
    }

    /// Goes down from where the path ends, to something new.
    fn descend(&mut self, tree: &mut Tree<G::Move>) -> End {
        loop {
            let here = self.here();
            let node = tree.at(here);
            if node.is_solved() {
                return End::Chance(self.scale.chance(node.least));
            }
            let is_new = node.visits <= 1;
            if node.legal == 0 {
                return if here != ROOT && (is_new || tree.full) {
                    self.judge_leaf(node)
                } else if tree.full {
                    End::Chance(node.judged)
                } else {
                    End::Expand(KEPT_AT_FIRST)
                };
            }
            let is_viewer = self.path.last().is_some_and(|step| step.is_viewer);
            let (best, enough) = self.select(tree, here, is_viewer);
            let node = tree.at(here);
            if !enough && !node.is_complete() && !tree.full {
                return End::Expand(node.kept() * GROWTH);
            }
            let Some(number) = best else {
                return End::Chance(node.judged);
            };
            let place = tree.first_child(here) + number;
            let chosen = tree.at(place).chosen;
            let undo = self.ranking.game.play(&mut self.position, chosen);
            self.played.push((chosen, undo));
            self.places.push(place);
            self.arrive(tree, number);
        }
    }

    fn judge_leaf(&self, node: &Node<G::Move>) -> End {
        if self.options.cutoff == 0 {
            End::Chance(node.judged)
        } else {
            End::Rollout
        }
    }

    /// Makes sure that it is known for so many children after how many visits they are tried.
    #[inline]
    fn prepare_openings(&mut self, children: usize) {
        while self.openings.len() <= children {
            let visits = (self.openings.len() as f64).powf(1.0 / self.options.widening);
            self.openings.push(visits.min(f64::from(u32::MAX)) as u32);
        }
    }

    /// The child to visit next, and whether as many were looked at as the visits ask for.
    fn select(
        &mut self,
        tree: &Tree<G::Move>,
        place: Place,
        is_viewer: bool,
    ) -> (Option<u32>, bool) {
        let node = tree.at(place);
        let visits = node.visits;
        self.prepare_openings(node.kept());
        let openings = &self.openings[..=node.kept()];
        let exploration = self.options.exploration as f32 * rough_logarithm(visits).sqrt();
        let prior = self.options.prior as f32;
        // What cannot be better than what is proven need not be looked at.
        let (least, most) = if is_viewer {
            (node.least.seen_from_below(1), Score::INFINITE)
        } else {
            (Score::MINUS_INFINITE, node.most.seen_from_below(1))
        };
        let (mut best, mut best_urgency) = (None, f32::NEG_INFINITY);
        let mut tried = 0;
        for (number, child) in tree.children(place).iter().enumerate() {
            if child.is_solved() || child.most <= least || child.least >= most {
                continue;
            }
            if openings[tried] > visits {
                return (best, true);
            }
            tried += 1;
            let chance = child.chance(prior);
            let for_mover = if is_viewer { chance } else { 1.0 - chance };
            let doubt = match self.doubts.get(child.visits as usize) {
                Some(&doubt) => doubt,
                None => doubt(child.visits),
            };
            let urgency = for_mover + exploration * doubt;
            if urgency > best_urgency {
                (best, best_urgency) = (Some(number as u32), urgency);
            }
        }
        (best, openings[tried] > visits)
    }

    /// Puts what was ranked into the tree, unless another thread has done so.
    fn add_candidates(&mut self, tree: &mut Tree<G::Move>, known: usize, legal: usize) {
        let here = self.here();
        if tree.at(here).kept() != known {
            return;
        }
        self.nodes.clear();
        let candidates = self.ranking.candidates.iter();
        self.nodes
            .extend(candidates.map(|candidate| candidate.node(&self.scale)));
        if tree.add_children(here, &self.nodes, legal) {
            let is_viewer = self.path.last().is_some_and(|step| step.is_viewer);
            update_bounds(tree, here, is_viewer);
            judge_by_children(tree, here, is_viewer);
        }
    }

    /// Plays on at random, and judges what comes of it.
    fn roll_out(&mut self) -> f32 {
        let game = self.ranking.game;
        let mut position = self.position.clone();
        for _ in 0..self.options.cutoff {
            self.moves.clear();
            game.moves(&position, &mut self.moves);
            if self.moves.is_empty() {
                break;
            }
            // The upper half of the bits, so that no division is needed; the lower numbers are
            // likelier by less than one in a million.
            let drawn = ((self.generator.bits() >> 32) * self.moves.len() as u64) >> 32;
            game.play(&mut position, self.moves[drawn as usize]);
        }
        let (score, _) = self.ranking.judge(&position);
        self.scale.chance(score)
    }

    /// Tells all nodes on the path what the playout ended with.
    fn back_up(&mut self, tree: &mut Tree<G::Move>, mut chance: f32) {
        if self.options.threads > 1 {
            self.find_places(tree);
        }
        let mut below: Option<(Step, (Score, Score), f32)> = None;
        for (&place, &step) in self.places.iter().zip(&self.path).rev() {
            if let Some((before, bounds, judged)) = below {
                // Most playouts change nothing but means, and children need not be gone through.
                if before.bounds != bounds {
                    update_bounds(tree, place, step.is_viewer);
                }
                update_judged(tree, place, step.is_viewer, before.judged, judged);
            }
            let node = tree.at_mut(place);
            // Nobody has to be content with less than what is proven, nor gets more.
            if node.least.plies_to_loss().is_none() {
                let least = self.scale.chance(node.least);
                chance = chance.max(least);
                node.judged = node.judged.max(least);
            }
            if node.most.plies_to_win().is_none() {
                let most = self.scale.chance(node.most);
                chance = chance.min(most);
                node.judged = node.judged.min(most);
            }
            node.mean += (chance - node.mean) / node.visits as f32;
            below = Some((step, (node.least, node.most), node.judged));
        }
    }
}

/// How little is known after so many visits.
#[inline]
fn doubt(visits: u32) -> f32 {
    1.0 / (visits as f32 + 1.0).sqrt()
}

/// The natural logarithm of a number from 1 on, within 0.06: what the exponent and the first digits
/// of a float say. It is only asked how much longer a move can wait.
#[inline]
fn rough_logarithm(number: u32) -> f32 {
    const DIGITS: f32 = (1 << (f32::MANTISSA_DIGITS - 1)) as f32;
    const BIAS: f32 = (f32::MAX_EXP - 1) as f32;
    let binary = (number.max(1) as f32).to_bits() as f32 / DIGITS - BIAS;
    binary * std::f32::consts::LN_2
}

/// What is proven of a node, from what is proven of its children.
pub(super) fn update_bounds<M: Copy>(tree: &mut Tree<M>, place: Place, is_viewer: bool) {
    let children = tree.children(place).iter();
    let bounds = children.map(|child| (child.least, child.most));
    let best = if is_viewer {
        bounds.reduce(|one, two| (one.0.max(two.0), one.1.max(two.1)))
    } else {
        bounds.reduce(|one, two| (one.0.min(two.0), one.1.min(two.1)))
    };
    let Some((least, most)) = best else {
        return;
    };
    let node = tree.at_mut(place);
    node.least = least.seen_from_above(1);
    node.most = most.seen_from_above(1);
    if !node.is_complete() {
        // One of the moves not looked at may win at once.
        if is_viewer {
            node.most = Score::win_in(1);
        } else {
            node.least = Score::loss_in(1);
        }
    }
}

/// The judgement of a node after that of one of its children has changed.
fn update_judged<M: Copy>(
    tree: &mut Tree<M>,
    place: Place,
    is_viewer: bool,
    before: f32,
    after: f32,
) {
    let judged = tree.at(place).judged;
    let (better, worse) = if is_viewer {
        (after > judged, after < before)
    } else {
        (after < judged, after > before)
    };
    if better {
        tree.at_mut(place).judged = after;
    } else if worse && before == judged {
        judge_by_children(tree, place, is_viewer);
    }
}

/// The judgement of a node, from those of its children.
pub(super) fn judge_by_children<M: Copy>(tree: &mut Tree<M>, place: Place, is_viewer: bool) {
    let judged = tree.children(place).iter().map(|child| child.judged);
    let best = if is_viewer {
        judged.reduce(f32::max)
    } else {
        judged.reduce(f32::min)
    };
    if let Some(best) = best {
        tree.at_mut(place).judged = best;
    }
}

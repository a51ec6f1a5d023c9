//! One playout after the other: down the tree, a look at something new, and back up.

use super::MctsOptions;
use super::ranking::Ranking;
use super::scale::Scale;
use super::tree::{Node, Place, ROOT, Tree};
use crate::limits::{Interrupted, Meter};
use game::random::Generator;
use game::{Evaluator, Guidance, Score};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many moves a node gets when it is first looked at.
const KEPT_AT_FIRST: usize = 16;
/// How many times as many it gets when those do not suffice.
const GROWTH: usize = 4;
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
    roots: &'static Roots,
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
            roots: &ROOTS,
            moves: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// So many playouts. False if there is nothing more to find out.
    pub(super) fn playouts(
        &mut self,
        shared: &Mutex<Shared<G::Move>>,
        count: u32,
    ) -> Result<bool, Interrupted> {
        let mut locked = lock(shared);
        for _ in 0..count {
            self.meter.count_node()?;
            if locked.done {
                return Ok(false);
            }
            locked = self.playout(shared, locked)?;
            // Where nobody waits for it, the lock is kept.
            if self.options.threads > 1 {
                drop(locked);
                locked = lock(shared);
            }
        }
        Ok(true)
    }

    fn playout<'shared>(
        &mut self,
        shared: &'shared Mutex<Shared<G::Move>>,
        mut locked: MutexGuard<'shared, Shared<G::Move>>,
    ) -> Result<MutexGuard<'shared, Shared<G::Move>>, Interrupted> {
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
        Ok(locked)
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
            if node.kept() == 0 {
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
        let choice = Choice {
            visits,
            curiosity: self.options.exploration as f32
                * self.roots.of_logarithms[Roots::place(visits)],
            prior: self.options.prior as f32,
            openings: &self.openings[..=node.kept()],
            doubts: &self.roots.of_inverses,
        };
        let children = tree.children(place);
        if !node.has_proofs() {
            return if is_viewer {
                choice.of_open::<true, _>(children)
            } else {
                choice.of_open::<false, _>(children)
            };
        }
        if is_viewer {
            choice.of::<true, _>(children, node.least.seen_from_below(1))
        } else {
            choice.of::<false, _>(children, node.most.seen_from_below(1))
        }
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
        // A copy, which the compiler can keep in registers.
        let mut generator = self.generator.clone();
        for _ in 0..self.options.cutoff {
            // The upper half of the bits, so that no division is needed; the lower numbers are
            // likelier by less than one in a million.
            let drawn = game.draw_move(&position, &mut self.moves, |moves| {
                (((generator.bits() >> 32) * moves as u64) >> 32) as usize
            });
            let Some(chosen) = drawn else {
                break;
            };
            game.play(&mut position, chosen);
        }
        self.generator = generator;
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

/// What the choice between the children of a node depends on, apart from them.
struct Choice<'worker> {
    /// Those of the node.
    visits: u32,
    curiosity: f32,
    prior: f32,
    openings: &'worker [u32],
    /// How little is known after so many visits.
    doubts: &'worker [f32; Roots::PLACES],
}

impl Choice<'_> {
    /// How much a child asks to be visited next.
    #[inline]
    fn urgency<const IS_VIEWER: bool, M>(&self, child: &Node<M>) -> f32 {
        let chance = child.chance(self.prior);
        let for_mover = if IS_VIEWER { chance } else { 1.0 - chance };
        for_mover + self.curiosity * self.doubts[Roots::place(child.visits)]
    }

    /// The same as [`Choice::of`] for children of whom nothing is proven: where a search spends
    /// most of its time.
    #[inline]
    fn of_open<const IS_VIEWER: bool, M>(&self, children: &[Node<M>]) -> (Option<u32>, bool) {
        let is_open = |&opening: &u32| opening <= self.visits;
        let open = if self.openings.last().is_some_and(is_open) {
            children.len()
        } else {
            self.openings.partition_point(is_open)
        };
        let (mut best, mut best_urgency) = (None, f32::NEG_INFINITY);
        for (number, child) in children.iter().enumerate().take(open) {
            let urgency = self.urgency::<IS_VIEWER, _>(child);
            if urgency > best_urgency {
                (best, best_urgency) = (Some(number as u32), urgency);
            }
        }
        let next = self.openings.get(open);
        (best, next.is_some_and(|&opening| opening > self.visits))
    }

    /// The child to visit next, and whether as many were looked at as the visits ask for. What
    /// cannot be better for the side to move than what is `proven` need not be looked at.
    fn of<const IS_VIEWER: bool, M>(
        &self,
        children: &[Node<M>],
        proven: Score,
    ) -> (Option<u32>, bool) {
        let (mut best, mut best_urgency) = (u32::MAX, f32::NEG_INFINITY);
        let mut openings = self.openings.iter();
        let mut opening = openings.next().copied().unwrap_or(u32::MAX);
        for (number, child) in children.iter().enumerate() {
            let is_no_better = if IS_VIEWER {
                child.most <= proven
            } else {
                child.least >= proven
            };
            if is_no_better || child.is_solved() {
                continue;
            }
            if opening > self.visits {
                break;
            }
            opening = openings.next().copied().unwrap_or(u32::MAX);
            let urgency = self.urgency::<IS_VIEWER, _>(child);
            if urgency > best_urgency {
                (best, best_urgency) = (number as u32, urgency);
            }
        }
        ((best != u32::MAX).then_some(best), opening > self.visits)
    }
}

/// Functions of a number of visits that take too long to be computed for every child. Numbers of
/// more than ten binary digits are rounded down to the first ten.
#[derive(Debug)]
struct Roots {
    /// The root of the natural logarithm (of 1 for 0 as well).
    of_logarithms: [f32; Roots::PLACES],
    /// The root of the inverse of the next number.
    of_inverses: [f32; Roots::PLACES],
}

static ROOTS: LazyLock<Roots> = LazyLock::new(|| {
    let numbers = std::array::from_fn(Roots::number);
    Roots {
        of_logarithms: numbers.map(|number: f32| number.max(1.0).ln().sqrt()),
        of_inverses: numbers.map(|number| 1.0 / (number + 1.0).sqrt()),
    }
});

impl Roots {
    const DIGITS: u32 = 10;
    const HALF: usize = 1 << (Roots::DIGITS - 1);
    /// Those of the first ten digits, and half as many for each digit more.
    const PLACES: usize = (u32::BITS - Roots::DIGITS + 2) as usize * Roots::HALF;

    /// Where the values for a number are.
    #[inline]
    fn place(number: u32) -> usize {
        // Most are small, and finding the first digit takes a while.
        if number < 1 << Roots::DIGITS {
            return number as usize;
        }
        let dropped = u32::BITS - Roots::DIGITS - number.leading_zeros();
        dropped as usize * Roots::HALF + (number >> dropped) as usize
    }

    /// The first number with that place.
    fn number(place: usize) -> f32 {
        let dropped = (place / Roots::HALF).saturating_sub(1);
        ((place - dropped * Roots::HALF) << dropped) as f32
    }
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
    let proofs = tree.children(place).iter().any(Node::is_proof);
    let node = tree.at_mut(place);
    node.note_proofs(proofs);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_exact_for_few_visits_and_near_for_many() {
        for power in 0..32 {
            for number in [1u32 << power, (1 << power) + 1, u32::MAX >> (31 - power)] {
                let place = Roots::place(number);
                let rounded = Roots::number(place);
                assert_eq!(Roots::place(rounded as u32), place, "{number}");
                let exact = f64::from(number);
                assert!(number >= 1024 || f64::from(rounded) == exact, "{number}");
                let logarithm = f64::from(ROOTS.of_logarithms[place]);
                assert!((logarithm - exact.ln().sqrt()).abs() < 2e-4, "{number}");
                let inverse = f64::from(ROOTS.of_inverses[place]);
                assert!(
                    (inverse * (exact + 1.0).sqrt() - 1.0).abs() < 2e-3,
                    "{number}"
                );
            }
        }
    }
}

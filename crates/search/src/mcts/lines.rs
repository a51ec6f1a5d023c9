//! What a tree says: which move is best, and how the game would go on.

use super::scale::Scale;
use super::tree::{Node, Place, ROOT, Tree};
use crate::search::Line;
use game::{Game, Score, Side};
use std::cmp::Reverse;

/// How well a child speaks for itself; the greatest is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// Proven to lose: the later the better.
    Lost(Score),
    /// Never visited, or known to be no better than what is.
    Other(Score),
    /// By the number of visits, and if those are equal by its value.
    Visited(u32, Score),
    /// Known exactly, and better than what is visited most.
    Known(Score),
    /// Proven to win: the sooner the better.
    Won(Score),
}

/// What a child is worth to the side that searches, counted from the position before it.
fn score_of<M: Copy>(child: &Node<M>, scale: &Scale, prior: f32) -> Score {
    let (least, most) = (
        child.least.seen_from_above(1),
        child.most.seen_from_above(1),
    );
    if least.plies_to_win().is_some() {
        return least;
    }
    if most.plies_to_loss().is_some() || least == most {
        return most;
    }
    scale.score(child.chance(prior)).clamp(least, most)
}

/// The children of a node, the best for the side to move first.
fn best_first<M: Copy>(
    tree: &Tree<M>,
    place: Place,
    is_viewer: bool,
    scale: &Scale,
    prior: f32,
) -> Vec<(Place, Score)> {
    let for_mover = |score: Score| if is_viewer { score } else { -score };
    let children = tree.children(place);
    let score = |child: &Node<M>| for_mover(score_of(child, scale, prior));
    let leader = children
        .iter()
        .filter(|child| !child.is_solved() && child.visits > 0)
        .max_by_key(|child| (child.visits, score(child)))
        .map(score);
    let standing = |child: &Node<M>| {
        let score = score(child);
        if score.plies_to_loss().is_some() {
            Standing::Lost(score)
        } else if score.plies_to_win().is_some() {
            Standing::Won(score)
        } else if child.is_solved() {
            if leader.is_none_or(|leader| score > leader) {
                Standing::Known(score)
            } else {
                Standing::Other(score)
            }
        } else if child.visits > 0 {
            Standing::Visited(child.visits, score)
        } else {
            Standing::Other(score)
        }
    };
    let mut ordered: Vec<(Standing, Place, Score)> = children
        .iter()
        .zip(tree.first_child(place)..)
        .map(|(child, place)| (standing(child), place, score_of(child, scale, prior)))
        .collect();
    ordered.sort_by_key(|&(standing, ..)| Reverse(standing));
    let ordered = ordered.into_iter();
    ordered.map(|(_, place, score)| (place, score)).collect()
}

/// The best moves at the root and what follows them.
pub(super) fn lines<G: Game>(
    game: &G,
    position: &G::Position,
    tree: &Tree<G::Move>,
    scale: &Scale,
    prior: f32,
    wanted: usize,
) -> Vec<Line<G::Move>> {
    let viewer = game.side_to_move(position);
    let mut ordered = best_first(tree, ROOT, true, scale, prior);
    ordered.truncate(wanted);
    let ordered = ordered.into_iter();
    ordered
        .map(|(place, score)| Line {
            score,
            moves: line(game, position, tree, place, viewer, scale, prior),
        })
        .collect()
}

fn line<G: Game>(
    game: &G,
    position: &G::Position,
    tree: &Tree<G::Move>,
    mut place: Place,
    viewer: Side,
    scale: &Scale,
    prior: f32,
) -> Vec<G::Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    loop {
        let node = tree.at(place);
        game.play(&mut position, node.chosen);
        moves.push(node.chosen);
        let is_viewer = game.side_to_move(&position) == viewer;
        let children = best_first(tree, place, is_viewer, scale, prior);
        // A move that nobody has tried is no expectation, unless the game ends with it.
        let next = children.first().filter(|(place, _)| {
            let child = tree.at(*place);
            child.visits > 0 || child.is_solved()
        });
        let Some(&(next, _)) = next else {
            return moves;
        };
        place = next;
    }
}

//! Recording the tree that a search visits.

use crate::observer::{Observer, Reason, Visit, Window};
use game::{Game, Score};

/// A node of a recorded tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Node<M> {
    /// Its place in the list of nodes; `None` for the root.
    pub parent: Option<usize>,
    /// The move that led to it.
    pub chosen: Option<M>,
    /// Plies below the root. The root's side moves on even ones: they are MAX nodes.
    pub ply: u32,
    /// What the search asked of it, for its side to move.
    pub window: Window,
    /// What became of it, for its side to move.
    pub visit: Visit,
    /// Nodes below it that were visited and are not in the list.
    pub hidden: u64,
}

/// A recorded tree: the nodes in the order they were visited, each behind its parent.
#[derive(Debug, Clone, Default)]
pub struct Tree<M> {
    /// The root first.
    pub nodes: Vec<Node<M>>,
}

impl<M> Tree<M> {
    /// All nodes that were visited, recorded or not.
    #[must_use]
    pub fn visited(&self) -> u64 {
        let hidden: u64 = self.nodes.iter().map(|node| node.hidden).sum();
        self.nodes.len() as u64 + hidden
    }
}

impl<M> Node<M> {
    /// Whether the root's side is to move.
    #[must_use]
    pub fn is_max(&self) -> bool {
        self.ply.is_multiple_of(2)
    }

    /// The value for the root's side.
    #[must_use]
    pub fn value_for_root(&self) -> Score {
        if self.is_max() {
            self.visit.value
        } else {
            -self.visit.value
        }
    }
}

/// Keeps the last tree that was searched completely, as many levels of it as fit.
///
/// When there are too many nodes the deepest level is dropped, and counted instead, so that what is
/// left is all of the tree down to some depth.
#[derive(Debug, Clone)]
pub struct Recorder<M> {
    most_nodes: usize,
    deepest: u32,
    complete: Tree<M>,
    current: Vec<Node<M>>,
    /// The nodes entered and not left: their places, as far as they are recorded.
    path: Vec<usize>,
    /// The ply of the node entered last, plus one.
    plies: u32,
}

impl<M> Recorder<M> {
    /// Keeps at most so many nodes (but the whole first level, whatever its size), and none deeper
    /// than a given ply.
    #[must_use]
    pub fn new(most_nodes: usize, deepest: Option<u32>) -> Recorder<M> {
        Recorder {
            most_nodes,
            deepest: deepest.unwrap_or(u32::MAX),
            complete: Tree { nodes: Vec::new() },
            current: Vec::new(),
            path: Vec::new(),
            plies: 0,
        }
    }

    /// The tree.
    #[must_use]
    pub fn into_tree(self) -> Tree<M> {
        self.complete
    }
}

impl<M: Copy> Recorder<M> {
    /// Drops the deepest level.
    fn shrink(&mut self) {
        let deepest = self.current.iter().map(|node| node.ply).max().unwrap_or(0);
        if deepest <= 1 {
            return;
        }
        self.deepest = deepest - 1;
        let mut places = vec![0; self.current.len()];
        let mut kept: Vec<Node<M>> = Vec::new();
        for (place, node) in self.current.iter().enumerate() {
            let parent = node.parent.map(|parent| places[parent]);
            if node.ply <= self.deepest {
                places[place] = kept.len();
                kept.push(Node { parent, ..*node });
            } else if let Some(parent) = parent {
                // Its parent is in the level above, which stays.
                kept[parent].hidden += node.hidden + 1;
            }
        }
        self.path.truncate(self.deepest as usize + 1);
        for place in &mut self.path {
            *place = places[*place];
        }
        self.current = kept;
    }
}

impl<G: Game> Observer<G> for Recorder<G::Move> {
    fn begin(&mut self, _depth: Option<u32>) {
        self.current.clear();
        self.path.clear();
        self.plies = 0;
    }

    fn enter(&mut self, chosen: Option<G::Move>, window: Window) {
        let ply = self.plies;
        self.plies += 1;
        if self.current.len() >= self.most_nodes && ply > 1 && ply <= self.deepest {
            self.shrink();
        }
        if ply > self.deepest {
            if let Some(&above) = self.path.last() {
                self.current[above].hidden += 1;
            }
            return;
        }
        self.current.push(Node {
            parent: self.path.last().copied(),
            chosen,
            ply,
            window,
            visit: Visit {
                value: Score::EVEN,
                reason: Reason::Horizon,
            },
            hidden: 0,
        });
        self.path.push(self.current.len() - 1);
    }

    fn leave(&mut self, visit: Visit) {
        self.plies -= 1;
        if self.plies as usize >= self.path.len() {
            return;
        }
        if let Some(place) = self.path.pop() {
            self.current[place].visit = visit;
        }
    }

    fn complete(&mut self) {
        self.complete.nodes.clone_from(&self.current);
    }
}

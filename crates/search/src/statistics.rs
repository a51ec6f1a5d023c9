//! Counting what a search visits, level by level.

use crate::observer::{Observer, Reason, Visit, Window};
use game::Game;

/// The shape of the last tree that was searched completely.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    complete: Vec<Level>,
    current: Vec<Level>,
    /// Of the node entered last and not left.
    ply: usize,
}

/// The nodes of one level of a tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Level {
    /// How many nodes.
    pub nodes: u64,
    /// Nodes without children: the game is over, or the depth is reached, or the table knew them.
    pub leaves: u64,
    /// The most children any node had.
    pub most_children: u64,
    /// The fewest children any node had.
    pub fewest_children: u64,
    /// The children of all nodes together.
    pub children: u64,
    /// Nodes left before all their children were searched.
    pub cuts: u64,
    /// Nodes whose value the table knew.
    pub table_hits: u64,
    /// Children left out because of a symmetry.
    pub mirrored: u64,
}

impl Level {
    /// The mean number of children.
    #[must_use]
    pub fn mean_children(&self) -> f64 {
        self.children as f64 / self.nodes as f64
    }

    fn count(&mut self, visit: &Visit) {
        let children = match visit.reason {
            Reason::Children {
                searched,
                cut,
                mirrored,
                ..
            } => {
                self.cuts += u64::from(cut > 0);
                self.mirrored += u64::from(mirrored);
                u64::from(searched)
            }
            Reason::Finished | Reason::Horizon | Reason::Table => {
                self.leaves += 1;
                self.table_hits += u64::from(visit.reason == Reason::Table);
                0
            }
        };
        self.fewest_children = if self.nodes == 0 {
            children
        } else {
            self.fewest_children.min(children)
        };
        self.most_children = self.most_children.max(children);
        self.children += children;
        self.nodes += 1;
    }
}

impl Statistics {
    /// The levels, the root's first.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.complete
    }

    /// All nodes of the tree.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.complete.iter().map(|level| level.nodes).sum()
    }
}

impl<G: Game> Observer<G> for Statistics {
    fn begin(&mut self, _depth: Option<u32>) {
        self.current.clear();
        self.ply = 0;
    }

    fn enter(&mut self, _chosen: Option<G::Move>, _window: Window) {
        self.ply += 1;
        if self.current.len() < self.ply {
            self.current.push(Level::default());
        }
    }

    fn leave(&mut self, visit: Visit) {
        self.ply -= 1;
        self.current[self.ply].count(&visit);
    }

    fn complete(&mut self) {
        self.complete.clone_from(&self.current);
    }
}

//! A recorded tree, made ready to be drawn: chosen nodes, and everything as text.

use crate::value::value_number;
use game::{Notation, Score};
use search::{Node, Reason, Tree, Window};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;

/// How much of a tree is shown. The chosen line is shown in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewLimits {
    /// So many of the recorded nodes, those of the chosen line among them: whole levels as far as
    /// they fit, and of the first one that does not fit the nodes visited first.
    pub max_nodes: usize,
    /// None deeper than this many plies below the root.
    pub max_depth: Option<u32>,
}

impl Default for ViewLimits {
    /// What fits on a page that can still be read.
    fn default() -> ViewLimits {
        ViewLimits {
            max_nodes: 200,
            max_depth: None,
        }
    }
}

/// A search tree to look at. All values are in the eyes of the side that searched, MAX.
///
/// As JSON it has the fields below under their own names, `chosen` apart, which is `move`. What is
/// not shown is counted where it belongs: `shown` and the `hidden` of all nodes add up to
/// `visited`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct TreeView {
    /// The game as one word.
    pub game: String,
    /// The position at the root, as text.
    pub position: String,
    /// The side to move there.
    pub max: String,
    /// The other one.
    pub min: String,
    /// How many units of the evaluator's values are one.
    pub unit: i32,
    /// How many nodes the search visited.
    pub visited: u64,
    /// How many of them are in the list. Nodes of the chosen line that were not recorded are in
    /// the list, too, but not counted.
    pub shown: usize,
    /// The nodes in the order they were visited, each behind its parent; at the end what is known
    /// of the chosen line beyond the recorded tree. Empty if nothing was searched.
    pub nodes: Vec<ViewNode>,
}

/// A node of a [`TreeView`].
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ViewNode {
    /// Its place in the list.
    pub id: usize,
    /// That of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The move that led to it, in the game's notation; `None` for the root.
    #[serde(rename = "move")]
    pub chosen: Option<String>,
    /// Plies below the root.
    pub ply: u32,
    /// Who moves here.
    pub kind: Kind,
    /// `win in 3` or `loss in 4`, counted from the root; or a number, `221.12`.
    pub value: String,
    /// The value once more if it is a number.
    #[schema(value_type = Option<f64>)]
    pub number: Option<Number>,
    /// What the value says.
    pub bound: Bound,
    /// Between which values the search wanted to know the node's exactly, the lower one first;
    /// `None` if it wanted to know it in any case.
    #[schema(value_type = Option<Vec<String>>)]
    pub window: Option<[String; 2]>,
    /// Where the value comes from.
    pub reason: Source,
    /// Whether the node is on the chosen line.
    pub chosen_line: bool,
    /// Its children that were cut.
    pub cut: u32,
    /// Its children that were left out because a symmetry takes them to others.
    pub mirrored: u32,
    /// Its children that were not among the best few which the search keeps.
    pub dropped: u32,
    /// Nodes below it that were visited and are not in the list, but for those below another node
    /// of the list.
    pub hidden: u64,
}

/// Who moves at a node. As JSON: `max` or `min`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The side that searched: it looks for the greatest value.
    Max,
    /// The other one.
    Min,
}

/// What a value says of the true one. As JSON: `exact`, `at-least` or `at-most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// It is the true one, as far as the search looks.
    Exact,
    /// The true one may be greater.
    AtLeast,
    /// The true one may be less.
    AtMost,
}

/// Where the value of a node comes from. As JSON: `finished`, `horizon`, `table`, `children` or
/// `unrecorded`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The game is over there.
    Finished,
    /// The evaluator says so, at the depth limit.
    Horizon,
    /// The table knew it.
    Table,
    /// From its children.
    Children,
    /// From the chosen line, whose nodes all have one value: the node itself was not recorded.
    Unrecorded,
}

impl TreeView {
    /// Makes a view of the tree that a search recorded from `position` on. `line` is the line that
    /// the search chose, and `unit` that of its evaluator.
    ///
    /// Moves of the line that cannot be played are left out.
    #[must_use]
    pub fn new<G: Notation>(
        game: &G,
        position: &G::Position,
        tree: &Tree<G::Move>,
        line: &[G::Move],
        unit: i32,
        limits: &ViewLimits,
    ) -> TreeView {
        let mover = game.side_to_move(position);
        let on_line = places_of_line(tree, line);
        let shown = choose_nodes(tree, &on_line, limits);
        let mut view = TreeView {
            game: game.name(),
            position: game.write_position(position),
            max: game.side_name(mover),
            min: game.side_name(mover.other()),
            unit,
            visited: tree.visited(),
            shown: 0,
            nodes: Vec::new(),
        };
        // For each node of the tree the one of the view that shows or counts it.
        let mut homes: Vec<usize> = Vec::with_capacity(tree.nodes.len());
        // The positions from the root down to the node at hand.
        let mut path: Vec<G::Position> = Vec::new();
        let mut end_of_line = None;
        for (place, node) in tree.nodes.iter().enumerate() {
            let above = node.parent.map(|parent| homes[parent]);
            if let (false, Some(above)) = (shown[place], above) {
                view.nodes[above].hidden += node.hidden + 1;
                homes.push(above);
                continue;
            }
            path.truncate(node.ply as usize);
            let (text, here) = match (node.chosen, path.last()) {
                (Some(chosen), Some(before)) => (
                    Some(game.write_move(before, chosen)),
                    game.after(before, chosen),
                ),
                _ => (None, position.clone()),
            };
            let id = view.nodes.len();
            let followed = on_line.iter().position(|&on_line| on_line == place);
            view.nodes.push(ViewNode {
                id,
                parent: above,
                chosen: text,
                chosen_line: followed.is_some() && !line.is_empty(),
                ..recorded(node, unit)
            });
            homes.push(id);
            if let Some(followed) = followed {
                end_of_line = Some((id, here.clone(), &line[followed..]));
            }
            path.push(here);
        }
        view.shown = view.nodes.len();
        if let Some((id, position, rest)) = end_of_line {
            view.append_line(game, id, position, rest);
        }
        view
    }

    /// Goes on below a node of the chosen line with moves that were not recorded. Every node of the
    /// chosen line has the same value, or else it would not be the one to choose.
    fn append_line<G: Notation>(
        &mut self,
        game: &G,
        end: usize,
        mut position: G::Position,
        rest: &[G::Move],
    ) {
        let mut parent = end;
        for &chosen in rest {
            if !game.is_legal(&position, chosen) {
                return;
            }
            let (id, above) = (self.nodes.len(), &self.nodes[parent]);
            let ply = above.ply + 1;
            let node = ViewNode {
                id,
                parent: Some(parent),
                chosen: Some(game.write_move(&position, chosen)),
                ply,
                kind: kind_at(ply),
                window: None,
                reason: Source::Unrecorded,
                chosen_line: true,
                cut: 0,
                mirrored: 0,
                dropped: 0,
                hidden: 0,
                ..above.clone()
            };
            self.nodes.push(node);
            game.play(&mut position, chosen);
            parent = id;
        }
    }
}

/// The nodes along a line, the root first, as far as they were recorded.
fn places_of_line<M: Copy + Eq>(tree: &Tree<M>, line: &[M]) -> Vec<usize> {
    let mut places = Vec::new();
    for (place, node) in tree.nodes.iter().enumerate() {
        let follows = match places.len().checked_sub(1) {
            None => true,
            Some(moves) => {
                node.parent == places.last().copied()
                    && node.chosen.is_some()
                    && node.chosen == line.get(moves).copied()
            }
        };
        if follows {
            places.push(place);
        }
    }
    places
}

/// Which nodes are shown. With each one its parent is: only the last level may be incomplete.
fn choose_nodes<M>(tree: &Tree<M>, on_line: &[usize], limits: &ViewLimits) -> Vec<bool> {
    let mut shown = vec![false; tree.nodes.len()];
    for &place in on_line {
        shown[place] = true;
    }
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for (place, node) in tree.nodes.iter().enumerate() {
        let ply = node.ply as usize;
        levels.resize(levels.len().max(ply + 1), Vec::new());
        if !shown[place] {
            levels[ply].push(place);
        }
    }
    let depth = limits
        .max_depth
        .map_or(usize::MAX, |depth| (depth as usize).saturating_add(1));
    let mut room = limits.max_nodes.saturating_sub(on_line.len());
    for level in levels.iter().take(depth) {
        for &place in level.iter().take(room) {
            shown[place] = true;
        }
        if level.len() > room {
            break;
        }
        room -= level.len();
    }
    shown
}

/// What a recorded node says by itself: place and move are for the caller to fill in.
fn recorded<M>(node: &Node<M>, unit: i32) -> ViewNode {
    let kind = kind_at(node.ply);
    let value = node.value_for_root();
    let (reason, [cut, mirrored, dropped]) = match node.visit.reason {
        Reason::Finished => (Source::Finished, [0; 3]),
        Reason::Horizon => (Source::Horizon, [0; 3]),
        Reason::Table => (Source::Table, [0; 3]),
        Reason::Children {
            cut,
            mirrored,
            dropped,
            ..
        } => (Source::Children, [cut, mirrored, dropped]),
    };
    let window = match kind {
        Kind::Max => node.window,
        Kind::Min => Window {
            alpha: -node.window.beta,
            beta: -node.window.alpha,
        },
    };
    let is_open = window.alpha == Score::MINUS_INFINITE && window.beta == Score::INFINITE;
    ViewNode {
        id: 0,
        parent: None,
        chosen: None,
        ply: node.ply,
        kind,
        value: value.in_units(unit).to_string(),
        number: value_number(value, unit),
        bound: bound(value, window, reason),
        window: (!is_open)
            .then(|| [window.alpha, window.beta].map(|end| end.in_units(unit).to_string())),
        reason,
        chosen_line: false,
        cut,
        mirrored,
        dropped,
        hidden: node.hidden,
    }
}

/// What a value says, it and the window being in the same eyes.
fn bound(value: Score, window: Window, reason: Source) -> Bound {
    match reason {
        // Nothing was cut below: rules and evaluators do not look at windows.
        Source::Finished | Source::Horizon => Bound::Exact,
        _ if value <= window.alpha => Bound::AtMost,
        _ if value >= window.beta => Bound::AtLeast,
        _ => Bound::Exact,
    }
}

fn kind_at(ply: u32) -> Kind {
    if ply.is_multiple_of(2) {
        Kind::Max
    } else {
        Kind::Min
    }
}

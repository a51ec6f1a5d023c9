//! The tree: nodes in one array of fixed size, the children of a node side by side.

use super::scale::Scale;
use game::Score;

/// A position of the tree. Chances, scores and bounds are those of the side that searches, whoever
/// is to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<M> {
    /// Playouts through it, those under way included.
    pub(super) visits: u32,
    /// The mean of the chances that its playouts ended with; before the first, the judgement.
    pub(super) mean: f32,
    /// The chance by the evaluator alone: of the position itself, or once it has children that of
    /// the best of them.
    pub(super) judged: f32,
    /// What is proven: the position is worth at least and at most so much, counted from there.
    pub(super) least: Score,
    pub(super) most: Score,
    /// Where its children begin.
    children: u32,
    /// How many there are in the tree, the most promising of the legal moves, and two flags:
    /// [`COMPLETE`], [`PROOFS`]. (In one word, so that two nodes of most games fill a line of the
    /// cache.)
    kept: u32,
    /// The move that leads to it; of the root, any.
    pub(super) chosen: M,
}

/// In [`Node::kept`]: all legal moves are in the tree.
const COMPLETE: u32 = 1 << 31;
/// In [`Node::kept`]: something is proven of one of the children.
const PROOFS: u32 = 1 << 30;

impl<M> Node<M> {
    /// A position of which only the judgement is known.
    pub(super) fn unfinished(chosen: M, judged: f32) -> Node<M> {
        Node {
            visits: 0,
            mean: judged,
            judged,
            // Somebody has to move before it can be over.
            least: Score::loss_in(1),
            most: Score::win_in(1),
            children: 0,
            kept: 0,
            chosen,
        }
    }

    /// A position whose value is known.
    pub(super) fn finished(chosen: M, score: Score, chance: f32) -> Node<M> {
        Node {
            least: score,
            most: score,
            ..Node::unfinished(chosen, chance)
        }
    }

    /// Whether its value is known.
    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.least == self.most
    }

    /// Whether it is known who wins, if not how soon.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.least.plies_to_win().is_some() || self.most.plies_to_loss().is_some()
    }

    /// Whether all legal moves are in the tree.
    #[inline]
    pub(super) fn is_complete(&self) -> bool {
        self.kept & COMPLETE != 0
    }

    /// Whether something is proven of one of the children.
    #[inline]
    pub(super) fn has_proofs(&self) -> bool {
        self.kept & PROOFS != 0
    }

    pub(super) fn note_proofs(&mut self, has_proofs: bool) {
        self.kept = self.kept & !PROOFS | if has_proofs { PROOFS } else { 0 };
    }

    /// Whether something is proven of it.
    pub(super) fn is_proof(&self) -> bool {
        self.least != Score::loss_in(1) || self.most != Score::win_in(1)
    }

    /// How many children there are in the tree; 0 while nobody has looked.
    #[inline]
    pub(super) fn kept(&self) -> usize {
        (self.kept & !(COMPLETE | PROOFS)) as usize
    }

    /// What it is worth: the mean of its playouts and the judgements below it, mixed.
    #[inline]
    pub(super) fn chance(&self, prior: f32) -> f32 {
        self.mean + prior * (self.judged - self.mean)
    }
}

/// The place of a node. The root's never changes.
pub(super) type Place = u32;
pub(super) const ROOT: Place = 0;

/// Where the children of some node lie; needed while the tree is packed.
#[derive(Debug, Clone, Copy)]
struct Block {
    begin: u32,
    /// First whose children they are, then how many there are.
    detail: u32,
}

/// What a tree takes for each of its nodes.
pub(super) const fn bytes_per_node<M>() -> usize {
    size_of::<Node<M>>() + size_of::<Block>()
}

#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// How many nodes there may be: the array never grows beyond, nor moves.
    most_nodes: usize,
    /// Nothing more can be added.
    pub(super) full: bool,
}

impl<M: Copy> Tree<M> {
    /// A tree with nothing but a root, in so many bytes at most.
    pub(super) fn new(bytes: usize) -> Tree<M> {
        let most_nodes = (bytes / bytes_per_node::<M>()).clamp(1, Place::MAX as usize);
        Tree {
            nodes: Vec::new(),
            most_nodes,
            full: false,
        }
    }

    /// Only a root again.
    pub(super) fn plant(&mut self, root: Node<M>) {
        self.nodes.clear();
        // A computer that does not have so much gives what it has.
        while self.most_nodes > 1 && self.nodes.try_reserve_exact(self.most_nodes).is_err() {
            self.most_nodes /= 2;
        }
        self.nodes.push(root);
        self.full = false;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The bytes of the array of nodes as it is, and of what it takes to pack it.
    pub(super) fn bytes_used(&self) -> usize {
        self.nodes.capacity() * bytes_per_node::<M>()
    }

    /// The bytes that it takes at most, while it is packed.
    pub(super) fn bytes(&self) -> usize {
        self.most_nodes * bytes_per_node::<M>()
    }

    #[inline]
    pub(super) fn at(&self, place: Place) -> &Node<M> {
        &self.nodes[place as usize]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, place: Place) -> &mut Node<M> {
        &mut self.nodes[place as usize]
    }

    /// The place of the first child of a node; the others follow.
    #[inline]
    pub(super) fn first_child(&self, place: Place) -> Place {
        self.at(place).children
    }

    #[inline]
    pub(super) fn children(&self, place: Place) -> &[Node<M>] {
        let node = self.at(place);
        let begin = node.children as usize;
        &self.nodes[begin..begin + node.kept()]
    }

    /// Gives a node more children behind those that it has, which move with it; `legal` is the
    /// number of its moves. False if there is no room.
    pub(super) fn add_children(&mut self, place: Place, more: &[Node<M>], legal: usize) -> bool {
        let node = *self.at(place);
        let begin = self.nodes.len();
        if begin + node.kept() + more.len() > self.most_nodes {
            self.full = true;
            return false;
        }
        let old = node.children as usize;
        self.nodes.extend_from_within(old..old + node.kept());
        self.nodes.extend_from_slice(more);
        let node = &mut self.nodes[place as usize];
        node.children = begin as u32;
        node.kept += more.len() as u32;
        if node.kept() == legal {
            node.kept |= COMPLETE;
        }
        true
    }

    /// Makes a node the root, keeps what is below it and forgets everything else. With a new
    /// scale, chances are converted to it. `hurry` is asked now and then; where it says so, the
    /// whole tree is forgotten and the answer is false.
    pub(super) fn keep_below(
        &mut self,
        place: Place,
        scales: Option<(Scale, Scale)>,
        mut hurry: impl FnMut() -> bool,
    ) -> bool {
        self.nodes[ROOT as usize] = *self.at(place);
        self.convert(ROOT, scales);
        let mut blocks: Vec<Block> = Vec::with_capacity(self.nodes.len());
        self.note_block(ROOT, &mut blocks);
        let mut next = 0;
        while let Some(&Block { begin, detail }) = blocks.get(next) {
            next += 1;
            if next % 256 == 0 && hurry() {
                self.nodes.clear();
                return false;
            }
            for child in begin..begin + self.at(detail).kept() as u32 {
                self.convert(child, scales);
                self.note_block(child, &mut blocks);
            }
        }
        blocks.sort_unstable_by_key(|block| block.begin);
        // First all nodes learn where their children will be, then the children go there.
        let mut end = 1;
        for block in &mut blocks {
            let owner = &mut self.nodes[block.detail as usize];
            owner.children = end;
            block.detail = owner.kept() as u32;
            end += block.detail;
        }
        let mut target = 1;
        for Block { begin, detail } in blocks {
            let (begin, count) = (begin as usize, detail as usize);
            self.nodes.copy_within(begin..begin + count, target);
            target += count;
        }
        self.nodes.truncate(target);
        self.full = false;
        true
    }

    fn note_block(&self, owner: Place, blocks: &mut Vec<Block>) {
        let node = self.at(owner);
        if node.kept() > 0 {
            blocks.push(Block {
                begin: node.children,
                detail: owner,
            });
        }
    }

    fn convert(&mut self, place: Place, scales: Option<(Scale, Scale)>) {
        if let Some((old, new)) = scales {
            let node = self.at_mut(place);
            node.judged = new.convert(node.judged, &old);
            node.mean = new.convert(node.mean, &old);
        }
    }
}

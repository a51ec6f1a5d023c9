//! All positions that can follow a position, and who can force a win where, worked out backwards
//! from the ends of games.

use crate::proof::{Looks, Stopped};
use game::Game;
use rustc_hash::{FxHashMap, FxHashSet};

/// In place of a child: the game is drawn there, or it is not known what is there.
const NOWHERE: u32 = u32::MAX;

/// Who wins a position, whatever its past, and in how many plies at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decided {
    /// 1 for the side to move, or −1.
    pub(super) value: i32,
    pub(super) plies: u32,
}

/// What past positions mean to those that follow.
#[derive(Debug, Default)]
pub(super) struct Exhausted {
    /// The keys of positions that end the game if they occur once more.
    pub(super) keys: FxHashSet<u64>,
    /// What they are then worth to the side to move.
    pub(super) value: i32,
}

/// Positions without their past. The first is the one that was asked about.
#[derive(Debug)]
pub(super) struct Graph<G: Game> {
    positions: Vec<G::Position>,
    numbers: FxHashMap<u64, u32>,
    /// Where the children of each position that was looked at begin; one more, where they end.
    children_at: Vec<u32>,
    children: Vec<u32>,
    moves: Vec<G::Move>,
    decided: Vec<Option<Decided>>,
    /// Whether all positions that can follow are there.
    pub(super) complete: bool,
}

impl<G: Game> Graph<G> {
    /// What a position and a move take at most: what is kept, the room that growing lists leave
    /// empty, and the lists for the way back.
    const PER_POSITION: usize = 2 * size_of::<G::Position>() + 64;
    const PER_MOVE: usize = 2 * (4 + size_of::<G::Move>()) + 4;

    /// Explores from a position until there is nothing new or the memory is used up, and works out
    /// who wins where.
    pub(super) fn explore(
        game: &G,
        position: &G::Position,
        exhausted: &Exhausted,
        bytes: usize,
        looks: &mut Looks<'_>,
    ) -> Result<Graph<G>, Stopped> {
        let start = game.forget_history(position);
        let mut graph: Graph<G> = Graph {
            numbers: FxHashMap::from_iter([(game.key(&start), 0)]),
            positions: vec![start],
            children_at: vec![0],
            children: Vec::new(),
            moves: Vec::new(),
            decided: vec![None],
            complete: true,
        };
        let mut next = 0;
        while next < graph.positions.len() {
            let taken =
                graph.positions.len() * Self::PER_POSITION + graph.children.len() * Self::PER_MOVE;
            if taken > bytes || graph.children.len() > (NOWHERE / 2) as usize {
                graph.complete = false;
                break;
            }
            let moves_at = graph.moves.len();
            let position = graph.positions[next].clone();
            let side = game.side_to_move(&position);
            game.moves(&position, &mut graph.moves);
            let moves = &graph.moves[moves_at..];
            looks.count(1 + moves.len() as u64)?;
            let mut after: Vec<G::Position> = moves
                .iter()
                .map(|&chosen| game.forget_history(&game.after(&position, chosen)))
                .collect();
            // A move that wins at once makes the others superfluous.
            let wins = |after| {
                let outcome = game.outcome(after);
                outcome.is_some_and(|outcome| outcome.winner() == Some(side))
            };
            if let Some(number) = after.iter().position(wins) {
                after = vec![after.swap_remove(number)];
                graph.moves.swap(moves_at, moves_at + number);
                graph.moves.truncate(moves_at + 1);
            }
            for position in after {
                let child = graph.number_of(game, position, exhausted);
                graph.children.push(child);
            }
            graph.children_at.push(graph.children.len() as u32);
            next += 1;
        }
        graph.decide(looks)?;
        Ok(graph)
    }

    /// Finds a position, or adds it.
    fn number_of(&mut self, game: &G, position: G::Position, exhausted: &Exhausted) -> u32 {
        let key = game.key(&position);
        let outcome = game.outcome(&position);
        let is_exhausted = outcome.is_none() && exhausted.keys.contains(&key);
        if is_exhausted && exhausted.value == 0 {
            return NOWHERE;
        }
        // An exhausted position is an end: not the same as the one that was asked about.
        let key = if is_exhausted { !key } else { key };
        if let Some(&number) = self.numbers.get(&key) {
            if is_exhausted || self.positions[number as usize] == position {
                return number;
            }
            // Two positions with one key: this one is left out.
            self.complete = false;
            return NOWHERE;
        }
        let number = self.positions.len() as u32;
        self.numbers.insert(key, number);
        let value = if is_exhausted {
            exhausted.value
        } else {
            outcome.map_or(0, |outcome| {
                outcome.margin_for(game.side_to_move(&position)).signum()
            })
        };
        self.positions.push(position);
        self.decided
            .push((value != 0).then_some(Decided { value, plies: 0 }));
        number
    }

    /// The moves of a position that was looked at, with where they lead.
    pub(super) fn edges(&self, number: u32) -> impl Iterator<Item = (G::Move, Option<u32>)> {
        let at = |number: u32| self.children_at.get(number as usize).map(|&at| at as usize);
        let range = at(number).unwrap_or(0)..at(number + 1).unwrap_or(0);
        let moves = self.moves.get(range.clone()).unwrap_or_default();
        let children = self.children.get(range).unwrap_or_default();
        let known = |&child: &u32| (child != NOWHERE).then_some(child);
        moves.iter().copied().zip(children.iter().map(known))
    }

    pub(super) fn position(&self, number: u32) -> &G::Position {
        &self.positions[number as usize]
    }

    pub(super) fn decided(&self, number: u32) -> Option<Decided> {
        self.decided[number as usize]
    }

    /// All positions with who wins them.
    pub(super) fn all(&self) -> impl Iterator<Item = (&G::Position, Option<Decided>)> {
        self.positions.iter().zip(self.decided.iter().copied())
    }

    /// From the ends of games backwards, the nearest first: a position is won as soon as one child
    /// is lost, and lost when the last of its children is won. What is drawn or not known is never
    /// either, nor is what leads there by force.
    fn decide(&mut self, looks: &mut Looks<'_>) -> Result<(), Stopped> {
        let looked_at = self.children_at.len() - 1;
        let mut parents_at = vec![0_u32; self.positions.len() + 1];
        for &child in &self.children {
            if child != NOWHERE {
                parents_at[child as usize] += 1;
            }
        }
        let mut end = 0;
        for at in &mut parents_at {
            end += *at;
            *at = end;
        }
        let mut parents = vec![0_u32; end as usize];
        // How many children are not known to be won by the side to move there.
        let mut open_children = Vec::with_capacity(looked_at);
        for number in 0..looked_at {
            let range = self.children_at[number] as usize..self.children_at[number + 1] as usize;
            open_children.push(range.len() as u32);
            for &child in &self.children[range] {
                if child != NOWHERE {
                    let at = &mut parents_at[child as usize];
                    *at -= 1;
                    parents[*at as usize] = number as u32;
                }
            }
        }
        let ends = self.decided.iter().enumerate();
        let mut queue: Vec<u32> = ends
            .filter_map(|(number, decided)| decided.map(|_| number as u32))
            .collect();
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            next += 1;
            looks.count(1)?;
            let number = number as usize;
            let Some(Decided { value, plies }) = self.decided[number] else {
                continue;
            };
            for &parent in &parents[parents_at[number] as usize..parents_at[number + 1] as usize] {
                if self.decided[parent as usize].is_some() {
                    continue;
                }
                if value > 0 {
                    let open = &mut open_children[parent as usize];
                    *open -= 1;
                    if *open > 0 {
                        continue;
                    }
                }
                self.decided[parent as usize] = Some(Decided {
                    value: -value,
                    plies: plies + 1,
                });
                queue.push(parent);
            }
        }
        Ok(())
    }
}

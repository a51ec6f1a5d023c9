//! Ours, and the peer that can be called.

use crate::sets::Scored;
use crate::{Failure, MEBIBYTE};
use connect_four_ai::{
    Position as PeerPosition, Solver as PeerSolver, TTEntry, TranspositionTable,
};
use cpu_time::ThreadTime;
use game::Game;
use games::connect::{Column, Connect, Position};
use solve::connect::ConnectSolver;
use solve::{Goal, Resources, Solution, Solver};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Our name in the tables.
pub(crate) const OURS: &str = "partida";
/// The peers'.
pub(crate) const CONNECT_FOUR_AI: &str = "connect-four-ai";
pub(crate) const BITBULLY: &str = "bitbully";

/// What it took to solve a set.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Work {
    pub(crate) time: Duration,
    pub(crate) nodes: u64,
}

/// Somebody who solves positions.
pub(crate) trait Contestant {
    fn name(&self) -> &'static str;
    /// Version, table, and what is in the time and what is not.
    fn conditions(&self) -> String;
    /// Solves all, each as if it were the first, and compares the scores with the published ones.
    fn solve_all(&mut self, positions: &[Scored]) -> Result<Work, Failure>;
}

/// A size in MiB.
pub(crate) fn mebibytes(bytes: usize) -> String {
    format!("{:.1} MiB", bytes as f64 / MEBIBYTE as f64)
}

/// The solver of this project.
#[derive(Debug)]
pub(crate) struct Ours {
    solver: ConnectSolver<u64>,
}

impl Ours {
    pub(crate) fn new(table_bytes: usize) -> Result<Ours, Failure> {
        let game = Connect::new(7, 6, 4, None);
        let solver = ConnectSolver::new(&game, Resources::bytes(table_bytes))?;
        // The system gives memory when it is first written to. The peers write to all of their tables
        // as they make them; so that is not in our time either.
        for word in solver.memory() {
            word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        Ok(Ours { solver })
    }

    fn position(&self, moves: &str) -> Result<Position<u64>, Failure> {
        let game = self.solver.game();
        let mut position = game.start();
        for digit in moves.bytes() {
            let column = Column(digit.wrapping_sub(b'1'));
            if !game.is_legal(&position, column) {
                return Err(format!("not legal: {moves}").into());
            }
            game.play(&mut position, column);
        }
        Ok(position)
    }

    /// The empty board, given up after some time.
    pub(crate) fn solve_empty(&mut self, limit: Duration) -> Result<(Solution, Duration), Failure> {
        let start = self.solver.game().start();
        let began = ThreadTime::now();
        let mut watch = |_: &Solution| {
            if began.elapsed() < limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        self.solver.clear();
        let solution = self.solver.solve(&start, Goal::Score, &mut watch)?;
        Ok((solution, began.elapsed()))
    }
}

impl Contestant for Ours {
    fn name(&self) -> &'static str {
        OURS
    }

    fn conditions(&self) -> String {
        let table = mebibytes(size_of_val(self.solver.memory()));
        format!("{OURS}: a table of {table}; to clear it is in the time")
    }

    fn solve_all(&mut self, positions: &[Scored]) -> Result<Work, Failure> {
        let boards = positions.iter().map(|scored| self.position(&scored.moves));
        let boards = boards.collect::<Result<Vec<_>, _>>()?;
        let mut scores = Vec::with_capacity(boards.len());
        let mut go_on = |_: &Solution| ControlFlow::Continue(());
        let mut nodes = 0;
        let began = ThreadTime::now();
        for board in &boards {
            self.solver.clear();
            let solution = self.solver.solve(board, Goal::Score, &mut go_on)?;
            nodes += solution.nodes;
            scores.push(solution.score());
        }
        let time = began.elapsed();
        for (scored, score) in positions.iter().zip(scores) {
            scored.check(OURS, score.ok_or("a search stopped by itself")?)?;
        }
        Ok(Work { time, nodes })
    }
}

/// Crate `connect-four-ai`.
#[derive(Debug)]
pub(crate) struct Peer {
    solver: PeerSolver,
}

/// It clears its table by giving entries a number of eight bits. After so many positions entries of
/// the first would count again, so there is a new table.
const UNTIL_NUMBERS_COME_AGAIN: usize = 255;

impl Peer {
    pub(crate) fn new() -> Peer {
        Peer {
            solver: PeerSolver::empty(),
        }
    }
}

impl Contestant for Peer {
    fn name(&self) -> &'static str {
        CONNECT_FOUR_AI
    }

    fn conditions(&self) -> String {
        let table = mebibytes(TranspositionTable::MAX_SIZE * size_of::<TTEntry>());
        format!("{CONNECT_FOUR_AI} 1.0.0: a table of {table}; to clear it is in the time")
    }

    fn solve_all(&mut self, positions: &[Scored]) -> Result<Work, Failure> {
        let mut work = Work::default();
        for part in positions.chunks(UNTIL_NUMBERS_COME_AGAIN) {
            self.solver = PeerSolver::empty();
            let boards = part
                .iter()
                .map(|scored| PeerPosition::from_moves(&scored.moves));
            let boards = boards
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| format!("{CONNECT_FOUR_AI}: {error:?}"))?;
            let mut scores = Vec::with_capacity(boards.len());
            let began = ThreadTime::now();
            for board in &boards {
                self.solver.reset();
                scores.push(self.solver.solve(board));
                work.nodes += self.solver.explored_positions as u64;
            }
            work.time += began.elapsed();
            for (scored, score) in part.iter().zip(scores) {
                scored.check(CONNECT_FOUR_AI, score.into())?;
            }
        }
        Ok(work)
    }
}

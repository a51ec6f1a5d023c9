//! Exact values of positions: solvers, each made for one game.
//!
//! A search of the crate `search` knows nothing of the game and says what it thinks; a solver knows
//! everything about its game and says what is so. [`connect`] finds out who wins a position of four
//! (or three, or five) in a row, and when; [`bricks`] by how much; [`amazons`] and [`tafl`] who
//! wins; [`proof`] is for any game. [`solver_for`] is the way to the right one.
//!
//! Nothing here does I/O. A solver is given a position, a limit of memory, and somebody to tell now
//! and then how far it has come, who can stop it; what is proven until then is its answer.
//! [`best_line`] follows a solved game to its end, and [`verify`] checks a score without the solver.
//!
//! ```
//! use game::Game;
//! use games::connect::{Column, Connect};
//! use solve::connect::ConnectSolver;
//! use solve::{Goal, Resources, Solver};
//! use std::ops::ControlFlow;
//!
//! // On four columns and four rows nobody can force four in a row …
//! let game = Connect::<u64>::new(4, 4, 4, None);
//! let mut solver = ConnectSolver::new(&game, Resources::bytes(1 << 20))?;
//! let mut go_on = |_: &_| ControlFlow::Continue(());
//! let solution = solver.solve(&game.start(), Goal::Score, &mut go_on)?;
//! assert_eq!(solution.score(), Some(0));
//!
//! // … but three, with the ninth stone of sixteen: (16 + 2 − 9) / 2 = 4.
//! let game = Connect::<u64>::new(4, 4, 3, None);
//! let mut solver = ConnectSolver::new(&game, Resources::bytes(1 << 20))?;
//! let moves = solver.solve_moves(&game.start(), Goal::Score, &mut go_on)?;
//! let best = moves.iter().max_by_key(|(_, solution)| solution.score());
//! let (column, solution) = best.expect("four moves");
//! assert_eq!((*column, solution.score()), (Column(2), Some(4)));
//! # Ok::<(), solve::Unsolvable>(())
//! ```

pub mod amazons;
pub mod bricks;
pub mod connect;
mod line;
pub mod proof;
mod registry;
mod solver;
pub mod tafl;
mod verify;

pub use line::{best_line, keeping_move};
pub use registry::{AnySolver, solver_for};
pub use solver::{Goal, Resources, Solution, Solver, Unsolvable, UsualEffort, Watch};
pub use verify::{Contradiction, Effort, Verdict, Verified, verify};

//! The two searches that know nothing of the game, beside plain minimax.

mod common;

use common::{go_on, solve_until_stopped};
use game::random::{Seed, play_randomly};
use game::{Game, Notation};
use games::amazons::Amazons;
use games::bricks::Bricks;
use games::connect::Connect;
use games::{AnyGame, Files, parse_game};
use solve::proof::{Method, ProofSolver};
use solve::{Goal, Resources, Solver, Unsolvable};
use std::collections::HashMap;
use std::hash::Hash;

const METHODS: [Method; 2] = [Method::ProofNumber, Method::AlphaBeta];

/// The values of all positions of a game without history, by plain minimax.
struct Oracle<'game, G: Game> {
    game: &'game G,
    values: HashMap<G::Position, i32>,
}

impl<G: Game<Position: Hash>> Oracle<'_, G> {
    fn of(game: &G) -> Oracle<'_, G> {
        let values = HashMap::new();
        Oracle { game, values }
    }

    fn value(&mut self, position: &G::Position) -> i32 {
        if let Some(&value) = self.values.get(position) {
            return value;
        }
        let mut moves = Vec::new();
        let value = match self.game.expand(position, &mut moves) {
            Some(outcome) => outcome
                .margin_for(self.game.side_to_move(position))
                .signum(),
            None => {
                let values = moves.into_iter().map(|chosen| {
                    let after = self.game.after(position, chosen);
                    -self.value(&after)
                });
                values.max().expect("there is a move")
            }
        };
        self.values.insert(position.clone(), value);
        value
    }
}

fn value<G: Game>(solver: &mut ProofSolver<G>, position: &G::Position) -> Option<i32> {
    let solution = solver.solve(position, Goal::Score, &mut go_on);
    solution.expect("not finished").score()
}

/// Solves the start and positions at random, with both methods and tables of several sizes; how
/// many.
fn check_game<G: Game<Position: Hash>>(game: &G, seed: u64) -> u32 {
    let mut oracle = Oracle::of(game);
    let mut generator = Seed(seed).generator();
    let mut positions = vec![game.start()];
    for plies in 1..40 {
        let mut position = game.start();
        play_randomly(game, &mut position, plies % 10, &mut generator);
        if game.outcome(&position).is_none() {
            positions.push(position);
        }
    }
    let mut solved = 0;
    for method in METHODS {
        for bytes in [0, 64, 1 << 10, 1 << 20] {
            let mut solver = ProofSolver::new(game, method, Resources::bytes(bytes));
            assert!(8 * solver.memory().len() <= bytes);
            for position in &positions {
                let expected = oracle.value(position);
                let found = value(&mut solver, position);
                assert_eq!(found, Some(expected), "{position:?}, {method:?}, {bytes}");
                solved += 1;
            }
        }
    }
    solved
}

#[test]
fn connect_with_wins_draws_and_losses() {
    assert!(check_game(&Connect::<u64>::new(4, 3, 3, None), 1) > 100);
    assert!(check_game(&Connect::<u64>::new(3, 4, 3, None), 2) > 100);
    assert!(check_game(&Connect::<u64>::new(3, 3, 3, Some(4)), 3) > 100);
}

#[test]
fn bricks_by_who_wins() {
    assert!(check_game(&Bricks::<u64>::new(3), 4) > 50);
}

#[test]
fn amazons_on_the_smallest_boards() {
    assert!(check_game(&Amazons::<u64>::new(3, 3), 5) > 50);
    assert!(check_game(&Amazons::<u64>::new(4, 3), 6) > 50);
}

#[test]
fn larger_boards_with_a_table() {
    let connect = Connect::<u64>::new(5, 4, 4, None);
    let bricks = Bricks::<u64>::new(4);
    let amazons = Amazons::<u64>::new(4, 4);
    for method in METHODS {
        let resources = Resources::bytes(1 << 24);
        let mut solver = ProofSolver::new(&connect, method, resources);
        assert_eq!(value(&mut solver, &connect.start()), Some(0));
        let mut solver = ProofSolver::new(&amazons, method, resources);
        assert_eq!(value(&mut solver, &amazons.start()), Some(-1));
        let mut solver = ProofSolver::new(&bricks, method, resources);
        let mut oracle = Oracle::of(&bricks);
        let expected = oracle.value(&bricks.start());
        assert_eq!(value(&mut solver, &bricks.start()), Some(expected));
    }
}

/// Rules as the content of a file.
struct Rules(&'static str);

impl Files for Rules {
    fn read(&self, _path: &str) -> Result<String, String> {
        Ok(self.0.to_string())
    }
}

/// The value by all of the rules, without any table.
fn value_with_history<G: Game>(game: &G, position: &G::Position) -> i32 {
    let mut moves = Vec::new();
    match game.expand(position, &mut moves) {
        Some(outcome) => outcome.margin_for(game.side_to_move(position)).signum(),
        None => {
            let mut best = -1;
            for chosen in moves {
                best = best.max(-value_with_history(game, &game.after(position, chosen)));
                if best == 1 {
                    break;
                }
            }
            best
        }
    }
}

/// Games that look back, with a move limit that keeps the tree small.
#[test]
fn history_counts_as_the_rules_say() {
    for repetition in ["draw", "mover-wins", "mover-loses"] {
        let rules = match repetition {
            "draw" => RULES_DRAW,
            "mover-wins" => RULES_WIN,
            _ => RULES_LOSS,
        };
        let parsed = parse_game("tafl:@rules", &Rules(rules)).expect("good rules");
        let AnyGame::Tafl(games::tafl::Any::Small(game)) = parsed else {
            panic!("a small game");
        };
        let mut generator = Seed(7).generator();
        let mut values = [0; 3];
        for _ in 0..40 {
            let mut position = game.start();
            play_randomly(&game, &mut position, 7, &mut generator);
            if game.outcome(&position).is_some() {
                continue;
            }
            let expected = value_with_history(&game, &position);
            values[(expected + 1) as usize] += 1;
            for method in METHODS {
                let mut solver = ProofSolver::new(&game, method, Resources::bytes(1 << 16));
                let found = value(&mut solver, &position);
                let text = game.write_position(&position);
                assert_eq!(found, Some(expected), "{text}, {method:?}, {repetition}");
            }
        }
        assert!(values.iter().sum::<i32>() > 10, "{values:?}");
    }
}

macro_rules! rules {
    ($means:literal) => {
        concat!(
            "size = 5
            layout = [\"1t3\", \"5\", \"2K2\", \"5\", \"3t1\"]
            surrounded = \"ignored\"
            move-limit = 13
            [speed]
            attackers = 1
            defenders = 1
            king = 1
            [repetition]
            times = 2
            means = \"",
            $means,
            "\""
        )
    };
}
const RULES_DRAW: &str = rules!("draw");
const RULES_WIN: &str = rules!("mover-wins");
const RULES_LOSS: &str = rules!("mover-loses");

#[test]
fn the_best_move_is_worth_what_the_position_is() {
    let game = Connect::<u64>::new(4, 4, 3, None);
    let mut generator = Seed(8).generator();
    for method in METHODS {
        let mut solver = ProofSolver::new(&game, method, Resources::bytes(1 << 16));
        for plies in 0..8 {
            let mut position = game.start();
            play_randomly(&game, &mut position, plies, &mut generator);
            if game.outcome(&position).is_some() {
                let refused = solver.solve(&position, Goal::Winner, &mut go_on);
                assert_eq!(refused, Err(Unsolvable::Finished));
                continue;
            }
            let whole = value(&mut solver, &position);
            let moves = solver.solve_moves(&position, Goal::Winner, &mut go_on);
            let moves = moves.expect("not finished").into_iter();
            let scores = moves.map(|(_, solution)| solution.score().expect("solved"));
            assert_eq!(scores.max(), whole, "{position:?}");
            solver.clear();
            assert_eq!(value(&mut solver, &position), whole);
        }
    }
}

#[test]
fn a_search_that_is_stopped_tells_what_is_proven() {
    let game = Connect::<u64>::new(6, 5, 4, None);
    for method in METHODS {
        let mut solver = ProofSolver::new(&game, method, Resources::bytes(1 << 16));
        solve_until_stopped(&mut solver, &game.start(), &[0]);
    }
}

/// What one solver found out is known to another that is given its memory.
#[test]
fn memory_can_be_handed_on() {
    let game = Amazons::<u64>::new(4, 4);
    for method in METHODS {
        let resources = Resources::bytes(1 << 22);
        let mut first = ProofSolver::new(&game, method, resources);
        let slow = first.solve(&game.start(), Goal::Winner, &mut go_on);
        let mut second = ProofSolver::new(&game, method, resources);
        for (from, to) in first.memory().iter().zip(second.memory()) {
            let word = from.load(std::sync::atomic::Ordering::Relaxed);
            to.store(word, std::sync::atomic::Ordering::Relaxed);
        }
        let fast = second.solve(&game.start(), Goal::Winner, &mut go_on);
        let (slow, fast) = (slow.expect("not finished"), fast.expect("not finished"));
        assert_eq!(slow.score(), fast.score());
        assert!(fast.nodes * 10 < slow.nodes, "{fast:?}, {slow:?}");
    }
}

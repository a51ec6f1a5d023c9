//! The Tafl solver beside the whole tree of what can follow, played by all of the rules.

use game::random::{Seed, play_randomly};
use game::{Game, Notation};
use games::tafl::{Any, Position, Tafl};
use games::{AnyGame, Files, parse_game};
use solve::tafl::TaflSolver;
use solve::{Goal, Resources, Solution, Solver};
use std::collections::HashMap;
use std::ops::ControlFlow;

const MEBIBYTE: usize = 1 << 20;

fn go_on(_: &Solution) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Rules as the content of a file.
struct Rules(String);

impl Files for Rules {
    fn read(&self, _path: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}

fn game_of(text: &str, files: &dyn Files) -> Tafl<u64> {
    match parse_game(text, files) {
        Ok(AnyGame::Tafl(Any::Small(game))) => game,
        other => panic!("a small game, not {other:?}"),
    }
}

/// Few pieces on 5 × 5 that move one cell at a time.
fn tiny(layout: Layout, repetition: &str, move_limit: u32) -> Tafl<u64> {
    let (layout, strength, corners_are_open) = layout;
    let camps = if corners_are_open {
        ""
    } else {
        "cells = [\"a2\", \"b1\", \"a4\", \"b5\", \"d1\", \"e2\", \"d5\", \"e4\"]
        stop = \"attackers\"
        pass = \"attackers\""
    };
    let rules = Rules(format!(
        "size = 5
        layout = {layout:?}
        surrounded = \"ignored\"
        move-limit = {move_limit}
        [king]
        strength = {strength:?}
        [speed]
        attackers = 1
        defenders = 1
        king = 1
        [attacker-camps]
        {camps}
        [repetition]
        {repetition}"
    ));
    game_of("tafl:@rules", &rules)
}

fn solve(solver: &mut TaflSolver<u64>, position: &Position<u64>) -> Solution {
    let solution = solver.solve(position, Goal::Score, &mut go_on);
    solution.expect("not finished")
}

/// The value by all of the rules: positions with another past are other positions.
fn value_by_the_rules(
    game: &Tafl<u64>,
    position: &mut Position<u64>,
    known: &mut HashMap<(u64, u64), i32>,
) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return outcome.margin_for(game.side_to_move(position)).signum();
    }
    let key = (game.key(position), game.history_key(position, u32::MAX));
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = -1;
    for chosen in moves {
        let undo = game.play(position, chosen);
        best = best.max(-value_by_the_rules(game, position, known));
        game.undo(position, chosen, undo);
        if best == 1 {
            break;
        }
    }
    known.insert(key, best);
    best
}

/// Rows, how strong the king is, and whether he can get to the corners.
type Layout = ([&'static str; 5], &'static str, bool);

const LAYOUTS: [Layout; 5] = [
    (["5", "5", "2K2", "5", "2t2"], "weak", true),
    (["5", "5", "2K2", "5", "2t2"], "weak", false),
    (["5", "1t3", "2K2", "5", "3t1"], "weak", true),
    (["5", "1t3", "2K2", "5", "3t1"], "weak", false),
    (["5", "2t2", "2K2", "5", "1t1t1"], "confined", false),
];

/// Positions of short games by some rules, with their past, against the whole tree; how often each
/// value came out, and how often nothing did.
fn check_rules(repetition: &str, move_limit: u32, wander: usize) -> [u32; 4] {
    let mut found = [0; 4];
    for (number, layout) in LAYOUTS.into_iter().enumerate() {
        let game = tiny(layout, repetition, move_limit);
        let mut solver = TaflSolver::new(&game, Resources::bytes(256 * MEBIBYTE));
        let mut generator = Seed(number as u64).generator();
        for _ in 0..20 {
            let mut position = game.start();
            play_randomly(&game, &mut position, wander, &mut generator);
            if game.outcome(&position).is_some() {
                continue;
            }
            let solution = solve(&mut solver, &position);
            let expected = value_by_the_rules(&game, &mut position, &mut HashMap::new());
            assert!(
                (solution.least..=solution.most).contains(&expected),
                "{}, {repetition}: {solution:?}, not {expected}",
                game.write_position(&position)
            );
            match solution.score() {
                Some(score) => found[(score + 1) as usize] += 1,
                None => found[3] += 1,
            }
        }
    }
    found
}

#[test]
fn repetitions_that_draw() {
    for times in [2, 3] {
        let repetition = format!("times = {times}\nmeans = \"draw\"");
        for (limit, wander) in [(14, 7), (16, 10)] {
            let [lost, drawn, won, open] = check_rules(&repetition, limit, wander);
            assert_eq!(open, 0, "{repetition}");
            assert!(lost.min(drawn).min(won) > 0, "{lost}, {drawn}, {won}");
        }
    }
}

#[test]
fn no_rule_about_repetitions() {
    let [lost, drawn, won, open] = check_rules("means = \"nothing\"", 14, 5);
    assert_eq!(open, 0);
    assert!(lost.min(drawn).min(won) > 0, "{lost}, {drawn}, {won}");
}

#[test]
fn repetitions_that_decide() {
    for means in ["mover-wins", "mover-loses"] {
        for times in [2, 3] {
            let repetition = format!("times = {times}\nmeans = {means:?}");
            let [lost, _, won, _] = check_rules(&repetition, 14, 6);
            assert!(lost.min(won) > 0, "{lost}, {won}");
        }
    }
}

#[test]
fn moves_to_and_fro() {
    for means in ["draw", "mover-wins", "mover-loses"] {
        let repetition = format!("of = \"moves\"\ntimes = 2\nmeans = {means:?}");
        let [lost, _, won, _] = check_rules(&repetition, 16, 8);
        assert!(lost.min(won) > 0, "{lost}, {won}");
    }
}

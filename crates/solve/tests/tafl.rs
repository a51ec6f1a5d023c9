//! The Tafl solver beside the whole tree of what can follow, played by all of the rules.

mod common;

use common::{go_on, solve_until_stopped};
use game::random::{Seed, play_randomly};
use game::{Game, Notation};
use games::tafl::{Any, Position, Tafl};
use games::{AnyGame, Files, NoFiles, parse_game};
use solve::tafl::TaflSolver;
use solve::{Goal, Resources, Solution, Solver, Unsolvable};
use std::collections::HashMap;
use std::ops::ControlFlow;

const MEBIBYTE: usize = 1 << 20;

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
        for _ in 0..12 {
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
            let [lost, _, won, open] = check_rules(&repetition, 14, 6);
            assert_eq!(open, 0, "{repetition}");
            assert!(lost.min(won) > 0, "{lost}, {won}");
        }
    }
}

#[test]
fn moves_to_and_fro() {
    for means in ["draw", "mover-wins", "mover-loses"] {
        let repetition = format!("of = \"moves\"\ntimes = 2\nmeans = {means:?}");
        let [lost, _, won, open] = check_rules(&repetition, 16, 8);
        assert_eq!(open, 0, "{repetition}");
        assert!(lost.min(won) > 0, "{lost}, {won}");
    }
}

/// Who wins every position that can follow, by going over all of them until nothing changes: an
/// independent way to the values of games in which repetition is a draw.
fn values_of_all(game: &Tafl<u64>) -> HashMap<String, (Position<u64>, i32)> {
    let side_value = |position: &Position<u64>| {
        let outcome = game.outcome(position);
        outcome.map(|outcome| outcome.margin_for(game.side_to_move(position)).signum())
    };
    let mut children: HashMap<String, Vec<String>> = HashMap::new();
    let mut values = HashMap::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        let text = game.write_position(&position);
        if values.contains_key(&text) {
            continue;
        }
        let value = side_value(&position).unwrap_or(0);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let texts = moves.into_iter().map(|chosen| {
            let after = game.forget_history(&game.after(&position, chosen));
            let text = game.write_position(&after);
            open.push(after);
            text
        });
        children.insert(text.clone(), texts.collect());
        values.insert(text, (position, value));
    }
    loop {
        let mut changed = false;
        for (text, below) in &children {
            if below.is_empty() || values[text].1 != 0 {
                continue;
            }
            let best = below.iter().map(|below| -values[below].1).max();
            let best = best.expect("there is a move");
            if best != 0 {
                changed = true;
                values.get_mut(text).expect("it is there").1 = best;
            }
        }
        if !changed {
            return values;
        }
    }
}

#[test]
fn every_position_of_tiny_games() {
    let mut counts = Vec::new();
    for layout in [LAYOUTS[0], LAYOUTS[1], LAYOUTS[2], LAYOUTS[3]] {
        let game = tiny(layout, "means = \"draw\"", 1000);
        let mut solver = TaflSolver::new(&game, Resources::bytes(64 * MEBIBYTE));
        let values = values_of_all(&game);
        let mut of_value = [0; 3];
        for (text, (position, value)) in &values {
            if game.outcome(position).is_none() {
                let solution = solve(&mut solver, position);
                assert_eq!(solution.score(), Some(*value), "{text}");
                of_value[(value + 1) as usize] += 1;
            }
        }
        counts.push(of_value);
    }
    assert_eq!(
        counts,
        [
            [176, 0, 212],
            [0, 192, 32],
            [1586, 0, 2298],
            [968, 232, 1048]
        ]
    );
}

/// Whatever the memory, what is said is so, and with enough of it everything is.
#[test]
fn any_memory_gives_the_same_values() {
    let game = tiny(LAYOUTS[3], "means = \"draw\"", 200);
    let mut generator = Seed(3).generator();
    let mut ample = TaflSolver::new(&game, Resources::bytes(64 * MEBIBYTE));
    for _ in 0..20 {
        let mut position = game.start();
        play_randomly(&game, &mut position, 6, &mut generator);
        if game.outcome(&position).is_some() {
            let refused = ample.solve(&position, Goal::Winner, &mut go_on);
            assert_eq!(refused, Err(Unsolvable::Finished));
            continue;
        }
        let expected = solve(&mut ample, &position).score().expect("solved");
        for bytes in [0, 1, 1000, 100_000] {
            let mut solver = TaflSolver::new(&game, Resources::bytes(bytes));
            assert!(8 * solver.memory().len() <= bytes);
            let mut looks = 0;
            let mut watch = |_: &Solution| {
                looks += 1;
                if looks < 20 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let solution = solver.solve(&position, Goal::Score, &mut watch);
            let solution = solution.expect("not finished");
            assert!((solution.least..=solution.most).contains(&expected));
        }
        let moves = ample.solve_moves(&position, Goal::Winner, &mut go_on);
        let moves = moves.expect("not finished").into_iter();
        let scores = moves.map(|(_, solution)| solution.score().expect("solved"));
        assert_eq!(scores.max(), Some(expected));
        ample.clear();
        assert_eq!(solve(&mut ample, &position).score(), Some(expected));
    }
}

#[test]
fn a_win_that_comes_too_late_is_none() {
    // The king needs three moves to a corner, that is five plies.
    for (limit, expected) in [(5, 1), (4, 0)] {
        let game = tiny(LAYOUTS[0], "means = \"draw\"", limit);
        let position = game.parse_position("5/5/3K1/t4/5 d").expect("a position");
        let mut solver = TaflSolver::new(&game, Resources::bytes(MEBIBYTE));
        assert_eq!(solve(&mut solver, &position).score(), Some(expected));
        let known = &mut HashMap::new();
        assert_eq!(
            value_by_the_rules(&game, &mut position.clone(), known),
            expected
        );
    }
}

/// A king against few attackers on the smallest board of people's games. Values without another
/// referee than the one above.
#[test]
fn kings_alone() {
    for (name, values) in [
        ("tafl:brandubh", [Some(1), Some(-1)]),
        ("fuga:7", [Some(1), Some(-1)]),
        // This king takes one step at a time.
        ("tafl:magpie", [Some(1), Some(0)]),
    ] {
        let game = game_of(name, &NoFiles);
        let mut solver = TaflSolver::new(&game, Resources::bytes(128 * MEBIBYTE));
        let texts = ["7/7/2K4/7/7/7/3t1t1 d", "1t3t1/7/7/2K4/7/7/7 a"];
        for (text, expected) in texts.into_iter().zip(values) {
            let position = game.parse_position(text).expect("a position");
            let solution = solve(&mut solver, &position);
            assert_eq!(solution.score(), expected, "{name}, {text}: {solution:?}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_tells_what_is_proven() {
    let game = game_of("fuga:7", &NoFiles);
    let mut solver = TaflSolver::new(&game, Resources::bytes(64 * MEBIBYTE));
    // Either side may win, for all that is known.
    solve_until_stopped(&mut solver, &game.start(), &[-1, 1]);
}

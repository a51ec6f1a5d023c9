//! Lines of best play, and checks of scores, on all games.

mod common;

use common::go_on;
use game::random::Seed;
use game::{Game, Playable};
use games::connect::Connect;
use games::{GameVisitor, NoFiles, parse_game_for};
use solve::{
    AnySolver, Effort, Goal, Resources, Solution, Solver, Unsolvable, Verdict, Watch, best_line,
    solver_for, verify,
};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;

const RESOURCES: Resources = Resources {
    bytes: 1 << 20,
    threads: 1,
};
const EFFORT: Effort = Effort {
    games: 20,
    nodes: 20_000,
};

/// Solves a position, plays the line, and checks it; the score and the length of the line.
struct Whole<'text>(&'text str, Goal);

impl GameVisitor for Whole<'_> {
    type Output = (i32, usize);

    fn visit<G: Playable>(self, game: &G) -> (i32, usize) {
        let Whole(text, goal) = self;
        let position = match text {
            "" => game.start(),
            text => game.parse_position(text).expect(text),
        };
        let mut solver = solver_for(game, RESOURCES).expect("it fits");
        let solution = solver.solve(&position, goal, &mut go_on);
        let score = solution.expect("not over").score().expect("solved");
        let line = best_line(solver.as_mut(), &position, score, goal, &mut go_on);
        let line = line.expect("not over");
        let mut end = position.clone();
        for &chosen in &line {
            assert!(game.is_legal(&end, chosen));
            game.play(&mut end, chosen);
        }
        let sign = if line.len() % 2 == 0 { 1 } else { -1 };
        assert_eq!(solver.final_score(&end, goal), Some(sign * score));
        let verdict = verify(
            solver.as_mut(),
            &position,
            score,
            goal,
            EFFORT,
            &mut Seed(1).generator(),
            &mut go_on,
        );
        match verdict.expect("not over") {
            Verdict::Holds(verified) => {
                assert_eq!(verified.games, EFFORT.games + 1, "{verified:?}");
                assert!(verified.scores >= verified.games, "{verified:?}");
            }
            verdict => panic!("{verdict:?}"),
        }
        (score, line.len())
    }
}

fn whole(game: &str, position: &str, goal: Goal) -> (i32, usize) {
    let parsed = parse_game_for(game, &NoFiles, position).expect(game);
    parsed.visit(Whole(position, goal))
}

#[test]
fn lines_end_as_the_score_says() {
    assert_eq!(whole("connect:4x4,c=3", "", Goal::Score), (4, 9));
    assert_eq!(whole("connect:4x4,c=4", "", Goal::Score), (0, 16));
    assert_eq!(whole("connect:4x4,c=4", "", Goal::Winner), (0, 16));
    assert_eq!(whole("bricks:3", "", Goal::Score).0, 0);
    assert_eq!(whole("bricks:4", "", Goal::Score).0, 0);
    let four_by_four = "1qq1/q2q/Q2Q/1QQ1 w";
    assert_eq!(whole("amazons", four_by_four, Goal::Winner).0, -1);
}

/// Says one more than is true wherever that is a possible score.
#[derive(Debug)]
struct Flatterer(AnySolver<Connect<u64>>);

impl Solver<Connect<u64>> for Flatterer {
    fn game(&self) -> &Connect<u64> {
        self.0.game()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    fn final_score(&self, position: &<Connect<u64> as Game>::Position, goal: Goal) -> Option<i32> {
        self.0.final_score(position, goal)
    }
    fn solve(
        &mut self,
        position: &<Connect<u64> as Game>::Position,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Solution, Unsolvable> {
        let solution = self.0.solve(position, goal, watch)?;
        Ok(match solution.score() {
            Some(0) => Solution::known(1),
            _ => solution,
        })
    }
    fn memory(&self) -> &[AtomicU64] {
        self.0.memory()
    }
}

#[test]
fn wrong_scores_are_found_out() {
    let game = Connect::<u64>::new(4, 4, 4, None);
    let check = |solver: &mut dyn Solver<Connect<u64>>, score: i32, effort: Effort| {
        let mut generator = Seed(3).generator();
        let start = game.start();
        let verdict = verify(
            solver,
            &start,
            score,
            Goal::Score,
            effort,
            &mut generator,
            &mut go_on,
        );
        verdict.expect("not over")
    };
    let honest = || solver_for(&game, RESOURCES).expect("it fits");
    // A draw that is called a win or a loss, found out on the line alone.
    let line_only = Effort { games: 0, nodes: 0 };
    assert!(check(honest().as_mut(), 1, line_only).is_failure());
    assert!(check(honest().as_mut(), -1, line_only).is_failure());
    assert!(!check(honest().as_mut(), 0, line_only).is_failure());
    // A solver that is wrong itself, found out by the other search or because it disagrees with
    // itself.
    assert!(check(&mut Flatterer(honest()), 1, EFFORT).is_failure());
    assert!(check(&mut Flatterer(honest()), 0, EFFORT).is_failure());
}

#[test]
fn a_check_can_be_stopped() {
    let game = Connect::<u64>::new(5, 4, 4, None);
    let mut solver = solver_for(&game, RESOURCES).expect("it fits");
    let mut stop = |_: &Solution| ControlFlow::Break(());
    let verdict = verify(
        solver.as_mut(),
        &game.start(),
        0,
        Goal::Score,
        EFFORT,
        &mut Seed(1).generator(),
        &mut stop,
    );
    assert!(!verdict.expect("not over").is_failure());
}

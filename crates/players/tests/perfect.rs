//! The player that solves positions.

use game::random::{Seed, play_randomly};
use game::{Game, Notation, Playable, Side};
use games::amazons::Amazons;
use games::bricks::Bricks;
use games::connect::{Column, Connect, Position};
use players::{Decision, Player, Request};
use solve::amazons::AmazonsSolver;
use solve::connect::ConnectSolver;
use solve::{Goal, Resources, Solver};
use std::ops::ControlFlow;

/// Enough for what is solved here, however slow the machine.
const SOLVER: &str = "solver:nodes=20000000";

fn decide<G: Playable>(
    player: &mut Player<G>,
    game: &G,
    position: &G::Position,
    lines: usize,
) -> Decision<G::Move> {
    let mut request = Request {
        lines,
        ..Request::default()
    };
    player
        .choose(game, position, &mut request)
        .expect("it never fails")
}

/// Plays a game; by how much the first side won.
fn play<G: Playable>(game: &G, texts: [&str; 2]) -> i32 {
    let mut players = texts.map(|text| Player::parse(game, text).expect(text));
    let mut position = game.start();
    while game.outcome(&position).is_none() {
        let player = &mut players[game.side_to_move(&position).index()];
        let chosen = decide(player, game, &position, 1).chosen.expect("a move");
        game.play(&mut position, chosen);
    }
    let outcome = game.outcome(&position).expect("it is over");
    outcome.margin_for(Side::First)
}

#[test]
fn it_never_loses_what_is_won_or_drawn() {
    let three = Connect::<u64>::new(5, 5, 3, None);
    let four = Connect::<u64>::new(5, 4, 4, None);
    let bricks = Bricks::<u64>::new(4);
    for seed in 0..10 {
        let random = format!("random:seed={seed}");
        assert_eq!(play(&three, [SOLVER, &random]), 1);
        assert!(play(&four, [SOLVER, &random]) >= 0);
        assert!(play(&four, [&random, SOLVER]) <= 0);
        assert!(play(&bricks, [SOLVER, &random]) >= 0);
        assert!(play(&bricks, [&random, SOLVER]) <= 0);
    }
    assert_eq!(play(&four, [SOLVER, SOLVER]), 0);
}

#[test]
fn it_says_that_its_values_are_proven() {
    let game = Connect::<u64>::new(4, 4, 3, None);
    let mut player = Player::parse(&game, SOLVER).expect("a player");
    let decision = decide(&mut player, &game, &game.start(), 4);
    assert!(decision.is_proven);
    let lines = decision.report.expect("a report").lines;
    let plies: Vec<_> = lines.iter().map(|line| line.score.plies_to_win()).collect();
    assert_eq!(plies, [Some(9), Some(9), Some(15), Some(15)]);
    assert_eq!(lines[0].moves.len(), 9);
    // Bricks: by how much.
    let game = Bricks::<u64>::new(4);
    let mut player = Player::parse(&game, SOLVER).expect("a player");
    let decision = decide(&mut player, &game, &game.start(), 1);
    assert!(decision.is_proven);
}

#[test]
fn it_asks_the_engine_where_it_cannot_solve() {
    let text = "solver:nodes=40000,table=1";
    let amazons = Amazons::<u128>::new(10, 10);
    let mut player = Player::parse(&amazons, text).expect(text);
    let decision = decide(&mut player, &amazons, &amazons.start(), 1);
    assert!(!decision.is_proven && decision.chosen.is_some());
    // Too large a board for any solver.
    let large = Connect::<game::bits::Wide<7>>::new(20, 20, 5, None);
    let mut player = Player::parse(&large, "solver:nodes=2000").expect("a player");
    let decision = decide(&mut player, &large, &large.start(), 1);
    assert!(!decision.is_proven && decision.chosen.is_some());
}

/// The same limits, the same move: nothing in it depends on time.
#[test]
fn it_repeats_itself() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let mut generator = Seed(2).generator();
    let mut position = game.start();
    game::random::play_randomly(&game, &mut position, 8, &mut generator);
    let choose = || {
        let text = "solver:nodes=200000,table=4";
        let mut player = Player::parse(&game, text).expect(text);
        let decision = decide(&mut player, &game, &position, 1);
        let nodes = decision.report.expect("a report").nodes;
        (
            game.write_move(&position, decision.chosen.expect("a move")),
            nodes,
        )
    };
    assert_eq!(choose(), choose());
}

/// What the player gets done in a second, on a machine that is not fast.
const A_SECOND: &str = "solver:nodes=8000000";
/// … and in a tenth of one.
const A_TENTH: &str = "solver:nodes=800000";

/// Somebody who knows what positions of the classic board are worth, without any book.
struct Judge {
    game: Connect<u64>,
    solver: ConnectSolver<u64>,
}

impl Judge {
    fn new() -> Judge {
        let game = Connect::new(7, 6, 4, None);
        let solver = ConnectSolver::new(&game, Resources::bytes(64 << 20)).expect("it fits");
        Judge { game, solver }
    }

    /// Who wins, for the side to move.
    fn winner(&mut self, position: &Position<u64>) -> i32 {
        let goal = solve::Goal::Winner;
        if let Some(end) = self.solver.final_score(position, goal) {
            return end;
        }
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let solution = self.solver.solve(position, goal, go_on);
        let winner = solution.expect("not over").score();
        winner.expect("nobody stops it")
    }

    /// Asks the player for a move, which must keep what the position is worth; whether it was sure.
    fn check(&mut self, player: &mut Player<Connect<u64>>, position: &Position<u64>) -> bool {
        let worth = self.winner(position);
        self.check_worth(player, position, worth)
    }

    fn check_worth(
        &mut self,
        player: &mut Player<Connect<u64>>,
        position: &Position<u64>,
        worth: i32,
    ) -> bool {
        let decision = decide(player, &self.game, position, 1);
        let chosen = decision.chosen.expect("a move");
        let after = self.game.after(position, chosen);
        assert_eq!(-self.winner(&after), worth, "{chosen:?} in {position:?}");
        decision.is_proven
    }

    /// A position with so many stones, by random moves.
    fn position(&self, plies: usize, generator: &mut game::random::Generator) -> Position<u64> {
        loop {
            let mut position = self.game.start();
            game::random::play_randomly(&self.game, &mut position, plies, generator);
            let stones = position.stones_by_turn().map(|stones| stones.count_ones());
            let is_open = self.game.outcome(&position).is_none();
            if is_open && stones.iter().sum::<u32>() as usize == plies {
                return position;
            }
        }
    }

    fn player(&self, text: &str) -> Player<Connect<u64>> {
        Player::parse(&self.game, text).expect(text)
    }

    /// Published positions, every so many of a set, with who wins them.
    fn published(&self, text: &str, step: usize) -> Vec<(Position<u64>, i32)> {
        let of_line = |line: &str| {
            let (moves, score) = line.split_once(' ').expect("moves and a score");
            let mut position = self.game.start();
            for digit in moves.bytes() {
                self.game.play(&mut position, Column(digit - b'1'));
            }
            let score: i32 = score.trim().parse().expect("a number");
            (position, score.signum())
        };
        text.lines().step_by(step).map(of_line).collect()
    }
}

macro_rules! set {
    ($name:literal) => {
        include_str!(concat!("../../../testdata/connect/", $name, ".txt"))
    };
}

#[test]
fn it_keeps_what_positions_of_the_classic_board_are_worth() {
    let mut judge = Judge::new();
    let mut generator = Seed(3).generator();
    let mut player = judge.player(A_SECOND);
    for round in 0..8 {
        for plies in 10..40 {
            let position = judge.position(plies, &mut generator);
            let is_sure = judge.check(&mut player, &position);
            assert!(is_sure, "round {round}, {position:?}");
        }
    }
}

#[test]
fn it_keeps_what_published_positions_are_worth() {
    let mut judge = Judge::new();
    let mut player = judge.player(A_SECOND);
    for (text, step) in [
        (set!("Test_L3_R1"), 20),
        (set!("Test_L2_R1"), 20),
        (set!("Test_L2_R2"), 20),
        (set!("Test_L1_R1"), 20),
        (set!("Test_L1_R2"), 50),
    ] {
        for (position, worth) in judge.published(text, step) {
            judge.check_worth(&mut player, &position, worth);
        }
    }
}

/// With little time, too, where there is not much left of the game.
#[test]
fn a_tenth_of_a_second_is_enough_in_the_middle_of_a_game() {
    let mut judge = Judge::new();
    let mut generator = Seed(4).generator();
    let mut player = judge.player(A_TENTH);
    for plies in 18..42 {
        let position = judge.position(plies, &mut generator);
        let is_sure = judge.check(&mut player, &position);
        assert!(is_sure, "{position:?}");
    }
}

#[test]
fn the_first_moves_come_from_the_book() {
    let judge = Judge::new();
    let start = judge.game.start();
    for text in [A_SECOND, A_TENTH, "solver:nodes=1000"] {
        let decision = decide(&mut judge.player(text), &judge.game, &start, 1);
        assert!(decision.is_proven);
        assert_eq!(decision.chosen, Some(Column(3)));
        let report = decision.report.expect("a report");
        assert_eq!(report.nodes, 0);
        assert!(report.lines[0].score.plies_to_win().is_some());
    }
}

#[test]
#[ignore = "long profile, in a release build"]
fn it_keeps_what_thousands_of_positions_are_worth() {
    let mut judge = Judge::new();
    let mut generator = Seed(5).generator();
    let mut player = judge.player(A_SECOND);
    for _ in 0..200 {
        for plies in 8..41 {
            let position = judge.position(plies, &mut generator);
            judge.check(&mut player, &position);
        }
    }
    for (position, worth) in judge.published(set!("Test_L1_R2"), 1) {
        judge.check_worth(&mut player, &position, worth);
    }
}

/// What is promised of the player: whatever the position, a second of the processor is enough. The book has
/// moves for all positions with up to eight stones; those behind are the hardest.
#[test]
#[ignore = "long profile, in a release build"]
fn a_second_is_enough_for_any_position() {
    let mut judge = Judge::new();
    let mut generator = Seed(6).generator();
    for plies in 8..14 {
        let mut player = judge.player("solver:cpu=1s");
        let mut times = Vec::new();
        for _ in 0..100 {
            let position = judge.position(plies, &mut generator);
            let worth = judge.winner(&position);
            let decision = decide(&mut player, &judge.game, &position, 1);
            let chosen = decision.chosen.expect("a move");
            let after = judge.game.after(&position, chosen);
            assert_eq!(-judge.winner(&after), worth, "{chosen:?} in {position:?}");
            assert!(decision.is_proven, "{position:?}");
            times.push(decision.report.expect("a report").cpu);
        }
        times.sort();
        let [half, most] = [times[times.len() / 2], times[times.len() - 1]];
        println!("{plies} stones: half of the moves within {half:?}, all within {most:?}");
    }
}

/// What is lost against perfect play is often not against others.
#[test]
fn lost_positions_are_not_given_up() {
    let mut judge = Judge::new();
    let mut generator = Seed(7).generator();
    let mut saved = 0;
    let mut lost = 0;
    for _ in 0..300 {
        let plies = 12 + generator.below(8);
        let start = judge.position(plies, &mut generator);
        if judge.winner(&start) >= 0 {
            continue;
        }
        lost += 1;
        let ours = judge.game.side_to_move(&start);
        let mut position = start;
        let mut players = ["engine:nodes=100", A_TENTH].map(|text| judge.player(text));
        while judge.game.outcome(&position).is_none() {
            let who = usize::from(judge.game.side_to_move(&position) == ours);
            let decision = decide(&mut players[who], &judge.game, &position, 1);
            judge
                .game
                .play(&mut position, decision.chosen.expect("a move"));
        }
        let outcome = judge.game.outcome(&position).expect("it is over");
        saved += i32::from(outcome.margin_for(ours) >= 0);
    }
    println!("{saved} of {lost} saved");
    assert!(lost > 50 && saved >= 20, "{saved} of {lost}");
}

#[test]
fn amazons_endgames_that_are_won_are_won() {
    let game = Amazons::<u64>::new(6, 6);
    let mut solver = AmazonsSolver::new(&game, Resources::bytes(1 << 20));
    let mut go_on = |_: &_| ControlFlow::Continue(());
    let mut won = 0;
    for seed in 0..40 {
        let mut position = game.start();
        play_randomly(&game, &mut position, 16, &mut Seed(seed).generator());
        if game.outcome(&position).is_some() {
            continue;
        }
        let solution = solver.solve(&position, Goal::Winner, &mut go_on);
        let side = game.side_to_move(&position);
        let mut players = ["engine:nodes=2000", SOLVER].map(|text| {
            let player = Player::parse(&game, text);
            player.expect(text)
        });
        let is_won = solution.expect("it is not over").score() == Some(1);
        while is_won && game.outcome(&position).is_none() {
            let is_ours = game.side_to_move(&position) == side;
            let decision = decide(&mut players[usize::from(is_ours)], &game, &position, 1);
            assert!(!is_ours || decision.is_proven, "seed {seed}");
            game.play(&mut position, decision.chosen.expect("a move"));
        }
        if let Some(outcome) = game.outcome(&position) {
            assert_eq!(outcome.margin_for(side), 1, "seed {seed}");
            won += 1;
        }
    }
    assert!(won > 5, "{won}");
}

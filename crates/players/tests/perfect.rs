//! The player that solves positions.

use game::random::Seed;
use game::{Game, Notation, Playable, Side};
use games::amazons::Amazons;
use games::bricks::Bricks;
use games::connect::Connect;
use players::{Decision, Player, Request};

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

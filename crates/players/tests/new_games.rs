//! A player that begins a new game is as good as new.

use game::{Game, Playable};

use games::connect::Connect;
use players::{Player, Request};
use std::time::{Duration, Instant};

/// The moves of a game that a player plays against itself, and the nodes it took.
fn play<G: Playable>(game: &G, player: &mut Player<G>) -> Vec<(G::Move, Option<u64>)> {
    let mut position = game.start();
    let mut played = Vec::new();
    while game.outcome(&position).is_none() {
        let decision = player
            .choose(game, &position, &mut Request::default())
            .expect("it never fails");
        let chosen = decision.chosen.expect("the game is not over");
        played.push((chosen, decision.report.map(|report| report.nodes)));
        game.play(&mut position, chosen);
    }
    if let Some(outcome) = game.outcome(&position) {
        player.end_game(outcome);
    }
    played
}

#[test]
fn nothing_is_left_of_earlier_games() {
    let game = Connect::<u64>::new(5, 4, 4, None);
    for text in [
        "engine:nodes=300,table=1",
        "mcts:playouts=100",
        "mcts:playouts=100,seed=7",
        "solver:nodes=300,table=1",
        "alphabeta:depth=4,order=history,table=1,ties=random",
        "greedy:ties=random,seed=3",
        "random",
        "random:seed=5",
        "staff",
        "first",
        "level:2",
    ] {
        let mut fresh = Player::parse(&game, text).expect(text);
        let expected = play(&game, &mut fresh);
        let mut player = Player::parse(&game, text).expect(text);
        player.new_game(&game, 9).expect("it never fails");
        let other = play(&game, &mut player);
        player.new_game(&game, 0).expect("it never fails");
        assert_eq!(play(&game, &mut player), expected, "{text}");
        player.new_game(&game, 9).expect("it never fails");
        assert_eq!(play(&game, &mut player), other, "{text}");
        assert_eq!(player.text(), fresh.text());
    }
}

#[test]
fn games_of_one_player_differ_by_their_seed() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let mut player = Player::parse(&game, "random").expect("a player");
    let mut games = Vec::new();
    for number in 0..8 {
        player.new_game(&game, number).expect("it never fails");
        games.push(play(&game, &mut player));
    }
    // With other seeds in the text, the same games would be others.
    let mut other = Player::parse(&game, "random:seed=1").expect("a player");
    for number in 0..8 {
        other.new_game(&game, number).expect("it never fails");
        games.push(play(&game, &mut other));
    }
    let count = games.len();
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len(), count);
}

#[test]
fn players_are_charged_what_they_work() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    for text in ["engine:cpu=50ms", "engine:time=50ms,threads=2"] {
        let mut player = Player::parse(&game, text).expect("a player");
        let began = Instant::now();
        let stopwatch = player.stopwatch();
        let decision = player.choose(&game, &game.start(), &mut Request::default());
        let charged = player.charge(&stopwatch);
        assert!(decision.expect("a move").chosen.is_some());
        let wall = began.elapsed();
        assert!(charged <= wall, "{text}: {charged:?} of {wall:?}");
        // On a machine that gives them no time, two threads may get next to nothing done; one that is
        // to work for so long does.
        if text.contains("cpu") {
            assert!(charged >= Duration::from_millis(45), "{charged:?}");
        }
    }
}

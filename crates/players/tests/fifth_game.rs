//! The fifth game, `examples/domineering.rs`: it only says its rules, and all general players play
//! it.

#[path = "../../../examples/domineering.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is a program of its own, included here"
)]
mod domineering;

use domineering::Domineering;
use game::Game;
use players::{Player, Request};

#[test]
fn every_general_player_plays_it() {
    let game = Domineering::new(5);
    for text in [
        "minimax:depth=2",
        "alphabeta:depth=4,symmetry=on",
        "greedy:ties=random",
        "height:k=3",
        "adaptive:x=1,k=3",
        "engine:nodes=500",
        "mcts:playouts=200",
        "random:seed=4",
        "first",
        "level:1",
    ] {
        let mut player = Player::of_other_game(&game, text).expect(text);
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let mut request = Request::default();
            let decision = player
                .choose(&game, &position, &mut request)
                .expect("a decision");
            let chosen = decision.chosen.expect("the game is not over");
            assert!(game.is_legal(&position, chosen), "{text}");
            game.play(&mut position, chosen);
        }
    }
}

#[test]
fn searches_know_who_wins() {
    // Published: whoever begins wins on 2, 3 and 4 a side; on 5 x 5 the second player does.
    for (size, mover_wins) in [(2, true), (3, true), (4, true), (5, false)] {
        let game = Domineering::new(size);
        let alphabeta = [
            "alphabeta:order=history,table=16,symmetry=on",
            "engine:depth=100",
        ];
        // A tree without a table is too large on 5 x 5.
        let mcts = (size < 5).then_some("mcts:playouts=1000000");
        for text in alphabeta.into_iter().chain(mcts) {
            let mut player = Player::of_other_game(&game, text).expect(text);
            let mut request = Request::default();
            let decision = player
                .choose(&game, &game.start(), &mut request)
                .expect("a decision");
            let score = decision.report.and_then(|report| report.score());
            let score = score.expect("it searches");
            assert!(score.is_decided(), "{text} on {size}");
            assert_eq!(score.plies_to_win().is_some(), mover_wins, "{size}");
        }
    }
}

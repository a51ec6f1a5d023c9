//! Slips and variety: what makes players easier, and games different.

use game::random::{Seed, play_randomly};
use game::{Game, Playable, play_text};
use games::amazons::Amazons;
use games::bricks::Bricks;
use games::connect::Connect;
use players::{History, Player, Request};
use std::collections::BTreeSet;

/// What a player plays in a position with so many moves before it, in its game of a number.
fn chosen<G: Playable>(
    game: &G,
    text: &str,
    before: &[G::Move],
    (number, lines): (u64, usize),
) -> (String, Option<u32>) {
    let mut player = Player::parse(game, text).expect(text);
    player.new_game(game, number).expect("a player of ours");
    let start = game.start();
    let position = before.iter().fold(start.clone(), |position, &chosen| {
        game.after(&position, chosen)
    });
    let mut request = Request {
        lines,
        history: Some(History {
            from: &start,
            moves: before,
        }),
        ..Request::default()
    };
    let decision = player
        .choose(game, &position, &mut request)
        .expect("a player of ours");
    let chosen = decision.chosen.expect("there are moves");
    assert!(game.is_legal(&position, chosen));
    let depth = decision.report.map(|report| report.depth);
    (game.write_move(&position, chosen), depth)
}

/// All that it plays there in many games.
fn all<G: Playable>(game: &G, text: &str, before: &[G::Move]) -> BTreeSet<String> {
    (0..60)
        .map(|number| chosen(game, text, before, (number, 1)).0)
        .collect()
}

#[test]
fn slips_are_moves_of_all_kinds_and_repeat_with_their_seed() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    assert_eq!(all(&game, "engine:nodes=100,slips=100", &[]).len(), 7);
    assert_eq!(all(&game, "engine:nodes=100", &[]).len(), 1);
    for text in [
        "engine:nodes=100,slips=50",
        "mcts:playouts=50,slips=50",
        "solver:nodes=100,slips=50",
    ] {
        let thought = |number| chosen(&game, text, &[], (number, 1)).1.is_some();
        let thoughts = (0..100).filter(|&number| thought(number)).count();
        assert!((25..75).contains(&thoughts), "{text}: {thoughts}");
        for number in 0..10 {
            let once = chosen(&game, text, &[], (number, 1));
            assert_eq!(once, chosen(&game, text, &[], (number, 1)), "{text}");
        }
    }
    // Another seed, other slips.
    let seeded = |seed| {
        let text = format!("engine:nodes=100,slips=100,seed={seed}");
        chosen(&game, &text, &[], (0, 1)).0
    };
    let seeded: BTreeSet<String> = (0..40).map(seeded).collect();
    assert_eq!(seeded.len(), 7);
}

#[test]
fn whoever_asks_for_lines_gets_a_thought() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    for number in 0..20 {
        let (_, depth) = chosen(&game, "engine:nodes=500,slips=100", &[], (number, 2));
        assert!(depth.is_some_and(|depth| depth > 0));
    }
}

#[test]
fn games_begin_differently_with_variety_and_only_begin_so() {
    let game = Bricks::<u64>::new(6);
    let varied = "engine:nodes=2000,variety=50";
    assert!(all(&game, varied, &[]).len() > 4);
    // What symmetry makes equal is played too, even if nothing else is good enough.
    assert!(all(&game, "engine:nodes=2000,variety=1", &[]).len() > 1);
    let mut position = game.start();
    let moves = play_randomly(&game, &mut position, 10, &mut Seed(5).generator());
    assert_eq!(moves.len(), 10);
    assert_eq!(all(&game, varied, &moves).len(), 1);

    let game = Amazons::<u64>::new(6, 6);
    assert!(all(&game, "mcts:playouts=300,variety=100", &[]).len() > 2);
}

#[test]
fn what_is_proven_is_not_given_away_for_variety() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    // Three in a column, with the fourth to come.
    let moves = play_text(&game, &mut game.start(), "d a d a d a").expect("legal");
    assert_eq!(
        all(&game, "engine:nodes=2000,variety=1000", &moves),
        BTreeSet::from(["d".to_string()])
    );
}

#[test]
fn too_little_for_several_lines_is_enough_for_one() {
    let game = Bricks::<u128>::new(10);
    // 180 moves: twice as many nodes are a ply, but not of four lines.
    let (_, depth) = chosen(&game, "engine:nodes=360,variety=20", &[], (0, 1));
    assert_eq!(depth, Some(1));
}

//! Whether passing would ever help in Bricks, by solving positions exactly.

use game::bits::Bits;
use game::random::Seed;
use game::{Game, Guidance, Notation, Side};
use games::bricks::Bricks;
use std::collections::{HashMap, HashSet};

type PositionOf<B> = <Bricks<B> as Game>::Position;

/// The margin of the side to move under best play, without passing.
fn solve<B: Bits>(
    game: &Bricks<B>,
    position: &PositionOf<B>,
    known: &mut HashMap<u64, i32>,
) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return outcome.margin_for(game.side_to_move(position));
    }
    let key = game.key(position);
    if let Some(&margin) = known.get(&key) {
        return margin;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let margins = moves
        .into_iter()
        .map(|brick| -solve(game, &game.after(position, brick), known));
    let best = margins.max().expect("the game is not over");
    known.insert(key, best);
    best
}

/// Checks that having to move is no burden here.
fn check<B: Bits>(game: &Bricks<B>, position: &PositionOf<B>, known: &mut HashMap<u64, i32>) {
    let passed = game.pass(position).expect("passing is declared");
    assert_eq!(
        game.side_to_move(&passed),
        game.side_to_move(position).other()
    );
    assert_eq!(game.pass(&passed).as_ref(), Some(position));
    let (moving, passing) = (solve(game, position, known), -solve(game, &passed, known));
    assert!(
        passing <= moving,
        "{passing} > {moving}: {}",
        game.write_position(position)
    );
}

/// Every position there is, whoever is to move and however many bricks each side has.
#[test]
fn passing_helps_nobody_on_small_boards() {
    for (size, expected) in [(2, 18), (3, 1_090), (4, 453_162)] {
        let game = Bricks::<u64>::new(size);
        let (mut known, mut seen) = (HashMap::new(), HashSet::new());
        let mut open = vec![game.start()];
        let mut unfinished = 0;
        while let Some(position) = open.pop() {
            if game.outcome(&position).is_some() || !seen.insert(game.key(&position)) {
                continue;
            }
            unfinished += 1;
            check(&game, &position, &mut known);
            let passed = game.pass(&position).expect("passing is declared");
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            open.extend(moves.iter().map(|&brick| game.after(&position, brick)));
            open.push(passed);
        }
        assert_eq!(unfinished, expected, "{size} x {size}");
    }
}

/// The last moves of games on larger boards, some of them by players who build large islands.
#[test]
fn passing_helps_nobody_near_the_end() {
    for size in 5..=9 {
        let game = Bricks::<u128>::new(size);
        let mut generator = Seed(size as u64).generator();
        for greed in [1, 1, 1, 3, 3, 12] {
            for _ in 0..10 {
                let mut position = game.start();
                let mut known = HashMap::new();
                let mut moves = Vec::new();
                while game.outcome(&position).is_none() {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    if moves.len() <= 10 {
                        check(&game, &position, &mut known);
                    }
                    let side: Side = game.side_to_move(&position);
                    position = (0..greed)
                        .filter_map(|_| generator.choose(&moves))
                        .map(|brick| game.after(&position, brick))
                        .max_by_key(|child| child.sums()[side.index()])
                        .expect("there is a move");
                }
            }
        }
    }
}

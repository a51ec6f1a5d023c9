//! What of the past of a tafl game can still make a difference: the history key against the whole
//! tree of what can follow.

use game::random::{Generator, Seed};
use game::{Game, Outcome, Playable};
use games::{Files, GameVisitor, NoFiles, parse_game};
use std::collections::BTreeMap;

/// Rules as the content of a file.
struct Rules(String);

impl Files for Rules {
    fn read(&self, _path: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}

/// A few pieces that move one cell at a time on 5 × 5: trees of some depth stay small, and
/// positions come back all the time.
fn few_pieces(repetition: &str, move_limit: u32) -> Rules {
    Rules(format!(
        "size = 5
        layout = [\"1t3\", \"5\", \"2K2\", \"1T3\", \"3t1\"]
        surrounded = \"ignored\"
        move-limit = {move_limit}
        [speed]
        attackers = 1
        defenders = 1
        king = 1
        [repetition]
        {repetition}"
    ))
}

/// Whether everything that can happen within `plies` plies ends the same way from both positions.
fn same_future<G: Game>(
    game: &G,
    one: &mut G::Position,
    other: &mut G::Position,
    plies: u32,
) -> bool {
    if game.outcome(one) != game.outcome(other) {
        return false;
    }
    // Equal boards have equal moves as long as the game goes on.
    if plies == 0 || game.outcome(one).is_some() {
        return true;
    }
    let mut moves = Vec::new();
    game.moves(one, &mut moves);
    moves.into_iter().all(|chosen| {
        let undo = (game.play(one, chosen), game.play(other, chosen));
        let same = same_future(game, one, other, plies - 1);
        game.undo(one, chosen, undo.0);
        game.undo(other, chosen, undo.1);
        same
    })
}

/// Plays at random, but likes to go back to where it has been, and goes on as long as it can.
fn wander<G: Game>(
    game: &G,
    start: &G::Position,
    plies: usize,
    generator: &mut Generator,
    visit: &mut impl FnMut(&G::Position),
) {
    let mut position = start.clone();
    let mut seen = vec![game.key(&position)];
    for _ in 0..plies {
        visit(&position);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let going_on: Vec<G::Move> = moves
            .iter()
            .copied()
            .filter(|&chosen| game.outcome(&game.after(&position, chosen)).is_none())
            .collect();
        let back: Vec<G::Move> = going_on
            .iter()
            .copied()
            .filter(|&chosen| seen.contains(&game.key(&game.after(&position, chosen))))
            .collect();
        // Once in a while into whatever ends the game.
        let choice = match generator.below(40) {
            0 => generator.choose(&moves),
            1..24 => generator.choose(&back).or(generator.choose(&going_on)),
            _ => generator.choose(&going_on).or(generator.choose(&moves)),
        };
        let Some(chosen) = choice else {
            break;
        };
        let before = position.clone();
        let undo = game.play(&mut position, chosen);
        let after = position.clone();
        game.undo(&mut position, chosen, undo);
        assert_eq!(position, before);
        position = after;
        seen.push(game.key(&position));
    }
    visit(&position);
}

/// What was found about pairs of positions that differ in their past only.
#[derive(Debug, Default)]
struct Found {
    /// Pairs with equal history keys, and those among them whose past is not left out altogether.
    equal: usize,
    equal_with_past: usize,
    /// Pairs with different history keys, and those among them whose futures do differ.
    different: usize,
    futures_differ: usize,
}

struct Pairs {
    /// The start of the game if there is none.
    start: Option<&'static str>,
    walks: u64,
    plies: usize,
    greatest_depth: u32,
    /// How many positions of each kind are compared with each other.
    of_each: usize,
}

impl GameVisitor for Pairs {
    type Output = Found;

    fn visit<G: Playable>(self, game: &G) -> Found {
        let mut by_key: BTreeMap<u64, Vec<G::Position>> = BTreeMap::new();
        let start = self.start.map_or(game.start(), |text| {
            game.parse_position(text).expect("a position")
        });
        for walk in 0..self.walks {
            let mut generator = Seed(17).child(walk).generator();
            wander(game, &start, self.plies, &mut generator, &mut |position| {
                let alike = by_key.entry(game.key(position)).or_default();
                if alike.len() < self.of_each && !alike.contains(position) {
                    alike.push(position.clone());
                }
            });
        }
        let mut found = Found::default();
        for alike in by_key.values() {
            for (number, one) in alike.iter().enumerate() {
                for other in &alike[..number] {
                    for plies in 0..=self.greatest_depth {
                        let keys = [one, other].map(|position| game.history_key(position, plies));
                        let same = same_future(game, &mut one.clone(), &mut other.clone(), plies);
                        if keys[0] == keys[1] {
                            found.equal += 1;
                            found.equal_with_past += usize::from(keys[0] != 0);
                            assert!(
                                same,
                                "{}: {} has two futures within {plies} plies:\n{one:?}\n{other:?}",
                                game.name(),
                                game.write_position(one)
                            );
                        } else {
                            found.different += 1;
                            found.futures_differ += usize::from(!same);
                        }
                    }
                }
            }
        }
        found
    }
}

fn pairs_of_few_pieces(repetition: &str, move_limit: u32, greatest_depth: u32) -> Found {
    let rules = few_pieces(repetition, move_limit);
    let game = parse_game("tafl:@rules.toml", &rules).expect("valid rules");
    let found = game.visit(Pairs {
        start: None,
        walks: if greatest_depth > 5 { 40 } else { 110 },
        plies: 40,
        greatest_depth,
        of_each: if greatest_depth > 5 { 3 } else { 6 },
    });
    eprintln!("{repetition:?}: {found:?}");
    found
}

/// Deep enough for a position that occurred once to occur for the third time.
#[test]
fn equal_history_keys_mean_equal_futures_at_six_plies() {
    for repetition in [
        "of = \"positions\"
times = 3
means = \"draw\"",
        "of = \"moves\"
times = 2
means = \"draw\"",
    ] {
        let found = pairs_of_few_pieces(repetition, 1000, 6);
        assert!(found.equal > 200 && found.futures_differ > 10, "{found:?}");
    }
}

#[test]
fn equal_history_keys_mean_equal_futures() {
    for repetition in [
        "of = \"positions\"\ntimes = 2\nmeans = \"draw\"",
        "of = \"positions\"\ntimes = 3\nmeans = \"mover-loses\"",
        "of = \"positions\"\ntimes = 4\nmeans = \"mover-wins\"",
        "of = \"moves\"\ntimes = 2\nmeans = \"mover-loses\"",
        "of = \"moves\"\ntimes = 3\nmeans = \"draw\"",
    ] {
        let found = pairs_of_few_pieces(repetition, 1000, 5);
        assert!(found.equal > 500, "{found:?}");
        assert!(found.equal_with_past > 0, "{found:?}");
        // A key that is always the same would have been caught this often.
        assert!(found.futures_differ > 10, "{found:?}");
    }
}

#[test]
fn repetitions_that_mean_nothing_leave_no_trace() {
    let found = pairs_of_few_pieces("means = \"nothing\"", 1000, 2);
    assert!(found.equal > 500 && found.different == 0, "{found:?}");
    let rules = few_pieces("means = \"nothing\"", 1000);
    struct NoTrace;
    impl GameVisitor for NoTrace {
        type Output = ();
        fn visit<G: Playable>(self, game: &G) {
            wander(
                game,
                &game.start(),
                60,
                &mut Seed(3).generator(),
                &mut |position| {
                    assert_eq!(game.history_key(position, 6), 0);
                },
            );
        }
    }
    parse_game("tafl:@rules.toml", &rules)
        .expect("valid rules")
        .visit(NoTrace);
}

#[test]
fn the_move_limit_is_seen_when_it_is_near() {
    let found = pairs_of_few_pieces("means = \"nothing\"", 30, 4);
    assert!(found.equal > 500, "{found:?}");
    assert!(found.futures_differ > 10, "{found:?}");
}

#[test]
fn histories_of_whole_games() {
    let sparse = "7/1t5/7/3K3/2T4/5t1/7 a";
    for (name, start, greatest_depth) in [
        ("fuga:7", None, 2),
        ("tafl:brandubh", None, 2),
        ("tafl:tablut", None, 2),
        ("tafl:magpie", None, 2),
        ("fuga:7", Some(sparse), 3),
        ("tafl:brandubh", Some(sparse), 3),
        ("tafl:tablut", Some("9/1t7/9/9/4K4/3T5/9/6t2/9 a"), 3),
    ] {
        let found = parse_game(name, &NoFiles).expect(name).visit(Pairs {
            start,
            walks: 40,
            plies: 60,
            greatest_depth,
            of_each: 3,
        });
        eprintln!("{name}: {found:?}");
        assert!(found.equal > 100, "{name}: {found:?}");
    }
}

/// Third occurrences, by hand. On 7 × 7 the attacker and the king go to and fro:
///
/// ```text
/// ply        0  1  2  3  4  5  6  7  8
/// position   A  B  C  D  A  B  C  D  A  (drawn: the third time)
/// ```
#[test]
fn a_position_that_occurred_twice_is_in_the_key_as_soon_as_it_can_come_back() {
    struct Walk;
    impl GameVisitor for Walk {
        type Output = ();
        fn visit<G: Playable>(self, game: &G) {
            let mut position = game
                .parse_position("7/1t5/7/3K3/7/5t1/7 a")
                .expect("a position");
            let round = ["b6-b7", "d4-d3", "b7-b6", "d3-d4"];
            let mut play = |moves: &[&str]| {
                for word in moves {
                    let chosen = game.parse_move(&position, word).expect(word);
                    game.play(&mut position, chosen);
                }
                position.clone()
            };
            let fresh = play(&[]);
            assert!((0..20).all(|plies| game.history_key(&fresh, plies) == 0));
            // A for the second time, the others once each. A is back for the third time in four
            // plies at the earliest. B can be back in one, which makes it the second time, and
            // four plies later for the third: in five. C takes two and four; D, where the
            // attackers are already and must leave and return, three and four.
            let second = play(&round);
            for plies in 0..4 {
                assert_eq!(game.history_key(&second, plies), 0);
            }
            let keys: Vec<u64> = (3..10)
                .map(|plies| game.history_key(&second, plies))
                .collect();
            let changes: Vec<bool> = keys.windows(2).map(|pair| pair[0] != pair[1]).collect();
            assert_eq!(changes, [true, true, true, true, false, false]);
            // D for the second time. A, which has occurred twice, is one ply away.
            let near = play(&round[..3]);
            assert_eq!(game.history_key(&near, 0), 0);
            assert_ne!(game.history_key(&near, 1), 0);
            let third = play(&round[3..]);
            assert_eq!(game.outcome(&third), Some(Outcome::DRAW));
            assert_ne!(game.history_key(&third, 0), 0);
        }
    }
    parse_game("fuga:7", &NoFiles).expect("fuga").visit(Walk);
}

#[test]
fn symmetric_positions_are_told_from_others() {
    struct Symmetric;
    impl GameVisitor for Symmetric {
        type Output = ();
        fn visit<G: Playable>(self, game: &G) {
            let (mut symmetric, mut lopsided) = (0, 0);
            for walk in 0..12 {
                let mut generator = Seed(5).child(walk).generator();
                let plies = 1 + 3 * walk as usize;
                wander(
                    game,
                    &game.start(),
                    plies,
                    &mut generator,
                    &mut |position| {
                        for &symmetry in game.symmetries() {
                            let expected = game.map_position(symmetry, position)
                                == game.forget_history(position);
                            assert_eq!(game.is_symmetric(position, symmetry), expected);
                            symmetric += usize::from(expected);
                            lopsided += usize::from(!expected);
                        }
                    },
                );
            }
            assert!(symmetric > 100 && lopsided > 100, "{symmetric} {lopsided}");
        }
    }
    for name in [
        "fuga:7",
        "fuga:13",
        "tafl:tablut",
        "amazons:6x6",
        "amazons:6x5",
        "amazons",
    ] {
        parse_game(name, &NoFiles).expect(name).visit(Symmetric);
    }
}

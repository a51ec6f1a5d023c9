//! The rules of tafl, one by one, on small hand-made boards.

use crate::tafl_support::{Play, check, refuse, seven};
use game::Playable;
use games::{GameVisitor, NoFiles, parse_game};

#[test]
fn soldiers_are_captured_between_two_sides() {
    let rows = [
        ". . T . . . .",
        ". . t . . . .",
        "T t . t T . .",
        ". . . . . . .",
        ". . T . . . .",
        ". . . . . . .",
        ". . . . . K .",
    ];
    // Three at once.
    check(
        "tafl:brandubh",
        &rows,
        "d",
        "c3-c5",
        "c3-c5xb5/d5/c6",
        "defenders: no attackers left",
    );
}

#[test]
fn moving_in_between_two_enemies_is_safe() {
    let rows = [
        ". . . . . . .",
        ". . . T . . .",
        ". . t . t . .",
        ". . . . . . .",
        ". . . . . . .",
        ". t . . . . .",
        ". . . . . K .",
    ];
    for game in ["tafl:brandubh", "fuga:7"] {
        check(game, &rows, "d", "d6-d5 b2-b3", "d6-d5 b2-b3", "");
    }
}

#[test]
fn corners_and_the_empty_throne_are_hostile() {
    let rows = [
        ". T . . . t .",
        ". t . . . . T",
        ". . . . t . .",
        ". . T . . . .",
        "t . t . . . .",
        ". . . . . . .",
        ". . . . . K .",
    ];
    // a7 is a corner.
    check("tafl:brandubh", &rows, "a", "f7-c7", "f7-c7xb7", "");
    // d4 is the throne: hostile to soldiers in brandubh, to attackers only in fuga.
    check("tafl:brandubh", &rows, "a", "b6-b4", "b6-b4xc4", "");
    check("fuga:7", &rows, "a", "b6-b4", "b6-b4", "");
    check("fuga:7", &rows, "a", "f7-c7", "f7-c7xb7", "");
    let rows = [
        ". t . . . . .",
        ". . . . . . .",
        ". . . t . . .",
        ". . . . . . .",
        ". . T . . . .",
        "T . . . . . .",
        ". . . . . K .",
    ];
    check("fuga:7", &rows, "d", "c3-c7", "c3-c7xb7", "");
    let rows = [
        ". . . . . . .",
        "T . . . . . .",
        ". . . t . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . t . . . .",
        ". . . . . K .",
    ];
    check("fuga:7", &rows, "d", "a6-d6", "a6-d6xd5", "");
}

#[test]
fn the_kings_arms() {
    let rows = [
        ". . . . . . .",
        "t . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        "T t . K . t T",
        ". . . . . . .",
    ];
    let struck = [("y", "xb2"), ("h", "xb2"), ("a", ""), ("n", "")];
    for (arms, captures) in struck {
        let game = seven(&format!("ka:{arms}"));
        check(&game, &rows, "d", "d2-c2", &format!("d2-c2{captures}"), "");
    }
    let rows = [
        ". . . . . . .",
        "t . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        "T . . . . . .",
        ". t K . . . .",
        ". . . . . . .",
    ];
    let supported = [("y", "xb2"), ("h", ""), ("a", "xb2"), ("n", "")];
    for (arms, captures) in supported {
        let game = seven(&format!("ka:{arms}"));
        check(&game, &rows, "d", "a3-a2", &format!("a3-a2{captures}"), "");
    }
}

const CAPTURED: &str = "attackers: the king was captured";

#[test]
fn a_strong_king_is_taken_from_four_sides() {
    let three = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . t . . . .",
        ". t K . . . t",
        ". . . . . . .",
        ". . . . . . .",
    ];
    check(&seven("ks:s"), &three, "a", "g3-d3", "g3-d3", "");
    let four = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . t . . . .",
        ". t K . . . t",
        ". . t . . . .",
        ". . . . . . .",
    ];
    for strength in ["s", "m"] {
        let game = seven(&format!("ks:{strength}"));
        check(&game, &four, "a", "g3-d3", "g3-d3xc3", CAPTURED);
    }
    let edge = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . t",
        ". t K t . . .",
    ];
    check(
        &seven("ks:s"),
        &edge,
        "a",
        "g2-c2",
        "g2-c2",
        "attackers: no legal move",
    );
    check(&seven("ks:m"), &edge, "a", "g2-c2", "g2-c2xc1", CAPTURED);
}

#[test]
fn a_weak_king_is_taken_from_two_sides() {
    let rows = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". t K . . . t",
        ". . . . . . .",
        ". . . . . . .",
    ];
    for strength in ["w", "c"] {
        let game = seven(&format!("ks:{strength}"));
        check(&game, &rows, "a", "g3-d3", "g3-d3xc3", CAPTURED);
    }
    // He too may move in between.
    let rows = [
        ". . . . . . .",
        ". . . . . . .",
        ". . K . . . .",
        ". . . . . . .",
        ". t . t . . .",
        ". . . . . . .",
        ". . . . . t .",
    ];
    check(&seven("ks:w"), &rows, "d", "c5-c3 f1-f2", "c5-c3 f1-f2", "");
}

#[test]
fn by_the_throne_the_king_is_stronger() {
    let beside = [
        ". . . . . . .",
        ". . . . . . .",
        ". . t K . . t",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    check("tafl:brandubh", &beside, "a", "g5-e5", "g5-e5", "");
    let beside = [
        ". . . . . . .",
        ". . . t . . .",
        ". . t K . . t",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    // The throne is the fourth side, though it is hostile to soldiers only.
    check("tafl:brandubh", &beside, "a", "g5-e5", "g5-e5xd5", CAPTURED);
    let on_it = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . t . . .",
        ". . t K . . t",
        ". . . t . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    check("tafl:brandubh", &on_it, "a", "g4-e4", "g4-e4xd4", CAPTURED);
}

const KING_TAKEN: &str = "enemies: the king was captured";

#[test]
fn in_fuga_the_king_is_taken_from_three_sides() {
    // The fourth side an empty cell, a guard, the edge, the throne, a tower.
    let empty = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". t K . . . t",
        ". . t . . . .",
        ". . . . . . .",
    ];
    check("fuga:7", &empty, "a", "g3-d3", "g3-d3", "");
    let guard = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . T . . . .",
        ". t K . . . t",
        ". . t . . . .",
        ". . . . . . .",
    ];
    check("fuga:7", &guard, "a", "g3-d3", "g3-d3xc3", KING_TAKEN);
    let edge = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . t",
        ". t K t . . .",
    ];
    check("fuga:7", &edge, "a", "g2-c2", "g2-c2xc1", KING_TAKEN);
    let throne = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . t K . . t",
        ". . . t . . .",
        ". . . . . . .",
    ];
    check("fuga:7", &throne, "a", "g3-e3", "g3-e3xd3", KING_TAKEN);
    // The tower is one of the three.
    let tower = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". t . . . . .",
        ". K . . . t .",
    ];
    check("fuga:7", &tower, "a", "f1-c1", "f1-c1xb1", KING_TAKEN);
    // The throne is not, nor is a guard.
    let guard_and_throne = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . t K . . t",
        ". . . T . . .",
        ". . . . . . .",
    ];
    check("fuga:7", &guard_and_throne, "a", "g3-e3", "g3-e3", "");
    let guard_and_edge = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . T . . . .",
        ". t K . . t .",
    ];
    check("fuga:7", &guard_and_edge, "a", "f1-d1", "f1-d1", "");
    // Only by a move: he may step in between.
    let steps_in = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . K . . . .",
        ". t . t . . .",
        ". . t . . . .",
        ". . . . . t .",
    ];
    check("fuga:7", &steps_in, "d", "c4-c3 f1-e1", "c4-c3 f1-e1", "");
}

#[test]
fn who_passes_the_throne_depends_on_the_size_in_fuga() {
    let mut rows = ["..........."; 11];
    rows[3] = ".....T.....";
    rows[10] = "...K.......";
    rows[0] = "...t.......";
    check("fuga:11", &rows, "d", "f8-f4", "f8-f4", "");
    refuse("fuga:11", &rows, "d", "f8-f6", "cannot go to f6");
    refuse("fuga:11", &rows, "d", "f8-f11 d11-a11", "cannot go to a11");
    check(
        "fuga:11",
        &rows,
        "d",
        "d1-a1",
        "d1-a1",
        "guards: the king escaped",
    );
    let mut rows = ["............."; 13];
    rows[3] = "......T......";
    rows[6] = ".K..........t";
    rows[0] = "...t.........";
    refuse("fuga:13", &rows, "d", "g10-g4", "cannot go to g4");
    check("fuga:13", &rows, "d", "b7-l7", "b7-l7", "");
    check("fuga:13", &rows, "d", "b7-g7", "b7-g7", "");
    check("fuga:13", &rows, "a", "m7-c7", "m7-c7", "");
}

#[test]
fn fuga_ends_without_enemies_or_moves() {
    let rows = [
        ". . . . . . .",
        ". . . . . . .",
        ". T t . T . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . K . . .",
    ];
    check(
        "fuga:7",
        &rows,
        "d",
        "e5-d5",
        "e5-d5xc5",
        "guards: no enemies left",
    );
    let rows = [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . t",
        ". . . . . . .",
        ". . t . . . .",
        ". t K t . . .",
    ];
    check("fuga:7", &rows, "d", "", "", "enemies: no legal move");
    check(
        "tafl:magpie",
        &rows,
        "d",
        "",
        "",
        "attackers: no legal move",
    );
}

#[test]
fn linnaean_captures() {
    let rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . t . . . .",
        "t . . T K t . . .",
        ". . . . t . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . T . .",
    ];
    check("tafl:tablut", &rows, "a", "a5-c5", "a5-c5xd5", "");
    check("tafl:tablut-camps", &rows, "a", "a5-c5", "a5-c5", "");
    let two = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . t . . . .",
        "t . . T K t . . .",
        ". . . . T . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . T . .",
    ];
    check("tafl:tablut", &two, "a", "a5-c5", "a5-c5", "");
}

#[test]
fn camps_can_be_left_but_not_entered_again() {
    let start = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3";
    let play = |side: &str, moves: &str| {
        parse_game("tafl:tablut-camps", &NoFiles)
            .expect("a game")
            .visit(Play(&format!("{start} {side}"), moves))
            .map(|(written, _)| written)
    };
    let refused = |side, moves| play(side, moves).expect_err("must be refused");
    assert!(play("a", "b5-b6 e6-b6").is_err());
    assert!(play("a", "b5-b6 e7-d7").is_ok());
    // Out and back, and an attacker inside its own camp.
    assert!(refused("a", "b5-b6 e7-d7 b6-b5").contains("cannot go to b5"));
    assert!(play("a", "b5-b6 e7-d7 a5-b5").is_ok());
    // From another camp, or over a camp from outside.
    assert!(refused("a", "a4-b4 e7-d7 d1-a1 d7-e7 a1-a4").contains("cannot go to a4"));
    assert!(play("a", "a4-b4 e7-d7 a5-a4").is_ok());
    // Nor may defenders go there.
    assert!(refused("a", "a4-b4 e7-a7 b4-b3 a7-a8 b3-c3 e3-a3 c3-c2 a3-a4").contains("cannot"));
}

#[test]
fn speed_limits() {
    let rows = [
        ". . . . . . .",
        ". . . . . . t",
        ". . . . . . .",
        ". . . . . . .",
        ". K . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    check("tafl:magpie", &rows, "d", "b3-b4", "b3-b4", "");
    refuse("tafl:magpie", &rows, "d", "b3-b5", "cannot go to b5");
    let game = seven("spd:2,3");
    check(&game, &rows, "a", "g6-g4 b3-b6", "g6-g4 b3-b6", "");
    refuse(&game, &rows, "a", "g6-g3", "cannot go to g3");
    refuse(&game, &rows, "d", "b3-b7", "cannot go to b7");
}

const TO_AND_FRO: &str = "d6-f6 d5-f5 f6-d6 f5-d5";

fn repeated(game: &str, start: &str, cycle: &str, plies: usize) -> String {
    let words: Vec<&str> = cycle.split(' ').cycle().take(plies).collect();
    let (_, standing) = parse_game(game, &NoFiles)
        .expect("a game")
        .visit(Play(start, &words.join(" ")))
        .expect("legal moves");
    standing
}

#[test]
fn repetitions() {
    let start = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";
    // By positions: the start is there again after 4 plies, and for the third time after 8.
    for (rule, standing) in [
        ("tfr:d", "nobody: the position was repeated"),
        ("tfr:w", "defenders: the position was repeated"),
        ("tfr:l", "attackers: the position was repeated"),
        ("tfr:i", ""),
    ] {
        let game = seven(rule);
        assert_eq!(repeated(&game, start, TO_AND_FRO, 7), "");
        assert_eq!(repeated(&game, start, TO_AND_FRO, 8), standing, "{rule}");
    }
    // By moves: the attackers begin their third repetition with ply 13.
    assert_eq!(repeated("tafl:brandubh", start, TO_AND_FRO, 12), "");
    assert_eq!(
        repeated("tafl:brandubh", start, TO_AND_FRO, 13),
        "defenders: the moves were repeated"
    );
    let tablut = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a";
    let cycle = "e8-f8 e7-f7 f8-e8 f7-e7";
    assert_eq!(repeated("tafl:tablut", tablut, cycle, 12), "");
    assert_eq!(
        repeated("tafl:tablut", tablut, cycle, 13),
        "nobody: the moves were repeated"
    );
    let fuga = "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 a";
    let cycle = "d6-e6 c5-b5 e6-d6 b5-c5";
    assert_eq!(repeated("fuga:7", fuga, cycle, 7), "");
    assert_eq!(
        repeated("fuga:7", fuga, cycle, 8),
        "nobody: the position was repeated"
    );
}

#[test]
fn the_move_limit_ends_games() {
    struct Longest;
    impl GameVisitor for Longest {
        type Output = usize;
        fn visit<G: Playable>(self, game: &G) -> usize {
            let mut generator = game::random::Seed(5).generator();
            let mut longest = 0;
            for _ in 0..30 {
                let mut position = game.start();
                let moves = game::random::play_randomly(game, &mut position, 5000, &mut generator);
                if game.end_reason(&position) == "500 moves were played" {
                    assert_eq!(game.outcome(&position), Some(game::Outcome::DRAW));
                    assert_eq!(moves.len(), 500);
                }
                longest = longest.max(moves.len());
            }
            longest
        }
    }
    let game = parse_game("fuga:13", &NoFiles).expect("a game");
    assert_eq!(game.visit(Longest), 500);
}

#[test]
fn fuga_starts_as_published() {
    struct Start;
    impl GameVisitor for Start {
        type Output = String;
        fn visit<G: Playable>(self, game: &G) -> String {
            game.write_file(&game.start())
        }
    }
    let file = |game| parse_game(game, &NoFiles).expect("a game").visit(Start);
    let expected = |rows: &str| format!("1\n{}\n", rows.replace('/', "\n"));
    assert_eq!(
        file("fuga:7"),
        expected("00NNN00/000N000/N0GGG0N/NNGRGNN/N0GGG0N/000N000/00NNN00")
    );
    assert_eq!(
        file("fuga:9"),
        expected(
            "000NNN000/0000N0000/000000000/N00GGG00N/NN0GRG0NN/N00GGG00N/000000000/0000N0000/000NNN000"
        )
    );
    let half =
        "0000NNNNN0000/000000N000000/0000000000000/0000000000000/N00000G00000N/N0000GGG0000N/";
    let mut mirrored: Vec<&str> = half.trim_end_matches('/').split('/').collect();
    mirrored.reverse();
    assert_eq!(
        file("fuga:13"),
        expected(&format!("{half}NN00GGRGG00NN/{}", mirrored.join("/")))
    );
}

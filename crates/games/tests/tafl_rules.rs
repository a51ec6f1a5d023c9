//! The rules of tafl, one by one, on small hand-made boards.

use game::{Notation, play_text};
use games::{GameVisitor, NoFiles, parse_game};

/// Plays moves from a position; says how they are written, and how the game stands: nothing while
/// it goes on, else who won and why.
struct Play<'text>(&'text str, &'text str);

impl GameVisitor for Play<'_> {
    type Output = Result<(String, String), String>;

    fn visit<G: Notation>(self, game: &G) -> Self::Output {
        let Play(position, moves) = self;
        let mut position = game
            .parse_position(position)
            .map_err(|error| error.to_string())?;
        let start = position.clone();
        let played =
            play_text(game, &mut position, moves).map_err(|error| error.problem().to_string())?;
        let standing = match game.outcome(&position) {
            None => String::new(),
            Some(outcome) => {
                let winner = outcome
                    .winner()
                    .map_or("nobody".to_string(), |side| game.side_name(side));
                format!("{winner}: {}", game.end_reason(&position))
            }
        };
        Ok((game.write_moves(&start, &played), standing))
    }
}

/// A diagram, rows from the top, as a position text.
fn position(rows: &[&str], side: &str) -> String {
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for letter in row.chars().filter(|letter| *letter != ' ').chain(['/']) {
                if letter == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(letter);
            }
            text.trim_end_matches('/').to_string()
        })
        .collect();
    format!("{} {side}", rows.join("/"))
}

fn play(game: &str, rows: &[&str], side: &str, moves: &str) -> Result<(String, String), String> {
    parse_game(game, &NoFiles)
        .expect("a game")
        .visit(Play(&position(rows, side), moves))
}

#[track_caller]
fn check(game: &str, rows: &[&str], side: &str, moves: &str, written: &str, standing: &str) {
    assert_eq!(
        play(game, rows, side, moves),
        Ok((written.to_string(), standing.to_string())),
        "{game}: {}",
        position(rows, side)
    );
}

/// The move is refused for this reason.
#[track_caller]
fn refuse(game: &str, rows: &[&str], side: &str, moves: &str, problem: &str) {
    let refused = play(game, rows, side, moves).expect_err("must be refused");
    assert!(refused.contains(problem), "{refused}");
}

/// Rules on 7 × 7 with the defaults of the notation, except for these.
fn seven(rules: &str) -> String {
    format!("tafl:dim:7 {rules} start:3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3")
}

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
fn shieldwalls() {
    let rows = |top: [&'static str; 2]| {
        let mut rows = ["..........."; 11];
        rows[9] = top[0];
        rows[10] = top[1];
        rows[3] = "..K.......t";
        rows[2] = "...T.......";
        rows
    };
    let wall = rows(["...ttt.t...", "..tTTT....."]);
    check(
        "tafl:copenhagen",
        &wall,
        "a",
        "h2-h1 c8-c9 h1-g1",
        "h2-h1 c8-c9 h1-g1xd1/e1/f1",
        "",
    );
    check(
        "tafl:fetlar",
        &wall,
        "a",
        "h2-h1 c8-c9 h1-g1",
        "h2-h1 c8-c9 h1-g1",
        "",
    );
    // A corner closes it where shieldwalls are strong.
    let corner = rows([".tt....t...", ".TT........"]);
    check(
        "tafl:copenhagen",
        &corner,
        "a",
        "h2-d2 d9-d8 d2-d1",
        "h2-d2 d9-d8 d2-d1xb1/c1",
        "",
    );
    let weak = "tafl:dim:11 sw:w starti:3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3";
    check(
        weak,
        &corner,
        "a",
        "h2-d2 d9-d8 d2-d1",
        "h2-d2 d9-d8 d2-d1",
        "",
    );
    // Not with a hole in it, nor with a friend in front.
    let hole = rows(["...t.t.t...", "..tTTT....."]);
    check(
        "tafl:copenhagen",
        &hole,
        "a",
        "h2-h1 c8-c9 h1-g1",
        "h2-h1 c8-c9 h1-g1",
        "",
    );
    let friend = rows(["...tTt.t...", "..tTTT....."]);
    check(
        "tafl:copenhagen",
        &friend,
        "a",
        "h2-h1 c8-c9 h1-g1",
        "h2-h1 c8-c9 h1-g1",
        "",
    );
    // The move must be the flanking one, unless the rules say otherwise.
    let late = rows(["...tt..t...", "..tTTTt...."]);
    check("tafl:copenhagen", &late, "a", "h2-f2", "h2-f2", "");
    let any = weak.replace("sw:w", "sw:w swf:n");
    check(&any, &late, "a", "h2-f2", "h2-f2xd1/e1/f1", "");
    // Both ways at once. (The crate hnefatafl looks one way only and takes two of the four.)
    let mut both = rows([".tt.tt.....", ".TT.TTt...."]);
    both[7] = "...t.......";
    check(
        "tafl:copenhagen",
        &both,
        "a",
        "d4-d1",
        "d4-d1xb1/c1/e1/f1",
        "",
    );
    // Defenders make them too.
    let theirs = rows(["...TTT.....", "..Tttt.T..."]);
    check(
        "tafl:copenhagen",
        &theirs,
        "d",
        "h1-g1",
        "h1-g1xd1/e1/f1",
        "",
    );
}

#[test]
fn a_shieldwall_does_not_take_the_king() {
    let mut rows = ["..........."; 11];
    rows[2] = "...T.......";
    rows[3] = "..........t";
    rows[9] = "...ttt.t...";
    rows[10] = "..tTKT.....";
    check(
        "tafl:copenhagen",
        &rows,
        "a",
        "h2-h1 d9-d8 h1-g1",
        "h2-h1 d9-d8 h1-g1xd1/f1",
        "",
    );
    // He may stand at the end of the row.
    rows[10] = "..tTTK.....";
    check(
        "tafl:copenhagen",
        &rows,
        "a",
        "h2-h1 d9-d8 h1-g1",
        "h2-h1 d9-d8 h1-g1xd1/e1",
        "",
    );
}

#[test]
fn exit_forts() {
    let rows = |bottom: [&'static str; 3]| {
        let mut rows = ["..........."; 11];
        rows[3] = "......T...t";
        rows[8] = bottom[0];
        rows[9] = bottom[1];
        rows[10] = bottom[2];
        rows
    };
    let fort = "defenders: the king is in an exit fort";
    let closed = rows(["...........", "....TT.....", "...TK......"]);
    check("tafl:copenhagen", &closed, "d", "g8-g1", "g8-g1", fort);
    check("tafl:fetlar", &closed, "d", "g8-g1", "g8-g1", "");
    // No room, a gap, an attacker inside.
    let no_room = rows(["...........", "....T......", "...TKT....."]);
    check("tafl:copenhagen", &no_room, "d", "g8-g1", "g8-g1", "");
    let gap = rows(["...........", "....T......", "...TK......"]);
    check("tafl:copenhagen", &gap, "d", "g8-g1", "g8-g1", "");
    let enemy = rows(["...........", "....TTT....", "...TKt....."]);
    check("tafl:copenhagen", &enemy, "d", "g8-g3", "g8-g3", "");
    // e3 could be captured from d3 and f3, until a friend stands beside it.
    let weak = rows(["....T......", "...T.T.....", "...TK......"]);
    check("tafl:copenhagen", &weak, "d", "g8-g1", "g8-g1", "");
    let firm = rows(["...TT......", "...T.T.....", "...TK......"]);
    check("tafl:copenhagen", &firm, "d", "g8-g1", "g8-g1", fort);
}

#[test]
fn encirclement() {
    let surrounded = "attackers: the defenders are surrounded";
    let ring = [
        ". . . . . . .",
        ". . . t . . .",
        ". . t . t . .",
        "t . . K . t .",
        ". . t . t . .",
        ". . . t . . .",
        ". . . . . . .",
    ];
    check("tafl:brandubh", &ring, "a", "a4-b4", "a4-b4", surrounded);
    check("tafl:magpie", &ring, "a", "a4-b4", "a4-b4", "");
    check("fuga:7", &ring, "a", "a4-b4", "a4-b4", "");
    // One defender outside is enough, until he is captured.
    let outside = [
        ". . . . . . .",
        ". . . t . . .",
        ". . t . t . .",
        ". t . K . t .",
        ". . t . t . .",
        "t . . t . . .",
        ". . T t . . .",
    ];
    check("tafl:brandubh", &outside, "a", "a2-b2", "a2-b2", "");
    check(
        "tafl:brandubh",
        &outside,
        "a",
        "a2-b2 d4-d5 b2-b1",
        "a2-b2 d4-d5 b2-b1xc1",
        surrounded,
    );
    // The edge is a way out.
    let edge = [
        ". . . . . . .",
        ". . . . . . .",
        ". . t t t . .",
        "t . . . . t .",
        ". t . K . t .",
        ". t . . . t .",
        ". . t . t . .",
    ];
    check("tafl:brandubh", &edge, "a", "a4-b4", "a4-b4", "");
    // d5 can be captured from inside: enough where a ring must be closed, not where it must hold.
    let weak = [
        ". . . . . . .",
        ". . t . t . .",
        ". t . t . t .",
        "t . . K . t .",
        ". . t t t . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    check("tafl:brandubh", &weak, "a", "a4-b4", "a4-b4", "");
    check(
        &seven("surf:y ks:c"),
        &weak,
        "a",
        "a4-b4",
        "a4-b4",
        surrounded,
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
        fn visit<G: Notation>(self, game: &G) -> usize {
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
        fn visit<G: Notation>(self, game: &G) -> String {
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

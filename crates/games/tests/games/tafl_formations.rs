//! Shieldwalls, exit forts and encirclements, on hand-made boards.

use crate::tafl_support::{check, seven};

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

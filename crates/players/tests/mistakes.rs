//! What is wrong with a player's text is told with its place, what is known there, and what may
//! have been meant.

use game::Playable;
use game::arguments::NoFiles;
use games::{GameVisitor, parse_game};
use players::Spec;

struct Message<'text>(&'text str);

impl GameVisitor for Message<'_> {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        match Spec::parse(game, self.0) {
            Ok(spec) => format!("read as {spec}"),
            Err(error) => error.to_string(),
        }
    }
}

/// What messages say often, and how the tables below abbreviate it.
const ABBREVIATIONS: [(&str, &str); 4] = [
    (
        "<players>",
        "engine, mcts, solver, minimax, alphabeta, greedy, height, adaptive, random, first, \
         process, level, staff, plain, line, h1, h2, h3, grid, genetic",
    ),
    (
        "<alphabeta>",
        "depth=, nodes=, time=, cpu=, eval=, weights=, weights-first=, weights-second=, network=, cut=, symmetry=, table=, order=, ties=, deepening=, seed=",
    ),
    (
        "<weights>",
        "numbers separated by slashes, such as 4/2/5/4/2",
    ),
    (
        "<too large>",
        "the weights are too large, or have too many decimals, for sums on this board to be exact",
    ),
];

/// Checks the error messages, all in one go.
fn check(game: &str, table: &[(&str, &str)]) {
    let built = parse_game(game, &NoFiles).unwrap_or_else(|error| panic!("{game}: {error}"));
    let mut wrong = Vec::new();
    for (text, expected) in table {
        let message = built.visit(Message(text));
        let mut expected = format!("player, {expected}");
        for (short, long) in ABBREVIATIONS {
            expected = expected.replace(short, long);
        }
        if message != expected {
            wrong.push(format!("{text}\n  {message}\n  {expected}\n"));
        }
    }
    assert!(
        wrong.is_empty(),
        "text, is, should be:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn words() {
    check(
        "connect",
        &[
            (
                "minmax",
                r#"column 1: there is no player "minmax" (did you mean "minimax"?); expected <players>"#,
            ),
            (
                "negmax:depth=3",
                r#"column 1: there is no player "negmax" (did you mean "negamax"?); expected <players>"#,
            ),
            (
                "nobody",
                r#"column 1: there is no player "nobody"; expected <players>"#,
            ),
            ("", r#"column 1: there is no player ""; expected <players>"#),
            (
                "ALFABETA",
                r#"column 1: there is no player "ALFABETA" (did you mean "alphabeta"?); expected <players>"#,
            ),
            (
                "h2 ",
                r#"column 1: there is no player "h2 " (did you mean "h2"?); expected <players>"#,
            ),
            (
                "greedi",
                r#"column 1: there is no player "greedi" (did you mean "greedy"?); expected <players>"#,
            ),
            (
                "champion",
                r#"column 1: there is no player "champion"; expected <players>"#,
            ),
            (
                "ñandú:depth=2",
                r#"column 1: there is no player "ñandú"; expected <players>"#,
            ),
            (
                "motor",
                r#"column 1: there is no player "motor"; expected <players>"#,
            ),
        ],
    );
}

#[test]
fn outside_programs() {
    check(
        "connect",
        &[
            (
                "process",
                "column 8: the command is empty; expected a program and its arguments, such as ./player --fast",
            ),
            (
                "process:",
                "column 9: the text ends; expected an argument behind the colon, or no colon",
            ),
            (
                "process:memory=1G, ",
                "column 20: the command is empty; expected a program and its arguments, such as ./player --fast",
            ),
            (
                "process:memory=1G,''",
                "column 19: the command is empty; expected a program and its arguments, such as ./player --fast",
            ),
            (
                "process:./player 'a",
                "column 9: a quote in the command is never closed; expected quotes in pairs",
            ),
            (
                "process:./player\nquit",
                "line 1, column 9: the command contains '\\n'; expected one line of text",
            ),
            (
                "process:memory=1T,./player",
                r#"column 16: memory cannot be "1T"; expected an amount such as 512M or 2G"#,
            ),
            (
                "process:memory=1K,./player",
                r#"column 16: memory cannot be "1K"; expected an amount such as 512M or 2G"#,
            ),
            (
                "process:cpu=1s,cpu=2s,./player",
                "column 16: cpu is given twice",
            ),
            (
                "process:files=,./player",
                r#"column 15: files cannot be ""; expected private, off, or directories it may write to, with colons between them"#,
            ),
            (
                "process:protocol=uci,./player",
                r#"column 18: protocol cannot be "uci"; expected partida, bricks-judge or connect-judge"#,
            ),
            (
                "process:protocol=bricks-judge,./player",
                "column 18: protocol bricks-judge is not for connect:7x6,c=4; expected a game of Bricks",
            ),
        ],
    );
    check(
        "amazons",
        &[(
            "process:memory=2G,protocol=connect-judge,./player",
            "column 28: protocol connect-judge is not for amazons:10x10; expected a game of Connect",
        )],
    );
}

#[test]
fn arguments() {
    check(
        "connect",
        &[
            (
                "alphabeta:",
                "column 11: the text ends; expected an argument behind the colon, or no colon",
            ),
            ("alphabeta:,", "column 11: found ','; expected <alphabeta>"),
            (
                "alphabeta:depth=3,",
                "column 19: the text ends; expected <alphabeta>",
            ),
            (
                "alphabeta:depth=3,,cut=full",
                "column 19: found ','; expected <alphabeta>",
            ),
            (
                "random:",
                "column 8: the text ends; expected an argument behind the colon, or no colon",
            ),
            (
                "random:,",
                "column 8: found ','; expected seed= (a whole number from 0)",
            ),
            (
                "alphabeta:dept=3",
                r#"column 11: there is no "dept" (did you mean "depth"?); expected <alphabeta>"#,
            ),
            (
                "alphabeta:Dept=3",
                r#"column 11: there is no "Dept" (did you mean "depth"?); expected <alphabeta>"#,
            ),
            (
                "alphabeta:plies=3",
                r#"column 11: there is no "plies"; expected <alphabeta>"#,
            ),
            (
                "random:depth=3",
                r#"column 8: there is no "depth"; expected seed= (a whole number from 0)"#,
            ),
            (
                "first:seed=1",
                r#"column 7: there is no "seed"; expected no arguments"#,
            ),
            (
                "alphabeta:3",
                r#"column 11: "3" is not known here; expected <alphabeta>"#,
            ),
            (
                "first:3",
                r#"column 7: "3" is not known here; expected no arguments"#,
            ),
            (
                "minimax:cut=full",
                r#"column 9: there is no "cut"; expected depth=, nodes=, time=, cpu=, eval=, weights=, weights-first=, weights-second=, network=, symmetry=, table=, ties=, deepening=, seed="#,
            ),
            (
                "h2:depht=8",
                r#"column 4: there is no "depht"; expected <alphabeta>"#,
            ),
            (
                "staff:p=0.5",
                r#"column 7: there is no "p" (did you mean "q"?); expected q= (a number from 0 to 1), seed= (a whole number from 0)"#,
            ),
            (
                "alphabeta:depth=3,depth=4",
                "column 19: depth is given twice; expected it once",
            ),
            (
                "alphabeta:depth=3,cut=full,DEPTH=4",
                "column 28: depth is given twice; expected it once",
            ),
            (
                "alphabeta:depth=",
                r#"column 17: depth cannot be ""; expected a whole number from 1 to 1000"#,
            ),
            (
                "alphabeta:depth",
                "column 11: depth has no value; expected depth= and a whole number from 1 to 1000",
            ),
            (
                "alphabeta:depth=x",
                r#"column 17: depth cannot be "x"; expected a whole number from 1 to 1000"#,
            ),
            (
                "alphabeta:depth=0",
                r#"column 17: depth cannot be "0"; expected a whole number from 1 to 1000"#,
            ),
            (
                "alphabeta:depth=1001",
                r#"column 17: depth cannot be "1001"; expected a whole number from 1 to 1000"#,
            ),
            (
                "alphabeta:depth=-1",
                r#"column 17: depth cannot be "-1"; expected a whole number from 1 to 1000"#,
            ),
            (
                "alphabeta:depth=2.5",
                r#"column 17: depth cannot be "2.5"; expected a whole number from 1 to 1000"#,
            ),
            (
                "alphabeta:nodes=0",
                r#"column 17: nodes cannot be "0"; expected a whole number from 1"#,
            ),
            (
                "alphabeta:nodes=99999999999999999999",
                r#"column 17: nodes cannot be "99999999999999999999"; expected a whole number from 1"#,
            ),
            (
                "alphabeta:time=0",
                r#"column 16: time cannot be "0"; expected a time such as 100ms, 2s or 1m"#,
            ),
            (
                "alphabeta:time=soon",
                r#"column 16: time cannot be "soon"; expected a time such as 100ms, 2s or 1m"#,
            ),
            (
                "alphabeta:time=1d",
                r#"column 16: time cannot be "1d"; expected a time such as 100ms, 2s or 1m"#,
            ),
            (
                "alphabeta:time=-1s",
                r#"column 16: time cannot be "-1s"; expected a time such as 100ms, 2s or 1m"#,
            ),
            (
                "alphabeta:cut=ful",
                r#"column 15: cut cannot be "ful" (did you mean "full"?); expected full or one-sided"#,
            ),
            (
                "alphabeta:cut=none",
                r#"column 15: cut cannot be "none"; expected full or one-sided"#,
            ),
            (
                "alphabeta:order=histroy",
                r#"column 17: order cannot be "histroy" (did you mean "history"?); expected canonical, evaluator or history"#,
            ),
            (
                "alphabeta:symmetry=maybe",
                r#"column 20: symmetry cannot be "maybe"; expected on or off"#,
            ),
            (
                "alphabeta:ties=any",
                r#"column 16: ties cannot be "any"; expected first or random"#,
            ),
            (
                "alphabeta:table=65537",
                r#"column 17: table cannot be "65537"; expected a whole number from 0 to 4096"#,
            ),
            (
                "height:k=1",
                r#"column 10: k cannot be "1"; expected a whole number from 2 to 100"#,
            ),
            (
                "adaptive:x=0",
                r#"column 12: x cannot be "0"; expected a number from 0.01 to 2"#,
            ),
            (
                "adaptive:x=2.01",
                r#"column 12: x cannot be "2.01"; expected a number from 0.01 to 2"#,
            ),
            (
                "adaptive:k=2",
                r#"column 12: k cannot be "2"; expected a whole number from 3 to 20"#,
            ),
            (
                "staff:q=1.5",
                r#"column 9: q cannot be "1.5"; expected a number from 0 to 1"#,
            ),
            (
                "staff:q=half",
                r#"column 9: q cannot be "half"; expected a number from 0 to 1"#,
            ),
            (
                "level:0",
                r#"column 7: level cannot be "0"; expected a whole number from 1 to 10"#,
            ),
            (
                "level:11",
                r#"column 7: level cannot be "11"; expected a whole number from 1 to 10"#,
            ),
            (
                "level:x",
                r#"column 7: level cannot be "x"; expected a whole number from 1 to 10"#,
            ),
            (
                "level:7,8",
                r#"column 9: "8" is not known here; expected level (a whole number from 1 to 10), seed= (a whole number from 0)"#,
            ),
            (
                "level:7,level=8",
                "column 9: level is given twice; expected it once",
            ),
            (
                "level:7,depth=3",
                r#"column 9: there is no "depth"; expected level (a whole number from 1 to 10), seed= (a whole number from 0)"#,
            ),
            (
                "level:",
                "column 7: the text ends; expected an argument behind the colon, or no colon",
            ),
        ],
    );
}

#[test]
fn evaluators_and_weights() {
    check(
        "connect",
        &[
            (
                "alphabeta:eval=h4",
                r#"column 16: eval cannot be "h4" (did you mean "h1"?); expected h2, h1, h3, threats, outcome"#,
            ),
            (
                "alphabeta:eval=",
                r#"column 16: eval cannot be ""; expected an evaluator of the game"#,
            ),
            (
                "alphabeta:depth=3,eval=islands",
                r#"column 24: eval cannot be "islands"; expected h2, h1, h3, threats, outcome"#,
            ),
            (
                "h2:eval=H9",
                r#"column 9: eval cannot be "H9" (did you mean "h1"?); expected h2, h1, h3, threats, outcome"#,
            ),
            (
                "greedy:eval=h1,weights=1/2/3/4",
                "column 24: 4 weights are given; expected at most 3: centre/next/outer",
            ),
            (
                "greedy:eval=outcome,weights=1",
                "column 29: a weight is given; expected none: this evaluator has no features",
            ),
            (
                "greedy:weights=",
                r#"column 16: weights cannot be ""; expected <weights>"#,
            ),
            (
                "greedy:weights=1//2",
                r#"column 16: weights cannot be "1//2"; expected <weights>"#,
            ),
            (
                "greedy:weights=a",
                r#"column 16: weights cannot be "a"; expected <weights>"#,
            ),
            (
                "greedy:weights=1/2/",
                r#"column 16: weights cannot be "1/2/"; expected <weights>"#,
            ),
            (
                "greedy:weights=1000001",
                "column 16: the weight of same cannot be 1000001; expected a number from -1000000 to 1000000",
            ),
            (
                "greedy:weights=1000000000000",
                r#"column 16: weights cannot be "1000000000000"; expected <weights>"#,
            ),
            (
                "greedy:weights=1/0.0000001",
                r#"column 16: weights cannot be "1/0.0000001"; expected <weights>"#,
            ),
            (
                "line:weights=101",
                "column 14: the weight of left-diagonal cannot be 101; expected a number from -100 to 100",
            ),
            (
                "line:weights=0/-100.5",
                "column 14: the weight of right-diagonal cannot be -100.5; expected a number from -100 to 100",
            ),
            (
                "grid:weights=1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16",
                "column 14: 16 weights are given; expected at most 15: left-diagonal/right-diagonal/down/horizontal/bottom-left/top-left/top-right/bottom-right/column-a/column-b/column-c/column-d/column-e/column-f/column-g",
            ),
            ("greedy:weights=1000000/0.000001", "column 16: <too large>"),
            (
                "greedy:weights=1,weights-second=1000000/0.000001",
                "column 33: <too large>",
            ),
            (
                "plain:weights=1",
                r#"column 7: there is no "weights"; expected open= (a number from 0 to 1), seed= (a whole number from 0)"#,
            ),
            (
                "staff:weights-first=1",
                r#"column 7: there is no "weights-first"; expected q= (a number from 0 to 1), seed= (a whole number from 0)"#,
            ),
        ],
    );
    check(
        "bricks:20",
        &[
            ("greedy:weights=1000000", "column 16: <too large>"),
            (
                "greedy:weights=4/2/5/4/2/0/0/1",
                "column 16: 8 weights are given; expected at most 7: score/own-expansion/enemy-expansion/wall-distance/divisions/enclosed/divisions-v1",
            ),
            (
                "greedy:eval=score,weights=1",
                "column 27: a weight is given; expected none: this evaluator has no features",
            ),
            (
                "champion:eval=liberties,weights=1",
                "column 33: a weight is given; expected none: this evaluator has no features",
            ),
            (
                "heurb:weights=4",
                "column 15: a weight is given; expected none: this evaluator has no features",
            ),
            (
                "heurb:eval=hands",
                r#"column 12: eval cannot be "hands"; expected score, islands, liberties, final, growth"#,
            ),
            ("adaptive:weights-first=1000000", "column 24: <too large>"),
            (
                "greedy:weights=1,weights-first=1/2/3/4/5/6/7/8",
                "column 32: 8 weights are given; expected at most 7: score/own-expansion/enemy-expansion/wall-distance/divisions/enclosed/divisions-v1",
            ),
        ],
    );
}

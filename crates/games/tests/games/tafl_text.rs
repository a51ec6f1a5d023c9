//! Tafl as text: rulesets, positions, board files, moves, and the errors of bad ones.

use game::Playable;
use game::text::TextError;
use games::tafl::{Any, NoMove, Ruleset};
use games::{AnyGame, Files, GameVisitor, NoFiles, parse_game, parse_game_for};
use proptest::prelude::*;

const PRESETS: [&str; 18] = [
    "fuga:7",
    "fuga:9",
    "fuga:11",
    "fuga:13",
    "fuga:15",
    "fuga:19",
    "tafl:copenhagen",
    "tafl:copenhagen-13",
    "tafl:fetlar",
    "tafl:brandubh",
    "tafl:magpie",
    "tafl:tablut",
    "tafl:tablut-camps",
    "tafl:sea-battle",
    "tafl:tawlbwrdd",
    "tafl:parlett",
    "tafl:tablut-15",
    "tafl:alea-evangelii",
];

/// A file system with one file.
struct File<'content>(&'content str);

impl Files for File<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        if path == "rules" {
            Ok(self.0.to_string())
        } else {
            Err("no such file".to_string())
        }
    }
}

fn parse(text: &str) -> AnyGame {
    parse_game(text, &NoFiles).expect("a game")
}

fn rules(game: &AnyGame) -> Ruleset {
    match game {
        AnyGame::Tafl(Any::Small(game)) => game.rules().clone(),
        AnyGame::Tafl(Any::Medium(game)) => game.rules().clone(),
        AnyGame::Tafl(Any::Large(game)) => game.rules().clone(),
        AnyGame::Tafl(Any::Huge(game)) => game.rules().clone(),
        _ => panic!("not tafl"),
    }
}

struct Texts;

impl GameVisitor for Texts {
    type Output = [String; 2];

    fn visit<G: Playable>(self, game: &G) -> [String; 2] {
        let texts: Vec<(&str, String)> = game.rules_texts();
        let [("toml", toml), ("opentafl", one_line)] = texts.as_slice() else {
            panic!("{texts:?}");
        };
        [toml.clone(), one_line.clone()]
    }
}

#[test]
fn rulesets_survive_toml() {
    for preset in PRESETS {
        let game = parse(preset);
        let [toml, _] = game.visit(Texts);
        let again = parse_game("tafl:@rules", &File(&toml)).expect("a ruleset");
        assert_eq!(rules(&again), rules(&game), "{preset}:\n{toml}");
    }
}

#[test]
fn rulesets_survive_the_one_line_notation_but_for_what_it_cannot_say() {
    let mut whole = Vec::new();
    for preset in PRESETS {
        let game = parse(preset);
        let rules_before = rules(&game);
        let [_, text] = game.visit(Texts);
        let mut again = rules(&parse_game("tafl:@rules", &File(&text)).expect("a ruleset"));
        let line = text.lines().last().expect("a line");
        if line == text.trim_end() {
            whole.push(preset);
            // Then the line alone is the game.
            assert_eq!(rules(&parse(&format!("tafl:{line}"))), rules_before);
        }
        for comment in text
            .lines()
            .filter_map(|line| line.strip_prefix("# not in this notation: "))
        {
            match comment {
                "the king is taken from three sides" => {
                    again.king_strength = rules_before.king_strength;
                }
                "a ring around the defenders wins only if it cannot be broken" => {
                    again.surrounded = rules_before.surrounded;
                }
                "the 3rd repetition of moves counts, not of positions" => {
                    again.repetition.of = rules_before.repetition.of;
                }
                "a side without a move draws" => again.no_move = NoMove::Draw,
                "the game is drawn after 500 plies" => again.move_limit = 500,
                "the game is drawn after 2000 plies" => again.move_limit = 2000,
                "the sides are called enemies and guards" => {
                    again.side_names = ["enemies".to_string(), "guards".to_string()];
                }
                other => panic!("{preset}: {other}"),
            }
        }
        // Fields of special cells that are not there are not written.
        for (read, written) in [
            (&mut again.throne, &rules_before.throne),
            (&mut again.corners, &rules_before.corners),
        ] {
            if written.cells.is_empty() {
                read.clone_from(written);
            }
        }
        assert_eq!(again, rules_before, "{preset}: {text}");
    }
    assert_eq!(
        whole,
        [
            "tafl:magpie",
            "tafl:tablut-camps",
            "tafl:sea-battle",
            "tafl:tawlbwrdd",
            "tafl:parlett",
            "tafl:tablut-15"
        ]
    );
}

#[test]
fn the_one_line_notation_is_read_as_the_community_writes_it() {
    // Published strings, the start from rank 1 up.
    let copenhagen = rules(&parse(
        "tafl:dim:11 atkf:n sw:s efe:y \
         start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    ));
    assert_eq!(copenhagen.layout, rules(&parse("tafl:copenhagen")).layout);
    assert!(copenhagen.exit_fort && copenhagen.shieldwall.is_some_and(|wall| wall.corners_close));
    let old = rules(&parse(
        "tafl:dim:7 name:Brandub ks:n ber:n kj:n cenhe: cenh: cenp:tcnkTCNK \
         start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    ));
    assert_eq!(old.throne.hostile_empty.to_string(), "");
    assert_eq!(old.throne.pass.to_string(), "tTK");
    // From rank 1 up, and from the top.
    let up = rules(&parse("tafl:dim:5 start:ttttt/5/2K2/5/5"));
    let down = rules(&parse("tafl:dim:5 starti:/5/5/2K2/5/ttttt/"));
    assert_eq!(up, down);
    // Comments and line breaks, in a file.
    let file = "# mine\ndim:5 esc:e\n  # more\nsw:s swf:n\nstart:ttttt/5/2K2/5/5\n";
    let read = rules(&parse_game("tafl:@rules", &File(file)).expect("a ruleset"));
    assert!(read.shieldwall.is_some_and(|wall| !wall.flanking));
    let other_order = "dim:5 esc:e swf:n sw:s start:ttttt/5/2K2/5/5";
    assert_eq!(rules(&parse(&format!("tafl:{other_order}"))), read);
}

fn game_error(text: &str) -> String {
    parse_game(text, &NoFiles)
        .map(|game| rules(&game))
        .expect_err("must be refused")
        .to_string()
}

fn file_error(content: &str) -> String {
    parse_game("tafl:@rules", &File(content))
        .map(|game| rules(&game))
        .expect_err("must be refused")
        .to_string()
}

#[test]
fn bad_games_are_refused_in_place() {
    for (text, error) in [
        (
            "fuga:8",
            "game, column 6: size cannot be \"8\"; expected an odd number from 7 to 19",
        ),
        (
            "tafl:5",
            "game, column 6: there is no board of 5 x 5; expected an odd number from 7 to 19",
        ),
        (
            "tafl:@nowhere",
            "game, column 6: nowhere: files cannot be read here; expected a file with a ruleset",
        ),
        (
            "tafl:copenhage",
            "game, column 6: there is no ruleset \"copenhage\" (did you mean \"copenhagen\"?); expected \
             fuga, copenhagen, copenhagen-13, fetlar, brandubh, magpie, tablut, tablut-camps, \
             sea-battle, tawlbwrdd, parlett, tablut-15, alea-evangelii, an odd size, @file or dim:…",
        ),
    ] {
        assert_eq!(game_error(text), error, "{text}");
    }
}

#[test]
fn bad_one_line_rules_are_refused_in_place() {
    let start = "start:3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3";
    for (rules, error) in [
        (
            "dim:8",
            "game, column 10: the board cannot be \"8\" cells wide; expected an odd number from 5 to 19",
        ),
        (
            "dim:7 ber:c",
            "game, column 12: berserk moves are outside our rules; expected rules without them",
        ),
        (
            "dim:7 kj:r",
            "game, column 12: jumps of the king are outside our rules; expected rules without them",
        ),
        (
            "dim:7 nj:c",
            "game, column 12: knights and their jumps are outside our rules; expected rules without them",
        ),
        (
            "dim:7 cj:j",
            "game, column 12: commanders and their jumps are outside our rules; expected rules without them",
        ),
        (
            "dim:7 esc:x",
            "game, column 16: esc cannot be \"x\"; expected c or e",
        ),
        (
            "dim:7 surf:1",
            "game, column 17: surf cannot be \"1\"; expected y or n",
        ),
        (
            "dim:7 tfr:x",
            "game, column 16: tfr cannot be \"x\"; expected i, d, w or l",
        ),
        (
            "dim:7 ka:x",
            "game, column 15: ka cannot be \"x\"; expected y, n, a or h",
        ),
        (
            "dim:7 ks:x",
            "game, column 15: ks cannot be \"x\"; expected s, c, m or w",
        ),
        (
            "dim:7 sw:x",
            "game, column 15: sw cannot be \"x\"; expected n, w or s",
        ),
        (
            "dim:7 spd:1,2,3",
            "game, column 16: spd cannot be \"1,2,3\"; expected one number, one for each side, or eight (t c n k T C N K), -1 for no limit",
        ),
        (
            "dim:7 cor:a1,h1",
            "game, column 19: h1 is not on the board; expected a cell from a1 to g7",
        ),
        (
            "dim:7 cor:a1;b1",
            "game, column 18: found ';'; expected a comma and another cell",
        ),
        (
            "dim:7 cor: cen:a1",
            "game, column 16: the king escapes to the corners, but there are none; expected corner cells, or escape to the edge",
        ),
        (
            "dim:7 afor:d4",
            "game, column 17: d4 is special in two ways; expected each cell in one list at most",
        ),
        (
            "dim:7 corh:tx",
            "game, column 17: \"tx\" is not a list of pieces; expected letters of t, T and K, or all, none, attackers or defenders",
        ),
        (
            "dim:7 esc:e esc:e",
            "game, column 18: esc is given twice; expected it once",
        ),
        (
            "dim:7 rule",
            "game, column 12: \"rule\" is not a rule; expected name:value",
        ),
    ] {
        assert_eq!(
            game_error(&format!("tafl:{rules} {start}")),
            error,
            "{rules}"
        );
    }
    let unknown = game_error(&format!("tafl:dim:7 esx:e {start}"));
    assert!(
        unknown.starts_with("game, column 12: there is no rule \"esx\" (did you mean \"esc\"?); expected dim, name, esc,"),
        "{unknown}"
    );
    for (text, error) in [
        (
            "dim:7 esc:e",
            "game, column 17: the rules have no start; expected start: and the rows of the board",
        ),
        (
            "dim:7 start:3t3/3t3/3T3/ttTNTtt/3T3/3t3/3t3",
            "game, column 33: knights are outside our rules; expected t, T and K only",
        ),
        (
            "dim:7 start:3t3/3t3/3T3/ttTCTtt/3T3/3t3/3t3",
            "game, column 33: commanders are outside our rules; expected t, T and K only",
        ),
        (
            "dim:7 start:3t3/3x3",
            "game, column 23: found 'x'; expected a number of empty cells, t, T, K or /",
        ),
        (
            "dim:7 start:3t3/7",
            "game, column 18: the board has 7 columns and 2 rows; expected 7 columns and 7 rows",
        ),
        (
            "dim:7 start:3t3/3t3/3T3/ttTTTtt/3T3/3t3/3t3",
            "game, column 18: 0 kings; expected one king",
        ),
        (
            "dim:7 start:7/7/7/3K3/7/7/7",
            "game, column 18: no attackers; expected at least one attacker",
        ),
    ] {
        assert_eq!(game_error(&format!("tafl:{text}")), error, "{text}");
    }
    assert_eq!(
        file_error(&format!("dim:7\nesc:z\n{start}\n")),
        "rules, line 2, column 5: esc cannot be \"z\"; expected c or e"
    );
}

#[test]
fn bad_toml_rules_are_refused_in_place() {
    let layout = "layout = \"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3\"\n";
    for (rules, error) in [
        ("", "rules, column 1: missing field `size`"),
        (
            "size = 8\n",
            "rules, line 1, column 8: size: the board cannot be 8 cells wide; expected an odd number from 5 to 19",
        ),
        (
            "size = \"x\"\n",
            "rules, line 1, column 8: invalid type: string \"x\", expected usize",
        ),
        (
            "size = 9\n",
            "rules, line 2, column 10: layout: 7 rows of 7 cells; expected 9 rows of 9 cells",
        ),
        (
            "size = 7\nescape = \"door\"\n",
            "rules, line 2, column 10: unknown variant `door`, expected `corners` or `edge`",
        ),
        (
            "size = 7\nsiz = 9\n",
            "rules, line 2, column 1: unknown field `siz`, expected one of `size`, `layout`, `first`, `side-names`, `escape`, `surrounded`, `exit-fort`, `linnaean-capture`, `no-move`, `move-limit`, `king`, `throne`, `corners`, `attacker-camps`, `defender-camps`, `shieldwall`, `repetition`, `speed`",
        ),
        (
            "size = 7\nmove-limit = 0\n",
            "rules, line 2, column 14: move-limit: a limit of 0 plies; expected a number from 1 to 1000000",
        ),
        (
            "size = 7\nside-names = [\"\", \"b\"]\n",
            "rules, line 2, column 14: side-names: \"\" is no name; expected two names",
        ),
        (
            "size =\n",
            "rules, line 1, column 7: string values must be quoted, expected literal string",
        ),
    ] {
        let content = if rules.is_empty() {
            String::new()
        } else {
            format!("{rules}{layout}")
        };
        assert_eq!(file_error(&content), error, "{rules}");
    }
    for (table, error) in [
        (
            "[throne]\ncells = [\"d4\", \"z\"]\n",
            "rules, line 4, column 16: \"z\" is not a cell; expected a cell such as \"a1\"",
        ),
        (
            "[throne]\ncells = [\"k4\"]\n",
            "rules, line 4, column 9: throne.cells: k4 is not on the board; expected a cell of a board of 7 x 7",
        ),
        (
            "[attacker-camps]\ncells = [\"a1\"]\n",
            "rules, line 4, column 9: attacker-camps.cells: a1 is special in two ways; expected each cell in one list at most",
        ),
        (
            "[throne]\nstop = \"x\"\n",
            "rules, line 4, column 8: \"x\" is not a list of pieces; expected letters of t, T and K, or all, none, attackers, defenders or soldiers",
        ),
        (
            "[repetition]\ntimes = 1\n",
            "rules, line 4, column 9: repetition.times: 1 is no repetition; expected a number from 2",
        ),
        (
            "[speed]\nking = 0\n",
            "rules, line 3, column 1: speed.king: a piece that cannot move; expected a number from 1",
        ),
        (
            "[king]\nstrength = \"five\"\n",
            "rules, line 4, column 12: unknown variant `five`, expected one of `strong`, `confined`, `by-throne`, `weak`, `three-sides`",
        ),
        (
            "[corners]\ncells = []\n",
            "rules, line 4, column 9: escape: the king escapes to the corners, but there are none; expected corner cells, or escape to the edge",
        ),
    ] {
        assert_eq!(
            file_error(&format!("size = 7\n{layout}{table}")),
            error,
            "{table}"
        );
    }
}

struct Read<'text>(&'text str);

impl GameVisitor for Read<'_> {
    type Output = Result<String, TextError>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        game.parse_file(self.0)
            .map(|position| game.write_position(&position))
    }
}

#[test]
fn bad_positions_are_refused_in_place() {
    for (text, error) in [
        (
            "7/7/7/3K3/7/7/7",
            "position, column 16: the text ends; expected the side to move, a or d",
        ),
        (
            "7/7/7/3K3/7/7/7 x",
            "position, column 17: found \"x\"; expected the side to move, a or d",
        ),
        (
            "7/7/7/3K3/7/7/7 a b",
            "position, column 19: found \"b\" behind the side to move; expected the end of the text",
        ),
        (
            "7/7/7/3x3/7/7/7 a",
            "position, column 8: found 'x'; expected a number of empty cells, t, T, K or /",
        ),
        (
            "7/7/7/3K2/7/7/7 a",
            "position, column 7: row 4 has 6 cells; expected 7, as in the first row",
        ),
        (
            "5/5/2K2/5/5 a",
            "position, column 1: the board has 5 columns and 5 rows; expected 7 columns and 7 rows",
        ),
        (
            "7/7/7/3K3/7/3K3/7 a",
            "position, column 14: a second king; expected one king",
        ),
        (
            "7/7/7/7/7/7/3t3 a",
            "position, column 1: there is no king; expected one king (or none, and the guards to move: he has been captured)",
        ),
        (
            "t6/7/7/7/7/7/3K3 a",
            "position, column 1: one of the enemies on a7; expected a cell on which it may stop",
        ),
        (
            "7/7/7/3T3/7/7/3K3 a",
            "position, column 8: one of the guards on d4; expected a cell on which it may stop",
        ),
    ] {
        let refused = parse("fuga:7")
            .visit(Read(text))
            .expect_err("must be refused");
        assert_eq!(refused.to_string(), error, "{text}");
    }
}

#[test]
fn positions_are_read_and_written() {
    for (text, written) in [
        ("2ttt2/7/7/3K3/7/7/7 a", "2ttt2/7/7/3K3/7/7/7 a"),
        ("2ttt2/7/7/3K3/7/7/7 defenders", "2ttt2/7/7/3K3/7/7/7 d"),
        ("2ttt2/7/7/3K3/7/7/7   Enemies\n", "2ttt2/7/7/3K3/7/7/7 a"),
        // The king has been captured.
        ("2ttt2/7/7/7/7/7/7 d", "2ttt2/7/7/7/7/7/7 d"),
        (
            "1\n00NNN00\n0000000\n0000000\n000R000\n0000000\n0G00000\n0000000\n",
            "2ttt2/7/7/3K3/7/1T5/7 a",
        ),
        (
            "2\r\n00NNN00\r\n0000000\r\n0000000\r\n000R000\r\n0000000\r\n0G00000\r\n0000000\r\n\r\n",
            "2ttt2/7/7/3K3/7/1T5/7 d",
        ),
        (
            "2\n00NNN00\n0000000\n0000000\n0000000\n0000000\n0G00000\n0000000",
            "2ttt2/7/7/7/7/1T5/7 d",
        ),
    ] {
        assert_eq!(
            parse("fuga:7").visit(Read(text)).as_deref(),
            Ok(written),
            "{text}"
        );
    }
}

#[test]
fn bad_board_files_are_refused_in_place() {
    let good = "0000000\n000N000\n0000000\n000R000\n0000000\n0000000\n0000000\n";
    for (content, error) in [
        (
            "".to_string(),
            "board file, column 1: the text ends; expected 1 (enemies to move) or 2 (guards to move)",
        ),
        (
            format!("3\n{good}"),
            "board file, line 1, column 1: found \"3\"; expected 1 (enemies to move) or 2 (guards to move)",
        ),
        (
            format!("\n{good}"),
            "board file, line 1, column 1: the line ends; expected 1 (enemies to move) or 2 (guards to move)",
        ),
        (
            good.to_string(),
            "board file, line 1, column 1: found \"0000000\"; expected 1 (enemies to move) or 2 (guards to move)",
        ),
        (
            "1\n".to_string(),
            "board file, column 1: the text ends; expected the rows of the board",
        ),
        (
            format!("1\n{good}").replace("N", "n"),
            "board file, line 3, column 4: found 'n'; expected 0, N, G or R",
        ),
        (
            format!("1\n{good}").replace("N0", "N"),
            "board file, line 3, column 7: row 2 has 6 cells; expected 7, as in the first row",
        ),
        (
            format!("1\n{good}").replace("N", "N0"),
            "board file, line 3, column 8: row 2 has 8 cells; expected 7, as in the first row",
        ),
        (
            format!("1\n{good}").replace("N0", "R0"),
            "board file, line 5, column 4: a second king; expected one king",
        ),
        (
            format!("1\n{good}").replace("R", "0"),
            "board file, line 2, column 1: there is no king; expected one king (or none, and the guards to move: he has been captured)",
        ),
        (
            format!("1\n{good}0000000\n"),
            "board file, line 9, column 1: 8 rows; expected 7, as many as columns",
        ),
        (
            format!("1\n{}", &good[..48]),
            "board file, line 7, column 8: 6 rows; expected 7, as many as columns",
        ),
        (
            "1\n0000\n0000\n0R00\n0000\n".to_string(),
            "board file, line 2, column 1: rows of 4 cells; expected an odd number from 5 to 19",
        ),
        (
            "1\n00000\n00000\n00R00\n00000\n00000\n".to_string(),
            "board file, line 2, column 1: rows of 5 cells; expected 7, the size of this game",
        ),
        (
            format!("1\n{}", good.replacen('0', "G", 1)),
            "board file, line 2, column 1: one of the guards on a7; expected a cell on which it may stop",
        ),
        (
            format!("1\n{}", good.replacen('0', "ñ", 1)),
            "board file, line 2, column 1: found 'ñ'; expected 0, N, G or R",
        ),
    ] {
        let refused = parse("fuga:7")
            .visit(Read(&content))
            .expect_err("must be refused");
        assert_eq!(refused.to_string(), error, "{content:?}");
    }
}

#[test]
fn the_board_decides_the_size_where_it_is_open() {
    let board = "1\n000NNN000\n0000N0000\n000000000\nN00GGG00N\nNN0GRG0NN\nN00GGG00N\n000000000\n0000N0000\n000NNN000\n";
    let size = |game: &str, position: &str| {
        rules(&parse_game_for(game, &NoFiles, position).expect("a game")).size
    };
    assert_eq!(size("fuga", board), 9);
    assert_eq!(size("tafl", board), 9);
    assert_eq!(size("fuga", "7/7/7/3K3/7/7/2t4 a"), 7);
    assert_eq!(size("fuga:13", board), 13);
    assert_eq!(size("tafl:copenhagen", board), 11);
    // Nothing sensible there: the default, and the position's own error later.
    assert_eq!(size("fuga", "1\n0000\n"), 11);
    assert_eq!(size("fuga", ""), 11);
}

struct MoveText<'text>(&'text str);

impl GameVisitor for MoveText<'_> {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        let position = game
            .parse_position("2t4/2T4/1t5/7/2t4/T5t/1t3K1 d")
            .expect("a position");
        match game.parse_move(&position, self.0) {
            Ok(chosen) => game.write_move(&position, chosen),
            Err(error) => error.to_string(),
        }
    }
}

#[test]
fn moves_are_read_with_and_without_captures() {
    for (text, answer) in [
        ("c6-c5", "c6-c5"),
        ("c6c5", "c6-c5"),
        ("C6-C5", "c6-c5"),
        ("c6-c5+", "c6-c5"),
        ("f1-f2", "f1-f2"),
        ("a2-a5", "a2-a5"),
        (
            "c6-c5xb5",
            "move, column 6: the move does not capture b5; expected no captures: this move makes none",
        ),
        (
            "c5-c4",
            "move, column 1: nothing on c5; expected a piece of the guards",
        ),
        (
            "b5-b4",
            "move, column 1: one of the enemies on b5; expected a piece of the guards",
        ),
        (
            "c6-c3",
            "move, column 1: c6 cannot go to c3; expected a cell in line that the piece can reach and stop on",
        ),
        (
            "c6-d7",
            "move, column 1: c6 cannot go to d7; expected a cell in line that the piece can reach and stop on",
        ),
        (
            "c6-c6",
            "move, column 1: c6 cannot go to c6; expected a cell in line that the piece can reach and stop on",
        ),
        (
            "c6-h6",
            "move, column 4: h6 is not on the board; expected a cell from a1 to g7",
        ),
        (
            "c6",
            "move, column 3: the text ends; expected a cell from a1 to g7",
        ),
        (
            "",
            "move, column 1: the text ends; expected a cell from a1 to g7",
        ),
        (
            "c6-c5x",
            "move, column 7: the text ends; expected a cell from a1 to g7",
        ),
        (
            "c6-c5!",
            "move, column 6: found '!'; expected x and what is captured, or the end of the move",
        ),
    ] {
        assert_eq!(parse("fuga:7").visit(MoveText(text)), answer, "{text}");
    }
}

#[test]
fn captures_are_written_with_slashes_and_read_either_way() {
    struct Captures(&'static str);
    impl GameVisitor for Captures {
        type Output = Result<String, String>;
        fn visit<G: Playable>(self, game: &G) -> Self::Output {
            let position = game
                .parse_position("2T4/2t4/Tt1tT2/7/2T4/6t/5K1 d")
                .expect("a position");
            game.parse_move(&position, self.0)
                .map(|chosen| game.write_move(&position, chosen))
                .map_err(|error| error.to_string())
        }
    }
    for text in [
        "c3-c5",
        "c3-c5xb5/d5/c6",
        "c3-c5xc6xb5xd5",
        "c3c5xc6/b5xd5",
        "c3-c5xc6xb5xd5xd5",
    ] {
        assert_eq!(
            parse("fuga:7").visit(Captures(text)).as_deref(),
            Ok("c3-c5xb5/d5/c6"),
            "{text}"
        );
    }
    assert_eq!(
        parse("fuga:7").visit(Captures("c3-c5xb5")),
        Err("move, column 6: the move does not capture b5; expected xb5/d5/c6".to_string())
    );
}

#[test]
fn diagrams_mark_the_special_cells() {
    struct Show;
    impl GameVisitor for Show {
        type Output = (String, usize, Vec<(&'static str, String)>);
        fn visit<G: Playable>(self, game: &G) -> Self::Output {
            let position = game
                .parse_position("2t4/7/7/2K4/7/3T3/7 a")
                .expect("a position");
            let diagram = game.diagram(&position);
            let rows: Vec<String> = (0..7)
                .rev()
                .map(|row| (0..7).map(|column| diagram.at(column, row).ascii).collect())
                .collect();
            let special = diagram.cells.iter().filter(|cell| cell.special).count();
            (rows.join("/"), special, game.facts(&position))
        }
    }
    let (rows, special, facts) = parse("fuga:7").visit(Show);
    assert_eq!(
        rows,
        "+.t...+/......./......./..K+.../......./...T.../+.....+"
    );
    assert_eq!(special, 5);
    assert_eq!(facts[0], ("attackers", "1".to_string()));
    assert_eq!(facts[3], ("defenders captured", "7".to_string()));
    let (rows, special, _) =
        parse("tafl:dim:7 esc:e cor: cen: start:3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3").visit(Show);
    assert_eq!(
        rows,
        "..t..../......./......./..K..../......./...T.../......."
    );
    assert_eq!(special, 0);
}

/// Everything that reads, on anything: the only claim is that nothing panics.
struct ReadAnything<'text>(&'text str);

impl GameVisitor for ReadAnything<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let _ = game.parse_position(self.0);
        let _ = game.parse_file(self.0);
        let _ = game.parse_move(&game.start(), self.0);
        let _ = game.split_moves(self.0);
    }
}

fn read_anything(text: &str) {
    let _ = parse_game(&format!("tafl:{text}"), &NoFiles);
    let _ = parse_game(&format!("tafl:dim:7 {text}"), &NoFiles);
    let _ = parse_game("tafl:@rules", &File(text));
    let _ = parse_game_for("fuga", &NoFiles, text);
    parse("fuga:7").visit(ReadAnything(text));
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in ".*") {
        read_anything(&text);
    }

    #[test]
    fn no_likely_text_makes_a_parser_panic(
        text in "[12]?\n?([0NGRtTK1-9/a-g\n :,.-]|dim:7|start:|cor:|spd:|size = 7|layout = \"|[é€]){0,60}"
    ) {
        read_anything(&text);
    }
}

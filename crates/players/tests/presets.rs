//! Players that are kept in files: how they are named, and what is told of mistakes in them.

use game::arguments::{Files, NoFiles};
use game::{Playable, Weight};
use games::{GameVisitor, parse_game};
use players::{Player, PlayerPreset, Spec};
use proptest::prelude::*;

fn visit<V: GameVisitor>(game: &str, visitor: V) -> V::Output {
    let game = parse_game(game, &NoFiles).unwrap_or_else(|error| panic!("{game}: {error}"));
    game.visit(visitor)
}

/// Presets by name: their files.
const PRESETS: [(&str, &str); 10] = [
    (
        "mine",
        r#"
        game = "bricks:8"
        player = "greedy:weights=5/2/0.1/3/-1"
        weights = [5, 2, 0.1, 3.0, -1]

        [found]
        by = "a test"
        "#,
    ),
    (
        "named",
        "game = 'bricks:8'\nplayer = 'champion:k=3,weights=1,seed=4'",
    ),
    ("level", "game = 'connect'\nplayer = 'level:7,seed=4'"),
    (
        "line",
        "game = 'connect'\nplayer = 'line'\nweights = [1, 2]",
    ),
    ("none", "game = 'bricks:8'\nplayer = 'greedy'\nweights = []"),
    (
        "program",
        "game = 'connect'\nplayer = 'process:./player --as me@home'",
    ),
    ("nested", "game = 'bricks:8'\nplayer = '@mine'"),
    (
        "inside",
        "game = 'bricks:8'\nplayer = 'greedy:weights=@mine'",
    ),
    ("slip", "game = 'bricks:8'\nplayer = 'gredy'"),
    ("broken", "game = 'bricks:8'\nplayer = \n"),
];

struct Presets;

impl Files for Presets {
    fn read(&self, path: &str) -> Result<String, String> {
        NoFiles.read(path)
    }

    fn preset(&self, name: &str) -> Result<String, String> {
        let found = PRESETS.into_iter().find(|(known, _)| *known == name);
        let (_, content) = found.ok_or("there is none")?;
        Ok(content.to_string())
    }
}

/// The canonical form of a text that names presets, and the player it is.
struct WithPresets<'text>(&'text str);

impl GameVisitor for WithPresets<'_> {
    type Output = Result<String, String>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let spec = Spec::read(game, self.0, &Presets).map_err(|error| error.to_string())?;
        if !spec.is_process() {
            let player = Player::read(game, self.0, &Presets).expect("a player");
            assert_eq!(player.text(), spec.to_string());
        }
        Ok(spec.to_string())
    }
}

/// The canonical form of a text where there are no presets.
struct WithoutPresets<'text>(&'text str);

impl GameVisitor for WithoutPresets<'_> {
    type Output = Result<String, String>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let spec = Spec::parse(game, self.0).map_err(|error| error.to_string())?;
        Ok(spec.to_string())
    }
}

#[test]
fn presets_in_files_are_taken_by_name() {
    for (game, text, expected) in [
        ("bricks", "@mine", "greedy:weights=5/2/0.1/3/-1"),
        (
            "bricks:4",
            "greedy:weights=@mine,seed=3",
            "greedy:weights=5/2/0.1/3/-1,seed=3",
        ),
        (
            "bricks",
            "alphabeta:depth=2,weights-first=@mine,weights-second=1",
            "alphabeta:depth=2,weights-first=5/2/0.1/3/-1,weights-second=1",
        ),
        // Arguments come on top of those of the preset, or instead of them.
        (
            "bricks",
            "@mine:seed=3,ties=RANDOM",
            "greedy:weights=5/2/0.1/3/-1,ties=random,seed=3",
        ),
        ("bricks", "@mine:weights=1", "greedy:weights=1"),
        ("bricks", "@mine:seed=0", "greedy:weights=5/2/0.1/3/-1"),
        (
            "bricks",
            "@none:weights=@mine",
            "greedy:weights=5/2/0.1/3/-1",
        ),
        // Its weights belong to its evaluator, if that is another one.
        ("bricks", "@mine:eval=growth", "greedy:eval=growth"),
        (
            "bricks",
            "@mine:eval=ISLANDS",
            "greedy:eval=islands,weights=5/2/0.1/3/-1",
        ),
        // Its player may be one that the game has a name for.
        ("bricks:11", "@named", "champion:k=3,weights=1,seed=4"),
        ("bricks:11", "@named:k=4,seed=0", "champion:weights=1"),
        (
            "bricks:11",
            "champion:weights=@mine",
            "champion:weights=5/2/0.1/3/-1",
        ),
        ("amazons", "@level", "level:7,seed=4"),
        ("amazons", "@level:8", "level:8,seed=4"),
        ("amazons", "@level:seed=0", "level:7"),
        // Rules of thumb have weights too.
        (
            "connect",
            "line:open=1,weights=@line",
            "line:open=1,weights=1/2",
        ),
        ("connect", "grid:weights=@line", "grid:weights=1/2"),
        ("connect", "@program", "process:./player --as me@home"),
        // Behind a command's first word nothing is a preset.
        (
            "connect",
            "process:x,weights=@mine",
            "process:x,weights=@mine",
        ),
    ] {
        let read = visit(game, WithPresets(text));
        assert_eq!(read, Ok(expected.to_string()), "{text}");
        assert_eq!(visit(game, WithoutPresets(expected)), read, "{expected}");
    }
}

#[test]
fn mistakes_with_presets_are_told_where_their_name_is() {
    for (game, text, expected) in [
        ("bricks", "@my", r#"column 1: preset "my": there is none"#),
        ("bricks", "@", r#"column 1: preset "": there is none"#),
        (
            "bricks",
            "greedy:seed=1,weights=@my",
            r#"column 23: preset "my": there is none"#,
        ),
        (
            "bricks",
            "greedy:weights=@none",
            r#"column 16: preset "none" has no weights"#,
        ),
        (
            "bricks",
            "greedy:weights=@named",
            r#"column 16: preset "named" has no weights"#,
        ),
        (
            "connect",
            "greedy:eval=h1,weights-second=@mine",
            "column 31: 5 weights are given; expected at most 3: centre/next/outer",
        ),
        (
            "bricks",
            "@nested:seed=1",
            r#"column 1: preset "nested", player "@mine": preset "mine": a preset cannot name another one"#,
        ),
        (
            "bricks",
            "@inside",
            r#"column 1: preset "inside", player "greedy:weights=@mine": preset "mine": a preset cannot name another one"#,
        ),
        (
            "bricks",
            "@broken",
            r#"column 1: preset "broken": line 2, column 10: string values must be quoted, expected literal string"#,
        ),
        (
            "bricks",
            "@mine:seed=x",
            r#"column 12: seed cannot be "x"; expected a whole number from 0"#,
        ),
        (
            "bricks",
            "@mine:",
            "column 7: the text ends; expected an argument behind the colon, or no colon",
        ),
        (
            "connect",
            "@program:memory=1G",
            r#"column 10: preset "program" is an outside program, which takes no arguments"#,
        ),
        // The numbers of all parameters but weights are never in a file.
        (
            "bricks",
            "greedy:seed=@mine",
            r#"column 13: seed cannot be "@mine"; expected a whole number from 0"#,
        ),
    ] {
        let read = visit(game, WithPresets(text));
        assert_eq!(read, Err(format!("player, {expected}")), "{text}");
    }
    let slip = visit("bricks", WithPresets("@slip")).expect_err("a slip");
    let expected = r#"player, column 1: preset "slip", player "gredy": there is no player "gredy" (did you mean "greedy"?); expected engine, "#;
    assert!(slip.starts_with(expected), "{slip}");
    // Where texts must stand alone there are no presets.
    for (text, column) in [("@mine", 1), ("greedy:weights=@mine", 16)] {
        let expected =
            format!(r#"player, column {column}: preset "mine": presets cannot be read here"#);
        assert_eq!(visit("bricks", WithoutPresets(text)), Err(expected));
    }
}

#[test]
fn preset_files_say_what_is_wrong() {
    let with = |weights: &str| {
        PlayerPreset::parse(&format!("game = 'a'\nplayer = 'b'\nweights = [{weights}]"))
    };
    for (weights, column, written) in [
        ("1, 0.0000001", 15, "0.0000001"),
        ("1000000000", 12, "1000000000"),
        ("-nan", 12, "NaN"),
        ("1, inf", 15, "inf"),
    ] {
        let expected = format!(
            "line 3, column {column}: a weight cannot be {written}; \
             expected a number of at most nine digits and six decimals"
        );
        assert_eq!(with(weights), Err(expected), "{weights}");
    }
    assert!(with("'1'").is_err());
    assert!(PlayerPreset::parse("game = 'a'").is_err());
}

proptest! {
    #[test]
    fn presets_read_back_as_they_were_written(
        game in any::<String>(),
        player in any::<String>(),
        weights in any::<Option<Vec<i64>>>(),
        remark in any::<(String, String)>(),
    ) {
        let most = 999_999_999_999_999;
        let weights = weights.map(|weights| {
            let weight = |number: i64| Weight::from_millionths(number % most);
            weights.into_iter().map(weight).collect()
        });
        let preset = PlayerPreset { game, player, weights };
        for remarks in [&[][..], &[remark]] {
            prop_assert_eq!(PlayerPreset::parse(&preset.to_toml(remarks)), Ok(preset.clone()));
        }
    }
}

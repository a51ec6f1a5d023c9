//! Games as one word of text.

use game::Playable;
use games::{GameVisitor, NoFiles, families, parse_game, parse_game_for};
use proptest::prelude::*;

struct Name;

impl GameVisitor for Name {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        game.name()
    }
}

fn canonical(text: &str) -> String {
    match parse_game(text, &NoFiles) {
        Ok(game) => game.visit(Name),
        Err(error) => error.to_string(),
    }
}

#[test]
fn names_have_a_canonical_form() {
    for (text, name) in [
        ("connect", "connect:7x6,c=4"),
        ("connect:8x7", "connect:8x7,c=4"),
        ("connect:8x7,c=4", "connect:8x7,c=4"),
        ("connect:c=5,size=8x8", "connect:8x8,c=5"),
        ("connect:7x6,c=4,p=21", "connect:7x6,c=4"),
        ("connect:7x6,c=4,p=99", "connect:7x6,c=4"),
        ("connect:7x6,c=4,p=3", "connect:7x6,c=4,p=3"),
        ("connect:1x1,c=1", "connect:1x1,c=1"),
        ("connect:20x20,c=1000", "connect:20x20,c=1000"),
        ("c-en-linea:4x5", "connect:4x5,c=4"),
        ("conecta4", "connect:7x6,c=4"),
        ("Connect:7X6", "connect:7x6,c=4"),
        ("bricks", "bricks:8"),
        ("bricks:10", "bricks:10"),
        ("ladrillos:20", "bricks:20"),
        ("amazons", "amazons:10x10"),
        ("amazons:6x6", "amazons:6x6"),
        ("amazons:6", "amazons:6x6"),
        ("amazonas:16x3", "amazons:16x3"),
    ] {
        assert_eq!(canonical(text), name, "{text}");
        assert_eq!(canonical(name), name, "the canonical form of itself");
    }
}

#[test]
fn every_listed_variant_is_canonical() {
    for family in families() {
        for variant in family.variants {
            assert_eq!(canonical(variant.text), variant.text);
        }
        for name in std::iter::once(&family.name).chain(family.aliases) {
            assert_eq!(canonical(name), canonical(family.name), "{name}");
        }
    }
}

#[test]
fn a_position_decides_a_size_left_open() {
    let name = |text: &str, position: &str| {
        parse_game_for(text, &NoFiles, position)
            .unwrap()
            .visit(Name)
    };
    assert_eq!(name("amazons", "1q1q1/q3q/5/Q3Q/1Q1Q1 w"), "amazons:5x5");
    assert_eq!(
        name("amazons:6x6", "1q1q1/q3q/5/Q3Q/1Q1Q1 w"),
        "amazons:6x6"
    );
    assert_eq!(name("bricks", "4/4/4/4 x"), "bricks:4");
    assert_eq!(name("connect:c=3", "5/5/5/5 x"), "connect:5x4,c=3");
    // A string of columns says nothing about the board.
    assert_eq!(name("connect", "4453"), "connect:7x6,c=4");
    // Nonsense is refused when the position is read, with a better message.
    assert_eq!(name("amazons", "1/1"), "amazons:10x10");
}

#[test]
fn bad_games_are_refused_in_place() {
    for (text, message) in [
        (
            "chess",
            "game, column 1: there is no game \"chess\"; expected connect, bricks, fuga, tafl, amazons",
        ),
        (
            "conect:7x6",
            "game, column 1: there is no game \"conect\" (did you mean \"connect\"?); expected connect, bricks, fuga, tafl, amazons",
        ),
        (
            "connect:21x6",
            "game, column 9: size cannot be \"21x6\"; expected columns x rows, each from 1 to 20",
        ),
        (
            "connect:0x6",
            "game, column 9: size cannot be \"0x6\"; expected columns x rows, each from 1 to 20",
        ),
        (
            "connect:7x6,c=0",
            "game, column 15: c cannot be \"0\"; expected a whole number from 1",
        ),
        (
            "connect:7x6,c=4,c=5",
            "game, column 17: c is given twice; expected it once",
        ),
        (
            "connect:7x6,8x7",
            "game, column 13: \"8x7\" is not known here; expected size (columns x rows, each from 1 to 20), c= (a whole number from 1), p= (a whole number from 1)",
        ),
        (
            "connect:7x6,siz=4",
            "game, column 13: there is no \"siz\" (did you mean \"size\"?); expected size (columns x rows, each from 1 to 20), c= (a whole number from 1), p= (a whole number from 1)",
        ),
        (
            "bricks:1",
            "game, column 8: size cannot be \"1\"; expected a whole number from 2 to 20",
        ),
        (
            "bricks:",
            "game, column 8: the text ends; expected an argument behind the colon, or no colon",
        ),
        (
            "amazons:2x9",
            "game, column 9: size cannot be \"2x9\"; expected columns x rows, each from 3 to 16",
        ),
        (
            "amazons:9x9,",
            "game, column 13: the text ends; expected size (columns x rows, each from 3 to 16)",
        ),
    ] {
        assert_eq!(canonical(text), message);
    }
}

proptest! {
    #[test]
    fn whatever_parses_has_a_canonical_form(
        name in "(connect|bricks|amazons|fuga|tafl|x)?",
        rest in "(:[0-9xc=p,]{0,12})?",
    ) {
        let text = name + &rest;
        if let Ok(game) = parse_game(&text, &NoFiles) {
            let name = game.visit(Name);
            prop_assert_eq!(canonical(&name), name);
        }
    }

    #[test]
    fn no_text_is_too_strange(text: String) {
        let _ = parse_game(&text, &NoFiles);
        for game in ["connect", "connect:20x20", "bricks", "amazons", "amazons:16x16"] {
            struct Read(String);
            impl GameVisitor for Read {
                type Output = ();
                fn visit<G: Playable>(self, game: &G) {
                    let _ = game.parse_position(&self.0);
                    let _ = game.parse_file(&self.0);
                    let _ = game.parse_move(&game.start(), &self.0);
                    let _ = game::play_text(game, &mut game.start(), &self.0);
                }
            }
            parse_game_for(game, &NoFiles, &text).unwrap().visit(Read(text.clone()));
        }
    }
}

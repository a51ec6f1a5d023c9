//! Every tafl ruleset with a name against the laws that all games obey.

use game::Playable;
use game::conformance::{self, Effort};
use games::{Files, GameVisitor, NoFiles, families, parse_game};

struct Conforms(Effort);

impl GameVisitor for Conforms {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        match conformance::check(game, &self.0) {
            Ok(report) => eprintln!("{}: {report}", game.name()),
            Err(violation) => panic!("{violation}"),
        }
    }
}

/// Fewer games on larger boards, where each costs more.
fn effort(games: usize) -> Effort {
    Effort {
        games,
        positions_per_game: 6,
        ..Effort::default()
    }
}

#[track_caller]
fn check(text: &str, games: usize) {
    let game = parse_game(text, &NoFiles).expect("a game");
    game.visit(Conforms(effort(games)));
}

#[test]
fn fuga_conforms() {
    check("fuga:7", 20);
    check("fuga:9", 10);
    check("fuga:11", 6);
    check("fuga:13", 2);
    check("fuga:19", 1);
}

#[test]
fn small_rulesets_conform() {
    for name in ["brandubh", "magpie"] {
        check(&format!("tafl:{name}"), 20);
    }
    for name in ["tablut", "tablut-camps", "sea-battle"] {
        check(&format!("tafl:{name}"), 12);
    }
}

#[test]
fn rulesets_on_eleven_conform() {
    for name in ["copenhagen", "fetlar", "tawlbwrdd"] {
        check(&format!("tafl:{name}"), 5);
    }
}

#[test]
fn large_rulesets_conform() {
    for name in ["copenhagen-13", "parlett", "tablut-15", "alea-evangelii"] {
        check(&format!("tafl:{name}"), 1);
    }
}

struct Example;

impl Files for Example {
    fn read(&self, path: &str) -> Result<String, String> {
        match path {
            "my-rules.toml" => Ok(include_str!("../../../../examples/my-rules.toml").to_string()),
            _ => Err("no such file".to_string()),
        }
    }
}

#[test]
fn a_ruleset_of_ones_own_conforms() {
    let game = parse_game("tafl:@my-rules.toml", &Example).expect("a game");
    game.visit(Conforms(effort(12)));
    // Every rule that the presets leave alone, on special cells without symmetry.
    check(
        "tafl:dim:9 surf:y tfr:w ka:h ks:m spd:3,2 cen:e5,e6 afor:a2,a3 dfor:i8 cenre: aforre: \
         aforp:t sw:w swf:n efe:y linc:y starti:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
        12,
    );
}

#[test]
fn canonical_names_lead_back() {
    struct Name;
    impl GameVisitor for Name {
        type Output = String;
        fn visit<G: Playable>(self, game: &G) -> String {
            game.name()
        }
    }
    for family in families() {
        for variant in family.variants {
            let game = parse_game(variant.text, &NoFiles).expect("a game");
            assert_eq!(game.visit(Name), variant.text);
        }
    }
    for (text, name) in [
        ("fuga", "fuga:11"),
        ("la-fuga-del-rey:9", "fuga:9"),
        ("tafl", "fuga:11"),
        ("tafl:13", "fuga:13"),
        ("hnefatafl:fuga", "fuga:11"),
        ("hnefatafl:Brandubh", "tafl:brandubh"),
        ("tafl:rules=fetlar", "tafl:fetlar"),
        (
            "tafl:dim:7 esc:c sw:n starti:3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3",
            "tafl:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        ),
    ] {
        let game = parse_game(text, &NoFiles).expect("a game");
        assert_eq!(game.visit(Name), name);
        let again = parse_game(name, &NoFiles).expect("a game");
        assert_eq!(again.visit(Name), name);
    }
    let game = parse_game("tafl:@my-rules.toml", &Example).expect("a game");
    assert_eq!(game.visit(Name), "tafl:@my-rules.toml");
}

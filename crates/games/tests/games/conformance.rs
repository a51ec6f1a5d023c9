//! Every listed variant through the conformance suite; at full size in the long profile.

#![allow(
    clippy::print_stdout,
    reason = "the long profile shows what was checked"
)]

use game::Playable;
use game::conformance::{Effort, Report, check, check_guidance};
use games::{GameVisitor, NoFiles, families, parse_game};

struct Conforms(Effort);

impl GameVisitor for Conforms {
    type Output = Report;

    fn visit<G: Playable>(self, game: &G) -> Report {
        check(game, &self.0).unwrap_or_else(|violation| panic!("{violation}"))
    }
}

struct Advises(Effort);

impl GameVisitor for Advises {
    type Output = Report;

    fn visit<G: Playable>(self, game: &G) -> Report {
        check_guidance(game, &self.0).unwrap_or_else(|violation| panic!("{violation}"))
    }
}

fn visit_all<V: GameVisitor<Output = Report>>(visitor: impl Fn() -> V) {
    for family in families() {
        for variant in family.variants {
            let game = parse_game(variant.text, &NoFiles).expect(variant.text);
            let report = game.visit(visitor());
            println!("{}: {report}", variant.text);
        }
    }
}

fn check_all(effort: &Effort) {
    visit_all(|| Conforms(effort.clone()));
}

fn check_all_advice(effort: &Effort) {
    visit_all(|| Advises(effort.clone()));
}

#[test]
fn every_variant_conforms() {
    check_all(&Effort {
        games: 2,
        positions_per_game: 4,
        ..Effort::default()
    });
}

#[test]
#[ignore = "long profile"]
fn every_variant_conforms_at_full_size() {
    check_all(&Effort {
        games: 100,
        ..Effort::default()
    });
}

#[test]
fn every_variant_advises_soundly() {
    check_all_advice(&Effort {
        games: 3,
        positions_per_game: 4,
        ..Effort::default()
    });
}

#[test]
#[ignore = "long profile"]
fn every_variant_advises_soundly_at_full_size() {
    check_all_advice(&Effort {
        games: 100,
        ..Effort::default()
    });
}

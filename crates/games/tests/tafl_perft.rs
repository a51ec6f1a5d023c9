//! Tafl against published counts of move sequences.

use game::Notation;
use game::perft::perft;
use games::{GameVisitor, NoFiles, parse_game};

struct Counts(usize);

impl GameVisitor for Counts {
    type Output = Vec<u64>;

    fn visit<G: Notation>(self, game: &G) -> Vec<u64> {
        (1..=self.0)
            .map(|depth| perft(game, &mut game.start(), depth))
            .collect()
    }
}

#[track_caller]
fn check(game: &str, expected: &[u64]) {
    let game = parse_game(game, &NoFiles).expect("a game");
    assert_eq!(game.visit(Counts(expected.len())), expected);
}

#[test]
fn brandubh() {
    check(
        "tafl:brandubh",
        &[40, 960, 39_512, 1_007_392, 41_843_336],
    );
}

#[test]
fn tablut() {
    check("tafl:tablut", &[80, 4_400, 353_200, 19_913_864]);
}

#[test]
fn copenhagen() {
    check("tafl:copenhagen", &[116, 6_788, 806_344, 50_456_804]);
}

#[test]
fn alea_evangelii() {
    check("tafl:alea-evangelii", &[580, 107_492, 62_185_588]);
}

#[test]
fn by_one_program_only() {
    check("tafl:tawlbwrdd", &[136, 7_620, 1_042_016]);
    check("tafl:sea-battle", &[80, 4_400, 353_200]);
    check("tafl:parlett", &[184, 23_436, 4_370_608]);
    check("tafl:tablut-15", &[264, 35_584, 9_420_728]);
}

#[test]
fn magpie() {
    check("tafl:dim:7 surf:n tfr:i ks:m cenh: cenp:K spd:-1,-1,-1,-1,-1,-1,-1,1 starti:3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3", &[40, 960, 39_512, 996_096]);
}

#[test]
fn ashton() {
    check("tafl:dim:9 atkf:n esc:e afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, cor: cenp:all aforp:attackers cens: cenh: cenhe:K aforh:K starti:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/", &[56, 4_408, 248_456, 19_158_688]);
}

//! Connect against published counts and values.

use game::bits::Wide;
use game::{Game, Notation, conformance, perft::perft};
use games::connect::Connect;
use std::collections::HashSet;

fn perft_counts<G: Game>(game: &G, depths: usize) -> Vec<u64> {
    (0..=depths)
        .map(|depth| perft(game, &mut game.start(), depth))
        .collect()
}

/// Distinct positions by number of stones, finished games not continued.
fn distinct_positions(game: &Connect<u64>, plies: usize) -> Vec<usize> {
    let mut level = HashSet::from([game.start()]);
    let mut counts = vec![1];
    for _ in 0..plies {
        let mut next = HashSet::new();
        let mut moves = Vec::new();
        for position in &level {
            moves.clear();
            game.moves(position, &mut moves);
            next.extend(moves.iter().map(|&chosen| game.after(position, chosen)));
        }
        counts.push(next.len());
        level = next;
    }
    counts
}

#[test]
fn published_perft_counts() {
    for (game, counts) in [
        (
            Connect::<u64>::new(7, 6, 4, None),
            &[
                1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572,
            ][..],
        ),
        (
            Connect::new(7, 6, 3, None),
            &[1, 7, 49, 343, 2401, 16807, 109_585, 732_956, 4_537_358],
        ),
        (
            Connect::new(7, 6, 5, None),
            &[1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_764_458],
        ),
        (
            Connect::new(5, 4, 4, None),
            &[1, 5, 25, 125, 625, 3120, 15500, 76300],
        ),
        (
            Connect::new(4, 4, 3, None),
            &[1, 4, 16, 64, 256, 1020, 3588, 13148, 40520],
        ),
    ] {
        assert_eq!(
            perft_counts(&game, counts.len() - 1),
            counts,
            "{}",
            game.name()
        );
    }
    let large = Connect::<u128>::new(8, 8, 4, None);
    assert_eq!(
        perft_counts(&large, 7),
        [1, 8, 64, 512, 4096, 32768, 262_144, 2_097_152]
    );
}

#[test]
fn published_counts_of_positions() {
    assert_eq!(
        distinct_positions(&Connect::new(7, 6, 4, None), 9),
        [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186]
    );
    assert_eq!(
        distinct_positions(&Connect::new(5, 4, 4, None), 20),
        [
            1, 5, 25, 95, 345, 1070, 3230, 8325, 20088, 43505, 86420, 157_205, 257_372, 388_167,
            509_374, 620_337, 619_592, 559_523, 385_184, 222_080, 63768
        ]
    );
    assert_eq!(
        distinct_positions(&Connect::new(4, 4, 4, None), 16),
        [
            1, 4, 16, 52, 160, 436, 1128, 2512, 5084, 9276, 14788, 21720, 26698, 28922, 24912,
            18076, 7244
        ]
    );
}

#[test]
fn every_width_conforms() {
    conformance::assert_conforms(&Connect::<u64>::new(7, 6, 4, None));
    conformance::assert_conforms(&Connect::<u64>::new(1, 1, 1, None));
    conformance::assert_conforms(&Connect::<u64>::new(3, 20, 20, None));
    conformance::assert_conforms(&Connect::<u64>::new(20, 1, 3, None));
    conformance::assert_conforms(&Connect::<u64>::new(7, 6, 4, Some(5)));
    conformance::assert_conforms(&Connect::<u128>::new(9, 9, 5, None));
    conformance::assert_conforms(&Connect::<Wide<7>>::new(20, 20, 7, None));
    // No line fits: always drawn.
    conformance::assert_conforms(&Connect::<u64>::new(4, 4, 1_000_000, None));
}

//! Counting with a table gives the numbers of counting without one, however small the table.

#[path = "../../../examples/domineering.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is a program of its own, included here"
)]
mod domineering;

use domineering::Domineering;
use game::Game;
use game::perft::{Table, divide, perft, perft_with_table};

#[test]
fn tables_of_all_sizes_count_the_same() {
    let game = Domineering::new(4);
    let plain: Vec<u64> = (0..=9)
        .map(|depth| perft(&game, &mut game.start(), depth))
        .collect();
    assert_eq!(plain[..2], [1, 12]);
    assert_eq!(plain[9], 0, "sixteen cells take at most eight bricks");
    for bytes in [0, 100, 5_000, 100_000, 10_000_000] {
        let mut table = Table::new(bytes);
        // One table for all depths, and again with everything known.
        for _ in 0..2 {
            let with_table: Vec<u64> = (0..=9)
                .map(|depth| perft_with_table(&game, &mut game.start(), depth, &mut table))
                .collect();
            assert_eq!(with_table, plain, "{bytes} bytes");
        }
    }
}

#[test]
fn a_division_adds_up_and_can_be_stopped() {
    let game = Domineering::new(4);
    let mut position = game.start();
    let mut total = 0;
    let result: Result<(), ()> = divide(
        &game,
        &mut position,
        5,
        &mut Table::new(1 << 20),
        |_, _, count| {
            total += count;
            Ok(())
        },
    );
    assert_eq!(result, Ok(()));
    assert_eq!(total, perft(&game, &mut game.start(), 5));
    let mut reported = 0;
    let result = divide(&game, &mut position, 5, &mut Table::new(0), |_, _, _| {
        reported += 1;
        if reported == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!((result, reported), (Err("enough"), 3));
    assert_eq!(position, game.start());
}

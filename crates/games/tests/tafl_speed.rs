//! How fast tafl is, against the crate `hnefatafl` in the same process. Not a test of right or
//! wrong, so it only runs when asked for:
//!
//! ```text
//! cargo test --release -p partida-games --test tafl_speed -- --ignored --nocapture
//! ```

use game::Game;
use game::perft::perft;
use games::tafl::{Any, Tafl};
use games::{AnyGame, NoFiles, parse_game};
use hnefatafl::aliases::MediumBasicBoardState;
use hnefatafl::board::state::BoardState;
use hnefatafl::game::GameStatus;
use hnefatafl::game::logic::GameLogic;
use hnefatafl::game::state::GameState;
use hnefatafl::preset::{boards, rules};

type TheirState = GameState<MediumBasicBoardState>;

/// CPU time of this thread in nanoseconds (Linux).
fn cpu_nanoseconds() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .expect("Linux's accounting of CPU time")
}

fn timed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let start = cpu_nanoseconds();
    let count = count();
    (count, cpu_nanoseconds() - start)
}

/// The same count with the other program, its last ply counted without being played.
fn their_perft(
    logic: &GameLogic<MediumBasicBoardState>,
    state: &TheirState,
    depth: usize,
    bulk: bool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if state.status != GameStatus::Ongoing {
        return 0;
    }
    let mut count = 0;
    for tile in state.board.occupied_by_side(state.side_to_play) {
        for valid in logic.iter_plays(tile, state).expect("an own piece") {
            count += if bulk && depth == 1 {
                1
            } else {
                let next = logic.do_valid_play(valid, *state).new_state;
                their_perft(logic, &next, depth - 1, bulk)
            };
        }
    }
    count
}

fn our_full_perft(
    game: &Tafl<u128>,
    position: &mut <Tafl<u128> as Game>::Position,
    depth: usize,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
        .into_iter()
        .map(|chosen| {
            let undo = game.play(position, chosen);
            let count = our_full_perft(game, position, depth - 1);
            game.undo(position, chosen, undo);
            count
        })
        .sum()
}

#[test]
#[ignore = "takes a while, and only says how fast"]
fn copenhagen_perft_against_hnefatafl() {
    let Ok(AnyGame::Tafl(Any::Medium(game))) = parse_game("tafl:copenhagen", &NoFiles) else {
        panic!("no such game");
    };
    let logic = GameLogic::new(rules::COPENHAGEN, 11);
    let state =
        TheirState::new(boards::COPENHAGEN, rules::COPENHAGEN.starting_side).expect("a state");
    let show = |what: &str, (our_nodes, ours): (u64, f64), (their_nodes, theirs): (u64, f64)| {
        let (ours, theirs) = (ours / our_nodes as f64, theirs / their_nodes as f64);
        eprintln!(
            "{what}: {our_nodes} nodes at {ours:.2} ns, {their_nodes} at {theirs:.2} ns: {:.1} times as fast",
            theirs / ours
        );
    };
    for _ in 0..2 {
        show(
            "last ply counted, depth 4 and 3",
            timed(|| perft(&game, &mut game.start(), 4)),
            timed(|| their_perft(&logic, &state, 3, true)),
        );
        show(
            "every move played, depth 3",
            timed(|| our_full_perft(&game, &mut game.start(), 3)),
            timed(|| their_perft(&logic, &state, 3, false)),
        );
    }
}

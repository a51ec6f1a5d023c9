//! The pieces of work by name: what is done, by whom, and how many leaves it has.

use crate::counting::{Tally, play_every_leaf, play_every_leaf_in_place};
use crate::{bricks, connect, tafl};
use game::perft::{Table, perft, perft_with_table};
use game::random::Seed;
use game::{ByOutcome, Evaluator, Game, Guidance, Playable, Weight};
use games::amazons::Amazons;
use games::bricks::{Brick, Bricks};
use games::connect::Connect;
use games::tafl::{Any, Tafl};
use games::{AnyGame, NoFiles, parse_game};
use search::{Limits, Mcts, MctsOptions};
use std::hint::black_box;
use std::sync::LazyLock;

/// What a piece of work found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Leaves of the tree, or positions visited: what the cost is divided by.
    pub leaves: u64,
    /// A second number, the same for all who do the same: finished games among the leaves, or the
    /// sum of all scores read.
    pub check: i64,
}

impl From<u64> for Found {
    fn from(leaves: u64) -> Found {
        Found { leaves, check: 0 }
    }
}

impl From<Tally> for Found {
    fn from(tally: Tally) -> Found {
        Found {
            leaves: tally.leaves,
            check: tally.finished as i64,
        }
    }
}

impl From<(u64, i64)> for Found {
    fn from((leaves, check): (u64, i64)) -> Found {
        Found { leaves, check }
    }
}

/// Something that several sets of rules can do.
#[derive(Debug, Clone, Copy)]
pub struct Task {
    /// What is done.
    pub name: &'static str,
    /// How deep, for time.
    pub depth: u8,
    /// How deep under valgrind, some fifty times slower; `None` where instructions are not counted.
    pub shallow: Option<u8>,
    /// Who does it: ours first, with whom the others are compared.
    pub contestants: &'static [Contestant],
    /// What is promised of ours, in milliseconds of CPU time; the best run counts.
    pub most_milliseconds: Option<f64>,
}

/// One set of rules at a task.
#[derive(Debug, Clone, Copy)]
pub struct Contestant {
    /// Who.
    pub name: &'static str,
    /// Does it to a depth.
    pub run: fn(u8) -> Found,
    /// How many times our cost this one's must be at least, where that is promised.
    pub bound: Option<f64>,
}

/// Our name in the tables.
pub const OURS: &str = "partida";

/// A contestant from an expression with the depth in it.
macro_rules! contestant {
    ($name:expr, $bound:expr, |$depth:pat_param| $run:expr) => {
        Contestant {
            name: $name,
            run: |$depth| Found::from($run),
            bound: $bound,
        }
    };
}

/// A task for Bricks: the same with sums that are kept and with sums from scratch.
macro_rules! bricks_task {
    ($name:expr, |$board:ident| $run:expr, $bits:ty, $size:expr) => {
        Task {
            name: $name,
            depth: 0,
            shallow: None,
            contestants: &[
                contestant!(OURS, None, |_| {
                    let $board = black_box(Bricks::<$bits>::new($size));
                    $run
                }),
                contestant!("sums from scratch", None, |_| {
                    let $board = black_box(bricks::WithoutSums::<$bits>::new($size));
                    $run
                }),
            ],
            most_milliseconds: None,
        }
    };
}

/// Everything that is measured.
pub const TASKS: &[Task] = &[
    Task {
        name: "connect 7x6 perft, all depths to 9",
        depth: 9,
        shallow: Some(8),
        contestants: &[
            contestant!(OURS, None, |depth| connect_all_depths(depth)),
            contestant!("minimax", Some(1.0), |depth| connect::minimax_perft(depth)),
        ],
        most_milliseconds: None,
    },
    Task {
        name: "connect 7x6 perft 9, every node visited",
        depth: 9,
        shallow: Some(8),
        contestants: &[
            contestant!(OURS, None, |depth| connect_perft(depth)),
            contestant!("board-game", Some(1.0), |depth| {
                connect::board_game_perft(depth)
            }),
        ],
        most_milliseconds: None,
    },
    Task {
        name: "connect 7x6 perft 9, with a table",
        depth: 9,
        shallow: Some(8),
        contestants: &[
            contestant!(OURS, None, |depth| connect_with_table(depth)),
            contestant!("board-game", Some(1.0), |depth| {
                connect::board_game_perft_with_table(depth)
            }),
        ],
        most_milliseconds: None,
    },
    Task {
        name: "connect 7x6 to 8, every leaf played and judged",
        depth: 8,
        shallow: Some(7),
        contestants: &[
            contestant!(OURS, None, |depth| connect_every_leaf(depth)),
            contestant!("minimax", Some(1.0), |depth| {
                connect::minimax_every_leaf(depth)
            }),
            contestant!("board-game", Some(1.0), |depth| {
                connect::board_game_every_leaf(depth)
            }),
        ],
        most_milliseconds: None,
    },
    Task {
        name: "amazons 10x10 perft 2",
        depth: 2,
        shallow: Some(2),
        contestants: &[contestant!(OURS, None, |depth| amazons_perft(depth))],
        // What the best public generator needs.
        most_milliseconds: Some(25.0),
    },
    Task {
        name: "tafl copenhagen perft 3",
        depth: 3,
        shallow: Some(2),
        contestants: &[
            contestant!(OURS, None, |depth| tafl_perft(depth)),
            contestant!("hnefatafl", Some(10.0), |depth| {
                tafl::Copenhagen::new().perft(depth)
            }),
        ],
        most_milliseconds: None,
    },
    Task {
        name: "tafl copenhagen to 3, every leaf played and judged",
        depth: 3,
        shallow: Some(2),
        contestants: &[
            contestant!(OURS, None, |depth| tafl_every_leaf(depth)),
            contestant!("hnefatafl", None, |depth| {
                tafl::Copenhagen::new().every_leaf(depth)
            }),
        ],
        most_milliseconds: None,
    },
    bricks_task!(
        "bricks 4x4 tree, score at the end",
        |board| bricks::walk_tree(&board, false),
        u64,
        4
    ),
    bricks_task!(
        "bricks 4x4 tree, score at every ply",
        |board| bricks::walk_tree(&board, true),
        u64,
        4
    ),
    bricks_task!(
        "bricks 8x8 games, score at the end",
        |board| bricks::replay(&board, &GAMES_ON_8, false),
        u64,
        8
    ),
    bricks_task!(
        "bricks 8x8 games, score at every ply",
        |board| bricks::replay(&board, &GAMES_ON_8, true),
        u64,
        8
    ),
    bricks_task!(
        "bricks 11x11 games, score at the end",
        |board| bricks::replay(&board, &GAMES_ON_11, false),
        u128,
        11
    ),
    bricks_task!(
        "bricks 11x11 games, score at every ply",
        |board| bricks::replay(&board, &GAMES_ON_11, true),
        u128,
        11
    ),
    Task {
        name: "connect 7x6 mcts, 50 000 random games",
        depth: 50,
        // Valgrind does not survive the clock that a search asks.
        shallow: None,
        contestants: &[
            contestant!(OURS, None, |thousands| connect_mcts(thousands)),
            contestant!("minimax", Some(2.0), |thousands| {
                connect::minimax_mcts(thousands)
            }),
        ],
        most_milliseconds: None,
    },
    Task {
        name: "amazons 10x10 mcts, 20 000 judged playouts",
        depth: 20,
        shallow: None,
        contestants: &[contestant!(OURS, None, |thousands| amazons_mcts(thousands))],
        most_milliseconds: Some(1000.0),
    },
];

static GAMES_ON_8: LazyLock<Vec<Vec<Brick>>> =
    LazyLock::new(|| bricks::random_games(&Bricks::<u64>::new(8), 2000));
static GAMES_ON_11: LazyLock<Vec<Vec<Brick>>> =
    LazyLock::new(|| bricks::random_games(&Bricks::<u128>::new(11), 1000));

/// The classic board.
#[must_use]
pub fn connect_game() -> Connect<u64> {
    black_box(Connect::new(7, 6, 4, None))
}

/// Our perft.
#[must_use]
pub fn connect_perft(depth: u8) -> u64 {
    let game = connect_game();
    perft(&game, &mut game.start(), usize::from(depth))
}

/// Our perft of all depths up to this one, which is what crate `minimax` does.
#[must_use]
pub fn connect_all_depths(depth: u8) -> u64 {
    (0..=depth).map(connect_perft).sum()
}

/// What `partida perft` gives its table.
const TABLE_BYTES: usize = 64 << 20;

/// Our perft with a table of positions already counted.
#[must_use]
pub fn connect_with_table(depth: u8) -> u64 {
    let game = connect_game();
    perft_with_table(
        &game,
        &mut game.start(),
        usize::from(depth),
        &mut Table::new(TABLE_BYTES),
    )
}

/// Our rules, nothing counted in bulk.
#[must_use]
pub fn connect_every_leaf(depth: u8) -> Tally {
    let game = connect_game();
    play_every_leaf(&game, &game.start(), usize::from(depth))
}

/// Our perft of the start on 10 × 10.
#[must_use]
pub fn amazons_perft(depth: u8) -> u64 {
    let game = black_box(Amazons::<u128>::new(10, 10));
    perft(&game, &mut game.start(), usize::from(depth))
}

fn copenhagen() -> Tafl<u128> {
    match parse_game("tafl:copenhagen", &NoFiles) {
        Ok(AnyGame::Tafl(Any::Medium(game))) => game,
        other => panic!("Copenhagen is a game on 121 cells, not {other:?}"),
    }
}

/// Our perft of Copenhagen's start.
#[must_use]
pub fn tafl_perft(depth: u8) -> u64 {
    let game = copenhagen();
    perft(&game, &mut game.start(), depth.into())
}

/// Our rules of Copenhagen, nothing counted in bulk.
#[must_use]
pub fn tafl_every_leaf(depth: u8) -> Tally {
    let game = copenhagen();
    play_every_leaf_in_place(&game, &mut game.start(), depth.into())
}

/// Our Monte Carlo tree search of the start, with so many thousand random games to their end and
/// the peer's rule for which move to try.
#[must_use]
pub fn connect_mcts(thousands: u8) -> u64 {
    let options = MctsOptions {
        cutoff: 1000,
        // The peer's rule has the logarithm to base 2, and a factor of 2 under the root.
        exploration: (2.0 / std::f64::consts::LN_2).sqrt(),
        widening: 1.0,
        prior: 0.0,
        ..MctsOptions::default()
    };
    let game = connect_game();
    mcts_playouts(&game, &ByOutcome, options, thousands)
}

/// Our Monte Carlo tree search of the start on 10 × 10 as it is unless told otherwise, with so many
/// thousand playouts that end with a word of the evaluator `territory`.
#[must_use]
pub fn amazons_mcts(thousands: u8) -> u64 {
    let game = black_box(Amazons::<u128>::new(10, 10));
    let territory = game.evaluator("territory", &[Weight::integer(1); 5]);
    let territory = territory.expect("small weights");
    mcts_playouts(&game, &territory, MctsOptions::default(), thousands)
}

fn mcts_playouts<G: Guidance, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    options: MctsOptions,
    thousands: u8,
) -> u64 {
    let limits = Limits {
        nodes: Some(u64::from(thousands) * 1000),
        ..Limits::default()
    };
    let mut searcher = Mcts::new(options, Seed(1));
    let report = searcher.search(game, evaluator, &game.start(), &limits, &mut |_| {});
    black_box(report).nodes
}

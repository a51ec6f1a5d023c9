//! Contact4: the time for the first moves of a game that the program plays against itself.
//!
//! The report's boards are rows x columns (it calls 6 x 7 the usual board), ours the other way
//! round. Its moves are the plies of one game, both sides by the same search, which draws among equal
//! moves. How it cuts is not described; the textbook's rule is taken, which is also the one that
//! comes nearer to the share of its time that its cuts save.

use crate::Effort;
use crate::measure::{Board, Failure, for_all, play_repeatedly};
use benches::markdown::{Table, beside, code, figure, seconds};

/// Moves whose times are in the table.
const MOVES: usize = 5;

/// A published game.
struct Published {
    /// Rows x columns, as the report writes it.
    board: &'static str,
    /// The same board in our text.
    game: &'static str,
    /// The same search.
    player: &'static str,
    /// Seconds for each move.
    seconds: [f64; MOVES],
    /// Among how many equally good moves it drew the first one; not told for the whole tree.
    equal: Option<usize>,
}

const PUBLISHED: [Published; 13] = [
    Published {
        board: "5x4",
        game: "connect:4x5",
        player: "minimax:ties=random",
        seconds: [481.675, 128.072, 22.762, 8.599, 2.659],
        equal: None,
    },
    Published {
        board: "5x4",
        game: "connect:4x5",
        player: "minimax:depth=12,eval=h2,ties=random",
        seconds: [18.258, 13.616, 9.208, 5.528, 1.876],
        equal: Some(2),
    },
    Published {
        board: "5x4",
        game: "connect:4x5",
        player: "alphabeta:depth=12,eval=h2,ties=random",
        seconds: [0.126, 0.087, 0.13, 0.093, 0.062],
        equal: Some(2),
    },
    Published {
        board: "6x7",
        game: "connect:7x6",
        player: "minimax:depth=6,eval=h2,ties=random",
        seconds: [0.421, 0.37, 0.296, 0.173, 0.343],
        equal: Some(5),
    },
    Published {
        board: "6x7",
        game: "connect:7x6",
        player: "alphabeta:depth=6,eval=h2,ties=random",
        seconds: [0.024, 0.014, 0.02, 0.009, 0.012],
        equal: Some(5),
    },
    Published {
        board: "6x7",
        game: "connect:7x6",
        player: "minimax:depth=8,eval=h2,ties=random",
        seconds: [18.015, 18.106, 13.984, 6.913, 14.859],
        equal: Some(3),
    },
    Published {
        board: "6x7",
        game: "connect:7x6",
        player: "alphabeta:depth=8,eval=h2,ties=random",
        seconds: [0.11, 0.086, 0.13, 0.156, 0.117],
        equal: Some(3),
    },
    Published {
        board: "7x7",
        game: "connect:7x7",
        player: "alphabeta:depth=10,eval=h1,ties=random",
        seconds: [0.402, 0.46, 0.397, 0.489, 0.424],
        equal: Some(1),
    },
    Published {
        board: "7x7",
        game: "connect:7x7",
        player: "alphabeta:depth=10,eval=h2,ties=random",
        seconds: [1.2, 1.0, 2.239, 3.11, 1.039],
        equal: Some(5),
    },
    Published {
        board: "7x7",
        game: "connect:7x7",
        player: "alphabeta:depth=10,eval=h3,ties=random",
        seconds: [1.473, 1.818, 1.778, 0.925, 0.697],
        equal: Some(2),
    },
    Published {
        board: "7x7",
        game: "connect:7x7",
        player: "alphabeta:depth=12,eval=h1,ties=random",
        seconds: [5.678, 6.368, 3.798, 5.324, 4.012],
        equal: Some(3),
    },
    Published {
        board: "7x7",
        game: "connect:7x7",
        player: "alphabeta:depth=12,eval=h2,ties=random",
        seconds: [11.676, 11.683, 9.948, 21.913, 87.045],
        equal: Some(2),
    },
    Published {
        board: "7x7",
        game: "connect:7x7",
        player: "alphabeta:depth=12,eval=h3,ties=random",
        seconds: [16.087, 16.285, 14.434, 21.461, 18.562],
        equal: Some(3),
    },
];

/// Prints the table of times, and that of what was searched in them.
pub(crate) fn print(effort: &Effort) -> Result<bool, Failure> {
    let games = for_all(&PUBLISHED, effort.jobs, |published| {
        play_repeatedly(&Board::start(published.game), published.player, MOVES)
    })?;
    let words = ["theirs", "ours", "player"].map(str::to_string);
    let moves = (1..=MOVES).map(|number| format!("move {number}"));
    let mut times = Table::new(
        words.clone(),
        moves.clone().chain(["all, theirs ÷ ours".to_string()]),
    );
    let mut nodes = Table::new(
        words,
        moves.chain(["equal best moves at move 1".to_string()]),
    );
    for (published, game) in PUBLISHED.iter().zip(games) {
        let head = [
            published.board.to_string(),
            code(published.game),
            code(published.player),
        ];
        let theirs: f64 = published.seconds.iter().sum();
        let ours: f64 = game.iter().map(|search| search.cpu.as_secs_f64()).sum();
        let cells = published.seconds.iter().zip(&game);
        times.push(
            head.iter()
                .cloned()
                .chain(cells.map(|(theirs, search)| beside(theirs, seconds(search.cpu))))
                .chain([figure(theirs / ours)]),
        );
        let equal = published
            .equal
            .map_or("–".to_string(), |equal| equal.to_string());
        let ours = game.first().map_or(0, |search| search.equal);
        nodes.push(
            head.into_iter()
                .chain(game.iter().map(|search| search.nodes.to_string()))
                .chain([beside(equal, ours)]),
        );
    }
    println!(
        "Seconds of processor time for the first moves of a game against itself, theirs / ours:\n"
    );
    println!("{times}");
    println!(
        "Nodes of the same searches, ours only, and among how many moves the first was drawn:\n"
    );
    println!("{nodes}");
    Ok(true)
}

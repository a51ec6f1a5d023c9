//! Players at work on positions, everything given as text, and what that took.

use game::Playable;
use games::{GameVisitor, NoFiles, parse_game};
use players::{Player, Request};
use search::Ended;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What can go wrong, in any thread.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Short work is repeated until this much processor time is measured, or so many times.
const LEAST_MEASURED: Duration = Duration::from_millis(50);
const MOST_RUNS: usize = 15;

/// A position to search, as text.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    /// The game.
    pub(crate) game: String,
    /// The position; the start of the game if there is none.
    pub(crate) position: Option<String>,
}

impl Board {
    /// The position before the first move.
    pub(crate) fn start(game: &str) -> Board {
        Board {
            game: game.to_string(),
            position: None,
        }
    }
}

/// One search, and what it took.
#[derive(Debug, Clone)]
pub(crate) struct Measured {
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// Processor time of the searching thread.
    pub(crate) cpu: Duration,
    /// The depth completed.
    pub(crate) depth: u32,
    /// Whether it ended because deepening would have changed nothing.
    pub(crate) decided: bool,
    /// Moves known to be as good as the chosen one, that one among them.
    pub(crate) equal: usize,
    /// For each depth completed on the way, the processor time until then.
    pub(crate) iterations: Vec<(u32, Duration)>,
}

/// What a player's search takes on a board.
pub(crate) fn search(board: &Board, player: &str) -> Result<Measured, Failure> {
    only(board, play(board, player, 1)?)
}

/// The same with the median of several times, as [`play_repeatedly`] measures them.
pub(crate) fn search_repeatedly(board: &Board, player: &str) -> Result<Measured, Failure> {
    only(board, play_repeatedly(board, player, 1)?)
}

fn only(board: &Board, searches: Vec<Measured>) -> Result<Measured, Failure> {
    let only = searches.into_iter().next();
    only.ok_or_else(|| format!("{}: the game is over", board.game).into())
}

/// What a player's searches take for the first plies of a game against itself; fewer if the game
/// ends.
pub(crate) fn play(board: &Board, player: &str, plies: usize) -> Result<Vec<Measured>, Failure> {
    parse_game(&board.game, &NoFiles)?.visit(Play {
        position: board.position.as_deref(),
        player,
        plies,
    })
}

/// [`play`] with the median of several times, where the work is short: by a new player each time,
/// who remembers nothing and draws the same random numbers.
pub(crate) fn play_repeatedly(
    board: &Board,
    player: &str,
    plies: usize,
) -> Result<Vec<Measured>, Failure> {
    let mut runs = vec![play(board, player, plies)?];
    let total = |run: &[Measured]| run.iter().map(|search| search.cpu).sum::<Duration>();
    let mut measured = total(&runs[0]);
    while measured < LEAST_MEASURED && runs.len() < MOST_RUNS {
        let run = play(board, player, plies)?;
        measured += total(&run);
        let same = |(one, other): (&Measured, &Measured)| one.nodes == other.nodes;
        if run.len() != runs[0].len() || !run.iter().zip(&runs[0]).all(same) {
            return Err(format!("{}: {player} does not repeat itself", board.game).into());
        }
        runs.push(run);
    }
    let mut middle = runs[0].clone();
    for (ply, search) in middle.iter_mut().enumerate() {
        let mut times: Vec<Duration> = runs.iter().map(|run| run[ply].cpu).collect();
        times.sort_unstable();
        search.cpu = times[times.len() / 2];
    }
    Ok(middle)
}

struct Play<'text> {
    position: Option<&'text str>,
    player: &'text str,
    plies: usize,
}

impl GameVisitor for Play<'_> {
    type Output = Result<Vec<Measured>, Failure>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut position = match self.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut player = Player::parse(game, self.player)?;
        let mut searches = Vec::new();
        for _ in 0..self.plies {
            let mut iterations = Vec::new();
            let mut request = Request {
                progress: &mut |report| iterations.push((report.depth, report.cpu)),
                ..Request::default()
            };
            let decision = player.choose(game, &position, &mut request)?;
            let Some(chosen) = decision.chosen else {
                break;
            };
            let report = decision.report.ok_or("a player that does not search")?;
            searches.push(Measured {
                nodes: report.nodes,
                cpu: report.cpu,
                depth: report.depth,
                decided: report.ended == Ended::Decided,
                equal: report.equal.len(),
                iterations,
            });
            game.play(&mut position, chosen);
        }
        Ok(searches)
    }
}

/// Does all the tasks, some at a time in threads of their own, and says on the standard error how
/// far it is. Results are in the order of the tasks.
pub(crate) fn for_all<Task: Sync, Done: Send>(
    tasks: &[Task],
    jobs: usize,
    work: impl Fn(&Task) -> Result<Done, Failure> + Sync,
) -> Result<Vec<Done>, Failure> {
    let next = AtomicUsize::new(0);
    let finished = AtomicUsize::new(0);
    let worker = || -> Result<Vec<(usize, Done)>, Failure> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(number) else {
                return Ok(done);
            };
            done.push((number, work(task)?));
            let finished = finished.fetch_add(1, Ordering::Relaxed) + 1;
            // A few lines in all, however many tasks there are.
            if finished * 5 / tasks.len() > (finished - 1) * 5 / tasks.len() {
                eprintln!("  {finished} of {}", tasks.len());
            }
        }
    };
    let mut done = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        let mut all = Vec::new();
        for thread in threads {
            let part = thread.join().map_err(|_| "a search panicked")?;
            all.extend(part?);
        }
        Ok::<_, Failure>(all)
    })?;
    done.sort_unstable_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, done)| done).collect())
}

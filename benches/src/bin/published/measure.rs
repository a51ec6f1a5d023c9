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
    /// For each depth completed on the way, the processor time until then.
    pub(crate) iterations: Vec<(u32, Duration)>,
}

/// What a player's search takes from the start of a game.
pub(crate) fn search(game: &str, player: &str) -> Result<Measured, Failure> {
    parse_game(game, &NoFiles)?.visit(Search { player })
}

/// [`search()`] with the median of several times, where the work is short: by a new player each time,
/// who remembers nothing and draws the same random numbers.
pub(crate) fn search_repeatedly(game: &str, player: &str) -> Result<Measured, Failure> {
    let first = search(game, player)?;
    let mut times = vec![first.cpu];
    let mut measured = first.cpu;
    while measured < LEAST_MEASURED && times.len() < MOST_RUNS {
        let run = search(game, player)?;
        if run.nodes != first.nodes {
            return Err(format!("{game}: {player} does not repeat itself").into());
        }
        measured += run.cpu;
        times.push(run.cpu);
    }
    times.sort_unstable();
    Ok(Measured {
        cpu: times[times.len() / 2],
        ..first
    })
}

struct Search<'text> {
    player: &'text str,
}

impl GameVisitor for Search<'_> {
    type Output = Result<Measured, Failure>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = game.start();
        let mut player = Player::parse(game, self.player)?;
        let mut iterations = Vec::new();
        let mut request = Request {
            progress: &mut |report| iterations.push((report.depth, report.cpu)),
            ..Request::default()
        };
        let decision = player.choose(game, &position, &mut request)?;
        if decision.chosen.is_none() {
            return Err(format!("{}: the game is over", game.name()).into());
        }
        let report = decision.report.ok_or("a player that does not search")?;
        Ok(Measured {
            nodes: report.nodes,
            cpu: report.cpu,
            depth: report.depth,
            decided: report.ended == Ended::Decided,
            iterations,
        })
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

//! What a cluster costs: games of 10 ms by two workers beside two threads of one process, a million jobs put down, and
//! what asking for chunks of half a minute takes of them. Ratios of the same run; the server is started here.
//!
//! `cluster [GAMES]`: so many games each way, three times; default 4000.

#[path = "../../../crates/cluster/tests/support/postgres.rs"]
#[allow(dead_code, reason = "shared with the tests, which need more of it")]
mod postgres;

use arena::{Control, Crew, Job, Openings, Portion, Terms, Threads, Venue};
use benches::markdown::{Table, figure};
use cluster::{
    Address, Coordinator, Finished, Link, NewExperiment, NewJob, Newcomer, Program, Request,
    Timing, Wanted, WorkerOptions, open, work,
};
use games::{AnyGame, NoFiles, parse_game};
use postgres::Server;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

/// What a game is to take.
const GAME: Duration = Duration::from_millis(10);
/// What a chunk is to take.
const CHUNK: Duration = Duration::from_secs(30);
const MANY: i64 = 1_000_000;
const ROUNDS: usize = 3;
/// What was promised.
const LEAST_RATIO: f64 = 0.95;
const MOST_SECONDS: f64 = 60.0;
const MOST_SHARE: f64 = 0.01;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("cluster: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table; whether all is as promised.
fn run() -> Result<bool, Failure> {
    let games = std::env::args()
        .nth(1)
        .map_or(Ok(4000), |text| text.parse())?;
    let server = Server::start();
    let address: Address = server.url().parse()?;
    Link::prepare(&address)?;
    let ratio = overhead(&address, games)?;
    let seconds = enqueue(&address)?;
    let share = leasing(&address)?;
    let mut table = Table::new(["what"], ["measured", "promised"]);
    table.push([
        "games of 10 ms a second, 2 workers by 2 threads".to_string(),
        figure(ratio),
        format!("at least {LEAST_RATIO}"),
    ]);
    table.push([
        "seconds to put down 1 000 000 jobs".to_string(),
        figure(seconds),
        format!("less than {MOST_SECONDS}"),
    ]);
    table.push([
        "part of a chunk of 30 s that asking and handing in take".to_string(),
        figure(share),
        format!("less than {MOST_SHARE}"),
    ]);
    write!(std::io::stdout(), "{table}")?;
    Ok(ratio >= LEAST_RATIO && seconds < MOST_SECONDS && share < MOST_SHARE)
}

/// Games of a length of one's choice.
struct Match {
    games: Vec<AnyGame>,
    players: Vec<String>,
    terms: Terms,
}

impl Match {
    fn new(nodes: u64) -> Result<Match, Failure> {
        let player = |seed| format!("alphabeta:nodes={nodes},ties=random,seed={seed}");
        Ok(Match {
            games: vec![parse_game("connect:7x6,c=4", &NoFiles)?],
            players: vec![player(1), player(2)],
            terms: Terms::default(),
        })
    }

    /// What so many games take.
    fn play(&self, crew: &dyn Crew, games: u64) -> Result<Duration, Failure> {
        let venue = Venue {
            games: &self.games,
            players: &self.players,
            openings: &Openings::Random(2),
            portion: Portion::Whole,
            opening_seed: 1,
            terms: &self.terms,
        };
        let job = |number: u64| Job {
            number,
            round: 0,
            game: 0,
            players: [0, 1],
            opening: number,
            seed: number,
        };
        let jobs: Vec<Job> = (0..games).map(job).collect();
        let began = Instant::now();
        crew.play(&venue, &jobs, &Control::new(2), &mut |_| {
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(began.elapsed())
    }

    /// A match whose games take as long as they should here and now.
    fn calibrated() -> Result<Match, Failure> {
        const SAMPLE: u64 = 60;
        let mut nodes = 500;
        for _ in 0..4 {
            let taken = Match::new(nodes)?.play(&Threads, SAMPLE)?;
            // Two at a time.
            let each = 2.0 * taken.as_secs_f64() / SAMPLE as f64;
            let factor = (GAME.as_secs_f64() / each).clamp(0.1, 10.0);
            nodes = ((nodes as f64 * factor) as u64).max(1);
        }
        Match::new(nodes)
    }
}

fn program() -> Program {
    Program {
        version: "bench".to_string(),
        signature: "bench".to_string(),
    }
}

fn newcomer(name: &str) -> Newcomer {
    Newcomer {
        name: name.to_string(),
        program: program(),
        threads: 1,
        yardstick: 1.0,
    }
}

fn experiment(name: &str) -> NewExperiment {
    NewExperiment {
        name: name.to_string(),
        kind: "bench".to_string(),
        program: program(),
        yardstick: 1.0,
    }
}

/// Games a second of two workers by those of two threads: the median of some rounds, each of them one after the other.
fn overhead(address: &Address, games: u64) -> Result<f64, Failure> {
    let players = Match::calibrated()?;
    let stop = AtomicBool::new(false);
    let options = |name| WorkerOptions {
        newcomer: newcomer(name),
        lease: Duration::from_secs(60),
        idle: None,
    };
    std::thread::scope(|scope| {
        for name in ["one", "two"] {
            let (options, stop) = (options(name), &stop);
            scope.spawn(move || work(address, &options, stop, &|_| {}));
        }
        let mut ratios = Vec::new();
        for round in 0..ROUNDS {
            let coordinator = Coordinator::new(
                address,
                &experiment(&format!("overhead-{round}")),
                Timing::Refused,
            );
            let measured = coordinator.map_err(Failure::from).and_then(|coordinator| {
                let there = players.play(&coordinator, games)?;
                coordinator.finish()?;
                Ok((there, players.play(&Threads, games)?))
            });
            match measured {
                Ok((there, here)) => {
                    eprintln!(
                        "{games} games: {:.2} s on the cluster, {:.2} s here",
                        there.as_secs_f64(),
                        here.as_secs_f64()
                    );
                    ratios.push(here.as_secs_f64() / there.as_secs_f64());
                }
                Err(error) => {
                    stop.store(true, Ordering::SeqCst);
                    return Err(error);
                }
            }
        }
        stop.store(true, Ordering::SeqCst);
        ratios.sort_by(f64::total_cmp);
        Ok(ratios[ratios.len() / 2])
    })
}

/// Seconds to put down a million jobs.
fn enqueue(address: &Address) -> Result<f64, Failure> {
    let mut queue = open(address)?;
    let number = queue.open_experiment(&experiment("many"))?;
    let batch = queue.open_batch(number, "many", "{}")?;
    let job = |number: i64| NewJob {
        number,
        payload: format!(
            "{{\"number\":{number},\"round\":0,\"game\":0,\"players\":[0,1],\"opening\":{number},\"seed\":{number}}}"
        ),
    };
    let jobs: Vec<NewJob> = (0..MANY).map(job).collect();
    let began = Instant::now();
    for some in jobs.chunks(500_000) {
        queue.enqueue(batch, some)?;
    }
    Ok(began.elapsed().as_secs_f64())
}

/// What asking for a chunk and handing it in takes, beside the chunk itself: the mean of some, of a million jobs.
fn leasing(address: &Address) -> Result<f64, Failure> {
    const CHUNKS: u32 = 10;
    let size = (CHUNK.as_secs_f64() / GAME.as_secs_f64()) as u32;
    let mut queue = open(address)?;
    let worker = queue.join(&newcomer("leasing"))?;
    let began = Instant::now();
    for _ in 0..CHUNKS {
        let answer = queue.lease(&Request {
            worker,
            program: &program(),
            wanted: Wanted::Ordinary,
            lease: Duration::from_secs(60),
            size: &|_| size,
        })?;
        let chunk = answer.chunk.ok_or("there are jobs")?;
        // As long as the record of a short game.
        let result = |job: &NewJob| Finished {
            number: job.number,
            document: job.payload.repeat(20),
        };
        let results: Vec<Finished> = chunk.jobs.iter().map(result).collect();
        queue.complete(worker, chunk.lease, chunk.batch, &results)?;
        queue.release(chunk.lease)?;
    }
    Ok(began.elapsed().as_secs_f64() / (f64::from(CHUNKS) * CHUNK.as_secs_f64()))
}

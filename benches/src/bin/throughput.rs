//! How many whole games a second of processor time gives, and where the time goes.
//!
//! `cargo run --release -p partida-benches --bin throughput [-- OPTIONS]`
//!
//! - `--games COUNT`: of each match, default 2000
//! - `--rounds COUNT`: so often each match is played; the best counts, default 3
//! - `--field`: also the Swiss tournament of all 7776 weight vectors, and what its pairings take
//!
//! Status 1 if what is promised does not hold.

use arena::{
    Archive, ArchiveError, Control, Format, Job, Openings, Plan, Record, Summary, Terms, Threads,
    run,
};
use benches::markdown::{Table, code, figure};
use cpu_time::{ProcessTime, ThreadTime};
use games::NoFiles;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use store::Store;

/// What can go wrong.
type Failure = Box<dyn std::error::Error>;

/// Games of greedy players on 11 × 11 in a second.
const GAMES_PROMISED: f64 = 1000.0;
/// What pairings may take of a whole tournament.
const PAIRING_PROMISED: f64 = 0.01;

/// Two players that do not play the same games over and over.
const MATCHES: &[[&str; 2]] = &[
    ["greedy:eval=score", "greedy:eval=score,ties=random"],
    [
        "greedy:eval=islands",
        "greedy:eval=islands,weights=1/5/3/0/2",
    ],
    [
        "greedy:eval=islands,weights=187/163/221.12/211.2/202.62",
        "greedy:eval=islands",
    ],
    ["greedy:eval=growth", "greedy:eval=islands"],
    ["random", "random:seed=1"],
];

struct Choices {
    games: u32,
    rounds: u32,
    field: bool,
}

fn main() -> ExitCode {
    match measure() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("throughput: {failure}");
            ExitCode::from(2)
        }
    }
}

fn measure() -> Result<bool, Failure> {
    let choices = read(std::env::args().skip(1))?;
    let mut output = std::io::stdout().lock();
    let mut all_hold = true;
    let mut table = Table::new(
        ["players"],
        [
            "moves a game",
            "positions judged a move",
            "games a CPU second",
            "with the store",
            "of it in the players, %",
        ],
    );
    for players in MATCHES {
        let plan = a_match(players, choices.games)?;
        let mut best: Option<Measured> = None;
        let mut stored = f64::INFINITY;
        for _ in 0..choices.rounds {
            let measured = unstored(&plan)?;
            if best.as_ref().is_none_or(|best| measured.cpu < best.cpu) {
                best = Some(measured);
            }
            stored = stored.min(with_store(&plan)?.as_secs_f64());
        }
        let best = best.ok_or("no rounds")?;
        let games = f64::from(choices.games);
        let rate = games / best.cpu.as_secs_f64();
        if players.iter().all(|player| player.starts_with("greedy")) {
            all_hold &= rate >= GAMES_PROMISED;
        }
        table.push([
            players.map(code).join(" and "),
            figure(best.moves as f64 / games),
            figure(best.nodes as f64 / best.moves as f64),
            figure(rate),
            figure(games / stored),
            figure(100.0 * best.thinking.as_secs_f64() / best.cpu.as_secs_f64()),
        ]);
    }
    writeln!(
        output,
        "bricks:11, {} games, one worker:\n\n{table}",
        choices.games
    )?;
    if choices.field {
        all_hold &= whole_field(&mut output)?;
    }
    let verdict = if all_hold {
        "all holds"
    } else {
        "NOT all holds"
    };
    writeln!(output, "{verdict}")?;
    Ok(all_hold)
}

/// What a run took, and what was done in it.
#[derive(Debug, Default)]
struct Measured {
    cpu: Duration,
    /// The players' own time: on the wall, which is the same where nothing else runs.
    thinking: Duration,
    moves: u64,
    nodes: u64,
    /// Between the end of a round and the next one's schedule.
    pairing: Duration,
    round_ended: Option<ThreadTime>,
}

/// Counts, and keeps nothing.
impl Archive for Measured {
    fn schedule(&mut self, _: &[Job]) -> Result<(), ArchiveError> {
        if let Some(ended) = self.round_ended.take() {
            self.pairing += ended.elapsed();
        }
        Ok(())
    }

    fn keep(&mut self, games: &[(Job, Record)]) -> Result<(), ArchiveError> {
        let played = games.iter().flat_map(|(_, record)| &record.moves);
        for played in played {
            self.moves += 1;
            self.nodes += played.nodes.unwrap_or(0);
            self.thinking += played.time.unwrap_or_default();
        }
        self.round_ended = Some(ThreadTime::now());
        Ok(())
    }

    fn kept(&mut self) -> Result<Vec<(u64, Summary)>, ArchiveError> {
        self.round_ended = Some(ThreadTime::now());
        Ok(Vec::new())
    }

    fn forget_from(&mut self, _: u64) -> Result<(), ArchiveError> {
        Ok(())
    }
}

fn unstored(plan: &Plan) -> Result<Measured, Failure> {
    let began = ProcessTime::now();
    let mut measured = Measured::default();
    run(
        plan,
        &NoFiles,
        &mut measured,
        &Threads,
        &Control::new(1),
        &mut |_| {},
    )?;
    measured.cpu = began.elapsed();
    Ok(measured)
}

fn with_store(plan: &Plan) -> Result<Duration, Failure> {
    let directory = std::env::temp_dir().join(format!("partida-throughput-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let mut store = Store::open(&directory.join("store.db"))?;
    let id = store.create("match", plan, "")?;
    let began = ProcessTime::now();
    run(
        plan,
        &NoFiles,
        &mut store.archive(id)?,
        &Threads,
        &Control::new(1),
        &mut |_| {},
    )?;
    let taken = began.elapsed();
    drop(store);
    std::fs::remove_dir_all(&directory)?;
    Ok(taken)
}

fn a_match(players: &[&str; 2], games: u32) -> Result<Plan, Failure> {
    let mut plan = Plan {
        format: Format::RoundRobin,
        games: vec!["bricks:11".to_string()],
        players: players.map(str::to_string).into(),
        rounds: 1,
        openings_per_meeting: games / 2,
        openings: Openings::Random(2),
        terms: Terms::default(),
        seed: 1,
        sprt: None,
    };
    plan.check(&NoFiles)?;
    Ok(plan)
}

/// The tournament of all weight vectors; whether its pairings take as little as promised.
fn whole_field(output: &mut dyn Write) -> Result<bool, Failure> {
    let mut plan = Plan {
        format: Format::Swiss,
        games: arena::expand("bricks:7..15")?,
        players: arena::expand("greedy:eval=islands,weights=0..5/0..5/0..5/0..5/0..5")?,
        rounds: 6,
        openings_per_meeting: 1,
        openings: Openings::Start,
        terms: Terms::default(),
        seed: 1,
        sprt: None,
    };
    plan.check(&NoFiles)?;
    let measured = unstored(&plan)?;
    let share = measured.pairing.as_secs_f64() / measured.cpu.as_secs_f64();
    writeln!(
        output,
        "Swiss, {} players, {} rounds on boards of 7 to 15: {} s of processor time, {} s of them for \
         pairings, {} %\n",
        plan.players.len(),
        plan.rounds,
        figure(measured.cpu.as_secs_f64()),
        figure(measured.pairing.as_secs_f64()),
        figure(100.0 * share),
    )?;
    Ok(share < PAIRING_PROMISED)
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Choices, Failure> {
    let mut choices = Choices {
        games: 2000,
        rounds: 3,
        field: false,
    };
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u32, Failure> {
            let number = arguments.next().and_then(|text| text.parse().ok());
            let number = number.filter(|&number| number > 0);
            number.ok_or_else(|| format!("{argument} wants a number from 1").into())
        };
        match argument.as_str() {
            "--games" => choices.games = number()?.next_multiple_of(2),
            "--rounds" => choices.rounds = number()?,
            "--field" => choices.field = true,
            other => return Err(format!("no such option: {other}").into()),
        }
    }
    Ok(choices)
}

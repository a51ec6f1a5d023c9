//! `partida match`: two players against each other, and what the result means.

use super::cluster::ClusterArguments;
use super::examples;
use super::tournament::conditions::ConditionArguments;
use super::tournament::{RunningArguments, check, create, play, say_where, table};
use crate::console::Console;
use anyhow::{Result, bail};
use arena::ratings::{
    Bounds, Estimate, Pairs, Sprt, Tally, Verdict, elo, normalised_elo, superiority,
};
use arena::{Finish, Format, Openings, Plan, expand};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use store::{Store, Tournament};

/// A game begins with so many random plies if nothing else is asked for: without them, players that
/// leave nothing to chance would play the same two games over and over.
const USUAL_OPENING: Openings = Openings::Random(4);
const USUAL_GAMES: u64 = 100;
/// A test ends a match sooner or later; this is only so that it ends.
const MOST_GAMES_OF_TEST: u64 = 100_000;

/// Play two players against each other
///
/// Each opening is played twice, with the sides changed. The difference in Elo comes with the range it is
/// in with 95 % certainty, from pairs of games, and with the likelihood that the first player is the
/// stronger one. With --sprt the match ends as soon as the test is decided.
///
/// JSON: {name, game, players: [the table's lines, the first player's first], games, complete, pairs: [LL,
/// LD, DD or WL, WD, WW], elo: {value, low, high}, normalised_elo, superiority, sprt: {test, llr, lower, upper,
/// verdict}}. elo is null without games or where all have the same result.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida match connect:5x4 alphabeta:depth=4 greedy --games 40"
    "partida match bricks:4 greedy random --openings start --games 2"
    "partida match connect:5x4 alphabeta:depth=3 random --sprt elo0=0,elo1=50 --workers 2"
    "partida match amazons:4x4 greedy random --games 10 --time 1s --json"
})]
pub(crate) struct Arguments {
    /// The game
    game: String,

    /// The two players
    #[arg(num_args = 2, required = true, value_name = "PLAYER")]
    players: Vec<String>,

    /// How many games; with openings of a list or all:PLIES, twice as many as there are openings if this is
    /// not given
    #[arg(long, value_name = "COUNT")]
    games: Option<u64>,

    /// Stop when it is decided whether the first player is rather elo1 or rather elo0 better than the
    /// second: elo0=0,elo1=5, and if need be alpha=, beta= and model=normalised or logistic
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    /// What to call it; default: match and a number
    #[arg(long)]
    name: Option<String>,

    #[command(flatten)]
    conditions: ConditionArguments,

    #[command(flatten)]
    running: RunningArguments,

    #[command(flatten)]
    cluster: ClusterArguments,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let mut games = expand(&arguments.game)?;
    if games.len() > 1 {
        bail!(
            "a match is played at one game, and {} stands for {}",
            arguments.game,
            games.len()
        );
    }
    let mut plan = Plan {
        format: Format::RoundRobin,
        games: vec![games.remove(0)],
        players: arguments.players.clone(),
        rounds: 1,
        openings_per_meeting: 1,
        openings: arguments
            .conditions
            .openings(USUAL_OPENING, &mut *console.input)?,
        terms: arguments.conditions.terms()?,
        seed: arguments.conditions.seed,
        sprt: arguments.sprt,
    };
    check(&mut plan)?;
    let pairs = match (arguments.games, arguments.sprt) {
        (Some(games), _) => games.div_ceil(2),
        (None, Some(_)) => MOST_GAMES_OF_TEST / 2,
        (None, None) => match plan.count_openings(&crate::files::LocalFiles)? {
            Some(count) if plan.openings != Openings::Start => count as u64,
            _ => USUAL_GAMES / 2,
        },
    };
    if arguments.games.is_some_and(|games| games % 2 == 1) {
        console
            .note("an odd number of games: one more is played, since each opening is played twice");
    }
    plan.openings_per_meeting = u32::try_from(pairs)?;
    check(&mut plan)?;
    arguments.cluster.check_plan(&plan)?;
    let mut store = arguments.running.open()?;
    let tournament = create(&mut store, arguments.name.as_deref(), "match", &plan)?;
    let how = (&arguments.running, &arguments.cluster);
    go_on(&mut store, &tournament, how, console)
}

/// Plays what is left of a match, and says what it means.
pub(crate) fn go_on(
    store: &mut Store,
    tournament: &Tournament,
    (running, cluster): (&RunningArguments, &ClusterArguments),
    console: &mut Console<'_>,
) -> Result<()> {
    let finish = play::play_with(store, tournament, running, cluster, console)?;
    if running.wants_json() {
        return Ok(console.write_json(&View::new(tournament, &finish))?);
    }
    let text = table::standings(&tournament.plan, &finish.standings, 2);
    writeln!(console.output, "{text}\n")?;
    write!(console.output, "{}", meaning(&tournament.plan, &finish)?)?;
    say_where(tournament, finish.games, finish.is_complete, console);
    Ok(())
}

/// A match as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct View {
    name: String,
    game: String,
    players: Vec<table::Line>,
    games: u64,
    complete: bool,
    pairs: [u64; 5],
    elo: Option<EstimateView>,
    normalised_elo: Option<EstimateView>,
    superiority: Option<f64>,
    sprt: Option<TestView>,
}

#[derive(Debug, Serialize)]
struct EstimateView {
    value: f64,
    low: f64,
    high: f64,
}

impl EstimateView {
    /// JSON has no infinities.
    fn new(estimate: Estimate) -> Option<EstimateView> {
        let Estimate { value, low, high } = estimate;
        [value, low, high]
            .iter()
            .all(|number| number.is_finite())
            .then_some(EstimateView { value, low, high })
    }
}

#[derive(Debug, Serialize)]
struct TestView {
    test: String,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl TestView {
    fn new(test: &Sprt, pairs: &Pairs) -> TestView {
        let Bounds { lower, upper } = test.bounds();
        let llr = test.llr(pairs);
        TestView {
            test: test.to_string(),
            llr,
            lower,
            upper,
            verdict: match test.verdict_of(llr) {
                Verdict::AcceptH0 => "elo0",
                Verdict::AcceptH1 => "elo1",
                Verdict::Continue => "open",
            },
        }
    }
}

impl View {
    fn new(tournament: &Tournament, finish: &Finish) -> View {
        let plan = &tournament.plan;
        let mut players = table::lines(plan, &finish.standings);
        players.sort_by_key(|line| line.player != plan.players[0]);
        View {
            name: tournament.name.clone(),
            game: plan.games[0].clone(),
            players,
            games: finish.games,
            complete: finish.is_complete,
            pairs: finish.pairs.0,
            elo: elo(&finish.pairs).and_then(EstimateView::new),
            normalised_elo: normalised_elo(&finish.pairs).and_then(EstimateView::new),
            superiority: superiority(&finish.pairs),
            sprt: plan.sprt.map(|test| TestView::new(&test, &finish.pairs)),
        }
    }
}

/// What a match says about its players, in sentences.
fn meaning(plan: &Plan, finish: &Finish) -> Result<String> {
    let mut text = String::new();
    let row = finish.standings.row(0).results();
    let tally = Tally {
        losses: row.losses,
        draws: row.draws,
        wins: row.wins,
    };
    let [first, second] = [&plan.players[0], &plan.players[1]];
    if let Some(difference) = elo(&finish.pairs).or_else(|| elo(&tally)) {
        writeln!(text, "{first} against {second}: {difference} Elo")?;
    }
    if let Some(difference) = normalised_elo(&finish.pairs) {
        writeln!(text, "normalised: {difference}")?;
    }
    if let Some(likelihood) = superiority(&finish.pairs) {
        writeln!(
            text,
            "{first} is the stronger one with a likelihood of {:.1} %",
            100.0 * likelihood
        )?;
    }
    let [losses, worse, even, better, wins] = finish.pairs.0;
    writeln!(
        text,
        "pairs: {wins} won twice, {better} better, {even} even, {worse} worse, {losses} lost twice"
    )?;
    if let Some(test) = &plan.sprt {
        let view = TestView::new(test, &finish.pairs);
        let verdict = match view.verdict {
            "elo1" => format!("rather {} Elo than {}: accepted", test.elo1(), test.elo0()),
            "elo0" => format!("rather {} Elo than {}: rejected", test.elo0(), test.elo1()),
            _ => "not decided".to_string(),
        };
        writeln!(
            text,
            "test {}: LLR {:.3} ({:.3}, {:.3}), {verdict}",
            view.test, view.llr, view.lower, view.upper
        )?;
    }
    Ok(text)
}

//! `partida sprt`: what results of two players say, without playing.

use super::examples;
use crate::console::Console;
use anyhow::Result;
use arena::ratings::{
    Estimate, Model, Pairs, Results, Sprt, Tally, Verdict, elo, normalised_elo, superiority,
};
use clap::{ArgGroup, Args, ValueEnum};
use serde::Serialize;

/// Say what the results of two players mean: a test of two hypotheses, and Elo
///
/// The sequential probability ratio test weighs two hypotheses: the player is elo0 stronger than its
/// opponent (H0), or elo1 (H1). The logarithm of the likelihood ratio, LLR, grows with evidence for H1
/// and falls with evidence for H0; between the bounds it takes more games. Then follow the difference
/// in Elo and in normalised Elo with 95 % intervals, and the likelihood that the player is stronger.
///
/// Results of pairs (the same opening played twice, with sides changed) say more than those of games.
///
/// JSON: {test, results, games, llr, lower, upper, verdict, elo, normalised_elo, superiority}; verdict
/// is "H0", "H1" or null, elo and normalised_elo are {value, low, high, error}, null without games;
/// what is infinite is null.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("counts").required(true).args(["results", "pairs"]),
    after_help = examples! {
        "partida sprt --results 96,111,136"
        "partida sprt --pairs 10,30,60,45,15 --elo0 0 --elo1 10"
        "partida sprt --results 57030,106593,57433 --elo1 2 --model logistic --json"
    }
)]
pub(crate) struct Arguments {
    /// Games lost, drawn and won
    #[arg(long, value_name = "L,D,W")]
    results: Option<String>,

    /// Pairs of games with 0, ½, 1, 1½ and 2 points
    #[arg(long, value_name = "LL,LD,DD+WL,WD,WW")]
    pairs: Option<String>,

    /// The difference of H0
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    elo0: f64,

    /// The difference of H1
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 5.0,
        allow_negative_numbers = true
    )]
    elo1: f64,

    /// The probability to accept H1 where H0 holds
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.05)]
    alpha: f64,

    /// The probability to accept H0 where H1 holds
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.05)]
    beta: f64,

    /// The unit of elo0 and elo1
    #[arg(long, value_name = "MODEL", default_value = "normalised")]
    model: Unit,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Unit {
    /// Normalised Elo, in standard deviations of a game: the share of draws does not matter
    #[value(alias = "normalized")]
    Normalised,
    /// Elo
    Logistic,
}

/// What is said, as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Report {
    test: String,
    results: String,
    games: u64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Option<&'static str>,
    elo: Option<Difference>,
    normalised_elo: Option<Difference>,
    superiority: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Difference {
    value: f64,
    low: f64,
    high: f64,
    error: f64,
}

impl From<Estimate> for Difference {
    fn from(estimate: Estimate) -> Difference {
        Difference {
            value: estimate.value,
            low: estimate.low,
            high: estimate.high,
            error: estimate.error(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let model = match arguments.model {
        Unit::Normalised => Model::Normalised,
        Unit::Logistic => Model::Logistic,
    };
    let Arguments {
        elo0,
        elo1,
        alpha,
        beta,
        ..
    } = *arguments;
    let test = Sprt::new(elo0, elo1, alpha, beta, model)?;
    let is_json = arguments.json;
    match (&arguments.results, &arguments.pairs) {
        (_, Some(pairs)) => {
            let pairs: Pairs = pairs.parse()?;
            report(&test, &pairs, pairs.to_string(), is_json, console)
        }
        (results, None) => {
            let tally: Tally = results.as_deref().unwrap_or_default().parse()?;
            report(&test, &tally, tally.to_string(), is_json, console)
        }
    }
}

fn report<R: Results>(
    test: &Sprt,
    results: &R,
    text: String,
    is_json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    let llr = test.llr(results);
    let bounds = test.bounds();
    let verdict = test.verdict_of(llr);
    if is_json {
        let document = Report {
            test: test.to_string(),
            results: text,
            games: results.games(),
            llr,
            lower: bounds.lower,
            upper: bounds.upper,
            verdict: match verdict {
                Verdict::AcceptH0 => Some("H0"),
                Verdict::AcceptH1 => Some("H1"),
                Verdict::Continue => None,
            },
            elo: elo(results).map(Difference::from),
            normalised_elo: normalised_elo(results).map(Difference::from),
            superiority: superiority(results),
        };
        console.write_json(&document)?;
        return Ok(());
    }
    let output = &mut *console.output;
    let pairs = match R::GAMES {
        1 => String::new(),
        _ => format!(", in {} pairs", results.total()),
    };
    writeln!(output, "test     {test}")?;
    writeln!(output, "games    {}{pairs}", results.games())?;
    let (lower, upper) = (bounds.lower, bounds.upper);
    writeln!(
        output,
        "LLR      {llr:.3}, bounds {lower:.3} and {upper:.3}"
    )?;
    let meaning = match results.games() {
        0 => "play on: there are no games yet".to_string(),
        _ => meaning(test, llr, verdict),
    };
    writeln!(output, "meaning  {meaning}")?;
    if let (Some(elo), Some(normalised), Some(superiority)) =
        (elo(results), normalised_elo(results), superiority(results))
    {
        writeln!(output, "Elo      {elo}")?;
        writeln!(output, "nElo     {normalised}")?;
        writeln!(output, "LOS      {:.2} %", superiority * 100.0)?;
    }
    Ok(())
}

/// The verdict as a sentence.
fn meaning(test: &Sprt, llr: f64, verdict: Verdict) -> String {
    let unit = match test.model() {
        Model::Normalised => "normalised Elo",
        Model::Logistic => "Elo",
    };
    let (elo0, elo1) = (test.elo0(), test.elo1());
    let percent = |probability: f64| {
        // Rounded so that 0.07 · 100 is 7.
        (probability * 1e8).round() / 1e6
    };
    match verdict {
        Verdict::AcceptH1 => format!(
            "stop: the difference is rather {elo1} {unit} than {elo0}; where it is {elo0}, a test ends so in no more than about {} % of cases",
            percent(test.alpha())
        ),
        Verdict::AcceptH0 => format!(
            "stop: the difference is rather {elo0} {unit} than {elo1}; where it is {elo1}, a test ends so in no more than about {} % of cases",
            percent(test.beta())
        ),
        Verdict::Continue => {
            let bounds = test.bounds();
            let (leaning, share) = if llr >= 0.0 {
                (elo1, llr / bounds.upper)
            } else {
                (elo0, llr / bounds.lower)
            };
            format!(
                "play on: so far rather {leaning} {unit}, but that is {:.0} % of the evidence it takes to stop",
                (share * 100.0).floor()
            )
        }
    }
}

//! The sequential probability ratio test: playing on until one of two hypotheses is as good as sure.

use super::constrained::{with_mean, with_t_value};
use super::elo::{NORMALISED_UNIT, score_of_elo};
use super::results::Results;
use game::Weight;
use game::arguments::{Arguments, Parameter, Range, Value};
use game::text::TextError;
use std::fmt;
use std::str::FromStr;

/// In which unit the hypotheses of a test are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Model {
    /// Normalised Elo: what a test has to tell apart are distances of the score from one half in
    /// standard deviations of a game, so that it takes as many games whatever the share of draws.
    #[default]
    Normalised,
    /// Elo: the score alone counts.
    Logistic,
}

impl fmt::Display for Model {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Model::Normalised => "normalised",
            Model::Logistic => "logistic",
        })
    }
}

/// A test of two hypotheses: that the player is `elo0` stronger than its opponent (H0), or `elo1`
/// (H1).
///
/// The generalised test: since a hypothesis says nothing about the shares of draws and the like, it
/// stands for its most likely distribution of results, given those seen. Results may be looked at
/// after each game, and the test stopped as soon as it has a [`Verdict`].
///
/// As text it is `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalised`; those are also the values of
/// what is left out.
///
/// ```
/// use arena::ratings::{Pairs, Sprt, Verdict};
/// let test: Sprt = "elo0=-1.75,elo1=0.25".parse()?;
/// let results = Pairs([127, 4883, 10712, 5150, 104]);
/// assert_eq!(format!("{:.4}", test.llr(&results)), "3.0102");
/// assert_eq!(test.verdict(&results), Verdict::AcceptH1);
/// # Ok::<(), game::text::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// What a [`Sprt`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Stop: rather elo0.
    AcceptH0,
    /// Stop: rather elo1.
    AcceptH1,
    /// Play on.
    Continue,
}

/// Between these the log-likelihood ratio says nothing yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// At or below it H0 is accepted: ln(beta/(1 − alpha)).
    pub lower: f64,
    /// At or above it H1 is accepted: ln((1 − beta)/alpha).
    pub upper: f64,
}

/// Why there is no such test.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum InvalidSprt {
    /// The hypotheses are the same or in the wrong order.
    #[error("elo0 ({elo0}) must be less than elo1 ({elo1})")]
    Order {
        /// As given.
        elo0: f64,
        /// As given.
        elo1: f64,
    },
    /// A hypothesis is too far out, or no number.
    #[error("{name} cannot be {value}; expected a number from -{GREATEST_ELO} to {GREATEST_ELO}")]
    Elo {
        /// Which one.
        name: &'static str,
        /// As given.
        value: f64,
    },
    /// A probability of error is.
    #[error("{name} cannot be {value}; expected a number from {LEAST_ERROR} to {GREATEST_ERROR}")]
    Error {
        /// Which one.
        name: &'static str,
        /// As given.
        value: f64,
    },
}

/// Hypotheses are at most so far from 0: 94.7 % of the points in Elo, and in normalised Elo within what
/// the fit of a t-value is made for.
const GREATEST_ELO: f64 = 500.0;
const LEAST_ERROR: f64 = 0.000_001;
const GREATEST_ERROR: f64 = 0.499_999;

const ELO_RANGE: Range = Range::Number(Weight::integer(-500), Weight::integer(500));
const ERROR_RANGE: Range =
    Range::Number(Weight::from_millionths(1), Weight::from_millionths(499_999));
const ELO0: Parameter = Parameter::named("elo0", "the difference of H0", "0", ELO_RANGE);
const ELO1: Parameter = Parameter::named("elo1", "the difference of H1", "5", ELO_RANGE);
const ALPHA: Parameter = Parameter::named(
    "alpha",
    "the probability to accept H1 where H0 holds",
    "0.05",
    ERROR_RANGE,
);
const BETA: Parameter = Parameter::named(
    "beta",
    "the probability to accept H0 where H1 holds",
    "0.05",
    ERROR_RANGE,
);
const MODEL: Parameter = Parameter::named(
    "model",
    "the unit of the hypotheses",
    "normalised",
    Range::Choice(&["normalised", "logistic"]),
);

/// A result that has not been seen counts as this many, so that it is not impossible.
const UNSEEN: f64 = 0.001;

impl Default for Sprt {
    /// 0 against 5 normalised Elo, with errors of 5 %.
    fn default() -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalised,
        }
    }
}

impl Sprt {
    /// The parameters of its text.
    pub const PARAMETERS: [Parameter; 5] = [ELO0, ELO1, ALPHA, BETA, MODEL];

    /// A test of `elo0` against `elo1`, with the probability `alpha` to accept H1 where H0 holds and
    /// `beta` to accept H0 where H1 holds.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Sprt, InvalidSprt> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-GREATEST_ELO..=GREATEST_ELO).contains(&value) {
                return Err(InvalidSprt::Elo { name, value });
            }
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(LEAST_ERROR..=GREATEST_ERROR).contains(&value) {
                return Err(InvalidSprt::Error { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(InvalidSprt::Order { elo0, elo1 });
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The difference of H0.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of H1.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The probability to accept H1 where H0 holds.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability to accept H0 where H1 holds.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The unit of the hypotheses.
    #[must_use]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// Where the test stops.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// The logarithm of how much more likely the results are under H1 than under H0, each with its
    /// most likely distribution; 0 without results. Scores that were never seen count 0.001 times.
    #[must_use]
    pub fn llr<R: Results>(&self, results: &R) -> f64 {
        if results.total() == 0 {
            return 0.0;
        }
        let counts = results.counts();
        let counts = counts.as_ref().iter();
        let mut shares: Vec<f64> = counts.map(|&count| (count as f64).max(UNSEEN)).collect();
        let total: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
        let divisors = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, score_of_elo(elo)),
            // The t-value of a pair of independent games is √2 times that of a game.
            Model::Normalised => {
                with_t_value(&shares, elo / NORMALISED_UNIT * f64::from(R::GAMES).sqrt())
            }
        };
        let (under_h0, under_h1) = (divisors(self.elo0), divisors(self.elo1));
        let divisors = under_h0.iter().zip(&under_h1);
        let logarithms = divisors.map(|(zero, one)| zero.ln() - one.ln());
        let ratio: f64 = shares
            .iter()
            .zip(logarithms)
            .map(|(share, ratio)| share * ratio)
            .sum();
        total * ratio
    }

    /// What the results say.
    #[must_use]
    pub fn verdict<R: Results>(&self, results: &R) -> Verdict {
        self.verdict_of(self.llr(results))
    }

    /// What a log-likelihood ratio says.
    #[must_use]
    pub fn verdict_of(&self, llr: f64) -> Verdict {
        let bounds = self.bounds();
        if llr >= bounds.upper {
            Verdict::AcceptH1
        } else if llr <= bounds.lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = self;
        write!(
            formatter,
            "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}"
        )
    }
}

impl FromStr for Sprt {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Sprt, TextError> {
        let mut arguments = Arguments::parse("test", text, 0, &Sprt::PARAMETERS)?;
        let mut number = |parameter, default: f64| -> Result<(usize, f64), TextError> {
            Ok(match arguments.take_value(parameter)? {
                Some((offset, Value::Number(value))) => (offset, value.as_f64()),
                _ => (0, default),
            })
        };
        let default = Sprt::default();
        let (elo0_offset, elo0) = number(&ELO0, default.elo0)?;
        let (elo1_offset, elo1) = number(&ELO1, default.elo1)?;
        let (_, alpha) = number(&ALPHA, default.alpha)?;
        let (_, beta) = number(&BETA, default.beta)?;
        let model = match arguments.take_value(&MODEL)? {
            Some((_, Value::Word(word))) if word == "logistic" => Model::Logistic,
            _ => Model::Normalised,
        };
        arguments.finish()?;
        Sprt::new(elo0, elo1, alpha, beta, model).map_err(|problem| {
            // Single values are in their ranges: only their order can be wrong.
            let offset = elo0_offset.max(elo1_offset);
            TextError::new("test", text, offset, problem.to_string(), "")
        })
    }
}

//! A comparison of ways to tune as a file: an experiment, and variants of it that differ in some of its fields;
//! and what runs of them with several seeds say.

use crate::experiment::Experiment;
use crate::run::Finish;
use arena::ratings::{Results, Tally};
use toml::{Table, Value};

/// Comparisons that come with the program, names and files: those of the course's report on Connect.
pub const COMPARISONS: [(&str, &str); 7] = [
    ("orders", include_str!("../../../experiments/orders.toml")),
    ("grasp", include_str!("../../../experiments/grasp.toml")),
    ("fitness", include_str!("../../../experiments/fitness.toml")),
    (
        "population",
        include_str!("../../../experiments/population.toml"),
    ),
    (
        "mutation",
        include_str!("../../../experiments/mutation.toml"),
    ),
    ("cuts", include_str!("../../../experiments/cuts.toml")),
    (
        "selection",
        include_str!("../../../experiments/selection.toml"),
    ),
];

/// What is compared.
///
/// ```
/// use tune::{COMPARISONS, Comparison};
/// let (name, text) = COMPARISONS[2];
/// let comparison = Comparison::parse(name, text)?;
/// let labels: Vec<&str> = comparison.variants.iter().map(|it| it.label.as_str()).collect();
/// assert_eq!((name, labels), ("fitness", vec!["losses", "points"]));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// What was asked.
    pub question: String,
    /// What others found, if anybody did.
    pub published: String,
    /// How often each variant is run.
    pub seeds: u64,
    /// Two or more.
    pub variants: Vec<Variant>,
}

/// One of those compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// What people call it.
    pub label: String,
    /// How it tunes; each run has a name and a seed of its own.
    pub experiment: Experiment,
}

impl Comparison {
    /// Reads a file. The error says where and what.
    pub fn parse(name: &str, text: &str) -> Result<Comparison, String> {
        let at_fault = |error: toml::de::Error| format!("{name}: {}", error.to_string().trim_end());
        let mut table: Table = toml::from_str(text).map_err(at_fault)?;
        let mut word = |key: &str| -> Result<String, String> {
            match table.remove(key) {
                None => Ok(String::new()),
                Some(Value::String(text)) => Ok(text),
                Some(_) => Err(format!("{name}: {key} must be a text")),
            }
        };
        let (title, question, published) = (word("title")?, word("question")?, word("published")?);
        let seeds = match table.remove("seeds") {
            None => 5,
            Some(Value::Integer(seeds @ 1..=10_000)) => seeds.unsigned_abs(),
            Some(_) => return Err(format!("{name}: seeds must be a number from 1 to 10000")),
        };
        let Some(Value::Array(variants)) = table.remove("variant") else {
            return Err(format!(
                "{name}: there are no variants to compare: [[variant]], label and what differs"
            ));
        };
        let variants = variants
            .into_iter()
            .map(|variant| Variant::read(name, &table, variant))
            .collect::<Result<Vec<_>, _>>()?;
        if variants.len() < 2 {
            return Err(format!("{name}: it takes two variants to compare"));
        }
        Ok(Comparison {
            name: name.to_string(),
            title: if title.is_empty() {
                name.to_string()
            } else {
                title
            },
            question,
            published,
            seeds,
            variants,
        })
    }
}

impl Variant {
    /// From what differs, and what all have in common.
    fn read(name: &str, common: &Table, variant: Value) -> Result<Variant, String> {
        let Value::Table(mut variant) = variant else {
            return Err(format!("{name}: a variant is a table: [[variant]]"));
        };
        let Some(Value::String(label)) = variant.remove("label") else {
            return Err(format!("{name}: a variant has no label"));
        };
        let mut whole = common.clone();
        whole.extend(variant);
        let at_fault = |error: String| format!("{name}, variant {label}: {error}");
        let text = toml::to_string(&whole).map_err(|error| at_fault(error.to_string()))?;
        let experiment = Experiment::parse(&text).map_err(at_fault)?;
        Ok(Variant { label, experiment })
    }

    /// One of its runs; seeds are counted from 0.
    #[must_use]
    pub fn run(&self, name: String, seed: u64, budget: Option<u64>) -> Experiment {
        Experiment {
            name,
            seed: self.experiment.seed + seed,
            budget: budget.or(self.experiment.budget),
            ..self.experiment.clone()
        }
    }
}

/// All runs of a variant.
#[derive(Debug, Clone)]
pub struct Runs {
    /// The variant's.
    pub label: String,
    /// One for each seed.
    pub runs: Vec<Finish>,
    /// What the result of each run scores in its last validation, against all opponents.
    pub scores: Vec<f64>,
    /// The share of games that it loses there.
    pub losses: Vec<f64>,
    /// Games of all runs, those of validations not counted.
    pub games: u64,
}

/// What a run shows at a place along its way.
pub type Shown<'run> = &'run dyn Fn(&Finish, u64) -> Option<f64>;

impl Runs {
    /// What came of the runs of a variant.
    #[must_use]
    pub fn new(label: &str, runs: Vec<Finish>) -> Runs {
        let of_runs = |value: fn(&Tally) -> f64| -> Vec<f64> {
            runs.iter()
                .map(|run| value(&opposed(run, u64::MAX)))
                .collect()
        };
        Runs {
            label: label.to_string(),
            scores: of_runs(|tally| tally.mean().unwrap_or(0.5)),
            losses: of_runs(|tally| tally.losses as f64 / tally.total().max(1) as f64),
            games: runs.iter().map(|run| run.tuning.played()).sum(),
            runs,
        }
    }

    /// The generations that all of them went through, counted from 1.
    #[must_use]
    pub fn generations(&self) -> Vec<u64> {
        let lengths = self
            .runs
            .iter()
            .map(|run| run.tuning.history().len() as u64);
        (1..=lengths.min().unwrap_or(0)).collect()
    }

    /// After how many games any of them was examined.
    #[must_use]
    pub fn examined(&self) -> Vec<u64> {
        let exams = self.runs.iter().flat_map(|run| &run.exams);
        let mut places: Vec<u64> = exams.map(|exam| exam.games).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// How the runs did in the mean, at those places of which all of them have something to show: the place, the
    /// mean, and one deviation to either side.
    #[must_use]
    pub fn course(&self, places: &[u64], shown: Shown<'_>) -> Vec<(u64, f64, [f64; 2])> {
        let spread = |&place: &u64| {
            let values = self.runs.iter().map(|run| shown(run, place));
            let Spread { mean, deviation } = Spread::of(&values.collect::<Option<Vec<f64>>>()?);
            Some((place, mean, [mean - deviation, mean + deviation]))
        };
        places.iter().filter_map(spread).collect()
    }
}

/// What the best of a generation achieved in its own games; generations are counted from 1.
#[must_use]
pub fn winner(run: &Finish, generation: u64) -> Option<Tally> {
    let place = usize::try_from(generation.checked_sub(1)?).ok()?;
    let field = run.tuning.history().get(place)?.field.as_ref()?;
    Some(field.winner.tally)
}

/// What a result scored against the given opponents, all together, when so many games had been played.
#[must_use]
pub fn opposed(run: &Finish, games: u64) -> Tally {
    let reached = run
        .exams
        .iter()
        .map(|exam| exam.games)
        .filter(|&it| it <= games);
    let last = reached.max().unwrap_or(0);
    let mut sum = Tally::default();
    // The start is the first of those who examine.
    let start = run.exams.first().map(|exam| exam.against.clone());
    for exam in &run.exams {
        let is_final = run
            .exams
            .iter()
            .any(|other| other.games == last && other.is_final);
        if exam.games == last && exam.is_final == is_final && Some(&exam.against) != start.as_ref()
        {
            sum.losses += exam.answer.tally.losses;
            sum.draws += exam.answer.tally.draws;
            sum.wins += exam.answer.tally.wins;
        }
    }
    sum
}

/// Numbers in the mean, and how far they are from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Spread {
    /// Of some numbers.
    #[must_use]
    pub fn of(values: &[f64]) -> Spread {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Spread {
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
        }
    }
}

/// 97.5 % of Student's distribution lie below this, by degrees of freedom from 1 on.
const STUDENT: [f64; 20] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
];

/// By how much one mean is greater than another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// With 95 % confidence it is no farther off than this; infinite where a single number shows no spread.
    pub error: f64,
}

impl Difference {
    /// Of the means of two lists of numbers, by Welch's test.
    ///
    /// ```
    /// let difference = tune::Difference::of(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]);
    /// assert!(difference.value == 0.0 && !difference.is_told());
    /// assert!(tune::Difference::of(&[5.0, 5.1], &[1.0, 1.1]).is_told());
    /// assert!(tune::Difference::of(&[5.0], &[1.0]).error.is_infinite());
    /// ```
    #[must_use]
    pub fn of(one: &[f64], other: &[f64]) -> Difference {
        let parts = [one, other].map(|values| {
            let Spread { mean, deviation } = Spread::of(values);
            let count = values.len() as f64;
            (mean, deviation.powi(2) / count, count)
        });
        let [
            (mean, variance, count),
            (other_mean, other_variance, other_count),
        ] = parts;
        let both = variance + other_variance;
        let of = |variance: f64, count: f64| variance.powi(2) / (count - 1.0).max(1.0);
        let freedom =
            both.powi(2) / (of(variance, count) + of(other_variance, other_count)).max(1e-300);
        let place = (freedom.floor() as usize).clamp(1, STUDENT.len());
        Difference {
            value: mean - other_mean,
            error: match count.min(other_count) > 1.0 {
                true => STUDENT[place - 1] * both.sqrt(),
                false => f64::INFINITY,
            },
        }
    }

    /// Whether the means differ beyond chance, at 5 %.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.value.abs() > self.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Study;
    use games::NoFiles;

    #[test]
    fn those_that_come_with_the_program_can_be_done() {
        for (name, text) in COMPARISONS {
            let comparison = Comparison::parse(name, text).expect(name);
            for variant in &comparison.variants {
                Study::new(variant.run("x".to_string(), 0, None), &NoFiles).expect(name);
            }
            assert!(!comparison.published.is_empty(), "{name}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let refused = |text: &str| Comparison::parse("mine", text).expect_err("it is wrong");
        assert!(refused("seeds = 0").contains("seeds must be"));
        assert!(refused("title = 1").contains("title must be a text"));
        assert!(refused("seeds = 2").contains("no variants"));
        assert!(refused("[[variant]]\nmethod = 'spsa'").contains("no label"));
    }

    #[test]
    fn a_difference_is_that_of_welch() {
        // By hand: means 5 and 2, variances 1 of three numbers and 10/3 of four. Both: 1/3 + 5/6. Freedom:
        // (7/6)² / ((1/3)²/2 + (5/6)²/3) = 4.7, of which 4 count.
        let difference = Difference::of(&[4.0, 5.0, 6.0], &[0.0, 1.0, 3.0, 4.0]);
        assert!((difference.value - 3.0).abs() < 1e-12);
        let error = 2.776 * (1.0 / 3.0 + 5.0 / 6.0_f64).sqrt();
        assert!((difference.error - error).abs() < 1e-9, "{difference:?}");
    }
}

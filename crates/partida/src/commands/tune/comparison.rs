//! A comparison as a file: an experiment, and variants of it that differ in some of its fields.

use super::study;
use anyhow::{Context, Result, anyhow, bail};
use toml::{Table, Value};
use tune::{Experiment, Study};

/// Comparisons that come with the program: those of the course's report on Connect, one command each.
pub(super) const KNOWN: [(&str, &str); 7] = [
    (
        "orders",
        include_str!("../../../../../experiments/orders.toml"),
    ),
    (
        "grasp",
        include_str!("../../../../../experiments/grasp.toml"),
    ),
    (
        "fitness",
        include_str!("../../../../../experiments/fitness.toml"),
    ),
    (
        "population",
        include_str!("../../../../../experiments/population.toml"),
    ),
    (
        "mutation",
        include_str!("../../../../../experiments/mutation.toml"),
    ),
    ("cuts", include_str!("../../../../../experiments/cuts.toml")),
    (
        "selection",
        include_str!("../../../../../experiments/selection.toml"),
    ),
];

/// What is compared.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) name: String,
    /// What it is about.
    pub(super) title: String,
    /// What was asked.
    pub(super) question: String,
    /// What others found, if anybody did.
    pub(super) published: String,
    /// How often each variant is run.
    pub(super) seeds: u64,
    pub(super) variants: Vec<Variant>,
}

/// One of those compared.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) label: String,
    experiment: Experiment,
}

impl Comparison {
    /// Reads a file.
    pub(super) fn parse(name: &str, text: &str) -> Result<Comparison> {
        let at_fault = |error: toml::de::Error| anyhow!("{name}: {}", error.to_string().trim_end());
        let mut table: Table = toml::from_str(text).map_err(at_fault)?;
        let mut word = |key: &str| -> Result<String> {
            match table.remove(key) {
                None => Ok(String::new()),
                Some(Value::String(text)) => Ok(text),
                Some(_) => bail!("{name}: {key} must be a text"),
            }
        };
        let (title, question, published) = (word("title")?, word("question")?, word("published")?);
        let seeds = match table.remove("seeds") {
            None => 5,
            Some(Value::Integer(seeds @ 1..=10_000)) => seeds.unsigned_abs(),
            Some(_) => bail!("{name}: seeds must be a number from 1 to 10000"),
        };
        let Some(Value::Array(variants)) = table.remove("variant") else {
            bail!("{name}: there are no variants to compare: [[variant]], label and what differs");
        };
        let variants = variants.into_iter().map(|variant| {
            let Value::Table(mut variant) = variant else {
                bail!("{name}: a variant is a table: [[variant]]");
            };
            let Some(Value::String(label)) = variant.remove("label") else {
                bail!("{name}: a variant has no label");
            };
            let mut whole = table.clone();
            whole.extend(variant);
            let text = toml::to_string(&whole).context("a table can be written")?;
            let experiment = Experiment::parse(&text)
                .map_err(|error| anyhow!("{name}, variant {label}: {error}"))?;
            Ok(Variant { label, experiment })
        });
        let variants = variants.collect::<Result<Vec<_>>>()?;
        if variants.len() < 2 {
            bail!("{name}: it takes two variants to compare");
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
    /// One of its runs.
    pub(super) fn study(&self, name: String, seed: u64, budget: Option<u64>) -> Result<Study> {
        study(Experiment {
            name,
            seed: self.experiment.seed + seed,
            budget: budget.or(self.experiment.budget),
            ..self.experiment.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_come_with_the_program_can_be_done() {
        for (name, text) in KNOWN {
            let comparison = Comparison::parse(name, text).expect(name);
            for variant in &comparison.variants {
                variant.study("x".to_string(), 0, None).expect(name);
            }
            assert!(!comparison.published.is_empty(), "{name}");
        }
    }
}

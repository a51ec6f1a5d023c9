//! The experiments of the five course reports that Partida grew out of, run again with our players: for every
//! table and figure the published numbers and ours side by side, and what that says about what was claimed.
//!
//! An [`Experiment`] is found by its name and [`run`](Experiment::run) in a [`Laboratory`], which plays its
//! tournaments and tunings and keeps what was measured, so that a run that was stopped goes on. What comes of
//! it is [`Findings`]: tables, plots, and claims whose [`Verdict`] is computed from numbers, never typed.
//! [`page`] makes one document of all of them.
//!
//! ```
//! let experiment = reproduce::find("bricks-trees").expect("it is one of them");
//! assert_eq!(experiment.source, reproduce::Source::Bricks);
//! assert!(experiment.covers.contains("3–7"));
//! ```

mod amazons;
mod bricks;
mod comparison;
mod contact;
mod escape;
mod findings;
mod intervals;
mod laboratory;
mod line;
mod measure;
mod page;

pub use comparison::comparison_plots;
pub use findings::{Claim, Findings, Part, Speed, Trouble, Verdict};
pub use laboratory::{Hands, Laboratory, Size};
pub use page::page;

/// One experiment of a report.
#[derive(Debug, Clone, Copy)]
pub struct Experiment {
    /// What it is called on the command line.
    pub id: &'static str,
    /// The report it comes from.
    pub source: Source,
    /// What it is about.
    pub title: &'static str,
    /// The tables and figures of the report.
    pub covers: &'static str,
    /// What was asked.
    pub asked: &'static str,
    /// What was found then.
    pub found: &'static str,
    run: fn(&mut Laboratory<'_>) -> Result<Findings, Trouble>,
}

impl Experiment {
    /// Does it, or what is left of it.
    pub fn run(&self, hands: &mut dyn Hands, size: Size) -> Result<Findings, Trouble> {
        (self.run)(&mut Laboratory::new(self.id, size, hands))
    }
}

/// A report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Ladrillos.
    Bricks,
    /// C en línea.
    Line,
    /// La Fuga del Rey.
    Escape,
    /// Contact4.
    Contact,
    /// Amazonas.
    Amazons,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 5] = [
        Source::Bricks,
        Source::Line,
        Source::Escape,
        Source::Contact,
        Source::Amazons,
    ];

    /// What it is called.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Source::Bricks => "Bricks (Ladrillos)",
            Source::Line => "Connect (C en línea)",
            Source::Escape => "Tafl (La Fuga del Rey)",
            Source::Contact => "Connect (Contact4)",
            Source::Amazons => "Amazons (Amazonas)",
        }
    }

    /// What its times were measured with, as far as the report says.
    #[must_use]
    pub fn era(self) -> &'static str {
        match self {
            Source::Bricks => "C++ and Python scripts, a desktop computer of 2010",
            Source::Line => "C++, a desktop computer of 2017",
            Source::Escape => "Java, a desktop computer of about 2014",
            Source::Contact => "C++, a desktop computer of 2014",
            Source::Amazons => "C++, no times given",
        }
    }
}

/// All experiments, in the order of the reports.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    [
        bricks::EXPERIMENTS,
        line::EXPERIMENTS,
        escape::EXPERIMENTS,
        contact::EXPERIMENTS,
        amazons::EXPERIMENTS,
    ]
    .concat()
}

/// The experiment of a name.
#[must_use]
pub fn find(id: &str) -> Option<Experiment> {
    experiments().into_iter().find(|it| it.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_have_names_of_their_own_and_say_what_they_are_about() {
        let mut met = HashSet::new();
        for experiment in experiments() {
            assert!(
                met.insert(experiment.id),
                "{} is there twice",
                experiment.id
            );
            for text in [
                experiment.title,
                experiment.covers,
                experiment.asked,
                experiment.found,
            ] {
                assert!(!text.is_empty(), "{}", experiment.id);
            }
        }
    }
}

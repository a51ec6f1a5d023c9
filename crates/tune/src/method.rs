//! The methods as text: `genetic:population=20,games=100`, in the same way as players.

use crate::cma::{self, Cma, CmaOptions};
use crate::evolution::{self, Evolution, EvolutionOptions};
use crate::genetic::{self, Genetic, GeneticOptions};
use crate::grid::{GRASP_PARAMETERS, GRID_PARAMETERS, Grid, GridOptions};
use crate::regression::{self, Fitted, RegressionOptions};
use crate::spsa::{self, Spsa, SpsaOptions};
use crate::trial::Fitness;
use crate::tuner::Context;
use crate::tuning::State;
use crate::values::Values;
use game::arguments::{Arguments, Parameter};
use game::text::{TextError, nearest};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const SUBJECT: &str = "method";

/// A method as people see it.
#[derive(Debug)]
pub struct MethodDeclaration {
    /// The word.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// What can be chosen.
    pub parameters: &'static [Parameter],
    options: fn(&Values) -> Options,
}

/// All methods there are.
#[must_use]
pub fn methods() -> &'static [MethodDeclaration] {
    &[
        MethodDeclaration {
            name: "spsa",
            meaning: "moves all numbers at once, a little at a time, by games between two players around the present \
                      ones; needs no opponents",
            parameters: spsa::PARAMETERS,
            options: |values| Options::Spsa(SpsaOptions::new(values)),
        },
        MethodDeclaration {
            name: "cma",
            meaning: "draws players from a distribution that follows the better half of them",
            parameters: cma::PARAMETERS,
            options: |values| Options::Cma(CmaOptions::new(values)),
        },
        MethodDeclaration {
            name: "genetic",
            meaning: "a population that passes its numbers on in groups, with mutations",
            parameters: genetic::PARAMETERS,
            options: |values| Options::Genetic(GeneticOptions::new(values)),
        },
        MethodDeclaration {
            name: "evolution",
            meaning: "a population whose children are the mean of their parents and some noise, with a hall of fame",
            parameters: evolution::PARAMETERS,
            options: |values| Options::Evolution(EvolutionOptions::new(values)),
        },
        MethodDeclaration {
            name: "grid",
            meaning: "two numbers at a time, all pairs of values in a window",
            parameters: GRID_PARAMETERS,
            options: |values| Options::Grid(GridOptions::grid(values)),
        },
        MethodDeclaration {
            name: "grasp",
            meaning: "two numbers at a time, small windows around a few places by lot",
            parameters: GRASP_PARAMETERS,
            options: |values| Options::Grid(GridOptions::grasp(values)),
        },
        MethodDeclaration {
            name: "regression",
            meaning: "no games: the weights that best tell who won the games of a store, for evaluators that are \
                      sums of their features",
            parameters: regression::PARAMETERS,
            options: |values| Options::Regression(RegressionOptions::new(values)),
        },
    ]
}

/// How to tune: a method and what was chosen for it. Its text has what is not the default.
///
/// ```
/// let method: tune::Method = "genetic:games=4,population=20".parse()?;
/// assert_eq!(method.to_string(), "genetic:population=20");
/// let error = "genetic:poplation=20".parse::<tune::Method>().expect_err("a slip");
/// assert!(error.to_string().contains(r#"did you mean "population"?"#));
/// # Ok::<(), game::text::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Method {
    text: String,
    options: Options,
}

#[derive(Debug, Clone, PartialEq)]
enum Options {
    Spsa(SpsaOptions),
    Cma(CmaOptions),
    Genetic(GeneticOptions),
    Evolution(EvolutionOptions),
    Grid(GridOptions),
    Regression(RegressionOptions),
}

impl Method {
    /// How a tuning with it begins.
    pub(crate) fn begin(&self, context: &mut Context<'_>) -> State {
        match self.options.clone() {
            Options::Spsa(options) => State::Spsa(Spsa::new(options, context)),
            Options::Cma(options) => State::Cma(Cma::new(options, context.space)),
            Options::Genetic(options) => State::Genetic(Genetic::new(options, context)),
            Options::Evolution(options) => State::Evolution(Evolution::new(options, context)),
            Options::Grid(options) => State::Grid(Box::new(Grid::new(options, context))),
            Options::Regression(_) => State::Fitted(Fitted {
                point: context.space.start(),
            }),
        }
    }

    /// What it takes for better; `None` where players are compared with each other only.
    #[must_use]
    pub fn fitness(&self) -> Option<Fitness> {
        match &self.options {
            Options::Spsa(_) | Options::Regression(_) => None,
            Options::Cma(options) => Some(options.fitness()),
            Options::Genetic(options) => Some(options.fitness()),
            Options::Evolution(options) => Some(options.fitness()),
            Options::Grid(options) => Some(options.fitness()),
        }
    }

    /// Whether it ends by itself, however many games there may be.
    #[must_use]
    pub fn has_own_end(&self) -> bool {
        match &self.options {
            Options::Spsa(_) => false,
            Options::Cma(options) => options.has_own_end(),
            Options::Genetic(options) => options.has_own_end(),
            Options::Evolution(options) => options.has_own_end(),
            Options::Grid(_) | Options::Regression(_) => true,
        }
    }

    /// What was chosen for a regression, if it is one.
    pub(crate) fn regression(&self) -> Option<&RegressionOptions> {
        match &self.options {
            Options::Regression(options) => Some(options),
            _ => None,
        }
    }

    /// Whether it learns from games of a store, rather than from games it asks for.
    #[must_use]
    pub fn needs_stored_games(&self) -> bool {
        self.regression().is_some()
    }
}

impl FromStr for Method {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Method, TextError> {
        let (word, offset) = match text.split_once(':') {
            Some((word, _)) => (word, word.len() + 1),
            None => (text, text.len()),
        };
        let is_named = |known: &&MethodDeclaration| known.name.eq_ignore_ascii_case(word);
        let Some(declaration) = methods().iter().find(is_named) else {
            let names = methods().iter().map(|known| known.name);
            let problem = match nearest(&word.to_lowercase(), names.clone()) {
                Some(near) => format!("there is no method {word:?} (did you mean {near:?}?)"),
                None => format!("there is no method {word:?}"),
            };
            let names: Vec<&str> = names.collect();
            return Err(TextError::new(SUBJECT, text, 0, problem, names.join(", ")));
        };
        let mut arguments = Arguments::parse(SUBJECT, text, offset, declaration.parameters)?;
        let values = Values::take(&mut arguments, declaration.parameters)?;
        arguments.finish()?;
        let written = values.written();
        let colon = if written.is_empty() { "" } else { ":" };
        Ok(Method {
            text: format!("{}{colon}{written}", declaration.name),
            options: (declaration.options)(&values),
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl From<Method> for String {
    fn from(method: Method) -> String {
        method.text
    }
}

impl TryFrom<String> for Method {
    type Error = TextError;

    fn try_from(text: String) -> Result<Method, TextError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::arguments::Value;

    #[test]
    fn all_defaults_can_be_chosen() {
        for declaration in methods() {
            for parameter in declaration.parameters {
                let default = Value::parse(&parameter.range, parameter.default);
                let text = default.map(|value| value.to_string());
                assert_eq!(
                    text.as_deref(),
                    Some(parameter.default),
                    "{} of {}",
                    parameter.name,
                    declaration.name
                );
                let given = format!(
                    "{}:{}={}",
                    declaration.name, parameter.name, parameter.default
                );
                let method: Method = given.parse().expect("a default");
                assert_eq!(method.to_string(), declaration.name);
            }
        }
    }

    #[test]
    fn mistakes_are_told() {
        for (text, part) in [
            ("genetics", "did you mean \"genetic\"?"),
            ("", "there is no method"),
            ("grid:order=randm", "did you mean \"random\"?"),
            ("cma:population=1", "a whole number from 2"),
            ("spsa:population=1", "there is no \"population\""),
        ] {
            let error = text.parse::<Method>().expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

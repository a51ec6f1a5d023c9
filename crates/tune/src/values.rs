//! What was chosen for a method, each value read by its declaration.

use crate::trial::Fitness;
use game::Weight;
use game::arguments::{Arguments, Parameter, Range, Value};
use game::text::TextError;

/// A share of something.
pub(crate) const SHARE: Range = Range::Number(Weight::ZERO, Weight::integer(1));
/// How many of something, at least one.
pub(crate) const COUNT: Range = Range::Integer(1, 1_000_000);
/// How many of something, perhaps none.
pub(crate) const COUNT_OR_NONE: Range = Range::Integer(0, 1_000_000);

/// What several methods have.
pub(crate) const FITNESS: Parameter = Parameter::named(
    "fitness",
    "how good results are: score (draws count half), losses (the fewer the better), points (15 for a win, 10 for \
     a draw, -1 for a loss), margin (the points of the game itself)",
    "score",
    Fitness::RANGE,
);
pub(crate) const HALVING: Parameter = Parameter::named(
    "halving",
    "few games for those without hope: all play a little, the better half goes on, and so forth",
    "off",
    Range::Switch,
);
pub(crate) const FINALS: Parameter = Parameter::named(
    "finals",
    "games in all for a last choice among the best there ever were; with 0 there is none",
    "0",
    COUNT_OR_NONE,
);
pub(crate) const GENERATIONS: Parameter = Parameter::named(
    "generations",
    "stop after so many; with 0, when the games are used up",
    "0",
    COUNT_OR_NONE,
);

/// Values of declared parameters; those that are not given have their defaults.
#[derive(Debug, Default)]
pub(crate) struct Values {
    given: Vec<(&'static str, Value)>,
}

impl Values {
    /// Takes all declared parameters out of some arguments.
    pub(crate) fn take(
        arguments: &mut Arguments<'_>,
        parameters: &[Parameter],
    ) -> Result<Values, TextError> {
        let mut given = Vec::new();
        for parameter in parameters {
            if let Some((_, value)) = arguments.take_value(parameter)?
                && value.to_string() != parameter.default
            {
                given.push((parameter.name, value));
            }
        }
        Ok(Values { given })
    }

    /// Those that are not the defaults, as text.
    pub(crate) fn written(&self) -> String {
        let words = self.given.iter();
        let words: Vec<String> = words
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        words.join(",")
    }

    /// A default that is out of its own range would be found by the test of all declarations.
    fn value(&self, parameter: &Parameter) -> Option<Value> {
        let given = self.given.iter().find(|(name, _)| *name == parameter.name);
        given
            .map(|(_, value)| value.clone())
            .or_else(|| Value::parse(&parameter.range, parameter.default))
    }

    pub(crate) fn count(&self, parameter: &Parameter) -> u32 {
        match self.value(parameter) {
            Some(Value::Integer(value)) => u32::try_from(value).unwrap_or(u32::MAX),
            _ => 0,
        }
    }

    pub(crate) fn number(&self, parameter: &Parameter) -> f64 {
        match self.value(parameter) {
            Some(Value::Number(value)) => value.as_f64(),
            _ => 0.0,
        }
    }

    pub(crate) fn is_on(&self, parameter: &Parameter) -> bool {
        self.value(parameter) == Some(Value::Switch(true))
    }

    pub(crate) fn word(&self, parameter: &Parameter) -> String {
        match self.value(parameter) {
            Some(Value::Word(word)) => word,
            _ => String::new(),
        }
    }

    pub(crate) fn fitness(&self) -> Fitness {
        Fitness::of_word(&self.word(&FITNESS))
    }
}

//! The numbers of a player that can be changed: what a tuner may turn.

use crate::kinds::{SEED, WEIGHTS, WEIGHTS_FIRST, WEIGHTS_SECOND};
use crate::spec::{Base, Spec};
use game::arguments::{Parameter, Range, Value};
use game::{EvaluatorDeclaration, Feature, Playable, Side, Weight};

/// A number of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tunable {
    /// What it is called: that of a feature, or of a parameter.
    pub name: String,
    /// The parameter it is given with: `weights`, `x`.
    pub parameter: &'static str,
    /// Its place among the weights, if it is one.
    pub place: Option<usize>,
    /// What it is now; `None` where the player has no number there.
    pub value: Option<Weight>,
    /// The least it may be.
    pub least: Weight,
    /// The greatest it may be.
    pub greatest: Weight,
    /// Whether it must be a whole number.
    pub is_whole: bool,
}

impl Spec {
    /// All numbers of the player that can be changed.
    ///
    /// ```
    /// use games::bricks::Bricks;
    /// use players::Spec;
    /// let spec = Spec::parse(&Bricks::<u64>::new(8), "solid")?;
    /// let all = spec.tunables(&Bricks::<u64>::new(8));
    /// let weights = all.iter().filter(|tunable| tunable.parameter == "weights");
    /// let values: Vec<String> = weights.filter_map(|it| Some(it.value?.to_string())).collect();
    /// // Two features that the text leaves out have no weight.
    /// assert_eq!(values, ["4", "2", "5", "4", "2", "0", "0"]);
    /// # Ok::<(), game::text::TextError>(())
    /// ```
    #[must_use]
    pub fn tunables<G: Playable>(&self, game: &G) -> Vec<Tunable> {
        let features = self.weighted_features(game);
        let mut tunables = Vec::new();
        for parameter in self.base.parameters() {
            if matches!(parameter.range, Range::Weights) {
                let side = if parameter.name == WEIGHTS_SECOND.name {
                    Side::Second
                } else {
                    Side::First
                };
                let weights = self.weights_for(side, &features);
                let numbered = features.iter().zip(weights).enumerate();
                tunables.extend(numbered.map(|(place, (feature, weight))| Tunable {
                    name: feature.name.clone(),
                    parameter: parameter.name,
                    place: Some(place),
                    value: Some(weight),
                    least: feature.least,
                    greatest: feature.greatest,
                    is_whole: false,
                }));
            } else if parameter.name != SEED.name {
                // One seed is as good as another.
                tunables.extend(self.number_of(&parameter));
            }
        }
        tunables
    }

    /// The evaluator whose weights it has, or would have if any were given: its name and features. `None` for
    /// players that judge no positions.
    #[must_use]
    pub fn weighted_evaluator<G: Playable>(&self, game: &G) -> Option<EvaluatorDeclaration> {
        let mut weighted = self.clone();
        weighted.set_value(WEIGHTS.name, Value::Weights(Vec::new()));
        weighted.evaluator_declaration(game)
    }

    fn weighted_features<G: Playable>(&self, game: &G) -> Vec<Feature> {
        match &self.base {
            Base::Policy(policy) => policy.features.clone(),
            Base::Kind(_) => {
                let evaluator = self.weighted_evaluator(game);
                evaluator.map_or_else(Vec::new, |it| it.features)
            }
        }
    }

    fn number_of(&self, parameter: &Parameter) -> Option<Tunable> {
        let whole = |value: i64| i32::try_from(value).map_or(Weight::GREATEST, Weight::integer);
        let (least, greatest, is_whole) = match parameter.range {
            Range::Integer(least, greatest) => (whole(least), whole(greatest), true),
            Range::Number(least, greatest) => (least, greatest, false),
            _ => return None,
        };
        let value = match self.value(parameter.name) {
            Some(Value::Integer(value)) => Some(whole(*value)),
            Some(Value::Number(value)) => Some(*value),
            _ => Weight::parse(parameter.default),
        };
        Some(Tunable {
            name: parameter.name.to_string(),
            parameter: parameter.name,
            place: None,
            value,
            least,
            greatest: greatest.min(Weight::GREATEST),
            is_whole,
        })
    }

    /// The player with some of its numbers changed. Weights that are not changed stay as they are.
    #[must_use]
    pub fn tuned(&self, changes: &[(&Tunable, Weight)], all: &[Tunable]) -> Spec {
        let mut spec = self.clone();
        for (tunable, value) in changes {
            if tunable.place.is_none() {
                let value = if tunable.is_whole {
                    Value::Integer(value.millionths() / Weight::integer(1).millionths())
                } else {
                    Value::Number(*value)
                };
                spec.set_value(tunable.parameter, value);
            }
        }
        for parameter in [WEIGHTS, WEIGHTS_FIRST, WEIGHTS_SECOND] {
            let of_it = |tunable: &Tunable| {
                let place = tunable.place?;
                (tunable.parameter == parameter.name).then_some(place)
            };
            let changed = changes.iter().filter_map(|(tunable, _)| of_it(tunable));
            let Some(last) = changed.max() else {
                continue;
            };
            let given = match self.value(parameter.name) {
                Some(Value::Weights(weights)) => weights.len(),
                _ => 0,
            };
            // Those behind have the evaluator's own weights, as before.
            let written = all
                .iter()
                .filter(|it| of_it(it).is_some_and(|place| place < given.max(last + 1)));
            let weights = written.map(|it| {
                let changed = changes.iter().find(|(tunable, _)| *tunable == it);
                changed.map_or(it.value.unwrap_or(Weight::ZERO), |(_, value)| *value)
            });
            spec.set_value(parameter.name, Value::Weights(weights.collect()));
        }
        spec
    }
}

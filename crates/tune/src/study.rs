//! An experiment that was made sure of: all its texts are right, and it is known which numbers are turned.

use crate::experiment::{Experiment, Rival, Sides, Start, Tuned};
use crate::method::Method;
use crate::space::{Dimension, Space};
use crate::tuning::Tuning;
use arena::{NoOpening, Openings, Portion, Terms};
use game::arguments::{Files, Value};
use game::text::TextError;
use game::{Playable, Weight};
use games::{AnyGame, GameVisitor, parse_game};
use players::{Spec, Tunable};
use thiserror::Error;

/// Games of a tuning whose method has no end of its own, if nothing else is said.
const USUAL_BUDGET: u64 = 20_000;

/// Games of one round, which are all in memory.
const MOST_AT_ONCE: u64 = 2_000_000;

/// An experiment that can be done.
#[derive(Debug, Clone)]
pub struct Study {
    experiment: Experiment,
    pub(crate) game: AnyGame,
    pub(crate) spec: Spec,
    /// All numbers of the player, and the places of those that are tuned among them.
    all: Vec<Tunable>,
    targets: Vec<usize>,
    space: Space,
    pub(crate) openings: Openings,
    pub(crate) terms: Terms,
}

/// An experiment that cannot be done.
#[derive(Debug, Error)]
pub enum Impossible {
    /// A text of a game or player.
    #[error(transparent)]
    Text(#[from] TextError),
    /// There is no such number.
    #[error("{player} has no {name:?} that can be tuned; it has {known}")]
    NoSuchNumber {
        /// The player.
        player: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A number that is not there at the start.
    #[error("{name} of {player} has no value to start from; write it into the player's text")]
    NoStart {
        /// The player.
        player: String,
        /// The number.
        name: String,
    },
    /// The same number twice.
    #[error("{0} is named twice in what is tuned")]
    Twice(String),
    /// A range without anything in it, or that the player does not take.
    #[error("the range of {name} cannot be {least} to {greatest}: {reason}")]
    Range {
        /// The number.
        name: String,
        /// The least.
        least: f64,
        /// The greatest.
        greatest: f64,
        /// Why not.
        reason: String,
    },
    /// Any other field of the file.
    #[error("{field}: {reason}")]
    Field {
        /// Its name.
        field: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The games do not suffice.
    #[error("{method} asks for {needed} games at once, and the budget is {budget}")]
    BudgetTooSmall {
        /// The method.
        method: String,
        /// The least that makes sense.
        needed: u64,
        /// What there is.
        budget: u64,
    },
    /// More games than anybody would wait for.
    #[error("{method} asks for {needed} games at once; at most {MOST_AT_ONCE} can be")]
    TooMuchAtOnce {
        /// The method.
        method: String,
        /// What it asks for.
        needed: u64,
    },
    /// Openings.
    #[error(transparent)]
    Opening(#[from] NoOpening),
}

impl Study {
    /// Makes sure that an experiment can be done, and puts its texts into their canonical form.
    pub fn new(mut experiment: Experiment, files: &dyn Files) -> Result<Study, Impossible> {
        let game = parse_game(&experiment.game, files)?;
        let openings = read_openings(&experiment)?;
        check_numbers(&experiment)?;
        let Checked { spec, all } = game.visit(Check {
            experiment: &mut experiment,
            openings: &openings,
            files,
        })?;
        let (targets, dimensions) = dimensions(&experiment, &spec, &all)?;
        let space = Space { dimensions };
        let study = Study {
            terms: Terms {
                move_time: experiment.move_time(),
                nodes: experiment.nodes,
                ..Terms::default()
            },
            experiment,
            game,
            spec,
            all,
            targets,
            space,
            openings,
        };
        study.check_method()?;
        Ok(study)
    }

    fn check_method(&self) -> Result<(), Impossible> {
        let method = self.method();
        if method.needs_stored_games() {
            return crate::samples::check(self);
        }
        let tuning = self.tuning();
        let needed = tuning.next_cost();
        if needed > MOST_AT_ONCE {
            return Err(Impossible::TooMuchAtOnce {
                method: method.to_string(),
                needed,
            });
        }
        if needed > tuning.budget() {
            return Err(Impossible::BudgetTooSmall {
                method: method.to_string(),
                needed,
                budget: tuning.budget(),
            });
        }
        Ok(())
    }

    /// The tuning before its first game.
    #[must_use]
    pub fn tuning(&self) -> Tuning {
        let budget = self.experiment.budget.unwrap_or_else(|| {
            if self.method().has_own_end() {
                u64::MAX
            } else {
                USUAL_BUDGET
            }
        });
        let (space, method) = (self.space.clone(), self.method().clone());
        Tuning::new(space, method, budget, self.experiment.seed)
    }

    /// The player with the numbers of a point.
    #[must_use]
    pub fn player(&self, point: &[f64]) -> String {
        self.tuned(point).to_string()
    }

    fn tuned(&self, point: &[f64]) -> Spec {
        let changes: Vec<(&Tunable, Weight)> = self
            .targets
            .iter()
            .zip(point)
            .map(|(&target, value)| (&self.all[target], to_weight(*value)))
            .collect();
        self.spec.tuned(&changes, &self.all)
    }

    /// The weights of the player with the numbers of a point, if weights are tuned.
    #[must_use]
    pub fn weights(&self, point: &[f64]) -> Option<Vec<Weight>> {
        let mut targets = self.targets.iter().map(|&target| &self.all[target]);
        let tuned = targets.find(|it| it.place.is_some())?;
        match self.tuned(point).value(tuned.parameter) {
            Some(Value::Weights(weights)) => Some(weights.clone()),
            _ => None,
        }
    }

    /// What is tuned: the places of weights, if it is nothing else.
    pub(crate) fn weight_places(&self) -> Option<Vec<usize>> {
        let targets = self.targets.iter();
        targets.map(|&target| self.all[target].place).collect()
    }

    /// The experiment, in canonical form.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// How games begin.
    #[must_use]
    pub fn openings(&self) -> &Openings {
        &self.openings
    }

    /// How it is tuned.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.experiment.method
    }

    /// What is tuned.
    #[must_use]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Which sides candidates play.
    pub(crate) fn sides(&self) -> Sides {
        self.experiment.sides
    }

    /// Whom a result is examined against: the start, the opponents, and others, each once.
    #[must_use]
    pub fn examiners(&self) -> Vec<String> {
        let start = self.player(&self.space.start());
        let opponents = self.experiment.opponents.iter().map(|it| it.player.clone());
        let others = self.experiment.validation.against.iter().cloned();
        let mut examiners: Vec<String> = Vec::new();
        for player in std::iter::once(start).chain(opponents).chain(others) {
            if !examiners.contains(&player) {
                examiners.push(player);
            }
        }
        examiners
    }
}

/// A number as players take it.
fn to_weight(value: f64) -> Weight {
    Weight::from_millionths((value * 1e6).round() as i64)
}

fn read_openings(experiment: &Experiment) -> Result<Openings, Impossible> {
    match &experiment.openings {
        Start::List(list) => Ok(Openings::List(list.clone())),
        Start::Text(text) => Openings::parse(text).ok_or_else(|| Impossible::Field {
            field: "openings",
            reason: format!(
                "{text:?} is none of \"start\", \"random:PLIES\", \"all:PLIES\", or a list of moves"
            ),
        }),
    }
}

fn check_numbers(experiment: &Experiment) -> Result<(), Impossible> {
    let field = |field, reason: &str| {
        Err(Impossible::Field {
            field,
            reason: reason.to_string(),
        })
    };
    if let Some(seconds) = experiment.time
        && !(seconds > 0.0 && experiment.move_time().is_some())
    {
        return field("time", "it must be a number of seconds greater than 0");
    }
    let is_weight = |rival: &Rival| rival.weight > 0.0 && rival.weight.is_finite();
    if !experiment.opponents.iter().all(is_weight) {
        return field("opponents", "weights must be greater than 0");
    }
    if experiment.tune.is_empty() {
        return field("tune", "it names nothing");
    }
    if experiment.method.needs_stored_games() == experiment.learn_from.is_empty() {
        let reason = match experiment.learn_from.is_empty() {
            true => "this method needs the names of tournaments whose games it learns from",
            false => "this method plays games of its own",
        };
        return field("learn_from", reason);
    }
    Ok(())
}

struct Checked {
    spec: Spec,
    all: Vec<Tunable>,
}

struct Check<'study> {
    experiment: &'study mut Experiment,
    openings: &'study Openings,
    files: &'study dyn Files,
}

impl GameVisitor for Check<'_> {
    type Output = Result<Checked, Impossible>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let (experiment, files) = (self.experiment, self.files);
        let canonical = |text: &str| -> Result<String, TextError> {
            Ok(Spec::read(game, text, files)?.to_string())
        };
        experiment.game = game.name();
        let spec = Spec::read(game, &experiment.player, files)?;
        experiment.player = spec.to_string();
        for rival in &mut experiment.opponents {
            rival.player = canonical(&rival.player)?;
        }
        for player in &mut experiment.validation.against {
            *player = canonical(player)?;
        }
        let portions: &[Portion] = match self.openings {
            Openings::Start => &[Portion::Whole],
            _ => &[Portion::Practice, Portion::Exam],
        };
        for &portion in portions {
            self.openings.check(game, portion)?;
        }
        let all = spec.tunables(game);
        Ok(Checked { spec, all })
    }
}

/// The numbers that are tuned: their places among all, and how far they go.
fn dimensions(
    experiment: &Experiment,
    spec: &Spec,
    all: &[Tunable],
) -> Result<(Vec<usize>, Vec<Dimension>), Impossible> {
    let (mut targets, mut dimensions) = (Vec::new(), Vec::new());
    for tuned in &experiment.tune {
        let given = match spec.value(&tuned.parameter) {
            Some(Value::Weights(weights)) if !weights.is_empty() => weights.len(),
            _ => usize::MAX,
        };
        let is_meant = |tunable: &Tunable| {
            let is_feature = match &tuned.feature {
                Some(feature) => tunable.name == *feature,
                None => tunable.place.is_none_or(|place| place < given),
            };
            tunable.parameter == tuned.parameter && is_feature
        };
        let meant: Vec<usize> = (0..all.len()).filter(|&it| is_meant(&all[it])).collect();
        if meant.is_empty() {
            return Err(no_such_number(spec, tuned, all));
        }
        // Weights that are all of one kind have one range, by the greatest of them.
        let values = meant.iter().filter_map(|&it| all[it].value);
        let size = values.fold(1.0_f64, |size, value| size.max(value.as_f64().abs()));
        for target in meant {
            if targets.contains(&target) {
                return Err(Impossible::Twice(all[target].name.clone()));
            }
            targets.push(target);
            dimensions.push(dimension(experiment, tuned, &all[target], size)?);
        }
    }
    Ok((targets, dimensions))
}

fn no_such_number(spec: &Spec, tuned: &Tuned, all: &[Tunable]) -> Impossible {
    let mut known: Vec<String> = Vec::new();
    for tunable in all {
        let name = match (&tuned.feature, tunable.place) {
            (Some(_), Some(_)) => format!("{}.{}", tunable.parameter, tunable.name),
            _ => tunable.parameter.to_string(),
        };
        if !known.contains(&name) {
            known.push(name);
        }
    }
    let name = match &tuned.feature {
        Some(feature) => format!("{}.{feature}", tuned.parameter),
        None => tuned.parameter.clone(),
    };
    Impossible::NoSuchNumber {
        player: spec.to_string(),
        name,
        known: if known.is_empty() {
            "nothing that can be".to_string()
        } else {
            known.join(", ")
        },
    }
}

/// Beyond this a declared range says nothing.
const WIDEST: f64 = 100_000.0;

fn dimension(
    experiment: &Experiment,
    tuned: &Tuned,
    tunable: &Tunable,
    size: f64,
) -> Result<Dimension, Impossible> {
    let Some(start) = tunable.value else {
        return Err(Impossible::NoStart {
            player: experiment.player.clone(),
            name: tunable.name.clone(),
        });
    };
    let start = start.as_f64();
    let [lowest, highest] = [tunable.least, tunable.greatest].map(Weight::as_f64);
    // A weight means something beside the others only: ten times the greatest of them is far.
    let far = 10.0 * size;
    let usual = [
        if lowest < -WIDEST { -far } else { lowest },
        if highest > WIDEST {
            far.max(2.0 * start)
        } else {
            highest
        },
    ];
    let [least, greatest] = tuned.range.or(experiment.range).unwrap_or(usual);
    let wrong = |reason: String| {
        Err(Impossible::Range {
            name: tunable.name.clone(),
            least,
            greatest,
            reason,
        })
    };
    if least >= greatest || least.is_nan() || greatest.is_nan() {
        return wrong("the first number must be the smaller one".to_string());
    }
    if least < lowest || greatest > highest {
        return wrong(format!("it may be {lowest} to {highest}"));
    }
    if !(least..=greatest).contains(&start) {
        return wrong(format!("the player starts with {start}"));
    }
    let usual_step = if tunable.is_whole || greatest - least >= 100.0 {
        1.0
    } else {
        // A power of ten, and a hundred of them at least.
        let exponent = ((greatest - least) / 100.0).log10().floor();
        10_f64.powf(exponent).max(1e-6)
    };
    let step = tuned.step.or(experiment.step).unwrap_or(usual_step);
    let is_whole = step.fract() == 0.0;
    if !(step >= 1e-6 && step <= greatest - least) || (tunable.is_whole && !is_whole) {
        return Err(Impossible::Field {
            field: "step",
            reason: format!("{step} cannot be the step of {}", tunable.name),
        });
    }
    Ok(Dimension {
        name: match tunable.parameter {
            "weights-first" | "weights-second" => {
                format!("{} ({})", tunable.name, tunable.parameter)
            }
            _ => tunable.name.clone(),
        },
        least,
        greatest,
        start,
        step,
    })
}

//! What players know about a game beyond its rules: evaluators, rules of thumb, players worth a
//! name.

use crate::arguments::Parameter;
use crate::evaluation::{ByOutcome, Evaluator, Feature, Weight, WeightsTooLarge};
use crate::network::{Inputs, Network};
use crate::random::Generator;
use crate::{Guidance, Notation};
use std::fmt::Debug;
use std::sync::Arc;

/// The last trait of a game, beside its rules ([`crate::Game`]), its text ([`Notation`]) and its
/// advice for searches ([`Guidance`]): how to judge its positions, and which of its players have
/// names.
///
/// A game that has nothing to say uses [`ByOutcome`] and lists it; all searches
/// work with it then.
pub trait Playable: Notation + Guidance {
    /// All evaluators of the game as one type: it is asked millions of times.
    type Evaluator: Evaluator<Self>;

    /// What there is to choose from; the first one is the default.
    fn evaluators(&self) -> Vec<EvaluatorDeclaration>;

    /// The evaluator of a declared name with these weights, one for each declared feature.
    fn evaluator(&self, name: &str, weights: &[Weight])
    -> Result<Self::Evaluator, WeightsTooLarge>;

    /// The name of the evaluator with which the strong players of the game (`engine`, `mcts`) judge
    /// unless told otherwise; `None` for the default.
    fn strong_evaluator(&self) -> Option<&'static str> {
        None
    }

    /// The one that weights given to a strong player are for, if that is another: a network has none.
    fn strong_weighted_evaluator(&self) -> Option<&'static str> {
        self.strong_evaluator()
    }

    /// What networks for this game see of a position; `None` if there are none.
    fn network_inputs(&self) -> Option<Inputs> {
        None
    }

    /// Fills in these inputs, in the eyes of the side to move: numbers from 0 to
    /// [`GREATEST_INPUT`](crate::network::GREATEST_INPUT), one for each name. They may depend on
    /// nothing but what [`Game::key`](crate::Game::key) depends on.
    fn fill_network_inputs(&self, _position: &Self::Position, _inputs: &mut [i16]) {}

    /// The evaluator [`NETWORK`] with a network of one's own in place of the game's, which must have
    /// the game's inputs; `None` if networks cannot judge this game.
    fn network_evaluator(&self, _network: &Arc<Network>) -> Option<Self::Evaluator> {
        None
    }

    /// Players of this game that follow rules of thumb.
    fn policies(&self) -> Vec<PolicyDeclaration> {
        Vec::new()
    }

    /// The policy of a declared name; `None` for other names.
    fn policy(&self, _name: &str, _settings: &Settings<'_>) -> Option<Box<dyn Policy<Self>>> {
        None
    }

    /// Players of this game with a name of their own.
    fn presets(&self) -> Vec<Preset> {
        Vec::new()
    }

    /// The players for people, from the easiest to one that plays as well as it can. Neighbours should
    /// be as far apart as makes a difference and leaves a chance: 80 to 250 Elo.
    fn levels(&self) -> [&'static str; LEVELS] {
        USUAL_LEVELS
    }

    /// The side of the board, n where something is said to grow with n: for boards that are not
    /// square, that of a square one with as many cells.
    fn board_side(&self) -> f64 {
        let diagram = self.diagram(&self.start());
        ((diagram.columns * diagram.rows) as f64).sqrt()
    }
}

/// How many players for people a game has.
pub const LEVELS: usize = 10;

/// What suits many games: at first a player that looks at little and often does not even do that.
const USUAL_LEVELS: [&str; LEVELS] = [
    "engine:depth=2,slips=75,variety=20",
    "engine:depth=2,slips=55,variety=20",
    "engine:depth=2,slips=35,variety=20",
    "engine:depth=2,slips=20,variety=20",
    "engine:depth=2,slips=8,variety=20",
    "engine:depth=2,variety=20",
    "engine:depth=3,variety=20",
    "engine:nodes=20000,variety=20",
    "engine:nodes=100000,variety=20",
    "engine:time=1s",
];

/// The name of the evaluator that asks a network, in all games that have one.
pub const NETWORK: &str = "network";

/// An evaluator as people and tuners see it.
#[derive(Debug, Clone)]
pub struct EvaluatorDeclaration {
    /// The word in `eval=…`.
    pub name: &'static str,
    /// What it looks at.
    pub meaning: &'static str,
    /// Its features, in the order of the weights.
    pub features: Vec<Feature>,
}

impl ByOutcome {
    /// How a game lists it.
    pub const DECLARATION: EvaluatorDeclaration = EvaluatorDeclaration {
        name: "outcome",
        meaning: "finished games by their result, all others even",
        features: Vec::new(),
    };
}

/// A policy as people and tuners see it.
#[derive(Debug, Clone)]
pub struct PolicyDeclaration {
    /// The word that names the player.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its features, in the order of the weights; none for most.
    pub features: Vec<Feature>,
    /// Its numbers, each with [`Range::Number`](crate::arguments::Range::Number) as range.
    pub parameters: &'static [Parameter],
}

/// What was chosen for a policy: one weight for each declared feature, one value for each declared
/// parameter.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'settings> {
    /// In the order of the features.
    pub weights: &'settings [Weight],
    /// In the order of the parameters.
    pub values: &'settings [Weight],
}

/// A player that needs no search: a rule of thumb.
pub trait Policy<G: Notation>: Debug + Send + Sync {
    /// A legal move; `None` if there is none.
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        generator: &mut Generator,
    ) -> Option<G::Move>;
}

/// A player with a name of its own.
#[derive(Debug, Clone)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it stands for, in the player language.
    pub text: String,
    /// Who it is.
    pub meaning: &'static str,
}

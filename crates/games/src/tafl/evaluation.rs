//! How positions are judged, and the players with a name.

use super::Tafl;
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{ByOutcome, EvaluatorDeclaration, Playable, Weight};

impl<B: Bits> Playable for Tafl<B> {
    type Evaluator = ByOutcome;

    fn evaluators(&self) -> Vec<EvaluatorDeclaration> {
        vec![ByOutcome::DECLARATION]
    }

    fn evaluator(&self, _name: &str, _weights: &[Weight]) -> Result<ByOutcome, WeightsTooLarge> {
        Ok(ByOutcome)
    }
}

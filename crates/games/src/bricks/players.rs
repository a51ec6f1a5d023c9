//! Players of Bricks: rules of thumb, and those with a name.

use super::evaluation::{self, BricksEvaluator};
use super::{Brick, Bricks, Position};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::random::Generator;
use game::{
    EvaluatorDeclaration, Game, LEVELS, Playable, Policy, PolicyDeclaration, Preset, Settings,
    Weight,
};

impl<B: Bits> Playable for Bricks<B> {
    type Evaluator = BricksEvaluator<B>;

    fn evaluators(&self) -> Vec<EvaluatorDeclaration> {
        evaluation::declarations()
    }

    fn evaluator(
        &self,
        name: &str,
        weights: &[Weight],
    ) -> Result<BricksEvaluator<B>, WeightsTooLarge> {
        BricksEvaluator::new(self, name, weights)
    }

    fn strong_evaluator(&self) -> Option<&'static str> {
        Some("growth")
    }

    fn policies(&self) -> Vec<PolicyDeclaration> {
        let declaration = |name, meaning| PolicyDeclaration {
            name,
            meaning,
            features: Vec::new(),
            parameters: &[],
        };
        vec![
            declaration(
                "wabi",
                "the first brick that fits, tried lying along the rows and standing along the \
                 columns in turn",
            ),
            declaration(
                "labi",
                "any of the bricks that wabi may come to; standing ones only where the lying one \
                 of the same step does not fit",
            ),
        ]
    }

    fn policy(&self, name: &str, _settings: &Settings<'_>) -> Option<Box<dyn Policy<Self>>> {
        match name {
            "wabi" => Some(Box::new(Scan::First)),
            "labi" => Some(Box::new(Scan::Any)),
            _ => None,
        }
    }

    fn levels(&self) -> [&'static str; LEVELS] {
        [
            "engine:depth=2,slips=60,variety=20",
            "engine:depth=2,slips=50,variety=20",
            "engine:depth=2,slips=41,variety=20",
            "engine:depth=2,slips=26,variety=20",
            "engine:depth=2,slips=20,variety=20",
            "engine:depth=2,slips=11,variety=20",
            "engine:depth=2,slips=5,variety=20",
            "engine:depth=3,slips=2,variety=20",
            "engine:nodes=25000,variety=20",
            "engine:time=1s",
        ]
    }

    fn presets(&self) -> Vec<Preset> {
        [
            ("fixed", "first", "a course player: the first move there is"),
            ("rand", "random", "a course player: any move"),
            (
                "heur",
                "greedy:eval=score,ties=random",
                "a course player: the largest islands after its move",
            ),
            (
                "heurb",
                "greedy:eval=liberties,ties=random",
                "the strongest course player: large islands with room to grow",
            ),
            (
                "champion",
                "adaptive:x=1,k=4,eval=islands,weights=187/163/221.12/211.2/202.62",
                "the winner of the course, with evolved weights",
            ),
            (
                "solid",
                "greedy:eval=islands,weights=4/2/5/4/2",
                "the most solid of 7776 greedy players",
            ),
        ]
        .map(|(name, text, meaning)| Preset {
            name,
            text: text.to_string(),
            meaning,
        })
        .into()
    }
}

/// `wabi` and `labi`: two players that walk over the board in the same way.
#[derive(Debug, Clone, Copy)]
enum Scan {
    First,
    Any,
}

impl Scan {
    /// Steps (x, y): a lying brick in row x at column y, or else a standing one in column x at row
    /// y. The brick that stands is no candidate of a step where the lying one fits.
    fn candidates<B: Bits>(
        game: &Bricks<B>,
        position: &Position<B>,
    ) -> impl Iterator<Item = Brick> {
        let size = game.size;
        let [lying, standing] = game.openings(position);
        (0..size).flat_map(move |x| {
            (0..size - 1).filter_map(move |y| {
                let (across, down) = (x * size + y, y * size + x);
                if lying.test(across) {
                    Some(Brick {
                        cell: across as u16,
                        vertical: false,
                    })
                } else {
                    standing.test(down).then_some(Brick {
                        cell: down as u16,
                        vertical: true,
                    })
                }
            })
        })
    }
}

impl<B: Bits> Policy<Bricks<B>> for Scan {
    fn choose(
        &self,
        game: &Bricks<B>,
        position: &<Bricks<B> as Game>::Position,
        generator: &mut Generator,
    ) -> Option<Brick> {
        let mut candidates = Scan::candidates(game, position);
        match self {
            Scan::First => candidates.next(),
            Scan::Any => generator.choose(&candidates.collect::<Vec<_>>()),
        }
    }
}

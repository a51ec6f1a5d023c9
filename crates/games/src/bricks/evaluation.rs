//! How positions of Bricks are judged.

use super::growth::{self, Growth};
use super::patches::{Patches, Sums};
use super::shores::Shores;
use super::{Brick, Bricks, Position, square_of_size};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{
    Evaluator, EvaluatorDeclaration, Feature, Game, Outcome, Score, Side, Symmetry, Weight,
};

/// The evaluators of Bricks.
///
/// `score`, `growth`, `liberties` and `final` are zero-sum by themselves. The features of `islands` are not:
/// some are those of one player only, the viewer, so that the two sides do not say opposite things
/// about a board.
#[derive(Debug, Clone)]
pub enum BricksEvaluator<B> {
    /// The difference of the sums of squares.
    Score,
    /// The published weighted sum.
    Islands(Islands<B>),
    /// Squares of islands times their empty neighbours.
    Liberties,
    /// Nothing before the end; then the final score without its decimals.
    Final,
    /// The score and where it can grow.
    Growth(Growth<B>),
}

/// The published weighted sum: its weights, and the parts of the board that it looks at.
#[derive(Debug, Clone)]
pub struct Islands<B> {
    /// In the order of [`FEATURES`], in multiples of 1 / `unit`.
    weights: [i32; FEATURES.len()],
    unit: i32,
    /// For each binary digit, the cells whose distance to the wall has it.
    distance_digits: [B; 4],
    middle: B,
    /// Each wall in two halves.
    half_walls: [B; 8],
    /// The middle of each wall.
    wall_middles: [B; 4],
}

/// Name, meaning and published weight of each feature; the last two were dropped by the authors.
const FEATURES: [(&str, &str, i32); 7] = [
    ("score", "own sum of squared islands minus the other's", 4),
    (
        "own-expansion",
        "for each empty cell, the size of the largest own island next to it",
        2,
    ),
    (
        "enemy-expansion",
        "the same for the other's islands; it is subtracted, so a positive weight avoids it",
        5,
    ),
    (
        "wall-distance",
        "for each own cell, the least of row, column, n - row, n - column (from 0)",
        4,
    ),
    (
        "divisions",
        "n for each half wall that an own island joins with the middle of the board",
        2,
    ),
    (
        "enclosed",
        "enemy cells without an empty neighbour and with an own one; a positive weight seeks them",
        0,
    ),
    (
        "divisions-v1",
        "n for each wall whose middle an own island joins with the middle of the board",
        0,
    ),
];

/// What there is to choose from.
pub(super) fn declarations() -> Vec<EvaluatorDeclaration> {
    let features = FEATURES
        .map(|(name, meaning, weight)| Feature::new(name, meaning, Weight::integer(weight)));
    vec![
        EvaluatorDeclaration {
            name: "score",
            meaning: "own sum of squared islands minus the other's",
            features: Vec::new(),
        },
        EvaluatorDeclaration {
            name: "islands",
            meaning: "weighted: score, room to grow, distance to the walls, walls joined with the \
                      middle",
            features: features.into(),
        },
        EvaluatorDeclaration {
            name: "liberties",
            meaning: "squares of own islands times their empty neighbours, minus the other's",
            features: Vec::new(),
        },
        EvaluatorDeclaration {
            name: "final",
            meaning: "finished games by their score without decimals, all others even",
            features: Vec::new(),
        },
        growth::declaration(),
    ]
}

impl<B: Bits> BricksEvaluator<B> {
    /// The evaluator of a declared name.
    pub(super) fn new(
        game: &Bricks<B>,
        name: &str,
        weights: &[Weight],
    ) -> Result<BricksEvaluator<B>, WeightsTooLarge> {
        Ok(match name {
            "islands" => BricksEvaluator::Islands(Islands::new(game, weights)?),
            "liberties" => BricksEvaluator::Liberties,
            "final" => BricksEvaluator::Final,
            "growth" => BricksEvaluator::Growth(Growth::new(game, weights)?),
            _ => BricksEvaluator::Score,
        })
    }

    /// The cells whose islands it asks its sketches for; `None` if it needs no sketches.
    #[inline]
    fn seeds(&self) -> Option<B> {
        match self {
            BricksEvaluator::Islands(islands) => Some(islands.middle),
            BricksEvaluator::Growth(_) => Some(B::ZERO),
            BricksEvaluator::Score | BricksEvaluator::Liberties | BricksEvaluator::Final => None,
        }
    }

    /// The patches that it asks its sketches for.
    #[inline]
    fn patches(&self) -> Option<&Patches> {
        match self {
            BricksEvaluator::Growth(growth) => growth.patches(),
            _ => None,
        }
    }
}

/// What a search keeps beside a position; empty where the evaluator does not look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sketch<B> {
    pub(super) shores: Shores<B>,
    pub(super) patches: Sums,
}

impl<B: Bits> Evaluator<Bricks<B>> for BricksEvaluator<B> {
    type Sketch = Sketch<B>;

    #[inline]
    fn sketch(&self, game: &Bricks<B>, position: &Position<B>) -> Sketch<B> {
        Sketch {
            shores: match self.seeds() {
                Some(seeds) => Shores::new(game, position, seeds),
                None => Shores::NONE,
            },
            patches: match self.patches() {
                Some(patches) => patches.sums(game, position),
                None => Sums::default(),
            },
        }
    }

    #[inline]
    fn sketch_after(
        &self,
        game: &Bricks<B>,
        before: &Sketch<B>,
        brick: Brick,
        after: &Position<B>,
    ) -> Sketch<B> {
        Sketch {
            shores: match self.seeds() {
                Some(seeds) => before.shores.after(game, brick, after, seeds),
                None => Shores::NONE,
            },
            patches: match self.patches() {
                Some(patches) => patches.sums_after(game, &before.patches, brick, after),
                None => Sums::default(),
            },
        }
    }

    /// The stones lie as they did.
    #[inline]
    fn sketch_after_pass(
        &self,
        _game: &Bricks<B>,
        before: &Sketch<B>,
        _after: &Position<B>,
    ) -> Sketch<B> {
        *before
    }

    #[inline]
    fn evaluate(&self, game: &Bricks<B>, position: &Position<B>, viewer: Side) -> i32 {
        self.evaluate_sketched(game, position, &self.sketch(game, position), viewer)
    }

    #[inline]
    fn evaluate_sketched(
        &self,
        game: &Bricks<B>,
        position: &Position<B>,
        sketch: &Sketch<B>,
        viewer: Side,
    ) -> i32 {
        let sides = [viewer, viewer.other()];
        match self {
            BricksEvaluator::Score => {
                let [own, enemy] = sides.map(|side| position.sums[side.index()]);
                own - enemy
            }
            BricksEvaluator::Islands(islands) => {
                islands.value(game, position, &sketch.shores, viewer)
            }
            BricksEvaluator::Growth(growth) => growth.value(game, position, sketch, viewer),
            BricksEvaluator::Liberties => {
                let empty = game.empty(position);
                let [own, enemy] = sides.map(|side| position.stones[side.index()]);
                game.liberties(own, empty) - game.liberties(enemy, empty)
            }
            BricksEvaluator::Final => 0,
        }
    }

    #[inline]
    fn finished(
        &self,
        game: &Bricks<B>,
        position: &Position<B>,
        outcome: Outcome,
        viewer: Side,
        plies: u32,
    ) -> Score {
        match self {
            BricksEvaluator::Score => Score::of_outcome(outcome, Bricks::<B>::GOAL, viewer, plies),
            // The published programs judge final boards like all others: a margin could not be
            // compared with weighted sums.
            BricksEvaluator::Islands(_) | BricksEvaluator::Liberties => {
                Score::value(self.evaluate(game, position, viewer))
            }
            BricksEvaluator::Growth(growth) => growth.finished(outcome, viewer),
            BricksEvaluator::Final => {
                let margin = outcome.margin_for(viewer);
                Score::value(margin.signum() * margin.abs().isqrt())
            }
        }
    }

    fn respects(&self, symmetry: Symmetry) -> bool {
        // Distances and halves are rounded towards one corner, so that only the diagonal through
        // it leaves them as they are.
        match self {
            BricksEvaluator::Islands(islands) => {
                let [_, _, _, wall_distance, divisions, _, divisions_v1] = islands.weights;
                [wall_distance, divisions, divisions_v1] == [0; 3]
                    || matches!(symmetry, Symmetry::Identity | Symmetry::AntiTranspose)
            }
            BricksEvaluator::Score
            | BricksEvaluator::Liberties
            | BricksEvaluator::Final
            | BricksEvaluator::Growth(_) => true,
        }
    }

    fn unit(&self) -> i32 {
        match self {
            BricksEvaluator::Islands(islands) => islands.unit,
            BricksEvaluator::Growth(growth) => growth.unit(),
            _ => 1,
        }
    }
}

impl<B: Bits> Islands<B> {
    fn new(game: &Bricks<B>, weights: &[Weight]) -> Result<Islands<B>, WeightsTooLarge> {
        let size = game.size;
        let (scaled, unit) = Weight::scale(weights, &bounds(size))?;
        let mut weights = [0; FEATURES.len()];
        for (weight, scaled) in weights.iter_mut().zip(scaled) {
            *weight = scaled;
        }
        let cells = |holds: &dyn Fn(usize, usize) -> bool| {
            B::of((0..size * size).filter(|cell| holds(cell / size, cell % size)))
        };
        // The far walls are one further away than the near ones: published that way, and the
        // published weights belong to it.
        let distance =
            |row: usize, column: usize| row.min(column).min(size - row).min(size - column);
        // From floor((n - √n) / 2) to ceil(that + √n), which needs no more than √n rounded up.
        let root = size.isqrt() + usize::from(size.isqrt().pow(2) < size);
        let start = (size - root) / 2;
        let middle = start..start + root;
        // On boards with an odd side the last cell of a wall belongs to neither half.
        let half = size / 2;
        let walls = |along: &std::ops::Range<usize>| {
            let last = size - 1;
            [
                cells(&|row, column| row == 0 && along.contains(&column)),
                cells(&|row, column| row == last && along.contains(&column)),
                cells(&|row, column| column == 0 && along.contains(&row)),
                cells(&|row, column| column == last && along.contains(&row)),
            ]
        };
        let halves = [walls(&(0..half)), walls(&(half..2 * half))];
        Ok(Islands {
            weights,
            unit,
            distance_digits: std::array::from_fn(|digit| {
                cells(&|row, column| distance(row, column) >> digit & 1 == 1)
            }),
            middle: cells(&|row, column| middle.contains(&row) && middle.contains(&column)),
            half_walls: std::array::from_fn(|number| halves[number / 4][number % 4]),
            wall_middles: walls(&middle),
        })
    }

    /// The published value of the board for `viewer`, in multiples of 1 / `unit`. Features without
    /// weight are not worked out.
    #[inline]
    fn value(
        &self,
        game: &Bricks<B>,
        position: &Position<B>,
        shores: &Shores<B>,
        viewer: Side,
    ) -> i32 {
        let [
            score,
            own_expansion,
            enemy_expansion,
            wall_distance,
            divisions,
            enclosed,
            first_divisions,
        ] = self.weights.map(i64::from);
        let (viewer, other) = (viewer.index(), viewer.other().index());
        let (own, enemy) = (position.stones[viewer], position.stones[other]);
        // Wide sums: a search that passes meets boards on which one side has more bricks than moves
        // that alternate allow, and on those the bounds do not hold.
        let mut value = score * i64::from(position.sums[viewer] - position.sums[other]);
        if own_expansion != 0 {
            value += own_expansion * i64::from(shores.expansion(viewer));
        }
        if enemy_expansion != 0 {
            value -= enemy_expansion * i64::from(shores.expansion(other));
        }
        if wall_distance != 0 {
            let mut sum = 0;
            for (digit, &cells) in self.distance_digits.iter().enumerate() {
                sum += i64::from((own & cells).count()) << digit;
            }
            value += wall_distance * sum;
        }
        // The own cells that belong to an island of the middle.
        let central = shores.met(viewer);
        let joined = |walls: &[B]| {
            let count = walls.iter().filter(|&&wall| central.meets(wall)).count();
            (count * game.size) as i64
        };
        if divisions != 0 && !central.is_zero() {
            value += divisions * joined(&self.half_walls);
        }
        if first_divisions != 0 && !central.is_zero() {
            value += first_divisions * joined(&self.wall_middles);
        }
        if enclosed != 0 {
            let cells = enemy & !game.grown(game.empty(position)) & game.grown(own);
            value += enclosed * i64::from(cells.count());
        }
        value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// How large each feature can become on a board of `size` × `size`.
///
/// Let a side have k cells. The other has at least k - 2, because moves alternate, so at most
/// n² + 2 - 2k cells are empty.
fn bounds(size: usize) -> [i64; FEATURES.len()] {
    let (size, cells) = (size as i64, (size * size) as i64);
    // Of the n² / 2 bricks that fit at most, the first side has half, rounded up.
    let most = 2 * (cells / 2 + 1).div_euclid(2);
    // One island of all k cells: k². The difference of two such sums, neither negative, is no
    // larger.
    let score = most * most;
    // Each empty cell counts at most k: k (n² + 2 - 2k), which is greatest for k = (n² + 2) / 4.
    let expansion = (cells + 2) * (cells + 2) / 8;
    // min(r, n - r) is at most n / 2, for each of at most `most` cells.
    let wall_distance = most * (size / 2);
    // Eight half walls; at most all enemy cells; four walls.
    [
        score,
        expansion,
        expansion,
        wall_distance,
        8 * size,
        most,
        4 * size,
    ]
}

impl<B: Bits> Bricks<B> {
    #[inline]
    pub(super) fn empty(&self, position: &Position<B>) -> B {
        self.board & !(position.stones[0] | position.stones[1])
    }

    /// The set moved one step to each of the four sides.
    #[inline]
    fn steps(&self, set: B) -> [B; 4] {
        [
            set << self.row(),
            set >> self.row(),
            (set & self.not_right) << 1,
            (set & self.not_left) >> 1,
        ]
    }

    /// The bricks that touch no other brick of the same side. Half of all islands are such, and
    /// they can be dealt with together.
    #[inline]
    pub(super) fn lone_bricks(&self, stones: B) -> B {
        let [below, above, right, left] = self.steps(stones);
        let two_neighbours = below & above | right & left | (below | above) & (right | left);
        // Every cell has a neighbour, the other half of its brick. Where both have only one, the
        // brick is alone.
        let ends = stones & !two_neighbours;
        let [below, above, right, left] = self.steps(ends);
        ends & (below | above | right | left)
    }

    /// The sum over islands of the square of its size times its empty neighbours.
    #[inline]
    fn liberties(&self, stones: B, empty: B) -> i32 {
        let lone = self.lone_bricks(stones);
        // The two cells of a brick have no neighbour in common.
        let around_lone: u32 = self
            .steps(lone)
            .into_iter()
            .map(|step| (step & empty).count())
            .sum();
        let rest = stones & !lone;
        let others: i32 = self
            .islands(rest, rest)
            .map(|island| square_of_size(island) * (self.grown(island) & empty).count() as i32)
            .sum();
        4 * around_lone as i32 + others
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::{Seed, play_randomly};

    /// Checks every feature of a position, seen by both, against its bound.
    fn check<B: Bits>(game: &Bricks<B>, each: &[Islands<B>], position: &Position<B>) {
        for (islands, bound) in each.iter().zip(bounds(game.size)) {
            for viewer in Side::BOTH {
                let shores = Shores::new(game, position, islands.middle);
                let value = i64::from(islands.value(game, position, &shores, viewer));
                assert!(value.abs() <= bound, "{value} > {bound}: {position:?}");
            }
        }
    }

    fn one_by_one<B: Bits>(game: &Bricks<B>) -> Vec<Islands<B>> {
        (0..FEATURES.len())
            .map(|number| {
                let mut weights = [Weight::ZERO; FEATURES.len()];
                weights[number] = Weight::integer(1);
                Islands::new(game, &weights).expect("small weights fit")
            })
            .collect()
    }

    fn walk(game: &Bricks<u64>, each: &[Islands<u64>], position: &Position<u64>) {
        check(game, each, position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for brick in moves {
            walk(game, each, &game.after(position, brick));
        }
    }

    #[test]
    fn no_feature_leaves_its_bounds() {
        for size in 2..=3 {
            let game = Bricks::<u64>::new(size);
            walk(&game, &one_by_one(&game), &game.start());
        }
        for size in 4..=11 {
            let game = Bricks::<u128>::new(size);
            let each = one_by_one(&game);
            let mut generator = Seed(size as u64).generator();
            for _ in 0..50 {
                let mut position = game.start();
                let plies = generator.below(size * size / 2);
                play_randomly(&game, &mut position, plies, &mut generator);
                check(&game, &each, &position);
            }
        }
    }
}

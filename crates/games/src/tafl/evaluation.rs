//! How positions are judged, and the players with a name.
//!
//! The three evaluators of the course, each the one before and something more: material, where the
//! king stands, and how well the worst guarded quarter of the board around him is guarded. All of
//! them are sums seen by the defenders, and the opposite for the attackers.

use super::geometry::Geometry;
use super::lines::{self, Lines};
use super::{ATTACKERS, Position, Tafl};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{
    ByOutcome, Evaluator, EvaluatorDeclaration, Feature, LEVELS, Playable, Preset, Side, Weight,
};
use std::sync::Arc;

/// What the king's place is worth on an escape cell, and thus the unit of the feature `king`.
const WHOLE_WAY: usize = 100;

/// The evaluators of a tafl game, with their weights as whole numbers.
#[derive(Debug, Clone)]
pub struct Judge {
    terms: Terms,
    guards: i32,
    enemies: i32,
    /// The weighted feature `king`, for each cell of the king.
    king: Arc<[i32]>,
    quadrant: i32,
    /// The weights of `lines`, which has nothing in common with the others but material.
    lines: Lines,
    unit: i32,
}

/// Which features are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Terms {
    None,
    Material,
    King,
    Quadrant,
    Lines,
}

impl<B: Bits> Evaluator<Tafl<B>> for Judge {
    type Sketch = ();

    #[inline]
    fn sketch(&self, _game: &Tafl<B>, _position: &Position<B>) {}

    #[inline]
    fn evaluate(&self, game: &Tafl<B>, position: &Position<B>, viewer: Side) -> i32 {
        if self.terms == Terms::None {
            return 0;
        }
        let board = &position.board;
        let mut value = self.guards * board.defenders.count() as i32
            - self.enemies * board.attackers.count() as i32;
        // Without a king the game is over, and nobody asks.
        if self.terms == Terms::Lines {
            value += self.lines.value(game, board);
        } else if self.terms != Terms::Material
            && let Some(king) = board.king()
        {
            value += self.king[king];
            if self.terms == Terms::Quadrant {
                let fewest = game.tables.quadrants[king]
                    .into_iter()
                    .map(|quadrant| (quadrant & board.attackers).count())
                    .min()
                    .unwrap_or(0);
                value -= self.quadrant * fewest as i32;
            }
        }
        if viewer == ATTACKERS { -value } else { value }
    }

    fn unit(&self) -> i32 {
        self.unit
    }
}

/// For each cell the four quarters of the board around a king who stands there, his own row and
/// column included: a piece on them guards the quarters on both sides, and so each quarter has
/// exactly one corner of the board in it, wherever he is.
pub(super) fn quadrants<B: Bits>(geometry: &Geometry<B>) -> Vec<[B; 4]> {
    let size = geometry.size;
    let cells = geometry.cells();
    // On either side of each line, itself included. (Asking every cell for every king takes longer
    // than all the rest that is made with a game.)
    let halves = |lines: Vec<B>| -> Vec<[B; 2]> {
        let all = |lines: &[B]| lines.iter().fold(B::ZERO, |all, &line| all | line);
        (0..size)
            .map(|line| [all(&lines[..=line]), all(&lines[line..])])
            .collect()
    };
    let line = |first: usize, step| B::of((first..cells).step_by(step).take(size));
    let columns = halves((0..size).map(|column| line(column, size)).collect());
    let rows = halves((0..size).map(|row| line(row * size, 1)).collect());
    let quarters = |king: usize| {
        let ([left, right], [below, above]) = (columns[king % size], rows[king / size]);
        [left & below, left & above, right & below, right & above]
    };
    (0..cells).map(quarters).collect()
}

/// For each cell how much of the way to safety the king has behind him there, from 0 as far away as
/// possible to [`WHOLE_WAY`] on an escape cell; steps along rows and columns count, as if nothing
/// stood in the way.
pub(super) fn way_to_safety<B: Bits>(size: usize, escape_cells: B) -> Vec<i32> {
    let distances: Vec<usize> = (0..size * size)
        .map(|cell| {
            let (column, row) = (cell % size, cell / size);
            let nearest = escape_cells
                .ones()
                .map(|escape| column.abs_diff(escape % size) + row.abs_diff(escape / size))
                .min();
            nearest.unwrap_or(0)
        })
        .collect();
    let greatest = distances.iter().copied().max().unwrap_or(0).max(1);
    distances
        .into_iter()
        .map(|distance| ((greatest - distance) * WHOLE_WAY / greatest) as i32)
        .collect()
}

impl<B: Bits> Playable for Tafl<B> {
    type Evaluator = Judge;

    fn evaluators(&self) -> Vec<EvaluatorDeclaration> {
        let material = [
            // Every ruleset with a name has twice as many attackers as defenders, so that the
            // start is even.
            Feature::new("guards", "defenders without their king", Weight::integer(2)),
            Feature::new(
                "enemies",
                "attackers; counted against the defenders",
                Weight::integer(1),
            ),
        ];
        // The whole way from the centre is worth two defenders. In some 120 games on 7 × 7 and 60
        // of Tablut at depth 2 this won against 0.1, which won against 0.2.
        let king = Feature::new(
            "king",
            "how much of the way to the nearest escape the king has behind him, in per cent",
            Weight::from_millionths(40_000),
        );
        let quadrant = Feature::new(
            "quadrant",
            "the fewest attackers in any of the four quarters of the board around the king, his \
             row and column included; counted against the defenders",
            Weight::integer(1),
        );
        let [guards, enemies] = material;
        let all = [guards, enemies, king, quadrant];
        let declare = |name, meaning, features: usize| EvaluatorDeclaration {
            name,
            meaning,
            features: all[..features].to_vec(),
        };
        vec![
            declare("h2", "material and where the king stands", 3),
            declare("h1", "material", 2),
            declare(
                "h3",
                "material, where the king stands and how well his surroundings are guarded",
                4,
            ),
            lines::declaration(self),
            ByOutcome::DECLARATION,
        ]
    }

    fn strong_evaluator(&self) -> Option<&'static str> {
        Some(lines::NAME)
    }

    fn evaluator(&self, name: &str, weights: &[Weight]) -> Result<Judge, WeightsTooLarge> {
        let terms = match name {
            "h1" => Terms::Material,
            "h2" => Terms::King,
            "h3" => Terms::Quadrant,
            lines::NAME => Terms::Lines,
            _ => Terms::None,
        };
        let cells = self.tables.geometry.cells() as i64;
        let of_course = [cells, cells, WHOLE_WAY as i64, cells];
        let of_lines = lines::bounds(self);
        let bounds: &[i64] = if terms == Terms::Lines {
            &of_lines
        } else {
            &of_course
        };
        let (scaled, unit) = Weight::scale(weights, bounds)?;
        let weight = |number: usize| scaled.get(number).copied().unwrap_or(0);
        let way = &self.tables.way_to_safety;
        Ok(Judge {
            terms,
            guards: weight(0),
            enemies: weight(1),
            king: way.iter().map(|way| way * weight(2)).collect(),
            quadrant: weight(3),
            lines: Lines::new(&scaled),
            unit,
        })
    }

    fn levels(&self) -> [&'static str; LEVELS] {
        [
            "engine:depth=2,slips=88,variety=20",
            "engine:depth=2,slips=64,variety=20",
            "engine:depth=2,slips=38,variety=20",
            "engine:depth=2,slips=16,variety=20",
            "engine:depth=2,slips=5,variety=20",
            "engine:depth=3,slips=1,variety=20",
            "engine:nodes=12000,variety=20",
            "engine:nodes=55000,variety=20",
            "engine:nodes=300000,variety=20",
            "engine:time=1s",
        ]
    }

    fn presets(&self) -> Vec<Preset> {
        [
            ("h1", "the first heuristic of the course: material"),
            (
                "h2",
                "the second one, which its players used: material and the king's place",
            ),
            ("h3", "the third one: the four quarters too"),
        ]
        .map(|(name, meaning)| Preset {
            name,
            text: format!("alphabeta:depth=3,eval={name}"),
            meaning,
        })
        .into()
    }
}

//! How positions are judged, and the players with a name.
//!
//! `mobility` and `proximity` are the two evaluators of the course; `territory` is what the field
//! has found since, in `territory.rs`; `network` what was learnt from games, in `network.rs`.

use super::network::{self, Judgement};
use super::territory::{self, Territory};
use super::{Amazons, Position, Tables};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::network::{Inputs, Network};
use game::{
    ByOutcome, Evaluator, EvaluatorDeclaration, Feature, LEVELS, NETWORK, Playable, Preset, Side,
    Weight,
};
use std::sync::Arc;

/// The evaluators of Amazons, with their weights as whole numbers.
#[derive(Debug, Clone)]
pub enum Judge {
    /// No judgement at all.
    Outcome,
    /// How far queens can go.
    Mobility {
        /// For each cell that an own queen can go to.
        own: i32,
        /// For each cell that a queen of the other side can go to.
        enemy: i32,
        /// See [`Evaluator::unit`].
        unit: i32,
    },
    /// What is around the queens.
    Proximity {
        /// For each empty cell near a queen.
        empty: i32,
        /// For each arrow near a queen.
        arrow: i32,
        /// For each other queen near a queen.
        queen: i32,
        /// See [`Evaluator::unit`].
        unit: i32,
    },
    /// Who gets where first.
    Territory(Territory),
    /// What was learnt from games.
    Network(Judgement),
}

impl<B: Bits> Evaluator<Amazons<B>> for Judge {
    type Sketch = ();

    #[inline]
    fn sketch(&self, _game: &Amazons<B>, _position: &Position<B>) {}

    #[inline]
    fn evaluate(&self, game: &Amazons<B>, position: &Position<B>, viewer: Side) -> i32 {
        let sides = [viewer, viewer.other()];
        let [own_queens, enemy_queens] = sides.map(|side| position.queens[side.index()]);
        let for_viewer = |for_mover: i32| match position.side == viewer {
            true => for_mover,
            false => -for_mover,
        };
        match self {
            Judge::Outcome => 0,
            &Judge::Mobility { own, enemy, .. } => {
                let occupied = position.occupied();
                own * game.mobility(own_queens, occupied)
                    - enemy * game.mobility(enemy_queens, occupied)
            }
            &Judge::Proximity {
                empty,
                arrow,
                queen,
                ..
            } => {
                let [empties, arrows, queens] = game.surroundings(position, own_queens);
                let [enemy_empties, enemy_arrows, enemy_queens] =
                    game.surroundings(position, enemy_queens);
                empty * (empties - enemy_empties)
                    + arrow * (arrows - enemy_arrows)
                    + queen * (queens - enemy_queens)
            }
            Judge::Territory(territory) => for_viewer(territory.evaluate(
                &game.tables,
                game.columns,
                game.rows,
                position.queens_by_turn(),
                game.empty(position),
            )),
            Judge::Network(network) => for_viewer(network.evaluate(
                &game.tables,
                game.columns,
                game.rows,
                position.queens_by_turn(),
                game.empty(position),
            )),
        }
    }

    fn unit(&self) -> i32 {
        match self {
            Judge::Outcome => 1,
            Judge::Mobility { unit, .. } | Judge::Proximity { unit, .. } => *unit,
            Judge::Territory(territory) => territory.unit(),
            Judge::Network(_) => Judgement::unit(),
        }
    }
}

impl<B: Bits> Amazons<B> {
    #[inline]
    fn empty(&self, position: &Position<B>) -> B {
        self.tables.board & !position.occupied()
    }

    /// The number of cells that the queens can go to, counted for each queen.
    #[inline]
    fn mobility(&self, queens: B, occupied: B) -> i32 {
        queens
            .ones()
            .map(|queen| self.reach(queen, occupied).count() as i32)
            .sum()
    }

    /// The numbers of empty cells, arrows and other queens at most two king's steps away, summed
    /// over the queens of a side.
    #[inline]
    fn surroundings(&self, position: &Position<B>, queens: B) -> [i32; 3] {
        let all_queens = position.queens[0] | position.queens[1];
        queens.ones().fold([0; 3], |[empty, arrow, queen], cell| {
            let Nearby { cells, count } = self.tables.nearby[cell];
            let arrows = (cells & position.arrows).count() as i32;
            let others = (cells & all_queens).count() as i32;
            [
                empty + i32::from(count) - arrows - others,
                arrow + arrows,
                queen + others,
            ]
        })
    }
}

/// The cells of the board at most two king's steps from a cell, itself not among them: what lies
/// beyond the edge counts nothing, which is why queens in the open are worth more.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nearby<B> {
    cells: B,
    count: i8,
}

/// [`Nearby`] for each cell.
pub(super) fn nearby<B: Bits>(columns: usize, rows: usize) -> Vec<Nearby<B>> {
    (0..columns * rows)
        .map(|cell| {
            let cells = (1..=2).fold(B::ZERO, |cells, distance| {
                cells | ring(columns, rows, cell, distance)
            });
            Nearby {
                cells,
                count: cells.count() as i8,
            }
        })
        .collect()
}

/// The cells exactly so many king's steps away on an empty board.
pub(super) fn ring<B: Bits>(columns: usize, rows: usize, cell: usize, distance: usize) -> B {
    B::of((0..columns * rows).filter(|other| {
        let across = (cell % columns).abs_diff(other % columns);
        let up = (cell / columns).abs_diff(other / columns);
        across.max(up) == distance
    }))
}

impl<B: Bits> Tables<B> {
    /// The number of cells.
    fn cells(&self) -> i64 {
        self.board.count().into()
    }
}

impl<B: Bits> Playable for Amazons<B> {
    type Evaluator = Judge;

    fn evaluators(&self) -> Vec<EvaluatorDeclaration> {
        vec![
            EvaluatorDeclaration {
                name: "mobility",
                meaning: "the number of cells that each queen can go to",
                features: vec![
                    Feature::new("own", "of the own queens", Weight::integer(1)),
                    Feature::new(
                        "enemy",
                        "of the queens of the other side, counted against it; 0 as in the first \
                         version of the course",
                        Weight::integer(1),
                    ),
                ],
            },
            EvaluatorDeclaration {
                name: "proximity",
                meaning: "what is at most two cells away from each queen; the enemy's is subtracted",
                features: vec![
                    Feature::new("empty", "empty cells", Weight::integer(1)),
                    Feature::new("arrow", "arrows", Weight::integer(-1)),
                    Feature::new("queen", "other queens, of either side", Weight::integer(-2)),
                ],
            },
            territory::declaration(self.columns * self.rows),
            network::declaration(),
            ByOutcome::DECLARATION,
        ]
    }

    fn evaluator(&self, name: &str, weights: &[Weight]) -> Result<Judge, WeightsTooLarge> {
        let cells = self.tables.cells();
        let scale = |bounds: &[i64]| -> Result<_, WeightsTooLarge> {
            let (scaled, unit) = Weight::scale(weights, bounds)?;
            Ok((
                move |number: usize| scaled.get(number).copied().unwrap_or(0),
                unit,
            ))
        };
        Ok(match name {
            "mobility" => {
                // Each empty cell is reached at most once from each of the eight directions.
                let (weight, unit) = scale(&[8 * cells; 2])?;
                Judge::Mobility {
                    own: weight(0),
                    enemy: weight(1),
                    unit,
                }
            }
            "proximity" => {
                // Each cell is near at most 24 others.
                let (weight, unit) = scale(&[24 * cells; 3])?;
                Judge::Proximity {
                    empty: weight(0),
                    arrow: weight(1),
                    queen: weight(2),
                    unit,
                }
            }
            "territory" => {
                let (weight, unit) = scale(&territory::bounds(cells))?;
                Judge::Territory(Territory::new(std::array::from_fn(weight), unit, cells))
            }
            NETWORK => Judge::Network(Judgement::shipped()),
            _ => Judge::Outcome,
        })
    }

    /// The network on boards where it won against `territory` at equal time: docs/networks.md.
    fn strong_evaluator(&self) -> Option<&'static str> {
        Some(match (self.columns, self.rows) {
            (6, 6) | (8, 8) | (10, 10) => NETWORK,
            _ => "territory",
        })
    }

    fn strong_weighted_evaluator(&self) -> Option<&'static str> {
        Some("territory")
    }

    fn network_inputs(&self) -> Option<Inputs> {
        Some(network::inputs())
    }

    fn fill_network_inputs(&self, position: &Position<B>, inputs: &mut [i16]) {
        let seen = network::see(
            &self.tables,
            self.columns,
            self.rows,
            position.queens_by_turn(),
            self.empty(position),
        );
        for (input, number) in inputs.iter_mut().zip(seen) {
            *input = number;
        }
    }

    fn network_evaluator(&self, network: &Arc<Network>) -> Option<Judge> {
        Judgement::with(network).map(Judge::Network)
    }

    fn levels(&self) -> [&'static str; LEVELS] {
        // With so many moves, alpha-beta gets nowhere with few positions.
        [
            "mcts:playouts=10,slips=9,variety=20",
            "mcts:playouts=10,slips=2,variety=20",
            "mcts:playouts=28,variety=20",
            "mcts:playouts=130,variety=20",
            "mcts:playouts=520,variety=20",
            "engine:nodes=35000,variety=20",
            "engine:nodes=75000,variety=20",
            "engine:nodes=200000,variety=20",
            "engine:nodes=550000,variety=20",
            "engine:time=1s",
        ]
    }

    fn presets(&self) -> Vec<Preset> {
        [
            (
                "mobility",
                "the better player of the course: negamax on how far queens can go",
            ),
            (
                "proximity",
                "the other player of the course: negamax on what is around the queens",
            ),
        ]
        .map(|(name, meaning)| Preset {
            name,
            text: format!("alphabeta:depth=2,eval={name}"),
            meaning,
        })
        .into()
    }
}

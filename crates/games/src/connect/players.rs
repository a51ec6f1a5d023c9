//! Players of Connect: rules of thumb, and those with a name.

use super::evaluation::{self, ConnectEvaluator};
use super::{Column, Connect, Position, prospects};
use game::arguments::{Parameter, Range};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::random::Generator;
use game::{
    EvaluatorDeclaration, Feature, Game, LEVELS, Playable, Policy, PolicyDeclaration, Preset,
    Settings, Weight,
};
use std::ops::Range as Span;

const PROBABILITY: Range = Range::Number(Weight::ZERO, Weight::integer(1));
const ATTENTION: Parameter = Parameter {
    name: "q",
    meaning: "how often it looks at the board before it moves",
    default: "0.5",
    range: PROBABILITY,
    positional: false,
};
const OPEN: Parameter = Parameter {
    name: "open",
    meaning: "how often it looks for a row, one short of a win, with both ends playable",
    default: "0",
    range: PROBABILITY,
    positional: false,
};
const FORGET: Parameter = Parameter {
    name: "forget",
    meaning: "how often it leaves out one of its groups of weights, any of the three: directions, quadrants, \
              columns",
    default: "0",
    range: PROBABILITY,
    positional: false,
};

/// Where a line may run, in the order of the weights: rising to the left, rising to the right,
/// straight down, across.
const DIRECTIONS: [(&str, &str); 4] = [
    ("left-diagonal", "lines that rise to the left"),
    ("right-diagonal", "lines that rise to the right"),
    ("down", "the column below"),
    ("horizontal", "lines across"),
];
/// In the order of the weights.
const QUADRANTS: [&str; 4] = ["bottom-left", "top-left", "top-right", "bottom-right"];

/// Published weights: the size of the board, how they were found, and the numbers.
const PUBLISHED: [(usize, usize, &str, &str); 5] = [
    (
        7,
        6,
        "grid",
        "65/-62/-2/-21/-93/13/23/-46/-11/-32/-16/-24/-64/41/-31",
    ),
    // One number is missing in print.
    (
        7,
        6,
        "genetic",
        "-26/-53/43/24/17/71/43/-94/-47/22/91/-96/-2/-56/0",
    ),
    (3, 3, "genetic", "-69/13/76/-94/-83/67/12/-83/70/-17/-46"),
    (
        4,
        4,
        "genetic",
        "-60/-59/95/-57/-98/-33/-78/-40/-59/-82/95/-88",
    ),
    (4, 5, "genetic", "-15/32/27/-28/2/-7/64/-66/-53/75/76/-92"),
];

impl<B: Bits> Playable for Connect<B> {
    type Evaluator = ConnectEvaluator<B>;

    fn evaluators(&self) -> Vec<EvaluatorDeclaration> {
        evaluation::declarations()
    }

    fn evaluator(
        &self,
        name: &str,
        weights: &[Weight],
    ) -> Result<ConnectEvaluator<B>, WeightsTooLarge> {
        ConnectEvaluator::new(self, name, weights)
    }

    fn strong_evaluator(&self) -> Option<&'static str> {
        Some(prospects::NAME)
    }

    fn policies(&self) -> Vec<PolicyDeclaration> {
        vec![
            PolicyDeclaration {
                name: "staff",
                meaning: "when it looks: wins, else blocks, else avoids to hand over a win; any \
                          move otherwise",
                features: Vec::new(),
                parameters: &[ATTENTION],
            },
            PolicyDeclaration {
                name: "plain",
                meaning: "wins, else blocks, else makes the longest line it can",
                features: Vec::new(),
                parameters: &[OPEN],
            },
            PolicyDeclaration {
                name: "line",
                meaning: "wins, else blocks, else the greatest sum of its weights: best direction \
                          with the own pieces in it, quadrant, column",
                features: self.line_features(),
                parameters: &[OPEN, FORGET],
            },
        ]
    }

    fn policy(&self, name: &str, settings: &Settings<'_>) -> Option<Box<dyn Policy<Self>>> {
        let mut probabilities = settings.values.iter().copied();
        let mut probability = || probabilities.next().unwrap_or(Weight::ZERO);
        match name {
            "staff" => Some(Box::new(Staff {
                probability: probability(),
            })),
            "plain" => Some(Box::new(Line {
                open: probability(),
                forget: Weight::ZERO,
                weights: Vec::new(),
            })),
            "line" => Some(Box::new(Line {
                open: probability(),
                forget: probability(),
                weights: settings
                    .weights
                    .iter()
                    .map(|weight| weight.millionths())
                    .collect(),
            })),
            _ => None,
        }
    }

    fn presets(&self) -> Vec<Preset> {
        let searches = [
            (
                "h1",
                "Contact4 with its first evaluator: heights of the columns",
            ),
            (
                "h2",
                "Contact4 with its second evaluator: neighbours of the pieces",
            ),
            (
                "h3",
                "Contact4 with its third evaluator: neighbours of the playable cells",
            ),
        ]
        .map(|(name, meaning)| Preset {
            name,
            text: format!("alphabeta:depth=10,eval={name},ties=random"),
            meaning,
        });
        let lines = PUBLISHED
            .into_iter()
            .filter(|&(columns, rows, ..)| (columns, rows) == (self.columns, self.rows))
            .map(|(_, _, name, weights)| Preset {
                name,
                // The players of the report looked for open rows one time in ten.
                text: format!("line:open=0.1,weights={weights}"),
                meaning: match name {
                    "grid" => "the C-en-línea report's player, with the weights of its grid search",
                    _ => "the C-en-línea report's player, with the weights of its genetic search",
                },
            });
        searches.into_iter().chain(lines).collect()
    }

    fn levels(&self) -> [&'static str; LEVELS] {
        [
            "engine:nodes=50,slips=66,variety=20",
            "engine:nodes=50,slips=33,variety=20",
            "engine:nodes=50,slips=15,variety=20",
            "engine:nodes=50,variety=20",
            "engine:nodes=250,variety=20",
            "engine:nodes=2500,variety=20",
            "engine:nodes=20000,variety=20",
            "engine:nodes=150000,variety=20",
            "solver:nodes=150000",
            "solver:time=1s",
        ]
    }
}

impl<B: Bits> Connect<B> {
    fn line_features(&self) -> Vec<Feature> {
        let feature = |name: String, meaning: String| {
            Feature::new(name, meaning, Weight::ZERO).within(-100, 100)
        };
        let directions = DIRECTIONS.iter().map(|(name, lines)| {
            feature((*name).to_string(), format!("moves that extend {lines}"))
        });
        let quadrants = QUADRANTS.iter().map(|name| {
            feature(
                (*name).to_string(),
                format!("moves into the {name} quadrant"),
            )
        });
        let columns = (0..self.columns).map(|column| {
            let letter = char::from(b'a' + column as u8);
            feature(
                format!("column-{letter}"),
                format!("moves into column {letter}"),
            )
        });
        directions.chain(quadrants).chain(columns).collect()
    }

    /// The open columns, each with the cell on which a piece lands.
    fn landings(&self, position: &Position<B>) -> impl Iterator<Item = (Column, Landing)> {
        let occupied = position.occupied();
        let over = self.is_over(position);
        (0..self.columns).filter_map(move |column| {
            let row = (0..self.rows).find(|&row| !occupied.test(self.cell(column, row)))?;
            (!over).then_some((Column(column as u8), Landing { column, row }))
        })
    }

    /// The first column in which one more of `stones` makes a line.
    fn completes(&self, position: &Position<B>, stones: B) -> Option<Column> {
        self.landings(position)
            .find(|(_, landing)| {
                self.has_line(stones | B::bit(self.cell(landing.column, landing.row)))
            })
            .map(|(column, _)| column)
    }

    /// The first column that wins, or else the first that keeps the other side from winning there.
    fn win_or_block(&self, position: &Position<B>) -> Option<Column> {
        self.completes(position, position.own)
            .or_else(|| self.completes(position, position.last))
    }

    /// How many of `stones` follow one another from a cell on, itself not counted.
    fn run(&self, stones: B, from: Landing, right: isize, up: isize) -> usize {
        let cells = (1..).map_while(|step: isize| {
            let column = from.column.checked_add_signed(right * step)?;
            let row = from.row.checked_add_signed(up * step)?;
            (column < self.columns && row < self.rows).then(|| self.cell(column, row))
        });
        cells.take_while(|&cell| stones.test(cell)).count()
    }

    /// The own pieces that a new one would join, in the order of [`DIRECTIONS`].
    fn runs(&self, stones: B, landing: Landing) -> [usize; 4] {
        let both = |right, up| {
            self.run(stones, landing, right, up) + self.run(stones, landing, -right, -up)
        };
        [
            both(-1, 1),
            both(1, 1),
            self.run(stones, landing, 0, -1),
            both(1, 0),
        ]
    }
}

/// Where a piece would land.
#[derive(Debug, Clone, Copy)]
struct Landing {
    column: usize,
    row: usize,
}

/// True with the given probability. Nothing is drawn for 0 and 1.
fn happens(probability: Weight, generator: &mut Generator) -> bool {
    let certain = Weight::integer(1).millionths();
    match probability.millionths() {
        ..=0 => false,
        millionths if millionths >= certain => true,
        millionths => (generator.below(certain as usize) as i64) < millionths,
    }
}

/// The course's own player.
#[derive(Debug)]
struct Staff {
    probability: Weight,
}

impl<B: Bits> Policy<Connect<B>> for Staff {
    fn choose(
        &self,
        game: &Connect<B>,
        position: &Position<B>,
        generator: &mut Generator,
    ) -> Option<Column> {
        let mut columns = Vec::new();
        game.moves(position, &mut columns);
        if !happens(self.probability, generator) {
            return generator.choose(&columns);
        }
        game.win_or_block(position).or_else(|| {
            let careful: Vec<Column> = columns
                .iter()
                .copied()
                .filter(|&column| {
                    let next = game.after(position, column);
                    game.completes(&next, next.own).is_none()
                })
                .collect();
            generator.choose(if careful.is_empty() {
                &columns
            } else {
                &careful
            })
        })
    }
}

/// The greedy player of the C-en-línea report: one move, no search.
#[derive(Debug)]
struct Line {
    open: Weight,
    forget: Weight,
    /// In millionths: four directions, four quadrants, and one for each column. None for the plain
    /// player.
    weights: Vec<i64>,
}

/// The weights of the directions, of the quadrants and of the columns.
const GROUPS: [Span<usize>; 3] = [0..4, 4..8, 8..usize::MAX];

impl Line {
    /// What a move is worth: the longest line it makes, or the weighted sum, in which the weights
    /// that are forgotten count nothing. Every own piece that the new one joins counts one, in
    /// millionths.
    fn value<B: Bits>(
        &self,
        game: &Connect<B>,
        stones: B,
        landing: Landing,
        forgotten: &Span<usize>,
    ) -> i64 {
        const ONE: i64 = Weight::integer(1).millionths();
        let weight = |number: usize| match self.weights.get(number) {
            Some(&weight) if !forgotten.contains(&number) => weight,
            _ => 0,
        };
        let directions = game.runs(stones, landing).into_iter().enumerate();
        let best = directions
            .map(|(number, run)| weight(number) + run as i64 * ONE)
            .max()
            .unwrap_or(0);
        // The report does not say where odd boards are cut: here the centre column is on the right
        // and the centre row on top, as whole-number division has it.
        let (left, low) = (
            landing.column < game.columns / 2,
            landing.row < game.rows / 2,
        );
        let quadrant = match (left, low) {
            (true, true) => 0,
            (true, false) => 1,
            (false, false) => 2,
            (false, true) => 3,
        };
        best + weight(4 + quadrant) + weight(8 + landing.column)
    }

    /// Whether the move makes a row one short of a win with both ends open. The report wants two
    /// ways to win from it, so an end is open only if a piece can land there at once.
    fn opens<B: Bits>(game: &Connect<B>, position: &Position<B>, landing: Landing) -> bool {
        let [left, right] = [-1, 1].map(|step| game.run(position.own, landing, step, 0));
        let playable = |column: Option<usize>| {
            column.is_some_and(|column| {
                let mut landings = game.landings(position);
                landings.any(|(_, end)| end.column == column && end.row == landing.row)
            })
        };
        left + right + 2 == game.length
            && playable(landing.column.checked_sub(left + 1))
            && playable(landing.column.checked_add(right + 1))
    }
}

impl<B: Bits> Policy<Connect<B>> for Line {
    fn choose(
        &self,
        game: &Connect<B>,
        position: &Position<B>,
        generator: &mut Generator,
    ) -> Option<Column> {
        if let Some(column) = game.win_or_block(position) {
            return Some(column);
        }
        if happens(self.open, generator) {
            let open = game
                .landings(position)
                .find(|&(_, landing)| Line::opens(game, position, landing));
            if let Some((column, _)) = open {
                return Some(column);
            }
        }
        let forgotten = match happens(self.forget, generator) {
            true => GROUPS[generator.below(GROUPS.len())].clone(),
            false => 0..0,
        };
        let mut best: Option<(i64, Column)> = None;
        for (column, landing) in game.landings(position) {
            let value = self.value(game, position.own, landing, &forgotten);
            if best.is_none_or(|(greatest, _)| value > greatest) {
                best = Some((value, column));
            }
        }
        best.map(|(_, column)| column)
    }
}

//! The evaluators and players of Bricks against a version that walks over cells, and against boards
//! worked by hand.

use game::bits::{Bits, Wide};
use game::random::{Generator, Seed, play_randomly};
use game::{Evaluator, Game, Notation, Outcome, Playable, Score, Settings, Side, Symmetry, Weight};
use games::bricks::{Bricks, BricksEvaluator};

type PositionOf<B> = <Bricks<B> as Game>::Position;

const FEATURES: [&str; 7] = [
    "score",
    "own-expansion",
    "enemy-expansion",
    "wall-distance",
    "divisions",
    "enclosed",
    "divisions-v1",
];
const CHAMPION: [&str; 7] = ["187", "163", "221.12", "211.2", "202.62", "0", "0"];

fn parse(weights: &[&str]) -> Vec<Weight> {
    weights
        .iter()
        .map(|text| Weight::parse(text).expect(text))
        .collect()
}

fn islands<B: Bits>(game: &Bricks<B>, weights: &[&str]) -> BricksEvaluator<B> {
    game.evaluator("islands", &parse(weights))
        .expect("the weights fit")
}

/// `islands` with weight 1 for one feature and 0 for the others.
fn only<B: Bits>(game: &Bricks<B>, feature: &str) -> BricksEvaluator<B> {
    let weights = FEATURES.map(|name| if name == feature { "1" } else { "0" });
    islands(game, &weights)
}

fn named<B: Bits>(game: &Bricks<B>, name: &str) -> BricksEvaluator<B> {
    game.evaluator(name, &[]).expect("it has no weights")
}

/// What the side that moved last sees, as the authors of the features do after their own move, for
/// the side to move.
trait ForMover<B: Bits> {
    fn for_mover(&self, game: &Bricks<B>, position: &PositionOf<B>) -> i32;
    fn finished_for_mover(
        &self,
        game: &Bricks<B>,
        position: &PositionOf<B>,
        outcome: Outcome,
        plies: u32,
    ) -> Score;
}

impl<B: Bits> ForMover<B> for BricksEvaluator<B> {
    fn for_mover(&self, game: &Bricks<B>, position: &PositionOf<B>) -> i32 {
        -self.evaluate(game, position, game.side_to_move(position).other())
    }

    fn finished_for_mover(
        &self,
        game: &Bricks<B>,
        position: &PositionOf<B>,
        outcome: Outcome,
        plies: u32,
    ) -> Score {
        let viewer = game.side_to_move(position).other();
        -self.finished(game, position, outcome, viewer, plies)
    }
}

// ---- The slow version ---------------------------------------------------------------------------

/// A board as a grid, rows from the top.
struct Grid {
    size: usize,
    owners: Vec<Vec<Option<Side>>>,
    /// For each cell the number of its island.
    labels: Vec<Vec<Option<usize>>>,
    /// For each island its cells.
    islands: Vec<Vec<(usize, usize)>>,
}

impl Grid {
    fn new<B: Bits>(game: &Bricks<B>, position: &PositionOf<B>) -> Grid {
        let size = game.size();
        let diagram = game.diagram(position);
        let owners: Vec<Vec<Option<Side>>> = (0..size)
            .map(|row| {
                (0..size)
                    .map(|column| diagram.at(column, size - 1 - row).owner)
                    .collect()
            })
            .collect();
        let mut grid = Grid {
            size,
            owners,
            labels: vec![vec![None; size]; size],
            islands: Vec::new(),
        };
        for row in 0..size {
            for column in 0..size {
                if grid.owners[row][column].is_some() && grid.labels[row][column].is_none() {
                    grid.walk(row, column);
                }
            }
        }
        grid
    }

    /// Gives a new island its number.
    fn walk(&mut self, row: usize, column: usize) {
        let number = self.islands.len();
        let mut cells = vec![(row, column)];
        self.labels[row][column] = Some(number);
        let mut next = 0;
        while next < cells.len() {
            let (row, column) = cells[next];
            next += 1;
            for (near_row, near_column) in self.neighbours(row, column) {
                if self.owners[near_row][near_column] == self.owners[row][column]
                    && self.labels[near_row][near_column].is_none()
                {
                    self.labels[near_row][near_column] = Some(number);
                    cells.push((near_row, near_column));
                }
            }
        }
        self.islands.push(cells);
    }

    fn neighbours(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        if row > 0 {
            cells.push((row - 1, column));
        }
        if column > 0 {
            cells.push((row, column - 1));
        }
        if row + 1 < self.size {
            cells.push((row + 1, column));
        }
        if column + 1 < self.size {
            cells.push((row, column + 1));
        }
        cells
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let size = self.size;
        (0..size * size).map(move |cell| (cell / size, cell % size))
    }

    fn owner(&self, (row, column): (usize, usize)) -> Option<Side> {
        self.owners[row][column]
    }

    fn islands_of(&self, side: Side) -> impl Iterator<Item = &Vec<(usize, usize)>> {
        let is_own = move |island: &&Vec<(usize, usize)>| self.owner(island[0]) == Some(side);
        self.islands.iter().filter(is_own)
    }

    fn sum(&self, side: Side) -> i64 {
        let squares = self
            .islands_of(side)
            .map(|island| island.len().pow(2) as i64);
        squares.sum()
    }

    fn expansion(&self, side: Side) -> i64 {
        let mut sum = 0;
        for (row, column) in self.cells() {
            if self.owners[row][column].is_some() {
                continue;
            }
            let sizes = self
                .neighbours(row, column)
                .into_iter()
                .filter(|&cell| self.owner(cell) == Some(side))
                .filter_map(|(row, column)| self.labels[row][column])
                .map(|label| self.islands[label].len() as i64);
            sum += sizes.max().unwrap_or(0);
        }
        sum
    }

    fn wall_distance(&self, side: Side) -> i64 {
        self.cells()
            .filter(|&cell| self.owner(cell) == Some(side))
            .map(|(row, column)| {
                let size = self.size;
                [row, column, size - row, size - column]
                    .into_iter()
                    .min()
                    .expect("four numbers") as i64
            })
            .sum()
    }

    /// Rows and columns of the middle, as the rules word them.
    fn middle(&self) -> std::ops::Range<usize> {
        let size = self.size as f64;
        let start = ((size - size.sqrt()) / 2.0).floor();
        start as usize..(start + size.sqrt()).ceil() as usize
    }

    /// n for each stretch of a wall with a cell of an own island that also is in the middle.
    fn divisions(&self, side: Side, stretches: &[std::ops::Range<usize>]) -> i64 {
        let middle = self.middle();
        let central: Vec<usize> = self
            .cells()
            .filter(|(row, column)| middle.contains(row) && middle.contains(column))
            .filter(|&cell| self.owner(cell) == Some(side))
            .filter_map(|(row, column)| self.labels[row][column])
            .collect();
        let last = self.size - 1;
        let mut count = 0;
        for stretch in stretches {
            let walls: [Vec<(usize, usize)>; 4] = [
                stretch.clone().map(|along| (0, along)).collect(),
                stretch.clone().map(|along| (last, along)).collect(),
                stretch.clone().map(|along| (along, 0)).collect(),
                stretch.clone().map(|along| (along, last)).collect(),
            ];
            for wall in walls {
                count += i64::from(wall.into_iter().any(|(row, column)| {
                    self.labels[row][column].is_some_and(|label| central.contains(&label))
                }));
            }
        }
        count * self.size as i64
    }

    fn enclosed(&self, viewer: Side) -> i64 {
        self.cells()
            .filter(|&cell| self.owner(cell) == Some(viewer.other()))
            .filter(|&(row, column)| {
                let near = self.neighbours(row, column);
                let owners: Vec<_> = near.into_iter().map(|cell| self.owner(cell)).collect();
                !owners.contains(&None) && owners.contains(&Some(viewer))
            })
            .count() as i64
    }

    /// In the order of the weights; enemy expansion with its minus sign.
    fn features(&self, viewer: Side) -> [i64; 7] {
        let half = self.size / 2;
        [
            self.sum(viewer) - self.sum(viewer.other()),
            self.expansion(viewer),
            -self.expansion(viewer.other()),
            self.wall_distance(viewer),
            self.divisions(viewer, &[0..half, half..half + half]),
            self.enclosed(viewer),
            self.divisions(viewer, &[self.middle()]),
        ]
    }

    /// For each empty cell, the size of the largest island at most so many steps over empty cells
    /// away.
    fn reach(&self, side: Side, steps: usize) -> i64 {
        let mut largest = vec![vec![0; self.size]; self.size];
        for island in self.islands_of(side) {
            let mut reached = island.clone();
            let mut frontier = island.clone();
            for _ in 0..steps {
                let mut next: Vec<(usize, usize)> = frontier
                    .iter()
                    .flat_map(|&(row, column)| self.neighbours(row, column))
                    .filter(|&cell| self.owner(cell).is_none() && !reached.contains(&cell))
                    .collect();
                next.sort_unstable();
                next.dedup();
                for &(row, column) in &next {
                    largest[row][column] = island.len().max(largest[row][column]);
                }
                reached.extend(&next);
                frontier = next;
            }
        }
        largest.into_iter().flatten().sum::<usize>() as i64
    }

    fn centre(&self, side: Side) -> i64 {
        let last = self.size - 1;
        self.cells()
            .filter(|&cell| self.owner(cell) == Some(side))
            .map(|(row, column)| row.min(column).min(last - row).min(last - column) as i64)
            .sum()
    }

    fn empty(&self) -> i64 {
        self.cells()
            .filter(|&cell| self.owner(cell).is_none())
            .count() as i64
    }

    fn liberties(&self, side: Side) -> i64 {
        self.islands_of(side)
            .map(|island| {
                let mut near: Vec<(usize, usize)> = island
                    .iter()
                    .flat_map(|&(row, column)| self.neighbours(row, column))
                    .filter(|&cell| self.owner(cell).is_none())
                    .collect();
                near.sort_unstable();
                near.dedup();
                (island.len().pow(2) * near.len()) as i64
            })
            .sum()
    }
}

// ---- Many positions -----------------------------------------------------------------------------

/// Positions of one game; `greed` moves are drawn each time and the one kept that makes the largest
/// islands, so that there are large ones too.
fn positions<B: Bits>(
    game: &Bricks<B>,
    greed: usize,
    generator: &mut Generator,
) -> Vec<PositionOf<B>> {
    let mut position = game.start();
    let mut met = vec![position];
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&position, &mut moves);
        let side = game.side_to_move(&position).index();
        let children = (0..greed).filter_map(|_| {
            let chosen = generator.choose(&moves)?;
            Some(game.after(&position, chosen))
        });
        let Some(next) = children.max_by_key(|child| child.sums()[side]) else {
            return met;
        };
        position = next;
        met.push(position);
    }
}

/// Calls `check` on the positions of several games of every size that fits the bits.
fn on_all_sizes(check: impl Check) {
    for size in 2..=20 {
        if size <= 8 {
            check.on(&Bricks::<u64>::new(size));
        }
        if size <= 11 {
            check.on(&Bricks::<u128>::new(size));
        }
        check.on(&Bricks::<Wide<7>>::new(size));
    }
}

trait Check {
    fn on<B: Bits>(&self, game: &Bricks<B>);
}

struct AgainstTheSlowVersion;

impl Check for AgainstTheSlowVersion {
    fn on<B: Bits>(&self, game: &Bricks<B>) {
        let each = FEATURES.map(|feature| only(game, feature));
        let mixed = islands(game, &["3", "-2.5", "7", "0.25", "11", "-6", "1"]);
        let champion = islands(game, &CHAMPION);
        // Divisions without own expansion take another way.
        let divided = islands(game, &["0", "0", "1", "0", "3", "0", "5"]);
        let [score, liberties] = ["score", "liberties"].map(|name| named(game, name));
        let mut generator = Seed(game.size() as u64).generator();
        for greed in [1, 2, 12] {
            for position in positions(game, greed, &mut generator) {
                let text = game.write_position(&position);
                let side = game.side_to_move(&position);
                let grid = Grid::new(game, &position);
                let features = grid.features(side.other());
                for (number, evaluator) in each.iter().enumerate() {
                    assert_eq!(
                        i64::from(evaluator.for_mover(game, &position)),
                        -features[number],
                        "{} of {text}",
                        FEATURES[number]
                    );
                }
                let weighted = |weights: [i64; 7]| -> i64 {
                    let terms = weights.iter().zip(features);
                    -terms.map(|(weight, feature)| weight * feature).sum::<i64>()
                };
                for (evaluator, weights) in [
                    (&mixed, [300, -250, 700, 25, 1100, -600, 100]),
                    (&champion, [18700, 16300, 22112, 21120, 20262, 0, 0]),
                    (&divided, [0, 0, 1, 0, 3, 0, 5]),
                ] {
                    let value = evaluator.for_mover(game, &position);
                    assert_eq!(i64::from(value), weighted(weights), "{text}");
                    assert!(value.abs() <= Score::GREATEST_VALUE);
                }
                assert_eq!(
                    i64::from(score.for_mover(game, &position)),
                    grid.sum(side) - grid.sum(side.other())
                );
                assert_eq!(
                    i64::from(liberties.for_mover(game, &position)),
                    grid.liberties(side) - grid.liberties(side.other()),
                    "{text}"
                );
            }
        }
        assert_eq!(
            (mixed.unit(), champion.unit(), divided.unit()),
            (100, 100, 1)
        );
    }
}

#[test]
fn every_feature_is_what_a_walk_over_the_cells_finds() {
    on_all_sizes(AgainstTheSlowVersion);
}

struct GrowthAgainstTheSlowVersion;

impl Check for GrowthAgainstTheSlowVersion {
    fn on<B: Bits>(&self, game: &Bricks<B>) {
        let cells = (game.size() * game.size()) as f64;
        let weights = parse(&["1.5", "7", "30.1", "-0.6", "-2.3", "0.4"]);
        let evaluator = game.evaluator("growth", &weights).expect("the weights fit");
        assert_eq!(evaluator.unit(), 10);
        let mut generator = Seed(400 + game.size() as u64).generator();
        for greed in [1, 3, 12] {
            for position in positions(game, greed, &mut generator) {
                let side = game.side_to_move(&position);
                let grid = Grid::new(game, &position);
                let lead = |of: &dyn Fn(Side) -> i64| of(side) - of(side.other());
                // Weights change with the board, in steps of 1/256.
                let part = grid.empty() as f64 / cells;
                let fine = |weight: f64| (256.0 * weight).round() as i64;
                let weighted = fine(10.0 - 23.0 * part * part) * lead(&|side| grid.sum(side))
                    + fine(15.0 - 6.0 * part) * lead(&|side| grid.reach(side, 3))
                    + fine(4.0 * part) * lead(&|side| grid.reach(side, 5))
                    + fine(70.0 * part.powi(4)) * lead(&|side| grid.centre(side));
                let expected = weighted / 256 + 301;
                for (viewer, sign) in [(side, 1), (side.other(), -1)] {
                    assert_eq!(
                        i64::from(evaluator.evaluate(game, &position, viewer)),
                        sign * expected,
                        "{}",
                        game.write_position(&position)
                    );
                }
                if let Some(outcome) = game.outcome(&position) {
                    assert_eq!(
                        evaluator.finished(game, &position, outcome, side, 3),
                        Score::value(10 * outcome.margin_for(side))
                    );
                }
            }
        }
    }
}

#[test]
fn growth_is_what_a_walk_over_the_cells_finds() {
    on_all_sizes(GrowthAgainstTheSlowVersion);
}

struct Sketched;

impl Check for Sketched {
    fn on<B: Bits>(&self, game: &Bricks<B>) {
        let mut evaluators: Vec<BricksEvaluator<B>> = ["score", "liberties", "final"]
            .map(|name| named(game, name))
            .into();
        evaluators.push(islands(game, &CHAMPION));
        evaluators.push(islands(game, &["0", "0", "0", "0", "3", "2", "5"]));
        evaluators.push(
            game.evaluator(
                "growth",
                &parse(&["1.5", "12", "60", "-0.6", "-2.3", "0.4", "0.9"]),
            )
            .expect("the weights fit"),
        );
        let mut generator = Seed(500 + game.size() as u64).generator();
        let mut position = game.start();
        let mut sketches: Vec<_> = evaluators
            .iter()
            .map(|evaluator| evaluator.sketch(game, &position))
            .collect();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            game.moves(&position, &mut moves);
            let side = game.side_to_move(&position).index();
            let drawn = (0..4).filter_map(|_| generator.choose(&moves));
            let Some(brick) = drawn.max_by_key(|&brick| game.after(&position, brick).sums()[side])
            else {
                return;
            };
            position = game.after(&position, brick);
            for (evaluator, sketch) in evaluators.iter().zip(&mut sketches) {
                *sketch = evaluator.sketch_after(game, sketch, brick, &position);
                assert_eq!(*sketch, evaluator.sketch(game, &position));
                for viewer in Side::BOTH {
                    assert_eq!(
                        evaluator.evaluate_sketched(game, &position, sketch, viewer),
                        evaluator.evaluate(game, &position, viewer)
                    );
                }
            }
        }
    }
}

#[test]
fn sketches_carried_along_equal_those_from_scratch() {
    on_all_sizes(Sketched);
}

struct FinishedGames;

impl Check for FinishedGames {
    fn on<B: Bits>(&self, game: &Bricks<B>) {
        let mut generator = Seed(100 + game.size() as u64).generator();
        let mut position = game.start();
        play_randomly(game, &mut position, usize::MAX, &mut generator);
        let outcome = game.outcome(&position).expect("the game is over");
        let margin = outcome.margin_for(game.side_to_move(&position));
        let finished = |evaluator: &BricksEvaluator<B>| {
            let scores =
                [0, 7].map(|plies| evaluator.finished_for_mover(game, &position, outcome, plies));
            assert_eq!(scores[0], scores[1]);
            scores[0].as_i32()
        };
        assert_eq!(finished(&named(game, "score")), margin);
        let root = f64::from(margin.abs()).sqrt().trunc() as i32;
        assert_eq!(finished(&named(game, "final")), margin.signum() * root);
        assert_eq!(named(game, "final").for_mover(game, &game.start()), 0);
        for evaluator in [islands(game, &CHAMPION), named(game, "liberties")] {
            assert_eq!(finished(&evaluator), evaluator.for_mover(game, &position));
        }
    }
}

#[test]
fn finished_games_are_valued_as_each_evaluator_says() {
    on_all_sizes(FinishedGames);
}

struct Symmetric;

impl Check for Symmetric {
    fn on<B: Bits>(&self, game: &Bricks<B>) {
        let free = ["score", "own-expansion", "enemy-expansion", "enclosed"];
        let evaluators: Vec<_> = FEATURES
            .map(|feature| (feature, only(game, feature)))
            .into();
        let [liberties, growth] = [
            ("liberties", vec![]),
            ("growth", parse(&["1.5", "12", "60", "-0.6", "-2.3", "0.4"])),
        ]
        .map(|(name, weights)| game.evaluator(name, &weights).expect("the weights fit"));
        let mut generator = Seed(200 + game.size() as u64).generator();
        for position in positions(game, 2, &mut generator).into_iter().step_by(3) {
            for symmetry in Symmetry::SQUARE {
                let image = game.map_position(symmetry, &position);
                // The diagonal from the top left, where rows and columns are counted from, is the
                // only mirror that the quirks of the other features leave.
                let all = matches!(symmetry, Symmetry::Identity | Symmetry::AntiTranspose);
                for (feature, evaluator) in &evaluators {
                    if all || free.contains(feature) {
                        assert_eq!(
                            evaluator.for_mover(game, &position),
                            evaluator.for_mover(game, &image),
                            "{feature}, {symmetry}"
                        );
                    }
                }
                for evaluator in [&liberties, &growth] {
                    assert!(evaluator.respects(symmetry));
                    assert_eq!(
                        evaluator.for_mover(game, &position),
                        evaluator.for_mover(game, &image)
                    );
                }
            }
        }
    }
}

#[test]
fn features_are_symmetric_but_for_the_published_quirks() {
    on_all_sizes(Symmetric);
}

#[test]
fn the_published_quirks_are_kept() {
    // Whoever "mends" one of these makes the published weights meaningless.
    let value = |size: usize, feature: &str, text: &str| {
        let game = Bricks::<u64>::new(size);
        let position = game.parse_position(text).expect(text);
        assert_eq!(game.side_to_move(&position), Side::Second);
        -only(&game, feature).for_mover(&game, &position)
    };
    // The far walls are one cell further away: (0,0), (0,1) have distance 0; (3,0) too, but (3,1)
    // has min(3, 1, 4 - 3, 4 - 1) = 1.
    assert_eq!(value(4, "wall-distance", "xx2/4/4/4 o"), 0);
    assert_eq!(value(4, "wall-distance", "4/4/4/xx2 o"), 1);
    // 3 x 3: the middle is rows and columns 0 and 1, half walls are one cell, the cells 2 of the
    // walls belong to none. (0,0) is in the first halves of the top and left walls, (0,1) in the
    // second half of the top one.
    assert_eq!(value(3, "divisions", "xx1/3/3 o"), 9);
    assert_eq!(value(3, "divisions", "3/3/1xx o"), 0);
    // Wall middles are the cells 0 and 1: top and left.
    assert_eq!(value(3, "divisions-v1", "xx1/3/3 o"), 6);
    assert_eq!(value(3, "divisions-v1", "3/3/1xx o"), 0);
}

#[test]
fn zero_sum_evaluators_change_sign_with_the_colours_and_islands_does_not() {
    let game = Bricks::<u64>::new(6);
    let mut generator = Seed(9).generator();
    let mut others_differ = false;
    for position in positions(&game, 2, &mut generator).into_iter().step_by(2) {
        let text = game.write_position(&position);
        assert_eq!(game.side_to_move(&position), Side::First);
        let (board, _) = text.split_once(' ').expect("a side");
        let swapped: String = board
            .chars()
            .map(|letter| match letter {
                'x' => 'o',
                'o' => 'x',
                other => other,
            })
            .collect();
        let swapped = game.parse_position(&(swapped + " x")).expect("legal");
        for name in ["score", "liberties"] {
            let evaluator = named(&game, name);
            assert_eq!(
                evaluator.for_mover(&game, &position),
                -evaluator.for_mover(&game, &swapped)
            );
        }
        let solid = islands(&game, &["4", "2", "5", "4", "2", "0", "0"]);
        others_differ |= solid.for_mover(&game, &position) != -solid.for_mover(&game, &swapped);
    }
    assert!(others_differ);
}

// ---- By hand ------------------------------------------------------------------------------------

fn values_of<B: Bits>(game: &Bricks<B>, text: &str) -> [i32; 7] {
    let position = game.parse_position(text).expect(text);
    FEATURES.map(|feature| -only(game, feature).for_mover(game, &position))
}

#[test]
fn two_bricks_by_hand() {
    // x x . .     x to move, so o is the viewer.
    // . o o .
    // . . . .
    // . . . .
    let game = Bricks::<u64>::new(4);
    let text = "xx2/1oo1/4/4 x";
    // Score: 4 - 4. Own expansion: the empty cells around o are (0,2), (1,0), (1,3), (2,1), (2,2),
    // each beside an island of 2. Enemy: (0,2) and (1,0), minus. Distances: min(1,1,3,3) = 1 and
    // min(1,2,3,2) = 1. The island is the whole middle's but reaches no wall.
    assert_eq!(values_of(&game, text), [0, 10, -4, 2, 0, 0, 0]);
    let position = game.parse_position(text).expect(text);
    // 4·0 + 2·10 - 5·4 + 4·2 + 2·0 = 8 for o.
    let solid = islands(&game, &["4", "2", "5", "4", "2", "0", "0"]);
    assert_eq!(solid.for_mover(&game, &position), -8);
    // 4·2 - 4·5.
    assert_eq!(named(&game, "liberties").for_mover(&game, &position), -12);
}

#[test]
fn a_divided_board_by_hand() {
    // . . x . .     o to move, so x is the viewer. The middle is rows and columns 1 to 3; half
    // . o x o .     walls are the cells 0, 1 and 2, 3.
    // . o x o .
    // . . x . .
    // . . x x .
    let game = Bricks::<u64>::new(5);
    let text = "2x2/1oxo1/1oxo1/2x2/2xx1 o";
    // Score: 6² - 2·2² = 28. Own expansion: (0,1), (0,3), (3,1), (3,3), (4,1), (4,4), each 6.
    // Enemy: (0,1), (1,0), (2,0), (3,1) and their mirror images, each 2. Distances from top to
    // bottom: 0, 1, 2, min(3,2,2,3) = 2, min(4,2,1,3) = 1, min(4,3,1,2) = 1. The island joins
    // the second halves of the top and bottom walls with the middle, and the middles of these
    // walls.
    assert_eq!(values_of(&game, text), [28, 36, -16, 7, 10, 0, 10]);
    let position = game.parse_position(text).expect(text);
    // 4·28 + 2·36 - 5·16 + 4·7 + 2·10.
    let solid = islands(&game, &["4", "2", "5", "4", "2", "0", "0"]);
    assert_eq!(solid.for_mover(&game, &position), -152);
    // For o: 2·(2²·4) - 6²·6.
    assert_eq!(
        named(&game, "liberties").for_mover(&game, &position),
        32 - 216
    );
}

#[test]
fn enclosed_cells_by_hand() {
    // o o x     Both o have no empty neighbour, and an x beside them.
    // x x x
    // . . .
    let game = Bricks::<u64>::new(3);
    assert_eq!(values_of(&game, "oox/xxx/3 o")[5], 2);
    // o o x     Here (0,0) has an empty neighbour.
    // . x x
    // . x .
    assert_eq!(values_of(&game, "oox/1xx/1x1 o")[5], 1);
}

// ---- Declarations, weights, players -------------------------------------------------------------

#[test]
fn declarations_are_complete() {
    let game = Bricks::<u64>::new(8);
    let names: Vec<&str> = game.evaluators().iter().map(|each| each.name).collect();
    assert_eq!(names, ["score", "islands", "liberties", "final", "growth"]);
    assert!(
        game.strong_evaluator()
            .is_some_and(|name| names.contains(&name))
    );
    let islands = game.evaluators().remove(1);
    let features: Vec<&str> = islands.features.iter().map(|each| &*each.name).collect();
    assert_eq!(features, FEATURES);
    let defaults: Vec<Weight> = islands.features.iter().map(|each| each.default).collect();
    assert_eq!(defaults, [4, 2, 5, 4, 2, 0, 0].map(Weight::integer));
    let presets: Vec<&str> = game.presets().iter().map(|each| each.name).collect();
    assert_eq!(
        presets,
        ["fixed", "rand", "heur", "heurb", "champion", "solid"]
    );
}

#[test]
fn weights_that_would_overflow_are_refused() {
    let game = Bricks::<Wide<7>>::new(20);
    let weights = parse(&["1000000", "0", "0", "0", "0", "0", "0"]);
    assert!(game.evaluator("islands", &weights).is_err());
    let weights = parse(&["1000000", "0", "0"]);
    assert!(game.evaluator("growth", &weights).is_err());
}

struct Choices;

impl Check for Choices {
    fn on<B: Bits>(&self, game: &Bricks<B>) {
        let settings = Settings {
            weights: &[],
            values: &[],
        };
        let mut generator = Seed(300 + game.size() as u64).generator();
        for declaration in game.policies() {
            let policy = game.policy(declaration.name, &settings).expect("declared");
            let mut position = game.start();
            while let Some(brick) = policy.choose(game, &position, &mut generator) {
                assert!(game.is_legal(&position, brick));
                game.play(&mut position, brick);
            }
            assert!(game.outcome(&position).is_some(), "{}", declaration.name);
        }
        assert!(game.policy("nobody", &settings).is_none());
    }
}

#[test]
fn policies_play_to_the_end() {
    on_all_sizes(Choices);
}

#[test]
fn wabi_walks_along_rows_and_columns_together() {
    let game = Bricks::<u64>::new(3);
    let settings = Settings {
        weights: &[],
        values: &[],
    };
    let choices = |name: &str, text: &str| {
        let position = game.parse_position(text).expect(text);
        let policy = game.policy(name, &settings).expect(name);
        let mut generator = Seed(5).generator();
        let mut chosen: Vec<String> = (0..200)
            .filter_map(|_| policy.choose(&game, &position, &mut generator))
            .map(|brick| game.write_move(&position, brick))
            .collect();
        chosen.sort();
        chosen.dedup();
        chosen
    };
    // Step (0, 0) on the empty board: lying at the top left.
    assert_eq!(choices("wabi", "3/3/3 x"), ["a3b3"]);
    // x x .     Row 0 is shut at (0, 0) and (0, 1), and so is column 0 from row 0; but the standing
    // . . .     brick of step (0, 1), rows 1 and 2 of column 0, fits.
    // . . .
    assert_eq!(choices("wabi", "xx1/3/3 o"), ["a1a2"]);
    // The steps: (0,1) a1a2; (1,0) a2b2; (1,1) b2c2; (2,0) a1b1; (2,1) b1c1. Standing bricks in
    // columns 1 and 2 are never reached, since a lying one fits at the same step.
    assert_eq!(
        choices("labi", "xx1/3/3 o"),
        ["a1a2", "a1b1", "a2b2", "b1c1", "b2c2"]
    );
}

//! How positions of Connect are judged: the three evaluators of Contact4, and `threats`, our own,
//! which has a file to itself.
//!
//! Those of Contact4 give whole numbers from -99 to 99, player one's view, where a win of the published program
//! is 100; `evaluate` turns them to the viewer. Decided games are not their business: a
//! [`Score`](game::Score) tells those by itself, and ranks them beyond every estimate.
//!
//! Other weights than the published ones change the sums but not the scale to which they are
//! divided; what then leaves the range is cut off at ±99.

use super::prospects::Prospects;
use super::{Connect, Position, prospects};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{ByOutcome, Evaluator, EvaluatorDeclaration, Feature, Side, Weight};

/// The largest estimate.
const MOST: i64 = 99;

/// The evaluators of Connect.
#[derive(Debug, Clone)]
pub enum ConnectEvaluator<B> {
    /// `h2`: neighbours of the pieces.
    Pieces(Pieces<B>),
    /// `h1`: heights of the columns.
    Heights(Heights<B>),
    /// `h3`: neighbours of the playable cells.
    Openings(Openings<B>),
    /// `threats`: cells that would complete a line.
    Prospects(Prospects<B>),
    /// Finished games only.
    Outcome,
}

/// `h1`: how high the central columns are, for the side that moved last.
///
/// Published for seven columns: twice the height of the centre column, once those of the columns
/// next to it, half those of the next ones. Wherever such columns exist the weights are the same for
/// all widths; on boards of even width the two centre columns have weight 2 each. The sum is then at
/// most 5 times the rows, or 7 times for even widths. Where that could reach 100, that is from 20
/// rows on, or 15 for even widths, it is multiplied by 10 / rows (published for 20 rows).
#[derive(Debug, Clone)]
pub struct Heights<B> {
    weights: Weights<3>,
    centre: B,
    next: B,
    outer: B,
    /// The rows, where the sum must be divided by a tenth of them.
    divisor: Option<i64>,
}

/// `h2`: what is around each piece, and how central it is.
#[derive(Debug, Clone)]
pub struct Pieces<B> {
    weights: Weights<4>,
    stride: usize,
    board: B,
    /// All but the outermost rows and columns.
    inner: B,
    centre: B,
    next: B,
    /// Four times the rows: what the scale is with no pieces on the board.
    scale: i64,
}

/// `h3`: what is around the cells where a piece can land.
#[derive(Debug, Clone)]
pub struct Openings<B> {
    weights: Weights<2>,
    stride: usize,
    board: B,
    bottom: B,
    band: B,
    scale: i64,
}

/// Weights as whole numbers, and how many of their units are 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights<const COUNT: usize> {
    pub(super) scaled: [i64; COUNT],
    pub(super) unit: i64,
}

impl<const COUNT: usize> Weights<COUNT> {
    pub(super) fn new(weights: &[Weight], bounds: [usize; COUNT]) -> Result<Self, WeightsTooLarge> {
        let (given, unit) = Weight::scale(weights, &bounds.map(|bound| bound as i64))?;
        let mut scaled = [0; COUNT];
        for (scaled, given) in scaled.iter_mut().zip(given) {
            *scaled = i64::from(given);
        }
        Ok(Weights {
            scaled,
            unit: i64::from(unit),
        })
    }
}

/// What there is to choose from.
pub(super) fn declarations() -> Vec<EvaluatorDeclaration> {
    let feature = |(name, meaning, millionths): (&str, &str, i64)| {
        Feature::new(name, meaning, Weight::from_millionths(millionths))
    };
    vec![
        EvaluatorDeclaration {
            name: "h2",
            meaning: "like and empty neighbours of each piece, and pieces near the centre, scaled \
                      to ±99",
            features: [
                (
                    "same",
                    "for each inner piece, neighbours of its colour",
                    2_000_000,
                ),
                ("empty", "for each inner piece, empty neighbours", 1_000_000),
                (
                    "centre",
                    "pieces in the centre column or the two",
                    2_000_000,
                ),
                (
                    "next",
                    "pieces in the columns beside those, on boards wider than 6",
                    1_000_000,
                ),
            ]
            .map(feature)
            .into(),
        },
        EvaluatorDeclaration {
            name: "h1",
            meaning: "heights of the central columns, good for the side that moved last; within ±99",
            features: [
                (
                    "centre",
                    "height of the centre column or the two",
                    2_000_000,
                ),
                ("next", "heights of the columns beside", 1_000_000),
                ("outer", "heights of the columns beside those", 500_000),
            ]
            .map(feature)
            .into(),
        },
        EvaluatorDeclaration {
            name: "h3",
            meaning: "pieces around the cells where one can land, and pieces near the centre, \
                      scaled to ±99",
            features: [
                (
                    "neighbours",
                    "for each playable cell, the pieces around it",
                    2_000_000,
                ),
                (
                    "band",
                    "pieces in the two or three central columns",
                    1_000_000,
                ),
            ]
            .map(feature)
            .into(),
        },
        prospects::declaration(),
        ByOutcome::DECLARATION,
    ]
}

impl<B: Bits> ConnectEvaluator<B> {
    /// The evaluator of a declared name.
    pub(super) fn new(
        game: &Connect<B>,
        name: &str,
        weights: &[Weight],
    ) -> Result<ConnectEvaluator<B>, WeightsTooLarge> {
        Ok(match name {
            "h1" => ConnectEvaluator::Heights(Heights::new(game, weights)?),
            "h2" => ConnectEvaluator::Pieces(Pieces::new(game, weights)?),
            "h3" => ConnectEvaluator::Openings(Openings::new(game, weights)?),
            prospects::NAME => ConnectEvaluator::Prospects(Prospects::new(game, weights)?),
            _ => ConnectEvaluator::Outcome,
        })
    }
}

impl<B: Bits> Evaluator<Connect<B>> for ConnectEvaluator<B> {
    type Sketch = ();

    #[inline]
    fn sketch(&self, _game: &Connect<B>, _position: &Position<B>) {}

    #[inline]
    fn evaluate(&self, game: &Connect<B>, position: &Position<B>, viewer: Side) -> i32 {
        let of_first = match self {
            ConnectEvaluator::Prospects(prospects) => {
                return prospects.value(game, position) * viewer.sign();
            }
            ConnectEvaluator::Pieces(pieces) => pieces.value(position),
            ConnectEvaluator::Heights(heights) => heights.value(position),
            ConnectEvaluator::Openings(openings) => openings.value(position),
            ConnectEvaluator::Outcome => 0,
        };
        of_first.clamp(-MOST, MOST) as i32 * viewer.sign()
    }

    fn unit(&self) -> i32 {
        match self {
            ConnectEvaluator::Prospects(prospects) => prospects.unit(),
            _ => 1,
        }
    }
}

impl<B: Bits> Heights<B> {
    fn new(game: &Connect<B>, weights: &[Weight]) -> Result<Heights<B>, WeightsTooLarge> {
        let rows = game.rows;
        let greatest = if game.columns.is_multiple_of(2) { 7 } else { 5 } * rows;
        Ok(Heights {
            weights: Weights::new(weights, [2 * rows; 3])?,
            centre: game.columns_at(0),
            next: game.columns_at(1),
            outer: game.columns_at(2),
            divisor: (greatest > MOST as usize).then_some(rows as i64),
        })
    }

    #[inline]
    fn value(&self, position: &Position<B>) -> i64 {
        let occupied = position.occupied();
        let [centre, next, outer] = self.weights.scaled;
        let sum = centre * count(occupied & self.centre)
            + next * count(occupied & self.next)
            + outer * count(occupied & self.outer);
        // The published program halves the outer heights in whole numbers; so does this, as the
        // other terms are whole.
        let value = match self.weights.unit {
            // The published weights, without a division.
            2 => sum / 2,
            unit => sum / unit,
        };
        let value = match self.divisor {
            Some(rows) => value * 10 / rows,
            None => value,
        };
        // Good for whoever moved last.
        -value * i64::from(position.side.sign())
    }
}

impl<B: Bits> Pieces<B> {
    fn new(game: &Connect<B>, weights: &[Weight]) -> Result<Pieces<B>, WeightsTooLarge> {
        let (columns, rows) = (game.columns, game.rows);
        let is_inner = |(column, row): (usize, usize)| {
            (1..columns - 1).contains(&column) && (1..rows - 1).contains(&row)
        };
        // Each piece of a side, half of the cells rounded up, has eight neighbours.
        let around = 8 * (columns * rows).div_ceil(2);
        Ok(Pieces {
            weights: Weights::new(weights, [around, around, 2 * rows, 2 * rows])?,
            stride: rows + 1,
            board: game.board,
            inner: game.cells_where(is_inner),
            centre: game.columns_at(0),
            next: if columns > 6 {
                game.columns_at(1)
            } else {
                B::ZERO
            },
            scale: 4 * rows as i64,
        })
    }

    #[inline]
    fn value(&self, position: &Position<B>) -> i64 {
        let [same, empty, centre, next] = self.weights.scaled;
        let [first, second] = position.stones();
        let occupied = first | second;
        let difference = |cells: B| count(first & cells) - count(second & cells);
        let mut sum = centre * difference(self.centre) + next * difference(self.next);
        // An inner cell has eight neighbours: s of its own colour, o of the other, e empty. With
        // the published weights, 2 s + e = 2 s + (8 - s - o) = 8 + s - o; and summed over all
        // pieces with the sign of their owner, s - o becomes the number of pieces of the first side
        // around inner pieces, whosever they are, minus those of the second.
        if same == 2 * empty {
            let around = neighbours(occupied & self.inner, self.stride);
            sum += empty * (8 * difference(self.inner) + weigh(around, first, second));
        } else {
            let [around_first, around_second, around_empty] =
                [first, second, self.board & !occupied].map(|cells| neighbours(cells, self.stride));
            let [own, enemy] = [first & self.inner, second & self.inner];
            sum += same
                * (weigh(around_first, own, B::ZERO) - weigh(around_second, enemy, B::ZERO))
                + empty * weigh(around_empty, own, enemy);
        }
        let scale = self.scale + 8 * i64::from(position.plies);
        MOST * sum / (scale * self.weights.unit)
    }
}

impl<B: Bits> Openings<B> {
    fn new(game: &Connect<B>, weights: &[Weight]) -> Result<Openings<B>, WeightsTooLarge> {
        let (columns, rows) = (game.columns, game.rows);
        let band = if columns.is_multiple_of(2) {
            game.columns_at(0)
        } else {
            game.columns_at(0) | game.columns_at(1)
        };
        Ok(Openings {
            weights: Weights::new(weights, [8 * columns, 3 * rows])?,
            stride: rows + 1,
            board: game.board,
            bottom: game.bottom,
            band,
            scale: (16 + 14 * columns + 3 * rows) as i64 - 28,
        })
    }

    #[inline]
    fn value(&self, position: &Position<B>) -> i64 {
        let [around, band] = self.weights.scaled;
        let [first, second] = position.stones();
        // In each column, adding one at the bottom leaves a single bit: its first empty cell.
        let playable = position.occupied().plus(self.bottom) & self.board;
        let sum = around * weigh(neighbours(playable, self.stride), first, second)
            + band * (count(first & self.band) - count(second & self.band));
        MOST * sum / (self.scale * self.weights.unit)
    }
}

#[inline]
fn count<B: Bits>(set: B) -> i64 {
    i64::from(set.count())
}

/// For every cell at once, how many of its eight neighbours are in the set: one set of cells for
/// each binary digit of that number. Bits beside the board come out as anything.
///
/// Counting bits is expensive where processors have no instruction for it; adding whole boards is
/// not.
#[inline]
fn neighbours<B: Bits>(set: B, stride: usize) -> [B; 4] {
    let add = |a: B, b: B, c: B| (a ^ b ^ c, a & b | (a ^ b) & c);
    let (up, down) = (set << 1, set >> 1);
    // Three cells above one another, for the columns beside; two for the column itself.
    let (three_ones, three_twos) = add(up, set, down);
    let (two_ones, two_twos) = (up ^ down, up & down);
    let (ones, carry) = add(three_ones << stride, three_ones >> stride, two_ones);
    let (twos, fours) = add(three_twos << stride, three_twos >> stride, two_twos);
    let (twos, more_fours) = (twos ^ carry, twos & carry);
    [ones, twos, fours ^ more_fours, fours & more_fours]
}

/// The sum over `plus` minus the sum over `minus` of numbers given by their digits.
#[inline]
fn weigh<B: Bits>(digits: [B; 4], plus: B, minus: B) -> i64 {
    digits
        .into_iter()
        .enumerate()
        .map(|(number, digit)| (count(digit & plus) - count(digit & minus)) << number)
        .sum()
}

impl<B: Bits> Connect<B> {
    pub(super) fn cells_where(&self, holds: impl Fn((usize, usize)) -> bool) -> B {
        let cells =
            (0..self.columns).flat_map(|column| (0..self.rows).map(move |row| (column, row)));
        B::of(
            cells
                .filter(|&cell| holds(cell))
                .map(|(column, row)| self.cell(column, row)),
        )
    }

    /// The columns at this distance from the centre column, or from the two of them.
    pub(super) fn columns_at(&self, distance: usize) -> B {
        let (left, right) = ((self.columns - 1) / 2, self.columns / 2);
        self.cells_where(|(column, _)| column + distance == left || column == right + distance)
    }
}

//! The evaluator `threats`: cells that would complete a line, and who will be the one to play
//! there.
//!
//! Towards the end of a game nobody wants to play below a threat of the other side, and all other
//! columns fill up. Whose turn it is then to play a cell follows from its row: with a column left in
//! which `row` pieces lie, the pieces on the board are those and all cells of the other columns. On
//! boards with an even number of rows the first side gets the odd rows, counted from 1.

use super::evaluation::Weights;
use super::{Connect, Position, line_starts};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{EvaluatorDeclaration, Feature, Side, Weight};

pub(super) const NAME: &str = "threats";

/// `threats`: cells that would complete a line.
#[derive(Debug, Clone)]
pub struct Prospects<B> {
    weights: Weights<6>,
    /// For each side the cells that it will get to play if all other columns fill up first.
    own_turn: [B; 2],
    /// The cell above the topmost of each column.
    lid: B,
    /// The columns by their distance to the centre.
    columns: Vec<B>,
}

pub(super) fn declaration() -> EvaluatorDeclaration {
    let feature = |(name, meaning, weight): (&str, &str, i32)| {
        Feature::new(name, meaning, Weight::integer(weight))
    };
    EvaluatorDeclaration {
        name: NAME,
        meaning: "empty cells that would complete a line: where they are, who will get to play \
                  them, and what lines are still possible",
        features: [
            (
                "win",
                "whether the side to move can win at once, or else the other side in two ways",
                400,
            ),
            (
                "double",
                "pairs of such cells, one right above the other, not yet playable",
                120,
            ),
            (
                "turn",
                "such cells, not yet playable and with none of the other side below, that are the \
                 side's to play if all other columns fill up first",
                60,
            ),
            (
                "other",
                "such cells that would be the other side's to play",
                0,
            ),
            (
                "filled",
                "whether the side gets to play such a cell if both first fill up all cells that \
                 lead to none",
                100,
            ),
            ("open", "lines without a piece of the other side", 1),
        ]
        .map(feature)
        .into(),
    }
}

impl<B: Bits> Prospects<B> {
    pub(super) fn new(
        game: &Connect<B>,
        weights: &[Weight],
    ) -> Result<Prospects<B>, WeightsTooLarge> {
        let (columns, rows) = (game.columns, game.rows);
        let cells = columns * rows;
        let pieces_when_last = |row: usize| (columns - 1) * rows + row;
        Ok(Prospects {
            weights: Weights::new(weights, [1, cells, cells, cells, 1, 4 * cells])?,
            own_turn: [0, 1].map(|remainder| {
                game.cells_where(|(_, row)| pieces_when_last(row) % 2 == remainder)
            }),
            lid: game.top << 1,
            columns: (0..columns.div_ceil(2))
                .map(|distance| game.columns_at(distance))
                .collect(),
        })
    }

    pub(super) fn unit(&self) -> i32 {
        self.weights.unit as i32
    }

    /// In the eyes of the first side.
    #[inline]
    pub(super) fn value(&self, game: &Connect<B>, position: &Position<B>) -> i32 {
        let [win, double, turn, other, filled, open] = self.weights.scaled;
        let playable = game.playable(position);
        let stones = position.stones();
        let threats = stones.map(|stones| game.threats(position, stones));
        let mut value =
            open * (self.open_lines(game, stones[1]) - self.open_lines(game, stones[0]));
        let (mover, waiting) = (position.side.index(), position.side.other().index());
        if (threats[mover] & playable) != B::ZERO {
            value += win * i64::from(position.side.sign());
        } else if !(threats[waiting] & playable).without_lowest().is_zero() {
            value -= win * i64::from(position.side.sign());
        }
        let later = threats.map(|threats| threats & !playable);
        for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
            let own = later[side.index()];
            let reachable = own & self.up_to_lowest(game, later[side.other().index()]);
            let on_turn = reachable & self.own_turn[side.index()];
            value += sign
                * (double * count(own & own << 1)
                    + turn * count(on_turn)
                    + other * count(reachable & !on_turn));
        }
        if filled != 0
            && let Some(winner) = self.winner_when_filled(game, position, threats)
        {
            value += filled * i64::from(winner.sign());
        }
        value as i32
    }

    /// Who gets to play a cell that completes a line, if both sides first fill up all cells but those
    /// below such cells, and then, as they have to play somewhere, rather give up threats of their own
    /// than let the other side carry out one of its; `None` if nobody does. New threats on the way
    /// are not foreseen.
    #[inline]
    fn winner_when_filled(
        &self,
        game: &Connect<B>,
        position: &Position<B>,
        threats: [B; 2],
    ) -> Option<Side> {
        let mut occupied = position.occupied();
        let mut mover = position.side;
        let all = threats[0] | threats[1];
        loop {
            let open = game.board & !occupied;
            let next = occupied.plus(game.bottom) & game.board;
            let (own, other) = (threats[mover.index()], threats[mover.other().index()]);
            if !(own & next).is_zero() {
                return Some(mover);
            }
            let must = other & next;
            if !must.is_zero() {
                if !must.without_lowest().is_zero() {
                    return Some(mover.other());
                }
                occupied |= must;
                mover = mover.other();
                continue;
            }
            let left = all & open;
            // Up to the lowest of them, but not that cell and the one below.
            let calm = self.up_to_lowest(game, left) & open & !(left | left >> 1);
            if !calm.is_zero() {
                occupied |= calm;
                if calm.count() % 2 == 1 {
                    mover = mover.other();
                }
                continue;
            }
            if next.is_zero() {
                return None;
            }
            // Every cell that is left is below a threat, and these only below one of the mover's: it
            // plays there, and the other side above it. The columns nearest to the centre go
            // first, both of them if there are two, so that mirror images are judged alike.
            let harmless = next & !(other >> 1);
            let mut nearest = self.columns.iter().map(|&columns| harmless & columns);
            match nearest.find(|given_up| !given_up.is_zero()) {
                Some(given_up) => occupied |= given_up | given_up << 1,
                None => return Some(mover.other()),
            }
        }
    }

    /// In each column the cells up to the lowest of a set, that one included; the whole column if
    /// there is none.
    #[inline]
    fn up_to_lowest(&self, game: &Connect<B>, set: B) -> B {
        // Taking one from each column, which never is empty because of the lid, changes the lowest
        // bit and those below it. (a - b is the complement of b added to the complement of a.)
        let lidded = set | self.lid;
        let less_one = !(!lidded).plus(game.bottom);
        lidded ^ less_one
    }

    /// How many lines hold no piece of a side.
    #[inline]
    fn open_lines(&self, game: &Connect<B>, stones: B) -> i64 {
        let free = game.board & !stones;
        let lines = |length: usize, distance: usize| count(line_starts(free, length, distance));
        if game.length == 4 && game.rows == 6 {
            lines(4, 1) + lines(4, 6) + lines(4, 7) + lines(4, 8)
        } else {
            game.directions
                .iter()
                .map(|&distance| lines(game.length, distance))
                .sum()
        }
    }
}

#[inline]
fn count<B: Bits>(set: B) -> i64 {
    i64::from(set.count())
}

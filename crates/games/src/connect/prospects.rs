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
            let sacrifice = next & !(other >> 1);
            if sacrifice.is_zero() {
                return Some(mover.other());
            }
            occupied |= B::bit(sacrifice.lowest());
            mover = mover.other();
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

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;
    use game::{Game, Notation};

    fn prospects<B: Bits>(game: &Connect<B>) -> Prospects<B> {
        Prospects::new(game, &[Weight::integer(1); 6]).expect("small weights")
    }

    /// Cell by cell, on columns instead of bits.
    fn fill_up<B: Bits>(
        game: &Connect<B>,
        position: &Position<B>,
        threats: [B; 2],
    ) -> Option<Side> {
        let occupied = position.occupied();
        let mut heights: Vec<usize> = (0..game.columns)
            .map(|column| {
                (0..game.rows)
                    .take_while(|&row| occupied.test(game.cell(column, row)))
                    .count()
            })
            .collect();
        let mut mover = position.side;
        loop {
            let threatens = |side: Side, column: usize, row: usize| {
                row < game.rows && threats[side.index()].test(game.cell(column, row))
            };
            let open = |heights: &[usize]| -> Vec<usize> {
                (0..game.columns)
                    .filter(|&column| heights[column] < game.rows)
                    .collect()
            };
            let columns = open(&heights);
            let other = mover.other();
            let can = |side: Side| {
                columns
                    .iter()
                    .copied()
                    .filter(|&column| threatens(side, column, heights[column]))
                    .collect::<Vec<_>>()
            };
            if !can(mover).is_empty() {
                return Some(mover);
            }
            let must = can(other);
            if must.len() > 1 {
                return Some(other);
            }
            let gives_nothing = |&column: &usize| !threatens(other, column, heights[column] + 1);
            let keeps_all = |&column: &usize| !threatens(mover, column, heights[column] + 1);
            let harmless = columns.iter().copied().filter(gives_nothing);
            let chosen = must
                .first()
                .copied()
                .or_else(|| harmless.clone().find(keeps_all))
                .or_else(|| harmless.clone().next());
            match chosen {
                Some(column) => heights[column] += 1,
                None if columns.is_empty() => return None,
                None => return Some(other),
            }
            mover = other;
        }
    }

    #[test]
    fn filling_up_is_seen_as_when_it_is_done_cell_by_cell() {
        fn check<B: Bits>(columns: usize, rows: usize, length: usize) -> usize {
            let game: Connect<B> = Connect::new(columns, rows, length, None);
            let prospects = prospects(&game);
            let mut generator = Seed(length as u64).generator();
            let mut decided = 0;
            for _ in 0..200 {
                let mut position = game.start();
                let mut moves = Vec::new();
                while game.outcome(&position).is_none() {
                    let threats = position
                        .stones()
                        .map(|stones| game.threats(&position, stones));
                    let seen = prospects.winner_when_filled(&game, &position, threats);
                    assert_eq!(seen, fill_up(&game, &position, threats), "{position:?}");
                    decided += usize::from(seen.is_some());
                    moves.clear();
                    game.moves(&position, &mut moves);
                    let chosen = generator.choose(&moves).expect("the game goes on");
                    game.play(&mut position, chosen);
                }
            }
            decided
        }
        assert!(check::<u64>(7, 6, 4) > 1000);
        assert!(check::<u64>(6, 7, 4) > 1000);
        assert!(check::<u128>(9, 7, 5) > 100);
    }

    #[test]
    fn the_first_side_gets_a_cell_in_the_third_row_and_not_one_in_the_second() {
        let game: Connect<u64> = Connect::new(7, 6, 4, None);
        let prospects = prospects(&game);
        let winner = |text: &str| {
            let position = game.parse_position(text).expect("a position");
            let threats = position
                .stones()
                .map(|stones| game.threats(&position, stones));
            prospects.winner_when_filled(&game, &position, threats)
        };
        assert_eq!(winner("7/7/7/1xxx3/1oxo3/1xoo3 o"), Some(Side::First));
        assert_eq!(winner("7/7/7/1o5/1xxx3/1oxo2o x"), None);
    }
}

//! What moves of Amazons do on the board: how free they leave the queen, and where the arrow lands.

use std::collections::HashSet;

/// A cell: column and row, from 0.
type Cell = (i32, i32);

/// The board of 10 × 10.
const SIDE: i32 = 10;
const START: [[Cell; 4]; 2] = [
    [(0, 3), (3, 0), (6, 0), (9, 3)],
    [(0, 6), (3, 9), (6, 9), (9, 6)],
];
const DIRECTIONS: [Cell; 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// What a move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shot {
    /// How many cells more its queen can go to than before.
    pub(super) freer: i32,
    /// How many steps of a king it is from the arrow to the nearest queen of the other side.
    pub(super) distance: i32,
}

/// What each of some moves did, which are played in turn from the start of the game; nothing after a text that is
/// no move.
pub(super) fn shots<'text>(moves: impl IntoIterator<Item = &'text str>) -> Vec<Shot> {
    let mut board = Board::default();
    let turns = moves.into_iter().zip([0, 1].into_iter().cycle());
    turns
        .map_while(|(text, side)| board.play(side, read(text)?))
        .collect()
}

/// From, to and arrow of `d1-d7/g7`.
fn read(text: &str) -> Option<[Cell; 3]> {
    let mut cells = text.split(['-', '/']).map(|name| {
        let column = name.bytes().next()?.checked_sub(b'a')?;
        let row: i32 = name.get(1..)?.parse().ok()?;
        Some((i32::from(column), row - 1))
    });
    Some([cells.next()??, cells.next()??, cells.next()??])
}

struct Board {
    queens: [[Cell; 4]; 2],
    taken: HashSet<Cell>,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            queens: START,
            taken: START.concat().into_iter().collect(),
        }
    }
}

impl Board {
    /// How many cells a queen can go to.
    fn freedom(&self, (column, row): Cell) -> i32 {
        let ways = DIRECTIONS.iter().map(|(across, up)| {
            let ahead = (1..SIDE).map(|steps| (column + across * steps, row + up * steps));
            let free = ahead.take_while(|cell| {
                let is_inside = [cell.0, cell.1].iter().all(|it| (0..SIDE).contains(it));
                is_inside && !self.taken.contains(cell)
            });
            free.count() as i32
        });
        ways.sum()
    }

    fn play(&mut self, side: usize, [from, to, arrow]: [Cell; 3]) -> Option<Shot> {
        let before = self.freedom(from);
        let queen = self.queens[side].iter_mut().find(|it| **it == from)?;
        *queen = to;
        self.taken.remove(&from);
        self.taken.extend([to, arrow]);
        let distances = self.queens[1 - side]
            .iter()
            .map(|queen| (queen.0 - arrow.0).abs().max((queen.1 - arrow.1).abs()));
        Some(Shot {
            freer: self.freedom(to) - before,
            distance: distances.min()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_move_is_followed() {
        assert_eq!(Board::default().freedom((3, 0)), 20);
        let both = shots(["d1-d7/g7", "g10-g8/d8"]);
        // From d7: down, up, to the arrow, to the queen on a7, then the four diagonals.
        let after = 6 + 2 + 2 + 2 + 2 + 3 + 6 + 2;
        assert_eq!(
            both[0],
            Shot {
                freer: after - 20,
                distance: 3
            }
        );
        assert_eq!(both[1].distance, 1);
        assert!(shots(["pass"]).is_empty());
        assert_eq!(shots(["d1-d7/g7", "a1-a2/a3"]).len(), 1);
    }
}

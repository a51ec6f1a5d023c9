//! Bricks as a grid of cells: slow, and close to the words of the rules.

use game::bits::Bits;
use game::{Game, Notation, Side};
use games::bricks::{Brick, Bricks};
use std::collections::BTreeSet;
use std::ops::Range;

type Cell = (usize, usize);

/// A board, rows from the top.
#[derive(Debug, Clone)]
pub(crate) struct Grid {
    size: usize,
    owners: Vec<Vec<Option<Side>>>,
}

/// All bricks that fit: row by row, column by column, lying before standing.
pub(crate) fn canonical_moves(grid: &Grid) -> Vec<Brick> {
    let cells = 0..(grid.size * grid.size) as u16;
    cells
        .flat_map(|cell| [false, true].map(|vertical| Brick { cell, vertical }))
        .filter(|&brick| grid.fits(brick))
        .collect()
}

impl Grid {
    pub(crate) fn new<B: Bits>(game: &Bricks<B>, position: &<Bricks<B> as Game>::Position) -> Grid {
        let size = game.size();
        let diagram = game.diagram(position);
        let owner = |row: usize, column: usize| diagram.at(column, size - 1 - row).owner;
        let row = |row| (0..size).map(|column| owner(row, column)).collect();
        Grid {
            size,
            owners: (0..size).map(row).collect(),
        }
    }

    /// The two cells of a brick, whether they are on the board or not.
    fn cells_of(&self, brick: Brick) -> [Cell; 2] {
        let (row, column) = (
            usize::from(brick.cell) / self.size,
            usize::from(brick.cell) % self.size,
        );
        let other = if brick.vertical {
            (row + 1, column)
        } else {
            (row, column + 1)
        };
        [(row, column), other]
    }

    pub(crate) fn fits(&self, brick: Brick) -> bool {
        self.cells_of(brick).iter().all(|&(row, column)| {
            row < self.size && column < self.size && self.owners[row][column].is_none()
        })
    }

    /// The board with one more brick.
    pub(crate) fn with(&self, brick: Brick, side: Side) -> Grid {
        let mut next = self.clone();
        for (row, column) in self.cells_of(brick) {
            next.owners[row][column] = Some(side);
        }
        next
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
    }

    fn neighbours(&self, (row, column): Cell) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        [(0, 1), (1, 0), (1, 2), (2, 1)]
            .into_iter()
            .map(move |(down, right)| (row + down, column + right))
            .filter(move |&(row, column)| (1..=size).contains(&row) && (1..=size).contains(&column))
            .map(|(row, column)| (row - 1, column - 1))
    }

    fn owner(&self, (row, column): Cell) -> Option<Side> {
        self.owners[row][column]
    }

    fn islands(&self, side: Side) -> Vec<BTreeSet<Cell>> {
        let mut islands: Vec<BTreeSet<Cell>> = Vec::new();
        for start in self.cells() {
            if self.owner(start) != Some(side) || islands.iter().any(|each| each.contains(&start)) {
                continue;
            }
            let mut island = BTreeSet::new();
            let mut waiting = vec![start];
            while let Some(cell) = waiting.pop() {
                if island.insert(cell) {
                    let near = self.neighbours(cell);
                    waiting.extend(near.filter(|&near| self.owner(near) == Some(side)));
                }
            }
            islands.push(island);
        }
        islands
    }

    /// Σ a².
    pub(crate) fn squares(&self, side: Side) -> i64 {
        let islands = self.islands(side);
        islands
            .iter()
            .map(|island| (island.len() as i64).pow(2))
            .sum()
    }

    /// Σ a² L, L being the number of distinct empty cells beside the island.
    pub(crate) fn liberties(&self, side: Side) -> i64 {
        let value = |island: &BTreeSet<Cell>| {
            let near = island.iter().flat_map(|&cell| self.neighbours(cell));
            let empty: BTreeSet<Cell> = near.filter(|&cell| self.owner(cell).is_none()).collect();
            (island.len() as i64).pow(2) * empty.len() as i64
        };
        self.islands(side).iter().map(value).sum()
    }

    /// Over empty cells, the size of the largest island beside it.
    fn expansion(&self, side: Side) -> i64 {
        let islands = self.islands(side);
        let empty = self.cells().filter(|&cell| self.owner(cell).is_none());
        empty
            .map(|cell| {
                let beside = islands
                    .iter()
                    .filter(|island| self.neighbours(cell).any(|near| island.contains(&near)));
                beside.map(|island| island.len() as i64).max().unwrap_or(0)
            })
            .sum()
    }

    fn wall_distance(&self, side: Side) -> i64 {
        let own = self.cells().filter(|&cell| self.owner(cell) == Some(side));
        own.map(|(row, column)| row.min(column).min(self.size - row).min(self.size - column) as i64)
            .sum()
    }

    fn divisions(&self, side: Side) -> i64 {
        let size = self.size as f64;
        let start = ((size - size.sqrt()) / 2.0).floor();
        let middle = start as usize..(start + size.sqrt()).ceil() as usize;
        let mut central = self.islands(side);
        central.retain(|island| {
            let mut cells = island.iter();
            cells.any(|(row, column)| middle.contains(row) && middle.contains(column))
        });
        let (half, last) = (self.size / 2, self.size - 1);
        let mut joined = 0;
        for stretch in [0..half, half..2 * half] {
            let walls: [fn(usize, usize) -> Cell; 4] = [
                |along, _| (0, along),
                |along, last| (last, along),
                |along, _| (along, 0),
                |along, last| (along, last),
            ];
            for wall in walls {
                let mut cells = Range::clone(&stretch).map(|along| wall(along, last));
                joined += i64::from(
                    cells.any(|cell| central.iter().any(|island| island.contains(&cell))),
                );
            }
        }
        joined * self.size as i64
    }

    /// The published sum, for a side.
    pub(crate) fn weighted(&self, side: Side, weights: [i64; 5]) -> i64 {
        let [score, own, enemy, distance, divisions] = weights;
        score * (self.squares(side) - self.squares(side.other())) + own * self.expansion(side)
            - enemy * self.expansion(side.other())
            + distance * self.wall_distance(side)
            + divisions * self.divisions(side)
    }
}

//! How moves are made by pointing at cells, one after the other.

use crate::table::{Choice, View};
use std::collections::BTreeSet;

/// The ways to point at the legal moves of a position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pointing {
    paths: Vec<Choice>,
    columns: usize,
    /// Whether all of a column means the one cell in it where a piece lands.
    falls: bool,
}

/// What pointing at a cell leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pointed {
    /// A move is complete.
    Move(String),
    /// These cells are chosen from now on.
    Chosen(Vec<usize>),
}

impl Pointing {
    pub(crate) fn new(view: &View) -> Pointing {
        let mut paths = view.legal.clone();
        // Whoever covers two empty cells may name them in either order.
        let is_empty = |cell: &usize| view.board.cells[*cell].owner.is_none();
        let turned: Vec<Choice> = paths
            .iter()
            .filter(|path| path.cells.len() == 2 && path.cells.iter().all(is_empty))
            .map(|path| Choice {
                text: path.text.clone(),
                cells: path.cells.iter().rev().copied().collect(),
            })
            .collect();
        paths.extend(turned);
        Pointing {
            falls: view.falls,
            paths,
            columns: view.board.columns,
        }
    }

    /// The cells that can come next.
    pub(crate) fn next_cells(&self, chosen: &[usize]) -> BTreeSet<usize> {
        let open = self
            .paths
            .iter()
            .filter(|path| path.cells.len() > chosen.len() && path.cells.starts_with(chosen));
        open.map(|path| path.cells[chosen.len()]).collect()
    }

    /// What pointing at a cell leads to.
    pub(crate) fn point(&self, chosen: &[usize], cell: usize) -> Pointed {
        let next = self.next_cells(chosen);
        let in_column = |other: &&usize| **other % self.columns == cell % self.columns;
        let cell = match self.falls {
            true => next.iter().find(in_column).copied().unwrap_or(cell),
            false => cell,
        };
        let longer = [chosen, &[cell]].concat();
        if let Some(path) = self.paths.iter().find(|path| path.cells == longer) {
            return Pointed::Move(path.text.clone());
        }
        if next.contains(&cell) {
            return Pointed::Chosen(longer);
        }
        let is_another_start =
            chosen.first() != Some(&cell) && self.next_cells(&[]).contains(&cell);
        Pointed::Chosen(match is_another_start {
            true => vec![cell],
            false => chosen[..chosen.len().saturating_sub(1)].to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Session, Setup};
    use crate::table::HUMAN;
    use games::NoFiles;
    use std::time::Instant;

    fn pointing(game: &str) -> Pointing {
        let setup = Setup {
            game: game.to_string(),
            players: [HUMAN; 2].map(str::to_string),
            ..Setup::default()
        };
        let session = Session::open(&setup, &NoFiles, Instant::now()).expect("it can be set up");
        Pointing::new(session.view())
    }

    #[test]
    fn pieces_fall_wherever_the_column_is_pointed_at() {
        let connect = pointing("connect:7x6");
        assert_eq!(connect.point(&[], 38), Pointed::Move("d".to_string()));
    }

    #[test]
    fn bricks_are_named_in_either_order() {
        let bricks = pointing("bricks:4");
        assert_eq!(bricks.point(&[], 1), Pointed::Chosen(vec![1]));
        for [first, second] in [[0, 1], [1, 0]] {
            let pointed = bricks.point(&[first], second);
            assert_eq!(pointed, Pointed::Move("a1b1".to_string()));
        }
        // Again, and the choice is taken back; elsewhere, and another one begins.
        assert_eq!(bricks.point(&[1], 1), Pointed::Chosen(vec![]));
        assert_eq!(bricks.point(&[1], 10), Pointed::Chosen(vec![10]));
    }

    #[test]
    fn queens_go_and_shoot() {
        let amazons = pointing("amazons:6x6");
        let from = *amazons.next_cells(&[]).first().expect("a queen");
        let to = *amazons.next_cells(&[from]).first().expect("a way");
        let Pointed::Chosen(chosen) = amazons.point(&[from], to) else {
            panic!("an arrow is missing");
        };
        // The cell that the queen left is free.
        assert!(amazons.next_cells(&chosen).contains(&from));
        assert!(matches!(amazons.point(&chosen, from), Pointed::Move(_)));
    }
}

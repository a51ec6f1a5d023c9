//! The boards on which searches are measured: fifteen of each size, in place of the report's, which are not
//! known. They lie in `testdata/published/escape`, whose README says how they were made.

use crate::findings::Trouble;
use game::{Playable, Symmetry};
use games::{GameVisitor, NoFiles, parse_game};

/// Boards of each size.
pub(super) const COUNT: usize = 15;

/// The board files of a size, in their order.
macro_rules! files {
    ($size:literal) => {
        files!($size; "00" "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13" "14")
    };
    ($size:literal; $($number:literal)*) => {
        [$(include_str!(concat!(
            "../../../../testdata/published/escape/", $size, "-", $number, ".txt"
        ))),*]
    };
}

const FILES: [(usize, [&str; COUNT]); 4] = [
    (7, files!("7")),
    (11, files!("11")),
    (15, files!("15")),
    (19, files!("19")),
];

/// A board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board {
    /// From 0; unique among those of its size.
    pub(super) number: usize,
    /// The board file.
    pub(super) content: &'static str,
    /// Whether a symmetry leaves it as it is.
    pub(super) is_symmetric: bool,
}

/// The game on a board of a size.
pub(super) fn game(size: usize) -> String {
    format!("fuga:{size}")
}

/// Some boards of a size, by their numbers.
pub(super) fn boards(
    size: usize,
    numbers: impl IntoIterator<Item = usize>,
) -> Result<Vec<Board>, Trouble> {
    let of_size = FILES.iter().find(|(it, _)| *it == size);
    let files = of_size.map_or(&[][..], |(_, files)| files);
    let chosen = numbers
        .into_iter()
        .filter_map(|number| Some((number, *files.get(number)?)));
    chosen
        .map(|(number, content)| {
            Ok(Board {
                number,
                content,
                is_symmetric: parse_game(&game(size), &NoFiles)?.visit(HasSymmetry(content))?,
            })
        })
        .collect()
}

struct HasSymmetry<'text>(&'text str);

impl GameVisitor for HasSymmetry<'_> {
    type Output = Result<bool, Trouble>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = game.parse_file(self.0)?;
        let is_symmetric = game
            .symmetries()
            .iter()
            .filter(|&&symmetry| symmetry != Symmetry::Identity)
            .any(|&symmetry| game.is_symmetric(&position, symmetry));
        Ok(is_symmetric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a board is legal and has something to search.
    struct IsPlayable<'text>(&'text str);

    impl GameVisitor for IsPlayable<'_> {
        type Output = Result<bool, Trouble>;

        fn visit<G: Playable>(self, game: &G) -> Self::Output {
            let position = game.parse_file(self.0)?;
            Ok(game.outcome(&position).is_none() && game.count_moves(&position) > 0)
        }
    }

    #[test]
    fn all_boards_can_be_played_on() -> Result<(), Trouble> {
        for (size, files) in FILES {
            for (number, content) in files.into_iter().enumerate() {
                let is_playable = parse_game(&game(size), &NoFiles)?.visit(IsPlayable(content))?;
                assert!(is_playable, "{size}, board {number}");
            }
        }
        Ok(())
    }

    #[test]
    fn five_of_fifteen_boards_are_symmetric() -> Result<(), Trouble> {
        for (size, _) in FILES {
            let symmetric: Vec<usize> = boards(size, 0..COUNT)?
                .iter()
                .filter(|board| board.is_symmetric)
                .map(|board| board.number)
                .collect();
            assert_eq!(symmetric, [0, 2, 6, 10, 14], "{size}");
        }
        Ok(())
    }
}

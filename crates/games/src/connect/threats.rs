//! Cells that would complete a line, found for the whole board at once.

use super::{Connect, MAXIMUM_SIDE, Position, line_starts};
use game::bits::Bits;

impl<B: Bits> Connect<B> {
    /// The empty cells, playable or not, on which one more of these stones would make a line that
    /// wins. The stones must be those of one side of the position.
    #[inline]
    pub(super) fn threats(&self, position: &Position<B>, stones: B) -> B {
        self.completions(stones) & self.board & !position.occupied()
    }

    /// The same without regard to what the cells hold, and with bits beside the board.
    #[inline]
    fn completions(&self, stones: B) -> B {
        // On the classic board the compiler knows all distances, as in `has_line`.
        if self.length == 4 && self.rows == 6 {
            short_completions(stones, 4, 7)
        } else {
            self.completions_elsewhere(stones)
        }
    }

    #[inline(never)]
    fn completions_elsewhere(&self, stones: B) -> B {
        match (self.length, self.rows + 1) {
            (1, _) => self.board,
            // The compiler unrolls these.
            (3, stride) => short_completions(stones, 3, stride),
            (4, stride) => short_completions(stones, 4, stride),
            (5, stride) => short_completions(stones, 5, stride),
            (length, _) => {
                self.directions
                    .iter()
                    .fold(B::ZERO, |cells, &distance| match distance {
                        1 => cells | completions_above(stones, length),
                        _ => cells | completions_along(stones, length, distance),
                    })
            }
        }
    }
}

/// All directions for lines of at most 5. As in `has_short_line`, one without room for a line
/// does no harm.
#[inline(always)]
fn short_completions<B: Bits>(stones: B, length: usize, stride: usize) -> B {
    let [fall, across, rise] =
        [stride - 1, stride, stride + 1].map(|along| completions_along(stones, length, along));
    completions_above(stones, length) | fall | across | rise
}

/// The cells on top of `length - 1` stones.
#[inline(always)]
pub fn completions_above<B: Bits>(stones: B, length: usize) -> B {
    line_starts(stones, length - 1, 1) << (length - 1)
}

/// The cells with `length - 1` stones next to them along a direction, some on the one side and the
/// rest on the other.
#[inline(always)]
pub fn completions_along<B: Bits>(stones: B, length: usize, distance: usize) -> B {
    if length == 4 {
        // Written out, this is twice as fast. (Step by step, since on high boards three steps at once
        // are wider than a word.)
        let (before, after) = (stones << distance, stones >> distance);
        let (second_before, second_after) = (before << distance, after >> distance);
        return before & second_before & (after | second_before << distance)
            | after & second_after & (before | second_after >> distance);
    }
    // For each number of cells, where all of that many next ones are stones.
    let mut after = [!B::ZERO; MAXIMUM_SIDE];
    for number in 1..length {
        after[number] = (after[number - 1] & stones) >> distance;
    }
    let mut before = !B::ZERO;
    let mut cells = after[length - 1];
    for number in 1..length {
        before = (before & stones) << distance;
        cells |= before & after[length - 1 - number];
    }
    cells
}

/// For each bit of the board, the number of lines through its cell; 0 above the board.
#[must_use]
pub fn lines_through(columns: usize, rows: usize, length: usize) -> Vec<u8> {
    let mut counts = vec![0; columns * (rows + 1)];
    for column in 0..columns as isize {
        for row in 0..rows as isize {
            for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let on_board = |steps: isize| {
                    (0..columns as isize).contains(&(column + steps * across))
                        && (0..rows as isize).contains(&(row + steps * up))
                };
                // No line is longer than a side of the board, and none through a cell wins twice
                // from the same end.
                let length = length.min(MAXIMUM_SIDE + 1) as isize;
                let lines = (0..length)
                    .filter(|&before| on_board(-before) && on_board(length - 1 - before))
                    .count();
                counts[column as usize * (rows + 1) + row as usize] += lines as u8;
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;
    use game::bits::Wide;
    use game::random::Seed;

    /// Every empty cell is tried.
    fn check<B: Bits>(columns: usize, rows: usize, length: usize) {
        let game: Connect<B> = Connect::new(columns, rows, length, None);
        let mut generator = Seed(length as u64).generator();
        for _ in 0..12 {
            let mut position = game.start();
            let mut moves = Vec::new();
            loop {
                for stones in position.stones() {
                    let expected = B::of(game.board.ones().filter(|&cell| {
                        !position.occupied().test(cell) && game.has_line(stones | B::bit(cell))
                    }));
                    assert_eq!(game.threats(&position, stones), expected, "{position:?}");
                }
                moves.clear();
                game.moves(&position, &mut moves);
                let Some(chosen) = generator.choose(&moves) else {
                    break;
                };
                game.play(&mut position, chosen);
                if game.outcome(&position).is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn threats_are_found_on_boards_of_all_shapes() {
        for length in 1..=7 {
            check::<u64>(7, 6, length);
            check::<u64>(8, 7, length);
            check::<u64>(9, 4, length);
            check::<u64>(1, 9, length);
            check::<u64>(2, 20, length);
            check::<u64>(3, 20, length);
            check::<u64>(6, 1, length);
            check::<u128>(9, 8, length);
            check::<Wide<7>>(20, 20, length);
        }
        check::<Wide<7>>(20, 20, 20);
        check::<u64>(4, 4, 1000);
    }

    #[test]
    fn the_classic_board_has_69_lines() {
        let through = lines_through(7, 6, 4);
        assert_eq!(
            through.iter().map(|&lines| u32::from(lines)).sum::<u32>(),
            4 * 69
        );
        assert_eq!(&through[..7], [3, 4, 5, 5, 4, 3, 0]);
        assert_eq!(&through[21..28], [7, 10, 13, 13, 10, 7, 0]);
    }
}

//! The adaptive player: narrower and deeper at the same cost.
//!
//! With n cells a side there are about n² moves, and judging a position takes about n² steps. A
//! search that keeps n^x moves at each node can then go h = 2(k − 2)/x plies deep within n^(2k)
//! steps.

/// How many moves the search keeps at each node: n^x, but at least one.
#[must_use]
pub fn width(side: f64, x: f64) -> usize {
    // Powers that are whole numbers must not fall just short of them.
    ((side.powf(x) + 1e-9).floor() as usize).max(1)
}

/// How many plies it goes deep.
#[must_use]
pub fn height(x: f64, k: u32) -> u32 {
    let plies = 2.0 * (f64::from(k) - 2.0) / x;
    (plies + 1e-9).max(0.0) as u32
}

/// The height of the improved variant where fewer moves are legal than the search would keep: the
/// greatest h with (h + 4) · log_n(moves) ≤ 2k. `None` if there is no reason to look deeper than
/// the plain height: too many moves, or a single one, for which no depth costs anything.
#[must_use]
pub fn improved_height(side: f64, x: f64, k: u32, moves: usize) -> Option<u32> {
    if moves < 2 || moves as f64 >= side.powf(x) {
        return None;
    }
    let plies = 2.0 * f64::from(k) / (moves as f64).log(side) - 4.0;
    Some((plies + 1e-9).max(1.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_and_heights_of_the_report() {
        // x = 1, k = 4 on 11 x 11: the course champion keeps 11 moves and looks 4 plies ahead.
        assert_eq!((width(11.0, 1.0), height(1.0, 4)), (11, 4));
        assert_eq!((width(11.0, 0.5), height(0.5, 3)), (3, 4));
        assert_eq!((width(11.0, 2.0), height(2.0, 3)), (121, 1));
        assert_eq!((width(9.0, 0.5), height(0.1, 3)), (3, 20));
        assert_eq!((width(8.0, 0.1), height(0.3, 3)), (1, 6));
        assert_eq!(height(1.0, 2), 0);
    }

    #[test]
    fn the_improved_height_grows_as_moves_run_out() {
        // 11^x with x = 1 is 11: more legal moves than that change nothing.
        assert_eq!(improved_height(11.0, 1.0, 4, 11), None);
        // (h + 4) · log 10 / log 11 ≤ 8: h + 4 ≤ 8.33.
        assert_eq!(improved_height(11.0, 1.0, 4, 10), Some(4));
        // log 2 / log 11 = 0.289: h + 4 ≤ 27.68.
        assert_eq!(improved_height(11.0, 1.0, 4, 2), Some(23));
        assert_eq!(improved_height(11.0, 1.0, 4, 1), None);
    }
}

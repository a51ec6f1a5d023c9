//! A little linear algebra.

/// The lower triangle whose square is the matrix, which is symmetric and positive up to rounding.
pub(crate) fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut root = vec![vec![0.0; size]; size];
    for row in 0..size {
        for column in 0..=row {
            let pairs = root[row].iter().zip(&root[column]).take(column);
            let rest = matrix[row][column] - pairs.map(|(one, other)| one * other).sum::<f64>();
            root[row][column] = if row == column {
                rest.max(1e-12).sqrt()
            } else {
                rest / root[column][column]
            };
        }
    }
    root
}

/// Whatever the triangle turns into the vector.
pub(crate) fn solve_lower(triangle: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let mut solution: Vec<f64> = Vec::with_capacity(vector.len());
    for (row, value) in triangle.iter().zip(vector) {
        let known: f64 = row
            .iter()
            .zip(&solution)
            .map(|(one, other)| one * other)
            .sum();
        solution.push((value - known) / row[solution.len()]);
    }
    solution
}

/// The solution of equations whose matrix is symmetric and positive up to rounding.
pub(crate) fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let root = cholesky(matrix);
    let mut solution = solve_lower(&root, right);
    for row in (0..solution.len()).rev() {
        // What stands above the diagonal of the other triangle stands below that of this one.
        let known: f64 = (row + 1..solution.len())
            .map(|later| root[later][row] * solution[later])
            .sum();
        solution[row] = (solution[row] - known) / root[row][row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let matrix = [
            vec![4.0, 2.0, 0.5],
            vec![2.0, 5.0, 1.0],
            vec![0.5, 1.0, 3.0],
        ];
        let expected = [1.0, -2.0, 3.0];
        let right: Vec<f64> = matrix
            .iter()
            .map(|row| {
                row.iter()
                    .zip(expected)
                    .map(|(one, other)| one * other)
                    .sum()
            })
            .collect();
        for (found, expected) in solve(&matrix, &right).iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
    }
}

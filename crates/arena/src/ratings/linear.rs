//! Systems of linear equations with symmetric matrices.

/// What is left of a number, relatively, that is nothing but rounding.
const ROUNDING: f64 = 1e-11;

/// The inverse of a symmetric, positive definite matrix, given and returned by rows; `None` if it is
/// not positive definite, or only by rounding. By Cholesky's decomposition.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    // The lower triangle becomes the factor L with L·Lᵀ = matrix, …
    for row in 0..size {
        let (above, rest) = matrix.split_at_mut(row);
        let current = &mut rest[0];
        for (column, other) in above.iter().enumerate() {
            let sum = dot(&current[..column], &other[..column]);
            current[column] = (current[column] - sum) / other[column];
        }
        let square = current[row] - dot(&current[..row], &current[..row]);
        // Written so that NaN is refused, too.
        if !(square > ROUNDING * current[row] && square.is_finite()) {
            return None;
        }
        current[row] = square.sqrt();
    }
    // … then its inverse, which is kept by columns so that sums run along rows, …
    let mut columns = vec![vec![0.0; size]; size];
    for (start, inverse) in columns.iter_mut().enumerate() {
        inverse[start] = 1.0 / matrix[start][start];
        for row in start + 1..size {
            let sum = dot(&matrix[row][start..row], &inverse[start..row]);
            inverse[row] = -sum / matrix[row][row];
        }
    }
    // … and the inverse of the matrix is that, transposed, times that.
    for row in 0..size {
        for column in 0..=row {
            let value = dot(&columns[row][row..], &columns[column][row..]);
            matrix[row][column] = value;
            matrix[column][row] = value;
        }
    }
    Some(matrix)
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// When the residual is so small, relatively, the solution is good enough.
const TOLERANCE: f64 = 1e-11;

/// Solves matrix · x = `right` for a symmetric matrix without negative eigenvalues, of which only
/// the diagonal and the products with vectors are known: by conjugate gradients, preconditioned with
/// the diagonal. If the matrix is singular, `right` must be such that there is a solution.
pub(super) fn solve(
    product: impl Fn(&[f64], &mut [f64]),
    diagonal: &[f64],
    right: &[f64],
) -> Vec<f64> {
    let size = right.len();
    let precondition = |residual: &[f64]| -> Vec<f64> {
        let parts = residual.iter().zip(diagonal);
        let scaled = parts.map(|(residual, &scale)| match scale > 0.0 {
            true => residual / scale,
            false => 0.0,
        });
        scaled.collect()
    };
    let mut solution = vec![0.0; size];
    let mut residual = right.to_vec();
    let mut scaled = precondition(&residual);
    let mut direction = scaled.clone();
    let mut length = dot(&residual, &scaled);
    let enough = length * TOLERANCE * TOLERANCE;
    let mut image = vec![0.0; size];
    // Without rounding as many steps as there are unknowns would do.
    for _ in 0..2 * size + 50 {
        if length <= enough {
            break;
        }
        product(&direction, &mut image);
        let curvature = dot(&direction, &image);
        // Only rounding leads in a direction in which nothing changes.
        if curvature <= 0.0 {
            break;
        }
        let step = length / curvature;
        for index in 0..size {
            solution[index] += step * direction[index];
            residual[index] -= step * image[index];
        }
        scaled = precondition(&residual);
        let next = dot(&residual, &scaled);
        let share = next / length;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + share * *direction;
        }
        length = next;
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    #[test]
    fn both_ways_agree() {
        let size = 40;
        let mut generator = Seed(3).generator();
        let mut random = || {
            (0..size)
                .map(|_| generator.below(1000) as f64 / 1000.0)
                .collect()
        };
        let random: Vec<Vec<f64>> = (0..size).map(|_| random()).collect();
        let entry = |row: usize, column: usize| match row == column {
            true => size as f64,
            false => (random[row][column] + random[column][row]) / 2.0,
        };
        let row = |row| (0..size).map(|column| entry(row, column)).collect();
        let matrix: Vec<Vec<f64>> = (0..size).map(row).collect();
        let diagonal: Vec<f64> = (0..size).map(|index| matrix[index][index]).collect();
        let inverse = inverse(matrix.clone()).expect("positive definite");
        for (unit, row) in inverse.iter().enumerate() {
            let mut right = vec![0.0; size];
            right[unit] = 1.0;
            let product = |vector: &[f64], image: &mut [f64]| {
                for (image, row) in image.iter_mut().zip(&matrix) {
                    *image = dot(row, vector);
                }
            };
            let solution = solve(product, &diagonal, &right);
            for (one, other) in solution.iter().zip(row) {
                assert!((one - other).abs() < 1e-10, "{one} {other}");
            }
        }
    }

    #[test]
    fn what_has_no_inverse_is_refused() {
        assert_eq!(inverse(vec![vec![1.0, 1.0], vec![1.0, 1.0]]), None);
        assert_eq!(inverse(vec![vec![f64::NAN]]), None);
        assert_eq!(inverse(Vec::new()), Some(Vec::new()));
    }
}

//! Values that depend on two numbers, as cells of one colour: the stronger, the greater.

use super::canvas::{self, Anchor, Canvas};
use super::scale::{extent, is_drawable, round_step};
use super::{
    AXIS, LEGEND_ROW, MARGIN, NAMED_TOP, OVERHANG, WIDTH, beside, draw_axis_names, written_to,
};
use std::collections::BTreeMap;

/// A map of values over two numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// What the columns are about.
    pub across: String,
    /// What the rows are about.
    pub up: String,
    /// A number for each column, from left to right.
    pub columns: Vec<f64>,
    /// A number for each row, from the bottom up.
    pub rows: Vec<f64>,
    /// Row by row from the bottom up, each from left to right; nothing where no value is known.
    pub cells: Vec<Option<f64>>,
    /// The column and the row of a cell to be framed.
    pub marked: Option<[usize; 2]>,
}

/// No map is higher.
const HIGHEST: f64 = 500.0;
/// No cell is wider or higher.
const LARGEST_CELL: [f64; 2] = [60.0, 40.0];
/// A frame around a smaller cell leaves room to see it.
const LEAST_FRAME: f64 = 10.0;
/// More cells are too small to be pointed at.
const MOST_TIPS: usize = 5000;
/// From the baseline of a number to that of the next one above.
const TEXT_HEIGHT: f64 = 18.0;
/// The pieces of the legend, and how large they are.
const LEGEND_PIECES: usize = 40;
const LEGEND_PIECE: [f64; 2] = [4.0, 10.0];
/// Of how much ink the least value is: enough to differ from paper.
const LEAST_INK: f64 = 8.0;

impl HeatMap {
    /// The map as a picture. The colours go from the least value to the greatest one; cells without a
    /// value, or with one that is not finite, are crossed.
    ///
    /// ```
    /// let map = report::HeatMap {
    ///     title: "Share of points".to_string(),
    ///     across: "depth".to_string(),
    ///     up: "weight".to_string(),
    ///     columns: vec![1.0, 2.0, 3.0],
    ///     rows: vec![-2.0, 0.0],
    ///     cells: vec![Some(0.25), None, Some(0.55), Some(0.5), Some(0.5), Some(0.75)],
    ///     marked: Some([2, 1]),
    /// };
    /// assert!(map.to_svg().contains("<title>depth 3, weight −2: 0.55</title>"));
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        let [across, up] = [&self.columns, &self.rows].map(|numbers| texts(numbers));
        let (left, top) = (beside(up.iter().map(String::as_str)), NAMED_TOP);
        let room = [WIDTH - MARGIN - OVERHANG - left, HIGHEST];
        let counts = [across.len(), up.len()];
        let size = [0, 1].map(|axis| cell_size(room[axis], counts[axis], LARGEST_CELL[axis]));
        let bottom = top + size[1] * counts[1] as f64;
        let corner = |[column, row]: [usize; 2]| {
            let from_bottom = size[1] * (row + 1) as f64;
            [left + size[0] * column as f64, bottom - from_bottom]
        };

        let legend = bottom + AXIS + 22.0;
        let mut canvas = Canvas::new(&self.title, WIDTH, legend + LEGEND_ROW);
        let shades = extent(self.cells.iter().copied().flatten()).map(Shades);
        self.draw_cells(&mut canvas, shades, size, [&across, &up], corner);
        if let Some([column, row]) = self.marked
            && column < counts[0]
            && row < counts[1]
        {
            let [x, y] = corner([column, row]);
            let middle = [x + size[0] / 2.0, y + size[1] / 2.0];
            canvas.mark(middle, size.map(|side| side.max(LEAST_FRAME)));
        }

        let widest = across.iter().map(|text| text.chars().count()).max();
        let width = canvas::text_width(widest.unwrap_or(0)) + 10.0;
        for column in labelled(&self.columns, width / size[0]) {
            let place = [corner([column, 0])[0] + size[0] / 2.0, bottom + 18.0];
            canvas.text("soft", place, Anchor::Middle, &across[column]);
        }
        for row in labelled(&self.rows, TEXT_HEIGHT / size[1]) {
            let middle = corner([0, row])[1] + size[1] / 2.0;
            let place = [left - 6.0, middle + 4.0];
            canvas.text("soft", place, Anchor::End, &up[row]);
        }
        let middle = left + size[0] * counts[0] as f64 / 2.0;
        draw_axis_names(&mut canvas, &self.across, &self.up, [middle, bottom]);
        if let Some(shades) = shades {
            shades.draw_legend(&mut canvas, [left, legend]);
        }
        canvas.finish()
    }

    fn draw_cells(
        &self,
        canvas: &mut Canvas,
        shades: Option<Shades>,
        size: [f64; 2],
        [across, up]: [&[String]; 2],
        corner: impl Fn([usize; 2]) -> [f64; 2],
    ) {
        let has_tips = across.len() * up.len() <= MOST_TIPS;
        // Cells of one look are one shape where nobody points at them: files stay small.
        let mut shapes: BTreeMap<Option<u8>, Vec<[f64; 2]>> = BTreeMap::new();
        let places = (0..up.len()).flat_map(|row| (0..across.len()).map(move |it| [it, row]));
        for (number, [column, row]) in places.enumerate() {
            let value = self.cells.get(number).copied().flatten();
            let value = value.filter(|&value| is_drawable(value)).zip(shades);
            let ink = value.map(|(value, shades)| shades.ink(value));
            if has_tips {
                let text = value.map(|(value, shades)| shades.written(value));
                let tip = format!(
                    "{} {}, {} {}: {}",
                    self.across,
                    across[column],
                    self.up,
                    up[row],
                    text.as_deref().unwrap_or("no value")
                );
                canvas.cells(&[corner([column, row])], size, ink, &tip);
            } else {
                shapes.entry(ink).or_default().push(corner([column, row]));
            }
        }
        for (ink, corners) in shapes {
            canvas.cells(&corners, size, ink, "");
        }
    }
}

/// From the least value to the greatest one.
#[derive(Debug, Clone, Copy)]
struct Shades([f64; 2]);

impl Shades {
    /// How many per cent of ink a value has: its distance from the least one, as eyes see it, since
    /// colours are mixed as they are stored. Values that are all the same have a medium shade.
    fn ink(self, value: f64) -> u8 {
        let Shades([least, greatest]) = self;
        let share = if greatest > least {
            (value - least) / (greatest - least)
        } else {
            0.5
        };
        (LEAST_INK + share * (100.0 - LEAST_INK)).round() as u8
    }

    fn written(self, value: f64) -> String {
        let Shades([least, greatest]) = self;
        let span = if greatest > least {
            greatest - least
        } else {
            greatest.abs()
        };
        written_to(value, span / 100.0)
    }

    fn draw_legend(self, canvas: &mut Canvas, [left, middle]: [f64; 2]) {
        let Shades([least, greatest]) = self;
        let text = self.written(least);
        let baseline = middle + 4.0;
        canvas.text("ink", [left, baseline], Anchor::Start, &text);
        let start = left + canvas::text_width(text.chars().count()) + 8.0;
        let [width, height] = LEGEND_PIECE;
        for number in 0..LEGEND_PIECES {
            let share = number as f64 / (LEGEND_PIECES - 1) as f64;
            let ink = self.ink(least + share * (greatest - least));
            let corner = [start + width * number as f64, middle - height / 2.0];
            canvas.cells(&[corner], LEGEND_PIECE, Some(ink), "");
        }
        let end = start + width * LEGEND_PIECES as f64 + 8.0;
        let text = self.written(greatest);
        canvas.text("ink", [end, baseline], Anchor::Start, &text);
    }
}

/// How long a side of each of some cells is: a whole number where it can be, so that no gaps show
/// between them.
fn cell_size(room: f64, count: usize, largest: f64) -> f64 {
    let size = (room / count.max(1) as f64).min(largest);
    if size >= 1.0 { size.floor() } else { size }
}

/// Numbers at an axis, with the digits that tell neighbours apart.
fn texts(numbers: &[f64]) -> Vec<String> {
    let distances = numbers.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    let distances = distances.filter(|&distance| distance > 0.0);
    let step = distances.fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() { step / 100.0 } else { 1e-4 };
    let texts = numbers.iter().map(|&number| written_to(number, step));
    texts.collect()
}

/// Which numbers at an axis are written, where each needs the room of so many cells: every one, every
/// second, fifth, tenth, …, and 0 if it is among them.
fn labelled(numbers: &[f64], room: f64) -> impl Iterator<Item = usize> {
    let step = round_step(room, 1.0) as usize;
    let zero = numbers.iter().position(|number| number.abs() < 1e-9);
    (zero.unwrap_or(0) % step..numbers.len()).step_by(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_room_and_meet_zero() {
        let numbers: Vec<f64> = (-15..=15).map(f64::from).collect();
        let labels = |room| {
            let labels = labelled(&numbers, room).map(|number| numbers[number]);
            labels.collect::<Vec<f64>>()
        };
        assert_eq!(labels(0.4), numbers);
        assert_eq!(labels(2.5), [-15.0, -10.0, -5.0, 0.0, 5.0, 10.0, 15.0]);
        assert_eq!(labels(7.0), [-10.0, 0.0, 10.0]);
        assert_eq!(labelled(&[3.0, 4.0, 5.0], 2.0).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(labelled(&[], 2.0).count(), 0);
    }

    #[test]
    fn shades_go_from_the_least_to_the_greatest() {
        let shades = Shades([-1.0, 3.0]);
        assert_eq!([-1.0, 1.0, 3.0].map(|it| shades.ink(it)), [8, 54, 100]);
        assert_eq!(Shades([2.0, 2.0]).ink(2.0), 54);
        assert_eq!(Shades([2.0, 2.0]).written(2.0), "2");
    }

    #[test]
    fn sides_are_whole_numbers_where_there_is_room() {
        assert_eq!(cell_size(620.0, 31, 60.0), 20.0);
        assert_eq!(cell_size(500.0, 201, 40.0), 2.0);
        assert_eq!(cell_size(500.0, 1, 40.0), 40.0);
        assert_eq!(cell_size(500.0, 1000, 40.0), 0.5);
        assert_eq!(cell_size(500.0, 0, 40.0), 40.0);
    }

    #[test]
    fn neighbours_are_told_apart() {
        assert_eq!(texts(&[0.0, 1.0 / 3.0, 1.0]), ["0", "0.333", "1"]);
        assert_eq!(texts(&[1e-9, 2e-9]), ["1e−9", "2e−9"]);
        assert_eq!(texts(&[0.25]), ["0.25"]);
    }
}

//! Curves over real numbers, with bands that say how sure they are.

use super::canvas::{Anchor, Canvas};
use super::scale::{Scale, extent, is_drawable};
use super::{
    AXIS, HEIGHT, LEGEND_ROW, MARGIN, NAMED_TOP, OVERHANG, WIDTH, beside, draw_axis_names,
    draw_legend, draw_vertical_grid, legend_rows,
};

/// A curve of a plot over numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What it is about.
    pub label: String,
    /// Across and up, in the order in which they are joined.
    pub points: Vec<[f64; 2]>,
    /// Nothing, or for each point how low and how high it may be.
    pub band: Vec<[f64; 2]>,
}

/// More points than a plot has room for show nothing new.
const MOST_POINTS: usize = 500;

/// How values change with a number, a curve for each of them, with a legend in the order of the
/// curves. Both axes are fitted to what there is, and have names. Numbers that are not finite are
/// left out; of very many points some are drawn, the first and the last among them.
///
/// ```
/// use report::{Curve, curve_plot};
/// let curve = Curve {
///     label: "spsa".to_string(),
///     points: vec![[0.0, 0.5], [1000.0, 0.55], [2000.0, 0.575]],
///     band: vec![[0.45, 0.55], [0.52, 0.58], [0.56, 0.59]],
/// };
/// let svg = curve_plot("Strength", "games", "share of points", &[curve]);
/// assert!(svg.contains("<polygon ") && svg.contains("spsa: 0.575"));
/// ```
#[must_use]
pub fn curve_plot(title: &str, across: &str, up: &str, curves: &[Curve]) -> String {
    let drawn: Vec<Drawn> = curves.iter().map(Drawn::new).collect();
    let (top, bottom) = (NAMED_TOP, NAMED_TOP + HEIGHT);
    let values = drawn.iter().flat_map(Drawn::values);
    let height = Scale::fitted(extent(values).unwrap_or([0.0, 1.0]), [bottom, top]).widened();
    let ticks = height.ticks();
    let left = beside(ticks.iter().map(|(_, text)| text.as_str()));
    let right = WIDTH - MARGIN - OVERHANG;
    let places = drawn.iter().flat_map(Drawn::places);
    let width = Scale::fitted(extent(places).unwrap_or([0.0, 1.0]), [left, right]);

    let legend = bottom + AXIS + 22.0;
    let legend_rows = legend_rows(curves.iter().map(|curve| curve.label.as_str()), left);
    let mut canvas = Canvas::new(title, WIDTH, legend + LEGEND_ROW * legend_rows as f64);
    draw_vertical_grid(&mut canvas, &width, [top, bottom]);
    for (value, text) in ticks {
        let place = height.place(value);
        canvas.rule([left, place], [right, place], value == 0.0);
        canvas.text("soft", [left - 6.0, place + 4.0], Anchor::End, &text);
    }
    draw_axis_names(&mut canvas, across, up, [(left + right) / 2.0, bottom]);
    for (number, curve) in drawn.iter().enumerate().rev() {
        let ends = curve.band.iter();
        let ends = ends.map(|&(x, ends)| (width.place(x), ends.map(|end| height.place(end))));
        match ends.collect::<Vec<_>>().as_slice() {
            [] => {}
            // One alone has no area; it gets the width of a dot.
            &[(x, ends)] => canvas.band(&[(x - 3.5, ends), (x + 3.5, ends)], number),
            ends => canvas.band(ends, number),
        }
    }
    // The first curve last, so that it lies on top.
    for (number, curve) in drawn.iter().enumerate().rev() {
        let points = curve.points.iter();
        let points = points.map(|&[x, y]| [width.place(x), height.place(y)]);
        if let Some(&[_, last]) = curve.points.last() {
            let tip = format!("{}: {}", curve.label, height.written(last));
            canvas.line(&points.collect::<Vec<_>>(), number, &tip);
        }
    }
    let names = curves.iter().map(|curve| curve.label.clone());
    draw_legend(&mut canvas, names, [left, legend], Canvas::line_swatch);
    canvas.finish()
}

/// What is drawn of a curve.
#[derive(Debug)]
struct Drawn<'curve> {
    label: &'curve str,
    points: Vec<[f64; 2]>,
    /// Low and high ends, each with its place across.
    band: Vec<(f64, [f64; 2])>,
}

impl Drawn<'_> {
    fn new(curve: &Curve) -> Drawn<'_> {
        let points = curve.points.iter().enumerate();
        let points: Vec<(usize, [f64; 2])> = points
            .map(|(number, &point)| (number, point))
            .filter(|(_, point)| point.iter().all(|&it| is_drawable(it)))
            .collect();
        let points = thinned(&points);
        let band = points.iter().filter_map(|&(number, [x, _])| {
            let ends = *curve.band.get(number)?;
            ends.iter()
                .all(|&end| is_drawable(end))
                .then_some((x, ends))
        });
        Drawn {
            label: &curve.label,
            band: band.collect(),
            points: points.iter().map(|&(_, point)| point).collect(),
        }
    }

    /// All numbers on the axis across.
    fn places(&self) -> impl Iterator<Item = f64> {
        self.points.iter().map(|&[x, _]| x)
    }

    /// All numbers on the axis up.
    fn values(&self) -> impl Iterator<Item = f64> {
        let ends = self.band.iter().flat_map(|&(_, ends)| ends);
        self.points.iter().map(|&[_, y]| y).chain(ends)
    }
}

/// Some of too many things, as far from each other as possible, the first and the last among them.
fn thinned<T: Copy>(things: &[T]) -> Vec<T> {
    let last = things.len().saturating_sub(1);
    if last < MOST_POINTS {
        return things.to_vec();
    }
    let chosen = (0..MOST_POINTS).map(|number| number * last / (MOST_POINTS - 1));
    chosen.map(|number| things[number]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_kept_and_many_are_thinned() {
        for count in [0, 1, 499, 500, 501, 10_000] {
            let things: Vec<usize> = (0..count).collect();
            let kept = thinned(&things);
            assert_eq!(kept.len(), count.min(MOST_POINTS));
            assert_eq!(kept.first(), things.first());
            assert_eq!(kept.last(), things.last());
            assert!(kept.is_sorted_by(|one, other| one < other));
        }
    }

    #[test]
    fn ends_stay_with_their_points() {
        let curve = Curve {
            label: String::new(),
            points: vec![[0.0, 1.0], [1.0, f64::NAN], [2.0, 3.0], [3.0, 4.0]],
            band: vec![[0.5, 1.5], [0.0, 0.0], [f64::NEG_INFINITY, 3.5], [3.5, 4.5]],
        };
        let drawn = Drawn::new(&curve);
        assert_eq!(drawn.points, [[0.0, 1.0], [2.0, 3.0], [3.0, 4.0]]);
        assert_eq!(drawn.band, [(0.0, [0.5, 1.5]), (3.0, [3.5, 4.5])]);
    }
}

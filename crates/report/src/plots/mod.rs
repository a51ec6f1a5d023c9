//! Plots of tournaments and of tuning as SVG: bars, ratings with their errors, lines over rounds,
//! curves over numbers, maps of values over two of them.
//!
//! Each function takes plain data and returns a picture that stands by itself, in a file as well as
//! in a page, light or dark as whoever looks at it prefers. Rows of players lie below each other,
//! since their names are long.

mod canvas;
mod curves;
mod heat;
mod scale;

pub use curves::{Curve, curve_plot};
pub use heat::HeatMap;

use crate::xml::escaped;
use canvas::{Anchor, Canvas};
use scale::Scale;

/// A row of a bar plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Who it is about.
    pub label: String,
    /// How long the pieces of the bar are, one behind the other.
    pub parts: Vec<f64>,
}

/// A row of a plot of ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct Rated {
    /// Who it is about.
    pub label: String,
    /// The rating.
    pub rating: f64,
    /// How far off it may be, to either side.
    pub error: f64,
}

/// A line of a plot over rounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Who it is about.
    pub label: String,
    /// A value for each round, from the first one on.
    pub values: Vec<f64>,
}

const WIDTH: f64 = 720.0;
const MARGIN: f64 = 12.0;
/// From one row to the next.
const ROW: f64 = 24.0;
const BAR: f64 = 16.0;
/// No name of an axis takes more than so many characters.
const AXIS_NAME: usize = 90;
/// Where both axes have names, the upper one stands between the title and the plot.
const NAMED_TOP: f64 = TITLE + 22.0;
/// For half of a number that is centred below an end of its axis.
const OVERHANG: f64 = 24.0;
/// For the ticks of the axis below.
const AXIS: f64 = 28.0;
const TITLE: f64 = 34.0;
const LEGEND_ROW: f64 = 20.0;
/// No label takes more than so many characters; the whole of it is in its tooltip.
const LABEL: usize = 34;
/// For the number behind a bar.
const NUMBER: f64 = 64.0;
/// How high a plot of lines is.
const HEIGHT: f64 = 320.0;

/// Bars with one piece for each of some parts, whose names are in a legend; where there is one part
/// only, its number stands behind each bar.
///
/// ```
/// use report::{Bar, bar_plot};
/// let bars = [
///     Bar { label: "alphabeta:depth=4".to_string(), parts: vec![7.5] },
///     Bar { label: "random".to_string(), parts: vec![-2.0] },
/// ];
/// let svg = bar_plot("Points", &["points"], &bars);
/// assert!(svg.starts_with("<svg ") && svg.contains(">7.5<"));
/// ```
#[must_use]
pub fn bar_plot(title: &str, parts: &[&str], bars: &[Bar]) -> String {
    let has_legend = parts.len() > 1;
    // Pieces below zero go to the left of it.
    let ends = bars.iter().map(|bar| {
        let (left, right) = bar
            .parts
            .iter()
            .partition::<Vec<f64>, _>(|&&part| part < 0.0);
        (left.iter().sum::<f64>(), right.iter().sum::<f64>())
    });
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), (left, right)| {
        (low.min(left), high.max(right))
    });
    let left = MARGIN + label_width(bars.iter().map(|bar| bar.label.as_str()));
    let right = WIDTH - MARGIN - if has_legend { 0.0 } else { NUMBER };
    let scale = Scale::new([low, high], [left, right]);
    let bottom = TITLE + ROW * bars.len() as f64;
    let legend_height = if has_legend { LEGEND_ROW } else { 0.0 };
    let mut canvas = Canvas::new(title, WIDTH, bottom + AXIS + legend_height + MARGIN);
    draw_vertical_grid(&mut canvas, &scale, [TITLE, bottom]);
    for (row, bar) in bars.iter().enumerate() {
        let middle = TITLE + ROW * (row as f64 + 0.5);
        draw_label(&mut canvas, &bar.label, left, middle);
        let [mut to_left, mut to_right] = [0.0, 0.0];
        for (number, &part) in bar.parts.iter().enumerate() {
            let end = if part < 0.0 {
                &mut to_left
            } else {
                &mut to_right
            };
            let from = scale.place(*end);
            *end += part;
            let to = scale.place(*end);
            if part != 0.0 {
                let tip = match parts.get(number) {
                    Some(name) if has_legend => format!("{}: {} {name}", bar.label, written(part)),
                    _ => format!("{}: {}", bar.label, written(part)),
                };
                canvas.bar([from.min(to), from.max(to)], middle, BAR, number, &tip);
            }
        }
        if !has_legend && let Some(&value) = bar.parts.first() {
            let end = scale.place(value.max(0.0)) + 6.0;
            canvas.text("ink", [end, middle + 4.0], Anchor::Start, &written(value));
        }
    }
    if has_legend {
        let names = parts.iter().map(ToString::to_string);
        let place = [left, bottom + AXIS + 8.0];
        draw_legend(&mut canvas, names, place, Canvas::bar_swatch);
    }
    canvas.finish()
}

/// Ratings as dots, each with a bar as long as its error to either side.
///
/// ```
/// use report::{Rated, rating_plot};
/// let rated = [Rated { label: "greedy".to_string(), rating: 120.0, error: 45.5 }];
/// assert!(rating_plot("Ratings", &rated).contains("greedy: 120 ± 45.5"));
/// ```
#[must_use]
pub fn rating_plot(title: &str, rated: &[Rated]) -> String {
    let finite = |number: f64| if number.is_finite() { number } else { 0.0 };
    let (low, high) = rated.iter().fold((f64::MAX, f64::MIN), |(low, high), it| {
        let (rating, error) = (finite(it.rating), finite(it.error));
        (low.min(rating - error), high.max(rating + error))
    });
    let [low, high] = if low <= high { [low, high] } else { [0.0, 0.0] };
    let left = MARGIN + label_width(rated.iter().map(|it| it.label.as_str()));
    let scale = Scale::new([low, high], [left + 6.0, WIDTH - MARGIN - NUMBER]);
    let bottom = TITLE + ROW * rated.len() as f64;
    let mut canvas = Canvas::new(title, WIDTH, bottom + AXIS + MARGIN);
    draw_vertical_grid(&mut canvas, &scale, [TITLE, bottom]);
    for (row, it) in rated.iter().enumerate() {
        let middle = TITLE + ROW * (row as f64 + 0.5);
        draw_label(&mut canvas, &it.label, left, middle);
        let (rating, error) = (finite(it.rating), finite(it.error));
        let ends = [rating - error, rating + error].map(|end| scale.place(end));
        let (number, margin) = (written(round(rating)), written(round(error)));
        let tip = format!("{}: {number} ± {margin}", it.label);
        canvas.whisker(ends, scale.place(rating), middle, &tip);
        let end = ends[1] + 6.0;
        canvas.text("ink", [end, middle + 4.0], Anchor::Start, &number);
    }
    canvas.finish()
}

/// How values change from round to round, a line for each player, with a legend in the order of the
/// lines.
///
/// ```
/// use report::{Line, line_plot};
/// let line = Line { label: "greedy".to_string(), values: vec![1.0, 1.5, 2.5] };
/// assert!(line_plot("Points", "round", &[line]).contains("<polyline "));
/// ```
#[must_use]
pub fn line_plot(title: &str, across: &str, lines: &[Line]) -> String {
    let values = lines.iter().flat_map(|line| line.values.iter().copied());
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let rounds = lines
        .iter()
        .map(|line| line.values.len())
        .max()
        .unwrap_or(0);
    let (top, bottom) = (TITLE, TITLE + HEIGHT);
    let (left, right) = (MARGIN + 56.0, WIDTH - MARGIN - 12.0);
    let height = Scale::new([low, high], [bottom, top]);
    let time = Scale::exact([1.0, rounds.max(2) as f64], [left, right]);
    let legend = bottom + AXIS + 22.0;
    let legend_rows = legend_rows(lines.iter().map(|line| line.label.as_str()), left);
    let mut canvas = Canvas::new(title, WIDTH, legend + LEGEND_ROW * legend_rows as f64);
    for (value, text) in height.ticks() {
        let place = height.place(value);
        canvas.rule([left, place], [right, place], value == 0.0);
        canvas.text("soft", [left - 6.0, place + 4.0], Anchor::End, &text);
    }
    for round in scale::whole_ticks(rounds) {
        let place = time.place(round as f64);
        let text = round.to_string();
        canvas.text("soft", [place, bottom + 18.0], Anchor::Middle, &text);
    }
    let middle = (left + right) / 2.0;
    canvas.text("soft", [middle, bottom + 34.0], Anchor::Middle, across);
    // The first line last, so that it lies on top.
    for (number, line) in lines.iter().enumerate().rev() {
        let points = line.values.iter().enumerate();
        let points: Vec<[f64; 2]> = points
            .map(|(round, &value)| [time.place(round as f64 + 1.0), height.place(value)])
            .collect();
        let last = line
            .values
            .last()
            .map_or_else(String::new, |&it| written(round(it)));
        canvas.line(&points, number, &format!("{}: {last}", line.label));
    }
    let names = lines.iter().map(|line| line.label.clone());
    draw_legend(&mut canvas, names, [left, legend], Canvas::line_swatch);
    canvas.finish()
}

/// Lines from top to bottom at round numbers, and the numbers below.
fn draw_vertical_grid(canvas: &mut Canvas, scale: &Scale, [top, bottom]: [f64; 2]) {
    for (value, text) in scale.ticks() {
        let place = scale.place(value);
        canvas.rule([place, top], [place, bottom], value == 0.0);
        canvas.text("soft", [place, bottom + 18.0], Anchor::Middle, &text);
    }
}

/// The name of what goes up above the plot, where it needs no turning of heads, and that of what
/// goes across below the middle of the plot.
fn draw_axis_names(canvas: &mut Canvas, across: &str, up: &str, [middle, bottom]: [f64; 2]) {
    let [across, up] = [across, up].map(|name| shortened_to(name, AXIS_NAME));
    canvas.text("soft", [MARGIN, NAMED_TOP - 14.0], Anchor::Start, &up);
    let half = canvas::text_width(across.chars().count()) / 2.0;
    let middle = middle.clamp(MARGIN + half, WIDTH - MARGIN - half);
    canvas.text("soft", [middle, bottom + 34.0], Anchor::Middle, &across);
}

/// Where a plot begins that has such numbers to its left.
fn beside<'text>(numbers: impl Iterator<Item = &'text str>) -> f64 {
    let longest = numbers.map(|text| text.chars().count()).max();
    MARGIN + (canvas::text_width(longest.unwrap_or(0)) + 6.0).max(OVERHANG)
}

fn draw_label(canvas: &mut Canvas, label: &str, right: f64, middle: f64) {
    let short = shortened(label);
    canvas.label([right - 8.0, middle + 4.0], &short, label);
}

/// Room for the longest of some labels, as they are shown.
fn label_width<'label>(labels: impl Iterator<Item = &'label str>) -> f64 {
    let longest = labels.map(|label| shortened(label).chars().count()).max();
    canvas::text_width(longest.unwrap_or(0)) + 8.0
}

/// A label that fits.
fn shortened(label: &str) -> String {
    shortened_to(label, LABEL)
}

/// Of a text that is too long the beginning and the end, where players of one kind differ.
fn shortened_to(text: &str, most: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= most {
        return text.to_string();
    }
    let beginning = most / 3;
    let end = characters.len() - (most - beginning - 1);
    let around = characters[..beginning].iter().chain(&['…']);
    around.chain(&characters[end..]).collect()
}

/// Where the entries of a legend stand, and in how many rows.
fn legend_places(labels: impl Iterator<Item = String>, left: f64) -> (Vec<[f64; 2]>, usize) {
    let (mut across, mut row) = (left, 0);
    let mut places = Vec::new();
    for label in labels {
        let width = 22.0 + canvas::text_width(shortened(&label).chars().count()) + 18.0;
        if across > left && across + width > WIDTH - MARGIN {
            (across, row) = (left, row + 1);
        }
        places.push([across, row as f64]);
        across += width;
    }
    (places, row + 1)
}

fn legend_rows<'label>(labels: impl Iterator<Item = &'label str>, left: f64) -> usize {
    legend_places(labels.map(str::to_string), left).1
}

fn draw_legend(
    canvas: &mut Canvas,
    labels: impl Iterator<Item = String> + Clone,
    [left, top]: [f64; 2],
    swatch: fn(&mut Canvas, [f64; 2], usize),
) {
    let (places, _) = legend_places(labels.clone(), left);
    for (number, (label, [across, row])) in labels.zip(places).enumerate() {
        let middle = top + LEGEND_ROW * row;
        swatch(canvas, [across, middle], number);
        let place = [across + 22.0, middle + 4.0];
        canvas.text("ink", place, Anchor::Start, &shortened(&label));
    }
}

/// To a tenth: more digits than a plot can show.
fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// A number as people write it, to a thousandth.
fn written(number: f64) -> String {
    without_zeros(&format!("{number:.3}"))
}

/// A number as people write it, with the digits that a step needs; with an exponent where it would
/// be too long.
fn written_to(number: f64, step: f64) -> String {
    if !number.is_finite() {
        return "?".to_string();
    }
    let magnitude = |size: f64| (size.max(f64::MIN_POSITIVE).log10() + 1e-9).floor() as i32;
    let step_magnitude = magnitude(step);
    let decimals = (-step_magnitude).max(0) as usize;
    if decimals <= 6 && number.abs() < 1e9 {
        return without_zeros(&format!("{number:.decimals$}"));
    }
    if number.abs() < step * 1e-6 {
        return "0".to_string();
    }
    let decimals = (magnitude(number.abs()) - step_magnitude).clamp(0, 9) as usize;
    let text = format!("{number:.decimals$e}");
    match text.split_once('e') {
        Some((digits, "0")) => without_zeros(digits),
        Some((digits, exponent)) => {
            format!("{}e{}", without_zeros(digits), exponent.replace('-', "−"))
        }
        None => text,
    }
}

/// Without zeros that say nothing, and with a real minus sign.
fn without_zeros(text: &str) -> String {
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    };
    match text {
        "-0" => "0".to_string(),
        _ => text.replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_they_need() {
        assert_eq!(written(-0.0001), "0");
        assert_eq!(written(-2.5), "−2.5");
        for (number, step, text) in [
            (100.0, 1.0, "100"),
            (100.0, 50.0, "100"),
            (-0.55, 0.01, "−0.55"),
            (0.1 + 0.2, 0.1, "0.3"),
            (-1e-17, 0.1, "0"),
            (0.0, 1e-9, "0"),
            (-2.5e-8, 1e-9, "−2.5e−8"),
            (2e12, 1e12, "2e12"),
            (1.0, 0.0, "1"),
            (f64::NAN, 0.1, "?"),
        ] {
            assert_eq!(written_to(number, step), text, "{number} {step}");
        }
    }

    #[test]
    fn long_texts_keep_both_ends() {
        assert_eq!(shortened_to("abcdefghij", 10), "abcdefghij");
        assert_eq!(shortened_to("abcdefghij", 6), "ab…hij");
    }
}

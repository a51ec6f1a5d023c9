//! Trees as SVG, drawn without other programs.

use crate::drawing::{Content, Shape, colour};
use crate::layout::centres;
use crate::view::{Kind, Source, TreeView};
use crate::xml::escaped;
use std::fmt::Write;

const MARGIN: i64 = 16;
const FONT_SIZE: i64 = 12;
const LINE_HEIGHT: i64 = 16;
/// Between two shapes side by side.
const GAP: i64 = 12;
/// Between two levels.
const LEVEL_GAP: i64 = 36;
/// For the names of the levels.
const LEVEL_NAMES: i64 = 64;

/// No shape is narrower.
const LEAST_WIDTH: i64 = 40;

/// Where a shape is, and how large.
struct Extent {
    centre: i64,
    middle: i64,
    width: i64,
    height: i64,
    /// Where its level ends.
    level_bottom: i64,
}

impl TreeView {
    /// The tree as a picture that stands by itself, with every detail of a node as its tooltip.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let shapes = self.shapes();
        let (heading, legend) = (self.heading(), self.legend());
        let top = MARGIN + heading.len() as i64 * LINE_HEIGHT + LEVEL_GAP / 2;
        let (extents, middles, bottom) = arrange(&shapes, top);
        let right = extents.iter().map(|it| it.centre + it.width / 2).max();
        let texts = heading.iter().chain(&legend);
        let text_width = texts.map(|text| text_width(text)).max().unwrap_or(0);
        let width = right.unwrap_or(0).max(MARGIN + text_width) + MARGIN;
        let legend_top = bottom + LEVEL_GAP / 2;
        let height = legend_top + legend.len() as i64 * LINE_HEIGHT + MARGIN;

        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"{FONT_SIZE}\" \
             fill=\"{}\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            colour::INK,
            escaped(&heading[0]),
            colour::PAPER,
        );
        for (first_line, texts) in [(MARGIN, &heading[..]), (legend_top, &legend[..])] {
            for (number, text) in texts.iter().enumerate() {
                let baseline = first_line + number as i64 * LINE_HEIGHT + FONT_SIZE;
                let text = escaped(text);
                let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{baseline}\">{text}</text>");
            }
        }
        for (level, middle) in middles.iter().enumerate() {
            let baseline = middle + FONT_SIZE / 3;
            let name = if level % 2 == 0 { "MAX" } else { "MIN" };
            let _ = writeln!(
                svg,
                "<text x=\"{MARGIN}\" y=\"{baseline}\" fill=\"{}\">{level} {name}</text>",
                colour::GREY
            );
        }
        self.draw_edges(&mut svg, &shapes, &extents);
        for (shape, extent) in shapes.iter().zip(&extents) {
            self.draw_shape(&mut svg, shape, extent);
        }
        svg += "</svg>\n";
        svg
    }

    fn draw_edges(&self, svg: &mut String, shapes: &[Shape<'_>], extents: &[Extent]) {
        // The chosen line last, so that it lies on top.
        for chosen in [false, true] {
            for (shape, extent) in shapes.iter().zip(extents) {
                let Some(above) = shape.parent.map(|parent| &extents[parent]) else {
                    continue;
                };
                if shape.is_on_chosen_line() != chosen {
                    continue;
                }
                let look = match shape.content {
                    Content::Node(node) if node.chosen_line => {
                        format!("stroke=\"{}\" stroke-width=\"2.5\"", colour::CHOSEN)
                    }
                    Content::Node(_) => format!("stroke=\"{}\"", colour::INK),
                    Content::Unsearched | Content::Hidden => {
                        format!("stroke=\"{}\" stroke-dasharray=\"4 3\"", colour::GREY)
                    }
                };
                // Straight down first, so that it does not run into a higher neighbour.
                let _ = writeln!(
                    svg,
                    "<path d=\"M{} {}V{}L{} {}\" fill=\"none\" {look}/>",
                    above.centre,
                    above.middle + above.height / 2,
                    above.level_bottom,
                    extent.centre,
                    extent.middle - extent.height / 2,
                );
            }
        }
    }

    fn draw_shape(&self, svg: &mut String, shape: &Shape<'_>, extent: &Extent) {
        let (outline, ink, details) = match shape.content {
            Content::Node(node) => {
                let dashes = match node.reason {
                    Source::Unrecorded => " stroke-dasharray=\"4 3\"",
                    _ => "",
                };
                let look = if node.chosen_line {
                    let (stroke, fill) = (colour::CHOSEN, colour::CHOSEN_FILL);
                    format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2.5\"{dashes}")
                } else {
                    format!("fill=\"{}\" stroke=\"{}\"", colour::PAPER, colour::INK)
                };
                let outline = match node.kind {
                    Kind::Max => rectangle(extent, 0, &look),
                    Kind::Min => ellipse(extent, &look),
                };
                (outline, colour::INK, self.details(node))
            }
            Content::Unsearched | Content::Hidden => {
                let dashes = match shape.content {
                    Content::Hidden => " stroke-dasharray=\"4 3\"",
                    _ => "",
                };
                let (stroke, fill) = (colour::GREY, colour::GREY_FILL);
                let look = format!("fill=\"{fill}\" stroke=\"{stroke}\"{dashes}");
                (rectangle(extent, 6, &look), stroke, shape.lines.join("\n"))
            }
        };
        let _ = writeln!(
            svg,
            "<g id=\"{}\"><title>{}</title>{outline}",
            shape.id,
            escaped(&details)
        );
        let first = extent.middle - (shape.lines.len() as i64 - 1) * LINE_HEIGHT / 2;
        for (number, line) in shape.lines.iter().enumerate() {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                extent.centre,
                first + number as i64 * LINE_HEIGHT + FONT_SIZE / 3,
                escaped(line)
            );
        }
        *svg += "</g>\n";
    }
}

/// The shapes in rows, one for each level, from `top` down and hanging from one line; with the
/// middle of each row, and where the last one ends.
fn arrange(shapes: &[Shape<'_>], top: i64) -> (Vec<Extent>, Vec<i64>, i64) {
    let sizes: Vec<(i64, i64)> = shapes.iter().map(size).collect();
    let parents: Vec<Option<usize>> = shapes.iter().map(|shape| shape.parent).collect();
    let widths: Vec<i64> = sizes.iter().map(|&(width, _)| width).collect();
    let mut heights: Vec<i64> = Vec::new();
    for (shape, &(_, height)) in shapes.iter().zip(&sizes) {
        let level = shape.ply as usize;
        heights.resize(heights.len().max(level + 1), 0);
        heights[level] = heights[level].max(height);
    }
    let mut level_tops = Vec::new();
    let mut next_top = top;
    for height in &heights {
        level_tops.push(next_top);
        next_top += height + LEVEL_GAP;
    }
    let extents = shapes
        .iter()
        .zip(&sizes)
        .zip(centres(&parents, &widths, GAP))
        .map(|((shape, &(width, height)), centre)| {
            let level = shape.ply as usize;
            Extent {
                centre: MARGIN + LEVEL_NAMES + centre,
                middle: level_tops[level] + height / 2,
                width,
                height,
                level_bottom: level_tops[level] + heights[level],
            }
        })
        .collect();
    let levels = level_tops.iter().zip(&heights);
    let middles = levels.map(|(top, height)| top + height / 2).collect();
    (extents, middles, (next_top - LEVEL_GAP).max(top))
}

/// Width and height, both even.
fn size(shape: &Shape<'_>) -> (i64, i64) {
    let width = shape.lines.iter().map(|line| text_width(line)).max();
    let (width, height) = (
        width.unwrap_or(0) + FONT_SIZE,
        shape.lines.len() as i64 * LINE_HEIGHT + FONT_SIZE / 2,
    );
    let is_ellipse = matches!(shape.content, Content::Node(node) if node.kind == Kind::Min);
    let (width, height) = if is_ellipse {
        // The ellipse around a rectangle is larger by the square root of two; the corners of a
        // centred text are not all used.
        (width * 13 / 10, height * 13 / 10)
    } else {
        (width, height)
    };
    let width = width.max(LEAST_WIDTH);
    (width + width % 2, height + height % 2)
}

/// Characters of monospaced fonts are six tenths as wide as the font is high.
fn text_width(text: &str) -> i64 {
    (text.chars().count() as i64 * FONT_SIZE * 6 + 9) / 10
}

fn rectangle(extent: &Extent, radius: i64, look: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\" {look}/>",
        extent.centre - extent.width / 2,
        extent.middle - extent.height / 2,
        extent.width,
        extent.height
    )
}

fn ellipse(extent: &Extent, look: &str) -> String {
    format!(
        "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" {look}/>",
        extent.centre,
        extent.middle,
        extent.width / 2,
        extent.height / 2
    )
}

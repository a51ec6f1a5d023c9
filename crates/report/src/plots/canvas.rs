//! A picture in the making: shapes with a look, and nothing of what they stand for.

use super::escaped;
use std::fmt::Write;

/// The colours of lines; further lines have the same with dashes. Grey is for what counts less.
const LINE_HUES: [usize; 7] = [0, 1, 3, 4, 5, 6, 7];
const HUES: usize = 8;

/// Colours that people with any kind of colour vision tell apart, most of them chosen by
/// Okabe and Ito.
const STYLE: &str = "\
.plot{font:12px ui-monospace,monospace}\
.plot .paper{fill:#fff}.plot .ink{fill:#222}.plot .soft{fill:#5f5f5f}\
.plot .rule{stroke:#e0e0e0}.plot .zero{stroke:#8a8a8a}.plot .whisker{stroke:#222;fill:#0072b2}\
.plot .f0{fill:#0072b2}.plot .f1{fill:#e69f00}.plot .f2{fill:#999}.plot .f3{fill:#009e73}\
.plot .f4{fill:#d55e00}.plot .f5{fill:#cc79a7}.plot .f6{fill:#56b4e9}.plot .f7{fill:#8c6d00}\
.plot .s0{stroke:#0072b2}.plot .s1{stroke:#e69f00}.plot .s2{stroke:#999}.plot .s3{stroke:#009e73}\
.plot .s4{stroke:#d55e00}.plot .s5{stroke:#cc79a7}.plot .s6{stroke:#56b4e9}.plot .s7{stroke:#8c6d00}\
.plot .line{fill:none;stroke-width:2;stroke-linejoin:round}.plot .dashed{stroke-dasharray:6 4}.plot .dotted{stroke-dasharray:2 3}\
.plot .band{fill-opacity:.18}.plot .heat{fill:#08427a;shape-rendering:crispEdges}\
.plot .gap{fill:none;stroke:#bbb;stroke-width:.7;pointer-events:all}\
.plot .mark{fill:none;stroke:#d55e00;stroke-width:2.5;pointer-events:none}\
@media (prefers-color-scheme:dark){.plot .paper{fill:#16191d}.plot .ink{fill:#e6e6e6}\
.plot .soft{fill:#a8a8a8}.plot .rule{stroke:#30353b}.plot .zero{stroke:#7d7d7d}\
.plot .whisker{stroke:#e6e6e6;fill:#56b4e9}.plot .heat{fill:#a5dbff}.plot .gap{stroke:#4a5058}}";

/// Which end of a text stands at its place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug)]
pub(super) struct Canvas {
    svg: String,
}

/// Characters of monospaced fonts are six tenths as wide as the font is high.
pub(super) fn text_width(characters: usize) -> f64 {
    characters as f64 * 7.2
}

/// A length to a tenth, which is finer than anybody sees.
fn short(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_string()
}

impl Canvas {
    pub(super) fn new(title: &str, width: f64, height: f64) -> Canvas {
        let (width, height, title) = (short(width), short(height), escaped(title));
        // A width of its own only where nothing else is said: in a page it fits the page.
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n\
             <text class=\"ink\" x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
        );
        Canvas { svg }
    }

    pub(super) fn finish(mut self) -> String {
        self.svg += "</svg>\n";
        self.svg
    }

    fn write(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    pub(super) fn text(&mut self, look: &str, [x, y]: [f64; 2], anchor: Anchor, text: &str) {
        let (x, y, text) = (short(x), short(y), escaped(text));
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.write(format_args!(
            "<text class=\"{look}\" x=\"{x}\" y=\"{y}\"{anchor}>{text}</text>"
        ));
    }

    /// A text that ends at its place, with a longer one as its tooltip.
    pub(super) fn label(&mut self, [x, y]: [f64; 2], text: &str, whole: &str) {
        let (x, y, text, whole) = (short(x), short(y), escaped(text), escaped(whole));
        self.write(format_args!(
            "<text class=\"ink\" x=\"{x}\" y=\"{y}\" text-anchor=\"end\"><title>{whole}</title>{text}</text>"
        ));
    }

    /// A line of the grid, stronger where it is that of 0.
    pub(super) fn rule(&mut self, from: [f64; 2], to: [f64; 2], is_zero: bool) {
        let [x1, y1, x2, y2] = [from[0], from[1], to[0], to[1]].map(short);
        let look = if is_zero { "zero" } else { "rule" };
        self.write(format_args!(
            "<line class=\"{look}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        ));
    }

    pub(super) fn bar(
        &mut self,
        [left, right]: [f64; 2],
        middle: f64,
        height: f64,
        hue: usize,
        tip: &str,
    ) {
        let [x, y, width, height] = [left, middle - height / 2.0, right - left, height].map(short);
        let (hue, tip) = (hue % HUES, escaped(tip));
        self.write(format_args!(
            "<rect class=\"f{hue}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\
             <title>{tip}</title></rect>"
        ));
    }

    /// A dot, and a line with ends across it.
    pub(super) fn whisker(&mut self, ends: [f64; 2], dot: f64, middle: f64, tip: &str) {
        let [left, right, dot, middle, top, bottom] =
            [ends[0], ends[1], dot, middle, middle - 4.0, middle + 4.0].map(short);
        let tip = escaped(tip);
        self.write(format_args!(
            "<g class=\"whisker\"><title>{tip}</title>\
             <path d=\"M{left} {middle}H{right}M{left} {top}V{bottom}M{right} {top}V{bottom}\"/>\
             <circle cx=\"{dot}\" cy=\"{middle}\" r=\"4\" stroke=\"none\"/></g>"
        ));
    }

    /// The area between low and high ends, each with its place across.
    pub(super) fn band(&mut self, ends: &[(f64, [f64; 2])], number: usize) {
        let (hue, _) = line_look(number);
        let low = ends.iter().map(|&(x, [low, _])| [x, low]);
        let high = ends.iter().rev().map(|&(x, [_, high])| [x, high]);
        let path = pairs(low.chain(high));
        self.write(format_args!(
            "<polygon class=\"band f{hue}\" points=\"{path}\"/>"
        ));
    }

    pub(super) fn line(&mut self, points: &[[f64; 2]], number: usize, tip: &str) {
        let (hue, look) = line_look(number);
        let tip = escaped(tip);
        let path = pairs(points.iter().copied());
        self.write(format_args!("<g><title>{tip}</title>"));
        self.write(format_args!(
            "<polyline class=\"{look}\" points=\"{path}\"/>"
        ));
        // One round alone is a point, which no line shows.
        if let Some(&[x, y]) = points.last() {
            let (x, y) = (short(x), short(y));
            self.write(format_args!(
                "<circle class=\"f{hue}\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\"/>"
            ));
        }
        self.write(format_args!("</g>"));
    }

    /// Cells of one look, by their upper left corners: as strong as some per cent of ink, or crossed
    /// where there is nothing to show. An empty tip is none.
    pub(super) fn cells(
        &mut self,
        corners: &[[f64; 2]],
        [width, height]: [f64; 2],
        per_cent: Option<u8>,
        tip: &str,
    ) {
        let look = match per_cent {
            Some(ink) => {
                let opacity = f64::from(ink) / 100.0;
                format!("class=\"heat\" fill-opacity=\"{opacity}\"")
            }
            None => "class=\"gap\"".to_string(),
        };
        let [width, height] = [width, height].map(short);
        let mut path = String::new();
        for corner in corners {
            let [x, y] = corner.map(short);
            path += &format!("M{x} {y}h{width}v{height}h-{width}z");
            if per_cent.is_none() {
                path += &format!("l{width} {height}");
            }
        }
        let tip = match tip {
            "" => String::new(),
            tip => format!("<title>{}</title>", escaped(tip)),
        };
        self.write(format_args!("<path {look} d=\"{path}\">{tip}</path>"));
    }

    /// A frame around what is in its middle.
    pub(super) fn mark(&mut self, middle: [f64; 2], [width, height]: [f64; 2]) {
        let corner = [middle[0] - width / 2.0, middle[1] - height / 2.0];
        let [x, y, width, height] = [corner[0], corner[1], width, height].map(short);
        self.write(format_args!(
            "<rect class=\"mark\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    /// A piece of a bar, for a legend.
    pub(super) fn bar_swatch(&mut self, [x, y]: [f64; 2], hue: usize) {
        let [x, y] = [x, y - 5.0].map(short);
        let hue = hue % HUES;
        self.write(format_args!(
            "<rect class=\"f{hue}\" x=\"{x}\" y=\"{y}\" width=\"16\" height=\"10\"/>"
        ));
    }

    /// A piece of a line, for a legend.
    pub(super) fn line_swatch(&mut self, [x, y]: [f64; 2], number: usize) {
        let (_, look) = line_look(number);
        let [left, right, y] = [x, x + 16.0, y].map(short);
        self.write(format_args!(
            "<path class=\"{look}\" d=\"M{left} {y}H{right}\"/>"
        ));
    }
}

/// Points as lines and areas have them.
fn pairs(points: impl Iterator<Item = [f64; 2]>) -> String {
    let pairs = points.map(|[x, y]| format!("{},{}", short(x), short(y)));
    pairs.collect::<Vec<String>>().join(" ")
}

/// The colour of a line, and its look in all.
fn line_look(number: usize) -> (usize, String) {
    let hue = LINE_HUES[number % LINE_HUES.len()];
    let dashes = match number / LINE_HUES.len() {
        0 => "",
        round if round % 2 == 1 => " dashed",
        _ => " dotted",
    };
    (hue, format!("line s{hue}{dashes}"))
}

//! Trees as Graphviz DOT.

use crate::drawing::{Content, colour};
use crate::view::{Kind, Source, TreeView};
use std::fmt::Write;

impl TreeView {
    /// The tree as a graph for Graphviz: `dot -Tsvg`.
    ///
    /// Nodes are called `n0`, `n1`, … by their places in [`TreeView::nodes`]; grey ones after the
    /// node above them: `n3_cut`, `n3_symmetric`, `n3_dropped`, `n3_hidden`.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut text = String::new();
        for line in self.heading().iter().chain(&self.legend()) {
            // A line break would end the comment.
            let line = line.replace(['\n', '\r'], " ");
            text += &format!("// {line}\n");
        }
        let caption: Vec<String> = self.heading().into_iter().chain(self.legend()).collect();
        let _ = write!(
            text,
            "digraph tree {{\n  \
             graph [charset=\"UTF-8\", ordering=out, fontname=\"sans-serif\", fontsize=11, \
             bgcolor=\"{paper}\", labelloc=b, label={caption}];\n  \
             node [fontname=\"sans-serif\", fontsize=11, color=\"{ink}\", fontcolor=\"{ink}\", \
             fillcolor=\"{paper}\"];\n  \
             edge [color=\"{ink}\", arrowhead=none];\n",
            caption = quoted(&caption),
            ink = colour::INK,
            paper = colour::PAPER,
        );
        let shapes = self.shapes();
        for shape in &shapes {
            let id = &shape.id;
            let look = match shape.content {
                Content::Node(node) => {
                    let outline = match node.kind {
                        Kind::Max => "box",
                        Kind::Min => "ellipse",
                    };
                    format!(
                        "shape={outline}{}",
                        chosen_look(node.chosen_line, node.reason)
                    )
                }
                Content::Unsearched => grey_look("filled"),
                Content::Hidden => grey_look("filled,dashed"),
            };
            let _ = writeln!(text, "  {id} [label={}, {look}];", quoted(&shape.lines));
            let Some(parent) = shape.parent else {
                continue;
            };
            let edge = match shape.content {
                Content::Node(node) if node.chosen_line => {
                    format!(" [color=\"{}\", penwidth=2.5]", colour::CHOSEN)
                }
                Content::Node(_) => String::new(),
                Content::Unsearched | Content::Hidden => {
                    format!(" [color=\"{}\", style=dashed]", colour::GREY)
                }
            };
            let _ = writeln!(text, "  {} -> {id}{edge};", shapes[parent].id);
        }
        text += "}\n";
        text
    }
}

fn chosen_look(chosen_line: bool, reason: Source) -> String {
    if !chosen_line {
        return String::new();
    }
    let style = match reason {
        Source::Unrecorded => "filled,dashed",
        _ => "filled",
    };
    format!(
        ", style=\"{style}\", color=\"{}\", fillcolor=\"{}\", penwidth=2.5",
        colour::CHOSEN,
        colour::CHOSEN_FILL
    )
}

fn grey_look(style: &str) -> String {
    format!(
        "shape=box, style=\"rounded,{style}\", color=\"{grey}\", fontcolor=\"{grey}\", \
         fillcolor=\"{}\"",
        colour::GREY_FILL,
        grey = colour::GREY,
    )
}

/// Lines of text as one quoted label. Backslashes would begin escapes and ampersands entities.
fn quoted(lines: &[String]) -> String {
    let mut label = String::from("\"");
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            label += "\\n";
        }
        for character in line.chars() {
            match character {
                '"' => label += "\\\"",
                '\\' => label += "\\\\",
                '&' => label += "&amp;",
                character if character.is_control() => label.push(' '),
                character => label.push(character),
            }
        }
    }
    label.push('"');
    label
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_hide_nothing_from_the_reader_and_nothing_in_the_file() {
        let lines = [r#"a"b\N"#.to_string(), "<b>&lt;\n".to_string()];
        assert_eq!(quoted(&lines), r#""a\"b\\N\n<b>&amp;lt; ""#);
    }
}

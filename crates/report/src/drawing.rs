//! What the drawings have in common: their shapes in order, and all their words.

use crate::view::{Bound, Kind, Source, TreeView, ViewNode};

/// Something to draw: a node, or a grey note below one.
#[derive(Debug)]
pub(crate) struct Shape<'view> {
    /// Its name in the drawing.
    pub(crate) id: String,
    /// The place of the shape above it.
    pub(crate) parent: Option<usize>,
    pub(crate) ply: u32,
    /// The text in it.
    pub(crate) lines: Vec<String>,
    pub(crate) content: Content<'view>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Content<'view> {
    Node(&'view ViewNode),
    /// Moves that were not searched.
    Unsearched,
    /// Nodes that were visited and are not shown.
    Hidden,
}

impl Shape<'_> {
    pub(crate) fn is_on_chosen_line(&self) -> bool {
        matches!(self.content, Content::Node(node) if node.chosen_line)
    }
}

impl TreeView {
    /// The nodes and behind them the notes, so that every shape is behind its parent, and notes are
    /// right of nodes.
    pub(crate) fn shapes(&self) -> Vec<Shape<'_>> {
        let nodes = self.nodes.iter().map(|node| Shape {
            id: format!("n{}", node.id),
            parent: node.parent,
            ply: node.ply,
            lines: self.lines(node),
            content: Content::Node(node),
        });
        let notes = self.nodes.iter().flat_map(|node| {
            let hidden = format!("… {}", counted(node.hidden, "node"));
            let unsearched = |kind: &'static str, count: u32| {
                let text = format!("{kind}: {count}");
                (kind, u64::from(count), text, Content::Unsearched)
            };
            [
                ("hidden", node.hidden, hidden, Content::Hidden),
                unsearched("cut", node.cut),
                unsearched("symmetric", node.mirrored),
                unsearched("dropped", node.dropped),
            ]
            .into_iter()
            .filter(|&(_, count, _, _)| count > 0)
            .map(|(kind, _, text, content)| Shape {
                id: format!("n{}_{kind}", node.id),
                parent: Some(node.id),
                ply: node.ply + 1,
                lines: vec![text],
                content,
            })
        });
        nodes.chain(notes).collect()
    }

    /// What the drawing is of.
    pub(crate) fn heading(&self) -> [String; 2] {
        [
            format!("{} {}", self.game, self.position),
            format!(
                "{} visited, {} of them shown",
                counted(self.visited, "node"),
                self.shown
            ),
        ]
    }

    /// What shapes, colours and marks mean.
    pub(crate) fn legend(&self) -> [String; 3] {
        [
            format!(
                "box: MAX, {}; ellipse: MIN, {}; values are those for {}",
                self.max, self.min, self.max
            ),
            "blue: the chosen line, dashed where it was not recorded; grey: moves not searched; \
             grey and dashed: nodes not shown"
                .to_string(),
            "= end of the game; ~ estimate at the depth limit; T from the table; ≥ ≤ only a bound; \
             [ ] alpha-beta window"
                .to_string(),
        ]
    }

    fn lines(&self, node: &ViewNode) -> Vec<String> {
        let first = match &node.chosen {
            Some(chosen) => chosen.clone(),
            None => format!("{} to move", self.max),
        };
        let mark = match node.reason {
            Source::Finished => " =",
            Source::Horizon => " ~",
            Source::Table => " T",
            Source::Children | Source::Unrecorded => "",
        };
        let mut lines = vec![first, format!("{}{mark}", value_with_bound(node))];
        lines.extend(node.window.as_ref().map(window_text));
        lines
    }

    /// Everything about a node in words, line by line.
    pub(crate) fn details(&self, node: &ViewNode) -> String {
        let mut moves = Vec::new();
        let mut above = Some(node);
        while let Some(node) = above {
            moves.extend(node.chosen.as_deref());
            above = node.parent.map(|parent| &self.nodes[parent]);
        }
        moves.reverse();
        let (kind, side) = match node.kind {
            Kind::Max => ("MAX", &self.max),
            Kind::Min => ("MIN", &self.min),
        };
        let mut details = vec![
            if moves.is_empty() {
                "root".to_string()
            } else {
                moves.join(" ")
            },
            format!("level {}, {kind}: {side} to move", node.ply),
            format!("value {}", value_with_bound(node)),
        ];
        details.extend(
            node.window
                .as_ref()
                .map(|window| format!("window {}", window_text(window))),
        );
        details.extend(match node.reason {
            Source::Finished => Some("end of the game".to_string()),
            Source::Horizon => Some("estimate at the depth limit".to_string()),
            Source::Table => Some("from the table".to_string()),
            Source::Unrecorded => Some("not recorded".to_string()),
            Source::Children => None,
        });
        for (count, what) in [
            (u64::from(node.cut), "moves cut"),
            (u64::from(node.mirrored), "symmetric moves left out"),
            (u64::from(node.dropped), "moves dropped"),
            (node.hidden, "nodes below not shown"),
        ] {
            if count > 0 {
                details.push(format!("{what}: {count}"));
            }
        }
        if node.chosen_line {
            details.push("on the chosen line".to_string());
        }
        details.join("\n")
    }
}

fn value_with_bound(node: &ViewNode) -> String {
    let sign = match node.bound {
        Bound::Exact => "",
        Bound::AtLeast => "≥ ",
        Bound::AtMost => "≤ ",
    };
    format!("{sign}{}", node.value)
}

fn window_text([low, high]: &[String; 2]) -> String {
    format!("[{low}, {high}]")
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Colours that people with any kind of colour vision tell apart, light and dark enough in print.
pub(crate) mod colour {
    pub(crate) const INK: &str = "#222222";
    pub(crate) const PAPER: &str = "#ffffff";
    pub(crate) const CHOSEN: &str = "#0072b2";
    pub(crate) const CHOSEN_FILL: &str = "#d6eaf8";
    pub(crate) const GREY: &str = "#5f5f5f";
    pub(crate) const GREY_FILL: &str = "#eeeeee";
}

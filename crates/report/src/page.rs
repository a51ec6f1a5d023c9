//! A page that needs nothing but itself: about a tournament, a tuning, or the reports run again.

use crate::xml::escaped;
use std::fmt::Write;

/// A page: facts, then sections one below the other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// What to know first: names and texts.
    pub facts: Vec<(String, String)>,
    /// What follows.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Section {
    /// Rows under headings. The second column has names, all others numbers.
    Table {
        /// What it is about.
        heading: String,
        /// Of the columns.
        columns: Vec<String>,
        /// As many texts in each as there are columns.
        rows: Vec<Vec<String>>,
        /// Sentences below it.
        remarks: Vec<String>,
    },
    /// Rows under headings, of which the first column names what the others are about. A name that is the anchor
    /// of a heading is a link to it.
    Comparison {
        /// What it is about.
        heading: String,
        /// Of the columns.
        columns: Vec<String>,
        /// As many texts in each as there are columns.
        rows: Vec<Vec<String>>,
        /// Sentences below it.
        remarks: Vec<String>,
    },
    /// Sentences beside each other, under headings.
    Prose {
        /// Of the columns.
        columns: Vec<String>,
        /// As many texts in each as there are columns.
        rows: Vec<Vec<String>>,
    },
    /// What the next sections are about.
    Heading {
        /// 2 or 3; 1 is the page's own.
        level: u8,
        /// The heading.
        text: String,
        /// What links name it by.
        anchor: Option<String>,
    },
    /// Names and texts.
    Facts(Vec<(String, String)>),
    /// A picture as this crate draws it; it has its own title.
    Plot(String),
}

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ink:#222;--soft:#5f5f5f;--rule:#e0e0e0}\
@media (prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#e6e6e6;--soft:#a8a8a8;--rule:#30353b}}\
body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--paper);color:var(--ink);\
font:16px/1.45 system-ui,sans-serif}\
h1{font-size:1.6rem;overflow-wrap:anywhere}h2{font-size:1.2rem;margin-top:2rem}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:var(--soft)}\
dd{margin:0;overflow-wrap:anywhere}.wide{overflow-x:auto}\
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\
th,td{padding:.25rem .6rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}\
th{color:var(--soft);font-weight:600}th:nth-child(2),td:nth-child(2){text-align:left}\
td:nth-child(2){font-family:ui-monospace,monospace}\
.comparison :is(th,td):first-child{text-align:left}.comparison :is(th,td):nth-child(2){text-align:right;font-family:inherit}\
.prose :is(th,td){text-align:left;white-space:normal;vertical-align:top;font-family:inherit!important}\
.prose td:last-child{font-weight:600;white-space:nowrap}h3{font-size:1.05rem;margin-top:2rem}h4{margin:1.2rem 0 .3rem}\
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--rule:#bbb}body{max-width:none;padding:0;font-size:10pt}\
.wide{overflow:visible}table{font-size:7.5pt}th,td{padding:.1rem .3rem}thead{display:table-header-group}tr,svg.plot{break-inside:avoid}h2,h3,h4{break-after:avoid}}\
a{color:inherit}svg.plot{display:block;width:100%;max-width:720px;height:auto;margin:1.5rem 0}";

impl Page {
    /// The page as HTML, with everything it shows in it and no script.
    ///
    /// ```
    /// let page = report::Page { title: "Bricks & more".to_string(), ..Default::default() };
    /// assert!(page.to_html().contains("<h1>Bricks &amp; more</h1>"));
    /// ```
    #[must_use]
    pub fn to_html(&self) -> String {
        let title = escaped(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        write_facts(&mut html, &self.facts);
        let anchors = self.anchors();
        for section in &self.sections {
            match section {
                Section::Plot(svg) => html += svg,
                Section::Table {
                    heading,
                    columns,
                    rows,
                    remarks,
                } => {
                    let _ = writeln!(html, "<h2>{}</h2>", escaped(heading));
                    write_table(&mut html, "wide", columns, rows, &[]);
                    write_remarks(&mut html, remarks);
                }
                Section::Comparison {
                    heading,
                    columns,
                    rows,
                    remarks,
                } => {
                    let _ = writeln!(html, "<h4>{}</h4>", escaped(heading));
                    write_table(&mut html, "wide comparison", columns, rows, &anchors);
                    write_remarks(&mut html, remarks);
                }
                Section::Prose { columns, rows } => {
                    write_table(&mut html, "wide prose", columns, rows, &[]);
                }
                Section::Heading {
                    level,
                    text,
                    anchor,
                } => {
                    let anchor = anchor
                        .as_ref()
                        .map_or_else(String::new, |it| format!(" id=\"{}\"", escaped(it)));
                    let _ = writeln!(html, "<h{level}{anchor}>{}</h{level}>", escaped(text));
                }
                Section::Facts(facts) => write_facts(&mut html, facts),
            }
        }
        html += "</body>\n</html>\n";
        html
    }

    /// What links can name.
    fn anchors(&self) -> Vec<&str> {
        let anchors = self.sections.iter().filter_map(|section| match section {
            Section::Heading { anchor, .. } => anchor.as_deref(),
            _ => None,
        });
        anchors.collect()
    }
}

fn write_facts(html: &mut String, facts: &[(String, String)]) {
    *html += "<dl>\n";
    for (name, text) in facts {
        let (name, text) = (escaped(name), escaped(text));
        // Writing into a string cannot fail.
        let _ = writeln!(html, "<dt>{name}</dt><dd>{text}</dd>");
    }
    *html += "</dl>\n";
}

fn write_table(
    html: &mut String,
    class: &str,
    columns: &[String],
    rows: &[Vec<String>],
    anchors: &[&str],
) {
    let _ = write!(html, "<div class=\"{class}\">\n<table>\n<thead>");
    write_row(html, "th", columns, &[]);
    *html += "</thead>\n<tbody>\n";
    for row in rows {
        write_row(html, "td", row, anchors);
        html.push('\n');
    }
    *html += "</tbody>\n</table>\n</div>\n";
}

fn write_remarks(html: &mut String, remarks: &[String]) {
    for remark in remarks {
        let _ = writeln!(html, "<p>{}</p>", escaped(remark));
    }
}

/// The first text is a link if it is one of the anchors.
fn write_row(html: &mut String, cell: &str, texts: &[String], anchors: &[&str]) {
    *html += "<tr>";
    for (place, text) in texts.iter().enumerate() {
        let is_link = place == 0 && anchors.contains(&text.as_str());
        let text = escaped(text);
        let _ = match is_link {
            true => write!(html, "<{cell}><a href=\"#{text}\">{text}</a></{cell}>"),
            false => write!(html, "<{cell}>{text}</{cell}>"),
        };
    }
    *html += "</tr>";
}

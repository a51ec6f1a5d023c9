//! Plots and pages, drawn exactly as the files in `expected/` say. After an intended change, run the
//! tests with `UPDATE_EXPECTED=1` and look at what changed.

mod support;

use report::{Bar, Line, Page, Rated, Section, bar_plot, line_plot, rating_plot};
use roxmltree::Document;
use support::compare;

const PLAYERS: [&str; 4] = [
    "alphabeta:depth=4",
    "greedy:weights=1/0/1/1/0,ties=random,seed=123456789",
    "exec:\"./my <player> & co\"",
    "random",
];

fn bars(parts: [&[f64]; 4]) -> Vec<Bar> {
    let rows = PLAYERS.iter().zip(parts);
    rows.map(|(player, parts)| Bar {
        label: player.to_string(),
        parts: parts.to_vec(),
    })
    .collect()
}

fn points() -> String {
    bar_plot(
        "Points",
        &["points"],
        &bars([&[12.5], &[3.25], &[0.0], &[-4.125]]),
    )
}

fn wins() -> String {
    let parts = ["won as first", "won as second", "drawn"];
    let bars = bars([
        &[6.0, 4.0, 2.0],
        &[5.0, 0.0, 1.0],
        &[0.0, 0.0, 0.0],
        &[1.0, 1.0, 0.0],
    ]);
    bar_plot("Wins", &parts, &bars)
}

fn ratings() -> String {
    let rows = PLAYERS
        .iter()
        .zip([(680.44, 437.7), (20.0, 12.0), (0.0, 0.0), (-752.4, 583.8)]);
    let rated: Vec<Rated> = rows
        .map(|(player, (rating, error))| Rated {
            label: player.to_string(),
            rating,
            error,
        })
        .collect();
    rating_plot("Ratings", &rated)
}

fn rounds() -> String {
    let values = [
        [1.0, 2.5, 4.5],
        [2.0, 2.0, 3.0],
        [0.0, 0.5, 0.5],
        [0.0, -1.0, -2.0],
    ];
    let rows = PLAYERS.iter().zip(values);
    let lines: Vec<Line> = rows
        .map(|(player, values)| Line {
            label: player.to_string(),
            values: values.to_vec(),
        })
        .collect();
    line_plot("Points after each round", "round", &lines)
}

/// All texts of a document, tooltips included.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("it is XML");
    let texts = document.descendants().filter(|node| node.is_text());
    texts
        .filter_map(|node| node.text().map(str::to_string))
        .collect()
}

#[test]
fn plots_are_what_they_were() {
    for (name, svg) in [
        ("points", points()),
        ("wins", wins()),
        ("ratings", ratings()),
        ("rounds", rounds()),
    ] {
        compare(&format!("plot-{name}.svg"), &svg);
        let texts = texts(&svg);
        let whole = texts.iter().any(|text| text.contains(PLAYERS[2]));
        assert!(whole, "{name}: names are escaped, and come back: {texts:?}");
    }
}

#[test]
fn nothing_to_show_is_still_a_picture() {
    for svg in [
        bar_plot("none", &[], &[]),
        bar_plot("<&>", &["a", "b"], &bars([&[], &[], &[], &[]])),
        rating_plot("none", &[]),
        line_plot("none", "", &[]),
        rating_plot(
            "odd",
            &[Rated {
                label: "\u{1}\u{fffe}".to_string(),
                rating: f64::NAN,
                error: f64::INFINITY,
            }],
        ),
    ] {
        let document = Document::parse(&svg).expect("it is XML");
        assert_eq!(document.root_element().tag_name().name(), "svg");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

#[test]
fn more_lines_than_colours_can_be_told_apart() {
    let lines: Vec<Line> = (0..10)
        .map(|number| Line {
            label: format!("player {number}"),
            values: vec![f64::from(number), 1.0],
        })
        .collect();
    let svg = line_plot("many", "round", &lines);
    assert_eq!(svg.matches("class=\"line s1\"").count(), 2);
    assert_eq!(svg.matches("class=\"line s1 dashed\"").count(), 2);
}

#[test]
fn a_page_needs_nothing_but_itself() {
    let page = Page {
        title: "three <players>".to_string(),
        facts: vec![("played".to_string(), "6 games & all".to_string())],
        sections: vec![
            Section::Table {
                heading: "Table".to_string(),
                columns: ["", "player", "points"].map(str::to_string).to_vec(),
                rows: vec![vec![
                    "1".to_string(),
                    PLAYERS[2].to_string(),
                    "12.5".to_string(),
                ]],
                remarks: vec!["A remark.".to_string()],
            },
            Section::Plot(points()),
        ],
    };
    let html = page.to_html();
    compare("page.html", &html);
    let body = html.strip_prefix("<!DOCTYPE html>\n").expect("it is HTML");
    let document = Document::parse(body).expect("it is also XML");
    let elements = document
        .descendants()
        .map(|node| node.tag_name().name().to_string());
    let elements: Vec<String> = elements.collect();
    for name in ["script", "link", "img", "iframe"] {
        assert!(!elements.iter().any(|element| element == name), "{name}");
    }
    // The namespace of SVG is a name, and nothing that is fetched.
    let addresses = html.matches("http").count();
    assert_eq!(
        addresses,
        html.matches("http://www.w3.org/2000/svg").count()
    );
}

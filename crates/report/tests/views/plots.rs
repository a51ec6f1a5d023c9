//! Plots and pages, drawn exactly as the files in `expected/` say. After an intended change, run the
//! tests with `UPDATE_EXPECTED=1` and look at what changed.

use crate::support::compare;
use report::{
    Bar, Curve, HeatMap, Line, Page, Rated, Section, bar_plot, curve_plot, line_plot, rating_plot,
};
use roxmltree::Document;

const PLAYERS: [&str; 4] = [
    "alphabeta:depth=4",
    "greedy:weights=1/0/1/1/0,ties=random,seed=123456789",
    "exec:\"./my <player> & co\"",
    "random",
];

const SVG: &str = "http://www.w3.org/2000/svg";

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

fn curve(label: &str, points: Vec<[f64; 2]>, half: f64) -> Curve {
    let band = points.iter().map(|&[_, y]| [y - half, y + half]);
    Curve {
        label: label.to_string(),
        band: band.filter(|_| half > 0.0).collect(),
        points,
    }
}

/// Three that rise at their own pace, one with no band, and one of a single point.
fn curves() -> String {
    let points = |pace: f64| {
        let rounds = (0..=20).map(|round| f64::from(round) * 97.0);
        rounds
            .map(|games| [games, 0.62 - 0.14 * (-games / pace).exp()])
            .collect::<Vec<_>>()
    };
    let curves = [
        curve(PLAYERS[0], points(300.0), 0.015),
        curve(PLAYERS[1], points(900.0), 0.02),
        curve(PLAYERS[2], points(2500.0), 0.0),
        curve(PLAYERS[3], vec![[1200.0, 0.5]], 0.01),
    ];
    curve_plot("Strength while tuning", "games", "share of points", &curves)
}

fn hill(columns: Vec<f64>, rows: Vec<f64>) -> HeatMap {
    let [width, height] = [&columns, &rows].map(|numbers| numbers.len() as f64 / 2.0);
    let cells = rows.iter().flat_map(|&row| {
        let columns = columns.iter();
        columns.map(move |&column| {
            let distance = (column / width - 0.3).powi(2) + (row / height + 0.2).powi(2);
            // A corner that nobody has measured.
            (column + row < width + height - 8.0).then_some(0.8 - 0.4 * distance)
        })
    });
    HeatMap {
        title: "Share of points".to_string(),
        across: PLAYERS[2].to_string(),
        up: "weight of freedom".to_string(),
        cells: cells.collect(),
        columns,
        rows,
        marked: Some([20, 12]),
    }
}

fn whole_numbers(last: i32) -> Vec<f64> {
    (-last..=last).map(f64::from).collect()
}

fn heat() -> String {
    hill(whole_numbers(15), whole_numbers(15)).to_svg()
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
        ("curves", curves()),
        ("heat", heat()),
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
        curve_plot("none", "", "", &[]),
        curve_plot("<&>", "<", "&", &[curve("<>", vec![], 0.0)]),
        curve_plot("odd", "", "", &[curve("same", vec![[0.0, 0.0]; 3], 0.0)]),
        curve_plot(
            "odd",
            "",
            "",
            &[curve(
                "odd",
                vec![[f64::NAN, 1.0], [1.0, f64::INFINITY]],
                1.0,
            )],
        ),
        hill(vec![], vec![]).to_svg(),
        hill(vec![f64::NAN], vec![f64::INFINITY]).to_svg(),
        hill(vec![], whole_numbers(3)).to_svg(),
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
fn curves_show_what_can_be_shown_of_them() {
    let many = (0..10_000)
        .map(f64::from)
        .map(|x| [x, 5.0 + (x / 900.0).sin()]);
    let svg = curve_plot(
        "odd",
        "across",
        "up",
        &[
            curve("many", many.collect(), 0.5),
            curve(
                "some",
                vec![[0.0, 7.0], [f64::NAN, 4.0], [50.0, f64::NAN], [100.0, 6.5]],
                0.0,
            ),
            curve("one", vec![[100.0, 5.0]], 0.25),
        ],
    );
    let document = Document::parse(&svg).expect("it is XML");
    let shapes = |name: &str| {
        let shapes = document.descendants();
        let shapes = shapes.filter(|node| node.has_tag_name((SVG, name)));
        shapes.collect::<Vec<_>>()
    };
    let points = |name: &str| {
        let shapes = shapes(name).into_iter();
        let points = shapes.filter_map(|node| node.attribute("points"));
        points.map(|it| it.split(' ').count()).collect::<Vec<_>>()
    };
    // The first curve is the last one drawn.
    assert_eq!(points("polyline"), [1, 2, 500]);
    assert_eq!(points("polygon"), [4, 1000]);
    assert_eq!(shapes("circle").len(), 3);
    let last_band = svg.rfind("<polygon").expect("there are bands");
    assert!(last_band < svg.find("<polyline").expect("there are lines"));
    let texts = texts(&svg);
    for text in ["across", "up", "some: 6.5", "one: 5", "3", "7", "8000"] {
        assert!(texts.iter().any(|it| it == text), "{text}: {texts:?}");
    }
}

#[test]
fn zero_has_a_line_only_where_it_is_in_sight() {
    let plot = |low: f64, high: f64| {
        let curve = curve("one", vec![[3.0, low], [4.0, high]], 0.0);
        curve_plot("zero", "across", "up", &[curve])
    };
    assert!(plot(-1.0, 1.0).contains("class=\"zero\""));
    assert!(!plot(0.51, 0.58).contains("class=\"zero\""));
    assert!(!plot(0.5, 0.5).contains("class=\"zero\""));
}

#[test]
fn the_first_row_of_a_map_is_at_the_bottom() {
    let map = HeatMap {
        title: "map".to_string(),
        across: "across".to_string(),
        up: "up".to_string(),
        columns: vec![3.0, 4.0],
        rows: vec![-2.0, -1.0],
        cells: vec![Some(0.55), None, Some(1.0), Some(f64::NAN)],
        marked: Some([1, 1]),
    };
    let svg = map.to_svg();
    let document = Document::parse(&svg).expect("it is XML");
    let cell = |tip: &str| {
        let title = document.descendants().find(|node| node.text() == Some(tip));
        let cell = title.and_then(|title| title.parent_element());
        let cell = cell.unwrap_or_else(|| panic!("{tip}: {svg}"));
        let attribute = |name| cell.attribute(name).map(str::to_string);
        (
            attribute("class"),
            attribute("fill-opacity"),
            attribute("d"),
        )
    };
    let heat = |ink: &str, path: &str| {
        let texts = ["heat", ink, path].map(|text| Some(text.to_string()));
        texts.into()
    };
    assert_eq!(
        cell("across 3, up −2: 0.55"),
        heat("0.08", "M36 96h60v40h-60z")
    );
    assert_eq!(cell("across 3, up −1: 1"), heat("1", "M36 56h60v40h-60z"));
    for tip in ["across 4, up −2: no value", "across 4, up −1: no value"] {
        assert_eq!(cell(tip).0.as_deref(), Some("gap"));
    }
    assert!(svg.contains("<rect class=\"mark\" x=\"96\" y=\"56\""));
    let outside = HeatMap {
        marked: Some([2, 0]),
        ..map
    };
    assert!(!outside.to_svg().contains("<rect class=\"mark\""));
}

#[test]
fn maps_of_any_size_stay_readable() {
    for (across, up) in [(0, 0), (15, 0), (0, 15), (35, 35), (100, 100)] {
        let svg = hill(whole_numbers(across), whole_numbers(up)).to_svg();
        let document = Document::parse(&svg).expect("it is XML");
        let cells = (2 * across + 1) * (2 * up + 1);
        let tips = texts(&svg)
            .iter()
            .filter(|it| it.contains(", weight of"))
            .count();
        assert_eq!(tips, if cells > 5000 { 0 } else { cells as usize });
        assert!(svg.len() < 1_000_000, "{}", svg.len());
        // Numbers in one row or column do not touch.
        let mut places: Vec<(f64, f64, f64)> = Vec::new();
        for node in document
            .descendants()
            .filter(|node| node.attribute("class") == Some("soft"))
        {
            let number = |name| node.attribute(name).and_then(|it| it.parse::<f64>().ok());
            let (x, y) = number("x").zip(number("y")).expect("it has a place");
            let width = node.text().unwrap_or_default().chars().count() as f64 * 7.2;
            let left = match node.attribute("text-anchor") {
                Some("middle") => x - width / 2.0,
                Some(_) => x - width,
                None => x,
            };
            assert!(
                left >= 0.0 && left + width <= 720.0,
                "{across} {up}: {node:?}"
            );
            for &(other_left, other_right, other_y) in &places {
                let is_apart = left + width < other_left || other_right < left;
                assert!(
                    is_apart || (y - other_y).abs() >= 12.0,
                    "{across} {up}: {node:?}"
                );
            }
            places.push((left, left + width, y));
        }
    }
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
            Section::Heading {
                level: 3,
                text: "then & now".to_string(),
                anchor: Some("then".to_string()),
            },
            Section::Facts(vec![("asked".to_string(), "how many?".to_string())]),
            Section::Prose {
                columns: ["then", "verdict"].map(str::to_string).to_vec(),
                rows: vec![["many <3", "confirmed"].map(str::to_string).to_vec()],
            },
            Section::Comparison {
                heading: "Table 1".to_string(),
                columns: ["level", "ours"].map(str::to_string).to_vec(),
                rows: [["0", "1"], ["then", "then"]]
                    .map(|row| row.map(str::to_string).to_vec())
                    .to_vec(),
                remarks: vec!["Equal.".to_string()],
            },
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

//! The reports run again, by processes that are killed, and what they leave in the store.

use super::support::{directory, finished, partida};
use game::random::Seed;
use std::path::Path;
use std::time::{Duration, Instant};
use store::Store;

/// Short, and without times: what is printed is the same each time.
const TREES: &[&str] = &["reproduce", "bricks-trees", "--json"];

/// What the program says when it refuses.
fn refusal(store: &Path, arguments: &[&str]) -> String {
    let output = partida(store, arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn text(output: std::process::Output) -> String {
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_experiment_is_listed_by_its_name() {
    let store = directory("reproduce-list").join("store.db");
    let list = text(finished(&store, &["reproduce", "list"]));
    let document = text(finished(&store, &["reproduce", "list", "--json"]));
    let mut names = Vec::new();
    for line in list.lines().filter(|line| line.starts_with("  ")) {
        let name = line.split_whitespace().next().expect("no line is empty");
        assert!(document.contains(&format!("\"id\": \"{name}\"")), "{line}");
        assert!(line.ends_with(')'), "what it is about: {line}");
        names.push(name);
    }
    assert_eq!(document.matches("\"id\":").count(), names.len());
    assert!(names.contains(&"bricks-trees"));
    assert!(!store.exists(), "a list needs no store");
}

#[test]
fn who_asks_for_what_is_not_there_is_told_what_is() {
    let store = directory("reproduce-wrong").join("store.db");
    let message = refusal(&store, &["reproduce", "bricks-tree"]);
    assert!(
        message.contains("there is no experiment \"bricks-tree\"; expected all, or some of")
            && message.contains("bricks-trees"),
        "{message}"
    );
    let both = ["reproduce", "bricks-trees", "--quick", "--full"];
    let message = refusal(&store, &both);
    assert!(message.contains("cannot be used with"), "{message}");
}

#[test]
fn what_was_kept_is_used_and_a_number_that_differs_fails_the_command() {
    let store = directory("reproduce-kept").join("store.db");
    let whole = text(finished(&store, TREES));
    assert_eq!(text(finished(&store, TREES)), whole);
    let (experiment, key) = ("bricks-trees.quick", "bricks:3 minimax");
    let kept = || {
        let store = Store::open(&store).expect("it is there");
        let kept = store.measurement(experiment, key);
        kept.expect("it can be read").expect("it was measured")
    };
    let right = kept();
    assert!(right.contains("\"nodes\":869"), "{right}");
    // A made-up number, which nothing but the store can bring into the table.
    let mut opened = Store::open(&store).expect("it is there");
    opened
        .keep_measurement(experiment, key, &right.replacen("869", "870", 1))
        .expect("it can be written");
    drop(opened);
    let message = refusal(&store, TREES);
    assert!(
        message.contains("numbers that must be equal differ: bricks-trees"),
        "{message}"
    );
    let output = partida(&store, TREES).output().expect("it runs");
    let document = text(output);
    assert!(document.contains("published 869, ours 870"), "{document}");
    let again = [TREES, &["--again"]].concat();
    assert_eq!(text(finished(&store, &again)), whole);
    assert!(kept().contains("\"nodes\":869"));
}

#[test]
fn what_was_killed_comes_to_the_same_findings() {
    let directory = directory("reproduce-killed");
    let [calm, rough] = ["calm.db", "rough.db"].map(|name| directory.join(name));
    let began = Instant::now();
    let whole = text(finished(&calm, TREES));
    let duration = began.elapsed().as_micros() as usize;
    let mut generator = Seed(5).generator();
    for _ in 0..10 {
        let mut running = partida(&rough, TREES).spawn().expect("it runs");
        std::thread::sleep(Duration::from_micros(generator.below(duration) as u64));
        running.kill().expect("ours");
        running.wait().expect("ours");
    }
    assert_eq!(text(finished(&rough, TREES)), whole);
}

#[test]
fn the_page_is_xml_that_needs_nothing_from_elsewhere() {
    let directory = directory("reproduce-page");
    let (store, path) = (directory.join("store.db"), directory.join("page.html"));
    let output = path.to_str().expect("a plain name");
    finished(&store, &["reproduce", "bricks-trees", "--output", output]);
    let page = std::fs::read_to_string(&path).expect("it was written");
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(&page, options).expect("XML");
    for node in document.descendants().filter(|node| node.is_element()) {
        assert!(!["script", "link", "iframe"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            let is_reference = ["src", "href", "data", "action"].contains(&attribute.name());
            assert!(
                !is_reference || attribute.value().starts_with('#'),
                "{attribute:?}"
            );
        }
    }
    for loading in ["url(", "@import"] {
        assert!(!page.contains(loading), "{loading}");
    }
    assert!(page.contains("@media print{"));
    assert!(
        document
            .descendants()
            .any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg")))
    );
    assert!(
        document
            .descendants()
            .any(|node| node.attribute("id") == Some("bricks-trees"))
    );
}

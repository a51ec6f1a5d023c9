//! Reviews and exact values.

use crate::support::{ask, get, listening, server, until};
use serde_json::{Value, json};

/// The documents of all events of a name.
fn events(told: &str, name: &str) -> Vec<Value> {
    let blocks = told.split("\n\n");
    let named = blocks.filter(|block| block.contains(&format!("event: {name}\n")));
    named
        .map(|block| {
            let data = block.lines().find_map(|line| line.strip_prefix("data: "));
            serde_json::from_str(data.expect("an event has data")).expect("JSON")
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_move_gets_its_exact_value() {
    let (address, serving) = listening().await;
    // Three in a row on four columns and rows: only a stone in the middle wins, as published.
    let path = "/api/exact?game=connect:4x4,c=3&seconds=60";
    let told = until(&mut ask(&address, "GET", path, "").await, "event: end").await;
    let mut values: Vec<(String, i64, i64)> = events(&told, "exact")
        .iter()
        .map(|it| {
            let text = it["move"]["text"].as_str().expect("text").to_string();
            let number = |name: &str| it[name].as_i64().expect("a number");
            assert_eq!(it["least"], it["most"], "{it}");
            (text, number("least"), number("plies"))
        })
        .collect();
    values.sort();
    // A win with the ninth of sixteen stones is worth (16 + 2 - 9) / 2 = 4.
    assert_eq!(values.len(), 4);
    assert_eq!(values[1], ("b".to_string(), 4, 9));
    assert_eq!(values[2], ("c".to_string(), 4, 9));
    assert!(values[0].1 < 4 && values[0].1 == values[3].1, "{values:?}");
    let (status, problem) = get(&server(), "/api/exact?game=connect&moves=abababa").await;
    assert!(status.is_client_error(), "{problem}");
    serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_what_was_wrong() {
    let (address, serving) = listening().await;
    // The last move but one lets the other side win.
    let path = "/api/review?game=connect&moves=d+a+d+a+d+b&seconds=0.2";
    let told = until(&mut ask(&address, "GET", path, "").await, "event: end").await;
    let views = events(&told, "review");
    let plies: Vec<&Value> = views.iter().map(|it| &it["plies"]).collect();
    assert_eq!(json!(plies), json!([6, 5, 4, 3, 2, 1, 0]));
    assert_eq!(views[0]["lines"][0]["win_in"], 1, "{}", views[0]);
    assert_eq!(views[0]["to_move"], 0);
    assert_eq!(views[1]["lines"][0]["moves"][0]["text"], "d");
    serving.abort();
}

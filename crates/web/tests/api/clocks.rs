//! Games against the clock.

use crate::support::{ask, get, listening, post, server, until};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn clocks_stand_still_while_nobody_is_there() {
    let server = server();
    let new = json!({ "game": "connect", "players": ["human", "human"], "clock": "0.2s+1s" });
    let (status, table) = post(&server, "/api/tables", &new).await;
    assert_eq!(status, StatusCode::CREATED, "{table}");
    assert_eq!(
        table["clock"],
        json!({ "text": "0.2s+1s", "left": [200, 200], "running": null }),
        "they start with the first move"
    );
    let path = format!("/api/tables/{}", table["id"].as_str().expect("a name"));
    let moves = format!("{path}/moves");
    let play = async |text: &str, plies: usize| {
        let sent = json!({ "text": text, "plies": plies });
        let (status, view) = post(&server, &moves, &sent).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        view["clock"].clone()
    };
    assert_eq!(
        play("d", 0).await,
        json!({ "text": "0.2s+1s", "left": [1200, 200], "running": 1 })
    );
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(play("d", 1).await["left"], json!([1200, 1200]));
    // What is taken back gives back what it took and got.
    let (_, view) = post(&server, &format!("{path}/undo"), &json!({ "plies": 1 })).await;
    assert_eq!(view["clock"]["left"], json!([1200, 200]));
    let (_, again) = get(&server, &path).await;
    assert_eq!(again["clock"], view["clock"]);
    for clock in ["", "soon", "5m+", "-1s", "1000000h"] {
        let new = json!({ "game": "connect", "players": ["human", "human"], "clock": clock });
        let (status, problem) = post(&server, "/api/tables", &new).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{clock}");
        assert_eq!(problem["field"], "clock", "{problem}");
    }
}

/// Sets up a table at a server that listens, and returns where it is.
async fn timed_table(address: &str, new: &Value) -> String {
    let mut created = ask(address, "POST", "/api/tables", &new.to_string()).await;
    let created = until(&mut created, "\"id\":\"").await;
    let id = created.split("\"id\":\"").nth(1);
    let id = id.and_then(|it| it.split('"').next()).expect("a name");
    format!("/api/tables/{id}")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_too_slow_loses() {
    let (address, serving) = listening().await;
    let new = json!({ "game": "connect", "players": ["human", "human"], "clock": "0.2s" });
    let path = timed_table(&address, &new).await;
    let mut events = ask(&address, "GET", &format!("{path}/events"), "").await;
    until(&mut events, "\"plies\":0").await;
    let sent = json!({ "text": "d", "plies": 0 }).to_string();
    let mut played = ask(&address, "POST", &format!("{path}/moves"), &sent).await;
    until(&mut played, "\"running\":1").await;
    let told = until(&mut events, "out of time").await;
    assert!(told.contains("\"winner\":0"), "{told}");
    serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_share_out_their_time() {
    let (address, serving) = listening().await;
    let new = json!({ "game": "connect:4x4", "players": ["engine", "first"], "clock": "1m" });
    let path = timed_table(&address, &new).await;
    let mut events = ask(&address, "GET", &format!("{path}/events"), "").await;
    let told = until(&mut events, "\"outcome\":{").await;
    assert!(!told.contains("out of time"), "{told}");
    serving.abort();
}

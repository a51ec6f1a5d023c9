//! Positions set up by hand, and games that are copied and pasted.

use crate::support::{get, post, request, server, table};
use axum::http::StatusCode;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

#[tokio::test]
async fn positions_can_be_set_up_cell_by_cell() {
    let server = server();
    for (game, moves) in [
        ("connect:5x4", json!(["a", "b", "a"])),
        ("bricks:4", json!(["a1a2", "c3d3"])),
        ("fuga:7", json!([])),
        ("amazons:6x6", json!([])),
    ] {
        let (_, players) = get(&server, &format!("/api/players?game={game}")).await;
        let pieces = players["pieces"].as_array().expect("a list").clone();
        let (_, seen) = post(
            &server,
            "/api/position",
            &json!({ "game": game, "moves": moves }),
        )
        .await;
        let letter = |cell: &Value| {
            let piece = pieces
                .iter()
                .find(|it| it["name"] == cell["name"] && it["owner"] == cell["owner"]);
            piece.map_or(Value::Null, |piece| piece["letter"].clone())
        };
        let cells: Vec<Value> = seen["cells"]
            .as_array()
            .expect("a list")
            .iter()
            .map(letter)
            .collect();
        let sent = json!({ "game": game, "cells": cells, "to_move": seen["to_move"] });
        let (status, built) = post(&server, "/api/set-up", &sent).await;
        assert_eq!(status, StatusCode::OK, "{game}: {built}");
        assert_eq!(built["position"], seen["position"], "{game}");
        for (sent, field) in [
            (json!({ "game": game, "cells": [], "to_move": 0 }), "cells"),
            (
                json!({ "game": game, "cells": cells, "to_move": 7 }),
                "to_move",
            ),
            (
                json!({ "game": game, "cells": vec!["?"; cells.len()], "to_move": 0 }),
                "cells",
            ),
        ] {
            let (status, problem) = post(&server, "/api/set-up", &sent).await;
            assert!(status.is_client_error(), "{problem}");
            assert_eq!(problem["field"], field, "{problem}");
        }
    }
}

#[tokio::test]
async fn the_line_that_won_is_shown() {
    let server = server();
    let line = json!({ "game": "connect", "moves": ["a", "b", "a", "b", "a", "b", "a"] });
    let (_, seen) = post(&server, "/api/position", &line).await;
    assert_eq!(seen["decisive"], json!([0, 7, 14, 21]));
    let (_, earlier) = post(
        &server,
        "/api/position",
        &json!({ "game": "connect", "moves": ["a", "b"] }),
    )
    .await;
    assert_eq!(earlier["decisive"], json!([]));
}

#[tokio::test]
async fn records_are_copied_and_pasted() {
    let server = server();
    let id = table(&server, "amazons:6x6", ["human", "level:2"]).await;
    let path = format!("/api/tables/{id}");
    let (_, view) = get(&server, &path).await;
    let text = view["legal"][5]["text"].clone();
    post(
        &server,
        &format!("{path}/moves"),
        &json!({ "text": text, "plies": 0 }),
    )
    .await;
    post(&server, &format!("{path}/resign"), &json!({ "side": 1 })).await;
    let record = request("GET", &format!("{path}/record"), None);
    let record = server.clone().oneshot(record).await.expect("it answers");
    let record = record.into_body().collect().await.expect("all of it");
    let record = String::from_utf8(record.to_bytes().to_vec()).expect("text");
    assert!(
        record.contains("[Result \"1-0\"]\n[Reason \"resigned\"]\n1. "),
        "{record}"
    );
    let read = async |text: &str, game: &str| {
        post(&server, "/api/read", &json!({ "text": text, "game": game })).await
    };
    let (status, found) = read(&record, "connect").await;
    assert_eq!(status, StatusCode::OK, "{found}");
    assert_eq!(
        found,
        json!({ "game": "amazons:6x6", "moves": [text], "players": ["human", "level:2"] })
    );
    for (text, game, expected) in [
        ("4453", "connect", json!({ "moves": ["d", "d", "e", "c"] })),
        (
            "1. d d\n2. e",
            "connect",
            json!({ "moves": ["d", "d", "e"] }),
        ),
        (
            "7/7/7/7/3o3/2xxo2 x",
            "connect",
            json!({ "moves": [], "position": "7/7/7/7/3o3/2xxo2 x" }),
        ),
        (
            "{\"game\":\"bricks:4\",\"players\":[\"a\",\"b\"],\"seed\":1,\"opening\":0,\"moves\":[{\"text\":\"a1a2\"}],\"margin\":0,\"points\":[0,0],\"ending\":{\"kind\":\"too-long\"}}",
            "connect",
            json!({ "moves": ["a1a2"], "players": ["a", "b"] }),
        ),
    ] {
        let (status, found) = read(text, game).await;
        assert_eq!(status, StatusCode::OK, "{found}");
        for (name, value) in expected.as_object().expect("an object") {
            assert_eq!(&found[name], value, "{text}: {found}");
        }
    }
    for (text, part) in [
        ("44z", "not a column"),
        ("7/6/7 x", "row"),
        ("[Game connect]", "header"),
        ("{}", "record"),
        ("[Game \"conect\"]", "connect"),
    ] {
        let (status, problem) = read(text, "connect").await;
        assert!(status.is_client_error(), "{text}: {problem}");
        let error = problem["error"].as_str().expect("a sentence");
        assert!(error.contains(part), "{text}: {error}");
    }
}

//! Tables, machines and strangers.

use crate::support::{ask, get, listening, post, request, send, server, table, until};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;
use store::Store;
use tower::ServiceExt;
use web::{Config, router};

#[tokio::test]
async fn every_game_can_be_set_up_and_played_by_its_cells() {
    let server = server();
    let (_, families) = get(&server, "/api/games").await;
    let families = families.as_array().expect("a list");
    assert!(families.len() >= 4);
    for (game, clicks) in [
        ("connect:5x4", 1),
        ("bricks:4", 2),
        ("fuga:7", 2),
        ("amazons:4x4", 3),
    ] {
        let id = table(&server, game, ["human", "human"]).await;
        let (_, mut view) = get(&server, &format!("/api/tables/{id}")).await;
        let cells =
            view["columns"].as_u64().expect("a number") * view["rows"].as_u64().expect("a number");
        assert_eq!(
            view["cells"].as_array().map(Vec::len),
            Some(cells as usize),
            "{game}"
        );
        for plies in 0.. {
            if !view["outcome"].is_null() {
                assert!(plies > 2 && view["legal"] == json!([]) && view["to_move"].is_null());
                break;
            }
            let legal = view["legal"].as_array().expect("a list");
            assert_eq!(
                legal[0]["cells"].as_array().map(Vec::len),
                Some(clicks),
                "{game}"
            );
            let chosen = &legal[plies * 7 % legal.len()]["text"];
            let sent = json!({ "text": chosen, "plies": plies });
            let (status, next) = post(&server, &format!("/api/tables/{id}/moves"), &sent).await;
            assert_eq!(status, StatusCode::OK, "{next}");
            // The same again is about a position that is no more.
            let (status, _) = post(&server, &format!("/api/tables/{id}/moves"), &sent).await;
            assert_eq!(status, StatusCode::CONFLICT);
            view = next;
            if plies > 200 {
                break;
            }
        }
        let (_, early) = get(&server, &format!("/api/tables/{id}?plies=1")).await;
        assert_eq!(early["played"].as_array().map(Vec::len), Some(1));
        assert!(early["plies"].as_u64() > Some(1));
    }
    let (_, tables) = get(&server, "/api/tables").await;
    assert_eq!(tables.as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn moves_are_taken_back_and_games_given_up() {
    let server = server();
    let id = table(&server, "connect", ["human", "first"]).await;
    let path = |what: &str| format!("/api/tables/{id}/{what}");
    for (plies, text) in ["d", "a", "4", "b"].into_iter().enumerate() {
        let (status, _) = post(
            &server,
            &path("moves"),
            &json!({ "text": text, "plies": plies }),
        )
        .await;
        assert_eq!(status, StatusCode::OK);
    }
    let (_, view) = post(&server, &path("undo"), &json!({})).await;
    // Until the person is to move again; moves are as the game writes them.
    let texts: Vec<&Value> = view["played"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| &it["text"])
        .collect();
    assert_eq!(texts, ["d", "a"]);
    let (_, view) = post(&server, &path("undo"), &json!({ "plies": 1 })).await;
    assert_eq!(view["plies"], 1);
    let (_, view) = post(&server, &path("resign"), &json!({ "side": 0 })).await;
    assert_eq!(
        view["outcome"],
        json!({ "winner": 1, "margin": null, "reason": "resigned" })
    );
    let (status, _) = post(&server, &path("moves"), &json!({ "text": "a", "plies": 1 })).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (status, _) = post(&server, &path("hint"), &json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (_, view) = post(&server, &path("undo"), &json!({})).await;
    assert!(view["outcome"].is_null(), "whoever gave up plays on");
    let (_, hint) = post(&server, &path("hint"), &json!({})).await;
    assert!(hint["cells"].is_array(), "{hint}");
    let (status, _) = send(
        &server,
        request("DELETE", &format!("/api/tables/{id}"), None),
    )
    .await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, _) = get(&server, &format!("/api/tables/{id}")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_a_sentence() {
    let server = server();
    let id = table(&server, "connect", ["human", "human"]).await;
    let players = json!(["human", "human"]);
    for (path, body, part) in [
        (
            "/api/tables",
            json!({ "game": "conect", "players": players }),
            "did you mean \"connect\"?",
        ),
        (
            "/api/tables",
            json!({ "game": "connect:99x99", "players": players }),
            "size",
        ),
        (
            "/api/tables",
            json!({ "game": "connect", "players": ["human"] }),
            "invalid length",
        ),
        (
            "/api/tables",
            json!({ "game": "connect", "players": ["human", "gredy"] }),
            "greedy",
        ),
        (
            "/api/tables",
            json!({ "game": "connect", "players": players, "more": 1 }),
            "unknown field",
        ),
        (
            "/api/tables",
            json!({ "game": 7, "players": players }),
            "expected a string",
        ),
        ("/api/tables", json!([]), ""),
        (
            "/api/tables",
            json!({ "game": "tafl:@/etc/passwd", "players": players }),
            "files cannot be read here",
        ),
        (
            "/api/tables",
            json!({ "game": "connect", "players": ["human", "@mine"] }),
            "presets cannot be read here",
        ),
        (
            "/api/tables",
            json!({ "game": "connect", "players": ["human", "process:/bin/true"] }),
            "exactly this text",
        ),
        (
            "/api/position",
            json!({ "game": "connect", "position": "7/7" }),
            "",
        ),
        (
            "/api/position",
            json!({ "game": "x".repeat(30_000) }),
            "too long",
        ),
        (
            "/api/position",
            json!({ "game": "connect", "moves": vec!["a"; 5000] }),
            "more than 4000",
        ),
        (
            "/api/position",
            json!({ "game": "connect", "moves": ["ab"] }),
            "",
        ),
    ] {
        let (status, problem) = post(&server, path, &body).await;
        assert!(status.is_client_error(), "{status} {problem}");
        let error = problem["error"].as_str().expect("a sentence");
        assert!(error.contains(part), "{error}");
    }
    for (method, path, body) in [
        ("POST", format!("/api/tables/{id}/moves"), "{"),
        (
            "POST",
            format!("/api/tables/{id}/moves"),
            "{\"text\":\"z\",\"plies\":0}",
        ),
        (
            "POST",
            format!("/api/tables/{id}/moves"),
            "{\"text\":\"a\",\"plies\":-1}",
        ),
        ("POST", format!("/api/tables/{id}/resign"), "{\"side\":2}"),
        (
            "POST",
            format!("/api/tables/{id}/resign"),
            "{\"side\":1e999}",
        ),
        ("GET", format!("/api/tables/{id}?plies=x"), ""),
        ("GET", "/api/tables/none".to_string(), ""),
        (
            "GET",
            "/api/analysis?game=connect&seconds=-1".to_string(),
            "",
        ),
        (
            "GET",
            "/api/analysis?game=connect&player=process:x".to_string(),
            "",
        ),
        ("GET", "/api/analysis".to_string(), ""),
        ("PUT", "/api/tables".to_string(), "{}"),
        ("GET", "/api/nothing".to_string(), ""),
        ("GET", "/etc/passwd".to_string(), ""),
    ] {
        let request = Request::builder()
            .method(method)
            .uri(&path)
            .header("host", "127.0.0.1:80")
            .header("content-type", "application/json")
            .body(Body::from(body))
            .expect("a request");
        let (status, problem) = send(&server, request).await;
        assert!(status.is_client_error(), "{method} {path}: {status}");
        assert!(problem["error"].is_string(), "{method} {path}: {problem}");
    }
    let large = Request::builder()
        .method("POST")
        .uri("/api/position")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(vec![b' '; 1 << 20]))
        .expect("a request");
    assert_eq!(send(&server, large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn strangers_are_refused() {
    let server = server();
    let ask = |host: &str, origin: Option<&str>| {
        let mut builder = Request::builder().uri("/api/games").header("host", host);
        if let Some(origin) = origin {
            builder = builder.header("origin", origin);
        }
        builder.body(Body::empty()).expect("a request")
    };
    for (host, origin, expected) in [
        ("localhost:8080", None, StatusCode::OK),
        (
            "127.0.0.1:8080",
            Some("http://127.0.0.1:8080"),
            StatusCode::OK,
        ),
        ("evil.example", None, StatusCode::FORBIDDEN),
        (
            "localhost:8080",
            Some("http://evil.example"),
            StatusCode::FORBIDDEN,
        ),
        (
            "localhost:8080",
            Some("http://localhost:9090"),
            StatusCode::FORBIDDEN,
        ),
        ("localhost:8080", Some("null"), StatusCode::FORBIDDEN),
    ] {
        let (status, _) = send(&server, ask(host, origin)).await;
        assert_eq!(status, expected, "{host} {origin:?}");
    }
    let response = server
        .clone()
        .oneshot(ask("localhost", None))
        .await
        .expect("it answers");
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .expect("text");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    let config = Config {
        token: Some("secret".to_string()),
        ..Config::local(0)
    };
    let guarded = router(config, Store::in_memory().expect("there is memory"));
    let with = |name: &str, value: &str, path: &str| {
        let builder = Request::builder()
            .uri(path)
            .header("host", "192.168.0.7:80");
        builder
            .header(name, value)
            .body(Body::empty())
            .expect("a request")
    };
    for (name, value, path, expected) in [
        ("accept", "*/*", "/api/games", StatusCode::UNAUTHORIZED),
        (
            "authorization",
            "Bearer secret",
            "/api/games",
            StatusCode::OK,
        ),
        (
            "authorization",
            "Bearer secre",
            "/api/games",
            StatusCode::UNAUTHORIZED,
        ),
        (
            "cookie",
            "a=b; partida=secret",
            "/api/games",
            StatusCode::OK,
        ),
        ("accept", "*/*", "/api/games?token=secret", StatusCode::OK),
    ] {
        assert_eq!(
            send(&guarded, with(name, value, path)).await.0,
            expected,
            "{name} {value}"
        );
    }
    // A page that was opened with the token keeps it.
    let opened = with("accept", "*/*", "/?token=secret");
    let opened = guarded.clone().oneshot(opened).await.expect("it answers");
    assert_eq!(opened.status(), StatusCode::OK);
    let cookie = opened.headers()["set-cookie"].to_str().expect("text");
    assert!(
        cookie.starts_with("partida=secret; HttpOnly; SameSite=Strict"),
        "{cookie}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_play_while_somebody_watches() {
    let (address, serving) = listening().await;
    let new = json!({ "game": "connect:4x4,c=3", "players": ["greedy", "random"] }).to_string();
    let created = until(
        &mut ask(&address, "POST", "/api/tables", &new).await,
        "\"id\":\"",
    )
    .await;
    let id = created
        .split("\"id\":\"")
        .nth(1)
        .and_then(|it| it.split('"').next());
    let id = id.expect("a name");
    let path = format!("/api/tables/{id}");
    // Nobody watches: nothing happens.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let seen = until(&mut ask(&address, "GET", &path, "").await, "\"played\":").await;
    assert!(seen.contains("\"plies\":0"), "{seen}");
    let mut events = ask(&address, "GET", &format!("{path}/events"), "").await;
    until(&mut events, "\"outcome\":{").await;
    serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_ends_when_its_client_is_gone() {
    let (address, serving) = listening().await;
    let path = "/api/analysis?game=connect&lines=3";
    let mut first = ask(&address, "GET", path, "").await;
    let told = until(&mut first, "\"depth\":4").await;
    assert!(
        told.contains("event: analysis") && told.contains("\"cells\":["),
        "{told}"
    );
    drop(first);
    // There is one place only, and the first would have kept it for a minute.
    let mut second = ask(
        &address,
        "GET",
        "/api/analysis?game=bricks:3&moves=a1a2&seconds=30",
        "",
    )
    .await;
    let told = until(&mut second, "event: end").await;
    assert!(
        told.contains("\"finished\":true") && told.contains("\"proven\":true"),
        "{told}"
    );
    serving.abort();
}

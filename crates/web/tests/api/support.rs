//! Asking a server that is part of the test, or one that listens.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::time::Duration;
use store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;
use web::{Config, router};

pub(crate) fn server() -> Router {
    router(
        Config::local(0),
        Store::in_memory().expect("there is memory"),
    )
}

pub(crate) async fn send(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = server.clone().oneshot(request).await.expect("it answers");
    let status = response.status();
    let body = response.into_body().collect().await.expect("all of it");
    let bytes = body.to_bytes();
    let document = match bytes.is_empty() {
        true => Value::Null,
        false => serde_json::from_slice(&bytes).expect("JSON"),
    };
    (status, document)
}

pub(crate) fn request(method: &str, path: &str, body: Option<&Value>) -> Request<Body> {
    let builder = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost");
    match body {
        None => builder.body(Body::empty()),
        Some(body) => builder
            .header("content-type", "application/json")
            .body(Body::from(body.to_string())),
    }
    .expect("a request")
}

pub(crate) async fn get(server: &Router, path: &str) -> (StatusCode, Value) {
    send(server, request("GET", path, None)).await
}

pub(crate) async fn post(server: &Router, path: &str, body: &Value) -> (StatusCode, Value) {
    send(server, request("POST", path, Some(body))).await
}

pub(crate) async fn table(server: &Router, game: &str, players: [&str; 2]) -> String {
    let new = json!({ "game": game, "players": players });
    let (status, view) = post(server, "/api/tables", &new).await;
    assert_eq!(status, StatusCode::CREATED, "{view}");
    view["id"].as_str().expect("a name").to_string()
}

/// A server on a port of its own, and where it is.
pub(crate) async fn listening() -> (String, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("it has one").to_string();
    let config = Config {
        searches: 1,
        ..Config::local(0)
    };
    let store = Store::in_memory().expect("there is memory");
    let serving = tokio::spawn(async move {
        let served = web::serve(listener, config, store, std::future::pending()).await;
        served.expect("it serves");
    });
    (address, serving)
}

/// Asks over a connection of its own, which stays open.
pub(crate) async fn ask(address: &str, method: &str, path: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).await.expect("it reads");
    stream
}

/// Reads until something has come, and returns all of it.
pub(crate) async fn until(stream: &mut TcpStream, part: &str) -> String {
    let mut text = String::new();
    let mut buffer = vec![0; 1 << 16];
    while !text.contains(part) {
        let read = tokio::time::timeout(Duration::from_secs(60), stream.read(&mut buffer));
        let count = read.await.expect("in time").expect("it can be read");
        assert!(count > 0, "closed before {part:?}: {text}");
        text += &String::from_utf8_lossy(&buffer[..count]);
    }
    text
}

//! Nonsense of all kinds, for every path that the server's own description has: the answer says what is wrong, and the
//! server lives on.

use crate::support::{get, table};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use game::random::{Generator, Seed};
use http_body_util::BodyExt;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use store::Store;
use tower::ServiceExt;
use web::{Commands, Config, OptionView, Printed, Work, router};

/// For each path and method; the long profile asks for more.
const ROUNDS: &str = "PARTIDA_FUZZ_ROUNDS";
const FEW_ROUNDS: usize = 150;

/// Small enough to be searched to the end at once.
const GAME: &str = "connect:3x3,c=3";

/// Bodies that make sense, by path: mistakes begin with them.
fn right_body(path: &str) -> Value {
    match path {
        "/api/position" => json!({ "game": GAME, "position": null, "moves": ["a", "b"] }),
        "/api/set-up" => json!({ "game": GAME, "cells": vec![Value::Null; 9], "to_move": 0 }),
        "/api/read" => json!({ "text": "[Game \"bricks:4\"]\n1. a1a2", "game": GAME }),
        "/api/tables" => {
            json!({ "game": GAME, "players": ["human", "level:1"], "moves": ["a"], "clock": "1m+2s" })
        }
        "/api/tables/{id}/moves" => json!({ "text": "a", "plies": 0 }),
        "/api/tables/{id}/undo" => json!({ "plies": 1 }),
        "/api/tables/{id}/resign" => json!({ "side": 0 }),
        "/api/runs" => json!({
            "kind": "tournament", "name": "mine", "workers": 2, "file": "",
            "options": { "format": ["round-robin"], "game": ["connect:4x4"], "players": ["first", "random"] },
        }),
        "/api/runs/{kind}/{name}" => json!({ "action": "workers", "count": 2 }),
        _ => Value::Null,
    }
}

/// Values that make sense, by the name of a parameter.
fn right_value(name: &str) -> &'static str {
    match name {
        "game" => GAME,
        "position" => "3/3/3 x",
        "moves" => "a b",
        "player" => "minimax:depth=2",
        "plies" | "lines" => "1",
        "seconds" => "0.01",
        "format" => "json",
        "nodes" => "50",
        _ => "x",
    }
}

/// Commands that do nothing, and say what is least.
#[derive(Debug)]
struct Obedient;

impl Commands for Obedient {
    fn prepare(&self, _words: Vec<String>, _input: String) -> Box<dyn Work> {
        Box::new(Obedient)
    }

    fn options(&self, _words: &[&str]) -> Vec<OptionView> {
        let option = |name: &str, is_list| OptionView {
            name: name.to_string(),
            is_positional: true,
            is_required: true,
            is_list,
            help: String::new(),
            default: None,
            values: Vec::new(),
        };
        vec![
            option("format", false),
            option("game", false),
            option("players", true),
        ]
    }

    fn has_cluster(&self) -> bool {
        true
    }
}

impl Work for Obedient {
    fn stopper(&self) -> Arc<dyn Fn() + Send + Sync> {
        Arc::new(|| {})
    }

    fn run(self: Box<Self>) -> Printed {
        Printed {
            is_successful: true,
            output: "[]".to_string(),
            errors: String::new(),
        }
    }
}

struct Mischief {
    generator: Generator,
}

impl Mischief {
    fn below(&mut self, bound: usize) -> usize {
        self.generator.below(bound.max(1))
    }

    fn choose<'list, T>(&mut self, list: &'list [T]) -> &'list T {
        &list[self.below(list.len())]
    }

    fn string(&mut self) -> String {
        let parts = [
            "",
            "a",
            "7/7",
            "process:/bin/true",
            "@x",
            "level:99",
            "connect:20x20",
            "tafl:alea-evangelii",
            "amazons:16x16",
            "bricks:20",
            "\u{0}",
            "é漢🎲",
            "../../etc/passwd",
            "-1",
            "1e999",
            "NaN",
            " ",
            "\n",
            "[",
            "{",
            "\\",
            "'",
            "\"",
            "solver",
            "mcts:playouts=999999999999",
            "minimax:depth=99",
            "connect:0x0",
            "connect:7x6,c=4,p=9999999999",
        ];
        match self.below(8) {
            0 => "x".repeat(self.below(40_000)),
            1 => (0..self.below(40))
                .map(|_| char::from_u32(self.below(0x3000) as u32).unwrap_or('?'))
                .collect(),
            _ => (0..=self.below(3)).map(|_| *self.choose(&parts)).collect(),
        }
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth > 3 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.generator.bits() as i64),
            3 => self
                .choose(&[
                    json!(-1),
                    json!(1e308),
                    json!(0.5),
                    json!(u64::MAX),
                    json!(1_u64 << 40),
                ])
                .clone(),
            4 | 5 => json!(self.string()),
            6 => (0..self.below(5)).map(|_| self.value(depth + 1)).collect(),
            _ => {
                let fields = (0..self.below(4)).map(|_| (self.string(), self.value(depth + 1)));
                Value::Object(fields.collect::<Map<_, _>>())
            }
        }
    }

    /// Changes a value in one place or another.
    fn spoil(&mut self, value: &mut Value) {
        let whole = self.below(4) == 0;
        match value {
            Value::Object(fields) if !whole && !fields.is_empty() => {
                let names: Vec<String> = fields.keys().cloned().collect();
                let name = self.choose(&names).clone();
                match self.below(6) {
                    0 => drop(fields.remove(&name)),
                    1 => drop(fields.insert(self.string(), self.value(0))),
                    _ => self.spoil(&mut fields[&name]),
                }
            }
            Value::Array(items) if !whole && !items.is_empty() => {
                let index = self.below(items.len());
                match self.below(5) {
                    0 => drop(items.remove(index)),
                    1 => *items = vec![items[index].clone(); self.below(6000)],
                    _ => self.spoil(&mut items[index]),
                }
            }
            other => *other = self.value(0),
        }
    }

    /// A body that is mostly wrong.
    fn body(&mut self, right: &Value) -> Vec<u8> {
        let mut value = right.clone();
        for _ in 0..self.below(3) {
            self.spoil(&mut value);
        }
        let mut bytes = value.to_string().into_bytes();
        match self.below(6) {
            0 => bytes.truncate(self.below(bytes.len() + 1)),
            1 if !bytes.is_empty() => {
                let index = self.below(bytes.len());
                bytes[index] = self.below(256) as u8;
            }
            2 => bytes = b"[".repeat(self.below(5000)),
            3 => bytes.extend(vec![b' '; self.below(400_000)]),
            _ => {}
        }
        bytes
    }
}

/// As it may stand in an address.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

async fn answer(server: &Router, request: Request<Body>) -> (StatusCode, Option<Value>) {
    let response = server.clone().oneshot(request).await.expect("it answers");
    let status = response.status();
    if status.is_success() {
        // Events may go on for long; nobody waits for them.
        return (status, None);
    }
    let body = response.into_body().collect().await.expect("all of it");
    let document = serde_json::from_slice(&body.to_bytes());
    (status, Some(document.unwrap_or(Value::Null)))
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_with_a_sentence() {
    let rounds = std::env::var(ROUNDS).ok().and_then(|it| it.parse().ok());
    let rounds = rounds.unwrap_or(FEW_ROUNDS);
    let config = Config {
        commands: Some(Arc::new(Obedient)),
        ..Config::local(0)
    };
    let server = router(config, Store::in_memory().expect("there is memory"));
    let (_, description) = get(&server, "/api/openapi.json").await;
    let paths = description["paths"].as_object().expect("paths").clone();
    assert!(paths.len() >= 14, "{}", paths.len());
    let mut mischief = Mischief {
        generator: Seed(20_261_116).generator(),
    };
    let mut id = table(&server, GAME, ["human", "human"]).await;
    let mut refused = 0;
    for (path, methods) in &paths {
        for (method, operation) in methods.as_object().expect("methods") {
            let right = match operation.get("requestBody") {
                Some(_) => right_body(path),
                None => Value::Null,
            };
            let has_body = operation.get("requestBody").is_some();
            assert_eq!(has_body, !right.is_null(), "{path} has no right body here");
            let names: Vec<&str> = operation["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|it| it["in"] == "query")
                .map(|it| it["name"].as_str().expect("a name"))
                .collect();
            for _ in 0..rounds {
                let name = match mischief.below(3) {
                    0 => encoded(&mischief.string().chars().take(200).collect::<String>()),
                    _ => id.clone(),
                };
                let name = if name.is_empty() { "-" } else { &name };
                let number = *mischief.choose(&["0", "7", "-1", name]);
                let kind = *mischief.choose(&["tournament", "tuning", "tuning", name]);
                let mut uri = path
                    .replace("{id}", name)
                    .replace("{name}", name)
                    .replace("{number}", number)
                    .replace("{kind}", kind);
                let query: Vec<String> = names
                    .iter()
                    .filter_map(|name| match mischief.below(8) {
                        0 => None,
                        1 | 2 => {
                            let text: String = mischief.string().chars().take(2000).collect();
                            Some(format!("{name}={}", encoded(&text)))
                        }
                        _ => Some(format!("{name}={}", encoded(right_value(name)))),
                    })
                    .collect();
                if !query.is_empty() {
                    uri += &format!("?{}", query.join("&"));
                }
                let body = match has_body {
                    true => mischief.body(&right),
                    false => Vec::new(),
                };
                let kind = *mischief.choose(&[
                    "application/json",
                    "application/json",
                    "application/json",
                    "text/plain",
                ]);
                let shown = String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned();
                let request = Request::builder()
                    .method(method.to_uppercase().as_str())
                    .uri(&uri)
                    .header("host", "localhost")
                    .header("content-type", kind)
                    .body(Body::from(body))
                    .expect("a request");
                let (status, problem) = answer(&server, request).await;
                assert!(
                    !status.is_server_error(),
                    "{method} {uri} {shown}: {status}"
                );
                if let Some(problem) = problem {
                    refused += 1;
                    let sentence = problem["error"].as_str().unwrap_or_default();
                    assert!(
                        !sentence.is_empty(),
                        "{method} {uri} {shown}: {status} {problem}"
                    );
                }
                if method == "delete" && status.is_success() {
                    id = table(&server, GAME, ["human", "human"]).await;
                }
            }
        }
    }
    assert!(refused > rounds * paths.len() / 4, "{refused} were refused");
    // It lives, and knows what it knew.
    let (status, _) = get(&server, &format!("/api/tables/{id}")).await;
    assert_eq!(status, StatusCode::OK);
}

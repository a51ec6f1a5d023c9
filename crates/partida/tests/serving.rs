//! `partida serve` as a process: what it prints, whom it lets in, and what is left of it when it is killed.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use support::{directory, finished, games, partida};

/// A server on a port of its own, killed when the test is over.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(store: &Path, more: &[&str]) -> Server {
        Server::run(store, &[&["serve", "--port", "0"], more].concat())
    }

    fn run(store: &Path, arguments: &[&str]) -> Server {
        let mut child = partida(store, arguments).spawn().expect("it runs");
        let output = child.stdout.take().expect("it is piped");
        let mut line = String::new();
        BufReader::new(output)
            .read_line(&mut line)
            .expect("it says where it is");
        let address = line.trim().split("http://").nth(1).expect("an address");
        let address = address
            .split('/')
            .next()
            .expect("without a path")
            .to_string();
        Server { child, address }
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok());
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        (status.expect("a status"), body.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_killed_server_has_lost_nothing() {
    let store = directory("serving-killed").join("store.db");
    let mut server = Server::start(&store, &[]);
    let new = r#"{"game":"connect","players":["human","human"]}"#;
    let (status, table) = server.ask("POST", "/api/tables", new);
    assert_eq!(status, 201, "{table}");
    let table: serde_json::Value = serde_json::from_str(&table).expect("JSON");
    let path = format!("/api/tables/{}", table["id"].as_str().expect("a name"));
    let mut played = Vec::new();
    for plies in 0..20 {
        let text = ["d", "c", "e", "b", "f"][plies % 5];
        let body = format!(r#"{{"text":"{text}","plies":{plies}}}"#);
        let (status, answer) = server.ask("POST", &format!("{path}/moves"), &body);
        if status != 200 {
            // The game is over.
            assert_eq!(status, 422, "{answer}");
            break;
        }
        played.push(text);
        if plies % 4 == 3 {
            // At once after the answer, as hard as can be.
            server.child.kill().expect("ours");
            server.child.wait().expect("ours");
            server = Server::start(&store, &[]);
            let (status, seen) = server.ask("GET", &path, "");
            assert_eq!(status, 200, "{seen}");
            let seen: serde_json::Value = serde_json::from_str(&seen).expect("JSON");
            let moves = seen["played"].as_array().expect("a list").iter();
            let moves: Vec<&str> = moves.filter_map(|it| it["text"].as_str()).collect();
            assert_eq!(moves, played);
        }
    }
    assert!(played.len() > 8);
    // Other commands have the same store, and see no tournament in it.
    assert_eq!(games(&store), Vec::<String>::new());
    finished(&store, &["tournament", "list"]);
}

#[test]
fn an_interrupt_ends_the_server() {
    let store = directory("serving-interrupted").join("store.db");
    let mut server = Server::start(&store, &[]);
    // Somebody who listens is not waited for.
    let mut stream = TcpStream::connect(&server.address).expect("it listens");
    let host = &server.address;
    write!(
        stream,
        "GET /api/analysis?game=connect HTTP/1.1\r\nhost: {host}\r\n\r\n"
    )
    .expect("it reads");
    let pid = server.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("there is a kill").success());
    let since = Instant::now();
    let status = loop {
        if let Some(status) = server.child.try_wait().expect("ours") {
            break status;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success());
}

#[test]
fn other_machines_need_a_token() {
    let store = directory("serving-token").join("store.db");
    let refused = partida(&store, &["serve", "--address", "0.0.0.0", "--port", "0"]).output();
    let refused = refused.expect("it runs");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("give it a --token"));
    let short = partida(&store, &["serve", "--token", "abc", "--port", "0"]).output();
    assert!(!short.expect("it runs").status.success());
    let server = Server::start(&store, &["--token", "long-enough"]);
    assert_eq!(server.ask("GET", "/api/games", "").0, 401);
    assert_eq!(server.ask("GET", "/api/games?token=long-enough", "").0, 200);
}

#[test]
fn without_a_command_there_is_the_page() {
    let store = directory("serving-plain").join("store.db");
    // The second finds that somebody listens already; both serve.
    let servers = [(); 2].map(|()| Server::run(&store, &[]));
    assert_ne!(servers[0].address, servers[1].address);
    for server in servers {
        let (status, page) = server.ask("GET", "/", "");
        assert_eq!(status, 200);
        assert!(page.contains("<title>Partida</title>"), "{page}");
    }
}

#[test]
fn outside_programs_play_only_if_their_exact_text_was_allowed() {
    let store = directory("serving-allowed").join("store.db");
    let allowed = "process:python3 player.py";
    let server = Server::start(&store, &["--allow", allowed]);
    for (player, expected) in [
        (allowed, 201),
        ("process:python3 player.py --more", 403),
        ("process:python3  player.py", 403),
        ("process:/bin/sh", 403),
    ] {
        let new = serde_json::json!({ "game": "connect", "players": ["human", player] });
        let (status, answer) = server.ask("POST", "/api/tables", &new.to_string());
        assert_eq!(status, expected, "{player}: {answer}");
    }
}

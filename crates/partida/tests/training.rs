//! A network from the first game to the last: games are played and kept, learnt from, and played with.

mod support;

use game::network::Network;
use support::{directory, finished, games, partida};

#[test]
fn networks_are_trained_and_played_with() {
    let directory = directory("training");
    let store = directory.join("store.db");
    let run = |arguments: &[&str]| {
        let output = finished(&store, arguments).stdout;
        String::from_utf8(output).expect("text")
    };
    run(&[
        "match",
        "amazons:4x4",
        "mcts:playouts=20",
        "mcts:playouts=20,seed=1",
        "--openings",
        "random:2",
        "--games",
        "60",
        "--name",
        "selfplay",
    ]);
    let file = directory.join("mine.net");
    let path = file.to_str().expect("plain names");
    let learn = [
        "train",
        "amazons:4x4",
        "selfplay",
        "--epochs",
        "3",
        "--examined",
        "200",
    ];
    let small = ["--hidden", "4", "--output", path];
    let said = run(&[&learn[..], &small].concat());
    assert!(said.contains("positions of 60 games"), "{said}");
    assert!(said.contains("in whole numbers: loss"), "{said}");
    let bytes = std::fs::read(&file).expect("it was written");
    let network = Network::from_bytes(&bytes).expect("a network");
    assert_eq!(network.hidden(), 4);
    assert!(
        said.contains(&format!("{:016x}", network.fingerprint())),
        "{said}"
    );

    // The same again, and on from there.
    run(&[&learn[..], &small].concat());
    assert_eq!(std::fs::read(&file).expect("it was written"), bytes);
    let second = directory.join("second.net");
    let onwards = [
        "--from",
        path,
        "--output",
        second.to_str().expect("plain"),
        "--json",
    ];
    let said = run(&[&learn[..], &onwards].concat());
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["hidden"], 4);
    assert_eq!(said["epochs"].as_array().map(Vec::len), Some(3));

    // Played with, on several threads; the record says which network it was.
    let own = format!("mcts:playouts=20,network=@{path}");
    run(&[
        "match",
        "amazons:4x4",
        &own,
        "mcts:playouts=20",
        "--games",
        "8",
        "--name",
        "played",
    ]);
    let canonical = format!("network=@{path}#{:016x}", network.fingerprint());
    let kept = games(&store);
    assert!(
        kept.iter().any(|game| game.contains(&canonical)),
        "{kept:?}"
    );

    // For a graphics card.
    let exported = directory.join("exported");
    run(&[&learn[..], &["--export", exported.to_str().expect("plain")]].concat());
    let names = std::fs::read_to_string(exported.join("inputs.txt")).expect("it was written");
    assert_eq!(names.lines().count(), network.inputs().names.len() + 1);
    let positions = std::fs::read(exported.join("positions.bin")).expect("it was written");
    assert_eq!(positions.len() % (network.inputs().names.len() + 9), 0);
    assert!(!positions.is_empty());

    // What was changed since is refused.
    let other = ["--hidden", "5", "--output", path];
    run(&[&learn[..], &other].concat());
    let player = format!("mcts:playouts=20,{canonical}");
    let output = partida(&store, &["best", "amazons:4x4", &player])
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("has become another one"), "{error}");
    assert_eq!(output.status.code(), Some(2));

    // Nothing can be learnt from games that nobody has played.
    let nothing = ["train", "amazons", "match-1", "--output", path];
    let output = partida(&store, &nothing).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("there is no tournament \"match-1\""),
        "{error}"
    );
    assert_eq!(output.status.code(), Some(2));
}

//! A very long search: its memory stays within what it was given, and nothing overflows.

use game::{Game, Playable, Weight};
use games::connect::Connect;
use search::{Engine, EngineOptions, Limits};

const NODES: u64 = 1_000_000_000;
const TABLE_MEBIBYTES: u64 = 64;
/// Beside the table: moves, lines, experience, the program itself.
const REST_MEBIBYTES: u64 = 64;

/// The most memory this process ever had, in MiB; `None` where the system does not tell.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[test]
#[ignore = "long profile: a billion nodes"]
fn a_billion_nodes_stay_within_their_memory() {
    // Large enough that nothing is decided on the way.
    let game = Connect::<u128>::new(9, 9, 5, None);
    let declarations = game.evaluators();
    let strong = game.strong_evaluator();
    let declaration = declarations
        .iter()
        .find(|declaration| Some(declaration.name) == strong)
        .expect("it is declared");
    let features = declaration.features.iter();
    let weights: Vec<Weight> = features.map(|feature| feature.default).collect();
    let evaluator = game
        .evaluator(declaration.name, &weights)
        .expect("its own weights fit");
    let options = EngineOptions {
        table_bytes: (TABLE_MEBIBYTES as usize) << 20,
        ..EngineOptions::default()
    };
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut engine = Engine::new(&game, options);
    let report = engine.search(&game, &evaluator, &game.start(), &limits, &mut |report| {
        eprintln!(
            "depth {}, {} nodes, {:?}",
            report.depth, report.nodes, report.cpu
        );
    });
    assert_eq!(report.nodes, NODES);
    assert!(report.chosen().is_some());
    let memory = most_memory();
    eprintln!("{memory:?} MiB at most");
    assert!(memory.is_none_or(|memory| memory <= TABLE_MEBIBYTES + REST_MEBIBYTES));
}

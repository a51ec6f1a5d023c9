//! Runs the inputs of `testdata/fuzz` through the fuzz targets, and a few thousand variations of
//! them: what the fuzzer found stays found, on any toolchain and without libFuzzer.

use fuzz_targets::{GAMES, TARGETS, Target};
use game::random::{Generator, Seed};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Variations per target.
const VARIATIONS: usize = 10_000;

fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz")
}

/// The inputs of a target in the order of their names, so that variations are the same everywhere.
fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = corpora().join(target);
    let entries = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path());
    let mut inputs: Vec<(String, Vec<u8>)> = entries
        .map(|path| {
            let name = path.file_name().expect("a file has a name");
            let content = std::fs::read(&path).expect("a readable file");
            (name.to_string_lossy().into_owned(), content)
        })
        .collect();
    inputs.sort();
    inputs
}

/// The words of the fuzzer's dictionary that need no escapes.
fn dictionary() -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(corpora().join("dictionary.txt")).expect("the dictionary");
    text.lines()
        .filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'))
        .filter(|word| !word.contains('\\'))
        .map(|word| word.as_bytes().to_vec())
        .collect()
}

/// Runs one input and says whether it made sense; a panic is reported with the input that caused
/// it.
fn run(name: &str, target: Target, origin: &str, input: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| target(input)))
        .unwrap_or_else(|_| panic!("{name} fails on {origin}: {}", input.escape_ascii()))
}

/// Changes an input here and there, as a fuzzer would.
fn vary(
    input: &mut Vec<u8>,
    others: &[(String, Vec<u8>)],
    words: &[Vec<u8>],
    generator: &mut Generator,
) {
    // Mostly a single change.
    let changes = 1 + generator.below(2) * generator.below(4);
    for _ in 0..changes {
        let at = generator.below(input.len() + 1);
        let end = at + generator.below(input.len() - at + 1);
        match generator.below(12) {
            0 => {
                input.drain(at..end);
            }
            1 => {
                let part = input[at..end].to_vec();
                input.splice(at..at, part);
            }
            2 => {
                let other = &others[generator.below(others.len())].1;
                let from = generator.below(other.len() + 1);
                input.splice(at.., other[from..].iter().copied());
            }
            3 => {
                let word = &words[generator.below(words.len())];
                input.splice(at..at, word.iter().copied());
            }
            4 => {
                let word = &words[generator.below(words.len())];
                let end = input.len().min(at + word.len());
                input.splice(at..end, word.iter().copied());
            }
            // Mostly printable characters, as inputs that are not text go nowhere.
            5 => input.insert(at, b' ' + generator.below(95) as u8),
            6 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << generator.below(7);
                }
            }
            // Two that mostly leave a board its size.
            7..10 => {
                if at < end {
                    input.swap(at, end - 1);
                }
            }
            10 => {
                if at < end {
                    input[at] = input[end - 1];
                }
            }
            _ => {
                let characters = [
                    'ñ', '×', '♕', '\u{1b}', '\u{202e}', '\0', '\r', '\n', '\u{a0}',
                ];
                let mut buffer = [0; 4];
                let character = characters[generator.below(characters.len())];
                let bytes = character.encode_utf8(&mut buffer).bytes();
                input.splice(at..at, bytes);
            }
        }
    }
}

#[test]
fn kept_inputs_and_variations_of_them_pass() {
    let words = dictionary();
    for (number, (name, target)) in TARGETS.into_iter().enumerate() {
        let inputs = corpus(name);
        assert!(inputs.len() >= 5, "{name} has few inputs: {}", inputs.len());
        let mut sensible = 0;
        for (file, input) in &inputs {
            sensible += usize::from(run(name, target, file, input));
        }
        let mut generator = Seed(2026).child(number as u64).generator();
        for variation in 0..VARIATIONS {
            let (file, input) = &inputs[generator.below(inputs.len())];
            let mut input = input.clone();
            vary(&mut input, &inputs, &words, &mut generator);
            let origin = format!("variation {variation} of {file}");
            sensible += usize::from(run(name, target, &origin, &input));
        }
        println!("{name}: {sensible} inputs made sense");
        // Without its family, the last target has nothing to understand.
        if name != "rules_text" || games::families().any(|family| family.name == "tafl") {
            assert!(
                sensible >= VARIATIONS / 50,
                "{name}: only {sensible} inputs made sense, so little was checked"
            );
        }
    }
}

#[test]
fn every_game_has_a_letter() {
    assert!(
        GAMES.len() <= 26,
        "letters behind Z would surprise readers of the inputs"
    );
}

#[test]
fn every_target_has_a_program() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).expect("the fuzz programs' manifest");
    for (name, _) in TARGETS {
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} is missing in fuzz/Cargo.toml"
        );
    }
}

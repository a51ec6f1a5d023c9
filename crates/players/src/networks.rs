//! Networks of one's own: files that a player's text names, `network=@./mine.net`.
//!
//! A network is too large to be written into a text. The canonical text has the file's name and the
//! network's fingerprint, `@./mine.net#0123456789abcdef`, so that it says exactly which network played,
//! and is refused where the file has become another one. Once read, a network is known by its
//! fingerprint to this process: texts that are read again without files, as each game of a match does,
//! find it there.

use crate::kinds::NETWORK;
use game::Playable;
use game::arguments::Files;
use game::network::Network;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// What the name of a file begins with.
const FILE: char = '@';
/// What stands before the fingerprint.
const MARK: char = '#';
/// The digits of a fingerprint.
const DIGITS: usize = 16;

/// All networks that this process has read.
static KNOWN: LazyLock<Mutex<HashMap<u64, Arc<Network>>>> = LazyLock::new(Mutex::default);

/// Reads what a text says about a network, and returns what its canonical text says, or what is wrong.
pub(crate) fn read<G: Playable>(
    game: &G,
    text: &str,
    files: &dyn Files,
) -> Result<String, (String, String)> {
    let wrong = |problem: String| (problem, String::new());
    let Some(inputs) = game.network_inputs() else {
        return Err(wrong(format!("{} has no networks", game.name())));
    };
    let name = text.strip_prefix(FILE).filter(|name| !name.is_empty());
    let Some(name) = name else {
        let problem = format!("{} cannot be {text:?}", NETWORK.name);
        return Err((problem, NETWORK.range.to_string()));
    };
    let (path, wanted) = divided(name);
    let network = match wanted.and_then(known) {
        Some(network) => network,
        None => load(path, files).map_err(wrong)?,
    };
    let found = network.fingerprint();
    if let Some(wanted) = wanted
        && wanted != found
    {
        return Err(wrong(format!(
            "network {path:?} has become another one: {found:016x}"
        )));
    }
    if let Err(problem) = network.check(&inputs) {
        return Err(wrong(format!("network {path:?}: {problem}")));
    }
    keep(found, network);
    Ok(format!("{FILE}{path}{MARK}{found:016x}"))
}

/// The network that a canonical text names.
pub(crate) fn named(text: &str) -> Option<Arc<Network>> {
    known(divided(text.strip_prefix(FILE)?).1?)
}

/// The file and the fingerprint.
fn divided(name: &str) -> (&str, Option<u64>) {
    let parts = name
        .rsplit_once(MARK)
        .filter(|(_, digits)| digits.len() == DIGITS);
    let marked = parts.and_then(|(path, digits)| {
        let fingerprint = u64::from_str_radix(digits, 16).ok()?;
        Some((path, Some(fingerprint)))
    });
    marked.unwrap_or((name, None))
}

fn load(path: &str, files: &dyn Files) -> Result<Arc<Network>, String> {
    let bytes = files.network(path);
    bytes
        .and_then(|bytes| Network::from_bytes(&bytes).map_err(|error| error.to_string()))
        .map(Arc::new)
        .map_err(|problem| format!("network {path:?}: {problem}"))
}

fn known(fingerprint: u64) -> Option<Arc<Network>> {
    // Whoever panicked in between left a whole table behind.
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.get(&fingerprint).cloned()
}

fn keep(fingerprint: u64, network: Arc<Network>) {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(fingerprint).or_insert(network);
}

#[cfg(test)]
mod tests {
    use crate::Spec;
    use game::arguments::Files;
    use game::network::{Network, Weights};
    use game::{Evaluator, Game, Playable, Side};
    use games::amazons::Amazons;
    use games::connect::Connect;

    /// One file of a network, `./mine.net`, and one of a preset that names it.
    struct Mine(Vec<u8>);

    impl Files for Mine {
        fn read(&self, _path: &str) -> Result<String, String> {
            Err("no rules".to_string())
        }

        fn preset(&self, _name: &str) -> Result<String, String> {
            Ok("game = 'amazons:5x5'\nplayer = 'greedy:network=@./mine.net'".to_string())
        }

        fn network(&self, path: &str) -> Result<Vec<u8>, String> {
            match path {
                "./mine.net" => Ok(self.0.clone()),
                _ => Err("there is no such file".to_string()),
            }
        }
    }

    /// One that counts the empty cells in its favour, so many times.
    fn network(game: &Amazons<u64>, times: i16) -> Network {
        let inputs = game.network_inputs().expect("inputs");
        let count = inputs.names.len();
        let mut row = vec![0; count];
        row[count - 1] = 256;
        let weights = Weights {
            hidden: vec![row],
            biases: vec![0],
            output: vec![times],
            output_bias: 0,
        };
        Network::new(inputs, &weights).expect("small")
    }

    #[test]
    fn texts_name_networks() {
        let game = Amazons::<u64>::new(5, 5);
        let own = network(&game, 256);
        let files = Mine(own.to_bytes());
        let fingerprint = format!("{:016x}", own.fingerprint());
        let read = |text: &str| Spec::read(&game, text, &files);
        let spec = read("greedy:network=@./mine.net").expect("it is there");
        let canonical = format!("greedy:network=@./mine.net#{fingerprint}");
        assert_eq!(spec.to_string(), canonical);
        let explicit = read("greedy:eval=NETWORK,network=@./mine.net").expect("it is there");
        assert!(
            explicit
                .to_string()
                .contains("eval=network,network=@./mine.net#")
        );
        assert_eq!(read("@mine").expect("a preset").to_string(), canonical);
        // What was read once is known by its fingerprint, whoever asks.
        let known = Spec::parse(&game, &canonical).expect("it is known");
        let declaration = known.evaluator_declaration(&game).expect("it judges");
        let evaluator = known.evaluator_for(&game, &declaration, Side::First);
        let evaluator = evaluator.expect("no weights");
        // Eight queens on 25 cells.
        let start = game.start();
        assert_eq!(evaluator.evaluate(&game, &start, Side::First), 17);
        assert_eq!(evaluator.evaluate(&game, &start, Side::Second), -17);
    }

    #[test]
    fn wrong_networks_are_refused() {
        let game = Amazons::<u64>::new(5, 5);
        let files = Mine(network(&game, 512).to_bytes());
        let problem = |text: &str| {
            let error = Spec::read(&game, text, &files).expect_err(text);
            assert_eq!(
                error.place().column,
                text.find("network=").expect(text) + 9,
                "{text}"
            );
            error.problem().to_string()
        };
        assert_eq!(
            problem("greedy:network=@./yours.net"),
            "network \"./yours.net\": there is no such file"
        );
        assert_eq!(
            problem("greedy:network=./mine.net"),
            "network cannot be \"./mine.net\""
        );
        assert_eq!(
            problem("greedy:eval=mobility,network=@./mine.net"),
            "eval=mobility asks no network"
        );
        let changed = problem("greedy:network=@./mine.net#0000000000000001");
        assert!(changed.contains("has become another one: "), "{changed}");
        let broken = Mine(b"PARTINET".to_vec());
        let error = Spec::read(&game, "greedy:network=@./mine.net", &broken).expect_err("broken");
        assert!(
            error.problem().contains("in the middle of its version"),
            "{error}"
        );
        let text = "greedy:network=@./mine.net";
        let error =
            Spec::read(&Connect::<u64>::new(7, 6, 4, None), text, &files).expect_err("Connect");
        assert!(error.problem().ends_with("has no networks"), "{error}");
        let error = Spec::parse(&game, "greedy:network=@./never.net").expect_err("no files");
        assert!(
            error.problem().ends_with("networks cannot be read here"),
            "{error}"
        );
    }
}

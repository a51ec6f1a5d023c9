//! Outside programs that behave, and that misbehave in every way we could think of: each ends with its
//! own reason, in bounded time, and with nothing of it left.

use game::random::Seed;
use game::{Game, Notation, Side};
use games::connect::Connect;
use players::{Ending, Failure, History, Player, Reason, Request, use_launcher};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

type Board = Connect<u64>;

/// Where patience is what is tested.
const SHORT: Duration = Duration::from_millis(300);
/// Where an answer is expected: long enough for any machine.
const LONG: Duration = Duration::from_secs(120);

fn game() -> Board {
    Connect::new(7, 6, 4, None)
}

/// A program of the zoo, and a word by which its processes are found.
struct Animal {
    text: String,
    mark: String,
}

impl Animal {
    fn new(protocol: &str, habit: &str, options: &str) -> Animal {
        use_launcher(PathBuf::from(env!("CARGO_BIN_EXE_partida-launcher")));
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let mark = format!(
            "ZOO_MARK={}-{}",
            std::process::id(),
            NUMBER.fetch_add(1, Ordering::Relaxed)
        );
        // Only those are hurried that never get ready.
        let start = if habit == "deaf" { "300ms" } else { "2m" };
        let name = match protocol {
            "own" => "partida",
            _ => "connect-judge",
        };
        Animal {
            text: format!(
                "process:protocol={name},start={start},{options}env SCRIBE= {mark} sh tests/zoo/animal.sh {protocol} {habit}"
            ),
            mark,
        }
    }

    fn player(&self) -> Player<Board> {
        Player::parse(&game(), &self.text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Its processes, and those that look after them.
    fn processes(&self) -> Vec<String> {
        let holds = |bytes: &[u8]| {
            bytes
                .windows(self.mark.len())
                .any(|part| part == self.mark.as_bytes())
        };
        let own = std::process::id().to_string();
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").expect("there is /proc").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.bytes().all(|byte| byte.is_ascii_digit()) || name == own {
                continue;
            }
            let read = |file: &str| fs::read(entry.path().join(file)).unwrap_or_default();
            let (environment, words) = (read("environ"), read("cmdline"));
            // A word that begins like another is another.
            let exact = |bytes: &[u8]| bytes.split(|&byte| byte == 0).any(holds);
            if exact(&environment) || exact(&words) {
                found.push(format!("{name}: {}", String::from_utf8_lossy(&words)));
            }
        }
        found
    }

    fn assert_gone(&self) {
        let left = self.processes();
        assert!(left.is_empty(), "{}: {left:?}", self.text);
    }
}

/// Plays against the random player; with what the program fails, if it does. `deadline` is for its
/// second move, and for the first if it has no habit of answering.
fn play(
    player: &mut Player<Board>,
    side: Side,
    seed: u64,
    deadline: Duration,
) -> Result<u32, Failure> {
    let game = game();
    let mut generator = Seed(seed).generator();
    let (from, mut position) = (game.start(), game.start());
    let (mut moves, mut legal, mut turns) = (Vec::new(), Vec::new(), 0);
    while game.outcome(&position).is_none() {
        let chosen = if game.side_to_move(&position) == side {
            turns += 1;
            let mut request = Request {
                deadline: Some(match turns {
                    1 if !player.text().ends_with("deaf") => LONG,
                    1 | 2 => deadline,
                    _ => LONG,
                }),
                history: seed.is_multiple_of(2).then_some(History {
                    from: &from,
                    moves: &moves,
                }),
                ..Request::default()
            };
            let decision = player.choose(&game, &position, &mut request)?;
            decision.chosen.expect("the game is not over")
        } else {
            legal.clear();
            game.moves(&position, &mut legal);
            generator.choose(&legal).expect("the game is not over")
        };
        assert!(game.is_legal(&position, chosen));
        moves.push(chosen);
        game.play(&mut position, chosen);
    }
    let outcome = game.outcome(&position).expect("it is over");
    player.end_game(outcome);
    Ok(turns)
}

#[test]
fn good_programs_play_game_after_game() {
    for protocol in ["judge", "own"] {
        for habit in ["good", "crlf", "slow-start"] {
            let animal = Animal::new(protocol, habit, "");
            let mut player = animal.player();
            for number in 0..4 {
                let side = Side::BOTH[number as usize % 2];
                player.new_game(&game(), number).expect("a new game");
                let turns = play(&mut player, side, number, LONG)
                    .unwrap_or_else(|failure| panic!("{}: {failure}", animal.text));
                assert!(turns > 2);
            }
            assert!(
                !animal.processes().is_empty(),
                "it is kept for the next game"
            );
            drop(player);
            animal.assert_gone();
        }
    }
}

/// How a program fails, and that nothing is left of it.
fn failure(protocol: &str, habit: &str, options: &str, deadline: Duration, seed: u64) -> Failure {
    let animal = Animal::new(protocol, habit, options);
    let mut player = animal.player();
    let side = Side::BOTH[(seed / 2 % 2) as usize];
    let played = match player.new_game(&game(), seed) {
        Ok(()) => play(&mut player, side, seed, deadline),
        Err(failure) => Err(failure),
    };
    let failure = match played {
        Err(failure) => failure,
        Ok(turns) => panic!("{}: nothing happened in {turns} moves", animal.text),
    };
    animal.assert_gone();
    assert!(failure.to_string().len() < 1000 && failure.errors.len() < 10_000);
    assert!(!failure.to_string().contains(char::is_control), "{failure}");
    failure
}

/// Each habit with its reason under the judge's protocol and ours, and whether that takes until the
/// time is up.
fn habits() -> Vec<(&'static str, &'static str, Reason, Reason)> {
    use Reason::{
        ClosedOutput, Crash, Flood, Garbage, HalfLine, IllegalMove, OutOfMemory,
        OutOfProcessorTime, OutOfTurn, TimeOut, WrongProtocol,
    };
    let exit = |status| Crash(Ending::Exit(status));
    vec![
        ("deaf", "", TimeOut, TimeOut),
        ("dies-at-once", "", exit(7), exit(7)),
        ("no-interpreter", "", exit(127), exit(127)),
        ("chatterbox", "", OutOfTurn, WrongProtocol),
        ("flood", "", Garbage, Flood),
        ("endless", "", Flood, Flood),
        ("zeros", "", Flood, Flood),
        ("dies", "", exit(3), exit(3)),
        ("leaves", "", exit(0), exit(0)),
        (
            "segfault",
            "",
            Crash(Ending::Signal(11)),
            Crash(Ending::Signal(11)),
        ),
        ("last-words", "", exit(4), exit(4)),
        ("half", "", HalfLine, HalfLine),
        ("half-crash", "", HalfLine, HalfLine),
        ("garbage", "", Garbage, Garbage),
        ("binary", "", Garbage, Garbage),
        ("illegal", "", IllegalMove, IllegalMove),
        ("silent", "", TimeOut, TimeOut),
        ("busy", "", TimeOut, TimeOut),
        ("stubborn", "", TimeOut, TimeOut),
        ("closed", "", ClosedOutput, ClosedOutput),
        ("closes-input", "", TimeOut, TimeOut),
        ("hungry", "memory=64M,", OutOfMemory, OutOfMemory),
        ("busy", "cpu=1s,", OutOfProcessorTime, OutOfProcessorTime),
        ("family", "", exit(0), exit(0)),
        ("daemon", "", Garbage, Garbage),
        ("daemon-keeps-output", "", exit(0), exit(0)),
        ("twice", "", OutOfTurn, OutOfTurn),
        ("writes", "", exit(42), exit(42)),
        ("kills", "", exit(42), exit(42)),
        ("uci", "", WrongProtocol, WrongProtocol),
    ]
}

/// Whether the system has Landlock with all that is asked of it: since Linux 6.12.
fn system_confines() -> bool {
    let version = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = version
        .split(['.', '-'])
        .map_while(|part| part.parse::<u32>().ok());
    let modules = fs::read_to_string("/sys/kernel/security/lsm");
    (numbers.next(), numbers.next()) >= (Some(6), Some(12))
        && modules.map_or(true, |modules| modules.contains("landlock"))
}

fn check_habits(rounds: u64) {
    for round in 0..rounds {
        for (habit, options, judge, own) in habits() {
            for (protocol, expected) in [("judge", judge), ("own", own)] {
                // This one is about a handshake, which the judge does not have.
                if habit == "uci" && protocol == "judge" {
                    continue;
                }
                let deadline = if expected == Reason::TimeOut {
                    SHORT
                } else {
                    LONG
                };
                let failure = failure(protocol, habit, options, deadline, round);
                // Older systems cannot keep a program from files, or from killing who watches it;
                // nothing is left of it all the same.
                if ["writes", "kills"].contains(&habit) && !system_confines() {
                    assert_eq!(failure.word(), "crash", "{failure}");
                    continue;
                }
                // Whether it speaks before it is spoken to depends on who is faster.
                let either = habit == "chatterbox" && failure.reason == Reason::Garbage;
                assert!(
                    failure.reason == expected || either,
                    "{protocol} {habit}: {failure}, and not {expected}"
                );
                match habit {
                    "last-words" => assert_eq!(failure.errors, "I cannot go on"),
                    "garbage" => {
                        let said = failure.said.expect("what it said");
                        assert_eq!(said, "my hovercraft is full of eels");
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn every_habit_ends_with_its_reason_and_nothing_left() {
    check_habits(2);
}

#[test]
#[ignore = "takes an hour"]
fn every_habit_two_hundred_times() {
    check_habits(200);
}

#[test]
fn programs_are_dropped_in_the_middle_of_a_game() {
    let game = game();
    for protocol in ["judge", "own"] {
        for habit in ["good", "stubborn", "daemon", "family", "flood", "closed"] {
            let animal = Animal::new(protocol, habit, "");
            let mut player = animal.player();
            let decision = player.choose(&game, &game.start(), &mut Request::default());
            decision.unwrap_or_else(|failure| panic!("{}: {failure}", animal.text));
            assert!(!animal.processes().is_empty());
            drop(player);
            animal.assert_gone();
        }
    }
}

#[test]
fn a_program_can_play_again_after_it_failed() {
    for protocol in ["judge", "own"] {
        let animal = Animal::new(protocol, "dies", "");
        let mut player = animal.player();
        for number in 0..3 {
            player.new_game(&game(), number).expect("it starts");
            let failure = play(&mut player, Side::First, number, LONG).expect_err("it dies");
            assert_eq!(failure.word(), "crash");
        }
        drop(player);
        animal.assert_gone();
    }
}

#[test]
fn whoever_asks_can_stop_asking() {
    let game = game();
    for (protocol, reason) in [("judge", Reason::Stopped), ("own", Reason::TimeOut)] {
        let animal = Animal::new(protocol, "silent", "");
        let mut player = animal.player();
        let (from, mut position) = (game.start(), game.start());
        let mut moves = Vec::new();
        let stop = Arc::new(AtomicBool::new(false));
        let failure = loop {
            let mut request = Request {
                stop: Some(Arc::clone(&stop)),
                deadline: Some(if moves.is_empty() { LONG } else { SHORT }),
                history: Some(History {
                    from: &from,
                    moves: &moves,
                }),
                ..Request::default()
            };
            let chosen = match player.choose(&game, &position, &mut request) {
                Ok(decision) => decision.chosen.expect("a move"),
                Err(failure) => break failure,
            };
            moves.push(chosen);
            game.play(&mut position, chosen);
            let reply = game.parse_move(&position, "g").expect("a legal move");
            moves.push(reply);
            game.play(&mut position, reply);
            stop.store(true, Ordering::Relaxed);
        };
        assert_eq!(failure.reason, reason, "{failure}");
        animal.assert_gone();
    }
}

#[test]
fn judges_cannot_tell_of_positions_in_the_middle_of_a_game() {
    let game = game();
    let mut position = game.start();
    game::play_text(&game, &mut position, "d d c c").expect("legal moves");
    let animal = Animal::new("judge", "good", "");
    let mut player = animal.player();
    let failure = player.choose(&game, &position, &mut Request::default());
    let failure = failure.expect_err("there are no words for it");
    assert_eq!(failure.word(), "unreachable-position");
    animal.assert_gone();
    // Ours can.
    let animal = Animal::new("own", "good", "");
    let mut player = animal.player();
    let decision = player.choose(&game, &position, &mut Request::default());
    assert!(decision.expect("a move").chosen.is_some());
}

#[test]
fn commands_that_cannot_be_run_are_refused() {
    let game = game();
    for (text, message) in [
        (
            "process:./tests/zoo/nobody --fast",
            "player, column 9: there is no file ./tests/zoo/nobody; expected a program that can be run",
        ),
        (
            "process:memory=1G,no-such-command",
            "player, column 19: there is no command \"no-such-command\"; expected a program that can be run",
        ),
        (
            "process:./tests/zoo.rs",
            "player, column 9: ./tests/zoo.rs is not executable; expected a program that can be run",
        ),
        (
            "process:./tests",
            "player, column 9: ./tests is a directory; expected a program that can be run",
        ),
    ] {
        let error = Player::parse(&game, text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn programs_are_charged_for_sleeping_and_for_working() {
    let game = game();
    for (habit, least) in [("silent", SHORT), ("busy", SHORT / 10)] {
        let animal = Animal::new("own", habit, "");
        let mut player = animal.player();
        player.new_game(&game, 0).expect("a new game");
        let mut position = game.start();
        game::play_text(&game, &mut position, "d d").expect("legal moves");
        let stopwatch = player.stopwatch();
        let first = player.choose(&game, &position, &mut Request::default());
        first.expect("its first answer");
        assert!(player.charge(&stopwatch) < LONG);
        let stopwatch = player.stopwatch();
        let mut request = Request {
            deadline: Some(2 * SHORT),
            ..Request::default()
        };
        let failure = player.choose(&game, &position, &mut request);
        assert_eq!(failure.expect_err("it is late").reason, Reason::TimeOut);
        let charged = player.charge(&stopwatch);
        assert!(charged >= least, "{habit}: {charged:?}");
    }
}

/// What a program was told, byte by byte, in two games of fixed moves.
fn told(protocol: &str, game_text: &str, animal: &str, replies: &[&[&str]]) -> String {
    struct Games<'run> {
        text: &'run str,
        replies: &'run [&'run [&'run str]],
    }
    impl games::GameVisitor for Games<'_> {
        type Output = ();

        fn visit<G: game::Playable>(self, game: &G) {
            let mut player = Player::parse(game, self.text).expect("a player");
            for (number, replies) in self.replies.iter().enumerate() {
                let side = Side::BOTH[number % 2];
                player.new_game(game, number as u64).expect("a new game");
                let mut position = game.start();
                let mut replies = replies.iter();
                while game.outcome(&position).is_none() {
                    let chosen = if game.side_to_move(&position) == side {
                        let request = &mut Request {
                            deadline: Some(LONG),
                            ..Request::default()
                        };
                        let decision = player.choose(game, &position, request);
                        let decision = decision.unwrap_or_else(|failure| panic!("{failure}"));
                        decision.chosen.expect("a move")
                    } else {
                        let word = replies.next().expect("a reply");
                        game.parse_move(&position, word).expect("a legal move")
                    };
                    game.play(&mut position, chosen);
                }
                player.end_game(game.outcome(&position).expect("it is over"));
            }
        }
    }
    use_launcher(PathBuf::from(env!("CARGO_BIN_EXE_partida-launcher")));
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = directory.join(format!("told-{protocol}"));
    let _ = fs::remove_file(&file);
    let text = format!(
        "process:protocol={protocol},files={},env SCRIBE={} sh tests/zoo/animal.sh {animal} good",
        directory.display(),
        file.display()
    );
    let games = games::parse_game(game_text, &game::arguments::NoFiles).expect("a game");
    games.visit(Games {
        text: &text,
        replies,
    });
    fs::read_to_string(&file).expect("what it was told")
}

/// A transcript of `testdata/protocols`.
fn transcript(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/protocols");
    fs::read_to_string(path.join(name)).expect("a transcript")
}

#[test]
fn hosts_say_what_the_judges_say_byte_by_byte() {
    let replies: [&[&str]; 2] = [&["b", "b", "b"], &["d", "d", "d", "d"]];
    assert_eq!(
        told("connect-judge", "connect", "judge", &replies),
        transcript("connect-judge-host.txt")
    );
    assert_eq!(
        told("partida", "connect", "own", &replies),
        transcript("partida-host.txt")
    );
    let replies: [&[&str]; 2] = [&["a2b2", "c2c3"], &["a3b3", "c2c3"]];
    assert_eq!(
        told("bricks-judge", "bricks:3", "bricks", &replies),
        transcript("bricks-judge-host.txt")
    );
}

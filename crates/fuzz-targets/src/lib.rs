//! The bodies of the fuzz targets.
//!
//! Each target takes any bytes, hands them to one of the parsers, and checks what must hold of
//! whatever comes out; a broken promise is a panic. libFuzzer calls them from `fuzz/fuzz_targets`,
//! and `tests/corpus.rs` runs the inputs of `testdata/fuzz` through the very same functions.
//!
//! Where a target needs a game, the first byte of the input chooses it: `A` is the first of
//! [`GAMES`], `B` the second, and so on, so that the inputs kept as files stay readable, and stay
//! what they are when games are added at the end of the list.

mod experiment;
mod network;

pub use experiment::experiment_text;
pub use network::network_file;

use arena::ScoreSheet;
use arena::ratings::{Pairs, Results, Sprt, Tally};
use game::Playable;
use game::random::{Seed, mix};
use game::text::TextError;
use game::{Notation, play_text};
use games::{AnyGame, Files, GameVisitor, NoFiles, parse_game, parse_game_for};
use players::protocol::{Answer, Order, bricks, connect};
use players::{Player, PlayerPreset, Request, Spec, parse_clock};
use solve::connect::Book;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

/// A fuzz target. Says whether the input made sense: tests want to know that enough of them do.
pub type Target = fn(&[u8]) -> bool;

/// All targets by name.
pub const TARGETS: [(&str, Target); 13] = [
    ("game_text", game_text),
    ("position_text", position_text),
    ("move_list", move_list),
    ("board_file", board_file),
    ("rules_text", rules_text),
    ("player_text", player_text),
    ("book_text", book_text),
    ("results_text", results_text),
    ("protocol_line", protocol_line),
    ("preset_text", preset_text),
    ("experiment_text", experiment_text),
    ("score_sheet", score_sheet),
    ("network_file", network_file),
];

/// The games that the first byte of an input chooses from, `A` being the first. New ones go to the
/// end. Small boards of every machine word's width come first to the fuzzer's mind when they have
/// small texts, so there are several sizes of each game.
pub const GAMES: &[&str] = &[
    // A to I
    "connect:7x6,c=4",
    "connect:4x4,c=3",
    "connect:1x1,c=1",
    "connect:3x2,c=2,p=2",
    "connect:9x9,c=5",
    "connect:20x20,c=4",
    "connect:12x3,c=9,p=5",
    "bricks:2",
    "bricks:3",
    // J to R
    "bricks:4",
    "bricks:9",
    "bricks:20",
    "amazons:3x3",
    "amazons:4x4",
    "amazons:5x3",
    "amazons:10x10",
    "amazons:16x16",
    "fuga:7",
    // S to Z
    "fuga:9",
    "fuga:13",
    "tafl:copenhagen",
    "tafl:brandubh",
    "tafl:tablut",
    "tafl:tablut-camps",
    "tafl:magpie",
    "tafl:alea-evangelii",
];

/// No board has a longer side.
const LONGEST_SIDE: usize = 20;

/// At most so many moves of a position are written, read and played; in positions with more, every
/// n-th is. Everything else would make inputs on large boards too slow to be fuzzed well.
const MOVES_TRIED: usize = 64;

/// Reads a game's text, and if there are more lines, takes the rest as the position that it is for.
pub fn game_text(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    let (text, parsed) = match text.split_once('\n') {
        None => (text, parse_game(text, &NoFiles)),
        Some((text, position)) => (text, parse_game_for(text, &NoFiles, position)),
    };
    match parsed {
        Ok(game) => {
            game.visit(CheckNamedGame);
            true
        }
        Err(error) => check_error(&error, Some(text)),
    }
}

struct CheckNamedGame;

impl GameVisitor for CheckNamedGame {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let name = game.name();
        let again = match parse_game(&name, &NoFiles) {
            Ok(again) => again.visit(NameOf),
            Err(error) => panic!("the name {name:?} cannot be read: {error}"),
        };
        assert_eq!(again, name, "a name that is read gives that name");
        check_position(game, &game.start());
    }
}

struct NameOf;

impl GameVisitor for NameOf {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        game.name()
    }
}

/// Reads a position text of the game that the first byte chooses.
pub fn position_text(input: &[u8]) -> bool {
    chosen_game(input).is_some_and(|(game, text)| game.visit(CheckPositionText(text)))
}

struct CheckPositionText<'text>(&'text str);

impl GameVisitor for CheckPositionText<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        match game.parse_position(self.0) {
            Ok(position) => {
                check_position(game, &position);
                check_children(game, &position);
                true
            }
            Err(error) => check_error(&error, Some(self.0)),
        }
    }
}

/// Plays a list of moves of the game that the first byte chooses.
pub fn move_list(input: &[u8]) -> bool {
    chosen_game(input).is_some_and(|(game, text)| game.visit(CheckMoveList(text)))
}

struct CheckMoveList<'text>(&'text str);

impl GameVisitor for CheckMoveList<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        let mut last = game.start();
        let moves = match play_text(game, &mut last, self.0) {
            Ok(moves) => moves,
            Err(error) => return check_error(&error, Some(self.0)),
        };
        // Long lists on large boards: not every prefix, for the work grows with the square.
        let stride = moves.len() / 40 + 1;
        let mut position = game.start();
        let mut undos = Vec::with_capacity(moves.len());
        for (number, &chosen) in moves.iter().enumerate() {
            assert!(
                game.is_legal(&position, chosen),
                "move {number} of {:?} was played but is not legal",
                self.0
            );
            let before = position.clone();
            undos.push((chosen, game.play(&mut position, chosen), before));
            if number % stride == 0 || number + 1 == moves.len() {
                check_replay(game, &moves[..=number], &position);
            }
        }
        assert_eq!(position, last, "the list of moves leads elsewhere again");
        check_position(game, &position);
        while let Some((chosen, undo, before)) = undos.pop() {
            game.undo(&mut position, chosen, undo);
            assert_eq!(position, before, "{chosen:?} taken back");
        }
        true
    }
}

/// Moves written as a list and read again lead to the same position.
fn check_replay<G: Notation>(game: &G, moves: &[G::Move], expected: &G::Position) {
    let text = game.write_moves(&game.start(), moves);
    let mut replayed = game.start();
    match play_text(game, &mut replayed, &text) {
        Ok(read) => {
            assert_eq!(read, moves, "{text:?} read back");
            assert_eq!(replayed, *expected, "after {text:?}");
        }
        Err(error) => panic!("{text:?} was written but is not read: {error}"),
    }
}

/// Reads a file with a position of the game that the first byte chooses.
pub fn board_file(input: &[u8]) -> bool {
    chosen_game(input).is_some_and(|(game, text)| game.visit(CheckBoardFile(text)))
}

struct CheckBoardFile<'text>(&'text str);

impl GameVisitor for CheckBoardFile<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        match game.parse_file(self.0) {
            // That it can be written and read again, as a file too, is checked for all positions.
            Ok(position) => {
                check_position(game, &position);
                true
            }
            // A reader may have cut off white space at the end.
            Err(error) => check_error(&error, None),
        }
    }
}

/// Reads a ruleset, as TOML or in the one-line notation, and plays by it.
pub fn rules_text(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    match parse_rules(text) {
        Ok(game) => {
            game.visit(CheckRules {
                seed: input
                    .iter()
                    .fold(0, |seed, &byte| mix(seed ^ u64::from(byte))),
            });
            true
        }
        Err(error) => check_error(&error, None),
    }
}

/// The one file there is, whatever it is called.
struct OneFile<'text>(&'text str);

impl Files for OneFile<'_> {
    fn read(&self, _path: &str) -> Result<String, String> {
        Ok(self.0.to_string())
    }

    fn preset(&self, _name: &str) -> Result<String, String> {
        Ok(self.0.to_string())
    }
}

fn parse_rules(text: &str) -> Result<AnyGame, TextError> {
    parse_game("tafl:@rules", &OneFile(text))
}

struct CheckRules {
    seed: u64,
}

impl GameVisitor for CheckRules {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let texts = game.rules_texts();
        assert!(!texts.is_empty(), "rules that were read can be written");
        for (form, text) in &texts {
            let again = match parse_rules(text) {
                Ok(again) => again.visit(RulesOf),
                Err(error) => panic!("rules written as {form} are not read: {error}\n{text}"),
            };
            // A form that cannot say everything says what it leaves out, in comments before the
            // rules. Those rules are others, then, but in that form they must look the same.
            let (comments, rules): (Vec<&str>, Vec<&str>) =
                text.lines().partition(|line| line.starts_with('#'));
            if comments.is_empty() {
                assert_eq!(again, texts, "rules written as {form} and read again");
            } else {
                let again = again.iter().find(|(other, _)| other == form);
                let again = again.map(|(_, text)| text.lines().collect());
                assert_eq!(again, Some(rules), "what {form} can say, read again");
            }
        }
        let mut generator = Seed(self.seed).generator();
        let mut position = game.start();
        let mut moves = Vec::new();
        for ply in 0..30 {
            if ply % 5 == 0 {
                check_position(game, &position);
            }
            moves.clear();
            if let Some(outcome) = game.expand(&position, &mut moves) {
                assert!(moves.is_empty(), "{outcome:?} with moves left");
                check_position(game, &position);
                break;
            }
            let Some(chosen) = generator.choose(&moves) else {
                panic!("not over, and no moves: {}", game.write_position(&position));
            };
            game.play(&mut position, chosen);
        }
    }
}

struct RulesOf;

impl GameVisitor for RulesOf {
    type Output = Vec<(&'static str, String)>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        game.rules_texts()
    }
}

/// Reads a player's text for the game that the first byte chooses, and a clock's.
pub fn player_text(input: &[u8]) -> bool {
    chosen_game(input).is_some_and(|(game, text)| {
        let is_clock = match parse_clock(text) {
            Ok(clock) => {
                assert!(!clock.remaining.is_zero(), "no time in {text:?}");
                true
            }
            Err(error) => check_error(&error, Some(text)),
        };
        let is_player = game.visit(CheckPlayerText(text));
        is_clock || is_player
    })
}

struct CheckPlayerText<'text>(&'text str);

impl GameVisitor for CheckPlayerText<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        let spec = match Spec::parse(game, self.0) {
            Ok(spec) => spec,
            Err(error) => return check_error(&error, Some(self.0)),
        };
        let canonical = spec.to_string();
        match Spec::parse(game, &canonical) {
            Ok(again) => assert_eq!(again.to_string(), canonical, "from {:?}", self.0),
            Err(error) => panic!("{canonical} was written but is not read: {error}"),
        }
        // A table would be filled with nothing, and may be larger than the computer.
        let table = spec.value("table").map(ToString::to_string);
        if table.is_some_and(|table| table != "0") {
            return true;
        }
        let Some(mut player) = Player::new(game, &spec) else {
            panic!("{canonical} was read but cannot be built");
        };
        assert_eq!(player.text(), canonical);
        // Nobody knows what it would do.
        if spec.is_process() {
            return true;
        }
        let word = canonical.split(':').next().unwrap_or_default();
        if !player.can_be_watched() || word == "greedy" {
            // Those that search must have a move at once.
            let mut request = Request {
                stop: Some(Arc::new(AtomicBool::new(true))),
                ..Request::default()
            };
            let start = game.start();
            let decision = match player.choose(game, &start, &mut request) {
                Ok(decision) => decision,
                Err(failure) => panic!("{canonical} fails: {failure}"),
            };
            match decision.chosen {
                Some(chosen) => assert!(
                    game.is_legal(&start, chosen),
                    "{canonical} plays {chosen:?}, which is not legal"
                ),
                None => assert!(game.outcome(&start).is_some(), "{canonical} has no move"),
            }
        }
        true
    }
}

/// The game that the first byte chooses, and the rest of the input as text. `None` if it is not
/// text.
fn chosen_game(input: &[u8]) -> Option<(&'static AnyGame, &str)> {
    static BUILT: LazyLock<Vec<AnyGame>> = LazyLock::new(|| {
        GAMES
            .iter()
            .map(|text| parse_game(text, &NoFiles).unwrap_or_else(|error| panic!("{error}")))
            .collect()
    });
    let (&choice, text) = input.split_first()?;
    let game = &BUILT[usize::from(choice.wrapping_sub(b'A')) % GAMES.len()];
    Some((game, std::str::from_utf8(text).ok()?))
}

/// What must hold of an error, whatever it is about: it can be shown in one line, and points into
/// the text that it is about. The input that caused it made no sense, so the answer is `false`.
fn check_error(error: &TextError, input: Option<&str>) -> bool {
    let shown = error.to_string();
    assert!(
        !shown.chars().any(char::is_control),
        "an error is one line of printable text: {shown:?}"
    );
    assert!(!error.problem().is_empty(), "an error says what is wrong");
    if let Some(input) = input {
        assert_eq!(error.input(), input, "an error is about the whole input");
    }
    let place = error.place();
    let line = error.input().split('\n').nth(place.line.wrapping_sub(1));
    let Some(line) = line else {
        panic!("{shown}: line {} of {:?}", place.line, error.input());
    };
    assert!(
        (1..=line.chars().count() + 1).contains(&place.column),
        "{shown}: column {} of {line:?}",
        place.column
    );
    assert!(line.starts_with(error.line()), "{shown}: {line:?}");
    false
}

/// What must hold of every position: it survives being written and read, in both forms; it is over
/// exactly when there are no moves; moves can be written, read, played and taken back; symmetries
/// keep what they must.
fn check_position<G: Notation>(game: &G, position: &G::Position) {
    let text = game.write_position(position);
    let fresh = game.forget_history(position);
    for (form, read) in [
        ("text", game.parse_position(&text)),
        ("a file", game.parse_file(&game.write_file(position))),
    ] {
        match read {
            Ok(read) => {
                assert_eq!(read, fresh, "{text} as {form}");
                assert_eq!(game.key(&read), game.key(position), "the key of {text}");
                assert_eq!(game.write_position(&read), text);
            }
            Err(error) => panic!("{text} was written as {form} but is not read: {error}"),
        }
    }

    let diagram = game.diagram(position);
    let sides = 1..=LONGEST_SIDE;
    assert!(
        sides.contains(&diagram.columns)
            && sides.contains(&diagram.rows)
            && diagram.cells.len() == diagram.columns * diagram.rows,
        "a board of {} x {}",
        diagram.columns,
        diagram.rows
    );
    game.facts(position);

    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let outcome = game.outcome(position);
    assert_eq!(outcome.is_some(), moves.is_empty(), "{outcome:?} in {text}");
    assert_eq!(game.count_moves(position), moves.len() as u64, "in {text}");
    if outcome.is_some() {
        game.end_reason(position);
    }
    let mut played = position.clone();
    for &chosen in moves.iter().step_by(moves.len() / MOVES_TRIED + 1) {
        assert!(
            game.is_legal(position, chosen),
            "{chosen:?} is listed but not legal in {text}"
        );
        let written = game.write_move(position, chosen);
        assert_eq!(
            game.parse_move(position, &written),
            Ok(chosen),
            "{written} in {text}"
        );
        let undo = game.play(&mut played, chosen);
        assert_eq!(
            played,
            game.after(position, chosen),
            "{written} played in place in {text}"
        );
        game.undo(&mut played, chosen, undo);
        assert_eq!(played, *position, "{written} taken back in {text}");
    }

    for &symmetry in game.symmetries() {
        let image = game.map_position(symmetry, position);
        assert_eq!(
            game.map_position(symmetry.inverse(), &image),
            fresh,
            "{symmetry} and back in {text}"
        );
        assert_eq!(
            (game.outcome(&image), game.count_moves(&image)),
            (game.outcome(&fresh), game.count_moves(&fresh)),
            "{symmetry} of {text}"
        );
    }
}

/// What a legal move leads to from a position that was read can be read as well: what is refused
/// as impossible really is.
fn check_children<G: Notation>(game: &G, position: &G::Position) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for &chosen in moves.iter().step_by(moves.len() / 8 + 1) {
        check_position(game, &game.after(position, chosen));
    }
}

/// Reads counted results, of games or of pairs, and from a second line the sequential test for them.
/// Both are read as they are written, and whatever they are the test has a finite ratio.
pub fn results_text(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    let (counts, test) = text.split_once('\n').unwrap_or((text, ""));
    let test: Sprt = match test.parse() {
        Ok(test) => test,
        Err(error) => return check_error(&error, Some(test)),
    };
    assert_eq!(test.to_string().parse(), Ok(test));
    match (counts.parse::<Tally>(), counts.parse::<Pairs>()) {
        (Ok(tally), _) => {
            assert_eq!(tally.to_string().parse(), Ok(tally));
            check_ratio(&test, &tally)
        }
        (_, Ok(pairs)) => {
            assert_eq!(pairs.to_string().parse(), Ok(pairs));
            check_ratio(&test, &pairs)
        }
        (Err(games), Err(pairs)) => {
            check_error(&games, Some(counts)) || check_error(&pairs, Some(counts))
        }
    }
}

/// Reads the record of a game. What is written of it is read as it was.
pub fn score_sheet(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    match ScoreSheet::parse(text) {
        Ok(sheet) => {
            assert_eq!(ScoreSheet::parse(&sheet.to_string()), Ok(sheet.clone()));
            !sheet.headers.is_empty() && !sheet.moves.is_empty()
        }
        Err(error) => check_error(&error, Some(text)),
    }
}

fn check_ratio(test: &Sprt, results: &impl Results) -> bool {
    assert!(test.llr(results).is_finite(), "the ratio is a number");
    true
}

/// Reads an opening book. Whatever is read is written in a form that reads back to the same book.
pub fn book_text(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    match Book::parse(text) {
        Ok(book) => {
            assert_eq!(Book::parse(&book.write()).ok().as_ref(), Some(&book));
            true
        }
        Err(error) => check_error(&error, Some(text)),
    }
}

/// Reads lines that outside programs and judges may say. Whatever is read is written in a form that
/// reads back to the same.
pub fn protocol_line(input: &[u8]) -> bool {
    let Some((game, text)) = chosen_game(input) else {
        return false;
    };
    let line = text.split('\n').next().unwrap_or_default();
    let mut sensible = false;
    match Order::parse(line) {
        Ok(order) => {
            let written = order.to_string();
            assert_eq!(Order::parse(&written), Ok(order), "{written:?}");
            sensible = true;
        }
        Err(error) => {
            check_error(&error, Some(line));
        }
    }
    match Answer::parse(line) {
        Ok(answer) => {
            let written = answer.to_string();
            assert_eq!(Answer::parse(&written), Ok(answer), "{written:?}");
            sensible = true;
        }
        Err(error) => {
            check_error(&error, Some(line));
        }
    }
    match connect::Sizes::parse(line) {
        Ok(sizes) => {
            assert_eq!(connect::Sizes::parse(&sizes.write()), Ok(sizes));
            // It may be a board that does not exist.
            if let Err(error) = parse_game(&sizes.game(), &NoFiles) {
                check_error(&error, None);
            }
            sensible = true;
        }
        Err(error) => {
            check_error(&error, Some(line));
        }
    }
    match bricks::parse_greeting(line) {
        Ok((size, side)) => {
            let again = bricks::parse_greeting(&bricks::greeting(size, side));
            assert_eq!(again, Ok((size, side)));
            sensible = true;
        }
        Err(error) => {
            check_error(&error, Some(line));
        }
    }
    game.visit(CheckJudgeMove(line)) || sensible
}

struct CheckJudgeMove<'line>(&'line str);

impl GameVisitor for CheckJudgeMove<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        let start = game.start();
        let (read, written) = if bricks::size(game).is_some() {
            let read = bricks::parse_move(game, &start, self.0);
            let written = read
                .as_ref()
                .ok()
                .map(|&chosen| bricks::write_move(game, &start, chosen));
            (read, written)
        } else if connect::Sizes::of(game).is_some() {
            let read = connect::parse_move(game, &start, self.0);
            let written = read
                .as_ref()
                .ok()
                .map(|&chosen| connect::write_move(game, &start, chosen));
            (read, written)
        } else {
            return false;
        };
        match read {
            Ok(chosen) => {
                assert!(game.is_legal(&start, chosen), "{:?}", self.0);
                let Some(Some(written)) = written else {
                    panic!("{:?} is read but cannot be written", self.0);
                };
                let again = if bricks::size(game).is_some() {
                    bricks::parse_move(game, &start, &written)
                } else {
                    connect::parse_move(game, &start, &written)
                };
                assert_eq!(again, Ok(chosen), "{written:?} from {:?}", self.0);
                true
            }
            Err(bricks::Wrong::NotAMove(error) | bricks::Wrong::Illegal(error)) => {
                check_error(&error, Some(self.0))
            }
        }
    }
}

/// Reads the file of a preset, and players that name it in the game that the first byte chooses.
/// Whatever is read is written in a form that reads back to the same.
pub fn preset_text(input: &[u8]) -> bool {
    let Some((game, text)) = chosen_game(input) else {
        return false;
    };
    let is_preset = match PlayerPreset::parse(text) {
        Ok(preset) => {
            let remarks = [(text.to_string(), text.to_string())];
            for remarks in [&[][..], &remarks] {
                let written = preset.to_toml(remarks);
                let again = PlayerPreset::parse(&written);
                assert_eq!(again.as_ref(), Ok(&preset), "{written:?}");
            }
            true
        }
        Err(problem) => {
            assert!(!problem.contains('\n'), "an error is one line: {problem:?}");
            false
        }
    };
    for player in ["@mine", "@mine:seed=3", "greedy:weights=@mine"] {
        game.visit(CheckPresetUser { player, text });
    }
    is_preset
}

/// A player that names a preset, and the preset.
struct CheckPresetUser<'text> {
    player: &'text str,
    text: &'text str,
}

impl GameVisitor for CheckPresetUser<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        match Spec::read(game, self.player, &OneFile(self.text)) {
            Ok(spec) => {
                let canonical = spec.to_string();
                match Spec::parse(game, &canonical) {
                    Ok(again) => assert_eq!(again.to_string(), canonical, "from {:?}", self.text),
                    Err(error) => {
                        panic!("{canonical} was written but does not stand alone: {error}")
                    }
                }
            }
            Err(error) => {
                check_error(&error, Some(self.player));
            }
        }
    }
}

//! Our own protocol, line by line: what a host orders and what a program answers, read and written.
//! `docs/protocol.md` says what the lines mean. The protocols of the course judges are in [`bricks`]
//! and [`connect`].
//!
//! ```
//! use players::protocol::{Answer, Limits, Order};
//! use std::time::Duration;
//!
//! let order = Order::parse("go movetime 250 depth 8")?;
//! let limits = Limits {
//!     movetime: Some(Duration::from_millis(250)),
//!     depth: Some(8),
//!     ..Limits::default()
//! };
//! assert_eq!(order, Order::Go(limits));
//! assert_eq!(order.to_string(), "go depth 8 movetime 250");
//! assert_eq!(Answer::parse("bestmove d")?, Answer::BestMove("d".to_string()));
//! # Ok::<(), game::text::TextError>(())
//! ```

pub mod bricks;
pub mod connect;

use game::Score;
use game::text::{TextError, nearest, split_words};
use search::Clock;
use std::fmt;
use std::time::Duration;

/// The word that begins the conversation.
pub const NAME: &str = "partida";

/// What a host says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// `partida`: who are you?
    Hello,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// As the program declared it.
        name: String,
        /// The rest of the line.
        value: String,
    },
    /// `game TEXT`: which game is played from now on.
    Game(String),
    /// `newgame`: what comes has nothing to do with what was.
    NewGame,
    /// `isready`: answer when all before is done.
    IsReady,
    /// `position start|TEXT [moves MOVES]`.
    Position {
        /// The position's text; the beginning of the game if there is none.
        from: Option<String>,
        /// Moves from there on, as the game writes them.
        moves: String,
    },
    /// `go …`: choose a move.
    Go(Limits),
    /// `stop`: answer at once.
    Stop,
    /// `quit`.
    Quit,
}

/// What a program says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `id name NAME`.
    Name(String),
    /// `id author NAME`.
    Author(String),
    /// `option name NAME …`.
    Option {
        /// What it is set by.
        name: String,
        /// The rest of the line: type, default, whatever helps.
        description: String,
    },
    /// `ok`: that is all about me.
    Ok,
    /// `readyok`.
    ReadyOk,
    /// `info …`, while it thinks.
    Info(Info),
    /// `bestmove MOVE`.
    BestMove(String),
    /// `error TEXT`: why it cannot do what was ordered.
    Error(String),
}

/// How far a program may search; what is reached first ends the search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Time for the rest of the game.
    pub clock: Option<Clock>,
}

/// What a program tells while it thinks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// What the position is worth to the side to move, in units of its evaluator.
    pub score: Option<InfoScore>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Time taken.
    pub time: Option<Duration>,
    /// The line it expects, as words.
    pub line: Vec<String>,
    /// `info string …`: anything else, for people.
    pub text: Option<String>,
}

/// A score in an `info` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InfoScore {
    /// `score value 1.25`, in thousandths.
    Value(i32),
    /// `score win 5`: in so many plies.
    Win(u32),
    /// `score loss 4`: in so many plies.
    Loss(u32),
}

impl InfoScore {
    /// How many thousandths make one.
    pub const UNIT: i32 = 1000;

    /// A score whose values are counted in parts of a unit.
    #[must_use]
    pub fn of(score: Score, unit: i32) -> InfoScore {
        if let Some(plies) = score.plies_to_win() {
            InfoScore::Win(plies)
        } else if let Some(plies) = score.plies_to_loss() {
            InfoScore::Loss(plies)
        } else {
            let value = i64::from(score.as_i32()) * i64::from(Self::UNIT) / i64::from(unit.max(1));
            let most = i64::from(Score::GREATEST_VALUE);
            InfoScore::Value(value.clamp(-most, most) as i32)
        }
    }

    /// The score, values in [`InfoScore::UNIT`].
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            InfoScore::Value(value) => Score::value(value),
            InfoScore::Win(plies) => Score::win_in(plies),
            InfoScore::Loss(plies) => Score::loss_in(plies),
        }
    }
}

/// Reads words from the left.
struct Words<'line> {
    subject: &'static str,
    line: &'line str,
    rest: std::vec::IntoIter<(usize, &'line str)>,
}

impl<'line> Words<'line> {
    fn of(subject: &'static str, line: &'line str) -> Words<'line> {
        let words: Vec<_> = split_words(line).collect();
        Words {
            subject,
            line,
            rest: words.into_iter(),
        }
    }

    fn next(&mut self, expected: &str) -> Result<(usize, &'line str), TextError> {
        let end = || TextError::unexpected(self.subject, self.line, self.line.len(), expected);
        self.rest.next().ok_or_else(end)
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, TextError> {
        let expected = format!("{what}, a whole number from 0");
        let (offset, word) = self.next(&expected)?;
        word.parse()
            .map_err(|_| self.error(offset, format!("found {word:?}"), expected))
    }

    fn milliseconds(&mut self, what: &str) -> Result<Duration, TextError> {
        // More than this many milliseconds nobody has.
        let number: u32 = self.number(&format!("{what} in milliseconds"))?;
        Ok(Duration::from_millis(number.into()))
    }

    fn error(&self, offset: usize, problem: String, expected: impl Into<String>) -> TextError {
        TextError::new(self.subject, self.line, offset, problem, expected)
    }

    fn unknown(&self, offset: usize, word: &str, known: &[&str]) -> TextError {
        let problem = match nearest(&word.to_lowercase(), known.iter().copied()) {
            Some(near) => format!("found {word:?} (did you mean {near:?}?)"),
            None => format!("found {word:?}"),
        };
        self.error(offset, problem, known.join(", "))
    }

    /// The rest of the line as it stands there.
    fn remainder(&mut self) -> &'line str {
        match self.rest.next() {
            Some((offset, _)) => self.line[offset..].trim_end(),
            None => "",
        }
    }

    fn needed_remainder(&mut self, expected: &str) -> Result<&'line str, TextError> {
        let (offset, _) = self.next(expected)?;
        Ok(self.line[offset..].trim_end())
    }

    fn finish(mut self) -> Result<(), TextError> {
        match self.rest.next() {
            None => Ok(()),
            Some((offset, word)) => {
                Err(self.error(offset, format!("found {word:?}"), "the end of the line"))
            }
        }
    }
}

const ORDERS: &[&str] = &[
    NAME,
    "setoption",
    "game",
    "newgame",
    "isready",
    "position",
    "go",
    "stop",
    "quit",
];
const ANSWERS: &[&str] = &["id", "option", "ok", "readyok", "info", "bestmove", "error"];

impl Order {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Order, TextError> {
        let mut words = Words::of("order", line);
        let (offset, word) = words.next(&ORDERS.join(", "))?;
        let order = match word {
            NAME => Order::Hello,
            "newgame" => Order::NewGame,
            "isready" => Order::IsReady,
            "stop" => Order::Stop,
            "quit" => Order::Quit,
            "game" => {
                let game = words.needed_remainder("the text of a game, such as connect:7x6,c=4")?;
                return Ok(Order::Game(game.to_string()));
            }
            "setoption" => {
                let text = words.needed_remainder("name NAME value VALUE")?;
                let parts = text.strip_prefix("name ").and_then(|text| {
                    let (name, value) = text.split_once(" value ")?;
                    let both = (name.trim(), value.trim());
                    (!both.0.is_empty()).then_some(both)
                });
                let Some((name, value)) = parts else {
                    return Err(words.error(
                        offset,
                        format!("found {line:?}"),
                        "setoption name NAME value VALUE",
                    ));
                };
                return Ok(Order::SetOption {
                    name: name.to_string(),
                    value: value.to_string(),
                });
            }
            "position" => return Self::parse_position(words),
            "go" => Order::Go(Limits::parse(&mut words)?),
            _ => return Err(words.unknown(offset, word, ORDERS)),
        };
        words.finish()?;
        Ok(order)
    }

    fn parse_position(mut words: Words<'_>) -> Result<Order, TextError> {
        let text = words.needed_remainder("start, or the text of a position")?;
        // Neither texts of positions nor moves contain this word.
        let mut parts = Vec::new();
        let mut moves = None;
        for (offset, word) in split_words(text) {
            if word == "moves" {
                moves = Some(text[offset + word.len()..].trim());
                break;
            }
            parts.push(word);
        }
        let from = match parts.as_slice() {
            ["start"] => None,
            [] => {
                let offset = words.line.len() - words.line.trim_start().len() + "position".len();
                return Err(words.error(
                    offset,
                    "no position stands before moves".to_string(),
                    "start, or the text of a position",
                ));
            }
            parts => Some(parts.join(" ")),
        };
        Ok(Order::Position {
            from,
            moves: moves.unwrap_or_default().to_string(),
        })
    }
}

impl Limits {
    fn parse(words: &mut Words<'_>) -> Result<Limits, TextError> {
        const KNOWN: &[&str] = &["depth", "nodes", "movetime", "clock", "increment"];
        let mut limits = Limits::default();
        let mut increment = None;
        while let Some((offset, word)) = words.rest.next() {
            match word {
                "depth" => limits.depth = Some(words.number("plies")?),
                "nodes" => limits.nodes = Some(words.number("positions")?),
                "movetime" => limits.movetime = Some(words.milliseconds("the time")?),
                "clock" => {
                    limits.clock = Some(Clock {
                        remaining: words.milliseconds("the time left")?,
                        increment: Duration::ZERO,
                    });
                }
                "increment" => increment = Some((offset, words.milliseconds("the increment")?)),
                _ => return Err(words.unknown(offset, word, KNOWN)),
            }
        }
        match (&mut limits.clock, increment) {
            (Some(clock), Some((_, time))) => clock.increment = time,
            (None, Some((offset, _))) => {
                return Err(words.error(
                    offset,
                    "an increment without a clock".to_string(),
                    "clock and the time left",
                ));
            }
            _ => {}
        }
        Ok(limits)
    }
}

impl Answer {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Answer, TextError> {
        let mut words = Words::of("answer", line);
        let (offset, word) = words.next(&ANSWERS.join(", "))?;
        let answer = match word {
            "ok" => Answer::Ok,
            "readyok" => Answer::ReadyOk,
            "id" => {
                let (offset, which) = words.next("name or author")?;
                let text = words.needed_remainder("a name")?.to_string();
                return match which {
                    "name" => Ok(Answer::Name(text)),
                    "author" => Ok(Answer::Author(text)),
                    _ => Err(words.unknown(offset, which, &["name", "author"])),
                };
            }
            "option" => {
                let (offset, which) = words.next("name")?;
                if which != "name" {
                    return Err(words.unknown(offset, which, &["name"]));
                }
                let (_, name) = words.next("the name of an option")?;
                return Ok(Answer::Option {
                    name: name.to_string(),
                    description: words.remainder().to_string(),
                });
            }
            "info" => return Info::parse(words).map(Answer::Info),
            "bestmove" => Answer::BestMove(words.next("a move")?.1.to_string()),
            "error" => return Ok(Answer::Error(words.remainder().to_string())),
            _ => return Err(words.unknown(offset, word, ANSWERS)),
        };
        words.finish()?;
        Ok(answer)
    }
}

impl Info {
    fn parse(mut words: Words<'_>) -> Result<Info, TextError> {
        const KNOWN: &[&str] = &["depth", "score", "nodes", "time", "pv", "string"];
        let mut info = Info::default();
        while let Some((offset, word)) = words.rest.next() {
            match word {
                "depth" => info.depth = Some(words.number("plies")?),
                "nodes" => info.nodes = Some(words.number("positions")?),
                "time" => info.time = Some(words.milliseconds("the time")?),
                "score" => {
                    let (offset, kind) = words.next("value, win or loss")?;
                    info.score = Some(match kind {
                        "value" => InfoScore::Value(value(&mut words)?),
                        "win" => InfoScore::Win(plies(&mut words)?),
                        "loss" => InfoScore::Loss(plies(&mut words)?),
                        _ => return Err(words.unknown(offset, kind, &["value", "win", "loss"])),
                    });
                }
                "pv" => {
                    let rest = words.rest.by_ref();
                    info.line = rest.map(|(_, word)| word.to_string()).collect();
                }
                "string" => info.text = Some(words.remainder().to_string()),
                _ => return Err(words.unknown(offset, word, KNOWN)),
            }
            if info.text.is_some() {
                break;
            }
        }
        Ok(info)
    }
}

fn plies(words: &mut Words<'_>) -> Result<u32, TextError> {
    let plies: u32 = words.number("plies")?;
    Ok(plies.min(Score::LONGEST as u32))
}

fn value(words: &mut Words<'_>) -> Result<i32, TextError> {
    let (offset, word) = words.next("a number")?;
    let most = f64::from(Score::GREATEST_VALUE);
    let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
    let Some(number) = number else {
        return Err(words.error(offset, format!("found {word:?}"), "a number"));
    };
    Ok((number * f64::from(InfoScore::UNIT))
        .round()
        .clamp(-most, most) as i32)
}

impl fmt::Display for Order {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Hello => formatter.write_str(NAME),
            Order::SetOption { name, value } => {
                write!(formatter, "setoption name {name} value {value}")
            }
            Order::Game(text) => write!(formatter, "game {text}"),
            Order::NewGame => formatter.write_str("newgame"),
            Order::IsReady => formatter.write_str("isready"),
            Order::Position { from, moves } => {
                let from = from.as_deref().unwrap_or("start");
                write!(formatter, "position {from}")?;
                if moves.is_empty() {
                    return Ok(());
                }
                write!(formatter, " moves {moves}")
            }
            Order::Go(limits) => write!(formatter, "go{limits}"),
            Order::Stop => formatter.write_str("stop"),
            Order::Quit => formatter.write_str("quit"),
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |name: &str, number: Option<u128>| match number {
            Some(number) => write!(formatter, " {name} {number}"),
            None => Ok(()),
        };
        write("depth", self.depth.map(u128::from))?;
        write("nodes", self.nodes.map(u128::from))?;
        write("movetime", self.movetime.map(|time| time.as_millis()))?;
        let clock = self.clock;
        write("clock", clock.map(|clock| clock.remaining.as_millis()))?;
        let increment = clock.map(|clock| clock.increment.as_millis());
        write("increment", increment.filter(|&time| time > 0))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Name(name) => write!(formatter, "id name {name}"),
            Answer::Author(name) => write!(formatter, "id author {name}"),
            Answer::Option { name, description } if description.is_empty() => {
                write!(formatter, "option name {name}")
            }
            Answer::Option { name, description } => {
                write!(formatter, "option name {name} {description}")
            }
            Answer::Ok => formatter.write_str("ok"),
            Answer::ReadyOk => formatter.write_str("readyok"),
            Answer::Info(info) => write!(formatter, "info{info}"),
            Answer::BestMove(chosen) => write!(formatter, "bestmove {chosen}"),
            Answer::Error(text) => write!(formatter, "error {text}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(formatter, " depth {depth}")?;
        }
        match self.score {
            Some(InfoScore::Value(value)) => {
                let sign = if value < 0 { "-" } else { "" };
                let (whole, part) = (value.unsigned_abs() / 1000, value.unsigned_abs() % 1000);
                write!(formatter, " score value {sign}{whole}.{part:03}")?;
            }
            Some(InfoScore::Win(plies)) => write!(formatter, " score win {plies}")?,
            Some(InfoScore::Loss(plies)) => write!(formatter, " score loss {plies}")?,
            None => {}
        }
        if let Some(nodes) = self.nodes {
            write!(formatter, " nodes {nodes}")?;
        }
        if let Some(time) = self.time {
            write!(formatter, " time {}", time.as_millis())?;
        }
        // Both take the rest of the line, so a line has one of them.
        if let Some(text) = &self.text {
            write!(formatter, " string {text}")?;
        } else if !self.line.is_empty() {
            write!(formatter, " pv {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_read_back_as_they_are_written() {
        for line in [
            "partida",
            "setoption name seed value 17",
            "setoption name style value very bold",
            "game connect:7x6,c=4",
            "newgame",
            "isready",
            "position start",
            "position start moves d d c",
            "position 7/7/7/7/3o3/2xxo2 x",
            "position 7/7/7/7/3o3/2xxo2 x moves a b",
            "go",
            "go depth 3 nodes 1000 movetime 250 clock 60000 increment 500",
            "go clock 0",
            "stop",
            "quit",
        ] {
            let order = Order::parse(line).expect(line);
            assert_eq!(order.to_string(), line);
            let spaced = format!("  {}\t", line.replace(' ', "   "));
            assert!(Order::parse(&spaced).is_ok(), "{spaced:?}");
        }
    }

    #[test]
    fn answers_read_back_as_they_are_written() {
        for line in [
            "id name My Player 1.0",
            "id author A. Nobody",
            "option name seed type integer default 0",
            "option name plain",
            "ok",
            "readyok",
            "info depth 3 score value -1.250 nodes 77 time 12 pv d d c",
            "info score win 5",
            "info score loss 0 nodes 5",
            "info string what a board",
            "info",
            "bestmove c3d3",
            "error no such game",
        ] {
            let answer = Answer::parse(line).expect(line);
            assert_eq!(answer.to_string(), line);
        }
        let Ok(Answer::Info(info)) = Answer::parse("info score value -0.0004") else {
            panic!("a score");
        };
        assert_eq!(info.to_string(), " score value 0.000");
    }

    #[test]
    fn what_is_wrong_is_told_in_place() {
        for (line, column, problem) in [
            ("", 1, "the text ends"),
            ("uci", 1, "found \"uci\""),
            (
                "positon start",
                1,
                "found \"positon\" (did you mean \"position\"?)",
            ),
            ("go depth x", 10, "found \"x\""),
            ("go depth", 9, "the text ends"),
            ("go increment 5", 4, "an increment without a clock"),
            ("go movetime -5", 13, "found \"-5\""),
            ("stop now", 6, "found \"now\""),
            ("position", 9, "the text ends"),
            ("position moves d", 9, "no position stands before moves"),
        ] {
            let error = Order::parse(line).expect_err(line);
            assert_eq!((error.place().column, error.problem()), (column, problem));
        }
        for line in [
            "bestmove",
            "bestmove d d",
            "info score 5",
            "id",
            "id name",
            "d",
            "info pv",
        ] {
            assert_eq!(Answer::parse(line).is_err(), line != "info pv", "{line}");
        }
    }
}

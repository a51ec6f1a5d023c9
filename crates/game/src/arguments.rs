//! Games and players as one word of text: `name:argument,argument,key=value`, and the declarations
//! that say which arguments there are.

use crate::evaluation::Weight;
use crate::text::{TextError, nearest};
use std::fmt;
use std::time::Duration;

/// A parameter of a game or a player, declared once: parsing, help and listings all read this.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The key in `key=value`; positional parameters may be given without it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// What it is when not given.
    pub default: &'static str,
    /// What it may be.
    pub range: Range,
    /// Whether it can be given without its name.
    pub positional: bool,
}

impl Parameter {
    /// A parameter that is given with its name.
    #[must_use]
    pub const fn named(
        name: &'static str,
        meaning: &'static str,
        default: &'static str,
        range: Range,
    ) -> Parameter {
        Parameter {
            name,
            meaning,
            default,
            range,
            positional: false,
        }
    }
}

/// What values a [`Parameter`] takes.
#[derive(Debug, Clone, Copy)]
pub enum Range {
    /// A whole number in this range.
    Integer(i64, i64),
    /// A whole number in this range, and odd.
    OddInteger(i64, i64),
    /// Columns × rows, each in this range: `7x6`; one number stands for a square.
    Size(i64, i64),
    /// A decimal number in this range.
    Number(Weight, Weight),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// A span of time: `100ms`, `2s`, `1m`; a number alone is in seconds.
    Duration,
    /// Decimal numbers separated by slashes: `4/2/5/4/2`.
    Weights,
    /// Anything this sentence describes.
    Text(&'static str),
}

impl fmt::Display for Range {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Integer(least, i64::MAX) => write!(formatter, "a whole number from {least}"),
            Range::Integer(least, greatest) => {
                write!(formatter, "a whole number from {least} to {greatest}")
            }
            Range::OddInteger(least, greatest) => {
                write!(formatter, "an odd number from {least} to {greatest}")
            }
            Range::Size(least, greatest) => {
                write!(formatter, "columns x rows, each from {least} to {greatest}")
            }
            Range::Number(least, greatest) => {
                write!(formatter, "a number from {least} to {greatest}")
            }
            Range::Choice(words) => match words {
                [others @ .., last] if !others.is_empty() => {
                    write!(formatter, "{} or {last}", others.join(", "))
                }
                words => formatter.write_str(&words.join(", ")),
            },
            Range::Switch => formatter.write_str("on or off"),
            Range::Duration => formatter.write_str("a time such as 100ms, 2s or 1m"),
            Range::Weights => {
                formatter.write_str("numbers separated by slashes, such as 4/2/5/4/2")
            }
            Range::Text(description) => formatter.write_str(description),
        }
    }
}

/// A value of a [`Parameter`], read by its [`Range`] and written in one canonical way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Of [`Range::Integer`] and [`Range::OddInteger`].
    Integer(i64),
    /// Of [`Range::Size`]: columns and rows.
    Size(usize, usize),
    /// Of [`Range::Number`].
    Number(Weight),
    /// Of [`Range::Choice`] and [`Range::Text`].
    Word(String),
    /// Of [`Range::Switch`].
    Switch(bool),
    /// Of [`Range::Duration`].
    Duration(Duration),
    /// Of [`Range::Weights`].
    Weights(Vec<Weight>),
}

impl Value {
    /// Reads a value; `None` if it is not in the range.
    ///
    /// ```
    /// use game::arguments::{Range, Value};
    /// let read = |range: Range, text| Value::parse(&range, text).map(|value| value.to_string());
    /// assert_eq!(read(Range::Duration, "1500ms"), Some("1500ms".to_string()));
    /// assert_eq!(read(Range::Duration, "0.25"), Some("250ms".to_string()));
    /// assert_eq!(read(Range::Duration, "120s"), Some("2m".to_string()));
    /// assert_eq!(read(Range::Duration, "3600.000001"), Some("3600.000001s".to_string()));
    /// assert_eq!(read(Range::Switch, "yes"), Some("on".to_string()));
    /// assert_eq!(read(Range::Weights, "4/2.50/-1"), Some("4/2.5/-1".to_string()));
    /// assert_eq!(read(Range::Integer(1, 10), "11"), None);
    /// ```
    #[must_use]
    pub fn parse(range: &Range, text: &str) -> Option<Value> {
        let integer = || text.parse::<i64>().ok();
        match *range {
            Range::Integer(least, greatest) => integer()
                .filter(|value| (least..=greatest).contains(value))
                .map(Value::Integer),
            Range::OddInteger(least, greatest) => integer()
                .filter(|value| (least..=greatest).contains(value) && value % 2 == 1)
                .map(Value::Integer),
            Range::Size(least, greatest) => {
                let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
                let side = |text: &str| {
                    text.parse::<i64>()
                        .ok()
                        .filter(|side| (least..=greatest).contains(side))
                        .map(|side| side as usize)
                };
                Some(Value::Size(side(columns)?, side(rows)?))
            }
            Range::Number(least, greatest) => Weight::parse(text)
                .filter(|value| (least..=greatest).contains(value))
                .map(Value::Number),
            Range::Choice(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text))
                .map(|word| Value::Word((*word).to_string())),
            Range::Switch => match text.to_ascii_lowercase().as_str() {
                "on" | "yes" | "true" | "1" => Some(Value::Switch(true)),
                "off" | "no" | "false" | "0" => Some(Value::Switch(false)),
                _ => None,
            },
            Range::Duration => parse_duration(text).map(Value::Duration),
            Range::Weights => text
                .split('/')
                .map(Weight::parse)
                .collect::<Option<Vec<Weight>>>()
                .map(Value::Weights),
            Range::Text(_) => (!text.is_empty()).then(|| Value::Word(text.to_string())),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => write!(formatter, "{value}"),
            Value::Size(columns, rows) => write!(formatter, "{columns}x{rows}"),
            Value::Number(value) => write!(formatter, "{value}"),
            Value::Word(word) => formatter.write_str(word),
            Value::Switch(on) => formatter.write_str(if *on { "on" } else { "off" }),
            Value::Duration(time) => {
                // The largest unit that leaves a whole number.
                let (unit, name) = DURATION_UNITS
                    .into_iter()
                    .rev()
                    .find(|(unit, _)| time.as_micros() % unit == 0)
                    .unwrap_or(DURATION_UNITS[0]);
                let count = time.as_micros() / unit;
                if count <= MOST_OF_A_UNIT {
                    write!(formatter, "{count}{name}")
                } else {
                    let seconds = Weight::from_millionths(time.as_micros() as i64);
                    write!(formatter, "{seconds}s")
                }
            }
            Value::Weights(weights) => {
                let words: Vec<String> = weights.iter().map(Weight::to_string).collect();
                formatter.write_str(&words.join("/"))
            }
        }
    }
}

/// In microseconds, from the smallest.
const DURATION_UNITS: [(u128, &str); 5] = [
    (1, "us"),
    (1000, "ms"),
    (1_000_000, "s"),
    (60_000_000, "m"),
    (3_600_000_000, "h"),
];
/// Numbers with more digits are not read; times with more of a unit are written in seconds, with
/// decimals.
const MOST_OF_A_UNIT: u128 = 999_999_999;
/// The longest time that can be asked for, in microseconds: a year.
const LONGEST_DURATION: i128 = 365 * 24 * 3_600_000_000;

/// A time longer than nothing: a decimal number and a unit, seconds if there is none.
fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" => 1_000_000,
        name => {
            let found = DURATION_UNITS
                .into_iter()
                .find(|(_, known)| known.eq_ignore_ascii_case(name));
            found?.0
        }
    };
    let number = Weight::parse(digits)?;
    let microseconds = i128::from(number.millionths()) * unit as i128 / 1_000_000;
    (1..=LONGEST_DURATION)
        .contains(&microseconds)
        .then(|| Duration::from_micros(microseconds as u64))
}

/// Where the files that a game's text names (`@my-rules.toml`), and the presets and networks that a
/// player's text names (`@mine`, `network=@./mine.net`), are read from. The games and players themselves
/// do not touch any.
pub trait Files {
    /// The content of a file, or why there is none.
    fn read(&self, path: &str) -> Result<String, String>;

    /// The content of the file of a preset, or why there is none.
    fn preset(&self, _name: &str) -> Result<String, String> {
        Err("presets cannot be read here".to_string())
    }

    /// The content of the file of a network, or why there is none.
    fn network(&self, _path: &str) -> Result<Vec<u8>, String> {
        Err("networks cannot be read here".to_string())
    }
}

/// No files at all: for places where a text must stand alone.
#[derive(Debug, Clone, Copy)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str) -> Result<String, String> {
        Err("files cannot be read here".to_string())
    }
}

/// The arguments behind the name of a game or player. Whoever reads them takes out those it knows;
/// what is left over at the end is an error.
#[derive(Debug)]
pub struct Arguments<'text> {
    /// What the text is: `game`, `player`.
    subject: &'static str,
    input: &'text str,
    parameters: Vec<Parameter>,
    items: Vec<Item<'text>>,
}

#[derive(Debug, Clone, Copy)]
struct Item<'text> {
    key: Option<&'text str>,
    value: &'text str,
    /// Of the whole item and of the value, in bytes of the input.
    offset: usize,
    value_offset: usize,
}

impl<'text> Arguments<'text> {
    /// Cuts up what stands in `input`, the text of a `subject`, from the byte `offset` on.
    pub fn parse(
        subject: &'static str,
        input: &'text str,
        offset: usize,
        parameters: &[Parameter],
    ) -> Result<Arguments<'text>, TextError> {
        let mut items = Vec::new();
        let mut start = offset;
        for part in input[offset..].split(',') {
            if part.is_empty() && offset < input.len() {
                return Err(TextError::unexpected(
                    subject,
                    input,
                    start,
                    known(parameters),
                ));
            }
            if let Some((key, value)) = part.split_once('=') {
                items.push(Item {
                    key: Some(key),
                    value,
                    offset: start,
                    value_offset: start + key.len() + 1,
                });
            } else if !part.is_empty() {
                items.push(Item {
                    key: None,
                    value: part,
                    offset: start,
                    value_offset: start,
                });
            }
            start += part.len() + 1;
        }
        Ok(Arguments {
            subject,
            input,
            parameters: parameters.to_vec(),
            items,
        })
    }

    /// The whole text.
    #[must_use]
    pub fn input(&self) -> &'text str {
        self.input
    }

    /// Everything behind the name as one text, for games that read it in their own way.
    #[must_use]
    pub fn whole(&self) -> Option<(usize, &'text str)> {
        let offset = self.items.first()?.offset;
        Some((offset, &self.input[offset..]))
    }

    /// Takes out the argument for `parameter`, named or (if it may be) the first one without a
    /// name; returns its offset and text.
    pub fn take(
        &mut self,
        parameter: &Parameter,
    ) -> Result<Option<(usize, &'text str)>, TextError> {
        let found = self.items.iter().position(|item| match item.key {
            Some(key) => key.eq_ignore_ascii_case(parameter.name),
            None => parameter.positional,
        });
        let Some(found) = found else {
            return Ok(None);
        };
        let item = self.items.remove(found);
        let again = self.items.iter().find(|other| {
            other
                .key
                .is_some_and(|key| key.eq_ignore_ascii_case(parameter.name))
        });
        if let Some(again) = again {
            return Err(self.error(
                again.offset,
                format!("{} is given twice", parameter.name),
                "it once",
            ));
        }
        Ok(Some((item.value_offset, item.value)))
    }

    /// Takes out the value of a parameter, with its offset.
    pub fn take_value(
        &mut self,
        parameter: &Parameter,
    ) -> Result<Option<(usize, Value)>, TextError> {
        let Some((offset, text)) = self.take(parameter)? else {
            return Ok(None);
        };
        Ok(Some((offset, self.read_value(parameter, offset, text)?)))
    }

    /// Reads the value of a parameter from what was taken out at a byte offset.
    pub fn read_value(
        &self,
        parameter: &Parameter,
        offset: usize,
        text: &str,
    ) -> Result<Value, TextError> {
        Value::parse(&parameter.range, text)
            .ok_or_else(|| self.out_of_range(parameter, offset, text))
    }

    /// Takes out a whole number.
    pub fn take_integer(&mut self, parameter: &Parameter) -> Result<Option<i64>, TextError> {
        Ok(match self.take_value(parameter)? {
            Some((_, Value::Integer(value))) => Some(value),
            _ => None,
        })
    }

    /// Takes out a board size, columns and rows.
    pub fn take_size(
        &mut self,
        parameter: &Parameter,
    ) -> Result<Option<(usize, usize)>, TextError> {
        Ok(match self.take_value(parameter)? {
            Some((_, Value::Size(columns, rows))) => Some((columns, rows)),
            _ => None,
        })
    }

    /// An error unless every argument has been taken out.
    pub fn finish(self) -> Result<(), TextError> {
        let Some(item) = self.items.first() else {
            return Ok(());
        };
        let forgotten = self.parameters.iter().find(|parameter| {
            item.key.is_none() && item.value.eq_ignore_ascii_case(parameter.name)
        });
        if let Some(Parameter { name, range, .. }) = forgotten {
            let problem = format!("{name} has no value");
            return Err(self.error(item.offset, problem, format!("{name}= and {range}")));
        }
        let problem = match item.key {
            None => format!("{:?} is not known here", item.value),
            Some(key) => {
                let names = self.parameters.iter().map(|parameter| parameter.name);
                match nearest(&key.to_lowercase(), names) {
                    Some(name) if name.eq_ignore_ascii_case(key) => {
                        format!("{name} is given twice")
                    }
                    Some(name) => format!("there is no {key:?} (did you mean {name:?}?)"),
                    None => format!("there is no {key:?}"),
                }
            }
        };
        Err(self.error(item.offset, problem, known(&self.parameters)))
    }

    /// An error at a byte offset of the text.
    pub fn error(
        &self,
        offset: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextError {
        TextError::new(self.subject, self.input, offset, problem, expected)
    }

    /// An error about the value of a parameter at a byte offset.
    #[must_use]
    pub fn out_of_range(&self, parameter: &Parameter, offset: usize, text: &str) -> TextError {
        let near = match parameter.range {
            Range::Choice(words) => nearest(text, words.iter().copied()),
            _ => None,
        };
        let problem = match near {
            Some(near) => format!(
                "{} cannot be {text:?} (did you mean {near:?}?)",
                parameter.name
            ),
            None => format!("{} cannot be {text:?}", parameter.name),
        };
        self.error(offset, problem, parameter.range.to_string())
    }
}

/// More parameters than this are only named.
const FEW: usize = 4;

fn known(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "no arguments".to_string();
    }
    let words: Vec<String> = parameters
        .iter()
        .map(
            |parameter| match (parameters.len() > FEW, parameter.positional) {
                (true, true) => parameter.name.to_string(),
                (true, false) => format!("{}=", parameter.name),
                (false, true) => format!("{} ({})", parameter.name, parameter.range),
                (false, false) => format!("{}= ({})", parameter.name, parameter.range),
            },
        )
        .collect();
    words.join(", ")
}

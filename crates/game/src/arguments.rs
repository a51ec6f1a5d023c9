//! Games and players as one word of text: `name:argument,argument,key=value`, and the declarations
//! that say which arguments there are.

use crate::evaluation::Weight;
use crate::text::{TextError, nearest};
use std::fmt;
use std::ops::RangeInclusive;

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

/// Where the files that a game's text names (`@my-rules.toml`) are read from. The games themselves
/// do no I/O.
pub trait Files {
    /// The content of a file, or why there is none.
    fn read(&self, path: &str) -> Result<String, String>;
}

/// No files at all: for places where a game's text must stand alone.
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

    /// Takes out a whole number.
    pub fn take_integer(&mut self, parameter: &Parameter) -> Result<Option<i64>, TextError> {
        let Some((offset, text)) = self.take(parameter)? else {
            return Ok(None);
        };
        let value = text
            .parse()
            .ok()
            .filter(|value| match parameter.range {
                Range::Integer(least, greatest) => (least..=greatest).contains(value),
                Range::OddInteger(least, greatest) => {
                    (least..=greatest).contains(value) && value % 2 == 1
                }
                _ => true,
            })
            .ok_or_else(|| self.out_of_range(parameter, offset, text))?;
        Ok(Some(value))
    }

    /// Takes out a board size, columns and rows.
    pub fn take_size(
        &mut self,
        parameter: &Parameter,
    ) -> Result<Option<(usize, usize)>, TextError> {
        let Some((offset, text)) = self.take(parameter)? else {
            return Ok(None);
        };
        let sides: RangeInclusive<i64> = match parameter.range {
            Range::Size(least, greatest) => least..=greatest,
            _ => 1..=i64::MAX,
        };
        let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        let side = |text: &str| {
            text.parse::<i64>()
                .ok()
                .filter(|side| sides.contains(side))
                .map(|side| side as usize)
        };
        match (side(columns), side(rows)) {
            (Some(columns), Some(rows)) => Ok(Some((columns, rows))),
            _ => Err(self.out_of_range(parameter, offset, text)),
        }
    }

    /// An error unless every argument has been taken out.
    pub fn finish(self) -> Result<(), TextError> {
        let Some(item) = self.items.first() else {
            return Ok(());
        };
        let problem = match item.key {
            None => format!("{:?} is not known here", item.value),
            Some(key) => {
                let names = self.parameters.iter().map(|parameter| parameter.name);
                match nearest(key, names) {
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
        self.error(
            offset,
            format!("{} cannot be {text:?}", parameter.name),
            parameter.range.to_string(),
        )
    }
}

fn known(parameters: &[Parameter]) -> String {
    let words: Vec<String> = parameters
        .iter()
        .map(|parameter| {
            if parameter.positional {
                format!("{} ({})", parameter.name, parameter.range)
            } else {
                format!("{}= ({})", parameter.name, parameter.range)
            }
        })
        .collect();
    words.join(", ")
}

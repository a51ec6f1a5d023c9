//! Lists for people: names, descriptions, and tables of both.

use anyhow::Result;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use game::arguments::Parameter;
use serde::Serialize;
use std::io::{self, Write};

/// Parameters, one a line: `c=N` where the name must be written.
pub(crate) fn describe_parameters(parameters: &[Parameter]) -> Vec<(String, String)> {
    parameters
        .iter()
        .map(|parameter| {
            let name = if parameter.positional {
                parameter.name.to_string()
            } else {
                format!("{}=", parameter.name)
            };
            let range = parameter.range.to_string();
            let mut description = parameter.meaning.to_string();
            // Some ranges say the meaning again: `columns x rows, each from 1 to 20`.
            match range.strip_prefix(parameter.meaning) {
                Some(rest) => description += rest,
                None => description += &format!("; {range}"),
            }
            description += &format!("; default: {}", parameter.default);
            (name, description)
        })
        .collect()
}

/// What went wrong with CSV; where it was the stream, the stream's own error, by which a closed pipe is told
/// from a full disk.
pub(crate) fn csv_error(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => anyhow::anyhow!("cannot write CSV: {other:?}"),
    }
}

/// Rows of documents as CSV, with the names of their fields as headings.
pub(crate) fn write_csv<Row: Serialize>(output: &mut dyn Write, rows: &[Row]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(output);
    for row in rows {
        writer.serialize(row).map_err(csv_error)?;
    }
    Ok(writer.flush()?)
}

/// Rows under headings, in columns: texts in one of them, numbers in all others.
pub(crate) fn columns(headings: &[String], rows: &[Vec<String>], texts: usize) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(headings);
    for row in rows {
        table.add_row(row);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        if number != texts {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// Rows of two columns under a heading; nothing when there are none.
pub(crate) fn write_table(
    output: &mut dyn Write,
    heading: &str,
    rows: &[(String, String)],
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(output, "  {heading}:")?;
    let width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    for (name, description) in rows {
        let gap = " ".repeat(width - name.chars().count());
        write!(output, "    {name}{gap}  ")?;
        write_wrapped(output, width + 6, description)?;
    }
    Ok(())
}

/// Writes a text in lines of up to 80 characters, all of them indented but the first, whose indent
/// stands there already.
pub(crate) fn write_wrapped(output: &mut dyn Write, indent: usize, text: &str) -> io::Result<()> {
    const WIDTH: usize = 80;
    let mut column = indent;
    for (number, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > WIDTH {
            write!(output, "\n{:indent$}{word}", "")?;
            column = indent + length;
        } else {
            let gap = if number > 0 { " " } else { "" };
            write!(output, "{gap}{word}")?;
            column += gap.len() + length;
        }
    }
    writeln!(output)
}

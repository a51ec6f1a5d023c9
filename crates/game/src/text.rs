//! Reading and writing: errors with a place, cell names, rows of a board.

use std::fmt;

/// Where in a text something is: both counted from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in a text.
    #[must_use]
    pub fn of_offset(text: &str, offset: usize) -> Place {
        let before = text.get(..offset.min(text.len())).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// A text that could not be understood: where, what is there, and what was expected.
///
/// ```
/// use game::text::TextError;
/// let error = TextError::new("position", "3x/z2 x", 3, "found 'z'", "a digit, x or o");
/// assert_eq!(error.to_string(), "position, column 4: found 'z'; expected a digit, x or o");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct TextError {
    subject: String,
    input: String,
    place: Place,
    problem: String,
    expected: String,
}

impl TextError {
    /// An error at the byte `offset` of `input`. `expected` may be empty.
    #[must_use]
    pub fn new(
        subject: &str,
        input: &str,
        offset: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextError {
        TextError {
            subject: subject.to_string(),
            input: input.to_string(),
            place: Place::of_offset(input, offset),
            problem: problem.into(),
            expected: expected.into(),
        }
    }

    /// An error about the character at the byte `offset` (or about the end of the text).
    #[must_use]
    pub fn unexpected(
        subject: &str,
        input: &str,
        offset: usize,
        expected: impl Into<String>,
    ) -> TextError {
        let found = match input.get(offset..).and_then(|rest| rest.chars().next()) {
            Some('\n') => "the line ends".to_string(),
            Some(character) => format!("found {character:?}"),
            None => "the text ends".to_string(),
        };
        TextError::new(subject, input, offset, found, expected)
    }

    /// The same error seen in a larger text of which the input was the part at `offset`.
    #[must_use]
    pub fn within(mut self, subject: &str, text: &str, offset: usize, part: &str) -> TextError {
        let start = Place::of_offset(text, offset);
        self.place = Place {
            line: start.line + self.place.line - 1,
            column: if self.place.line == 1 {
                start.column + self.place.column - 1
            } else {
                self.place.column
            },
        };
        self.subject = subject.to_string();
        self.input = text.to_string();
        if !part.is_empty() {
            self.problem = format!("{part}: {}", self.problem);
        }
        self
    }

    /// What was being read: `position`, `move`, `game`.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Where the problem is.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// What would have been right.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The line that holds the problem.
    #[must_use]
    pub fn line(&self) -> &str {
        self.input
            .split('\n')
            .nth(self.place.line - 1)
            .unwrap_or_default()
            .trim_end_matches('\r')
    }

    /// The whole input.
    #[must_use]
    pub fn input(&self) -> &str {
        &self.input
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, ", Printable(&self.subject))?;
        if self.input.trim_end().contains('\n') {
            write!(formatter, "line {}, ", self.place.line)?;
        }
        let problem = Printable(&self.problem);
        write!(formatter, "column {}: {problem}", self.place.column)?;
        if !self.expected.is_empty() {
            write!(formatter, "; expected {}", Printable(&self.expected))?;
        }
        Ok(())
    }
}

/// A text that may repeat what a user typed (or what a file from elsewhere holds), made fit for one
/// line of a terminal: control characters and invisible ones are shown as escapes.
struct Printable<'text>(&'text str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            // Escaped in a literal, but harmless here.
            if matches!(character, '\'' | '"' | '\\') {
                write!(formatter, "{character}")?;
            } else {
                write!(formatter, "{}", character.escape_debug())?;
            }
        }
        Ok(())
    }
}

/// The words of a text between white space, each with its byte offset.
pub fn split_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The known word nearest to a mistyped one, if any is near enough to be meant.
#[must_use]
pub fn nearest<'word>(
    word: &str,
    known: impl IntoIterator<Item = &'word str>,
) -> Option<&'word str> {
    let limit = (word.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (edit_distance(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions and replacements of a character that turn one word into another.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, character) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, &other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(character != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

/// A cell by column and row, both from 0, (0, 0) being a1 at the bottom left.
///
/// ```
/// use game::text::Cell;
/// let cell = Cell { column: 3, row: 9 };
/// assert_eq!(cell.to_string(), "d10");
/// assert_eq!(Cell::parse_prefix("d10-d7"), Some((cell, 3)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From the left.
    pub column: usize,
    /// From the bottom.
    pub row: usize,
}

impl Cell {
    /// The cell with number `row * columns + column`.
    #[must_use]
    pub const fn from_index(index: usize, columns: usize) -> Cell {
        Cell {
            column: index % columns,
            row: index / columns,
        }
    }

    /// The number `row * columns + column`.
    #[must_use]
    pub const fn index(self, columns: usize) -> usize {
        self.row * columns + self.column
    }

    /// Reads a cell name at the beginning of a text; also says how long it was.
    #[must_use]
    pub fn parse_prefix(text: &str) -> Option<(Cell, usize)> {
        let column = match text.bytes().next()? {
            letter @ b'a'..=b'z' => letter - b'a',
            letter @ b'A'..=b'Z' => letter - b'A',
            _ => return None,
        };
        let digits = text[1..]
            .bytes()
            .take(2)
            .take_while(u8::is_ascii_digit)
            .count();
        let row: usize = text[1..=digits].parse().ok()?;
        let row = row.checked_sub(1)?;
        let cell = Cell {
            column: column.into(),
            row,
        };
        Some((cell, 1 + digits))
    }

    /// Reads a cell of a board of this size at a byte offset of `input`; returns the offset behind
    /// it. `subject` is for the error.
    pub fn parse_at(
        subject: &str,
        input: &str,
        offset: usize,
        columns: usize,
        rows: usize,
    ) -> Result<(Cell, usize), TextError> {
        let last = Cell {
            column: columns - 1,
            row: rows - 1,
        };
        let expected = format!("a cell from a1 to {last}");
        match input.get(offset..).and_then(Cell::parse_prefix) {
            Some((cell, length)) if cell.column < columns && cell.row < rows => {
                Ok((cell, offset + length))
            }
            Some((cell, _)) => Err(TextError::new(
                subject,
                input,
                offset,
                format!("{cell} is not on the board"),
                expected,
            )),
            None => Err(TextError::unexpected(subject, input, offset, expected)),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}{}",
            char::from(b'a' + (self.column % 26) as u8),
            self.row + 1
        )
    }
}

/// The rows of a board as text: the top row first, rows separated by `/`, letters for pieces,
/// numbers for runs of empty cells: `3x3/2xo3`.
///
/// ```
/// use game::text::BoardRows;
/// let (board, rest) = BoardRows::parse("position", "2x/o2 x", "xo")?;
/// assert_eq!((board.columns(), board.rows()), (3, 2));
/// assert_eq!(board.at(2, 1), Some('x'));
/// assert_eq!(board.at(1, 0), None);
/// assert_eq!(&"2x/o2 x"[rest..], " x");
/// assert_eq!(board.to_string(), "2x/o2");
/// # Ok::<(), game::text::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardRows {
    columns: usize,
    /// From the bottom row up.
    cells: Vec<Option<char>>,
    /// Where each cell's text began, for errors found later.
    offsets: Vec<usize>,
}

impl BoardRows {
    /// No game here is larger; a number in a text beyond this is a mistake, not a board.
    const LARGEST_SIDE: usize = 64;

    /// A board of `columns` × `rows` whose cells are given by `cell(column, row)`.
    #[must_use]
    pub fn from_cells(
        columns: usize,
        rows: usize,
        mut cell: impl FnMut(usize, usize) -> Option<char>,
    ) -> BoardRows {
        BoardRows {
            columns,
            cells: (0..columns * rows)
                .map(|index| cell(index % columns, index / columns))
                .collect(),
            offsets: vec![0; columns * rows],
        }
    }

    /// Reads rows at the beginning of a text, up to white space or its end; returns the byte offset
    /// behind them. Rows must all be of one length.
    pub fn parse(
        subject: &str,
        input: &str,
        letters: &str,
    ) -> Result<(BoardRows, usize), TextError> {
        let expected = || {
            let letters: Vec<String> = letters.chars().map(String::from).collect();
            format!("a number of empty cells, {} or /", letters.join(", "))
        };
        let mut rows: Vec<Vec<(Option<char>, usize)>> = vec![Vec::new()];
        let mut row_start = 0;
        let bytes = input.as_bytes();
        let mut offset = 0;
        loop {
            let next = input[offset..].chars().next();
            let row = rows.len() - 1;
            match next {
                Some(digit) if digit.is_ascii_digit() => {
                    let digits = bytes[offset..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_digit())
                        .count();
                    let run: usize = input[offset..offset + digits].parse().unwrap_or(usize::MAX);
                    if run == 0 || run > Self::LARGEST_SIDE {
                        return Err(TextError::new(
                            subject,
                            input,
                            offset,
                            format!("a run of {} empty cells", &input[offset..offset + digits]),
                            format!("a number from 1 to {}", Self::LARGEST_SIDE),
                        ));
                    }
                    rows[row].extend(std::iter::repeat_n((None, offset), run));
                    offset += digits;
                }
                Some(letter) if letters.contains(letter) => {
                    rows[row].push((Some(letter), offset));
                    offset += letter.len_utf8();
                }
                Some('/') => {
                    Self::check_row(subject, input, row_start, &rows)?;
                    rows.push(Vec::new());
                    offset += 1;
                    row_start = offset;
                }
                Some(other) if !other.is_whitespace() => {
                    return Err(TextError::unexpected(subject, input, offset, expected()));
                }
                _ => break,
            }
            if rows[row].len() > Self::LARGEST_SIDE || rows.len() > Self::LARGEST_SIDE {
                return Err(TextError::new(
                    subject,
                    input,
                    row_start,
                    "the board is too large",
                    format!("at most {0} columns and {0} rows", Self::LARGEST_SIDE),
                ));
            }
        }
        if offset == 0 {
            return Err(TextError::unexpected(subject, input, 0, expected()));
        }
        Self::check_row(subject, input, row_start, &rows)?;
        let columns = rows[0].len();
        let (cells, offsets) = rows.into_iter().rev().flatten().unzip();
        let board = BoardRows {
            columns,
            cells,
            offsets,
        };
        Ok((board, offset))
    }

    fn check_row(
        subject: &str,
        input: &str,
        row_start: usize,
        rows: &[Vec<(Option<char>, usize)>],
    ) -> Result<(), TextError> {
        let (first, last) = (rows[0].len(), rows[rows.len() - 1].len());
        if last == first && last > 0 {
            return Ok(());
        }
        Err(TextError::new(
            subject,
            input,
            row_start,
            format!("row {} has {last} cells", rows.len()),
            if rows.len() == 1 {
                "at least one cell".to_string()
            } else {
                format!("{first}, as in the first row")
            },
        ))
    }

    /// The width.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The height.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The letter on a cell, row 0 being the bottom one.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<char> {
        self.cells[row * self.columns + column]
    }

    /// Where the text of a cell began: for errors about what stands there.
    #[must_use]
    pub fn offset_of(&self, column: usize, row: usize) -> usize {
        self.offsets[row * self.columns + column]
    }

    /// An error unless the board has this size.
    pub fn check_size(
        &self,
        subject: &str,
        input: &str,
        columns: usize,
        rows: usize,
    ) -> Result<(), TextError> {
        if (self.columns, self.rows()) == (columns, rows) {
            return Ok(());
        }
        Err(TextError::new(
            subject,
            input,
            0,
            format!(
                "the board has {} columns and {} rows",
                self.columns,
                self.rows()
            ),
            format!("{columns} columns and {rows} rows"),
        ))
    }
}

impl fmt::Display for BoardRows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.cells.chunks(self.columns).rev().enumerate() {
            if number > 0 {
                formatter.write_str("/")?;
            }
            let mut empty = 0;
            for cell in row {
                match cell {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            write!(formatter, "{empty}")?;
                            empty = 0;
                        }
                        write!(formatter, "{letter}")?;
                    }
                }
            }
            if empty > 0 {
                write!(formatter, "{empty}")?;
            }
        }
        Ok(())
    }
}

/// Reads the word behind the rows of a position that names the side to move, one of `letters` in
/// the order first, second; nothing may follow it.
pub fn parse_side(
    subject: &str,
    input: &str,
    offset: usize,
    letters: [&str; 2],
) -> Result<crate::Side, TextError> {
    let expected = format!("the side to move, {} or {}", letters[0], letters[1]);
    let rest = input.get(offset..).unwrap_or_default();
    let mut words = split_words(rest);
    let Some((start, word)) = words.next() else {
        return Err(TextError::unexpected(subject, input, input.len(), expected));
    };
    let side = crate::Side::BOTH
        .into_iter()
        .find(|side| word.eq_ignore_ascii_case(letters[side.index()]))
        .ok_or_else(|| {
            TextError::new(
                subject,
                input,
                offset + start,
                format!("found {word:?}"),
                expected,
            )
        })?;
    match words.next() {
        None => Ok(side),
        Some((start, word)) => Err(TextError::new(
            subject,
            input,
            offset + start,
            format!("found {word:?} behind the side to move"),
            "the end of the text",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "año\nñandú x";
        let offset = text.find('x').expect("it is there");
        assert_eq!(Place::of_offset(text, offset), Place { line: 2, column: 7 });
        // Inside a character, or past the end: no panic, some place.
        assert_eq!(Place::of_offset(text, 2).line, 2);
        assert_eq!(Place::of_offset(text, 99).line, 2);
    }

    #[test]
    fn ragged_rows_and_wrong_letters_are_refused_in_place() {
        let refusal = |text: &str| {
            BoardRows::parse("position", text, "xo")
                .expect_err("must be refused")
                .to_string()
        };
        assert_eq!(
            refusal("3/2/3"),
            "position, column 3: row 2 has 2 cells; expected 3, as in the first row"
        );
        assert_eq!(
            refusal("x2/1z1"),
            "position, column 5: found 'z'; expected a number of empty cells, x, o or /"
        );
        assert_eq!(
            refusal(""),
            "position, column 1: the text ends; expected a number of empty cells, x, o or /"
        );
        assert_eq!(
            refusal("3/0x3"),
            "position, column 3: a run of 0 empty cells; expected a number from 1 to 64"
        );
        assert_eq!(
            refusal("99999999999999999999"),
            "position, column 1: a run of 99999999999999999999 empty cells; expected a number from 1 to 64"
        );
        assert_eq!(
            refusal("/3"),
            "position, column 1: row 1 has 0 cells; expected at least one cell"
        );
    }

    #[test]
    fn errors_inside_a_larger_text_keep_their_place() {
        let inner = TextError::new("move", "zz", 1, "found 'z'", "a digit");
        let outer = inner.within("moves", "a1 b2 zz", 6, "move 3 (zz)");
        assert_eq!(
            outer.to_string(),
            "moves, column 8: move 3 (zz): found 'z'; expected a digit"
        );
    }

    #[test]
    fn errors_do_not_repeat_control_characters() {
        let word = "\u{1b}[31m\u{202e}";
        let inner = TextError::new("move", word, 0, "it's no 'move'", "a \"cell\"");
        let outer = inner.within("moves", word, 0, &format!("move 1 ({word})"));
        assert_eq!(
            outer.to_string(),
            r#"moves, column 1: move 1 (\u{1b}[31m\u{202e}): it's no 'move'; expected a "cell""#
        );
    }

    #[test]
    fn near_words_are_suggested_and_far_ones_are_not() {
        let known = ["connect", "bricks", "tafl", "amazons"];
        assert_eq!(nearest("conect", known), Some("connect"));
        assert_eq!(nearest("brick", known), Some("bricks"));
        assert_eq!(nearest("chess", known), None);
    }
}

//! Drawing: the board with its cursor, what is said beside it, and the line to type in.

use crate::app::App;
use crate::layout::{BoardPlace, LEAST, Layout};
use crate::look::{Look, plain_letter};
use crate::text::{Text, help};
use game::{DiagramCell, Side};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::collections::BTreeSet;
use std::time::Instant;
use unicode_width::UnicodeWidthStr;

/// An analysis is no longer than this.
const MOST_ANALYSIS: usize = 5;
/// The list of moves is the last to be cut.
const FEWEST_MOVES: usize = 3;

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame<'_>, app: &App<'_>, now: Instant) {
    let area = frame.area();
    let cursor = match (app.layout(), app.help) {
        (None, _) => draw_too_small(frame.buffer_mut(), area, app),
        (Some(_), Some(first)) => draw_help(frame.buffer_mut(), area, app, first),
        (Some(layout), None) => {
            let buffer = frame.buffer_mut();
            draw_header(buffer, area, app);
            draw_board(buffer, &layout.board, app);
            draw_panel(buffer, layout.panel, app, now);
            draw_below(buffer, area, &layout, app)
        }
    };
    if let Some(place) = cursor {
        frame.set_cursor_position(place);
    }
    make_fit(frame.buffer_mut(), app.sitting.look);
}

/// Takes away what the terminal does not have, wherever it came from.
fn make_fit(buffer: &mut Buffer, look: Look) {
    for cell in &mut buffer.content {
        if !look.color {
            cell.fg = Color::Reset;
            cell.bg = Color::Reset;
        }
        if look.ascii && !cell.symbol().is_ascii() {
            let plain = cell.symbol().chars().next().map_or(' ', plain_letter);
            cell.set_char(plain);
        }
    }
}

/// Writes a text where there is room for so much of it.
fn write(buffer: &mut Buffer, (x, y): (u16, u16), width: u16, text: &str, style: Style) {
    if buffer.area.contains((x, y).into()) {
        buffer.set_stringn(x, y, text, usize::from(width), style);
    }
}

fn draw_too_small(buffer: &mut Buffer, area: Rect, app: &App<'_>) -> Option<(u16, u16)> {
    let size = |text, (width, height): (u16, u16)| {
        app.sitting
            .say(text, &[&width.to_string(), &height.to_string()])
    };
    let lines = [
        size(Text::TooSmall, (area.width, area.height)),
        size(Text::Needed, LEAST),
    ];
    for (row, line) in (0..area.height).zip(lines) {
        write(buffer, (0, row), area.width, &line, Style::new());
    }
    None
}

fn draw_help(buffer: &mut Buffer, area: Rect, app: &App<'_>, first: usize) -> Option<(u16, u16)> {
    let lines = help(app.sitting.language, true).into_iter().skip(first);
    let last = area.height - 1;
    for (row, line) in (0..last).zip(lines) {
        write(buffer, (0, row), area.width, &line, Style::new());
    }
    let text = app.sitting.say(Text::AnyKey, &[]);
    let style = Style::new().add_modifier(Modifier::BOLD);
    write(buffer, (0, last), area.width, &text, style);
    None
}

fn draw_header(buffer: &mut Buffer, area: Rect, app: &App<'_>) {
    let style = Style::new().add_modifier(Modifier::BOLD);
    write(
        buffer,
        (0, 0),
        area.width,
        app.sitting.session.name(),
        style,
    );
}

/// What is special about a cell in a moment of play; the first that holds is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Cursor,
    Chosen,
    Hint,
    Decisive,
    LastMove,
    Special,
    Nothing,
}

impl Mark {
    fn signs(self) -> [char; 2] {
        match self {
            Mark::Cursor => ['[', ']'],
            Mark::Chosen => ['(', ')'],
            Mark::Hint => ['?', '?'],
            Mark::Decisive => ['*', '*'],
            Mark::LastMove => ['<', '>'],
            Mark::Special => ['{', '}'],
            Mark::Nothing => [' ', ' '],
        }
    }

    fn style(self) -> Style {
        let black_on = |color| Style::new().fg(Color::Black).bg(color);
        match self {
            Mark::Cursor => Style::new().add_modifier(Modifier::REVERSED),
            Mark::Chosen => black_on(Color::Yellow),
            Mark::Hint => black_on(Color::Blue),
            Mark::Decisive => black_on(Color::Green),
            Mark::LastMove => Style::new().bg(Color::DarkGray),
            Mark::Special | Mark::Nothing => Style::new(),
        }
    }

    /// Where there is no room for signs, without colours.
    fn narrow_style(self) -> Style {
        match self {
            Mark::Cursor | Mark::Special | Mark::Nothing => self.style(),
            _ => self.style().add_modifier(Modifier::UNDERLINED),
        }
    }
}

struct Marks<'app, 'run> {
    app: &'app App<'run>,
    next: BTreeSet<usize>,
    last: &'app [usize],
}

impl<'app, 'run> Marks<'app, 'run> {
    fn new(app: &'app App<'run>) -> Marks<'app, 'run> {
        // Before anything is chosen, nearly every cell may be a beginning: only where pieces fall that says something.
        let is_telling = !app.chosen.is_empty() || app.sitting.session.view().falls;
        let last = app.sitting.session.played().last();
        Marks {
            app,
            next: match is_telling {
                true => app.pointing.next_cells(&app.chosen),
                false => BTreeSet::new(),
            },
            last: last.map_or(&[], |played| &played.cells),
        }
    }

    fn of(&self, cell: usize, what: &DiagramCell) -> Mark {
        let app = self.app;
        if cell == app.cursor {
            Mark::Cursor
        } else if app.chosen.contains(&cell) {
            Mark::Chosen
        } else if app.hint.contains(&cell) {
            Mark::Hint
        } else if app.sitting.session.view().decisive.contains(&cell) {
            Mark::Decisive
        } else if self.last.contains(&cell) {
            Mark::LastMove
        } else if what.special && what.owner.is_some() {
            Mark::Special
        } else {
            Mark::Nothing
        }
    }

    /// What a cell looks like: where a move can go on, it says so.
    fn sign(&self, cell: usize, what: &DiagramCell) -> (char, Style) {
        let is_next = self.next.contains(&cell);
        if is_next && what.owner.is_none() {
            return (':', Style::new().fg(Color::Green));
        }
        let sign = match self.app.sitting.look.ascii {
            true => what.ascii,
            false => what.glyph,
        };
        let bold = |color| Style::new().fg(color).add_modifier(Modifier::BOLD);
        let style = match what.owner {
            Some(Side::First) => bold(Color::Red),
            Some(Side::Second) => bold(Color::Cyan),
            None if what.special => Style::new().fg(Color::Magenta),
            None if *what == DiagramCell::EMPTY => Style::new().add_modifier(Modifier::DIM),
            None => Style::new(),
        };
        (sign, style)
    }
}

fn draw_board(buffer: &mut Buffer, place: &BoardPlace, app: &App<'_>) {
    let board = &app.sitting.session.view().board;
    let marks = Marks::new(app);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let labels = usize::from(place.labels) - 1;
    for down in place.first.1..place.first.1 + place.shown.1 {
        // Left signs come last: between two cells there is room for one, and beginnings matter more than ends.
        let mut lefts = Vec::new();
        for across in place.first.0..place.first.0 + place.shown.0 {
            let cell = place.sight.cell_at(across, down);
            let Some((x, y)) = place.spot(across, down) else {
                continue;
            };
            if across == place.first.0 {
                let number = format!("{:>labels$}", cell / board.columns + 1);
                write(buffer, (place.left, y), place.labels, &number, dim);
            }
            let what = &board.cells[cell];
            let mark = marks.of(cell, what);
            let (sign, style) = marks.sign(cell, what);
            let [left, right] = mark.signs();
            let mut put = |x, sign: char, style| write(buffer, (x, y), 1, &sign.to_string(), style);
            if place.cell_width == 1 {
                put(x, sign, style.patch(mark.narrow_style()));
                continue;
            }
            put(x + 1, sign, style.patch(mark.style()));
            let is_marked = mark != Mark::Nothing;
            if place.cell_width == 3 || is_marked {
                put(x + 2, right, mark.style());
            }
            if place.cell_width == 3 || is_marked {
                lefts.push((x, y, left, mark.style()));
            }
        }
        for (x, y, left, style) in lefts {
            write(buffer, (x, y), 1, &left.to_string(), style);
        }
    }
    let below = place.top + place.shown.1 as u16;
    for across in place.first.0..place.first.0 + place.shown.0 {
        let column = place.sight.cell_at(across, 0) % board.columns;
        let letter = char::from(b'a' + (column % 26) as u8).to_string();
        if let Some((x, _)) = place.spot(across, place.first.1) {
            let x = x + u16::from(place.cell_width > 1);
            write(buffer, (x, below), 1, &letter, dim);
        }
    }
}

/// A text in lines no longer than this, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

fn player_lines(app: &App<'_>, width: usize, now: Instant) -> Vec<(String, Style)> {
    let (sitting, session) = (&app.sitting, &app.sitting.session);
    let faces = sitting.clock_faces(now);
    let line = |side: Side| {
        let piece = session.view().pieces[side.index()];
        let sign = match sitting.look.ascii {
            true => piece.ascii,
            false => piece.glyph,
        };
        let is_mover = session.mover() == Some(side);
        let has_won = session.end().is_some_and(|end| end.winner == Some(side));
        let mark = match (is_mover, has_won) {
            (true, _) => '>',
            (_, true) => '*',
            _ => ' ',
        };
        let name = sitting.side_name(side);
        let player = sitting.player_name(side);
        let mut text = match name == sign.to_string() {
            true => format!("{mark} {name} {player}"),
            false => format!("{mark} {sign} {name}: {player}"),
        };
        if let Some(faces) = &faces {
            let face = &faces[side.index()];
            // The time is what must be seen.
            let room = width.saturating_sub(face.width() + 1);
            text = text.chars().take(room).collect();
            text = format!("{text:<room$} {face}");
        }
        let style = match is_mover || has_won {
            true => Style::new().add_modifier(Modifier::BOLD),
            false => Style::new(),
        };
        (text, style)
    };
    Side::BOTH.map(line).to_vec()
}

fn analysis_lines(app: &App<'_>, width: usize) -> Vec<String> {
    let sitting = &app.sitting;
    if !app.is_analysed {
        return Vec::new();
    }
    let mut lines = vec![sitting.say(Text::Analysis, &[])];
    match &app.insight {
        None => lines.push(match sitting.session.mover() {
            Some(_) => sitting.say(Text::Searching, &[]),
            None => sitting.say(Text::GameIsOver, &[]),
        }),
        Some(insight) => {
            let value = sitting.language.word(&insight.value);
            let depth = sitting.say(Text::Depth, &[&insight.depth.to_string(), &value]);
            lines.extend(wrapped(&depth, width));
            lines.extend(wrapped(&insight.line.join(" "), width));
        }
    }
    lines.truncate(MOST_ANALYSIS);
    lines
}

fn draw_panel(buffer: &mut Buffer, panel: Rect, app: &App<'_>, now: Instant) {
    let (width, height) = (usize::from(panel.width), usize::from(panel.height));
    let sitting = &app.sitting;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = player_lines(app, width, now);
    // The list of moves is the last to be cut, and what is left over is for it.
    let spare = |lines: &Vec<_>| height.saturating_sub(lines.len() + FEWEST_MOVES);
    let blank = || (String::new(), Style::new());
    let facts = sitting.session.view().facts.iter();
    let facts = facts.map(|(name, value)| format!("{}: {value}", sitting.language.word(name)));
    let mut facts: Vec<(String, Style)> = facts.map(|fact| (fact, Style::new())).collect();
    let mut analysis = analysis_lines(app, width);
    if !analysis.is_empty() {
        // As much room as it may need, so that the moves below it stay where they are.
        analysis.resize(MOST_ANALYSIS, String::new());
        analysis.truncate(spare(&lines));
        let styles = std::iter::once(bold).chain(std::iter::repeat(Style::new()));
        lines.extend(analysis.into_iter().zip(styles));
    }
    if spare(&lines) > facts.len() + 1 {
        facts.insert(0, blank());
        facts.push(blank());
    }
    facts.truncate(spare(&lines));
    lines.extend(facts);
    lines.push((sitting.say(Text::Moves, &[]), bold));
    let rounds = sitting.session.played().chunks(2).enumerate();
    let rounds: Vec<String> = rounds
        .map(|(round, moves)| {
            let texts: Vec<&str> = moves.iter().map(|it| &*it.text).collect();
            format!("{:>3}. {}", round + 1, texts.join("  "))
        })
        .collect();
    let shown = rounds.len().min(height.saturating_sub(lines.len()));
    if rounds.is_empty() {
        lines.push((sitting.say(Text::NoMoves, &[]), Style::new()));
    }
    let last = rounds.into_iter().rev().take(shown).rev();
    lines.extend(last.map(|round| (round, Style::new())));
    for (row, (text, style)) in (panel.top()..panel.bottom()).zip(&lines) {
        write(buffer, (panel.left(), row), panel.width, text, *style);
    }
}

/// Draws the lines below the board; where the terminal's own cursor belongs.
fn draw_below(
    buffer: &mut Buffer,
    area: Rect,
    layout: &Layout,
    app: &App<'_>,
) -> Option<(u16, u16)> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let status = app.sitting.status();
    write(buffer, (0, layout.status), area.width, &status, bold);
    write(
        buffer,
        (0, layout.message),
        area.width,
        &app.message,
        Style::new().fg(Color::Yellow),
    );
    if app.typed.is_empty() {
        let keys = app.sitting.say(Text::Keys, &[]);
        let dim = Style::new().add_modifier(Modifier::DIM);
        write(buffer, (0, layout.input), area.width, &keys, dim);
        let (across, down) = app.sight().place_of(app.cursor);
        let (x, y) = layout.board.spot(across, down)?;
        return Some((x + u16::from(layout.board.cell_width > 1), y));
    }
    // The end of a long line is what is being typed.
    let room = usize::from(area.width) - 3;
    let mut seen = app.typed.as_str();
    while seen.width() > room {
        let mut letters = seen.chars();
        letters.next();
        seen = letters.as_str();
    }
    let line = format!("> {seen}");
    write(buffer, (0, layout.input), area.width, &line, Style::new());
    Some((line.width() as u16, layout.input))
}

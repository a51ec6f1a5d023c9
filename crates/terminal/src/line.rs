//! Line mode, for pipes and screen readers: everything is said once, in order; nothing moves and nothing is coloured.

use crate::command::Command;
use crate::sitting::Sitting;
use crate::table::View;
use crate::text::{Text, help};
use game::{DiagramCell, Side};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::{Duration, Instant};

/// How long to look for a hint, or at a position.
const TIME: Duration = Duration::from_secs(1);
/// No move and no command is anywhere near as long.
const LONGEST_LINE: u64 = 64 << 10;

/// Plays a game line by line, until it is left, or over and everything is read.
pub fn line_mode(
    mut sitting: Sitting<'_>,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut lines = Lines {
        input: BufReader::new(input),
        output,
        sitting: &mut sitting,
        is_flipped: false,
    };
    lines.introduce()?;
    lines.play()
}

struct Lines<'play, 'run> {
    input: BufReader<&'play mut dyn Read>,
    output: &'play mut dyn Write,
    sitting: &'play mut Sitting<'run>,
    is_flipped: bool,
}

impl Lines<'_, '_> {
    fn tell(&mut self, text: &str) -> io::Result<()> {
        let look = self.sitting.look;
        writeln!(self.output, "{}", look.fit(text))
    }

    fn introduce(&mut self) -> io::Result<()> {
        let game = self.sitting.session.name().to_string();
        self.tell(&game)?;
        let [first, second] = Side::BOTH.map(|side| {
            let sitting = &self.sitting;
            (sitting.side_name(side), sitting.player_name(side))
        });
        let parts = [&*first.0, &first.1, &second.0, &second.1];
        let text = self.sitting.say(Text::Versus, &parts);
        self.tell(&text)?;
        self.show_board()
    }

    fn show_board(&mut self) -> io::Result<()> {
        for row in rows(
            self.sitting.session.view(),
            self.sitting.look.ascii,
            self.is_flipped,
        ) {
            self.tell(&row)?;
        }
        Ok(())
    }

    fn show_status(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if let Some([first, second]) = self.sitting.clock_faces(now) {
            let names = Side::BOTH.map(|side| self.sitting.side_name(side));
            let parts = [&*names[0], &first, &names[1], &second];
            let text = self.sitting.say(Text::Clock, &parts);
            self.tell(&text)?;
        }
        let status = self.sitting.status();
        self.tell(&status)
    }

    fn show_last_move(&mut self) -> io::Result<()> {
        let session = &self.sitting.session;
        let Some(played) = session.played().last() else {
            return Ok(());
        };
        // The side that moved is the one that does not move now, in all our games.
        let mover = self.sitting.side_name(session.view().side.other());
        let text = self.sitting.say(Text::Played, &[&mover, &played.text]);
        self.tell(&text)
    }

    fn play(&mut self) -> io::Result<()> {
        loop {
            let now = Instant::now();
            if let Some(thinking) = self.sitting.session.ask_mover(now) {
                let answer = thinking.wait(&self.sitting.leave);
                let plies = self.sitting.session.played().len();
                let kept = self.sitting.answered(answer, Instant::now());
                if self.sitting.session.played().len() > plies {
                    self.show_last_move()?;
                }
                self.show_problem(kept)?;
                // Whoever only watches need not see every board.
                if self.sitting.session.mover().is_none() || self.sitting.session.has_person() {
                    self.show_board()?;
                }
                continue;
            }
            self.show_status()?;
            let is_over = self.sitting.session.mover().is_none();
            if is_over && !self.sitting.session.has_person() {
                return Ok(());
            }
            if !self.ask(is_over)? {
                return Ok(());
            }
        }
    }

    fn show_problem(&mut self, result: Result<(), String>) -> io::Result<()> {
        match result {
            Ok(()) => Ok(()),
            Err(problem) => self.tell(&problem),
        }
    }

    /// Asks until something changes; whether to go on.
    fn ask(&mut self, is_over: bool) -> io::Result<bool> {
        let question = match is_over {
            true => Text::AskWord,
            false => Text::AskMove,
        };
        loop {
            let question = self.sitting.say(question, &[]);
            write!(self.output, "{}", self.sitting.look.fit(&question))?;
            self.output.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.output)?;
                let text = self.sitting.say(Text::Bye, &[]);
                self.tell(&text)?;
                return Ok(false);
            };
            let now = Instant::now();
            if let Some(kept) = self.sitting.tick(now) {
                self.show_problem(kept)?;
                return Ok(true);
            }
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let plies = self.sitting.session.played().len();
            match Command::parse(line) {
                Some(Command::Quit) => return Ok(false),
                Some(command) => {
                    if self.obey(&command, now)? {
                        return Ok(true);
                    }
                }
                None => match self.sitting.play(line, now) {
                    Ok(()) => {
                        if self.sitting.session.played().len() > plies {
                            self.show_last_move()?;
                        }
                        self.show_board()?;
                        return Ok(true);
                    }
                    // It is played, and only could not be kept.
                    Err(problem) if self.sitting.session.played().len() > plies => {
                        self.tell(&problem)?;
                        return Ok(true);
                    }
                    Err(problem) => {
                        let text = self.sitting.say(Text::NeitherMoveNorWord, &[&problem]);
                        self.tell(&text)?;
                    }
                },
            }
        }
    }

    /// Does what was asked for; whether the game has changed.
    fn obey(&mut self, command: &Command, now: Instant) -> io::Result<bool> {
        match command {
            Command::Help => {
                for line in help(self.sitting.language, false) {
                    self.tell(&line)?;
                }
            }
            Command::Board => self.show_board()?,
            Command::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show_board()?;
            }
            Command::Hint | Command::Analysis => self.search(*command == Command::Hint)?,
            _ => match self.sitting.execute(command, now) {
                Ok(said) => {
                    if !said.is_empty() {
                        self.tell(&said)?;
                    }
                    let is_change = matches!(
                        command,
                        Command::Undo | Command::Resign | Command::New | Command::Load(_)
                    );
                    if is_change {
                        self.show_board()?;
                    }
                    return Ok(is_change);
                }
                Err(problem) => self.tell(&problem)?,
            },
        }
        Ok(false)
    }

    fn search(&mut self, is_hint: bool) -> io::Result<()> {
        let Some(thinking) = self.sitting.session.ask_analyst(TIME) else {
            let text = self.sitting.say(Text::GameIsOver, &[]);
            return self.tell(&text);
        };
        let answer = match thinking.wait(&self.sitting.leave) {
            Ok(answer) => answer,
            Err(problem) => {
                let problem = self.sitting.language.word(&problem);
                let text = self.sitting.say(Text::NoSearch, &[&problem]);
                return self.tell(&text);
            }
        };
        if is_hint {
            let text = self.sitting.say(Text::Hint, &[&answer.chosen]);
            return self.tell(&text);
        }
        let Some(insight) = answer.insight else {
            return Ok(());
        };
        let value = self.sitting.language.word(&insight.value);
        let parts = [&*insight.depth.to_string(), &value];
        for text in [
            self.sitting.say(Text::Depth, &parts),
            self.sitting.say(Text::Line, &[&insight.line.join(" ")]),
        ] {
            self.tell(&text)?;
        }
        Ok(())
    }

    /// The next line, whatever bytes it is made of; nothing at the end.
    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST_LINE);
        match limited.read_until(b'\n', &mut bytes)? {
            0 => Ok(None),
            _ => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        }
    }
}

/// The board as lines, with row numbers and column letters. A piece on a special cell stands in brackets.
fn rows(view: &View, ascii: bool, is_flipped: bool) -> Vec<String> {
    let board = &view.board;
    let width = board.rows.to_string().len();
    let turned = |is_turned: bool, index: usize, count: usize| match is_turned {
        true => count - 1 - index,
        false => index,
    };
    let turns_rows = is_flipped && !view.falls;
    let columns = || (0..board.columns).map(|index| turned(is_flipped, index, board.columns));
    let mut lines: Vec<String> = (0..board.rows)
        .rev()
        .map(|index| {
            let row = turned(turns_rows, index, board.rows);
            let cells = columns().map(|column| {
                let cell: &DiagramCell = board.at(column, row);
                let sign = if ascii { cell.ascii } else { cell.glyph };
                match cell.special && cell.owner.is_some() {
                    true => format!("[{sign}]"),
                    false => format!(" {sign} "),
                }
            });
            let text = format!("{:>width$}{}", row + 1, cells.collect::<String>());
            text.trim_end().to_string()
        })
        .collect();
    let letters = columns().map(|column| format!(" {} ", char::from(b'a' + (column % 26) as u8)));
    let letters = format!("{:width$}{}", "", letters.collect::<String>());
    lines.push(letters.trim_end().to_string());
    lines
}

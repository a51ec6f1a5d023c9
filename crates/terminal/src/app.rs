//! What happens in full-screen mode: the cursor, what is chosen and typed, and machines at work. Nothing here draws.

use crate::command::Command;
use crate::input::Action;
use crate::layout::{Layout, Sight, arrange};
use crate::pointing::{Pointed, Pointing};
use crate::sitting::Sitting;
use crate::text::{Text, help};
use crate::thinking::{Insight, News, Thinking};
use std::time::{Duration, Instant};

/// How long to look for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Nobody looks at one position longer.
const ANALYSIS_TIME: Duration = Duration::from_secs(600);
/// No move and no command is longer.
const LONGEST_INPUT: usize = 500;

/// What full-screen mode knows.
pub(crate) struct App<'run> {
    pub(crate) sitting: Sitting<'run>,
    pub(crate) pointing: Pointing,
    pub(crate) cursor: usize,
    pub(crate) chosen: Vec<usize>,
    pub(crate) is_flipped: bool,
    pub(crate) typed: String,
    pub(crate) message: String,
    /// The cells of a move that was recommended.
    pub(crate) hint: Vec<usize>,
    pub(crate) is_analysed: bool,
    pub(crate) insight: Option<Insight>,
    /// The first line of the help that is seen, if it is.
    pub(crate) help: Option<usize>,
    pub(crate) is_left: bool,
    /// How large the window is.
    pub(crate) window: (u16, u16),
    turn: Option<Thinking>,
    hinting: Option<Thinking>,
    analysis: Option<Thinking>,
    /// Where the mouse was pressed.
    pressed: Option<usize>,
}

impl<'run> App<'run> {
    pub(crate) fn new(sitting: Sitting<'run>, now: Instant) -> App<'run> {
        let mut app = App {
            pointing: Pointing::default(),
            sitting,
            cursor: 0,
            chosen: Vec::new(),
            is_flipped: false,
            typed: String::new(),
            message: String::new(),
            hint: Vec::new(),
            is_analysed: false,
            insight: None,
            help: None,
            is_left: false,
            window: (0, 0),
            turn: None,
            hinting: None,
            analysis: None,
            pressed: None,
        };
        app.sit_down(now);
        app
    }

    /// Begins with a game that was not there before.
    fn sit_down(&mut self, now: Instant) {
        let board = &self.sitting.session.view().board;
        self.cursor = (board.rows - 1) / 2 * board.columns + (board.columns - 1) / 2;
        self.changed(now);
    }

    /// The position is another one: nothing that was about the old one counts any more.
    fn changed(&mut self, now: Instant) {
        self.chosen.clear();
        self.hint.clear();
        self.pressed = None;
        self.hinting = None;
        self.pointing = match self.sitting.session.waits_for_person() {
            true => Pointing::new(self.sitting.session.view()),
            false => Pointing::default(),
        };
        self.turn = None;
        self.turn = self.sitting.session.ask_mover(now);
        self.analyse();
    }

    fn analyse(&mut self) {
        self.analysis = None;
        self.insight = None;
        if self.is_analysed {
            self.analysis = self.sitting.session.ask_analyst(ANALYSIS_TIME);
        }
    }

    pub(crate) fn sight(&self) -> Sight {
        let view = self.sitting.session.view();
        Sight {
            columns: view.board.columns,
            rows: view.board.rows,
            turns_columns: self.is_flipped,
            turns_rows: self.is_flipped && !view.falls,
        }
    }

    /// Where everything is in the window as it is.
    pub(crate) fn layout(&self) -> Option<Layout> {
        arrange(self.window.0, self.window.1, self.sight(), self.cursor)
    }

    /// Hears what machines have found and looks at the clock; whether there is anything new to see.
    pub(crate) fn look(&mut self, now: Instant) -> bool {
        let mut is_new = false;
        while let Some(news) = self.turn.as_ref().and_then(Thinking::look) {
            if let News::Done(answer) = news {
                let plies = self.sitting.session.played().len();
                let mover = self.sitting.side_name(self.sitting.session.view().side);
                let kept = self.sitting.answered(answer, now);
                let session = &self.sitting.session;
                self.message = match session.played().last() {
                    Some(played) if session.played().len() > plies => {
                        self.sitting.say(Text::Played, &[&mover, &played.text])
                    }
                    _ => String::new(),
                };
                self.changed(now);
                if let Err(problem) = kept {
                    self.message = problem;
                }
                is_new = true;
            }
        }
        while let Some(news) = self.hinting.as_ref().and_then(Thinking::look) {
            if let News::Done(answer) = news {
                self.hinting = None;
                is_new = true;
                self.message = match answer {
                    Ok(answer) => {
                        let legal = &self.sitting.session.view().legal;
                        let choice = legal.iter().find(|it| it.text == answer.chosen);
                        self.hint = choice.map_or_else(Vec::new, |it| it.cells.clone());
                        self.sitting.say(Text::Hint, &[&answer.chosen])
                    }
                    Err(problem) => {
                        let problem = self.sitting.language.word(&problem);
                        self.sitting.say(Text::NoSearch, &[&problem])
                    }
                };
                self.analyse();
            }
        }
        while let Some(news) = self.analysis.as_ref().and_then(Thinking::look) {
            is_new = true;
            match news {
                News::Insight(insight) => self.insight = Some(insight),
                News::Done(answer) => {
                    self.analysis = None;
                    let insight = answer.ok().and_then(|answer| answer.insight);
                    self.insight = insight.or(self.insight.take());
                }
            }
        }
        if let Some(kept) = self.sitting.tick(now) {
            self.changed(now);
            self.message = kept.err().unwrap_or_default();
            is_new = true;
        }
        is_new || self.sitting.clock_faces(now).is_some()
    }

    /// Does what somebody wants.
    pub(crate) fn act(&mut self, action: Action, now: Instant) {
        if let Some(first) = self.help
            && action != Action::Quit
        {
            self.help = match action {
                // No further than to where the end is seen.
                Action::Step(_, down) if down != 0 => {
                    let lines = help(self.sitting.language, true).len() + 1;
                    let last = lines.saturating_sub(usize::from(self.window.1));
                    Some(first.saturating_add_signed(down).min(last))
                }
                Action::Look | Action::Redraw | Action::Release(..) => Some(first),
                _ => None,
            };
            return;
        }
        match action {
            Action::Step(right, down) => self.cursor = self.sight().step(self.cursor, right, down),
            Action::Type(' ') if self.typed.is_empty() => self.point(self.cursor, now),
            Action::Type(letter) => {
                if self.typed.len() < LONGEST_INPUT {
                    self.typed.push(letter);
                }
            }
            Action::Erase => {
                self.typed.pop();
            }
            Action::EraseLine => self.typed.clear(),
            Action::Enter if self.typed.is_empty() => self.point(self.cursor, now),
            Action::Enter => {
                let line = std::mem::take(&mut self.typed);
                self.take_line(line.trim(), now);
            }
            Action::Back => {
                if self.typed.is_empty() {
                    self.chosen.pop();
                    self.hint.clear();
                    self.message.clear();
                } else {
                    self.typed.clear();
                }
            }
            Action::Press(x, y) => {
                if let Some(cell) = self.cell_under(x, y) {
                    self.pressed = Some(cell);
                    self.cursor = cell;
                    self.point(cell, now);
                }
            }
            Action::Release(x, y) => {
                // Let go elsewhere, it was dragged there.
                let under = self.cell_under(x, y);
                if let (Some(from), Some(cell)) = (self.pressed.take(), under)
                    && from != cell
                    && !self.chosen.is_empty()
                {
                    self.cursor = cell;
                    self.point(cell, now);
                }
            }
            Action::Help => self.help = Some(0),
            Action::Undo => self.obey(&Command::Undo, now),
            Action::Hint => self.obey(&Command::Hint, now),
            Action::Analysis => self.obey(&Command::Analysis, now),
            Action::Flip => self.obey(&Command::Flip, now),
            Action::Save => match self.sitting.execute(&Command::Save(None), now) {
                Ok(said) => self.message = said,
                // Where is still to be said: the line begins with it.
                Err(problem) => {
                    self.message = problem;
                    if self.typed.is_empty() {
                        self.typed = match self.sitting.language {
                            crate::Language::English => "save ".to_string(),
                            crate::Language::Spanish => "guardar ".to_string(),
                        };
                    }
                }
            },
            Action::Quit => self.is_left = true,
            Action::Redraw | Action::Look => {}
        }
    }

    /// What has to differ if the position does.
    fn state(&self) -> (usize, bool) {
        let session = &self.sitting.session;
        (session.played().len(), session.mover().is_some())
    }

    fn cell_under(&self, x: u16, y: u16) -> Option<usize> {
        self.layout()?.board.cell_under(x, y)
    }

    fn point(&mut self, cell: usize, now: Instant) {
        if !self.sitting.session.waits_for_person() {
            let text = match self.sitting.session.mover() {
                Some(_) => Text::NotYourTurn,
                None => Text::GameIsOver,
            };
            self.message = self.sitting.say(text, &[]);
            return;
        }
        self.message.clear();
        match self.pointing.point(&self.chosen, cell) {
            Pointed::Move(text) => self.play(&text, now),
            Pointed::Chosen(chosen) => {
                if chosen.is_empty() && self.chosen.is_empty() {
                    self.message = self.sitting.say(Text::NoSuchCell, &[]);
                }
                self.chosen = chosen;
            }
        }
    }

    fn play(&mut self, text: &str, now: Instant) {
        let before = self.state();
        let played = self.sitting.play(text, now);
        if self.state() != before {
            self.changed(now);
        }
        self.message = played.err().unwrap_or_default();
    }

    fn take_line(&mut self, line: &str, now: Instant) {
        if line.is_empty() {
            return;
        }
        match Command::parse(line) {
            Some(command) => self.obey(&command, now),
            None => self.play(line, now),
        }
    }

    fn obey(&mut self, command: &Command, now: Instant) {
        match command {
            Command::Quit => self.is_left = true,
            Command::Help => self.help = Some(0),
            Command::Flip => {
                self.is_flipped = !self.is_flipped;
                self.message = self.sitting.say(Text::Flipped, &[]);
            }
            // It is there to be seen.
            Command::Board => self.message.clear(),
            Command::Analysis => {
                self.is_analysed = !self.is_analysed;
                self.analyse();
            }
            Command::Hint => {
                if self.sitting.session.mover().is_some()
                    && !self.sitting.session.waits_for_person()
                {
                    self.message = self.sitting.say(Text::NotYourTurn, &[]);
                    return;
                }
                // The analyst does one thing at a time.
                self.analysis = None;
                self.hinting = self.sitting.session.ask_analyst(HINT_TIME);
                let text = match self.hinting {
                    Some(_) => Text::Hinting,
                    None => Text::GameIsOver,
                };
                self.message = self.sitting.say(text, &[]);
            }
            _ => {
                let before = self.state();
                let done = self.sitting.execute(command, now);
                match command {
                    Command::New | Command::Load(_) if done.is_ok() => self.sit_down(now),
                    // Also what is done and only could not be kept.
                    _ if self.state() != before => self.changed(now),
                    _ => {}
                }
                self.message = match done {
                    Ok(said) | Err(said) => said,
                };
            }
        }
    }
}

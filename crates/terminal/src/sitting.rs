//! People at a table: what they can do with the game in full-screen and line mode alike, and what is said to them.

use crate::clocks::clock_face;
use crate::command::Command;
use crate::look::Look;
use crate::record::{is_record, record_of};
use crate::session::{Refusal, Session, Setup};
use crate::table::HUMAN;
use crate::text::{Language, Text};
use crate::thinking::Answer;
use game::Side;
use game::text::TextError;
use games::Files;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Where games are kept. A terminal knows no files; whoever starts it does.
pub trait Keeper {
    /// Whether the game is kept somewhere after each move, whatever happens.
    fn keeps(&self) -> bool;
    /// Writes a record, there or under a name; returns the name, or why it was not written.
    fn save(&mut self, name: Option<&str>, record: &str) -> Result<String, String>;
    /// The text under a name, or why there is none.
    fn load(&mut self, name: &str) -> Result<String, String>;
    /// Puts what is kept aside, because another game begins; returns its new name, if there was anything.
    fn set_aside(&mut self) -> Result<Option<String>, String>;
}

/// A game and everything around it: what [`full_screen`](crate::full_screen) and [`line_mode`](crate::line_mode) need.
pub struct Sitting<'run> {
    pub(crate) session: Session,
    pub(crate) language: Language,
    pub(crate) look: Look,
    /// Set by somebody else to have it end.
    pub(crate) leave: Arc<AtomicBool>,
    keeper: &'run mut dyn Keeper,
    files: &'run dyn Files,
}

impl fmt::Debug for Sitting<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Sitting")
            .field("game", &self.session.name())
            .field("language", &self.language)
            .field("look", &self.look)
            .finish_non_exhaustive()
    }
}

impl<'run> Sitting<'run> {
    /// Sits down at a game. Nothing is shown yet, so that what is wrong can be said as usual.
    pub fn open(
        setup: &Setup,
        language: Language,
        look: Look,
        keeper: &'run mut dyn Keeper,
        files: &'run dyn Files,
        leave: Arc<AtomicBool>,
    ) -> Result<Sitting<'run>, TextError> {
        Ok(Sitting {
            session: Session::open(setup, files, Instant::now())?,
            language,
            look,
            leave,
            keeper,
            files,
        })
    }

    /// The game's canonical text.
    #[must_use]
    pub fn game(&self) -> &str {
        self.session.name()
    }

    pub(crate) fn say(&self, text: Text, parts: &[&str]) -> String {
        self.language.say(text, parts)
    }

    pub(crate) fn side_name(&self, side: Side) -> String {
        self.language.word(&self.session.view().sides[side.index()])
    }

    pub(crate) fn player_name(&self, side: Side) -> String {
        match &*self.session.players()[side.index()] {
            HUMAN => self.say(Text::Person, &[]),
            text => text.to_string(),
        }
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Said(text) => self.say(*text, &[]),
            Refusal::Text(error) => self.language.error(error),
        }
    }

    /// How the game stands: the result with its reason, or whose turn it is.
    pub(crate) fn status(&self) -> String {
        let Some(end) = self.session.end() else {
            let side = self.session.view().side;
            let text = match self.session.is_person(side) {
                true => Text::ToMove,
                false => Text::Thinking,
            };
            return self.say(text, &[&self.side_name(side)]);
        };
        let result = match (end.winner, end.margin) {
            (None, _) => self.say(Text::Draw, &[]),
            (Some(winner), None) => self.say(Text::WinFor, &[&self.side_name(winner)]),
            (Some(winner), Some(margin)) => {
                let name = self.side_name(winner);
                self.say(Text::WinBy, &[&name, &margin.to_string()])
            }
        };
        match &*end.reason {
            "" => result,
            reason => self.say(Text::Because, &[&result, &self.language.word(reason)]),
        }
    }

    /// What is left to both sides, if the game is timed.
    pub(crate) fn clock_faces(&self, now: Instant) -> Option<[String; 2]> {
        let [first, second] = Side::BOTH.map(|side| self.session.left(side, now));
        let faces = [first?, second?].map(|clock| clock_face(clock.remaining));
        Some(faces)
    }

    /// A person plays a move; what is wrong, if anything.
    pub(crate) fn play(&mut self, text: &str, now: Instant) -> Result<(), String> {
        if self.session.mover().is_some() && !self.session.waits_for_person() {
            return Err(self.say(Text::NotYourTurn, &[]));
        }
        match self.session.play(text, None, now) {
            Ok(()) => self.keep(),
            Err(refusal) => Err(self.refusal(&refusal)),
        }
    }

    /// A machine has answered: its move is played, or it has lost for want of one.
    pub(crate) fn answered(
        &mut self,
        answer: Result<Answer, String>,
        now: Instant,
    ) -> Result<(), String> {
        let Some(side) = self.session.mover() else {
            return Ok(());
        };
        let played = match answer {
            Ok(answer) => self
                .session
                .play(&answer.chosen, Some(answer.took), now)
                .map_err(|refusal| self.refusal(&refusal)),
            Err(problem) => Err(problem),
        };
        if let Err(problem) = played {
            self.session.lose(side, &problem);
        }
        self.keep()
    }

    /// Looks at the clock of the person to move; whether the game is over by it.
    pub(crate) fn tick(&mut self, now: Instant) -> Option<Result<(), String>> {
        self.session.tick(now).then(|| self.keep())
    }

    /// Writes the game where it is kept, if it is.
    fn keep(&mut self) -> Result<(), String> {
        match self.keeper.keeps() {
            true => self.write(None).map(drop),
            false => Ok(()),
        }
    }

    fn write(&mut self, name: Option<&str>) -> Result<String, String> {
        let record = record_of(&self.session).to_string();
        let written = self.keeper.save(name, &record);
        written.map_err(|problem| self.say(Text::NotSaved, &[&self.language.word(&problem)]))
    }

    /// Does what was asked for, where it is about the game; what to say of it.
    pub(crate) fn execute(&mut self, command: &Command, now: Instant) -> Result<String, String> {
        match command {
            Command::Undo => {
                let undone = self.session.undo(now);
                undone.map_err(|refusal| self.refusal(&refusal))?;
                self.keep()?;
                Ok(self.say(Text::Undone, &[]))
            }
            Command::Resign => {
                let resigned = self.session.resign();
                resigned.map_err(|refusal| self.refusal(&refusal))?;
                self.keep()?;
                Ok(String::new())
            }
            Command::Save(None) if !self.keeper.keeps() => Err(self.say(Text::SaveWhere, &[])),
            Command::Save(name) => {
                let written = self.write(name.as_deref())?;
                Ok(self.say(Text::Saved, &[&written]))
            }
            Command::Load(None) => Err(self.say(Text::LoadWhat, &[])),
            Command::Load(Some(name)) => self.load(name, now),
            Command::New => {
                let setup = self.session.beginning();
                let session = self.open_again(&setup, now)?;
                let aside = self.set_aside()?;
                self.session = session;
                Ok(match aside {
                    Some(name) => self.say(Text::SetAside, &[&name]),
                    None => self.say(Text::NewGame, &[]),
                })
            }
            Command::Moves => {
                let legal = &self.session.view().legal;
                let texts: Vec<&str> = match self.session.mover() {
                    Some(_) => legal.iter().map(|it| &*it.text).collect(),
                    None => Vec::new(),
                };
                Ok(self.say(Text::Legal, &[&texts.join(" ")]))
            }
            // These are about what is seen, not about the game.
            Command::Hint
            | Command::Analysis
            | Command::Flip
            | Command::Board
            | Command::Help
            | Command::Quit => Ok(String::new()),
        }
    }

    fn open_again(&self, setup: &Setup, now: Instant) -> Result<Session, String> {
        Session::open(setup, self.files, now).map_err(|error| self.language.error(&error))
    }

    fn set_aside(&mut self) -> Result<Option<String>, String> {
        let is_begun = !self.session.played().is_empty() || self.session.end().is_some();
        if !is_begun || !self.keeper.keeps() {
            return Ok(None);
        }
        let aside = self.keeper.set_aside();
        aside.map_err(|problem| self.say(Text::NotSaved, &[&problem]))
    }

    fn load(&mut self, name: &str, now: Instant) -> Result<String, String> {
        let not_loaded = |problem: String| self.language.say(Text::NotLoaded, &[&problem]);
        let text = self.keeper.load(name).map_err(not_loaded)?;
        if !is_record(&text) {
            return Err(not_loaded(self.say(Text::NoRecord, &[])));
        }
        let setup = Setup::from_record(&text, &self.session.beginning())
            .map_err(|error| not_loaded(self.language.error(&error)))?;
        let session = self.open_again(&setup, now).map_err(not_loaded)?;
        self.set_aside()?;
        self.session = session;
        self.keep()?;
        Ok(self.say(Text::Loaded, &[name]))
    }
}

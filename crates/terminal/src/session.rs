//! The game so far: position, moves, clocks, result. Nothing here draws or reads.

use crate::clocks::Clocks;
use crate::table::{Asked, Build, Choice, End, HUMAN, Table, View};
use crate::text::Text;
use crate::thinking::Thinking;
use game::Side;
use game::text::TextError;
use games::{Files, parse_game, parse_game_for};
use search::Clock;
use std::time::{Duration, Instant};

/// What a game begins with; all of it as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Setup {
    /// The game: `connect:8x7`.
    pub game: String,
    /// The position it begins with, if not its own.
    pub position: Option<String>,
    /// Moves that were played already.
    pub moves: Vec<String>,
    /// Who plays the first and the second side: `human`, or a player's text.
    pub players: [String; 2],
    /// How much time there is: `5m+3s`.
    pub clock: Option<String>,
    /// What the last moves took, in milliseconds.
    pub taken: Vec<u64>,
    /// How it ended, if not by the rules.
    pub end: Option<End>,
    /// What random choices of machines start from.
    pub seed: u64,
    /// The day, for records.
    pub date: String,
}

/// Why something cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// A sentence of ours.
    Said(Text),
    /// A text that cannot be understood.
    Text(TextError),
}

/// A game that is played.
pub(crate) struct Session {
    table: Box<dyn Table>,
    setup: Setup,
    view: View,
    played: Vec<Choice>,
    clocks: Option<Clocks>,
    /// How it ended, if not by the rules.
    end: Option<End>,
}

impl Session {
    pub(crate) fn open(
        setup: &Setup,
        files: &dyn Files,
        now: Instant,
    ) -> Result<Session, TextError> {
        let game = match &setup.position {
            Some(position) => parse_game_for(&setup.game, files, position),
            None => parse_game(&setup.game, files),
        }?;
        let mut table = game.visit(Build {
            position: setup.position.as_deref(),
            players: [&setup.players[0], &setup.players[1]],
            files,
            seed: setup.seed,
        })?;
        let mut played = Vec::new();
        let mut sides = Vec::new();
        for text in &setup.moves {
            sides.push(table.look().side);
            played.push(table.play(text)?);
        }
        let mut clocks = match &setup.clock {
            Some(text) => Some(Clocks::new(text, now)?),
            None => None,
        };
        if let Some(clocks) = &mut clocks {
            let times = setup.taken.iter().map(|&it| Duration::from_millis(it));
            let first = sides.len().saturating_sub(setup.taken.len());
            clocks.go_on(sides[first..].iter().copied().zip(times).collect());
        }
        let view = table.look();
        Ok(Session {
            end: setup.end.clone().filter(|_| view.end.is_none()),
            setup: Setup {
                players: table.players(),
                game: table.name(),
                moves: Vec::new(),
                taken: Vec::new(),
                end: None,
                ..setup.clone()
            },
            table,
            view,
            played,
            clocks,
        })
    }

    /// The game as it could be set up again.
    pub(crate) fn setup(&self) -> Setup {
        let taken = self.clocks.iter().flat_map(Clocks::taken);
        Setup {
            moves: self.played.iter().map(|it| it.text.clone()).collect(),
            taken: taken.map(|time| time as u64).collect(),
            end: self.end.clone(),
            ..self.setup.clone()
        }
    }

    /// The same game before its first move.
    pub(crate) fn beginning(&self) -> Setup {
        self.setup.clone()
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    pub(crate) fn played(&self) -> &[Choice] {
        &self.played
    }

    pub(crate) fn name(&self) -> &str {
        &self.setup.game
    }

    pub(crate) fn players(&self) -> &[String; 2] {
        &self.setup.players
    }

    /// How it ended, by the rules or not.
    pub(crate) fn end(&self) -> Option<&End> {
        self.end.as_ref().or(self.view.end.as_ref())
    }

    /// Whose turn it is, if the game goes on.
    pub(crate) fn mover(&self) -> Option<Side> {
        self.end().is_none().then_some(self.view.side)
    }

    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.setup.players[side.index()] == HUMAN
    }

    /// Whether a person is to move.
    pub(crate) fn waits_for_person(&self) -> bool {
        self.mover().is_some_and(|side| self.is_person(side))
    }

    pub(crate) fn has_person(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_person(side))
    }

    /// What a side has left.
    pub(crate) fn left(&self, side: Side, now: Instant) -> Option<Clock> {
        let clocks = self.clocks.as_ref()?;
        Some(clocks.left(side, self.mover(), now))
    }

    /// Plays a move; what it took counts if somebody measured it. Whoever was too slow has lost instead.
    pub(crate) fn play(
        &mut self,
        text: &str,
        measured: Option<Duration>,
        now: Instant,
    ) -> Result<(), Refusal> {
        let Some(side) = self.mover() else {
            return Err(Refusal::Said(Text::GameIsOver));
        };
        let choice = self.table.play(text).map_err(Refusal::Text)?;
        let clocks = self.clocks.as_mut();
        if clocks.is_some_and(|clocks| clocks.moved(side, measured, now)) {
            self.table.take_back();
            if let Some(clocks) = &mut self.clocks {
                clocks.took_back(1, now);
            }
            self.lose(side, "out of time");
            return Ok(());
        }
        self.played.push(choice);
        self.view = self.table.look();
        Ok(())
    }

    /// Takes back until a person is to move; without persons, one move.
    pub(crate) fn undo(&mut self, now: Instant) -> Result<(), Refusal> {
        // Whoever gave up plays on, also whoever was too slow.
        if self.end.take().is_some() {
            if let Some(clocks) = &mut self.clocks {
                clocks.start_turn(now);
            }
            return Ok(());
        }
        let mut taken = 0;
        while self.table.take_back() {
            taken += 1;
            self.played.pop();
            self.view = self.table.look();
            if !self.has_person() || self.is_person(self.view.side) {
                break;
            }
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.took_back(taken, now);
        }
        match taken {
            0 => Err(Refusal::Said(Text::NothingToUndo)),
            _ => Ok(()),
        }
    }

    /// A person gives up: the one to move, or the one who waits for a machine.
    pub(crate) fn resign(&mut self) -> Result<(), Refusal> {
        let Some(mover) = self.mover() else {
            return Err(Refusal::Said(Text::GameIsOver));
        };
        let person = [mover, mover.other()]
            .into_iter()
            .find(|&side| self.is_person(side));
        let Some(side) = person else {
            return Err(Refusal::Said(Text::NobodyResigns));
        };
        self.lose(side, "resigned");
        Ok(())
    }

    /// A side loses otherwise than by the rules.
    pub(crate) fn lose(&mut self, side: Side, reason: &str) {
        self.end = Some(End {
            winner: Some(side.other()),
            margin: None,
            reason: reason.to_string(),
        });
    }

    /// Looks at the clock of the person to move; whether the game is over by it. Machines are charged by their own
    /// stopwatch when they have moved.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        let Some(side) = self.mover().filter(|&side| self.is_person(side)) else {
            return false;
        };
        let is_up = self
            .left(side, now)
            .is_some_and(|clock| clock.remaining.is_zero());
        if is_up {
            self.lose(side, "out of time");
        }
        is_up
    }

    /// Has the machine think whose turn it is, if it is one's.
    pub(crate) fn ask_mover(&mut self, now: Instant) -> Option<Thinking> {
        let side = self.mover().filter(|&side| !self.is_person(side))?;
        let clock = self.left(side, now);
        self.table.ask(Asked::Side(side), clock, None)
    }

    /// Has the analyst think about the position.
    pub(crate) fn ask_analyst(&mut self, time: Duration) -> Option<Thinking> {
        self.mover()?;
        self.table.ask(Asked::Analyst, None, Some(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::NoFiles;
    use std::sync::atomic::AtomicBool;

    fn session(game: &str, players: [&str; 2], clock: Option<&str>, now: Instant) -> Session {
        let setup = Setup {
            game: game.to_string(),
            players: players.map(str::to_string),
            clock: clock.map(str::to_string),
            ..Setup::default()
        };
        Session::open(&setup, &NoFiles, now).expect("it can be set up")
    }

    #[test]
    fn moves_are_played_taken_back_and_refused() {
        let now = Instant::now();
        let mut session = session("connect", ["human", "human"], None, now);
        assert_eq!(session.undo(now), Err(Refusal::Said(Text::NothingToUndo)));
        for text in ["4", "d", "C"] {
            session.play(text, None, now).expect("it is legal");
        }
        let written = |session: &Session| -> Vec<String> {
            session.played().iter().map(|it| it.text.clone()).collect()
        };
        assert_eq!(written(&session), ["d", "d", "c"]);
        assert!(matches!(
            session.play("z", None, now),
            Err(Refusal::Text(_))
        ));
        session.undo(now).expect("there are moves");
        assert_eq!(written(&session), ["d", "d"]);
        assert_eq!(session.mover(), Some(Side::First));
        session.resign().expect("a person is to move");
        assert_eq!(session.end().and_then(|end| end.winner), Some(Side::Second));
        assert_eq!(
            session.play("d", None, now),
            Err(Refusal::Said(Text::GameIsOver))
        );
        let again = Session::open(&session.setup(), &NoFiles, now).expect("it was written by us");
        assert_eq!(again.setup(), session.setup());
        session.undo(now).expect("whoever gave up plays on");
        assert_eq!(written(&session), ["d", "d"]);
    }

    #[test]
    fn undo_goes_back_to_a_person() {
        let now = Instant::now();
        let mut session = session("bricks:4", ["first", "human"], None, now);
        let move_of_machine = |session: &mut Session| {
            let thinking = session.ask_mover(now).expect("a machine is to move");
            let answer = thinking.wait(&AtomicBool::new(false)).expect("it moves");
            session
                .play(&answer.chosen, Some(answer.took), now)
                .expect("it is legal");
        };
        move_of_machine(&mut session);
        assert!(session.waits_for_person());
        session.play("a1b1", None, now).expect("it is legal");
        move_of_machine(&mut session);
        session.undo(now).expect("there are moves");
        assert_eq!(session.played().len(), 1);
        assert!(session.ask_mover(now).is_none());
        // Before the first move nobody but the machine could be to move.
        session.undo(now).expect("there is one");
        assert_eq!(session.played().len(), 0);
    }

    #[test]
    fn clocks_end_games_and_are_kept() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut session = session("connect", ["human", "human"], Some("1m+1s"), start);
        session.play("d", None, at(100)).expect("no clock runs yet");
        session.play("d", None, at(110)).expect("there is time");
        let left = |session: &Session, side| {
            session
                .left(side, at(110))
                .map(|clock| clock.remaining.as_secs())
        };
        assert_eq!(left(&session, Side::First), Some(61));
        assert_eq!(left(&session, Side::Second), Some(51));
        let kept = Session::open(&session.setup(), &NoFiles, at(110)).expect("as it was");
        assert_eq!(left(&kept, Side::Second), Some(51));
        assert!(!session.tick(at(170)));
        assert!(session.tick(at(171)));
        assert_eq!(session.end().map(|end| &*end.reason), Some("out of time"));
        session
            .undo(at(500))
            .expect("whoever was too slow plays on");
        session.play("a", None, at(562)).expect("too late");
        assert_eq!(session.end().and_then(|end| end.winner), Some(Side::Second));
        assert_eq!(session.played().len(), 2);
    }
}

//! Tables at which games are played: kept in the store with every move, changed one at a time, and watched by
//! whoever wants to see what happens. While somebody watches, machines move and clocks run.

use crate::board::{Line, OutcomeView, PositionView};
use crate::clock::{ClockView, TableClock};
use crate::engine::{Engine, Purpose};
use crate::problem::Problem;
use crate::thinking::{self, Thinking};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use store::{SavedTable, Store};
use tokio::sync::{Notify, watch};
use utoipa::ToSchema;

/// Who plays by pointing at cells.
pub(crate) const HUMAN: &str = "human";

/// Nobody looks for a game among more than these.
const MOST_LISTED: u32 = 500;

/// What is kept of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Table {
    /// What links name it by.
    pub(crate) id: String,
    /// The day it was set up.
    pub(crate) created: String,
    /// The game as far as it was played.
    pub(crate) line: Line,
    /// Who plays the first and the second side: `human`, or a player's text.
    pub(crate) players: [String; 2],
    /// How it ended, if not by the rules.
    pub(crate) end: Option<OutcomeView>,
    /// What random choices of machines start from.
    pub(crate) seed: u64,
    /// How much time there is, if the game is timed.
    #[serde(default)]
    clock: Option<TableClock>,
}

/// A table as a document; names of fields are names in JSON.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TableView {
    id: String,
    created: String,
    players: [String; 2],
    /// Where the game began, if that was not the start.
    from: Option<String>,
    /// How many moves were played in all, also when an earlier position is shown.
    plies: usize,
    /// How much time there is, if the game is timed.
    clock: Option<ClockView>,
    #[serde(flatten)]
    position: PositionView,
}

impl TableView {
    pub(crate) fn outcome(&self) -> Option<&OutcomeView> {
        self.position.outcome.as_ref()
    }
}

impl Table {
    /// A new one.
    pub(crate) fn new(line: Line, players: [String; 2], clock: Option<TableClock>) -> Table {
        let id = format!("{:016x}{:016x}", random(), random());
        Table {
            id,
            created: report::date(SystemTime::now()),
            line,
            players,
            end: None,
            seed: random() >> 1,
            clock,
        }
    }

    /// The clock as it was asked for.
    pub(crate) fn clock_text(&self) -> Option<&str> {
        self.clock.as_ref().map(TableClock::text)
    }

    /// What there is to see after so many moves.
    pub(crate) fn view(&self, plies: usize) -> Result<TableView, Problem> {
        let all = self.line.moves.len();
        let mut line = self.line.clone();
        line.moves.truncate(plies);
        let mut position = line.look()?;
        if plies >= all && self.end.is_some() {
            position.outcome.clone_from(&self.end);
            position.to_move = None;
            position.legal.clear();
        }
        let now = if plies < all { None } else { position.to_move };
        Ok(TableView {
            id: self.id.clone(),
            created: self.created.clone(),
            players: self.players.clone(),
            from: self.line.position.clone(),
            plies: all,
            clock: self.clock.as_ref().map(|clock| clock.view(all, now)),
            position,
        })
    }

    /// What the side to move has left, if its clock runs.
    fn running(&self) -> Result<Option<(u8, search::Clock)>, Problem> {
        let Some(clock) = &self.clock else {
            return Ok(None);
        };
        let to_move = self.view(usize::MAX)?.position.to_move;
        let side = to_move.filter(|_| clock.is_running(self.line.moves.len()));
        Ok(side.map(|side| (side, clock.of_side(side))))
    }

    /// What the side to move has left, also before the clocks run.
    fn clock_of_mover(&self) -> Result<Option<search::Clock>, Problem> {
        let to_move = self.view(usize::MAX)?.position.to_move;
        let clock = self.clock.as_ref().zip(to_move);
        Ok(clock.map(|(clock, side)| clock.of_side(side)))
    }

    /// The side to move has used so much more of its turn; whether it has lost by that.
    fn spend(&mut self, time: Duration) -> Result<bool, Problem> {
        let Some((side, left)) = self.running()? else {
            return Ok(false);
        };
        if let Some(clock) = &mut self.clock {
            clock.spend(side, time);
        }
        let is_up = left.remaining <= time;
        if is_up {
            self.lose(side, "out of time");
        }
        Ok(is_up)
    }

    /// A side loses otherwise than by the rules.
    fn lose(&mut self, side: u8, reason: &str) {
        self.end = Some(OutcomeView {
            winner: Some(1 - side),
            margin: None,
            reason: reason.to_string(),
        });
    }

    /// Who is to move, by the text; nobody when the game is over.
    fn mover(&self) -> Result<Option<String>, Problem> {
        let to_move = self.view(usize::MAX)?.position.to_move;
        Ok(to_move.map(|side| self.players[usize::from(side)].clone()))
    }

    /// Plays a move that somebody chose when so many had been played. If somebody measured what it took, that counts.
    pub(crate) fn play(
        &mut self,
        text: &str,
        plies: usize,
        took: Option<Duration>,
    ) -> Result<(), Problem> {
        if self.line.moves.len() != plies {
            return Err(Problem::conflict("another move was played meanwhile"));
        }
        if self.end.is_some() {
            return Err(Problem::conflict("the game is over"));
        }
        let mover = self.line.look()?.to_move;
        self.line.moves.push(text.to_string());
        let played = self.line.look()?;
        if let (Some(clock), Some(side)) = (&mut self.clock, mover) {
            clock.moved(side, took);
        }
        // As it is written, whatever spelling was sent.
        let written = played.played.into_iter().map(|it| it.text);
        self.line.moves = written.collect();
        Ok(())
    }

    /// Takes back moves: as many as asked for, or until a person is to move again.
    pub(crate) fn undo(&mut self, plies: Option<usize>) -> Result<(), Problem> {
        if self.line.moves.is_empty() && self.end.is_none() {
            return Err(Problem::conflict("there is nothing to take back"));
        }
        // Whoever gave up plays on, also whoever was too slow.
        if self.end.take().is_some() && plies.is_none() {
            if let Some(clock) = &mut self.clock {
                clock.back_to(self.line.moves.len());
            }
            return Ok(());
        }
        let has_person = self.players.iter().any(|player| player == HUMAN);
        let mut left = plies.unwrap_or(if has_person { usize::MAX } else { 1 });
        while left > 0 && self.line.moves.pop().is_some() {
            left -= 1;
            if plies.is_none() && self.mover()?.as_deref() == Some(HUMAN) {
                break;
            }
        }
        if let Some(clock) = &mut self.clock {
            clock.back_to(self.line.moves.len());
        }
        Ok(())
    }

    /// A side gives up.
    pub(crate) fn resign(&mut self, side: u8) -> Result<(), Problem> {
        if side > 1 {
            return Err(Problem::wrong("a side is 0 or 1"));
        }
        if self.mover()?.is_none() {
            return Err(Problem::conflict("the game is over"));
        }
        self.lose(side, "resigned");
        Ok(())
    }
}

/// 64 bits that nobody can guess: the keys of a hasher come from the system.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// All tables of a server.
#[derive(Debug, Clone)]
pub(crate) struct Tables {
    store: Arc<Mutex<Store>>,
    open: Arc<Mutex<HashMap<String, Arc<Live>>>>,
    engine: Engine,
    most_time: Duration,
}

/// A table that somebody is at.
#[derive(Debug)]
pub(crate) struct Live {
    table: tokio::sync::Mutex<Table>,
    /// The last view, as JSON.
    shown: watch::Sender<Arc<str>>,
    watchers: AtomicUsize,
    nobody: Notify,
    is_driven: AtomicBool,
    is_deleted: AtomicBool,
    /// Since when a person's clock runs, as far as that is not charged yet.
    turn: Mutex<Option<Instant>>,
}

/// Somebody who watches a table; machines move as long as there is one.
#[derive(Debug)]
pub(crate) struct Watcher(Arc<Live>);

impl Drop for Watcher {
    fn drop(&mut self) {
        if self.0.watchers.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.nobody.notify_waiters();
        }
    }
}

impl Tables {
    pub(crate) fn new(store: Store, engine: Engine, most_time: Duration) -> Tables {
        Tables {
            store: Arc::new(Mutex::new(store)),
            open: Arc::default(),
            engine,
            most_time,
        }
    }

    /// Does something with the store, away from those who serve requests.
    async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> Result<T, store::StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let store = Arc::clone(&self.store);
        let done = tokio::task::spawn_blocking(move || {
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut store)
        });
        let done = done.await.map_err(|_| Problem::wrong("the store failed"))?;
        Ok(done?)
    }

    async fn save(&self, table: &Table) -> Result<(), Problem> {
        let saved = SavedTable {
            id: table.id.clone(),
            created: table.created.clone(),
            game: table.line.game.clone(),
            players: table.players.clone(),
            plies: table.line.moves.len() as u64,
            document: serde_json::to_string(table)
                .map_err(|error| Problem::wrong(error.to_string()))?,
        };
        self.with_store(move |store| store.save_table(&saved)).await
    }

    /// Sets up a table.
    pub(crate) async fn create(&self, table: Table) -> Result<TableView, Problem> {
        let view = table.view(usize::MAX)?;
        self.save(&table).await?;
        Ok(view)
    }

    /// The tables there are, those that were changed last first.
    pub(crate) async fn list(&self) -> Result<Vec<SavedTable>, Problem> {
        self.with_store(|store| store.tables(MOST_LISTED)).await
    }

    /// Forgets a table.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Problem> {
        let live = self.find(id).await?;
        // Not while it is being saved, and never again after that.
        let _table = live.table.lock().await;
        live.is_deleted.store(true, Ordering::SeqCst);
        let id = id.to_string();
        self.lock().remove(&id);
        self.with_store(move |store| store.delete_table(&id)).await
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table by its name.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<Live>, Problem> {
        if let Some(live) = self.lock().get(id) {
            return Ok(Arc::clone(live));
        }
        let name = id.to_string();
        let saved = self.with_store(move |store| store.table(&name)).await?;
        let Some(saved) = saved else {
            return Err(Problem::no_table());
        };
        let table: Table = serde_json::from_str(&saved.document)
            .map_err(|error| Problem::wrong(format!("the table cannot be read: {error}")))?;
        let shown = json(&table)?;
        let live = Arc::new(Live {
            table: tokio::sync::Mutex::new(table),
            shown: watch::Sender::new(shown),
            watchers: AtomicUsize::new(0),
            nobody: Notify::new(),
            is_driven: AtomicBool::new(false),
            is_deleted: AtomicBool::new(false),
            turn: Mutex::new(None),
        });
        let mut open = self.lock();
        // Those that nobody is at any more are in the store.
        open.retain(|_, live| Arc::strong_count(live) > 1);
        Ok(Arc::clone(open.entry(id.to_string()).or_insert(live)))
    }

    /// Changes a table: what was changed is in the store before anybody sees it.
    pub(crate) async fn change(
        &self,
        live: &Live,
        change: impl FnOnce(&mut Table) -> Result<(), Problem>,
    ) -> Result<TableView, Problem> {
        let mut table = live.table.lock().await;
        if live.is_deleted.load(Ordering::SeqCst) {
            return Err(Problem::no_table());
        }
        let mut charged = table.clone();
        // Whoever was too slow has lost, whatever they want now.
        let is_up = charged.spend(live.charge())?;
        let mut changed = charged.clone();
        if !is_up && let Err(problem) = change(&mut changed) {
            // What was charged is not forgotten.
            live.start_turn(&charged)?;
            *table = charged;
            return Err(problem);
        }
        let view = changed.view(usize::MAX)?;
        self.save(&changed).await?;
        live.start_turn(&changed)?;
        live.shown.send_replace(json(&changed)?);
        *table = changed;
        Ok(view)
    }

    /// Charges what has passed of a person's turn, and tells everybody what is left. If that is nothing, the game is
    /// over.
    async fn settle(&self, live: &Live) -> Result<(), Problem> {
        let is_timed = live.table.lock().await.clock.is_some();
        match is_timed {
            true => self.change(live, |_| Ok(())).await.map(drop),
            false => Ok(()),
        }
    }

    /// Watches a table: what is seen now, and then each change.
    pub(crate) fn watch(&self, live: &Arc<Live>) -> (Watcher, watch::Receiver<Arc<str>>) {
        live.watchers.fetch_add(1, Ordering::SeqCst);
        let watcher = Watcher(Arc::clone(live));
        let receiver = live.shown.subscribe();
        if !live.is_driven.swap(true, Ordering::SeqCst) {
            tokio::spawn(self.clone().drive(Arc::clone(live)));
        }
        (watcher, receiver)
    }

    /// Has machines move and clocks run as long as somebody watches.
    async fn drive(self, live: Arc<Live>) {
        loop {
            let is_watched = || live.watchers.load(Ordering::SeqCst) > 0;
            let mut watchers = 0;
            while is_watched() {
                let now = live.watchers.load(Ordering::SeqCst);
                // Whoever comes anew has to hear what is left by now.
                let heard = match now > std::mem::replace(&mut watchers, now) {
                    true => self.settle(&live).await,
                    false => Ok(()),
                };
                if heard.is_err() || self.step(&live).await.is_err() {
                    break;
                }
            }
            // A failure here loses some seconds of thinking, in favour of whoever thinks.
            let _ = self.settle(&live).await;
            live.is_driven.store(false, Ordering::SeqCst);
            // Somebody may have come in between.
            if !is_watched() || live.is_driven.swap(true, Ordering::SeqCst) {
                return;
            }
        }
    }

    /// One move of a machine, or a wait until something changes.
    async fn step(&self, live: &Live) -> Result<(), Problem> {
        let mut shown = live.shown.subscribe();
        let table = live.table.lock().await.clone();
        let nobody = live.nobody.notified();
        let mover = table.mover()?.filter(|mover| mover != HUMAN);
        let clock = table.running()?;
        let Some(player) = mover else {
            // Whoever left before we listened is not told of again, nor is whoever comes: so not for long.
            let a_while = Duration::from_secs(1);
            let left = clock.map(|(_, clock)| clock.remaining.saturating_sub(live.turn_time()));
            let is_up = tokio::select! {
                _ = shown.changed() => false,
                () = nobody => false,
                () = tokio::time::sleep(left.unwrap_or(a_while).min(a_while)) => left.is_some_and(|left| left < a_while),
            };
            return match is_up {
                true => self.settle(live).await,
                false => Ok(()),
            };
        };
        let thinking = Thinking {
            line: table.line.clone(),
            player,
            seed: table.seed,
            time: self.most_time,
            clock: table.clock_of_mover()?,
        };
        let work = self.engine.run(Purpose::Move, self.most_time, move |stop| {
            thinking::choose(&thinking, &stop)
        });
        let chosen = tokio::select! {
            chosen = work => chosen,
            // Taken back, or given up: whatever it thought is about another position.
            _ = shown.changed() => return Ok(()),
            () = nobody => return Ok(()),
        };
        match chosen {
            Ok(Ok((text, took))) => {
                let plies = table.line.moves.len();
                let played = self.change(live, |table| {
                    // Where it waited for a place is not on its clock.
                    match clock.filter(|(_, clock)| took > clock.remaining) {
                        Some((side, _)) => table.lose(side, "out of time"),
                        None => table.play(&text, plies, Some(took))?,
                    }
                    Ok(())
                });
                // Somebody else was faster; the next step sees what there is.
                played.await.map(drop).or(Ok(()))
            }
            Ok(Err(failure)) => {
                let side = table.view(usize::MAX)?.position.to_move.unwrap_or(0);
                let lost = self.change(live, |table| {
                    table.lose(side, &failure);
                    Ok(())
                });
                lost.await.map(drop)
            }
            Err(problem) => {
                // Busy: in a moment.
                tokio::time::sleep(Duration::from_millis(200)).await;
                drop(problem);
                Ok(())
            }
        }
    }
}

impl Live {
    /// The table as it is.
    pub(crate) async fn table(&self) -> Table {
        self.table.lock().await.clone()
    }

    fn turn(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has passed of a person's turn since it was last charged.
    fn turn_time(&self) -> Duration {
        self.turn().map_or(Duration::ZERO, |began| began.elapsed())
    }

    /// The same, which is charged now.
    fn charge(&self) -> Duration {
        self.turn()
            .take()
            .map_or(Duration::ZERO, |began| began.elapsed())
    }

    /// From now on the clock of whoever is to move runs, if it is a person's and somebody watches.
    fn start_turn(&self, table: &Table) -> Result<(), Problem> {
        let is_watched = self.watchers.load(Ordering::SeqCst) > 0;
        let is_person = table.mover()?.as_deref() == Some(HUMAN);
        let runs = is_watched && is_person && table.running()?.is_some();
        *self.turn() = runs.then(Instant::now);
        Ok(())
    }
}

fn json(table: &Table) -> Result<Arc<str>, Problem> {
    let view = table.view(usize::MAX)?;
    let text = serde_json::to_string(&view).map_err(|error| Problem::wrong(error.to_string()))?;
    Ok(Arc::from(text))
}

//! Where experiments are done: matches, tournaments, tunings and measurements, each kept before it is used.

use crate::findings::Trouble;
use crate::intervals::Interval;
use arena::ratings::{Pairs, elo};
use arena::{Finish, Format, Openings, Plan, Record, Row, Standings, Terms};
use game::random::{Seed, mix};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

/// How much is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// So little that all experiments together take some minutes; more cannot be told apart.
    Quick,
    /// As published, or more where that says too little.
    Full,
}

impl Size {
    /// In a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Size::Quick => "quick",
            Size::Full => "full",
        }
    }
}

/// Who does the work and keeps what comes of it: the program, with its store and its workers.
pub trait Hands {
    /// Plays what is left of a tournament of this name. The plan is put into its canonical form.
    fn play(&mut self, name: &str, plan: &mut Plan) -> Result<Finish, Trouble>;
    /// The tables of a tournament that was played, after each of its rounds, with the game of that round.
    fn rounds(&mut self, name: &str) -> Result<Vec<(String, Standings)>, Trouble>;
    /// Every game of a tournament that was played.
    fn records(&mut self, name: &str) -> Result<Vec<Record>, Trouble>;
    /// Does what is left of a tuning, whose name is in the experiment.
    fn tune(&mut self, experiment: &tune::Experiment, label: &str)
    -> Result<tune::Finish, Trouble>;
    /// What was kept of an experiment under a key.
    fn recall(&mut self, experiment: &str, key: &str) -> Result<Option<String>, Trouble>;
    /// Keeps something.
    fn keep(&mut self, experiment: &str, key: &str, value: &str) -> Result<(), Trouble>;
    /// Says what is done now.
    fn say(&mut self, what: &str);
    /// Set when whoever runs it wants it to stop.
    fn stop(&self) -> Arc<AtomicBool>;
    /// How many measurements may be made at a time.
    fn workers(&self) -> usize;
}

/// An experiment at work.
pub struct Laboratory<'hands> {
    id: &'static str,
    /// How much is played.
    pub(crate) size: Size,
    hands: &'hands mut dyn Hands,
}

impl std::fmt::Debug for Laboratory<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = formatter.debug_struct("Laboratory");
        fields
            .field("id", &self.id)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// A match between two, as the first of them sees it.
#[derive(Debug, Clone)]
pub(crate) struct Duel {
    /// Its games in pairs.
    pub(crate) pairs: Pairs,
    /// Both players' lines.
    pub(crate) rows: [Row; 2],
}

impl Duel {
    /// How many games.
    pub(crate) fn games(&self) -> u64 {
        self.rows[0].results().games()
    }

    /// The share of the points, draws as halves.
    pub(crate) fn score(&self) -> f64 {
        let results = self.rows[0].results();
        (results.wins as f64 + results.draws as f64 / 2.0) / results.games().max(1) as f64
    }

    /// By how much the first is stronger, in Elo, with the 95 % interval that its pairs of games allow; it has
    /// no end where all of them were won.
    pub(crate) fn elo(&self) -> Interval {
        match elo(&self.pairs) {
            Some(it) => Interval {
                value: it.value,
                low: it.low,
                high: it.high,
            },
            None => Interval {
                value: 0.0,
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            },
        }
    }

    /// Won, drawn and lost.
    pub(crate) fn text(&self) -> String {
        let results = self.rows[0].results();
        format!("{} / {} / {}", results.wins, results.draws, results.losses)
    }
}

impl<'hands> Laboratory<'hands> {
    pub(crate) fn new(
        id: &'static str,
        size: Size,
        hands: &'hands mut dyn Hands,
    ) -> Laboratory<'hands> {
        Laboratory { id, size, hands }
    }

    /// One of two, by how much is played.
    pub(crate) fn pick<T>(&self, quick: T, full: T) -> T {
        match self.size {
            Size::Quick => quick,
            Size::Full => full,
        }
    }

    /// Where another experiment is done: what was measured there is found, and what is missing is measured.
    pub(crate) fn of(&mut self, id: &'static str) -> Laboratory<'_> {
        Laboratory::new(id, self.size, &mut *self.hands)
    }

    fn experiment(&self) -> String {
        format!("{}.{}", self.id, self.size.name())
    }

    /// What a tournament or a tuning of this experiment is called.
    pub(crate) fn name(&self, part: &str) -> String {
        name_of(self.id, self.size, part)
    }

    /// Where random choices of a part start from: the same each time.
    pub(crate) fn seed(&self, part: &str) -> u64 {
        let letters = self.id.bytes().chain(part.bytes()).map(u64::from);
        letters.fold(1, |seed, letter| mix(seed ^ letter)) % 1_000_000_007
    }

    /// A generator for a part.
    pub(crate) fn random(&self, part: &str) -> game::random::Generator {
        Seed(self.seed(part)).generator()
    }

    /// Does something once: what came of it is kept, and found by whoever runs the experiment again.
    pub(crate) fn measure<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let experiment = self.experiment();
        if let Some(kept) = self.hands.recall(&experiment, key)? {
            return serde_json::from_str(&kept).map_err(Trouble::from_error);
        }
        let stop = self.hands.stop();
        if stop.load(Ordering::Relaxed) {
            return Err(Trouble::Stopped);
        }
        self.hands.say(&format!("{}: {key}", self.id));
        let value = work(&stop)?;
        // A search that was told to stop has measured something else.
        if stop.load(Ordering::Relaxed) {
            return Err(Trouble::Stopped);
        }
        let text = serde_json::to_string(&value).map_err(Trouble::from_error)?;
        self.hands.keep(&experiment, key, &text)?;
        Ok(value)
    }

    /// Does many things once, each under a key of its own and several at a time, as many as there are workers.
    /// Each is kept as soon as it is done, so that whoever stops it loses those at work only.
    pub(crate) fn measure_all<Task, T>(
        &mut self,
        tasks: &[(String, Task)],
        work: impl Fn(&Task, &Arc<AtomicBool>) -> Result<T, Trouble> + Sync,
    ) -> Result<Vec<T>, Trouble>
    where
        Task: Sync,
        T: Serialize + DeserializeOwned + Send,
    {
        let experiment = self.experiment();
        let mut done: Vec<Option<T>> = Vec::new();
        for (key, _) in tasks {
            let kept = self.hands.recall(&experiment, key)?;
            let kept = kept.map(|text| serde_json::from_str(&text));
            done.push(kept.transpose().map_err(Trouble::from_error)?);
        }
        let left: Vec<usize> = (0..tasks.len())
            .filter(|&number| done[number].is_none())
            .collect();
        let stop = self.hands.stop();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let worker = |results: mpsc::Sender<(usize, Result<T, Trouble>)>| {
            while let Some(&number) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let result = work(&tasks[number].1, &stop);
                // Nobody listens any more once something went wrong.
                if results.send((number, result)).is_err() {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.hands.workers().max(1).min(left.len()) {
                let results = sender.clone();
                let worker = &worker;
                scope.spawn(move || worker(results));
            }
            drop(sender);
            for (count, (number, result)) in (1..).zip(receiver) {
                // A search that was told to stop has measured something else.
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let (key, value) = (&tasks[number].0, result?);
                let text = serde_json::to_string(&value).map_err(Trouble::from_error)?;
                self.hands.keep(&experiment, key, &text)?;
                let progress = format!("{}: {count} of {}, {key}", self.id, left.len());
                self.hands.say(&progress);
                done[number] = Some(value);
            }
            Ok::<_, Trouble>(())
        })?;
        done.into_iter()
            .map(|it| it.ok_or(Trouble::Stopped))
            .collect()
    }

    /// Plays a tournament to its end.
    pub(crate) fn tournament(&mut self, part: &str, plan: &mut Plan) -> Result<Finish, Trouble> {
        let name = self.name(part);
        self.hands.say(&format!(
            "{}: {part}, {} games",
            self.id,
            plan.games_in_all()
        ));
        let finish = self.hands.play(&name, plan)?;
        match finish.is_complete {
            true => Ok(finish),
            false => Err(Trouble::Stopped),
        }
    }

    /// The tables after each round of a tournament that was played, with the games of the rounds.
    pub(crate) fn rounds(&mut self, part: &str) -> Result<Vec<(String, Standings)>, Trouble> {
        let name = self.name(part);
        self.hands.rounds(&name)
    }

    /// Every game of a tournament that was played.
    pub(crate) fn records(&mut self, part: &str) -> Result<Vec<Record>, Trouble> {
        let name = self.name(part);
        self.hands.records(&name)
    }

    /// Plays two players against each other, each opening with both sides.
    pub(crate) fn duel(
        &mut self,
        part: &str,
        game: &str,
        players: [&str; 2],
        openings: Openings,
        pairs: u32,
    ) -> Result<Duel, Trouble> {
        let mut plan = Plan {
            format: Format::RoundRobin,
            games: vec![game.to_string()],
            players: players.map(str::to_string).to_vec(),
            rounds: 1,
            openings_per_meeting: pairs,
            openings,
            terms: Terms::default(),
            seed: self.seed(part),
            sprt: None,
        };
        let finish = self.tournament(part, &mut plan)?;
        let rows = [0, 1].map(|player| *finish.standings.row(player));
        Ok(Duel {
            pairs: finish.pairs,
            rows,
        })
    }

    /// Does a tuning to its end.
    pub(crate) fn tuning(
        &mut self,
        part: &str,
        experiment: &tune::Experiment,
    ) -> Result<tune::Finish, Trouble> {
        let named = tune::Experiment {
            name: self.name(part),
            ..experiment.clone()
        };
        self.hands.say(&format!("{}: {part}", self.id));
        let finish = self.hands.tune(&named, part)?;
        match finish.is_complete {
            true => Ok(finish),
            false => Err(Trouble::Stopped),
        }
    }
}

/// What a tournament or a tuning of an experiment is called in the store.
fn name_of(id: &str, size: Size, part: &str) -> String {
    format!("reproduce.{id}.{}.{part}", size.name())
}

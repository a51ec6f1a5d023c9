//! The work of experiments, done with the store and shown on the terminal.

use crate::commands::tournament::{check, play, standings_of};
use crate::commands::tune;
use crate::console::Console;
use ::reproduce::{Hands, Size, Trouble};
use ::tune::{Experiment, Finish as TuningFinish};
use anyhow::Result;
use arena::{Finish, Plan, Record, Standings, Threads};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;
use store::{Selection, Store};

pub(super) struct StoreHands<'run, 'streams> {
    pub(super) store: &'run mut Store,
    pub(super) workers: usize,
    pub(super) console: &'run mut Console<'streams>,
}

fn trouble(error: impl Into<anyhow::Error>) -> Trouble {
    let error: anyhow::Error = error.into();
    Trouble::Failed(format!("{error:#}"))
}

impl StoreHands<'_, '_> {
    fn tournament(&mut self, name: &str, plan: &mut Plan) -> Result<Finish> {
        check(plan)?;
        let known = self
            .store
            .tournaments()?
            .into_iter()
            .find(|it| it.name == name);
        let tournament = match known {
            Some(known) if known.plan == *plan => known,
            // An earlier version of the program planned something else.
            Some(known) => {
                self.store.delete(&known)?;
                self.create(name, plan)?
            }
            None => self.create(name, plan)?,
        };
        play::play(
            self.store,
            &tournament,
            &Threads,
            self.workers,
            self.console,
        )
    }

    fn create(&mut self, name: &str, plan: &Plan) -> Result<store::Tournament> {
        let id = self
            .store
            .create(name, plan, &::report::date(SystemTime::now()))?;
        Ok(self.store.tournament(&id.to_string())?)
    }
}

impl Hands for StoreHands<'_, '_> {
    fn play(&mut self, name: &str, plan: &mut Plan) -> Result<Finish, Trouble> {
        self.tournament(name, plan).map_err(trouble)
    }

    fn rounds(&mut self, name: &str) -> Result<Vec<(String, Standings)>, Trouble> {
        let tournament = self.store.tournament(name).map_err(trouble)?;
        let mut games: Vec<String> = Vec::new();
        let selection = Selection {
            tournament: Some(tournament.id),
            ..Selection::default()
        };
        self.store
            .each_game::<anyhow::Error>(&selection, |game| {
                if games.len() <= game.round as usize {
                    games.push(game.record()?.game);
                }
                Ok(())
            })
            .map_err(trouble)?;
        (1..)
            .zip(games)
            .map(|(rounds, game)| {
                let standings =
                    standings_of(self.store, &tournament, Some(rounds)).map_err(trouble)?;
                Ok((game, standings))
            })
            .collect()
    }

    fn records(&mut self, name: &str) -> Result<Vec<Record>, Trouble> {
        let tournament = self.store.tournament(name).map_err(trouble)?;
        let selection = Selection {
            tournament: Some(tournament.id),
            ..Selection::default()
        };
        let mut records = Vec::new();
        self.store
            .each_game::<anyhow::Error>(&selection, |game| {
                records.push(game.record()?);
                Ok(())
            })
            .map_err(trouble)?;
        Ok(records)
    }

    fn tune(&mut self, experiment: &Experiment, label: &str) -> Result<TuningFinish, Trouble> {
        tune::do_once(self.store, experiment, self.workers, label, self.console).map_err(trouble)
    }

    fn recall(&mut self, experiment: &str, key: &str) -> Result<Option<String>, Trouble> {
        self.store.measurement(experiment, key).map_err(trouble)
    }

    fn keep(&mut self, experiment: &str, key: &str, value: &str) -> Result<(), Trouble> {
        self.store
            .keep_measurement(experiment, key, value)
            .map_err(trouble)
    }

    fn say(&mut self, what: &str) {
        if self.console.errors_are_terminal {
            self.console.note(what);
        }
    }

    fn stop(&self) -> Arc<AtomicBool> {
        self.console.interrupt.listen()
    }

    fn workers(&self) -> usize {
        self.workers
    }
}

/// Forgets all that was done of an experiment.
pub(super) fn forget(store: &mut Store, id: &str, size: Size) -> Result<()> {
    store.forget_measurements(&format!("{id}.{}", size.name()))?;
    let beginning = format!("reproduce.{id}.{}.", size.name());
    for tournament in store.tournaments()? {
        if tournament.name.starts_with(&beginning) {
            store.delete(&tournament)?;
        }
    }
    for tuning in store.tunings()? {
        if tuning.name.starts_with(&beginning) {
            store.delete_tuning(&tuning)?;
        }
    }
    Ok(())
}

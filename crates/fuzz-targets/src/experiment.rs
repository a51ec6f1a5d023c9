//! Experiments of tuners.

use games::NoFiles;
use tune::{Answer, Experiment, Method, Study};

/// So many games may be asked for at once: more would only take longer.
const FEW_GAMES: u64 = 2000;
/// So many rounds are told of.
const ROUNDS: usize = 4;

/// Reads the file of a tuning, whose first line is also read as a method. Whatever is read is written in a form
/// that reads back to the same; what can be done asks for players that the study understands, and goes on
/// whatever it is told.
pub fn experiment_text(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    let line = text.lines().next().unwrap_or_default();
    if let Ok(method) = line.parse::<Method>() {
        let again = method.to_string().parse::<Method>();
        assert_eq!(again.as_ref(), Ok(&method), "{method}");
    }
    let Ok(experiment) = Experiment::parse(text) else {
        return false;
    };
    let written = experiment.to_toml();
    assert_eq!(
        Experiment::parse(&written).as_ref(),
        Ok(&experiment),
        "{written}"
    );
    let Ok(study) = Study::new(experiment, &NoFiles) else {
        return false;
    };
    let mut tuning = study.tuning();
    for round in 0..ROUNDS {
        if tuning.next_cost() > FEW_GAMES {
            break;
        }
        let trials = tuning.ask();
        if trials.is_empty() {
            break;
        }
        for trial in &trials {
            let on_grid = study.space().on_grid(&trial.candidate);
            assert_eq!(on_grid, trial.candidate, "players are points of the grid");
            assert!(!study.player(&trial.candidate).is_empty());
        }
        let answers: Vec<Answer> = trials
            .iter()
            .enumerate()
            .map(|(number, trial)| {
                let mut answer = Answer::default();
                answer.tally.wins = (number + round) as u64 % u64::from(trial.games + 1);
                answer.tally.losses = u64::from(trial.games) - answer.tally.wins;
                answer
            })
            .collect();
        tuning.tell(&answers);
        let best = tuning.best();
        assert!(best.iter().all(|value| value.is_finite()));
        assert_eq!(study.space().on_grid(&best), best);
    }
    true
}

//! Experiments with real players of small games, kept in memory.

use arena::{ArchiveError, Control, Record, Threads};
use games::NoFiles;
use tune::{Evaluation, Exam, Experiment, Finish, Notebook, Stage, Study, replay, run};

/// What is kept, until the test is over.
#[derive(Default, Clone)]
struct Memory {
    evaluations: Vec<Evaluation>,
    exams: Vec<Exam>,
    records: Vec<Record>,
    /// Fails when so many have been kept.
    full_at: Option<usize>,
}

impl Notebook for Memory {
    fn evaluations(&mut self) -> Result<Vec<Evaluation>, ArchiveError> {
        // In any order.
        Ok(self.evaluations.iter().rev().cloned().collect())
    }

    fn keep(&mut self, evaluations: &[Evaluation]) -> Result<(), ArchiveError> {
        let full = self.full_at.unwrap_or(usize::MAX);
        if self.evaluations.len() + evaluations.len() > full {
            return Err("full".into());
        }
        self.evaluations.extend_from_slice(evaluations);
        Ok(())
    }

    fn exams(&mut self) -> Result<Vec<Exam>, ArchiveError> {
        Ok(self.exams.clone())
    }

    fn keep_exam(&mut self, exam: &Exam) -> Result<(), ArchiveError> {
        self.exams.push(exam.clone());
        Ok(())
    }

    fn records(&mut self, _tournaments: &[String]) -> Result<Vec<Record>, ArchiveError> {
        Ok(self.records.clone())
    }
}

fn study(text: &str) -> Study {
    let experiment = Experiment::parse(text).expect(text);
    Study::new(experiment, &NoFiles).expect("it can be done")
}

fn done(study: &Study, notebook: &mut Memory, workers: usize) -> Finish {
    run(
        study,
        notebook,
        &Threads,
        &Control::new(workers),
        &mut |_| {},
    )
    .expect("it is done")
}

const BRICKS: &str = r#"
    game = "bricks:5"
    player = "greedy:weights=0/0/0/0/1,ties=random"
    opponents = ["greedy:weights=1/1/1/1/1", { player = "random", weight = 3 }]
    range = [0, 5]
    step = 1
    method = "genetic:population=6,games=8,generations=4"
    openings = "random:2"
    [validation]
    games = 60
    every = 60
    checkpoint_games = 10
"#;

#[test]
fn any_number_of_workers_come_to_the_same() {
    let study = study(BRICKS);
    let mut notebooks = [Memory::default(), Memory::default()];
    let one = done(&study, &mut notebooks[0], 1);
    let many = done(&study, &mut notebooks[1], 3);
    assert!(one.is_complete && many.is_complete);
    assert_eq!(one.tuning, many.tuning);
    assert_eq!(one.exams, many.exams);
    assert_eq!(one.tuning.history().len(), 4);
    assert_eq!(one.tuning.played(), 6 * 8 * 4);
    // At 96 and 144 games, and at the end: against the start and two opponents.
    assert_eq!(one.exams.len(), 2 * 3 + 3);
    let last = &one.exams[one.exams.len() - 3..];
    assert!(
        last.iter()
            .all(|exam| exam.is_final && exam.answer.games() == 60)
    );
    let pairs = last.iter().filter_map(|exam| exam.pairs);
    assert!(
        pairs
            .map(|pairs| pairs.0.iter().sum::<u64>())
            .all(|count| count == 30)
    );
    let replayed = replay(&study, &mut notebooks[0]).expect("it was kept");
    assert_eq!(replayed, one.tuning);
}

#[test]
fn what_was_kept_is_not_played_again() {
    let study = study(BRICKS);
    let mut whole = Memory::default();
    let expected = done(&study, &mut whole, 2);
    for full_at in [1, 5, 6, 11, 20] {
        let mut notebook = Memory {
            full_at: Some(full_at),
            ..Memory::default()
        };
        let control = Control::new(1);
        run(&study, &mut notebook, &Threads, &control, &mut |_| {}).expect_err("it is full");
        notebook.full_at = None;
        let kept = notebook.evaluations.len();
        let finish = done(&study, &mut notebook, 2);
        assert_eq!(finish.tuning, expected.tuning);
        assert_eq!(finish.exams, expected.exams);
        assert_eq!(
            notebook.evaluations.len(),
            whole.evaluations.len(),
            "{kept}"
        );
    }
}

#[test]
fn stopped_means_stopped() {
    let study = study(BRICKS);
    let expected = done(&study, &mut Memory::default(), 1);
    let mut notebook = Memory::default();
    for stop_at in [3, 40, 41, 100, 150, 200] {
        let control = Control::new(2);
        let mut examined = false;
        let finish = run(&study, &mut notebook, &Threads, &control, &mut |progress| {
            examined |= matches!(progress.stage, Stage::Examining(_));
            if progress.tuning.played() + progress.finished >= stop_at {
                control.stop();
            }
        })
        .expect("it is stopped");
        assert!(!finish.is_complete || stop_at == 200);
    }
    let finish = done(&study, &mut notebook, 2);
    assert_eq!(finish.tuning, expected.tuning);
    assert_eq!(finish.exams, expected.exams);
}

#[test]
fn mistakes_are_told_before_the_first_game() {
    let base = |more: &str| format!("game = 'bricks:5'\nplayer = 'greedy'\n{more}");
    for (text, part) in [
        (
            base("method = 'spsa'\ntune = 'depth'"),
            "has no \"depth\" that can be tuned; it has weights",
        ),
        (
            base("method = 'spsa'\nopponents = ['gredy']"),
            "did you mean \"greedy\"?",
        ),
        (
            base("method = 'spsa'\nrange = [1, 0]"),
            "the first number must be the smaller one",
        ),
        (
            base("method = 'spsa'\nrange = [7, 9]"),
            "the player starts with",
        ),
        (
            base("method = 'spsa'\nopenings = 'rndom'"),
            "openings: \"rndom\" is none of",
        ),
        (
            base("method = 'spsa'\nopenings = 'random:40'"),
            "no game of bricks:5 lasts longer",
        ),
        (
            base("method = 'spsa'\nlearn_from = ['x']"),
            "learn_from: this method plays games",
        ),
        (
            base("method = 'regression'"),
            "learn_from: this method needs",
        ),
        (
            base("method = 'cma'\nbudget = 100"),
            "cma asks for 320 games at once, and the budget is 100",
        ),
        (
            base("method = 'spsa'\ntune = [{parameter = 'weights', feature = 'x'}]"),
            "weights.x",
        ),
        (
            base("method = 'spsa'\ntune = ['weights', 'weights']"),
            "is named twice",
        ),
        (
            base("method = 'spsa'\nstep = 0"),
            "step: 0 cannot be the step of",
        ),
        (
            "game = 'bricks:5'\nplayer = 'adaptive'\nmethod='spsa'\ntune=['x']\nrange=[0, 2]"
                .to_string(),
            "it may be 0.01 to 2",
        ),
    ] {
        let experiment = Experiment::parse(&text).expect(&text);
        let error = Study::new(experiment, &NoFiles)
            .expect_err(&text)
            .to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn other_numbers_than_weights_are_tuned_too() {
    let study = study(
        "game = 'bricks:4'\nplayer = 'adaptive:x=1,eval=islands'\nmethod = 'spsa'\nbudget = 8\n\
         tune = [{parameter = 'x', range = [0.5, 2], step = 0.1}, {parameter = 'weights', feature = 'score'}]\n\
         [validation]\ngames = 4",
    );
    let names: Vec<&str> = study
        .space()
        .dimensions
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(names, ["x", "score"]);
    let text = study.player(&[1.5, 7.25]);
    assert!(
        text.contains("x=1.5") && text.ends_with("weights=7.25"),
        "{text}"
    );
    assert!(done(&study, &mut Memory::default(), 2).is_complete);
}

#[test]
fn of_weights_those_are_tuned_that_are_given() {
    let names = |player: &str| -> Vec<String> {
        let text = format!("game = 'bricks:4'\nplayer = '{player}'\nmethod = 'spsa'");
        let space = study(&text).space().clone();
        space.dimensions.into_iter().map(|it| it.name).collect()
    };
    assert_eq!(names("greedy:weights=1/1/1/1/1").len(), 5);
    assert_eq!(names("solid"), names("greedy:weights=1/1/1/1/1"));
    assert_eq!(names("greedy").len(), 7);
}

#[test]
fn a_side_can_be_chosen() {
    let study = study(
        "game = 'connect:4x4,c=3'\nplayer = 'line'\nopponents = ['first']\nopenings = 'start'\nsides = 'second'\n\
         method = 'genetic:population=4,games=2,generations=2'\n[validation]\ngames = 3",
    );
    let finish = done(&study, &mut Memory::default(), 1);
    assert_eq!(finish.exams.len(), 2);
    assert!(
        finish
            .exams
            .iter()
            .all(|exam| exam.pairs.is_none() && exam.answer.games() == 3)
    );
}

#[test]
fn players_of_every_game_are_tuned() {
    for (game, player) in [
        ("connect:5x4", "alphabeta:depth=2,eval=threats"),
        ("bricks:5", "greedy:eval=growth"),
        ("fuga:7", "greedy:ties=random"),
        ("tafl:brandubh", "alphabeta:depth=1,ties=random"),
        ("amazons:5x5", "greedy:ties=random"),
        ("bricks:4", "mcts:playouts=20"),
    ] {
        let text = format!(
            "game = '{game}'\nplayer = '{player}'\nmethod = 'spsa'\nbudget = 8\nopenings = 'random:2'\n\
             [validation]\ngames = 2"
        );
        let finish = done(&study(&text), &mut Memory::default(), 2);
        assert!(finish.is_complete && finish.tuning.played() == 8, "{game}");
    }
}

//! Whole tournaments: the same whoever plays which game, whatever was interrupted.

use arena::{
    Archive, ArchiveError, Control, Ending, Finish, Format, Job, Openings, Plan, Record, Summary,
    Terms, Threads, Unplayable, run,
};
use games::NoFiles;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Keeps games in memory, and fails when told to.
#[derive(Debug, Default)]
struct Memory {
    scheduled: BTreeMap<u64, Job>,
    games: BTreeMap<u64, Record>,
    /// After so many games it is full.
    room: Option<usize>,
}

impl Archive for Memory {
    fn schedule(&mut self, jobs: &[Job]) -> Result<(), ArchiveError> {
        self.scheduled
            .extend(jobs.iter().map(|job| (job.number, *job)));
        Ok(())
    }

    fn keep(&mut self, games: &[(Job, Record)]) -> Result<(), ArchiveError> {
        if self
            .room
            .is_some_and(|room| self.games.len() + games.len() > room)
        {
            return Err("no room".into());
        }
        for (job, record) in games {
            assert_eq!(self.scheduled.get(&job.number), Some(job));
            let before = self.games.insert(job.number, record.clone());
            assert_eq!(before, None, "a game was played twice");
        }
        Ok(())
    }

    fn kept(&mut self) -> Result<Vec<(u64, Summary)>, ArchiveError> {
        let kept = self.games.iter();
        Ok(kept
            .map(|(number, record)| (*number, Summary::of(record)))
            .collect())
    }

    fn forget_from(&mut self, number: u64) -> Result<(), ArchiveError> {
        self.games.split_off(&number);
        self.scheduled.split_off(&number);
        Ok(())
    }
}

impl Memory {
    /// All games as they are written, without what the clocks said.
    fn text(&self) -> String {
        let lines = self.games.iter().map(|(number, record)| {
            let record = record.clone().without_times();
            format!(
                "{number} {}\n",
                serde_json::to_string(&record).expect("plain data")
            )
        });
        lines.collect()
    }
}

fn plan(format: Format, game: &str, players: &[&str]) -> Plan {
    let mut plan = Plan {
        format,
        games: arena::expand(game).expect("a few"),
        players: players.iter().map(|text| (*text).to_string()).collect(),
        rounds: 1,
        openings_per_meeting: 1,
        openings: Openings::Random(3),
        terms: Terms::default(),
        seed: 5,
        sprt: None,
    };
    plan.check(&NoFiles).expect("it can be played");
    plan
}

fn play(plan: &Plan, workers: usize, memory: &mut Memory) -> Finish {
    let control = Control::new(workers);
    run(plan, &NoFiles, memory, &Threads, &control, &mut |_| {}).expect("it is played")
}

/// Everything about a finish but the time it took.
fn table(finish: &Finish) -> Vec<(usize, i64, u64, u64, u64)> {
    let row = |player: &usize| {
        let row = finish.standings.row(*player);
        let results = row.results();
        (
            *player,
            row.points,
            results.wins,
            results.draws,
            results.losses,
        )
    };
    finish.standings.ranking().iter().map(row).collect()
}

fn several() -> Vec<Plan> {
    let five = [
        "random",
        "greedy:ties=random",
        "alphabeta:depth=2",
        "mcts:playouts=20",
        "engine:nodes=200,table=1",
    ];
    let connect = plan(Format::RoundRobin, "connect:5x4,c=3", &five);
    let amazons = plan(Format::Gauntlet, "amazons:4x4", &five[..4]);
    let mut swiss = plan(Format::Swiss, "bricks:3..5", &five);
    swiss.rounds = 4;
    let mut fuga = plan(Format::KnockOut, "fuga:7", &five);
    fuga.terms.most_plies = 60;
    fuga.terms.nodes = Some(300);
    vec![connect, amazons, swiss, fuga]
}

#[test]
fn workers_change_nothing() {
    for plan in several() {
        let mut alone = Memory::default();
        let finish = play(&plan, 1, &mut alone);
        assert!(finish.is_complete);
        assert_eq!(finish.games, alone.games.len() as u64);
        assert_eq!(finish.games, plan.games_in_all());
        for workers in [2, 8] {
            let mut together = Memory::default();
            let again = play(&plan, workers, &mut together);
            assert_eq!(together.text(), alone.text(), "{plan:?}");
            assert_eq!(table(&again), table(&finish));
        }
    }
}

#[test]
fn a_tournament_goes_on_from_any_games() {
    for plan in several() {
        let mut whole = Memory::default();
        let finish = play(&plan, 2, &mut whole);
        for kept in 0..whole.games.len() as u64 {
            // Some games here and there, as several workers leave them.
            let some =
                |number: &u64| *number < kept / 2 || number % 3 == kept % 3 && *number < kept;
            let mut memory = Memory {
                scheduled: whole.scheduled.clone(),
                games: whole
                    .games
                    .clone()
                    .into_iter()
                    .filter(|(number, _)| some(number))
                    .collect(),
                room: None,
            };
            let again = play(&plan, 3, &mut memory);
            assert_eq!(memory.text(), whole.text());
            assert_eq!(table(&again), table(&finish));
        }
    }
}

#[test]
fn both_play_both_sides_of_every_opening() {
    let mut plan = plan(Format::RoundRobin, "connect", &["greedy", "random"]);
    plan.openings_per_meeting = 20;
    let mut memory = Memory::default();
    play(&plan, 2, &mut memory);
    let mut openings = HashSet::new();
    for number in (0..40).step_by(2) {
        let [one, other] = [&memory.games[&number], &memory.games[&(number + 1)]];
        let opening = |record: &Record| -> Vec<String> {
            let moves = record.moves.iter().take(record.opening as usize);
            moves.map(|played| played.text.clone()).collect()
        };
        assert_eq!(opening(one), opening(other));
        assert_eq!(one.players[0], other.players[1]);
        assert_eq!(one.players[1], other.players[0]);
        assert_eq!(opening(one).len(), 3);
        openings.insert(opening(one));
    }
    assert_eq!(openings.len(), 20);
}

#[test]
fn all_openings_are_played() {
    let mut plan = plan(Format::RoundRobin, "connect:4x4,c=3", &["first", "random"]);
    plan.openings = Openings::All(2);
    // Four columns for each of two stones, which belong to different sides.
    let count = plan
        .count_openings(&NoFiles)
        .expect("a few")
        .expect("listed");
    assert_eq!(count, 16);
    plan.openings_per_meeting = count as u32;
    let mut memory = Memory::default();
    play(&plan, 2, &mut memory);
    let openings: HashSet<String> = memory
        .games
        .values()
        .map(|record| format!("{} {}", record.moves[0].text, record.moves[1].text))
        .collect();
    assert_eq!(openings.len(), 16);
}

#[test]
fn nobody_meets_twice_in_a_swiss_tournament() {
    let players: Vec<String> = (0..30).map(|seed| format!("random:seed={seed}")).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut plan = plan(Format::Swiss, "bricks:3", &players);
    plan.rounds = 9;
    let mut memory = Memory::default();
    let finish = play(&plan, 2, &mut memory);
    let mut met: HashMap<[usize; 2], u32> = HashMap::new();
    for job in memory.scheduled.values() {
        let [one, other] = job.players;
        *met.entry([one.min(other), one.max(other)]).or_default() += 1;
    }
    assert_eq!(met.len(), 15 * 9);
    assert!(met.values().all(|&games| games == 2));
    for row in finish.standings.rows() {
        assert_eq!((row.as_first.games(), row.as_second.games()), (9, 9));
    }
    // Bricks is a game for margins, and what one side gets the other loses.
    let sum: i64 = finish.standings.rows().iter().map(|row| row.points).sum();
    assert_eq!(sum, 0);
}

#[test]
fn in_an_odd_field_everybody_rests_once_at_most() {
    let players: Vec<String> = (0..7).map(|seed| format!("random:seed={seed}")).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut plan = plan(Format::Swiss, "connect:4x4,c=3", &players);
    plan.rounds = 5;
    let finish = play(&plan, 2, &mut Memory::default());
    let mut rounds: Vec<u32> = finish
        .standings
        .rows()
        .iter()
        .map(|row| row.meetings)
        .collect();
    rounds.sort_unstable();
    assert_eq!(rounds, [4, 4, 4, 4, 4, 5, 5]);
}

#[test]
fn the_best_wins_a_knock_out() {
    let players = [
        "random",
        "first",
        "alphabeta:depth=6",
        "greedy",
        "random:seed=1",
    ];
    let mut plan = plan(Format::KnockOut, "connect:5x4,c=3", &players);
    plan.openings_per_meeting = 4;
    let mut memory = Memory::default();
    let finish = play(&plan, 2, &mut memory);
    assert_eq!(finish.games, 4 * 2 * 4);
    let last = memory.scheduled.values().next_back().expect("games");
    assert!(last.players.contains(&2), "{last:?}");
    assert!(
        finish
            .standings
            .balance(2, last.players[0] + last.players[1] - 2)
            > 0
    );
}

#[test]
fn a_test_ends_a_match_with_the_same_game_whoever_plays() {
    let mut plan = plan(
        Format::RoundRobin,
        "connect:5x4,c=3",
        &["alphabeta:depth=3", "random"],
    );
    plan.openings_per_meeting = 500;
    plan.sprt = Some("elo0=0,elo1=50".parse().expect("a test"));
    let mut alone = Memory::default();
    let finish = play(&plan, 1, &mut alone);
    assert!(finish.is_complete && finish.games < 200, "{}", finish.games);
    assert_eq!(
        finish
            .verdict
            .map(|verdict| format!("{verdict:?}"))
            .as_deref(),
        Some("AcceptH1")
    );
    for workers in [2, 8] {
        let mut together = Memory::default();
        let again = play(&plan, workers, &mut together);
        assert_eq!(again.games, finish.games);
        assert_eq!(together.text(), alone.text());
    }
}

#[test]
fn an_archive_that_fails_ends_a_tournament_and_loses_nothing() {
    let plan = &several()[0];
    let mut memory = Memory {
        room: Some(7),
        ..Memory::default()
    };
    let control = Control::new(2);
    let failed = run(plan, &NoFiles, &mut memory, &Threads, &control, &mut |_| {});
    let error = failed.expect_err("there is no room").to_string();
    assert!(error.contains("no room"), "{error}");
    memory.room = None;
    let finish = play(plan, 2, &mut memory);
    let mut whole = Memory::default();
    assert_eq!(table(&finish), table(&play(plan, 1, &mut whole)));
    assert_eq!(memory.text(), whole.text());
}

#[test]
fn whoever_stops_a_tournament_waits_for_the_games_that_run() {
    let mut plan = plan(Format::RoundRobin, "connect", &["random", "greedy"]);
    plan.openings_per_meeting = 1000;
    let control = Control::new(2);
    let mut memory = Memory::default();
    let stopped = run(
        &plan,
        &NoFiles,
        &mut memory,
        &Threads,
        &control,
        &mut |progress| {
            if progress.games > 20 {
                control.stop();
                control.set_workers(1);
            }
        },
    );
    let stopped = stopped.expect("it was stopped");
    assert!(!stopped.is_complete && stopped.games > 20 && stopped.games < 2000);
    let finish = play(&plan, 2, &mut memory);
    assert_eq!((finish.games, finish.is_complete), (2000, true));
}

#[test]
fn games_can_be_decided_early() {
    let mut plan = plan(
        Format::RoundRobin,
        "connect:6x5",
        &["random", "random:seed=2"],
    );
    plan.openings_per_meeting = 10;
    plan.terms.solver_nodes = Some(100_000);
    let mut memory = Memory::default();
    play(&plan, 2, &mut memory);
    let solved = |record: &Record| matches!(&record.ending, Ending::Adjudicated { reason } if reason.starts_with("solved"));
    assert!(memory.games.values().all(solved));
    // Players who agree about the end are not asked to play it.
    let deep = ["alphabeta:depth=8", "alphabeta:depth=7"];
    let mut agreeing = self::plan(Format::RoundRobin, "connect:5x4", &deep);
    agreeing.terms.agreement = Some(arena::Agreement {
        value: 1e9,
        moves: 1,
    });
    agreeing.openings_per_meeting = 10;
    let mut memory = Memory::default();
    play(&agreeing, 2, &mut memory);
    let agreed: Vec<&Record> = memory
        .games
        .values()
        .filter(|record| matches!(record.ending, Ending::Adjudicated { .. }))
        .collect();
    assert!(!agreed.is_empty());
    // Both see it to the end, so it would have come.
    agreeing.terms.agreement = None;
    let mut whole = Memory::default();
    play(&agreeing, 2, &mut whole);
    for (number, record) in &whole.games {
        assert_eq!(record.margin, memory.games[number].margin);
    }
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let good = plan(Format::RoundRobin, "connect", &["random", "first"]);
    let refused = |change: fn(&mut Plan)| {
        let mut plan = good.clone();
        change(&mut plan);
        plan.check(&NoFiles)
            .expect_err("it makes no sense")
            .to_string()
    };
    let error = refused(|plan| plan.players.truncate(1));
    assert!(error.contains("two players"), "{error}");
    let error = refused(|plan| plan.players.push("RANDOM".to_string()));
    assert!(error.contains("random is there twice"), "{error}");
    let error = refused(|plan| plan.players.push("randon".to_string()));
    assert!(error.contains("did you mean"), "{error}");
    let error = refused(|plan| plan.games.clear());
    assert!(error.contains("no game"), "{error}");
    let error = refused(|plan| plan.rounds = 0);
    assert!(error.contains("nothing to play"), "{error}");
    let error = refused(|plan| plan.openings = Openings::from_lines("d d\nz9"));
    assert!(error.contains("opening 2"), "{error}");
    let error = refused(|plan| plan.openings = Openings::from_lines("# nothing"));
    assert!(error.contains("empty"), "{error}");
    let error = refused(|plan| plan.openings = Openings::from_lines("d e d e d e d"));
    assert!(error.contains("ends the game"), "{error}");
    let error = refused(|plan| plan.openings = Openings::Random(50));
    assert!(error.contains("no game of connect"), "{error}");
    let error = refused(|plan| {
        plan.players.push("greedy".to_string());
        plan.sprt = "elo0=0,elo1=5".parse().ok();
    });
    assert!(error.contains("two players"), "{error}");
    let mut bricks = plan(Format::RoundRobin, "bricks:4", &["random", "first"]);
    bricks.terms.agreement = Some(arena::Agreement {
        value: 1.0,
        moves: 1,
    });
    assert!(matches!(
        bricks.check(&NoFiles),
        Err(Unplayable::NothingToAgreeOn(_))
    ));
}

//! The store as a file: what is in it stays, and what is wrong with it is said.

use arena::{Archive, Control, Format, Openings, Plan, Terms, Threads, run};
use games::NoFiles;
use std::fs;
use store::{Selection, State, Store, StoreError};

fn plan(players: &[&str]) -> Plan {
    let mut plan = Plan {
        format: Format::RoundRobin,
        games: vec!["connect:4x4,c=3".to_string()],
        players: players.iter().map(|text| (*text).to_string()).collect(),
        rounds: 1,
        openings_per_meeting: 3,
        openings: Openings::Random(2),
        terms: Terms::default(),
        seed: 3,
        sprt: None,
    };
    plan.check(&NoFiles).expect("it can be played");
    plan
}

fn play(store: &mut Store, id: i64) {
    let tournament = store.tournament(&id.to_string()).expect("it is there");
    let mut archive = store.archive(id).expect("it is there");
    let control = Control::new(2);
    run(
        &tournament.plan,
        &NoFiles,
        &mut archive,
        &Threads,
        &control,
        &mut |_| {},
    )
    .expect("it is played");
}

#[test]
fn what_is_kept_is_found_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("games.db");
    let plan = plan(&["random", "greedy", "first"]);
    let mut store = Store::open(&path).expect("it is made");
    let id = store.create("one", &plan, "2026-11-16").expect("the first");
    play(&mut store, id);
    store.complete(id).expect("it is there");
    let other = store.create("two", &plan, "2026-11-17").expect("another");
    assert!(matches!(
        store.create("two", &plan, ""),
        Err(StoreError::NameTaken(_))
    ));
    drop(store);

    let mut store = Store::open(&path).expect("it is there");
    let all = store.tournaments().expect("it can be read");
    let facts: Vec<_> = all
        .iter()
        .map(|known| (known.name.as_str(), known.state, known.games))
        .collect();
    assert_eq!(
        facts,
        [("one", State::Complete, 18), ("two", State::Open, 0)]
    );
    assert_eq!(all[0].plan, plan);
    let mut summaries = Vec::new();
    let selection = Selection {
        tournament: Some(id),
        ..Selection::default()
    };
    store
        .each_game::<StoreError>(&selection, |game| {
            assert_eq!(game.record()?.players[0], plan.players[game.players[0]]);
            summaries.push((game.number, game.summary));
            Ok(())
        })
        .expect("it can be read");
    assert_eq!(
        store
            .archive(id)
            .expect("it is there")
            .kept()
            .expect("read"),
        summaries
    );
    let of_player = Selection {
        player: Some("greedy".to_string()),
        ..Selection::default()
    };
    let mut count = 0;
    store
        .each_game::<StoreError>(&of_player, |_| {
            count += 1;
            Ok(())
        })
        .expect("it can be read");
    assert_eq!(count, 12);

    let one = store.tournament("one").expect("it is there");
    store.delete(&one).expect("nobody plays it");
    assert!(matches!(
        store.tournament("one"),
        Err(StoreError::NoTournament(_))
    ));
    assert_eq!(
        store
            .tournament(&other.to_string())
            .expect("the other")
            .name,
        "two"
    );
}

#[test]
fn a_game_is_kept_once() {
    let mut store = Store::in_memory().expect("memory");
    let id = store
        .create("one", &plan(&["random", "first"]), "")
        .expect("the first");
    let tournament = store.tournament("one").expect("it is there");
    play(&mut store, id);
    let mut record = None;
    store
        .each_game::<StoreError>(&Selection::default(), |game| {
            record.get_or_insert(game.record()?);
            Ok(())
        })
        .expect("it can be read");
    let job = arena::Job {
        number: 0,
        round: 0,
        game: 0,
        players: [0, 1],
        opening: 0,
        seed: 0,
    };
    let twice = [(job, record.expect("games"))];
    let mut archive = store.archive(tournament.id).expect("it is there");
    assert!(archive.keep(&twice).is_err());
    // Nor one that nobody planned.
    let unplanned = [(arena::Job { number: 99, ..job }, twice[0].1.clone())];
    assert!(archive.keep(&unplanned).is_err());
    assert_eq!(archive.kept().expect("read").len(), 6);
}

#[test]
fn a_tournament_is_played_by_one_process_at_a_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("games.db");
    let mut store = Store::open(&path).expect("it is made");
    store
        .create("one", &plan(&["random", "first"]), "")
        .expect("the first");
    let tournament = store.tournament("one").expect("it is there");
    let other = Store::open(&path).expect("it is there");
    let claim = store.claim(&tournament).expect("nobody has it");
    assert!(matches!(
        other.claim(&tournament),
        Err(StoreError::Running(_))
    ));
    assert!(matches!(
        store.delete(&tournament),
        Err(StoreError::Running(_))
    ));
    drop(claim);
    drop(other.claim(&tournament).expect("nobody has it any more"));
    // Nothing is left beside the store.
    let names = fs::read_dir(directory.path()).expect("a directory");
    let names = names.map(|entry| entry.expect("an entry").file_name());
    assert!(
        names
            .into_iter()
            .all(|name| !name.to_string_lossy().contains("playing"))
    );
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let directory = tempfile::tempdir().expect("a directory");
    let message = |name: &str| {
        let opened = Store::open(&directory.path().join(name));
        opened.expect_err("it is not a store").to_string()
    };
    assert!(message("no/such/directory/store.db").contains("cannot be opened"));
    fs::write(
        directory.path().join("text"),
        "not a database at all, but longer than a header of one\n".repeat(9),
    )
    .expect("written");
    assert!(
        message("text").contains("no database"),
        "{}",
        message("text")
    );
    let foreign = rusqlite::Connection::open(directory.path().join("foreign")).expect("made");
    foreign
        .execute_batch("CREATE TABLE theirs (number INTEGER)")
        .expect("made");
    drop(foreign);
    assert!(message("foreign").contains("some other program"));
    // One of the future.
    drop(Store::open(&directory.path().join("future")).expect("made"));
    let future = rusqlite::Connection::open(directory.path().join("future")).expect("there");
    future
        .pragma_update(None, "user_version", 1000)
        .expect("changed");
    drop(future);
    assert!(
        message("future").contains("later version"),
        "{}",
        message("future")
    );
}

#[test]
fn a_full_disk_is_said_and_loses_nothing() {
    let mut store = Store::in_memory().expect("memory");
    let id = store
        .create("one", &plan(&["random", "first"]), "")
        .expect("the first");
    store.limit_pages(40).expect("a limit");
    let mut large = plan(&["random", "first", "greedy"]);
    large.openings_per_meeting = 2000;
    let error = store.create("large", &large, "").and_then(|id| {
        let plan = store.tournament(&id.to_string())?.plan;
        let mut archive = store.archive(id)?;
        let played = run(
            &plan,
            &NoFiles,
            &mut archive,
            &Threads,
            &Control::new(1),
            &mut |_| {},
        );
        Err::<(), _>(StoreError::Unreadable(
            played.expect_err("no room").to_string(),
        ))
    });
    let error = error.expect_err("no room").to_string();
    assert!(error.contains("the disk is full"), "{error}");
    store.limit_pages(1 << 20).expect("room again");
    play(&mut store, id);
    assert_eq!(store.tournament("one").expect("it is there").games, 6);
}

#[test]
fn many_may_make_a_store_at_once() {
    let directory = tempfile::tempdir().expect("a directory");
    for round in 0..20 {
        let path = directory.path().join(format!("{round}.db"));
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| Store::open(&path).map(drop).expect("it is made once"));
            }
        });
    }
}

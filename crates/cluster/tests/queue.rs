//! What a queue promises, on both databases: nothing lost, nothing twice, nothing for others.

#[path = "support/postgres.rs"]
#[allow(dead_code, reason = "shared with tests that need more of it")]
mod postgres;

use cluster::{
    Address, Answer, Chunk, Finished, Link, NewExperiment, NewJob, Newcomer, Program, Pulse, Queue,
    QueueError, Request, State, Wanted, open,
};
use postgres::Server;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(600);

fn program(signature: &str) -> Program {
    Program {
        version: "1".to_string(),
        signature: signature.to_string(),
    }
}

fn experiment(name: &str) -> NewExperiment {
    NewExperiment {
        name: name.to_string(),
        kind: "test".to_string(),
        program: program("same"),
        yardstick: 26.0,
    }
}

fn jobs(numbers: std::ops::Range<i64>) -> Vec<NewJob> {
    let job = |number| NewJob {
        number,
        payload: format!("{{\"text\":\"\\\\ \u{e4} {number}\\n\"}}"),
    };
    numbers.map(job).collect()
}

fn join(queue: &mut dyn Queue, name: &str) -> i64 {
    let newcomer = Newcomer {
        name: name.to_string(),
        program: program("same"),
        threads: 1,
        yardstick: 26.0,
    };
    queue.join(&newcomer).expect("it may")
}

fn ask(queue: &mut dyn Queue, worker: i64, lease: Duration, size: u32, wanted: Wanted) -> Answer {
    let request = Request {
        worker,
        program: &program("same"),
        wanted,
        lease,
        size: &|_| size,
    };
    queue.lease(&request).expect("it answers")
}

fn lease(queue: &mut dyn Queue, worker: i64, lease: Duration, size: u32) -> Option<Chunk> {
    ask(queue, worker, lease, size, Wanted::Ordinary).chunk
}

fn results(chunk: &Chunk) -> Vec<Finished> {
    let result = |job: &NewJob| Finished {
        number: job.number,
        document: format!("result of {}", job.number),
    };
    chunk.jobs.iter().map(result).collect()
}

fn numbers(chunk: &Chunk) -> Vec<i64> {
    chunk.jobs.iter().map(|job| job.number).collect()
}

/// A sign of life; what is still held, in order.
fn beat(queue: &mut dyn Queue, worker: i64, leases: &[i64], lease: Duration) -> Vec<i64> {
    let pulse = Pulse {
        worker,
        leases,
        lease,
        jobs: 0,
        rate: 0.0,
    };
    let mut held = queue.heartbeat(&pulse).expect("it answers");
    held.sort_unstable();
    held
}

/// Somebody is silent for too long: its last sign of life was good for no time at all.
fn lose(queue: &mut dyn Queue, worker: i64, leases: &[i64]) {
    let held = beat(queue, worker, leases, Duration::ZERO);
    assert_eq!(held, leases);
    std::thread::sleep(Duration::from_millis(5));
}

/// Hands a test a queue of its own on each database.
fn on_both(test: fn(&mut dyn Queue)) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = Address::Sqlite(directory.path().join("cluster.db"));
    let server = Server::start();
    for address in [file, server.url().parse().expect("an address")] {
        Link::prepare(&address).expect("it is made");
        Link::prepare(&address).expect("and does not mind");
        test(open(&address).expect("it is there").as_mut());
    }
}

fn everything_comes_once(queue: &mut dyn Queue) {
    let experiment = queue.open_experiment(&experiment("one")).expect("new");
    let batch = queue
        .open_batch(experiment, "key", "document")
        .expect("new");
    queue.enqueue(batch, &jobs(0..10)).expect("new");
    // Whoever comes again with the same finds it there; others cannot take its numbers.
    queue.enqueue(batch, &jobs(5..12)).expect("some are new");
    let other = vec![NewJob {
        number: 3,
        payload: "other".to_string(),
    }];
    assert_eq!(queue.enqueue(batch, &other), Err(QueueError::OtherJobs));
    assert_eq!(queue.open_batch(experiment, "key", "document"), Ok(batch));
    assert_eq!(queue.document(batch).as_deref(), Ok("document"));

    let worker = join(queue, "ann");
    let mut all = Vec::new();
    while let Some(chunk) = lease(queue, worker, LONG, 4) {
        assert_eq!(chunk.batch, batch);
        assert!(chunk.jobs.len() <= 4 && !chunk.jobs.is_empty());
        assert_eq!(chunk.jobs[0], jobs(0..12)[chunk.jobs[0].number as usize]);
        let finished = results(&chunk);
        let taken = queue.complete(worker, chunk.lease, batch, &finished);
        assert_eq!(taken, Ok(finished.len() as u64));
        // An answer that was lost: the same again is refused, and does no harm.
        assert_eq!(queue.complete(worker, chunk.lease, batch, &finished), Ok(0));
        queue.release(chunk.lease).expect("it may");
        all.extend(numbers(&chunk));
    }
    all.sort_unstable();
    assert_eq!(all, (0..12).collect::<Vec<i64>>());
    let mut collected = queue.collect(batch, 0, 5).expect("there are");
    collected.extend(queue.collect(batch, 5, 100).expect("there are"));
    let positions: Vec<i64> = collected.iter().map(|one| one.position).collect();
    assert_eq!(positions, (1..=12).collect::<Vec<i64>>());
    assert!(
        collected
            .iter()
            .all(|one| one.document == format!("result of {}", one.number))
    );
    let progress = queue.progress(batch).expect("it is there");
    assert_eq!((progress.open, progress.parked), (0, 0));

    // Another batch of the same experiment takes its place.
    queue
        .open_batch(experiment, "other", "document")
        .expect("new");
    assert_eq!(queue.progress(batch), Err(QueueError::Gone));
    assert_eq!(queue.complete(worker, 1, batch, &[]), Ok(0));

    queue.leave(worker).expect("it may");
    queue.set_state(experiment, State::Done).expect("it may");
    let thrown = queue.collect_garbage(Duration::ZERO).expect("it may");
    assert_eq!((thrown.experiments, thrown.workers), (1, 1));
    assert_eq!(queue.status().expect("it answers").experiments, []);
}

#[test]
fn every_job_has_one_result() {
    on_both(everything_comes_once);
}

fn lost_leases_go_to_others(queue: &mut dyn Queue) {
    let experiment = queue.open_experiment(&experiment("lost")).expect("new");
    let batch = queue
        .open_batch(experiment, "key", "document")
        .expect("new");
    queue.enqueue(batch, &jobs(0..1)).expect("new");
    let [slow, quick] = ["slow", "quick"].map(|name| join(queue, name));
    let lost = lease(queue, slow, LONG, 9).expect("there is a job");
    assert_eq!(lease(queue, quick, LONG, 9), None);
    lose(queue, slow, &[lost.lease]);
    let found = lease(queue, quick, LONG, 9).expect("it waits again");
    assert_eq!(numbers(&lost), numbers(&found));
    // It is told so, …
    assert_eq!(beat(queue, slow, &[lost.lease], LONG), [0_i64; 0]);
    assert_eq!(beat(queue, quick, &[found.lease], LONG), [found.lease]);
    // … and what it hands in is refused, before the other one is done and after.
    assert_eq!(
        queue.complete(slow, lost.lease, batch, &results(&lost)),
        Ok(0)
    );
    queue.fail(lost.lease, batch, 0, "late").expect("no harm");
    queue.release(lost.lease).expect("no harm");
    assert_eq!(
        queue.complete(quick, found.lease, batch, &results(&found)),
        Ok(1)
    );
    assert_eq!(
        queue.complete(slow, lost.lease, batch, &results(&lost)),
        Ok(0)
    );
    assert_eq!(queue.collect(batch, 0, 9).expect("there is").len(), 1);
    // Jobs of an experiment that is done are nobody's.
    queue.enqueue(batch, &jobs(1..2)).expect("new");
    let chunk = lease(queue, quick, LONG, 9).expect("there is a job");
    queue.set_state(experiment, State::Done).expect("it may");
    assert_eq!(beat(queue, quick, &[chunk.lease], LONG), [0_i64; 0]);
}

#[test]
fn who_is_silent_loses_its_jobs() {
    on_both(lost_leases_go_to_others);
}

fn poison_is_parked(queue: &mut dyn Queue) {
    let experiment = queue.open_experiment(&experiment("poison")).expect("new");
    let batch = queue
        .open_batch(experiment, "key", "document")
        .expect("new");
    queue.enqueue(batch, &jobs(0..6)).expect("new");
    let worker = join(queue, "doomed");
    // Twice a worker is lost with everything it had; nobody knows which job it was.
    for _ in 0..2 {
        let chunks = std::iter::from_fn(|| lease(queue, worker, LONG, 9));
        let leases: Vec<i64> = chunks.map(|chunk| chunk.lease).collect();
        lose(queue, worker, &leases);
    }
    let answer = ask(queue, worker, LONG, 9, Wanted::Ordinary);
    assert!(answer.chunk.is_none() && answer.has_last_chances);
    // The third time each is alone: only the one that it was is lost again.
    for number in 0..6 {
        let answer = ask(queue, worker, LONG, 9, Wanted::LastChance);
        let chunk = answer.chunk.expect("there is one left");
        assert_eq!(numbers(&chunk), [number]);
        if number > 0 {
            assert_eq!(
                queue.complete(worker, chunk.lease, batch, &results(&chunk)),
                Ok(1)
            );
        } else {
            lose(queue, worker, &[chunk.lease]);
        }
    }
    assert!(
        ask(queue, worker, LONG, 9, Wanted::LastChance)
            .chunk
            .is_none()
    );
    let progress = queue.progress(batch).expect("it is there");
    assert_eq!((progress.open, progress.parked), (0, 1));
    let status = queue.status().expect("it answers");
    let [shown] = &status.experiments[..] else {
        panic!("one experiment: {status:?}");
    };
    assert_eq!((shown.done, shown.parked), (5, 1));
    assert_eq!((shown.reasons[0].number, shown.reasons[0].attempts), (0, 3));
    assert!(
        shown.reasons[0].error.contains("doomed was lost"),
        "{:?}",
        shown.reasons
    );
    // Whoever goes on with the experiment tries it again; a job that fails says why.
    queue.enqueue(batch, &jobs(0..6)).expect("known");
    let chunk = lease(queue, worker, LONG, 9).expect("it waits again");
    queue
        .fail(chunk.lease, batch, 0, "no luck")
        .expect("it may");
    assert_eq!(queue.progress(batch).expect("it is there").open, 1);
    queue.set_state(experiment, State::Done).expect("it may");
}

#[test]
fn a_job_that_ends_its_workers_is_parked_alone() {
    on_both(poison_is_parked);
}

fn others_get_nothing(queue: &mut dyn Queue) {
    let number = queue.open_experiment(&experiment("ours")).expect("new");
    let batch = queue.open_batch(number, "key", "document").expect("new");
    queue.enqueue(batch, &jobs(0..3)).expect("new");
    let worker = join(queue, "stranger");
    for theirs in [
        program("other"),
        Program {
            version: "2".to_string(),
            ..program("same")
        },
    ] {
        let request = Request {
            worker,
            program: &theirs,
            wanted: Wanted::Ordinary,
            lease: LONG,
            size: &|_| 9,
        };
        assert_eq!(queue.lease(&request).expect("it answers").chunk, None);
        let again = NewExperiment {
            program: theirs,
            ..experiment("ours")
        };
        let refused = queue.open_experiment(&again);
        assert!(
            matches!(refused, Err(QueueError::OtherProgram { .. })),
            "{refused:?}"
        );
    }
    assert_eq!(
        queue.open_experiments().expect("it answers"),
        [("ours".to_string(), program("same"))]
    );
    // Nor does anybody while workers are to leave, or the experiment is not open.
    queue.drain(true).expect("it may");
    let answer = ask(queue, worker, LONG, 9, Wanted::Ordinary);
    assert!(answer.is_draining && answer.chunk.is_none());
    queue.drain(false).expect("it may");
    queue.set_state(number, State::Paused).expect("it may");
    assert_eq!(lease(queue, worker, LONG, 9), None);
    assert_eq!(queue.open_experiment(&experiment("ours")), Ok(number));
    assert!(lease(queue, worker, LONG, 9).is_some());
}

#[test]
fn other_programs_get_nothing() {
    on_both(others_get_nothing);
}

#[test]
fn a_database_without_tables_says_so() {
    let directory = tempfile::tempdir().expect("a directory");
    let address = Address::Sqlite(directory.path().join("empty.db"));
    assert_eq!(open(&address).err(), Some(QueueError::NotPrepared));
    let server = Server::start();
    let address: Address = server.url().parse().expect("an address");
    assert_eq!(open(&address).err(), Some(QueueError::NotPrepared));
    // Nobody who is refused sees the password, not even the wrong one.
    let wrong: Address = server
        .url()
        .replace("horse", "camel")
        .parse()
        .expect("an address");
    let refused = open(&wrong).err().expect("it is wrong");
    assert!(matches!(refused, QueueError::Refused(_)), "{refused:?}");
    assert!(!format!("{refused} {refused:?}").contains("camel"));
}

/// With a certificate that is trusted for the name that was asked for, connections are encrypted; with any other there
/// are none.
#[test]
fn certificates_are_checked() {
    let server = Server::start_with_certificate("localhost");
    let certificate = server.path("certificate");
    let url = |host: &str, more: &str| -> Address {
        let url = server.url().replace("127.0.0.1", host);
        format!("{url}?sslmode=verify-full{more}")
            .parse()
            .expect("an address")
    };
    let own = format!("&sslrootcert={}", certificate.display());
    let trusted = url("localhost", &own);
    Link::prepare(&trusted).expect("it is made");
    let mut queue = open(&trusted).expect("it is trusted");
    join(queue.as_mut(), "ann");
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'partida' AND ssl";
    assert_eq!(server.psql(encrypted).as_deref(), Some("1"));
    // Of another name; and signed by somebody whom this system does not know.
    for address in [url("127.0.0.1", &own), url("localhost", "")] {
        let refused = open(&address).err().expect("it is not trusted");
        assert!(refused.to_string().contains("certificate"), "{refused}");
    }
}

/// The roles of docs/cluster.md, made with the statements that stand there: a worker can do its work, and nothing
/// else.
#[test]
fn a_workers_role_is_enough_for_work_and_for_nothing_else() {
    let page = include_str!("../../../docs/cluster.md");
    let (_, behind) = page.split_once("```sql").expect("the page has statements");
    let (statements, _) = behind.split_once("```").expect("the block ends");
    let server = Server::start();
    let owner: Address = server.url().parse().expect("an address");
    Link::prepare(&owner).expect("it is made");
    server.psql(statements).expect("the statements are right");
    let url = |role: &str, password: &str| {
        let own = format!("partida:{}", postgres::PASSWORD);
        server.url().replace(&own, &format!("{role}:{password}"))
    };
    let worker_url = url("partida_worker", "another%20one");
    let coordinator_url = url("partida_coordinator", "a%20third");
    let role = |url: &str| open(&url.parse().expect("an address")).expect("it may");

    let mut coordinator = role(&coordinator_url);
    let number = coordinator
        .open_experiment(&experiment("roles"))
        .expect("it may");
    let batch = coordinator
        .open_batch(number, "key", "document")
        .expect("it may");
    coordinator.enqueue(batch, &jobs(0..4)).expect("it may");
    let mut queue = role(&worker_url);
    let worker = join(queue.as_mut(), "ann");
    queue.open_experiments().expect("it may");
    queue.document(batch).expect("it may");
    let mut next = || lease(queue.as_mut(), worker, LONG, 1).expect("there are four");
    let [one, other, third] = [next(), next(), next()];
    assert_eq!(
        queue.complete(worker, one.lease, batch, &results(&one)),
        Ok(1)
    );
    queue
        .fail(other.lease, batch, other.jobs[0].number, "no luck")
        .expect("it may");
    lose(queue.as_mut(), worker, &[third.lease]);
    assert!(lease(queue.as_mut(), worker, LONG, 1).is_some());
    queue.release(one.lease).expect("it may");
    queue.leave(worker).expect("it may");
    assert_eq!(coordinator.collect(batch, 0, 9).expect("it may").len(), 1);
    coordinator.status().expect("it may");
    coordinator.set_state(number, State::Done).expect("it may");
    let thrown = coordinator.collect_garbage(Duration::ZERO).expect("it may");
    assert_eq!(thrown.experiments, 1);

    for statement in [
        "DROP TABLE cluster_job",
        "TRUNCATE cluster_result",
        "DELETE FROM cluster_job",
        "DELETE FROM cluster_result",
        "SELECT document FROM cluster_result",
        "UPDATE cluster_job SET payload = ''",
        "UPDATE cluster_experiment SET state = 'done'",
        "INSERT INTO cluster_setting VALUES ('draining', 'true')",
    ] {
        assert_eq!(server.psql_at(&worker_url, statement), None, "{statement}");
    }
    assert!(server.psql_at(&worker_url, "SELECT 1").is_some());
}

//! Workers at work: games on a cluster are those of threads, connections that hang, programs that differ, and a job
//! that ends its workers.

#[path = "support/postgres.rs"]
#[allow(dead_code, reason = "shared with tests that need more of it")]
mod postgres;

use arena::{Control, Crew, Job, Openings, Portion, Record, Terms, Threads, Venue};
use cluster::{
    Address, Coordinator, Gone, Link, NewExperiment, Newcomer, News, Program, Timing,
    WorkerOptions, open, work,
};
use games::{AnyGame, NoFiles, parse_game};
use postgres::Server;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Nothing here takes this long on any machine that works.
const PATIENCE: Duration = Duration::from_secs(180);

fn program() -> Program {
    Program {
        version: "1".to_string(),
        signature: "same".to_string(),
    }
}

fn options(name: &str, threads: u32) -> WorkerOptions {
    WorkerOptions {
        newcomer: Newcomer {
            name: name.to_string(),
            program: program(),
            threads,
            yardstick: 26.0,
        },
        lease: Duration::from_secs(2),
        idle: None,
    }
}

fn coordinator(address: &Address, name: &str) -> Coordinator {
    timed_coordinator(address, name, Timing::Refused)
}

fn timed_coordinator(address: &Address, name: &str, timing: Timing) -> Coordinator {
    let experiment = NewExperiment {
        name: name.to_string(),
        kind: "test".to_string(),
        program: program(),
        yardstick: 26.0,
    };
    Coordinator::new(address, &experiment, timing).expect("it is new")
}

/// A small venue, and games there.
struct Meeting {
    games: Vec<AnyGame>,
    players: Vec<String>,
    openings: Openings,
    terms: Terms,
    jobs: Vec<Job>,
}

impl Meeting {
    fn new(games: u64) -> Meeting {
        let job = |number: u64| Job {
            number,
            round: 0,
            game: (number % 2) as usize,
            players: if number % 4 < 2 { [0, 1] } else { [1, 2] },
            opening: number / 4,
            seed: 1000 + number,
        };
        let players = [
            "greedy:ties=random",
            "random",
            "alphabeta:depth=2,ties=random",
        ];
        Meeting {
            games: ["connect:4x4,c=3", "bricks:4"]
                .map(|text| parse_game(text, &NoFiles).expect("a game"))
                .to_vec(),
            players: players.map(str::to_string).to_vec(),
            openings: Openings::Random(1),
            terms: Terms::default(),
            jobs: (0..games).map(job).collect(),
        }
    }

    /// Has it played; records by their numbers.
    fn play(&self, crew: &dyn Crew) -> Vec<(u64, Record)> {
        let venue = Venue {
            games: &self.games,
            players: &self.players,
            openings: &self.openings,
            portion: Portion::Whole,
            opening_seed: 7,
            terms: &self.terms,
        };
        let mut records = Vec::new();
        crew.play(&venue, &self.jobs, &Control::new(2), &mut |games| {
            let games = games.into_iter();
            records.extend(games.map(|(job, record)| (job.number, record.without_times())));
            Ok(ControlFlow::Continue(()))
        })
        .expect("it is played");
        records.sort_by_key(|(number, _)| *number);
        records
    }
}

/// A worker in the background until the test is over.
struct Background {
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Background {
    fn start(
        address: &Address,
        options: WorkerOptions,
        tell: impl Fn(&News<'_>) + Send + Sync + 'static,
    ) -> Background {
        let stop = Arc::new(AtomicBool::new(false));
        let (address, flag) = (address.clone(), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            work(&address, &options, &flag, &tell).expect("it works");
        });
        Background {
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn file(directory: &tempfile::TempDir) -> Address {
    let address = Address::Sqlite(directory.path().join("cluster.db"));
    Link::prepare(&address).expect("it is made");
    address
}

#[test]
fn a_cluster_plays_what_threads_play() {
    let meeting = Meeting::new(60);
    let expected = meeting.play(&Threads);
    assert_eq!(expected.len(), 60);
    let directory = tempfile::tempdir().expect("a directory");
    let server = Server::start();
    let on_server: Address = server.url().parse().expect("an address");
    Link::prepare(&on_server).expect("it is made");
    for address in [file(&directory), on_server] {
        let _workers =
            [1, 2].map(|threads| Background::start(&address, options("worker", threads), |_| {}));
        let coordinator = coordinator(&address, "meeting");
        assert_eq!(meeting.play(&coordinator), expected);
        // Whoever comes again finds all of it there, without anybody playing.
        drop(_workers);
        let again = self::coordinator(&address, "meeting");
        assert_eq!(meeting.play(&again), expected);
        again.finish().expect("it may");
    }
}

#[test]
fn a_slower_machine_gets_more_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let address = file(&directory);
    let meeting = Meeting {
        games: vec![parse_game("connect:7x6,c=4", &NoFiles).expect("a game")],
        players: vec!["mcts:seed=1".to_string(), "mcts:seed=2".to_string()],
        openings: Openings::Random(1),
        terms: Terms {
            move_time: Some(Duration::from_millis(40)),
            grace: PATIENCE,
            most_plies: 5,
            ..Terms::default()
        },
        jobs: vec![Job {
            number: 0,
            round: 0,
            game: 0,
            players: [0, 1],
            opening: 0,
            seed: 1,
        }],
    };
    // By its yardstick it is ten times as slow as the machine on which the experiment was begun.
    let mut slow = options("slow", 1);
    slow.newcomer.yardstick *= 10.0;
    let _worker = Background::start(&address, slow, |_| {});
    let coordinator = timed_coordinator(&address, "timed", Timing::Scaled);
    let began = Instant::now();
    let played = meeting.play(&coordinator);
    let taken = began.elapsed();
    assert_eq!(played[0].1.moves.len(), 5);
    // Four moves of 0.4 s each, on the wall, of which nobody uses less than most; they would be 40 ms each.
    assert!(taken > Duration::from_secs(1), "{taken:?}");
}

#[test]
fn other_programs_are_told_so_and_take_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let address = file(&directory);
    let meeting = Meeting::new(6);
    let coordinator = coordinator(&address, "meeting");
    let told = Arc::new(AtomicU64::new(0));
    let begun = Arc::new(AtomicU64::new(0));
    let mut stranger = options("stranger", 1);
    stranger.newcomer.program.signature = "other".to_string();
    let counts = (Arc::clone(&told), Arc::clone(&begun));
    let _stranger = Background::start(&address, stranger, move |news| match news {
        News::Others(others) => {
            assert_eq!(others, &[("meeting".to_string(), program())]);
            counts.0.fetch_add(1, Ordering::SeqCst);
        }
        News::Begins { .. } => {
            counts.1.fetch_add(1, Ordering::SeqCst);
        }
        _ => {}
    });
    let until = Instant::now() + PATIENCE;
    while told.load(Ordering::SeqCst) == 0 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    let _worker = Background::start(&address, options("worker", 1), |_| {});
    assert_eq!(meeting.play(&coordinator), meeting.play(&Threads));
    assert_eq!(told.load(Ordering::SeqCst), 1);
    assert_eq!(begun.load(Ordering::SeqCst), 0);
}

#[test]
fn workers_leave_when_they_are_to() {
    let directory = tempfile::tempdir().expect("a directory");
    let address = file(&directory);
    let stop = AtomicBool::new(false);
    let idle = WorkerOptions {
        idle: Some(Duration::from_millis(100)),
        ..options("idle", 2)
    };
    assert_eq!(work(&address, &idle, &stop, &|_| {}), Ok((Gone::Idle, 0)));
    let mut queue = open(&address).expect("it is there");
    queue.drain(true).expect("it may");
    let drained = work(&address, &options("drained", 2), &stop, &|_| {});
    assert_eq!(drained, Ok((Gone::Drained, 0)));
    queue.drain(false).expect("it may");
    let stop = AtomicBool::new(true);
    let stopped = work(&address, &options("stopped", 2), &stop, &|_| {});
    assert_eq!(stopped, Ok((Gone::Stopped, 0)));
    assert_eq!(queue.status().expect("it answers").workers, []);
}

/// Stands between a worker and the server, and can keep everything to itself for a while.
struct Proxy {
    port: u16,
    is_stalled: Arc<AtomicBool>,
}

impl Proxy {
    fn start(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("it has one").port();
        let is_stalled = Arc::new(AtomicBool::new(false));
        let stall = Arc::clone(&is_stalled);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                let pairs = [
                    (client.try_clone(), server.try_clone()),
                    (Ok(server), Ok(client)),
                ];
                for (from, to) in pairs {
                    let (Ok(from), Ok(to)) = (from, to) else {
                        continue;
                    };
                    let stall = Arc::clone(&stall);
                    std::thread::spawn(move || pass_on(from, to, &stall));
                }
            }
        });
        Proxy { port, is_stalled }
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, is_stalled: &AtomicBool) {
    let mut bytes = [0; 4096];
    while let Ok(count) = from.read(&mut bytes) {
        while is_stalled.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if count == 0 || to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
}

/// A worker's connection hangs while it has a job. Others do the job; what it hands in afterwards is refused, and it
/// works on.
#[test]
fn who_hangs_loses_its_lease_and_does_no_harm() {
    let server = Server::start();
    let address: Address = server.url().parse().expect("an address");
    Link::prepare(&address).expect("it is made");
    let proxy = Proxy::start(server.port);
    let through_proxy: Address = server.url_at(proxy.port).parse().expect("an address");
    let meeting = Meeting::new(40);
    let coordinator = coordinator(&address, "meeting");

    let (began, refused) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicU64::new(0)),
    );
    let is_over = Arc::new(AtomicBool::new(false));
    let flags = (
        Arc::clone(&began),
        Arc::clone(&refused),
        Arc::clone(&is_over),
    );
    let stall = Arc::clone(&proxy.is_stalled);
    let _hanging = Background::start(&through_proxy, options("hanging", 1), move |news| {
        let (began, refused, is_over) = &flags;
        match news {
            News::Begins { .. } if !began.swap(true, Ordering::SeqCst) => {
                stall.store(true, Ordering::SeqCst);
                // It is at its job until all others are done.
                while !is_over.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
            News::HandedIn { refused: more, .. } => {
                refused.fetch_add(*more, Ordering::SeqCst);
            }
            _ => {}
        }
    });
    let played = std::thread::scope(|scope| {
        let played = scope.spawn(|| meeting.play(&coordinator));
        let until = Instant::now() + PATIENCE;
        while !began.load(Ordering::SeqCst) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _other = Background::start(&address, options("other", 1), |_| {});
        let played = played.join().expect("it is played");
        is_over.store(true, Ordering::SeqCst);
        played
    });
    assert_eq!(played, meeting.play(&Threads));
    // It finishes its game, and is about to hand it in, when it hears from the server again.
    std::thread::sleep(Duration::from_secs(3));
    proxy.is_stalled.store(false, Ordering::SeqCst);
    let until = Instant::now() + PATIENCE;
    while refused.load(Ordering::SeqCst) == 0 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(refused.load(Ordering::SeqCst), 1);
    let counted = server.psql("SELECT count(*), count(DISTINCT number) FROM cluster_result");
    assert_eq!(counted.as_deref(), Some("40|40"));
}

/// Names the cluster for a worker that is a process of its own.
const VARIABLE: &str = "PARTIDA_TEST_CLUSTER";
/// The job that ends its workers.
const POISON: i64 = 13;

/// Not a test, but the worker of the next one: it is this program, called again.
#[test]
fn a_worker_that_a_job_ends() {
    let Ok(text) = std::env::var(VARIABLE) else {
        return;
    };
    let address: Address = text.parse().expect("an address");
    let idle = WorkerOptions {
        idle: Some(Duration::from_secs(10)),
        ..options("doomed", 2)
    };
    let done = work(&address, &idle, &AtomicBool::new(false), &|news| {
        if matches!(news, News::Begins { number: POISON }) {
            std::process::abort();
        }
    });
    done.expect("it works");
}

#[test]
fn a_job_that_ends_its_workers_does_not_stop_the_rest() {
    let directory = tempfile::tempdir().expect("a directory");
    let address = file(&directory);
    let Address::Sqlite(path) = &address else {
        panic!("it is a file");
    };
    let coordinator = coordinator(&address, "poisoned");
    let meeting = Meeting::new(40);
    let is_over = AtomicBool::new(false);
    let failed = std::thread::scope(|scope| {
        scope.spawn(|| {
            // As a service manager does it: who ends is started again.
            while !is_over.load(Ordering::SeqCst) {
                let status = Command::new(std::env::current_exe().expect("this program"))
                    .args(["--exact", "a_worker_that_a_job_ends"])
                    .env(VARIABLE, format!("sqlite:{}", path.display()))
                    .stdout(std::process::Stdio::null())
                    .stderr(std::process::Stdio::null())
                    .status();
                status.expect("it runs");
            }
        });
        let venue = Venue {
            games: &meeting.games,
            players: &meeting.players,
            openings: &meeting.openings,
            portion: Portion::Whole,
            opening_seed: 7,
            terms: &meeting.terms,
        };
        let mut games = 0;
        let done = coordinator.play(&venue, &meeting.jobs, &Control::new(1), &mut |some| {
            games += some.len();
            Ok(ControlFlow::Continue(()))
        });
        is_over.store(true, Ordering::SeqCst);
        assert_eq!(games, 39);
        done.expect_err("one is missing").to_string()
    });
    assert!(failed.contains("1 jobs failed three times"), "{failed}");
    let status = open(&address)
        .expect("it is there")
        .status()
        .expect("it answers");
    let parked = &status.experiments[0];
    assert_eq!((parked.done, parked.parked), (39, 1));
    assert_eq!(
        (parked.reasons[0].number, parked.reasons[0].attempts),
        (POISON, 3)
    );
    assert!(parked.reasons[0].error.contains("doomed was lost"));
}

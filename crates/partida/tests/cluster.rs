//! Clusters as processes: workers and servers that are killed, and commands that come to the same as without them.

#[path = "../../cluster/tests/support/postgres.rs"]
#[allow(dead_code, reason = "shared with tests that need more of it")]
mod postgres;
mod support;

use game::random::Seed;
use postgres::{PASSWORD, Server};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::Duration;
use support::{directory, finished, games, partida};

/// A worker that is gone with the test.
struct Worker {
    process: Child,
    log: PathBuf,
}

impl Worker {
    fn start(url: &str, directory: &Path, number: usize) -> Worker {
        let log = directory.join(format!("worker-{number}.log"));
        let file = fs::OpenOptions::new().create(true).append(true).open(&log);
        let process = partida(
            Path::new("unused.db"),
            &["worker", "--threads", "1", "--lease", "3s"],
        )
        .env("PARTIDA_CLUSTER", url)
        .stderr(file.expect("a log"))
        .spawn()
        .expect("it runs");
        Worker { process, log }
    }

    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    fn is_gone(&mut self) -> bool {
        self.process.try_wait().expect("ours").is_some()
    }

    /// Asks it to leave, and waits until it has; whether it did so in good order, and what it said.
    fn leave(mut self) -> (bool, String) {
        let sent = Command::new("kill")
            .args(["-TERM", &self.process.id().to_string()])
            .status();
        assert!(sent.expect("there is a kill").success());
        let status = self.process.wait().expect("ours");
        let said = fs::read_to_string(&self.log).expect("a log");
        (status.success(), said)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

fn on_cluster(store: &Path, url: &str, arguments: &[&str]) -> Command {
    let mut command = partida(store, arguments);
    command.env("PARTIDA_CLUSTER", url);
    command
}

fn done_on_cluster(store: &Path, url: &str, arguments: &[&str]) -> Output {
    let output = on_cluster(store, url, arguments).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Six workers are killed at random, so many times, and the server twice, while a tournament is played; its games and
/// its table are those of one process.
fn survives(jobs: u32, kills: u32) {
    let directory = directory(&format!("cluster-killed-{jobs}"));
    let [calm, rough] = ["calm.db", "rough.db"].map(|name| directory.join(name));
    // Four players, six meetings, both sides.
    let pairs = (jobs / 12).to_string();
    let run = [
        "tournament",
        "run",
        "round-robin",
        "connect:4x4,c=3",
        "random",
        "greedy:ties=random",
        "first",
        "alphabeta:depth=2,ties=random",
        "--pairs",
        &pairs,
        "--openings",
        "random:1",
        "--name",
        "field",
        "--seed",
        "5",
    ];
    finished(&calm, &run);
    let mut server = Server::start();
    let url = server.url();
    done_on_cluster(&rough, &url, &["cluster", "init"]);
    let start = |number| Worker::start(&url, &directory, number);
    let mut workers: Vec<Worker> = (0..6).map(start).collect();
    let mut coordinator = on_cluster(&rough, &url, &run).spawn().expect("it runs");
    let mut generator = Seed(u64::from(jobs)).generator();
    let mut killed = 0;
    let mut resumed = 0;
    let status = loop {
        if let Some(status) = coordinator.try_wait().expect("ours") {
            // A job whose workers were killed three times is parked, as it should be, and tried again by whoever goes on.
            if status.success() || resumed == 5 {
                break status;
            }
            resumed += 1;
            let said = text(&coordinator.wait_with_output().expect("ours").stderr);
            eprintln!("going on after: {said}");
            let resume = ["tournament", "resume", "field"];
            coordinator = on_cluster(&rough, &url, &resume).spawn().expect("it runs");
        }
        // Who comes while there is no server leaves at once; a service manager would start it again.
        for (number, worker) in workers.iter_mut().enumerate() {
            if worker.is_gone() {
                *worker = start(number);
            }
        }
        if killed < kills {
            killed += 1;
            let victim = generator.below(workers.len());
            workers[victim].kill();
            workers[victim] = start(victim);
            if killed == kills / 3 || killed == 2 * kills / 3 {
                server.kill();
                server.start_again();
            }
        }
        std::thread::sleep(Duration::from_millis(300 + generator.below(700) as u64));
    };
    let said = text(&coordinator.wait_with_output().expect("ours").stderr);
    assert!(status.success(), "{said}");
    eprintln!("{killed} workers killed, gone on {resumed} times");
    let counted =
        server.psql("SELECT count(*), count(DISTINCT (batch, number)) FROM cluster_result");
    assert_eq!(counted, Some(format!("{jobs}|{jobs}")));
    assert_eq!(games(&rough), games(&calm));
    let table = |store| {
        let table = text(&finished(store, &["tournament", "table", "field"]).stdout);
        // All but the last column, the time that moves took.
        let lines = table.lines().map(|line| {
            line.rsplit_once("  ")
                .map(|(line, _)| line.trim_end().to_string())
        });
        lines.collect::<Vec<Option<String>>>()
    };
    assert_eq!(table(&rough), table(&calm));
    for worker in workers {
        let (_, said) = worker.leave();
        assert!(!said.contains(PASSWORD), "{said}");
    }
}

#[test]
fn nothing_is_lost_when_workers_and_servers_are_killed() {
    survives(1992, 12);
}

#[test]
#[ignore = "takes minutes"]
fn nothing_is_lost_in_a_long_tournament() {
    survives(20_004, 60);
}

/// A match on a file, with a worker that leaves as it is told to; what `status` says before and after.
#[test]
fn a_match_on_a_file_is_the_same_match() {
    let directory = directory("cluster-file");
    let [here, there] = ["here.db", "there.db"].map(|name| directory.join(name));
    let url = format!("sqlite:{}", directory.join("cluster.db").display());
    done_on_cluster(&there, &url, &["cluster", "init"]);
    let worker = Worker::start(&url, &directory, 0);
    let run = [
        "match",
        "bricks:4",
        "greedy:ties=random",
        "random",
        "--games",
        "40",
        "--json",
    ];
    let untimed = |output: Output| {
        let mut document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for line in document["players"].as_array_mut().expect("a list") {
            line["mean_move_ms"].take();
        }
        document
    };
    let alone = untimed(finished(&here, &run));
    assert_eq!(untimed(done_on_cluster(&there, &url, &run)), alone);
    assert_eq!(games(&there), games(&here));
    let status = done_on_cluster(&there, &url, &["cluster", "status", "--json"]).stdout;
    let status: serde_json::Value = serde_json::from_slice(&status).expect("JSON");
    assert_eq!(status["experiments"][0]["done"], 40);
    assert_eq!(status["experiments"][0]["state"], "done");
    assert_eq!(status["workers"][0]["alive"], true);
    let (is_in_order, said) = worker.leave();
    assert!(
        is_in_order && said.contains("left after 40 jobs, as told"),
        "{said}"
    );
    done_on_cluster(&there, &url, &["cluster", "gc"]);
    let status = text(&done_on_cluster(&there, &url, &["cluster", "status"]).stdout);
    assert_eq!(status, "0 workers, 0.0 jobs a second\n");
}

/// A tuning on a cluster comes to the same numbers.
#[test]
fn a_tuning_on_a_cluster_is_the_same_tuning() {
    let directory = directory("cluster-tuning");
    let url = format!("sqlite:{}", directory.join("cluster.db").display());
    let file = directory.join("small.toml");
    let new = [
        "tune",
        "new",
        "bricks:4",
        "greedy:weights=1/1/1",
        "--budget",
        "600",
        "--method",
        "genetic",
    ];
    let text_of_file = text(&finished(&directory.join("here.db"), &new).stdout);
    fs::write(&file, text_of_file.replace("games = 1000", "games = 40")).expect("written");
    let run = [
        "tune",
        "run",
        file.to_str().expect("a plain path"),
        "--json",
    ];
    let tuned = |name: &str, url: Option<&str>| {
        let mut command = partida(&directory.join(format!("{name}/store.db")), &run);
        fs::create_dir_all(directory.join(name)).expect("a directory");
        if let Some(url) = url {
            command.env("PARTIDA_CLUSTER", url);
        }
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    done_on_cluster(&directory.join("here.db"), &url, &["cluster", "init"]);
    let _worker = Worker::start(&url, &directory, 0);
    assert_eq!(tuned("there", Some(&url)), tuned("here", None));
}

/// A position that is solved move by move elsewhere is worth the same, and so is every move.
#[test]
fn a_position_is_solved_move_by_move() {
    let directory = directory("cluster-solving");
    let store = directory.join("store.db");
    let url = format!("sqlite:{}", directory.join("cluster.db").display());
    done_on_cluster(&store, &url, &["cluster", "init"]);
    let _worker = Worker::start(&url, &directory, 0);
    let solved = |arguments: &[&str]| -> serde_json::Value {
        let output = done_on_cluster(&store, &url, arguments).stdout;
        serde_json::from_slice(&output).expect("JSON")
    };
    for game in ["connect:4x4", "bricks:3"] {
        let plain = ["solve", game, "--all", "--json", "--memory", "4M"];
        let here = solved(&plain);
        let there = solved(&[&plain[..], &["--cluster"]].concat());
        for key in ["game", "position", "score", "winner", "plies", "moves"] {
            assert_eq!(there[key], here[key], "{game}: {key}");
        }
    }
    let refused = on_cluster(&store, &url, &["solve", "amazons:4x4", "--cluster"]).output();
    let said = text(&refused.expect("it runs").stderr);
    assert!(said.contains("connect and bricks"), "{said}");
}

/// What cannot be played on a cluster is refused before anything is begun; and nobody is shown a password.
#[test]
fn refusals_are_clear_and_keep_secrets() {
    let directory = directory("cluster-refusals");
    let store = directory.join("store.db");
    let secret = "postgres://ann:hunter2@127.0.0.1:1/games";
    let refused = |url: &str, arguments: &[&str]| {
        let output = on_cluster(&store, url, arguments)
            .output()
            .expect("it runs");
        let said = text(&output.stderr) + &text(&output.stdout);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(!said.contains("hunter2"), "{arguments:?}: {said}");
        said
    };
    for arguments in [
        &["cluster", "status"][..],
        &["cluster", "init"],
        &["worker"],
        &["match", "bricks:4", "greedy", "random", "--games", "2"],
        &["match", "bricks:4", "greedy", "random", "--gmes", "2"],
    ] {
        refused(secret, arguments);
    }
    let help = on_cluster(&store, secret, &["match", "--help"])
        .output()
        .expect("it runs");
    assert!(!text(&help.stdout).contains("hunter2"));
    let odd = refused("mysql://ann:hunter2@db", &["cluster", "status"]);
    assert!(odd.contains("a cluster is postgres://"), "{odd}");
    let file = format!("sqlite:{}", directory.join("cluster.db").display());
    let unmade = refused(&file, &["worker"]);
    assert!(
        unmade.contains("partida cluster init makes one"),
        "{unmade}"
    );
    done_on_cluster(&store, &file, &["cluster", "init"]);
    for (arguments, part) in [
        (
            &["match", "bricks:4", "engine", "random", "--games", "2"][..],
            "by the clock",
        ),
        (
            &["match", "bricks:4", "greedy", "random", "--time", "1s"],
            "--allow-time",
        ),
        (
            &["match", "bricks:4", "greedy", "process:./x"],
            "outside program",
        ),
    ] {
        let said = refused(&file, arguments);
        assert!(said.contains(part), "{said}");
    }
    let known = text(&finished(&store, &["tournament", "list"]).stdout);
    assert_eq!(known, "");
}

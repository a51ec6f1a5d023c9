//! A PostgreSQL server of one's own: started by a test, killed and started again at will, gone with the test.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) const PASSWORD: &str = "correct-horse-battery";

/// How long a server may take to be ready.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Server {
    directory: tempfile::TempDir,
    programs: PathBuf,
    account: Option<(u32, u32)>,
    pub(crate) port: u16,
    process: Option<Child>,
    has_certificate: bool,
}

/// Where Debian has the server's programs.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut found: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    found.retain(|path| path.join("initdb").exists());
    found.sort();
    found
        .pop()
        .expect("these tests need a PostgreSQL server: apt-get install postgresql")
}

fn number(arguments: &[&str]) -> u32 {
    let output = Command::new("id")
        .args(arguments)
        .output()
        .expect("there is an id");
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim()
        .parse()
        .expect("Debian's package makes an account postgres")
}

/// The server refuses to be run by root: the account of Debian's package then.
fn account() -> Option<(u32, u32)> {
    let is_root = number(&["-u"]) == 0;
    is_root.then(|| (number(&["-u", "postgres"]), number(&["-g", "postgres"])))
}

impl Server {
    pub(crate) fn start() -> Server {
        let mut server = Server::make();
        server.start_again();
        server
    }

    /// One that shows a certificate for a name, signed by nobody else; it is in the file `certificate`.
    pub(crate) fn start_with_certificate(name: &str) -> Server {
        let mut server = Server::make();
        let made = server
            .command(Path::new("openssl"))
            .args(["req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"])
            .args(["-pkeyopt", "ec_paramgen_curve:prime256v1"])
            .args(["-subj", &format!("/CN={name}")])
            .args(["-addext", &format!("subjectAltName=DNS:{name}")])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .args(["-keyout", "key", "-out", "certificate"])
            .stderr(Stdio::null())
            .status()
            .expect("Debian's package of the server needs openssl");
        assert!(made.success());
        server.has_certificate = true;
        server.start_again();
        server
    }

    fn make() -> Server {
        let directory = tempfile::tempdir().expect("a directory");
        let account = account();
        fs::write(directory.path().join("password"), PASSWORD).expect("written");
        if let Some((user, group)) = account {
            for path in [directory.path(), &directory.path().join("password")] {
                std::os::unix::fs::chown(path, Some(user), Some(group)).expect("root may");
            }
        }
        let port = {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
            listener.local_addr().expect("it has one").port()
        };
        let server = Server {
            directory,
            programs: programs(),
            account,
            port,
            process: None,
            has_certificate: false,
        };
        let password_file = format!("--pwfile={}", server.path("password").display());
        let data = server.path("data").display().to_string();
        let made = server
            .program("initdb")
            .args([
                "-D",
                &data,
                "-U",
                "partida",
                "-A",
                "scram-sha-256",
                "-E",
                "UTF8",
            ])
            .args(["--locale=C", "--no-sync", &password_file])
            .stdout(Stdio::null())
            .status()
            .expect("it runs");
        assert!(made.success());
        server
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn program(&self, name: &str) -> Command {
        self.command(&self.programs.join(name))
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.directory.path());
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command
    }

    pub(crate) fn start_again(&mut self) {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let log = fs::File::create(self.path("log")).expect("a log");
            let process = self
                .program("postgres")
                .arg("-D")
                .arg(self.path("data"))
                .args(["-p", &self.port.to_string()])
                .args(["-c", "listen_addresses=127.0.0.1"])
                .arg("-k")
                .arg(self.directory.path())
                .args(self.with_certificate())
                .stdout(Stdio::null())
                .stderr(log)
                .spawn()
                .expect("it runs");
            self.process = Some(process);
            if self.is_ready(until) {
                return;
            }
        }
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        panic!("the server does not start:\n{log}");
    }

    fn with_certificate(&self) -> Vec<String> {
        if !self.has_certificate {
            return Vec::new();
        }
        let settings = [
            "ssl=on".to_string(),
            format!("ssl_cert_file={}", self.path("certificate").display()),
            format!("ssl_key_file={}", self.path("key").display()),
        ];
        let settings = settings.into_iter();
        settings.flat_map(|it| ["-c".to_string(), it]).collect()
    }

    /// Waits until it answers; `false` if it ended, as it does while what was killed before still holds memory.
    fn is_ready(&mut self, until: Instant) -> bool {
        while Instant::now() < until {
            let process = self.process.as_mut().expect("it was started");
            if process.try_wait().expect("ours").is_some() {
                std::thread::sleep(Duration::from_millis(200));
                return false;
            }
            if self.psql("SELECT 1").is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        false
    }

    /// Runs statements as the owner of all; what they print.
    pub(crate) fn psql(&self, statements: &str) -> Option<String> {
        self.psql_at(&self.url(), statements)
    }

    pub(crate) fn psql_at(&self, url: &str, statements: &str) -> Option<String> {
        if TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            return None;
        }
        let output = Command::new(self.programs.join("psql"))
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-v",
                "ON_ERROR_STOP=1",
                "-d",
                url,
                "-c",
                statements,
            ])
            .stderr(Stdio::null())
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).trim().to_string();
        output.status.success().then_some(text)
    }

    pub(crate) fn url(&self) -> String {
        self.url_at(self.port)
    }

    /// The same server by another port, where something stands in between.
    pub(crate) fn url_at(&self, port: u16) -> String {
        format!("postgres://partida:{PASSWORD}@127.0.0.1:{port}/postgres")
    }

    /// Ends it as a power failure would.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        // What it started notices soon, and must not write into a directory that is being removed.
        std::thread::sleep(Duration::from_millis(300));
    }
}

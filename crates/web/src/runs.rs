//! Tournaments and tunings: the program's own commands, started, watched and stopped from the page. What they do, keep
//! and print is theirs; here is only who may ask for what, and what runs now.

use crate::Config;
use crate::problem::Problem;
use game::Playable;
use games::{GameVisitor, NoFiles, parse_game};
use players::Spec;
use rustix::process::setpriority_process;
use rustix::thread::gettid;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// So many run at a time; each uses as many threads as it is told.
const MOST_RUNNING: usize = 2;
/// Lines of a table that are sent.
const MOST_LINES: usize = 200;
/// Texts of players that are looked at before the command looks at all of them.
const MOST_CHECKED: usize = 200;
/// How a cluster stands is asked so often at most.
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(1);
/// Less of the processor than those who play.
const NICENESS: i32 = 10;
/// What a name may consist of, beside letters and digits.
const IN_NAMES: &str = "-_.";

/// The program's own commands.
pub trait Commands: Send + Sync + fmt::Debug {
    /// A command by its words, without the program's name, with what it reads; it has not begun.
    fn prepare(&self, words: Vec<String>, input: String) -> Box<dyn Work>;

    /// What a command takes, from the declarations that its help is made from.
    fn options(&self, words: &[&str]) -> Vec<OptionView>;

    /// Whether games are played by a cluster.
    fn has_cluster(&self) -> bool;
}

/// A command that can be run once.
pub trait Work: Send {
    /// Makes it stop soon, with everything kept that it has done.
    fn stopper(&self) -> Arc<dyn Fn() + Send + Sync>;

    /// Runs it to its end.
    fn run(self: Box<Self>) -> Printed;
}

/// What a command came to.
#[derive(Debug, Clone, Default)]
pub struct Printed {
    /// Whether it did what it was asked.
    pub is_successful: bool,
    /// What it wrote.
    pub output: String,
    /// What it said about it, mistakes among it.
    pub errors: String,
}

/// Something that a command takes; names of fields are names in JSON.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OptionView {
    /// What it is called.
    pub name: String,
    /// Whether it stands by itself, without its name.
    pub is_positional: bool,
    /// Whether it must be there.
    pub is_required: bool,
    /// Whether there can be several.
    pub is_list: bool,
    /// What it is.
    pub help: String,
    /// What it is when it is not given.
    pub default: Option<String>,
    /// What it may be, where that can be listed.
    pub values: Vec<String>,
}

/// What can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    Tournament,
    Tuning,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Tournament => "tournament",
            Kind::Tuning => "tune",
        }
    }

    /// What shows all about one of them.
    fn shown_by(self) -> &'static str {
        match self {
            Kind::Tournament => "table",
            Kind::Tuning => "show",
        }
    }

    /// The command whose options a form has.
    fn form(self) -> [&'static str; 2] {
        match self {
            Kind::Tournament => ["tournament", "run"],
            Kind::Tuning => ["tune", "new"],
        }
    }
}

/// What is to be run.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRun {
    kind: Kind,
    /// What it is called from now on.
    name: String,
    /// Of a tournament: its options by their names, those that are lists with several values.
    #[serde(default)]
    options: BTreeMap<String, Vec<String>>,
    /// Of a tuning: the file that says what is tuned.
    #[serde(default)]
    file: String,
    /// How many games at a time; if it is not said, as many as there are processors.
    #[serde(default)]
    workers: Option<u16>,
}

/// A run as a document.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct RunView {
    kind: Kind,
    name: String,
    /// Whether it runs here and now.
    is_running: bool,
    /// What it said when it ended by a mistake.
    failure: Option<String>,
    /// Its line in the list.
    #[schema(value_type = Object)]
    summary: Value,
    /// A tournament's table, as far as it is sent; what a tuning came to so far.
    #[schema(value_type = Object)]
    table: Value,
}

type Key = (Kind, String);

#[derive(Default)]
struct State {
    running: HashMap<Key, Arc<dyn Fn() + Send + Sync>>,
    failures: HashMap<Key, String>,
}

/// How the cluster stood, and when that was asked.
type Seen = (Instant, Value);

/// All runs of a server.
#[derive(Clone)]
pub(crate) struct Runs {
    config: Arc<Config>,
    state: Arc<Mutex<State>>,
    cluster: Arc<tokio::sync::Mutex<Option<Seen>>>,
}

impl fmt::Debug for Runs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Runs").finish_non_exhaustive()
    }
}

impl Runs {
    pub(crate) fn new(config: Arc<Config>) -> Runs {
        Runs {
            config,
            state: Arc::default(),
            cluster: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn commands(&self) -> Result<&Arc<dyn Commands>, Problem> {
        let commands = self.config.commands.as_ref();
        commands.ok_or_else(|| Problem::missing("this server has no tournaments"))
    }

    /// What a form for a new one has.
    pub(crate) fn options(&self, kind: Kind) -> Result<Vec<OptionView>, Problem> {
        let mut options = self.commands()?.options(&kind.form());
        options.retain(|option| !is_hidden(&option.name));
        Ok(options)
    }

    /// Runs a short command to its end, away from those who serve requests.
    pub(crate) async fn ask(&self, words: &[&str], input: &str) -> Result<String, Problem> {
        let words = words.iter().map(|word| (*word).to_string()).collect();
        let work = self.commands()?.prepare(words, input.to_string());
        let printed = tokio::task::spawn_blocking(move || work.run()).await;
        match printed {
            Ok(printed) if printed.is_successful => Ok(printed.output),
            Ok(printed) => Err(Problem::wrong(sentence(&printed.errors))),
            Err(_) => Err(Problem::wrong("the command failed")),
        }
    }

    async fn document(&self, words: &[&str]) -> Result<Value, Problem> {
        let text = self.ask(words, "").await?;
        serde_json::from_str(&text).map_err(|_| Problem::wrong("the command failed"))
    }

    /// How the cluster stands, if there is one. However many look, it is asked once at a time and not too often.
    pub(crate) async fn cluster(&self) -> Result<Option<Value>, Problem> {
        let has_cluster = |commands: &Arc<dyn Commands>| commands.has_cluster();
        if !self.config.commands.as_ref().is_some_and(has_cluster) {
            return Ok(None);
        }
        let mut seen = self.cluster.lock().await;
        if let Some((when, status)) = &*seen
            && when.elapsed() < BETWEEN_QUESTIONS
        {
            return Ok(Some(status.clone()));
        }
        let status = self.document(&["cluster", "status", "--json"]).await?;
        *seen = Some((Instant::now(), status.clone()));
        Ok(Some(status))
    }

    /// All of them, the newest first.
    pub(crate) async fn list(&self) -> Result<Vec<RunView>, Problem> {
        let mut views = Vec::new();
        for kind in [Kind::Tournament, Kind::Tuning] {
            let rows = self.document(&[kind.word(), "list", "--json"]).await?;
            for summary in rows.as_array().into_iter().flatten().rev() {
                let name = summary["name"].as_str().unwrap_or_default();
                views.push(self.view(kind, name, summary.clone(), Value::Null));
            }
        }
        Ok(views)
    }

    fn view(&self, kind: Kind, name: &str, summary: Value, table: Value) -> RunView {
        let key = (kind, name.to_string());
        let state = self.lock();
        RunView {
            kind,
            name: key.1.clone(),
            is_running: state.running.contains_key(&key),
            failure: state.failures.get(&key).cloned(),
            summary,
            table,
        }
    }

    /// One of them, with its table.
    pub(crate) async fn show(&self, kind: Kind, name: &str) -> Result<RunView, Problem> {
        check_name(name)?;
        let rows = self.document(&[kind.word(), "list", "--json"]).await?;
        let rows = rows.as_array().into_iter().flatten();
        let Some(summary) = rows.into_iter().find(|row| row["name"] == *name).cloned() else {
            return Err(Problem::missing("there is no such run"));
        };
        let words = [kind.word(), kind.shown_by(), "--json", "--", name];
        let mut table = self.document(&words).await?;
        if let Some(lines) = table.as_array_mut() {
            lines.truncate(MOST_LINES);
        }
        Ok(self.view(kind, name, summary, table))
    }

    /// Begins a new one; returns when it is in the store.
    pub(crate) async fn start(&self, new: &NewRun) -> Result<RunView, Problem> {
        check_name(&new.name)?;
        let mut words: Vec<String> = vec![new.kind.word().to_string(), "run".to_string()];
        words.push(format!("--name={}", new.name));
        words.extend(new.workers.map(|count| format!("--workers={count}")));
        match new.kind {
            Kind::Tournament => self.tournament_words(new, &mut words)?,
            Kind::Tuning => {
                self.check_text(&new.file).map_err(|it| it.about("file"))?;
                words.push("-".to_string());
            }
        }
        if self.show(new.kind, &new.name).await.is_ok() {
            return Err(Problem::conflict("there is one of that name already").about("name"));
        }
        let finished = self.launch(new.kind, &new.name, words, new.file.clone())?;
        self.appears(new.kind, &new.name, finished).await
    }

    /// Goes on with one that was stopped.
    pub(crate) async fn resume(
        &self,
        kind: Kind,
        name: &str,
        workers: Option<u16>,
    ) -> Result<RunView, Problem> {
        let view = self.show(kind, name).await?;
        if view.is_running {
            return Err(Problem::conflict("it is running"));
        }
        let mut words = vec![kind.word().to_string(), "resume".to_string()];
        words.extend(workers.map(|count| format!("--workers={count}")));
        words.extend(["--".to_string(), name.to_string()]);
        let finished = self.launch(kind, name, words, String::new())?;
        self.appears(kind, name, finished).await
    }

    /// Stops one; what was played is kept.
    pub(crate) async fn stop(&self, kind: Kind, name: &str) -> Result<RunView, Problem> {
        let stop = self.lock().running.get(&(kind, name.to_string())).cloned();
        let stop = stop.ok_or_else(|| Problem::conflict("it is not running"))?;
        stop();
        self.show(kind, name).await
    }

    /// Changes how many games are played at a time.
    pub(crate) async fn workers(&self, name: &str, count: u16) -> Result<(), Problem> {
        check_name(name)?;
        let count = count.to_string();
        let words = ["tournament", "workers", "--", name, &count];
        self.ask(&words, "").await.map(drop)
    }

    /// Forgets one and all its games.
    pub(crate) async fn delete(&self, kind: Kind, name: &str) -> Result<(), Problem> {
        let view = self.show(kind, name).await?;
        if view.is_running {
            return Err(Problem::conflict("it is running"));
        }
        self.lock().failures.remove(&(kind, name.to_string()));
        self.ask(&[kind.word(), "delete", "--", name], "")
            .await
            .map(drop)
    }

    /// Whether one runs here and now.
    pub(crate) fn is_running(&self, kind: Kind, name: &str) -> bool {
        self.lock().running.contains_key(&(kind, name.to_string()))
    }

    fn launch(
        &self,
        kind: Kind,
        name: &str,
        words: Vec<String>,
        input: String,
    ) -> Result<tokio::sync::oneshot::Receiver<Printed>, Problem> {
        let work = self.commands()?.prepare(words, input);
        let key = (kind, name.to_string());
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let mut state = self.lock();
        if state.running.len() >= MOST_RUNNING {
            return Err(Problem::too_many_runs());
        }
        state.failures.remove(&key);
        state.running.insert(key.clone(), work.stopper());
        drop(state);
        let runs = self.clone();
        let spawned = std::thread::Builder::new().name("run".to_string()).spawn({
            let key = key.clone();
            move || {
                // Its own threads are as patient as this one.
                let _ = setpriority_process(Some(gettid()), NICENESS);
                let printed = work.run();
                let mut state = runs.lock();
                state.running.remove(&key);
                if !printed.is_successful {
                    state.failures.insert(key, sentence(&printed.errors));
                }
                drop(state);
                let _ = sender.send(printed);
            }
        });
        if spawned.is_err() {
            self.lock().running.remove(&key);
            return Err(Problem::too_many_runs());
        }
        Ok(receiver)
    }

    /// Waits until a run is in the store, or has failed.
    async fn appears(
        &self,
        kind: Kind,
        name: &str,
        mut finished: tokio::sync::oneshot::Receiver<Printed>,
    ) -> Result<RunView, Problem> {
        loop {
            let ended = tokio::time::timeout(Duration::from_millis(50), &mut finished).await;
            match (ended, self.show(kind, name).await) {
                (Ok(Ok(printed)), _) if !printed.is_successful => {
                    return Err(Problem::wrong(sentence(&printed.errors)));
                }
                (_, Ok(view)) => return Ok(view),
                (Ok(_), Err(problem)) => return Err(problem),
                (Err(_), Err(_)) => {}
            }
        }
    }

    /// The options of a tournament as words, each of which whoever asks may use.
    fn tournament_words(&self, new: &NewRun, words: &mut Vec<String>) -> Result<(), Problem> {
        let known = self.options(new.kind)?;
        let mut positional = Vec::new();
        for option in &known {
            let values = new.options.get(&option.name);
            let values = values.map_or(&[][..], Vec::as_slice);
            let is_given = values.iter().any(|value| !value.trim().is_empty());
            if option.is_required && !is_given {
                let problem = Problem::wrong(format!("{} must be given", option.name));
                return Err(problem);
            }
            for value in values.iter().filter(|value| !value.trim().is_empty()) {
                self.check_text(value)?;
                match option.is_positional {
                    true => positional.push(value.trim().to_string()),
                    false => words.push(format!("--{}={}", option.name, value.trim())),
                }
            }
        }
        let is_known = |name: &&String| known.iter().any(|option| option.name == **name);
        if let Some(name) = new.options.keys().find(|name| !is_known(name)) {
            return Err(Problem::wrong(format!("there is no option {name:?}")));
        }
        let values = |name: &str| new.options.get(name).cloned().unwrap_or_default();
        check_openings(&values("openings"))?;
        check_players(&values("game"), &values("players"))?;
        words.push("--".to_string());
        words.extend(positional);
        Ok(())
    }

    /// No text may start a program or name a file, unless the server was started with it.
    fn check_text(&self, text: &str) -> Result<(), Problem> {
        let is_allowed = self.config.programs.iter().any(|it| it == text.trim());
        if text.contains("process:") && !is_allowed {
            return Err(Problem::forbidden(
                "outside programs play only if the server was started with exactly this text",
            ));
        }
        let is_path = |after: char| matches!(after, '.' | '/' | '~' | '\\');
        let names_file = text
            .match_indices('@')
            .any(|(at, _)| text[at + 1..].starts_with(is_path));
        if names_file {
            return Err(Problem::forbidden("files cannot be named here"));
        }
        Ok(())
    }
}

/// Options that are not for those who ask from elsewhere: they name files, or are the server's own business.
fn is_hidden(name: &str) -> bool {
    [
        "store",
        "json",
        "help",
        "name",
        "workers",
        "players-from",
        "cluster",
        "allow-time",
    ]
    .contains(&name)
}

fn check_name(name: &str) -> Result<(), Problem> {
    let is_plain = |letter: char| letter.is_alphanumeric() || IN_NAMES.contains(letter);
    let is_right = !name.is_empty()
        && name.chars().count() <= 60
        && name.chars().all(is_plain)
        && !name.starts_with(['-', '.']);
    match is_right {
        true => Ok(()),
        false => Err(Problem::wrong(
            "a name has letters, digits, -, _ and dots, and begins with a letter or digit",
        )
        .about("name")),
    }
}

fn check_openings(values: &[String]) -> Result<(), Problem> {
    let is_known = |text: &String| {
        let number = text.split_once(':');
        text.trim().is_empty()
            || text == "start"
            || number.is_some_and(|(word, plies)| {
                ["random", "all"].contains(&word) && plies.parse::<u16>().is_ok()
            })
    };
    match values.iter().all(is_known) {
        true => Ok(()),
        false => Err(
            Problem::wrong("openings are start, random:PLIES or all:PLIES here").about("openings"),
        ),
    }
}

/// Makes sure that the games and the first players of a tournament can be read, and says where not.
fn check_players(games: &[String], players: &[String]) -> Result<(), Problem> {
    let expanded = |texts: &[String], field| -> Result<Vec<String>, Problem> {
        let mut all = Vec::new();
        for text in texts.iter().filter(|text| !text.trim().is_empty()) {
            let texts = arena::expand(text.trim());
            all.extend(texts.map_err(|error| Problem::wrong(error.to_string()).about(field))?);
        }
        Ok(all)
    };
    let players = expanded(players, "players")?;
    for game in expanded(games, "game")?.iter().take(MOST_CHECKED) {
        let game = parse_game(game, &NoFiles);
        let game = game.map_err(|error| Problem::from(error).about("game"))?;
        let few = &players[..players.len().min(MOST_CHECKED)];
        game.visit(CheckPlayers { players: few })?;
    }
    Ok(())
}

struct CheckPlayers<'request> {
    players: &'request [String],
}

impl GameVisitor for CheckPlayers<'_> {
    type Output = Result<(), Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        // Presets are in files that only the command reads.
        for text in self.players.iter().filter(|text| !text.contains('@')) {
            Spec::read(game, text, &NoFiles)
                .map_err(|error| Problem::from(error).about("players"))?;
        }
        Ok(())
    }
}

/// What a command said was wrong, without what is only for terminals.
fn sentence(errors: &str) -> String {
    let line = errors.lines().find_map(|line| line.strip_prefix("error: "));
    let text = line.or_else(|| errors.lines().rfind(|line| !line.trim().is_empty()));
    text.unwrap_or("the command failed").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for name in ["swiss-1", "mine.v2", "año_3", "7"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        for name in ["", "-x", ".x", "a b", "a/b", "..", "a\n", &"x".repeat(61)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn texts_neither_start_programs_nor_name_files() {
        let config = Config {
            programs: vec!["process:./mine".to_string()],
            ..Config::local(0)
        };
        let runs = Runs::new(Arc::new(config));
        for text in [
            "greedy",
            "greedy:weights=@mine",
            "@mine:seed=3",
            "process:./mine",
        ] {
            assert_eq!(runs.check_text(text), Ok(()), "{text}");
        }
        for text in [
            "process:./other",
            "@./mine.toml",
            "tafl:@/etc/passwd",
            "opponents = [\"process:sh\"]",
            "@~/x",
        ] {
            assert!(runs.check_text(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_sentence_of_a_mistake_is_found() {
        assert_eq!(sentence("note: x\nerror: it is so\n  | y\n"), "it is so");
        assert_eq!(sentence("odd\n"), "odd");
        assert_eq!(sentence(""), "the command failed");
    }
}

//! `partida play`: a game in the terminal.

use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueHint};
use game::{Playable, play_text};
use games::{AnyGame, Files, GameVisitor, parse_game, parse_game_for};
use signal_hook::consts::{SIGHUP, SIGTERM};
use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};
use terminal::{HUMAN, Keeper, Language, Look, Setup, Sitting, full_screen, is_record, line_mode};

/// How often to look whether the program was told to end, and how long it may take to do so.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);
const PATIENCE: Duration = Duration::from_secs(2);

/// Whom a person plays unless it is said.
const USUAL_OPPONENT: &str = "level:3";

/// Play in the terminal, with keyboard and mouse, or line by line
///
/// Full-screen in a terminal: arrows and Enter or the mouse point at cells, typing gives moves and commands, F1 helps.
/// Line by line with --line, and wherever input or output is no terminal: the board as text, a question, an answer;
/// "help" lists the commands. Without --file, the record of the game is printed when the full screen is left.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida play bricks:4 level:1 random --line       two machines, to the end"
    "echo d | partida play connect human level:2       a move, and then the end of the input"
    "echo quit | partida play tafl --clock 5m+3s --language es --ascii"
    "echo a1b1 | partida play bricks:4 --seed 7 --file bricks.txt   kept, and gone on with next time"
})]
pub(crate) struct Arguments {
    /// The game, such as connect or connect:8x7,c=4; `partida games` lists them all
    #[arg(value_name = "GAME")]
    game: String,

    /// Who begins: human, or a player; `partida players GAME` lists them. Default: human
    #[arg(value_name = "PLAYER")]
    first: Option<String>,

    /// Who plays the other side. Default: level:3, or human against a player that was named
    #[arg(value_name = "PLAYER")]
    second: Option<String>,

    /// Each side has so much time for the whole game, and so much more after each move: 5m+3s
    #[arg(long, value_name = "TIME[+TIME]")]
    clock: Option<String>,

    /// Keep the game in this file, move by move; if there is one in it, go on with it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,

    /// Line by line, for pipes and screen readers
    #[arg(long)]
    line: bool,

    /// Only ASCII characters. Default: as the locale says (LC_ALL, LC_CTYPE, LANG)
    #[arg(long)]
    ascii: bool,

    /// What to speak: en or es. Default: as the locale says (LC_ALL, LC_MESSAGES, LANG)
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "es"])]
    language: Option<String>,

    /// What random choices of machines start from. Default: another one each time
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Start from this position instead of the game's own; without a size in GAME, the board of the
    /// position decides it
    #[arg(long, value_name = "TEXT", help_heading = "Position")]
    position: Option<String>,

    /// Play these moves first, such as "d d c" (quote the list)
    #[arg(long, value_name = "LIST", help_heading = "Position")]
    moves: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let setup = arguments.setup()?;
    let is_full = !arguments.line && console.output_is_terminal && io::stdin().is_terminal();
    let language = arguments.language.clone();
    let language = language.unwrap_or_else(|| locale(["LC_ALL", "LC_MESSAGES", "LANG"]));
    let look = Look {
        color: is_full && console.output_in_color(),
        ascii: arguments.ascii || !is_utf8(&locale(["LC_ALL", "LC_CTYPE", "LANG"])),
    };
    // Line by line, Ctrl-C simply ends it; in full screen somebody has to give the terminal back.
    let leave = match is_full {
        true => console.interrupt.listen(),
        false => Arc::new(AtomicBool::new(false)),
    };
    let mut keeper = FileKeeper::new(arguments.file.clone());
    let sitting = Sitting::open(
        &setup,
        Language::of(&language).unwrap_or(Language::English),
        look,
        &mut keeper,
        &LocalFiles,
        Arc::clone(&leave),
    )?;
    if !is_full {
        return Ok(line_mode(
            sitting,
            &mut *console.input,
            &mut *console.output,
        )?);
    }
    for signal in [SIGTERM, SIGHUP] {
        // Without it the signal ends the program, as it would any other.
        let _ = signal_hook::flag::register(signal, Arc::clone(&leave));
    }
    end_without_terminal(Arc::clone(&leave));
    let record = full_screen(sitting, &mut *console.output)?;
    if let (Some(record), None) = (record, &arguments.file) {
        write!(console.output, "{record}")?;
    }
    Ok(())
}

/// Ends the program if it does not leave by itself soon after it was told to: whoever reads keys from a terminal that is
/// gone may try for ever. What is kept is in its file by then.
fn end_without_terminal(leave: Arc<AtomicBool>) {
    thread::spawn(move || {
        while !leave.load(Ordering::Relaxed) {
            thread::sleep(BETWEEN_LOOKS);
        }
        thread::sleep(PATIENCE);
        std::process::exit(128 + SIGHUP);
    });
}

impl Arguments {
    /// What the game begins with: what the file says, or else the arguments.
    fn setup(&self) -> Result<Setup> {
        let game = match &self.position {
            Some(position) => parse_game_for(&self.game, &LocalFiles, position),
            None => parse_game(&self.game, &LocalFiles),
        }?;
        let [first, second] = [&self.first, &self.second];
        let first = first.clone().unwrap_or_else(|| HUMAN.to_string());
        let second = second.clone().unwrap_or_else(|| match &*first {
            HUMAN => USUAL_OPPONENT.to_string(),
            _ => HUMAN.to_string(),
        });
        let (name, moves) = game.visit(Begin {
            position: self.position.as_deref(),
            moves: self.moves.as_deref(),
        })?;
        let setup = Setup {
            game: name,
            position: self.position.clone(),
            moves,
            players: [first, second],
            clock: self.clock.clone(),
            seed: self
                .seed
                .unwrap_or_else(|| RandomState::new().hash_one(0) >> 1),
            date: report::date(SystemTime::now()),
            ..Setup::default()
        };
        match self.file.as_deref().filter(|path| path.exists()) {
            Some(path) => self.gone_on(path, setup),
            None => Ok(setup),
        }
    }

    /// The game of the file, with the players and the clock that are named now, if any are.
    fn gone_on(&self, path: &Path, setup: Setup) -> Result<Setup> {
        let shown = path.display();
        let text = LocalFiles
            .read(&path.to_string_lossy())
            .map_err(|problem| anyhow!("cannot read {shown}: {problem}"))?;
        if !is_record(&text) {
            bail!("{shown} is no record of a game, and is left as it is");
        }
        if self.position.is_some() || self.moves.is_some() {
            bail!("{shown} has a game already; go on with it, or name another file");
        }
        let mut kept = Setup::from_record(&text, &setup)?;
        let game: AnyGame = match &kept.position {
            Some(position) => parse_game_for(&kept.game, &LocalFiles, position),
            None => parse_game(&kept.game, &LocalFiles),
        }?;
        let begin = Begin {
            position: kept.position.as_deref(),
            moves: None,
        };
        let (name, _) = game.visit(begin)?;
        if name != setup.game && kept.position.is_none() {
            bail!("{shown} has a game of {name}, not of {}", setup.game);
        }
        if self.first.is_some() {
            kept.players = setup.players;
        }
        if self.clock.is_some() {
            kept.clock = setup.clock;
            kept.taken = Vec::new();
        }
        Ok(kept)
    }
}

/// Plays the first moves: the game's name, and the moves as they are written.
struct Begin<'arguments> {
    position: Option<&'arguments str>,
    moves: Option<&'arguments str>,
}

impl GameVisitor for Begin<'_> {
    type Output = Result<(String, Vec<String>)>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut position = match self.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut end = position.clone();
        let played = play_text(game, &mut end, self.moves.unwrap_or_default())?;
        let mut texts = Vec::with_capacity(played.len());
        for chosen in played {
            texts.push(game.write_move(&position, chosen));
            game.play(&mut position, chosen);
        }
        Ok((game.name(), texts))
    }
}

/// The first of these variables that says anything.
fn locale(names: [&str; 3]) -> String {
    let mut values = names.into_iter().filter_map(|name| env::var(name).ok());
    values.find(|value| !value.is_empty()).unwrap_or_default()
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Games in files. Nothing is written over that was not written or read here.
struct FileKeeper {
    /// Where the game is kept after each move.
    kept: Option<PathBuf>,
    /// Files that may be written over.
    own: Vec<PathBuf>,
}

impl FileKeeper {
    fn new(kept: Option<PathBuf>) -> FileKeeper {
        FileKeeper {
            own: kept.iter().cloned().collect(),
            kept,
        }
    }
}

impl Keeper for FileKeeper {
    fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    fn save(&mut self, name: Option<&str>, record: &str) -> Result<String, String> {
        let path = match (name, &self.kept) {
            (Some(name), _) => PathBuf::from(name),
            (None, Some(kept)) => kept.clone(),
            (None, None) => return Err("no file was named".to_string()),
        };
        let shown = path.display().to_string();
        if !self.own.contains(&path) {
            if path.exists() {
                return Err(format!("{shown} is there already"));
            }
            self.own.push(path.clone());
        }
        // Whole, or not at all.
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let written = fs::write(&beside, record).and_then(|()| fs::rename(&beside, &path));
        match written {
            Ok(()) => Ok(shown),
            Err(error) => {
                let _ = fs::remove_file(&beside);
                Err(format!("{shown}: {error}"))
            }
        }
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        let read = LocalFiles.read(name);
        let text = read.map_err(|problem| format!("{name}: {problem}"))?;
        if is_record(&text) {
            self.own.push(PathBuf::from(name));
        }
        Ok(text)
    }

    fn set_aside(&mut self) -> Result<Option<String>, String> {
        let Some(kept) = self.kept.as_ref().filter(|path| path.exists()) else {
            return Ok(None);
        };
        let numbered = |number: u32| {
            let mut path = kept.as_os_str().to_owned();
            path.push(format!(".{number}"));
            PathBuf::from(path)
        };
        let free = (1..=u32::MAX).map(numbered).find(|path| !path.exists());
        let aside = free.ok_or("there are too many files")?;
        fs::rename(kept, &aside).map_err(|error| format!("{}: {error}", aside.display()))?;
        Ok(Some(aside.display().to_string()))
    }
}

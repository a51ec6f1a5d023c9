//! `partida book`: opening books for the solver.

use super::examples;
use super::solve::{Progress, SolverArguments};
use crate::console::Console;
use crate::files::{self, LocalFiles};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand, ValueHint};
use game::bits::Bits;
use game::random::Seed;
use game::{Game, Notation};
use games::connect::{Any, Connect, Position};
use games::{AnyGame, parse_game};
use serde::Serialize;
use solve::connect::Book;
use solve::{Goal, Solution, Unsolvable, keeping_move, solver_for};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Build and check opening books
///
/// A book has the scores of all positions of the first plies of a board of connect, or only who wins them.
/// `partida solve --book` takes them from there; without a book it finds the same scores, only later.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida book build connect:5x4 small.book --plies 4"
    "partida book check small.book"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Build(BuildArguments),
    Check(CheckArguments),
}

/// Build a book
///
/// Solves all positions with so many plies, and finds the earlier ones from them. Ctrl-C stops it, and what
/// is solved is kept beside FILE: the same command goes on from there. A book of winners is of use before
/// it is whole: what is solved is kept in FILE itself, also if the program is ended in the middle, and one
/// with fewer plies is where one with more begins.
///
/// JSON: {game, plies, positions, solved, of, nodes, file}; file is null if it was stopped and a book of
/// scores.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida book build connect:5x5 five.book --plies 3"
    "partida solve connect:5x5 --book five.book"
    "partida book build connect:5x4 winners.book --plies 3 --winners"
})]
struct BuildArguments {
    /// The board, such as connect or connect:6x5
    #[arg(value_name = "GAME")]
    game: String,

    /// Where the book is written
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// Positions with up to so many stones
    #[arg(long, value_name = "COUNT", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=16))]
    plies: u32,

    /// Find out only who wins, not when: that takes less time, and the file a byte for three positions
    #[arg(long)]
    winners: bool,

    /// With the most stones only positions that a player needs: for each of those before that is not lost,
    /// one to which a right move leads
    #[arg(long, requires = "winners")]
    replies: bool,

    #[command(flatten)]
    solver: SolverArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Check a book
///
/// Earlier positions must have the best score that their moves lead to, all of them; of all positions, some
/// are drawn and solved again without the book. In a book of winners positions may be missing: only what is
/// there is checked.
///
/// JSON: {game, plies, positions, by_moves, solved_again}.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida book check five.book --samples 5"
})]
struct CheckArguments {
    /// The book
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// How many positions to solve again
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    samples: usize,

    /// Where drawing them starts from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    solver: SolverArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Built {
    game: String,
    plies: u32,
    positions: Option<usize>,
    solved: usize,
    of: usize,
    nodes: u64,
    file: Option<String>,
}

#[derive(Debug, Serialize)]
struct Checked {
    game: String,
    plies: u32,
    positions: usize,
    by_moves: usize,
    solved_again: usize,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    match &arguments.command {
        BookCommand::Build(build) => match parse_game(&build.game, &LocalFiles)? {
            AnyGame::Connect(Any::Small(game)) => build_book(build, &game, console),
            AnyGame::Connect(Any::Medium(game)) => build_book(build, &game, console),
            AnyGame::Connect(Any::Large(game)) => build_book(build, &game, console),
            AnyGame::Connect(Any::Huge(game)) => build_book(build, &game, console),
            _ => bail!("there are books for connect only"),
        },
        BookCommand::Check(check) => {
            let (_, text) = files::read(&check.file, &mut *console.input)?;
            let book = Book::parse(&text)?;
            match parse_game(book.game(), &LocalFiles)? {
                AnyGame::Connect(Any::Small(game)) => check_book(check, &game, &book, console),
                AnyGame::Connect(Any::Medium(game)) => check_book(check, &game, &book, console),
                _ => bail!("there are books for connect only, and not for boards so large"),
            }
        }
    }
}

/// The scores found so far, kept beside the book, a line each.
struct Draft {
    path: PathBuf,
    scores: HashMap<String, i32>,
}

impl Draft {
    /// What an earlier run left, if it was for the same board and as many plies.
    fn open(book: &Path, title: &str, console: &mut Console<'_>) -> Result<Draft> {
        let mut name = book.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let mut scores = HashMap::new();
        if path.exists() {
            let (name, text) = files::read(&path, &mut *console.input)?;
            let mut lines = text.lines();
            ensure!(
                lines.next() == Some(title),
                "{name} is the draft of another book; remove it or build into another file"
            );
            // A line that was not written to its end is of no use.
            let whole = lines.filter_map(|line| line.rsplit_once(" = "));
            let entries = whole.filter_map(|(position, score)| {
                let score = score.strip_suffix('.')?.parse().ok()?;
                Some((position.to_string(), score))
            });
            scores.extend(entries);
        }
        Ok(Draft { path, scores })
    }

    /// The file, to be written on.
    fn file(&self, title: &str) -> Result<File> {
        let opened = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.path);
        let cannot = || format!("cannot write {}", self.path.display());
        let mut file = opened.with_context(cannot)?;
        if file.metadata().with_context(cannot)?.len() == 0 {
            writeln!(file, "{title}").with_context(cannot)?;
        } else if !self.scores.is_empty() {
            // The last line may not be whole.
            writeln!(file).with_context(cannot)?;
        }
        Ok(file)
    }
}

fn build_book<B: Bits>(
    arguments: &BuildArguments,
    game: &Connect<B>,
    console: &mut Console<'_>,
) -> Result<()> {
    if arguments.winners {
        return build_winners(arguments, game, console);
    }
    let mut solver = solver_for(game, arguments.solver.resources()?)?;
    let plies = arguments.plies;
    let frontier = Book::frontier(game, plies);
    let frontier = frontier.with_context(|| Unsolvable::TooLarge(game.name()))?;
    let title = format!("draft of a book for {} with {plies} plies", game.name());
    let mut draft = Draft::open(&arguments.file, &title, console)?;
    let mut file = draft.file(&title)?;
    let mut progress = Progress::new(console, None);
    let mut nodes = 0;
    let mut is_stopped = false;
    for (number, position) in frontier.iter().enumerate() {
        let text = game.write_position(position);
        if draft.scores.contains_key(&text) {
            continue;
        }
        progress.counts("book", number, frontier.len());
        let watch = &mut |so_far: &Solution| progress.look(so_far);
        let solution = solver.solve(position, Goal::Score, watch)?;
        nodes += solution.nodes;
        let Some(score) = solution.score() else {
            is_stopped = true;
            break;
        };
        writeln!(file, "{text} = {score}.")
            .with_context(|| format!("cannot write {}", draft.path.display()))?;
        draft.scores.insert(text, score);
    }
    progress.ends();
    drop(file);
    let score_of = |position: &Position<B>| {
        let text = game.write_position(position);
        draft.scores.get(&text).copied()
    };
    let book = if is_stopped {
        None
    } else {
        Book::from_frontier(game, plies, score_of)
    };
    if let Some(book) = &book {
        files::write(&arguments.file, book.write().as_bytes())?;
        // That it cannot be removed does no harm.
        let _ = std::fs::remove_file(&draft.path);
    }
    let built = Built {
        game: game.name(),
        plies,
        positions: book.as_ref().map(Book::len),
        solved: draft.scores.len(),
        of: frontier.len(),
        nodes,
        file: book.map(|_| arguments.file.display().to_string()),
    };
    if arguments.json {
        console.write_json(&built)?;
        return Ok(());
    }
    let output = &mut *console.output;
    writeln!(output, "game       {}", built.game)?;
    match (built.positions, &built.file) {
        (Some(positions), Some(file)) => {
            writeln!(output, "positions  {positions}, up to {plies} plies")?;
            writeln!(output, "nodes      {}", built.nodes)?;
            writeln!(output, "book       {file}")?;
        }
        _ => {
            writeln!(output, "solved     {} of {}", built.solved, built.of)?;
            writeln!(output, "kept       {}", draft.path.display())?;
            writeln!(output, "note       the same command goes on from there")?;
        }
    }
    Ok(())
}

/// How long what is found out may be lost if the program is ended.
const BETWEEN_WRITES: Duration = Duration::from_secs(30);

/// The book of winners that an earlier run left, with room for as many plies as there are to be.
fn open_winners<B: Bits>(
    arguments: &BuildArguments,
    game: &Connect<B>,
    console: &mut Console<'_>,
) -> Result<Book> {
    let plies = arguments.plies;
    if !arguments.file.exists() {
        return Ok(Book::of_winners(game, plies));
    }
    let (name, text) = files::read(&arguments.file, &mut *console.input)?;
    let book = Book::parse(&text)?;
    ensure!(
        book.game() == game.name() && book.goal() == Goal::Winner,
        "{name} is another book; remove it or build into another file"
    );
    ensure!(
        book.plies() <= plies,
        "{name} has {} plies already",
        book.plies()
    );
    Ok(book.with_plies(game, plies))
}

/// Writes a book so that whoever is ended in the middle leaves the one before.
fn replace(path: &Path, book: &Book) -> Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let draft = PathBuf::from(name);
    files::write(&draft, book.write().as_bytes())?;
    std::fs::rename(&draft, path).with_context(|| format!("cannot write {}", path.display()))
}

fn build_winners<B: Bits>(
    arguments: &BuildArguments,
    game: &Connect<B>,
    console: &mut Console<'_>,
) -> Result<()> {
    let mut solver = solver_for(game, arguments.solver.resources()?)?;
    let plies = arguments.plies;
    let last = if arguments.replies {
        plies.saturating_sub(1)
    } else {
        plies
    };
    let frontier = Book::frontier(game, last);
    let frontier = frontier.with_context(|| Unsolvable::TooLarge(game.name()))?;
    let mut book = open_winners(arguments, game, console)?;
    // What leads to a position says something about it.
    solver.set_book(Arc::new(book.clone()))?;
    let mut progress = Progress::new(console, None);
    let mut nodes = 0;
    let mut written = Instant::now();
    let is_done = |book: &Book, position: &Position<B>| match book.score(game, position) {
        Some(winner) => !arguments.replies || winner < 0 || book.has_reply(game, position),
        None => false,
    };
    // Neighbours in this order have much in common, which the solver remembers. Those that come last
    // are the ones in the middle of the board, which are met most: they are solved first.
    for (number, position) in frontier.iter().rev().enumerate() {
        if is_done(&book, position) {
            continue;
        }
        progress.counts("book", number, frontier.len());
        let (mut before, mut latest) = (0, 0);
        let watch = &mut |so_far: &Solution| {
            // Another question begins.
            if so_far.nodes < latest {
                before += latest;
            }
            latest = so_far.nodes;
            progress.look(so_far)
        };
        let solution = solver.solve(position, Goal::Winner, watch)?;
        let Some(winner) = solution.score() else {
            break;
        };
        book.insert(game, position, winner);
        if arguments.replies && winner >= 0 && !book.has_reply(game, position) {
            let reply = keeping_move(solver.as_mut(), position, winner, Goal::Winner, watch)?;
            let Some(reply) = reply else {
                break;
            };
            book.insert(game, &game.after(position, reply), -winner);
        }
        nodes += solution.nodes.max(before + latest);
        if written.elapsed() >= BETWEEN_WRITES {
            replace(&arguments.file, &book)?;
            written = Instant::now();
        }
    }
    progress.ends();
    book.infer(game);
    replace(&arguments.file, &book)?;
    let is_solved = |position: &&Position<B>| is_done(&book, position);
    let built = Built {
        game: game.name(),
        plies,
        positions: Some(book.len()),
        solved: frontier.iter().filter(is_solved).count(),
        of: frontier.len(),
        nodes,
        file: Some(arguments.file.display().to_string()),
    };
    if arguments.json {
        console.write_json(&built)?;
        return Ok(());
    }
    let output = &mut *console.output;
    writeln!(output, "game       {}", built.game)?;
    writeln!(
        output,
        "positions  {}, up to {plies} plies: who wins",
        book.len()
    )?;
    writeln!(output, "nodes      {nodes}")?;
    writeln!(output, "book       {}", arguments.file.display())?;
    if built.solved < built.of {
        writeln!(output, "solved     {} of {}", built.solved, built.of)?;
        writeln!(output, "note       the same command goes on from there")?;
    }
    Ok(())
}

fn check_book<B: Bits>(
    arguments: &CheckArguments,
    game: &Connect<B>,
    book: &Book,
    console: &mut Console<'_>,
) -> Result<()> {
    let mut positions = book.positions(game);
    let of_winners = book.goal() == Goal::Winner;
    if of_winners {
        positions.retain(|position| book.score(game, position).is_some());
    }
    ensure!(
        positions.len() == book.len(),
        "the book has {} positions, but there are {}",
        book.len(),
        positions.len()
    );
    let is_early = |position: &&Position<B>| {
        let stones = position.stones_by_turn().map(Bits::count);
        stones.iter().sum::<u32>() < book.plies()
    };
    let early: Vec<_> = positions.iter().filter(is_early).collect();
    let wrong = |position: &Position<B>, found: i32| {
        let claimed = book.score(game, position);
        let claimed = claimed.map_or_else(|| "nothing".to_string(), |score| score.to_string());
        let position = game.write_position(position);
        format!("the book is wrong: for {position} it says {claimed}, but it is {found}")
    };
    let mut by_moves = 0;
    for position in &early {
        let found = if of_winners {
            let Some(winner) = book.winner_by_moves(game, position) else {
                continue;
            };
            winner
        } else {
            let found = book.score_by_moves(game, position);
            found.context("the book does not have all positions")?
        };
        by_moves += 1;
        ensure!(
            book.score(game, position) == Some(found),
            wrong(position, found)
        );
    }
    let mut solver = solver_for(game, arguments.solver.resources()?)?;
    let mut generator = Seed(arguments.seed).generator();
    let mut progress = Progress::new(console, None);
    let mut solved_again = 0;
    for number in 0..arguments.samples.min(positions.len()) {
        progress.counts("check", number, arguments.samples);
        let Some(position) = positions.get(generator.below(positions.len())) else {
            break;
        };
        let watch = &mut |so_far: &Solution| progress.look(so_far);
        let Some(found) = solver.solve(position, book.goal(), watch)?.score() else {
            break;
        };
        ensure!(
            book.score(game, position) == Some(found),
            wrong(position, found)
        );
        solved_again += 1;
    }
    progress.ends();
    let checked = Checked {
        game: game.name(),
        plies: book.plies(),
        positions: book.len(),
        by_moves,
        solved_again,
    };
    if arguments.json {
        console.write_json(&checked)?;
        return Ok(());
    }
    let output = &mut *console.output;
    writeln!(output, "game       {}", checked.game)?;
    writeln!(
        output,
        "positions  {}, up to {} plies",
        checked.positions, checked.plies
    )?;
    writeln!(
        output,
        "checked    {} by their moves, {solved_again} solved again: all right",
        checked.by_moves
    )?;
    Ok(())
}

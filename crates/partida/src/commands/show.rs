//! `partida show`: a board and what there is to say about it.

use super::examples;
use crate::board::Drawing;
use crate::console::Console;
use crate::files;
use crate::place::{Place, PlaceArguments};
use crate::view::View;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum, ValueHint};
use game::Playable;
use games::GameVisitor;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Draw a board and say how the game stands
///
/// Below the board stand the game, the position as text, whose turn it is with the number of legal
/// moves or how the game ended, and what else the game has to say.
///
/// JSON: {game, position, side_to_move, side_name, sides: {first, second}, legal_moves, outcome:
/// {winner, margin_first, reason} or null, facts: {...}, board: {columns, rows, cells: [{ascii, glyph,
/// owner, name, special}]}, moves: [...]}. Sides are "first" and "second"; a draw has the winner null;
/// cells go row by row from the bottom left, owner is null where nobody's piece stands.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida show connect"
    "partida show connect:8x7 --moves \"4 4 5 3\" --ascii"
    "partida show connect --position \"4/4/1o2/1xx1 o\""
    "partida show connect --moves 44444 --save five.txt"
    "partida show connect --file five.txt --json"
    "echo 44444 | partida show connect --file -"
})]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: PlaceArguments,

    /// Draw with plain ASCII characters
    #[arg(long)]
    ascii: bool,

    /// When to use colours; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,

    /// Also write the position to this file, in the game's own form, over what was there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ColorChoice {
    Auto,
    Always,
    Never,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    if arguments.save.as_deref() == Some(Path::new("-")) {
        bail!("--save needs the name of a file; the position's text is printed anyway");
    }
    let place = arguments.place.open(console)?;
    let (view, file) = place.game.visit(Look(&place))?;
    if let Some(path) = &arguments.save {
        files::write(path, file.as_bytes())?;
    }
    if arguments.json {
        console.write_json(&view)?;
    } else {
        let drawing = Drawing {
            ascii: arguments.ascii,
            color: match arguments.color {
                ColorChoice::Auto => console.output_in_color(),
                ColorChoice::Always => true,
                ColorChoice::Never => false,
            },
        };
        write_view(&mut *console.output, &view, drawing)?;
    }
    Ok(())
}

/// Looks at the position: what to say about it, and the content of a file with it.
struct Look<'place>(&'place Place);

impl GameVisitor for Look<'_> {
    type Output = Result<(View, String)>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let reached = self.0.reach(game)?;
        let file = game.write_file(&reached.position);
        Ok((View::of(game, &reached), file))
    }
}

fn write_view(output: &mut dyn Write, view: &View, drawing: Drawing) -> io::Result<()> {
    writeln!(output, "{}", drawing.draw(&view.board))?;
    let mut lines = vec![
        ("game", view.game.clone()),
        ("position", view.position.clone()),
    ];
    let legend = drawing.legend(&view.board, |side| view.sides.of(side).to_string());
    if !legend.is_empty() {
        lines.push(("legend", legend));
    }
    if !view.moves.is_empty() {
        lines.push(("played", view.moves_text.clone()));
    }
    match &view.outcome {
        Some(outcome) => lines.push(("outcome", outcome.sentence.clone())),
        None => {
            let side = view.side_to_move.to_string();
            lines.push((
                "to move",
                if side == view.side_name {
                    side
                } else {
                    format!("{} ({side})", view.side_name)
                },
            ));
            lines.push(("legal moves", view.legal_moves.to_string()));
        }
    }
    lines.extend(view.facts.iter().map(|(name, fact)| (*name, fact.clone())));
    let width = lines
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    for (name, text) in lines {
        writeln!(output, "{name:width$}  {text}")?;
    }
    Ok(())
}

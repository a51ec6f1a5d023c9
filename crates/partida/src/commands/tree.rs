//! `partida tree`: what a search looked at, as a drawing.

use super::best::refuse_finished;
use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use crate::place::{Place, PlaceArguments};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use game::{Notation, Playable};
use games::GameVisitor;
use players::{Player, Request};
use report::{StatisticsTable, TreeView, ViewLimits};
use search::{Recorder, Report, Statistics};
use serde::Serialize;

/// So many nodes are kept while the search runs: enough to choose from what to show.
const RECORDED_NODES: usize = 200_000;

/// Draw the tree of a player's search, or count it level by level
///
/// Boxes are MAX nodes, where the side to move at the root moves; ellipses are MIN nodes. Each has the
/// move that led to it, its value for that side, and the alpha-beta window if there is one; the chosen
/// line is coloured. Grey nodes say how many moves were cut, are symmetric to others or were dropped, and
/// how many nodes are not shown. Where a search deepens ply by ply, the tree is that of its last complete
/// depth.
///
/// JSON (with --format json): {game, position, max, min, unit, visited, shown, nodes: [{id, parent, move, ply,
/// kind, value, number, bound, window, reason, chosen_line, cut, mirrored, dropped, hidden}]}; with --stats
/// too, {tree, statistics}. With --stats alone: the table, or with --format json {levels: [{level, nodes,
/// leaves, most_children, fewest_children, mean_children, cuts, table_hits, symmetric}], total}.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tree bricks:2 minimax | dot -Tpng > tree.png"
    "partida tree connect h2:depth=4 --format svg > tree.svg"
    "partida tree bricks:4 alphabeta:cut=one-sided,eval=final --stats"
    "partida tree fuga:7 h2 --format json --max-nodes 50 --max-depth 2"
})]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: PlaceArguments,

    /// The player, such as alphabeta:depth=3; `partida players GAME` lists them all
    #[arg(value_name = "PLAYER")]
    player: String,

    /// How to write the tree: for Graphviz, as data, or as a picture; without it, and without
    /// --stats, for Graphviz
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,

    /// Show at most so many nodes, and the chosen line
    #[arg(long, value_name = "NODES", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_nodes: u32,

    /// Show nothing deeper than this, but for the chosen line
    #[arg(long, value_name = "PLIES")]
    max_depth: Option<u32>,

    /// Count the nodes of each level, their children, leaves, cuts and table hits
    #[arg(long)]
    stats: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Dot,
    Json,
    Svg,
}

/// The tree and its figures as one document.
#[derive(Debug, Serialize)]
struct Both {
    tree: TreeView,
    statistics: StatisticsTable,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let place = arguments.place.open(console)?;
    let (tree, statistics) = place.game.visit(Grow {
        arguments,
        place: &place,
        console,
    })?;
    let output = &mut console.output;
    match (arguments.format, arguments.stats) {
        (None, true) => write!(output, "{statistics}")?,
        (Some(Format::Json), true) => console.write_json(&Both { tree, statistics })?,
        (Some(Format::Json), false) => console.write_json(&tree)?,
        (Some(Format::Svg), stats) => {
            write!(output, "{}", tree.to_svg())?;
            note_statistics(console, stats, &statistics);
        }
        (Some(Format::Dot) | None, stats) => {
            write!(output, "{}", tree.to_dot())?;
            note_statistics(console, stats, &statistics);
        }
    }
    Ok(())
}

/// The figures beside a drawing, which has the standard output for itself.
fn note_statistics(console: &mut Console<'_>, wanted: bool, statistics: &StatisticsTable) {
    if wanted {
        console.note(statistics.to_string().trim_end());
    }
}

struct Grow<'run, 'streams> {
    arguments: &'run Arguments,
    place: &'run Place,
    console: &'run mut Console<'streams>,
}

impl GameVisitor for Grow<'_, '_> {
    type Output = Result<(TreeView, StatisticsTable)>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = self.place.reach(game)?.position;
        let mut player = Player::read(game, &self.arguments.player, &LocalFiles)?;
        if !player.can_be_watched() {
            bail!(
                "{} has no tree to show: minimax, alphabeta and their relatives do",
                player.text()
            );
        }
        refuse_finished(game, &position)?;
        let mut watch = (
            Statistics::default(),
            Recorder::new(RECORDED_NODES, self.arguments.max_depth),
        );
        let decision = player.choose(
            game,
            &position,
            &mut Request {
                stop: Some(self.console.interrupt.listen()),
                watch: Some(&mut watch),
                ..Request::default()
            },
        )?;
        let Some(report) = decision.report.filter(|report| report.depth > 0) else {
            bail!("the search was stopped before it had completed any depth");
        };
        let (statistics, recorder) = watch;
        let limits = ViewLimits {
            max_nodes: self.arguments.max_nodes as usize,
            max_depth: self.arguments.max_depth,
        };
        let tree = view(game, &position, recorder, &report, &limits);
        Ok((tree, StatisticsTable::new(&statistics)))
    }
}

/// What was recorded of a search, ready to be drawn.
pub(crate) fn view<G: Notation>(
    game: &G,
    position: &G::Position,
    recorder: Recorder<G::Move>,
    report: &Report<G::Move>,
    limits: &ViewLimits,
) -> TreeView {
    let line = report.lines.first().map_or(&[][..], |line| &line.moves);
    let tree = recorder.into_tree();
    TreeView::new(game, position, &tree, line, report.unit, limits)
}

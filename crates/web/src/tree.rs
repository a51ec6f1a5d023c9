//! The tree that a search visits, to look at and to step through.

use crate::board::Line;
use crate::problem::Problem;
use game::Playable;
use games::{GameVisitor, NoFiles};
use players::{Player, Request, Spec};
use report::{StatisticsTable, TreeView, ViewLimits};
use search::{Recorder, Statistics};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use utoipa::ToSchema;

/// So many nodes are kept while the search runs: enough to choose from what to show.
const RECORDED_NODES: usize = 200_000;

/// A search whose tree somebody wants to see.
#[derive(Debug, Clone)]
pub(crate) struct Growth {
    pub(crate) line: Line,
    pub(crate) player: String,
    pub(crate) most_nodes: usize,
}

/// A tree and its figures; names of fields are names in JSON.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GrownView {
    /// The canonical text of the player that searched.
    player: String,
    pub(crate) tree: TreeView,
    statistics: StatisticsTable,
}

impl Growth {
    /// Makes sure that there is something to see.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        self.line.open()?.visit(Check { growth: self })
    }

    /// Searches. It must not be limited by time: that would be another search.
    pub(crate) fn run(&self, stop: &Arc<AtomicBool>) -> Result<GrownView, Problem> {
        self.line.open()?.visit(Grow { growth: self, stop })
    }
}

struct Check<'work> {
    growth: &'work Growth,
}

impl GameVisitor for Check<'_> {
    type Output = Result<(), Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let spec = Spec::read(game, &self.growth.player, &NoFiles)
            .map_err(|error| Problem::from(error).about("player"))?;
        let player = Player::new(game, &spec).filter(|_| !spec.is_process());
        if !player.is_some_and(|player| player.can_be_watched()) {
            let sentence = "it has no tree to show: minimax, alphabeta and their relatives do";
            return Err(Problem::wrong(sentence).about("player"));
        }
        let played = self.growth.line.play(game)?;
        match game.outcome(&played.position) {
            Some(_) => Err(Problem::conflict("the game is over")),
            None => Ok(()),
        }
    }
}

struct Grow<'work> {
    growth: &'work Growth,
    stop: &'work Arc<AtomicBool>,
}

impl GameVisitor for Grow<'_> {
    type Output = Result<GrownView, Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = self.growth.line.play(game)?.position;
        let mut player = Player::parse(game, &self.growth.player)?;
        let mut watch = (Statistics::default(), Recorder::new(RECORDED_NODES, None));
        let decision = player.choose(
            game,
            &position,
            &mut Request {
                stop: Some(Arc::clone(self.stop)),
                watch: Some(&mut watch),
                ..Request::default()
            },
        );
        let report = decision.ok().and_then(|decision| decision.report);
        let Some(report) = report.filter(|report| report.depth > 0) else {
            return Err(Problem::conflict(
                "the tree is too large to be searched in time; choose a smaller depth",
            ));
        };
        let (statistics, recorder) = watch;
        let line = report.lines.first().map_or(&[][..], |line| &line.moves);
        let limits = ViewLimits {
            max_nodes: self.growth.most_nodes,
            max_depth: None,
        };
        let tree = recorder.into_tree();
        Ok(GrownView {
            player: player.text().to_string(),
            tree: TreeView::new(game, &position, &tree, line, report.unit, &limits),
            statistics: StatisticsTable::new(&statistics),
        })
    }
}

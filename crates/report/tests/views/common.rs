//! Searches to be drawn.

use game::arguments::NoFiles;
use game::random::Seed;
use game::{ByOutcome, Playable, play_text};
use games::{GameVisitor, parse_game};
use report::{StatisticsTable, TreeView, ViewLimits};
use search::{Limits, Options, Recorder, Searcher, Statistics};

/// A search and how much of it is recorded.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) game: &'static str,
    pub(crate) moves: &'static str,
    pub(crate) options: Options,
    pub(crate) depth: Option<u32>,
    pub(crate) unit: i32,
    pub(crate) recorded_nodes: usize,
    pub(crate) recorded_depth: Option<u32>,
}

impl Case {
    pub(crate) fn new(game: &'static str, depth: Option<u32>, options: Options) -> Case {
        Case {
            game,
            moves: "",
            options,
            depth,
            unit: 1,
            recorded_nodes: usize::MAX,
            recorded_depth: None,
        }
    }

    /// The view within each of the limits, and the table.
    pub(crate) fn views(&self, limits: &[ViewLimits]) -> (Vec<TreeView>, StatisticsTable) {
        let game = parse_game(self.game, &NoFiles).expect("a game");
        game.visit(Search { case: self, limits })
    }

    pub(crate) fn view(&self, max_nodes: usize) -> TreeView {
        let limits = ViewLimits {
            max_nodes,
            max_depth: None,
        };
        let (mut views, _) = self.views(&[limits]);
        views.pop().expect("one for each of the limits")
    }
}

struct Search<'case> {
    case: &'case Case,
    limits: &'case [ViewLimits],
}

impl GameVisitor for Search<'_> {
    type Output = (Vec<TreeView>, StatisticsTable);

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let case = self.case;
        let mut position = game.start();
        play_text(game, &mut position, case.moves).expect("legal moves");
        let recorder = Recorder::new(case.recorded_nodes, case.recorded_depth);
        let mut watchers = (recorder, Statistics::default());
        let limits = Limits {
            depth: case.depth,
            ..Limits::default()
        };
        let report = Searcher::new(case.options.clone(), Seed(3)).search(
            game,
            &ByOutcome,
            &position,
            &limits,
            &mut watchers,
            &mut |_| {},
        );
        let (recorder, statistics) = watchers;
        let tree = recorder.into_tree();
        let line = report.lines.first().map_or(&[][..], |line| &line.moves);
        let views = self.limits.iter().map(|limits| {
            let view = TreeView::new(game, &position, &tree, line, case.unit, limits);
            assert_eq!(view.visited, tree.visited());
            assert_eq!(view.visited, statistics.nodes());
            // The line is there to its end, move by move.
            let on_line = view.nodes.iter().filter(|node| node.chosen_line);
            let mut texts = on_line.filter_map(|node| node.chosen.as_deref());
            let mut along = position.clone();
            for &chosen in line {
                assert_eq!(texts.next(), Some(&*game.write_move(&along, chosen)));
                game.play(&mut along, chosen);
            }
            assert_eq!(texts.next(), None);
            view
        });
        (views.collect(), StatisticsTable::new(&statistics))
    }
}

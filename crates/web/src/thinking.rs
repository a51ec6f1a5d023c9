//! Searches that the page asks for: a move of a machine, or an analysis that goes deeper as long as somebody looks.

use crate::board::{Line, MoveView, Played, number};
use crate::problem::Problem;
use game::{Playable, Score};
use games::{GameVisitor, NoFiles};
use players::{History, MoveLimits, Player, Request, Spec};
use search::{Clock, Report};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// A machine's turn.
#[derive(Debug, Clone)]
pub(crate) struct Thinking {
    pub(crate) line: Line,
    pub(crate) player: String,
    pub(crate) seed: u64,
    pub(crate) time: Duration,
    /// What it has left for the rest of its game.
    pub(crate) clock: Option<Clock>,
}

/// The move that a machine chooses and what it took, or why it has none.
pub(crate) fn choose(
    thinking: &Thinking,
    stop: &Arc<AtomicBool>,
) -> Result<(String, Duration), String> {
    let game = thinking
        .line
        .open()
        .map_err(|_| "the game cannot be read".to_string())?;
    game.visit(Choose { thinking, stop })
}

struct Choose<'work> {
    thinking: &'work Thinking,
    stop: &'work Arc<AtomicBool>,
}

impl GameVisitor for Choose<'_> {
    type Output = Result<(String, Duration), String>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let Thinking {
            line,
            player,
            seed,
            time,
            clock,
        } = self.thinking;
        let began = Instant::now();
        let Ok(played) = line.play(game) else {
            return Err("the game cannot be played".to_string());
        };
        let mut player = Player::parse(game, player).map_err(|error| error.to_string())?;
        // Another one in each position, and the same whenever this one is asked for again.
        let seed = seed.wrapping_add(line.moves.len() as u64);
        player
            .new_game(game, seed)
            .map_err(|failure| failure.to_string())?;
        let decision = player.choose(
            game,
            &played.position,
            &mut Request {
                stop: Some(Arc::clone(self.stop)),
                clock: *clock,
                limits: MoveLimits {
                    time: Some(*time),
                    ..MoveLimits::default()
                },
                history: Some(History {
                    from: &played.from,
                    moves: &played.moves,
                }),
                deadline: Some(*time),
                ..Request::default()
            },
        );
        match decision {
            Ok(decision) => match decision.chosen {
                Some(chosen) => Ok((game.write_move(&played.position, chosen), began.elapsed())),
                None => Err("it found no move".to_string()),
            },
            Err(failure) => Err(failure.to_string()),
        }
    }
}

/// Something to be looked at more and more deeply.
#[derive(Debug, Clone)]
pub(crate) struct Analysis {
    pub(crate) line: Line,
    pub(crate) player: String,
    pub(crate) lines: usize,
    pub(crate) time: Duration,
}

/// How far an analysis has come; names of fields are names in JSON.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AnalysisView {
    depth: u32,
    nodes: u64,
    milliseconds: u64,
    /// Whether the values are certain.
    proven: bool,
    /// Whether this is the last word.
    finished: bool,
    /// Who is to move, and whom the values are for: 0 or 1.
    to_move: u8,
    lines: Vec<LineView>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct LineView {
    /// For people: `win in 5`, `+3.2`.
    text: String,
    /// For the side to move, in units of the evaluator; absent for wins and losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss_in: Option<u32>,
    moves: Vec<MoveView>,
}

impl Analysis {
    /// Makes sure that it can be done.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        self.line.open()?.visit(CheckAnalysis { analysis: self })
    }

    /// Tells of each depth, and at last what it came to.
    pub(crate) fn run(&self, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(AnalysisView)) {
        if let Ok(game) = self.line.open() {
            game.visit(Analyse {
                analysis: self,
                stop,
                tell,
            });
        }
    }
}

struct CheckAnalysis<'work> {
    analysis: &'work Analysis,
}

impl GameVisitor for CheckAnalysis<'_> {
    type Output = Result<(), Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let spec = Spec::read(game, &self.analysis.player, &NoFiles)?;
        if spec.is_process() {
            return Err(Problem::forbidden("outside programs do not analyse here"));
        }
        let played = self.analysis.line.play(game)?;
        match game.outcome(&played.position) {
            Some(_) => Err(Problem::conflict("the game is over")),
            None => Ok(()),
        }
    }
}

struct Analyse<'work> {
    analysis: &'work Analysis,
    stop: &'work Arc<AtomicBool>,
    tell: &'work mut dyn FnMut(AnalysisView),
}

impl GameVisitor for Analyse<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let Ok(played) = self.analysis.line.play(game) else {
            return;
        };
        let Played {
            from,
            position,
            moves,
        } = &played;
        let Ok(mut player) = Player::parse(game, &self.analysis.player) else {
            return;
        };
        let view = |report: &Report<G::Move>, proven, finished| AnalysisView {
            depth: report.depth,
            nodes: report.nodes,
            milliseconds: report.time.as_millis() as u64,
            proven,
            finished,
            to_move: number(game.side_to_move(position)),
            lines: report
                .lines
                .iter()
                .map(|line| LineView::new(game, position, line, report.unit))
                .collect(),
        };
        let tell = self.tell;
        let decision = player.choose(
            game,
            position,
            &mut Request {
                stop: Some(Arc::clone(self.stop)),
                lines: self.analysis.lines,
                limits: MoveLimits {
                    time: Some(self.analysis.time),
                    ..MoveLimits::default()
                },
                progress: &mut |report| tell(view(report, false, false)),
                history: Some(History { from, moves }),
                ..Request::default()
            },
        );
        if let Ok(decision) = decision
            && let Some(report) = &decision.report
        {
            tell(view(report, decision.is_proven, true));
        }
    }
}

impl LineView {
    fn new<G: Playable>(
        game: &G,
        position: &G::Position,
        line: &search::Line<G::Move>,
        unit: i32,
    ) -> LineView {
        let score: Score = line.score;
        let [win_in, loss_in] = [score.plies_to_win(), score.plies_to_loss()];
        let is_value = win_in.is_none() && loss_in.is_none();
        LineView {
            text: score.in_units(unit).to_string(),
            value: is_value.then(|| f64::from(score.as_i32()) / f64::from(unit)),
            win_in,
            loss_in,
            moves: MoveView::line(game, position, &line.moves),
        }
    }
}

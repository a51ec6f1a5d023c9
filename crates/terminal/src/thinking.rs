//! Machines at work: each has a thread of its own in which it thinks about one position at a time, and what it finds
//! comes as news. Whoever drops the [`Thinking`] no longer wants it, and the search stops.

use game::Playable;
use game::text::TextError;
use games::Files;
use players::{History, MoveLimits, Player, Request, Spec};
use search::{Clock, Line, Report};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

/// What a search has found so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Insight {
    pub(crate) depth: u32,
    /// For the side to move: `win in 5`, `+3.2`.
    pub(crate) value: String,
    /// How the game would go on.
    pub(crate) line: Vec<String>,
}

/// What a machine has decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) chosen: String,
    /// What it is charged for it.
    pub(crate) took: Duration,
    pub(crate) insight: Option<Insight>,
}

/// What comes from a machine at work.
#[derive(Debug)]
pub(crate) enum News {
    /// It has looked deeper.
    Insight(Insight),
    /// It has decided, or it cannot.
    Done(Result<Answer, String>),
}

/// A machine at work on one position.
#[derive(Debug)]
pub(crate) struct Thinking {
    stop: Arc<AtomicBool>,
    news: Receiver<News>,
}

impl Thinking {
    /// Work, the flag that stops it, and where its news go.
    pub(crate) fn begin() -> (Thinking, Arc<AtomicBool>, Sender<News>) {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, news) = channel();
        let thinking = Thinking {
            stop: Arc::clone(&stop),
            news,
        };
        (thinking, stop, sender)
    }

    /// What has come, if anything. A machine that is gone without a word has failed.
    pub(crate) fn look(&self) -> Option<News> {
        match self.news.try_recv() {
            Ok(news) => Some(news),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(News::Done(Err(FAILED.to_string()))),
        }
    }

    /// Waits for the decision.
    pub(crate) fn wait(&self, leave: &AtomicBool) -> Result<Answer, String> {
        loop {
            match self.news.recv_timeout(BETWEEN_LOOKS) {
                Ok(News::Insight(_)) => {}
                Ok(News::Done(answer)) => return answer,
                Err(RecvTimeoutError::Timeout) if leave.load(Ordering::Relaxed) => {
                    return Err(FAILED.to_string());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(FAILED.to_string()),
            }
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

const FAILED: &str = "the search failed";
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// A position to think about, and how the answer comes back.
pub(crate) struct Task<G: Playable> {
    pub(crate) from: G::Position,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) position: G::Position,
    pub(crate) clock: Option<Clock>,
    pub(crate) time: Option<Duration>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) news: Sender<News>,
}

/// A machine in its thread, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Machine<G: Playable> {
    /// Its canonical text.
    pub(crate) text: String,
    tasks: Sender<Task<G>>,
}

impl<G: Playable> Machine<G> {
    /// A machine by its text.
    pub(crate) fn new(
        game: &G,
        text: &str,
        files: &dyn Files,
        seed: u64,
    ) -> Result<Machine<G>, TextError> {
        // Players stay in the thread that made them, so this one is only a trial.
        let text = Player::read(game, text, files)?.text().to_string();
        let spec = Spec::read(game, &text, files)?;
        let (tasks, waiting) = channel();
        let game = game.clone();
        thread::spawn(move || work(&game, &spec, seed, &waiting));
        Ok(Machine { text, tasks })
    }

    /// Has it think. If its thread is gone, the task's end of the news is too, which says enough.
    pub(crate) fn ask(&self, task: Task<G>) {
        let _ = self.tasks.send(task);
    }
}

/// Thinks about one task after the other. Nobody may be listening any more to what is told.
fn work<G: Playable>(game: &G, spec: &Spec, seed: u64, tasks: &Receiver<Task<G>>) {
    let Some(mut player) = Player::new(game, spec) else {
        return;
    };
    let ready = player.new_game(game, seed);
    while let Ok(task) = tasks.recv() {
        if let Err(failure) = &ready {
            let _ = task.news.send(News::Done(Err(failure.to_string())));
            continue;
        }
        if !task.stop.load(Ordering::Relaxed) {
            let answer = answer(game, &mut player, &task);
            let _ = task.news.send(News::Done(answer));
        }
    }
}

fn answer<G: Playable>(game: &G, player: &mut Player<G>, task: &Task<G>) -> Result<Answer, String> {
    let stopwatch = player.stopwatch();
    let decision = player.choose(
        game,
        &task.position,
        &mut Request {
            stop: Some(Arc::clone(&task.stop)),
            clock: task.clock,
            limits: MoveLimits {
                time: task.time,
                ..MoveLimits::default()
            },
            progress: &mut |report| {
                if let Some(insight) = insight(game, &task.position, report) {
                    let _ = task.news.send(News::Insight(insight));
                }
            },
            history: Some(History {
                from: &task.from,
                moves: &task.moves,
            }),
            ..Request::default()
        },
    );
    let took = player.charge(&stopwatch);
    let decision = decision.map_err(|failure| failure.to_string())?;
    let chosen = decision.chosen.ok_or("it found no move")?;
    let report = decision.report.as_ref();
    Ok(Answer {
        chosen: game.write_move(&task.position, chosen),
        took,
        insight: report.and_then(|report| insight(game, &task.position, report)),
    })
}

fn insight<G: Playable>(
    game: &G,
    position: &G::Position,
    report: &Report<G::Move>,
) -> Option<Insight> {
    let Line { score, moves } = report.lines.first()?;
    let mut position = position.clone();
    let line = moves.iter().map(|&chosen| {
        let text = game.write_move(&position, chosen);
        game.play(&mut position, chosen);
        text
    });
    Some(Insight {
        depth: report.depth,
        value: score.in_units(report.unit).to_string(),
        line: line.collect(),
    })
}

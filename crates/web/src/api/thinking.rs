//! What machines think.

use super::{App, Path, Query};
use crate::board::{Line, MoveView};
use crate::engine::Purpose;
use crate::exact::{Exact, ExactView};
use crate::problem::{Problem, ProblemView};
use crate::thinking::{Analysis, AnalysisView, Thinking, choose};
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};

/// Who analyses unless somebody else is asked for.
const ANALYST: &str = "engine";
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);
/// How long a review looks at each position unless it is told otherwise, and at most.
const REVIEW: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(5)];
/// How long a solver may take unless it is told otherwise.
const SOLVER: Duration = Duration::from_secs(10);
/// So many events may be on their way to a slow client.
const ON_THE_WAY: usize = 16;
/// No position has more moves.
const MOST_LEGAL_MOVES: usize = 20_000;

/// Where events go.
type Sender = mpsc::Sender<Event>;

/// Ends the work when nobody listens any more.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What some work tells of, so many events at a time, and `end` behind it, or `busy`.
fn events<W>(most: usize, work: impl FnOnce(Sender) -> W) -> Response
where
    W: Future<Output = Result<(), Problem>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(most);
    let work = work(sender.clone());
    let task = tokio::spawn(async move {
        let name = match work.await {
            Ok(()) => "end",
            Err(_) => "busy",
        };
        let _ = sender.send(Event::default().event(name).data("{}")).await;
    });
    let guard = AbortOnDrop(task.abort_handle());
    let events = ReceiverStream::new(receiver).map(move |event| {
        let _ = &guard;
        Ok::<Event, Infallible>(event)
    });
    Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// An event with a document.
fn event(name: &str, view: &impl Serialize) -> Option<Event> {
    let json = serde_json::to_string(view).ok()?;
    Some(Event::default().event(name).data(json))
}

/// A game as it stands behind a question mark.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LineQuery {
    /// The game's text.
    game: String,
    /// Where it begins, if that is not the start.
    position: Option<String>,
    /// With spaces between them.
    #[serde(default)]
    moves: String,
    /// How long it may take, in seconds; for a review, each position.
    seconds: Option<f64>,
}

impl LineQuery {
    fn line(&self) -> Line {
        Line {
            game: self.game.clone(),
            position: self.position.clone(),
            moves: self.moves.split_whitespace().map(str::to_string).collect(),
        }
    }

    fn time(&self, usual: Duration, most: Duration) -> Result<Duration, Problem> {
        parse_time(self.seconds, usual, most)
    }
}

fn parse_time(seconds: Option<f64>, usual: Duration, most: Duration) -> Result<Duration, Problem> {
    let Some(seconds) = seconds else {
        return Ok(usual.min(most));
    };
    let time = Duration::try_from_secs_f64(seconds);
    let wrong =
        |_| Problem::wrong("seconds must be a number that is not negative").about("seconds");
    Ok(time.map_err(wrong)?.min(most))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysisQuery {
    /// The game's text.
    game: String,
    /// Where it begins, if that is not the start.
    position: Option<String>,
    /// With spaces between them.
    #[serde(default)]
    moves: String,
    /// Who analyses, as a player's text.
    player: Option<String>,
    /// How many lines: up to 10.
    lines: Option<usize>,
    /// How long, in seconds.
    seconds: Option<f64>,
}

/// Analyses a position, depth by depth.
#[utoipa::path(
    get, path = "/api/analysis", tag = "thinking", params(AnalysisQuery),
    responses(
        (status = 200, description = "Events named `analysis`, then `end`; or `busy`", body = AnalysisView, content_type = "text/event-stream"),
        (status = "4XX", body = ProblemView),
    ),
)]
pub(super) async fn analysis(
    State(app): State<App>,
    Query(query): Query<AnalysisQuery>,
) -> Result<Response, Problem> {
    let most = app.config.most_time;
    let analysis = Analysis {
        line: Line {
            game: query.game,
            position: query.position,
            moves: query.moves.split_whitespace().map(str::to_string).collect(),
        },
        player: query.player.unwrap_or_else(|| ANALYST.to_string()),
        lines: query.lines.unwrap_or(1).clamp(1, 10),
        time: parse_time(query.seconds, most, most)?,
    };
    analysis.check()?;
    Ok(events(ON_THE_WAY, |sender| async move {
        let work = app.engine.run(Purpose::Analysis, most, move |stop| {
            analysis.run(&stop, &mut |view| {
                // Of several depths a slow client gets some.
                event("analysis", &view).map(|event| sender.try_send(event));
            });
        });
        work.await
    }))
}

/// What a review says of a position.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewView {
    /// After so many moves.
    plies: usize,
    #[serde(flatten)]
    found: AnalysisView,
}

/// Looks at each position of a game, from its end to its beginning, for some time.
#[utoipa::path(
    get, path = "/api/review", tag = "thinking", params(LineQuery),
    responses(
        (status = 200, description = "Events named `review`, then `end`; or `busy`", body = ReviewView, content_type = "text/event-stream"),
        (status = "4XX", body = ProblemView),
    ),
)]
pub(super) async fn review(
    State(app): State<App>,
    Query(query): Query<LineQuery>,
) -> Result<Response, Problem> {
    let [usual, most] = REVIEW;
    let time = query.time(usual, most)?;
    let line = query.line();
    let is_over = line.look()?.outcome.is_some();
    // What is behind the last move may need no look.
    let last = line.moves.len() + 1 - usize::from(is_over);
    Ok(events(ON_THE_WAY, |sender| async move {
        // The end is understood best, and what is wrong is found there most often.
        for plies in (0..last).rev() {
            let mut line = line.clone();
            line.moves.truncate(plies);
            let analysis = Analysis {
                line,
                player: ANALYST.to_string(),
                lines: 1,
                time,
            };
            let work = app.engine.run(Purpose::Analysis, most, move |stop| {
                let mut found = None;
                analysis.run(&stop, &mut |view| found = Some(view));
                found
            });
            let view = work.await?.map(|found| ReviewView { plies, found });
            if let Some(event) = view.and_then(|view| event("review", &view)) {
                // Nobody holds a place while a slow client reads.
                let _ = sender.send(event).await;
            }
        }
        Ok(())
    }))
}

/// What every move is worth, exactly, as far as a solver finds out in time.
#[utoipa::path(
    get, path = "/api/exact", tag = "thinking", params(LineQuery),
    responses(
        (status = 200, description = "Events named `exact`, one for each move of which something is proven, then `end`; or `busy`", body = ExactView, content_type = "text/event-stream"),
        (status = "4XX", body = ProblemView),
    ),
)]
pub(super) async fn exact(
    State(app): State<App>,
    Query(query): Query<LineQuery>,
) -> Result<Response, Problem> {
    let most = app.config.most_time;
    let exact = Exact {
        line: query.line(),
        time: query.time(SOLVER, most)?,
    };
    exact.check()?;
    // None may be left out.
    Ok(events(MOST_LEGAL_MOVES, |sender| async move {
        let work = app.engine.run(Purpose::Analysis, most, move |stop| {
            exact.run(&stop, &mut |view| {
                event("exact", &view).map(|event| sender.try_send(event));
            });
        });
        work.await
    }))
}

/// A good move for whoever is to move.
#[utoipa::path(
    post, path = "/api/tables/{id}/hint", tag = "thinking",
    params(("id" = String, Path, description = "The name of a table")),
    responses((status = 200, body = MoveView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<MoveView>, Problem> {
    let table = app.tables.find(&id).await?.table().await;
    let seen = table.line.look()?;
    if seen.to_move.is_none() || table.end.is_some() {
        return Err(Problem::conflict("the game is over"));
    }
    let thinking = Thinking {
        line: table.line,
        player: ANALYST.to_string(),
        seed: 0,
        time: HINT.min(app.config.most_time),
        clock: None,
    };
    let work = app
        .engine
        .run(Purpose::Move, app.config.most_time, move |stop| {
            choose(&thinking, &stop)
        });
    let (text, _) = work.await?.map_err(Problem::wrong)?;
    let found = seen.legal.into_iter().find(|it| it.text == text);
    found
        .map(Json)
        .ok_or_else(|| Problem::wrong("there is no move"))
}

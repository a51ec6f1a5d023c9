//! What machines think.

use super::{App, Path, Query};
use crate::board::{Line, MoveView};
use crate::problem::Problem;
use crate::thinking::{Analysis, Thinking, choose};
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

/// Who analyses unless somebody else is asked for.
const ANALYST: &str = "engine";
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(1);
/// So many views may be on their way to a slow client; more are left out.
const ON_THE_WAY: usize = 16;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysisQuery {
    game: String,
    position: Option<String>,
    /// With spaces between them.
    #[serde(default)]
    moves: String,
    player: Option<String>,
    /// How many lines.
    lines: Option<usize>,
    /// How long, in seconds.
    seconds: Option<f64>,
}

/// Ends the work when nobody listens any more.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Analyses a position, depth by depth.
pub(super) async fn analysis(
    State(app): State<App>,
    Query(query): Query<AnalysisQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let most = app.config.most_time;
    let time = match query.seconds {
        None => most,
        Some(seconds) => Duration::try_from_secs_f64(seconds)
            .map_err(|_| Problem::wrong("seconds must be a number that is not negative"))?
            .min(most),
    };
    let analysis = Analysis {
        line: Line {
            game: query.game,
            position: query.position,
            moves: query.moves.split_whitespace().map(str::to_string).collect(),
        },
        player: query.player.unwrap_or_else(|| ANALYST.to_string()),
        lines: query.lines.unwrap_or(1).clamp(1, 10),
        time,
    };
    analysis.check()?;
    let (sender, receiver) = mpsc::channel(ON_THE_WAY);
    let work = tokio::spawn(async move {
        let last = sender.clone();
        let done = app.engine.run(move |stop| {
            analysis.run(&stop, &mut |view| {
                let Ok(json) = serde_json::to_string(&view) else {
                    return;
                };
                // Of several depths a slow client gets the last ones.
                let _ = sender.try_send(Event::default().event("analysis").data(json));
            });
        });
        let end = match done.await {
            Ok(()) => Event::default().event("end").data("{}"),
            Err(_) => Event::default().event("busy").data("{}"),
        };
        let _ = last.send(end).await;
    });
    let guard = AbortOnDrop(work.abort_handle());
    let events = ReceiverStream::new(receiver).map(move |event| {
        let _ = &guard;
        Ok(event)
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// A good move for whoever is to move.
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
    };
    let chosen = app.engine.run(move |stop| choose(&thinking, &stop)).await?;
    let text = chosen.map_err(Problem::wrong)?;
    let found = seen.legal.into_iter().find(|it| it.text == text);
    found
        .map(Json)
        .ok_or_else(|| Problem::wrong("there is no move"))
}

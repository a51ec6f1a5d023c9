//! Tournaments and tunings.

use super::{App, Json as Sent, Path, Query};
use crate::problem::{Problem, ProblemView};
use crate::runs::{Kind, NewRun, OptionView, RunView};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::{IntoParams, ToSchema};

/// How often to look at what runs.
const BETWEEN_LOOKS: Duration = Duration::from_millis(700);
/// A report has its styles in itself, and nothing else.
const REPORT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/// The options of new runs.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FormsView {
    tournament: Vec<OptionView>,
    tuning: Vec<OptionView>,
}

/// What can be chosen for new tournaments and tunings: what the command line takes.
#[utoipa::path(
    get, path = "/api/run-options", tag = "runs",
    responses((status = 200, body = FormsView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn options(State(app): State<App>) -> Result<Json<FormsView>, Problem> {
    Ok(Json(FormsView {
        tournament: app.runs.options(Kind::Tournament)?,
        tuning: app.runs.options(Kind::Tuning)?,
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct FileQuery {
    /// The game's text.
    game: String,
    /// Whose numbers are tuned.
    player: String,
    /// Whom it plays against; if it is not said, itself.
    against: Option<String>,
    /// How.
    method: Option<String>,
    /// Games in all.
    budget: Option<u64>,
    /// Which sides it plays: both, first or second.
    sides: Option<String>,
}

/// The file of a tuning, to start from.
#[utoipa::path(
    get, path = "/api/tuning-file", tag = "runs", params(FileQuery),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn file(
    State(app): State<App>,
    Query(query): Query<FileQuery>,
) -> Result<Response, Problem> {
    let mut words = vec!["tune".to_string(), "new".to_string()];
    let budget = query.budget.map(|budget| budget.to_string());
    for (name, value) in [
        ("against", query.against),
        ("method", query.method),
        ("budget", budget),
        ("sides", query.sides),
    ] {
        let value = value.filter(|value| !value.trim().is_empty());
        words.extend(value.map(|value| format!("--{name}={}", value.trim())));
    }
    words.extend(["--".to_string(), query.game, query.player]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = app.runs.ask(&words, "").await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// How the cluster stands that plays the games, as `partida cluster status --json` says it; `null` if there is none.
#[utoipa::path(
    get, path = "/api/cluster", tag = "runs",
    responses((status = 200, body = Option<Object>), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn cluster(State(app): State<App>) -> Result<Json<Option<Value>>, Problem> {
    Ok(Json(app.runs.cluster().await?))
}

/// All tournaments and tunings of the store.
#[utoipa::path(
    get, path = "/api/runs", tag = "runs",
    responses((status = 200, body = Vec<RunView>), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<RunView>>, Problem> {
    Ok(Json(app.runs.list().await?))
}

/// Starts a tournament or a tuning.
#[utoipa::path(
    post, path = "/api/runs", tag = "runs", request_body = NewRun,
    responses((status = 201, body = RunView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn start(
    State(app): State<App>,
    Sent(new): Sent<NewRun>,
) -> Result<(StatusCode, Json<RunView>), Problem> {
    Ok((StatusCode::CREATED, Json(app.runs.start(&new).await?)))
}

/// A tournament or a tuning, with its table.
#[utoipa::path(
    get, path = "/api/runs/{kind}/{name}", tag = "runs",
    params(("kind" = Kind, Path), ("name" = String, Path)),
    responses((status = 200, body = RunView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn show(
    State(app): State<App>,
    Path((kind, name)): Path<(Kind, String)>,
) -> Result<Json<RunView>, Problem> {
    Ok(Json(app.runs.show(kind, &name).await?))
}

/// Forgets one.
#[utoipa::path(
    delete, path = "/api/runs/{kind}/{name}", tag = "runs",
    params(("kind" = Kind, Path), ("name" = String, Path)),
    responses((status = 204), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn delete(
    State(app): State<App>,
    Path((kind, name)): Path<(Kind, String)>,
) -> Result<StatusCode, Problem> {
    app.runs.delete(kind, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is done with one that is there.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "action")]
pub(super) enum Change {
    /// Stops it; everything that was played is kept.
    Stop,
    /// Goes on with it, so many games at a time; if that is not said, as many as there are processors.
    Resume {
        #[serde(default)]
        workers: Option<u16>,
    },
    /// Changes how many games of a tournament are played at a time.
    Workers { count: u16 },
}

/// Stops one, goes on with it, or changes how many games are played at a time.
#[utoipa::path(
    post, path = "/api/runs/{kind}/{name}", tag = "runs", request_body = Change,
    params(("kind" = Kind, Path), ("name" = String, Path)),
    responses((status = 200, body = RunView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn change(
    State(app): State<App>,
    Path((kind, name)): Path<(Kind, String)>,
    Sent(change): Sent<Change>,
) -> Result<Json<RunView>, Problem> {
    match (change, kind) {
        (Change::Stop, _) => drop(app.runs.stop(kind, &name).await?),
        (Change::Resume { workers }, _) => drop(app.runs.resume(kind, &name, workers).await?),
        (Change::Workers { count }, Kind::Tournament) => app.runs.workers(&name, count).await?,
        (Change::Workers { .. }, Kind::Tuning) => {
            return Err(Problem::conflict(
                "only tournaments change that while they run",
            ));
        }
    }
    Ok(Json(app.runs.show(kind, &name).await?))
}

/// What happens, from what is seen now on until it does not run any more.
#[utoipa::path(
    get, path = "/api/runs/{kind}/{name}/events", tag = "runs",
    params(("kind" = Kind, Path), ("name" = String, Path)),
    responses(
        (status = 200, description = "Events named `run`, each with a whole run, then `end`", body = RunView, content_type = "text/event-stream"),
        (status = "4XX", body = ProblemView),
    ),
)]
pub(super) async fn events(
    State(app): State<App>,
    Path((kind, name)): Path<(Kind, String)>,
) -> Result<Response, Problem> {
    let mut last = app.runs.show(kind, &name).await?;
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let event = |view: &RunView| {
            let json = serde_json::to_string(view).unwrap_or_default();
            Event::default().event("run").data(json)
        };
        // Whoever is gone is not told any more.
        if sender.send(event(&last)).await.is_err() {
            return;
        }
        loop {
            let is_over = !app.runs.is_running(kind, &name);
            let Ok(view) = app.runs.show(kind, &name).await else {
                break;
            };
            if view != last {
                last = view;
                if sender.send(event(&last)).await.is_err() {
                    return;
                }
            }
            if is_over {
                break;
            }
            tokio::select! {
                () = tokio::time::sleep(BETWEEN_LOOKS) => {}
                () = sender.closed() => return,
            }
        }
        let _ = sender.send(Event::default().event("end").data("{}")).await;
    });
    let events = ReceiverStream::new(receiver).map(Ok::<Event, Infallible>);
    Ok(Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    /// Those of this player.
    player: Option<String>,
    /// Those of this round.
    round: Option<u32>,
    /// Only the first so many: up to 1000.
    most: Option<u32>,
}

/// The games of a tournament.
#[utoipa::path(
    get, path = "/api/tournaments/{name}/games", tag = "runs",
    params(("name" = String, Path), GamesQuery),
    responses((status = 200, body = Vec<Object>), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn games(
    State(app): State<App>,
    Path(name): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<Value>, Problem> {
    app.runs.show(Kind::Tournament, &name).await?;
    let mut words = vec![
        "records".to_string(),
        "list".to_string(),
        "--json".to_string(),
        format!("--tournament={name}"),
        format!("--most={}", query.most.unwrap_or(200).clamp(1, 1000)),
    ];
    words.extend(query.player.map(|player| format!("--player={player}")));
    words.extend(query.round.map(|round| format!("--round={round}")));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = app.runs.ask(&words, "").await?;
    let games = serde_json::from_str(&text).map_err(|_| Problem::wrong("the command failed"))?;
    Ok(Json(games))
}

/// One game of a tournament, with what its players said.
#[utoipa::path(
    get, path = "/api/tournaments/{name}/games/{number}", tag = "runs",
    params(("name" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = Object), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn game(
    State(app): State<App>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Json<Value>, Problem> {
    app.runs.show(Kind::Tournament, &name).await?;
    let game = format!("{name}/{number}");
    let words = ["records", "show", "--json", "--", &game];
    let game = serde_json::from_str(&app.runs.ask(&words, "").await?);
    Ok(Json(
        game.map_err(|_| Problem::wrong("the command failed"))?,
    ))
}

/// How games are written.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Format {
    Text,
    Json,
    Csv,
    /// A page about it all.
    Html,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportQuery {
    format: Format,
}

/// All games of a tournament for other programs; or a page about a tournament or a tuning.
#[utoipa::path(
    get, path = "/api/runs/{kind}/{name}/export", tag = "runs",
    params(("kind" = Kind, Path), ("name" = String, Path), ExportQuery),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn export(
    State(app): State<App>,
    Path((kind, name)): Path<(Kind, String)>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Problem> {
    app.runs.show(kind, &name).await?;
    let selected = format!("--tournament={name}");
    let (format, media, ending) = match (query.format, kind) {
        (Format::Html, _) => {
            let word = match kind {
                Kind::Tournament => "tournament",
                Kind::Tuning => "tune",
            };
            let page = app.runs.ask(&[word, "report", "--", &name], "").await?;
            let headers = [
                (CONTENT_TYPE, "text/html; charset=utf-8"),
                (CONTENT_SECURITY_POLICY, REPORT_POLICY),
            ];
            return Ok((headers, page).into_response());
        }
        (_, Kind::Tuning) => {
            return Err(Problem::conflict("only tournaments have games to export"));
        }
        (Format::Text, _) => ("text", "text/plain; charset=utf-8", "txt"),
        (Format::Json, _) => ("json", "application/x-ndjson", "jsonl"),
        (Format::Csv, _) => ("csv", "text/csv; charset=utf-8", "csv"),
    };
    let words = ["records", "export", "--format", format, &selected];
    let text = app.runs.ask(&words, "").await?;
    let file = format!("attachment; filename=\"games.{ending}\"");
    let headers = [
        (CONTENT_TYPE, media.to_string()),
        (CONTENT_DISPOSITION, file),
    ];
    Ok((headers, text).into_response())
}

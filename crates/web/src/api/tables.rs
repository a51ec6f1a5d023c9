//! Tables: set up, looked at, played at.

use super::{App, Json as Sent, Path, Query};
use crate::board::{Line, PositionView, SetUp};
use crate::clock::TableClock;
use crate::problem::{Problem, ProblemView};
use crate::sheet::{Pasted, ReadView, record_of};
use crate::tables::{HUMAN, Table, TableView};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use game::Playable;
use games::{GameVisitor, NoFiles};
use players::Spec;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewTable {
    game: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// Who plays the first and the second side: `human`, or a player's text.
    players: [String; 2],
    /// How much time each side has, and what is added after each move: `5m+3s`.
    #[serde(default)]
    clock: Option<String>,
}

/// Sets up a table.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = TableView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn create(
    State(app): State<App>,
    Sent(new): Sent<NewTable>,
) -> Result<(StatusCode, Json<TableView>), Problem> {
    let mut line = Line {
        game: new.game,
        position: new.position,
        moves: new.moves,
    };
    let programs = &app.config.programs;
    let players = line.open()?.visit(CheckPlayers {
        players: &new.players,
        programs,
    })?;
    let seen = line.look()?;
    // As they are written, whatever spelling was sent.
    line.game = seen.game;
    line.moves = seen.played.into_iter().map(|it| it.text).collect();
    let clock = match &new.clock {
        None => None,
        Some(text) => {
            let clock = TableClock::new(text, line.moves.len());
            Some(clock.map_err(|error| Problem::from(error).about("clock"))?)
        }
    };
    let view = app.tables.create(Table::new(line, players, clock)).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Reads players, and refuses programs that the server was not started with.
struct CheckPlayers<'request> {
    players: &'request [String; 2],
    programs: &'request [String],
}

impl GameVisitor for CheckPlayers<'_> {
    type Output = Result<[String; 2], Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let read = |text: &String| -> Result<String, Problem> {
            if text == HUMAN {
                return Ok(text.clone());
            }
            let spec = Spec::read(game, text, &NoFiles)?;
            if spec.is_process() {
                return match self.programs.contains(text) {
                    true => Ok(text.clone()),
                    false => Err(Problem::forbidden(
                        "outside programs play only if the server was started with exactly this text",
                    )),
                };
            }
            Ok(spec.to_string())
        };
        let [first, second] = self.players;
        Ok([
            read(first).map_err(|problem| problem.about("players.0"))?,
            read(second).map_err(|problem| problem.about("players.1"))?,
        ])
    }
}

/// A table in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ListedTable {
    id: String,
    created: String,
    game: String,
    players: [String; 2],
    plies: u64,
}

/// All tables.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables",
    responses((status = 200, body = Vec<ListedTable>), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<ListedTable>>, Problem> {
    let tables = app.tables.list().await?.into_iter();
    let listed = tables.map(|saved| ListedTable {
        id: saved.id,
        created: saved.created,
        game: saved.game,
        players: saved.players,
        plies: saved.plies,
    });
    Ok(Json(listed.collect()))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ShowQuery {
    /// After so many moves; all of them if it is not said.
    plies: Option<usize>,
}

/// A table.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path, description = "The name of a table"), ShowQuery),
    responses((status = 200, body = TableView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ShowQuery>,
) -> Result<Json<TableView>, Problem> {
    let table = app.tables.find(&id).await?.table().await;
    Ok(Json(table.view(query.plies.unwrap_or(usize::MAX))?))
}

/// Forgets a table.
#[utoipa::path(
    delete, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path, description = "The name of a table")),
    responses((status = 204), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.tables.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    text: String,
    /// How many moves had been played when it was chosen.
    plies: usize,
}

/// Plays a move.
#[utoipa::path(
    post, path = "/api/tables/{id}/moves", tag = "tables", params(("id" = String, Path, description = "The name of a table")), request_body = Move,
    responses((status = 200, body = TableView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(chosen): Sent<Move>,
) -> Result<Json<TableView>, Problem> {
    let live = app.tables.find(&id).await?;
    let change = |table: &mut Table| table.play(&chosen.text, chosen.plies, None);
    Ok(Json(app.tables.change(&live, change).await?))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// How many moves; if it is not said, until a person is to move.
    #[serde(default)]
    plies: Option<usize>,
}

/// Takes moves back.
#[utoipa::path(
    post, path = "/api/tables/{id}/undo", tag = "tables", params(("id" = String, Path, description = "The name of a table")), request_body = Undo,
    responses((status = 200, body = TableView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(undo): Sent<Undo>,
) -> Result<Json<TableView>, Problem> {
    let live = app.tables.find(&id).await?;
    let change = |table: &mut Table| table.undo(undo.plies);
    Ok(Json(app.tables.change(&live, change).await?))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Resignation {
    side: u8,
}

/// A side gives up.
#[utoipa::path(
    post, path = "/api/tables/{id}/resign", tag = "tables", params(("id" = String, Path, description = "The name of a table")), request_body = Resignation,
    responses((status = 200, body = TableView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
    Sent(resignation): Sent<Resignation>,
) -> Result<Json<TableView>, Problem> {
    let live = app.tables.find(&id).await?;
    let change = |table: &mut Table| table.resign(resignation.side);
    Ok(Json(app.tables.change(&live, change).await?))
}

/// What happens at a table, from what is seen now on. While somebody listens, machines move.
#[utoipa::path(
    get, path = "/api/tables/{id}/events", tag = "tables", params(("id" = String, Path, description = "The name of a table")),
    responses((status = 200, description = "Events named `table`, each with a whole table", body = TableView, content_type = "text/event-stream"), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let live = app.tables.find(&id).await?;
    let (watcher, shown) = app.tables.watch(&live);
    let events = WatchStream::new(shown).map(move |json| {
        // Held as long as somebody listens.
        let _ = &watcher;
        Ok(Event::default().event("table").data(json))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// What there is to see in a position, for whoever sets one up.
#[utoipa::path(
    post, path = "/api/position", tag = "tables", request_body = Line,
    responses((status = 200, body = PositionView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn position(Sent(line): Sent<Line>) -> Result<Json<PositionView>, Problem> {
    Ok(Json(line.look()?))
}

/// The position that somebody has set up by hand.
#[utoipa::path(
    post, path = "/api/set-up", tag = "tables", request_body = SetUp,
    responses((status = 200, body = PositionView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn set_up(Sent(set_up): Sent<SetUp>) -> Result<Json<PositionView>, Problem> {
    Ok(Json(set_up.look()?))
}

/// Makes sense of a text that somebody has pasted: a game record, moves, or a position.
#[utoipa::path(
    post, path = "/api/read", tag = "tables", request_body = Pasted,
    responses((status = 200, body = ReadView), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn read(Sent(pasted): Sent<Pasted>) -> Result<Json<ReadView>, Problem> {
    Ok(Json(pasted.read()?))
}

/// The game at a table as text.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", tag = "tables",
    params(("id" = String, Path, description = "The name of a table")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = ProblemView)),
)]
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let table = app.tables.find(&id).await?.table().await;
    let text = record_of(&table)?.to_string();
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

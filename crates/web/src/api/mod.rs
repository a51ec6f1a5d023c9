//! What can be asked.

mod catalogue;
mod tables;
mod thinking;

use crate::Config;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::tables::Tables;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts};
use axum::routing::{get, post};
use std::sync::Arc;

/// No request is anywhere near as large.
const LARGEST_BODY: usize = 256 << 10;

/// What all requests share.
#[derive(Debug, Clone)]
pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) engine: Engine,
    pub(crate) tables: Tables,
}

/// A document that was sent; what is wrong with it is told in our own form.
#[derive(Debug, FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
pub(crate) struct Json<T>(pub(crate) T);

/// What stands behind the question mark.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(crate) struct Query<T>(pub(crate) T);

/// What stands in the path.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(crate) struct Path<T>(pub(crate) T);

/// Everything below `/api`.
pub(crate) fn routes(app: App) -> Router {
    Router::new()
        .route("/api/games", get(catalogue::games))
        .route("/api/players", get(catalogue::players))
        .route("/api/position", post(tables::position))
        .route("/api/tables", get(tables::list).post(tables::create))
        .route("/api/tables/{id}", get(tables::show).delete(tables::delete))
        .route("/api/tables/{id}/moves", post(tables::play))
        .route("/api/tables/{id}/undo", post(tables::undo))
        .route("/api/tables/{id}/resign", post(tables::resign))
        .route("/api/tables/{id}/hint", post(thinking::hint))
        .route("/api/tables/{id}/events", get(tables::events))
        .route("/api/analysis", get(thinking::analysis))
        .fallback(async || Problem::missing("there is nothing here"))
        .method_not_allowed_fallback(async || Problem::wrong("this cannot be asked in this way"))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .with_state(app)
}

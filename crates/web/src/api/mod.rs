//! What can be asked.

mod catalogue;
mod runs;
mod tables;
mod thinking;
mod tree;

use crate::Config;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::runs::Runs;
use crate::tables::Tables;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts};
use axum::routing::get;
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// No request is anywhere near as large.
const LARGEST_BODY: usize = 256 << 10;

/// What all requests share.
#[derive(Debug, Clone)]
pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) engine: Engine,
    pub(crate) tables: Tables,
    pub(crate) runs: Runs,
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

/// How the description begins; paths and documents come from those who answer.
#[derive(Debug, OpenApi)]
#[openapi(info(
    title = "Partida",
    description = "Games are played at tables, which are kept with every move. Rules are only here: documents say what \
                   stands on each cell, which moves are legal, and at which cells a person points to make them. What is \
                   wrong is answered with a status from 400 to 499 and a document that says what and where. Searches \
                   wait in one queue; they stop when whoever asked is gone.",
))]
struct Description;

/// Everything below `/api`.
pub(crate) fn routes(app: App) -> Router {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalogue::games))
        .routes(routes!(catalogue::players))
        .routes(routes!(tables::position))
        .routes(routes!(tables::set_up))
        .routes(routes!(tables::read))
        .routes(routes!(tables::list, tables::create))
        .routes(routes!(tables::show, tables::delete))
        .routes(routes!(tables::play))
        .routes(routes!(tables::undo))
        .routes(routes!(tables::resign))
        .routes(routes!(tables::record))
        .routes(routes!(tables::events))
        .routes(routes!(thinking::hint))
        .routes(routes!(thinking::analysis))
        .routes(routes!(thinking::review))
        .routes(routes!(thinking::exact))
        .routes(routes!(tree::tree))
        .routes(routes!(runs::options))
        .routes(routes!(runs::file))
        .routes(routes!(runs::cluster))
        .routes(routes!(runs::list, runs::start))
        .routes(routes!(runs::show, runs::change, runs::delete))
        .routes(routes!(runs::events))
        .routes(routes!(runs::export))
        .routes(routes!(runs::games))
        .routes(routes!(runs::game))
        .split_for_parts();
    let description = Arc::new(description);
    router
        .route(
            "/api/openapi.json",
            get(async move || axum::Json(Arc::unwrap_or_clone(description))),
        )
        .fallback(async || Problem::missing("there is nothing here"))
        .method_not_allowed_fallback(async || Problem::wrong("this cannot be asked in this way"))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .with_state(app)
}

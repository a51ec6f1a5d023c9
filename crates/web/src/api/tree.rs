//! Trees of searches.

use super::{App, Query};
use crate::board::Line;
use crate::engine::Purpose;
use crate::problem::{Problem, ProblemView};
use crate::tree::{GrownView, Growth};
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// How long a search may take that somebody wants to look at.
const LONGEST: Duration = Duration::from_secs(20);
/// Nobody looks at more.
const MOST_NODES: usize = 20_000;

/// How a tree is written.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Format {
    /// As a document, with its figures.
    #[default]
    Json,
    /// For Graphviz.
    Dot,
    /// As a picture.
    Svg,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeQuery {
    /// The game's text.
    game: String,
    /// Where it begins, if that is not the start.
    position: Option<String>,
    /// With spaces between them.
    #[serde(default)]
    moves: String,
    /// Who searches: minimax, alphabeta or one of their relatives.
    player: String,
    /// Show at most so many nodes, and the chosen line.
    nodes: Option<usize>,
    #[serde(default)]
    format: Format,
}

/// The tree that a player's search visits.
#[utoipa::path(
    get, path = "/api/tree", tag = "thinking", params(TreeQuery),
    responses(
        (status = 200, description = "The tree and its figures; as DOT or SVG only the tree", body = GrownView),
        (status = "4XX", body = ProblemView),
    ),
)]
pub(super) async fn tree(
    State(app): State<App>,
    Query(query): Query<TreeQuery>,
) -> Result<Response, Problem> {
    let growth = Growth {
        line: Line {
            game: query.game,
            position: query.position,
            moves: query.moves.split_whitespace().map(str::to_string).collect(),
        },
        player: query.player,
        most_nodes: query.nodes.unwrap_or(1000).clamp(1, MOST_NODES),
    };
    growth.check()?;
    let longest = LONGEST.min(app.config.most_time);
    let work = app
        .engine
        .run(Purpose::Analysis, longest, move |stop| growth.run(&stop));
    let grown = work.await??;
    let file = |kind: &'static str, name: &'static str, text: String| {
        let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)];
        (headers, text).into_response()
    };
    Ok(match query.format {
        Format::Json => Json(grown).into_response(),
        Format::Dot => file(
            "text/vnd.graphviz; charset=utf-8",
            "attachment; filename=\"tree.dot\"",
            grown.tree.to_dot(),
        ),
        Format::Svg => file(
            "image/svg+xml",
            "attachment; filename=\"tree.svg\"",
            grown.tree.to_svg(),
        ),
    })
}

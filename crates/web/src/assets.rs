//! The page: files that are in the program itself.

use crate::problem::Problem;
use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

/// All files of the folder, by their paths in it.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Files;

/// The page, at each address that it gives to things, and its files.
pub(crate) fn routes() -> Router {
    Router::new()
        .route("/", get(page))
        .route("/table/{id}", get(page))
        .route("/edit", get(page))
        .route("/tree", get(page))
        .route("/runs", get(page))
        .route("/runs/{*name}", get(page))
        .route("/assets/{*path}", get(file))
}

async fn page(headers: HeaderMap) -> Response {
    respond("index.html", &headers)
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    respond(&path, &headers)
}

fn respond(path: &str, headers: &HeaderMap) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Files::get(path) else {
        return Problem::missing("there is no such file").into_response();
    };
    let hash = metadata.sha256_hash();
    let tag: String = hash[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let tag = format!("\"{tag}\"");
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(data.into_owned()).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    // Asked for again each time, sent again only if it has changed.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

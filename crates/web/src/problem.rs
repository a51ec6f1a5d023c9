//! What is answered when something is wrong: a status, and a sentence that says what and where.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use game::text::TextError;
use serde::Serialize;
use store::StoreError;

/// A request that cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    body: Body,
}

/// What is sent; names of fields are names in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Body {
    /// For people.
    error: String,
    /// A word for programs.
    kind: &'static str,
    /// In which column of the text it is, counted from 1, if it is about a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, error: impl Into<String>) -> Problem {
        Problem {
            status,
            body: Body {
                error: error.into(),
                kind,
                column: None,
            },
        }
    }

    /// Something that was sent makes no sense.
    pub(crate) fn wrong(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "wrong", error)
    }

    /// What is asked for is not there.
    pub(crate) fn missing(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "missing", error)
    }

    /// Something has changed since the client looked.
    pub(crate) fn conflict(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, "conflict", error)
    }

    /// Whoever asks may not.
    pub(crate) fn forbidden(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "forbidden", error)
    }

    /// Who asks is not known.
    pub(crate) fn unauthorised() -> Problem {
        Problem::new(
            StatusCode::UNAUTHORIZED,
            "unauthorised",
            "this server wants a token: open it with the address that it printed",
        )
    }

    /// There is too much to do already.
    pub(crate) fn busy() -> Problem {
        Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "busy",
            "too many searches are waiting; try again in a moment",
        )
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl From<TextError> for Problem {
    fn from(error: TextError) -> Problem {
        let mut problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "text", error.to_string());
        problem.body.column = Some(error.place().column);
        problem
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        // The disk is full, or somebody else writes: nothing is wrong with the request, and nothing is lost.
        Problem::new(StatusCode::INSUFFICIENT_STORAGE, "store", error.to_string())
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let status = rejection.status();
        let kind = match status {
            StatusCode::PAYLOAD_TOO_LARGE => "too-large",
            _ => "wrong",
        };
        Problem::new(status, kind, rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::wrong(rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::wrong(rejection.body_text())
    }
}

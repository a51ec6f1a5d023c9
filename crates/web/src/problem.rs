//! What is answered when something is wrong: a status, and a sentence that says what and where.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use game::text::TextError;
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;

/// A request that cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    body: Box<ProblemView>,
}

/// What is sent; names of fields are names in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ProblemView {
    /// For people.
    error: String,
    /// A word for programs.
    kind: &'static str,
    /// Which of the things that were sent it is about: `game`, `position`, `moves`, `players.1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    /// What the sentence is made of, if it is about a text: for those who say it in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextView>,
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TextView {
    /// What was being read.
    subject: String,
    /// Both counted from 1.
    line: usize,
    column: usize,
    problem: String,
    /// May be empty.
    expected: String,
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, error: impl Into<String>) -> Problem {
        Problem {
            status,
            body: Box::new(ProblemView {
                error: error.into(),
                kind,
                field: None,
                text: None,
            }),
        }
    }

    /// The same, about one of the things that were sent.
    pub(crate) fn about(mut self, field: &'static str) -> Problem {
        self.body.field = Some(field);
        self
    }

    /// Something that was sent makes no sense.
    pub(crate) fn wrong(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "wrong", error)
    }

    /// What is asked for is not there.
    pub(crate) fn missing(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "missing", error)
    }

    /// There is no table of that name.
    pub(crate) fn no_table() -> Problem {
        Problem::missing("there is no such table")
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

    /// As many run as may.
    pub(crate) fn too_many_runs() -> Problem {
        Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "busy",
            "two tournaments or tunings run already; stop one of them, or wait",
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
        let place = error.place();
        problem.body.text = Some(TextView {
            subject: error.subject().to_string(),
            line: place.line,
            column: place.column,
            problem: error.problem().to_string(),
            expected: error.expected().to_string(),
        });
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

//! Why a request has no answer.

use fewest_puzzles::puzzle::{ReadError, RequestError};
use fewest_puzzles::text::ParseError;
use fewest_render::RenderError;
use fewest_render::plot::PlotError;
use serde::Serialize;
use serde_json::json;

/// A request without an answer: one sentence without a full stop, and for a text also the
/// place in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// What kind of error it is.
    pub kind: Kind,
    message: String,
    /// Line, column and length, in characters.
    place: Option<(usize, usize, usize)>,
}

/// What kind of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request is wrong.
    Bad,
    /// There is no such thing.
    Unknown,
    /// It needs more time or memory than is allowed.
    Limit,
    /// An error of this program.
    Internal,
}

/// A sentence, and for a text also the place in it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Fault {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Fault::from(ApiError::from(error))
    }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        let part = |part: fn(&(usize, usize, usize)) -> usize| error.place.as_ref().map(part);
        let (line, column, length) = (part(|p| p.0), part(|p| p.1), part(|p| p.2));
        Fault { message: error.message, line, column, length }
    }
}

impl ApiError {
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        ApiError { kind: Kind::Bad, message: message.into(), place: None }
    }

    pub(crate) fn limit(message: impl Into<String>) -> Self {
        ApiError { kind: Kind::Limit, message: message.into(), place: None }
    }

    pub(crate) fn unknown(name: &str) -> Self {
        let calls = crate::CALLS.join(", ");
        let message = format!("unknown request '{name}'; available: {calls}, solve");
        ApiError { kind: Kind::Unknown, message, place: None }
    }

    /// An error of this program, which may have written more elsewhere.
    pub fn internal(why: &str) -> Self {
        let message = format!("internal error (please report): {why}");
        ApiError { kind: Kind::Internal, message, place: None }
    }

    /// The error as JSON.
    pub fn json(&self) -> String {
        json!({ "error": Fault::from(self.clone()) }).to_string()
    }
}

impl From<ParseError> for ApiError {
    fn from(error: ParseError) -> Self {
        let place = Some((error.place.line, error.place.column, error.length));
        ApiError { kind: Kind::Bad, message: error.message, place }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        let kind = if error.stop().is_some() { Kind::Limit } else { Kind::Bad };
        ApiError { kind, message: error.to_string(), place: None }
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Parse(error) => error.into(),
            ReadError::Request(error) => error.into(),
        }
    }
}

impl From<RenderError> for ApiError {
    fn from(error: RenderError) -> Self {
        ApiError::bad(error.to_string())
    }
}

impl From<PlotError> for ApiError {
    fn from(error: PlotError) -> Self {
        ApiError::bad(error.to_string())
    }
}

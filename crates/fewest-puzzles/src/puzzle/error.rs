//! Requests that can't be met.

use fewest::names::UnknownName;
use fewest::search::Incapable;

use crate::text::ParseError;

/// A request that can't be met: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RequestError(String);

impl RequestError {
    /// A request that can't be met, and why.
    pub fn new(why: impl Into<String>) -> Self {
        RequestError(why.into())
    }
}

impl From<UnknownName> for RequestError {
    fn from(unknown: UnknownName) -> Self {
        RequestError(unknown.to_string())
    }
}

impl From<Incapable> for RequestError {
    fn from(incapable: Incapable) -> Self {
        RequestError(incapable.to_string())
    }
}

/// A text that could not be read as a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text is at fault.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The request is.
    #[error(transparent)]
    Request(#[from] RequestError),
}

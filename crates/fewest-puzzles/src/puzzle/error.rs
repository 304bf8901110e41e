//! Requests that can't be met.

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

    /// A name that is none of those that there are.
    pub fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        RequestError(format!("unknown {kind} '{name}'; available: {}", known.join(", ")))
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

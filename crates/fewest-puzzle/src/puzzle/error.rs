//! Requests that can't be fulfilled.

use fewest::names::UnknownName;
use fewest::search::{Incapable, Stop};

use crate::text::ParseError;

/// A request that can't be fulfilled: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct RequestError {
    why: String,
    cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Request,
    Text,
    File,
    Limit(Stop),
}

impl RequestError {
    /// A request that can't be fulfilled, and why.
    pub fn new(why: impl Into<String>) -> Self {
        RequestError { why: why.into(), cause: Cause::Request }
    }

    /// A request that needs a text that can't be parsed: where, and why.
    pub fn text(why: impl Into<String>) -> Self {
        RequestError { why: why.into(), cause: Cause::Text }
    }

    /// A file or a folder that can't be read or written, and why.
    pub fn file(why: impl Into<String>) -> Self {
        RequestError { why: why.into(), cause: Cause::File }
    }

    /// A request that needs a larger budget: which limit was too low, and for what.
    pub fn limit(stop: Stop, why: impl Into<String>) -> Self {
        RequestError { why: why.into(), cause: Cause::Limit(stop) }
    }

    /// The limit that was too low, if one was.
    pub fn stop(&self) -> Option<Stop> {
        match self.cause {
            Cause::Limit(stop) => Some(stop),
            Cause::Request | Cause::Text | Cause::File => None,
        }
    }

    /// Whether a text that can't be parsed is the reason.
    pub fn is_of_text(&self) -> bool {
        self.cause == Cause::Text
    }

    /// Whether a file or a folder is the reason.
    pub fn is_of_file(&self) -> bool {
        self.cause == Cause::File
    }
}

impl From<UnknownName> for RequestError {
    fn from(unknown: UnknownName) -> Self {
        RequestError::new(unknown.to_string())
    }
}

impl From<Incapable> for RequestError {
    fn from(incapable: Incapable) -> Self {
        RequestError::new(incapable.to_string())
    }
}

/// A text that could not be read as a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text is wrong.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The request is wrong.
    #[error(transparent)]
    Request(#[from] RequestError),
}

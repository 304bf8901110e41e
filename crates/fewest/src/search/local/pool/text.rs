//! Pools as texts, so that they outlast a run and go from one machine to another.
//!
//! A line of JSON says what it is and the limits; then each attempt has a line.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Kept, Limits, Pool};
use crate::text::{ParseError, Place};

/// The form that is written. Another one is not read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    pool: u32,
    limits: Limits,
}

/// An attempt that can't be written as JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("attempt {} of the pool can't be written as JSON: {problem}", index + 1)]
pub struct WriteError {
    /// Which one, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl<T: Serialize> Pool<T> {
    /// The pool as lines of JSON.
    pub fn to_text(&self) -> Result<String, WriteError> {
        let limits = self.limits;
        let error = |index| {
            move |error: serde_json::Error| WriteError { index, problem: error.to_string() }
        };
        let head = Head { pool: VERSION, limits };
        let mut text = serde_json::to_string(&head).map_err(error(0))? + "\n";
        for (index, kept) in self.iter().enumerate() {
            text += &serde_json::to_string(kept).map_err(error(index))?;
            text.push('\n');
        }
        Ok(text)
    }
}

impl<T: DeserializeOwned> Pool<T> {
    /// Reads what [`Pool::to_text`] wrote. Attempts that the limits have no room for, or
    /// that others make pointless, are passed over as they would be at any other time.
    pub fn from_text(text: &str) -> Result<Self, ParseError> {
        let expected = format!(
            "a pool begins with {{\"pool\":{VERSION},\"limits\":{{\"most\":N,\"many\":N,\"capacity\":N}}}}"
        );
        let mut lines = text.lines().enumerate();
        let Some((_, first)) = lines.next() else {
            return Err(ParseError::at_end(text, expected));
        };
        let head: Head = serde_json::from_str(first).map_err(|error| at(0, &error, &expected))?;
        if head.pool != VERSION {
            let message = format!("this pool has form {}; form {VERSION} can be read", head.pool);
            return Err(ParseError { place: Place::START, length: first.chars().count(), message });
        }
        let mut pool = Pool::new(head.limits);
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let expected =
                "an attempt is {\"remains\":[…],\"score\":N,\"exhausted\":false,\"item\":…}";
            let kept: Kept<T> =
                serde_json::from_str(line).map_err(|error| at(number, &error, expected))?;
            pool.keep(kept);
        }
        Ok(pool)
    }
}

/// An error in the line with this number, from 0.
fn at(line: usize, error: &serde_json::Error, expected: &str) -> ParseError {
    let place = Place { line: line + 1, column: error.column().max(1) };
    let problem = error.to_string();
    // What serde says of the place is meant for the line alone.
    let problem = problem.split(" at line ").next().unwrap_or_default();
    ParseError { place, length: 1, message: format!("{problem}; {expected}") }
}

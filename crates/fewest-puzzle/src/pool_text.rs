//! Pools as text, to keep after a run or to move to another machine.
//!
//! A line of JSON has the version and the limits; then each attempt has a line.
//!
//! ```
//! use fewest::search::local::{Limits, Pool, Remains};
//! use fewest_puzzle::pool_text;
//!
//! let mut pool = Pool::new(Limits::NONE);
//! pool.insert(Remains::of([3, 4]), 70, "ab".to_string());
//! let text = pool_text::write(&pool)?;
//! assert_eq!(pool_text::read::<String>(&text)?, pool);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use fewest::search::local::{Kept, Limits, Pool};

use crate::text::{ParseError, Place};

/// The version of the format. Others are not read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    pool: u32,
    limits: Limits,
}

/// An attempt that can't be written as JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("attempt {} of the pool cannot be written as JSON: {problem}", index + 1)]
pub struct WriteError {
    /// Which one, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// The pool as lines of JSON.
pub fn write<T: Serialize>(pool: &Pool<T>) -> Result<String, WriteError> {
    let error =
        |index| move |error: serde_json::Error| WriteError { index, problem: error.to_string() };
    let head = Head { pool: VERSION, limits: pool.limits() };
    let mut text = serde_json::to_string(&head).map_err(error(0))? + "\n";
    for (index, kept) in pool.iter().enumerate() {
        text += &serde_json::to_string(kept).map_err(error(index))?;
        text.push('\n');
    }
    Ok(text)
}

/// Reads what [`write()`] wrote. Attempts beyond the limits, or that others make
/// pointless, are dropped as usual in a pool.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<Pool<T>, ParseError> {
    let expected = format!(
        "a pool begins with {{\"pool\":{VERSION},\"limits\":{{\"most\":N,\"many\":N,\"capacity\":N}}}}"
    );
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else {
        return Err(ParseError::at_end(text, expected));
    };
    let head: Head =
        serde_json::from_str(first).map_err(|error| at(0, first, &error, &expected))?;
    if head.pool != VERSION {
        let message = format!(
            "pool format version {} is not supported; this program reads version {VERSION}",
            head.pool
        );
        return Err(ParseError { place: Place::START, length: first.chars().count(), message });
    }
    let mut pool = Pool::new(head.limits);
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let expected = "an attempt is {\"remains\":[…],\"score\":N,\"exhausted\":false,\"item\":…}";
        let kept: Kept<T> =
            serde_json::from_str(line).map_err(|error| at(number, line, &error, expected))?;
        pool.keep(kept);
    }
    Ok(pool)
}

/// An error in the line with this number, from 0.
fn at(number: usize, line: &str, error: &serde_json::Error, expected: &str) -> ParseError {
    // Serde counts bytes.
    let Place { column, .. } = Place::of_offset(line, error.column().saturating_sub(1));
    let place = Place { line: number + 1, column };
    let problem = error.to_string();
    // Serde's place is relative to the line.
    let problem = problem.split(" at line ").next().unwrap_or_default();
    ParseError { place, length: 1, message: format!("{problem}; {expected}") }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use fewest::search::local::Remains;

    proptest! {
        #[test]
        fn what_is_written_is_read(
                limits in (0..9_usize, 0..9_usize, 0..9_usize)
                    .prop_map(|(most, many, capacity)| Limits { most, many, capacity }),
                attempts in vec((vec(0..8_u32, 0..6), 0..9_i64, 0..99_u32), 0..12),
                exhaust in 0..4,
            ) {
            let mut pool = Pool::new(limits);
            for (remains, score, item) in attempts {
                pool.insert(Remains::of(remains), score, item);
            }
            for _ in 0..exhaust {
                pool.exhaust_next();
            }
            let text = write(&pool).unwrap();
            prop_assert_eq!(read(&text).unwrap(), pool);
        }
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        let error = |text: &str| read::<u32>(text).unwrap_err().to_string();
        let head = "{\"pool\":1,\"limits\":{\"most\":9,\"many\":9,\"capacity\":9}}\n";
        assert!(error("").contains("a pool begins with {\"pool\":1"));
        assert!(error("nonsense").starts_with("line 1, column"));
        let later = error(&head.replace("\"pool\":1", "\"pool\":2"));
        assert_eq!(
            later,
            "line 1, column 1: pool format version 2 is not supported; this program reads version 1"
        );
        let cut = error(&format!("{head}{{\"remains\":[1],\"score\":2"));
        assert!(cut.starts_with("line 2, column") && cut.contains("an attempt is"), "{cut}");
        let wide = error(&format!("{head}{{\"remains\":[1],\"é×𝄞\":2}}"));
        assert!(wide.starts_with("line 2, column 20: unknown field"), "{wide}");
        let odd = error(&format!(
            "{head}\n{{\"remains\":[-1],\"score\":2,\"exhausted\":false,\"item\":1}}"
        ));
        assert!(odd.starts_with("line 3, column 14: invalid value: integer `-1`"), "{odd}");
    }
}

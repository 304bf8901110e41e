//! The bodies of the fuzz targets in `fuzz/`, so that a plain test on stable runs
//! them too.
//!
//! Each body makes a valid text from its bytes (a board in one of its formats, a plan,
//! a font, a trace, …), changes it at a few places, and reads it. What is read must
//! print and read back the same; an error must point into the text. A body panics
//! where that does not hold, and says how far it got: the test asks that enough inputs
//! get past the first line.

#![allow(clippy::unwrap_used, reason = "a body fails by panicking")]

mod blocks;
mod coins;
mod generators;
mod mutate;
mod numbers;
mod pools;
mod tiles;
mod traces;

use arbitrary::Unstructured;
use fewest_puzzles::text::{ParseError, Place};

/// How far an input got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It was read.
    Read,
    /// It was refused at this line, from 1.
    Refused(usize),
}

/// What a fuzz target does with its bytes.
pub type Body = fn(&[u8]) -> Reached;

/// All bodies by the names of their targets.
pub const BODIES: [(&str, Body); 13] = [
    ("tiles_boards", |bytes| tiles::boards(&mut Unstructured::new(bytes))),
    ("tiles_plans", |bytes| tiles::plans(&mut Unstructured::new(bytes))),
    ("blocks_boards", |bytes| blocks::boards(&mut Unstructured::new(bytes))),
    ("blocks_plans", |bytes| blocks::plans(&mut Unstructured::new(bytes))),
    ("coins_boards", |bytes| coins::boards(&mut Unstructured::new(bytes))),
    ("coins_plans", |bytes| coins::plans(&mut Unstructured::new(bytes))),
    ("coins_fonts", |bytes| coins::fonts(&mut Unstructured::new(bytes))),
    ("coins_results", |bytes| coins::results(&mut Unstructured::new(bytes))),
    ("numbers_boards", |bytes| numbers::boards(&mut Unstructured::new(bytes))),
    ("numbers_plans", |bytes| numbers::plans(&mut Unstructured::new(bytes))),
    ("pools", |bytes| pools::pools(&mut Unstructured::new(bytes))),
    ("traces", |bytes| traces::traces(&mut Unstructured::new(bytes))),
    ("generators", |bytes| generators::generators(&mut Unstructured::new(bytes))),
];

/// Runs the body with this name.
///
/// # Panics
/// If there is none, or the body finds an error.
pub fn run(name: &str, bytes: &[u8]) -> Reached {
    let (_, body) = BODIES.iter().find(|(known, _)| *known == name).unwrap();
    body(bytes)
}

/// A number of a range; its least one when the bytes are used up.
fn number(bytes: &mut Unstructured<'_>, range: std::ops::RangeInclusive<usize>) -> usize {
    let least = *range.start();
    bytes.int_in_range(range).unwrap_or(least)
}

/// One of several; the first when the bytes are used up.
fn one_of<T: Copy>(bytes: &mut Unstructured<'_>, values: &[T]) -> T {
    values[number(bytes, 0..=values.len() - 1)]
}

/// Checks an error of a text: its place must be in the text.
///
/// # Panics
/// If it is not.
fn settle<T>(text: &str, read: &Result<T, ParseError>) -> Reached {
    match read {
        Ok(_) => Reached::Read,
        Err(error) => {
            assert!(!error.message.is_empty(), "no message for {text:?}");
            assert_inside(text, error.place, &error.message);
            Reached::Refused(error.place.line)
        }
    }
}

/// A place is in a text if its line is there, and its column is one of the line's
/// characters or just after the last.
fn assert_inside(text: &str, place: Place, message: &str) {
    let line = place.line.checked_sub(1).and_then(|above| text.split('\n').nth(above));
    let line = line.unwrap_or_else(|| panic!("no {place} in {text:?}: {message}"));
    let columns = line.chars().count() + 1;
    assert!((1..=columns).contains(&place.column), "no {place} in {text:?}: {message}");
}

/// The moves of a plan that was read, each at a place inside the text.
fn moves<M>(text: &str, steps: impl IntoIterator<Item = (M, Place)>) -> Vec<M> {
    let inside = steps.into_iter().inspect(|(_, place)| assert_inside(text, *place, "a move"));
    inside.map(|(mv, _)| mv).collect()
}

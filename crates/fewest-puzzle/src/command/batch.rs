//! Many questions that one search answers.

use std::fmt;

use fewest::search::{Budget, Counts, Stop};
use fewest::space::Cost;

use crate::puzzle::RequestError;
use crate::text::ParseError;

/// Many questions that one search answers together, with results that can be kept in a
/// file: a header that says what they are results of, then a line for each answer.
pub trait Batch {
    /// What it is, in a few words.
    fn describe(&self) -> String;

    /// What its questions are called.
    fn words(&self) -> BatchWords;

    /// The number of questions.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the results begin with, as whole lines.
    fn header(&self) -> String;

    /// Takes the answers in results of earlier runs, which are whole lines and begin with a
    /// header. [`Batch::run`] skips them. Returns those that answer questions of this batch.
    fn resume(&mut self, text: &str) -> Result<Vec<BatchAnswer>, ParseError>;

    /// The part of a line of results that says what was asked. By default the whole line.
    fn question<'a>(&self, line: &'a str) -> &'a str {
        line
    }

    /// Answers what is open, or as much of it as the budget allows.
    fn run(
        &mut self,
        budget: &Budget,
        report: &mut dyn FnMut(BatchEvent<'_>),
    ) -> Result<BatchEnd, RequestError>;
}

/// What a batch's questions are called.
#[derive(Clone, Copy, Debug)]
pub struct BatchWords {
    /// The name of one question: "pair".
    pub one: &'static str,
    /// What to give for a single position instead: "two glyphs".
    pub single: &'static str,
    /// How to get the results in another form, if possible.
    pub forms: Option<&'static str>,
}

/// An answer of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchAnswer {
    /// The fewest moves.
    Solved(Cost),
    /// Unsolvable (proved).
    Unsolvable,
}

/// What a batch reports while it runs.
#[derive(Clone, Copy, Debug)]
pub enum BatchEvent<'a> {
    /// The method, and the minimum bytes it takes.
    Method(&'a str, u64),
    /// Its progress, in a few words.
    Progress(fmt::Arguments<'a>),
    /// An answer, and its line of the results.
    Answer(BatchAnswer, &'a str),
}

/// How a batch ended.
#[derive(Clone, Copy, Debug)]
pub struct BatchEnd {
    /// Why it stopped.
    pub stop: Stop,
    /// What it spent.
    pub counts: Counts,
    /// The number of open questions.
    pub open: usize,
    /// A proven lower bound on the moves of each of them.
    pub bound: Cost,
}

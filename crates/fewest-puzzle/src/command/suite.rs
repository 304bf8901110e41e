//! What `fewest bench` runs: published suites, and random positions of growing size.

use fewest::space::Cost;

use crate::puzzle::{Position, RequestError};

/// Random positions of growing size, most of them too large for a proof: how good plans
/// become, and how fast.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// What a size says, e.g. "columns and rows".
    pub unit: &'static str,
    /// The sizes by default, ascending.
    pub sizes: &'static [u32],
    /// What lengths of plans are compared with, e.g. "the Manhattan distance".
    pub yardstick: &'static str,
    /// A position of a size and a seed, and its yardstick; without one, plans are
    /// compared with the bound that the search proves.
    pub make: fn(u32, u64) -> Result<Grown, RequestError>,
}

/// A position of [`Growth`], and its yardstick.
pub type Grown = (Box<dyn Position>, Option<Cost>);

/// A published suite of positions with known answers.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Its name, as users type it.
    pub name: &'static str,
    /// What it is, in a line, with its source.
    pub summary: &'static str,
    /// Its positions, in order.
    pub instances: fn() -> Vec<Instance>,
}

/// A position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its number in the suite.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// The published fewest moves.
    pub fewest: Cost,
}

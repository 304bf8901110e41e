//! Figures of a puzzle other than pictures of its positions, as data. Another crate
//! draws them.

use crate::scene::Scene;

/// Something to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A table whose cells are coloured by their values.
    HeatMap(HeatMap),
    /// Positions side by side, each with its name.
    Sheet(Vec<(String, Scene)>),
}

/// A square table: a value for each ordered pair of things.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// A summary in a line.
    pub summary: String,
    /// What the rows and the columns are.
    pub axes: [&'static str; 2],
    /// What the values count.
    pub unit: &'static str,
    /// The names of the rows, and of the columns.
    pub labels: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<HeatCell>,
}

/// What is known about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeatCell {
    /// A value.
    Value(u32),
    /// There is none (proved).
    Impossible,
    /// Nothing is known.
    Unknown,
    /// It does not apply.
    Empty,
}

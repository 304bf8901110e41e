//! Figures that a puzzle has beside pictures of its positions, as data: what draws them
//! is another crate's matter.

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
    /// What can be said of it in a line.
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

/// What is known of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeatCell {
    /// A value.
    Value(u32),
    /// It is proved that there is none.
    Impossible,
    /// Nothing is known.
    Unknown,
    /// There is nothing to know.
    Empty,
}

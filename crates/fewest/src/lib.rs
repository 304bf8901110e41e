//! The search engine of `fewest`: say what a puzzle's states and moves are, and every
//! algorithm, limit and observer works on it.

pub mod clock;
pub mod draws;
pub mod example;
pub mod names;
pub mod parallel;
pub mod rank;
pub mod search;
pub mod space;

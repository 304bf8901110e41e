//! Blocks that all move together: SolveThis+ and its variants.

mod level;

pub use level::{Cell, Level, LevelError};

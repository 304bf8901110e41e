//! Lower bounds on the moves that remain.

mod manhattan;

pub use manhattan::Manhattan;

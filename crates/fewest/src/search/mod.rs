//! The searches: one file per algorithm, all answering with an [`Outcome`].

mod algorithm;
mod budget;
mod observer;
mod outcome;

pub mod ida_star;

pub use algorithm::{Algorithm, Ties};
pub use budget::{Budget, Cancel, Meter};
pub use observer::{Observer, Progress, Visit};
pub use outcome::{Counts, Outcome, Plan, ReplayError, Status, Stop};

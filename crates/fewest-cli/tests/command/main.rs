//! The command as users run it. One program, because each would be linked and started alone.
#![allow(clippy::unwrap_used)]

#[cfg(unix)]
mod campaign;
#[cfg(unix)]
mod coins;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod endings;
#[cfg(unix)]
mod many;
#[cfg(unix)]
mod pictures;
mod schema;
#[cfg(unix)]
#[path = "../scratch/mod.rs"]
mod scratch;
mod sessions;
#[cfg(unix)]
mod traces;

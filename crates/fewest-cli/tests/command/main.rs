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
mod tables;
#[cfg(unix)]
mod traces;

#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::process::{Child, Output};

/// Gives a command its standard input and waits for its end.
#[cfg(unix)]
fn feed(mut child: Child, text: &[u8]) -> Output {
    let mut stdin = child.stdin.take().unwrap();
    // It may have failed before it read.
    let _ = stdin.write_all(text);
    drop(stdin);
    child.wait_with_output().unwrap()
}

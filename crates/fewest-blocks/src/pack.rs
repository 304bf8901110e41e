//! The levels that come with the library, from easy to hard.
//!
//! `pack.txt` holds them as pictures, separated by empty lines. The comment before each
//! gives its name and its fewest moves, which a test proves.

use std::sync::OnceLock;

use crate::puzzle::NamedLevel;

const PACK: &str = include_str!("pack.txt");

/// All levels of the pack.
pub(super) fn levels() -> &'static [NamedLevel] {
    static LEVELS: OnceLock<Vec<NamedLevel>> = OnceLock::new();
    LEVELS.get_or_init(|| PACK.split("\n\n").filter_map(named).collect())
}

/// A level that begins with its name and fewest moves: `; gate: 5 moves`.
fn named(text: &'static str) -> Option<NamedLevel> {
    let title = text.trim_start().strip_prefix("; ")?.lines().next()?;
    let (name, moves) = title.strip_suffix(" moves")?.split_once(": ")?;
    Some(NamedLevel { name, fewest: moves.parse().ok()?, text })
}

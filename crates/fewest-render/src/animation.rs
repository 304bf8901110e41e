//! A plan as an animation: its start, and what each move does.
//!
//! ```
//! use fewest_puzzles::Registry;
//! use fewest_render::{Animation, AnimationOptions};
//!
//! let position = Registry::standard().parse("1 2 3\n4 5 6\n_ 7 8\n", None)?;
//! let animation = Animation::new(&*position, &position.read_plan("L L")?.moves)?;
//! assert!(animation.gif(&AnimationOptions::default())?.starts_with(b"GIF89a"));
//! let illegal = position.read_plan("L U")?.moves;
//! let error = Animation::new(&*position, &illegal).err().unwrap();
//! assert!(error.to_string().starts_with("move 2 (U) is not legal"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::RangeInclusive;

use super::error::{RenderError, limit};
use super::theme::Theme;
use fewest_puzzle::puzzle::{Moves, Position};
use fewest_puzzle::scene::{Change, Motion, Scene};
use rustc_hash::FxHashSet;

/// A position and the moves of a plan that starts there.
#[derive(Clone, Debug)]
pub struct Animation {
    /// A short description.
    pub(super) title: String,
    pub(super) start: Scene,
    pub(super) moves: Vec<Move>,
}

/// A move, by its name and what it does.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) name: String,
    pub(super) motion: Motion,
}

/// How an animation is shown.
#[derive(Clone, Debug)]
pub struct AnimationOptions {
    /// The theme; by default an HTML page follows the reader's preference.
    pub theme: Option<Theme>,
    /// The maximum of the longer side in pixels; by default what the board needs.
    pub size: Option<u32>,
    /// Moves per second.
    pub speed: f64,
    /// How long the end is shown, in seconds.
    pub pause: f64,
}

impl Default for AnimationOptions {
    fn default() -> Self {
        AnimationOptions { theme: None, size: None, speed: 2.5, pause: 2.0 }
    }
}

impl Animation {
    /// The maximum number of cells of an animated board.
    pub const MAX_CELLS: u64 = 4096;

    /// The maximum number of moves of an animated plan.
    pub const MAX_MOVES: u64 = 5000;

    /// The maximum number of travels and changes in all moves.
    const MAX_TRAVELS: u64 = 50_000;

    /// Plays a plan.
    pub fn new(position: &dyn Position, moves: &Moves) -> Result<Animation, RenderError> {
        let (title, start) = (position.describe(), position.scene());
        Self::limit_cells(&start)?;
        Self::limit_moves(moves.len())?;
        let mut position = position.boxed_clone();
        let mut travels = 0;
        let mut played = Vec::with_capacity(moves.len());
        for (mv, number) in moves.iter().zip(1..) {
            let illegal = |why| RenderError::Move { number, mv: mv.to_string(), why };
            let motion = position.motion_of(mv).map_err(illegal)?;
            position.play_move(mv).map_err(illegal)?;
            Self::limit_travels(&mut travels, &motion)?;
            played.push(Move { name: mv.to_string(), motion });
        }
        Ok(Animation { title, start, moves: played })
    }

    /// An animation of a scene and of what moves do to it, each with its name.
    pub fn of_motions(
        title: &str,
        start: Scene,
        moves: impl IntoIterator<Item = (String, Motion)>,
    ) -> Result<Animation, RenderError> {
        Self::limit_cells(&start)?;
        let mut travels = 0;
        let mut played = Vec::new();
        for (name, motion) in moves {
            Self::limit_moves(played.len() + 1)?;
            Self::limit_travels(&mut travels, &motion)?;
            played.push(Move { name, motion });
        }
        Ok(Animation { title: title.to_string(), start, moves: played })
    }

    fn limit_cells(start: &Scene) -> Result<(), RenderError> {
        let cells = start.pieces().len() as u64;
        limit("an animated board", Self::MAX_CELLS, "cells", cells)
    }

    fn limit_moves(moves: usize) -> Result<(), RenderError> {
        limit("an animated plan", Self::MAX_MOVES, "moves", moves as u64)
    }

    fn limit_travels(travels: &mut u64, motion: &Motion) -> Result<(), RenderError> {
        *travels += (motion.travels.len() + motion.changes.len()) as u64;
        limit("an animated plan", Self::MAX_TRAVELS, "steps of pieces", *travels)
    }
    /// The cells whose ground some move changes.
    pub(super) fn changing_grounds(&self) -> FxHashSet<usize> {
        let changes = self.moves.iter().flat_map(|mv| &mv.motion.changes);
        let start = self.start.ground();
        let differs =
            |change: &&Change| start.get(change.cell).is_some_and(|g| *g != change.ground);
        changes.filter(differs).map(|change| change.cell).collect()
    }
}

impl AnimationOptions {
    /// The slowest and the fastest.
    pub const SPEEDS: RangeInclusive<f64> = 0.05..=50.0;

    /// The shortest and the longest pause.
    pub const PAUSES: RangeInclusive<f64> = 0.0..=60.0;

    /// The theme, or the default.
    pub(super) fn theme(&self) -> Theme {
        self.theme.unwrap_or_default()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The animation of these moves.
    pub(crate) fn of(position: &dyn Position, moves: &[&str]) -> Animation {
        let plan = position.read_plan(&moves.join("\n")).unwrap();
        Animation::new(position, &plan.moves).unwrap()
    }
}

//! A plan as something to look at: what it starts from, and what each move does.
//!
//! ```
//! use fewest_puzzles::Registry;
//! use fewest_render::{Animation, Film};
//!
//! let position = Registry::standard().parse("1 2 3\n4 5 6\n_ 7 8\n", None)?;
//! let animation = Animation::new(&*position, &position.read_plan("L L")?.moves)?;
//! assert!(animation.gif(&Film::default())?.starts_with(b"GIF89a"));
//! let illegal = position.read_plan("L U")?.moves;
//! let error = Animation::new(&*position, &illegal).err().unwrap();
//! assert!(error.to_string().starts_with("move 2 (U) is not legal"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::RangeInclusive;

use super::error::{RenderError, limit};
use super::theme::Theme;
use fewest_puzzles::puzzle::{Moves, Position};
use fewest_puzzles::scene::{Motion, Scene};

/// A position and the moves of a plan that starts there.
#[derive(Clone, Debug)]
pub struct Animation {
    /// What it is, in a few words.
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
pub struct Film {
    /// For which kind of page; a page of HTML follows the reader's own unless it
    /// is said here.
    pub theme: Option<Theme>,
    /// The longer side in pixels, at most; by default as much as the board needs.
    pub size: Option<u32>,
    /// Moves in a second.
    pub speed: f64,
    /// How long the end is shown, in seconds.
    pub pause: f64,
}

impl Default for Film {
    fn default() -> Self {
        Film { theme: None, size: None, speed: 2.5, pause: 2.0 }
    }
}

impl Animation {
    /// The most cells of a board that is animated.
    pub const MOST_CELLS: u64 = 4096;

    /// The most moves of a plan that is animated.
    pub const MOST_MOVES: u64 = 5000;

    /// The most that the pieces go in all, counted for each piece and move.
    const MOST_TRAVELS: u64 = 50_000;

    /// Plays a plan.
    pub fn new(position: &dyn Position, moves: &Moves) -> Result<Animation, RenderError> {
        let start = position.scene();
        limit("a board is animated", Self::MOST_CELLS, "cells", start.pieces().len() as u64)?;
        limit("a plan is animated", Self::MOST_MOVES, "moves", moves.len() as u64)?;
        let title = position.describe();
        let mut position = position.boxed_clone();
        let mut travels = 0;
        let mut played = Vec::with_capacity(moves.len());
        for (mv, number) in moves.iter().zip(1..) {
            let illegal = |why| RenderError::Move { number, mv: mv.to_string(), why };
            let motion = position.motion_of(mv).map_err(illegal)?;
            position.play_move(mv).map_err(illegal)?;
            travels += motion.travels.len();
            limit("a plan is animated", Self::MOST_TRAVELS, "steps of pieces", travels as u64)?;
            played.push(Move { name: mv.to_string(), motion });
        }
        Ok(Animation { title, start, moves: played })
    }
}

impl Film {
    /// The slowest and the fastest.
    pub const SPEEDS: RangeInclusive<f64> = 0.05..=50.0;

    /// The shortest and the longest pause.
    pub const PAUSES: RangeInclusive<f64> = 0.0..=60.0;

    /// The theme where it has to be one.
    pub(super) fn theme(&self) -> Theme {
        self.theme.unwrap_or_default()
    }
}

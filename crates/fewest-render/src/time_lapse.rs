//! A plan of many moves as GIF, with a frame only after every N moves.
//!
//! ```
//! use fewest_puzzles::Registry;
//! use fewest_render::{AnimationOptions, TimeLapse};
//!
//! let position = Registry::standard().parse("1 2 3\n4 5 6\n_ 7 8\n", None)?;
//! let plan = position.read_plan("L L R R L L")?.moves;
//! let lapse = TimeLapse::new(&*position, &plan, 4)?;
//! assert_eq!(lapse.frames(), 2);
//! assert!(lapse.gif(&AnimationOptions::default())?.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::animation::{Animation, AnimationOptions, Move};
use super::error::{RenderError, limit};
use fewest_puzzle::puzzle::{Moves, Position};
use fewest_puzzle::scene::{Label, Motion, Piece, Scene};

/// A plan of which only every N-th position is shown.
#[derive(Clone, Debug)]
pub struct TimeLapse {
    /// What happens between two frames, as if it were one move.
    animation: Animation,
    every: usize,
    moves: usize,
}

impl TimeLapse {
    /// The maximum number of frames after the first.
    pub const MAX_FRAMES: u64 = 2000;

    /// The maximum number of cells that change between two frames, in all of them.
    const MAX_CHANGES: u64 = 2_000_000;

    /// Plays a plan, with a frame after every `every` moves and after the last.
    pub fn new(
        position: &dyn Position,
        moves: &Moves,
        every: usize,
    ) -> Result<TimeLapse, RenderError> {
        let every = every.max(1);
        limit("a time lapse", Self::MAX_FRAMES, "frames", moves.len().div_ceil(every) as u64)?;
        let title = position.describe();
        let mut position = position.boxed_clone();
        let start = unlabelled(position.scene());
        let mut shown = start.clone();
        let (mut steps, mut changes) = (Vec::new(), 0);
        for (mv, number) in moves.iter().zip(1..) {
            let illegal = |why| RenderError::Move { number, mv: mv.to_string(), why };
            position.play_move(mv).map_err(illegal)?;
            if number % every == 0 || number == moves.len() {
                let motion = Motion::between(&shown, &unlabelled(position.scene()));
                changes += motion.changes.len() as u64;
                limit("a time lapse", Self::MAX_CHANGES, "changes of cells", changes)?;
                shown.play(&motion);
                steps.push(Move { name: mv.to_string(), motion });
            }
        }
        let animation = Animation { title, start, moves: steps };
        Ok(TimeLapse { animation, every, moves: moves.len() })
    }

    /// The number of frames after the first.
    pub fn frames(&self) -> usize {
        self.animation.moves.len()
    }

    /// As GIF that plays in a loop. The speed counts frames.
    pub fn gif(&self, options: &AnimationOptions) -> Result<Vec<u8>, RenderError> {
        let made = |frames: usize| (self.moves.min(frames * self.every), self.moves);
        self.animation.gif_counting(options, Some(1), &made)
    }
}

/// Without labels, if they would be too small to read.
fn unlabelled(mut scene: Scene) -> Scene {
    let cells = scene.pieces().len();
    if cells as u64 > Animation::MAX_CELLS {
        for cell in 0..cells {
            let piece = scene.piece(cell).map(|piece| Piece { label: Label::default(), ..piece });
            scene.put(cell, piece);
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_puzzles::puzzle::parse;

    #[test]
    fn frames_are_the_positions_after_every_so_many_moves() {
        let plans = [
            ("1 2 3\n4 5 6\n_ 7 8\n", "L\nL\nR\nR\nL\nL\nR"),
            ("o . # x\no . . .\n", "R\nD\nU\nR\nL"),
            ("4 1\n1 3 0 2\n", "3 0 L -\n0 0 R -"),
        ];
        for (text, plan) in plans {
            let position = parse(text, None).unwrap();
            let moves = position.read_plan(plan).unwrap().moves;
            for every in 1..=8 {
                let lapse = TimeLapse::new(&*position, &moves, every).unwrap();
                assert_eq!(lapse.frames(), moves.len().div_ceil(every));
                let (mut played, mut shown) = (position.boxed_clone(), position.scene());
                let mut steps = lapse.animation.moves.iter();
                for (mv, number) in moves.iter().zip(1..) {
                    played.play_move(mv).unwrap();
                    if number % every == 0 || number == moves.len() {
                        shown.play(&steps.next().unwrap().motion);
                        assert_eq!(shown, played.scene());
                    }
                }
            }
        }
    }

    #[test]
    fn too_many_frames_are_refused() {
        let position = parse("1 2 3\n4 5 6\n_ 7 8\n", None).unwrap();
        let moves = position.read_plan(&"L R ".repeat(2000)).unwrap().moves;
        let error = TimeLapse::new(&*position, &moves, 1).unwrap_err().to_string();
        assert_eq!(error, "a time lapse has at most 2000 frames, not 4000");
        assert_eq!(TimeLapse::new(&*position, &moves, 2).unwrap().frames(), 2000);
    }
}

//! A board and its goal.
//!
//! ```
//! use fewest_tiles::{Direction, Format, Level};
//!
//! let mut level = Level::parse("1 2 3\n4 5 6\n7 _ 8\n")?;
//! assert!(level.slide(Direction::L));
//! assert!(level.is_solved());
//! assert_eq!(level.print(Format::Sized), "3\n1 2 3\n4 5 6\n7 8 0\n");
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

use std::sync::Arc;

use super::format::{self, Format};
use super::geometry::{Direction, Geometry};
use crate::puzzle::{Likeness, RequestError};
use crate::text::ParseError;

/// A board with its goal. The board always holds each of the goal's tiles once;
/// [`Level::is_solvable`] says whether it can become the goal.
#[derive(Clone, Debug)]
pub struct Level {
    geometry: Arc<Geometry>,
    /// Shape and goal of each further goal.
    others: Vec<Arc<Geometry>>,
    tiles: Vec<u16>,
    blank: usize,
}

impl Level {
    /// A board, row by row with 0 for the blank; `None` unless `tiles` holds each tile of the
    /// goal once.
    pub fn new(geometry: Arc<Geometry>, tiles: Vec<u16>) -> Option<Self> {
        let mut seen = vec![false; geometry.cells()];
        let is_new = |&tile: &u16| {
            seen.get_mut(tile as usize).is_some_and(|seen| !std::mem::replace(seen, true))
        };
        if tiles.len() != geometry.cells() || !tiles.iter().all(is_new) {
            return None;
        }
        let blank = tiles.iter().position(|&tile| tile == 0)?;
        Some(Level { geometry, others: Vec::new(), tiles, blank })
    }

    /// The solved board.
    pub fn solved(geometry: Arc<Geometry>) -> Self {
        let (tiles, blank) = (geometry.goal().to_vec(), geometry.goal_cell(0));
        Level { geometry, others: Vec::new(), tiles, blank }
    }

    /// The same tiles in another order, with the same goal.
    #[must_use]
    pub(super) fn with_tiles(&self, tiles: Vec<u16>) -> Self {
        let mut level = self.clone();
        level.replace(tiles);
        level
    }

    /// Puts the tiles in another order.
    pub(super) fn replace(&mut self, tiles: Vec<u16>) {
        debug_assert_eq!(tiles.len(), self.tiles.len());
        self.blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        self.tiles = tiles;
    }

    /// The same tiles with another goal: its name, or its tiles in any way of typing them.
    /// A text with several goals has a line `goal` before each; see [`Level::goals`].
    pub fn with_goal(&self, goal: &str) -> Result<Self, ParseError> {
        Ok(self.with_goals(&format::parse_goals(goal, &self.geometry)?))
    }

    /// The same tiles with these goals, each once.
    #[must_use]
    pub(super) fn with_goals(&self, goals: &[Vec<u16>]) -> Self {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let mut level = self.clone();
        for (number, goal) in goals.iter().enumerate() {
            let geometry = || Arc::new(Geometry::new(width, height, goal));
            if number == 0 {
                (level.geometry, level.others) = (geometry(), Vec::new());
            } else if level.goals().all(|known| known.goal() != goal) {
                level.others.push(geometry());
            }
        }
        level
    }

    /// The shape and each of the goals. A board with several goals is solved when it is any
    /// of them: its fewest moves are those to the nearest.
    pub fn goals(&self) -> impl Iterator<Item = &Arc<Geometry>> {
        std::iter::once(&self.geometry).chain(&self.others)
    }

    /// Whether there is more than one goal.
    pub fn has_several_goals(&self) -> bool {
        !self.others.is_empty()
    }

    /// The same tiles with one of the goals alone.
    #[must_use]
    pub(super) fn with_one_goal(&self, goal: &Arc<Geometry>) -> Self {
        let (tiles, blank) = (self.tiles.clone(), self.blank);
        Level { geometry: goal.clone(), others: Vec::new(), tiles, blank }
    }

    /// Reads a board in any format; see `docs/formats.md`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        format::parse(text)
    }

    /// How much a text looks like a board.
    pub fn recognise(text: &str) -> Likeness {
        format::recognise(text)
    }

    /// Writes the board; and the goal, if it is not the default.
    pub fn print(&self, format: Format) -> String {
        format::print(self, format)
    }

    /// Shape and goal; with several goals, the first.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The tiles, row by row, and 0 for the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The cell without a tile.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// The directions in which a tile can slide.
    pub fn moves(&self) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL
            .into_iter()
            .filter(|&direction| self.geometry.source(self.blank, direction).is_some())
    }

    /// Slides a tile. Returns whether one can slide that way.
    pub fn slide(&mut self, direction: Direction) -> bool {
        let Some(from) = self.geometry.source(self.blank, direction) else {
            return false;
        };
        self.tiles.swap(from, self.blank);
        self.blank = from;
        true
    }

    /// Whether the board is the goal, or one of several.
    pub fn is_solved(&self) -> bool {
        self.goals().any(|geometry| self.tiles == geometry.goal())
    }

    /// Whether the board can become the goal, or one of several.
    pub fn is_solvable(&self) -> bool {
        self.goals().any(|geometry| geometry.is_solvable(&self.tiles))
    }
}

/// The same board with the same goals.
impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        self.geometry.width() == other.geometry.width()
            && self.tiles == other.tiles
            && self.goals().map(|one| one.goal()).eq(other.goals().map(|one| one.goal()))
    }
}

impl Eq for Level {}

impl Level {
    /// Why no tile can slide this way.
    pub(super) fn refuse(&self, direction: Direction) -> RequestError {
        let (way, place) = match direction {
            Direction::U => ("up", "bottom row"),
            Direction::D => ("down", "top row"),
            Direction::L => ("left", "last column"),
            Direction::R => ("right", "first column"),
        };
        let legal: Vec<String> = self.moves().map(|mv| mv.to_string()).collect();
        let legal = legal.join(", ");
        RequestError::new(format!(
            "no tile can slide {way}, the blank is in the {place}; legal moves: {legal}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry() -> Arc<Geometry> {
        Arc::new(Geometry::new(2, 2, &Geometry::blank_last(2, 2)))
    }

    #[test]
    fn only_permutations_are_levels() {
        assert!(Level::new(geometry(), vec![3, 0, 1, 2]).is_some());
        for wrong in [vec![1, 2, 3], vec![1, 1, 2, 0], vec![1, 2, 3, 4], vec![]] {
            assert_eq!(Level::new(geometry(), wrong), None);
        }
    }

    #[test]
    fn tiles_slide_into_the_blank() {
        let mut level = Level::solved(geometry());
        assert_eq!(level.moves().collect::<Vec<_>>(), [Direction::D, Direction::R]);
        assert!(!level.slide(Direction::U));
        assert!(level.slide(Direction::D));
        assert_eq!((level.tiles(), level.blank()), (&[1, 0, 3, 2][..], 1));
        assert!(!level.is_solved() && level.is_solvable());
    }
}

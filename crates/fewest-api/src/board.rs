//! Scenes and motions as numbers of drawings.

use fewest_puzzles::scene::{Manner, Motion, Scene};
use fewest_render::sprites::Sprites;
use serde::Serialize;

/// A scene: its cells row by row, each with the number of its drawing.
#[derive(Serialize)]
pub(crate) struct Board {
    width: usize,
    height: usize,
    cell: f64,
    grounds: Vec<Option<usize>>,
    pieces: Vec<Option<usize>>,
}

/// A move: its name, and what it does to the scene.
#[derive(Serialize)]
pub(crate) struct Step {
    name: String,
    manner: &'static str,
    /// From which cell to which, and what is there then.
    travels: Vec<(usize, usize, Option<usize>)>,
    /// Which cells change to which ground and piece.
    changes: Vec<(usize, Option<usize>, Option<usize>)>,
}

/// Numbers the drawings of scenes and motions that are shown together.
pub(crate) struct Painter(Sprites);

impl Painter {
    /// For positions that start from this scene.
    pub(crate) fn new(start: &Scene) -> Self {
        Painter(Sprites::new(start))
    }

    pub(crate) fn board(&mut self, scene: &Scene) -> Board {
        Board {
            width: scene.width(),
            height: scene.height(),
            cell: Sprites::CELL,
            grounds: scene.ground().iter().map(|&ground| self.0.ground(ground)).collect(),
            pieces: scene.pieces().iter().map(|piece| piece.map(|p| self.0.piece(p))).collect(),
        }
    }

    /// The drawings of one cell: of its ground, and of its piece.
    pub(crate) fn cell(&mut self, scene: &Scene, cell: usize) -> (Option<usize>, Option<usize>) {
        let ground = scene.ground().get(cell).and_then(|&ground| self.0.ground(ground));
        (ground, scene.piece(cell).map(|piece| self.0.piece(piece)))
    }

    pub(crate) fn step(&mut self, name: String, motion: &Motion) -> Step {
        let manner = match motion.manner {
            Manner::Slide => "slide",
            Manner::Hop => "hop",
            Manner::Merge => "merge",
        };
        let sprites = &mut self.0;
        let travels = motion.travels.iter().map(|travel| {
            (travel.from, travel.to, travel.becomes.map(|piece| sprites.piece(piece)))
        });
        let travels = travels.collect();
        let changes = motion.changes.iter().map(|change| {
            let piece = change.piece.map(|piece| sprites.piece(piece));
            (change.cell, sprites.ground(change.ground), piece)
        });
        Step { name, manner, travels, changes: changes.collect() }
    }

    /// The drawings by their numbers.
    pub(crate) fn drawings(self) -> Vec<String> {
        self.0.drawings()
    }
}

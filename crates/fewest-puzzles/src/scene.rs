//! What a position looks like, the same for every puzzle: cells, what they are,
//! the pieces on them, and what a move does to the pieces.
//!
//! ```
//! use fewest_puzzles::Registry;
//!
//! let mut position = Registry::standard().parse("1 2 3\n4 5 6\n7 _ 8\n", None)?;
//! let mut scene = position.scene();
//! let motion = position.motion("L")?;
//! assert_eq!((motion.travels[0].from, motion.travels[0].to), (8, 7));
//! scene.play(&motion);
//! position.play("L")?;
//! assert_eq!(scene, position.scene());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// A board of cells, numbered row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    width: usize,
    ground: Vec<Ground>,
    pieces: Vec<Option<Piece>>,
}

/// What a cell is, whatever lies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// A part of a tray that pieces slide in.
    Tray,
    /// A square.
    Square,
    /// A square for a block.
    Goal,
    /// A square that nothing enters.
    Wall,
    /// A point.
    Point,
    /// A place for a coin.
    Ring,
}

/// Something that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// What it looks like.
    pub shape: Shape,
    /// The number on it.
    pub number: Option<u32>,
    /// Whether it is where it belongs.
    pub is_home: bool,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A tile that fills its cell.
    Tile,
    /// A block.
    Block,
    /// A coin.
    Coin,
    /// A number, the heavier the larger it is.
    Number,
}

/// What a move does to the pieces.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Motion {
    /// How they go.
    pub manner: Manner,
    /// Which go where: each leaves another cell and comes to another cell.
    pub travels: Vec<Travel>,
}

/// How pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Manner {
    /// Along the board.
    #[default]
    Slide,
    /// In an arc, over whatever lies between.
    Hop,
    /// Straight over whatever lies between, onto another piece.
    Merge,
}

/// The way of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The cell that it leaves.
    pub from: usize,
    /// The cell that it comes to.
    pub to: usize,
    /// What is there then.
    pub becomes: Option<Piece>,
}

impl Motion {
    /// interim
    pub fn between(_: &Scene, _: &Scene) -> Motion {
        Motion::default()
    }
}

impl Scene {
    /// A board of rows of `width` cells.
    pub fn new(width: usize, cells: impl IntoIterator<Item = (Ground, Option<Piece>)>) -> Self {
        let (ground, pieces) = cells.into_iter().unzip();
        Scene { width, ground, pieces }
    }

    /// How many cells a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.ground.len() / self.width.max(1)
    }

    /// What the cells are, row by row.
    pub fn ground(&self) -> &[Ground] {
        &self.ground
    }

    /// What is on the cells, row by row.
    pub fn pieces(&self) -> &[Option<Piece>] {
        &self.pieces
    }

    /// The piece on a cell.
    pub fn piece(&self, cell: usize) -> Option<Piece> {
        self.pieces.get(cell).copied().flatten()
    }

    /// Column and row of a cell.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.width.max(1), cell / self.width.max(1))
    }

    /// Moves the pieces.
    pub fn play(&mut self, motion: &Motion) {
        // A piece may come to where another leaves.
        for travel in &motion.travels {
            self.put(travel.from, None);
        }
        for travel in &motion.travels {
            self.put(travel.to, travel.becomes);
        }
    }

    /// Puts a piece on a cell, or takes away what is there.
    pub fn put(&mut self, cell: usize, piece: Option<Piece>) {
        if let Some(place) = self.pieces.get_mut(cell) {
            *place = piece;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::Registry;
    use crate::puzzle::{Generate, Position, Puzzle};

    fn generated(puzzle: &dyn Puzzle, seed: u64) -> Box<dyn Position> {
        let (size, settings): (_, &[(&str, &str)]) = match puzzle.name() {
            "tiles" => (Some("4x3"), &[]),
            "blocks" => (Some("6x5"), &[("blocks", "4"), ("walls", "6")]),
            "numbers" => (Some("8x5"), &[("numbers", "12")]),
            _ => (None, &[]),
        };
        let settings = settings.iter().map(|&(name, value)| (name.into(), value.into()));
        let request = Generate {
            size: size.map(String::from),
            seed,
            settings: settings.collect(),
            ..Generate::default()
        };
        puzzle.generate(&request).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Pieces that are moved are where the rules put them, in every puzzle.
        #[test]
        fn motions_do_what_moves_do(
            puzzle in 0..Registry::standard().puzzles().len(),
            seed in 0..1000_u64,
            choices in prop::collection::vec(any::<prop::sample::Index>(), 30),
        ) {
            let mut position = generated(Registry::standard().puzzles()[puzzle], seed);
            let mut scene = position.scene();
            for choice in choices {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves.get(choice.index(moves.len())).unwrap();
                let motion = position.motion_of(mv).unwrap();
                prop_assert!(!motion.travels.is_empty());
                for travel in &motion.travels {
                    prop_assert!(scene.piece(travel.from).is_some());
                }
                scene.play(&motion);
                position.play_move(mv).unwrap();
                prop_assert_eq!(&scene, &position.scene());
                prop_assert_eq!(scene.width() * scene.height(), scene.pieces().len());
            }
        }

        /// A move that can't be played has no motion, and for the same reason.
        #[test]
        fn motions_are_refused_as_moves_are(
            puzzle in 0..Registry::standard().puzzles().len(),
            seed in 0..20_u64,
            mv in "[UDLRudlr]{0,2}|[0-9]_[0-9]-[0-9]_[0-9]|[0-9] [0-9] [UDLR] [+-]|.{0,4}",
        ) {
            let mut position = generated(Registry::standard().puzzles()[puzzle], seed);
            let motion = position.motion(&mv).map(|_| ());
            prop_assert_eq!(motion, position.play(&mv));
        }
    }
}

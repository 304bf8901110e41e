//! The shape of a board and where its tiles belong.

use std::fmt;

/// The direction in which a tile slides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up.
    U,
    /// Down.
    D,
    /// Left.
    L,
    /// Right.
    R,
}

impl Direction {
    /// All four, in the order in which moves are tried.
    pub const ALL: [Direction; 4] = [Direction::U, Direction::D, Direction::L, Direction::R];

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Direction::U => Direction::D,
            Direction::D => Direction::U,
            Direction::L => Direction::R,
            Direction::R => Direction::L,
        }
    }

    /// The direction with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Direction::ALL
            .into_iter()
            .find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Direction::U => 'U',
            Direction::D => 'D',
            Direction::L => 'L',
            Direction::R => 'R',
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// No cell: beyond the edge.
const OFF: u16 = u16::MAX;

/// Width, height, goal, and the tables that moves and heuristics look up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    width: usize,
    height: usize,
    /// Where a tile comes from when it slides into this blank, by direction.
    sources: Vec<[u16; 4]>,
    /// The legal moves with the blank on each cell: how many, and which.
    moves: Vec<(u8, [Direction; 4])>,
    /// The tile (0: blank) that belongs on each cell.
    goal: Vec<u16>,
    /// The cell on which each tile belongs.
    goal_cell: Vec<u16>,
}

impl Geometry {
    /// The widest and the highest board.
    pub const MAX_SIDE: usize = 255;

    /// A board of this shape whose goal is `goal`, row by row: a permutation of
    /// 0 to width × height − 1.
    ///
    /// # Panics
    /// If `goal` is no such permutation. The parsers check this first, and report the place
    /// in the text.
    pub fn new(width: usize, height: usize, goal: &[u16]) -> Self {
        let cells = width * height;
        assert!(width >= 2 && height >= 2 && width <= Self::MAX_SIDE && height <= Self::MAX_SIDE);
        assert_eq!(goal.len(), cells);
        let mut goal_cell = vec![OFF; cells];
        for (cell, &tile) in goal.iter().enumerate() {
            assert!(goal_cell[tile as usize] == OFF, "tile {tile} twice in the goal");
            goal_cell[tile as usize] = cell as u16;
        }
        let sources: Vec<[u16; 4]> = (0..cells)
            .map(|blank| {
                let (x, y) = (blank % width, blank / width);
                let source = |legal: bool, cell: usize| if legal { cell as u16 } else { OFF };
                [
                    source(y + 1 < height, blank + width),
                    source(y > 0, blank.wrapping_sub(width)),
                    source(x + 1 < width, blank + 1),
                    source(x > 0, blank.wrapping_sub(1)),
                ]
            })
            .collect();
        let moves = sources.iter().map(|sources| {
            let legal = Direction::ALL.into_iter().filter(|&to| sources[to as usize] != OFF);
            let mut moves = (0, [Direction::U; 4]);
            for direction in legal {
                moves.1[moves.0 as usize] = direction;
                moves.0 += 1;
            }
            moves
        });
        let moves = moves.collect();
        Geometry { width, height, sources, moves, goal: goal.to_vec(), goal_cell }
    }

    /// The default goal: rows in order, the blank last.
    pub fn blank_last(width: usize, height: usize) -> Vec<u16> {
        (1..width * height).map(|tile| tile as u16).chain([0]).collect()
    }

    /// The other standard goal: the blank first, then rows in order.
    pub fn blank_first(width: usize, height: usize) -> Vec<u16> {
        (0..width * height).map(|tile| tile as u16).collect()
    }

    /// Columns.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[inline]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Cells, the blank's included.
    #[inline]
    pub fn cells(&self) -> usize {
        self.goal.len()
    }

    /// Column and row of a cell.
    #[inline]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.width, cell / self.width)
    }

    /// The tiles in the goal, row by row.
    pub fn goal(&self) -> &[u16] {
        &self.goal
    }

    /// The cell on which a tile, or the blank for 0, belongs.
    #[inline]
    pub fn goal_cell(&self, tile: usize) -> usize {
        self.goal_cell[tile] as usize
    }

    /// The directions in which a tile can slide into `blank`.
    #[inline]
    pub fn moves(&self, blank: usize) -> &[Direction] {
        let (count, moves) = &self.moves[blank];
        &moves[..*count as usize]
    }

    /// The cell from which a tile slides in this direction into `blank`.
    #[inline]
    pub fn source(&self, blank: usize, direction: Direction) -> Option<usize> {
        let source = self.sources[blank][direction as usize];
        (source != OFF).then_some(source as usize)
    }

    /// The cells next to a cell.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        Direction::ALL.into_iter().filter_map(move |direction| self.source(cell, direction))
    }

    /// How many steps lie between two cells.
    pub fn distance(&self, a: usize, b: usize) -> usize {
        let ((ax, ay), (bx, by)) = (self.place(a), self.place(b));
        ax.abs_diff(bx) + ay.abs_diff(by)
    }

    /// Whether the goal can be reached: every move is a transposition and moves
    /// the blank by one cell, so the parity of the permutation from goal to
    /// board must agree with the parity of the blank's path (Johnson and Story
    /// 1879). `tiles` is a permutation of the goal's tiles.
    pub fn is_solvable(&self, tiles: &[u16]) -> bool {
        let mut seen = vec![false; tiles.len()];
        let mut odd = false;
        for first in 0..tiles.len() {
            let mut cell = first;
            let mut length = 0;
            while !std::mem::replace(&mut seen[cell], true) {
                cell = self.goal_cell(tiles[cell] as usize);
                length += 1;
            }
            odd ^= length > 0 && length % 2 == 0;
        }
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        odd == (self.distance(blank, self.goal_cell(0)) % 2 == 1)
    }
}

//! Sliding tiles up to 4 × 4, as someone would write them for either crate: the board in
//! a word, the cell of the blank beside it, the neighbours of each cell in a table.

use std::cell::Cell;

use fewest::closures;
use fewest::search::parallel_best_first as on_threads;
use fewest::search::{Budget, Linear, Ties, best_first, breadth_first as layers};
use fewest::search::{bidirectional as both_ends, ida_star as deepening};
use fewest::space::{Cost, Heuristic, Reverse, Space, Successor};
use pathfinding::prelude as peer;

use crate::measure::{Found, Table};

/// A tile in four bits a cell, and the cell of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    cells: u64,
    blank: u8,
}

impl Board {
    fn new(tiles: &[u8]) -> Self {
        let cells = tiles.iter().rev().fold(0, |cells, &tile| cells << 4 | u64::from(tile));
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap() as u8;
        Board { cells, blank }
    }

    fn tile(self, cell: u8) -> u64 {
        self.cells >> (4 * cell) & 15
    }

    /// The blank goes to a cell next to it.
    fn after(self, to: u8) -> Self {
        let tile = self.tile(to);
        Board { cells: self.cells ^ tile << (4 * to) ^ tile << (4 * self.blank), blank: to }
    }
}

/// Where the blank goes; the opposite of a direction is 3 less the direction.
type Direction = u8;

struct Tiles {
    goal: Board,
    /// The directions from each cell, and where they lead.
    directions: Vec<Vec<(Direction, u8)>>,
    /// The same for all four.
    next: Vec<[u8; 4]>,
    /// The steps from each cell to where a tile belongs.
    steps: [[u8; 16]; 16],
}

impl Tiles {
    fn new(side: u8, goal: &[u8]) -> Self {
        let mut tiles = Tiles {
            goal: Board::new(goal),
            directions: Vec::new(),
            next: Vec::new(),
            steps: [[0; 16]; 16],
        };
        for cell in 0..side * side {
            let (x, y) = (cell % side, cell / side);
            let inside = [y > 0, x > 0, x + 1 < side, y + 1 < side];
            let next = [cell.wrapping_sub(side), cell.wrapping_sub(1), cell + 1, cell + side];
            let ways = (0..4).zip(next).filter(|&(way, _)| inside[usize::from(way)]);
            tiles.directions.push(ways.collect());
            tiles.next.push(next);
            for (home, &tile) in (0..).zip(goal).filter(|&(_, &tile)| tile != 0) {
                let steps = x.abs_diff(home % side) + y.abs_diff(home / side);
                tiles.steps[usize::from(tile)][usize::from(cell)] = steps;
            }
        }
        tiles
    }

    fn manhattan(&self, board: &Board) -> Cost {
        (0..self.next.len() as u8)
            .map(|cell| Cost::from(self.steps[board.tile(cell) as usize][usize::from(cell)]))
            .sum()
    }

    fn neighbours(&self, board: Board) -> impl Iterator<Item = Board> + use<'_> {
        let ways = self.directions[usize::from(board.blank)].iter();
        ways.map(move |&(_, to)| board.after(to))
    }
}

impl Space for Tiles {
    type State = Board;
    type Move = Direction;
    /// Where the blank came from.
    type Undo = u8;

    fn is_goal(&self, board: &Board) -> bool {
        *board == self.goal
    }
    fn moves(&self, board: &Board, out: &mut Vec<Direction>) {
        out.extend(self.directions[usize::from(board.blank)].iter().map(|&(way, _)| way));
    }
    fn apply(&self, board: &mut Board, way: Direction) -> u8 {
        let from = board.blank;
        *board = board.after(self.next[usize::from(from)][usize::from(way)]);
        from
    }
    fn undo(&self, board: &mut Board, _: Direction, from: u8) {
        *board = board.after(from);
    }
    #[inline]
    fn successors<E>(
        &self,
        board: &mut Board,
        _: &mut Vec<Direction>,
        mut each: impl FnMut(Successor<'_, Self>) -> Result<(), E>,
    ) -> Result<(), E> {
        for &(mv, to) in &self.directions[usize::from(board.blank)] {
            each(Successor { mv, cost: 1, undo: &board.blank, state: &board.after(to) })?;
        }
        Ok(())
    }
    fn inverse(&self, way: Direction) -> Option<Direction> {
        Some(3 - way)
    }
    fn reverse(&self) -> Option<&dyn Reverse<Self>> {
        Some(self)
    }
}

impl Reverse<Tiles> for Tiles {
    fn goals(&self, out: &mut Vec<Board>) {
        out.push(self.goal);
    }
    fn predecessors(&self, board: &Board, out: &mut Vec<(Board, Direction)>) {
        let ways = self.directions[usize::from(board.blank)].iter();
        out.extend(ways.map(|&(way, to)| (board.after(to), 3 - way)));
    }
    fn is_undirected(&self) -> bool {
        true
    }
}

struct Manhattan;

impl Heuristic<Tiles> for Manhattan {
    type Value = Cost;

    fn evaluate(&self, tiles: &Tiles, board: &Board) -> Cost {
        tiles.manhattan(board)
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    #[inline]
    fn update(&self, tiles: &Tiles, value: Cost, _: u8, &from: &u8, after: &Board) -> Cost {
        // The tile is where the blank was.
        let steps = &tiles.steps[after.tile(from) as usize];
        value + Cost::from(steps[usize::from(from)]) - Cost::from(steps[usize::from(after.blank)])
    }
    fn revalue(&self, _: &Tiles, _: &Board, estimate: Cost) -> Cost {
        estimate
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        true
    }
}

pub(crate) const SOLVED: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
const SOLVED_3: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// Boards of Korf (1985), turned so that the blank of the goal is last.
pub(crate) const KORF: [(&str, [u8; 16]); 3] = [
    ("12", [1, 3, 5, 6, 0, 13, 14, 9, 11, 4, 8, 12, 10, 7, 15, 2]),
    ("30", [5, 7, 3, 6, 0, 9, 13, 11, 8, 12, 2, 15, 10, 14, 1, 4]),
    ("2", [10, 5, 1, 0, 15, 9, 13, 14, 2, 8, 4, 7, 6, 12, 11, 3]),
];

/// All of Korf's hundred boards that take at most 47 moves: where a single board ends in its last
/// iteration is luck.
const SHORT: [[u8; 16]; 17] = [
    [0, 1, 15, 6, 9, 10, 4, 3, 14, 8, 12, 11, 5, 7, 2, 13],
    [1, 3, 5, 6, 0, 13, 14, 9, 11, 4, 8, 12, 10, 7, 15, 2],
    [9, 5, 8, 7, 4, 3, 12, 15, 2, 1, 0, 6, 14, 11, 10, 13],
    [0, 9, 12, 4, 5, 3, 2, 8, 10, 1, 7, 6, 11, 14, 13, 15],
    [6, 14, 4, 11, 7, 3, 12, 15, 1, 10, 0, 2, 13, 8, 5, 9],
    [5, 7, 3, 6, 0, 9, 13, 11, 8, 12, 2, 15, 10, 14, 1, 4],
    [6, 1, 15, 8, 5, 10, 13, 0, 3, 4, 2, 7, 14, 9, 11, 12],
    [4, 5, 7, 12, 9, 14, 0, 3, 11, 13, 8, 1, 2, 15, 6, 10],
    [5, 10, 14, 4, 6, 12, 11, 1, 9, 0, 15, 7, 13, 2, 8, 3],
    [1, 0, 12, 8, 2, 4, 9, 15, 6, 11, 7, 5, 14, 13, 3, 10],
    [2, 7, 15, 0, 1, 11, 3, 5, 10, 12, 4, 6, 14, 13, 8, 9],
    [2, 3, 12, 8, 13, 14, 10, 1, 6, 7, 15, 4, 5, 0, 9, 11],
    [1, 6, 10, 8, 14, 12, 4, 2, 13, 11, 3, 5, 9, 7, 15, 0],
    [1, 5, 0, 13, 11, 2, 8, 4, 10, 7, 14, 15, 6, 3, 9, 12],
    [1, 3, 8, 2, 13, 12, 9, 15, 14, 7, 4, 5, 6, 11, 0, 10],
    [1, 5, 6, 11, 9, 0, 12, 13, 14, 15, 8, 4, 10, 2, 7, 3],
    [13, 5, 0, 4, 10, 3, 12, 6, 14, 15, 1, 8, 9, 11, 2, 7],
];

const LARGE: [u8; 16] = [13, 6, 8, 12, 15, 14, 0, 10, 11, 7, 4, 5, 9, 1, 3, 2];

/// One of the two boards that are farthest from the goal: 31 moves.
const HARDEST: [u8; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];

/// Successors as `pathfinding` asks for them, counted.
struct Counted<'a> {
    tiles: &'a Tiles,
    expanded: Cell<u64>,
}

impl<'a> Counted<'a> {
    fn new(tiles: &'a Tiles) -> Self {
        Counted { tiles, expanded: Cell::new(0) }
    }

    fn neighbours(&self, board: &Board) -> impl Iterator<Item = Board> + use<'a> {
        self.expanded.set(self.expanded.get() + 1);
        self.tiles.neighbours(*board)
    }

    fn with_costs(&self, board: &Board) -> impl Iterator<Item = (Board, u32)> + use<'a> {
        self.neighbours(board).map(|next| (next, 1))
    }

    /// What a search has found, and expanded since the last one.
    fn found(&self, cost: usize) -> Found {
        Found { cost: cost as u32, expanded: self.expanded.replace(0), ..Found::default() }
    }
}

pub(crate) fn a_star(table: &Table) {
    let tiles = Tiles::new(4, &SOLVED);
    for (name, board) in KORF {
        let (start, graph) = (Board::new(&board), Counted::new(&tiles));
        let list = |board: &Board| graph.with_costs(board).collect::<Vec<_>>();
        let lazily = |board: &Board| graph.with_costs(board);
        let estimate = |board: &Board| tiles.manhattan(board);
        let is_goal = |board: &Board| *board == tiles.goal;
        let found = |path: Option<(Vec<Board>, u32)>| graph.found(path.unwrap().1 as usize);
        table
            .graph(&format!("A*, Korf {name}"))
            .program("pathfinding", || found(peer::astar(&start, list, estimate, is_goal)))
            .program("pathfinding, lazy", || found(peer::astar(&start, lazily, estimate, is_goal)))
            .program("closures", || found(closures::astar(&start, list, estimate, is_goal)))
            .program("closures, lazy", || found(closures::astar(&start, lazily, estimate, is_goal)))
            .program("fewest", || {
                let (budget, priority) = (Budget::default(), Linear::A_STAR);
                let ties = Ties::LowH;
                let outcome = best_first::search(
                    &tiles,
                    &start,
                    &Manhattan,
                    priority,
                    ties,
                    &budget,
                    &mut (),
                );
                Found::from(outcome)
            })
            .compare();
    }
}

/// More threads, on a board of more than ten million states.
pub(crate) fn threads(table: &Table) {
    let tiles = Tiles::new(4, &SOLVED);
    let start = Board::new(&LARGE);
    let on = |threads| {
        let budget = Budget { threads, ..Budget::default() };
        let priority = Linear::A_STAR;
        Found::from(on_threads::search(&tiles, &start, &Manhattan, priority, &budget, &mut ()))
    };
    table
        .graph("A* on threads, Korf 1")
        .program("fewest, 1 thread", || on(1))
        .program("fewest, 2 threads", || on(2))
        .compare();
}

pub(crate) fn ida_star(table: &Table) {
    for (name, board) in KORF {
        deepen(table, &format!("IDA*, Korf {name}"), &[board]);
    }
    deepen(table, "IDA*, 17 boards", &SHORT);
}

/// One search after another.
fn deepen(table: &Table, name: &str, boards: &[[u8; 16]]) {
    let tiles = Tiles::new(4, &SOLVED);
    let graph = Counted::new(&tiles);
    let list = |board: &Board| graph.with_costs(board).collect::<Vec<_>>();
    let lazily = |board: &Board| graph.with_costs(board);
    let estimate = |board: &Board| tiles.manhattan(board);
    let is_goal = |board: &Board| *board == tiles.goal;
    let all = |search: &dyn Fn(&Board) -> Found| {
        boards.iter().fold(Found::default(), |sum, board| {
            let found = search(&Board::new(board));
            Found {
                cost: sum.cost + found.cost,
                expanded: sum.expanded + found.expanded,
                generated: sum.generated + found.generated,
                stored: sum.stored.max(found.stored),
            }
        })
    };
    let found = |path: Option<(Vec<Board>, u32)>| graph.found(path.unwrap().1 as usize);
    table
        .graph(name)
        .program("pathfinding", || {
            all(&|start| found(peer::idastar(start, list, estimate, is_goal)))
        })
        .program("pathfinding, lazy", || {
            all(&|start| found(peer::idastar(start, lazily, estimate, is_goal)))
        })
        .program("closures", || {
            all(&|start| found(closures::idastar(start, list, estimate, is_goal)))
        })
        .program("closures, lazy", || {
            all(&|start| found(closures::idastar(start, lazily, estimate, is_goal)))
        })
        .program("fewest", || {
            let budget = Budget::default();
            let search =
                |start: &Board| deepening::search(&tiles, start, &Manhattan, &budget, &mut ());
            all(&|start| Found::from(search(start)))
        })
        .compare();
}

pub(crate) fn breadth_first(table: &Table) {
    let tiles = Tiles::new(3, &SOLVED_3);
    let (start, graph) = (Board::new(&HARDEST), Counted::new(&tiles));
    let list = |board: &Board| graph.neighbours(board).collect::<Vec<_>>();
    let lazily = |board: &Board| graph.neighbours(board);
    let is_goal = |board: &Board| *board == tiles.goal;
    let found = |path: Option<Vec<Board>>| graph.found(path.unwrap().len() - 1);
    table
        .graph("breadth-first, hardest 3 x 3")
        .program("pathfinding", || found(peer::bfs(&start, list, is_goal)))
        .program("pathfinding, lazy", || found(peer::bfs(&start, lazily, is_goal)))
        .program("closures", || found(closures::bfs(&start, list, is_goal)))
        .program("closures, lazy", || found(closures::bfs(&start, lazily, is_goal)))
        .program("fewest", || {
            Found::from(layers::search(&tiles, &start, &Budget::default(), &mut ()))
        })
        .compare();
}

pub(crate) fn bidirectional(table: &Table) {
    let (three, four) = (Tiles::new(3, &SOLVED_3), Tiles::new(4, &SOLVED));
    let boards = [
        ("hardest 3 x 3", &three, Board::new(&HARDEST)),
        ("Korf 12", &four, Board::new(&KORF[0].1)),
    ];
    for (name, tiles, start) in boards {
        let graph = Counted::new(tiles);
        let list = |board: &Board| graph.neighbours(board).collect::<Vec<_>>();
        let lazily = |board: &Board| graph.neighbours(board);
        let found = |path: Option<Vec<Board>>| graph.found(path.unwrap().len() - 1);
        let goal = &tiles.goal;
        table
            .graph(&format!("bidirectional, {name}"))
            .program("pathfinding", || found(peer::bfs_bidirectional(&start, goal, list, list)))
            .program("pathfinding, lazy", || {
                found(peer::bfs_bidirectional(&start, goal, lazily, lazily))
            })
            .program("closures", || found(closures::bfs_bidirectional(&start, goal, list, list)))
            .program("closures, lazy", || {
                found(closures::bfs_bidirectional(&start, goal, lazily, lazily))
            })
            .program("fewest", || {
                let budget = Budget::default();
                Found::from(both_ends::search(tiles, tiles, &start, &budget, &mut ()))
            })
            .compare();
    }
}

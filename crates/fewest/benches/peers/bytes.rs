//! The 15-puzzle as one would write it first: sixteen bytes, the blank found by looking for
//! it, and the required methods of a space alone.

use std::cell::Cell;

use fewest::closures;
use fewest::search::{Budget, Linear, Ties, best_first, ida_star as deepening};
use fewest::space::{Consistent, Cost, Space};
use pathfinding::prelude as peer;

use crate::measure::{Found, Table};
use crate::tiles::{KORF, SOLVED};

type Board = [u8; 16];

fn blank(board: &Board) -> usize {
    board.iter().position(|&tile| tile == 0).unwrap()
}

/// The cells that the blank can go to.
fn targets(blank: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (blank % 4, blank / 4);
    let near = [
        (y > 0, blank.wrapping_sub(4)),
        (x > 0, blank.wrapping_sub(1)),
        (x < 3, blank + 1),
        (y < 3, blank + 4),
    ];
    near.into_iter().filter(|&(inside, _)| inside).map(|(_, to)| to)
}

fn after(board: &Board) -> impl Iterator<Item = (Board, u32)> + use<> {
    let (board, blank) = (*board, blank(board));
    targets(blank).map(move |to| {
        let mut after = board;
        after.swap(blank, to);
        (after, 1)
    })
}

fn manhattan(board: &Board) -> Cost {
    let steps = |(cell, &tile): (usize, &u8)| {
        let home = usize::from(tile) - 1;
        (cell % 4).abs_diff(home % 4) + (cell / 4).abs_diff(home / 4)
    };
    board.iter().enumerate().filter(|&(_, &tile)| tile != 0).map(steps).sum::<usize>() as Cost
}

struct Bytes;

/// A move is the cell that the blank goes to.
impl Space for Bytes {
    type State = Board;
    type Move = usize;
    type Undo = usize;

    fn is_goal(&self, board: &Board) -> bool {
        *board == SOLVED
    }
    fn moves(&self, board: &Board, out: &mut Vec<usize>) {
        out.extend(targets(blank(board)));
    }
    fn apply(&self, board: &mut Board, to: usize) -> usize {
        let blank = blank(board);
        board.swap(blank, to);
        blank
    }
    fn undo(&self, board: &mut Board, to: usize, blank: usize) {
        board.swap(blank, to);
    }
}

pub(crate) fn a_star(table: &Table) {
    let heuristic = Consistent(|_: &Bytes, board: &Board| manhattan(board));
    for (name, start) in &KORF[..2] {
        let expanded = Cell::new(0);
        let successors = |board: &Board| {
            expanded.set(expanded.get() + 1);
            after(board)
        };
        let list = |board: &Board| successors(board).collect::<Vec<_>>();
        let is_goal = |board: &Board| *board == SOLVED;
        let found = |path: Option<(Vec<Board>, u32)>| Found {
            cost: path.unwrap().1,
            expanded: expanded.replace(0),
            ..Found::default()
        };
        table
            .graph(&format!("A*, Korf {name} as [u8; 16]"))
            .program("pathfinding", || found(peer::astar(start, list, manhattan, is_goal)))
            .program("pathfinding, lazy", || {
                found(peer::astar(start, successors, manhattan, is_goal))
            })
            .program("closures", || found(closures::astar(start, list, manhattan, is_goal)))
            .program("closures, lazy", || {
                found(closures::astar(start, successors, manhattan, is_goal))
            })
            .program("fewest", || {
                let (priority, ties, budget) = (Linear::A_STAR, Ties::LowH, Budget::default());
                let outcome =
                    best_first::search(&Bytes, start, &heuristic, priority, ties, &budget, &mut ());
                Found::from(outcome)
            })
            .compare();
        table
            .graph(&format!("IDA*, Korf {name} as [u8; 16]"))
            .program("pathfinding", || found(peer::idastar(start, list, manhattan, is_goal)))
            .program("pathfinding, lazy", || {
                found(peer::idastar(start, successors, manhattan, is_goal))
            })
            .program("closures", || found(closures::idastar(start, list, manhattan, is_goal)))
            .program("closures, lazy", || {
                found(closures::idastar(start, successors, manhattan, is_goal))
            })
            .program("fewest", || {
                let budget = Budget::default();
                Found::from(deepening::search(&Bytes, start, &heuristic, &budget, &mut ()))
            })
            .compare();
    }
}

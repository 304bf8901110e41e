//! States with memory of their own: a 3 × 3 board as a text.

use std::cell::Cell;

use fewest::closures;
use fewest::search::{Budget, breadth_first as layers};
use fewest::space::Space;
use pathfinding::prelude as peer;

use crate::measure::{Found, Table};

const SOLVED: &str = "12345678_";

/// The boards after each slide.
fn after(board: &str) -> impl Iterator<Item = String> + use<'_> {
    let blank = board.find('_').unwrap();
    targets(blank).map(move |to| swapped(board, blank, to))
}

fn targets(blank: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (blank % 3, blank / 3);
    let near = [
        (y > 0, blank.wrapping_sub(3)),
        (x > 0, blank.wrapping_sub(1)),
        (x < 2, blank + 1),
        (y < 2, blank + 3),
    ];
    near.into_iter().filter(|&(inside, _)| inside).map(|(_, to)| to)
}

fn swapped(board: &str, a: usize, b: usize) -> String {
    let mut letters = board.as_bytes().to_vec();
    letters.swap(a, b);
    String::from_utf8(letters).unwrap()
}

struct Words;

/// A move is the cell that the blank goes to.
impl Space for Words {
    type State = String;
    type Move = usize;
    type Undo = usize;

    fn is_goal(&self, board: &String) -> bool {
        board == SOLVED
    }
    fn moves(&self, board: &String, out: &mut Vec<usize>) {
        out.extend(targets(board.find('_').unwrap()));
    }
    fn apply(&self, board: &mut String, to: usize) -> usize {
        let blank = board.find('_').unwrap();
        let mut letters = std::mem::take(board).into_bytes();
        letters.swap(blank, to);
        *board = String::from_utf8(letters).unwrap();
        blank
    }
    fn undo(&self, board: &mut String, _: usize, blank: usize) {
        self.apply(board, blank);
    }
    fn heap_bytes(&self) -> usize {
        SOLVED.len()
    }
}

pub(crate) fn breadth_first(table: &Table) {
    let (start, expanded) = ("8672543_1".to_owned(), Cell::new(0));
    let list = |board: &String| {
        expanded.set(expanded.get() + 1);
        after(board).collect::<Vec<_>>()
    };
    let is_goal = |board: &String| board == SOLVED;
    let found = |path: Option<Vec<String>>| Found {
        cost: path.unwrap().len() as u32 - 1,
        expanded: expanded.replace(0),
        ..Found::default()
    };
    table
        .graph("breadth-first, 3 x 3 as text")
        .program("pathfinding", || found(peer::bfs(&start, list, is_goal)))
        .program("closures", || found(closures::bfs(&start, list, is_goal)))
        .program("fewest", || {
            Found::from(layers::search(&Words, &start, &Budget::default(), &mut ()))
        })
        .compare();
}

//! Fourteen pancakes in an array, with a heuristic that ignores the smallest few.

use std::cell::Cell;

use fewest::closures;
use fewest::example::Pancakes;
use fewest::search::{Budget, Linear, Ties, best_first};
use fewest::space::{Consistent, Cost};
use pathfinding::prelude as peer;

use crate::measure::{Found, Table};

type Stack = [u8; 14];

/// The gaps between neighbours, the plate included, that don't touch one of the two
/// smallest (Holte and others 2016): weak enough for a search to be needed.
fn gaps(stack: &Stack) -> Cost {
    let below = stack.iter().skip(1).copied().chain([14]);
    let gap = |&(a, b): &(u8, u8)| a.min(b) >= 2 && a.abs_diff(b) > 1;
    stack.iter().copied().zip(below).filter(gap).count() as Cost
}

pub(crate) fn a_star(table: &Table) {
    let start: Stack = [8, 2, 11, 5, 13, 0, 7, 10, 3, 12, 6, 1, 9, 4];
    let expanded = Cell::new(0);
    let successors = |stack: &Stack| {
        expanded.set(expanded.get() + 1);
        let stack = *stack;
        (2..=14).map(move |turned| {
            let mut after = stack;
            after[..turned].reverse();
            (after, 1)
        })
    };
    let list = |stack: &Stack| successors(stack).collect::<Vec<_>>();
    let is_goal = |stack: &Stack| stack.is_sorted();
    let found = |path: Option<(Vec<Stack>, u32)>| Found {
        cost: path.unwrap().1,
        expanded: expanded.replace(0),
        ..Found::default()
    };
    let heuristic = Consistent(|_: &Pancakes<14>, stack: &Stack| gaps(stack));
    table
        .graph("A*, 14 pancakes")
        .program("pathfinding", || found(peer::astar(&start, list, gaps, is_goal)))
        .program("pathfinding, lazy", || found(peer::astar(&start, successors, gaps, is_goal)))
        .program("closures", || found(closures::astar(&start, list, gaps, is_goal)))
        .program("closures, lazy", || found(closures::astar(&start, successors, gaps, is_goal)))
        .program("fewest", || {
            let (priority, ties, budget) = (Linear::A_STAR, Ties::LowH, Budget::default());
            let outcome =
                best_first::search(&Pancakes, &start, &heuristic, priority, ties, &budget, &mut ());
            Found::from(outcome)
        })
        .compare();
}

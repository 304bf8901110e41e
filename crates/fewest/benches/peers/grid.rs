//! A square grid whose cells cost from 1 to 9 to enter, from one corner to the other.

use std::cell::Cell;

use fewest::closures;
use fewest::search::{Budget, Linear, Ties, best_first};
use fewest::space::{Blind, Consistent, Cost, Space, Successor};
use pathfinding::prelude as peer;

use crate::measure::{Found, Table};

const SIDE: u16 = 2000;

type Place = (u16, u16);

struct Grid {
    costs: Vec<u8>,
}

impl Grid {
    fn new() -> Self {
        let mut seed = 7_u64;
        let mut cost = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as u8 % 9 + 1
        };
        Grid { costs: (0..usize::from(SIDE) * usize::from(SIDE)).map(|_| cost()).collect() }
    }

    fn cost(&self, (x, y): Place) -> Cost {
        Cost::from(self.costs[usize::from(y) * usize::from(SIDE) + usize::from(x)])
    }

    fn neighbours((x, y): Place) -> impl Iterator<Item = Place> {
        let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        around.into_iter().filter(|&(x, y)| x < SIDE && y < SIDE)
    }
}

const GOAL: Place = (SIDE - 1, SIDE - 1);

fn steps(place: Place) -> Cost {
    Cost::from(GOAL.0 - place.0) + Cost::from(GOAL.1 - place.1)
}

/// A move is the cell that it leads to.
impl Space for Grid {
    type State = Place;
    type Move = Place;
    type Undo = Place;

    fn is_goal(&self, place: &Place) -> bool {
        *place == GOAL
    }
    fn moves(&self, place: &Place, out: &mut Vec<Place>) {
        out.extend(Grid::neighbours(*place));
    }
    fn apply(&self, place: &mut Place, to: Place) -> Place {
        std::mem::replace(place, to)
    }
    fn undo(&self, place: &mut Place, _: Place, from: Place) {
        *place = from;
    }
    #[inline]
    fn successors<E>(
        &self,
        place: &mut Place,
        _: &mut Vec<Place>,
        mut each: impl FnMut(Successor<'_, Self>) -> Result<(), E>,
    ) -> Result<(), E> {
        for to in Grid::neighbours(*place) {
            each(Successor { mv: to, cost: Grid::cost(self, to), undo: place, state: &to })?;
        }
        Ok(())
    }
    fn cost(&self, _: &Place, to: Place) -> Cost {
        Grid::cost(self, to)
    }
    fn has_unit_costs(&self) -> bool {
        false
    }
}

pub(crate) fn searches(table: &Table) {
    let (grid, expanded) = (Grid::new(), Cell::new(0));
    let count = || expanded.set(expanded.get() + 1);
    let list = |place: &Place| {
        count();
        Grid::neighbours(*place).map(|to| (to, grid.cost(to))).collect::<Vec<_>>()
    };
    let lazily = |place: &Place| {
        count();
        Grid::neighbours(*place).map(|to| (to, grid.cost(to)))
    };
    let estimate = |place: &Place| steps(*place);
    let is_goal = |place: &Place| *place == GOAL;
    let found = |path: Option<(Vec<Place>, u32)>| Found {
        cost: path.unwrap().1,
        expanded: expanded.replace(0),
        ..Found::default()
    };
    let (start, ties, budget) = ((0, 0), Ties::LowH, Budget::default());
    table
        .graph("uniform cost, grid 2000 x 2000")
        .program("pathfinding", || found(peer::dijkstra(&start, list, is_goal)))
        .program("pathfinding, lazy", || found(peer::dijkstra(&start, lazily, is_goal)))
        .program("closures", || found(closures::dijkstra(&start, list, is_goal)))
        .program("closures, lazy", || found(closures::dijkstra(&start, lazily, is_goal)))
        .program("fewest", || {
            let priority = Linear::UNIFORM_COST;
            Found::from(best_first::search(&grid, &start, &Blind, priority, ties, &budget, &mut ()))
        })
        .compare();
    let heuristic = Consistent(|_: &Grid, place: &Place| steps(*place));
    table
        .graph("A*, grid 2000 x 2000")
        .program("pathfinding", || found(peer::astar(&start, list, estimate, is_goal)))
        .program("pathfinding, lazy", || found(peer::astar(&start, lazily, estimate, is_goal)))
        .program("closures", || found(closures::astar(&start, list, estimate, is_goal)))
        .program("closures, lazy", || found(closures::astar(&start, lazily, estimate, is_goal)))
        .program("fewest", || {
            let priority = Linear::A_STAR;
            let outcome =
                best_first::search(&grid, &start, &heuristic, priority, ties, &budget, &mut ());
            Found::from(outcome)
        })
        .compare();
}

//! Whole spaces of sliding tiles against published numbers.

use std::sync::Arc;

use fewest::search::table::{self, Options, Width};
use fewest::search::{Budget, Status, ida_star};
use fewest::space::Ranking;
use fewest_puzzles::tiles::heuristics::Manhattan;
use fewest_puzzles::tiles::{Board, Geometry, Packed16, Reachable, Tiles};

/// OEIS A089473: boards of the 8-puzzle by the moves to the one whose blank is
/// in a corner.
const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn solvable(width: usize, height: usize) -> Reachable<Packed16> {
    let geometry = Geometry::new(width, height, &Geometry::blank_last(width, height));
    Reachable::from_goal(Tiles::new(Arc::new(geometry))).expect("at most 16 cells")
}

#[test]
fn the_eight_puzzle_has_the_published_depths() {
    let space = solvable(3, 3);
    for width in [Width::One, Width::Two, Width::Three, Width::Eight] {
        for threads in 1..=3 {
            let options = Options { width: Some(width), farthest: 10 };
            let budget = Budget { threads, ..Budget::default() };
            let found = table::explore_from_goals(&space, &options, &budget, &mut ()).unwrap();
            assert_eq!(found.per_depth, EIGHT_PUZZLE);
            assert_eq!(found.farthest.len(), 2);
        }
    }
}

/// OEIS A151944: the most moves that a board can need.
#[test]
fn small_boards_have_the_published_depths() {
    for (width, height, most) in
        [(2, 2, 6), (3, 2, 21), (2, 3, 21), (4, 2, 36), (2, 4, 36), (5, 2, 55)]
    {
        let space = solvable(width, height);
        let found =
            table::explore_from_goals(&space, &Options::default(), &Budget::default(), &mut ())
                .unwrap();
        assert_eq!(found.per_depth.len() - 1, most);
        assert_eq!(found.total, space.len());
    }
}

#[test]
fn plans_are_as_short_as_those_of_ida_star() {
    let space = solvable(3, 3);
    let heuristic = Manhattan::new(space.space().geometry());
    let budget = Budget { threads: 2, ..Budget::default() };
    for rank in (0..space.len()).step_by(9_973) {
        let board = space.unrank(rank);
        let by_table = table::search(&space, &board, &budget, &mut ()).unwrap();
        let by_depth = ida_star::search(space.space(), &board, &heuristic, &budget, &mut ());
        assert_eq!((by_table.status, by_table.cost()), (Status::Optimal, by_depth.cost()));
    }
}

#[test]
fn a_board_of_the_other_class_is_unsolvable() {
    let space = solvable(3, 3);
    let board = Packed16::from_tiles(&[2, 1, 3, 4, 5, 6, 7, 8, 0]);
    let space = Reachable::new(space.space().clone(), &board).expect("at most 16 cells");
    let outcome = table::search(&space, &board, &Budget::default(), &mut ()).unwrap();
    assert_eq!(outcome.status, Status::Unsolvable);
    let found = table::explore(&space, &[board], &Options::default(), &Budget::default(), &mut ());
    assert_eq!(found.total, 181_440);
}

//! Generated boards of a given length, against another search and known results.

use std::sync::Arc;

use fewest::search::{Budget, Stop, ida_star};
use fewest_puzzles::tiles::generator::{GenerateError, of_length};
use fewest_puzzles::tiles::heuristics::Manhattan;
use fewest_puzzles::tiles::{Board, Geometry, Level, Packed16, Tiles};

fn geometry(width: usize, height: usize, goal: &[u16]) -> Arc<Geometry> {
    Arc::new(Geometry::new(width, height, goal))
}

fn blank_last(width: usize, height: usize) -> Arc<Geometry> {
    geometry(width, height, &Geometry::blank_last(width, height))
}

/// The fewest moves, by another search.
fn fewest(level: &Level) -> u32 {
    let space = Tiles::<Packed16>::new(level.geometry().clone());
    let board = Packed16::from_tiles(level.tiles());
    let heuristic = Manhattan::new(level.geometry());
    let budget = Budget::default();
    let outcome = ida_star::search(&space, &board, &heuristic, &budget, &mut ());
    outcome.cost().unwrap()
}

#[test]
fn boards_have_the_length_asked_for() {
    let budget = Budget::default();
    for (geometry, lengths) in [
        (blank_last(3, 3), vec![0, 1, 2, 13, 20, 31]),
        (geometry(3, 2, &[2, 0, 1, 5, 4, 3]), vec![0, 5, 15]),
        (blank_last(4, 4), vec![0, 9, 14]),
    ] {
        for length in lengths {
            for seed in 0..5 {
                let level = of_length(&geometry, length, seed, &budget, &mut ()).unwrap();
                assert_eq!(fewest(&level), length);
            }
        }
    }
}

#[test]
fn the_farthest_are_known() {
    let budget = Budget::default();
    for (width, height, longest) in [(2, 2, 6), (3, 2, 21), (2, 4, 36), (3, 3, 31), (2, 5, 55)] {
        assert!(of_length(&blank_last(width, height), longest, 0, &budget, &mut ()).is_ok());
        assert_eq!(
            of_length(&blank_last(width, height), longest + 9, 0, &budget, &mut ()),
            Err(GenerateError::TooLong { wanted: longest + 9, longest })
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_board_for_ever() {
    let tiles = |length, seed| {
        let level =
            of_length(&blank_last(3, 3), length, seed, &Budget::default(), &mut ()).unwrap();
        level.tiles().to_vec()
    };
    assert_eq!(
        [tiles(31, 0), tiles(20, 5)],
        [[6, 4, 7, 8, 5, 0, 3, 2, 1], [1, 7, 0, 4, 8, 5, 6, 3, 2]]
    );
}

#[test]
fn what_is_too_much_is_refused() {
    let budget = Budget::default();
    assert_eq!(
        of_length(&blank_last(6, 6), 3, 0, &budget, &mut ()),
        Err(GenerateError::TooLarge { cells: 36 })
    );
    assert_eq!(
        of_length(&blank_last(4, 4), 81, 0, &budget, &mut ()),
        Err(GenerateError::TooLong { wanted: 81, longest: 80 })
    );
    let budget = Budget { memory: Some(10_000), ..Budget::default() };
    assert_eq!(
        of_length(&blank_last(4, 4), 50, 0, &budget, &mut ()),
        Err(GenerateError::Stopped(Stop::Memory))
    );
}

//! Constructive plans: each is replayed; small spaces are solved from end to end.

use std::sync::Arc;

use fewest::draws::Draws;
use fewest_puzzles::tiles::constructive::solve;
use fewest_puzzles::tiles::generator::random;
use fewest_puzzles::tiles::{Geometry, Level};

fn solves(mut level: Level) -> usize {
    let plan = solve(level.geometry(), level.tiles(), &|| false);
    let plan = plan.unwrap_or_else(|| panic!("{level:?}"));
    for &direction in &plan {
        assert!(level.slide(direction));
    }
    assert!(level.is_solved(), "{level:?}");
    plan.len()
}

/// The next permutation in lexicographic order.
fn advance(tiles: &mut [u16]) -> bool {
    let Some(pivot) = tiles.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let larger = tiles.iter().rposition(|&tile| tile > tiles[pivot]);
    tiles.swap(pivot, larger.unwrap_or(pivot));
    tiles[pivot + 1..].reverse();
    true
}

trait Rposition {
    fn rposition(self, is: impl Fn(&[u16]) -> bool) -> Option<usize>;
}

impl Rposition for std::slice::Windows<'_, u16> {
    fn rposition(self, is: impl Fn(&[u16]) -> bool) -> Option<usize> {
        let last = self.len();
        self.rev().position(is).map(|back| last - 1 - back)
    }
}

/// Solves every board of a size, for three goals if it is small.
fn solves_every_board(width: usize, height: usize) {
    let cells = width * height;
    let mut turned = Geometry::blank_last(width, height);
    turned.rotate_left(cells / 2);
    let goals = [turned, Geometry::blank_last(width, height), Geometry::blank_first(width, height)];
    // Goals differ by the way of the blank at the end, which small boards show.
    for goal in goals.into_iter().take(if cells < 9 { 3 } else { 1 }) {
        let geometry = Arc::new(Geometry::new(width, height, &goal));
        let mut tiles = Geometry::blank_first(width, height);
        let mut solved = 0;
        loop {
            if geometry.is_solvable(&tiles) {
                solves(Level::new(geometry.clone(), tiles.clone()).unwrap());
                solved += 1;
            } else {
                assert_eq!(solve(&geometry, &tiles, &|| false), None);
            }
            if !advance(&mut tiles) {
                break;
            }
        }
        assert_eq!(solved, (1..=cells).product::<usize>() / 2);
    }
}

#[test]
fn every_board_of_small_sizes() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        solves_every_board(width, height);
    }
}

#[test]
#[ignore = "11 million boards: a minute when optimised"]
fn every_board_of_ten_cells() {
    solves_every_board(2, 5);
    solves_every_board(5, 2);
}

#[test]
fn random_boards_of_many_shapes() {
    let mut draws = Draws::new(1);
    for (width, height) in
        [(2, 5), (5, 2), (2, 40), (40, 2), (3, 7), (7, 3), (4, 4), (3, 30), (10, 10), (17, 9)]
    {
        for round in 0..40 {
            let goal = match round % 3 {
                0 => Geometry::blank_last(width, height),
                1 => Geometry::blank_first(width, height),
                _ => {
                    let mut goal = Geometry::blank_last(width, height);
                    draws.shuffle(&mut goal);
                    goal
                }
            };
            let geometry = Arc::new(Geometry::new(width, height, &goal));
            solves(random(&geometry, round));
        }
    }
}

#[test]
fn large_boards_take_about_four_moves_a_step() {
    for side in [20, 128] {
        let goal = Geometry::blank_last(side, side);
        let geometry = Arc::new(Geometry::new(side, side, &goal));
        let level = random(&geometry, 1);
        let cells = level.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let manhattan: usize = cells
            .map(|(cell, &tile)| geometry.distance(cell, geometry.goal_cell(tile as usize)))
            .sum();
        let moves = solves(level);
        assert!(moves < manhattan * 4, "{side}: {moves} / {manhattan}");
    }
}

#[test]
fn it_stops_when_asked() {
    let geometry = Geometry::new(5, 5, &Geometry::blank_last(5, 5));
    let tiles = geometry.goal().to_vec();
    assert_eq!(solve(&geometry, &tiles, &|| true), None);
    assert_eq!(solve(&geometry, &tiles, &|| false), Some(Vec::new()));
}

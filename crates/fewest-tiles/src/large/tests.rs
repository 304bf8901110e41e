//! Beams against breadth-first search on a whole small space; plans of boards of odd shapes.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use fewest::draws::Draws;

use super::beam::Same;
use super::compact::CompactBeam;
use super::map::OFF;
use super::patterns::{Patterns, Weights};
use super::sweeps::{Sweeper, Window};
use super::windows::Shared;
use super::*;
use crate::generator::shuffled;
use crate::{Geometry, constructive};

fn level(width: usize, height: usize, kind: u64, draws: &mut Draws) -> Level {
    let mut goal = match kind % 3 {
        1 => Geometry::blank_first(width, height),
        _ => Geometry::blank_last(width, height),
    };
    if kind % 3 == 2 {
        draws.shuffle(&mut goal);
    }
    let geometry = Arc::new(Geometry::new(width, height, &goal));
    let tiles = shuffled(&geometry, draws);
    Level::new(geometry, tiles).unwrap()
}

fn play(level: &Level, moves: &[Direction]) -> Level {
    let mut level = level.clone();
    assert!(moves.iter().all(|&direction| level.slide(direction)));
    level
}

/// The fewest moves to every board from the goal.
fn distances(geometry: &Arc<Geometry>) -> HashMap<Vec<u16>, usize> {
    let solved = Level::solved(geometry.clone());
    let mut distances = HashMap::from([(solved.tiles().to_vec(), 0)]);
    let mut queue = VecDeque::from([solved]);
    while let Some(level) = queue.pop_front() {
        let moves = distances[level.tiles()] + 1;
        for direction in level.moves() {
            let next = play(&level, &[direction]);
            if !distances.contains_key(next.tiles()) {
                distances.insert(next.tiles().to_vec(), moves);
                queue.push_back(next);
            }
        }
    }
    distances
}

/// A beam that drops nothing is breadth-first search.
#[test]
fn a_wide_beam_finds_the_fewest_moves() {
    let geometry = Arc::new(Geometry::new(3, 2, &Geometry::blank_last(3, 2)));
    let map = Map::new(&geometry);
    let home: Vec<u16> = (0..6).map(|tile| geometry.goal_cell(tile) as u16).collect();
    let distances = distances(&geometry);
    assert_eq!(distances.len(), 360);
    for (tiles, &moves) in &distances {
        let start = Sliding::new(tiles);
        for max_moves in [None, Some(moves as i64), Some(moves as i64 - 1)] {
            let beam = Beam {
                map: &map,
                home: &home,
                distance_score: &[0, 1, 2],
                lines: None,
                width: 1000,
                same: Same::Board,
                enough: 0,
                patience: 30,
                max_moves,
            };
            let found = beam.search(&start, &mut |_| false);
            let is_possible = moves == 0 || max_moves.is_none_or(|max| max >= moves as i64);
            assert_eq!(found.is_enough, is_possible);
            if is_possible {
                assert_eq!(found.moves.len(), moves);
                let level = Level::new(geometry.clone(), tiles.clone()).unwrap();
                assert!(play(&level, &directions(found.moves)).is_solved());
            }
        }
    }
}

/// So is one that knows what tiles are in each other's way.
#[test]
fn a_wide_beam_over_the_whole_board_finds_the_fewest_moves() {
    let geometry = Arc::new(Geometry::new(3, 2, &Geometry::blank_last(3, 2)));
    let home: Vec<u16> = (0..6).map(|tile| geometry.goal_cell(tile) as u16).collect();
    let tables = Patterns::tables(&geometry, true, &Budget::default()).unwrap();
    let weights = Weights { block: 12, pair: 20 };
    for (tiles, moves) in distances(&geometry) {
        for max_moves in [1000, moves, moves.saturating_sub(1)] {
            let beam = CompactBeam {
                map: &Map::new(&geometry),
                home: &home,
                distance_score: &[0, 18, 52],
                patterns: &Patterns::of(&tables, &geometry, weights),
                width: 1000,
                patience: 30,
                max_moves,
            };
            let found = beam.search(&Sliding::new(&tiles), &mut |_| false);
            assert_eq!(found.as_ref().map(Vec::len), (max_moves >= moves).then_some(moves));
            let level = Level::new(geometry.clone(), tiles.clone()).unwrap();
            assert!(found.is_none_or(|moves| play(&level, &directions(moves)).is_solved()));
        }
    }
}

/// As beams from the goal need it.
#[test]
fn moves_that_are_undone_lead_back() {
    let mut draws = Draws::new(6);
    let level = level(5, 8, 2, &mut draws);
    let start = Sliding::new(level.tiles());
    let map = Map::new(level.geometry());
    let mut board = start.clone();
    let mut moves = Vec::new();
    while moves.len() < 201 {
        let step = draws.below(4) as u8;
        if map.sources[usize::from(board.blank())][usize::from(step)] != OFF {
            board.play(&map, step);
            moves.push(step);
        }
    }
    assert_ne!(board.tiles, start.tiles);
    for step in whole::undone(moves) {
        board.play(&map, step);
    }
    assert_eq!(board.tiles, start.tiles);
}

/// Narrow beams on boards of every size: what they find solves the board, and they end.
#[test]
fn narrow_beams_over_the_whole_board_solve_what_they_say() {
    let mut draws = Draws::new(4);
    for (width, height, kind) in [(6, 6, 0), (5, 8, 2), (7, 7, 1), (8, 8, 2), (7, 5, 0)] {
        let level = level(width, height, kind, &mut draws);
        let geometry = level.geometry();
        let home: Vec<u16> =
            (0..width * height).map(|tile| geometry.goal_cell(tile) as u16).collect();
        let distance_score: Vec<i32> = (0..15).map(|distance| distance * (10 + distance)).collect();
        let tables = Patterns::tables(geometry, false, &Budget::default()).unwrap();
        for beam_width in [1, 60, 1000] {
            let beam = CompactBeam {
                map: &Map::new(geometry),
                home: &home,
                distance_score: &distance_score,
                patterns: &Patterns::of(&tables, geometry, Weights { block: 0, pair: 20 }),
                width: beam_width,
                patience: 60,
                max_moves: 2000,
            };
            let found = beam.search(&Sliding::new(level.tiles()), &mut |_| false);
            assert!(found.is_some() || beam_width < 1000, "{width} × {height}");
            assert!(found.is_none_or(|moves| play(&level, &directions(moves)).is_solved()));
        }
    }
}

/// The sum of the squares of all distances.
fn squares(geometry: &Geometry, tiles: &[u16]) -> i32 {
    let place = |cell| {
        let (x, y) = geometry.place(cell);
        (x as i32, y as i32)
    };
    let tiles = tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let square = |(cell, &tile): (usize, &u16)| {
        let ((x, y), (home_x, home_y)) = (place(cell), place(geometry.goal_cell(tile as usize)));
        (x - home_x).pow(2) + (y - home_y).pow(2)
    };
    tiles.map(square).sum()
}

/// Every move of a sweep gains what it must, and two moves ahead nothing is missed.
#[test]
fn a_sweep_gains_what_it_should() {
    let mut draws = Draws::new(3);
    for (width, height) in [(2, 3), (5, 4), (4, 7)] {
        for kind in 0..20 {
            let level = level(width, height, kind, &mut draws);
            let geometry = level.geometry();
            let map = &Map::new(geometry);
            let home: Vec<u16> =
                (0..width * height).map(|tile| geometry.goal_cell(tile) as u16).collect();
            let sweep = |horizon| Sweep { side: 7, horizon, gain: 2 };
            let sweeper = Sweeper { map, width, height, home: &home, sweep: sweep(24) };
            let start = Sliding::new(level.tiles());
            let mut board = start.clone();
            // The window is as large as the board, so the blank never travels.
            let moves = sweeper.play(&mut board, &mut |_| false);
            let after = play(&level, &directions(moves.clone()));
            assert_eq!(after.tiles(), board.tiles);
            let gain = |from: &Level, to: &Level| {
                squares(geometry, from.tiles()) - squares(geometry, to.tiles())
            };
            let gained = gain(&level, &after);
            assert!(gained >= 2 * moves.len() as i32, "{gained} in {}", moves.len());

            let next = |level: &Level| -> Vec<Level> {
                level.moves().map(|direction| play(level, &[direction])).collect()
            };
            let is_gain = next(&level).iter().any(|one| {
                gain(&level, one) > 2 || next(one).iter().any(|two| gain(&level, two) > 4)
            });
            let sweeper = Sweeper { sweep: sweep(2), ..sweeper };
            assert_eq!(!Window::new(&sweeper).search(&start).is_empty(), is_gain);
        }
    }
}

/// The moves that the tiles of a group need on an otherwise empty board, to every placement.
fn group_moves(geometry: &Geometry, homes: &[usize]) -> HashMap<Vec<usize>, usize> {
    let mut moves = HashMap::from([(homes.to_vec(), 0)]);
    let mut queue = VecDeque::from([homes.to_vec()]);
    while let Some(placed) = queue.pop_front() {
        for at in 0..placed.len() {
            for to in geometry.neighbours(placed[at]).filter(|to| !placed.contains(to)) {
                let mut next = placed.clone();
                next[at] = to;
                if !moves.contains_key(&next) {
                    moves.insert(next.clone(), moves[&placed] + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    moves
}

/// Patterns against groups that are searched one by one, without symmetries; and the score
/// that slides change against that of the whole board.
#[test]
fn patterns_count_what_each_group_needs() {
    let mut draws = Draws::new(5);
    for (width, height, kind) in [(3, 3, 0), (3, 3, 2), (4, 2, 1), (2, 5, 2)] {
        let mut level = level(width, height, kind, &mut draws);
        let geometry = level.geometry().clone();
        let tables = Patterns::tables(&geometry, true, &Budget::default()).unwrap();
        let weights = Weights { block: 12, pair: 20 };
        let patterns = Patterns::of(&tables, &geometry, weights);
        let groups: Vec<_> = (patterns::groups(&geometry, true).into_iter())
            .map(|(tiles, kind)| {
                let homes: Vec<usize> =
                    tiles.iter().map(|&tile| geometry.goal_cell(tile as usize)).collect();
                (tiles, group_moves(&geometry, &homes), weights.of(&geometry, kind))
            })
            .collect();
        let slow = |board: &Sliding| -> i32 {
            let score = |(tiles, moves, weight): &(Vec<u16>, HashMap<_, usize>, i32)| {
                let cells = tiles.iter().map(|&tile| usize::from(board.cells[tile as usize]));
                let placed: Vec<usize> = cells.clone().collect();
                let distance: usize = (cells.zip(tiles))
                    .map(|(cell, &tile)| geometry.distance(cell, geometry.goal_cell(tile as usize)))
                    .sum();
                (moves[&placed] - distance) as i32 * weight
            };
            groups.iter().map(score).sum()
        };
        let mut board = Sliding::new(level.tiles());
        for _ in 0..60 {
            let score = patterns.score(&board);
            assert_eq!(score, slow(&board));
            let moves: Vec<Direction> = level.moves().collect();
            let direction = moves[draws.below(moves.len() as u64) as usize];
            let blank = board.blank();
            let from = geometry.source(usize::from(blank), direction).unwrap();
            let mut places = compact::NO_PLACES;
            for (place, &cell) in places.iter_mut().zip(&board.cells) {
                *place = cell as u8;
            }
            let (tile, to) = (board.tiles[from] as u8, blank as u8);
            let change = patterns.change(&places, &patterns.slide(tile, from as u8, to));
            board.slide(from as u16);
            assert!(level.slide(direction));
            assert_eq!(patterns.score(&board), score + change);
        }
        assert_eq!(patterns.score(&Sliding::new(geometry.goal())), 0);
    }
}

#[test]
fn a_stretch_becomes_the_shortest() {
    let geometry = Arc::new(Geometry::new(3, 2, &Geometry::blank_last(3, 2)));
    let map = Map::new(&geometry);
    let effort = Effort { moves: 1000, width: 1000 };
    for (tiles, &fewest) in distances(&geometry).iter().filter(|(tiles, _)| tiles[0] == 5) {
        let plan = constructive::solve(&geometry, tiles, &|| false).unwrap();
        let part = plan.into_iter().map(|direction| direction as u8).collect();
        let start = Sliding::new(tiles);
        let part = stretches::shorten(&map, &start, part, effort, &mut |_| (), &mut |_| false);
        assert_eq!(part.len(), fewest);
    }
}

/// Windows with detours, on a plan that changes meanwhile.
#[test]
fn a_window_is_taken_while_the_plan_leads_over_both_of_its_ends() {
    let geometry = Arc::new(Geometry::new(4, 3, &Geometry::blank_last(4, 3)));
    let map = Map::new(&geometry);
    let mut draws = Draws::new(8);
    for _ in 0..50 {
        let level = level(4, 3, 0, &mut draws);
        let start = Sliding::new(level.tiles());
        let plan = constructive::solve(level.geometry(), level.tiles(), &|| false).unwrap();
        // A detour and back after every third move.
        let mut board = start.clone();
        let mut moves = Vec::new();
        for (at, step) in plan.iter().map(|&step| step as u8).enumerate() {
            if at % 3 == 0 {
                let sources = map.sources[board.blank() as usize];
                let aside = (0..4).find(|&to| sources[to as usize] != map::OFF).unwrap();
                moves.extend([aside, aside ^ 1]);
            }
            board.play(&map, step);
            moves.push(step);
        }
        let mut shared = Shared::new(start.clone());
        shared.renew(moves.clone());
        let mut boards = vec![start.tiles.clone()];
        let mut board = start;
        for &step in &moves {
            board.play(&map, step);
            boards.push(board.tiles.clone());
        }
        let mut windows = Vec::new();
        while let Some(window) = shared.next(&map, 2) {
            windows.push(window);
        }
        for window in windows {
            let before = shared.moves.len();
            let is_here = |&at: &usize| {
                boards[at] == window.from.tiles
                    && boards.get(at + window.moves) == Some(&window.to.tiles)
            };
            let at = (0..boards.len()).find(is_here).unwrap();
            let way = directions(moves[at..at + window.moves].to_vec());
            let way = constructive::shorten(way).into_iter().map(|to| to as u8);
            let is_taken = shared.take(&map, &window, &way.collect::<Vec<u8>>());
            assert_eq!(is_taken, shared.moves.len() < before);
            assert!(play(&level, &directions(shared.moves.clone())).is_solved());
        }
        assert!(shared.moves.len() < moves.len());
    }
}

#[test]
fn boards_of_odd_shapes_are_solved_by_beams() {
    let mut draws = Draws::new(1);
    for (width, height) in [(2, 18), (18, 2), (3, 12), (11, 3), (6, 6), (7, 5), (5, 8)] {
        for kind in 0..3 {
            let level = level(width, height, kind, &mut draws);
            let geometry = level.geometry();
            let map = &Map::new(geometry);
            for is_flipped in [false, true] {
                let lines = &Lines::new(geometry, is_flipped);
                let sweep = (kind > 0).then_some(Sweep { side: 5, horizon: 20, gain: 2 });
                let attempt = Attempt { map, geometry, lines, width: 40, max_width: 1000, sweep };
                let moves = attempt.solve(level.tiles(), &mut |_| false, &|| false).unwrap();
                assert!(play(&level, &moves).is_solved());
            }
        }
    }
}

#[test]
fn an_attempt_that_is_over_gets_its_end_unless_it_is_too_late() {
    let level = level(12, 9, 0, &mut Draws::new(3));
    let geometry = level.geometry();
    let (map, lines) = (&Map::new(geometry), &Lines::new(geometry, false));
    let sweep = Some(Sweep { side: 5, horizon: 20, gain: 2 });
    let attempt = Attempt { map, geometry, lines, width: 40, max_width: 1000, sweep };
    let moves = attempt.solve(level.tiles(), &mut |_| true, &|| false).unwrap();
    assert!(play(&level, &moves).is_solved());
    assert_eq!(attempt.solve(level.tiles(), &mut |_| true, &|| true), None);
}

//! The bulk builder against breadth-first search state by state, and the sums against
//! true distances on whole small boards.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use fewest::search::{Budget, Stop};
use fewest::space::{Heuristic, Space};
use rustc_hash::FxHashMap;

use super::*;
use crate::{Geometry, Packed16, Tiles};

fn geometry(width: usize, height: usize, blank: usize) -> Geometry {
    let mut goal: Vec<u16> = (1..(width * height) as u16).collect();
    goal.insert(blank, 0);
    Geometry::new(width, height, &goal)
}

fn database(geometry: &Geometry, tiles: &[u16], threads: usize) -> PatternDatabase {
    let budget = Budget { threads, ..Budget::default() };
    PatternDatabase::build(geometry, tiles, &budget, &mut |_, _| {}).unwrap()
}

/// The fewest moves of the group's tiles, by cells of the tiles and cell of the blank:
/// breadth-first search in which the blank's own steps are free.
fn slow_distances(geometry: &Geometry, tiles: &[u16]) -> HashMap<Vec<u8>, u32> {
    let home: Vec<u8> = tiles.iter().map(|&tile| geometry.goal_cell(tile as usize) as u8).collect();
    let mut known = HashMap::new();
    let mut queue = VecDeque::from([(home, geometry.goal_cell(0), 0)]);
    let mut nearest = HashMap::new();
    while let Some((cells, blank, moves)) = queue.pop_front() {
        if known.insert((cells.clone(), blank), moves).is_some() {
            continue;
        }
        nearest.entry(cells.clone()).or_insert(moves);
        for from in geometry.neighbours(blank) {
            match cells.iter().position(|&cell| cell as usize == from) {
                None => queue.push_front((cells.clone(), from, moves)),
                Some(tile) => {
                    let mut slid = cells.clone();
                    slid[tile] = blank as u8;
                    queue.push_back((slid, from, moves + 1));
                }
            }
        }
    }
    nearest
}

#[test]
fn the_bulk_builder_agrees_with_the_slow_one() {
    for (width, height, blank, tiles) in [
        (3, 3, 8, &[1, 2, 5][..]),
        (3, 3, 4, &[8, 1, 3, 6]),
        (3, 3, 0, &[1, 2, 3, 4, 5]),
        (2, 4, 7, &[1, 7, 4]),
        (4, 2, 2, &[5, 6]),
        (4, 3, 11, &[3, 9, 1, 4]),
        (3, 4, 5, &[11]),
        (5, 2, 0, &[1, 2, 3, 4]),
        (3, 2, 5, &[1, 2, 3, 4, 5]),
    ] {
        let geometry = &geometry(width, height, blank);
        let slow = slow_distances(geometry, tiles);
        for threads in [1, 3] {
            let database = database(geometry, tiles, threads);
            for (cells, &moves) in &slow {
                let placed = tiles.iter().zip(cells);
                let manhattan: usize = placed
                    .map(|(&tile, &cell)| {
                        geometry.distance(cell as usize, geometry.goal_cell(tile as usize))
                    })
                    .sum();
                let half = u32::from(database.half_surplus(database.index(cells)));
                assert_eq!(
                    manhattan as u32 + 2 * half,
                    moves,
                    "{width} × {height}: {tiles:?} on {cells:?}"
                );
            }
        }
    }
}

#[test]
fn the_general_builder_agrees_with_the_slow_one() {
    use fewest::search::Meter;
    use fewest::search::pattern::{Pattern, TwoBits, distances};

    for (width, height, blank, tiles) in
        [(3, 3, 8, &[1, 2, 5][..]), (3, 3, 4, &[8, 1]), (4, 3, 11, &[3, 9, 1]), (3, 2, 5, &[1, 4])]
    {
        let geometry = &geometry(width, height, blank);
        let group = group::Group::new(geometry, tiles).unwrap();
        let all = distances(&group, &mut Meter::start(&Budget::default())).unwrap();
        let two_bits = TwoBits::new(&all);
        for (cells, &moves) in &slow_distances(geometry, tiles) {
            let free = (0..geometry.cells() as u8).filter(|cell| !cells.contains(cell));
            let nearest = free.map(|blank| {
                let mut state = group::Cells::default();
                state[..tiles.len()].copy_from_slice(cells);
                state[tiles.len()] = blank;
                let distance = u32::from(all[group.rank(state) as usize]);
                assert_eq!(two_bits.distance(&group, state), distance, "{state:?}");
                let mut near = Vec::new();
                group.sources(state, &mut near);
                for next in near {
                    let rank = group.rank(next);
                    let exact = u32::from(all[rank as usize]);
                    assert_eq!(two_bits.distance_near(rank, distance), exact, "{next:?}");
                }
                distance
            });
            assert_eq!(nearest.min(), Some(moves), "{width} × {height}: {tiles:?} on {cells:?}");
        }
    }
}

#[test]
fn sums_that_know_the_blank_are_between_the_others_and_the_truth() {
    for (width, height, blank, size) in [(4, 2, 4, 3), (3, 2, 1, 3), (2, 4, 7, 2)] {
        let geometry = Arc::new(geometry(width, height, blank));
        let partition = &Partition::of_size(&geometry, size)[0];
        let databases = partition.groups().iter().map(|tiles| database(&geometry, tiles, 1));
        let mut sums = PatternSums::new(&geometry, &[databases.collect()]);
        sums.views.truncate(1);
        let aware = ZeroAware::build(&geometry, partition, &Budget::default()).unwrap();
        let space = Tiles::<Packed16>::new(geometry);
        let mut moves = Vec::new();
        let mut larger = 0;
        for (number, (board, distance)) in distances(&space).into_iter().enumerate() {
            if width * height == 8 && number % 4 != 0 {
                continue;
            }
            let value = aware.evaluate(&space, &board);
            let estimate = |value| Heuristic::<Tiles<Packed16>>::estimate(&aware, value);
            let without: u32 =
                Heuristic::<Tiles<Packed16>>::estimate(&sums, sums.evaluate(&space, &board));
            assert!(without <= estimate(value) && estimate(value) <= distance, "{board:?}");
            larger += u32::from(without < estimate(value));
            moves.clear();
            space.moves(&board, &mut moves);
            for &mv in &moves {
                let mut next = board;
                let slid = space.apply(&mut next, mv);
                let updated = aware.update(&space, value, mv, &slid, &next);
                assert_eq!(updated, aware.evaluate(&space, &next), "{next:?}");
            }
        }
        assert!(larger > 0, "{width} × {height}: the blank never matters");
    }
}

/// All boards and their true distances.
pub(crate) fn distances(space: &Tiles<Packed16>) -> FxHashMap<Packed16, u32> {
    let mut known = FxHashMap::from_iter([(*space.goal(), 0)]);
    let mut queue = VecDeque::from([*space.goal()]);
    let mut moves = Vec::new();
    while let Some(board) = queue.pop_front() {
        let distance = known[&board];
        moves.clear();
        space.moves(&board, &mut moves);
        for &mv in &moves {
            let mut next = board;
            space.apply(&mut next, mv);
            known.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance + 1
            });
        }
    }
    known
}

#[test]
fn sums_are_bounds_and_their_updates_are_evaluations() {
    for (width, height, blank, sizes) in
        [(3, 3, 4, &[3, 4][..]), (2, 4, 7, &[4, 5]), (3, 3, 0, &[8]), (3, 2, 1, &[2, 3])]
    {
        let geometry = Arc::new(geometry(width, height, blank));
        let partitions: Vec<Vec<PatternDatabase>> = (sizes.iter())
            .flat_map(|&size| Partition::of_size(&geometry, size))
            .map(|partition| {
                partition.groups().iter().map(|tiles| database(&geometry, tiles, 1)).collect()
            })
            .collect();
        let sums = PatternSums::new(&geometry, &partitions);
        let space = Tiles::<Packed16>::new(geometry);
        let estimate = |value| Heuristic::<Tiles<Packed16>>::estimate(&sums, value);
        let mut moves = Vec::new();
        for (number, (board, distance)) in distances(&space).into_iter().enumerate() {
            // Every board of the small ones, and a sample where it would be slow.
            if width * height == 9 && blank == 4 && number % 8 != 0 {
                continue;
            }
            let value = sums.evaluate(&space, &board);
            assert!(estimate(value) <= distance, "{width} × {height}: {board:?}");
            if sizes == [8] {
                assert_eq!(estimate(value), distance);
            }
            if width * height == 9 && number % 16 != 0 {
                continue;
            }
            moves.clear();
            space.moves(&board, &mut moves);
            for &mv in &moves {
                let mut next = board;
                let slid = space.apply(&mut next, mv);
                let updated = sums.update(&space, value, mv, &slid, &next);
                assert_eq!(estimate(updated), estimate(sums.evaluate(&space, &next)));
            }
        }
    }
}

/// Whoever solves many boards with little memory must not build for seconds each time, in
/// vain.
#[test]
fn too_little_memory_is_known_before_anything_is_built() {
    let geometry = geometry(3, 3, 8);
    let mut has_failed = false;
    for memory in (0..400_000).rev().step_by(1000) {
        let mut layers = 0;
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        let built =
            PatternDatabase::build(&geometry, &[1, 2, 3, 4], &budget, &mut |_, _| layers += 1);
        match built {
            Ok(_) => assert!(!has_failed && layers > 0, "{memory}"),
            Err(error) => {
                has_failed = true;
                assert_eq!((error, layers), (BuildError::Stopped(Stop::Memory), 0), "{memory}");
            }
        }
    }
    assert!(has_failed);
}

//! The rules against a slow reading of them, cell by cell.

use std::collections::{BTreeSet, HashMap};

use fewest_puzzles::blocks::{Direction, Rules, Wide, Word};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The formula line by line: `new[i] = old[i + 1] or (old[0] and … and old[i])`.
fn slow_step(size: (usize, usize), walls: &[bool], old: &[bool], towards: Direction) -> Vec<bool> {
    let (width, height) = size;
    let mut new = vec![false; width * height];
    let next = |cell: usize, direction| {
        let (x, y) = (cell % width, cell / width);
        let (x, y) = match direction {
            Direction::U => (x, y.checked_sub(1)?),
            Direction::R => (x + 1, y),
            Direction::D => (x, y + 1),
            Direction::L => (x.checked_sub(1)?, y),
        };
        (x < width && y < height && !walls[y * width + x]).then_some(y * width + x)
    };
    for cell in (0..width * height).filter(|&cell| !walls[cell]) {
        let follows = next(cell, towards.opposite()).is_some_and(|behind| old[behind]);
        let mut to_wall = std::iter::successors(Some(cell), |&cell| next(cell, towards));
        new[cell] = follows || to_wall.all(|cell| old[cell]);
    }
    new
}

fn list<W: Word>(cells: usize, set: W) -> Vec<bool> {
    (0..cells).map(|cell| set.has(cell)).collect()
}

fn set<W: Word>(list: &[bool]) -> W {
    W::from_cells((0..list.len()).filter(|&cell| list[cell]))
}

fn subsets(of: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(of), move |&set| (set != 0).then(|| (set - 1) & of))
}

/// Every set of blocks of one board, moved and moved back.
fn check_whole_board(width: usize, height: usize, walls: u64) {
    let (size, cells) = ((width, height), width * height);
    let rules = Rules::<u64>::new(width, height, walls);
    let slow_walls = list(cells, walls);
    let mut led_to = BTreeSet::new();
    for direction in Direction::ALL {
        let mut sources: HashMap<u64, Vec<u64>> = HashMap::new();
        for blocks in subsets(rules.free()) {
            let new = slow_step(size, &slow_walls, &list(cells, blocks), direction);
            let new = set::<u64>(&new);
            assert_eq!(rules.step(blocks, direction), new);
            assert_eq!(new.count_ones(), blocks.count_ones());
            sources.entry(new).or_default().push(blocks);
            led_to.insert(new);
        }
        for blocks in subsets(rules.free()) {
            let mut before = Vec::new();
            rules.predecessors(blocks, direction, &mut before);
            before.sort_unstable();
            let mut expected = sources.remove(&blocks).unwrap_or_default();
            expected.sort_unstable();
            assert_eq!(before, expected);
        }
    }
    for blocks in subsets(rules.free()) {
        assert_eq!(rules.has_predecessors(blocks), led_to.contains(&blocks));
    }
}

#[test]
fn whole_small_boards_are_read_and_inverted_exactly() {
    for (width, height) in [(1, 1), (3, 1), (1, 4), (2, 2), (3, 2), (2, 3), (3, 3)] {
        for walls in 0..1_u64 << (width * height) {
            check_whole_board(width, height, walls);
        }
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (width, height) in [(8, 1), (1, 8), (8, 2), (2, 8), (4, 3), (5, 3), (3, 5), (4, 4)] {
        for _ in 0..8 {
            let walls = rng.next_u64() & rng.next_u64() & ((1 << (width * height)) - 1);
            check_whole_board(width, height, walls);
        }
    }
}

/// Random boards of every size that the word holds.
fn check_random_boards<W: Word>(boards: usize, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut before = Vec::new();
    for _ in 0..boards {
        let (width, height) = loop {
            let side = 1..=W::SIDE;
            let size = (rng.random_range(side.clone()), rng.random_range(side));
            if Rules::<W>::holds(size.0, size.1) {
                break size;
            }
        };
        let cells = width * height;
        let (walled, filled) = (rng.random_range(0.0..0.5), rng.random_range(0.0..1.0));
        let walls: Vec<bool> = (0..cells).map(|_| rng.random_bool(walled)).collect();
        let rules = Rules::<W>::new(width, height, set(&walls));
        for _ in 0..16 {
            let random = (0..cells).map(|cell| !walls[cell] && rng.random_bool(filled));
            let old: Vec<bool> = random.collect();
            for direction in Direction::ALL {
                let new = slow_step((width, height), &walls, &old, direction);
                let fast = rules.step(set(&old), direction);
                assert_eq!(fast, set(&new), "{width} × {height}, {direction}");
                // The back move of a set with thousands of sources is slow.
                if fast.count() <= 24 {
                    before.clear();
                    rules.predecessors(fast, direction, &mut before);
                    assert!(before.contains(&set(&old)));
                    for &source in before.iter().take(100) {
                        assert_eq!(rules.step(source, direction), fast);
                    }
                }
            }
        }
    }
}

#[test]
fn random_boards_of_8_by_8_are_read_exactly() {
    check_random_boards::<u64>(5_000, 2);
}

#[test]
fn random_boards_of_two_words_are_read_exactly() {
    check_random_boards::<u128>(4_000, 3);
}

#[test]
fn random_boards_of_16_by_16_are_read_exactly() {
    check_random_boards::<Wide>(1_500, 4);
}

#[test]
fn the_words_agree_and_the_move_is_monotone() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..20_000 {
        let (width, height) = (rng.random_range(1..=8), rng.random_range(1..=8));
        let board = (1_u128 << (width * height)) - 1;
        let walls = rng.next_u64() & rng.next_u64() & board as u64;
        let narrow = Rules::<u64>::new(width, height, walls);
        let wide = Rules::<u128>::new(width, height, u128::from(walls));
        let blocks = rng.next_u64() & narrow.free();
        let fewer = blocks & rng.next_u64();
        for direction in Direction::ALL {
            let moved = narrow.step(blocks, direction);
            assert_eq!(wide.step(u128::from(blocks), direction), u128::from(moved));
            assert!(narrow.step(fewer, direction).is_within(moved));
        }
    }
}

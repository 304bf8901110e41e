//! Korf's boards with their published fewest moves (Korf 1985; Korf and Felner
//! 2002).

use fewest::search::{Algorithm, Status};
use fewest_puzzles::tiles::Level;

use crate::data;
use crate::solve::solve;

/// A board's number, its fewest moves and its tiles.
type Known = (usize, u32, Vec<u16>);

fn boards(file: &str) -> Vec<Known> {
    let text = data::read(&format!("tiles/{file}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = lines.map(|line| line.split_whitespace().map(|n| n.parse::<u16>().unwrap()));
    let known = numbers.map(|mut numbers| {
        let id = numbers.next().unwrap() as usize;
        (id, u32::from(numbers.next().unwrap()), numbers.collect())
    });
    known.collect()
}

fn grid(tiles: &[u16], width: usize) -> String {
    tiles
        .chunks(width)
        .map(|row| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ") + "\n")
        .collect()
}

pub(crate) fn easier_boards_of_the_hundred() {
    let boards = boards("korf100.txt");
    assert_eq!(boards.len(), 100);
    let easier: Vec<_> = boards.iter().filter(|(_, fewest, _)| *fewest <= 49).collect();
    assert!(easier.len() >= 20);
    for (id, fewest, tiles) in easier {
        for algorithm in [None, Some(Algorithm::IdaStar), Some(Algorithm::AStar)] {
            // A* for a few: it stores what IDA* only passes through.
            if algorithm == Some(Algorithm::AStar) && *fewest > 44 {
                continue;
            }
            let found = solve("tiles", &grid(tiles, 4), algorithm, None);
            let answer = (found.cost, found.status);
            assert_eq!(answer, (Some(*fewest), Status::Optimal), "board {id}, {algorithm:?}");
        }
    }
}

pub(crate) fn bounds_on_the_fifteen_puzzle() {
    bounds("korf100.txt", 100, 4);
}

pub(crate) fn bounds_on_the_twenty_four_puzzle() {
    bounds("korf24.txt", 50, 5);
}

/// No bound exceeds the published moves, and no plan has fewer.
fn bounds(file: &str, count: usize, width: usize) {
    let boards = boards(file);
    assert_eq!(boards.len(), count);
    for (id, fewest, tiles) in boards {
        let text = grid(&tiles, width);
        assert!(Level::parse(&text).unwrap().is_solvable());
        let found = solve("tiles", &text, None, Some(20_000));
        assert!(found.bound <= fewest, "board {id} of {file}");
        assert!(found.cost.unwrap() >= fewest, "board {id} of {file}");
    }
}

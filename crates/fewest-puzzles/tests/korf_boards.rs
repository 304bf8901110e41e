//! Korf's boards with their published fewest moves (Korf 1985; Korf and Felner
//! 2002).

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod data;

use fewest::search::{Algorithm, Status};
use fewest_puzzles::puzzle::{self, Request};
use fewest_puzzles::tiles::Level;

/// A board's number, its fewest moves and its tiles.
type Known = (usize, u32, Vec<u16>);

fn boards(file: &str) -> Option<Vec<Known>> {
    let text = data::read(&format!("tiles/{file}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = lines.map(|line| line.split_whitespace().map(|n| n.parse::<u16>().unwrap()));
    Some(
        numbers
            .map(|mut numbers| {
                let id = numbers.next().unwrap() as usize;
                (id, u32::from(numbers.next().unwrap()), numbers.collect())
            })
            .collect(),
    )
}

fn grid(tiles: &[u16], width: usize) -> String {
    tiles
        .chunks(width)
        .map(|row| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ") + "\n")
        .collect()
}

#[test]
fn the_easier_boards_of_the_hundred_take_as_many_moves_as_published() {
    let Some(boards) = boards("korf100.txt") else { return };
    assert_eq!(boards.len(), 100);
    let easier: Vec<_> = boards.iter().filter(|(_, fewest, _)| *fewest <= 49).collect();
    assert!(easier.len() >= 20);
    for (id, fewest, tiles) in easier {
        let position = puzzle::parse(&grid(tiles, 4), None).unwrap();
        for algorithm in [None, Some(Algorithm::IdaStar), Some(Algorithm::AStar)] {
            // A* for a few: it stores what IDA* only passes through.
            if algorithm == Some(Algorithm::AStar) && *fewest > 44 {
                continue;
            }
            let request = Request { algorithm, ..Request::default() };
            let outcome = position.solve(&request, &mut ()).unwrap().outcome;
            let answer = (outcome.cost(), outcome.status);
            assert_eq!(answer, (Some(*fewest), Status::Optimal), "board {id}, {algorithm:?}");
        }
    }
}

#[test]
fn no_bound_exceeds_the_published_moves() {
    let (Some(fifteen), Some(twenty_four)) = (boards("korf100.txt"), boards("korf24.txt")) else {
        return;
    };
    assert_eq!((fifteen.len(), twenty_four.len()), (100, 50));
    for (width, boards) in [(4, fifteen), (5, twenty_four)] {
        for (id, fewest, tiles) in boards {
            let text = grid(&tiles, width);
            assert!(Level::parse(&text).unwrap().is_solvable());
            let mut request = Request::default();
            request.budget.nodes = Some(20_000);
            let outcome =
                puzzle::parse(&text, None).unwrap().solve(&request, &mut ()).unwrap().outcome;
            assert!(outcome.bound <= fewest, "board {id} of {width} × {width}");
            assert!(outcome.cost().unwrap() >= fewest, "board {id} of {width} × {width}");
        }
    }
}

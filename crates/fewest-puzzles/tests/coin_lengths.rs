//! Coin fonts with known fewest moves between their glyphs (Chaffin 2019; the
//! fonts are Erik Demaine's).

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod data;

use fewest::search::{Algorithm, Budget, Status};
use fewest_puzzles::coins::batch::{self, Batch, News, PairAnswer};
use fewest_puzzles::coins::{Font, Level};
use fewest_puzzles::puzzle::Request;

/// Start, target, fewest moves.
type Pair = (usize, usize, u32);

/// A font, and its known pairs.
fn known(size: &str) -> Option<(Font, Vec<Pair>)> {
    let font = Font::parse(&data::read(&format!("coins/font{size}.txt"))?).unwrap();
    let lengths = data::read(&format!("coins/lengths{size}.txt"))?;
    let lines = lengths.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = |name: &str| font.place_of(name).unwrap();
        (place(words[0]), place(words[1]), words[2].parse().unwrap())
    });
    let pairs = pairs.collect();
    Some((font, pairs))
}

#[test]
fn short_pairs_take_as_many_moves_as_is_known() {
    for (size, glyphs, pairs, longest) in [("5x7", 37, 1332, 6), ("5x9", 37, 180, 7)] {
        let Some((font, known)) = known(size) else { return };
        assert_eq!((font.glyphs().len(), known.len()), (glyphs, pairs));
        let short: Vec<_> = known.iter().filter(|(_, _, moves)| *moves <= longest).collect();
        assert!(!short.is_empty());
        for &&(from, to, moves) in &short {
            let position = Level::between(&font, from, to).position();
            for algorithm in [Algorithm::Bidirectional, Algorithm::AStar] {
                // A* for a few: it stores many times as much.
                if algorithm == Algorithm::AStar && moves > 4 {
                    continue;
                }
                let request = Request { algorithm: Some(algorithm), ..Request::default() };
                let outcome = position.solve(&request, &mut ()).unwrap().outcome;
                let names = position.describe();
                assert_eq!(outcome.cost(), Some(moves), "{names} by {}", algorithm.name());
                assert_eq!(outcome.status, Status::Optimal);
            }
        }
    }
}

#[test]
fn no_bound_exceeds_the_known_moves() {
    for size in ["5x7", "5x9"] {
        let Some((font, known)) = known(size) else { return };
        for &(from, to, moves) in known.iter().step_by(37) {
            let position = Level::between(&font, from, to).position();
            let mut request =
                Request { algorithm: Some(Algorithm::Bidirectional), ..Request::default() };
            request.budget.nodes = Some(2_000);
            let outcome = position.solve(&request, &mut ()).unwrap().outcome;
            assert!(outcome.bound <= moves, "{}", position.describe());
        }
    }
}

#[test]
fn a_start_is_solved_with_the_known_moves() {
    let Some((font, known)) = known("5x7") else { return };
    // A start whose targets are near: 4 to 20 moves.
    let from = font.place_of("3").unwrap();
    let known: Vec<Pair> = known.into_iter().filter(|pair| pair.0 == from).collect();
    let pairs: Vec<(usize, usize)> = known.iter().map(|&(from, to, _)| (from, to)).collect();
    let batch = Batch { board: *font.board(), sets: &font.sets(), pairs: &pairs };
    let mut found = Vec::new();
    let budget = Budget { threads: 2, memory: Some(1 << 30), ..Budget::default() };
    batch::run(&batch, &budget, &mut |news| {
        if let News::Answer { from, to, answer: PairAnswer::Solved(hops) } = news {
            found.push((from, to, hops.len() as u32));
        }
    })
    .unwrap();
    found.sort_unstable();
    assert_eq!(found, known);
}

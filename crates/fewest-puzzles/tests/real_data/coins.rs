//! Coin fonts with known fewest moves between their glyphs (Chaffin 2019; the
//! fonts are Erik Demaine's).

use fewest::search::{Algorithm, Budget, Status};
use fewest_puzzles::coins::batch::{self, Batch, PairAnswer, Report};
use fewest_puzzles::coins::{Font, Format, Level};

use crate::data;
use crate::solve::{Solved, solve};

/// Start, target, fewest moves.
type Pair = (usize, usize, u32);

/// A font, and its known pairs.
fn known(size: &str) -> (Font, Vec<Pair>) {
    let font = Font::parse(&data::read(&format!("coins/font{size}.txt"))).unwrap();
    let lengths = data::read(&format!("coins/lengths{size}.txt"));
    let lines = lengths.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = |name: &str| font.place_of(name).unwrap();
        (place(words[0]), place(words[1]), words[2].parse().unwrap())
    });
    let pairs = pairs.collect();
    (font, pairs)
}

fn solve_pair(font: &Font, pair: Pair, algorithm: Algorithm, nodes: Option<u64>) -> Solved {
    let level = Level::between(font, pair.0, pair.1);
    solve("coins", &level.print(Format::Pictures), Some(algorithm), nodes)
}

pub(crate) fn short_pairs() {
    for (size, glyphs, pairs, longest) in [("5x7", 37, 1332, 6), ("5x9", 37, 180, 7)] {
        let (font, known) = known(size);
        assert_eq!((font.glyphs().len(), known.len()), (glyphs, pairs));
        let short: Vec<Pair> = known.into_iter().filter(|pair| pair.2 <= longest).collect();
        assert!(!short.is_empty());
        for pair in short {
            for algorithm in [Algorithm::Bidirectional, Algorithm::AStar] {
                // A* for a few: it stores many times as much.
                if algorithm == Algorithm::AStar && pair.2 > 4 {
                    continue;
                }
                let found = solve_pair(&font, pair, algorithm, None);
                let answer = (found.cost, found.status);
                assert_eq!(answer, (Some(pair.2), Status::Optimal), "{pair:?}, {algorithm:?}");
            }
        }
    }
}

/// No bound exceeds the known moves.
pub(crate) fn bounds() {
    for size in ["5x7", "5x9"] {
        let (font, known) = known(size);
        for &pair in known.iter().step_by(37) {
            let found = solve_pair(&font, pair, Algorithm::Bidirectional, Some(2_000));
            assert!(found.bound <= pair.2, "{pair:?} of {size}");
        }
    }
}

pub(crate) fn batch_from_one_start() {
    let (font, known) = known("5x7");
    // A start whose targets are near: 4 to 20 moves.
    let from = font.place_of("3").unwrap();
    let known: Vec<Pair> = known.into_iter().filter(|pair| pair.0 == from).collect();
    assert_eq!(known.len(), 36);
    let pairs: Vec<(usize, usize)> = known.iter().map(|&(from, to, _)| (from, to)).collect();
    let batch = Batch { board: *font.board(), sets: &font.sets(), pairs: &pairs };
    let mut found = Vec::new();
    let budget = Budget { threads: 2, memory: Some(1 << 30), ..Budget::default() };
    batch::run(&batch, &budget, &mut |report| {
        if let Report::Answer { from, to, answer: PairAnswer::Solved(hops) } = report {
            found.push((from, to, hops.len() as u32));
        }
    })
    .unwrap();
    found.sort_unstable();
    assert_eq!(found, known);
}

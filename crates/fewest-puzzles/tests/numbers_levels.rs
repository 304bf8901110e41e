//! The game's own levels of Number Shifting, bit for bit.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod data;

use std::path::PathBuf;

use fewest_puzzles::numbers::generator;

/// The numbers of the levels that are there, and their texts.
fn levels() -> Vec<(u32, String)> {
    // Level 1 says whether there are any.
    let Some(_) = data::read("numbers/0001.txt") else { return Vec::new() };
    let files = std::fs::read_dir(data::path("numbers")).unwrap();
    let level = |path: PathBuf| {
        let number = path.file_stem()?.to_str()?.parse().ok()?;
        Some((number, std::fs::read_to_string(path).ok()?))
    };
    let mut levels: Vec<_> = files.filter_map(|file| level(file.ok()?.path())).collect();
    levels.sort_unstable();
    levels
}

#[test]
fn the_generator_makes_the_games_levels() {
    for (number, text) in levels() {
        let made = generator::level(number, [0; 16]).unwrap();
        let mut words = text.split_whitespace().map(|word| word.parse::<u32>().unwrap());
        let size = (words.next().unwrap() as usize, words.next().unwrap() as usize);
        assert_eq!((made.level.width(), made.level.height()), size, "level {number}");
        assert!(words.eq(made.level.cells().iter().copied()), "level {number}");
        let mut level = made.level;
        for shift in made.plan {
            level.play(shift).unwrap();
        }
        assert!(level.is_solved(), "level {number}");
    }
}

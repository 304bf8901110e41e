//! The game's own levels of Number Shifting, bit for bit.

use std::path::PathBuf;

use fewest_puzzles::numbers::generator;

use crate::data;

/// The numbers of the levels, and their texts.
fn levels() -> Vec<(u32, String)> {
    let files = std::fs::read_dir(data::folder().join("numbers")).unwrap();
    let level = |path: PathBuf| {
        let number = path.file_stem()?.to_str()?.parse().ok()?;
        Some((number, std::fs::read_to_string(path).unwrap()))
    };
    let mut levels: Vec<_> = files.filter_map(|file| level(file.unwrap().path())).collect();
    levels.sort_unstable();
    levels
}

pub(crate) fn generated_levels() {
    let levels = levels();
    assert!(levels.len() >= 20, "only {} levels", levels.len());
    for (number, text) in levels {
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

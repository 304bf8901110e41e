//! The engine and the puzzles as WebAssembly: `run.mjs` calls [`solve`] under Node.js and
//! compares the results with the known ones, as the test below does natively.

use fewest::search::{Budget, Status};
use fewest_puzzles::Registry;
use fewest_puzzles::puzzle::Request;

/// A puzzle, a level of it, and its fewest moves.
pub const LEVELS: [(&str, &str, u32); 5] = [
    ("tiles", "7 3 8\n_ 2 6\n4 1 5\n", 25),
    ("tiles", "5 1 9 3\n11 13 6 8\n14 10 4 15\n_ 12 7 2\n", 41),
    ("blocks", "o . o . .\n. # . . .\n. . . # .\nx . x . .\n", 3),
    ("coins", "oo-\no--\n\n-o-\noo-\n", 1),
    ("numbers", "4 1\n1 3 0 2\n", 2),
];

/// The proved fewest moves of a level of [`LEVELS`]; `u32::MAX` if there is no proof.
#[unsafe(no_mangle)]
#[allow(unsafe_code, reason = "the name is this crate's own, and nothing else has it")]
pub extern "C" fn solve(level: u32) -> u32 {
    let solved = || {
        let &(puzzle, text, _) = LEVELS.get(level as usize)?;
        let position = Registry::standard().parse(text, Some(puzzle)).ok()?;
        // A browser gives no more memory than this.
        let budget = Budget { memory: Some(512 << 20), ..Budget::default() };
        let answer = position.solve(&Request { budget, ..Request::default() }, &mut ()).ok()?;
        answer.cost().filter(|_| answer.status == Status::Optimal)
    };
    solved().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natively_every_level_takes_its_fewest_moves() {
        for (level, (puzzle, text, fewest)) in (0..).zip(LEVELS) {
            assert_eq!(solve(level), fewest, "{puzzle}: {text}");
        }
    }
}

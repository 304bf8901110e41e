//! Searches for pleasing levels of blocks: symmetric walls, and a start and a goal that
//! form shapes. The pack of levels was collected from its output.
//!
//!     cargo run --release --example blocks_levels -- 8x8 5 16 both 30..34 1..200 1

use std::error::Error;

use fewest::search::Budget;
use fewest_puzzles::blocks::generator::{Recipe, Symmetry, disorder, make};
use fewest_puzzles::blocks::{Format, Wide, Word};
use fewest_puzzles::puzzle::parse_size;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, blocks, walls, symmetry, moves, seeds, most_disorder] = &arguments[..] else {
        return Err(
            "give size, blocks, walls, symmetry, moves as a..b or hardest, seeds as a..b, disorder"
                .into(),
        );
    };
    let range = |text: &str| -> Result<(u64, u64), Box<dyn Error>> {
        let (first, last) = text.split_once("..").ok_or("a range is a..b")?;
        Ok((first.parse()?, last.parse()?))
    };
    let (width, height) = parse_size(size, 1..=16)?;
    let recipe = Recipe {
        blocks: blocks.parse()?,
        walls: Some(walls.parse()?),
        symmetry: Symmetry::NAMES.by_name("symmetry", symmetry)?,
        moves: match moves.as_str() {
            "hardest" => None,
            _ => range(moves).map(|(least, most)| Some(least as u32..=most as u32))?,
        },
        ..Recipe::new(width, height)
    };
    let (first, last) = range(seeds)?;
    let most_disorder: usize = most_disorder.parse()?;
    for seed in first..=last {
        let made = match make(&recipe, seed, &Budget::default()) {
            Ok(made) => made,
            Err(error) => {
                eprintln!("seed {seed}: {error}");
                continue;
            }
        };
        let level = &made.level;
        let start = disorder(Wide::from_cells(level.blocks()), width);
        let goal = disorder(Wide::from_cells(level.goals()), width);
        if start + goal <= most_disorder {
            println!(
                "; seed {seed}, disorder {start} {goal}: {} moves\n{}",
                made.fewest,
                level.print(Format::Picture)
            );
        }
    }
    Ok(())
}

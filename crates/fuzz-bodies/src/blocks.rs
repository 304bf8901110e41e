//! Boards and plans of blocks.

use arbitrary::Unstructured;
use fewest_puzzles::blocks::{Cell, Direction, Format, Level, PlanFormat, plan};

use crate::mutate::mutate;
use crate::{Reached, moves, number, one_of, settle};

const CELLS: [Cell; 6] =
    [Cell::Free, Cell::Free, Cell::Wall, Cell::Block, Cell::Goal, Cell::BlockOnGoal];

fn level(bytes: &mut Unstructured<'_>) -> Level {
    let (width, height) = (number(bytes, 1..=8), number(bytes, 1..=8));
    let mut cells: Vec<Cell> = (0..width * height).map(|_| one_of(bytes, &CELLS)).collect();
    // There is always a block and a goal.
    let both = number(bytes, 0..=cells.len() - 1);
    cells[both] = Cell::BlockOnGoal;
    Level::new(width, height, cells).unwrap()
}

pub(crate) fn boards(bytes: &mut Unstructured<'_>) -> Reached {
    let format = one_of(bytes, &Format::ALL);
    let level = level(bytes);
    let text = mutate(bytes, &level.print(format));
    let _ = Level::recognise(&text);
    let read = Level::parse(&text);
    if let Ok(level) = &read {
        for format in Format::ALL {
            let printed = level.print(format);
            assert_eq!(Level::parse(&printed).as_ref(), Ok(level), "{text:?}, {printed:?}");
        }
    }
    settle(&text, &read)
}

pub(crate) fn plans(bytes: &mut Unstructured<'_>) -> Reached {
    let format = one_of(bytes, &PlanFormat::ALL);
    let start = level(bytes);
    let walk: Vec<Direction> =
        (0..number(bytes, 0..=12)).map(|_| one_of(bytes, &Direction::ALL)).collect();
    let text = mutate(bytes, &plan::write(&start, &walk, format).unwrap());
    let read = plan::read(&start, &text);
    if let Ok(steps) = &read {
        let walk = moves(&text, steps.iter());
        for format in PlanFormat::ALL {
            let written = plan::write(&start, &walk, format).unwrap();
            let again = plan::read(&start, &written).unwrap();
            assert_eq!(moves(&written, again.iter()), walk, "{text:?}, {written:?}");
        }
    }
    settle(&text, &read)
}

//! Boards and plans of sliding tiles.

use std::sync::Arc;

use arbitrary::Unstructured;
use fewest_puzzles::tiles::{Direction, Format, Geometry, Level, PlanFormat, plan};

use crate::mutate::mutate;
use crate::{Reached, moves, number, one_of, settle};

fn permutation(bytes: &mut Unstructured<'_>, cells: usize) -> Vec<u16> {
    let mut tiles: Vec<u16> = (0..cells as u16).collect();
    for last in (1..cells).rev() {
        tiles.swap(last, number(bytes, 0..=last));
    }
    tiles
}

fn level(bytes: &mut Unstructured<'_>) -> Level {
    let (width, height) = (number(bytes, 2..=6), number(bytes, 2..=6));
    let goal = match number(bytes, 0..=2) {
        0 => Geometry::blank_last(width, height),
        1 => Geometry::blank_first(width, height),
        _ => permutation(bytes, width * height),
    };
    let tiles = permutation(bytes, width * height);
    Level::new(Arc::new(Geometry::new(width, height, &goal)), tiles).unwrap()
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
    let mut board = start.clone();
    let directions = (0..number(bytes, 0..=12)).map(|_| one_of(bytes, &Direction::ALL));
    let walk: Vec<Direction> = directions.filter(|&way| board.slide(way)).collect();
    let text = mutate(bytes, &plan::write(&start, &walk, format).unwrap());
    let read = plan::read(&start, &text);
    if let Ok(steps) = &read {
        let walk = moves(&text, steps.iter());
        let mut board = start.clone();
        let is_legal = walk.iter().all(|&way| board.slide(way));
        for format in PlanFormat::ALL {
            // Letters may be illegal, and boards can't show such a plan.
            if format == PlanFormat::Boards && !is_legal {
                continue;
            }
            let written = plan::write(&start, &walk, format).unwrap();
            let again = plan::read(&start, &written).unwrap();
            assert_eq!(moves(&written, again.iter()), walk, "{text:?}, {written:?}");
        }
    }
    settle(&text, &read)
}

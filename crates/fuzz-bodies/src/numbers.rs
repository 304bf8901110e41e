//! Levels and plans of Number Shifting.

use arbitrary::Unstructured;
use fewest_puzzles::numbers::{Direction, Format, Level, Shift, Sign, plan};

use crate::mutate::mutate;
use crate::{Reached, moves, number, one_of, settle};

fn level(bytes: &mut Unstructured<'_>) -> Level {
    let (width, height) = (number(bytes, 1..=9), number(bytes, 1..=9));
    let cell = |bytes: &mut Unstructured<'_>| match number(bytes, 0..=5) {
        0..=2 => 0,
        3 | 4 => number(bytes, 1..=9) as u32,
        _ => number(bytes, 1..=20_000_000) as u32,
    };
    let cells = (0..width * height).map(|_| cell(bytes)).collect();
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
    let shift = |bytes: &mut Unstructured<'_>| Shift {
        x: bytes.arbitrary().unwrap_or_default(),
        y: number(bytes, 0..=20) as u16,
        direction: one_of(bytes, &Direction::ALL),
        sign: one_of(bytes, &Sign::ALL),
    };
    let shifts: Vec<Shift> = (0..number(bytes, 1..=10)).map(|_| shift(bytes)).collect();
    let text = mutate(bytes, &plan::write(&shifts));
    let read = plan::read(&text);
    if let Ok(steps) = &read {
        let shifts = moves(&text, steps.iter().copied());
        let written = plan::write(&shifts);
        let again = plan::read(&written).unwrap();
        assert_eq!(moves(&written, again), shifts, "{text:?}, {written:?}");
        for shift in shifts {
            assert_eq!(shift.to_string().parse(), Ok(shift));
        }
    }
    settle(&text, &read)
}

//! Sizes and settings of the generators, for every puzzle that there is.

use std::collections::BTreeMap;

use arbitrary::Unstructured;
use fewest::search::Budget;
use fewest_puzzles::puzzle::{Generate, Registry};

use crate::mutate::mutate;
use crate::{Reached, number, one_of};

/// Values of some puzzle's settings; for the others they are strange ones.
const VALUES: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "9",
    "1..4",
    "3-5",
    "blank-first",
    "none",
    "half-turn",
    "00ff",
    "4294967296",
    "x",
];

pub(crate) fn generators(bytes: &mut Unstructured<'_>) -> Reached {
    let registry = Registry::standard();
    let puzzle = one_of(bytes, registry.puzzles());
    let size = format!("{}x{}", number(bytes, 1..=5), number(bytes, 1..=5));
    let size = (number(bytes, 0..=3) > 0).then(|| mutate(bytes, &size));
    let mut settings = BTreeMap::new();
    for setting in puzzle.settings() {
        if number(bytes, 0..=3) == 0 {
            let value = one_of(bytes, &VALUES);
            let value = if number(bytes, 0..=3) == 0 { mutate(bytes, value) } else { value.into() };
            settings.insert(setting.name.to_string(), value);
        }
    }
    if number(bytes, 0..=15) == 15 {
        settings.insert("nonsense".into(), "1".into());
    }
    let seed = bytes.arbitrary().unwrap_or_default();
    let budget = Budget { nodes: Some(500), memory: Some(64 << 20), ..Budget::default() };
    let request = Generate { size, seed, settings, budget };
    let made = puzzle.generate(&request);
    match made {
        Ok(position) => {
            let again = puzzle.generate(&request).unwrap();
            for format in puzzle.formats() {
                let text = position.print(format.name).unwrap();
                assert_eq!(again.print(format.name).as_ref(), Ok(&text), "{request:?}");
                let read = registry.parse(&text, Some(puzzle.name())).unwrap();
                assert_eq!(read.print(format.name).as_ref(), Ok(&text), "{request:?}");
            }
            Reached::Read
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // A request has no lines.
            Reached::Refused(1)
        }
    }
}

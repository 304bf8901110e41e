//! The game's own levels, bit for bit, and that every level is solved by its plan.

use proptest::prelude::*;

use super::*;
use crate::puzzle::Generate;
use fewest::search::Cancel;

fn replays(made: &Generated) {
    let mut level = made.level.clone();
    for &shift in &made.plan {
        level.play(shift).unwrap();
    }
    assert!(level.is_solved());
}

#[test]
fn the_first_level_is_the_games() {
    let made = level(1, [0; 16]).unwrap();
    let mut cells = [0; 40];
    (cells[2], cells[26], cells[30], cells[31]) = (3, 2, 1, 6);
    assert_eq!((made.level.width(), made.level.cells()), (8, &cells[..]));
    let plan: Vec<String> = made.plan.iter().map(ToString::to_string).collect();
    assert_eq!(plan.len(), 3);
    replays(&made);
}

#[test]
fn levels_grow_as_the_games_do() {
    assert_eq!(size_of_level(0), (8, 5, 3));
    assert_eq!(size_of_level(150), (16, 9, 70));
    assert_eq!(size_of_level(999), (56, 32, 873));
}

#[test]
fn every_level_is_solved_by_its_plan() {
    for number in (1..=60).chain([300, LAST_LEVEL]) {
        replays(&level(number, [number as u8; 16]).unwrap());
    }
    assert_eq!(level(0, [0; 16]), Err(GenerateError::NoLevel(0)));
    assert_eq!(level(LAST_LEVEL + 1, [0; 16]), Err(GenerateError::NoLevel(LAST_LEVEL + 1)));
}

/// The number of a level goes into the first two bytes and a seed into the last
/// eight, so that no level of one seed is a level of another.
#[test]
fn seeds_give_other_levels() {
    let of_seed = |seed, number| level(number, seed_bytes(seed, None).unwrap()).unwrap().level;
    assert_eq!(of_seed(0, 9), level(9, [0; 16]).unwrap().level);
    assert_ne!(of_seed(0, 9), of_seed(1, 9));
    // Levels 1 and 2 have the same size.
    assert_ne!(of_seed(1, 1), of_seed(0, 2));
}

#[test]
fn what_has_no_room_is_refused() {
    let make = |width, height, numbers| {
        let recipe = Recipe::new(width, height, numbers);
        make(&recipe, [0; 16], &Budget::default()).unwrap_err().to_string()
    };
    assert_eq!(make(1, 1, 2), "1 × 1 is too small: a level has at least 2 numbers");
    assert_eq!(make(3, 3, 1), "cannot place 1 number; 3 × 3 holds 2 to 9");
    assert_eq!(make(3, 3, 10), "cannot place 10 numbers; 3 × 3 holds 2 to 9");
    assert!(make(0, 3, 2).starts_with("a level's sides are 1 to 1000 long"));
    // Beside a pair of ones another pair has room, but nothing splits a one by one.
    let no_room = make(2, 2, 3);
    assert!(no_room.starts_with("3 numbers found no room on 2 × 2 in "), "{no_room}");
    assert!(no_room.ends_with("; the maximum was 2; try fewer, or a larger size"), "{no_room}");
}

#[test]
fn work_can_be_stopped() {
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = Budget { cancel, ..Budget::default() };
    let made = make(&Recipe::new(1000, 1000, 400_000), [0; 16], &budget);
    assert_eq!(made, Err(GenerateError::Stopped(Stop::Cancelled)));
}

fn request(size: Option<&str>, seed: u64, settings: &[(&str, &str)]) -> Generate {
    Generate {
        size: size.map(str::to_string),
        seed,
        settings: settings.iter().map(|&(name, value)| (name.into(), value.into())).collect(),
        ..Generate::default()
    }
}

#[test]
fn settings_are_kept() {
    let made = from_request(&request(None, 0, &[("level", "10")])).unwrap();
    assert_eq!(made, level(10, [0; 16]).unwrap());
    let bytes = "000102030405060708090A0b0c0d0e0f";
    let made = from_request(&request(None, 0, &[("level", "10"), ("bytes", bytes)])).unwrap();
    assert_eq!(made, level(10, std::array::from_fn(|index| index as u8)).unwrap());
    let made = from_request(&request(Some("20x12"), 3, &[("numbers", "80")])).unwrap();
    assert_eq!((made.level.width(), made.level.height(), made.level.numbers()), (20, 12, 80));
    let made = from_request(&request(None, 3, &[])).unwrap();
    assert_eq!((made.level.width(), made.level.height(), made.level.numbers()), (16, 9, 57));
    for (size, settings, says) in [
        (Some("4x4"), vec![("level", "1")], "level sets the size"),
        (None, vec![("level", "1"), ("numbers", "4")], "level sets the size"),
        (None, vec![("level", "0")], "level must be a number from 1 to 65536, not '0'"),
        (None, vec![("level", "x")], "level must be a number"),
        (Some("2x2"), vec![("numbers", "5")], "numbers must be a number from 2 to 4, not '5'"),
        (Some("2x2"), vec![("numbers", "1")], "numbers must be a number from 2 to 4, not '1'"),
        (Some("1x1"), vec![("numbers", "1")], "1 × 1 is too small: a level has at least 2 numbers"),
        (Some("0x2"), vec![], "'0x2' is not a size; sizes are 1x1 to 1000x1000"),
        (None, vec![("bytes", "12")], "bytes must be 32 hexadecimal digits, not '12'"),
        (None, vec![("bytes", "+00102030405060708090a0b0c0d0e0f")], "bytes must be 32"),
    ] {
        let error = from_request(&request(size, 0, &settings)).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_recipe_ends(
        width in 1..12_usize,
        height in 1..12_usize,
        part in 0.0..1.0_f64,
        seed: [u8; 16],
    ) {
        let numbers = 2 + (part * (width * height) as f64) as usize;
        match make(&Recipe::new(width, height, numbers), seed, &Budget::default()) {
            Ok(made) => {
                prop_assert_eq!(made.level.numbers(), numbers);
                replays(&made);
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

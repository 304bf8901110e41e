//! Requests to the generator as text: a size, a seed and settings.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::super::Level;
use super::{Generated, LAST_LEVEL, Recipe, Seed, level, make};
use crate::puzzle::parse_size;
use crate::puzzle::{Generate, RequestError, Setting};

/// The settings of the generator, besides size and seed.
pub const SETTINGS: [Setting; 3] = [
    Setting {
        name: "level",
        value: "N",
        summary: "Make level N of the game, from 1 [default seed: the level's own]",
    },
    Setting { name: "numbers", value: "N", summary: "Place N numbers" },
    Setting {
        name: "bytes",
        value: "HEX",
        summary: "Use this seed of the game: 16 bytes as 32 hexadecimal digits",
    },
];

/// Generates the requested level: one of the game's, or by default 16 × 9 with numbers on
/// two fifths of the cells.
pub fn from_request(request: &Generate) -> Result<Generated, RequestError> {
    let setting = |name: &str| request.settings.get(name).map(String::as_str);
    let seed = seed_bytes(request.seed, setting("bytes"))?;
    let numbers = setting("numbers");
    if let Some(text) = setting("level") {
        if request.size.is_some() || numbers.is_some() {
            return Err(RequestError::new(
                "level sets the size and the numbers; omit it to choose them",
            ));
        }
        let number = number("level", text, 1..=LAST_LEVEL as usize)?;
        return Ok(level(number as u32, seed)?);
    }
    let size = request.size.as_deref().unwrap_or("16x9");
    let (width, height) = parse_size(size, 1..=Level::MAX_SIDE)?;
    let cells = width * height;
    let numbers = match numbers {
        Some(text) if cells >= 2 => number("numbers", text, 2..=cells)?,
        _ => (cells * 2 / 5).max(2),
    };
    Ok(make(&Recipe::new(width, height, numbers), seed, &request.budget)?)
}

fn number(name: &str, text: &str, range: RangeInclusive<usize>) -> Result<usize, RequestError> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        RequestError::new(format!("{name} must be a number from {least} to {most}, not '{text}'"))
    })
}

/// Seed 0 for the game's levels and the game's seeds, which are always the same; `None` for
/// all others, which take a random seed.
pub fn default_seed(settings: &BTreeMap<String, String>) -> Option<u64> {
    let is_fixed = ["level", "bytes"].iter().any(|&name| settings.contains_key(name));
    is_fixed.then_some(0)
}

/// The sixteen bytes of a seed: those in `bytes`, or zeros. The number is combined by exclusive or with the
/// last eight, in little-endian order, so 0 changes nothing. The first two are reserved for
/// the number of a level.
///
/// ```
/// use fewest_numbers::generator::seed_bytes;
///
/// assert_eq!(seed_bytes(0, None)?, [0; 16]);
/// assert_eq!(seed_bytes(258, None)?[8..], [2, 1, 0, 0, 0, 0, 0, 0]);
/// # Ok::<(), fewest_puzzle::puzzle::RequestError>(())
/// ```
pub fn seed_bytes(seed: u64, bytes: Option<&str>) -> Result<Seed, RequestError> {
    let base = match bytes {
        None => 0,
        Some(text) => {
            let is_hex = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
            let number = is_hex.then(|| u128::from_str_radix(text, 16).ok()).flatten();
            number.ok_or_else(|| {
                RequestError::new(format!("bytes must be 32 hexadecimal digits, not '{text}'"))
            })?
        }
    };
    Ok((base ^ u128::from(seed.swap_bytes())).to_be_bytes())
}

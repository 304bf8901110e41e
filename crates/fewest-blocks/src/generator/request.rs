//! Requests to the generator as text: a size and settings.

use std::ops::RangeInclusive;

use super::super::Level;
use super::{Made, Recipe, Symmetry, make};
use crate::puzzle::parse_size;
use crate::puzzle::{Generate, RequestError, Setting};
use fewest::space::Cost;

/// The settings of the generator, besides size and seed.
pub const SETTINGS: [Setting; 4] = [
    Setting { name: "blocks", value: "N", summary: "Place N blocks, and as many goals" },
    Setting { name: "walls", value: "N", summary: "Place N walls" },
    Setting {
        name: "symmetry",
        value: "SYMMETRY",
        summary: "Make the walls symmetric: none, mirror (the default), rotate or both",
    },
    Setting {
        name: "moves",
        value: "MOVES",
        summary: "Set the fewest moves to solve it, e.g. 30, or a range, e.g. 25..35",
    },
];

/// Generates the requested level: by default 8 × 8, and about as hard as its walls
/// allow.
pub fn from_request(request: &Generate) -> Result<Made, RequestError> {
    let setting = |name: &str| request.settings.get(name).map(String::as_str);
    let size = request.size.as_deref().unwrap_or("8x8");
    let (width, height) = parse_size(size, 1..=Level::MAX_SIDE)?;
    let number = |name: &str, least: usize| {
        let parse = |text: &str| {
            let number =
                text.parse().ok().filter(|number| (least..=width * height).contains(number));
            number.ok_or_else(|| {
                let most = width * height;
                RequestError::new(format!(
                    "{name} must be a number from {least} to {most}, not '{text}'"
                ))
            })
        };
        setting(name).map(parse).transpose()
    };
    let mut recipe = Recipe::new(width, height);
    recipe.blocks = number("blocks", 1)?.unwrap_or(recipe.blocks);
    recipe.walls = number("walls", 0)?;
    if let Some(name) = setting("symmetry") {
        recipe.symmetry = Symmetry::NAMES.by_name("symmetry", name)?;
    }
    recipe.moves = setting("moves").map(moves).transpose()?;
    Ok(make(&recipe, request.seed, &request.budget)?)
}

/// A number of moves, or a range of such numbers with both ends in it.
fn moves(text: &str) -> Result<RangeInclusive<Cost>, RequestError> {
    let number = |text: &str| text.trim().parse::<Cost>().ok();
    let range = match text.split_once("..") {
        None => number(text).map(|number| number..=number),
        Some((least, most)) => {
            let most = most.strip_prefix('=').unwrap_or(most);
            number(least).zip(number(most)).map(|(least, most)| least..=most)
        }
    };
    range.filter(|range| *range.start() > 0 && !range.is_empty()).ok_or_else(|| {
        RequestError::new(format!(
            "moves must be a number from 1, e.g. 30, or a range, e.g. 25..35, not '{text}'"
        ))
    })
}

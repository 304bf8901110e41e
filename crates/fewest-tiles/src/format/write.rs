//! Writes boards.

use std::fmt::Write;

use super::super::{Geometry, Level};
use super::Format;

/// Writes a board; and its goals, unless there is only the default.
pub(crate) fn print(level: &Level, format: Format) -> String {
    let geometry = level.geometry();
    let (width, height) = (geometry.width(), geometry.height());
    let rows = |tiles: &[u16]| match format {
        Format::Grid => aligned_rows(tiles, width, " ", "_"),
        Format::Sized => sized_rows(tiles, width),
        Format::Dotted => aligned_rows(tiles, width, " . ", ""),
        Format::Json => json_rows(tiles, width),
    };
    let board = rows(level.tiles());
    let is_default = |goal: &[u16]| goal == Geometry::blank_last(width, height);
    let has_default_goal = !level.has_several_goals() && is_default(geometry.goal());
    if format == Format::Json {
        let goal = if has_default_goal {
            String::new()
        } else if level.has_several_goals() {
            let goals: Vec<String> = level.goals().map(|one| rows(one.goal())).collect();
            format!(",\n  \"goals\": [{}]", goals.join(", "))
        } else {
            format!(",\n  \"goal\": {}", rows(geometry.goal()))
        };
        return format!(
            "{{\n  \"puzzle\": \"tiles\",\n  \"width\": {width},\n  \"height\": {height},\n  \"tiles\": {board}{goal}\n}}\n"
        );
    }
    let size = match format {
        Format::Sized if width == height => format!("{width}\n"),
        Format::Sized => format!("{width} {height}\n"),
        _ => String::new(),
    };
    let goal = |goal: &[u16]| {
        if is_default(goal) {
            "goal blank last\n".to_string()
        } else if goal == Geometry::blank_first(width, height) {
            "goal blank first\n".to_string()
        } else {
            format!("goal\n{}", rows(goal))
        }
    };
    let goals = level.goals().filter(|_| !has_default_goal).map(|one| goal(one.goal()));
    size + &board + &goals.collect::<String>()
}

/// Numbers in columns, all as wide as the largest number.
fn aligned_rows(tiles: &[u16], width: usize, between: &str, blank: &str) -> String {
    let digits = (tiles.len() - 1).to_string().len();
    let mut text = String::new();
    for row in tiles.chunks(width) {
        for (x, &tile) in row.iter().enumerate() {
            let between = if x == 0 { "" } else { between };
            // Writing to a String can't fail.
            let _ = match tile {
                0 => write!(text, "{between}{blank:>digits$}"),
                _ => write!(text, "{between}{tile:>digits$}"),
            };
        }
        text.push('\n');
    }
    text
}

/// Numbers with one space between them and 0 for the blank.
pub(crate) fn sized_rows(tiles: &[u16], width: usize) -> String {
    joined_rows(tiles, width, " ", |row| format!("{row}\n"))
}

fn json_rows(tiles: &[u16], width: usize) -> String {
    let rows = joined_rows(tiles, width, ", ", |row| format!("    [{row}],\n"));
    format!("[\n{}\n  ]", rows.trim_end_matches(",\n"))
}

fn joined_rows(
    tiles: &[u16],
    width: usize,
    between: &str,
    line: impl Fn(String) -> String,
) -> String {
    tiles
        .chunks(width)
        .map(|row| {
            let row: Vec<String> = row.iter().map(u16::to_string).collect();
            line(row.join(between))
        })
        .collect()
}

//! Figures of puzzles: heat maps, and sheets of positions.
//!
//! ```
//! use fewest_puzzles::coins::Font;
//! use fewest_render::{figure, theme::Theme};
//!
//! let font = Font::parse("L\no-\noo\n\nJ\n-o\noo\n")?;
//! assert!(figure::draw(&font.figure(), Theme::Light).to_string().starts_with("<svg"));
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

use fewest_puzzle::figure::{Figure, HeatCell, HeatMap};
use fewest_puzzle::scene::Scene;

use crate::look::Look;
use crate::page;
use crate::role::Paint;
use crate::svg::{Anchor, Element, Svg};
use crate::symbols::Symbols;
use crate::theme::{Colour, Theme};

/// Draws a figure.
pub fn draw(figure: &Figure, theme: Theme) -> Svg {
    match figure {
        Figure::HeatMap(map) => heat_map(map, theme),
        Figure::Sheet(scenes) => sheet(scenes, theme),
    }
}

/// Scenes of one size, ten side by side.
fn sheet(scenes: &[(String, Scene)], theme: Theme) -> Svg {
    /// The distance from one cell to the next.
    const CELL: f64 = 18.0;
    const GAP: f64 = 34.0;
    const MARGIN: f64 = 30.0;
    const NAME: f64 = 26.0;
    let beside = scenes.len().clamp(1, 10);
    let below = scenes.len().div_ceil(beside);
    let columns = scenes.iter().map(|(_, scene)| scene.width()).max().unwrap_or(1) as f64;
    let rows = scenes.iter().map(|(_, scene)| scene.height()).max().unwrap_or(1) as f64;
    let (width, height) = (columns * CELL + GAP, rows * CELL + NAME + GAP);
    let mut drawing = page(
        beside as f64 * width - GAP + 2.0 * MARGIN,
        below as f64 * height - GAP + 2.0 * MARGIN,
        theme,
    );
    let Some((_, first)) = scenes.first() else { return drawing };
    let mut symbols = Symbols::new(Look::sized(first, CELL, Paint::Theme(theme)));
    let mut boards = Element::group();
    for (index, (name, scene)) in scenes.iter().enumerate() {
        let left = MARGIN + (index % beside) as f64 * width;
        let top = MARGIN + (index / beside) as f64 * height;
        let name = Element::text(left + columns * CELL / 2.0, top + 6.0, 17.0, name);
        boards = boards.with(name.anchor(Anchor::Middle).fill(theme.ink()));
        for (cell, (&ground, &piece)) in scene.ground().iter().zip(scene.pieces()).enumerate() {
            let (x, y) = scene.place(cell);
            let at = (left + (x as f64 + 0.5) * CELL, top + NAME + (y as f64 + 0.5) * CELL);
            let ground = if piece.is_some() { None } else { symbols.ground(ground) };
            for drawn in [ground, piece.map(|piece| symbols.piece(piece))].into_iter().flatten() {
                boards = boards.with(Symbols::put(drawn, at));
            }
        }
    }
    drawing.add(symbols.definitions());
    drawing.add(boards);
    drawing
}

fn heat_map(map: &HeatMap, theme: Theme) -> Svg {
    const CELL: f64 = 24.0;
    const LEFT: f64 = 64.0;
    const TOP: f64 = 96.0;
    let (ink, pale) = (theme.ink(), theme.pale_ink());
    let side = map.labels.len() as f64 * CELL;
    let (width, height) = ((LEFT + side).max(500.0) + 30.0, TOP + side + 76.0);
    let mut drawing = page(width, height, theme);
    let [rows, columns] = map.axes.map(ToString::to_string);
    drawing.add(Element::text(LEFT, 24.0, 17.0, &map.title).fill(ink));
    drawing.add(Element::text(LEFT, 46.0, 12.0, &map.summary).fill(pale));
    drawing.add(Element::text(LEFT, TOP - 28.0, 12.0, &(columns + " →")).fill(pale));
    drawing.add(Element::text(10.0, TOP - 11.0, 12.0, &(rows + " ↓")).fill(pale));
    let values = map.cells.iter().filter_map(|cell| match cell {
        HeatCell::Value(value) => Some(*value),
        _ => None,
    });
    let range = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    for (index, name) in map.labels.iter().enumerate() {
        let at = (index as f64 + 0.5) * CELL;
        let above = Element::text(LEFT + at, TOP - 11.0, 12.0, name).anchor(Anchor::Middle);
        let beside = Element::text(LEFT - 9.0, TOP + at, 12.0, name).anchor(Anchor::End);
        drawing.add(above.fill(ink));
        drawing.add(beside.fill(ink));
    }
    for (index, cell) in map.cells.iter().enumerate() {
        let (row, column) = (index / map.labels.len(), index % map.labels.len());
        let (x, y) = (LEFT + column as f64 * CELL, TOP + row as f64 * CELL);
        let (fill, ink, label) = match *cell {
            HeatCell::Empty => (theme.grid(), ink, String::new()),
            HeatCell::Value(value) => {
                let share = share(value, range);
                let ink = if share > 0.5 { theme.paper() } else { ink };
                (theme.ramp(share), ink, value.to_string())
            }
            HeatCell::Impossible => (Colour(0xf4, 0xc7, 0xc3), ink, "–".to_string()),
            HeatCell::Unknown => (theme.paper(), pale, "?".to_string()),
        };
        let cell = Element::rect(x, y, CELL, CELL).fill(fill);
        drawing.add(cell.stroke(theme.paper(), 1.0));
        let label = Element::text(x + CELL / 2.0, y + CELL / 2.0, 10.5, &label);
        drawing.add(label.anchor(Anchor::Middle).fill(ink));
    }
    legend(&mut drawing, (LEFT, TOP + side + 20.0), range, map.unit, theme);
    drawing
}

/// Where a value is between the least and the most, from 0 to 1.
fn share(value: u32, (least, most): (u32, u32)) -> f64 {
    f64::from(value - least) / f64::from((most - least).max(1))
}

/// The colours of the values, from few to many.
fn legend(drawing: &mut Svg, (left, top): (f64, f64), range: (u32, u32), unit: &str, theme: Theme) {
    const STEPS: u32 = 60;
    const STEP: f64 = 4.0;
    for step in 0..STEPS {
        let x = left + f64::from(step) * STEP;
        // A little wider than the step, so that no seam shows.
        let part = Element::rect(x, top, STEP + 0.5, 14.0);
        drawing.add(part.fill(theme.ramp(f64::from(step) / f64::from(STEPS - 1))));
    }
    let width = f64::from(STEPS) * STEP;
    let (least, most) = range;
    let middle = u32::midpoint(least, most);
    let mut label = |value: u32| {
        let x = left + share(value, range) * width;
        let label = Element::text(x, top + 26.0, 11.0, &value.to_string());
        drawing.add(label.anchor(Anchor::Middle).fill(theme.pale_ink()));
    };
    label(least);
    if least < middle {
        label(middle);
    }
    if least < most {
        label(most);
    }
    let unit = Element::text(left + width + 16.0, top + 7.0, 12.0, unit);
    drawing.add(unit.fill(theme.pale_ink()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_puzzles::coins::{Font, Lengths, results};

    #[test]
    fn every_pair_has_its_cell() {
        let font = Font::parse("<L\no-\noo\n\n7\noo\n-o\n\nJ\n-o\noo\n").unwrap();
        let lines = "<L 7 1 0_1-1_0\n7 <L 1 1_0-0_1\n<L J unsolvable\n";
        let lengths = Lengths::read(&(results::header(&font) + lines)).unwrap();
        let drawing = draw(&lengths.figure(), Theme::Light).to_string();
        assert!(drawing.contains("&lt;L") && !drawing.contains("<L"));
        assert_eq!(drawing.matches("<rect").count(), 1 + 9 + 60);
        let sheet = draw(&font.figure(), Theme::Dark).to_string();
        assert_eq!(sheet.matches("<use").count(), 3 * 4);
        assert_eq!(sheet.matches("<text").count(), 3);
    }
}

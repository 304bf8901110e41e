//! The table of all lengths of a font: the fewest moves from each glyph to each
//! other, as text, JSON, or a heat map.
//!
//! ```
//! use fewest::puzzles::coins::{Font, Length, Lengths, results};
//!
//! let font = Font::parse("L\no-\noo\n\n7\noo\n-o\n")?;
//! let text = results::header(&font) + "L 7 1 0_1-1_0\n";
//! let lengths = Lengths::read(&text)?;
//! assert_eq!(lengths.get(0, 1), Length::Moves(1));
//! assert_eq!(lengths.get(1, 0), Length::Open);
//! # Ok::<(), fewest::text::ParseError>(())
//! ```

use std::fmt::Write;

use serde_json::{Value, json};

use super::font::Font;
use super::results::{self, Results};
use super::survey::PairAnswer;
use crate::render::page;
use crate::render::svg::{Anchor, Element, Svg};
use crate::render::theme::{Colour, Theme};
use crate::text::ParseError;

const THEME: Theme = Theme::Light;

/// What is known of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The fewest moves.
    Moves(u32),
    /// It was proved that there is no plan.
    Unsolvable,
    /// Nothing.
    Open,
}

/// The lengths of all pairs of a font.
#[derive(Clone, Debug)]
pub struct Lengths {
    font: Font,
    results: Results,
}

impl Lengths {
    /// From results, which say themselves what font they are of.
    pub fn read(text: &str) -> Result<Lengths, ParseError> {
        let font = results::font_of(text)?;
        let results = results::read(&font, text)?;
        Ok(Lengths { font, results })
    }

    /// The font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// What is known of the way from one glyph to another. From a glyph to
    /// itself it takes no moves.
    pub fn get(&self, from: usize, to: usize) -> Length {
        match self.results.answers.get(&(from, to)) {
            _ if from == to => Length::Moves(0),
            Some(PairAnswer::Solved(hops)) => Length::Moves(hops.len() as u32),
            Some(PairAnswer::Unsolvable) => Length::Unsolvable,
            None => Length::Open,
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.font.glyphs().iter().map(|glyph| glyph.name.as_str())
    }

    /// The lengths of the pairs of different glyphs that are solved.
    fn solved(&self) -> Vec<u32> {
        let pairs = self.results.answers.iter().filter(|((from, to), _)| from != to);
        pairs
            .filter_map(|(_, answer)| match answer {
                PairAnswer::Solved(hops) => Some(hops.len() as u32),
                PairAnswer::Unsolvable => None,
            })
            .collect()
    }

    /// What is known in a line: how many pairs, from how many moves to how many.
    pub fn summary(&self) -> String {
        let glyphs = self.font.glyphs().len();
        let (pairs, solved) = (glyphs * (glyphs - 1), self.solved());
        let mut text = format!("{} of {pairs} pairs solved", solved.len());
        if let (Some(least), Some(most)) = (solved.iter().min(), solved.iter().max()) {
            let mean =
                solved.iter().map(|&length| f64::from(length)).sum::<f64>() / solved.len() as f64;
            // Writing to a String can't fail.
            let _ = write!(text, ", in {least} to {most} moves, {mean:.1} on average");
        }
        text
    }

    /// As a table: a row for each start, a column for each target.
    pub fn text(&self) -> String {
        let glyphs = self.font.glyphs().len();
        let width = self.names().map(|name| name.chars().count()).max().unwrap_or(0).max(2);
        let mut text = format!("{:width$}", "");
        for name in self.names() {
            let _ = write!(text, " {name:>width$}");
        }
        text.push('\n');
        for (from, name) in self.names().enumerate() {
            let _ = write!(text, "{name:>width$}");
            for to in 0..glyphs {
                let cell = match self.get(from, to) {
                    _ if from == to => "·".to_string(),
                    Length::Moves(moves) => moves.to_string(),
                    Length::Unsolvable => "-".to_string(),
                    Length::Open => "?".to_string(),
                };
                let _ = write!(text, " {cell:>width$}");
            }
            text.push('\n');
        }
        text + &self.summary() + "\n"
    }

    /// As a JSON object: `glyphs`, and `lengths` with a row for each start;
    /// `null` where nothing is known, `"unsolvable"` where there is no plan.
    pub fn json(&self) -> String {
        let glyphs = self.font.glyphs().len();
        let row = |from| {
            let cell = |to| match self.get(from, to) {
                Length::Moves(moves) => Value::from(moves),
                Length::Unsolvable => Value::from("unsolvable"),
                Length::Open => Value::Null,
            };
            (0..glyphs).map(cell).collect::<Value>()
        };
        let board = self.font.board();
        let table = json!({
            "puzzle": "coins",
            "width": board.width(),
            "height": board.height(),
            "coins": self.font.coins(),
            "glyphs": self.names().collect::<Vec<_>>(),
            "lengths": (0..glyphs).map(row).collect::<Value>(),
        });
        format!("{table}\n")
    }

    /// As an SVG heat map.
    pub fn drawing(&self) -> String {
        const CELL: f64 = 24.0;
        const LEFT: f64 = 64.0;
        const TOP: f64 = 96.0;
        let (ink, pale) = (THEME.ink(), THEME.pale_ink());
        let glyphs = self.font.glyphs().len();
        let side = glyphs as f64 * CELL;
        let (width, height) = ((LEFT + side).max(500.0) + 30.0, TOP + side + 76.0);
        let mut drawing = page(width, height, THEME);
        let board = self.font.board();
        let title = format!(
            "Fewest moves from glyph to glyph, {} coins on {} × {}",
            self.font.coins(),
            board.width(),
            board.height()
        );
        drawing.add(Element::text(LEFT, 24.0, 17.0, &title).fill(ink));
        drawing.add(Element::text(LEFT, 46.0, 12.0, &self.summary()).fill(pale));
        drawing.add(Element::text(LEFT, TOP - 28.0, 12.0, "target →").fill(pale));
        drawing.add(Element::text(10.0, TOP - 11.0, 12.0, "start ↓").fill(pale));
        let solved = self.solved();
        let least = solved.iter().copied().min().unwrap_or(0);
        let most = solved.iter().copied().max().unwrap_or(least);
        let share = |moves: u32| f64::from(moves - least) / f64::from((most - least).max(1));
        for (place, name) in self.names().enumerate() {
            let at = (place as f64 + 0.5) * CELL;
            let above = Element::text(LEFT + at, TOP - 11.0, 12.0, name).anchor(Anchor::Middle);
            let beside = Element::text(LEFT - 9.0, TOP + at, 12.0, name).anchor(Anchor::End);
            drawing.add(above.fill(ink));
            drawing.add(beside.fill(ink));
        }
        for from in 0..glyphs {
            for to in 0..glyphs {
                let (x, y) = (LEFT + to as f64 * CELL, TOP + from as f64 * CELL);
                let (fill, ink, label) = match self.get(from, to) {
                    _ if from == to => (THEME.grid(), ink, String::new()),
                    Length::Moves(moves) => {
                        let share = share(moves);
                        let ink = if share > 0.5 { THEME.paper() } else { ink };
                        (THEME.ramp(share), ink, moves.to_string())
                    }
                    Length::Unsolvable => (Colour(0xf4, 0xc7, 0xc3), ink, "–".to_string()),
                    Length::Open => (THEME.paper(), pale, "?".to_string()),
                };
                let cell = Element::rect(x, y, CELL, CELL).fill(fill);
                drawing.add(cell.stroke(THEME.paper(), 1.0));
                let label = Element::text(x + CELL / 2.0, y + CELL / 2.0, 10.5, &label);
                drawing.add(label.anchor(Anchor::Middle).fill(ink));
            }
        }
        legend(&mut drawing, (LEFT, TOP + side + 20.0), least, most);
        drawing.to_string()
    }
}

/// The colours of the lengths, from few to many.
fn legend(drawing: &mut Svg, (left, top): (f64, f64), least: u32, most: u32) {
    const STEPS: u32 = 60;
    const STEP: f64 = 4.0;
    for step in 0..STEPS {
        let x = left + f64::from(step) * STEP;
        // A little wider than the step, so that no seam shows.
        let part = Element::rect(x, top, STEP + 0.5, 14.0);
        drawing.add(part.fill(THEME.ramp(f64::from(step) / f64::from(STEPS - 1))));
    }
    let width = f64::from(STEPS) * STEP;
    let middle = u32::midpoint(least, most);
    let mut label = |moves: u32| {
        let share = f64::from(moves - least) / f64::from((most - least).max(1));
        let label = Element::text(left + share * width, top + 26.0, 11.0, &moves.to_string());
        drawing.add(label.anchor(Anchor::Middle).fill(THEME.pale_ink()));
    };
    label(least);
    if least < middle {
        label(middle);
    }
    if least < most {
        label(most);
    }
    let unit = Element::text(left + width + 16.0, top + 7.0, 12.0, "moves");
    drawing.add(unit.fill(THEME.pale_ink()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_tells_the_same() {
        let font = Font::parse("<L\no-\noo\n\n7\noo\n-o\n\nJ\n-o\noo\n").unwrap();
        let lines = "<L 7 1 0_1-1_0\n7 <L 1 1_0-0_1\n<L J unsolvable\n";
        let lengths = Lengths::read(&(results::header(&font) + lines)).unwrap();
        assert_eq!(lengths.get(0, 2), Length::Unsolvable);
        assert_eq!(
            lengths.text(),
            "   <L  7  J\n<L  ·  1  -\n 7  1  ·  ?\n J  ?  ?  ·\n2 of 6 pairs solved, in 1 to 1 moves, 1.0 on average\n"
        );
        let json: Value = serde_json::from_str(&lengths.json()).unwrap();
        assert_eq!(json["lengths"], json!([[0, 1, "unsolvable"], [1, 0, null], [null, null, 0]]));
        let drawing = lengths.drawing();
        assert!(drawing.contains("&lt;L") && !drawing.contains("<L"));
        assert_eq!(drawing.matches("<rect").count(), 1 + 9 + 60);
    }
}

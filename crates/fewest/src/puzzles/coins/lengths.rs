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
use super::svg::{Anchor, Drawing, INK, PALE_INK};
use crate::text::ParseError;

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
        let glyphs = self.font.glyphs().len();
        let side = glyphs as f64 * CELL;
        let (width, height) = ((LEFT + side).max(500.0) + 30.0, TOP + side + 76.0);
        let mut drawing = Drawing::new(width as usize, height as usize);
        let board = self.font.board();
        let title = format!(
            "Fewest moves from glyph to glyph, {} coins on {} × {}",
            self.font.coins(),
            board.width(),
            board.height()
        );
        drawing.text((LEFT, 24.0), 17.0, Anchor::Start, INK, &title);
        drawing.text((LEFT, 46.0), 12.0, Anchor::Start, PALE_INK, &self.summary());
        drawing.text((LEFT, TOP - 28.0), 12.0, Anchor::Start, PALE_INK, "target →");
        drawing.text((10.0, TOP - 11.0), 12.0, Anchor::Start, PALE_INK, "start ↓");
        let solved = self.solved();
        let least = solved.iter().copied().min().unwrap_or(0);
        let most = solved.iter().copied().max().unwrap_or(least);
        let share = |moves: u32| f64::from(moves - least) / f64::from((most - least).max(1));
        for (place, name) in self.names().enumerate() {
            let at = (place as f64 + 0.5) * CELL;
            drawing.text((LEFT + at, TOP - 11.0), 12.0, Anchor::Middle, INK, name);
            drawing.text((LEFT - 9.0, TOP + at), 12.0, Anchor::End, INK, name);
        }
        for from in 0..glyphs {
            for to in 0..glyphs {
                let (x, y) = (LEFT + to as f64 * CELL, TOP + from as f64 * CELL);
                let (fill, ink, label) = match self.get(from, to) {
                    _ if from == to => ("#eceef1".to_string(), INK, String::new()),
                    Length::Moves(moves) => {
                        let share = share(moves);
                        (
                            colour(share),
                            if share > 0.5 { "#ffffff" } else { INK },
                            moves.to_string(),
                        )
                    }
                    Length::Unsolvable => ("#f4c7c3".to_string(), INK, "–".to_string()),
                    Length::Open => ("#ffffff".to_string(), PALE_INK, "?".to_string()),
                };
                drawing.add(&format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#ffffff\"/>"
                ));
                let middle = (x + CELL / 2.0, y + CELL / 2.0);
                drawing.text(middle, 10.5, Anchor::Middle, ink, &label);
            }
        }
        legend(&mut drawing, (LEFT, TOP + side + 20.0), least, most);
        drawing.finish()
    }
}

/// The colours of the lengths, from few to many.
fn legend(drawing: &mut Drawing, (left, top): (f64, f64), least: u32, most: u32) {
    const STEPS: u32 = 60;
    const STEP: f64 = 4.0;
    for step in 0..STEPS {
        let (x, fill) =
            (left + f64::from(step) * STEP, colour(f64::from(step) / f64::from(STEPS - 1)));
        // A little wider than the step, so that no seam shows.
        drawing.add(&format!(
            "<rect x=\"{x}\" y=\"{top}\" width=\"{}\" height=\"14\" fill=\"{fill}\"/>",
            STEP + 0.5
        ));
    }
    let width = f64::from(STEPS) * STEP;
    let below = top + 26.0;
    let middle = u32::midpoint(least, most);
    let share = f64::from(middle - least) / f64::from((most - least).max(1));
    drawing.text((left, below), 11.0, Anchor::Middle, PALE_INK, &least.to_string());
    if least < middle {
        let x = left + share * width;
        drawing.text((x, below), 11.0, Anchor::Middle, PALE_INK, &middle.to_string());
    }
    if least < most {
        drawing.text((left + width, below), 11.0, Anchor::Middle, PALE_INK, &most.to_string());
    }
    drawing.text((left + width + 16.0, top + 7.0), 12.0, Anchor::Start, PALE_INK, "moves");
}

/// A colour for a share from 0 to 1: from a light to a dark blue, through
/// colours that a person with any kind of sight can put in order.
fn colour(share: f64) -> String {
    const STOPS: [[f64; 3]; 5] = [
        [240.0, 246.0, 252.0],
        [190.0, 216.0, 238.0],
        [107.0, 170.0, 214.0],
        [42.0, 113.0, 178.0],
        [10.0, 48.0, 105.0],
    ];
    let at = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let stop = (at as usize).min(STOPS.len() - 2);
    let part = at - stop as f64;
    let mix = |channel: usize| {
        let (low, high) = (STOPS[stop][channel], STOPS[stop + 1][channel]);
        (low + (high - low) * part).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
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

    #[test]
    fn colours_go_from_light_to_dark() {
        assert_eq!((colour(0.0), colour(1.0)), ("#f0f6fc".into(), "#0a3069".into()));
    }
}

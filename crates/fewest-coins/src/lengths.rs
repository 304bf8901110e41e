//! The length table of a font: the fewest moves from each glyph to each other, as text,
//! JSON, or a heat map.
//!
//! ```
//! use fewest_coins::{Font, Length, Lengths, results};
//!
//! let font = Font::parse("L\no-\noo\n\n7\noo\n-o\n")?;
//! let text = results::header(&font) + "L 7 1 0_1-1_0\n";
//! let lengths = Lengths::read(&text)?;
//! assert_eq!(lengths.get(0, 1), Length::Moves(1));
//! assert_eq!(lengths.get(1, 0), Length::Open);
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

use std::fmt::Write;

use serde_json::{Value, json};

use super::batch::PairAnswer;
use super::font::Font;
use super::results::{self, Results};
use crate::figure::{Figure, HeatCell, HeatMap};
use crate::text::{ParseError, count};

/// What is known about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The fewest moves.
    Moves(u32),
    /// There is no plan (proved).
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
    /// Reads a results file; its header contains the font.
    pub fn read(text: &str) -> Result<Lengths, ParseError> {
        let font = results::font_of(text)?;
        let results = results::read(&font, text)?;
        Ok(Lengths { font, results })
    }

    /// The font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// What is known about the pair of two glyphs. A glyph needs no moves to itself.
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

    /// A summary in a line: the number of solved pairs, and the range of their moves.
    pub fn summary(&self) -> String {
        let glyphs = self.font.glyphs().len();
        let (pairs, solved) = (glyphs * (glyphs - 1), self.solved());
        let mut text = format!("{} of {pairs} pairs solved", solved.len());
        if let (Some(least), Some(most)) = (solved.iter().min(), solved.iter().max()) {
            let mean =
                solved.iter().map(|&length| f64::from(length)).sum::<f64>() / solved.len() as f64;
            // Writing to a String can't fail.
            let _ = if least == most {
                write!(text, ", each in {}", count(*least as usize, "move"))
            } else {
                write!(text, ", in {least} to {most} moves, {mean:.1} on average")
            };
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
            "version": env!("CARGO_PKG_VERSION"),
            "puzzle": "coins",
            "width": board.width(),
            "height": board.height(),
            "coins": self.font.coins(),
            "glyphs": self.names().collect::<Vec<_>>(),
            "lengths": (0..glyphs).map(row).collect::<Value>(),
        });
        format!("{table}\n")
    }

    /// As a picture of a heat map.
    pub fn figure(&self) -> Figure {
        Figure::HeatMap(self.heat_map())
    }

    /// As a heat map.
    pub fn heat_map(&self) -> HeatMap {
        let (font, board) = (&self.font, self.font.board());
        let glyphs = font.glyphs().len();
        let cell = |(from, to)| match self.get(from, to) {
            _ if from == to => HeatCell::Empty,
            Length::Moves(moves) => HeatCell::Value(moves),
            Length::Unsolvable => HeatCell::Impossible,
            Length::Open => HeatCell::Unknown,
        };
        let pairs = (0..glyphs).flat_map(|from| (0..glyphs).map(move |to| (from, to)));
        HeatMap {
            title: format!(
                "Fewest moves from glyph to glyph, {} coins on {} × {}",
                font.coins(),
                board.width(),
                board.height()
            ),
            summary: self.summary(),
            axes: ["start", "target"],
            unit: "moves",
            labels: self.names().map(str::to_string).collect(),
            cells: pairs.map(cell).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_says_the_same() {
        let font = Font::parse("<L\no-\noo\n\n7\noo\n-o\n\nJ\n-o\noo\n").unwrap();
        let lines = "<L 7 1 0_1-1_0\n7 <L 1 1_0-0_1\n<L J unsolvable\n";
        let lengths = Lengths::read(&(results::header(&font) + lines)).unwrap();
        assert_eq!(lengths.get(0, 2), Length::Unsolvable);
        assert_eq!(
            lengths.text(),
            "   <L  7  J\n<L  ·  1  -\n 7  1  ·  ?\n J  ?  ?  ·\n2 of 6 pairs solved, each in 1 move\n"
        );
        let json: Value = serde_json::from_str(&lengths.json()).unwrap();
        assert_eq!(json["lengths"], json!([[0, 1, "unsolvable"], [1, 0, null], [null, null, 0]]));
        let Figure::HeatMap(figure) = lengths.figure() else { panic!("not a heat map") };
        assert_eq!(figure.labels, ["<L", "7", "J"]);
        assert_eq!(
            figure.cells[..4],
            [HeatCell::Empty, HeatCell::Value(1), HeatCell::Impossible, HeatCell::Value(1)]
        );
    }
}

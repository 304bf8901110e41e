//! All pairs of a font's glyphs, or those from one of them, as a batch of the command.

use std::collections::BTreeMap;

use crate::Font;
use crate::batch::{self, PairAnswer, Phase, Report};
use crate::command::{Batch, BatchAnswer, BatchEnd, BatchEvent, BatchWords};
use crate::puzzle::RequestError;
use crate::results;
use crate::text::{ParseError, count, grouped};
use fewest::search::{Budget, Event};

/// Pairs of glyphs, and the answers of earlier runs.
#[derive(Clone, Debug)]
pub(super) struct FontBatch {
    font: Font,
    pairs: Vec<(usize, usize)>,
    known: BTreeMap<(usize, usize), PairAnswer>,
}

impl FontBatch {
    /// All pairs, or those from one glyph.
    pub(super) fn new(font: Font, from: Option<usize>) -> FontBatch {
        let glyphs = 0..font.glyphs().len();
        let starts = from.map_or(glyphs.clone(), |place| place..place + 1);
        let pairs = starts.flat_map(|from| glyphs.clone().map(move |to| (from, to)));
        let pairs = pairs.filter(|(from, to)| from != to).collect();
        FontBatch { font, pairs, known: BTreeMap::new() }
    }
}

impl From<&PairAnswer> for BatchAnswer {
    fn from(answer: &PairAnswer) -> Self {
        match answer {
            PairAnswer::Solved(hops) => BatchAnswer::Solved(hops.len() as u32),
            PairAnswer::Unsolvable => BatchAnswer::Unsolvable,
        }
    }
}

impl Batch for FontBatch {
    fn describe(&self) -> String {
        let (board, coins) = (self.font.board(), self.font.coins() as usize);
        format!("{} × {}, {}", board.width(), board.height(), count(coins, "coin"))
    }

    fn words(&self) -> BatchWords {
        BatchWords {
            one: "pair",
            single: "two glyphs",
            forms: Some("fewest coins table gives a table as text, JSON or a heat map"),
        }
    }

    fn len(&self) -> usize {
        self.pairs.len()
    }

    fn header(&self) -> String {
        results::header(&self.font)
    }

    fn resume(&mut self, text: &str) -> Result<Vec<BatchAnswer>, ParseError> {
        self.known = results::read(&self.font, text)?.answers;
        let known = self.pairs.iter().filter_map(|pair| self.known.get(pair));
        Ok(known.map(BatchAnswer::from).collect())
    }

    /// Start and target.
    fn question<'a>(&self, line: &'a str) -> &'a str {
        let end = line.match_indices(' ').nth(1).map_or(line.len(), |(at, _)| at);
        &line[..end]
    }

    fn run(
        &mut self,
        budget: &Budget,
        report: &mut dyn FnMut(BatchEvent<'_>),
    ) -> Result<BatchEnd, RequestError> {
        let FontBatch { font, pairs, known } = &*self;
        let open = pairs.iter().copied().filter(|pair| !known.contains_key(pair));
        let (open, sets) = (open.collect::<Vec<_>>(), font.sets());
        let batch = batch::Batch { board: *font.board(), sets: &sets, pairs: &open };
        let glyph = |place: usize| &font.glyphs()[place].name;
        let ended = batch::run(&batch, budget, &mut |what| match what {
            Report::Event(_, Event::Method { name, memory }) => {
                report(BatchEvent::Method(name, memory));
            }
            Report::Event(phase, Event::Layer { depth, states }) => {
                let sets = grouped(states);
                match phase {
                    Phase::Forward { from, open } => report(BatchEvent::Progress(format_args!(
                        "from {}: {sets} sets at depth {depth}, {open} open",
                        glyph(from)
                    ))),
                    Phase::Again { from, waiting } => report(BatchEvent::Progress(format_args!(
                        "from {}: depth {depth} again for {}",
                        glyph(from),
                        count(waiting, "plan")
                    ))),
                    Phase::Backward { to } => report(BatchEvent::Progress(format_args!(
                        "back from {}: {sets} sets at depth {depth}",
                        glyph(to)
                    ))),
                    Phase::Preparation => {}
                }
            }
            Report::Event(..) => {}
            Report::Answer { from, to, answer } => {
                let line = results::line(font, (from, to), &answer);
                report(BatchEvent::Answer(BatchAnswer::from(&answer), &line));
            }
        });
        let ended = ended.map_err(|error| RequestError::new(error.to_string()))?;
        Ok(BatchEnd {
            stop: ended.stop,
            counts: ended.counts,
            open: ended.bounds.len(),
            bound: ended.bounds.iter().map(|&(_, bound)| bound).min().unwrap_or(0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_answered_is_not_asked_again() {
        let font = Font::parse("L\no-\noo\n\n7\noo\n-o\n").unwrap();
        let mut batch = FontBatch::new(font, None);
        let answers = |batch: &mut FontBatch| {
            let mut lines = String::new();
            let mut report = |event: BatchEvent<'_>| {
                if let BatchEvent::Answer(answer, line) = event {
                    assert_eq!(answer, BatchAnswer::Solved(1));
                    lines.push_str(line);
                }
            };
            batch.run(&Budget::default(), &mut report).unwrap();
            lines
        };
        assert_eq!(batch.describe(), "2 × 2, 3 coins");
        assert_eq!(batch.question("L 7 1 0_1-1_0\n"), "L 7");
        assert_eq!(answers(&mut batch), "L 7 1 0_1-1_0\n7 L 1 1_0-0_1\n");
        let text = batch.header() + "L 7 1 0_1-1_0\n";
        assert_eq!(batch.resume(&text).unwrap(), [BatchAnswer::Solved(1)]);
        assert_eq!(answers(&mut batch), "7 L 1 1_0-0_1\n");
    }
}

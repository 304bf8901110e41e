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

//! Results of batches as text that grows line by line. A later run can read, check and
//! resume it.
//!
//! Two lines give the version and the font, glyph by glyph. Each further line is a pair
//! with its number of moves and the moves, or `unsolvable`:
//!
//! ```text
//! # fewest coins results 1
//! # 2x2 L:d 7:b
//! L 7 1 0_1-1_0
//! 7 L 1 1_0-0_1
//! ```
//!
//! A line counts only if it is complete. A killed run may leave a last line without its
//! end; it is ignored.
//!
//! ```
//! use fewest_coins::{Font, Hop, results, batch::PairAnswer};
//!
//! let font = Font::parse("L\no-\noo\n\n7\noo\n-o\n")?;
//! let line = results::line(&font, (0, 1), &PairAnswer::Solved(vec![Hop { from: 2, to: 1 }]));
//! assert_eq!(line, "L 7 1 0_1-1_0\n");
//! let text = results::header(&font) + &line + "7 L 1 1_0-";
//! let read = results::read(&font, &text)?;
//! assert_eq!((read.answers.len(), read.whole), (1, text.len() - 10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use super::batch::PairAnswer;
use super::board::{Board, Hop};
use super::font::{Font, Glyph};
use super::notation::{parse_hop, play, print_hops};
use crate::text::{ParseError, Place, Word, quoted, words};

/// The first line of every results file, without the version.
const TITLE: &str = "# fewest coins results ";

/// The version of the format.
const VERSION: &str = "1";

const UNSOLVABLE: &str = "unsolvable";

/// The contents of a results file.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The answered pairs: start and target by their indices in the font.
    pub answers: BTreeMap<(usize, usize), PairAnswer>,
    /// The length of the complete lines in bytes; the caller cuts off the rest. 0 if the
    /// header is incomplete.
    pub whole: usize,
}

/// The two lines with the version and the font.
pub fn header(font: &Font) -> String {
    let board = font.board();
    let mut text = format!("{TITLE}{VERSION}\n# {}x{}", board.width(), board.height());
    for glyph in font.glyphs() {
        // Writing to a String can't fail.
        let _ = write!(text, " {}:{:x}", glyph.name, glyph.coins);
    }
    text.push('\n');
    text
}

/// The line of an answered pair.
pub fn line(font: &Font, pair: (usize, usize), answer: &PairAnswer) -> String {
    let name = |place: usize| &font.glyphs()[place].name;
    let (from, to) = (name(pair.0), name(pair.1));
    match answer {
        PairAnswer::Unsolvable => format!("{from} {to} {UNSOLVABLE}\n"),
        PairAnswer::Solved(hops) => {
            let moves = print_hops(font.board(), hops);
            format!("{from} {to} {} {moves}", hops.len()).trim_end().to_string() + "\n"
        }
    }
}

/// Reads results of `font`; replays every plan.
pub fn read(font: &Font, text: &str) -> Result<Results, ParseError> {
    if header(font).starts_with(text) && !text.ends_with(&header(font)) {
        // A run was killed before it wrote the header, or none began.
        return Ok(Results::default());
    }
    let whole = text.rfind('\n').map_or(0, |newline| newline + 1);
    let found = font_of(text)?;
    if let Some(difference) = difference(&found, font) {
        return Err(at_line(2, format!("these are results of another font: {difference}")));
    }
    let mut answers = BTreeMap::new();
    for (line, number) in text[..whole].lines().zip(1..).skip(2) {
        let (pair, answer, place) = read_line(font, line, number)?;
        let length = |answer: &PairAnswer| match answer {
            PairAnswer::Solved(hops) => Some(hops.len()),
            PairAnswer::Unsolvable => None,
        };
        if let Some(before) = answers.get(&pair)
            && length(before) != length(&answer)
        {
            let message = "this pair already has another answer above";
            return Err(ParseError {
                place,
                length: line.chars().count(),
                message: message.into(),
            });
        }
        answers.entry(pair).or_insert(answer);
    }
    Ok(Results { answers, whole })
}

/// The font in the header of results.
pub fn font_of(text: &str) -> Result<Font, ParseError> {
    let mut lines = text.lines();
    match lines.next().and_then(|line| line.strip_prefix(TITLE)) {
        Some(VERSION) => {}
        Some(version) => {
            let message = format!(
                "results format version {} is not supported; this program reads version {VERSION}",
                quoted(version)
            );
            return Err(at_line(1, message));
        }
        None => {
            let message =
                format!("this is not a results file; a results file begins with {TITLE}{VERSION}");
            return Err(at_line(1, message));
        }
    }
    let no_font = || at_line(2, "this line must name the font: its size, then its glyphs".into());
    let line = lines.next().and_then(|line| line.strip_prefix("# ")).ok_or_else(no_font)?;
    let mut words = line.split(' ');
    let board = words.next().and_then(|size| {
        let (width, height) = size.split_once('x')?;
        Board::new(width.parse().ok()?, height.parse().ok()?).ok()
    });
    let board = board.ok_or_else(no_font)?;
    let glyphs: Option<Vec<Glyph>> = words
        .map(|word| {
            let (name, coins) = word.rsplit_once(':')?;
            let coins = u64::from_str_radix(coins, 16).ok()?;
            let on_board = coins & !board.cells() == 0 && !name.is_empty();
            on_board.then(|| Glyph { name: name.to_string(), coins })
        })
        .collect();
    let font = glyphs.and_then(|glyphs| Font::from_glyphs(board, glyphs));
    font.ok_or_else(no_font)
}

/// The first difference of two fonts.
fn difference(found: &Font, font: &Font) -> Option<String> {
    let size = |font: &Font| (font.board().width(), font.board().height());
    if size(found) != size(font) {
        let ((w, h), (width, height)) = (size(found), size(font));
        return Some(format!("its board is {w} × {h}, not {width} × {height}"));
    }
    for (place, glyph) in font.glyphs().iter().enumerate() {
        match found.glyphs().get(place) {
            Some(other) if other == glyph => {}
            Some(other) if other.name == glyph.name => {
                return Some(format!("its {} is another one", glyph.name));
            }
            _ => return Some(format!("its glyph {} is not {}", place + 1, glyph.name)),
        }
    }
    (found.glyphs().len() > font.glyphs().len()).then(|| "it has more glyphs".to_string())
}

fn read_line(
    font: &Font,
    line: &str,
    number: usize,
) -> Result<((usize, usize), PairAnswer, Place), ParseError> {
    let place = Place { line: number, column: 1 };
    let mut words = words(line, number);
    let missing = |what: &str| ParseError {
        place: Place { line: number, column: line.trim_end().chars().count() + 1 },
        length: 0,
        message: format!("{what} is missing; a line is start, target, number of moves, moves"),
    };
    let mut glyph = |what: &str| {
        let word = words.next().ok_or_else(|| missing(what))?;
        let found = font.place_of(word.text);
        found.map_err(|error| ParseError::at(&word, error.to_string()))
    };
    let pair = (glyph("the start")?, glyph("the target")?);
    let length = words.next().ok_or_else(|| missing("the number of moves"))?;
    if length.text == UNSOLVABLE {
        return match words.next() {
            Some(word) => Err(ParseError::at(&word, "nothing may follow 'unsolvable'")),
            None => Ok((pair, PairAnswer::Unsolvable, place)),
        };
    }
    let hops = replay(font, pair, words)?;
    if length.text.parse() != Ok(hops.len()) {
        let message = format!("the number of moves must be {}, as many as follow", hops.len());
        return Err(ParseError::at(&length, message));
    }
    let end = hops
        .iter()
        .fold(font.glyphs()[pair.0].coins, |coins, &hop| super::rules::hopped(coins, hop));
    if end != font.glyphs()[pair.1].coins {
        let message = "these moves are legal but do not reach the target".to_string();
        return Err(ParseError { place, length: line.chars().count(), message });
    }
    Ok((pair, PairAnswer::Solved(hops), place))
}

/// Plays moves from a pair's start.
fn replay<'a>(
    font: &Font,
    pair: (usize, usize),
    words: impl Iterator<Item = Word<'a>>,
) -> Result<Vec<Hop>, ParseError> {
    let board = font.board();
    let mut coins = font.glyphs()[pair.0].coins;
    let mut hops = Vec::new();
    for word in words {
        let at = |error: String| ParseError::at(&word, error);
        let hop = parse_hop(board, word.text).map_err(|error| at(error.to_string()))?;
        coins = play(board, coins, hop)
            .map_err(|error| at(format!("this move is not legal: {error}")))?;
        hops.push(hop);
    }
    Ok(hops)
}

fn at_line(line: usize, message: String) -> ParseError {
    ParseError { place: Place { line, column: 1 }, length: 1, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn font() -> Font {
        Font::parse("L\no-\noo\n\n7\noo\n-o\n\nJ\n-o\noo\n").unwrap()
    }

    fn error(lines: &str) -> String {
        read(&font(), &(header(&font()) + lines)).unwrap_err().to_string()
    }

    #[test]
    fn every_cut_is_read_up_to_its_last_whole_line() {
        let font = font();
        let solved = |from, to| PairAnswer::Solved(vec![Hop { from, to }]);
        let lines = [
            line(&font, (0, 1), &solved(2, 1)),
            line(&font, (1, 0), &solved(1, 2)),
            line(&font, (2, 2), &PairAnswer::Solved(Vec::new())),
            line(&font, (0, 2), &PairAnswer::Unsolvable),
        ];
        let text = header(&font) + &lines.concat();
        assert_eq!(font_of(&text), Ok(font.clone()));
        for cut in 0..=text.len() {
            let results = read(&font, &text[..cut]).unwrap();
            let whole = if cut < header(&font).len() {
                0
            } else {
                text[..cut].rfind('\n').map_or(0, |at| at + 1)
            };
            assert_eq!(results.whole, whole);
            let expected = text[..whole].lines().count().saturating_sub(2);
            assert_eq!(results.answers.len(), expected);
        }
    }

    #[test]
    fn what_is_not_true_is_not_taken() {
        assert_eq!(error("L X 1\n"), "line 3, column 3: unknown glyph 'X'; available: L, 7, J");
        assert!(
            error("L 7 2 0_1-1_0\n").contains("line 3, column 5: the number of moves must be 1")
        );
        assert!(error("L 7 1 0_1-0_0\n").contains("line 3, column 7: this move is not legal"));
        assert!(error("L 7 0\n").contains("do not reach the target"));
        assert!(error("L 7\n").contains("line 3, column 4: the number of moves is missing"));
        assert!(error("L 7 unsolvable 1_1-0_0\n").contains("nothing may follow"));
        assert!(error("L 7 1 0_1-1_0\nL 7 unsolvable\n").contains("line 4, column 1: this pair"));
        assert!(error("\n").contains("the start is missing"));
        let again = header(&font()) + "L 7 1 0_1-1_0\nL 7 1 0_1-1_0\n";
        assert_eq!(read(&font(), &again).unwrap().answers.len(), 1);
    }

    #[test]
    fn results_of_another_font_are_refused() {
        let other = |text: &str| {
            let other = Font::parse(text).unwrap();
            read(&font(), &header(&other)).unwrap_err().message
        };
        assert!(other("L\noo-\no--\n").ends_with("its board is 3 × 2, not 2 × 2"));
        assert!(other("L\noo\no-\n\n7\noo\n-o\n").ends_with("its L is another one"));
        assert!(other("L\no-\noo\n").ends_with("its glyph 2 is not 7"));
        let more = font().print() + "\nr\noo\no-\n";
        assert!(other(&more).ends_with("it has more glyphs"));
        let version = header(&font()).replace("results 1", "results 2");
        assert!(read(&font(), &version).unwrap_err().message.contains("version '2'"));
        assert!(read(&font(), "hello\n").unwrap_err().message.contains("not a results file"));
        assert!(font_of("# fewest coins results 1\n# 9x9 A:1\n").is_err());
        assert!(font_of("# fewest coins results 1\n").is_err());
    }
}

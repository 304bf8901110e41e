//! Changes to a valid text that leave most of it as it was.

use arbitrary::Unstructured;

use crate::{number, one_of};

/// What readers trip over, besides the text's own characters.
const PIECES: [&str; 32] = [
    "\n",
    "\r\n",
    "\n\n",
    "\t",
    " ",
    "\u{feff}",
    "#",
    "é",
    "×",
    "−",
    "\u{1d11e}",
    "\0",
    "0",
    "1",
    "9",
    "255",
    "65536",
    "99999999999999999999",
    "-1",
    "1e9",
    "_",
    ".",
    ",",
    ":",
    ";",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "null",
];

/// The text with up to four changes; sometimes something else altogether.
pub(crate) fn mutate(bytes: &mut Unstructured<'_>, text: &str) -> String {
    let mut text: Vec<char> = text.chars().collect();
    match number(bytes, 0..=31) {
        30 if !text.is_empty() => return soup(bytes, &text),
        31 => return bytes.arbitrary().unwrap_or_default(),
        _ => {}
    }
    for _ in 0..number(bytes, 0..=4) {
        change(bytes, &mut text);
    }
    text.into_iter().collect()
}

/// Characters of the text and pieces, in no order.
fn soup(bytes: &mut Unstructured<'_>, text: &[char]) -> String {
    let mut soup = String::new();
    for _ in 0..number(bytes, 0..=60) {
        match number(bytes, 0..=3) {
            0 => soup += one_of(bytes, &PIECES),
            _ => soup.push(one_of(bytes, text)),
        }
    }
    soup
}

fn change(bytes: &mut Unstructured<'_>, text: &mut Vec<char>) {
    let at = number(bytes, 0..=text.len());
    match number(bytes, 0..=6) {
        0 => drop(text.splice(at..at, one_of(bytes, &PIECES).chars())),
        1 => {
            let end = (at + number(bytes, 1..=3)).min(text.len());
            text.drain(at..end);
        }
        2 | 3 if at < text.len() => {
            // A character that the format knows, where another one was.
            text[at] = text[number(bytes, 0..=text.len() - 1)];
        }
        4 => {
            // A line twice, or a line elsewhere.
            let line = line_around(text, at);
            let copy: Vec<char> = text[line.clone()].to_vec();
            if number(bytes, 0..=1) == 1 {
                text.drain(line);
            }
            let to = number(bytes, 0..=text.len());
            let to = line_around(text, to).start;
            text.splice(to..to, copy);
        }
        5 => drop(text.drain(line_around(text, at))),
        _ => {
            // Cut short, as what a killed run has written.
            if number(bytes, 0..=3) == 0 {
                text.truncate(at);
            }
        }
    }
}

/// The line that a character is in, with its end.
fn line_around(text: &[char], at: usize) -> std::ops::Range<usize> {
    let start = text[..at].iter().rposition(|&c| c == '\n').map_or(0, |end| end + 1);
    let end = text[at..].iter().position(|&c| c == '\n').map_or(text.len(), |end| at + end + 1);
    start..end
}

//! The ways in which the cells of a row are separated: by white space, by a separator, by
//! dots, by their columns, or not at all because each is one character.
//!
//! Each way is a function from the rows' texts to their entries. It returns `None` where
//! the text is not written this way, and a [`Fault`] where it is but breaks a rule.

use super::super::Geometry;
use super::reading::Fault;
use super::rows::{character, entry};
use crate::text::Source;
use crate::text::rows::Entry;

/// A row: the part of the text that it stands on, and its cells.
pub(super) type Row<'a> = (&'a str, Vec<Entry<'a, u32>>);

type Rows<'a> = Result<Vec<Row<'a>>, Fault>;

type Split<'a> = Option<Rows<'a>>;

/// All ways. At most one of them makes a valid board of a text: the order decides only
/// which error is reported.
pub(super) const SPLITS: [for<'a> fn(Source<'a>, &[&'a str]) -> Split<'a>; 7] =
    [dotted, words, fields, ended_fields, columns, characters, character_columns];

/// More cells than any board and the numbers in front of it have; the rest is not read.
const MAX_ENTRIES: usize = Geometry::MAX_SIDE * Geometry::MAX_SIDE + 3;

const QUOTES: [char; 2] = ['"', '\''];

fn is_pipe(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// What may stand between two cells, besides white space.
fn is_mark(c: char) -> bool {
    is_pipe(c) || QUOTES.contains(&c) || c == ',' || c == ';'
}

fn is_between(c: char) -> bool {
    is_mark(c) || c.is_whitespace()
}

/// Whether a part of a line holds no cell.
pub(super) fn is_empty(part: &str) -> bool {
    part.chars().all(|c| is_between(c) && !is_pipe(c))
}

/// Whether a line only draws a table's border, e.g. `+---+---+`.
pub(super) fn is_rule(line: &str) -> bool {
    let is_border = |c: char| matches!(c, '-' | '+' | '=' | ':' | '\u{2500}'..='\u{257f}');
    let mut drawn = line.chars().filter(|c| !c.is_whitespace());
    let mut marks = 0;
    drawn.by_ref().all(|c| {
        marks += 1;
        is_border(c) || is_pipe(c)
    }) && marks > 1
}

/// Reads each row with the same function; stops after more cells than a board can have.
fn each<'a>(
    rows: &[&'a str],
    read: impl Fn(&'a str, usize) -> Result<Vec<Entry<'a, u32>>, Fault>,
) -> Rows<'a> {
    let mut left = MAX_ENTRIES;
    let mut all = Vec::new();
    for &row in rows {
        match read(row, left) {
            Ok(entries) => {
                left -= entries.len();
                all.push((row, entries));
            }
            Err(fault) => return Err(fault),
        }
        if left == 0 {
            break;
        }
    }
    Ok(all)
}

/// Words with white space or marks between them.
#[expect(clippy::unnecessary_wraps, reason = "called like the other ways")]
fn words<'a>(source: Source<'a>, rows: &[&'a str]) -> Split<'a> {
    Some(each(rows, |row, most| {
        let words = row.split(is_between).filter(|word| !word.is_empty()).take(most);
        words.map(|word| entry(source, word).map_err(Fault::tile)).collect()
    }))
}

/// Fields with the same separator between them; an empty one is the blank.
fn fields<'a>(source: Source<'a>, rows: &[&'a str]) -> Split<'a> {
    let separator = separator(rows)?;
    Some(each(rows, |row, most| {
        let fields = unboxed(row).split(separator).take(most);
        fields.map(|field| cell(source, field, separator)).collect()
    }))
}

/// The same, where the separator also ends each row.
fn ended_fields<'a>(source: Source<'a>, rows: &[&'a str]) -> Split<'a> {
    let separator = separator(rows)?;
    if !rows.iter().all(|row| row.trim_end_matches([' ', '\r']).ends_with(separator)) {
        return None;
    }
    Some(each(rows, |row, most| {
        let row = row.trim_end_matches([' ', '\r']);
        let fields = row.strip_suffix(separator).unwrap_or(row).split(separator).take(most);
        fields.map(|field| cell(source, field, separator)).collect()
    }))
}

/// Fields with dots between them. A dot can also be the blank of a plain row; but a board
/// has one blank, so that two of its rows never look like this.
fn dotted<'a>(source: Source<'a>, rows: &[&'a str]) -> Split<'a> {
    let is_dotted = |row: &&str| {
        row.contains('.') && row.split('.').all(|field| field.split_whitespace().nth(1).is_none())
    };
    if !rows.iter().take(2).all(is_dotted) {
        return None;
    }
    Some(each(rows, |row, most| {
        row.split('.').take(most).map(|field| cell(source, field, '.')).collect()
    }))
}

/// The separator that every row has, the least likely to stand there for another reason first.
fn separator(rows: &[&str]) -> Option<char> {
    let in_rows = |c: char| rows.iter().all(|row| row.contains(c));
    ['|', '│', '┃', '║', '\t', ';', ','].into_iter().find(|&c| in_rows(c))
}

/// A row of a table without the pipes at both of its ends.
fn unboxed(row: &str) -> &str {
    let inner = row.trim_matches(' ');
    let inner = inner.strip_prefix(is_pipe).and_then(|inner| inner.strip_suffix(is_pipe));
    inner.unwrap_or(row)
}

/// The text between two separators: a tile, or nothing for the blank.
fn cell<'a>(source: Source<'a>, field: &'a str, separator: char) -> Result<Entry<'a, u32>, Fault> {
    let mut words = field.split(is_between).filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (None, _) => Ok(Entry { value: 0, part: field }),
        (Some(word), None) => entry(source, word).map_err(Fault::tile),
        (_, Some(surplus)) => {
            let between = if separator == '\t' { "tab".into() } else { format!("'{separator}'") };
            let message = format!("there must be a {between} between a tile and the next one");
            Err(Fault::shape(source.error(surplus, message)))
        }
    }
}

/// Words in columns, where one row has a gap in place of the blank.
fn columns<'a>(source: Source<'a>, rows: &[&'a str]) -> Split<'a> {
    if rows.len() > Geometry::MAX_SIDE || rows.iter().any(|row| row.contains(is_mark)) {
        return None;
    }
    let counts = rows.iter().map(|row| row.split_whitespace().take(MAX_ENTRIES).count());
    let counts: Vec<usize> = counts.collect();
    let width = counts.iter().copied().max().filter(|width| (2..=255).contains(width))?;
    let short = counts.iter().position(|&count| count + 1 == width)?;
    if rows.len() < 2 || counts.iter().filter(|&&count| count == width).count() + 1 != rows.len() {
        return None;
    }
    // Where the words of each column begin and end, in characters.
    let mut spans = vec![(usize::MAX, 0); width];
    for (row, _) in rows.iter().zip(0..).filter(|&(_, y)| y != short) {
        for (span, (start, end)) in spans.iter_mut().zip(word_spans(row)) {
            *span = (span.0.min(start), span.1.max(end));
        }
    }
    if spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return None;
    }
    let mut blank = width - 1;
    for (word, (start, end)) in word_spans(rows[short]).enumerate() {
        // Before the gap a word stands in its own column, after it in the next.
        let stands_in = |column: usize| spans[column].0 < end && start < spans[column].1;
        if stands_in(word) && blank == width - 1 && !stands_in(word + 1) {
            continue;
        }
        if !stands_in(word + 1) || stands_in(word) {
            return None;
        }
        blank = blank.min(word);
    }
    let row_of = |row: &'a str, _| -> Result<Vec<_>, Fault> {
        let words = row.split_whitespace().map(|word| entry(source, word).map_err(Fault::tile));
        words.collect()
    };
    let mut split = each(rows, row_of);
    if let Ok(all) = &mut split {
        // Where the blank is written, a row is too short for another reason.
        if all.iter().flat_map(|(_, entries)| entries).any(|entry| entry.value == 0) {
            return None;
        }
        let (row, entries) = &mut all[short];
        let part = entries.get(blank).map_or(&row[row.trim_end().len()..], |next| next.part);
        entries.insert(blank, Entry { value: 0, part: &part[..0] });
    }
    Some(split)
}

/// Where each word of a row begins and ends, in characters.
fn word_spans(row: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut chars = row.chars().enumerate().peekable();
    std::iter::from_fn(move || {
        let (start, _) = chars.find(|(_, c)| !c.is_whitespace())?;
        let mut end = start + 1;
        while chars.next_if(|(_, c)| !c.is_whitespace()).is_some() {
            end += 1;
        }
        Some((start, end))
    })
}

/// Each word is a row, and each of its characters a cell. The words stand in one line or
/// each in its own.
fn characters<'a>(_: Source<'a>, rows: &[&'a str]) -> Split<'a> {
    let in_row = |row: &&'a str| row.split(is_between).filter(|word| !word.is_empty());
    let words = || rows.iter().flat_map(in_row);
    let is_row = |word: &str| word.len() > 1 && word.chars().all(|c| character(c).is_some());
    let is_list = rows.len() == 1 || rows.iter().all(|row| in_row(row).nth(1).is_none());
    if !is_list || !words().next().is_some_and(is_row) || !words().any(|word| word.contains('1')) {
        return None;
    }
    if !words().flat_map(str::chars).all(|c| character(c).is_some()) {
        return None;
    }
    let words: Vec<&str> = words().take(MAX_ENTRIES).collect();
    Some(each(&words, |word, most| Ok(one_by_one(word).take(most).collect())))
}

/// Each character is a cell, and one white space is the blank.
fn character_columns<'a>(_: Source<'a>, rows: &[&'a str]) -> Split<'a> {
    let indent = |row: &&str| row.len() - row.trim_start_matches(' ').len();
    let indent = rows.iter().map(indent).min()?;
    let inner = |row: &'a str| row[indent..].trim_end();
    let width = rows.iter().map(|row| inner(row).chars().count()).max()?;
    let is_cell = |c: char| c == ' ' || character(c).is_some_and(|tile| tile > 0);
    let gaps = |row: &&'a str| {
        let row = inner(row);
        width - row.chars().count() + row.matches(' ').count()
    };
    let fits = |row: &&'a str| inner(row).chars().all(is_cell);
    if rows.len() < 2 || !rows.iter().all(fits) || rows.iter().map(gaps).sum::<usize>() != 1 {
        return None;
    }
    Some(each(rows, |row, most| {
        let text = inner(row);
        let mut cells: Vec<_> = one_by_one(text).take(most).collect();
        if cells.len() < width.min(most) {
            cells.push(Entry { value: 0, part: &text[text.len()..] });
        }
        Ok(cells)
    }))
}

/// The characters of a text as cells.
fn one_by_one(text: &str) -> impl Iterator<Item = Entry<'_, u32>> {
    text.char_indices().map(|(at, c)| {
        let part = &text[at..at + c.len_utf8()];
        Entry { value: character(c).unwrap_or(0), part }
    })
}

//! Sets of coins as pictures: a line of `o` and `-` for each row of the board. Fonts,
//! levels and plans consist of them.

use super::board::{Board, MAX_CELLS};
use crate::text::{ParseError, Source, count, quoted};

/// A text of this puzzle. Comments are whole lines only, since a name may have any
/// characters.
pub(super) fn source(text: &str) -> Source<'_> {
    Source::new(text, '\n')
}

/// Whether a whole line is a comment: `#` and a space. A `#` alone can be a
/// glyph's name.
fn is_comment(line: &str) -> bool {
    line.starts_with("# ")
}

/// The parts of a text between empty lines, each as its lines without comments.
pub(super) fn paragraphs(source: Source<'_>) -> impl Iterator<Item = Vec<&str>> {
    let mut lines = source.all_lines().filter(|line| !is_comment(line));
    std::iter::from_fn(move || {
        let mut filled = lines.by_ref().map(str::trim_end).skip_while(|line| line.is_empty());
        let first = filled.next()?;
        let mut paragraph = vec![first];
        paragraph.extend(filled.by_ref().take_while(|line| !line.is_empty()));
        Some(paragraph)
    })
}

/// Whether a line may be a row: only `o` and `-`.
pub(super) fn is_row(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| matches!(byte, b'o' | b'O' | b'-'))
}

/// The board and the number of coins that a picture must have: those of the first one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Like {
    pub(super) board: Board,
    pub(super) coins: u32,
    /// What to call the first one in errors: "the first glyph", "the start".
    pub(super) first: &'static str,
}

/// Reads a picture: its board and its coins.
pub(super) fn read(
    source: Source<'_>,
    rows: &[&str],
    like: Option<Like>,
) -> Result<(Board, u64), ParseError> {
    let Some(&first) = rows.first() else {
        return Err(source.error("", "no rows found; a row consists of o and -"));
    };
    let (width, why) = match like {
        Some(like) => (like.board.width(), like.first),
        None => (first.chars().count(), "the first row"),
    };
    let mut coins = 0;
    for (y, row) in rows.iter().enumerate() {
        if let Some(like) = like
            && y == like.board.height()
        {
            let rows = count(y, "row");
            return Err(source.error(row, format!("one row too many: {} has {rows}", like.first)));
        }
        for (x, (at, letter)) in row.char_indices().enumerate() {
            let cell = &row[at..at + letter.len_utf8()];
            if x == width {
                let message = format!("one cell too many in this row: {why} has {width}");
                return Err(source.error(cell, message));
            }
            let is_coin = match letter {
                'o' | 'O' => true,
                '-' => false,
                _ => {
                    let what = quoted(cell);
                    let message =
                        format!("{what} is not a cell; a cell is o (a coin) or - (empty)");
                    return Err(source.error(cell, message));
                }
            };
            let place = y * width + x;
            if place >= MAX_CELLS {
                let message = format!("the board is too large; the maximum is {MAX_CELLS} cells");
                return Err(source.error(cell, message));
            }
            coins |= u64::from(is_coin) << place;
        }
        let columns = row.chars().count();
        if columns < width {
            let cells = count(columns, "cell");
            let message = format!("this row has {cells}, but {why} has {width}");
            return Err(source.error_after(row, message));
        }
    }
    let last = rows[rows.len() - 1];
    let board =
        Board::new(width, rows.len()).map_err(|error| source.error(first, error.to_string()))?;
    if let Some(like) = like {
        if rows.len() < like.board.height() {
            let (rows, height) = (count(rows.len(), "row"), like.board.height());
            let message = format!("this has {rows}, but {} has {height}", like.first);
            return Err(source.error_after(last, message));
        }
        if coins.count_ones() != like.coins {
            let found = count(coins.count_ones() as usize, "coin");
            let message = format!("this has {found}, but {} has {}", like.first, like.coins);
            return Err(source.error(first, message));
        }
    }
    Ok((board, coins))
}

/// Writes a picture.
pub(super) fn print(board: &Board, coins: u64) -> String {
    let mut text = String::new();
    for row in rows(board, coins) {
        text += &row;
        text.push('\n');
    }
    text
}

/// The rows of a picture.
pub(super) fn rows(board: &Board, coins: u64) -> impl Iterator<Item = String> {
    let width = board.width();
    (0..board.height()).map(move |y| {
        let cell = |x| if coins >> (y * width + x) & 1 == 1 { 'o' } else { '-' };
        (0..width).map(cell).collect()
    })
}

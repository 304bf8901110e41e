//! Reads rows of numbers in every way that fits. The reading that gives a valid board
//! is used: a board has each tile once, so two readings are hardly ever valid.
//!
//! A reading is a choice of what gives the size ([`Sizes`]), what ends a row
//! ([`ROW_ENDS`]), and what separates cells ([`SPLITS`]). The result is arranged as a
//! rectangle. `docs/formats.md` gives the order in which readings are tried.

use super::super::Geometry;
use super::cells::{Row, SPLITS, is_empty, is_rule};
use super::rows::{BOARDS, tiles};
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source, count, quoted};

/// The tiles of a board or of a goal, each once.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) tiles: Vec<u16>,
    /// What a board has in front of it when it is one line of a list.
    pub(super) list: Option<List>,
}

/// What stands before the tiles of a board in a list of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// Its number.
    Number,
    /// Its number and its fewest moves.
    NumberAndMoves,
}

/// How far a reading got before it failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    /// Something is not a tile.
    Tile,
    /// The tiles do not form a rectangle.
    Shape,
    /// The tiles of the rectangle are not the right ones.
    Numbers,
}

/// Why a text can't be read in one way.
#[derive(Debug)]
pub(super) struct Fault {
    stage: Stage,
    error: ParseError,
}

impl Fault {
    /// Something is not a tile.
    pub(super) fn tile(error: ParseError) -> Self {
        Fault { stage: Stage::Tile, error }
    }

    /// The tiles do not form a rectangle.
    pub(super) fn shape(error: ParseError) -> Self {
        Fault { stage: Stage::Shape, error }
    }

    fn numbers(error: ParseError) -> Self {
        Fault { stage: Stage::Numbers, error }
    }

    /// The one that got further. Of rectangles, the first is nearest: what is wrong with
    /// its numbers can be anywhere.
    fn nearer(self, other: Fault) -> Fault {
        let place = |fault: &Fault| (fault.error.place.line, fault.error.place.column);
        let further = match other.stage.cmp(&self.stage) {
            std::cmp::Ordering::Equal => {
                self.stage != Stage::Numbers && place(&other) > place(&self)
            }
            order => order.is_gt(),
        };
        if further { other } else { self }
    }
}

/// What ends a row, besides the end of a line: brackets and slashes always, semicolons
/// perhaps.
const ROW_ENDS: [&[char]; 2] =
    [&['/', '[', ']', '(', ')', '{', '}', ';'], &['/', '[', ']', '(', ')', '{', '}']];

/// More than the largest board takes, however wide its columns are.
const MAX_BYTES: usize = MAX_CELLS * 24;

/// The cells of the largest board.
const MAX_CELLS: usize = Geometry::MAX_SIDE * Geometry::MAX_SIDE;

/// Reads a board from lines. `shape` is what decides its size beforehand, and `before` the
/// part of the text after which it comes.
pub(super) fn read<'a>(
    source: Source<'a>,
    lines: &[&'a str],
    shape: Shape,
    before: &'a str,
) -> Result<Board, ParseError> {
    let mut nearest: Option<Fault> = None;
    let mut fault = |fault: Fault| {
        nearest = Some(match nearest.take() {
            Some(nearest) => nearest.nearer(fault),
            None => fault,
        });
    };
    // A longer text is not a board. The first ways are enough for the error.
    let bytes: usize = lines.iter().map(|line| line.len()).sum();
    let ways = if bytes > MAX_BYTES { &SPLITS[..2] } else { &SPLITS[..] };
    for (shape, lines) in sizes(source, lines, shape, &mut fault) {
        for ends in ROW_ENDS {
            if ends.contains(&';') && !lines.iter().any(|line| line.contains(';')) {
                continue;
            }
            let rows = rows(&lines, ends);
            for split in ways {
                let read = match split(source, &rows) {
                    None => continue,
                    Some(Ok(rows)) => arrange(source, &rows, shape, before),
                    Some(Err(fault)) => Err(fault),
                };
                match read {
                    Ok(board) => return Ok(board),
                    Err(found) => fault(found),
                }
            }
        }
    }
    let nothing =
        || source.error(&source.text()[..0], "no board found; a board is rows of numbers");
    Err(nearest.map_or_else(nothing, |fault| fault.error))
}

/// The rows of these lines, without borders and what holds no cell.
fn rows<'a>(lines: &[&'a str], ends: &[char]) -> Vec<&'a str> {
    // A board may have a line for each cell.
    const MAX_ROWS: usize = Geometry::MAX_SIDE * Geometry::MAX_SIDE + 1;
    let rows = lines.iter().filter(|line| !is_rule(line)).flat_map(|line| line.split(ends));
    rows.filter(|row| !is_empty(row)).take(MAX_ROWS).collect()
}

/// What may give the size, and the remaining lines.
fn sizes<'a>(
    source: Source<'a>,
    lines: &[&'a str],
    shape: Shape,
    fault: &mut impl FnMut(Fault),
) -> Vec<(Shape, Vec<&'a str>)> {
    let mut sizes = Vec::new();
    if matches!(shape, Shape::FirstRow)
        && let Some((&first, rest)) = lines.split_first()
    {
        if let Some((width, height, after)) = size_in_front(first) {
            let rest = std::iter::once(after).chain(rest.iter().copied());
            let rest: Vec<&str> = rest.filter(|line| !line.trim().is_empty()).collect();
            sizes.push((Shape::Size(width, height), rest));
        }
        match size_line(source, first, rest) {
            Some(Ok((width, height))) => {
                sizes.push((Shape::Size(width, height), rest.to_vec()));
            }
            Some(Err(error)) => fault(Fault::shape(error)),
            None => {}
        }
    }
    sizes.push((shape, lines.to_vec()));
    sizes
}

/// The number in a word, if a board can have a side of that length.
fn side(word: &str) -> Option<usize> {
    let side = word.parse().ok().filter(|side| BOARDS.sides.contains(side));
    side.filter(|_| is_number(word))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A size such as `3x4` or `3 x 4:` in front of a line, and what follows it.
fn size_in_front(line: &str) -> Option<(usize, usize, &str)> {
    let number = |text: &'_ str| text.bytes().take_while(u8::is_ascii_digit).count();
    let line = line.trim_start();
    let (width, rest) = line.split_at(number(line));
    let rest = rest.trim_start().strip_prefix(['x', 'X', '×', '*'])?.trim_start();
    let (height, rest) = rest.split_at(number(rest));
    if !rest.is_empty() && !rest.starts_with(|c: char| ":;,/|".contains(c) || c.is_whitespace()) {
        return None;
    }
    let rest = rest.trim_start_matches([':', ';', ',', '/']);
    Some((side(width)?, side(height)?, rest))
}

/// The size, if the first line can be one: a number before longer lines, or two numbers,
/// width and height.
fn size_line(
    source: Source<'_>,
    first: &str,
    rest: &[&str],
) -> Option<Result<(usize, usize), ParseError>> {
    fn words(line: &str) -> Vec<&str> {
        line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).take(3).collect()
    }
    let second = *rest.first()?;
    match words(first)[..] {
        [width] if is_number(width) && (words(second).len() > 1 || side(width).is_some()) => {
            Some(side(width).map(|side| (side, side)).ok_or_else(|| {
                let message = format!(
                    "{} is not a size; a board's sides are 2 to {} long",
                    quoted(width),
                    Geometry::MAX_SIDE
                );
                source.error(width, message)
            }))
        }
        [width, height] => side(width).zip(side(height)).map(Ok),
        _ => None,
    }
}

/// Makes a board of the rows as they stand, or of their cells in one line.
fn arrange<'a>(
    source: Source<'a>,
    rows: &[Row<'a>],
    shape: Shape,
    before: &'a str,
) -> Result<Board, Fault> {
    let as_they_stand = rectangle(source, rows, shape, before);
    let Err(fault) = as_they_stand else { return as_they_stand };
    let cells: usize = rows.iter().map(|(_, entries)| entries.len()).sum();
    let other = match shape {
        // The size may have the rows first.
        Shape::Size(width, height)
            if width != height
                && rows.len() == width
                && rows.iter().all(|(_, entries)| entries.len() == height) =>
        {
            rectangle(source, rows, Shape::Size(height, width), before)
        }
        Shape::Size(width, height) | Shape::Board(width, height) if cells == width * height => {
            in_line(source, &all(rows), (width, height), shape)
        }
        Shape::Size(width, height) | Shape::Board(width, height)
            if rows.len() == 1 && cells > width =>
        {
            let message = format!(
                "{} in one line, but a {width} × {height} board has {}",
                count(cells, "tile"),
                width * height
            );
            Err(Fault::shape(source.error_after(rows[0].0, message)))
        }
        Shape::FirstRow if rows.len() == 1 => return line(source, &rows[0]),
        Shape::FirstRow if rows.len() == cells => match root(cells) {
            Some(side) => in_line(source, &all(rows), (side, side), shape),
            None => return Err(fault),
        },
        _ => return Err(fault),
    };
    other.map_err(|other| fault.nearer(other))
}

fn all<'a>(rows: &[Row<'a>]) -> Vec<Entry<'a, u32>> {
    rows.iter().flat_map(|(_, entries)| entries).copied().collect()
}

/// The rows as they stand.
fn rectangle<'a>(
    source: Source<'a>,
    rows: &[Row<'a>],
    shape: Shape,
    before: &'a str,
) -> Result<Board, Fault> {
    let mut board = Rows::new(source, BOARDS, shape, before);
    for (row, entries) in rows {
        board.push(row, entries.iter().copied().map(Ok)).map_err(Fault::shape)?;
    }
    board.finish().map_err(Fault::shape)?;
    finished(source, &board)
}

/// Cells that are the rows of a board one after another.
fn in_line<'a>(
    source: Source<'a>,
    entries: &[Entry<'a, u32>],
    (width, height): (usize, usize),
    shape: Shape,
) -> Result<Board, Fault> {
    let shape = if matches!(shape, Shape::Board(..)) { shape } else { Shape::Size(width, height) };
    let mut board = Rows::new(source, BOARDS, shape, "");
    for row in entries.chunks(width) {
        let last = row.last().map_or("", |entry| entry.part);
        board.push(last, row.iter().copied().map(Ok)).map_err(Fault::shape)?;
    }
    finished(source, &board)
}

fn finished(source: Source<'_>, board: &Rows<'_, u32>) -> Result<Board, Fault> {
    let tiles = tiles(board, source).map_err(Fault::numbers)?;
    Ok(Board { width: board.width(), height: board.height(), tiles, list: None })
}

/// One line: a square, or with its size or its place in a list in front.
fn line<'a>(source: Source<'a>, (row, entries): &Row<'a>) -> Result<Board, Fault> {
    let shape = Shape::FirstRow;
    let square = |skipped: usize| {
        let entries = entries.get(skipped..)?;
        let side = root(entries.len())?;
        Some((entries, (side, side)))
    };
    let sized = || {
        let (front, entries) = entries.split_at_checked(2)?;
        let (width, height) = (front[0].value as usize, front[1].value as usize);
        let fits = [width, height].iter().all(|side| BOARDS.sides.contains(side));
        (fits && width * height == entries.len()).then_some((entries, (width, height)))
    };
    // Smaller boards are in no list, and their cells could be those of a rectangle.
    let in_list = |skipped| square(skipped).filter(|&(_, (side, _))| side > 3);
    let side = || square(1).filter(|&(_, (side, _))| entries[0].value as usize == side);
    let ways = [
        (square(0), None),
        (sized(), None),
        (in_list(1), Some(List::Number)),
        (side(), None),
        (in_list(2), Some(List::NumberAndMoves)),
    ];
    let mut nearest: Option<Fault> = None;
    for (way, list) in ways {
        let Some((entries, size)) = way else { continue };
        match in_line(source, entries, size, shape) {
            Ok(board) => return Ok(Board { list, ..board }),
            Err(fault) => nearest = nearest.or(Some(fault)),
        }
    }
    Err(nearest.unwrap_or_else(|| {
        let message = if entries.len() > MAX_CELLS {
            // The rest of the line was not read.
            format!("a line of more than {MAX_CELLS} tiles; a board has no more")
        } else {
            format!(
                "a line of {} makes no square board; put the size first, e.g. 3x4, or write one row per line",
                count(entries.len(), "tile")
            )
        };
        Fault::shape(source.error_after(row, message))
    }))
}

/// The side of a square board with this number of cells.
fn root(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && BOARDS.sides.contains(&side)).then_some(side)
}

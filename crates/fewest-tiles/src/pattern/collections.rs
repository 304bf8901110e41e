//! Partitions as texts: grids of letters, one for each cell of the goal, and `.` for the
//! blank's.
//!
//! A grid does not depend on the tiles' numbers, and its mirror images and turns serve other
//! goals. Empty lines stand between grids. A line with `+` between two of them makes them one
//! collection: they are looked up together, and the larger sum counts. `#` begins a comment.
//! `partitions.txt` has those that come with the program; the file that `FEWEST_PARTITIONS`
//! names comes before it.

use std::fs::File;
use std::io::Read;
use std::sync::OnceLock;

use super::arrangements::Arrangements;
use super::partition::Partition;
use super::sums::MAX_GROUPS;
use crate::Geometry;
use crate::puzzle::RequestError;
use crate::text::{ParseError, Place};

/// The variable that names a file of partitions.
pub(crate) const FILE: &str = "FEWEST_PARTITIONS";

/// The largest such file: thousands of grids.
const MAX_BYTES: u64 = 1 << 20;

/// The partitions that come with the program.
const BUILT_IN: &str = include_str!("partitions.txt");

/// The maximum number of columns, and of rows.
const MAX_LINES: usize = 31;

/// What joins two grids.
const AND: &str = "+";

/// Grids of one shape that are looked up together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Collection(Vec<Letters>);

/// All collections: those of the user, if their file is right, and the others.
pub(super) fn all() -> &'static [Collection] {
    static ALL: OnceLock<Vec<Collection>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = of_user().unwrap_or_default();
        // A test reads them.
        all.extend(parse(BUILT_IN).unwrap_or_default());
        all
    })
}

/// The collections of the file that the user names, if there is one, or what is wrong with
/// it.
pub(crate) fn of_user() -> Result<Vec<Collection>, RequestError> {
    let Some(file) = std::env::var_os(FILE).filter(|file| !file.is_empty()) else {
        return Ok(Vec::new());
    };
    let name = file.to_string_lossy().into_owned();
    let mut text = String::new();
    let read =
        File::open(&file).and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text));
    if text.len() as u64 > MAX_BYTES {
        return Err(RequestError::file(format!("{FILE}: {name} has more than {MAX_BYTES} bytes")));
    }
    read.map_err(|error| RequestError::file(format!("{FILE}: cannot read {name}: {error}")))?;
    parse(&text).map_err(|ParseError { place, message, .. }| {
        RequestError::text(format!("{FILE}: {name}:{}:{}: {message}", place.line, place.column))
    })
}

/// Reads a text of collections.
pub(crate) fn parse(text: &str) -> Result<Vec<Collection>, ParseError> {
    let mut collections: Vec<Collection> = Vec::new();
    let mut rows: Vec<(usize, &str)> = Vec::new();
    // Where a `+` waits for its second grid.
    let mut joined: Option<usize> = None;
    let lines = (1..).zip(text.lines().chain([""]));
    // A line with nothing but a comment ends no grid.
    for (number, line) in lines.filter(|(_, line)| !line.trim_start().starts_with('#')) {
        let line = line.split('#').next().unwrap_or("").trim_end();
        if !line.is_empty() && line != AND {
            rows.push((number, line));
            continue;
        }
        if !rows.is_empty() {
            let letters = Letters::parse(&rows)?;
            match (joined.take(), collections.last_mut()) {
                (Some(_), Some(last)) if last.0.iter().all(|other| other.fits(&letters)) => {
                    last.0.push(letters);
                }
                (Some(_), _) => {
                    let (width, height) = (letters.width, letters.height());
                    let message = format!(
                        "a {width}x{height} grid after '{AND}'; the grid before it has another shape or blank"
                    );
                    return Err(fault(rows[0].0, 1, message));
                }
                (None, _) => collections.push(Collection(vec![letters])),
            }
            rows.clear();
        }
        if line == AND {
            if collections.is_empty() || joined.is_some() {
                return Err(fault(number, 1, format!("'{AND}' without a grid before it")));
            }
            joined = Some(number);
        }
    }
    match joined {
        Some(line) => Err(fault(line, 1, format!("'{AND}' without a grid after it"))),
        None => Ok(collections),
    }
}

fn fault(line: usize, column: usize, message: String) -> ParseError {
    ParseError { place: Place { line, column }, length: 1, message }
}

impl Collection {
    /// The partitions of a goal, if shape and blank fit, perhaps turned or mirrored.
    pub(super) fn on(&self, geometry: &Geometry) -> Option<Vec<Partition>> {
        (0..IMAGES).find_map(|image| {
            self.0.iter().map(|letters| letters.image(image).on(geometry)).collect()
        })
    }
}

/// A grid of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Letters {
    width: usize,
    cells: Vec<char>,
}

/// The turns and mirror images of a grid.
const IMAGES: usize = 8;

impl Letters {
    /// Reads a grid from its lines, which have their numbers.
    fn parse(rows: &[(usize, &str)]) -> Result<Letters, ParseError> {
        let width = rows[0].1.chars().count();
        if width > MAX_LINES || rows.len() > MAX_LINES {
            let message = format!("a grid has at most {MAX_LINES} rows and columns");
            return Err(fault(rows[0].0, 1, message));
        }
        let mut cells = Vec::new();
        let mut groups: Vec<(char, usize)> = Vec::new();
        let mut blank = None;
        for &(line, row) in rows {
            let length = row.chars().count();
            if length != width {
                let message = format!("{length} cells; the rows before have {width}");
                return Err(fault(line, length.min(width) + 1, message));
            }
            for (column, letter) in (1..).zip(row.chars()) {
                let count = groups.len();
                match groups.iter_mut().find(|(known, _)| *known == letter) {
                    _ if letter == '.' => {
                        if blank.replace(line).is_some() {
                            let message = "a second '.'; every tile belongs to a group, and only \
                                           the blank's place is '.'";
                            return Err(fault(line, column, message.to_string()));
                        }
                    }
                    _ if !letter.is_alphanumeric() => {
                        let message =
                            format!("'{letter}'; a cell has the letter of its group, or '.'");
                        return Err(fault(line, column, message));
                    }
                    Some((_, Arrangements::MAX_TILES)) => {
                        let most = Arrangements::MAX_TILES;
                        let message = format!("group '{letter}' has more than {most} tiles");
                        return Err(fault(line, column, message));
                    }
                    Some((_, tiles)) => *tiles += 1,
                    None if count == MAX_GROUPS => {
                        let message = format!("more than {MAX_GROUPS} groups");
                        return Err(fault(line, column, message));
                    }
                    None => groups.push((letter, 1)),
                }
                cells.push(letter);
            }
        }
        if blank.is_none() {
            let message = "no '.' in this grid; the blank's place has one".to_string();
            return Err(fault(rows[0].0, 1, message));
        }
        Ok(Letters { width, cells })
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Whether two grids have the same shape and blank.
    fn fits(&self, other: &Letters) -> bool {
        let blank = |letters: &Letters| letters.cells.iter().position(|&letter| letter == '.');
        self.width == other.width
            && self.cells.len() == other.cells.len()
            && blank(self) == blank(other)
    }

    /// One of its turns and mirror images.
    fn image(&self, number: usize) -> Letters {
        let is_transposed = number & 4 != 0;
        let (width, rows) =
            if is_transposed { (self.height(), self.width) } else { (self.width, self.height()) };
        let letter = |(x, y): (usize, usize)| {
            let x = if number & 1 != 0 { width - 1 - x } else { x };
            let y = if number & 2 != 0 { rows - 1 - y } else { y };
            let (x, y) = if is_transposed { (y, x) } else { (x, y) };
            self.cells[y * self.width + x]
        };
        let cells = (0..rows).flat_map(|y| (0..width).map(move |x| (x, y))).map(letter);
        Letters { width, cells: cells.collect() }
    }

    /// The partition of a goal, if shape and blank fit.
    fn on(&self, geometry: &Geometry) -> Option<Partition> {
        if self.width != geometry.width() || self.cells.len() != geometry.cells() {
            return None;
        }
        let mut groups: Vec<(char, Vec<u16>)> = Vec::new();
        for (&letter, &tile) in self.cells.iter().zip(geometry.goal()) {
            if (letter == '.') != (tile == 0) {
                return None;
            }
            match groups.iter_mut().find(|(known, _)| *known == letter) {
                _ if tile == 0 => {}
                Some((_, group)) => group.push(tile),
                None => groups.push((letter, vec![tile])),
            }
        }
        Some(Partition { groups: groups.into_iter().map(|(_, group)| group).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(goal: &[u16]) -> Geometry {
        Geometry::new(3, 2, goal)
    }

    #[test]
    fn grids_serve_every_goal_of_their_shape() {
        let collections =
            parse("# a comment\n\nAAB  # a row\n # another\nAB.\n\nAAA\nBB.\n+\nABA\nBB.").unwrap();
        assert_eq!(collections.len(), 2);
        let groups = |nth: usize, goal: &[u16]| -> Vec<Vec<Vec<u16>>> {
            let partitions = collections[nth].on(&geometry(goal)).unwrap();
            partitions.iter().map(|partition| partition.groups().to_vec()).collect()
        };
        assert_eq!(groups(0, &[1, 2, 3, 4, 5, 0]), [[vec![1, 2, 4], vec![3, 5]]]);
        // Turned by half.
        assert_eq!(groups(0, &[0, 1, 2, 3, 4, 5]), [[vec![1, 3], vec![2, 4, 5]]]);
        assert_eq!(groups(1, &[1, 2, 3, 4, 5, 0]).len(), 2);
        assert_eq!(collections[0].on(&geometry(&[1, 0, 3, 4, 5, 2])), None);
    }

    #[test]
    fn the_built_in_ones_have_every_tile_once() {
        let collections = parse(BUILT_IN).unwrap();
        for (width, height) in [(4, 3), (3, 4), (5, 3), (3, 5), (4, 4), (4, 5), (5, 4), (5, 5)] {
            let goals = [Geometry::blank_last(width, height), Geometry::blank_first(width, height)];
            for goal in goals {
                let geometry = Geometry::new(width, height, &goal);
                let found: Vec<Partition> =
                    collections.iter().filter_map(|known| known.on(&geometry)).flatten().collect();
                assert!(found.len() >= 2, "{width} × {height}");
                for (number, partition) in found.iter().enumerate() {
                    let mut tiles: Vec<u16> = partition.groups().concat();
                    tiles.sort_unstable();
                    assert!(tiles.into_iter().eq(1..(width * height) as u16), "{partition:?}");
                    assert!(!found[..number].contains(partition), "twice: {partition:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_partition_is_refused_with_its_place() {
        for (text, line, column) in [
            ("AAB\nABB", 1, 1),
            ("AAB\nAB", 2, 3),
            ("AAB\nABB.", 2, 4),
            ("A.B\nAB.", 2, 3),
            ("AA-\nAB.", 1, 3),
            ("ABCDEFGHI.", 1, 9),
            ("AAAAAAAAA.", 1, 9),
            ("+\nAB.", 1, 1),
            ("# one\nAB.\n+", 3, 1),
            ("AB.\n+\n+\nAB.", 3, 1),
            ("AB.\n+\nA.B", 3, 1),
        ] {
            let fault = parse(text).unwrap_err();
            assert_eq!((fault.place.line, fault.place.column), (line, column), "{text:?}");
        }
        assert_eq!(parse(""), Ok(Vec::new()));
    }
}

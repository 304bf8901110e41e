//! Partitions: which tiles go together into one pattern database.
//!
//! A partition is a grid of letters, one for each cell of the goal, and `.` for the
//! blank's. So it does not depend on the tiles' numbers, and its mirror images and turns
//! serve other goals. `partitions.txt` has those that come with the program; other shapes
//! get groups of neighbouring cells.

use super::sums::MAX_GROUPS;
use crate::Geometry;
use crate::text::{ParseError, Place};

/// The partitions that come with the program.
const BUILT_IN: &str = include_str!("partitions.txt");

/// A partition of a board's tiles into groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    groups: Vec<Vec<u16>>,
}

impl Partition {
    /// The partitions for a shape and goal whose largest group has `size` tiles: one that
    /// comes with the program, or one that is made for it.
    pub fn of_size(geometry: &Geometry, size: usize) -> Partition {
        let built_in = BUILT_IN.split("\n\n").filter_map(|text| {
            let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            Letters::read(&rows).images().find_map(|letters| letters.on(geometry))
        });
        let fits = |partition: &Partition| partition.largest() == size;
        built_in.into_iter().find(fits).unwrap_or_else(|| Partition::made(geometry, size))
    }

    /// Reads a partition of this shape and goal.
    pub fn parse(text: &str, geometry: &Geometry) -> Result<Partition, ParseError> {
        let is_row = |(_, line): &(usize, &str)| !line.starts_with('#') && !line.trim().is_empty();
        let rows: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .filter(is_row)
            .map(|(at, line)| (at + 1, line.trim()))
            .collect();
        let (width, height) = (geometry.width(), geometry.height());
        let fault = |line: usize, column: usize, message: String| {
            Err(ParseError { place: Place { line, column }, length: 1, message })
        };
        if rows.len() != height {
            let line = rows.last().map_or(1, |&(line, _)| line);
            return fault(
                line,
                1,
                format!("{} rows; a partition of this board has {height}", rows.len()),
            );
        }
        let mut groups: Vec<(char, Vec<u16>)> = Vec::new();
        for (y, &(line, row)) in rows.iter().enumerate() {
            if row.chars().count() != width {
                let count = row.chars().count();
                return fault(line, 1, format!("{count} cells; a row of this board has {width}"));
            }
            for (x, letter) in row.chars().enumerate() {
                let tile = geometry.goal()[y * width + x];
                if (tile == 0) != (letter == '.') {
                    let place = if tile == 0 {
                        "the blank's place, which is '.'"
                    } else {
                        "a tile's place, which has its group's letter"
                    };
                    return fault(line, x + 1, format!("'{letter}' on {place}"));
                }
                match groups.iter_mut().find(|(known, _)| *known == letter) {
                    Some((_, group)) => group.push(tile),
                    None if tile != 0 => groups.push((letter, vec![tile])),
                    None => {}
                }
            }
        }
        if groups.len() > MAX_GROUPS {
            return fault(1, 1, format!("{} groups; the maximum is {MAX_GROUPS}", groups.len()));
        }
        Ok(Partition { groups: groups.into_iter().map(|(_, group)| group).collect() })
    }

    /// Groups of at most `size` neighbouring cells, beginning far from the blank. They are
    /// larger where there would be too many.
    fn made(geometry: &Geometry, size: usize) -> Partition {
        let blank = geometry.goal_cell(0);
        let size = size.max((geometry.cells() - 1).div_ceil(MAX_GROUPS));
        let count = (geometry.cells() - 1).div_ceil(size);
        let mut free: Vec<usize> = (0..geometry.cells()).filter(|&cell| cell != blank).collect();
        let mut groups = Vec::new();
        for number in 0..count {
            let wanted = free.len().div_ceil(count - number);
            let mut group: Vec<usize> = Vec::new();
            while group.len() < wanted {
                // The nearest cell to those of the group; of the first, the farthest from
                // the blank. A cell with few free neighbours would be left alone.
                let cost = |cell: usize| {
                    let near: usize =
                        group.iter().map(|&other| geometry.distance(cell, other)).sum();
                    let free_around =
                        geometry.neighbours(cell).filter(|next| free.contains(next)).count();
                    (near, free_around, usize::MAX - geometry.distance(cell, blank), cell)
                };
                let Some(&next) = free.iter().min_by_key(|&&cell| cost(cell)) else { break };
                free.retain(|&cell| cell != next);
                group.push(next);
            }
            let mut tiles: Vec<u16> = group.into_iter().map(|cell| geometry.goal()[cell]).collect();
            tiles.sort_unstable();
            groups.push(tiles);
        }
        Partition { groups }
    }

    /// The groups of tiles.
    pub fn groups(&self) -> &[Vec<u16>] {
        &self.groups
    }

    /// The number of tiles in the largest group.
    pub fn largest(&self) -> usize {
        self.groups.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The sizes of its groups: "6-6-3".
    pub fn name(&self) -> String {
        let mut sizes: Vec<usize> = self.groups.iter().map(Vec::len).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
    }
}

/// A grid of letters.
struct Letters {
    width: usize,
    cells: Vec<char>,
}

impl Letters {
    fn read(rows: &[&str]) -> Letters {
        let width = rows.first().map_or(0, |row| row.chars().count());
        Letters { width, cells: rows.iter().flat_map(|row| row.chars()).collect() }
    }

    /// Its eight turns and mirror images.
    fn images(&self) -> impl Iterator<Item = Letters> + '_ {
        let height = self.cells.len() / self.width.max(1);
        (0..8).map(move |number| {
            let is_transposed = number & 4 != 0;
            let (width, rows) =
                if is_transposed { (height, self.width) } else { (self.width, height) };
            let letter = |(x, y): (usize, usize)| {
                let x = if number & 1 != 0 { width - 1 - x } else { x };
                let y = if number & 2 != 0 { rows - 1 - y } else { y };
                let (x, y) = if is_transposed { (y, x) } else { (x, y) };
                self.cells[y * self.width + x]
            };
            let cells = (0..rows).flat_map(|y| (0..width).map(move |x| (x, y))).map(letter);
            Letters { width, cells: cells.collect() }
        })
    }

    /// The partition of a goal, if shape and blank fit.
    fn on(&self, geometry: &Geometry) -> Option<Partition> {
        if self.width != geometry.width() || self.cells.len() != geometry.cells() {
            return None;
        }
        let text: String =
            self.cells.chunks(self.width).flat_map(|row| row.iter().chain(&['\n'])).collect();
        Partition::parse(&text, geometry).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry() -> Geometry {
        Geometry::new(3, 2, &[1, 2, 3, 4, 5, 0])
    }

    #[test]
    fn every_tile_is_in_one_group() {
        let read = Partition::parse("# a comment\nAAB\n\nABB.", &geometry());
        assert!(read.is_err(), "a row too long");
        let read = Partition::parse("# a comment\nAAB\n\nAB.", &geometry()).unwrap();
        assert_eq!((read.groups(), read.largest()), (&[vec![1, 2, 4], vec![3, 5]][..], 3));
        assert_eq!(read.name(), "3-2");
        for (width, height) in [(4, 4), (5, 5), (5, 4), (3, 6), (7, 3)] {
            let geometry = Geometry::new(width, height, &Geometry::blank_first(width, height));
            for size in 1..=8 {
                let partition = Partition::of_size(&geometry, size);
                let mut tiles: Vec<u16> = partition.groups().concat();
                tiles.sort_unstable();
                let all: Vec<u16> = (1..(width * height) as u16).collect();
                assert_eq!(tiles, all, "{width} × {height}, {size}");
                assert!(partition.groups().len() <= MAX_GROUPS);
            }
        }
    }

    #[test]
    fn what_is_no_partition_is_refused_with_its_place() {
        for (text, line, column) in [
            ("", 1, 1),
            ("AAB", 1, 1),
            ("AAB\nAB.\nAAA", 3, 1),
            ("AAB\nAB", 2, 1),
            ("A.B\nAB.", 1, 2),
            ("AAB\n# a tile on the blank's place\nABB", 3, 3),
        ] {
            let fault = Partition::parse(text, &geometry()).unwrap_err();
            assert_eq!((fault.place.line, fault.place.column), (line, column), "{text:?}");
        }
    }
}

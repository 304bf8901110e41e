//! Random walls that are symmetric.

use fewest::draws::Draws;
use fewest::names::{Name, Names};

/// How the walls of a level are symmetric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Not at all.
    None,
    /// Left and right are mirror images.
    Mirror,
    /// The board looks the same after half a turn.
    Rotate,
    /// Left and right are mirror images, and so are top and bottom.
    Both,
}

impl Symmetry {
    /// All of them by name.
    pub const NAMES: Names<Symmetry> = Names::new(&[
        Name::new("none", Symmetry::None, "walls anywhere"),
        Name::new("mirror", Symmetry::Mirror, "left and right are mirror images"),
        Name::new("rotate", Symmetry::Rotate, "the same after half a turn"),
        Name::new("both", Symmetry::Both, "mirror images left and right, top and bottom"),
    ]);

    /// The cells of a board, grouped with their images.
    pub(super) fn orbits(self, width: usize, height: usize) -> Vec<Vec<usize>> {
        let orbit = |cell: usize| {
            let (x, y) = (cell % width, cell / width);
            let (across, down) = (width - 1 - x, height - 1 - y);
            let images: &[(usize, usize)] = match self {
                Symmetry::None => &[(x, y)],
                Symmetry::Mirror => &[(x, y), (across, y)],
                Symmetry::Rotate => &[(x, y), (across, down)],
                Symmetry::Both => &[(x, y), (across, y), (x, down), (across, down)],
            };
            let mut cells: Vec<usize> = images.iter().map(|(x, y)| y * width + x).collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        let first_is = |(cell, orbit): &(usize, Vec<usize>)| orbit[0] == *cell;
        let orbits = (0..width * height).map(|cell| (cell, orbit(cell)));
        orbits.filter(first_is).map(|(_, orbit)| orbit).collect()
    }
}

/// For each orbit, the numbers of cells that it and the later ones can add up to.
fn sums(orbits: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let cells: usize = orbits.iter().map(Vec::len).sum();
    let mut none = vec![false; cells + 1];
    none[0] = true;
    let mut sums = vec![none];
    for orbit in orbits.iter().rev() {
        let mut with = sums[sums.len() - 1].clone();
        for sum in (orbit.len()..=cells).rev() {
            with[sum] |= with[sum - orbit.len()];
        }
        sums.push(with);
    }
    sums.reverse();
    sums
}

/// The number of cells nearest to `wanted` that whole orbits can have.
pub(super) fn nearest(orbits: &[Vec<usize>], wanted: usize) -> usize {
    let possible = &sums(orbits)[0];
    let numbers = (0..possible.len()).filter(|&number| possible[number]);
    numbers.min_by_key(|number| number.abs_diff(wanted)).unwrap_or(0)
}

/// Draws whole orbits with `cells` cells together, which must be possible.
pub(super) fn draw(orbits: &[Vec<usize>], number: usize, draws: &mut Draws) -> Vec<usize> {
    let mut orbits = orbits.to_vec();
    draws.shuffle(&mut orbits);
    let sums = sums(&orbits);
    let mut left = number;
    let mut walls = Vec::with_capacity(number);
    for (orbit, after) in orbits.iter().zip(&sums[1..]) {
        // Take the orbit if the rest can still add up to the right number. The order is
        // random, so that no orbit is preferred.
        if orbit.len() <= left && after[left - orbit.len()] {
            left -= orbit.len();
            walls.extend(orbit);
        }
    }
    walls
}

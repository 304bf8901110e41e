//! Lights Out: pressing a lamp switches it and its neighbours; put all lights out.

use fewest::draws::Draws;
use fewest::search::Budget;
use fewest::space::{Consistent, Cost, Ranking, Reverse, Space, Unranked};
use fewest_puzzles::puzzle::{Choice, Domain, Generate, PuzzleSpace, RequestError, parse_size};
use fewest_puzzles::scene::{Ground, Piece, Scene, Shape, Tint};
use fewest_puzzles::text::{ParseError, grid};

/// The puzzle.
pub struct LightsOut;

/// A grid of lamps, with a bit for each one that is lit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lamps {
    width: usize,
    height: usize,
    lit: u64,
}

impl Lamps {
    /// What pressing a lamp switches.
    fn cross(&self, lamp: usize) -> u64 {
        let (x, y, width) = (lamp % self.width, lamp / self.width, self.width);
        let beside = [(x > 0).then(|| lamp - 1), (x + 1 < width).then(|| lamp + 1)];
        let above = [(y > 0).then(|| lamp - width), (y + 1 < self.height).then(|| lamp + width)];
        beside.into_iter().chain(above).flatten().fold(1 << lamp, |cross, lamp| cross | 1 << lamp)
    }
}

impl Space for Lamps {
    type State = u64; // the lit lamps
    type Move = usize; // the lamp that is pressed
    type Undo = ();

    fn is_goal(&self, lit: &u64) -> bool {
        *lit == 0
    }
    fn moves(&self, _: &u64, out: &mut Vec<usize>) {
        out.extend(0..self.width * self.height);
    }
    fn apply(&self, lit: &mut u64, lamp: usize) {
        *lit ^= self.cross(lamp);
    }
    fn undo(&self, lit: &mut u64, lamp: usize, (): ()) {
        *lit ^= self.cross(lamp);
    }
    fn inverse(&self, lamp: usize) -> Option<usize> {
        Some(lamp)
    }
    fn reverse(&self) -> Option<&dyn Reverse<Self>> {
        Some(self)
    }
    fn ranking<'a>(&'a self, _: &u64) -> Result<Box<dyn Ranking<Self> + 'a>, Unranked> {
        Ok(Box::new(self))
    }
}

/// Pressing a lamp again takes the move back: this adds bidirectional search.
impl Reverse<Lamps> for Lamps {
    fn goals(&self, out: &mut Vec<u64>) {
        out.push(0);
    }
    fn predecessors(&self, lit: &u64, out: &mut Vec<(u64, usize)>) {
        out.extend((0..self.width * self.height).map(|lamp| (lit ^ self.cross(lamp), lamp)));
    }
    fn is_undirected(&self) -> bool {
        true
    }
}

/// A state is its own number: this adds table search.
impl Ranking<Lamps> for Lamps {
    fn space(&self) -> &Lamps {
        self
    }
    fn len(&self) -> u64 {
        1 << (self.width * self.height)
    }
    fn rank(&self, lit: &u64) -> u64 {
        *lit
    }
    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}

impl PuzzleSpace<LightsOut> for Lamps {
    type Heuristic = Consistent<fn(&Lamps, &u64) -> Cost>;

    fn heuristic(&self, _: &str, _: &u64, _: &Budget) -> Result<Self::Heuristic, RequestError> {
        Ok(Consistent(|_, lit| lit.count_ones().div_ceil(5)))
    }
    fn level(&self, _: &Lamps, &lit: &u64) -> Lamps {
        Lamps { lit, ..self.clone() }
    }
}

impl Domain for LightsOut {
    const NAME: &'static str = "lights-out";
    const SUMMARY: &'static str = "lamps that switch their neighbours: put all lights out";
    const EXAMPLE: &'static str = "**.\n*..\n...\n";
    type Level = Lamps;
    type Move = usize;
    type Space = Lamps;

    fn parse(text: &str) -> Result<Lamps, ParseError> {
        let lamp = |c| ".*".find(c).map(|lit| lit as u64);
        let grid = grid(text, 1..=7, lamp, "a lamp is * if it is lit and . if not")?;
        let lit = grid.cells.iter().rev().fold(0, |lit, lamp| lit << 1 | lamp);
        Ok(Lamps { width: grid.width, height: grid.height, lit })
    }
    fn formats() -> Vec<Choice> {
        vec![Choice { name: "grid", summary: "rows of lamps: * is lit, . is not" }]
    }
    fn print(lamps: &Lamps, _: &str) -> Result<String, RequestError> {
        let lamp = |lamp| if lamps.lit >> lamp & 1 == 1 { '*' } else { '.' };
        let row = |y| (y * lamps.width..(y + 1) * lamps.width).map(lamp).chain(['\n']);
        Ok((0..lamps.height).flat_map(row).collect())
    }
    fn describe(lamps: &Lamps) -> String {
        format!("{} × {} lamps, {} lit", lamps.width, lamps.height, lamps.lit.count_ones())
    }
    fn space(lamps: &Lamps) -> (Lamps, u64) {
        (lamps.clone(), lamps.lit)
    }
    fn print_move(lamps: &Lamps, lamp: usize) -> String {
        format!("{},{}", lamp % lamps.width + 1, lamp / lamps.width + 1)
    }
    fn scene(lamps: &Lamps) -> Scene {
        let tint = |lamp| if lamps.lit >> lamp & 1 == 1 { Tint::Bright } else { Tint::Dim };
        let lamp = |lamp| (Ground::SQUARE, Some(Piece::new(Shape::Disc).tint(tint(lamp))));
        Scene::new(lamps.width, (0..lamps.width * lamps.height).map(lamp))
    }
    fn heuristics() -> Vec<Choice> {
        vec![Choice { name: "fifths", summary: "a press switches at most five lamps" }]
    }
    fn generate(request: &Generate) -> Result<Lamps, RequestError> {
        let (width, height) = parse_size(request.size.as_deref().unwrap_or("5x5"), 1..=7)?;
        let mut lamps = Lamps { width, height, lit: 0 };
        let mut draws = Draws::new(request.seed);
        let pressed = (0..width * height).filter(|_| draws.below(2) == 1);
        lamps.lit = pressed.fold(0, |lit, lamp| lit ^ lamps.cross(lamp));
        Ok(lamps)
    }
}

// The page as static files, where it runs as WebAssembly, has this puzzle too.
#[cfg(target_family = "wasm")]
fewest_wasm::export!(fewest_puzzles::Registry::standard().with::<LightsOut>());

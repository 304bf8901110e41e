//! An animation as SVG that plays in a loop (SMIL).
//!
//! Programs that don't animate SVG show the start: the elements describe it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::animation::{Animation, AnimationOptions};
use super::clock::Clock;
use super::course;
use super::error::RenderError;
use super::footer::Footer;
use super::layout::Layout;
use super::look::Look;
use super::picture;
use super::role::Paint;
use super::svg::{Element, Number, Property, Svg, Track};
use super::symbols::Symbols;
use fewest_puzzle::scene::{Change, Floor, Ground, Motion, Piece, Scene};

/// The number of straight steps of a piece's path.
const STEPS: u32 = 10;

impl Animation {
    /// The animation as SVG.
    pub fn svg(&self, options: &AnimationOptions) -> Result<Svg, RenderError> {
        let layout = Layout::new(&self.start, options.size, true)?;
        let paint = Paint::Theme(options.theme());
        let look = Look::new(&self.start, &layout, paint);
        let clock = Clock::new(options, self.moves.len());
        let mut symbols = Symbols::new(look);
        let changing = self.changing_grounds();
        let mut ground = picture::ground(&self.start, &layout, &mut symbols, &changing);
        let mut board = Board {
            layout,
            reel: Reel { length: clock.ends() },
            symbols,
            grounds: Element::group(),
            rests: Element::group(),
            paths: Element::group(),
            scene: self.start.clone(),
            since: vec![Coming::START; self.start.pieces().len()],
            since_ground: changing.into_iter().map(|cell| (cell, Coming::START)).collect(),
        };
        for (index, mv) in self.moves.iter().enumerate() {
            board.play(&mv.motion, clock.begins(index), clock.arrives(index));
        }
        board.end();
        let footer = Footer::new(&layout, paint);
        let count = self.count(&footer, &board.reel, clock);

        let mut svg = Svg::new(layout.width(), layout.height());
        svg.add(Element::title(&self.title));
        svg.add(board.symbols.definitions());
        svg.add(picture::paper(&layout, paint));
        if !board.grounds.content.is_empty() {
            ground.add(board.grounds);
        }
        svg.add(ground);
        svg.add(board.rests);
        svg.add(board.paths);
        svg.add(count);
        Ok(svg)
    }

    /// The count of moves: one text for each number, of which one is visible.
    fn count(&self, footer: &Footer, reel: &Reel, clock: Clock) -> Element {
        let moves = self.moves.len();
        let parts = Element::group().with(footer.track());
        (0..=moves).fold(parts, |parts, made| {
            let from = made.checked_sub(1).map_or(0.0, |last| clock.begins(last));
            let until = if made < moves { clock.begins(made) } else { clock.ends() };
            let part = Element::group().with(footer.done(made, moves));
            let part = part.with(footer.count(made, moves));
            parts.with(reel.seen(part, Coming::at(from), Coming::at(until)))
        })
    }
}

/// The board while the plan is played.
struct Board {
    layout: Layout,
    reel: Reel,
    symbols: Symbols,
    /// Grounds that change, pieces at rest, and above them those on their path.
    grounds: Element,
    rests: Element,
    paths: Element,
    scene: Scene,
    /// Since when each cell has had its piece.
    since: Vec<Coming>,
    /// Since when each cell whose ground changes has had its ground.
    since_ground: BTreeMap<usize, Coming>,
}

/// When something appears or disappears: the beginning and the end of the change.
#[derive(Clone, Copy, Debug)]
struct Coming {
    begins: f64,
    done: f64,
}

impl Coming {
    const START: Coming = Coming::at(0.0);

    /// All at once.
    const fn at(time: f64) -> Coming {
        Coming { begins: time, done: time }
    }
}

impl Board {
    fn play(&mut self, motion: &Motion, begins: f64, arrives: f64) {
        for travel in &motion.travels {
            if let Some(piece) = self.scene.piece(travel.from) {
                self.travel(motion, piece, (travel.from, travel.to), (begins, arrives));
            }
            self.put(travel.from, None, Coming::at(begins));
        }
        for travel in &motion.travels {
            self.put(travel.to, travel.becomes, Coming::at(arrives));
        }
        for change in &motion.changes {
            self.change(change, Coming { begins, done: arrives });
        }
    }

    /// Changes a cell in place: what is new fades in, over what was there if that has the
    /// same outline.
    fn change(&mut self, change: &Change, coming: Coming) {
        let Change { cell, ground, piece } = *change;
        // A piece that travels to the cell is there already.
        let is_there = self.since.get(cell).is_some_and(|since| since.done >= coming.done);
        if self.scene.piece(cell) != piece {
            self.put(cell, piece, if is_there { Coming::at(coming.done) } else { coming });
        }
        if self.scene.ground().get(cell).is_some_and(|&old| old != ground) {
            self.pave(cell, Some(ground), coming);
        }
    }

    /// Writes what was on a cell until now, and puts something else there.
    fn put(&mut self, cell: usize, piece: Option<Piece>, coming: Coming) {
        let Some(since) = self.since.get_mut(cell) else { return };
        let since = std::mem::replace(since, coming);
        if let Some(old) = self.scene.piece(cell) {
            let covers = piece.is_some_and(|piece| piece.shape == old.shape);
            let going = if covers { Coming::at(coming.done) } else { coming };
            let drawing = Symbols::put(self.symbols.piece(old), self.layout.middle(cell));
            // A piece that changes as it arrives was never seen at rest.
            if since.begins < going.done {
                self.rests.add(self.reel.seen(drawing, since, going));
            }
        }
        self.scene.put(cell, piece);
    }

    /// The same for the ground of a cell that changes.
    fn pave(&mut self, cell: usize, ground: Option<Ground>, coming: Coming) {
        let since = self.since_ground.insert(cell, coming).unwrap_or(Coming::START);
        if let Some(number) = self.symbols.ground(self.scene.ground()[cell]) {
            let drawing = Symbols::put(number, self.layout.middle(cell));
            let covers = ground.is_some_and(|ground| ground.floor != Floor::Open);
            let going = if covers { Coming::at(coming.done) } else { coming };
            self.grounds.add(self.reel.seen(drawing, since, going));
        }
        if let Some(ground) = ground {
            self.scene.pave(cell, ground);
        }
    }

    fn travel(
        &mut self,
        motion: &Motion,
        piece: Piece,
        (from, to): (usize, usize),
        (begins, arrives): (f64, f64),
    ) {
        let place = |cell| {
            let (column, row) = self.scene.place(cell);
            (column as f64, row as f64)
        };
        let (from, to) = (place(from), place(to));
        let points = (0..=STEPS).map(|step| {
            let share = f64::from(step) / f64::from(STEPS);
            let (column, row) = course::at(motion.manner, from, to, share);
            (begins + (arrives - begins) * share, self.layout.point(column, row))
        });
        let path = self.reel.path(points);
        let drawing = Symbols::use_of(self.symbols.piece(piece)).with(path);
        self.paths.add(self.reel.seen(drawing, Coming::at(begins), Coming::at(arrives)));
    }

    /// Writes what is on the board at the end.
    fn end(&mut self) {
        let end = Coming::at(self.reel.length);
        for cell in 0..self.since.len() {
            self.put(cell, None, end);
        }
        for cell in self.since_ground.keys().copied().collect::<Vec<_>>() {
            self.pave(cell, None, end);
        }
    }
}

/// The length of the loop.
struct Reel {
    /// In seconds.
    length: f64,
}

impl Reel {
    fn animate(&self, property: Property, values: String, times: String) -> Element {
        Element::animation(Track { property, length: self.length, values, times })
    }

    /// A time as a fraction of the loop.
    fn share(&self, time: f64) -> String {
        let share = format!("{:.6}", (time / self.length).clamp(0.0, 1.0));
        share.trim_end_matches('0').trim_end_matches('.').to_string()
    }

    /// An element that appears and disappears.
    fn seen(&self, element: Element, coming: Coming, going: Coming) -> Element {
        let (begins, ends) = (coming.begins > 0.0, going.done < self.length);
        let states = [
            (begins, "hidden", 0.0),
            (true, "visible", coming.begins),
            (ends, "hidden", going.done),
        ];
        if !begins && !ends {
            return element;
        }
        let (values, times) = self.keys(states);
        let element = if begins { element.hidden() } else { element };
        let element = element.with(self.animate(Property::Visibility, values, times));
        let (fades_in, fades_out) = (coming.begins < coming.done, going.begins < going.done);
        if !fades_in && !fades_out {
            return element;
        }
        // The last of its times must be the end.
        let last = if fades_out { going.done } else { going.begins.max(coming.done) };
        let (values, times) = self.keys([
            (coming.begins > 0.0, if fades_in { "0" } else { "1" }, 0.0),
            (fades_in, "0", coming.begins),
            (true, "1", coming.done),
            (going.begins > coming.done, "1", going.begins),
            (fades_out, "0", going.done),
            (last < self.length, if fades_out { "0" } else { "1" }, self.length),
        ]);
        element.with(self.animate(Property::Opacity, values, times))
    }

    /// Values and their times, without redundant ones.
    fn keys<const N: usize>(&self, states: [(bool, &str, f64); N]) -> (String, String) {
        let (mut values, mut times) = (String::new(), String::new());
        for (_, value, time) in states.into_iter().filter(|state| state.0) {
            let gap = if values.is_empty() { "" } else { ";" };
            values.extend([gap, value]);
            times.extend([gap, &self.share(time)]);
        }
        (values, times)
    }

    /// A path from point to point, each at its time.
    fn path(&self, points: impl Iterator<Item = (f64, (f64, f64))>) -> Element {
        let (mut values, mut times) = (String::new(), String::from("0"));
        let mut end = String::new();
        for (time, (x, y)) in points {
            end = format!(";{} {}", Number(x), Number(y));
            if values.is_empty() {
                values.push_str(&end[1..]);
            }
            values.push_str(&end);
            // Writing to a String can't fail.
            let _ = write!(times, ";{}", self.share(time));
        }
        values.push_str(&end);
        times.push_str(";1");
        self.animate(Property::Translation, values, times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Picture;
    use crate::animation::tests::of as animation;
    use crate::canvas::pixels;
    use fewest_puzzles::puzzle::parse;

    #[test]
    fn what_does_not_move_shows_the_start() {
        for (text, moves) in [
            ("1 2 3\n4 5 6\n_ 7 8\n", &["L", "L"][..]),
            ("o . # x\no . . .\n", &["R", "D", "U"]),
            ("oo-\no--\n\n-o-\noo-\n", &["0_0-1_1"]),
            ("4 1\n1 3 0 2\n", &["3 0 L -", "0 0 R -"]),
        ] {
            let position = parse(text, None).unwrap();
            let animation = animation(&*position, moves);
            let moving = animation.svg(&AnimationOptions::default()).unwrap();
            let still = Picture::default().svg(&position.scene()).unwrap();
            let moving = pixels(&moving, 1.0).unwrap();
            let still = pixels(&still, 1.0).unwrap();
            // Without what is below the board they are the same.
            let board = still.width() as usize * (still.height() as usize - 40);
            assert_eq!(moving.pixels()[..board], still.pixels()[..board], "{text}");
        }
    }

    #[test]
    fn times_rise_from_0_to_1() {
        let position = parse("1 2 3\n4 5 6\n_ 7 8\n", None).unwrap();
        let moves = ["L", "R"].repeat(60);
        let animation = animation(&*position, &moves);
        let svg = animation.svg(&AnimationOptions::default()).unwrap().to_string();
        let lists: Vec<&str> = svg.split("keyTimes=\"").skip(1).collect();
        assert!(lists.len() > 240);
        for list in lists {
            let list = list.split('"').next().unwrap();
            let times: Vec<f64> = list.split(';').map(|time| time.parse().unwrap()).collect();
            assert!(times.is_sorted_by(|a, b| a < b), "{list}");
            assert!(times[0] == 0.0 && times[times.len() - 1] <= 1.0);
        }
    }
}

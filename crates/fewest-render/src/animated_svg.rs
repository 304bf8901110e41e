//! An animation as SVG that moves by itself (SMIL), over and over.
//!
//! Whoever doesn't animate SVG shows the start: it is what the elements say
//! before anything is animated.

use std::fmt::Write;

use super::animation::{Animation, Film};
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
use fewest_puzzles::scene::{Motion, Piece, Scene};

/// In how many straight steps pieces go their way.
const STEPS: u32 = 10;

impl Animation {
    /// As SVG that moves by itself.
    pub fn svg(&self, film: &Film) -> Result<Svg, RenderError> {
        let layout = Layout::new(&self.start, film.size, true)?;
        let paint = Paint::Theme(film.theme());
        let look = Look::new(&self.start, &layout, paint);
        let clock = Clock::new(film, self.moves.len());
        let mut symbols = Symbols::new(look);
        let ground = picture::ground(&self.start, &layout, &mut symbols);
        let mut board = Board {
            layout,
            reel: Reel { length: clock.ends() },
            symbols,
            rests: Element::group(),
            ways: Element::group(),
            scene: self.start.clone(),
            since: vec![0.0; self.start.pieces().len()],
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
        svg.add(ground);
        svg.add(board.rests);
        svg.add(board.ways);
        svg.add(count);
        Ok(svg)
    }

    /// The count of moves: one text for each number, of which one is seen.
    fn count(&self, footer: &Footer, reel: &Reel, clock: Clock) -> Element {
        let moves = self.moves.len();
        let parts = Element::group().with(footer.track());
        (0..=moves).fold(parts, |parts, made| {
            let from = made.checked_sub(1).map_or(0.0, |last| clock.begins(last));
            let until = if made < moves { clock.begins(made) } else { clock.ends() };
            let part = Element::group().with(footer.done(made, moves));
            parts.with(reel.seen(part.with(footer.count(made, moves)), from, until))
        })
    }
}

/// The board while the plan is played.
struct Board {
    layout: Layout,
    reel: Reel,
    symbols: Symbols,
    /// Pieces at rest, and above them those on their way.
    rests: Element,
    ways: Element,
    scene: Scene,
    /// Since when each cell has been as it is.
    since: Vec<f64>,
}

impl Board {
    fn play(&mut self, motion: &Motion, begins: f64, arrives: f64) {
        for travel in &motion.travels {
            if let Some(piece) = self.scene.piece(travel.from) {
                self.travel(motion, piece, (travel.from, travel.to), (begins, arrives));
            }
            self.change(travel.from, None, begins);
        }
        for travel in &motion.travels {
            self.change(travel.to, travel.becomes, arrives);
        }
    }

    /// Writes what was on a cell until now, and puts something else there.
    fn change(&mut self, cell: usize, piece: Option<Piece>, now: f64) {
        if let Some(piece) = self.scene.piece(cell) {
            let drawing = Symbols::put(self.symbols.piece(piece), self.layout.middle(cell));
            self.rests.add(self.reel.seen(drawing, self.since[cell], now));
        }
        self.scene.put(cell, piece);
        self.since[cell] = now;
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
        let way = self.reel.way(points);
        let drawing = Symbols::use_of(self.symbols.piece(piece)).with(way);
        self.ways.add(self.reel.seen(drawing, begins, arrives));
    }

    /// Writes what is on the board at the end.
    fn end(&mut self) {
        for cell in 0..self.since.len() {
            self.change(cell, None, self.reel.length);
        }
    }
}

/// A time that is gone through over and over.
struct Reel {
    /// In seconds.
    length: f64,
}

impl Reel {
    fn animate(&self, property: Property, values: String, times: String) -> Element {
        Element::animation(Track { property, length: self.length, values, times })
    }

    /// A time as a share of the whole.
    fn share(&self, time: f64) -> String {
        let share = format!("{:.6}", (time / self.length).clamp(0.0, 1.0));
        share.trim_end_matches('0').trim_end_matches('.').to_string()
    }

    /// An element that is seen from one time to another.
    fn seen(&self, element: Element, from: f64, until: f64) -> Element {
        let (begins, ends) = (from > 0.0, until < self.length);
        let (mut values, mut times) = (String::new(), String::new());
        let states = [(begins, "hidden", 0.0), (true, "visible", from), (ends, "hidden", until)];
        for (_, value, time) in states.into_iter().filter(|state| state.0) {
            let gap = if values.is_empty() { "" } else { ";" };
            values.extend([gap, value]);
            times.extend([gap, &self.share(time)]);
        }
        if !begins && !ends {
            return element;
        }
        let element = if begins { element.hidden() } else { element };
        element.with(self.animate(Property::Visibility, values, times))
    }

    /// A way from point to point, each at its time.
    fn way(&self, points: impl Iterator<Item = (f64, (f64, f64))>) -> Element {
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
            let animation = Animation::new(&*position, moves.iter().copied()).unwrap();
            let moving = animation.svg(&Film::default()).unwrap();
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
        let animation = Animation::new(&*position, moves).unwrap();
        let svg = animation.svg(&Film::default()).unwrap().to_string();
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

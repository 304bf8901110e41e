//! An animation as GIF: a few frames for each move, each only as large as what
//! has changed, all with the same colours.

use gif::{Encoder, EncodingError, Frame, Repeat};

use super::animation::{Animation, AnimationOptions, Move};
use super::canvas;
use super::clock::Clock;
use super::error::{RenderError, limit};
use super::layout::Layout;
use super::palette::{CLEAR, Palette};
use super::raster::Area;
use super::role::Paint;
use super::stage::Stage;
use fewest_puzzle::scene::Motion;

/// The time of a frame while pieces move, in hundredths of a second. Most programs show
/// frames of less than 2 for 10.
const FRAME: f64 = 4.0;

/// The maximum number of pixels of all frames together. An animation that would have
/// more gets fewer frames per move.
const MAX_PIXELS: u64 = 4_000_000_000;

impl Animation {
    /// As GIF that plays in a loop.
    pub fn gif(&self, options: &AnimationOptions) -> Result<Vec<u8>, RenderError> {
        self.gif_counting(options, None, &|made| (made, self.moves.len()))
    }

    /// The same, with a fixed number of frames for each move, and with what the footer
    /// counts after some moves.
    pub(super) fn gif_counting(
        &self,
        options: &AnimationOptions,
        frames: Option<u32>,
        count: &dyn Fn(usize) -> (usize, usize),
    ) -> Result<Vec<u8>, RenderError> {
        let layout = Layout::new(&self.start, options.size, true)?;
        let pixels = (layout.width() * layout.height()) as u64;
        limit("a picture", canvas::MAX_PIXELS, "pixels", pixels)?;
        let clock = Clock::new(options, self.moves.len());
        let affordable = self.frames_a_move(clock, &layout)?;
        let frames = frames.unwrap_or(affordable);

        let mut stage = Stage::new(&self.start, layout, Paint::Theme(options.theme()))?;
        for Move { motion, .. } in &self.moves {
            let changes = motion.changes.iter();
            changes.clone().try_for_each(|change| stage.draw_ground(change.ground))?;
            let pieces = motion.travels.iter().map(|travel| travel.becomes);
            let mut pieces = pieces.chain(changes.map(|change| change.piece)).flatten();
            pieces.try_for_each(|piece| stage.draw(piece))?;
        }
        let write = |stage: &mut Stage, made| {
            let (made, all) = count(made);
            stage.count(made, all)
        };
        write(&mut stage, 0)?;
        let mut recorder = Recorder::new(&stage)?;
        recorder.show(&stage, [stage.seen().area()], 0.0)?;
        for (index, mv) in self.moves.iter().enumerate() {
            let count = write(&mut stage, index + 1)?;
            let lifted = stage.lift(&mv.motion)?;
            for frame in 1..=frames {
                let share = f64::from(frame) / f64::from(frames);
                let moved = match frame {
                    _ if frame == frames => stage.land(&mv.motion)?,
                    _ => stage.show(&mv.motion, &lifted, share),
                };
                let time = clock.begins(index) + clock.moving() * (share - 1.0 / f64::from(frames));
                let changed = moved.into_iter().chain((frame == 1).then_some(count));
                recorder.show(&stage, changed, time)?;
            }
        }
        Ok(recorder.finish(clock.ends())?)
    }

    /// The number of frames of a move: as many as there is time for, unless all of them
    /// would be too large.
    fn frames_a_move(&self, clock: Clock, layout: &Layout) -> Result<u32, RenderError> {
        let timely = (clock.moving() * 100.0 / FRAME).floor().max(1.0) as u64;
        // The first frame of a move has the count as well, and all between.
        let first = self.moves.len() as u64 * (layout.width() * layout.height()) as u64;
        let cell = (layout.cell * layout.cell) as u64;
        let cells = |mv: &Move| self.cells_between(&mv.motion) * cell;
        let others: u64 = self.moves.iter().map(cells).sum();
        limit("a GIF", MAX_PIXELS, "pixels in all its frames", first)?;
        let affordable = (MAX_PIXELS - first) / others.max(1) + 1;
        Ok(timely.min(affordable) as u32)
    }

    /// The number of cells of the smallest rectangle around all pieces of a move.
    fn cells_between(&self, motion: &Motion) -> u64 {
        let ends = motion.travels.iter().flat_map(|travel| [travel.from, travel.to]);
        let changed = motion.changes.iter().map(|change| change.cell);
        let places = ends.chain(changed).map(|cell| self.start.place(cell));
        let areas = places.map(|(x, y)| Area { left: x, top: y, right: x + 1, bottom: y + 1 });
        areas.reduce(Area::with).map_or(0, Area::pixels)
    }
}

impl From<EncodingError> for RenderError {
    fn from(error: EncodingError) -> Self {
        RenderError::Code(error.to_string())
    }
}

/// Writes frames, each when it is known how long it is shown.
struct Recorder {
    encoder: Encoder<Vec<u8>>,
    palette: Palette,
    width: usize,
    /// The colours of what is shown, by their numbers.
    shown: Vec<u8>,
    /// The pixels that the current frame changes.
    changes: Vec<usize>,
    /// The current frame, and when it is shown, in hundredths of a second.
    frame: Option<(Frame<'static>, i64)>,
}

impl Recorder {
    fn new(stage: &Stage) -> Result<Recorder, EncodingError> {
        let palette = Palette::new(stage.typical_pixels());
        let (width, height) = (stage.seen().width, stage.seen().height);
        // GIF has sixteen bits for a side, and layouts are far from that.
        let colours = palette.colours.as_flattened();
        let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, colours)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let shown = vec![CLEAR; width * height];
        Ok(Recorder { encoder, palette, width, shown, changes: Vec::new(), frame: None })
    }

    /// Shows what has changed in some areas from a time on.
    fn show(
        &mut self,
        stage: &Stage,
        areas: impl IntoIterator<Item = Area>,
        seconds: f64,
    ) -> Result<(), EncodingError> {
        self.changes.clear();
        let mut changed: Option<Area> = None;
        for area in areas {
            for y in area.top..area.bottom {
                for x in area.left..area.right {
                    let place = y * self.width + x;
                    let index = self.palette.index(stage.seen().pixels[place]);
                    if self.shown[place] != index {
                        self.shown[place] = index;
                        self.changes.push(place);
                        let pixel = Area { left: x, top: y, right: x + 1, bottom: y + 1 };
                        changed = Some(changed.map_or(pixel, |changed| changed.with(pixel)));
                    }
                }
            }
        }
        let Some(area) = changed else { return Ok(()) };
        let time = (seconds * 100.0).round() as i64;
        self.write(time)?;
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        let mut buffer = vec![CLEAR; width * height];
        for &place in &self.changes {
            let (x, y) = (place % self.width - area.left, place / self.width - area.top);
            buffer[y * width + x] = self.shown[place];
        }
        let frame = Frame {
            transparent: Some(CLEAR),
            left: area.left as u16,
            top: area.top as u16,
            width: width as u16,
            height: height as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.frame = Some((frame, time));
        Ok(())
    }

    /// Writes the current frame, which is shown until a time.
    fn write(&mut self, until: i64) -> Result<(), EncodingError> {
        let Some((mut frame, from)) = self.frame.take() else { return Ok(()) };
        frame.delay = (until - from).clamp(2, i64::from(u16::MAX)) as u16;
        self.encoder.write_frame(&frame)
    }

    fn finish(mut self, seconds: f64) -> Result<Vec<u8>, EncodingError> {
        self.write((seconds * 100.0).round() as i64)?;
        self.encoder.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;
    use fewest_puzzles::puzzle::parse;

    /// Width, height, and for each frame its delay and what is seen then.
    fn read(bytes: &[u8]) -> (u16, u16, Vec<(u16, Vec<u8>)>) {
        let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
        let (width, height) = (decoder.width(), decoder.height());
        let mut seen = vec![CLEAR; usize::from(width) * usize::from(height)];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, &colour) in frame.buffer.iter().enumerate() {
                let x = usize::from(frame.left) + index % usize::from(frame.width);
                let y = usize::from(frame.top) + index / usize::from(frame.width);
                if Some(colour) != frame.transparent {
                    seen[y * usize::from(width) + x] = colour;
                }
            }
            frames.push((frame.delay, seen.clone()));
        }
        (width, height, frames)
    }

    fn animation(text: &str, moves: &[&str]) -> Animation {
        crate::animation::tests::of(&*parse(text, None).unwrap(), moves)
    }

    #[test]
    fn animations_are_as_long_as_they_say() {
        let animation = animation("1 2 3\n4 5 6\n_ 7 8\n", &["L", "L"]);
        let options = AnimationOptions {
            speed: 2.0,
            pause: 3.0,
            size: Some(200),
            ..AnimationOptions::default()
        };
        let (width, height, frames) = read(&animation.gif(&options).unwrap());
        assert!(width.max(height) <= 200 && width.max(height) > 190);
        let time: u32 = frames.iter().map(|(delay, _)| u32::from(*delay)).sum();
        assert_eq!(time, 80 + 2 * 50 + 300);
        assert_eq!(frames.len(), 1 + 2 * 9);
    }

    /// What is composed of changes is what would have been drawn anew.
    #[test]
    fn animations_end_where_the_plan_does() {
        let plans = [
            animation("1 2 3\n4 5 6\n_ 7 8\n", &["L", "L"]),
            animation("o . # x\no . . .\n", &["R", "D", "U"]),
            animation("oo-\no--\n\n-o-\noo-\n", &["0_0-1_1"]),
            animation("4 1\n1 3 0 2\n", &["3 0 L -", "0 0 R -"]),
            Animation {
                moves: crate::gallery::animation().moves[..1].to_vec(),
                ..crate::gallery::animation()
            },
            crate::gallery::animation(),
        ];
        for animation in plans {
            for theme in Theme::ALL {
                let options = AnimationOptions {
                    size: Some(240),
                    theme: Some(theme),
                    ..AnimationOptions::default()
                };
                let (.., frames) = read(&animation.gif(&options).unwrap());
                let mut end = animation.start.clone();
                animation.moves.iter().for_each(|mv| end.play(&mv.motion));
                let layout = Layout::new(&end, options.size, true).unwrap();
                let mut stage = Stage::new(&end, layout, Paint::Theme(theme)).unwrap();
                let moves = animation.moves.len();
                stage.count(moves, moves).unwrap();
                // The colours are numbered as they were first seen, so that both
                // are compared by which pixels are alike.
                let (_, last) = frames.last().unwrap();
                let mut names = std::collections::BTreeMap::new();
                for (pixel, index) in stage.typical_pixels().zip(last) {
                    names.entry(pixel).or_insert(*index);
                    assert_eq!(names[&pixel], *index, "{}", animation.title);
                }
            }
        }
    }

    #[test]
    fn a_plan_without_moves_is_a_picture() {
        let (.., frames) =
            read(&animation("1 2\n_ 3\n", &[]).gif(&AnimationOptions::default()).unwrap());
        assert_eq!(frames.len(), 1);
        assert_eq!(frames[0].0, 280);
    }
}

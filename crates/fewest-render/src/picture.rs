//! A position as a drawing, with the last and the next move marked on request.
//!
//! ```
//! use fewest_puzzles::puzzle;
//! use fewest_render::Picture;
//!
//! let position = puzzle::parse("1 2 3\n4 5 6\n7 _ 8\n", None)?;
//! let next = Some(position.motion("L")?);
//! let svg = Picture { next, ..Picture::default() }.svg(&position.scene())?;
//! assert!(svg.to_string().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rustc_hash::FxHashSet;

use super::error::RenderError;
use super::layout::Layout;
use super::look::Look;
use super::marks;
use super::role::{Paint, Role};
use super::svg::{Element, Svg};
use super::symbols::Symbols;
use super::theme::Theme;
use fewest_puzzle::scene::{Motion, Scene};

/// The options of a picture.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The theme of the page.
    pub theme: Theme,
    /// The maximum of the longer side in pixels; by default what the board needs.
    pub size: Option<u32>,
    /// The move that led to the position.
    pub last: Option<Motion>,
    /// The move that will be played.
    pub next: Option<Motion>,
}

impl Picture {
    /// Draws it.
    pub fn svg(&self, scene: &Scene) -> Result<Svg, RenderError> {
        let layout = Layout::new(scene, self.size, false)?;
        let paint = Paint::Theme(self.theme);
        let mut symbols = Symbols::new(Look::new(scene, &layout, paint));
        let ground = ground(scene, &layout, &mut symbols, &FxHashSet::default());
        let pieces = pieces(scene, &layout, &mut symbols);
        let mut svg = Svg::new(layout.width(), layout.height());
        svg.add(symbols.definitions());
        svg.add(paper(&layout, paint));
        svg.add(ground);
        svg.add(pieces);
        if let Some(last) = &self.last {
            svg.add(marks::last(last, scene, &layout, paint));
        }
        if let Some(next) = &self.next {
            svg.add(marks::next(next, &layout, paint));
        }
        Ok(svg)
    }
}

/// The page, and the board below its cells.
pub(super) fn paper(layout: &Layout, paint: Paint) -> Element {
    let (x, y, width, height) = layout.board();
    let rim = (0.12 * layout.cell).round();
    let paper = Element::rect(0.0, 0.0, layout.width(), layout.height());
    let board = Element::rect(x - rim, y - rim, width + 2.0 * rim, height + 2.0 * rim);
    Element::group()
        .with(paper.fill(paint.of(Role::Paper)))
        .with(board.corners(0.2 * layout.cell).fill(paint.of(Role::Board)))
}

/// The cells, without those that change their ground.
pub(super) fn ground(
    scene: &Scene,
    layout: &Layout,
    symbols: &mut Symbols,
    changing: &FxHashSet<usize>,
) -> Element {
    let cells = scene.ground().iter().enumerate().filter(|(cell, _)| !changing.contains(cell));
    cells.fold(Element::group(), |group, (cell, &ground)| match symbols.ground(ground) {
        Some(number) => group.with(Symbols::put(number, layout.middle(cell))),
        None => group,
    })
}

/// The pieces.
fn pieces(scene: &Scene, layout: &Layout, symbols: &mut Symbols) -> Element {
    let cells = scene.pieces().iter().enumerate();
    cells.fold(Element::group(), |group, (cell, piece)| match piece {
        Some(piece) => group.with(Symbols::put(symbols.piece(*piece), layout.middle(cell))),
        None => group,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::pixels;
    use fewest_puzzles::puzzle::{Position, parse};

    /// One of each puzzle, with a move.
    fn positions() -> [(Box<dyn Position>, &'static str); 4] {
        [
            ("1 2 3\n4 5 6\n7 _ 8\n", "L"),
            ("o . # x\no . . .\n", "R"),
            ("oo-\no--\n\n-o-\noo-\n", "0_0-1_1"),
            ("4 1\n1 3 0 2\n", "3 0 L -"),
        ]
        .map(|(text, mv)| (parse(text, None).unwrap(), mv))
    }

    #[test]
    fn every_puzzle_is_drawn_in_every_theme() {
        for (mut position, mv) in positions() {
            let motion = position.motion(mv).unwrap();
            for theme in Theme::ALL {
                let picture = Picture { theme, next: Some(motion.clone()), ..Picture::default() };
                let svg = picture.svg(&position.scene()).unwrap();
                let drawn = pixels(&svg, 1.0).unwrap();
                assert_eq!(drawn.width(), svg.width() as u32);
                let paper = drawn.pixel(0, 0).unwrap();
                assert!(drawn.pixels().iter().any(|&pixel| pixel != paper));
            }
            position.play(mv).unwrap();
            let picture = Picture { last: Some(motion), ..Picture::default() };
            let svg = picture.svg(&position.scene()).unwrap();
            assert!(pixels(&svg, 1.0).is_ok());
        }
    }

    #[test]
    fn drawings_stay_as_they_are() {
        for (position, mv) in positions() {
            let next = Some(position.motion(mv).unwrap());
            let picture = Picture { next, size: Some(200), ..Picture::default() };
            let svg = picture.svg(&position.scene()).unwrap().to_string();
            insta::assert_snapshot!(position.puzzle().name(), svg);
        }
    }
}

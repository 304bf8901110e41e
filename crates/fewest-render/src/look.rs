//! What pieces and cells look like, in a cell around the origin.
//!
//! No piece leaves its cell, so that pieces can be drawn once and then put
//! anywhere.

use super::layout::Layout;
use super::role::{Paint, Role, WEIGHTS};
use super::svg::{Anchor, Brush, Element};
use fewest_puzzles::scene::{Ground, Piece, Scene, Shape};

/// How wide a digit of the heavy font is, in parts of its size.
const DIGIT: f64 = 0.696;

/// How the cells of a board are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    cell: f64,
    pub(super) paint: Paint,
    /// The digits of the longest number at the start: tiles have labels of one size.
    digits: usize,
}

/// How many digits a number has.
fn digits(number: u32) -> usize {
    number.to_string().len()
}

impl Look {
    pub(super) fn new(scene: &Scene, layout: &Layout, paint: Paint) -> Look {
        Look::sized(scene, layout.cell, paint)
    }

    /// For cells of this width.
    pub(super) fn sized(scene: &Scene, cell: f64, paint: Paint) -> Look {
        let numbers = scene.pieces().iter().flatten().filter_map(|piece| piece.number);
        Look { cell, paint, digits: numbers.max().map_or(1, digits) }
    }

    /// A square in the middle of its cell, its side in parts of the cell.
    fn square(self, side: f64, corners: f64) -> Element {
        let side = side * self.cell;
        Element::rect(-side / 2.0, -side / 2.0, side, side).corners(corners * self.cell)
    }

    /// A square whose lower edge is seen, as if it were a little thick.
    fn slab(self, side: f64, corners: f64, face: Role, edge: Role) -> Element {
        let thick = 0.03 * self.cell;
        let raised = self.square(side, corners).fill(self.paint.of(face));
        let below = self.square(side, corners).fill(self.paint.of(edge));
        Element::group().with(below.translate(0.0, thick)).with(raised.translate(0.0, -thick / 2.0))
    }

    /// A number that has room for so many digits.
    fn label(self, number: u32, digits: usize, ink: Role) -> Element {
        let size = (0.74 / (DIGIT * digits as f64)).min(0.42) * self.cell;
        let label = Element::text(0.0, -0.015 * self.cell, size, &number.to_string());
        label.bold().anchor(Anchor::Middle).fill(self.paint.of(ink))
    }

    /// A piece.
    pub(super) fn piece(self, piece: Piece) -> Element {
        let is_home = piece.is_home;
        let (body, ink) = match piece.shape {
            Shape::Tile if is_home => {
                (self.slab(0.92, 0.12, Role::Home, Role::HomeEdge), Role::HomeInk)
            }
            Shape::Tile => (self.slab(0.92, 0.12, Role::Tile, Role::TileEdge), Role::TileInk),
            Shape::Block => {
                let block = self.slab(0.8, 0.14, Role::Block, Role::BlockEdge);
                let dot = || Element::circle(0.0, -0.015 * self.cell, 0.12 * self.cell);
                let ink = self.paint.of(Role::BlockInk);
                (if is_home { block.with(dot().fill(ink)) } else { block }, Role::BlockInk)
            }
            Shape::Coin => (self.coin(), Role::CoinEdge),
            Shape::Number => {
                let weight = weight(piece.number.unwrap_or(0));
                // The rim sets it off from others when it goes over them.
                let body = self.square(0.88, 0.2).fill(self.paint.of(Role::Number(weight)));
                let body = body.stroke(self.paint.of(Role::Square), 0.04 * self.cell);
                (Element::group().with(body), Role::NumberInk(weight))
            }
        };
        match piece.number {
            Some(number) if piece.shape == Shape::Tile => {
                body.with(self.label(number, self.digits, ink))
            }
            Some(number) => body.with(self.label(number, digits(number), ink)),
            None => body,
        }
    }

    fn coin(self) -> Element {
        let circle = |radius: f64| Element::circle(0.0, 0.0, radius * self.cell);
        let edge = self.paint.of(Role::CoinEdge);
        let face =
            circle(0.35).fill(self.paint.of(Role::Coin)).stroke(edge.clone(), 0.035 * self.cell);
        let relief = circle(0.25).fill(Brush::None).stroke(edge, 0.022 * self.cell).opacity(0.55);
        Element::group().with(face).with(relief)
    }

    /// What is seen of a cell below its piece.
    pub(super) fn ground(self, ground: Ground) -> Option<Element> {
        let goal = || self.paint.of(Role::Goal);
        Some(match ground {
            Ground::Tray => return None,
            Ground::Square => self.square(0.95, 0.08).fill(self.paint.of(Role::Square)),
            Ground::Wall => self.square(0.95, 0.08).fill(self.paint.of(Role::Wall)),
            Ground::Goal => {
                let square = self.square(0.95, 0.08).fill(self.paint.of(Role::Square));
                let ring =
                    self.square(0.87, 0.1).fill(Brush::None).stroke(goal(), 0.055 * self.cell);
                let dot = Element::circle(0.0, 0.0, 0.1 * self.cell).fill(goal());
                Element::group().with(square).with(ring).with(dot)
            }
            Ground::Point => {
                Element::circle(0.0, 0.0, 0.05 * self.cell).fill(self.paint.of(Role::Point))
            }
            Ground::Ring => Element::circle(0.0, 0.0, 0.44 * self.cell)
                .fill(Brush::None)
                .stroke(goal(), 0.04 * self.cell)
                .dashes(0.12 * self.cell, 0.11 * self.cell),
        })
    }
}

/// How heavy a number is drawn: more for each doubling or so.
fn weight(number: u32) -> u8 {
    let steps = [2, 4, 7, 12, 20];
    steps.iter().filter(|&&step| number >= step).count().min(WEIGHTS as usize - 1) as u8
}

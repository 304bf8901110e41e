//! The look of pieces and cells, in a cell around the origin.
//!
//! No piece leaves its cell, so that pieces can be drawn once and then put
//! anywhere.

use super::layout::Layout;
use super::role::{Paint, Part, Role};
use super::svg::{Anchor, Brush, Element};
use fewest_puzzle::scene::{Floor, Ground, Label, Piece, Scene, Shape, Tint};

/// The width of a bold digit, as a fraction of the font size.
const DIGIT: f64 = 0.696;

/// Draws the cells of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    cell: f64,
    pub(super) paint: Paint,
    /// The width of the longest label at the start: tiles have labels of one size.
    widest: f64,
}

/// The width of a label, as a fraction of its size: exact for numbers, otherwise
/// approximate.
fn width(label: Label) -> f64 {
    let letter = |letter: char| match letter {
        '0'..='9' => DIGIT,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '\'' | '!' | ' ' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.1,
        'a'..='z' => 0.7,
        _ => 0.85,
    };
    label.as_str().chars().map(letter).sum()
}

impl Look {
    pub(super) fn new(scene: &Scene, layout: &Layout, paint: Paint) -> Look {
        Look::sized(scene, layout.cell, paint)
    }

    /// For cells of this width.
    pub(super) fn sized(scene: &Scene, cell: f64, paint: Paint) -> Look {
        let labels = scene.pieces().iter().flatten().map(|piece| width(piece.label));
        Look { cell, paint, widest: labels.fold(DIGIT, f64::max) }
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

    /// A label of this width in a piece that has some room for it, in parts of the cell.
    fn label(self, label: Label, width: f64, room: f64, ink: Role) -> Element {
        let size = (room / width).min(0.42) * self.cell;
        let label = Element::text(0.0, -0.015 * self.cell, size, label.as_str());
        label.bold().anchor(Anchor::Middle).fill(self.paint.of(ink))
    }

    /// A piece.
    pub(super) fn piece(self, piece: Piece) -> Element {
        let Piece { shape, tint, label, is_home } = piece;
        let tinted = |part| Role::tinted(part, tint);
        let is_plain = tint == Tint::Default;
        let (face, edge, ink) = match shape {
            Shape::Tile if is_plain && is_home => (Role::Home, Role::HomeEdge, Role::HomeInk),
            Shape::Tile if is_plain => (Role::Tile, Role::TileEdge, Role::TileInk),
            Shape::Block if is_plain => (Role::Block, Role::BlockEdge, Role::BlockInk),
            Shape::Disc if is_plain => {
                (Role::Coin, Role::CoinEdge, Role::tinted(Part::Ink, Tint::Bright))
            }
            Shape::Text => (Role::Square, Role::Square, tinted(Part::Letter)),
            _ => (tinted(Part::Face), tinted(Part::Edge), tinted(Part::Ink)),
        };
        let (body, room) = match shape {
            Shape::Tile => (self.slab(0.92, 0.12, face, edge), 0.74),
            Shape::Block => (self.slab(0.8, 0.14, face, edge), 0.62),
            Shape::Disc => (self.disc(face, edge, label.is_empty()), 0.5),
            Shape::Card => {
                // The rim sets it off from others when it goes over them.
                let card = self.square(0.88, 0.2).fill(self.paint.of(face));
                let card = card.stroke(self.paint.of(Role::Square), 0.04 * self.cell);
                (Element::group().with(card), 0.74)
            }
            Shape::Text => (Element::group(), 0.86),
        };
        // A ring is seen around a disc, and a tile has another colour.
        let is_told = is_plain && matches!(shape, Shape::Tile | Shape::Disc);
        let body = if is_home && !is_told { body.with(self.home_mark(label, ink)) } else { body };
        if label.is_empty() {
            return body;
        }
        let width = if shape == Shape::Tile { self.widest } else { width(label) };
        body.with(self.label(label, width, room, ink))
    }

    /// A dot that marks a piece in its place, next to its label if it has one.
    fn home_mark(self, label: Label, ink: Role) -> Element {
        let (y, radius) = if label.is_empty() { (-0.015, 0.12) } else { (0.28, 0.05) };
        Element::circle(0.0, y * self.cell, radius * self.cell).fill(self.paint.of(ink))
    }

    fn disc(self, face: Role, edge: Role, has_relief: bool) -> Element {
        let circle = |radius: f64| Element::circle(0.0, 0.0, radius * self.cell);
        let edge = self.paint.of(edge);
        let disc = circle(0.35).fill(self.paint.of(face)).stroke(edge.clone(), 0.035 * self.cell);
        let relief = circle(0.25).fill(Brush::None).stroke(edge, 0.022 * self.cell).opacity(0.55);
        let disc = Element::group().with(disc);
        if has_relief { disc.with(relief) } else { disc }
    }

    /// The ground of a cell.
    pub(super) fn ground(self, ground: Ground) -> Option<Element> {
        let of = |default: Role, part: Part| match ground.tint {
            Tint::Default => self.paint.of(default),
            tint => self.paint.of(Role::tinted(part, tint)),
        };
        let circle = |radius: f64| Element::circle(0.0, 0.0, radius * self.cell);
        let floor = match ground.floor {
            Floor::Open => None,
            Floor::Square => Some(self.square(0.95, 0.08).fill(of(Role::Square, Part::Floor))),
            Floor::Wall => Some(self.square(0.95, 0.08).fill(of(Role::Wall, Part::Face))),
            Floor::Dot => Some(circle(0.05).fill(of(Role::Point, Part::Face))),
            Floor::Ring => {
                let ring = circle(0.44).fill(Brush::None);
                let ring = ring.stroke(of(Role::Goal, Part::Face), 0.04 * self.cell);
                Some(ring.dashes(0.12 * self.cell, 0.11 * self.cell))
            }
        };
        if !ground.is_goal {
            return floor;
        }
        let goal = || self.paint.of(Role::Goal);
        let outline = self.square(0.87, 0.1).fill(Brush::None).stroke(goal(), 0.055 * self.cell);
        let marked = floor.into_iter().fold(Element::group(), Element::with);
        Some(marked.with(outline).with(circle(0.1).fill(goal())))
    }
}

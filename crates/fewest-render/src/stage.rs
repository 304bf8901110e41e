//! A board in pixels whose pieces move.
//!
//! Each piece is drawn once. The rest is kept as one picture, so that a step costs only
//! the pixels that the moving pieces cover.

use rustc_hash::{FxHashMap, FxHashSet};

use super::canvas;
use super::course;
use super::error::RenderError;
use super::footer::Footer;
use super::layout::Layout;
use super::look::Look;
use super::picture;
use super::raster::{Area, Pixel, Raster};
use super::role::{Paint, Role};
use super::svg::{Brush, Element, Svg};
use super::symbols::Symbols;
use super::theme::Colour;
use fewest_puzzle::scene::{Change, Ground, Motion, Piece, Scene};

/// A board with its pieces.
#[derive(Debug)]
pub(super) struct Stage {
    layout: Layout,
    look: Look,
    scene: Scene,
    /// The board without pieces.
    ground: Raster,
    /// The board with all pieces that are not on their path.
    rest: Raster,
    /// The visible picture.
    seen: Raster,
    /// The areas covered by moving pieces.
    moving: Option<Area>,
    drawn: FxHashMap<Piece, Raster>,
    /// Cells without pieces.
    grounds: FxHashMap<Ground, Raster>,
    /// What cells looked like that change in place, until they have changed.
    fading: Vec<(Area, Raster)>,
}

impl Stage {
    pub(super) fn new(scene: &Scene, layout: Layout, paint: Paint) -> Result<Stage, RenderError> {
        let look = Look::new(scene, &layout, paint);
        let mut symbols = Symbols::new(look);
        let cells = picture::ground(scene, &layout, &mut symbols, &FxHashSet::default());
        let mut svg = Svg::new(layout.width(), layout.height());
        svg.add(symbols.definitions());
        svg.add(picture::paper(&layout, paint));
        svg.add(cells);
        let ground = Raster::from(&canvas::pixels(&svg, 1.0)?);
        let (rest, seen) = (ground.clone(), ground.clone());
        let scene = scene.clone();
        let mut stage = Stage {
            layout,
            look,
            scene,
            ground,
            rest,
            seen,
            moving: None,
            drawn: FxHashMap::default(),
            grounds: FxHashMap::default(),
            fading: Vec::new(),
        };
        for cell in 0..stage.scene.pieces().len() {
            stage.settle(cell)?;
        }
        stage.seen = stage.rest.clone();
        Ok(stage)
    }

    /// The visible picture.
    pub(super) fn seen(&self) -> &Raster {
        &self.seen
    }

    /// What is seen and what pieces look like, as far as they are drawn: all colours
    /// that will be seen, or nearly.
    pub(super) fn typical_pixels(&self) -> impl Iterator<Item = Pixel> + '_ {
        // A piece is seen on the middle of a cell as a rule.
        let (x, y) = self.corner((0.0, 0.0));
        let below = self.ground.pixels[y as usize * self.ground.width + x as usize];
        let pieces = self.drawn.values().flat_map(move |drawn| {
            let mut cell = Raster { pixels: vec![below; drawn.pixels.len()], ..*drawn };
            cell.put(drawn, (0, 0));
            cell.pixels
        });
        // Parts that are yet to be seen must have their colours too.
        let parts = Role::untinted().filter_map(|role| match self.look.paint.of(role) {
            Brush::Solid(Colour(r, g, b)) => Some([r, g, b, 255]),
            Brush::None | Brush::Variable(_) => None,
        });
        let parts = parts.flat_map(|pixel| std::iter::repeat_n(pixel, 1000));
        let grounds = self.grounds.values().flat_map(|drawn| drawn.pixels.iter().copied());
        self.seen.pixels.iter().copied().chain(pieces).chain(grounds).chain(parts)
    }

    /// Makes sure that a piece is drawn.
    pub(super) fn draw(&mut self, piece: Piece) -> Result<(), RenderError> {
        if !self.drawn.contains_key(&piece) {
            let cell = self.layout.cell;
            let mut svg = Svg::new(cell, cell);
            let middle = Element::group().translate(cell / 2.0, cell / 2.0);
            svg.add(middle.with(self.look.piece(piece)));
            let drawn = Raster::from(&canvas::pixels(&svg, 1.0)?);
            self.drawn.insert(piece, drawn);
        }
        Ok(())
    }

    /// Makes sure that a ground is drawn.
    pub(super) fn draw_ground(&mut self, ground: Ground) -> Result<(), RenderError> {
        if !self.grounds.contains_key(&ground) {
            let cell = self.layout.cell;
            let mut svg = Svg::new(cell, cell);
            let board = self.look.paint.of(Role::Board);
            svg.add(Element::rect(0.0, 0.0, cell, cell).fill(board));
            let middle = Element::group().translate(cell / 2.0, cell / 2.0);
            svg.add(self.look.ground(ground).into_iter().fold(middle, Element::with));
            self.grounds.insert(ground, Raster::from(&canvas::pixels(&svg, 1.0)?));
        }
        Ok(())
    }

    /// The left upper corner of a piece in the middle of a point.
    fn corner(&self, (column, row): (f64, f64)) -> (i32, i32) {
        let (x, y) = self.layout.point(column, row);
        let half = self.layout.cell / 2.0;
        ((x - half).round() as i32, (y - half).round() as i32)
    }

    fn place(&self, cell: usize) -> (f64, f64) {
        let (column, row) = self.scene.place(cell);
        (column as f64, row as f64)
    }

    /// What a cell covers.
    fn area(&self, cell: usize) -> Area {
        let corner = self.corner(self.place(cell));
        let side = self.layout.cell as i32;
        let clip = |at: i32| at.max(0) as usize;
        Area {
            left: clip(corner.0),
            top: clip(corner.1),
            right: clip(corner.0 + side).min(self.rest.width),
            bottom: clip(corner.1 + side).min(self.rest.height),
        }
    }

    /// Draws a cell at rest anew, with what the scene has on it.
    fn settle(&mut self, cell: usize) -> Result<Area, RenderError> {
        let corner = self.corner(self.place(cell));
        let area = self.area(cell);
        self.rest.copy(&self.ground, area);
        if let Some(piece) = self.scene.piece(cell) {
            self.draw(piece)?;
            self.rest.put(&self.drawn[&piece], corner);
        }
        Ok(area)
    }

    /// Makes a cell what it is after a change.
    fn change(&mut self, change: &Change) -> Result<(), RenderError> {
        if self.scene.ground().get(change.cell).is_some_and(|&ground| ground != change.ground) {
            self.draw_ground(change.ground)?;
            let corner = self.corner(self.place(change.cell));
            self.ground.put(&self.grounds[&change.ground], corner);
        }
        self.scene.pave(change.cell, change.ground);
        self.scene.put(change.cell, change.piece);
        let area = self.settle(change.cell)?;
        self.touch(area);
        Ok(())
    }

    /// Takes the pieces of a move off the board and returns them. Cells that change in
    /// place are changed, and shown as they were.
    pub(super) fn lift(&mut self, motion: &Motion) -> Result<Vec<Option<Piece>>, RenderError> {
        let mut lifted = Vec::with_capacity(motion.travels.len());
        for travel in &motion.travels {
            lifted.push(self.scene.piece(travel.from));
            self.scene.put(travel.from, None);
            let area = self.settle(travel.from)?;
            self.touch(area);
        }
        for change in &motion.changes {
            let area = self.area(change.cell);
            self.fading.push((area, self.rest.part(area)));
            self.change(change)?;
        }
        Ok(lifted)
    }

    /// Shows the pieces of a move at a share of their time, and returns what has
    /// changed since the last time.
    pub(super) fn show(
        &mut self,
        motion: &Motion,
        lifted: &[Option<Piece>],
        share: f64,
    ) -> Option<Area> {
        let before = self.moving.take();
        if let Some(area) = before {
            self.seen.copy(&self.rest, area);
        }
        for number in 0..self.fading.len() {
            let (area, ref before) = self.fading[number];
            self.seen.blend(before, area, course::eased(share));
            self.touch(area);
        }
        for (travel, piece) in motion.travels.iter().zip(lifted) {
            let Some(drawn) = piece.as_ref().and_then(|piece| self.drawn.get(piece)) else {
                continue;
            };
            let (from, to) = (self.place(travel.from), self.place(travel.to));
            let corner = self.corner(course::at(motion.manner, from, to, share));
            let area = self.seen.put(drawn, corner);
            self.touch(area);
        }
        match (before, self.moving) {
            (Some(before), Some(now)) => Some(before.with(now)),
            (before, now) => before.or(now),
        }
    }

    /// Puts the pieces of a move where they go, and returns what has changed.
    pub(super) fn land(&mut self, motion: &Motion) -> Result<Option<Area>, RenderError> {
        for travel in &motion.travels {
            self.scene.put(travel.to, travel.becomes);
            let area = self.settle(travel.to)?;
            self.touch(area);
        }
        // A change is applied last, even where a piece arrived.
        motion.changes.iter().try_for_each(|change| self.change(change))?;
        self.fading.clear();
        let changed = self.moving.take();
        if let Some(area) = changed {
            self.seen.copy(&self.rest, area);
        }
        Ok(changed)
    }

    fn touch(&mut self, area: Area) {
        self.moving = Some(self.moving.map_or(area, |moving| moving.with(area)));
    }

    /// Writes the number of moves made below the board, and returns what changed.
    pub(super) fn count(&mut self, made: usize, moves: usize) -> Result<Area, RenderError> {
        let paint = self.look.paint;
        let footer = Footer::new(&self.layout, paint);
        let top = footer.top().floor();
        let (width, height) = (self.layout.width(), self.layout.height() - top);
        let mut svg = Svg::new(width, height);
        svg.add(Element::rect(0.0, 0.0, width, height).fill(paint.of(Role::Paper)));
        let parts = Element::group().translate(0.0, -top).with(footer.track());
        svg.add(parts.with(footer.done(made, moves)).with(footer.count(made, moves)));
        let drawn = Raster::from(&canvas::pixels(&svg, 1.0)?);
        let place = (0, top as i32);
        self.rest.put(&drawn, place);
        Ok(self.seen.put(&drawn, place))
    }
}

//! Drawings in pixels.
//!
//! Every element of a drawing is drawn as in SVG, except that animations are not
//! played: the picture shows their start.

use rustc_hash::FxHashMap;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, Pixmap, PixmapPaint, Stroke, StrokeDash, Transform,
};

use super::error::{RenderError, limit};
use super::font;
use super::outline::{self, hundredth};
use super::svg::{Anchor, Attribute, Brush, Element, Kind, Svg, Transform as Turn};
use super::theme::Colour;

/// Larger pictures are not made; this many take 144 MB while they are drawn.
pub(super) const MAX_PIXELS: u64 = 36_000_000;

/// A drawing in pixels, `scale` of them for each of its units.
pub(super) fn pixels(svg: &Svg, scale: f32) -> Result<Pixmap, RenderError> {
    let (width, height) = (hundredth(svg.width()) * scale, hundredth(svg.height()) * scale);
    let count = f64::from(width).ceil() * f64::from(height).ceil();
    limit("a picture", MAX_PIXELS, "pixels", count as u64)?;
    // Without an area there is nothing to see, but a picture has a pixel at least.
    let side = |side: f32| (side.ceil() as u32).max(1);
    let pixels = Pixmap::new(side(width), side(height))
        .ok_or_else(|| RenderError::Code("too wide or too high".into()))?;
    let mut canvas = Canvas { pixels, symbols: FxHashMap::default() };
    let place = Place { style: Style::default(), transform: Transform::from_scale(scale, scale) };
    for element in svg.elements() {
        canvas.draw(element, &place)?;
    }
    Ok(canvas.pixels)
}

/// A picture while it is drawn.
struct Canvas<'a> {
    pixels: Pixmap,
    /// The drawings that are used more than once, by their numbers.
    symbols: FxHashMap<usize, &'a [Element]>,
}

/// What an element inherits.
#[derive(Clone)]
struct Place {
    style: Style,
    transform: Transform,
}

/// How shapes and texts are drawn.
#[derive(Clone)]
struct Style {
    fill: Brush,
    stroke: Brush,
    width: f32,
    dashes: Option<(f32, f32)>,
    cap: LineCap,
    join: LineJoin,
    anchor: Anchor,
    is_bold: bool,
    is_hidden: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            fill: Brush::Solid(Colour(0, 0, 0)),
            stroke: Brush::None,
            width: 1.0,
            dashes: None,
            cap: LineCap::Butt,
            join: LineJoin::Miter,
            anchor: Anchor::Start,
            is_bold: false,
            is_hidden: false,
        }
    }
}

/// An element's own attributes.
struct Own {
    corners: f64,
    opacity: f32,
}

impl Place {
    /// The place of an element in this one.
    fn of(&self, element: &Element) -> (Place, Own) {
        let mut place = self.clone();
        let mut own = Own { corners: 0.0, opacity: 1.0 };
        let style = &mut place.style;
        for attribute in &element.attributes {
            match attribute {
                Attribute::Fill(brush) => style.fill = brush.clone(),
                Attribute::Stroke(brush) => style.stroke = brush.clone(),
                Attribute::StrokeWidth(width) => style.width = hundredth(*width),
                Attribute::Dashes(dash, gap) => {
                    style.dashes = Some((hundredth(*dash), hundredth(*gap)));
                }
                Attribute::RoundCaps => style.cap = LineCap::Round,
                Attribute::RoundJoins => style.join = LineJoin::Round,
                Attribute::Corners(radius) => own.corners = *radius,
                Attribute::Opacity(opacity) => own.opacity = hundredth(*opacity).clamp(0.0, 1.0),
                Attribute::Transform(turn) => {
                    let turn = match *turn {
                        Turn::Translate(x, y) => {
                            Transform::from_translate(hundredth(x), hundredth(y))
                        }
                        Turn::Rotate { degrees, around: (x, y) } => Transform::from_rotate_at(
                            hundredth(degrees),
                            hundredth(x),
                            hundredth(y),
                        ),
                    };
                    place.transform = place.transform.pre_concat(turn);
                }
                Attribute::Anchor(anchor) => style.anchor = *anchor,
                Attribute::Bold => style.is_bold = true,
                Attribute::Hidden => style.is_hidden = true,
                Attribute::Id(_) => {}
            }
        }
        (place, own)
    }
}

impl<'a> Canvas<'a> {
    fn draw(&mut self, element: &'a Element, place: &Place) -> Result<(), RenderError> {
        let (place, own) = place.of(element);
        if own.opacity >= 1.0 {
            return self.draw_opaque(element, &place, own.corners);
        }
        // Its content must not show through itself, so it is drawn separately.
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let layer = Pixmap::new(width, height)
            .ok_or_else(|| RenderError::Code("too wide or too high".into()))?;
        let below = std::mem::replace(&mut self.pixels, layer);
        let drawn = self.draw_opaque(element, &place, own.corners);
        let layer = std::mem::replace(&mut self.pixels, below);
        let paint = PixmapPaint { opacity: own.opacity, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, layer.as_ref(), &paint, Transform::identity(), None);
        drawn
    }

    fn draw_opaque(
        &mut self,
        element: &'a Element,
        place: &Place,
        corners: f64,
    ) -> Result<(), RenderError> {
        let path = match &element.kind {
            Kind::Rect { x, y, width, height } => outline::rect([*x, *y, *width, *height], corners),
            Kind::Circle { x, y, radius } => outline::circle(*x, *y, *radius),
            Kind::Line { from, to } => outline::polyline([*from, *to]),
            Kind::Path(path) => outline::path(path),
            Kind::Polyline(points) => outline::polyline(points.iter().copied()),
            Kind::Text { x, baseline, size, text } => {
                let style = &place.style;
                let path = font::outline(text, hundredth(*size), style.is_bold, style.anchor);
                let at = Transform::from_translate(hundredth(*x), hundredth(*baseline));
                path.and_then(|path| path.transform(at))
            }
            Kind::Group => {
                return element.content.iter().try_for_each(|element| self.draw(element, place));
            }
            Kind::Use { symbol, at } => return self.draw_symbol(*symbol, *at, place),
            Kind::Definitions => {
                self.define(element);
                return Ok(());
            }
            Kind::Symbol(_) | Kind::Title(_) | Kind::Animation(_) => return Ok(()),
        };
        match path {
            Some(path) if !place.style.is_hidden => self.draw_path(&path, place),
            _ => Ok(()),
        }
    }

    fn define(&mut self, definitions: &'a Element) {
        for symbol in &definitions.content {
            if let Kind::Symbol(number) = symbol.kind {
                self.symbols.insert(number, &symbol.content);
            }
        }
    }

    fn draw_symbol(
        &mut self,
        number: usize,
        at: Option<(f64, f64)>,
        place: &Place,
    ) -> Result<(), RenderError> {
        let unknown = || RenderError::Pixels(format!("unknown symbol {number}"));
        // It is undefined while it is drawn, so that it can't contain itself.
        let symbol = self.symbols.remove(&number).ok_or_else(unknown)?;
        let (x, y) = at.unwrap_or_default();
        let mut place = place.clone();
        place.transform = place.transform.pre_translate(hundredth(x), hundredth(y));
        symbol.iter().try_for_each(|element| self.draw(element, &place))?;
        self.symbols.insert(number, symbol);
        Ok(())
    }

    fn draw_path(&mut self, path: &Path, place: &Place) -> Result<(), RenderError> {
        let Place { style, transform } = place;
        if let Some(paint) = paint(&style.fill)? {
            self.pixels.fill_path(path, &paint, FillRule::Winding, *transform, None);
        }
        if let Some(paint) = paint(&style.stroke)?
            && style.width > 0.0
        {
            let stroke = Stroke {
                width: style.width,
                line_cap: style.cap,
                line_join: style.join,
                dash: style.dashes.and_then(|(dash, gap)| StrokeDash::new(vec![dash, gap], 0.0)),
                ..Stroke::default()
            };
            self.pixels.stroke_path(path, &paint, &stroke, *transform, None);
        }
        Ok(())
    }
}

fn paint(brush: &Brush) -> Result<Option<Paint<'static>>, RenderError> {
    let Colour(red, green, blue) = match brush {
        Brush::None => return Ok(None),
        Brush::Solid(colour) => *colour,
        Brush::Variable(name) => {
            return Err(RenderError::Pixels(format!("only a page knows the colour {name}")));
        }
    };
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    Ok(Some(paint))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Colour = Colour(255, 255, 255);
    const RED: Colour = Colour(255, 0, 0);

    fn drawing(elements: impl IntoIterator<Item = Element>) -> Svg {
        let mut svg = Svg::new(40.0, 20.0);
        svg.add(Element::rect(0.0, 0.0, 40.0, 20.0).fill(WHITE));
        elements.into_iter().for_each(|element| svg.add(element));
        svg
    }

    fn text(text: &str) -> Svg {
        drawing([Element::text(4.0, 10.0, 14.0, text).bold()])
    }

    /// Red, green and blue of a pixel.
    fn at(svg: &Svg, x: u32, y: u32) -> [u8; 3] {
        let pixel = pixels(svg, 1.0).unwrap().pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn texts_are_drawn_with_the_font_that_comes_along() {
        let dark = |pixels: &Pixmap| pixels.pixels().iter().filter(|p| p.red() < 99).count();
        let (none, some) = (pixels(&text(""), 1.0), pixels(&text("8 →"), 1.0));
        assert_eq!(dark(&none.unwrap()), 0);
        assert!(dark(&some.unwrap()) > 40);
    }

    #[test]
    fn pictures_are_as_large_as_asked_for() {
        let pixels = pixels(&text("8"), 2.5).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (100, 50));
    }

    #[test]
    fn what_can_not_be_drawn_is_refused() {
        let error = |svg: &Svg, scale| pixels(svg, scale).unwrap_err().to_string();
        let large = error(&text("8"), 1e4);
        assert_eq!(large, "a picture has at most 36000000 pixels, not 80000000000");
        for scale in [f32::NAN, f32::INFINITY, 0.0, -1.0] {
            // An error or a pixel: never a panic.
            let _ = pixels(&text("8"), scale);
        }
        let page = Element::circle(9.0, 9.0, 9.0).fill(Brush::Variable("--home".into()));
        let prefix = "cannot draw this in pixels: ";
        let reason = "only a page knows the colour --home";
        assert_eq!(error(&drawing([page]), 1.0), prefix.to_string() + reason);
        let undefined = drawing([Element::use_of(3, None)]);
        assert_eq!(error(&undefined, 1.0), prefix.to_string() + "unknown symbol 3");
        // Nor does one that holds itself recurse without end.
        let endless = drawing([Element::definitions([Element::use_of(0, None)])]);
        let mut endless = endless;
        endless.add(Element::use_of(0, None));
        assert!(pixels(&endless, 1.0).is_err());
    }

    #[test]
    fn groups_are_moved_turned_and_seen_through_as_one() {
        let square = || Element::rect(0.0, 0.0, 10.0, 10.0).fill(RED).stroke(RED, 4.0);
        let moved = drawing([Element::group().translate(20.0, 5.0).with(square())]);
        assert_eq!((at(&moved, 25, 10), at(&moved, 5, 10)), ([255, 0, 0], [255; 3]));
        let turned =
            drawing([Element::rect(10.0, 0.0, 10.0, 2.0).fill(RED).rotate(90.0, 10.0, 0.0)]);
        assert_eq!((at(&turned, 9, 5), at(&turned, 15, 1)), ([255, 0, 0], [255; 3]));
        let pale = drawing([Element::group().opacity(0.5).with(square()).with(square())]);
        // Where the line lies over the area it is no darker.
        assert!(at(&pale, 5, 5)[1].abs_diff(128) < 2 && at(&pale, 9, 5)[1].abs_diff(128) < 2);
    }

    #[test]
    fn attributes_are_inherited() {
        let group = Element::group().fill(RED).stroke(Colour(0, 0, 255), 4.0);
        let svg = drawing([group.with(Element::circle(10.0, 10.0, 8.0))]);
        assert_eq!((at(&svg, 10, 10), at(&svg, 18, 10)), ([255, 0, 0], [0, 0, 255]));
    }

    #[test]
    fn symbols_are_seen_where_they_are_used() {
        let dot = Element::circle(0.0, 0.0, 4.0).fill(RED);
        let uses = [(10.0, 10.0), (30.0, 10.0)].map(|at| Element::use_of(0, Some(at)));
        let svg = drawing([Element::definitions([dot])].into_iter().chain(uses));
        assert_eq!([at(&svg, 10, 10), at(&svg, 30, 10)], [[255, 0, 0]; 2]);
        assert_eq!([at(&svg, 0, 0), at(&svg, 20, 10)], [[255; 3]; 2]);
    }

    #[test]
    fn lines_are_dashed_and_hidden_is_hidden() {
        let line = || Element::line((0.0, 10.0), (40.0, 10.0)).stroke(RED, 4.0);
        let dashed = drawing([line().dashes(10.0, 10.0)]);
        assert_eq!((at(&dashed, 5, 10), at(&dashed, 15, 10)), ([255, 0, 0], [255; 3]));
        assert_eq!(at(&drawing([Element::group().hidden().with(line())]), 5, 10), [255; 3]);
        let dots = drawing([line().dashes(0.0, 10.0).round_caps()]);
        assert_eq!((at(&dots, 10, 10), at(&dots, 5, 10)), ([255, 0, 0], [255; 3]));
    }
}

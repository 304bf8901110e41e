//! Drawings as text.

use std::fmt::{self, Display, Formatter, Write};

use super::element::{Anchor, Attribute, Brush, Element, Kind, Property, Track, Transform};
use super::{FONTS, Svg};

impl Display for Svg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = (Number(self.width), Number(self.height));
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\">"
        )?;
        self.elements.iter().try_for_each(|element| writeln!(f, "{element}"))?;
        writeln!(f, "</svg>")
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.kind.name();
        write!(f, "<{name}")?;
        self.kind.write_attributes(f)?;
        self.attributes.iter().try_for_each(|attribute| attribute.fmt(f))?;
        let text = match &self.kind {
            Kind::Text { text, .. } | Kind::Title(text) => text,
            _ => "",
        };
        if text.is_empty() && self.content.is_empty() {
            return f.write_str("/>");
        }
        write!(f, ">{}", Escaped(text))?;
        self.content.iter().try_for_each(|element| element.fmt(f))?;
        write!(f, "</{name}>")
    }
}

impl Kind {
    fn name(&self) -> &'static str {
        match self {
            Kind::Rect { .. } => "rect",
            Kind::Circle { .. } => "circle",
            Kind::Line { .. } => "line",
            Kind::Path(_) => "path",
            Kind::Polyline(_) => "polyline",
            Kind::Text { .. } => "text",
            Kind::Group | Kind::Symbol(_) => "g",
            Kind::Title(_) => "title",
            Kind::Definitions => "defs",
            Kind::Use { .. } => "use",
            Kind::Animation(track) if track.property == Property::Translation => "animateTransform",
            Kind::Animation(_) => "animate",
        }
    }

    fn write_attributes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut number = |name: &str, value: f64| write!(f, " {name}=\"{}\"", Number(value));
        match self {
            Kind::Rect { x, y, width, height } => {
                number("x", *x)?;
                number("y", *y)?;
                number("width", *width)?;
                number("height", *height)
            }
            Kind::Circle { x, y, radius } => {
                number("cx", *x)?;
                number("cy", *y)?;
                number("r", *radius)
            }
            Kind::Line { from, to } => {
                number("x1", from.0)?;
                number("y1", from.1)?;
                number("x2", to.0)?;
                number("y2", to.1)
            }
            Kind::Text { x, baseline, size, .. } => {
                number("x", *x)?;
                number("y", *baseline)?;
                number("font-size", *size)
            }
            Kind::Path(path) => write!(f, " d=\"{path}\""),
            Kind::Polyline(points) => {
                f.write_str(" points=\"")?;
                for (index, &(x, y)) in points.iter().enumerate() {
                    let gap = if index == 0 { "" } else { " " };
                    write!(f, "{gap}{},{}", Number(x), Number(y))?;
                }
                f.write_str("\"")
            }
            Kind::Symbol(number) => write!(f, " id=\"s{number}\""),
            Kind::Use { symbol, at } => {
                write!(f, " href=\"#s{symbol}\"")?;
                let Some((x, y)) = *at else { return Ok(()) };
                write!(f, " x=\"{}\" y=\"{}\"", Number(x), Number(y))
            }
            Kind::Animation(track) => track.write_attributes(f),
            Kind::Group | Kind::Title(_) | Kind::Definitions => Ok(()),
        }
    }
}

impl Track {
    fn write_attributes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (name, manner) = match self.property {
            Property::Visibility => ("visibility", " calcMode=\"discrete\""),
            Property::Opacity => ("opacity", ""),
            Property::Translation => ("transform", " type=\"translate\""),
        };
        let Track { length, values, times, .. } = self;
        let length = Number(*length);
        write!(f, " attributeName=\"{name}\" dur=\"{length}s\" repeatCount=\"indefinite\"")?;
        write!(f, "{manner} values=\"{values}\" keyTimes=\"{times}\"")
    }
}

impl Display for Attribute {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Attribute::Fill(brush) => write!(f, " fill=\"{brush}\""),
            Attribute::Stroke(brush) => write!(f, " stroke=\"{brush}\""),
            Attribute::StrokeWidth(width) => write!(f, " stroke-width=\"{}\"", Number(*width)),
            Attribute::Dashes(dash, gap) => {
                write!(f, " stroke-dasharray=\"{} {}\"", Number(*dash), Number(*gap))
            }
            Attribute::RoundCaps => f.write_str(" stroke-linecap=\"round\""),
            Attribute::RoundJoins => f.write_str(" stroke-linejoin=\"round\""),
            Attribute::Corners(radius) => write!(f, " rx=\"{}\"", Number(*radius)),
            Attribute::Opacity(opacity) => write!(f, " opacity=\"{}\"", Number(*opacity)),
            Attribute::Transform(Transform::Translate(x, y)) => {
                write!(f, " transform=\"translate({} {})\"", Number(*x), Number(*y))
            }
            Attribute::Transform(Transform::Rotate { degrees, around: (x, y) }) => {
                let (degrees, x, y) = (Number(*degrees), Number(*x), Number(*y));
                write!(f, " transform=\"rotate({degrees} {x} {y})\"")
            }
            Attribute::Anchor(Anchor::Start) => Ok(()),
            Attribute::Anchor(Anchor::Middle) => f.write_str(" text-anchor=\"middle\""),
            Attribute::Anchor(Anchor::End) => f.write_str(" text-anchor=\"end\""),
            Attribute::Bold => f.write_str(" font-weight=\"bold\""),
            Attribute::Hidden => f.write_str(" visibility=\"hidden\""),
            Attribute::Id(id) => write!(f, " id=\"{}\"", Escaped(id)),
        }
    }
}

impl Display for Brush {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Brush::None => f.write_str("none"),
            Brush::Solid(colour) => colour.fmt(f),
            Brush::Variable(name) => write!(f, "var({})", Escaped(name)),
        }
    }
}

/// A number to the hundredth, without zeros at the end. Anything that is not a number
/// is 0, since a drawing with one would not be shown at all.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = if self.0.is_finite() { self.0 } else { 0.0 };
        let text = format!("{value:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// An escaped text, for elements and quoted attributes.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // XML can't write these.
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                f.write_char('\u{fffd}')
            }
            letter => f.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Colour;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (100.0, "100"),
            (0.1 + 0.2, "0.3"),
            (-2.505, "-2.5"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(Number(value).to_string(), text);
        }
    }

    #[test]
    fn nothing_put_in_is_markup() {
        let text = Element::text(0.0, 0.0, 10.0, "<b>\"&\u{1b}\u{ffff}").id("\"<\n");
        assert_eq!(
            text.to_string(),
            "<text x=\"0\" y=\"3.64\" font-size=\"10\" id=\"&quot;&lt;\u{fffd}\">&lt;b&gt;&quot;&amp;\u{fffd}\u{fffd}</text>"
        );
    }

    #[test]
    fn groups_hold_elements() {
        let group = Element::group().translate(1.5, -2.0).with(Element::circle(0.0, 0.0, 1.0));
        let text = "<g transform=\"translate(1.5 -2)\"><circle cx=\"0\" cy=\"0\" r=\"1\"/></g>";
        assert_eq!(group.to_string(), text);
        let line = Element::polyline([(0.0, 1.0), (2.0, 3.25)]).stroke(Colour(0, 0, 0), 1.0);
        let text =
            "<polyline points=\"0,1 2,3.25\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1\"/>";
        assert_eq!(line.to_string(), text);
    }

    #[test]
    fn an_attribute_is_written_once() {
        let rect = Element::rect(0.0, 0.0, 1.0, 1.0).fill(Colour(1, 2, 3)).fill(Brush::None);
        assert_eq!(rect.to_string().matches("fill=").count(), 1);
        assert!(rect.to_string().contains("fill=\"none\""));
    }
}

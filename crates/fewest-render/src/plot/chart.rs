//! A plot of any numbers, not only of a trace: lines that rise in steps, or dots.
//!
//! ```
//! use fewest_render::plot::{Chart, Series, Shape};
//!
//! let points = vec![(0.5, 1.0), (2.0, 2.0), (7.0, 3.0)];
//! let chart = Chart {
//!     title: "Solved over time".into(),
//!     names: ("seconds".into(), "solved".into()),
//!     series: vec![Series { name: "A*".into(), points, shape: Shape::Steps }],
//!     ..Chart::default()
//! };
//! assert!(chart.svg().to_string().contains("Solved over time"));
//! ```

use super::View;
use super::curves::steps;
use super::figure::{Figure, Frame, Heading, colour};
use super::legend::{Entry, Mark};
use super::scale::Scale;
use crate::svg::{Element, Svg};
use crate::theme::Theme;

/// A plot of several series of numbers.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// What it shows, in a line.
    pub summary: String,
    /// The names of the horizontal and the vertical axis.
    pub names: (String, String),
    /// The numbers.
    pub series: Vec<Series>,
    /// Whether the horizontal and the vertical axis have powers of ten.
    pub log: (bool, bool),
    /// The theme of the page.
    pub theme: Theme,
    /// Width and height of the whole drawing, in units.
    pub size: Option<(f64, f64)>,
}

/// Numbers of one colour.
#[derive(Clone, Debug)]
pub struct Series {
    /// Their name in the legend, which has one if there are several.
    pub name: String,
    /// The numbers. Those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// How they are drawn.
    pub shape: Shape,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As a line on which a value holds until the next one. The points are in order.
    Steps,
    /// As dots.
    Dots,
}

impl Chart {
    /// Draws it.
    pub fn svg(&self) -> Svg {
        let view = View { theme: self.theme, size: self.size, log: self.log, ..View::default() };
        let inside = |points: &[(f64, f64)]| -> Vec<(f64, f64)> {
            let finite = points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite());
            finite.collect()
        };
        let series: Vec<Vec<(f64, f64)>> =
            self.series.iter().map(|series| inside(&series.points)).collect();
        let all = || series.iter().flatten();
        let span = |is_log: bool, values: &mut dyn Iterator<Item = f64>| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for value in values.filter(|&value| !is_log || value > 0.0) {
                (low, high) = (low.min(value), high.max(value));
            }
            if is_log {
                Scale::logarithmic(low * 0.8, high * 1.25)
            } else {
                Scale::linear(low.min(0.0), high + (high - low.min(0.0)) * 0.05)
            }
        };
        let x = span(self.log.0, &mut all().map(|point| point.0));
        let y = span(self.log.1, &mut all().map(|point| point.1));
        let legend = if series.len() < 2 { Vec::new() } else { self.legend() };
        let lines = [(None, self.summary.clone())];
        let lines = lines.into_iter().filter(|(_, line)| !line.is_empty()).collect();
        let heading = Heading { title: self.title.clone(), lines };
        let names = (self.names.0.as_str(), self.names.1.as_str());
        let frame = Frame { x, y, names, legend, wanted: Vec::new() };
        let mut figure = Figure::under(&heading, &view, &frame);
        for (number, (points, series)) in series.iter().zip(&self.series).enumerate() {
            let colour = figure.colour(number);
            let place = |&(x, y): &(f64, f64)| (figure.x.clamped(x), figure.y.clamped(y));
            let placed: Vec<(f64, f64)> = points.iter().map(place).collect();
            match series.shape {
                Shape::Steps => figure.line(steps(&placed), |line| line.stroke(colour, 1.8)),
                Shape::Dots => {
                    for (x, y) in placed {
                        figure.add(Element::circle(x, y, 2.6).fill(colour).opacity(0.6));
                    }
                }
            }
        }
        figure.svg
    }

    fn legend(&self) -> Vec<Entry> {
        let entry = |(number, series): (usize, &Series)| {
            let colour = colour(self.theme, number);
            let mark = match series.shape {
                Shape::Steps => Mark::Line(colour),
                Shape::Dots => Mark::Disc(colour),
            };
            Entry::new(mark, &series.name)
        };
        self.series.iter().enumerate().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_nonsense_are_drawn_too() {
        let series = |points: &[(f64, f64)], shape| Series {
            name: "a".into(),
            points: points.to_vec(),
            shape,
        };
        for log in [(false, false), (true, true)] {
            let nothing = Chart { title: "none".into(), log, ..Chart::default() };
            assert!(nothing.svg().to_string().contains("none"));
            let nonsense = [(f64::NAN, 1.0), (0.0, 0.0), (-1.0, f64::INFINITY), (3.0, 1e300)];
            let all = vec![series(&nonsense, Shape::Steps), series(&nonsense, Shape::Dots)];
            let text = Chart { series: all, log, ..nothing }.svg().to_string();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}

//! The frame of a plot: title, axes with their names, and a legend.

use super::View;
use super::clip;
use super::digest::Digest;
use super::legend::{self, Entry, LINE};
use super::scale::Scale;
use super::ticks::{self, Lie, SIZE, Tick};
use crate::measure::{shortened, text_width};
use crate::page;
use crate::svg::{Anchor, Element, Svg};
use crate::theme::{Colour, Theme};

/// The size of a plot, by default.
pub(super) const WIDTH: f64 = 860.0;
pub(super) const HEIGHT: f64 = 520.0;

/// Around everything.
const MARGIN: f64 = 24.0;
/// Right of and below the area of the axes.
const RIGHT: f64 = 44.0;
const BOTTOM: f64 = 62.0;
/// The smallest area of the axes that is drawn, however little room there is.
const LEAST: f64 = 40.0;

/// A plot while it is drawn.
pub(super) struct Figure {
    pub(super) svg: Svg,
    pub(super) theme: Theme,
    pub(super) x: Scale,
    pub(super) y: Scale,
    /// The left upper and the right lower corner of the area of the axes.
    area: ((f64, f64), (f64, f64)),
}

/// The parts of a plot besides its content.
pub(super) struct Frame<'a> {
    pub(super) x: Scale,
    pub(super) y: Scale,
    /// The names of the axes.
    pub(super) names: (&'a str, &'a str),
    pub(super) legend: Vec<Entry>,
    /// The preferred ticks of the horizontal axis, if there is room for all.
    pub(super) wanted: Vec<f64>,
}

impl Figure {
    /// A plot of these traces with nothing in it yet.
    pub(super) fn new(digests: &[Digest], view: &View, frame: &Frame<'_>) -> Self {
        Figure::under(&Heading::of(digests, view), view, frame)
    }

    /// A plot under this heading with nothing in it yet.
    pub(super) fn under(heading: &Heading, view: &View, frame: &Frame<'_>) -> Self {
        let (width, height) = view.size.unwrap_or((WIDTH, HEIGHT));
        let theme = view.theme;
        let mut svg = page(width, height, theme);
        let top = heading.draw(&mut svg, &frame.legend, theme);
        let bottom = (height - BOTTOM).max(top + LEAST);
        let y = frame.y.log_if(view.log.1).within(view.y_range).placed(bottom, top);
        let up = ticks::ticks(&y, Lie::Above);
        let widest = up.iter().map(|tick| text_width(&tick.label, SIZE)).fold(0.0, f64::max);
        let left = MARGIN + 20.0 + widest + 10.0;
        let right = (width - RIGHT).max(left + LEAST);
        let x = frame.x.log_if(view.log.0).within(view.x_range).placed(left, right);
        let wanted = ticks::all_of(&x, &frame.wanted).filter(|ticks| !ticks.is_empty());
        let is_near = view.x_range.is_none() && !view.log.0;
        let across = wanted.filter(|_| is_near).unwrap_or_else(|| ticks::ticks(&x, Lie::Beside));
        let area = ((left, top), (right, bottom));
        let mut figure = Figure { svg, theme, x, y, area };
        figure.axes(&across, &up);
        figure.names(frame.names, widest);
        figure
    }

    fn axes(&mut self, across: &[Tick], up: &[Tick]) {
        let (theme, ((left, top), (right, bottom))) = (self.theme, self.area);
        for tick in up {
            let at = self.y.at(tick.value);
            self.svg.add(Element::line((left, at), (right, at)).stroke(theme.grid(), 1.0));
            let label = Element::text(left - 10.0, at, SIZE, &tick.label);
            self.svg.add(label.fill(theme.pale_ink()).anchor(Anchor::End));
        }
        for tick in across {
            let at = self.x.at(tick.value);
            self.svg.add(Element::line((at, top), (at, bottom)).stroke(theme.grid(), 1.0));
            let label = Element::text(at, bottom + 17.0, SIZE, &tick.label);
            self.svg.add(label.fill(theme.pale_ink()).anchor(Anchor::Middle));
        }
        let axis = Element::line((left, bottom), (right, bottom));
        self.svg.add(axis.stroke(theme.pale_ink(), 1.0));
    }

    fn names(&mut self, (x, y): (&str, &str), widest: f64) {
        let (ink, ((left, top), (right, bottom))) = (self.theme.ink(), self.area);
        let middle = f64::midpoint(left, right);
        let name = Element::text(middle, bottom + 42.0, 14.0, x);
        self.svg.add(name.fill(ink).anchor(Anchor::Middle));
        let (at, middle) = (left - widest - 26.0, f64::midpoint(top, bottom));
        let name = Element::text(at, middle, 14.0, y).fill(ink).anchor(Anchor::Middle);
        // The text hangs a little below its place, which is turned along with it.
        self.svg.add(name.rotate(-90.0, at, middle));
    }

    /// The colour of the trace with this number.
    pub(super) fn colour(&self, number: usize) -> Colour {
        colour(self.theme, number)
    }

    /// Where the axes begin and end, across.
    pub(super) fn across(&self) -> (f64, f64) {
        (self.area.0.0, self.area.1.0)
    }

    /// Where the horizontal axis is.
    pub(super) fn floor(&self) -> f64 {
        self.area.1.1
    }

    /// Draws a line, as far as it is inside.
    pub(super) fn line(
        &mut self,
        points: impl IntoIterator<Item = (f64, f64)>,
        with: impl Fn(Element) -> Element,
    ) {
        for part in clip::line(points, self.area) {
            self.svg.add(with(Element::polyline(part).round_joins()));
        }
    }

    /// Draws a mark over all that there is.
    pub(super) fn add(&mut self, element: Element) {
        self.svg.add(element);
    }
}

/// The colour of the trace with this number.
pub(super) fn colour(theme: Theme, number: usize) -> Colour {
    let series = theme.series();
    series[number % series.len()]
}

/// What was solved, and how; with several traces, which colour is whose; and what marks
/// mean. Returns where there is room below.
pub(super) fn head(svg: &mut Svg, digests: &[Digest], legend: &[Entry], view: &View) -> f64 {
    Heading::of(digests, view).draw(svg, legend, view.theme)
}

/// What stands above a plot.
pub(super) struct Heading {
    pub(super) title: String,
    /// What it shows, with the colour of a line where several are told apart.
    pub(super) lines: Vec<(Option<Colour>, String)>,
}

impl Heading {
    fn of(digests: &[Digest], view: &View) -> Heading {
        let Some(first) = digests.first() else {
            return Heading { title: String::new(), lines: Vec::new() };
        };
        let title = first.title.as_deref().unwrap_or(&first.name);
        let same = digests.iter().all(|digest| digest.title == first.title);
        let several = format!("{} traces", digests.len());
        let title = view.title.as_deref().unwrap_or(if same { title } else { &several });
        let line = |(number, digest): (usize, &Digest)| {
            if digests.len() == 1 {
                return (None, digest.summary());
            }
            let what = if same { String::new() } else { titled(digest) };
            (Some(colour(view.theme, number)), format!("{what}{}", digest.summary()))
        };
        Heading { title: title.to_string(), lines: digests.iter().enumerate().map(line).collect() }
    }

    fn draw(&self, svg: &mut Svg, legend: &[Entry], theme: Theme) -> f64 {
        let right = svg.width() - MARGIN;
        let room = right - MARGIN;
        if self.title.is_empty() {
            return MARGIN;
        }
        // Bold letters are a tenth wider.
        let title = shortened(&self.title, 17.0 * 1.1, room);
        svg.add(Element::text(MARGIN, 26.0, 17.0, &title).fill(theme.ink()).bold());
        let mut y = 52.0;
        for (colour, line) in &self.lines {
            if let Some(colour) = colour {
                let square = Element::rect(MARGIN, y - 6.0, 12.0, 12.0).corners(2.5);
                svg.add(square.fill(*colour));
                let text = shortened(line, 13.5, room - 20.0);
                svg.add(Element::text(MARGIN + 20.0, y, 13.5, &text).fill(theme.ink()));
            } else {
                let text = shortened(line, 13.5, room);
                svg.add(Element::text(MARGIN, y, 13.5, &text).fill(theme.pale_ink()));
            }
            y += LINE;
        }
        if !legend.is_empty() {
            y += 5.0;
            legend::draw(svg, legend, (MARGIN, right), y, theme);
            y += LINE * legend::lines(legend, MARGIN, right) as f64;
        }
        y + 2.0
    }
}

fn titled(digest: &Digest) -> String {
    digest.title.as_ref().map_or(String::new(), |title| format!("{title}: "))
}

//! The page itself.

use std::fmt::{self, Display, Write};
use std::time::Duration;

use fewest_puzzles::text::{grouped, time};
use fewest_render::svg::Svg;
use fewest_render::theme::{Colour, Theme};

use super::Report;
use crate::store::{Row, Tally};

/// Beyond this number of sizes, only the sums are told.
const MAX_SIZES: usize = 60;

/// The number of failures that are told.
const MAX_FAILED: usize = 20;

const STYLE: &str = include_str!("page.css");

impl Report {
    /// The page, with the name of the campaign as its title.
    pub fn html(&self, name: &str) -> String {
        let (title, colours) = (Escaped(name), self.colours());
        let mut body = String::new();
        let sum = |of: fn(&Tally) -> u64| self.tallies.iter().map(of).sum::<u64>();
        let solved = sum(|tally| tally.optimal + tally.solved + tally.unsolvable);
        // Writing to a String can't fail.
        let _ = write!(
            body,
            "<h1>{title}</h1>\n<p>{} of {} answered, {} of them proved; {} of search.</p>\n",
            grouped(solved),
            grouped(sum(|tally| tally.all)),
            grouped(sum(|tally| tally.optimal + tally.unsolvable)),
            time(Duration::from_secs_f64(self.seconds.max(0.0)))
        );
        body += &self.table();
        for (name, svg) in &self.plots {
            let _ = writeln!(body, "<figure>{}</figure>", image(svg, name));
        }
        body += &self.hard();
        body += &self.failures();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{colours}{STYLE}</style>\n</head>\n<body>\n<main>\n\
             {body}</main>\n</body>\n</html>\n"
        )
    }

    fn colours(&self) -> String {
        let theme: Theme = self.theme;
        let hex = |Colour(r, g, b): Colour| format!("#{r:02x}{g:02x}{b:02x}");
        format!(
            ":root {{ --paper: {}; --ink: {}; --pale: {}; --grid: {} }}\n",
            hex(theme.paper()),
            hex(theme.ink()),
            hex(theme.pale_ink()),
            hex(theme.grid())
        )
    }

    fn table(&self) -> String {
        let mut text = "<table>\n<tr>".to_string();
        for cell in Tally::HEAD {
            let _ = write!(text, "<th>{cell}</th>");
        }
        text += "</tr>\n";
        let rows = crate::store::by_puzzle(&self.tallies);
        let rows = if self.tallies.len() > MAX_SIZES { &rows } else { &self.tallies };
        for row in rows {
            text += "<tr>";
            for cell in row.texts() {
                let _ = write!(text, "<td>{}</td>", Escaped(cell));
            }
            for number in row.numbers() {
                let _ = write!(text, "<td class=\"n\">{}</td>", grouped(number));
            }
            text += "</tr>\n";
        }
        text + "</table>\n"
    }

    fn hard(&self) -> String {
        if self.hardest.is_empty() {
            return String::new();
        }
        let mut text = "<h2>The hardest</h2>\n<div class=\"hardest\">\n".to_string();
        for (row, svg) in &self.hardest {
            let picture = svg.as_ref().map_or(String::new(), |svg| image(svg, &row.source));
            let (source, about) = (Escaped(&row.source), Escaped(&row.description));
            let _ = writeln!(
                text,
                "<figure>{picture}<figcaption><b>{source}</b><br>{about}<br>{}</figcaption></figure>",
                Escaped(&told(row))
            );
        }
        text + "</div>\n"
    }

    fn failures(&self) -> String {
        if self.failed.is_empty() {
            return String::new();
        }
        let mut text = "<h2>Failed</h2>\n<ul>\n".to_string();
        for row in self.failed.iter().take(MAX_FAILED) {
            let reason = row.reason.as_deref().unwrap_or_default();
            let (source, reason) = (Escaped(&row.source), Escaped(reason));
            let _ = writeln!(text, "<li><b>{source}</b>: {reason}</li>");
        }
        if self.failed.len() > MAX_FAILED {
            let _ = writeln!(text, "<li>and {} more</li>", self.failed.len() - MAX_FAILED);
        }
        text + "</ul>\n"
    }
}

/// What is known of a puzzle, in a line.
fn told(row: &Row) -> String {
    let known = match (row.status.as_str(), row.moves) {
        ("optimal", Some(moves)) => format!("{} moves (proved)", grouped(moves)),
        ("unsolvable", _) => "unsolvable (proved)".into(),
        (_, Some(moves)) => {
            let bound = row.bound.map_or(String::new(), |bound| format!(", at least {bound}"));
            format!("{} moves{bound}", grouped(moves))
        }
        (_, None) => match (row.remaining, row.bound) {
            (Some(left), _) => format!("no plan; the best moves leave {left}"),
            (None, Some(bound)) => format!("no plan; at least {bound} moves"),
            (None, None) => "no plan".into(),
        },
    };
    let setting = &row.setting;
    format!("{known}; {setting}, {:.3} s, {} expanded", row.seconds, grouped(row.expanded))
}

/// A drawing that shares nothing with the others on the page, not even names.
fn image(svg: &Svg, name: &str) -> String {
    let (name, width) = (Escaped(name), svg.width());
    format!("<img alt=\"{name}\" width=\"{width:.0}\" src=\"data:image/svg+xml,{}\">", Encoded(svg))
}

/// A drawing in an address.
struct Encoded<'a>(&'a Svg);

impl Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0.to_string().bytes() {
            match byte {
                b'%' | b'#' | b'"' | b'<' | b'>' | b'&' | b'\'' => write!(f, "%{byte:02X}")?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "%{byte:02X}")?,
            }
        }
        Ok(())
    }
}

/// A text in HTML.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_only_texts() {
        assert_eq!(Escaped("<b> & \"q\"").to_string(), "&lt;b&gt; &amp; &quot;q&quot;");
        let svg = Svg::new(1.0, 1.0);
        let encoded = Encoded(&svg).to_string();
        assert!(!encoded.contains(['<', '"', '#', '\n']), "{encoded}");
    }
}

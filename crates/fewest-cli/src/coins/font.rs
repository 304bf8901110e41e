//! `fewest coins font`: the glyphs of a font; and fonts by name or file.

use std::path::Path;

use clap::{Args, ValueEnum};
use fewest_puzzles::coins::{FONTS, Font};

use super::form::Written;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::Source;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  fewest coins font
  fewest coins font 5x9 -o font.svg
  fewest coins font 5x7 --format font > my-font.txt";

/// Show the glyphs of a font
///
/// Shows a font that comes with the program or that a file has, as text, as an
/// SVG drawing, or in the form in which fonts are read.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    /// The font: 5x7, 5x9, or a file
    #[arg(default_value = FONTS[0].name)]
    font: String,

    #[command(flatten)]
    written: Written<Form>,
}

/// What a font is shown as.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// Glyphs beside each other
    Text,
    /// A drawing
    Svg,
    /// The form in which fonts are read
    Font,
}

impl Show {
    pub(super) fn run(&self) -> Result<Exit> {
        let font = named(&self.font)?;
        let text = match self.written.form()? {
            Form::Text => font.sheet(),
            Form::Svg => {
                fewest_render::figure::draw(&font.figure(), fewest_render::theme::Theme::Light)
                    .to_string()
            }
            Form::Font => font.print(),
        };
        Output::open(self.written.output(), Some(Path::new(&self.font)))?.write(&text)?;
        Ok(Exit::Done)
    }
}

/// The font that comes with the program under this name, or that a file has.
pub(super) fn named(name: &str) -> Result<Font> {
    if let Some(font) = Font::embedded(name) {
        return Ok(font);
    }
    let path = Path::new(name);
    if !path.exists() && name != "-" {
        let fonts = FONTS.map(|choice| choice.name).join(", ");
        let message = format!("there is no font '{name}' and no file of that name");
        return Err(Failure::file(message).with_help(format!("the fonts by name are {fonts}")));
    }
    let source = Source::read(path)?;
    Font::parse(&source.text).map_err(|error| Failure::parse(&source, &error))
}

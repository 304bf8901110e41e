//! `fewest PUZZLE NAME`: a document of a puzzle's, as text or as a picture.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command, value_parser};
use fewest::names::UnknownName;
use fewest_puzzles::command::{Document, Show};
use fewest_render::figure;
use fewest_render::theme::Theme;

use super::{Files, declared};
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::is_dash;
use crate::output::Output;
use crate::plot::Drawing;

/// The forms of pictures.
const SVG: &str = "svg";
const PNG: &str = "png";

/// The subcommand.
pub(super) fn command(show: &Show) -> Command {
    let text = show.forms.iter().map(|form| PossibleValue::new(form.name).help(form.summary));
    let picture = show.figure.iter().flat_map(|what| {
        let svg = PossibleValue::new(SVG).help(format!("{what}, as SVG"));
        [svg, PossibleValue::new(PNG).help(format!("{what}, as PNG"))]
    });
    let forms = PossibleValuesParser::new(text.chain(picture));
    declared(show.name, &show.command)
        .arg(
            Arg::new("format")
                .short('f')
                .long("format")
                .value_name("FORM")
                .value_parser(forms)
                .help("Write in this form [default: from the extension of FILE, else the first]"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Write to this file instead of standard output"),
        )
}

/// Shows.
pub(super) fn run(show: &'static Show, matches: &ArgMatches) -> Result<Exit> {
    let output = matches.get_one::<PathBuf>("output").map(PathBuf::as_path);
    let output = output.filter(|path| !is_dash(path));
    let named = matches.get_one::<String>("format");
    let form = form(show, named.map(String::as_str), output)?;
    if form == PNG && output.is_none() {
        return Err(Failure::usage("a PNG cannot go to standard output").with_help("use -o FILE"));
    }
    let mut files = Files::default();
    let document = files.run(&show.command, show.command.args, matches)?;
    if form == SVG || form == PNG {
        let inputs = files.inputs();
        Drawing::of(form, output, &inputs)?.write(&drawn(&*document)?)?;
    } else {
        let input = files.inputs().into_iter().next();
        Output::open(output, input)?.write(&document.text(form))?;
    }
    Ok(Exit::Done)
}

fn drawn(document: &dyn Document) -> Result<fewest_render::svg::Svg> {
    let figure = document.figure();
    let figure = figure.ok_or_else(|| Failure::usage("this cannot be drawn"))?;
    Ok(figure::draw(&figure, Theme::Light))
}

/// The named form, the one of the file's extension, or the first.
fn form(show: &Show, named: Option<&str>, output: Option<&Path>) -> Result<&'static str> {
    let picture = show.figure.map_or(&[][..], |_| &[SVG, PNG]);
    let forms = show.forms.iter().map(|form| form.name).chain(picture.iter().copied());
    let find = |name: &str| forms.clone().find(|form| form.eq_ignore_ascii_case(name));
    let first = show.forms.first().map_or(SVG, |form| form.name);
    if let Some(named) = named {
        return Ok(find(named).unwrap_or(first));
    }
    let ending = output.and_then(Path::extension).filter(|ending| *ending != "txt");
    let Some(ending) = ending else { return Ok(first) };
    let ending = ending.to_string_lossy();
    find(&ending).ok_or_else(|| {
        Failure::from(UnknownName::new("form", &ending, forms.clone()))
            .with_help("use --format to choose a form for any file name")
    })
}

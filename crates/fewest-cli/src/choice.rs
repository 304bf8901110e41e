//! Options whose values are names that the library knows, with what each means
//! in the help texts and in completions.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fewest::search::{Algorithm, Ties};
use fewest_puzzles::puzzle::{From, registry};
use fewest_render::plot::Kind;
use fewest_render::theme::Theme;

/// A puzzle.
pub(crate) fn puzzle() -> PossibleValuesParser {
    let names =
        registry().iter().map(|puzzle| PossibleValue::new(puzzle.name()).help(puzzle.summary()));
    PossibleValuesParser::new(names)
}

/// An algorithm of the engine, or a solver of some puzzle.
pub(crate) fn algorithm() -> PossibleValuesParser {
    let algorithms = Algorithm::ALL
        .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.summary()));
    let solvers = registry().iter().flat_map(|puzzle| {
        let help = |summary| format!("{}: {summary}", puzzle.name());
        let solvers = puzzle.solvers().iter();
        solvers.map(move |solver| PossibleValue::new(solver.name).help(help(solver.summary)))
    });
    PossibleValuesParser::new(algorithms.into_iter().chain(solvers))
}

/// A kind of plot.
pub(crate) fn plot() -> impl TypedValueParser<Value = Kind> {
    let names = Kind::CHOICES.map(|kind| PossibleValue::new(kind.name).help(kind.summary));
    PossibleValuesParser::new(names)
        .try_map(|name| Kind::by_name(&name).map_err(|error| error.to_string()))
}

/// The names of all algorithms and solvers.
pub(crate) fn algorithms() -> impl Iterator<Item = &'static str> {
    let solvers = registry().iter().flat_map(|puzzle| puzzle.solvers());
    Algorithm::ALL.into_iter().map(Algorithm::name).chain(solvers.map(|solver| solver.name))
}

/// A rule for ties.
pub(crate) fn ties() -> impl TypedValueParser<Value = Ties> {
    PossibleValuesParser::new(Ties::NAMES.names())
        .try_map(|name| Ties::NAMES.by_name("rule", &name))
}

/// The colours of a picture.
pub(crate) fn theme() -> impl TypedValueParser<Value = Theme> {
    let names = Theme::CHOICES.map(|theme| PossibleValue::new(theme.name).help(theme.summary));
    PossibleValuesParser::new(names).try_map(|name| Theme::by_name(&name))
}

/// Where an exploration starts.
pub(crate) fn from() -> impl TypedValueParser<Value = From> {
    let names = [
        PossibleValue::new("start").help("the position: how far can one get from here?"),
        PossibleValue::new("goal").help("the goal: how far is each position from being solved?"),
    ];
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "goal" => From::Goal,
        _ => From::Start,
    })
}

//! Options whose values are names that the library knows, with what each means
//! in the help texts and in completions.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fewest::search::{Algorithm, Ties};
use fewest_puzzles::puzzle::{Origin, Registry};
use fewest_render::plot::Kind;
use fewest_render::theme::Theme;

/// A puzzle.
pub(crate) fn puzzle(registry: &Registry) -> PossibleValuesParser {
    let names = registry
        .puzzles()
        .iter()
        .map(|puzzle| PossibleValue::new(puzzle.name()).help(puzzle.summary()));
    PossibleValuesParser::new(names)
}

/// An algorithm of the engine, or a solver of some puzzle.
pub(crate) fn algorithm(registry: &Registry) -> PossibleValuesParser {
    let algorithms = Algorithm::ALL
        .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.summary()));
    let solvers = registry.puzzles().iter().flat_map(|puzzle| {
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
pub(crate) fn from() -> impl TypedValueParser<Value = Origin> {
    let names = [
        PossibleValue::new("start").help("the position: how far can one get from here?"),
        PossibleValue::new("goal").help("the goal: how far is each position from being solved?"),
    ];
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "goal" => Origin::Goal,
        _ => Origin::Start,
    })
}

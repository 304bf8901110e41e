//! Options whose values are names from the library, with summaries for help texts and
//! completions.

use std::iter;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fewest::names::Names;
use fewest::search::{Algorithm, Ties};
use fewest_puzzles::puzzle::{Origin, Registry};
use fewest_render::plot::Kind;
use fewest_render::theme::Theme;

use crate::request::{DEFAULT, DEFAULT_SUMMARY};

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
    let solvers = registry.puzzles().iter().flat_map(|puzzle| {
        let help = |summary| format!("{}: {summary}", puzzle.name());
        let solvers = puzzle.solvers().into_iter();
        solvers.map(move |solver| PossibleValue::new(solver.name).help(help(solver.summary)))
    });
    let default = PossibleValue::new(DEFAULT).help(DEFAULT_SUMMARY);
    let names = iter::once(default).chain(values(Algorithm::NAMES)).chain(solvers);
    PossibleValuesParser::new(names)
}

/// A kind of plot.
pub(crate) fn plot() -> impl TypedValueParser<Value = Kind> {
    named("plot", Kind::NAMES)
}

/// A rule for ties.
pub(crate) fn ties() -> impl TypedValueParser<Value = Ties> {
    named("rule", Ties::NAMES)
}

/// The colours of a picture.
pub(crate) fn theme() -> impl TypedValueParser<Value = Theme> {
    named("theme", Theme::NAMES)
}

/// Where an exploration starts.
pub(crate) fn from() -> impl TypedValueParser<Value = Origin> {
    named("place", Origin::NAMES)
}

/// A value of a table.
fn named<T: Clone + Send + Sync>(
    kind: &'static str,
    names: Names<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values(names)).try_map(move |name| names.by_name(kind, &name))
}

fn values<T>(names: Names<T>) -> impl Iterator<Item = PossibleValue> {
    names.into_iter().map(|row| {
        PossibleValue::new(row.name).help(row.summary).aliases(row.aliases.iter().copied())
    })
}

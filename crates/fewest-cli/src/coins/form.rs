//! The form of a table or a sheet: named, or known by the end of the file's name.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

/// Where to write, and in which form.
#[derive(Args, Clone, Debug)]
pub(super) struct Written<F: ValueEnum + Send + Sync + 'static> {
    /// Write in this form [default: by the end of FILE, or text]
    #[arg(short, long, value_name = "FORM", value_enum)]
    format: Option<F>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl<F: ValueEnum + Send + Sync + 'static> Written<F> {
    /// The form that is named, or that has the name of the file's ending, or
    /// the first.
    pub(super) fn form(&self) -> F {
        let ending = self.output.as_deref().and_then(Path::extension);
        let by_ending = || F::from_str(ending?.to_str()?, true).ok();
        let named = self.format.clone().or_else(by_ending);
        // An enum of forms has a first one.
        named.unwrap_or_else(|| F::value_variants()[0].clone())
    }

    pub(super) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

//! The form of a table or a sheet: named, or known by the end of the file's name.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::failure::{Failure, Result};

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
    /// the first, which is text.
    pub(super) fn form(&self) -> Result<F> {
        if let Some(named) = &self.format {
            return Ok(named.clone());
        }
        // An enum of forms has a first one.
        let forms = F::value_variants();
        let ending = self.output.as_deref().and_then(Path::extension);
        let Some(ending) = ending.filter(|ending| *ending != "txt") else {
            return Ok(forms[0].clone());
        };
        let ending = ending.to_string_lossy();
        F::from_str(&ending, true).map_err(|_| {
            let names = forms.iter().filter_map(ValueEnum::to_possible_value);
            let names: Vec<String> = names.map(|name| name.get_name().to_string()).collect();
            Failure::usage(format!(
                "there is no form '{ending}' of this; there is {}",
                names.join(", ")
            ))
            .with_help("--format names a form, whatever the file is called")
        })
    }

    pub(super) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

//! The arguments of a command: how they are declared, and what was given.

use std::collections::BTreeMap;

/// An argument of a command.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Its name: lowercase letters and hyphens; `--name` for all but positional ones.
    pub name: &'static str,
    /// Its kind.
    pub kind: ArgKind,
    /// What it does, in a line.
    pub help: &'static str,
    /// Its default value.
    pub default: Option<&'static str>,
    /// Whether it is required.
    pub required: Required,
    /// The arguments that can't be given together with it.
    pub conflicts: &'static [&'static str],
    /// The arguments that must be given together with it.
    pub requires: &'static [&'static str],
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// A positional value, with this name in help texts.
    Positional(&'static str),
    /// `--name VALUE`, with this name of the value in help texts.
    Option(&'static str),
    /// `--name`.
    Flag,
}

/// Whether an argument is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Required {
    /// It is optional.
    Never,
    /// It is required.
    Always,
    /// It is required unless one of these is given.
    Unless(&'static [&'static str]),
}

impl Arg {
    const fn new(name: &'static str, kind: ArgKind, help: &'static str) -> Arg {
        Arg {
            name,
            kind,
            help,
            default: None,
            required: Required::Never,
            conflicts: &[],
            requires: &[],
        }
    }

    /// A positional value; optional unless [`Arg::required`] says otherwise.
    pub const fn positional(name: &'static str, value: &'static str, help: &'static str) -> Arg {
        Arg::new(name, ArgKind::Positional(value), help)
    }

    /// `--name VALUE`.
    pub const fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
        Arg::new(name, ArgKind::Option(value), help)
    }

    /// `--name`.
    pub const fn flag(name: &'static str, help: &'static str) -> Arg {
        Arg::new(name, ArgKind::Flag, help)
    }

    /// Sets the default value.
    #[must_use]
    pub const fn default(self, value: &'static str) -> Arg {
        Arg { default: Some(value), ..self }
    }

    /// Makes it required.
    #[must_use]
    pub const fn required(self, required: Required) -> Arg {
        Arg { required, ..self }
    }

    /// Can't be used with these.
    #[must_use]
    pub const fn conflicts(self, with: &'static [&'static str]) -> Arg {
        Arg { conflicts: with, ..self }
    }

    /// Requires these.
    #[must_use]
    pub const fn requires(self, others: &'static [&'static str]) -> Arg {
        Arg { requires: others, ..self }
    }
}

/// The given arguments of a command.
#[derive(Clone, Debug, Default)]
pub struct Args {
    values: BTreeMap<&'static str, String>,
}

impl Args {
    /// Adds a value; for a flag any value, usually an empty one.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Args {
        self.values.insert(name, value.into());
        self
    }

    /// The value of an argument, if it was given or has a default.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Whether a flag was given.
    pub fn flag(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }
}

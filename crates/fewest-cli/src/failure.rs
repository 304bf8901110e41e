//! What can go wrong at the command, and how it is told: one sentence, an exit
//! code, and for a text at fault the lines around the place.

use std::fmt;

use console::Style;
use fewest::names::UnknownName;
use fewest_puzzles::puzzle::RequestError;
use fewest_puzzles::text::{ParseError, Place};

use crate::exit::Exit;
use crate::input::{Label, Source};
use crate::snippet::Snippet;
use crate::terminal;

/// The result of everything that can fail.
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Why the command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever reads standard output has had enough, as in `fewest … | head`.
    /// No failure to anyone.
    Closed,
    /// Something to tell.
    Told(Box<Told>),
}

/// A failure in words.
#[derive(Debug)]
pub(crate) struct Told {
    exit: Exit,
    message: String,
    help: Option<String>,
    snippet: Option<Snippet>,
}

impl Failure {
    fn new(exit: Exit, message: impl Into<String>) -> Self {
        Failure::Told(Box::new(Told { exit, message: message.into(), help: None, snippet: None }))
    }

    /// The options are at fault.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::new(Exit::Usage, message)
    }

    /// There is no plan that solves a puzzle.
    pub(crate) fn not_solved(message: impl Into<String>) -> Self {
        Failure::new(Exit::NotSolved, message)
    }

    /// A text is at fault, as a whole.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Failure::new(Exit::Input, message)
    }

    /// A file or a stream is at fault.
    pub(crate) fn file(message: impl Into<String>) -> Self {
        Failure::new(Exit::File, message)
    }

    /// A text is at fault, at a place.
    pub(crate) fn parse(source: &Source, error: &ParseError) -> Self {
        Failure::at(Exit::Input, source, error.place, error.length, &error.message)
    }

    /// Something is wrong at a place of a text.
    pub(crate) fn at(
        exit: Exit,
        source: &Source,
        place: Place,
        length: usize,
        message: impl Into<String>,
    ) -> Self {
        Failure::Told(Box::new(Told {
            exit,
            message: message.into(),
            help: None,
            snippet: Some(
                Snippet::new(&source.name, &source.text, place, length).numbered_from(source.first),
            ),
        }))
    }

    /// Adds what to do about it.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        if let Failure::Told(told) = &mut self {
            told.help = Some(help.into());
        }
        self
    }

    /// Says of which puzzle it is told, where nothing else does.
    pub(crate) fn about(mut self, label: &Label) -> Self {
        if let Failure::Told(told) = &mut self
            && told.snippet.is_none()
        {
            let label = label.to_string();
            if !told.message.contains(&label) {
                told.message = format!("{label}: {}", told.message);
            }
        }
        self
    }

    /// What is wrong, in a sentence, and the exit code that it means.
    pub(crate) fn sentence(&self) -> (&str, Exit) {
        match self {
            Failure::Closed => ("", Exit::Done),
            Failure::Told(told) => (&told.message, told.exit),
        }
    }

    /// Tells it on standard error and gives the exit code.
    pub(crate) fn tell(self) -> Exit {
        match self {
            Failure::Closed => Exit::Done,
            Failure::Told(told) => {
                terminal::note(&told);
                told.exit
            }
        }
    }
}

impl From<UnknownName> for Failure {
    fn from(unknown: UnknownName) -> Self {
        Failure::usage(unknown.to_string())
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        let exit = if error.stop().is_some() { Exit::Limit } else { Exit::Usage };
        Failure::new(exit, error.to_string())
    }
}

/// As rustc and cargo tell it: what is wrong, where, what to do about it. Colours are
/// for people: `console` has none where standard error is no terminal, nor with
/// `NO_COLOR`.
impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (error, help) =
            (Style::new().for_stderr().red().bold(), Style::new().for_stderr().cyan().bold());
        // The first word is clap's, so that all errors look alike.
        write!(f, "{} {}", error.apply_to("error:"), self.message)?;
        if let Some(snippet) = &self.snippet {
            write!(f, "\n{snippet}")?;
        }
        if let Some(advice) = &self.help {
            write!(f, "\n{} {advice}", help.apply_to("help:"))?;
        }
        Ok(())
    }
}

//! What can go wrong at the command, and how it is reported: one sentence, an exit
//! code, and for an error in a text the lines around it.

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
    /// The reader of standard output closed it, as in `fewest … | head`. Not reported.
    Closed,
    /// Something to report.
    Report(Box<Report>),
}

/// A failure in words.
#[derive(Debug)]
pub(crate) struct Report {
    exit: Exit,
    message: String,
    help: Option<String>,
    snippet: Option<Snippet>,
}

impl Failure {
    fn new(exit: Exit, message: impl Into<String>) -> Self {
        Failure::Report(Box::new(Report {
            exit,
            message: message.into(),
            help: None,
            snippet: None,
        }))
    }

    /// The options are wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::new(Exit::Usage, message)
    }

    /// There is no plan that solves a puzzle.
    pub(crate) fn not_solved(message: impl Into<String>) -> Self {
        Failure::new(Exit::NotSolved, message)
    }

    /// A text is wrong as a whole.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Failure::new(Exit::Input, message)
    }

    /// A file or a stream failed.
    pub(crate) fn file(message: impl Into<String>) -> Self {
        Failure::new(Exit::File, message)
    }

    /// A text is wrong at a place.
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
        Failure::Report(Box::new(Report {
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
        if let Failure::Report(report) = &mut self {
            report.help = Some(help.into());
        }
        self
    }

    /// Names the puzzle, unless the message already does.
    pub(crate) fn about(mut self, label: &Label) -> Self {
        if let Failure::Report(report) = &mut self
            && report.snippet.is_none()
        {
            let label = label.to_string();
            if !report.message.contains(&label) {
                report.message = format!("{label}: {}", report.message);
            }
        }
        self
    }

    /// Names the seed of what could not be generated.
    pub(crate) fn of_seed(mut self, seed: u64) -> Self {
        if let Failure::Report(report) = &mut self {
            report.message = format!("seed {seed}: {}", report.message);
        }
        self
    }

    /// What is wrong, in a sentence, and the exit code that it means.
    pub(crate) fn sentence(&self) -> (&str, Exit) {
        match self {
            Failure::Closed => ("", Exit::Done),
            Failure::Report(report) => (&report.message, report.exit),
        }
    }

    /// Prints it on standard error and returns the exit code.
    pub(crate) fn report(self) -> Exit {
        match self {
            Failure::Closed => Exit::Done,
            Failure::Report(report) => {
                terminal::note(&report);
                report.exit
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
        let exit = match error.stop() {
            Some(_) => Exit::Limit,
            None if error.is_of_file() => Exit::File,
            None if error.is_of_text() => Exit::Input,
            None => Exit::Usage,
        };
        Failure::new(exit, error.to_string())
    }
}

/// As rustc and cargo write it: what is wrong, where, what to do about it. Colours are
/// for people: `console` has none where standard error is no terminal, nor with
/// `NO_COLOR`.
impl fmt::Display for Report {
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

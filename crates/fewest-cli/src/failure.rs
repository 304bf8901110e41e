//! What can go wrong at the command, and how it is told: one sentence, an exit
//! code, and for a text at fault the lines around the place.

use std::error::Error;
use std::fmt;
use std::io::{self, IsTerminal};

use fewest_puzzles::puzzle::RequestError;
use fewest_puzzles::text::{ParseError, Place};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use crate::exit::Exit;
use crate::input::Source;
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
            snippet: Some(Snippet::new(&source.name, &source.text, place, length)),
        }))
    }

    /// Adds what to do about it.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        if let Failure::Told(told) = &mut self {
            told.help = Some(help.into());
        }
        self
    }

    /// Tells it on standard error and gives the exit code.
    pub(crate) fn tell(self) -> Exit {
        match self {
            Failure::Closed => Exit::Done,
            Failure::Told(told) => {
                let exit = told.exit;
                let mut text = String::new();
                if looks().render_report(&mut text, &*told).is_err() {
                    text = format!("error: {told}");
                }
                terminal::note(text.trim_start());
                exit
            }
        }
    }
}

/// Colours and box-drawing characters are for people: none when standard error
/// is no terminal. The first word is clap's, so that all errors look alike.
fn looks() -> GraphicalReportHandler {
    let mut theme = if !io::stderr().is_terminal() {
        GraphicalTheme::none()
    } else if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        GraphicalTheme::unicode_nocolor()
    } else {
        GraphicalTheme::unicode()
    };
    theme.characters.error = "error:".into();
    GraphicalReportHandler::new_themed(theme).with_links(false).with_wrap_lines(false)
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        Failure::usage(error.to_string())
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Told {}

impl Diagnostic for Told {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.snippet.as_ref().map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::at(self.snippet.as_ref()?.span(), "here");
        Some(Box::new(std::iter::once(label)))
    }
}

//! What a puzzle adds to the command line: positions that are named instead of read,
//! batches, and documents.
//!
//! A puzzle declares its [`Commands`] as data: names, help texts, arguments, and functions
//! that do the work. The command makes options from them and calls the function with the
//! given arguments. It treats the resulting [`Work`] or [`Document`] as it does for all
//! puzzles: it searches, stores results in a file, or draws pictures. So this module knows
//! no command line, and the command knows no puzzle's name.
//!
//! ```
//! use fewest_puzzle::command::{Arg, Args, Command, CommandError, Commands, Document, Host, Show};
//! use fewest_puzzle::puzzle::Choice;
//!
//! struct Greeting(String);
//!
//! impl Document for Greeting {
//!     fn text(&self, _form: &str) -> String {
//!         format!("Hello, {}!\n", self.0)
//!     }
//! }
//!
//! fn greet(args: &Args, _: &mut dyn Host) -> Result<Box<dyn Document>, CommandError> {
//!     Ok(Box::new(Greeting(args.get("name").unwrap_or("you").to_string())))
//! }
//!
//! // `fewest my-puzzle greet [NAME]`
//! static COMMANDS: Commands = Commands {
//!     summary: "Greet",
//!     about: "Greets whoever is named.",
//!     show: &[Show {
//!         name: "greet",
//!         command: Command {
//!             summary: "Say hello",
//!             about: "Says hello to somebody.",
//!             examples: &["fewest my-puzzle greet Ada"],
//!             args: &[Arg::positional("name", "NAME", "Whom to greet").default("you")],
//!             run: greet,
//!         },
//!         forms: &[Choice { name: "text", summary: "A line" }],
//!         figure: None,
//!     }],
//!     ..Commands::NONE
//! };
//!
//! let args = Args::default().with("name", "Ada");
//! let document = (COMMANDS.show[0].command.run)(&args, &mut ())?;
//! assert_eq!(document.text("text"), "Hello, Ada!\n");
//! # Ok::<(), CommandError>(())
//! ```

mod args;
mod batch;
mod suite;

pub use args::{Arg, ArgKind, Args, Required};
pub use batch::{Batch, BatchAnswer, BatchEnd, BatchEvent, BatchWords};
pub use suite::{Grown, Growth, Instance, Suite};

use std::fmt;

use crate::figure::Figure;
use crate::puzzle::{Choice, Position, RequestError};
use crate::text::ParseError;

/// What a puzzle adds to the command.
#[derive(Clone, Copy, Debug)]
pub struct Commands {
    /// What `fewest PUZZLE` does, in a line. Required if [`Commands::show`] is not
    /// empty.
    pub summary: &'static str,
    /// The same in a few sentences.
    pub about: &'static str,
    /// `fewest solve PUZZLE …`: positions that are named instead of read.
    pub solve: Option<Solve>,
    /// `fewest PUZZLE NAME …`: documents.
    pub show: &'static [Show],
    /// `fewest bench NAME`: published suites of positions.
    pub suites: &'static [Suite],
    /// `fewest bench large`: random positions of growing size.
    pub growth: Option<Growth>,
}

impl Commands {
    /// Nothing, which is the default.
    pub const NONE: Commands =
        Commands { summary: "", about: "", solve: None, show: &[], suites: &[], growth: None };
}

/// A command that makes something to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Solve {
    /// The command.
    pub command: Command<Work>,
    /// For commands that can return a batch: the help text of the option `--results`,
    /// which stores the answers in a file so that a later run can resume.
    pub results: Option<&'static str>,
    /// For commands that can return a batch: the arguments for all of it, by a name that
    /// users type as `PUZZLE:NAME` where a campaign takes puzzles.
    pub batch: Option<fn(&str) -> Args>,
}

/// A command that makes a document.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// Its name, as users type it.
    pub name: &'static str,
    /// The command.
    pub command: Command<Box<dyn Document>>,
    /// The forms of text, the first of which is the default.
    pub forms: &'static [Choice],
    /// What a picture of it shows, if it has a [`Document::figure`].
    pub figure: Option<&'static str>,
}

/// A command that makes a `T`.
pub struct Command<T> {
    /// What it does, in a line: a capital, a verb, no full stop.
    pub summary: &'static str,
    /// The same in a few sentences.
    pub about: &'static str,
    /// Example command lines.
    pub examples: &'static [&'static str],
    /// Its arguments.
    pub args: &'static [Arg],
    /// Runs it.
    pub run: fn(&Args, &mut dyn Host) -> Result<T, CommandError>,
}

impl<T> Clone for Command<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Command<T> {}

impl<T> fmt::Debug for Command<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command").field("summary", &self.summary).finish_non_exhaustive()
    }
}

/// The environment that runs a command: it has the files.
pub trait Host {
    /// Reads the file of this name; `-` is standard input.
    fn read(&mut self, name: &str) -> Result<Source, Unread>;

    /// Whether there is a file of this name.
    fn has(&self, name: &str) -> bool;
}

/// A host without files.
impl Host for () {
    fn read(&mut self, _name: &str) -> Result<Source, Unread> {
        Err(Unread)
    }

    fn has(&self, _name: &str) -> bool {
        false
    }
}

/// A text and where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name for messages.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// An error in this text.
    pub fn at_fault(self, error: ParseError) -> CommandError {
        CommandError::Text { text: self, error }
    }
}

/// A file that could not be read. The host knows why and reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a file could not be read")]
pub struct Unread;

/// Why a command failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The arguments are wrong.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A text is wrong.
    #[error("{}: {error}", text.name)]
    Text {
        /// The text.
        text: Source,
        /// What is wrong, and where.
        error: ParseError,
    },
    /// No file or anything else has that name.
    #[error("{message}")]
    NoFile {
        /// The error message.
        message: String,
        /// A help text.
        help: String,
    },
    /// A file could not be read.
    #[error(transparent)]
    Unread(#[from] Unread),
}

/// What a command returns to be solved.
pub enum Work {
    /// A position, to be solved as one that was read.
    Position(Box<dyn Position>),
    /// Many answers of one search.
    Batch(Box<dyn Batch>),
}

/// Something to be shown in one of several forms.
pub trait Document {
    /// Writes it in a form of [`Show::forms`].
    fn text(&self, form: &str) -> String;

    /// Its figure.
    fn figure(&self) -> Option<Figure> {
        None
    }
}

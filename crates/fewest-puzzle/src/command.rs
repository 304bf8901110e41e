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

use std::collections::BTreeMap;
use std::fmt;

use fewest::search::{Budget, Counts, Stop};
use fewest::space::Cost;

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

/// Random positions of growing size, most of them too large for a proof: how good plans
/// become, and how fast.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// What a size says, e.g. "columns and rows".
    pub unit: &'static str,
    /// The sizes by default, ascending.
    pub sizes: &'static [u32],
    /// What lengths of plans are compared with, e.g. "the Manhattan distance".
    pub yardstick: &'static str,
    /// A position of a size and a seed, and its yardstick; without one, plans are
    /// compared with the bound that the search proves.
    pub make: fn(u32, u64) -> Result<Grown, RequestError>,
}

/// A position of [`Growth`], and its yardstick.
pub type Grown = (Box<dyn Position>, Option<Cost>);

/// A published suite of positions with known answers.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Its name, as users type it.
    pub name: &'static str,
    /// What it is, in a line, with its source.
    pub summary: &'static str,
    /// Its positions, in order.
    pub instances: fn() -> Vec<Instance>,
}

/// A position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its number in the suite.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// The published fewest moves.
    pub fewest: Cost,
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

/// Many questions that one search answers together, with results that can be kept in a
/// file: a header that says what they are results of, then a line for each answer.
pub trait Batch {
    /// What it is, in a few words.
    fn describe(&self) -> String;

    /// What its questions are called.
    fn words(&self) -> BatchWords;

    /// The number of questions.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the results begin with, as whole lines.
    fn header(&self) -> String;

    /// Takes the answers in results of earlier runs, which are whole lines and begin with a
    /// header. [`Batch::run`] skips them. Returns those that answer questions of this batch.
    fn resume(&mut self, text: &str) -> Result<Vec<BatchAnswer>, ParseError>;

    /// The part of a line of results that says what was asked. By default the whole line.
    fn question<'a>(&self, line: &'a str) -> &'a str {
        line
    }

    /// Answers what is open, or as much of it as the budget allows.
    fn run(
        &mut self,
        budget: &Budget,
        report: &mut dyn FnMut(BatchEvent<'_>),
    ) -> Result<BatchEnd, RequestError>;
}

/// What a batch's questions are called.
#[derive(Clone, Copy, Debug)]
pub struct BatchWords {
    /// The name of one question: "pair".
    pub one: &'static str,
    /// What to give for a single position instead: "two glyphs".
    pub single: &'static str,
    /// How to get the results in another form, if possible.
    pub forms: Option<&'static str>,
}

/// An answer of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchAnswer {
    /// The fewest moves.
    Solved(Cost),
    /// Unsolvable (proved).
    Unsolvable,
}

/// What a batch reports while it runs.
#[derive(Clone, Copy, Debug)]
pub enum BatchEvent<'a> {
    /// The method, and the minimum bytes it takes.
    Method(&'a str, u64),
    /// Its progress, in a few words.
    Progress(fmt::Arguments<'a>),
    /// An answer, and its line of the results.
    Answer(BatchAnswer, &'a str),
}

/// How a batch ended.
#[derive(Clone, Copy, Debug)]
pub struct BatchEnd {
    /// Why it stopped.
    pub stop: Stop,
    /// What it spent.
    pub counts: Counts,
    /// The number of open questions.
    pub open: usize,
    /// A proven lower bound on the moves of each of them.
    pub bound: Cost,
}

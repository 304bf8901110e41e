//! What a puzzle adds to the command beyond what every puzzle has: positions that are
//! named instead of read, batches, and documents.
//!
//! A puzzle declares its [`Commands`] as data: names, help texts, arguments, and functions
//! that do the work. Whoever has a command line makes options of them, calls the function
//! with what was given, and does with the [`Work`] or the [`Document`] what it does with all
//! puzzles: searches with its options, keeps results in a file, draws pictures. So
//! nothing here knows of command lines, and no command line knows a puzzle's name.
//!
//! ```
//! use fewest_puzzles::command::{Arg, Args, Command, CommandError, Commands, Document, Host, Show};
//! use fewest_puzzles::puzzle::Choice;
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
    /// What `fewest PUZZLE` is for, in a line. Needed where [`Commands::show`] has any.
    pub summary: &'static str,
    /// The same in a few sentences.
    pub about: &'static str,
    /// `fewest solve PUZZLE …`: positions that are named instead of read.
    pub solve: Option<Solve>,
    /// `fewest PUZZLE NAME …`: documents.
    pub show: &'static [Show],
}

impl Commands {
    /// Nothing, as most puzzles have it.
    pub const NONE: Commands = Commands { summary: "", about: "", solve: None, show: &[] };
}

/// A command that makes something to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Solve {
    /// The command.
    pub command: Command<Work>,
    /// For commands that can give a batch: the help text of the option `--results`, by
    /// which the answers are kept in a file and a later run resumes.
    pub results: Option<&'static str>,
}

/// A command that makes a document.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// Its name, as one types it.
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
    /// Lines to try.
    pub examples: &'static [&'static str],
    /// What it takes.
    pub args: &'static [Arg],
    /// Does it.
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

/// What a command takes.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Its name: small letters and hyphens; `--name` for all but positional ones.
    pub name: &'static str,
    /// What it looks like.
    pub kind: ArgKind,
    /// What it does, in a line.
    pub help: &'static str,
    /// What is taken where it is not given.
    pub default: Option<&'static str>,
    /// Whether it must be given.
    pub required: Required,
    /// The arguments that can't be given together with it.
    pub conflicts: &'static [&'static str],
    /// The arguments that must be given together with it.
    pub requires: &'static [&'static str],
}

/// What an argument looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// A value by its place, with this name in help texts.
    Positional(&'static str),
    /// `--name VALUE`, with this name of the value in help texts.
    Option(&'static str),
    /// `--name`.
    Flag,
}

/// Whether an argument must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Required {
    /// It need not be.
    Never,
    /// It must.
    Always,
    /// Unless one of these is.
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

    /// A value by its place, which may be left out unless [`Arg::required`] says otherwise.
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

    /// With a value that is taken where none is given.
    #[must_use]
    pub const fn default(self, value: &'static str) -> Arg {
        Arg { default: Some(value), ..self }
    }

    /// To be given always, or unless something else is.
    #[must_use]
    pub const fn required(self, required: Required) -> Arg {
        Arg { required, ..self }
    }

    /// Not together with these.
    #[must_use]
    pub const fn conflicts(self, with: &'static [&'static str]) -> Arg {
        Arg { conflicts: with, ..self }
    }

    /// Only together with these.
    #[must_use]
    pub const fn requires(self, others: &'static [&'static str]) -> Arg {
        Arg { requires: others, ..self }
    }
}

/// What was given to a command.
#[derive(Clone, Debug, Default)]
pub struct Args {
    values: BTreeMap<&'static str, String>,
}

impl Args {
    /// And this value; for a flag any, as a rule an empty one.
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

/// Whoever runs a command: it has the files.
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
    /// Says that this text is at fault.
    pub fn at_fault(self, error: ParseError) -> CommandError {
        CommandError::Text { text: self, error }
    }
}

/// A file that could not be read. The host knows why and tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a file could not be read")]
pub struct Unread;

/// Why a command gives nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The arguments are at fault.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A text is at fault.
    #[error("{}: {error}", text.name)]
    Text {
        /// The text.
        text: Source,
        /// What is wrong, and where.
        error: ParseError,
    },
    /// There is no such file, nor anything else of that name.
    #[error("{message}")]
    NoFile {
        /// What there is not.
        message: String,
        /// What there is.
        help: String,
    },
    /// A file could not be read.
    #[error(transparent)]
    Unread(#[from] Unread),
}

/// What a command gives to be solved.
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

    /// What is drawn of it.
    fn figure(&self) -> Option<Figure> {
        None
    }
}

/// Many questions that one search answers together, with results that can be kept in a
/// file: a header that says what they are results of, then a line for each answer.
pub trait Batch {
    /// What it is, in a few words.
    fn describe(&self) -> String;

    /// How its questions are spoken of.
    fn words(&self) -> BatchWords;

    /// How many questions there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the results begin with, as whole lines.
    fn header(&self) -> String;

    /// Takes the answers in results of earlier runs, which are whole lines and begin with a
    /// header. [`Batch::run`] leaves them out. Gives those that answer questions of this batch.
    fn resume(&mut self, text: &str) -> Result<Vec<BatchAnswer>, ParseError>;

    /// Answers what is open, or as much of it as the budget allows.
    fn run(
        &mut self,
        budget: &Budget,
        report: &mut dyn FnMut(BatchEvent<'_>),
    ) -> Result<BatchEnd, RequestError>;
}

/// How a batch's questions are spoken of.
#[derive(Clone, Copy, Debug)]
pub struct BatchWords {
    /// What one of them is called: "pair".
    pub one: &'static str,
    /// What is given for a position instead: "two glyphs".
    pub single: &'static str,
    /// What makes another form of the results, if anything does.
    pub forms: Option<&'static str>,
}

/// An answer of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchAnswer {
    /// The fewest moves.
    Solved(Cost),
    /// It was proved that there is no plan.
    Unsolvable,
}

/// What a batch tells while it runs.
#[derive(Clone, Copy, Debug)]
pub enum BatchEvent<'a> {
    /// How it will be done, and the bytes that this takes at least.
    Method(&'a str, u64),
    /// What it is at, in a few words.
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
    /// How many questions are open.
    pub open: usize,
    /// The fewest moves that any of them needs, as far as it is proved.
    pub bound: Cost,
}

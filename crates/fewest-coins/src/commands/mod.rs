//! The commands of coins: glyphs of a font made from each other, and fonts and tables
//! shown.

mod batch;

use batch::FontBatch;

use super::{DEFAULT_FONT, FONTS, Font, Lengths, Level};
use crate::CoinsPuzzle;
use crate::command::{
    Arg, Args, Command, CommandError, Commands, Document, Host, Required, Show, Solve, Work,
};
use crate::figure::Figure;
use crate::puzzle::{Choice, Erased};

/// What coins add to the command.
pub(super) static COMMANDS: Commands = Commands {
    summary: "Show coin fonts, and tables of the fewest moves between their glyphs",
    about: "Shows a font of coins, or makes a table of the results that `fewest solve coins \
            --all --results FILE` collects: the fewest moves from each glyph to each other, as \
            text, JSON, or a heat map.",
    solve: Some(Solve {
        command: SOLVE,
        results: Some(
            "Collect the answers for --from and --all in this file, and skip the pairs it \
             already has",
        ),
        batch: Some(|font| Args::default().with("font", font).with("all", "")),
    }),
    show: &[FONT, TABLE],
    ..Commands::NONE
};

const SOLVE: Command<Work> = Command {
    summary: "Make one glyph of a font of coins from another",
    about: "Finds the fewest moves from one glyph to another, from one to all others, or from \
            each to each. With several pairs, each answer is a line: start, target, number \
            of moves, moves. With --results the answers are collected in a file, and an \
            interrupted run is resumable. The exit code is 10 if any pair is unsolvable \
            (proved). Several pairs have no default time limit.",
    examples: &[
        "fewest solve coins A B",
        "fewest solve coins A B | fewest check coins:A-B -",
        "fewest solve coins --font 5x9 --from A --results results.txt",
        "fewest solve coins --all --results results.txt",
        "fewest coins table results.txt -o lengths.svg",
    ],
    args: &[
        Arg::positional("start", "A", "Start from this glyph")
            .required(Required::Unless(&["from", "all"]))
            .conflicts(&["from", "all"]),
        Arg::positional("target", "B", "Make this glyph")
            .required(Required::Unless(&["from", "all"])),
        Arg::option("font", "FONT", "Use this font: 5x7, 5x9, or a file; see `fewest coins font`")
            .default(DEFAULT_FONT),
        Arg::option("from", "A", "Make every other glyph from this one").conflicts(&["all"]),
        Arg::flag("all", "Make every glyph from every other"),
    ],
    run: solve,
};

fn solve(args: &Args, host: &mut dyn Host) -> Result<Work, CommandError> {
    let font = font(args, host)?;
    if let (Some(start), Some(target)) = (args.get("start"), args.get("target")) {
        let level = Level::between(&font, font.place_of(start)?, font.place_of(target)?);
        return Ok(Work::Position(Erased::<CoinsPuzzle>::position(level)));
    }
    let from = args.get("from").map(|name| font.place_of(name)).transpose()?;
    Ok(Work::Batch(Box::new(FontBatch::new(font, from))))
}

const FONT: Show = Show {
    name: "font",
    command: Command {
        summary: "Show the glyphs of a font",
        about: "Shows a font that comes with the program or that a file has, as text, as a \
                drawing, or in the format of font files.",
        examples: &[
            "fewest coins font",
            "fewest coins font 5x9 -o font.svg",
            "fewest coins font 5x7 --format font > my-font.txt",
        ],
        args: &[Arg::positional("font", "FONT", "Show this font: 5x7, 5x9, or a file")
            .default(DEFAULT_FONT)],
        run: |args, host| Ok(Box::new(font(args, host)?)),
    },
    forms: &[
        Choice { name: "text", summary: "Glyphs side by side" },
        Choice { name: "font", summary: "The format of font files" },
    ],
    figure: Some("A drawing"),
};

impl Document for Font {
    fn text(&self, form: &str) -> String {
        match form {
            "font" => self.print(),
            _ => self.sheet(),
        }
    }

    fn figure(&self) -> Option<Figure> {
        Some(Font::figure(self))
    }
}

const TABLE: Show = Show {
    name: "table",
    command: Command {
        summary: "Make a table of the fewest moves from a results file",
        about: "Reads what `fewest solve coins --all --results FILE` gathered, replays every \
                plan, and gives the fewest moves from each glyph to each other.",
        examples: &[
            "fewest coins table results.txt",
            "fewest coins table results.txt -o lengths.svg",
            "fewest coins table results.txt --format json",
        ],
        args: &[Arg::positional("results", "RESULTS", "Read this results file")
            .required(Required::Always)],
        run: |args, host| {
            let source = host.read(args.get("results").unwrap_or_default())?;
            match Lengths::read(&source.text) {
                Ok(lengths) => Ok(Box::new(lengths)),
                Err(error) => Err(source.at_fault(error)),
            }
        },
    },
    forms: &[
        Choice { name: "text", summary: "Rows and columns" },
        Choice { name: "json", summary: "One JSON object" },
    ],
    figure: Some("A heat map"),
};

impl Document for Lengths {
    fn text(&self, form: &str) -> String {
        match form {
            "json" => self.json(),
            _ => Lengths::text(self),
        }
    }

    fn figure(&self) -> Option<Figure> {
        Some(Lengths::figure(self))
    }
}

/// The embedded font with the given name, or the font in the file with that name.
fn font(args: &Args, host: &mut dyn Host) -> Result<Font, CommandError> {
    let name = args.get("font").unwrap_or(DEFAULT_FONT);
    if let Ok(font) = Font::embedded(name) {
        return Ok(font);
    }
    if !host.has(name) {
        let fonts = FONTS.names().collect::<Vec<_>>().join(", ");
        return Err(CommandError::NoFile {
            message: format!("unknown font '{name}', and no file has that name"),
            help: format!("available: {fonts}"),
        });
    }
    let source = host.read(name)?;
    Font::parse(&source.text).map_err(|error| source.at_fault(error))
}

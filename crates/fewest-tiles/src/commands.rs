//! What tiles add to the command: published suites, and the stored databases.

use std::io::{Error, ErrorKind};

use crate::Geometry;
use crate::command::{Arg, Args, Command, CommandError, Commands, Document, Host, Show};
use crate::generator;
use crate::pattern::files::{self, FOLDER, Stored};
use crate::pattern::library::{self, Store};
use crate::pattern::{BuildError, Partition, collections};
use crate::puzzle::{Choice, RequestError};
use crate::suites;
use fewest::search::Budget;

/// What tiles add to the command.
pub(crate) static COMMANDS: Commands = Commands {
    summary: "List, build, verify and delete stored pattern databases",
    about: "Manages the pattern databases that solving builds and stores.",
    show: &[TABLES],
    suites: suites::SUITES,
    growth: Some(suites::GROWTH),
    ..Commands::NONE
};

const TABLES: Show = Show {
    name: "tables",
    command: Command {
        summary: "List, build, verify or delete stored pattern databases",
        about: "Pattern databases that take longer to build than to read are stored in the \
                platform's cache folder, or in the one that FEWEST_CACHE names. `list` shows \
                them, `verify` reads them in full, `build` makes those for a size, and \
                `delete` removes one or all. Damaged files are never used, and built again \
                when they are needed.",
        examples: &[
            "fewest tiles tables",
            "fewest tiles tables build 4x4 --tiles 8",
            "fewest tiles tables verify",
            "fewest tiles tables delete all",
        ],
        args: &[
            Arg::positional("action", "ACTION", "list, build, verify or delete").default("list"),
            Arg::positional(
                "what",
                "WHAT",
                "build: the size, e.g. 4x4; delete: a file's name, or all",
            ),
            Arg::option("tiles", "N", "build: tiles in the largest group, 1 to 8").default("6"),
        ],
        run: |args, host| Ok(Box::new(Text(tables(args, host)?))),
    },
    forms: &[Choice { name: "text", summary: "Lines" }],
    figure: None,
};

struct Text(String);

impl Document for Text {
    fn text(&self, _form: &str) -> String {
        self.0.clone()
    }
}

fn tables(args: &Args, _: &mut dyn Host) -> Result<String, CommandError> {
    let what = args.get("what");
    match (args.get("action").unwrap_or("list"), what) {
        ("list", None) => list(),
        ("verify", None) => verify(),
        ("build", Some(size)) => build(size, args.get("tiles").unwrap_or("6")),
        ("build", None) => Err(wrong("build needs a size, e.g. 4x4")),
        ("delete", Some(name)) => delete(name),
        ("delete", None) => Err(wrong("delete needs a file's name, or all")),
        ("list" | "verify", Some(_)) => Err(wrong("list and verify take nothing else")),
        (other, _) => {
            Err(wrong(format!("unknown action '{other}'; available: list, build, verify, delete")))
        }
    }
}

fn wrong(message: impl Into<String>) -> CommandError {
    RequestError::new(message).into()
}

fn failed(message: impl Into<String>) -> CommandError {
    RequestError::file(message).into()
}

fn list() -> Result<String, CommandError> {
    lines(&stored(false)?, "")
}

fn verify() -> Result<String, CommandError> {
    let stored = stored(true)?;
    let fault = |file: &Stored| Some(format!("{}: {}", file.name, file.fault?));
    let faults: Vec<String> = stored.iter().filter_map(fault).collect();
    if faults.is_empty() {
        return lines(&stored, "  whole");
    }
    let folder = folder()?;
    let count = crate::text::count(faults.len(), "damaged database");
    let all = faults.join("; ");
    Err(failed(format!("{count} in {folder}, to be built again where needed: {all}")))
}

fn stored(verify: bool) -> Result<Vec<Stored>, CommandError> {
    let folder = folder()?;
    files::list(verify).map_err(|error| failed(format!("cannot read folder {folder}: {error}")))
}

/// A line for each file, and how many there are.
fn lines(stored: &[Stored], state: &str) -> Result<String, CommandError> {
    let mut text = String::new();
    for file in stored {
        let bytes = crate::text::grouped(file.bytes);
        text.extend([file.name.as_str(), "  ", &bytes, " bytes", state, "\n"]);
    }
    let count = crate::text::count(stored.len(), "database");
    Ok(format!("{text}{count} in {}\n", folder()?))
}

fn folder() -> Result<String, CommandError> {
    let folder = files::folder().ok_or_else(|| wrong(format!("no cache folder; set {FOLDER}")))?;
    Ok(folder.display().to_string())
}

fn build(size: &str, tiles: &str) -> Result<String, CommandError> {
    let (width, height) = generator::parse_size(size)?;
    let tiles: usize = match tiles.parse() {
        Ok(tiles) if (1..=8).contains(&tiles) => tiles,
        _ => return Err(wrong(format!("--tiles {tiles}: a group has 1 to 8 tiles"))),
    };
    let geometry = Geometry::new(width, height, &Geometry::blank_last(width, height));
    let too_large =
        || wrong(format!("databases of {tiles} tiles on {width}x{height} would be too large"));
    if geometry.cells() > 31 {
        return Err(too_large());
    }
    collections::of_user()?;
    let partitions = Partition::of_size(&geometry, tiles);
    match library::bytes_of_all(&geometry, &partitions) {
        Some(bytes) if bytes <= MAX_BYTES => {}
        _ => return Err(too_large()),
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let budget = Budget { threads, ..Budget::default() };
    let built = library::sums(&geometry, &partitions, &budget, Store::Always, &mut |_| {});
    match built {
        Ok((_, None)) => list(),
        Ok((_, Some(fault))) => {
            Err(failed(format!("cannot write to folder {}: {fault}", folder()?)))
        }
        Err(BuildError::Rank(_) | BuildError::Stopped(_)) => Err(too_large()),
    }
}

/// The largest databases that are stored on request.
const MAX_BYTES: u64 = 4 << 30;

fn delete(name: &str) -> Result<String, CommandError> {
    let folder = folder()?;
    let failed = |name: &str, error: &Error| match error.kind() {
        ErrorKind::NotFound => wrong(format!("unknown database '{name}' in {folder}")),
        _ => failed(format!("cannot delete {name} in {folder}: {error}")),
    };
    let names = if name == "all" {
        let stored = files::list(false).map_err(|error| failed(name, &error))?;
        stored.into_iter().map(|file| file.name).collect()
    } else {
        vec![name.to_string()]
    };
    for name in &names {
        files::delete(name).map_err(|error| failed(name, &error))?;
    }
    Ok(format!("deleted {}\n", crate::text::count(names.len(), "database")))
}

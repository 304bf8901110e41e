//! A puzzle from outside has the whole command: this test is its own command, with a
//! puzzle that the library does not know, and runs it in separate processes.
#![allow(clippy::unwrap_used)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Output, Stdio};

use fewest::search::Algorithm;
use fewest_puzzles::command::{
    Arg, Args, Command as Declared, CommandError, Commands, Document, Host, Required, Show, Solve,
    Work,
};
use fewest_puzzles::figure::Figure;
use fewest_puzzles::puzzle::{
    Choice, Erased, Generate, Likeness, NamedLevel, Position, Puzzle, Registry, RequestError,
    Setting,
};
use fewest_puzzles::text::ParseError;
use fewest_puzzles::tiles::SlidingTiles;

const TILES: &dyn Puzzle = Erased::<SlidingTiles>::PUZZLE;

/// Sliding tiles under another name, with its own commands.
struct Slides;

impl Puzzle for Slides {
    fn name(&self) -> &'static str {
        "slides"
    }
    fn summary(&self) -> &'static str {
        "tiles from outside"
    }
    fn example(&self) -> &'static str {
        TILES.example()
    }
    fn formats(&self) -> Vec<Choice> {
        TILES.formats()
    }
    fn plan_formats(&self) -> Vec<Choice> {
        TILES.plan_formats()
    }
    fn heuristics(&self) -> Vec<Choice> {
        TILES.heuristics()
    }
    fn algorithms(&self) -> Vec<Algorithm> {
        TILES.algorithms()
    }
    fn solvers(&self) -> Vec<Choice> {
        vec![Choice { name: "by-magic", summary: "a solver from outside" }]
    }
    fn goals(&self) -> Vec<Choice> {
        Vec::new()
    }
    fn settings(&self) -> &'static [Setting] {
        &[Setting { name: "glitter", value: "N", summary: "Set how much it glitters" }]
    }
    fn default_seed(&self, _: &BTreeMap<String, String>) -> Option<u64> {
        None
    }
    fn levels(&self) -> &'static [NamedLevel] {
        &[]
    }
    fn level(&self, _: &str) -> Result<Cow<'static, str>, RequestError> {
        Ok("1 2 3\n4 5 6\n7 _ 8\n".into())
    }
    fn recognise(&self, text: &str) -> Likeness {
        TILES.recognise(text)
    }
    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        TILES.parse(text)
    }
    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError> {
        let request = Generate { settings: [].into(), ..request.clone() };
        TILES.generate(&request)
    }
    fn commands(&self) -> &'static Commands {
        &COMMANDS
    }
}

static COMMANDS: Commands = Commands {
    summary: "Show what slides",
    about: "Shows what slides.",
    suites: &[],
    growth: None,
    solve: Some(Solve {
        command: Declared {
            summary: "Solve a board that is typed",
            about: "Solves the board that its tiles in rows make.",
            examples: &["fewest solve slides '1 2/_ 3'"],
            args: &[Arg::positional("board", "BOARD", "The rows, with slashes between them")
                .required(Required::Always)],
            run: typed,
        },
        results: None,
        batch: None,
    }),
    show: &[Show {
        name: "poster",
        command: Declared {
            summary: "Make a poster of a board",
            about: "Makes a poster of the board that a file has.",
            examples: &[],
            args: &[
                Arg::positional("file", "FILE", "The board").required(Required::Always),
                Arg::flag("loud", "Shout"),
            ],
            run: poster,
        },
        forms: &[Choice { name: "text", summary: "A line" }],
        figure: Some("The board"),
    }],
};

fn typed(args: &Args, _: &mut dyn Host) -> Result<Work, CommandError> {
    let text = args.get("board").unwrap_or_default().replace('/', "\n");
    let position = TILES.parse(&text);
    position.map(Work::Position).map_err(|error| RequestError::new(error.to_string()).into())
}

struct Poster(Box<dyn Position>, bool);

impl Document for Poster {
    fn text(&self, _: &str) -> String {
        let text = format!("see {}\n", self.0.describe());
        if self.1 { text.to_uppercase() } else { text }
    }
    fn figure(&self) -> Option<Figure> {
        Some(Figure::Sheet(vec![("now".into(), self.0.scene())]))
    }
}

fn poster(args: &Args, host: &mut dyn Host) -> Result<Box<dyn Document>, CommandError> {
    let source = host.read(args.get("file").unwrap_or_default())?;
    match TILES.parse(&source.text) {
        Ok(position) => Ok(Box::new(Poster(position, args.flag("loud")))),
        Err(error) => Err(source.at_fault(error)),
    }
}

/// Set in the processes that are the command.
const COMMAND: &str = "FEWEST_OUTSIDE";

fn main() -> ExitCode {
    if std::env::var_os(COMMAND).is_some() {
        return fewest_cli::run(Registry::standard().with_puzzle(&Slides));
    }
    let tests: [(&str, fn()); 6] = [
        ("it_is_listed_and_solved", it_is_listed_and_solved),
        ("it_generates", it_generates),
        ("shells_and_manuals_know_it", shells_and_manuals_know_it),
        ("it_solves_by_its_own_command", it_solves_by_its_own_command),
        ("it_shows_by_its_own_command", it_shows_by_its_own_command),
        ("errors_name_it", errors_name_it),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env(COMMAND, "1").args(args).stdin(Stdio::null()).output().unwrap()
}

fn done(args: &[&str]) -> String {
    let output = run(args);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str], code: i32) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn it_is_listed_and_solved() {
    assert!(done(&["list"]).contains("slides: tiles from outside\n"));
    let listed = done(&["list", "slides"]);
    assert!(listed.starts_with("slides: "));
    assert!(listed.contains(" slides poster  Make a poster of a board\n"), "{listed}");
    assert_eq!(done(&["solve", "-p", "slides", "tests/boards/near.txt", "-q"]), "L L\n");
    assert_eq!(done(&["solve", "slides:any", "-q"]), "L\n");
    for args in
        [&["check", "slides:any", "tests/boards/short.plan"][..], &["explore", "slides:any"]]
    {
        done(args);
    }
}

fn it_generates() {
    let board = done(&["generate", "slides", "3x3", "--seed", "5", "--glitter", "2", "-q"]);
    assert_eq!(board, done(&["generate", "tiles", "3x3", "--seed", "5", "-q"]));
    assert!(done(&["generate", "--help"]).contains("tiles from outside"));
}

fn shells_and_manuals_know_it() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = done(&["completions", shell]);
        for name in ["slides", "glitter", "poster"] {
            assert!(script.contains(name), "{shell} does not know {name}");
        }
        // The others complete no values.
        if ["bash", "fish", "zsh"].contains(&shell) {
            assert!(script.contains("by-magic"), "{shell} does not know the solver");
        }
    }
    let pages = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outside-man");
    let _ = std::fs::remove_dir_all(&pages);
    done(&["man", pages.to_str().unwrap()]);
    // Pages have the name of this program.
    let own = std::env::current_exe().unwrap();
    let own = own.file_stem().unwrap().to_str().unwrap();
    for page in ["generate-slides", "solve-slides", "slides-poster"] {
        let page = format!("{own}-{page}.1");
        assert!(pages.join(&page).exists(), "{page}");
    }
    let help = done(&["--help"]);
    assert!(help.contains("  slides       Show what slides\n  list "), "{help}");
}

fn it_solves_by_its_own_command() {
    assert_eq!(done(&["solve", "slides", "1 2 3/4 5 6/7 _ 8", "-q"]), "L\n");
    let json = done(&["solve", "slides", "1 2/_ 3", "--json", "-a", "astar"]);
    assert!(json.contains("\"status\":\"optimal\""), "{json}");
    let told = refused(&["solve", "slides", "1 2/_ x"], 2);
    assert!(told.starts_with("error: line 2, column 3: "), "{told}");
}

fn it_shows_by_its_own_command() {
    let board = "tests/boards/near.txt";
    assert_eq!(done(&["slides", "poster", board]), "see 3 × 3 sliding tiles\n");
    assert_eq!(done(&["slides", "poster", board, "--loud"]), "SEE 3 × 3 SLIDING TILES\n");
    assert!(done(&["slides", "poster", board, "-f", "svg"]).starts_with("<svg"));
    let picture = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("poster.png");
    done(&["slides", "poster", board, "-o", picture.to_str().unwrap()]);
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    let told = refused(&["slides", "poster", "tests/boards/letter.txt"], 3);
    assert!(told.contains("\n --> tests/boards/letter.txt:2:3\n"), "{told}");
    refused(&["slides", "poster", "tests/boards/nowhere.txt"], 4);
    refused(&["slides", "poster", board, "-o", board, "-f", "svg"], 2);
    refused(&["slides", "poster", board, "-f", "png"], 2);
}

fn errors_name_it() {
    let told = refused(&["solve", "-p", "slide", "tests/boards/near.txt"], 2);
    assert!(told.contains("slides"), "{told}");
    let told = refused(&["solve", "slides:any", "-a", "by-luck"], 2);
    assert!(told.contains("by-magic"), "{told}");
}

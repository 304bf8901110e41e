//! Plans as text: the moves separated by spaces, or each move with the picture after
//! it.
//!
//! ```
//! use fewest_coins::{Level, PlanFormat, plan};
//!
//! let level = Level::parse("oo-\no--\n\n-o-\noo-\n")?;
//! let moves: Vec<_> = plan::read(&level, "0_0-1_1")?.into_iter().map(|(hop, _)| hop).collect();
//! assert_eq!(plan::write(&level, &moves, PlanFormat::Moves)?, "0_0-1_1\n");
//! assert_eq!(
//!     plan::write(&level, &moves, PlanFormat::Pictures)?,
//!     "oo-\no--\n0_0-1_1\n-o-\noo-\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::board::Hop;
use super::level::Level;
use super::notation::{parse_hop, play, print_hop, print_hops};
use super::picture::{self, Like, is_row, source};
use crate::puzzle::RequestError;
use crate::text::letters::{MAX_MOVES, too_many};
use crate::text::{ParseError, Place, Source};
use fewest::names::{Name, Names};

/// A format in which plans are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanFormat {
    /// The first and the last cell of each move: `1_2-3_4`.
    Moves,
    /// The picture of the start, then each move and the picture after it.
    Pictures,
}

impl PlanFormat {
    /// All formats by name; the first is the default.
    pub const NAMES: Names<PlanFormat> = Names::new(&[
        Name::new("moves", PlanFormat::Moves, "x_y-x_y for each move: from one cell to another"),
        Name::new(
            "pictures",
            PlanFormat::Pictures,
            "the start, then each move and the picture after it",
        ),
    ]);

    /// All of them.
    pub const ALL: [PlanFormat; 2] = PlanFormat::NAMES.values();
}

/// Reads a plan in any format: each move and its place in the text. Each picture must
/// follow from the one before.
pub fn read(start: &Level, text: &str) -> Result<Vec<(Hop, Place)>, ParseError> {
    let source = source(text);
    let first = source.lines().next().unwrap_or("").trim();
    if is_row(first) { read_pictures(start, source) } else { read_moves(start, source) }
}

fn read_moves(start: &Level, source: Source<'_>) -> Result<Vec<(Hop, Place)>, ParseError> {
    let mut moves = Vec::new();
    for (line, number) in source.numbered_lines() {
        for word in crate::text::words(line, number) {
            if moves.len() == MAX_MOVES {
                return Err(too_many(word.place));
            }
            let hop = parse_hop(start.board(), word.text)
                .map_err(|error| ParseError::at(&word, error.to_string()))?;
            moves.push((hop, word.place));
        }
    }
    Ok(moves)
}

fn read_pictures(start: &Level, source: Source<'_>) -> Result<Vec<(Hop, Place)>, ParseError> {
    let board = start.board();
    let mut coins = start.start();
    let mut moves = Vec::new();
    let mut shown: Vec<&str> = Vec::new();
    let check = |shown: &[&str], coins: u64, moves: usize| {
        let like = Like { board: *board, coins: coins.count_ones(), first: "the start" };
        let (_, picture) = picture::read(source, shown, Some(like))?;
        let Some(cell) = super::board::cells_of(picture ^ coins).next() else { return Ok(()) };
        let (x, y) = board.place(cell);
        let is = if coins >> cell & 1 == 1 { "has a coin" } else { "is empty" };
        let message = match moves {
            0 => format!("the first picture must be the start, where this cell {is}"),
            _ => format!("after move {moves} this cell {is}"),
        };
        Err(source.error(&shown[y][x..=x], message))
    };
    for line in source.lines() {
        let word = line.trim();
        if is_row(word) {
            shown.push(word);
            continue;
        }
        check(&shown, coins, moves.len())?;
        shown.clear();
        let hop = parse_hop(board, word).map_err(|error| source.error(word, error.to_string()))?;
        coins = play(board, coins, hop)
            .map_err(|error| source.error(word, format!("this move is not legal: {error}")))?;
        moves.push((hop, source.place(word)));
    }
    check(&shown, coins, moves.len())?;
    Ok(moves)
}

/// The maximum length of a written text.
const LONGEST_TEXT: usize = 1 << 30;

/// Writes a plan that begins at `start`.
pub fn write(start: &Level, moves: &[Hop], format: PlanFormat) -> Result<String, RequestError> {
    let board = start.board();
    if format == PlanFormat::Moves {
        return Ok(print_hops(board, moves) + "\n");
    }
    let mut coins = start.start();
    let mut text = picture::print(board, coins);
    if (text.len() + 16).saturating_mul(moves.len()) > LONGEST_TEXT {
        return Err(RequestError::new(format!(
            "{} pictures would take more than a gigabyte; write the plan as 'moves'",
            moves.len() + 1
        )));
    }
    for (&hop, number) in moves.iter().zip(1..) {
        coins = play(board, coins, hop)
            .map_err(|error| RequestError::new(format!("move {number} is not legal: {error}")))?;
        text += &print_hop(board, hop);
        text.push('\n');
        text += &picture::print(board, coins);
    }
    Ok(text)
}

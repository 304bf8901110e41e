//! `view`: a position as a page shows it, with its legal moves.

use fewest_puzzles::puzzle::{Position, RequestError};
use fewest_puzzles::scene::Motion;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Painter, Step};
use crate::position::{Place, lossless};
use crate::{Api, ApiError};

/// Boards with more cells are not sent as text after each move.
const MAX_TEXT_CELLS: usize = 4096;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    position: Place,
    /// Whether to send the board too: a page that plays moves knows it.
    #[serde(default)]
    board: bool,
    /// Whether to send the goal, and the moves backward from it.
    #[serde(default)]
    reverse: bool,
}

/// A position as a page shows it.
#[derive(Serialize)]
pub(crate) struct View {
    puzzle: &'static str,
    description: String,
    solved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining: Option<Left>,
    /// The position in its puzzle's first format, unless it is large.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    /// Whether it can also be played backward from the goal.
    reversible: bool,
    /// The goal, and the moves backward from it, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
    legal: Vec<Step>,
    /// The legal moves that are not listed.
    more: usize,
    drawings: Vec<String>,
}

/// The goal of a position, as a board to be played backward.
#[derive(Serialize)]
struct Goal {
    board: Board,
    legal: Vec<ReverseStep>,
}

/// A move backward, and the text of the position with the goal that it leads to.
#[derive(Serialize)]
struct ReverseStep {
    text: String,
    #[serde(flatten)]
    step: Step,
}

#[derive(Serialize)]
struct Left {
    count: u64,
    what: &'static str,
}

pub(crate) fn view(api: &Api, ask: &Ask) -> Result<View, ApiError> {
    let [start, now] = ask.position.read(api)?;
    let mut painter = Painter::new(&start.scene());
    let goal = if ask.reverse { goal(&*start, &mut painter)? } else { None };
    Ok(View { goal, ..draw(api, painter, &*now, ask.board)? })
}

/// The goal and the moves backward from it.
fn goal(start: &dyn Position, painter: &mut Painter) -> Result<Option<Goal>, RequestError> {
    let Some(scene) = start.goal_scene() else { return Ok(None) };
    let mut legal = Vec::new();
    for (name, before) in start.reverse_moves() {
        let Some(after) = before.goal_scene() else { continue };
        let motion = Motion::between(&scene, &after);
        legal.push(ReverseStep { text: lossless(&*before)?, step: painter.step(name, &motion) });
    }
    Ok(Some(Goal { board: painter.board(&scene), legal }))
}

/// A position, drawn like the one that it started from.
pub(crate) fn of(
    api: &Api,
    start: &dyn Position,
    now: &dyn Position,
    has_board: bool,
) -> Result<View, RequestError> {
    draw(api, Painter::new(&start.scene()), now, has_board)
}

fn draw(
    api: &Api,
    mut painter: Painter,
    now: &dyn Position,
    has_board: bool,
) -> Result<View, RequestError> {
    let puzzle = now.puzzle();
    let scene = now.scene();
    let board = has_board.then(|| painter.board(&scene));
    let moves = now.moves();
    let listed = moves.iter().take(api.limits.legal);
    let legal: Result<Vec<Step>, RequestError> =
        listed.map(|mv| Ok(painter.step(mv.to_string(), &now.motion_of(mv)?))).collect();
    let format = puzzle.formats().first().map(|format| format.name);
    let format = format.filter(|_| scene.pieces().len() <= MAX_TEXT_CELLS);
    Ok(View {
        puzzle: puzzle.name(),
        description: now.describe(),
        solved: now.is_solved(),
        remaining: now.remaining().map(|left| Left { count: left.count, what: left.what }),
        state: format.map(|format| now.print(format)).transpose()?,
        board,
        reversible: now.goal_scene().is_some(),
        goal: None,
        legal: legal?,
        more: moves.len().saturating_sub(api.limits.legal),
        drawings: painter.drawings(),
    })
}

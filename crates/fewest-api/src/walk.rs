//! `walk`: what each move of a plan does, to be played forward and back.

use serde::{Deserialize, Serialize};

use crate::board::{Board, Painter, Step};
use crate::position::Place;
use crate::{Api, ApiError};

/// The most travels and changes of all moves together.
const MAX_TRAVELS: usize = 200_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    /// Where the plan begins.
    position: Place,
    /// Its moves.
    #[serde(default)]
    plan: Vec<String>,
    /// The plan as a text in any of the puzzle's plan formats, instead of its moves.
    plan_text: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Walk {
    description: String,
    board: Board,
    steps: Vec<Step>,
    solved: bool,
    drawings: Vec<String>,
}

pub(crate) fn walk(api: &Api, ask: &Ask) -> Result<Walk, ApiError> {
    let [start, mut now] = ask.position.read(api)?;
    let description = now.describe();
    let mut painter = Painter::new(&start.scene());
    let board = painter.board(&now.scene());
    let read;
    let plan = match &ask.plan_text {
        None => &ask.plan,
        Some(text) => {
            let moves = now.read_plan(text)?.moves;
            read = moves.iter().map(|mv| mv.to_string()).collect();
            &read
        }
    };
    if plan.len() > api.limits.played {
        let most = api.limits.played;
        return Err(ApiError::limit(format!("a plan has at most {most} moves here")));
    }
    let mut steps = Vec::with_capacity(plan.len());
    let mut travels = 0;
    for (mv, number) in plan.iter().zip(1..) {
        let illegal = |error| ApiError::bad(format!("move {number} is not legal: {error}"));
        let motion = now.motion(mv).map_err(illegal)?;
        now.play(mv).map_err(illegal)?;
        travels += motion.travels.len() + motion.changes.len();
        if travels > MAX_TRAVELS {
            let message = format!("an animated plan has at most {MAX_TRAVELS} steps of pieces");
            return Err(ApiError::limit(message));
        }
        steps.push(painter.step(mv.clone(), &motion));
    }
    let solved = now.is_solved();
    Ok(Walk { description, board, steps, solved, drawings: painter.drawings() })
}

//! Sliding tiles behind the edge.

use std::sync::Arc;

use super::{Board, Direction, Geometry, Grid, Tiles, heuristics::Manhattan};
use crate::puzzle::{
    Answer, Choice, Exploration, Explore, Generate, Likeness, Position, Puzzle, Request,
    RequestError, Setting, Step, Watch,
};
use crate::search::{Algorithm, ida_star};
use crate::space::Space;
use crate::text::{ParseError, Place, words};

/// The puzzle `tiles`.
#[derive(Clone, Copy, Debug)]
pub struct SlidingTiles;

impl Puzzle for SlidingTiles {
    fn name(&self) -> &'static str {
        "tiles"
    }

    fn summary(&self) -> &'static str {
        "sliding tiles of any size: slide tiles into the blank until all are in order"
    }

    fn formats(&self) -> &'static [Choice] {
        &[Choice {
            name: "grid",
            summary: "rows of numbers, _ for the blank",
        }]
    }

    fn plan_formats(&self) -> &'static [Choice] {
        &[Choice {
            name: "moves",
            summary: "the directions in which tiles slide: U R D L",
        }]
    }

    fn heuristics(&self) -> &'static [Choice] {
        &[Choice {
            name: "manhattan",
            summary: "the sum of all tiles' distances to their places",
        }]
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        &Algorithm::ALL
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn recognise(&self, _: &str) -> Likeness {
        Likeness::Possible
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        let tiles: Vec<u16> = text
            .lines()
            .zip(1..)
            .flat_map(|(line, number)| words(line, number))
            .map(|word| match word.text {
                "_" => Ok(0),
                other => other
                    .parse()
                    .map_err(|_| ParseError::at(&word, "a tile is a number")),
            })
            .collect::<Result<_, _>>()?;
        let side = (2..=255).find(|side| side * side == tiles.len());
        let side = side.ok_or_else(|| ParseError::at_end(text, "the board must be square"))?;
        let geometry = Arc::new(Geometry::new(side, side, &Geometry::blank_last(side, side)));
        Ok(Box::new(TilesPosition {
            board: Grid::from_tiles(&tiles),
            geometry,
        }))
    }

    fn generate(&self, _: &Generate) -> Result<Box<dyn Position>, RequestError> {
        Err(RequestError::new("not yet"))
    }
}

#[derive(Clone)]
struct TilesPosition {
    geometry: Arc<Geometry>,
    board: Grid,
}

impl Position for TilesPosition {
    fn puzzle(&self) -> &'static dyn Puzzle {
        &SlidingTiles
    }

    fn describe(&self) -> String {
        format!(
            "{} × {} sliding tiles",
            self.geometry.width(),
            self.geometry.height()
        )
    }

    fn print(&self, _: &str) -> Result<String, RequestError> {
        let tiles = self.board.to_tiles(self.geometry.cells());
        let rows = tiles.chunks(self.geometry.width());
        Ok(rows.map(|row| format!("{row:?}\n")).collect())
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        Tiles::<Grid>::new(self.geometry.clone()).moves(&self.board, &mut moves);
        moves
            .into_iter()
            .map(|direction| direction.to_string())
            .collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), RequestError> {
        let direction = mv.chars().next().and_then(Direction::from_letter);
        let direction = direction.ok_or_else(|| RequestError::new("no such move"))?;
        Tiles::<Grid>::new(self.geometry.clone()).apply(&mut self.board, direction);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.board.to_tiles(self.geometry.cells()) == self.geometry.goal()
    }

    fn read_plan(&self, text: &str) -> Result<Vec<Step>, ParseError> {
        let step = |mv: &str| Step {
            mv: mv.to_string(),
            place: Place::START,
        };
        Ok(text.split_whitespace().map(step).collect())
    }

    fn write_plan(&self, moves: &[String], _: &str) -> Result<String, RequestError> {
        Ok(moves.join(" "))
    }

    fn solve(&self, request: &Request, _: &mut dyn Watch) -> Result<Answer, RequestError> {
        let space = Tiles::<Grid>::new(self.geometry.clone());
        let heuristic = Manhattan::new(&self.geometry);
        let outcome = ida_star::search(&space, &self.board, &heuristic, &request.budget, &mut ());
        Ok(Answer {
            outcome: outcome.map(|direction| direction.to_string()),
            algorithm: "idastar".into(),
            heuristic: Some("manhattan".into()),
            solutions: 1,
        })
    }

    fn explore(&self, _: &Explore, _: &mut dyn Watch) -> Result<Exploration, RequestError> {
        Err(RequestError::new("not yet"))
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

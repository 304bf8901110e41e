//! The one adapter from a typed puzzle to the object-safe edge.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use fewest::clock::Instant;
use fewest::names::UnknownName;
use fewest::search::{Algorithm, Engine};
use fewest::space::{Blind, Cost};

use super::{
    Answer, Choice, Domain, Exploration, Explore, Found, Generate, Likeness, Method, Move, Moves,
    NamedLevel, Position, Puzzle, PuzzleSpace, ReadError, ReadPlan, Remaining, Request,
    RequestError, Setting, SpaceVisitor, Teamwork, Watch, explore, solve, subtrees,
};
use crate::command::Commands;
use crate::draft::{self, DraftBoard, Editor, LevelForm, ReadResults};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Steps};

/// A typed puzzle behind the edge.
#[derive(Debug)]
pub struct Erased<D>(PhantomData<D>);

impl<D: Domain> Erased<D> {
    /// The puzzle.
    pub const PUZZLE: &'static dyn Puzzle = &Erased::<D>(PhantomData);

    /// A level as a position.
    pub fn position(level: D::Level) -> Box<dyn Position> {
        Box::new(Typed::<D>(level))
    }
}

/// A position of a typed puzzle.
struct Typed<D: Domain>(D::Level);

impl<D: Domain> Puzzle for Erased<D> {
    fn name(&self) -> &'static str {
        D::NAME
    }
    fn summary(&self) -> &'static str {
        D::SUMMARY
    }
    fn example(&self) -> &'static str {
        D::EXAMPLE
    }
    fn formats(&self) -> Vec<Choice> {
        D::formats()
    }
    fn plan_formats(&self) -> Vec<Choice> {
        D::plan_formats()
    }
    fn heuristics(&self) -> Vec<Choice> {
        D::heuristics()
    }
    fn algorithms(&self) -> Vec<Algorithm> {
        // An example that can't be read has no algorithms; the puzzle's tests report
        // why.
        D::parse(D::EXAMPLE).map_or(Vec::new(), |level| D::with_space(&level, Algorithms))
    }
    fn solvers(&self) -> Vec<Choice> {
        D::solvers()
    }
    fn has_checkpoints(&self, method: &Method) -> bool {
        D::has_checkpoints(method)
    }
    fn goals(&self) -> Vec<Choice> {
        D::goals()
    }
    fn join_goals(&self, goals: &[String]) -> Result<String, RequestError> {
        D::join_goals(goals)
    }
    fn settings(&self) -> &'static [Setting] {
        D::settings()
    }
    fn default_seed(&self, settings: &BTreeMap<String, String>) -> Option<u64> {
        D::default_seed(settings)
    }
    fn levels(&self) -> &'static [NamedLevel] {
        D::levels()
    }
    fn level(&self, name: &str) -> Result<Cow<'static, str>, RequestError> {
        D::level(name)
    }
    fn recognise(&self, text: &str) -> Likeness {
        D::recognise(text)
    }
    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        Ok(Self::position(D::parse(text)?))
    }
    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError> {
        Ok(self.generate_watched(request, &mut ())?.0)
    }
    fn generate_watched(
        &self,
        request: &Generate,
        watch: &mut dyn Watch,
    ) -> Result<(Box<dyn Position>, Option<Cost>), RequestError> {
        for name in request.settings.keys() {
            if D::settings().iter().all(|setting| setting.name != name) {
                let names = D::settings().iter().map(|setting| setting.name);
                return Err(UnknownName::new("setting", name, names).into());
            }
        }
        let (level, fewest) = D::generate_watched(request, watch)?;
        Ok((Self::position(level), fewest))
    }
    fn commands(&self) -> &'static Commands {
        D::commands()
    }
    fn level_form(&self) -> Option<LevelForm> {
        D::level_form()
    }
    fn results(&self) -> Option<ReadResults> {
        D::results()
    }
    fn editor(&self) -> Option<Editor> {
        D::DRAFTING.map(|drafting| (drafting.editor)())
    }
    fn draft_text(&self, boards: &[DraftBoard]) -> String {
        D::DRAFTING.map_or(String::new(), |drafting| (drafting.text)(boards))
    }
    fn draft_scenes(&self, boards: &[DraftBoard]) -> Vec<Scene> {
        let look = D::DRAFTING.map_or(draft::labelled as _, |drafting| drafting.cell);
        let scene = |(number, board): (usize, &DraftBoard)| {
            let cells = (0..board.cells.len()).map(|cell| look(boards, number, cell));
            Scene::new(board.width, cells)
        };
        boards.iter().enumerate().map(scene).collect()
    }
}

/// The algorithms that a space allows.
struct Algorithms;

impl<D: Domain> SpaceVisitor<D> for Algorithms {
    type Output = Vec<Algorithm>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Vec<Algorithm> {
        Engine::new(space, start, &Blind).algorithms()
    }
}

impl<D: Domain> Typed<D> {
    /// A move that was made by this puzzle.
    fn own(mv: Move<'_>) -> Result<D::Move, RequestError> {
        mv.typed::<D>().ok_or_else(|| foreign::<D>())
    }
}

fn foreign<D: Domain>() -> RequestError {
    RequestError::new(format!("these moves are not moves of the puzzle {}", D::NAME))
}

impl<D: Domain> Position for Typed<D> {
    fn puzzle(&self) -> &'static dyn Puzzle {
        Erased::<D>::PUZZLE
    }
    fn describe(&self) -> String {
        D::describe(&self.0)
    }
    fn print(&self, format: &str) -> Result<String, RequestError> {
        Choice::find("format", format, &D::formats())?;
        D::print(&self.0, format)
    }
    fn with_goal(&self, goal: &str) -> Result<Box<dyn Position>, ReadError> {
        Ok(Erased::<D>::position(D::with_goal(&self.0, goal)?))
    }
    fn solvable_goal(&self) -> Option<&'static str> {
        D::solvable_goal(&self.0)
    }
    fn moves(&self) -> Moves {
        Moves::new::<D>(&self.0, D::moves(&self.0))
    }
    fn parse_move(&self, text: &str) -> Result<Moves, RequestError> {
        Ok(Moves::new::<D>(&self.0, vec![D::parse_move(&self.0, text)?]))
    }
    fn play_move(&mut self, mv: Move<'_>) -> Result<(), RequestError> {
        D::play(&mut self.0, Self::own(mv)?)
    }
    fn is_solved(&self) -> bool {
        D::is_solved(&self.0)
    }
    fn scene(&self) -> Scene {
        D::scene(&self.0)
    }
    fn motion_of(&self, mv: Move<'_>) -> Result<Motion, RequestError> {
        D::motion(&self.0, Self::own(mv)?)
    }
    fn remaining(&self) -> Option<Remaining> {
        D::remaining(&self.0)
    }
    fn read_plan(&self, text: &str) -> Result<ReadPlan, ParseError> {
        let Steps { moves, places } = D::read_plan(&self.0, text)?;
        Ok(ReadPlan { moves: Moves::new::<D>(&self.0, moves), places })
    }
    fn write_plan(&self, moves: &Moves, format: &str) -> Result<String, RequestError> {
        Choice::find("plan format", format, &D::plan_formats())?;
        D::write_plan(&self.0, moves.typed::<D>().ok_or_else(foreign::<D>)?, format)
    }
    fn solve(&self, request: &Request, watch: &mut dyn Watch) -> Result<Answer, RequestError> {
        let started = Instant::now();
        match solve::solve::<D>(&self.0, request, watch) {
            Ok(solved) => Ok(Answer::of::<D>(&self.0, solved)),
            // A limit that is reached during preparation is a limit too.
            Err(error) => match error.stop() {
                Some(stop) => {
                    let (why, elapsed) = (error.to_string(), started.elapsed());
                    Ok(Answer::not_begun(request, stop, why, elapsed))
                }
                None => Err(error),
            },
        }
    }
    fn teamwork(&self, method: &Method) -> Option<Teamwork> {
        D::teamwork(&self.0, method)
    }
    fn conclude(&self, found: Found) -> Result<Answer, RequestError> {
        let solved = subtrees::conclude::<D>(&self.0, found)?;
        Ok(Answer::of::<D>(&self.0, solved))
    }
    fn explore(
        &self,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError> {
        explore::explore_and_measure::<D>(&self.0, request, watch)
    }
    fn draft(&self) -> Vec<DraftBoard> {
        D::DRAFTING.map_or(Vec::new(), |drafting| (drafting.draft)(&self.0))
    }
    fn goal_scene(&self) -> Option<Scene> {
        D::goal_scene(&self.0)
    }
    fn reverse_moves(&self) -> Vec<(String, Box<dyn Position>)> {
        let moves = D::reverse_moves(&self.0).into_iter();
        moves
            .map(|(mv, level)| (D::print_move(&self.0, mv), Erased::<D>::position(level)))
            .collect()
    }
    fn boxed_clone(&self) -> Box<dyn Position> {
        Erased::<D>::position(self.0.clone())
    }
}

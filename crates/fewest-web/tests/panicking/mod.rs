//! A puzzle whose reader panics.

use std::borrow::Cow;
use std::collections::BTreeMap;

use fewest::search::Algorithm;
use fewest_puzzles::command::Commands;
use fewest_puzzles::puzzle::{
    Choice, Generate, Likeness, Method, NamedLevel, Position, Puzzle, RequestError, Setting,
};
use fewest_puzzles::text::ParseError;

pub(crate) struct Panicking;

impl Puzzle for Panicking {
    fn name(&self) -> &'static str {
        "panicking"
    }
    fn summary(&self) -> &'static str {
        "panics"
    }
    fn example(&self) -> &'static str {
        ""
    }
    fn formats(&self) -> Vec<Choice> {
        Vec::new()
    }
    fn plan_formats(&self) -> Vec<Choice> {
        Vec::new()
    }
    fn heuristics(&self) -> Vec<Choice> {
        Vec::new()
    }
    fn algorithms(&self) -> Vec<Algorithm> {
        Vec::new()
    }
    fn solvers(&self) -> Vec<Choice> {
        Vec::new()
    }
    fn goals(&self) -> Vec<Choice> {
        Vec::new()
    }
    fn settings(&self) -> &'static [Setting] {
        &[]
    }
    fn default_seed(&self, _: &BTreeMap<String, String>) -> Option<u64> {
        None
    }
    fn levels(&self) -> &'static [NamedLevel] {
        &[]
    }
    fn level(&self, _: &str) -> Result<Cow<'static, str>, RequestError> {
        Err(RequestError::new("no levels"))
    }
    fn recognise(&self, _: &str) -> Likeness {
        Likeness::None
    }
    fn parse(&self, _: &str) -> Result<Box<dyn Position>, ParseError> {
        panic!("as it should")
    }
    fn generate(&self, _: &Generate) -> Result<Box<dyn Position>, RequestError> {
        Err(RequestError::new("no generator"))
    }
    fn has_checkpoints(&self, _: &Method) -> bool {
        false
    }
    fn commands(&self) -> &'static Commands {
        &Commands::NONE
    }
}

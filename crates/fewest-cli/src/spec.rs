//! A search in a word: `astar/manhattan`, `beam/width=500`, `default`.

use std::str::FromStr;

use fewest::names::did_you_mean;
use fewest::search::Budget;
use fewest_puzzles::puzzle::{Puzzle, Request};

use crate::failure::Result;
use crate::limits::Limits;
use crate::number;
use crate::request::{DEFAULT, How};

/// A search, as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    /// The word.
    pub(crate) text: String,
    algorithm: Option<String>,
    heuristic: Option<String>,
    weight: Option<u32>,
    width: Option<usize>,
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let mut parts = text.split('/');
        let name = parts.next().unwrap_or_default();
        let algorithm = match name {
            "" => return Err(format!("expected an algorithm or '{DEFAULT}' first")),
            DEFAULT => None,
            // The puzzle knows which exist.
            name => Some(name.to_string()),
        };
        let text = text.to_string();
        let mut spec = Spec { text, algorithm, heuristic: None, weight: None, width: None };
        for part in parts {
            match part.split_once('=') {
                Some(("weight", value)) => spec.weight = Some(number::weight(value)?),
                Some(("width", value)) => spec.width = Some(number::positive(value)?),
                None if spec.heuristic.is_none() && !part.is_empty() => {
                    spec.heuristic = Some(part.to_string());
                }
                other => {
                    let key = other.map_or("", |(key, _)| key);
                    let meant = did_you_mean(key, ["weight", "width"]);
                    let meant = meant.map_or(String::new(), |asked| format!("; {asked}"));
                    return Err(format!(
                        "unexpected '{part}'; after the algorithm, use HEURISTIC, weight=W or width=N{meant}"
                    ));
                }
            }
        }
        Ok(spec)
    }
}

impl Spec {
    /// The request, if the puzzle knows the names and the parts are compatible.
    pub(crate) fn request(
        &self,
        puzzle: &dyn Puzzle,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Request> {
        self.how().request_within(puzzle, limits, budget.clone())
    }

    /// The same as options.
    pub(crate) fn how(&self) -> How {
        let Spec { algorithm, heuristic, weight, width, .. } = self;
        How::of(algorithm.clone(), heuristic.clone(), *weight, *width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_in_a_word() {
        let spec: Spec = "weighted-astar/manhattan/weight=1.5".parse().unwrap();
        assert_eq!(spec.algorithm.as_deref(), Some("weighted-astar"));
        assert_eq!((spec.heuristic.as_deref(), spec.weight), (Some("manhattan"), Some(1500)));
        assert!("strategies".parse::<Spec>().unwrap().algorithm.is_some());
        assert!("default".parse::<Spec>().unwrap().algorithm.is_none());
        for wrong in ["", "/manhattan", "astar//", "astar/a/b", "beam/width=0", "beam/high=1"] {
            assert!(wrong.parse::<Spec>().is_err(), "{wrong}");
        }
    }
}

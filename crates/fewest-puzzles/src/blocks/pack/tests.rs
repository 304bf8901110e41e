//! That the pack is what it says.

use std::collections::HashSet;

use super::super::{Level, Rules, Wide, Word};
use super::*;
use crate::puzzle::Likeness;
use fewest::space::Cost;

/// The fewest moves by a breadth-first search that shares nothing with the
/// solvers but the rules; exhaustive, so that it is a proof.
fn fewest<W: Word>(level: &Level) -> Option<Cost> {
    let rules = Rules::new(level.width(), level.height(), W::from_cells(level.walls()));
    let goal = W::from_cells(level.goals());
    let mut layer = vec![W::from_cells(level.blocks())];
    let mut seen: HashSet<W, rustc_hash::FxBuildHasher> = layer.iter().copied().collect();
    for depth in 0.. {
        if layer.contains(&goal) {
            return Some(depth);
        }
        let next = layer.iter().flat_map(|&blocks| rules.steps(blocks));
        layer = next.filter(|&blocks| seen.insert(blocks)).collect();
        if layer.is_empty() {
            return None;
        }
    }
    None
}

#[test]
fn every_level_takes_as_many_moves_as_it_says() {
    for named in levels() {
        let level = Level::parse(named.text).unwrap_or_else(|e| panic!("{}: {e}", named.name));
        let (width, height) = (level.width(), level.height());
        let fewest = if Rules::<u64>::holds(width, height) {
            fewest::<u64>(&level)
        } else {
            fewest::<Wide>(&level)
        };
        assert_eq!(fewest, Some(named.fewest), "{}", named.name);
    }
}

#[test]
fn the_pack_goes_from_easy_to_hard() {
    let levels = levels();
    assert!(levels.len() >= 60, "{}", levels.len());
    assert!(levels.is_sorted_by_key(|level| level.fewest));
    assert!(levels[0].fewest <= 5 && levels[levels.len() - 1].fewest >= 70);
    let names: HashSet<_> = levels.iter().map(|level| level.name).collect();
    assert_eq!(names.len(), levels.len());
    for level in levels {
        let is_letter = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(level.name.chars().all(is_letter), "{}", level.name);
        assert_eq!(Level::recognise(level.text), Likeness::Certain, "{}", level.name);
    }
}

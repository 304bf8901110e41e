//! That the pack of blocks is what it says.

use std::collections::HashSet;

use fewest::search::{Budget, Status};
use fewest::space::Cost;
use fewest_puzzles::blocks::{Blocks, BlocksPuzzle, Level, Rules, Wide, Word, bidirectional};
use fewest_puzzles::puzzle::{Domain, Likeness, NamedLevel};

fn levels() -> &'static [NamedLevel] {
    BlocksPuzzle::levels()
}

/// Finds the fewest moves.
type Search = fn(&Level) -> Option<Cost>;

/// Larger levels are left to the kernel, which other tests compare
/// with this search.
const MAX_STATES: usize = if cfg!(debug_assertions) { 80_000 } else { 4_000_000 };

/// The fewest moves by a breadth-first search that shares nothing with the
/// solvers but the rules; exhaustive, so that it is a proof. Gives up after
/// [`MAX_STATES`].
fn plainly<W: Word>(level: &Level) -> Option<Cost> {
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
        if layer.is_empty() || seen.len() > MAX_STATES {
            return None;
        }
    }
    None
}

/// The same by the kernel.
fn by_kernel<W: Word>(level: &Level) -> Option<Cost> {
    let (space, start) = Blocks::<W>::of(level);
    let outcome = bidirectional::search(&space, start, &Budget::default(), &mut ());
    outcome.cost().filter(|_| outcome.status == Status::Optimal)
}

#[test]
fn every_level_takes_as_many_moves_as_it_says() {
    let mut searched = 0;
    for named in levels() {
        let level = Level::parse(named.text).unwrap_or_else(|e| panic!("{}: {e}", named.name));
        let (width, height) = (level.width(), level.height());
        let (plainly, by_kernel): (Search, Search) = if Rules::<u64>::holds(width, height) {
            (plainly::<u64>, by_kernel::<u64>)
        } else {
            (plainly::<Wide>, by_kernel::<Wide>)
        };
        let fewest = plainly(&level);
        searched += usize::from(fewest.is_some());
        let fewest = fewest.or_else(|| by_kernel(&level));
        assert_eq!(fewest, Some(named.fewest), "{}", named.name);
    }
    assert!(searched * 3 > levels().len(), "{searched} levels");
}

#[test]
fn the_pack_goes_from_easy_to_hard() {
    let levels = levels();
    assert!(levels.len() >= 100, "{}", levels.len());
    assert!(levels.is_sorted_by_key(|level| level.fewest));
    assert!(levels[0].fewest <= 5 && levels[levels.len() - 1].fewest >= 80);
    let names: HashSet<_> = levels.iter().map(|level| level.name).collect();
    assert_eq!(names.len(), levels.len());
    for level in levels {
        let is_letter = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(level.name.chars().all(is_letter), "{}", level.name);
        assert_eq!(Level::recognise(level.text), Likeness::Certain, "{}", level.name);
    }
}

//! Plans of more trees: large neighbourhood search (Shaw 1998) over solved forests.
//!
//! The trees of a plan do not touch each other, so some of them can be replaced by other
//! trees of the same numbers while the rest stays. A step takes a small tree that the plan
//! does not have, and all trees of the plan that share a number with it, and perhaps a few
//! more. What is left of them is made into trees again: some small ones of the list, if
//! they fit, and the rest by the forest's local search. It is kept if it has no fewer trees
//! than before. So every state of the search is a plan, and it wanders among those with as
//! many trees until it finds more.
//!
//! All threads work on one plan. A step is dropped if another thread has meanwhile replaced
//! one of its trees.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::order::order;
use super::small_trees::{Set, SmallTrees, members};
use crate::forest;
use crate::puzzle::{Incumbent, Worker};
use crate::space::Numbers;
use crate::{Level, Shift};
use fewest::search::local::Draws;
use fewest::search::{Budget, Counts};

/// A tree of a plan. Its moves can be played at any time, since no other tree touches its
/// numbers.
#[derive(Clone, Debug)]
struct Tree {
    numbers: Vec<u32>,
    moves: Vec<Shift>,
    /// From each number that moves to the one that it lands on.
    edges: Vec<(u32, u32)>,
}

/// A small tree with its moves, if they have an order; or smaller ones of the same numbers.
type Played = Option<Arc<Vec<Tree>>>;

/// The plan as trees, by names that are never used again.
struct Plan {
    trees: HashMap<u32, Arc<Tree>>,
    /// The tree of each number.
    of: Vec<u32>,
    next: u32,
}

/// The numbers of a step from which on the forest always starts from the old trees.
const MANY: usize = 60;

/// The steps of the forest for the rest of a step, per number. Its walks are checked once
/// in [`ROUND`] steps.
const STEPS: usize = 500;
const ROUND: usize = 1024;

/// The small trees that a step chooses from, and one more for each of these numbers of a
/// tree.
const CANDIDATES: usize = 4;
const MORE_CANDIDATES: usize = 20;

/// One in this number of steps wants no small tree, but changes a few trees at random.
const WITHOUT_TREE: usize = 8;

pub(super) struct Repack<'a> {
    pub(super) level: &'a Level,
    small: &'a SmallTrees,
    /// The small trees of each number.
    of: Vec<Vec<u32>>,
    pub(super) cells: Vec<usize>,
    /// The number in each cell.
    numbers: Vec<u32>,
    /// Where the small trees of each size begin, and the end.
    sizes: Vec<usize>,
    /// The moves of the small trees that were needed so far, where there are any.
    played: Mutex<HashMap<u32, Played>>,
    plan: Mutex<Plan>,
    pub(super) space: Numbers<Box<[u32]>>,
    pub(super) start: Box<[u32]>,
    pub(super) best: &'a Incumbent<Shift>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Repack<'a> {
    /// Starts from the best plan.
    pub(super) fn new(level: &'a Level, small: &'a SmallTrees, best: &'a Incumbent<Shift>) -> Self {
        let occupied = (0..level.cells().len()).filter(|&cell| level.cells()[cell] != 0);
        let cells: Vec<usize> = occupied.collect();
        let mut numbers = vec![0; level.cells().len()];
        cells.iter().zip(0..).for_each(|(&cell, number)| numbers[cell] = number);
        let mut of = vec![Vec::new(); cells.len()];
        for (tree, set) in small.trees.iter().enumerate() {
            members(set).for_each(|number| of[number].push(tree as u32));
        }
        let is_smaller = |size: usize| move |set: &Set| members(set).count() < size;
        let start = |size: usize| small.trees.partition_point(is_smaller(size));
        let mut sizes: Vec<usize> = (2..=small.size + 1).map(start).collect();
        sizes.dedup();
        let (space, start) = Numbers::of(level);
        let (played, plan) = (Mutex::default(), Plan::new(cells.len()));
        let repack = Repack {
            level,
            small,
            of,
            cells,
            numbers,
            sizes,
            played,
            plan: Mutex::new(plan),
            space,
            start,
            best,
        };
        repack.adopt();
        repack
    }

    /// Resumes from the best plan, if that has more trees. Steps that have begun are dropped.
    pub(super) fn adopt(&self) {
        let Some(best) = self.best.plan() else { return };
        let trees = self.split(best.moves());
        let mut plan = lock(&self.plan);
        if trees.len() > plan.trees.len() {
            let old: Vec<u32> = plan.trees.keys().copied().collect();
            plan.replace(&old, trees);
        }
    }

    /// Replaces some trees.
    pub(super) fn step(&self, draws: &mut Draws, worker: &mut Worker<'_, '_, Shift>) {
        let Some(step) = self.choose(draws) else { return };
        let mut spent = Counts { expanded: step.numbers.len() as u64, ..Counts::default() };
        let trees = self.solve(&step, &worker.budget(), draws, &mut spent);
        worker.spend(&spent);
        if let Some(trees) = trees {
            self.commit(&step, trees);
        }
    }

    /// Replaces the trees of a step, if that makes no fewer.
    fn commit(&self, step: &Step, trees: Vec<Tree>) {
        let is_better = trees.len() > step.old.len();
        if trees.len() < step.old.len() {
            return;
        }
        let mut plan = lock(&self.plan);
        if step.old.iter().all(|name| plan.trees.contains_key(name)) {
            plan.replace(&step.old, trees);
            if is_better {
                let moves = plan.trees.values().flat_map(|tree| tree.moves.iter().copied());
                let moves: Vec<Shift> = moves.collect();
                let is_taken = self.best.offer(&self.space, &self.start, moves, "packing");
                debug_assert!(is_taken, "the trees of the plan do not clear the level");
            }
        }
    }

    /// The trees of a step.
    fn choose(&self, draws: &mut Draws) -> Option<Step> {
        let plan = lock(&self.plan);
        // All sizes are as likely, though large trees are many more.
        let has_trees = self.sizes.len() > 1;
        let wanted = (has_trees && draws.index(WITHOUT_TREE) != 0).then(|| {
            let mut draw = || {
                let size = draws.index(self.sizes.len() - 1);
                self.sizes[size] + draws.index(self.sizes[size + 1] - self.sizes[size])
            };
            // Of a few, the one that tears the fewest edges; of more where a large tree
            // has to be mended.
            let first = draw();
            let largest = plan.size(plan.of[members(&self.small.trees[first]).next().unwrap_or(0)]);
            let candidates = CANDIDATES + largest / MORE_CANDIDATES;
            let others = (1..candidates).map(|_| draw());
            let torn = |&tree: &usize| plan.torn(&self.small.trees[tree]);
            std::iter::once(first).chain(others).min_by_key(torn).unwrap_or(first)
        });
        let mut old: BTreeSet<u32> = BTreeSet::new();
        if let Some(wanted) = wanted {
            old.extend(members(&self.small.trees[wanted]).map(|number| plan.of[number]));
            let size = members(&self.small.trees[wanted]).count();
            if old.len() == 1 && old.first().is_some_and(|&name| plan.size(name) == size) {
                return None;
            }
        }
        let more = if wanted.is_some() { draws.index(3) } else { 2 + draws.index(3) };
        for _ in 0..more {
            // What is left of a large tree has room enough.
            if old.iter().map(|&name| plan.size(name)).sum::<usize>() < MANY {
                old.insert(plan.of[draws.index(plan.of.len())]);
            }
        }
        let numbers = old.iter().flat_map(|name| plan.trees[name].numbers.iter().copied());
        let edges = old.iter().flat_map(|name| plan.trees[name].edges.iter().copied());
        let (numbers, edges) = (numbers.collect(), edges.collect());
        let wanted = wanted.map(|wanted| wanted as u32);
        Some(Step { wanted, numbers, edges, old: old.into_iter().collect() })
    }

    /// Makes trees of the numbers of a step; `None` if some remain.
    fn solve(
        &self,
        step: &Step,
        budget: &Budget,
        draws: &mut Draws,
        spent: &mut Counts,
    ) -> Option<Vec<Tree>> {
        let mut left: BTreeSet<u32> = step.numbers.iter().copied().collect();
        let mut trees = Vec::new();
        let mut take = |tree: u32, left: &mut BTreeSet<u32>| {
            let Some(played) = self.played(tree) else { return };
            let set = &self.small.trees[tree as usize];
            left.retain(|&number| !contains(set, number));
            trees.extend(played.iter().cloned());
        };
        if let Some(wanted) = step.wanted {
            take(wanted, &mut left);
        }
        // Some more small trees that fit, at random.
        let most = step.numbers.len().min(MANY);
        for _ in 0..draws.index(1 + most / 2) {
            let number = step.numbers[draws.index(step.numbers.len())];
            let of = &self.of[number as usize];
            if of.is_empty() {
                continue;
            }
            // The lists begin with the smallest trees.
            let tree = of[draws.index(of.len()).min(draws.index(of.len()))];
            let set = &self.small.trees[tree as usize];
            if members(set).all(|number| left.contains(&(number as u32))) {
                take(tree, &mut left);
            }
        }
        if left.is_empty() {
            return Some(trees);
        }
        // All small trees are known.
        if left.len() <= self.small.size {
            trees.extend(self.exactly(&left)?);
            return Some(trees);
        }
        trees.extend(self.by_forest(step, &left, budget, draws, spent)?);
        Some(trees)
    }

    /// A few numbers as small trees, as many as possible.
    fn exactly(&self, left: &BTreeSet<u32>) -> Option<Vec<Tree>> {
        let Some(first) = left.first() else { return Some(Vec::new()) };
        let mut best: Option<Vec<Tree>> = None;
        for &tree in &self.of[*first as usize] {
            let set = &self.small.trees[tree as usize];
            if !members(set).all(|number| left.contains(&(number as u32))) {
                continue;
            }
            let rest = left.iter().copied().filter(|&number| !contains(set, number)).collect();
            if let Some(tree) = self.played(tree)
                && let Some(mut trees) = self.exactly(&rest)
                && best.as_ref().is_none_or(|best| best.len() <= trees.len())
            {
                trees.extend(tree.iter().cloned());
                best = Some(trees);
            }
        }
        best
    }

    /// Many numbers as trees, by local search.
    fn by_forest(
        &self,
        step: &Step,
        left: &BTreeSet<u32>,
        budget: &Budget,
        draws: &mut Draws,
        spent: &mut Counts,
    ) -> Option<Vec<Tree>> {
        let mut cells = vec![0; self.level.cells().len()];
        for &number in left {
            let cell = self.cells[number as usize];
            cells[cell] = self.level.cells()[cell];
        }
        let level = Level::new(self.level.width(), self.level.height(), cells).ok()?;
        let rounds = 1 + left.len() * STEPS / ROUND;
        let nodes = Some((rounds * ROUND) as u64);
        let budget = Budget { nodes, threads: 1, ..budget.clone() };
        let seed = draws.below(u64::MAX);
        let found = if left.len() > MANY || draws.index(2) == 0 {
            // What is left of the old trees is nearly right.
            let places: HashMap<u32, u32> = left.iter().copied().zip(0..).collect();
            let edge = |&(a, b): &(u32, u32)| Some((*places.get(&a)?, *places.get(&b)?));
            let edges = step.edges.iter().filter_map(edge).collect();
            forest::repair(&level, edges, seed, &budget)
        } else {
            forest::solve(&level, seed, &budget, &mut |_| ())
        };
        *spent = spent.and(&found.counts);
        (found.remaining == 0).then(|| self.split(&found.moves))
    }

    /// The trees of some moves that clear all numbers that they touch.
    fn split(&self, moves: &[Shift]) -> Vec<Tree> {
        // A number that moves is below the one that it lands on.
        let mut above: HashMap<u32, u32> = HashMap::new();
        let mut after = self.level.clone();
        let mut edges = Vec::with_capacity(moves.len());
        for &shift in moves {
            let Ok((from, to)) = after.ends(shift) else { continue };
            let (from, to) = (self.numbers[from], self.numbers[to]);
            // It was just found legal.
            let _ = after.play(shift);
            above.insert(from, to);
            edges.push((shift, from, to));
        }
        let root = |mut number: u32| {
            while let Some(&next) = above.get(&number) {
                number = next;
            }
            number
        };
        let mut trees: HashMap<u32, Tree> = HashMap::new();
        for (shift, from, to) in edges {
            let root = root(from);
            let new = || Tree { numbers: vec![root], moves: Vec::new(), edges: Vec::new() };
            let tree = trees.entry(root).or_insert_with(new);
            tree.numbers.push(from);
            tree.moves.push(shift);
            tree.edges.push((from, to));
        }
        let mut trees: Vec<Tree> = trees.into_values().collect();
        trees.sort_by_key(|tree| tree.numbers[0]);
        trees
    }

    /// The moves of a small tree.
    fn played(&self, tree: u32) -> Played {
        if let Some(known) = lock(&self.played).get(&tree) {
            return known.clone();
        }
        let numbers: Vec<u32> =
            members(&self.small.trees[tree as usize]).map(|number| number as u32).collect();
        let cells: Vec<usize> = numbers.iter().map(|&number| self.cells[number as usize]).collect();
        let values: Vec<u32> = cells.iter().map(|&cell| self.level.cells()[cell]).collect();
        let moves = order(self.level.width(), cells, values);
        let known = moves.map(|moves| Arc::new(self.split(&moves)));
        lock(&self.played).insert(tree, known.clone());
        known
    }
}

/// Some trees of the plan, and a small one to have instead.
struct Step {
    old: Vec<u32>,
    numbers: Vec<u32>,
    edges: Vec<(u32, u32)>,
    wanted: Option<u32>,
}

impl Plan {
    fn new(numbers: usize) -> Self {
        Plan { trees: HashMap::new(), of: vec![0; numbers], next: 0 }
    }

    fn size(&self, name: u32) -> usize {
        self.trees[&name].numbers.len()
    }

    /// The edges between a set of numbers and others. That of a whole tree is the worst.
    fn torn(&self, set: &Set) -> usize {
        let names: BTreeSet<u32> = members(set).map(|number| self.of[number]).collect();
        let edges = names.iter().flat_map(|name| &self.trees[name].edges);
        let torn = edges.filter(|(a, b)| contains(set, *a) != contains(set, *b)).count();
        if torn == 0 { usize::MAX } else { torn }
    }

    fn replace(&mut self, old: &[u32], new: Vec<Tree>) {
        for name in old {
            self.trees.remove(name);
        }
        for tree in new {
            for &number in &tree.numbers {
                self.of[number as usize] = self.next;
            }
            self.trees.insert(self.next, Arc::new(tree));
            self.next += 1;
        }
    }
}

fn contains(set: &Set, number: u32) -> bool {
    set.contains(&number)
}

//! A* towards the backward side of the search from both ends, one level of priority after the
//! other, in turns.
//!
//! A level asks whether there is a plan of a given number of moves, where fewer are known not
//! to be enough. A node is expanded at a level if its state may be solved in the moves that are left,
//! by the bound filter; otherwise it waits for the next level. If b layers back from the goal
//! are finished, a state outside of them needs more than b moves, so a level ends b layers
//! before the goal: there, its states are looked up on the backward side.
//!
//! Nothing is expanded twice, and nothing is lost when a turn ends. The deepest nodes of a level
//! come first: so of the last level, which is most of what the other searches do, next to
//! nothing is expanded. The bounds are consistent and levels rise, so each node has its least
//! depth when it is expanded (Hart, Nilsson and Raphael 1968). This holds although the bounds
//! grow meanwhile: a node is asked when it is taken, not when it is stored.

use std::sync::Arc;

use super::bound_filter::BoundFilter;
use super::nodes::{NodeId, Nodes};
use super::packed::Packed;
use super::pattern_database::PatternDatabase;
use super::space::Blocks;
use super::word::Word;
use fewest::search::layered::{Bidirectional, PackedSpace};
use fewest::search::pattern::NEVER;
use fewest::search::{Meter, Stop};
use fewest::space::Cost;

/// The nodes that are taken at a time.
const BATCH: usize = 1 << 8;

/// A filter is made again when it was asked for this number of times as many states: then its
/// masks may pay.
const REMADE: u64 = 4;

/// The nanoseconds that it takes to put a subset into a mask.
const MASKED: u64 = 2;

/// The nanoseconds of a node that is looked at, and of one that is expanded, beside what they take
/// for each byte of the word and for the filter. A state is rejected in a part of the time that it
/// takes to admit it.
const LOOKED_AT: u64 = 15;
const EXPANDED: u64 = 60;
const EXPANDED_BYTE: u64 = 10;
const REJECTED: u64 = 4;

/// With more nodes than this, an expansion takes half as long again: they are not in the caches.
const CACHED_NODES: usize = 1 << 18;

/// The expansions that a rejected state saves.
const REJECTED_SAVES: u64 = 4;

/// What a level has shown.
pub(super) enum Level<W> {
    /// The states of a plan.
    Plan(Vec<W>),
    /// There is no such plan.
    None,
    /// Each plan has at least this number of moves.
    AtLeast(Cost),
    /// There is no plan at all.
    Unsolvable,
    /// The turn is over.
    Paused,
}

/// The place of a state in a batch, and its distance from the goal.
type Near = (usize, Cost);

/// The filter for a number of moves left.
struct Kept<W> {
    filter: BoundFilter<W>,
    /// The tables that it was made from.
    tables: usize,
    asked: u64,
    remade_at: u64,
}

/// What a turn has beside it.
pub(super) struct Beside<'a, W: Word> {
    pub(super) space: &'a Blocks<W>,
    pub(super) packed: &'a Packed<'a, W>,
    pub(super) kernel: &'a Bidirectional<'a, W>,
    pub(super) tables: &'a [Arc<PatternDatabase<W>>],
}

/// The search.
pub(super) struct AStar<W> {
    nodes: Nodes<W>,
    level: Cost,
    /// The nodes of the level by their depths, the deepest last.
    open: Vec<Vec<NodeId>>,
    /// Those of later levels, by level and depth.
    later: Vec<Vec<Vec<NodeId>>>,
    /// The number of those.
    waiting: usize,
    /// By the moves left.
    filters: Vec<Option<Kept<W>>>,
    states: Vec<W>,
    children: Vec<(W, NodeId)>,
    /// What it has cost, in nanoseconds.
    pub(super) cost: u64,
}

impl<W: Word> AStar<W> {
    /// The nanoseconds of an expansion without the filter.
    const EXPANSION: u64 = EXPANDED + EXPANDED_BYTE * size_of::<W>() as u64;

    pub(super) fn new() -> Self {
        AStar {
            nodes: Nodes::new(),
            level: 0,
            open: Vec::new(),
            later: Vec::new(),
            waiting: 0,
            filters: Vec::new(),
            states: Vec::new(),
            children: Vec::new(),
            cost: 0,
        }
    }

    /// Looks for a plan of `level` moves, where none has fewer, until it has cost `most` in all.
    pub(super) fn search(
        &mut self,
        start: W,
        level: Cost,
        beside: &Beside<'_, W>,
        meter: &mut Meter,
        most: u64,
    ) -> Result<Level<W>, Stop> {
        if self.nodes.len() == 0 {
            self.make_room(1, beside)?;
            self.nodes.insert_all(&[(start, 0)], 0, |_| ());
            self.open.push(vec![0]);
        }
        self.rise(level);
        while let Some(depth) = self.deepest() {
            if self.cost >= most {
                return Ok(Level::Paused);
            }
            if let Some(states) = self.batch(depth, beside, meter)? {
                return Ok(Level::Plan(states));
            }
        }
        Ok(if self.waiting == 0 { Level::Unsolvable } else { Level::None })
    }

    /// Opens the nodes of all levels up to one.
    fn rise(&mut self, level: Cost) {
        for from in self.level..level.max(self.level) {
            let Some(later) = self.later.get_mut(from as usize + 1) else { continue };
            for (depth, mut ids) in std::mem::take(later).into_iter().enumerate() {
                self.waiting -= ids.len();
                list(&mut self.open, depth).append(&mut ids);
            }
        }
        self.level = level.max(self.level);
    }

    fn deepest(&mut self) -> Option<Cost> {
        while self.open.last().is_some_and(Vec::is_empty) {
            self.open.pop();
        }
        self.open.len().checked_sub(1).map(|depth| depth as Cost)
    }

    fn wait(&mut self, id: NodeId, depth: Cost, level: Cost) {
        let level = level as usize;
        if self.later.len() <= level {
            self.later.resize_with(level + 1, Vec::new);
        }
        self.waiting += 1;
        list(&mut self.later[level], depth as usize).push(id);
    }

    /// Takes some nodes of a depth. Returns the states of a plan, if one of them is on one.
    fn batch(
        &mut self,
        depth: Cost,
        beside: &Beside<'_, W>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<W>>, Stop> {
        // Room comes first, so that no node is lost without it.
        self.make_room(4 * BATCH, beside)?;
        meter.check()?;
        let open = &mut self.open[depth as usize];
        let mut ids = open.split_off(open.len().saturating_sub(BATCH));
        // One that was reached sooner is open there.
        ids.retain(|&id| self.nodes.get(id).depth == depth);
        self.states.clear();
        self.states.extend(ids.iter().map(|&id| self.nodes.get(id).state));
        self.cost += ids.len() as u64 * (LOOKED_AT + size_of::<W>() as u64);
        let left = self.level - depth;
        let (_, backward) = beside.kernel.visited();
        if left <= backward {
            let (near, meeting) = self.meet(left, beside);
            if let Some((at, distance)) = meeting {
                return self.plan(ids[at], distance, beside).map(Some);
            }
            for (i, id) in ids.into_iter().enumerate() {
                let distance = near.iter().find(|near| near.0 == i).map(|near| near.1);
                self.wait(id, depth, depth + distance.unwrap_or(backward + 1));
            }
            return Ok(None);
        }
        self.keep_filter(left, beside)?;
        self.children.clear();
        let mut rejected = Vec::new();
        let kept = self.filters[left as usize].as_ref();
        for (&id, &state) in ids.iter().zip(&self.states) {
            if kept.is_some_and(|kept| !kept.filter.admits(state)) {
                rejected.push(id);
                continue;
            }
            meter.expand()?;
            let steps = beside.space.rules().steps(state).into_iter();
            self.children.extend(steps.filter(|&next| next != state).map(|next| (next, id)));
        }
        let expanded = (ids.len() - rejected.len()) as u64;
        let filter = kept.map_or(0, |kept| kept.filter.cost());
        let is_slow = self.nodes.len() > CACHED_NODES;
        let expansion = Self::EXPANSION + if is_slow { Self::EXPANSION / 2 } else { 0 };
        self.cost += expanded * (filter + expansion) + rejected.len() as u64 * filter / REJECTED;
        // Beyond the largest distance that is told from never, a state can't be solved.
        if left < Cost::from(NEVER) - 1 {
            for id in rejected {
                self.wait(id, depth, self.level + 1);
            }
        }
        meter.counts.generated += self.children.len() as u64;
        let deeper = list(&mut self.open, depth as usize + 1);
        self.nodes.insert_all(&self.children, depth + 1, |id| deeper.push(id));
        meter.counts.stored = self.nodes.len() as u64;
        Ok(None)
    }

    /// The states that are on the backward side but too far from the goal, with their distances;
    /// and one that is near enough, or a goal.
    fn meet(&self, left: Cost, beside: &Beside<'_, W>) -> (Vec<Near>, Option<Near>) {
        let (visited, backward) = beside.kernel.visited();
        if backward == 0 {
            // There may be too many goals to be stored.
            let goal = self.states.iter().position(|&state| beside.packed.is_goal(state));
            return (Vec::new(), goal.map(|i| (i, 0)));
        }
        let mut near = Vec::new();
        visited.find_all(&self.states, |i, label| {
            if !label.is_forward() {
                near.push((i, label.depth()));
            }
        });
        let meeting = near.iter().copied().find(|&(_, distance)| distance <= left);
        (near, meeting)
    }

    /// The states of the plan through a node on the backward side.
    fn plan(&self, id: NodeId, distance: Cost, beside: &Beside<'_, W>) -> Result<Vec<W>, Stop> {
        let mut states = self.nodes.path(id);
        if distance > 0 {
            let on = beside.kernel.paths().to_goal(self.nodes.get(id).state, distance)?;
            states.extend(on.into_iter().skip(1));
        }
        Ok(states)
    }

    /// Makes the filter for a number of moves left, if it is missing, or may have better masks.
    fn keep_filter(&mut self, left: Cost, beside: &Beside<'_, W>) -> Result<(), Stop> {
        let at = left as usize;
        if self.filters.len() <= at {
            self.filters.resize_with(at + 1, || None);
        }
        let (kernel, tables) = (beside.kernel, beside.tables.len());
        let kept = self.filters[at].take().filter(|kept| kept.tables == tables);
        let asked = self.states.len() as u64 + kept.as_ref().map_or(0, |kept| kept.asked);
        let kept = match kept {
            Some(kept) if asked < kept.remade_at => Kept { asked, ..kept },
            _ => {
                let mut filter = BoundFilter::new(beside.tables, left, beside.space.blocks());
                let saved = REJECTED_SAVES * Self::EXPANSION;
                self.cost += filter.fit(&self.states, asked, saved);
                filter.try_prepare(asked, &mut |table| {
                    self.cost += table.len() as u64 * MASKED;
                    reserve(kernel, table.mask_bytes())
                })?;
                Kept { filter, tables, asked, remade_at: REMADE * asked }
            }
        };
        self.filters[at] = Some(kept);
        Ok(())
    }

    /// All of its memory is the kernel's, which has it for as long as both are there.
    fn make_room(&mut self, more: usize, beside: &Beside<'_, W>) -> Result<(), Stop> {
        let mut reserve = |bytes: usize| reserve(beside.kernel, bytes as u64);
        self.nodes.make_room(more, 2 * size_of::<NodeId>(), &mut reserve)
    }
}

/// Memory that A* has for as long as the other search is there.
fn reserve<W: Word>(kernel: &Bidirectional<'_, W>, bytes: u64) -> Result<(), Stop> {
    if bytes > kernel.free_bytes() / 4 { Err(Stop::Memory) } else { kernel.reserve(bytes) }
}

/// A list of lists' list.
fn list(lists: &mut Vec<Vec<NodeId>>, at: usize) -> &mut Vec<NodeId> {
    if lists.len() <= at {
        lists.resize_with(at + 1, Vec::new);
    }
    &mut lists[at]
}

#[cfg(test)]
mod tests {
    use super::super::level::Level as Board;
    use super::*;
    use fewest::draws::Draws;
    use fewest::search::{Budget, breadth_first};
    use fewest::space::DEAD_END;

    /// Walls, blocks and goals at random; a third of them with more blocks than goals, or fewer.
    fn random_level(draws: &mut Draws) -> Board {
        let (width, height) = (4 + draws.index(3), 4 + draws.index(3));
        let mut cells = vec!['.'; width * height];
        let mut order: Vec<usize> = (0..cells.len()).collect();
        draws.shuffle(&mut order);
        let blocks = 2 + draws.index(4);
        let goals = (blocks + draws.index(3)).saturating_sub(1).max(1);
        let walls = draws.index(cells.len() / 4);
        let kinds = [('o', blocks), ('x', goals), ('#', walls)];
        let all = kinds.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count));
        for (&cell, kind) in order.iter().zip(all) {
            cells[cell] = kind;
        }
        let rows = cells.chunks(width).map(|row| row.iter().collect::<String>() + "\n");
        Board::parse(&rows.collect::<String>()).unwrap()
    }

    /// Short turns, while the other search goes on and more tables come: the levels end where
    /// breadth-first search does.
    #[test]
    fn levels_end_at_the_fewest_moves() {
        let mut draws = Draws::new(15);
        let mut unsolvable = 0;
        for _ in 0..120 {
            let (space, start) = Blocks::<u64>::of(&random_level(&mut draws));
            let budget = Budget::default();
            let fewest = breadth_first::search(&space, &start, &budget, &mut ()).cost();
            let packed = Packed::new(&space, start);
            let mut kernel = Bidirectional::new(&packed, start, &budget);
            let meter = &mut Meter::start(&budget);
            let (mut search, mut tables) = (AStar::new(), Vec::new());
            let (mut level, mut turn) = (0, 0);
            let found = loop {
                turn += 1;
                // It ends early: the two sides must not meet before.
                if turn < 5 && kernel.bound() < fewest.unwrap_or(DEAD_END) / 2 {
                    kernel.run(8 * turn, &mut |_| ());
                }
                if turn % 3 == 0 && tables.len() < space.blocks().min(3) as usize {
                    let chosen = tables.len() as u32 + 1;
                    tables.push(Arc::new(PatternDatabase::new(&space, chosen, meter).unwrap()));
                }
                level = level.max(kernel.bound());
                let beside =
                    Beside { space: &space, packed: &packed, kernel: &kernel, tables: &tables };
                let most = search.cost + 5_000;
                match search.search(start, level, &beside, meter, most).unwrap() {
                    Level::Plan(states) => break Some(states.len() as Cost - 1),
                    Level::None => level += 1,
                    Level::Unsolvable => break None,
                    Level::Paused | Level::AtLeast(_) => {}
                }
            };
            unsolvable += u32::from(found.is_none());
            assert_eq!(found, fewest);
        }
        assert!((5..100).contains(&unsolvable), "{unsolvable}");
    }
}

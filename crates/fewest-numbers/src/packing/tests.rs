//! Small trees against all sets, the bound against exact search, plans against the rules.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::links::{Leave, Links};
use super::small_trees::members;
use super::*;
use crate::bounds::Bound;
use crate::generator;
use crate::space::Numbers;
use fewest::search::local::Draws;
use fewest::search::{Algorithm, Engine, Status, Stop, Task};

fn listed(level: &Level) -> SmallTrees {
    SmallTrees::of(level, &mut Meter::start(&Budget::default()))
}

prop_compose! {
    fn any_level()(width in 1..6_usize, height in 1..4_usize)(
        width in Just(width),
        height in Just(height),
        cells in prop::collection::vec(prop_oneof![2 => Just(0), 5 => 1..5_u32, 1 => 5..9_u32], width * height),
    ) -> Level {
        Level::new(width, height, cells).unwrap()
    }
}

/// Numbers that a plan has moved onto each other.
fn trees_of(level: &Level, plan: &[Shift]) -> BTreeSet<Vec<usize>> {
    let number = |cell: usize| level.cells()[..cell].iter().filter(|&&value| value != 0).count();
    let mut of: BTreeMap<usize, BTreeSet<usize>> =
        (0..level.numbers()).map(|number| (number, BTreeSet::from([number]))).collect();
    let mut after = level.clone();
    for &shift in plan {
        let (from, to) = after.ends(shift).unwrap();
        after.play(shift).unwrap();
        let moved = of.remove(&number(from)).unwrap();
        of.get_mut(&number(to)).unwrap().extend(moved);
    }
    assert!(after.is_solved());
    of.into_values().map(|tree| tree.into_iter().collect()).collect()
}

/// All sets of numbers that one after another can be moved onto each other until none is
/// left, by trying all moves.
fn played_out(level: &Level) -> BTreeSet<Vec<usize>> {
    let numbers = level.numbers();
    let cells: Vec<usize> = (0..level.cells().len()).filter(|&c| level.cells()[c] != 0).collect();
    let mut found = BTreeSet::new();
    for subset in 1..1_u32 << numbers {
        let chosen: Vec<usize> = (0..numbers).filter(|n| subset >> n & 1 == 1).collect();
        let mut only = vec![0; level.cells().len()];
        for &number in &chosen {
            only[cells[number]] = level.cells()[cells[number]];
        }
        let only = Level::new(level.width(), level.height(), only).unwrap();
        if clears_as_one(&only, chosen.len()) {
            found.insert(chosen);
        }
    }
    found
}

/// Whether moves clear a level of which no number vanishes before the last move.
fn clears_as_one(level: &Level, numbers: usize) -> bool {
    let clears = |shift| {
        let mut after = level.clone();
        after.play(shift).unwrap();
        let left = after.numbers();
        left == 0 && numbers == 2 || left == numbers - 1 && clears_as_one(&after, left)
    };
    numbers > 1 && level.moves().any(clears)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_tree_is_missing(level in any_level()) {
        if (2..=7).contains(&level.numbers()) {
            let small = listed(&level);
            prop_assert_eq!(small.size, level.numbers());
            let sets: BTreeSet<Vec<usize>> =
                small.trees.iter().map(|set| members(set).collect()).collect();
            prop_assert!(played_out(&level).is_subset(&sets));
        }
    }

    /// Every plan's trees are listed, and none has fewer moves than the bound.
    #[test]
    fn the_bound_holds(level in any_level()) {
        if level.numbers() <= 10 {
            let (space, start) = Numbers::<Box<[u32]>>::of(&level);
            let engine = Engine::new(&space, &start, &Bound::Trees);
            let outcome = engine.run(&Task::new(Algorithm::AStar), &mut ()).unwrap();
            let packing = Packing::new(&level, &Budget::default());
            if let Some(plan) = outcome.plan {
                prop_assert_eq!(outcome.status, Status::Optimal);
                prop_assert!(packing.bound <= plan.cost());
                let sets: BTreeSet<Vec<usize>> =
                    packing.small.trees.iter().map(|set| members(set).collect()).collect();
                prop_assert!(trees_of(&level, plan.moves()).is_subset(&sets));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Exact search by trees finds what exact search by moves finds, also where only the
    /// smallest trees are listed.
    #[test]
    fn the_most_trees_are_those_of_the_fewest_moves(level in any_level(), size in 1..6_usize) {
        if (2..=9).contains(&level.numbers()) {
            let (space, start) = Numbers::<Box<[u32]>>::of(&level);
            let engine = Engine::new(&space, &start, &Bound::Trees);
            let outcome = engine.run(&Task::new(Algorithm::AStar), &mut ()).unwrap();
            let fewest = outcome.plan.map(|plan| plan.cost() as usize);
            let meter = &mut Meter::start(&Budget::default());
            let mut small = listed(&level);
            small.size = small.size.min(size);
            small.trees.retain(|set| members(set).count() <= size);
            let shares = Shares::of_all(level.numbers(), &small, meter);
            let mut partition = Partition::new(&level, &small, &shares, meter);
            for trees in 0..=level.numbers() {
                match partition.at_least(trees, meter).unwrap() {
                    Found::Plan(moves) => {
                        prop_assert!(moves.len() + trees <= level.numbers());
                        trees_of(&level, &moves);
                    }
                    Found::None => {
                        prop_assert!(fewest.is_none_or(|fewest| level.numbers() < fewest + trees));
                    }
                    Found::Unknown => prop_assert!(false, "few numbers are always decided"),
                }
            }
        }
    }

    #[test]
    fn a_few_numbers_can_be_cleared_if_some_moves_do(level in any_level(), trees in 0..4_usize) {
        if (1..=7).contains(&level.numbers()) {
            let cells: Vec<usize> =
                (0..level.cells().len()).filter(|&cell| level.cells()[cell] != 0).collect();
            let (space, start) = Numbers::<Box<[u32]>>::of(&level);
            let engine = Engine::new(&space, &start, &Bound::Half);
            let outcome = engine.run(&Task::new(Algorithm::AStar), &mut ()).unwrap();
            let most = outcome.plan.map(|plan| level.numbers() - plan.cost() as usize);
            match few::clear(&level, &cells, trees) {
                few::Answer::Moves(moves) => {
                    prop_assert!(moves.len() + trees <= level.numbers());
                    trees_of(&level, &moves);
                }
                few::Answer::Never => prop_assert!(most.is_none_or(|most| most < trees)),
                few::Answer::Unknown => prop_assert!(false),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The game's levels can be solved; most random ones can't.
    #[test]
    fn levels_of_the_game_have_their_fewest_moves(number in 1..10_u32, seed: u8) {
        let level = generator::level(number, [seed; 16]).unwrap().level;
        let (space, start) = Numbers::<Box<[u32]>>::of(&level);
        let engine = Engine::new(&space, &start, &Bound::Trees);
        let outcome = engine.run(&Task::new(Algorithm::AStar), &mut ()).unwrap();
        let fewest = outcome.plan.unwrap();
        let packing = Packing::new(&level, &Budget::default());
        prop_assert!(packing.bound <= fewest.cost());
        let best = Incumbent::new("", 0, &crate::puzzle::Request::default());
        let found = crate::forest::solve(&level, 1, &Budget::default(), &mut |_| ());
        prop_assert!(best.offer(&space, &start, found.moves, "forest"));
        packing.prove(&best, &Budget::default());
        prop_assert_eq!((best.upper(), best.bound()), (fewest.cost(), fewest.cost()));
    }
}

/// Fewer nodes or less time make a weaker bound, not a wrong one.
#[test]
fn a_limit_leaves_a_valid_bound() {
    let level = generator::level(20, [0; 16]).unwrap().level;
    let whole = Packing::new(&level, &Budget::default());
    let no_time = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    let no_memory = Budget { memory: Some(1 << 10), ..Budget::default() };
    for budget in [no_time, no_memory] {
        let packing = Packing::new(&level, &budget);
        assert!(packing.bound <= whole.bound);
        assert!(packing.small.size < whole.small.size);
    }
}

#[test]
fn plans_are_packed_into_more_trees_and_stay_plans() {
    use crate::domain::NumberShifting;
    use crate::puzzle::{Adapter, Request};

    let level = generator::level(50, [0; 16]).unwrap().level;
    let (space, start) = Numbers::<Box<[u32]>>::of(&level);
    let found = crate::forest::solve(&level, 1, &Budget::default(), &mut |_| ());
    // With the trees of a few numbers only, which are listed soon.
    let packing = Packing::new(&level, &Budget { memory: Some(2 << 20), ..Budget::default() });
    for (threads, listed) in [(1, Some(&packing)), (2, Some(&packing)), (1, None), (3, None)] {
        let best = Incumbent::new("", 0, &Request::default());
        assert!(best.offer(&space, &start, found.moves.clone(), "forest"));
        let before = best.upper();
        let budget = Budget { nodes: Some(40_000), threads, ..Budget::default() };
        let mut watch = ();
        let adapter = &mut Adapter::<NumberShifting, Numbers<Box<[u32]>>>::new(&level, &mut watch);
        let mut stop = None;
        let on_threads = |work: &(dyn Fn(usize, &mut Worker<'_, '_, Shift>) + Sync)| {
            stop = Some(best.improve_on_threads(&budget, adapter, work));
        };
        improve(&level, listed, &best, &budget, on_threads, 1);
        assert!(stop.is_some_and(|stop| stop != Stop::Contradiction));
        // Every plan was replayed when it was taken.
        assert!((packing.bound..before).contains(&best.upper()), "{before}: {}", best.upper());
        assert!(listed.is_some() || best.bound() >= packing.bound);
    }
}

/// The moves of links, which clear a level.
fn assert_clears(level: &Level, links: &Links<'_>) {
    let mut after = level.clone();
    let moves = links.moves();
    for &shift in &moves {
        after.play(shift).unwrap();
    }
    assert!(after.is_solved());
    assert_eq!(moves.len(), links.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// What a part calls balanced is balanced by plain sums, and nothing closes a cycle.
    #[test]
    fn links_stay_a_plan_and_get_fewer(number in 60..130_u32, seed: u8) {
        let level = generator::level(number, [seed; 16]).unwrap().level;
        let found = crate::forest::solve(&level, 1, &Budget::default(), &mut |_| ());
        let mut links = Links::of(&level, &found.moves);
        prop_assert_eq!(links.len(), found.moves.len());
        let draws = &mut Draws::new(seed.into());
        let may_continue = &mut || true;
        let leave = &mut Leave { budget: Budget::default(), may_continue };
        let mut least = links.len();
        for _ in 0..6 {
            links.improve(draws, leave);
            prop_assert!(links.len() <= least);
            least = links.len();
            assert_clears(&level, &links);
        }
        // Without some of its moves, numbers remain, and are mended.
        let mut links = Links::of(&level, &found.moves[..found.moves.len() / 2]);
        if links.mend(draws, leave) {
            assert_clears(&level, &links);
        }
    }
}

#[test]
fn links_of_a_whole_level_are_fewer_than_those_of_the_first_plan() {
    let level = generator::level(300, [0; 16]).unwrap().level;
    let found = crate::forest::solve(&level, 1, &Budget::default(), &mut |_| ());
    let mut links = Links::of(&level, &[]);
    let (draws, may_continue) = (&mut Draws::new(1), &mut || true);
    let leave = &mut Leave { budget: Budget::default(), may_continue };
    assert!(links.renew(0.8, 500_000, draws, leave));
    assert_clears(&level, &links);
    assert!(links.len() < found.moves.len());
}

#[test]
fn who_may_not_continue_or_has_no_memory_leaves_the_links() {
    let level = generator::level(100, [0; 16]).unwrap().level;
    let found = crate::forest::solve(&level, 1, &Budget::default(), &mut |_| ());
    let no_memory = Budget { memory: Some(100), ..Budget::default() };
    for (budget, may) in [(Budget::default(), false), (no_memory, true)] {
        let (draws, mut asked) = (&mut Draws::new(1), 0);
        let may_continue = &mut || {
            asked += 1;
            may && asked < 1000
        };
        let leave = &mut Leave { budget, may_continue };
        let mut links = Links::of(&level, &found.moves);
        links.improve(draws, leave);
        assert_eq!(links.len(), found.moves.len());
        assert!(!Links::of(&level, &[]).renew(0.8, 100_000, draws, leave));
    }
}

//! The space against the rules, the bounds against exhaustive search, and every
//! algorithm against every other.

use std::collections::HashMap;

use proptest::prelude::*;

use fewest::search::{Algorithm, Budget, Engine, Status, Stop, Task};
use fewest::space::{Cost, DEAD_END, Heuristic, Reverse, Space};
use fewest_puzzles::Registry;
use fewest_puzzles::numbers::{
    Bound, Direction, Format, Level, Numbers, Shift, Sign, Solver, Values, generator,
};
use fewest_puzzles::puzzle::{Explore, Generate, Method, Origin, Remaining, Request, Wanted};

/// The fewest moves from every level that can be reached from one, by trying every
/// move; [`DEAD_END`] where it is unsolvable.
fn fewest(level: &Level, known: &mut HashMap<Level, Cost>) -> Cost {
    if let Some(&moves) = known.get(level) {
        return moves;
    }
    let after = |shift: Shift| {
        let mut after = level.clone();
        after.play(shift).unwrap();
        after
    };
    let successors: Vec<Level> = level.moves().map(after).collect();
    let moves = if level.is_solved() {
        0
    } else {
        let best = successors.iter().map(|after| fewest(after, known)).min();
        best.unwrap_or(DEAD_END).saturating_add(1)
    };
    known.insert(level.clone(), moves);
    moves
}

fn start<V: Values>(space: &Numbers<V>, level: &Level) -> V {
    let values: Vec<u32> = (0..space.len())
        .map(|number| {
            let (x, y) = space.place(number);
            level.get(x, y).unwrap()
        })
        .collect();
    V::new(&values)
}

prop_compose! {
    /// Few numbers that are small for the grid, so that many of them meet.
    fn tiny_level()(width in 1..5_usize, height in 1..5_usize)(
        width in Just(width),
        height in Just(height),
        numbers in prop::collection::vec((0..width * height, 1..=4_u32), 0..=7),
    ) -> Level {
        let mut cells = vec![0; width * height];
        for (cell, number) in numbers {
            cells[cell] = number;
        }
        Level::new(width, height, cells).unwrap()
    }
}

prop_compose! {
    fn solvable_level()(
        width in 2..6_usize,
        height in 2..5_usize,
        numbers in 2..=8_usize,
        seed: [u8; 16],
    ) -> Option<Level> {
        let recipe = generator::Recipe::new(width, height, numbers.min(width * height / 2));
        generator::make(&recipe, seed, &Budget::default()).ok().map(|made| made.level)
    }
}

fn check_space<V: Values>(level: &Level) {
    let (space, state) = Numbers::<V>::of(level);
    assert_eq!(&space.level(&state), level);
    assert_eq!(space.is_goal(&state), level.is_solved());
    let mut moves = Vec::new();
    space.moves(&state, &mut moves);
    assert!(level.moves().eq(moves.iter().copied()), "{level:?}");
    for (x, y) in (0..6).flat_map(|x| (0..6).map(move |y| (x, y))) {
        for (direction, sign) in Direction::ALL.map(|d| Sign::ALL.map(|s| (d, s))).concat() {
            let shift = Shift { x, y, direction, sign };
            assert_eq!(space.is_legal(&state, shift), moves.contains(&shift), "{shift}");
        }
    }
    for mv in moves {
        let (mut after, mut played) = (state.clone(), level.clone());
        let undo = space.apply(&mut after, mv);
        played.play(mv).unwrap();
        assert_eq!(space.level(&after), played, "{mv}");
        space.undo(&mut after, mv, undo);
        assert_eq!(after, state, "{mv}");
    }
}

/// Every value of every number that the sum allows, and which of them lead where.
fn check_predecessors(level: &Level) {
    let (space, _) = Numbers::<[u8; 16]>::of(level);
    let mut states: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..space.len() {
        let longer = |values: &Vec<u32>| {
            let left = level.sum() - values.iter().sum::<u32>();
            let values = values.clone();
            (0..=left).map(move |value| [&values[..], &[value]].concat())
        };
        states = states.iter().flat_map(longer).collect();
    }
    let mut forward = Vec::new();
    let mut backward = Vec::new();
    for values in states {
        let state = <[u8; 16]>::new(&values);
        let (mut moves, mut before) = (Vec::new(), Vec::new());
        space.moves(&state, &mut moves);
        for mv in moves {
            let mut after = state;
            space.apply(&mut after, mv);
            forward.push((state, mv, after));
        }
        space.predecessors(&state, &mut before);
        backward.extend(before.into_iter().map(|(before, mv)| (before, mv, state)));
    }
    forward.sort_unstable();
    backward.sort_unstable();
    assert_eq!(forward, backward, "{level:?}");
}

proptest! {
    #[test]
    fn the_space_keeps_the_rules(level in tiny_level()) {
        check_space::<[u8; 16]>(&level);
        check_space::<[u8; 32]>(&level);
        check_space::<Box<[u32]>>(&level);
    }

    #[test]
    fn moves_are_taken_back_to_all_that_they_come_from(
        width in 2..5_usize,
        height in 1..3_usize,
        numbers in prop::collection::vec((0..8_usize, 1..=3_u32), 2..=4),
    ) {
        let mut cells = vec![0; width * height];
        for (cell, number) in numbers {
            cells[cell % (width * height)] = number;
        }
        check_predecessors(&Level::new(width, height, cells).unwrap());
    }

    #[test]
    fn no_bound_is_more_than_the_fewest_moves(level in tiny_level()) {
        let mut known = HashMap::new();
        fewest(&level, &mut known);
        let (space, _) = Numbers::<[u8; 16]>::of(&level);
        for (level, moves) in &known {
            let state = start(&space, level);
            let bounds = Bound::ALL.map(|bound| bound.evaluate(&space, &state));
            prop_assert!(bounds.is_sorted(), "{level:?}: {bounds:?}");
            prop_assert!(bounds[2] <= *moves, "{level:?}: {bounds:?}, but {moves}");
            // What calls itself consistent never falls by more than one.
            for shift in level.moves() {
                let mut after = level.clone();
                after.play(shift).unwrap();
                let after = start(&space, &after);
                for (bound, before) in Bound::ALL.into_iter().zip(bounds) {
                    let after = bound.evaluate(&space, &after);
                    let is_consistent = Heuristic::<Numbers<[u8; 16]>>::is_consistent(&bound);
                    prop_assert!(!is_consistent || before <= after.saturating_add(1));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn every_algorithm_finds_the_fewest(level in prop_oneof![
        tiny_level().prop_map(Some),
        solvable_level(),
    ]) {
        let Some(level) = level else { return Ok(()) };
        let moves = fewest(&level, &mut HashMap::new());
        let (space, start) = Numbers::<Box<[u32]>>::of(&level);
        for bound in Bound::ALL {
            let engine = Engine::new(&space, &start, &bound);
            for algorithm in engine.algorithms() {
                let outcome = engine.run(&Task::new(algorithm), &mut ()).unwrap();
                let cost = outcome.cost().unwrap_or(DEAD_END);
                prop_assert!(outcome.bound <= moves && cost >= moves);
                if !matches!(
                    algorithm,
                    Algorithm::WeightedAStar
                        | Algorithm::Greedy
                        | Algorithm::DepthFirst
                        | Algorithm::Beam
                ) {
                    prop_assert_eq!((cost, outcome.bound), (moves, moves), "{}", algorithm.name());
                }
            }
        }
    }
}

/// Each argument of the bounds by itself.
#[test]
fn dead_ends_are_seen() {
    for (text, half, groups, trees) in [
        // A single number; an odd sum.
        ("3 1\n0 2 0", DEAD_END, DEAD_END, DEAD_END),
        ("3 1\n1 1 1", DEAD_END, DEAD_END, DEAD_END),
        // Two groups that are odd; a number alone in its row and column.
        ("4 2\n1 2 0 0\n0 0 1 2", 2, DEAD_END, DEAD_END),
        ("3 3\n1 1 0\n0 0 0\n0 0 2", 2, DEAD_END, DEAD_END),
        // A 3 that meets only a number two away; a 9 that all others don't reach.
        ("3 1\n1 0 3", 1, 1, DEAD_END),
        ("4 1\n9 1 1 1", 2, 2, DEAD_END),
        // Two pairs; a tree of four; two groups of pairs.
        ("4 1\n1 1 1 1", 2, 2, 2),
        ("4 1\n1 3 2 2", 2, 2, 3),
        ("4 2\n1 1 0 0\n0 0 1 1", 2, 2, 2),
        ("1 1\n0", 0, 0, 0),
    ] {
        let (space, state) = Numbers::<[u8; 16]>::of(&Level::parse(text).unwrap());
        let bounds = Bound::ALL.map(|bound| bound.evaluate(&space, &state));
        assert_eq!(bounds, [half, groups, trees], "{text:?}");
    }
}

#[test]
fn the_games_first_levels_are_solved_in_the_fewest_moves() {
    for number in 1..=8 {
        let made = generator::level(number, [0; 16]).unwrap();
        let position = Registry::standard().parse(&made.level.print(Format::Sized), None).unwrap();
        assert_eq!(position.puzzle().name(), "numbers");
        let mut costs = Vec::new();
        for algorithm in [None, Some(Algorithm::Bidirectional), Some(Algorithm::IdaStar)] {
            let request = Request { method: algorithm.into(), ..Request::default() };
            let outcome = position.solve(&request, &mut ()).unwrap();
            assert_eq!(outcome.status, Status::Optimal);
            costs.push(outcome.cost().unwrap());
        }
        assert!(costs[0] as usize <= made.plan.len());
        assert!(costs.iter().all(|&cost| cost == costs[0]), "level {number}: {costs:?}");
    }
}

#[test]
fn solvers_by_name_find_no_fewer_moves_than_there_are() {
    for number in 1..=10 {
        let text =
            Registry::standard().by_name("numbers").unwrap().level(&number.to_string()).unwrap();
        let position = Registry::standard().parse(&text, Some("numbers")).unwrap();
        let solve = |request: &Request| position.solve(request, &mut ()).unwrap();
        let fewest = solve(&Request::default()).cost().unwrap();
        for (solver, seed) in Solver::ALL.into_iter().flat_map(|s| [(s, None), (s, Some(7))]) {
            let solver = solver.name();
            let method = Method::Solver(solver.to_string());
            let answer = solve(&Request { method, seed, ..Request::default() });
            assert_eq!((&*answer.algorithm, answer.stop), (solver, Stop::Done));
            assert!(answer.cost().unwrap() >= fewest, "level {number}, {solver:?}");
        }
    }
}

#[test]
fn solvers_by_name_refuse_what_they_can_not_do() {
    let position = Registry::standard().parse("3 1\n1 1 1", Some("numbers")).unwrap();
    let request =
        |solver: &str| Request { method: Method::Solver(solver.into()), ..Request::default() };
    let error = |request: &Request| position.solve(request, &mut ()).unwrap_err().to_string();
    assert!(error(&request("wood")).ends_with("'wood'; available: forest, strategies"));
    let several = Request { wanted: Wanted::AllFewest, ..request("forest") };
    assert_eq!(error(&several), "forest finds one plan, not several");
    // An odd sum: no need to look.
    let answer = position.solve(&request("strategies"), &mut ()).unwrap();
    assert_eq!(answer.status, Status::Unsolvable);
}

#[test]
fn all_solutions_are_listed() {
    let position = Registry::standard().parse("4 1\n1 1 1 1", Some("numbers")).unwrap();
    let request = Request { wanted: Wanted::AllFewest, ..Request::default() };
    let answer = position.solve(&request, &mut ()).unwrap();
    // Either pair first, and in each the left or the right one moves.
    assert_eq!((answer.solutions, answer.cost()), (8, Some(2)));
    let request = Request { wanted: Wanted::First(3), ..Request::default() };
    assert_eq!(position.solve(&request, &mut ()).unwrap().solutions, 3);
}

#[test]
fn a_limit_leaves_the_best_moves() {
    let request = Generate {
        settings: [("level".to_string(), "200".to_string())].into(),
        ..Generate::default()
    };
    let position = Registry::standard().by_name("numbers").unwrap().generate(&request).unwrap();
    let mut request = Request::default();
    request.budget.nodes = Some(10);
    let answer = position.solve(&request, &mut ()).unwrap();
    assert_eq!((answer.status, answer.stop), (Status::Unknown, Stop::Nodes));
    let partial = answer.partial.unwrap();
    let mut after = position.boxed_clone();
    for mv in partial.moves.iter() {
        after.play_move(mv).unwrap();
    }
    assert_eq!(after.remaining(), Some(partial.remaining));
    let Remaining { count, what } = position.remaining().unwrap();
    assert_eq!((partial.remaining.count, what), (count - 2 * partial.moves.len() as u64, "number"));
    assert!(!partial.moves.is_empty());
}

#[test]
fn levels_too_large_for_exact_search_are_refused() {
    let row = "1 ".repeat(1000) + "\n";
    let position = Registry::standard().parse(&format!("1000 3\n{}", row.repeat(3)), None).unwrap();
    let request = Request { method: Method::Algorithm(Algorithm::IdaStar), ..Request::default() };
    let error = position.solve(&request, &mut ()).unwrap_err().to_string();
    assert!(error.contains("at most 2000 numbers, and this one has 3000"), "{error}");
}

#[test]
fn puzzles_are_distinguished() {
    for (text, puzzle) in [
        ("2 2\n1 2\n3 0", "tiles"),
        ("3 2\n1 2 3\n4 0 5", "tiles"),
        ("3 3\n1 2 3\n4 5 6\n7 8 0", "tiles"),
        ("1 2 3\n4 5 6\n7 8 0", "tiles"),
        ("2 2\n1 2\n0 0", "blocks"),
        ("2 3\n1 0 0\n0 2 0", "blocks"),
        ("2 2\n1 2\n-1 0", "blocks"),
        ("3 2\n1 0 0\n0 2 0", "numbers"),
        ("2 1\n1 1", "numbers"),
        ("2 2\n1 1\n1 1", "numbers"),
        ("3 3\n4 0 0\n0 0 0\n0 0 4", "numbers"),
        ("3 3\n. . 4\n. . .\n4 . .", "numbers"),
        ("3 3\n0 0 0\n0 0 0\n0 0 0", "numbers"),
        ("{\"numbers\": [[1, 1]]}", "numbers"),
    ] {
        let read = Registry::standard().parse(text, None);
        let read = read.unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(read.puzzle().name(), puzzle, "{text:?}");
    }
    // Errors are those of the right puzzle.
    let ragged = Registry::standard().parse("3 2\n0 0 4\n4 0", None).err().unwrap().to_string();
    assert!(ragged.contains("this row has 2 numbers"), "{ragged}");
    let slip =
        Registry::standard().parse("3 3\n1 2 3\n4 5 6\n7 7 0", None).err().unwrap().to_string();
    assert!(slip.contains("tile 7 appears twice"), "{slip}");
}

#[test]
fn the_edge_says_what_is_wrong() {
    let mut position = Registry::standard().parse("2 1\n1 1", Some("numbers")).unwrap();
    assert_eq!(position.describe(), "2 × 1, 2 numbers");
    let moves = ["0 0 R -", "0 0 R +", "1 0 L -", "1 0 L +"];
    assert_eq!(position.moves(), moves);
    let error = |mv: &str| position.boxed_clone().play(mv).unwrap_err().to_string();
    assert_eq!(error("0 0 D -"), "1 cell down is beyond the edge");
    assert!(error("0 0 D").starts_with("a sign is missing; a move is x y D s"));
    assert!(position.write_plan(&position.moves(), "snail").is_err());
    assert!(position.print("snail").is_err());
    let from_goal = Explore { from: Some(Origin::Goal), ..Explore::default() };
    assert!(position.explore(&from_goal, &mut ()).is_err());
    let found = position.explore(&Explore::default(), &mut ()).unwrap();
    // Both moves with a minus empty it, and those with a plus leave a 2.
    assert_eq!((found.layers, found.complete), (vec![1, 3], true));
    position.play("1 0 L -").unwrap();
    assert!(position.is_solved() && position.moves().is_empty());
}

/// The predecessors of a few states of a large level would fill the memory.
#[test]
fn large_levels_are_not_searched_backward() {
    let numbers = Registry::standard().by_name("numbers").unwrap();
    let position = |level: &str| {
        let text = numbers.level(level).unwrap();
        Registry::standard().parse(&text, Some("numbers")).unwrap()
    };
    let request = Request::by(Algorithm::Bidirectional);
    assert_eq!(position("5").solve(&request, &mut ()).unwrap().status, Status::Optimal);
    let error = position("300").solve(&request, &mut ()).unwrap_err().to_string();
    assert!(error.contains("bidirectional needs predecessors"), "{error}");
}

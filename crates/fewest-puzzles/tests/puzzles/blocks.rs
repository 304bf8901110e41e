//! Blocks through the edge.

use fewest::search::{Algorithm, Budget, Status, Stop, breadth_first, table};
use fewest::space::{Cost, Ranking};
use fewest_puzzles::Registry;
use fewest_puzzles::blocks::generator::{Recipe, make};
use fewest_puzzles::blocks::{
    Blocks, BlocksPuzzle, Cell, Level, Numbered, Wide, Word, bidirectional,
};
use fewest_puzzles::puzzle::{
    Domain, Explore, Fewest, Generate, Origin, Position, Request, Wanted,
};

fn parse(text: &str) -> Box<dyn Position> {
    Registry::standard().parse(text, None).unwrap()
}

#[test]
fn all_formats_are_there_by_name() {
    let blocks = Registry::standard().by_name("blocks").unwrap();
    let settings = [("blocks", "3"), ("walls", "8"), ("moves", "9..11")];
    let request = Generate {
        size: Some("6x6".into()),
        settings: settings.map(|(name, value)| (name.into(), value.into())).into(),
        ..Generate::default()
    };
    let position = blocks.generate(&request).unwrap();
    assert_eq!(position.describe(), "6 × 6, 3 blocks");
    for format in blocks.formats() {
        let text = position.print(format.name).unwrap();
        let read = parse(&text);
        assert_eq!(read.puzzle().name(), "blocks", "{text}");
        assert_eq!(read.print("picture"), position.print("picture"));
    }
    let answer = position.solve(&Request::default(), &mut ()).unwrap();
    let plan = answer.plan().unwrap();
    assert!((9..=11).contains(&plan.len()));
    for format in blocks.plan_formats() {
        let text = position.write_plan(plan, format.name).unwrap();
        assert_eq!(position.read_plan(&text).unwrap().moves, *plan);
    }
    let unknown = position.print("snail").unwrap_err().to_string();
    assert_eq!(unknown, "unknown format 'snail'; available: picture, numbers, json");
    assert!(position.write_plan(plan, "snail").is_err());
    let explored = position.explore(&Explore::default(), &mut ()).unwrap();
    assert!(explored.complete && explored.layers[0] == 1);
}

#[test]
fn moves_that_move_nothing_can_be_played() {
    let mut position = parse("o . x");
    assert_eq!(position.moves(), ["R"]);
    position.play("u").unwrap();
    assert_eq!(position.print("picture").unwrap(), "o . x\n");
    let error = position.play("RR").unwrap_err().to_string();
    assert!(error.starts_with("'RR' is not a move; moves are U, R, D and L"), "{error}");
}

#[test]
fn variants_are_described_and_solved() {
    for (text, describe, moves) in [
        ("o o . x", "4 × 1, 2 blocks and 1 goal", 2),
        ("o . x x", "4 × 1, 1 block and 2 goals", 2),
        ("o # x", "3 × 1, 1 block", u32::MAX),
    ] {
        let position = parse(text);
        assert_eq!(position.describe(), describe);
        let answer = position.solve(&Request::default(), &mut ()).unwrap();
        assert_eq!(answer.bound, moves, "{text}");
    }
}

#[test]
fn tiles_and_blocks_are_distinguished() {
    for (text, puzzle) in [
        ("2 2\n1 2\n3 0", "tiles"),
        ("2 2\n1 2\n0 0", "blocks"),
        ("2 2\n1 2\n-1 0", "blocks"),
        ("1 2 3\n4 _ 5", "tiles"),
        ("o . x", "blocks"),
    ] {
        assert_eq!(parse(text).puzzle().name(), puzzle, "{text:?}");
    }
    // The error for an empty text is the first puzzle's.
    let nothing = Registry::standard().parse("", None).err().unwrap().to_string();
    assert!(nothing.contains("rows of numbers"), "{nothing}");
}

#[test]
fn every_algorithm_agrees() {
    for text in [
        "o . # x\n. . . .\n",
        "o o . .\n. # . .\n. . . x\n. . x .\n",
        "o o . .\n. # . .\n. . . x\n. . . .\n",
        "o . . .\n. # o .\n. . . x\nx . x .\n",
    ] {
        let level = Level::parse(text).unwrap();
        let chosen = BlocksPuzzle::solve(&level, &Request::default(), &mut ()).unwrap();
        assert_eq!(chosen.outcome.status, Status::Optimal);
        for &algorithm in &Algorithm::ALL {
            let request = Request::by(algorithm);
            let answer = BlocksPuzzle::solve(&level, &request, &mut ()).unwrap();
            assert!(answer.outcome.plan.is_some(), "{algorithm:?}");
            assert!(answer.outcome.bound <= chosen.outcome.bound);
            if answer.outcome.status == Status::Optimal {
                assert_eq!(answer.outcome.cost(), chosen.outcome.cost());
            } else {
                use Algorithm::{Beam, DepthFirst, Greedy, WeightedAStar};
                assert!([Beam, DepthFirst, Greedy, WeightedAStar].contains(&algorithm));
            }
        }
    }
}

#[test]
fn wider_boards_are_solved_by_the_same_code() {
    for (width, height) in [(8, 8), (11, 11), (16, 16)] {
        // One block in a corner, the goal in the other.
        let mut cells = vec![Cell::Free; width * height];
        cells[0] = Cell::Block;
        cells[width * height - 1] = Cell::Goal;
        let level = Level::new(width, height, cells).unwrap();
        let answer = BlocksPuzzle::solve(&level, &Request::default(), &mut ()).unwrap();
        assert_eq!(answer.outcome.cost(), Some((width + height - 2) as Cost));
        assert_eq!(answer.outcome.status, Status::Optimal);
    }
}

/// 128 blocks at the wall of a board of 16 × 16 have more predecessors than any memory
/// holds.
#[test]
fn a_beam_is_not_lost_among_predecessors() {
    let text = "x x x x x x x x o o o o o o o o\n".repeat(16);
    let level = Level::parse(&text).unwrap();
    let request = Request { method: Some(Algorithm::Beam).into(), ..Request::default() };
    let answer = BlocksPuzzle::solve(&level, &request, &mut ()).unwrap();
    assert_eq!(answer.outcome.cost(), Some(8));
}

#[test]
fn the_limits_are_kept_and_distinguished_from_no_plan() {
    let text = "o . o . o . .\n. # . . o . .\n. . . # . . .\n. . . . . # .\nx x x . . x .\n";
    let level = Level::parse(text).unwrap();
    let fewest = BlocksPuzzle::solve(&level, &Request::default(), &mut ()).unwrap().outcome;
    assert_eq!(fewest.status, Status::Optimal);
    for memory in [150_000, 300_000, 600_000, 4_000_000] {
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        let request = Request { budget, ..Request::default() };
        let outcome = BlocksPuzzle::solve(&level, &request, &mut ()).unwrap().outcome;
        assert!(outcome.counts.peak_bytes <= memory, "{} {memory}", outcome.counts.peak_bytes);
        assert!(outcome.bound <= fewest.bound);
        assert_ne!(outcome.status, Status::Unsolvable);
        assert!(outcome.status == Status::Optimal || outcome.stop == Stop::Memory);
    }
    let budget = Budget::default();
    budget.cancel.cancel();
    let request = Request { budget, ..Request::default() };
    let outcome = BlocksPuzzle::solve(&level, &request, &mut ()).unwrap().outcome;
    assert_eq!((outcome.status, outcome.stop), (Status::Unknown, Stop::Cancelled));
}

#[test]
fn counts_the_levels_and_the_plans_that_the_generic_searches_find() {
    for text in [
        "o . # x\n. . . .\n",
        "o o . .\n. # . .\n. . . x\n. . x .\n",
        "o . o . .\n. # . . .\n. . . # .\nx . x . .\n",
    ] {
        let level = Level::parse(text).unwrap();
        let request = Explore { farthest: 3, ..Explore::default() };
        let found = BlocksPuzzle::explore(&level, &request, &mut ()).unwrap();
        let (space, start) = Blocks::<u64>::of(&level);
        let budget = Budget::default();
        let slow = breadth_first::explore(&space, &[start], 3, &budget, &mut ());
        assert_eq!((found.layers, found.complete), (slow.per_depth, true));
        let all = Request { wanted: Wanted::AllFewest, ..Request::default() };
        let answer = BlocksPuzzle::solve(&level, &all, &mut ()).unwrap();
        assert_eq!(answer.outcome.status, Status::Optimal);
        let moves = answer.outcome.cost().unwrap();
        assert_eq!(found.fewest, Some(Fewest { moves, plans: answer.solutions }));
    }
}

/// The answer of the puzzle's own solver.
fn fewest(level: &Level) -> Cost {
    BlocksPuzzle::solve(level, &Request::default(), &mut ()).unwrap().outcome.cost().unwrap()
}

#[test]
fn levels_are_as_hard_as_they_say() {
    for seed in 0..10 {
        for moves in [5..=5, 12..=16] {
            let recipe = Recipe { blocks: 3, moves: Some(moves.clone()), ..Recipe::new(6, 5) };
            let made = make(&recipe, seed, &Budget::default()).unwrap();
            assert!(moves.contains(&made.fewest));
            assert_eq!(fewest(&made.level), made.fewest);
        }
    }
    let wide = Recipe { blocks: 2, moves: Some(9..=9), ..Recipe::new(12, 11) };
    let wide = make(&wide, 1, &Budget::default()).unwrap();
    assert_eq!(fewest(&wide.level), 9);
}

#[test]
fn from_the_goal_every_distance_is_exact() {
    let level = Level::parse("o . # x\n. o . .\n. . x .\n").unwrap();
    let request = Explore { from: Some(Origin::Goal), ..Explore::default() };
    let found = BlocksPuzzle::explore(&level, &request, &mut ()).unwrap();
    let numbered = Numbered::new(Blocks::<u64>::of(&level).0).unwrap();
    let mut layers = Vec::new();
    for rank in 0..numbered.len() {
        let (space, state) = (numbered.space(), numbered.unrank(rank));
        let outcome = bidirectional::search(space, state, &Budget::default(), &mut ());
        if let Some(cost) = outcome.cost() {
            layers.resize(layers.len().max(cost as usize + 1), 0);
            layers[cost as usize] += 1;
        }
    }
    assert_eq!(found.layers, layers);
}

/// Every set has its number, and the table finds what the kernel finds.
fn agrees<W: Word>(text: &str) {
    let (blocks, _) = Blocks::<W>::of(&Level::parse(text).unwrap());
    let numbered = Numbered::new(blocks.clone()).unwrap();
    for rank in 0..numbered.len() {
        let state = numbered.unrank(rank);
        assert_eq!(numbered.rank(&state), rank);
        let budget = Budget::default();
        let by_table = table::search(&numbered, &state, &budget, &mut ()).unwrap();
        let by_kernel = bidirectional::search(&blocks, state, &budget, &mut ());
        assert_eq!((by_table.cost(), by_table.status), (by_kernel.cost(), by_kernel.status));
    }
}

#[test]
fn the_table_agrees_with_the_kernel_from_every_set() {
    for text in ["o . # x\n. o . .\n. . x .\n", "o . .\n. # o\nx . .\n", "o . x\n. # x\n. . .\n"] {
        agrees::<u64>(text);
        agrees::<Wide>(text);
    }
}

//! The rules against slow, obviously right twins, on whole small spaces.

use std::collections::BTreeSet;

use proptest::prelude::*;

use fewest::search::{Algorithm, Budget, Engine, Event, Plan, Status, Stop, Task, table};
use fewest::space::{DEAD_END, Heuristic, Ranking, Reverse, Space};
use fewest_puzzles::Registry;
use fewest_puzzles::coins::batch::{self, Batch, BatchError, PairAnswer, Report};
use fewest_puzzles::coins::*;
use fewest_puzzles::puzzle::{Erased, Explore, Method, Origin, Request, Solution, Wanted, Watch};

/// The moves by the words of the rule, cell by cell.
fn slow_moves(board: &Board, coins: u64) -> Vec<Hop> {
    let has = |set: u64, x: isize, y: isize| {
        let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        cell.and_then(|(x, y)| board.cell(x, y)).is_some_and(|cell| set >> cell & 1 == 1)
    };
    let mut moves = Vec::new();
    for from in 0..64_u8 {
        for to in 0..64_u8 {
            if coins >> from & 1 == 0 || board.cells() >> to & 1 == 0 || coins >> to & 1 == 1 {
                continue;
            }
            let others = coins & !(1 << from);
            let (x, y) = board.place(to);
            let (x, y) = (x as isize, y as isize);
            let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            if around.into_iter().filter(|&(x, y)| has(others, x, y)).count() >= 2 {
                moves.push(Hop { from, to });
            }
        }
    }
    moves
}

/// All sets of `coins` coins.
fn sets(board: &Board, coins: u32) -> impl Iterator<Item = u64> {
    (0..=board.cells()).filter(move |set| set.count_ones() == coins)
}

fn moves(space: &Coins, coins: u64) -> Vec<Hop> {
    let mut moves = Vec::new();
    space.moves(&coins, &mut moves);
    moves
}

#[test]
fn on_whole_small_spaces_forward_and_backward_are_the_same_relation() {
    for (width, height, coins) in
        [(3, 3, 4), (4, 3, 5), (2, 5, 4), (1, 6, 3), (3, 4, 11), (2, 2, 4)]
    {
        let board = Board::new(width, height).unwrap();
        let space = Coins::new(board, 0);
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        for state in sets(&board, coins) {
            let legal = moves(&space, state);
            assert_eq!(legal, slow_moves(&board, state));
            for hop in legal {
                let mut next = state;
                space.apply(&mut next, hop);
                assert_eq!(play(&board, state, hop), Ok(next));
                forward.push((state, hop, next));
                space.undo(&mut next, hop, ());
                assert_eq!(next, state);
            }
            let mut before = Vec::new();
            space.predecessors(&state, &mut before);
            backward.extend(before.into_iter().map(|(before, hop)| (before, hop, state)));
        }
        forward.sort_unstable();
        backward.sort_unstable();
        assert_eq!(forward, backward);
    }
}

/// A set of coins on a board.
fn some_coins() -> impl Strategy<Value = (Board, u64)> {
    (1..=8_usize, 1..=8_usize, any::<u64>(), any::<u64>()).prop_map(|(width, height, a, b)| {
        let board = Board::new(width, height).unwrap();
        (board, a & b & board.cells())
    })
}

proptest! {
    #[test]
    fn moves_are_those_of_the_slow_twin((board, coins) in some_coins()) {
        let space = Coins::new(board, coins);
        prop_assert_eq!(moves(&space, coins), slow_moves(&board, coins));
        let mut before = Vec::new();
        space.predecessors(&coins, &mut before);
        for (before, hop) in before {
            prop_assert!(slow_moves(&board, before).contains(&hop));
            prop_assert_eq!(play(&board, before, hop), Ok(coins));
        }
    }

    #[test]
    fn a_move_is_legal_just_when_it_can_be_played((board, coins) in some_coins(), from: u8, to: u8) {
        let cells = (board.width() * board.height()) as u8;
        let hop = Hop { from: from % cells, to: to % cells };
        let legal = moves(&Coins::new(board, 0), coins).contains(&hop);
        prop_assert_eq!(play(&board, coins, hop).is_ok(), legal);
    }

    #[test]
    fn misplaced_follows_a_move((board, coins) in some_coins(), target: u64) {
        let space = Coins::new(board, target);
        let value = Misplaced.evaluate(&space, &coins);
        for hop in moves(&space, coins) {
            let mut next = coins;
            space.apply(&mut next, hop);
            let updated = Misplaced.update(&space, value, hop, &(), &next);
            prop_assert_eq!(updated, Misplaced.evaluate(&space, &next));
        }
    }

    #[test]
    fn moves_are_read_as_written((board, _) in some_coins(), from: u8, to: u8) {
        let cells = (board.width() * board.height()) as u8;
        let hop = Hop { from: from % cells, to: to % cells };
        prop_assert_eq!(parse_hop(&board, &print_hop(&board, hop)), Ok(hop));
    }
}

#[test]
fn every_algorithm_finds_the_length_that_the_batch_finds() {
    let board = Board::new(4, 3).unwrap();
    let all: Vec<u64> = sets(&board, 5).collect();
    // Some sets in no order.
    let chosen: Vec<u64> = (0..12).map(|i| all[i * 7919 % all.len()]).collect();
    let pairs: Vec<(usize, usize)> =
        (0..12).flat_map(|from| (0..12).map(move |to| (from, to))).collect();
    let batch = Batch { board, sets: &chosen, pairs: &pairs };
    let mut unsolvable = 0;
    let mut answered = 0;
    let outcome = batch::run(&batch, &Budget::default(), &mut |report| {
        let Report::Answer { from, to, answer } = report else { return };
        answered += 1;
        let (start, space) = (chosen[from], Coins::new(board, chosen[to]));
        let length = match &answer {
            PairAnswer::Solved(hops) => {
                let plan = Plan::replay(&space, &start, hops.clone()).unwrap();
                Some(plan.cost())
            }
            PairAnswer::Unsolvable => {
                unsolvable += 1;
                None
            }
        };
        let engine = Engine::new(&space, &start, &Misplaced);
        for algorithm in [Algorithm::AStar, Algorithm::BreadthFirst, Algorithm::Bidirectional] {
            let outcome = engine.run(&Task::new(algorithm), &mut ()).unwrap();
            assert_eq!(outcome.cost(), length, "{algorithm:?}");
            assert!(matches!(outcome.status, Status::Optimal | Status::Unsolvable));
        }
        let numbered = Numbered::new(space).unwrap();
        let outcome = table::search(&numbered, &start, &Budget::default(), &mut ()).unwrap();
        assert_eq!((outcome.cost(), outcome.stop), (length, Stop::Done));
        // The estimate is admissible.
        assert!(Misplaced.evaluate(&space, &start) <= length.unwrap_or(DEAD_END));
    });
    let outcome = outcome.unwrap();
    assert_eq!((outcome.answered, outcome.stop), (144, Stop::Done));
    assert_eq!(answered, 144);
    assert!(outcome.bounds.is_empty());
    assert!((1..140).contains(&unsolvable), "{unsolvable}");
}

#[test]
fn every_set_has_its_number() {
    let board = Board::new(4, 3).unwrap();
    let numbered = Numbered::new(Coins::new(board, 0b1_1111)).unwrap();
    assert_eq!(numbered.len(), 792);
    for (rank, set) in sets(&board, 5).enumerate() {
        assert_eq!((numbered.rank(&set), numbered.unrank(rank as u64)), (rank as u64, set));
    }
}

#[test]
fn every_glyph_of_the_larger_font_leads_to_every_other() {
    let font = Font::embedded("5x9").unwrap();
    let plans =
        results::read(&font, include_str!("../../../fewest-coins/src/fonts/5x9-through-slash.txt"))
            .unwrap();
    let slash = font.find("/").unwrap();
    for glyph in (0..font.glyphs().len()).filter(|&glyph| glyph != slash) {
        // By way of the slash, any glyph leads to any other.
        for pair in [(glyph, slash), (slash, glyph)] {
            assert!(matches!(plans.answers.get(&pair), Some(PairAnswer::Solved(_))), "{pair:?}");
        }
    }
}

#[test]
fn a_batch_that_stops_reports_what_it_proved() {
    let font = Font::embedded("5x7").unwrap();
    let sets = font.sets();
    let batch = Batch { board: *font.board(), sets: &sets, pairs: &[(0, 1), (0, 0), (2, 3)] };
    for budget in [
        Budget { nodes: Some(500), ..Budget::default() },
        Budget { memory: Some(1 << 20), ..Budget::default() },
    ] {
        let outcome = batch::run(&batch, &budget, &mut |_| ()).unwrap();
        assert!(outcome.stop.is_limit());
        assert_eq!((outcome.answered, outcome.bounds.len()), (1, 2));
        assert_eq!((outcome.bounds[0].0, outcome.bounds[1].0), ((0, 1), (2, 3)));
        assert!(outcome.bounds.iter().all(|&(_, bound)| bound > 1));
        assert!(outcome.counts.peak_bytes <= 1 << 24);
    }
    let budget = Budget::default();
    budget.cancel.cancel();
    let outcome = batch::run(&batch, &budget, &mut |_| ()).unwrap();
    assert_eq!((outcome.stop, outcome.answered), (Stop::Cancelled, 0));
}

#[test]
fn batchs_of_nonsense_are_refused() {
    let board = Board::new(2, 2).unwrap();
    let run = |sets: &[u64], pairs: &[(usize, usize)]| {
        batch::run(&Batch { board, sets, pairs }, &Budget::default(), &mut |_| ()).err()
    };
    assert_eq!(run(&[1, 3], &[]), Some(BatchError::Coins { set: 1, coins: 2, first: 1 }));
    assert_eq!(run(&[1, 16], &[]), Some(BatchError::OffBoard { set: 1 }));
    assert_eq!(run(&[1], &[(0, 1)]), Some(BatchError::NoSuchSet { pair: 0, sets: 1 }));
    assert_eq!(run(&[], &[]), None);
}

#[test]
fn the_edge_solves_explores_and_counts() {
    let level = generator::walk(4, 3, 6, 40, 5).unwrap();
    let position = Registry::standard().parse(&level.print(Format::Json), None).unwrap();
    assert_eq!(position.puzzle().name(), "coins");
    assert_eq!(position.describe(), "4 × 3, 6 coins");
    let answer = position.solve(&Request::default(), &mut ()).unwrap();
    let length = answer.cost().unwrap();
    assert_eq!(answer.status, Status::Optimal);
    for algorithm in position.puzzle().algorithms() {
        let mut request = Request { method: Method::Algorithm(algorithm), ..Request::default() };
        request.budget.nodes = Some(100_000);
        let outcome = position.solve(&request, &mut ()).unwrap();
        if outcome.status == Status::Optimal {
            assert_eq!(outcome.cost(), Some(length), "{algorithm:?}");
        }
        for format in position.puzzle().plan_formats() {
            let Some(plan) = outcome.plan() else { continue };
            let text = position.write_plan(plan, format.name).unwrap();
            assert_eq!(position.read_plan(&text).unwrap().moves, *plan);
        }
    }
    let all = Request { wanted: Wanted::AllFewest, ..Request::default() };
    let plans = position.solve(&all, &mut ()).unwrap().solutions;
    let explored = position.explore(&Explore { farthest: 1, ..Explore::default() }, &mut ());
    let explored = explored.unwrap();
    assert!(explored.complete && explored.layers[0] == 1);
    let fewest = explored.fewest.unwrap();
    assert_eq!((fewest.moves, fewest.plans), (length, plans));
    let backward = Explore { from: Some(Origin::Goal), ..Explore::default() };
    let backward = position.explore(&backward, &mut ()).unwrap();
    assert!(backward.layers[length as usize] > 0);
}

#[test]
fn stuck_coins_are_proved_so() {
    // A block that no coin can leave; a target that no move can make.
    for text in ["oo-\noo-\n\n-oo\n-oo\n", "oo-\no--\n\no-o\n-o-\n"] {
        let position = Registry::standard().parse(text, None).unwrap();
        for algorithm in [None, Some(Algorithm::AStar), Some(Algorithm::Table)] {
            let request = Request { method: algorithm.into(), ..Request::default() };
            let outcome = position.solve(&request, &mut ()).unwrap();
            assert_eq!((outcome.status, outcome.bound), (Status::Unsolvable, DEAD_END));
        }
    }
    let same = Registry::standard().parse("oo\no-\n\noo\no-\n", None).unwrap();
    let outcome = same.solve(&Request::default(), &mut ()).unwrap();
    assert_eq!((outcome.cost(), outcome.status), (Some(0), Status::Optimal));
}

struct Improved(Vec<u32>);

impl Watch for Improved {
    fn improved(&mut self, best: &Solution<'_>) {
        self.0.push(best.cost);
    }
}

#[test]
fn a_board_beyond_every_table_stops_at_its_memory_with_a_plan() {
    let level = generator::walk(6, 8, 16, 100, 2).unwrap();
    let position = Erased::<CoinsPuzzle>::position(level);
    let mut request = Request::by(Algorithm::Table);
    request.budget.memory = Some(1 << 20);
    let outcome = position.solve(&request, &mut ()).unwrap();
    assert_eq!((outcome.status, outcome.stop), (Status::Unknown, Stop::Memory));
    request.method = Method::Automatic;
    let mut improved = Improved(Vec::new());
    let outcome = position.solve(&request, &mut improved).unwrap();
    assert_eq!((outcome.status, outcome.stop), (Status::Solved, Stop::Memory));
    assert_eq!(improved.0, [outcome.cost().unwrap()]);
    let mut request = Explore::default();
    request.budget.memory = Some(1 << 24);
    assert_eq!(position.explore(&request, &mut ()).unwrap().stop, Stop::Memory);
}

/// The costs of the plans, and the expansions that progress told of.
#[derive(Default)]
struct Told {
    improved: Vec<u32>,
    expanded: BTreeSet<u64>,
}

impl Watch for Told {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Progress(progress) = event {
            self.expanded.insert(progress.counts.expanded);
        }
    }
    fn improved(&mut self, best: &Solution<'_>) {
        self.improved.push(best.cost);
    }
}

#[test]
fn where_sets_do_not_fit_weighted_searches_find_a_better_plan() {
    let level = generator::walk(6, 8, 16, 100, 0).unwrap();
    let position = Erased::<CoinsPuzzle>::position(level);
    let mut request = Request::default();
    request.budget.memory = Some(10 << 20);
    let mut told = Told::default();
    let outcome = position.solve(&request, &mut told).unwrap();
    // The batch ends at its memory without an answer, and so do the searches after it.
    assert_eq!((outcome.status, outcome.stop), (Status::Solved, Stop::Memory));
    assert_eq!((told.improved, outcome.cost()), (vec![11, 10], Some(10)));
    assert!(outcome.bound < 10);
    // Once before the batch and once for each plan; all others are of these searches.
    assert!(told.expanded.len() > 10, "{:?}", told.expanded);
}

#[test]
fn embedded_fonts_are_whole() {
    for (choice, coins) in FONTS.iter().zip([12, 13]) {
        let font = Font::embedded(choice.name).unwrap();
        let board = font.board();
        assert_eq!(format!("{}x{}", board.width(), board.height()), choice.name);
        assert_eq!(font.coins(), coins);
        let names: String = font.glyphs().iter().map(|glyph| glyph.name.as_str()).collect();
        assert_eq!(names, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/");
        let mut sets = font.sets();
        for &coins in &sets {
            // No coin ever leaves what the coins together can fill, so that
            // each glyph must be able to fill the board.
            let mut filled = coins;
            while filled != filled | board.supported(filled) {
                filled |= board.supported(filled);
            }
            assert_eq!(filled, board.cells());
            let space = Coins::new(*board, coins);
            for back in [false, true] {
                assert!(grows(&space, coins, back, 20_000), "{} back {back}", choice.name);
            }
        }
        sets.sort_unstable();
        sets.dedup();
        assert_eq!(sets.len(), 37);
        assert_eq!(Font::parse(&font.print()), Ok(font));
    }
}

/// Whether enough sets can be reached from this one, or can reach it.
fn grows(space: &Coins, coins: u64, back: bool, limit: usize) -> bool {
    let mut seen = std::collections::HashSet::from([coins]);
    let mut waiting = vec![coins];
    while let Some(coins) = waiting.pop() {
        if seen.len() >= limit {
            return true;
        }
        let mut before = Vec::new();
        if back {
            space.predecessors(&coins, &mut before);
        }
        let ahead =
            moves(space, coins).into_iter().map(|hop| play(space.board(), coins, hop).unwrap());
        let next: Vec<u64> =
            if back { before.into_iter().map(|(set, _)| set).collect() } else { ahead.collect() };
        waiting.extend(next.into_iter().filter(|&set| seen.insert(set)));
    }
    false
}

#[test]
fn the_same_seed_gives_the_same_level_for_ever() {
    let level = generator::walk(5, 4, 7, 30, 3).unwrap();
    assert_eq!(
        level.print(Format::Pictures),
        generator::walk(5, 4, 7, 30, 3).unwrap().print(Format::Pictures)
    );
    assert!(generator::walk(3, 1, 3, 5, 0).is_err());
    assert!(generator::walk(9, 8, 3, 5, 0).is_err());
    assert!(generator::walk(3, 3, 4, 0, 0).unwrap().is_solved());
}

#[test]
fn levels_of_coins_are_distinguished_from_those_of_other_puzzles() {
    for (text, name) in [
        ("oo\no-\n\n-o\noo", "coins"),
        ("-o\noo\n\n-o\noo", "coins"),
        ("1\n-o\noo\n\n2\n-o\noo", "coins"),
        ("oo\noo\n\noo\noo", "coins"),
        ("oo\no-\n\n-o\no", "coins"),
        ("-oo\n-oo", "coins"),
        ("o . x", "blocks"),
        ("oox", "blocks"),
        ("1 2\n3 _", "tiles"),
        (r#"{"puzzle": "coins"}"#, "coins"),
        (r#"{"start": ["oo"], "target": ["oo"]}"#, "coins"),
    ] {
        let mut alike: Vec<_> = Registry::standard()
            .puzzles()
            .iter()
            .map(|puzzle| (puzzle.recognise(text), puzzle.name()))
            .collect();
        alike.sort();
        let best = alike.pop().unwrap();
        assert_eq!(best.1, name, "{text:?}");
        assert!(best.0 > alike.pop().unwrap().0, "{text:?}");
    }
}

#[test]
fn a_font_is_no_level_and_is_said_to_be_one() {
    let font = "A\noo\no-\n\nB\n-o\noo\n\nC\no-\noo\n";
    let said = Registry::standard().parse(font, None).err().unwrap().to_string();
    assert_eq!(said, Level::parse(font).unwrap_err().to_string());
    assert!(said.contains("this is a font"), "{said}");
}

//! Levels that match the request, are always the same, or are refused.

use super::super::Format;
use super::*;
use crate::puzzle::Generate;

fn made(recipe: &Recipe, seed: u64) -> Made {
    make(recipe, seed, &Budget::default()).unwrap_or_else(|error| panic!("{recipe:?}: {error}"))
}

/// If this fails, seeds that people wrote down no longer give their levels.
#[test]
fn a_seed_gives_the_same_level_for_ever() {
    let recipe = Recipe { moves: Some(10..=10), ..Recipe::new(5, 5) };
    assert_eq!(
        made(&recipe, 1).level.print(Format::Picture),
        "# . . . #\n# # . # #\nx . . . .\nx @ o o o\n. x @ . .\n"
    );
    let recipe = Recipe { symmetry: Symmetry::Both, ..Recipe::new(6, 4) };
    let hardest = made(&recipe, 2);
    assert_eq!(
        (hardest.level.print(Format::Picture).as_str(), hardest.fewest),
        (". # . . # x\nx . . . x o\n. . . @ @ o\n. # . . # o\n", 22)
    );
}

#[test]
fn long_levels_are_found_and_are_as_long_as_said() {
    let recipe = Recipe { blocks: 4, moves: Some(36..=60), ..Recipe::new(5, 5) };
    let found = made(&recipe, 1);
    assert!((36..=60).contains(&found.fewest));
    assert_eq!(found, made(&recipe, 1));
    let position = crate::puzzle().parse(&found.level.print(Format::Picture)).unwrap();
    let answer = position.solve(&crate::puzzle::Request::default(), &mut ()).unwrap();
    assert_eq!((answer.bound, answer.cost()), (found.fewest, Some(found.fewest)));
}

#[test]
fn a_changed_board_has_as_many_walls_and_blocks_and_its_positions_are_all_found() {
    let (orbits, draws) = (Symmetry::Mirror.orbits(5, 5), &mut Draws::new(3));
    let mut board = Board { walls: u64::from_cells([6, 8, 17]), start: u64::from_cells([0, 1, 2]) };
    let mut changes = 0;
    for _ in 0..200 {
        let Some(changed) = board.changed(5, 5, &orbits, draws) else { continue };
        changes += usize::from(changed.walls != board.walls);
        board = changed;
        assert_eq!((board.walls.count(), board.start.count()), (3, 3));
        assert_eq!(board.walls & board.start, 0);
        assert!(orbits.iter().all(|orbit| {
            let walls = orbit.iter().filter(|&&cell| board.walls.has(cell)).count();
            walls == 0 || walls == orbit.len()
        }));
        let (rules, budget) = (Rules::new(5, 5, board.walls), Budget::default());
        let plain =
            Reach::from(&rules, board.start, Cost::MAX, &mut Meter::start(&budget)).unwrap();
        let far = plain.farthest();
        let fast = climb::reach(&board.blocks(5, 5), board.start, &(far..=far), &budget).unwrap();
        let mut goals = fast.goals;
        goals.sort_unstable();
        let mut expected: Vec<_> = plain.between(&(far..=far)).collect();
        expected.sort_unstable();
        assert_eq!((fast.farthest, goals), (far, expected));
    }
    assert!(changes > 10, "{changes}");
}

#[test]
fn walls_are_symmetric_and_as_many_as_asked_for() {
    for (symmetry, walls) in
        [(Symmetry::None, 7), (Symmetry::Mirror, 7), (Symmetry::Rotate, 7), (Symmetry::Both, 9)]
    {
        let recipe = Recipe { symmetry, walls: Some(walls), blocks: 2, ..Recipe::new(7, 5) };
        for seed in 0..5 {
            let level = made(&recipe, seed).level;
            assert_eq!(level.walls().count(), walls);
            assert_eq!((level.blocks().count(), level.goals().count()), (2, 2));
            for wall in level.walls() {
                let (x, y) = (wall % 7, wall / 7);
                let images: &[(usize, usize)] = match symmetry {
                    Symmetry::None => &[],
                    Symmetry::Mirror => &[(6 - x, y)],
                    Symmetry::Rotate => &[(6 - x, 4 - y)],
                    Symmetry::Both => &[(6 - x, y), (x, 4 - y)],
                };
                for (x, y) in images {
                    assert!(level.cells()[y * 7 + x].is_wall());
                }
            }
        }
    }
}

#[test]
fn shapes_have_less_disorder_than_scattered_blocks() {
    let set = |cells: &[usize]| u64::from_cells(cells.iter().copied());
    for (cells, expected) in [
        (&[0][..], 0),
        (&[0, 1, 8, 9], 0),
        (&[9, 2, 10, 18, 11], 0),
        // An L of three is its own mirror image, one of four is not.
        (&[0, 8, 9], 0),
        (&[0, 8, 16, 17], 2),
        (&[0, 9, 18], 1),
        (&[0, 2], 4),
        (&[0, 2, 11], 6),
    ] {
        assert_eq!(disorder(set(cells), 8), expected, "{cells:?}");
    }
}

#[test]
fn what_cannot_be_is_reported_with_what_can() {
    let default = Recipe::new(8, 8);
    let stopped = Budget { nodes: Some(10), ..Budget::default() };
    let short = Budget { memory: Some(10_000), ..Budget::default() };
    let unlimited = Budget::default();
    for (recipe, budget, says) in [
        (
            Recipe { walls: Some(60), ..default.clone() },
            &unlimited,
            "5 blocks and 60 walls leave no free cell among 64; with 60 walls there can be 3 blocks; with 5 blocks there can be 58 walls",
        ),
        (
            Recipe { blocks: 1, walls: Some(0), ..Recipe::new(1, 1) },
            &unlimited,
            "1 block and 0 walls leave no free cell among 1",
        ),
        (
            Recipe { walls: Some(13), ..default.clone() },
            &unlimited,
            "13 walls cannot have this symmetry on this board; 12 can",
        ),
        (Recipe { blocks: 0, ..default.clone() }, &unlimited, "the board has no block"),
        (Recipe { width: 17, ..default.clone() }, &unlimited, "a board's sides are 1 to 16 long"),
        (
            Recipe { blocks: 1, moves: Some(60..=70), ..Recipe::new(3, 3) },
            &unlimited,
            "none of 1100 boards had a position 60 to 70 moves away; the maximum was",
        ),
        (Recipe { blocks: 1, walls: Some(0), ..Recipe::new(2, 1) }, &stopped, "no error"),
        (default.clone(), &stopped, "node limit reached before a level was made"),
        (default.clone(), &short, "memory limit reached before a level was made"),
    ] {
        match make(&recipe, 1, budget) {
            Ok(_) => assert_eq!(says, "no error"),
            Err(error) => assert!(error.to_string().starts_with(says), "{error}"),
        }
    }
}

#[test]
fn requests_are_read() {
    let request = |size: &str, settings: &[(&str, &str)]| {
        from_request(&Generate {
            size: Some(size.into()),
            settings: settings.iter().map(|&(name, value)| (name.into(), value.into())).collect(),
            ..Generate::default()
        })
    };
    let made = request("6x5", &[("blocks", "2"), ("walls", "4"), ("symmetry", "both")]).unwrap();
    assert_eq!((made.level.width(), made.level.height()), (6, 5));
    for moves in ["5", "4..6", "4..=6"] {
        assert!((4..=6).contains(&request("5", &[("moves", moves)]).unwrap().fewest));
    }
    for (size, settings, says) in [
        ("17x3", ("blocks", "1"), "'17x3' is not a size; sizes are 1x1 to 16x16, width first"),
        ("5x5", ("blocks", "26"), "blocks must be a number from 1 to 25, not '26'"),
        ("5x5", ("walls", "-1"), "walls must be a number from 0 to 25, not '-1'"),
        ("5x5", ("symmetry", "odd"), "unknown symmetry 'odd'; available: none, mirror"),
        (
            "5x5",
            ("moves", "0"),
            "moves must be a number from 1, e.g. 30, or a range, e.g. 25..35, not '0'",
        ),
        ("5x5", ("moves", "9..5"), "moves must be a number from 1"),
        ("5x5", ("moves", "some"), "moves must be a number from 1"),
    ] {
        let error = request(size, &[settings]).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

//! Tiles through the edge.

use fewest_puzzles::Registry;
use fewest_puzzles::puzzle::Generate;

#[test]
fn an_illegal_move_is_reported_with_the_legal_ones() {
    let registry = Registry::standard();
    let mut position = registry.parse("1 2 3\n4 5 6\n7 _ 8", None).unwrap();
    for (mv, says) in [
        ("u", "no tile can slide up, the blank is in the bottom row; legal moves: D, L, R"),
        ("RR", "'RR' is not a move; moves are U, D, L and R"),
    ] {
        assert_eq!(position.play(mv).unwrap_err().to_string(), says);
    }
    position.play("l").unwrap();
    assert!(position.is_solved());
}

#[test]
fn all_formats_are_there_by_name() {
    let registry = Registry::standard();
    let tiles = registry.by_name("tiles").unwrap();
    let request = Generate { size: Some("3x4".into()), ..Generate::default() };
    let position = tiles.generate(&request).unwrap();
    assert_eq!(position.describe(), "3 × 4 sliding tiles");
    for format in tiles.formats() {
        let text = position.print(format.name).unwrap();
        assert_eq!(registry.parse(&text, None).unwrap().print("grid"), position.print("grid"));
    }
    let moves = position.parse_move(&position.moves().get(0).unwrap().to_string()).unwrap();
    for format in tiles.plan_formats() {
        let text = position.write_plan(&moves, format.name).unwrap();
        assert_eq!(position.read_plan(&text).unwrap().moves, moves);
    }
    let unknown = position.print("snail").unwrap_err().to_string();
    assert_eq!(unknown, "unknown format 'snail'; available: grid, sized, dotted, json");
    assert!(position.write_plan(&moves, "snail").is_err());
    assert!(position.parse_move("X").is_err());
    let coins = registry.parse("oo-\no--\n\n-o-\noo-\n", None).unwrap();
    assert!(position.write_plan(&coins.moves(), "moves").is_err());
}

//! Scenes and motions: what is drawn is what the rules say, in every puzzle.

use proptest::prelude::*;

use fewest_puzzles::Registry;
use fewest_puzzles::puzzle::{Generate, Position, Puzzle};

fn generated(puzzle: &dyn Puzzle, seed: u64) -> Box<dyn Position> {
    let (size, settings): (_, &[(&str, &str)]) = match puzzle.name() {
        "tiles" => (Some("4x3"), &[]),
        "blocks" => (Some("6x5"), &[("blocks", "4"), ("walls", "6")]),
        "numbers" => (Some("8x5"), &[("numbers", "12")]),
        _ => (None, &[]),
    };
    let settings = settings.iter().map(|&(name, value)| (name.into(), value.into()));
    let request = Generate {
        size: size.map(String::from),
        seed,
        settings: settings.collect(),
        ..Generate::default()
    };
    puzzle.generate(&request).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Pieces that are moved are where the rules put them, in every puzzle.
    #[test]
    fn motions_do_what_moves_do(
        puzzle in 0..Registry::standard().puzzles().len(),
        seed in 0..1000_u64,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 30),
    ) {
        let mut position = generated(Registry::standard().puzzles()[puzzle], seed);
        let mut scene = position.scene();
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves.get(choice.index(moves.len())).unwrap();
            let motion = position.motion_of(mv).unwrap();
            prop_assert!(!motion.travels.is_empty() && motion.changes.is_empty());
            for travel in &motion.travels {
                prop_assert!(scene.piece(travel.from).is_some());
            }
            scene.play(&motion);
            position.play_move(mv).unwrap();
            prop_assert_eq!(&scene, &position.scene());
            prop_assert_eq!(scene.width() * scene.height(), scene.pieces().len());
        }
    }

    /// A move that can't be played has no motion, and for the same reason.
    #[test]
    fn motions_are_refused_as_moves_are(
        puzzle in 0..Registry::standard().puzzles().len(),
        seed in 0..20_u64,
        mv in "[UDLRudlr]{0,2}|[0-9]_[0-9]-[0-9]_[0-9]|[0-9] [0-9] [UDLR] [+-]|.{0,4}",
    ) {
        let mut position = generated(Registry::standard().puzzles()[puzzle], seed);
        let motion = position.motion(&mv).map(|_| ());
        prop_assert_eq!(motion, position.play(&mv));
    }
}

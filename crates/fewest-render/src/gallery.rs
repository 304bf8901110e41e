//! A scene with every ground, shape, tint and kind of change, in every output.

use fewest_puzzle::scene::{Floor, Ground, Manner, Motion, Piece, Scene, Shape, Tint, Travel};

use crate::canvas::pixels;
use crate::theme::Theme;
use crate::{Animation, AnimationOptions, Picture, Terminal};

const FLOORS: [Floor; 5] = [Floor::Open, Floor::Square, Floor::Dot, Floor::Ring, Floor::Wall];
const SHAPES: [Shape; 5] = [Shape::Tile, Shape::Block, Shape::Disc, Shape::Card, Shape::Text];
const TINTS: [Tint; 10] = [
    Tint::Default,
    Tint::Neutral,
    Tint::Bright,
    Tint::Dim,
    Tint::Good,
    Tint::Bad,
    Tint::Hue(0),
    Tint::Hue(3),
    Tint::Ramp(1),
    Tint::Ramp(5),
];

/// A column for each tint; rows of grounds, goals, and pieces with and without a label,
/// home and not.
pub(crate) fn scene() -> Scene {
    let floors = FLOORS.into_iter().flat_map(|floor| {
        [false, true].map(|is_goal| TINTS.map(|tint| (Ground { floor, tint, is_goal }, None)))
    });
    let pieces = SHAPES.into_iter().flat_map(|shape| {
        [("", false), ("", true), ("7", false), ("Ab", true)].map(|(label, is_home)| {
            TINTS.map(|tint| {
                let piece = Piece::new(shape).tint(tint).label(label).home(is_home);
                (Ground::SQUARE, Some(piece))
            })
        })
    });
    Scene::new(TINTS.len(), floors.chain(pieces).flatten())
}

/// A scene of five cells, and what leads from it to another: a piece travels, one
/// vanishes, one appears, one becomes another, and a ground does.
pub(crate) fn changes() -> (Scene, Scene, Motion) {
    let disc = |tint| Some(Piece::new(Shape::Disc).tint(tint));
    let tile = Some(Piece::new(Shape::Tile).label("A"));
    let before = Scene::new(
        3,
        [
            (Ground::SQUARE, disc(Tint::Bright)),
            (Ground::SQUARE, None),
            (Ground::SQUARE, disc(Tint::Bad)),
            (Ground::SQUARE, None),
            (Ground::SQUARE, disc(Tint::Dim)),
            (Ground::WALL, None),
        ],
    );
    let mut after = before.clone();
    let travel = Travel { from: 0, to: 1, becomes: disc(Tint::Bright) };
    after.play(&Motion::of_travels(Manner::Slide, [travel]));
    let travelled = after.clone();
    after.put(2, None);
    after.put(3, tile);
    after.put(4, disc(Tint::Bright));
    after.pave(5, Ground::SQUARE.goal());
    let mut motion = Motion::between(&travelled, &after);
    motion.travels.push(travel);
    (before, after, motion)
}

pub(crate) fn animation() -> Animation {
    let (before, after, motion) = changes();
    let back = Motion::between(&after, &before);
    let moves = [("there".to_string(), motion), ("back".to_string(), back)];
    Animation::of_motions("everything", before, moves).expect("it is small")
}

#[test]
fn every_look_is_another_picture() {
    for theme in Theme::ALL {
        let svg = Picture { theme, ..Picture::default() }.svg(&scene()).unwrap();
        let drawn = pixels(&svg, 1.0).unwrap();
        // Two looks are the same only where that is meant.
        let layout = crate::layout::Layout::new(&scene(), None, false).unwrap();
        let mut seen = std::collections::BTreeMap::new();
        for cell in 0..scene().pieces().len() {
            let (x, y) = layout.middle(cell);
            let half = (layout.cell / 2.0) as u32;
            let (left, top) = (x as u32 - half, y as u32 - half);
            let cells = (0..2 * half).flat_map(|dy| (0..2 * half).map(move |dx| (dx, dy)));
            let look: Vec<[u8; 3]> = cells
                .map(|(dx, dy)| drawn.pixel(left + dx, top + dy).unwrap())
                .map(|p| [p.red(), p.green(), p.blue()])
                .collect();
            let what = (scene().ground()[cell], scene().piece(cell));
            if let Some(other) = seen.insert(look, what) {
                // The dot of a goal covers any other.
                let is_open =
                    |g: Ground| g.floor == Floor::Open || g.floor == Floor::Dot && g.is_goal;
                // A text without letters is not seen, unless it is home; and a disc of the
                // default tint leaves its being home to the ring below.
                let look = |piece: Option<Piece>| match piece {
                    Some(p) if p.shape == Shape::Text && p.label.is_empty() && !p.is_home => None,
                    Some(p) if (p.shape, p.tint) == (Shape::Disc, Tint::Default) => {
                        Some(p.tint(Tint::Bright).home(false))
                    }
                    Some(p) if (p.shape, p.tint) == (Shape::Card, Tint::Default) => {
                        Some(p.tint(Tint::Neutral))
                    }
                    piece => piece,
                };
                let is_meant = match (look(what.1), look(other.1)) {
                    (None, None) => is_open(what.0) && is_open(other.0) || what.0 == other.0,
                    (a, b) => a == b,
                };
                assert!(is_meant, "{what:?} looks like {other:?} in {theme:?}");
            }
        }
    }
}

#[test]
fn changes_are_marked() {
    let (before, after, motion) = changes();
    let next = Picture { next: Some(motion.clone()), ..Picture::default() };
    assert!(
        next.svg(&before).unwrap().to_string()
            != Picture::default().svg(&before).unwrap().to_string()
    );
    let last = Picture { last: Some(motion.clone()), ..Picture::default() };
    assert!(pixels(&last.svg(&after).unwrap(), 1.0).is_ok());
    let text = Terminal { next: Some(motion.clone()), ..Terminal::default() }.text(&before);
    assert_eq!(text, " ●→ · (●)\n(·)(○)(█)\n");
    let text = Terminal { last: Some(motion), ..Terminal::default() }.text(&after);
    assert_eq!(text, " · [●][·]\n[A][●][□]\n");
}

#[test]
fn every_look_has_a_character() {
    let text = Terminal::default().text(&scene());
    let row = |row: usize| text.lines().nth(row).unwrap().to_string();
    assert_eq!(text.lines().count(), scene().height());
    assert!(row(2).starts_with("  ·   ░   ░   ·   ░"), "{}", row(2));
    assert!(row(10).starts_with("  ▮   ▮   ▮   ▯"), "{}", row(10));
    assert!(row(19).starts_with("  ◉   ◉"), "{}", row(19));
    let coloured = Terminal { has_colours: true, ..Terminal::default() }.text(&scene());
    assert!(coloured.contains("\u{1b}[31m") && coloured.len() > text.len());
}

#[test]
fn changes_are_animated_as_svg() {
    let animation = animation();
    for theme in Theme::ALL {
        let options = AnimationOptions { theme: Some(theme), ..AnimationOptions::default() };
        let svg = animation.svg(&options).unwrap();
        let text = svg.to_string();
        assert!(text.contains("attributeName=\"opacity\""));
        for list in text.split("attributeName=\"opacity\"").skip(1) {
            let list = list.split("keyTimes=\"").nth(1).unwrap().split('"').next().unwrap();
            let times: Vec<f64> = list.split(';').map(|time| time.parse().unwrap()).collect();
            assert!(times.is_sorted_by(|a, b| a < b), "{list}");
            // A browser refuses any other.
            assert!(list.starts_with("0;") && list.ends_with(";1"), "{list}");
        }
        // What does not move shows the start.
        let still = Picture { theme, ..Picture::default() }.svg(&changes().0).unwrap();
        let (moving, still) = (pixels(&svg, 1.0).unwrap(), pixels(&still, 1.0).unwrap());
        let board = still.width() as usize * (still.height() as usize - 40);
        assert_eq!(moving.pixels()[..board], still.pixels()[..board]);
    }
}

#[test]
fn changes_are_on_the_page() {
    let page = animation().html(&AnimationOptions::default()).unwrap();
    assert!(page.contains("--face-bright:") && page.contains("--face-dim:"));
    assert!(!page.contains("--face-hue"));
    // The sixth cell's ground is the twelfth place.
    assert!(page.contains("[5,null],[11,"), "{page}");
}

//! A position in a terminal: in colour where the terminal has colours, with the last
//! and the next move marked on request.
//!
//! ```
//! use fewest_puzzles::puzzle;
//! use fewest_render::Terminal;
//!
//! let position = puzzle::parse("1 2 3\n4 5 6\n7 _ 8\n", None)?;
//! let next = Some(position.motion("L")?);
//! let terminal = Terminal { next, ..Terminal::default() };
//! assert_eq!(terminal.text(&position.scene()), " 1  2  3 \n 4  5  6 \n 7    ←8 \n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;
use std::fmt::Write;

use fewest_puzzle::scene::{Floor, Ground, Manner, Motion, Piece, Scene, Shape, Tint};

/// The options of a text picture.
#[derive(Clone, Debug, Default)]
pub struct Terminal {
    /// Whether the terminal has colours.
    pub has_colours: bool,
    /// The move that led to the position.
    pub last: Option<Motion>,
    /// The move that will be played.
    pub next: Option<Motion>,
}

/// What is shown by one of the terminal's own colours, which is readable on any
/// background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Faint,
    Home,
    Goal,
    Coin,
    Block,
    Mark,
    Tint(Tint),
}

/// What a wall fills its cell with.
const WALL: char = '█';

impl Style {
    /// Its codes (ECMA-48, "select graphic rendition").
    fn code(self) -> &'static str {
        match self {
            Style::Plain => "0",
            Style::Faint => "2",
            Style::Home => "1;36",
            Style::Goal => "33",
            Style::Coin => "1;33",
            Style::Block => "1;34",
            Style::Mark => "1;35",
            Style::Tint(tint) => match tint {
                Tint::Default | Tint::Neutral | Tint::Ramp(_) => "0",
                Tint::Bright => "1;33",
                Tint::Dim => "2",
                Tint::Good => "32",
                Tint::Bad => "31",
                // About the hues of the theme, as far as terminals have them.
                Tint::Hue(hue) => {
                    ["34", "31", "32", "35", "33", "36", "1"][usize::from(hue % Tint::HUES)]
                }
            },
        }
    }
}

impl Terminal {
    /// The width of a line in characters.
    pub fn width(&self, scene: &Scene) -> usize {
        scene.width() * (body_width(scene) + 2)
    }

    /// Writes it, a line for each row.
    pub fn text(&self, scene: &Scene) -> String {
        let width = body_width(scene);
        let mut text = String::new();
        for (cell, (before, after)) in self.marks(scene).into_iter().enumerate() {
            let (style, body) = body(scene, cell, width);
            // The characters of a wall are not marks.
            let side = |sign: char| if sign == WALL { style } else { Style::Mark };
            self.write(&mut text, side(before), &before.to_string());
            self.write(&mut text, style, &body);
            self.write(&mut text, side(after), &after.to_string());
            if (cell + 1) % scene.width() == 0 {
                text.push('\n');
            }
        }
        text
    }

    fn write(&self, text: &mut String, style: Style, part: &str) {
        if self.has_colours && style != Style::Plain && part != " " {
            // Writing to a String can't fail.
            let _ = write!(text, "\u{1b}[{}m{part}\u{1b}[0m", style.code());
        } else {
            text.push_str(part);
        }
    }

    /// What stands on both sides of each cell.
    fn marks(&self, scene: &Scene) -> Vec<(char, char)> {
        let mut marks = vec![(' ', ' '); scene.pieces().len()];
        for (cell, ground) in scene.ground().iter().enumerate() {
            if ground.floor == Floor::Wall {
                marks[cell] = (WALL, WALL);
            }
        }
        let mut mark = |cell: usize, before, after| {
            if let Some(mark) = marks.get_mut(cell) {
                *mark = (before, after);
            }
        };
        if let Some(motion) = &self.last {
            motion.changes.iter().for_each(|change| mark(change.cell, '[', ']'));
            motion.travels.iter().for_each(|travel| mark(travel.to, '[', ']'));
        }
        for change in self.next.iter().flat_map(|motion| &motion.changes) {
            mark(change.cell, '(', ')');
        }
        for (motion, travel) in
            self.next.iter().flat_map(|motion| motion.travels.iter().map(move |t| (motion, t)))
        {
            if motion.manner == Manner::Hop {
                mark(travel.from, '(', ')');
                mark(travel.to, '(', ')');
                continue;
            }
            let ((x, y), (to_x, to_y)) = (scene.place(travel.from), scene.place(travel.to));
            match (to_x.cmp(&x), to_y.cmp(&y)) {
                (Ordering::Less, _) => mark(travel.from, '←', ' '),
                (Ordering::Greater, _) => mark(travel.from, ' ', '→'),
                (_, Ordering::Less) => mark(travel.from, '↑', ' '),
                (_, _) => mark(travel.from, '↓', ' '),
            }
        }
        marks
    }
}

/// The width of a cell's content in characters.
fn body_width(scene: &Scene) -> usize {
    let letters = |piece: &Piece| piece.label.as_str().chars().count().max(1);
    scene.pieces().iter().flatten().map(letters).max().unwrap_or(1)
}

/// What is on a cell, or what it is.
fn body(scene: &Scene, cell: usize, width: usize) -> (Style, String) {
    let Some(piece) = scene.piece(cell) else {
        let (style, sign) = ground(scene.ground()[cell]);
        return (style, format!("{sign:>width$}"));
    };
    let Piece { shape, tint, label, is_home } = piece;
    let signs = match shape {
        Shape::Tile => ["▮", "▯", "▮"],
        Shape::Block => ["■", "□", "▣"],
        Shape::Disc => ["●", "○", "◉"],
        Shape::Card => ["◆", "◇", "◈"],
        Shape::Text => [" "; 3],
    };
    let style = match (shape, tint) {
        (_, Tint::Default) if is_home => Style::Home,
        (Shape::Block, Tint::Default) => Style::Block,
        (Shape::Disc, Tint::Default) => Style::Coin,
        (_, Tint::Default | Tint::Neutral | Tint::Ramp(_)) => Style::Plain,
        (_, tint) => Style::Tint(tint),
    };
    let [plain, dim, home] = signs;
    let sign = match (label.as_str(), is_home, tint) {
        ("", true, _) => home,
        ("", false, Tint::Dim) => dim,
        ("", false, _) => plain,
        (label, ..) => label,
    };
    (style, format!("{sign:>width$}"))
}

/// What is seen of a cell without a piece.
fn ground(ground: Ground) -> (Style, &'static str) {
    let (style, sign) = match (ground.floor, ground.is_goal) {
        (Floor::Wall, _) => (Style::Plain, "█"),
        (Floor::Ring, _) => (Style::Goal, "○"),
        (_, true) => (Style::Goal, "□"),
        (Floor::Open, false) => (Style::Plain, " "),
        (Floor::Square, false) if !matches!(ground.tint, Tint::Default | Tint::Dim) => {
            (Style::Plain, "░")
        }
        (Floor::Square | Floor::Dot, false) => (Style::Faint, "·"),
    };
    match ground.tint {
        Tint::Default => (style, sign),
        Tint::Neutral | Tint::Ramp(_) => (Style::Plain, sign),
        tint => (Style::Tint(tint), sign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_puzzles::puzzle::parse;

    #[test]
    fn every_puzzle_is_written() {
        for (text, mv, next, last) in [
            ("1 2\n_ 3\n", "L", " 1  2 \n   ←3 \n", " 1  2 \n[3]   \n"),
            ("o . # x\n", "R", " ■→ · ███ □ \n", " · [■]███ □ \n"),
            (
                "oo-\no--\n\n-o-\noo-\n",
                "0_0-1_1",
                "(●) ◉  · \n ◉ (○) · \n",
                " ·  ◉  · \n ◉ [◉] · \n",
            ),
            ("4 1\n1 13 0 2\n", "3 0 L -", "  1  13   · ← 2 \n", "  1 [11]  ·   · \n"),
        ] {
            let mut position = parse(text, None).unwrap();
            let motion = position.motion(mv).unwrap();
            let terminal = Terminal { next: Some(motion.clone()), ..Terminal::default() };
            assert_eq!(terminal.text(&position.scene()), next);
            position.play(mv).unwrap();
            let terminal = Terminal { last: Some(motion), ..Terminal::default() };
            assert_eq!(terminal.text(&position.scene()), last);
        }
    }

    #[test]
    fn walls_are_of_one_colour() {
        let mut position = parse("o . # x\n", None).unwrap();
        let last = Some(position.motion("R").unwrap());
        position.play("R").unwrap();
        let text =
            Terminal { has_colours: true, last, ..Terminal::default() }.text(&position.scene());
        assert!(text.contains("\u{1b}[1;35m]\u{1b}[0m███"), "{text:?}");
    }

    #[test]
    fn colours_are_ended() {
        let scene = parse("1 2\n_ 3\n", None).unwrap().scene();
        let text = Terminal { has_colours: true, ..Terminal::default() }.text(&scene);
        assert_eq!(text, " \u{1b}[1;36m1\u{1b}[0m  \u{1b}[1;36m2\u{1b}[0m \n    3 \n");
    }
}

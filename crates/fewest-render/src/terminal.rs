//! A position in a terminal: in colour where the terminal has colours, with the
//! last and the next move pointed out where that is asked for.
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

use fewest_puzzles::scene::{Ground, Manner, Motion, Piece, Scene, Shape};

/// How a position is written.
#[derive(Clone, Debug, Default)]
pub struct Terminal {
    /// Whether the terminal has colours.
    pub has_colours: bool,
    /// The move that led to the position.
    pub last: Option<Motion>,
    /// The move that will be played.
    pub next: Option<Motion>,
}

/// What is told by a colour of the terminal's own, which can be read on its
/// background whatever that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Faint,
    Home,
    Goal,
    Coin,
    Block,
    Mark,
}

impl Style {
    /// What to tell the terminal (ECMA-48, "select graphic rendition").
    fn code(self) -> &'static str {
        match self {
            Style::Plain => "0",
            Style::Faint => "2",
            Style::Home => "1;36",
            Style::Goal => "33",
            Style::Coin => "1;33",
            Style::Block => "1;34",
            Style::Mark => "1;35",
        }
    }
}

impl Terminal {
    /// How many characters a line has.
    pub fn width(&self, scene: &Scene) -> usize {
        scene.width() * (body_width(scene) + 2)
    }

    /// Writes it, a line for each row.
    pub fn text(&self, scene: &Scene) -> String {
        let width = body_width(scene);
        let mut text = String::new();
        for (cell, (before, after)) in self.marks(scene).into_iter().enumerate() {
            self.write(&mut text, Style::Mark, &before.to_string());
            let (style, body) = body(scene, cell, width);
            self.write(&mut text, style, &body);
            self.write(&mut text, Style::Mark, &after.to_string());
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
            if *ground == Ground::Wall {
                marks[cell] = ('█', '█');
            }
        }
        let mut mark = |cell: usize, before, after| {
            if let Some(mark) = marks.get_mut(cell) {
                *mark = (before, after);
            }
        };
        for travel in self.last.iter().flat_map(|motion| &motion.travels) {
            mark(travel.to, '[', ']');
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

/// How many characters what is on a cell takes.
fn body_width(scene: &Scene) -> usize {
    let digits = |piece: &Piece| piece.number.map_or(1, |number| number.to_string().len());
    scene.pieces().iter().flatten().map(digits).max().unwrap_or(1)
}

/// What is on a cell, or what it is.
fn body(scene: &Scene, cell: usize, width: usize) -> (Style, String) {
    let Some(piece) = scene.piece(cell) else {
        let (style, sign) = match scene.ground()[cell] {
            Ground::Tray => (Style::Plain, " "),
            Ground::Square | Ground::Point => (Style::Faint, "·"),
            Ground::Goal => (Style::Goal, "□"),
            Ground::Ring => (Style::Goal, "○"),
            Ground::Wall => (Style::Plain, "█"),
        };
        return (style, format!("{sign:>width$}"));
    };
    let (style, sign) = match (piece.shape, piece.is_home) {
        (Shape::Tile | Shape::Number, false) => (Style::Plain, ""),
        (Shape::Tile | Shape::Number, true) => (Style::Home, ""),
        (Shape::Block, false) => (Style::Block, "■"),
        (Shape::Block, true) => (Style::Home, "▣"),
        (Shape::Coin, false) => (Style::Coin, "●"),
        (Shape::Coin, true) => (Style::Home, "◉"),
    };
    match piece.number {
        Some(number) => (style, format!("{number:>width$}")),
        None => (style, format!("{sign:>width$}")),
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
    fn colours_are_ended() {
        let scene = parse("1 2\n_ 3\n", None).unwrap().scene();
        let text = Terminal { has_colours: true, ..Terminal::default() }.text(&scene);
        assert_eq!(text, " \u{1b}[1;36m1\u{1b}[0m  \u{1b}[1;36m2\u{1b}[0m \n    3 \n");
    }
}

//! Levels of coins, edited cell by cell: a start and a target.

use super::{Board, DEFAULT_FONT, Font, Format, Length, Lengths, Level};
use crate::draft::{
    self, Brush, DraftBoard, Drafting, Editor, Entry, LevelField, LevelForm, LevelGrid, LevelValues,
};
use crate::scene::{Ground, Piece, Shape};
use crate::text::ParseError;

const COIN: &str = "o";
const EMPTY: &str = "-";

const BRUSHES: [Brush; 2] =
    [Brush { content: COIN, name: "coin" }, Brush { content: EMPTY, name: "empty" }];

pub(super) const DRAFTING: Drafting<Level> = Drafting { editor, draft, text, cell };

/// With the glyphs of the default font to begin with.
fn editor() -> Editor {
    let font = Font::embedded(DEFAULT_FONT).ok();
    let stamps = font.iter().flat_map(|font| {
        let stamp = |coins| board("glyph", font.board(), coins);
        font.glyphs().iter().map(move |glyph| (glyph.name.clone(), stamp(glyph.coins)))
    });
    Editor { entry: Entry::Paint(&BRUSHES), fill: Some(EMPTY), stamps: stamps.collect() }
}

fn draft(level: &Level) -> Vec<DraftBoard> {
    vec![
        board("start", level.board(), level.start()),
        board("target", level.board(), level.target()),
    ]
}

fn board(name: &'static str, board: &Board, coins: u64) -> DraftBoard {
    let (width, height) = (board.width(), board.height());
    let content = |cell| if coins >> cell & 1 == 1 { COIN } else { EMPTY };
    let cells = (0..width * height).map(|cell| content(cell).to_string()).collect();
    DraftBoard { name, width, height, cells }
}

/// Rows without spaces.
fn text(boards: &[DraftBoard]) -> String {
    draft::text(boards, "")
}

/// A coin of the start has a ring around it where the target has one too, as in play.
fn cell(boards: &[DraftBoard], board: usize, cell: usize) -> (Ground, Option<Piece>) {
    let is_coin = |board: usize| {
        let content = boards.get(board).and_then(|board| board.cells.get(cell));
        content.is_some_and(|content| content == COIN)
    };
    let belongs = board == 0 && is_coin(1);
    let ground = if belongs { Ground::RING } else { Ground::DOT };
    (ground, is_coin(board).then(|| Piece::new(Shape::Disc).home(belongs)))
}

/// Two glyphs of the default font.
pub(super) fn level_form() -> Option<LevelForm> {
    let font = Font::embedded(DEFAULT_FONT).ok()?;
    let names: Vec<String> = font.glyphs().iter().map(|glyph| glyph.name.clone()).collect();
    let field = |name| LevelField { name, values: LevelValues::Choices(names.clone()) };
    Some(LevelForm { pattern: "{from}-{to}", fields: vec![field("from"), field("to")] })
}

/// All pairs of the font of a results file, whether they are solved in it or not.
pub(super) fn results(text: &str) -> Result<LevelGrid, ParseError> {
    let lengths = Lengths::read(text)?;
    let font = lengths.font();
    let glyphs = font.glyphs().len();
    let level = |(from, to)| {
        let is_playable = from != to && lengths.get(from, to) != Length::Unsolvable;
        is_playable.then(|| Level::between(font, from, to).print(Format::Pictures))
    };
    let pairs = (0..glyphs).flat_map(|from| (0..glyphs).map(move |to| (from, to)));
    Ok(LevelGrid { lengths: lengths.heat_map(), levels: pairs.map(level).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CoinsPuzzle;
    use crate::figure::HeatCell;
    use crate::puzzle::Domain;

    #[test]
    fn drafts_are_read_back() {
        let level = Level::parse("oo-\no--\n\n-o-\noo-\n").unwrap();
        let text = text(&draft(&level));
        assert_eq!(Level::parse(&text).unwrap(), level);
        assert_eq!(editor().stamps.len(), 37);
    }

    #[test]
    fn a_file_of_results_is_a_grid_of_levels() {
        let font = Font::parse("L\no-\noo\n\n7\noo\n-o\n\nJ\n-o\noo\n").unwrap();
        let text = crate::results::header(&font) + "L 7 1 0_1-1_0\nL J unsolvable\n";
        let grid = results(&text).unwrap();
        assert_eq!(grid.lengths.labels, ["L", "7", "J"]);
        assert_eq!(grid.levels.len(), grid.lengths.cells.len());
        assert_eq!(grid.lengths.cells[1], HeatCell::Value(1));
        let level = Level::parse(grid.levels[1].as_ref().unwrap()).unwrap();
        assert_eq!(
            (level.start(), level.target()),
            (font.glyphs()[0].coins, font.glyphs()[1].coins)
        );
        // A glyph and itself, a pair without a plan, and one of which nothing is known.
        assert_eq!([0, 2, 5].map(|cell| grid.levels[cell].is_some()), [false, false, true]);
        let error = results("hello\n").unwrap_err();
        assert!(error.to_string().starts_with("line 1, column 1: this is not a results file"));
    }

    #[test]
    fn reverse_moves_lead_to_the_goal() {
        let level = Level::parse("oo-\no--\n\n-o-\noo-\n").unwrap();
        let moves = CoinsPuzzle::reverse_moves(&level);
        assert!(!moves.is_empty());
        for (hop, before) in moves {
            let mut played = before.with_start(before.target());
            CoinsPuzzle::play(&mut played, hop).unwrap();
            assert_eq!(played.start(), level.target());
            assert_eq!(before.start(), level.start());
        }
    }
}

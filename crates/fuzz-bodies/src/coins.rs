//! Levels, plans, fonts and files of results of coins.

use arbitrary::Unstructured;
use fewest_puzzles::coins::batch::PairAnswer;
use fewest_puzzles::coins::{Board, Font, Format, Hop, Level, PlanFormat, plan, play, results};

use crate::mutate::mutate;
use crate::{Reached, moves, number, one_of, settle};

const NAMES: [&str; 8] = ["L", "7", "A", "ß", "oo", "-", "a:b", "twenty-characters-xx"];

fn board(bytes: &mut Unstructured<'_>) -> Board {
    Board::new(number(bytes, 2..=7), number(bytes, 2..=7)).unwrap()
}

/// This many of the board's cells, drawn without replacement.
fn set(bytes: &mut Unstructured<'_>, board: &Board, coins: usize) -> u64 {
    let mut cells: Vec<usize> = (0..board.width() * board.height()).collect();
    let mut set = 0;
    for _ in 0..coins {
        let place = number(bytes, 0..=cells.len() - 1);
        set |= 1 << cells.swap_remove(place);
    }
    set
}

fn coins(bytes: &mut Unstructured<'_>, board: &Board) -> usize {
    number(bytes, 1..=(board.width() * board.height()).min(12))
}

fn level(bytes: &mut Unstructured<'_>) -> Level {
    let board = board(bytes);
    let coins = coins(bytes, &board);
    let (start, target) = (set(bytes, &board, coins), set(bytes, &board, coins));
    let level = Level::new(board, start, target).unwrap();
    let has_names = number(bytes, 0..=1) == 1;
    level.with_names(has_names.then(|| ["L".to_string(), "7".to_string()]))
}

pub(crate) fn boards(bytes: &mut Unstructured<'_>) -> Reached {
    let format = one_of(bytes, &Format::ALL);
    let level = level(bytes);
    let text = mutate(bytes, &level.print(format));
    let _ = Level::recognise(&text);
    let read = Level::parse(&text);
    if let Ok(level) = &read {
        for format in Format::ALL {
            let printed = level.print(format);
            let mut again = Level::parse(&printed).unwrap();
            if format == Format::Pictures && again.names().is_none() {
                // Names that could be rows are not in the pictures.
                again = again.with_names(level.names().cloned());
            }
            assert_eq!(again, *level, "{text:?}, {printed:?}");
        }
    }
    settle(&text, &read)
}

/// Some legal moves, and where they lead.
fn walk(bytes: &mut Unstructured<'_>, board: &Board, mut coins: u64) -> (Vec<Hop>, u64) {
    let mut walk = Vec::new();
    for _ in 0..number(bytes, 0..=6) {
        let legal: Vec<Hop> = Level::new(*board, coins, coins).unwrap().moves().collect();
        if legal.is_empty() {
            break;
        }
        let hop = one_of(bytes, &legal);
        coins = play(board, coins, hop).unwrap();
        walk.push(hop);
    }
    (walk, coins)
}

pub(crate) fn plans(bytes: &mut Unstructured<'_>) -> Reached {
    let format = one_of(bytes, &PlanFormat::ALL);
    let start = level(bytes);
    let (hops, _) = walk(bytes, start.board(), start.start());
    let text = mutate(bytes, &plan::write(&start, &hops, format).unwrap());
    let read = plan::read(&start, &text);
    if let Ok(steps) = &read {
        let hops = moves(&text, steps.iter().copied());
        let cells = (start.board().width() * start.board().height()) as u8;
        assert!(hops.iter().all(|hop| hop.from < cells && hop.to < cells), "{text:?}");
        for format in PlanFormat::ALL {
            // A list of moves may be illegal, and pictures can't show such a plan.
            if let Ok(written) = plan::write(&start, &hops, format) {
                let again = plan::read(&start, &written).unwrap();
                assert_eq!(moves(&written, again), hops, "{text:?}, {written:?}");
            } else {
                assert_eq!(format, PlanFormat::Pictures);
            }
        }
    }
    settle(&text, &read)
}

fn font(bytes: &mut Unstructured<'_>) -> Font {
    let board = board(bytes);
    let coins = coins(bytes, &board);
    let glyphs = number(bytes, 1..=NAMES.len());
    let mut text = String::new();
    for name in NAMES.iter().take(glyphs) {
        // The picture of a set is that of a level whose start and target it is.
        let set = set(bytes, &board, coins);
        let pictures = Level::new(board, set, set).unwrap().print(Format::Pictures);
        let picture = pictures.split("\n\n").next().unwrap();
        text += &[name, "\n", picture, "\n\n"].concat();
    }
    Font::parse(&text).unwrap()
}

pub(crate) fn fonts(bytes: &mut Unstructured<'_>) -> Reached {
    let font = font(bytes);
    let text = mutate(bytes, &font.print());
    let read = Font::parse(&text);
    if let Ok(font) = &read {
        let printed = font.print();
        assert_eq!(Font::parse(&printed).as_ref(), Ok(font), "{text:?}, {printed:?}");
        let header = results::header(font);
        assert_eq!(results::font_of(&header).as_ref(), Ok(font), "{header:?}");
    }
    settle(&text, &read)
}

pub(crate) fn results(bytes: &mut Unstructured<'_>) -> Reached {
    // Two glyphs, of which the second is made from the first by legal moves.
    let board = board(bytes);
    let coins = coins(bytes, &board);
    let first = set(bytes, &board, coins);
    let (hops, second) = walk(bytes, &board, first);
    let header = format!(
        "# fewest coins results 1\n# {}x{} L:{first:x} 7:{second:x}\n",
        board.width(),
        board.height()
    );
    let font = results::font_of(&header).unwrap();
    assert_eq!(results::header(&font), header);
    let mut text = header;
    text += &results::line(&font, (0, 1), &PairAnswer::Solved(hops));
    text += &results::line(&font, (1, 0), &PairAnswer::Unsolvable);
    text += &results::line(&font, (0, 0), &PairAnswer::Solved(Vec::new()));
    let text = mutate(bytes, &text);
    let _ = results::font_of(&text);
    let read = results::read(&font, &text);
    if let Ok(found) = &read {
        assert!(found.whole <= text.len() && text.is_char_boundary(found.whole));
        let lines = found.answers.iter();
        let written: String = results::header(&font)
            + &lines.map(|(&pair, answer)| results::line(&font, pair, answer)).collect::<String>();
        let again = results::read(&font, &written).unwrap();
        assert_eq!(again.whole, written.len());
        assert!(again.answers.keys().eq(found.answers.keys()), "{text:?}, {written:?}");
        for (pair, answer) in &found.answers {
            let line = |answer| results::line(&font, *pair, answer);
            assert_eq!(line(&again.answers[pair]), line(answer), "{text:?}");
        }
    }
    settle(&text, &read)
}

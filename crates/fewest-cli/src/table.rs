//! An exploration as a table: the number of positions at each depth.

use std::fmt::Write;

use fewest_puzzles::puzzle::{Difficulty, Exploration, Origin};

use crate::words;

/// The length of the longest bar in characters.
const BAR: f64 = 32.0;

/// The table with its total, mean, heuristics and farthest positions.
pub(crate) fn table(found: &Exploration) -> String {
    let total = found.total();
    let most = found.layers.iter().copied().max().unwrap_or(0).max(1);
    let width = words::grouped(total).len().max("positions".len());
    let mut text = format!("depth  {:>width$}        %\n", "positions");
    for (depth, &states) in found.layers.iter().enumerate() {
        let percent = 100.0 * states as f64 / total.max(1) as f64;
        let bar = bar(states as f64 / most as f64);
        let line = format!("{depth:>5}  {:>width$}  {percent:>7.3}  {bar}", words::grouped(states));
        add(&mut text, line.trim_end());
    }
    let so_far = if found.complete { "" } else { " so far" };
    add(&mut text, &format!("total  {:>width$}{so_far}", words::grouped(total)));
    add(&mut text, &format!("mean   {:>width$.3}", found.mean()));
    for (name, mean) in &found.means {
        // Estimates are of the way to the goal: only distances from there compare with them.
        let note = match found.from {
            Origin::Start => "to the goal".to_string(),
            Origin::Goal => {
                let part = 100.0 * mean / found.mean().max(f64::MIN_POSITIVE);
                format!("{part:.1} % of it")
            }
        };
        add(&mut text, &format!("       {mean:>width$.3}  by {name}, {note}"));
    }
    if let Some(fewest) = found.fewest {
        let moves = words::plural(u64::from(fewest.moves), "move");
        let plans = words::plural(fewest.plans, "plan");
        add(&mut text, &format!("solved in {moves} (the fewest), by {plans}"));
    }
    if let Some(difficulty) = &found.difficulty {
        add(&mut text, &hardness(difficulty));
    }
    if !found.farthest.is_empty() {
        let depth = words::plural(found.layers.len().saturating_sub(1) as u64, "move");
        add(&mut text, &format!("\nfarthest, at {depth}:"));
        for board in &found.farthest {
            add(&mut text, &format!("\n{}", board.trim_end()));
        }
    }
    text
}

/// What makes a level hard besides its number of moves, in a line.
fn hardness(difficulty: &Difficulty) -> String {
    let &Difficulty { branching, wrong_moves, away_moves, dead_ends, undecided, .. } = difficulty;
    let mut parts = vec![format!(
        "on the path, {branching:.1} moves to choose from, {wrong_moves:.1} of them wrong"
    )];
    if let Some(heuristic) = &difficulty.away_by {
        let moves = words::plural(away_moves, "move");
        parts.push(format!("{moves} away from the goal (by {heuristic})"));
    }
    if dead_ends > 0 {
        parts.push(format!("{} next to it", words::plural(dead_ends, "dead end")));
    }
    if undecided > 0 {
        let positions = words::plural(undecided, "position");
        parts.push(format!("{positions} next to it undecided"));
    }
    parts.join("; ")
}

fn add(text: &mut String, line: &str) {
    // Writing to a String can't fail.
    let _ = writeln!(text, "{line}");
}

/// A bar of a part of the full length. A part above zero is always visible.
fn bar(part: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if part <= 0.0 {
        return String::new();
    }
    let eighths = ((part * BAR * 8.0).round() as usize).max(1);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::{Counts, Stop};
    use fewest_puzzles::puzzle::Fewest;

    #[test]
    fn lines_up() {
        let mut found = Exploration {
            from: Origin::Goal,
            layers: vec![1, 2, 4, 1000],
            farthest: vec!["1 2\n3 _\n".into()],
            means: vec![("manhattan".into(), 1.5)],
            fewest: Some(Fewest { moves: 3, plans: 1 }),
            difficulty: Some(Difficulty {
                branching: 2.5,
                wrong_moves: 1.25,
                away_moves: 1,
                away_by: Some("manhattan".into()),
                dead_ends: 2,
                undecided: 3,
            }),
            complete: true,
            stop: Stop::Done,
            method: String::new(),
            counts: Counts::default(),
        };
        let expected = "\
depth  positions        %
    0          1    0.099  ▏
    1          2    0.199  ▏
    2          4    0.397  ▏
    3      1,000   99.305  ████████████████████████████████
total      1,007
mean       2.989
           1.500  by manhattan, 50.2 % of it
solved in 3 moves (the fewest), by 1 plan
on the path, 2.5 moves to choose from, 1.2 of them wrong; 1 move away from the goal (by manhattan); 2 dead ends next to it; 3 positions next to it undecided

farthest, at 3 moves:

1 2
3 _
";
        assert_eq!(table(&found), expected);
        found.from = Origin::Start;
        assert!(table(&found).contains("1.500  by manhattan, to the goal\n"));
    }

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(1e-9), "▏");
        assert_eq!(bar(1.0).chars().count(), 32);
    }
}

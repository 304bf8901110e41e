//! The standard goals by name.

use fewest::names::{Name, Names};

use super::{Geometry, Level};

/// The tiles of a goal on a board of this width and height.
pub(super) type Goal = fn(usize, usize) -> Vec<u16>;

/// The goals by name; the first is the default.
pub(super) const GOALS: Names<Goal> = Names::new(&[
    Name::new("blank-last", Geometry::blank_last, "rows in order, the blank in the last cell"),
    Name::new("blank-first", Geometry::blank_first, "the blank in the first cell, rows in order"),
]);

/// The goal with a name as people write it, e.g. `blank first` or `Blank-First`.
pub(super) fn named(text: &str) -> Option<Goal> {
    let words = text.split(|c: char| c == '-' || c == '_' || c.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(3).collect();
    let name = words.join("-").to_ascii_lowercase();
    GOALS.find(&name).map(|row| row.value)
}

/// Several goals in one text: each after a line `goal`, or with its name in that line.
pub(super) fn joined(goals: &[String]) -> String {
    let one = |goal: &String| match goal.trim() {
        lines if lines.to_ascii_lowercase().starts_with("goal") => format!("{lines}\n"),
        name if named(name).is_some() => format!("goal {name}\n"),
        _ => format!("goal\n{goal}\n"),
    };
    goals.iter().map(one).collect()
}

/// The name of a standard goal that an unsolvable board can reach.
pub(super) fn solvable(level: &Level) -> Option<&'static str> {
    let (width, height) = (level.geometry().width(), level.geometry().height());
    let reaches =
        |goal: Goal| Geometry::new(width, height, &goal(width, height)).is_solvable(level.tiles());
    let row = GOALS.iter().find(|row| reaches(row.value))?;
    (!level.is_solvable()).then_some(row.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_goals_are_read_as_several() {
        let goals = ["blank-first", "1 2 3\n4 5 6\n7 _ 8", "goal\n2 1 3/4 5 6/7 8 _"];
        let level = Level::parse("1 2 3/4 5 6/_ 7 8").unwrap();
        let level = level.with_goal(&joined(&goals.map(String::from))).unwrap();
        assert_eq!(level.goals().count(), 3);
    }

    #[test]
    fn the_other_goal_is_reported_only_where_it_helps() {
        let solvable = |text: &str| solvable(&Level::parse(text).unwrap());
        // On 4 × 4, a board reaches one of the two goals.
        assert_eq!(solvable("_ 1 2 3/4 5 6 7/8 9 A B/C D E F"), Some("blank-first"));
        assert_eq!(
            solvable("1 2 3 4/5 6 7 8/9 A B C/D E F _\ngoal blank first"),
            Some("blank-last")
        );
        assert_eq!(solvable("1 2 3 4/5 6 7 8/9 A B C/D E _ F"), None);
        // On 3 × 3, both or none.
        assert_eq!(solvable("2 1 3/4 5 6/7 8 _"), None);
    }
}

//! Things that are chosen by name: one table of names, values and summaries.
//!
//! ```
//! use fewest::names::{Name, Names};
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Theme {
//!     Light,
//!     Dark,
//! }
//!
//! const THEMES: Names<Theme> = Names::new(&[
//!     Name::new("light", Theme::Light, "dark lines on white"),
//!     Name::new("dark", Theme::Dark, "light lines on black").or(&["night"]),
//! ]);
//!
//! assert_eq!(THEMES.by_name("theme", "night"), Ok(Theme::Dark));
//! assert_eq!(THEMES.name_of(&Theme::Dark), "dark");
//! assert_eq!(
//!     THEMES.by_name("theme", "grey").unwrap_err().to_string(),
//!     "unknown theme 'grey'; available: light, dark"
//! );
//! ```

/// One row of a table: a value, its name, and a one-line summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<T> {
    /// The name that users type: lowercase letters, digits and hyphens.
    pub name: &'static str,
    /// The value.
    pub value: T,
    /// A one-line summary without a full stop.
    pub summary: &'static str,
    /// Aliases: accepted, but not listed.
    pub aliases: &'static [&'static str],
}

impl<T> Name<T> {
    /// A row without aliases.
    pub const fn new(name: &'static str, value: T, summary: &'static str) -> Self {
        Name { name, value, summary, aliases: &[] }
    }

    /// The same row with aliases.
    #[must_use]
    pub const fn or(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Whether this is its name or one of its aliases.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// All values of a kind that can be chosen by name, in the order in which they are
/// listed.
#[derive(Debug)]
pub struct Names<T: 'static>(&'static [Name<T>]);

impl<T> Names<T> {
    /// A table of these rows.
    pub const fn new(rows: &'static [Name<T>]) -> Self {
        Names(rows)
    }

    /// The rows.
    pub const fn rows(&self) -> &'static [Name<T>] {
        self.0
    }

    /// The rows, one after another.
    pub fn iter(&self) -> std::slice::Iter<'static, Name<T>> {
        self.0.iter()
    }

    /// The names, in the order of the table.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'static str> + use<T> {
        self.0.iter().map(|row| row.name)
    }

    /// The rows without their values.
    pub fn choices(&self) -> Vec<Choice> {
        self.0.iter().map(|row| Choice { name: row.name, summary: row.summary }).collect()
    }

    /// The row with this name or alias.
    pub fn find(&self, name: &str) -> Option<&'static Name<T>> {
        self.0.iter().find(|row| row.answers_to(name))
    }

    /// The value with this name. `kind` is what the error calls it, e.g. `heuristic`.
    pub fn by_name(&self, kind: &str, name: &str) -> Result<T, UnknownName>
    where
        T: Clone,
    {
        let row = self.find(name);
        row.map(|row| row.value.clone()).ok_or_else(|| UnknownName::new(kind, name, self.names()))
    }

    /// The row of a value.
    pub fn row_of(&self, value: &T) -> Option<&'static Name<T>>
    where
        T: PartialEq,
    {
        self.0.iter().find(|row| row.value == *value)
    }

    /// The name of a value; `unnamed` if it is not in the table.
    pub fn name_of(&self, value: &T) -> &'static str
    where
        T: PartialEq,
    {
        self.row_of(value).map_or("unnamed", |row| row.name)
    }

    /// All values, as an array of a length that the compiler checks.
    ///
    /// # Panics
    /// If the table has another number of rows; at compile time, in a constant.
    pub const fn values<const N: usize>(&self) -> [T; N]
    where
        T: Copy,
    {
        assert!(N > 0 && self.0.len() == N);
        let mut values = [self.0[0].value; N];
        let mut row = 1;
        while row < N {
            values[row] = self.0[row].value;
            row += 1;
        }
        values
    }
}

impl<T> Clone for Names<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Names<T> {}

impl<T> IntoIterator for Names<T> {
    type Item = &'static Name<T>;
    type IntoIter = std::slice::Iter<'static, Name<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T> IntoIterator for &Names<T> {
    type Item = &'static Name<T>;
    type IntoIter = std::slice::Iter<'static, Name<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A row without its value, for help texts and error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name that users type.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
}

impl Choice {
    /// The choice with this name. `kind` is what the error calls it.
    pub fn find(kind: &str, name: &str, choices: &[Choice]) -> Result<Choice, UnknownName> {
        let names = choices.iter().map(|choice| choice.name);
        let found = choices.iter().find(|choice| choice.name == name);
        found.copied().ok_or_else(|| UnknownName::new(kind, name, names))
    }
}

/// The most similar of some names, if one is similar enough to be what was meant.
///
/// ```
/// use fewest::names::similar;
///
/// assert_eq!(similar("manhatan", ["misplaced", "manhattan"]), Some("manhattan"));
/// assert_eq!(similar("weighted", ["astar", "weighted-astar"]), Some("weighted-astar"));
/// assert_eq!(similar("exact", ["misplaced", "manhattan"]), None);
/// ```
pub fn similar<N: AsRef<str>>(name: &str, names: impl IntoIterator<Item = N>) -> Option<N> {
    let lower = |name: &str| -> Vec<char> { name.to_lowercase().chars().collect() };
    let typed = lower(name);
    if typed.len() > MAX_SIMILAR {
        return None;
    }
    let text: String = typed.iter().collect();
    let far = |known: &str| {
        let characters = lower(known);
        if characters.len() > MAX_SIMILAR {
            return None;
        }
        let edits = edits(&typed, &characters);
        let is_part = typed.len().min(characters.len()) >= 3
            && (known.to_lowercase().contains(&text) || text.contains(&known.to_lowercase()));
        // People rarely make more than one mistake in three characters.
        let is_typo = edits <= typed.len().max(characters.len()).div_ceil(3).min(typed.len() / 2);
        (is_typo || is_part || edits == 0).then_some((!is_typo, edits))
    };
    let found = names.into_iter().filter_map(|known| Some((far(known.as_ref())?, known)));
    found.min_by_key(|&(far, _)| far).map(|(_, known)| known)
}

/// The question `did you mean 'astar'?`, if one of the names is similar.
pub fn did_you_mean<N: AsRef<str>>(
    name: &str,
    names: impl IntoIterator<Item = N>,
) -> Option<String> {
    similar(name, names).map(|meant| format!("did you mean '{}'?", meant.as_ref()))
}

/// Longer names are not compared.
const MAX_SIMILAR: usize = 64;

/// The edit distance of two words (Damerau 1964, Levenshtein 1966): the fewest characters
/// to insert, delete, replace, or swap with their neighbour, each place edited at most
/// once.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let is_other = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1);
            least = least.min(rows[i - 1][j - 1] + is_other);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// An unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} '{name}'; {}available: {}", self.meant(), available.join(", "))]
pub struct UnknownName {
    /// The kind of thing that was looked up.
    pub kind: String,
    /// The unknown name.
    pub name: String,
    /// The available names.
    pub available: Vec<String>,
}

impl UnknownName {
    /// A name that is not one of these.
    pub fn new<N: Into<String>>(
        kind: &str,
        name: &str,
        available: impl IntoIterator<Item = N>,
    ) -> Self {
        let available = available.into_iter().map(Into::into).collect();
        UnknownName { kind: kind.to_string(), name: name.to_string(), available }
    }

    /// The question `did you mean …?`, if another name is similar.
    fn meant(&self) -> String {
        did_you_mean(&self.name, &self.available).map_or(String::new(), |asked| asked + " ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEW: Names<u8> = Names::new(&[
        Name::new("one", 1, "the first"),
        Name::new("two", 2, "the second").or(&["pair", "couple"]),
    ]);

    #[test]
    fn names_find_values_and_values_names() {
        const VALUES: [u8; 2] = FEW.values();
        assert_eq!(VALUES, [1, 2]);
        for row in FEW {
            assert_eq!(FEW.by_name("number", row.name), Ok(row.value));
            assert_eq!(FEW.name_of(&row.value), row.name);
        }
        assert_eq!(FEW.find("couple").map(|row| row.summary), Some("the second"));
        assert_eq!(FEW.names().collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(FEW.choices()[1], Choice { name: "two", summary: "the second" });
        assert_eq!(Choice::find("number", "two", &FEW.choices()), Ok(FEW.choices()[1]));
        assert_eq!((FEW.name_of(&3), FEW.row_of(&3)), ("unnamed", None));
    }

    #[test]
    fn an_unknown_name_is_reported_with_those_that_are_known() {
        let error = FEW.by_name("number", "ten").unwrap_err();
        assert_eq!(error.to_string(), "unknown number 'ten'; available: one, two");
        assert_eq!(error, UnknownName::new("number", "ten", ["one", "two"]));
        assert_eq!(Choice::find("number", "ten", &FEW.choices()), Err(error));
        let error = FEW.by_name("number", "Two").unwrap_err();
        let expected = "unknown number 'Two'; did you mean 'two'? available: one, two";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_similar_name_is_found_and_no_other() {
        let names = ["astar", "idastar", "weighted-astar", "greedy", "beam", "depth-first"];
        for (typed, meant) in [
            ("atsar", Some("astar")),
            ("a-star", Some("astar")),
            ("idastra", Some("idastar")),
            ("weighted_astar", Some("weighted-astar")),
            ("depthfirst", Some("depth-first")),
            ("Beam", Some("beam")),
            ("gredy", Some("greedy")),
            ("depth", Some("depth-first")),
            ("", None),
            ("x", None),
            ("dfs", None),
            ("wishes", None),
        ] {
            assert_eq!(similar(typed, names), meant, "{typed}");
        }
        assert_eq!(similar(&"a".repeat(1000), [&"a".repeat(1000)]), None);
    }

    #[test]
    fn edits_are_counted() {
        let edits = |a: &str, b: &str| {
            edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
        };
        for (a, b, count) in
            [("", "ab", 2), ("ab", "ba", 1), ("kitten", "sitting", 3), ("a", "a", 0)]
        {
            assert_eq!((edits(a, b), edits(b, a)), (count, count), "{a} {b}");
        }
    }
}

//! The columns of a trace: their names and order, the same in every format.

use fewest::names::UnknownName;

use super::{Event, Row, TraceError};

/// The columns of whole numbers, in the order of [`Row`].
pub(super) const WHOLE: [&str; 12] = [
    "index",
    "node",
    "parent",
    "moves",
    "h",
    "priority",
    "bound",
    "states",
    "walk",
    "score",
    "remaining",
    "best",
];

/// What the names of the columns of watched heuristics begin with.
pub(super) const ESTIMATE: &str = "h_";

/// The name of the column of a watched heuristic: one that needs no quotes in a
/// query.
pub(super) fn of_heuristic(name: &str) -> String {
    format!("{ESTIMATE}{}", name.replace('-', "_"))
}

/// The names of all columns, in the order of files.
pub(super) fn names(heuristics: &[String]) -> Vec<String> {
    let first = ["event", "seconds"].into_iter().chain(WHOLE).chain(["temperature", "text"]);
    first.map(str::to_string).chain(heuristics.iter().map(|name| of_heuristic(name))).collect()
}

/// A column of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    name: String,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Seconds,
    Temperature,
    Whole(usize),
    Estimate(usize),
}

impl Column {
    /// The column with this name, in a trace with these columns of watched heuristics.
    pub fn by_name(name: &str, estimates: &[String]) -> Result<Column, TraceError> {
        let place = match name {
            "seconds" => Some(Place::Seconds),
            "temperature" => Some(Place::Temperature),
            _ => {
                let whole = WHOLE.iter().position(|&whole| whole == name).map(Place::Whole);
                let estimate = || estimates.iter().position(|estimate| estimate == name);
                whole.or_else(|| estimate().map(Place::Estimate))
            }
        };
        let name = name.to_string();
        if let Some(place) = place {
            return Ok(Column { name, place });
        }
        let whole = WHOLE.into_iter().chain(["seconds", "temperature"]);
        let known = whole.chain(estimates.iter().map(String::as_str));
        Err(UnknownName::new("column", &name, known).into())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value in a row.
    pub fn of(&self, row: &Row) -> Option<f64> {
        match self.place {
            Place::Seconds => Some(row.seconds),
            Place::Temperature => row.temperature,
            Place::Whole(place) => row.whole()[place].map(|value| value as f64),
            Place::Estimate(place) => Some((*row.estimates.get(place)?)? as f64),
        }
    }
}

impl Row {
    /// Its whole numbers, in the order of [`WHOLE`].
    pub(super) fn whole(&self) -> [Option<i64>; WHOLE.len()] {
        [
            self.index,
            self.node,
            self.parent,
            self.moves,
            self.h,
            self.priority,
            self.bound,
            self.states,
            self.walk,
            self.score,
            self.remaining,
            self.best,
        ]
    }

    /// Where they are kept.
    pub(super) fn whole_mut(&mut self) -> [&mut Option<i64>; WHOLE.len()] {
        [
            &mut self.index,
            &mut self.node,
            &mut self.parent,
            &mut self.moves,
            &mut self.h,
            &mut self.priority,
            &mut self.bound,
            &mut self.states,
            &mut self.walk,
            &mut self.score,
            &mut self.remaining,
            &mut self.best,
        ]
    }
}

/// Where the values of a file's columns go in a row.
pub(super) struct Header {
    places: Vec<Target>,
    /// The names of the columns of watched heuristics.
    pub(super) estimates: Vec<String>,
}

#[derive(Clone, Copy)]
enum Target {
    Event,
    Seconds,
    Temperature,
    Text,
    Whole(usize),
    Estimate(usize),
    /// A column of somebody else's.
    Other,
}

/// A value as a file has it.
pub(super) enum Value<'a> {
    None,
    Whole(i64),
    Real(f64),
    Text(&'a str),
}

impl Header {
    /// The columns with these names, in any order; there must be one of events.
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Result<Header, TraceError> {
        let mut estimates = Vec::new();
        let mut place = |name: &str| match name {
            "event" => Target::Event,
            "seconds" => Target::Seconds,
            "temperature" => Target::Temperature,
            "text" => Target::Text,
            _ => match WHOLE.iter().position(|&whole| whole == name) {
                Some(place) => Target::Whole(place),
                None if name.starts_with(ESTIMATE) => {
                    estimates.push(name.to_string());
                    Target::Estimate(estimates.len() - 1)
                }
                None => Target::Other,
            },
        };
        let places: Vec<Target> = names.map(&mut place).collect();
        if places.iter().any(|place| matches!(place, Target::Event)) {
            Ok(Header { places, estimates })
        } else {
            Err(TraceError::NoEvents)
        }
    }

    /// How many columns there are.
    #[cfg(feature = "parquet")]
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// A row of nothing.
    pub(super) fn row(&self) -> Row {
        Row { estimates: vec![None; self.estimates.len()], ..Row::default() }
    }

    /// Puts a value into its place, unless it is none that the column has; then says
    /// what it should be.
    pub(super) fn set(
        &self,
        row: &mut Row,
        column: usize,
        value: &Value<'_>,
    ) -> Result<(), &'static str> {
        let whole = || match *value {
            Value::None => Ok(None),
            Value::Whole(value) => Ok(Some(value)),
            Value::Text(text) => text.parse().map(Some).map_err(|_| "a whole number"),
            Value::Real(_) => Err("a whole number"),
        };
        let real = || match *value {
            Value::None => Ok(None),
            Value::Whole(value) => Ok(Some(value as f64)),
            Value::Real(value) => Ok(Some(value)),
            Value::Text(text) => text.parse().map(Some).map_err(|_| "a number"),
        };
        match self.places[column] {
            Target::Event => {
                let event = match value {
                    Value::Text(text) => Event::NAMES.find(text).map(|row| row.value),
                    _ => None,
                };
                row.event = event.ok_or("an event, such as start or expansion")?;
            }
            Target::Seconds => row.seconds = real()?.unwrap_or_default(),
            Target::Temperature => row.temperature = real()?,
            Target::Text => {
                row.text = match value {
                    Value::Text(text) => Some((*text).to_string()),
                    _ => None,
                }
            }
            Target::Whole(place) => *row.whole_mut()[place] = whole()?,
            Target::Estimate(place) => row.estimates[place] = whole()?,
            Target::Other => {}
        }
        Ok(())
    }
}

//! The columns of a trace: their names and order, the same in every format.

use fewest::names::UnknownName;
use fewest::search::event::Side;

use super::{Event, Head, Row, TraceError};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Event,
    Seconds,
    /// A whole number: see [`Row::whole_mut`].
    Whole(usize),
    Side,
    Priority,
    Temperature,
    Text,
    State,
    /// What an additional heuristic says.
    Estimate(usize),
}

/// All columns but those of additional heuristics, in the order of files.
const COLUMNS: [(&str, Field); 18] = [
    ("event", Field::Event),
    ("seconds", Field::Seconds),
    ("index", Field::Whole(0)),
    ("node", Field::Whole(1)),
    ("parent", Field::Whole(2)),
    ("side", Field::Side),
    ("moves", Field::Whole(3)),
    ("h", Field::Whole(4)),
    ("priority", Field::Priority),
    ("bound", Field::Whole(5)),
    ("states", Field::Whole(6)),
    ("walk", Field::Whole(7)),
    ("score", Field::Whole(8)),
    ("remaining", Field::Whole(9)),
    ("best", Field::Whole(10)),
    ("temperature", Field::Temperature),
    ("text", Field::Text),
    ("state", Field::State),
];

/// What the names of the columns of additional heuristics begin with.
pub(super) const ESTIMATE: &str = "h_";

/// The columns of a file with this head, in order.
pub(super) fn of(head: &Head) -> Vec<(String, Field)> {
    let has = |field: &Field| *field != Field::State || head.states;
    let first = COLUMNS.into_iter().filter(|(_, field)| has(field));
    let first = first.map(|(name, field)| (name.to_string(), field));
    // Names that need no quotes in a query.
    let estimates = head.heuristics.iter().enumerate().map(|(place, name)| {
        (format!("{ESTIMATE}{}", name.replace('-', "_")), Field::Estimate(place))
    });
    first.chain(estimates).collect()
}

fn find(name: &str) -> Option<Field> {
    COLUMNS.iter().find(|(column, _)| *column == name).map(|&(_, field)| field)
}

/// A column of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    name: String,
    field: Field,
}

impl Column {
    /// The column with this name, in a trace with these columns of additional
    /// heuristics.
    pub fn by_name(name: &str, estimates: &[String]) -> Result<Column, TraceError> {
        let estimate = || estimates.iter().position(|estimate| estimate == name);
        let field = find(name).or_else(|| estimate().map(Field::Estimate));
        if let Some(field) = field.filter(|field| field.is_number()) {
            return Ok(Column { name: name.to_string(), field });
        }
        let numbers = COLUMNS.iter().filter(|(_, field)| field.is_number());
        let known = numbers.map(|(name, _)| *name).chain(estimates.iter().map(String::as_str));
        Err(UnknownName::new("column", name, known).into())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it has whole numbers only.
    pub fn is_whole(&self) -> bool {
        matches!(self.field, Field::Whole(_) | Field::Estimate(_))
    }

    /// Its value in a row.
    pub fn of(&self, row: &Row) -> Option<f64> {
        match row.value(self.field) {
            Value::Whole(value) => Some(value as f64),
            Value::Real(value) => Some(value),
            Value::None | Value::Text(_) => None,
        }
    }
}

impl Field {
    fn is_number(self) -> bool {
        !matches!(self, Field::Event | Field::Side | Field::Text | Field::State)
    }
}

/// A value as a file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value<'a> {
    None,
    Whole(i64),
    Real(f64),
    Text(&'a str),
}

impl<'a> Value<'a> {
    fn whole(value: Option<i64>) -> Value<'a> {
        value.map_or(Value::None, Value::Whole)
    }
    fn real(value: Option<f64>) -> Value<'a> {
        value.map_or(Value::None, Value::Real)
    }
    fn text(value: Option<&'a str>) -> Value<'a> {
        value.map_or(Value::None, Value::Text)
    }
}

/// The sides as files name them.
const FORWARD: &str = "forward";
const BACKWARD: &str = "backward";

impl Row {
    /// Its value in a column.
    pub(super) fn value(&self, field: Field) -> Value<'_> {
        match field {
            Field::Event => Value::Text(self.event.name()),
            Field::Seconds => Value::Real(self.seconds),
            Field::Whole(place) => Value::whole(self.whole()[place]),
            Field::Side => Value::text(self.side.map(|side| match side {
                Side::Forward => FORWARD,
                Side::Backward => BACKWARD,
            })),
            Field::Priority => Value::real(self.priority),
            Field::Temperature => Value::real(self.temperature),
            Field::Text => Value::text(self.text.as_deref()),
            Field::State => Value::text(self.state.as_deref()),
            Field::Estimate(place) => Value::whole(self.estimates.get(place).copied().flatten()),
        }
    }

    /// Its whole numbers, in the order of [`COLUMNS`].
    fn whole(&self) -> [Option<i64>; 11] {
        [
            self.index,
            self.node,
            self.parent,
            self.moves,
            self.h,
            self.bound,
            self.states,
            self.walk,
            self.score,
            self.remaining,
            self.best,
        ]
    }

    /// Their fields.
    pub(super) fn whole_mut(&mut self) -> [&mut Option<i64>; 11] {
        [
            &mut self.index,
            &mut self.node,
            &mut self.parent,
            &mut self.moves,
            &mut self.h,
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
    /// `None` for an unknown column.
    fields: Vec<Option<Field>>,
    /// The names of the columns of additional heuristics.
    pub(super) estimates: Vec<String>,
}

impl Header {
    /// The columns with these names, in any order; there must be one of events.
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Result<Header, TraceError> {
        let mut estimates = Vec::new();
        let fields = names.map(|name| {
            find(name).or_else(|| {
                name.starts_with(ESTIMATE).then(|| {
                    estimates.push(name.to_string());
                    Field::Estimate(estimates.len() - 1)
                })
            })
        });
        let fields: Vec<Option<Field>> = fields.collect();
        if fields.contains(&Some(Field::Event)) {
            Ok(Header { fields, estimates })
        } else {
            Err(TraceError::NoEvents)
        }
    }

    /// The number of columns.
    #[cfg(feature = "parquet")]
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// An empty row.
    pub(super) fn row(&self) -> Row {
        Row { estimates: vec![None; self.estimates.len()], ..Row::default() }
    }

    /// Stores a value in its column; if it is invalid, returns what is expected.
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
        let real = || {
            let real = match *value {
                Value::None => return Ok(None),
                Value::Whole(value) => Some(value as f64),
                Value::Real(value) => Some(value),
                Value::Text(text) => text.parse().ok(),
            };
            real.filter(|value| value.is_finite()).map(Some).ok_or("a number")
        };
        let text = || match *value {
            Value::Text(text) => Some(text.to_string()),
            _ => None,
        };
        match self.fields[column] {
            Some(Field::Event) => {
                let event = match value {
                    Value::Text(text) => Event::NAMES.find(text).map(|row| row.value),
                    _ => None,
                };
                row.event = event.ok_or("an event, e.g. start or expansion")?;
            }
            Some(Field::Side) => {
                row.side = match *value {
                    Value::None => None,
                    Value::Text(FORWARD) => Some(Side::Forward),
                    Value::Text(BACKWARD) => Some(Side::Backward),
                    _ => return Err("forward or backward"),
                }
            }
            Some(Field::Seconds) => row.seconds = real()?.unwrap_or_default(),
            Some(Field::Priority) => row.priority = real()?,
            Some(Field::Temperature) => row.temperature = real()?,
            Some(Field::Text) => row.text = text(),
            Some(Field::State) => row.state = text(),
            Some(Field::Whole(place)) => *row.whole_mut()[place] = whole()?,
            Some(Field::Estimate(place)) => row.estimates[place] = whole()?,
            None => {}
        }
        Ok(())
    }
}

//! Rows as the columns of a Parquet file.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::ExportError;
use crate::store::{Row, Store};

/// The number of rows that are written together.
const GROUP: usize = 1 << 14;

/// How a column is read from a row.
enum Column {
    Text(fn(&Row) -> Option<&str>),
    Whole(fn(&Row) -> Option<u64>),
    Real(fn(&Row) -> Option<f64>),
}

/// The columns, in the order of the other forms.
const COLUMNS: [(&str, Column); 21] = [
    ("task", Column::Whole(|row| u64::try_from(row.task).ok())),
    ("setting", Column::Text(|row| Some(&row.setting))),
    ("source", Column::Text(|row| Some(&row.source))),
    ("puzzle", Column::Text(|row| Some(&row.puzzle))),
    ("description", Column::Text(|row| Some(&row.description))),
    ("size", Column::Whole(|row| Some(row.size))),
    ("part", Column::Text(|row| Some(&row.part))),
    ("status", Column::Text(|row| Some(&row.status))),
    ("moves", Column::Whole(|row| row.moves)),
    ("cost", Column::Whole(|row| row.cost.map(u64::from))),
    ("bound", Column::Whole(|row| row.bound.map(u64::from))),
    ("remaining", Column::Whole(|row| row.remaining)),
    ("attempts", Column::Whole(|row| Some(row.attempts))),
    ("seconds", Column::Real(|row| Some(row.seconds))),
    ("expanded", Column::Whole(|row| Some(row.expanded))),
    ("bytes", Column::Whole(|row| Some(row.bytes))),
    ("algorithm", Column::Text(|row| row.algorithm.as_deref())),
    ("heuristic", Column::Text(|row| row.heuristic.as_deref())),
    ("reason", Column::Text(|row| row.reason.as_deref())),
    ("found", Column::Real(|row| row.found)),
    ("plan", Column::Text(|row| row.plan.as_deref())),
];

pub(super) fn write(store: &Store, to: impl Write + Send) -> Result<(), ExportError> {
    let fields = COLUMNS.iter().map(|(name, column)| {
        let (physical, logical) = match column {
            Column::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Column::Whole(_) => (Physical::INT64, None),
            Column::Real(_) => (Physical::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(name, physical).with_logical_type(logical);
        field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<_, _>>().map_err(failed)?;
    let schema = Type::group_type_builder("answers").with_fields(fields).build().map_err(failed)?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut file =
        SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
    let mut rows = Vec::new();
    store.each_row(|row| {
        rows.push(row);
        if rows.len() == GROUP {
            write_group(&mut file, &std::mem::take(&mut rows)).map_err(failed)?;
        }
        Ok::<_, ExportError>(())
    })?;
    write_group(&mut file, &rows).map_err(failed)?;
    file.close().map_err(failed)?;
    Ok(())
}

fn write_group<W: Write + Send>(
    file: &mut SerializedFileWriter<W>,
    rows: &[Row],
) -> Result<(), ParquetError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut group = file.next_row_group()?;
    for (_, column) in &COLUMNS {
        match column {
            Column::Text(of) => {
                let values = rows.iter().map(|row| of(row).map(ByteArray::from));
                optional::<ByteArrayType, _>(&mut group, values)?;
            }
            Column::Whole(of) => {
                let values = rows.iter().map(|row| of(row).map(|value| value as i64));
                optional::<Int64Type, _>(&mut group, values)?;
            }
            Column::Real(of) => optional::<DoubleType, _>(&mut group, rows.iter().map(of))?,
        }
    }
    group.close()?;
    Ok(())
}

/// Writes a column in which rows may have no value.
fn optional<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = values.collect();
    let present: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(&values, Some(&present), None)?;
        column.close()?;
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "it is what map_err has")]
fn failed(error: ParquetError) -> ExportError {
    ExportError::Other(error.to_string())
}

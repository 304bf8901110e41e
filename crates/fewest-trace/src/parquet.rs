//! Traces as Parquet files: by columns, compressed, with their types; what pandas,
//! polars, `DuckDB` and R open as they are.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::{Field, reader::RowIter};
use parquet::schema::types::Type;

use super::columns::{self, Header, Value};
use super::{Row, Rows, Sink, TraceError};

/// The rows that are gathered before they are written, a few megabytes of them.
const GROUP: usize = 1 << 16;

pub(super) struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    rows: Vec<Row>,
    estimates: usize,
}

impl<W: Write + Send> Writer<W> {
    pub(super) fn new(to: W, heuristics: &[String]) -> Result<Self, TraceError> {
        let names = columns::names(heuristics);
        let fields = names.iter().map(|name| {
            let (physical, logical, repetition) = match name.as_str() {
                "event" => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
                "text" => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL),
                "seconds" => (Physical::DOUBLE, None, Repetition::REQUIRED),
                "temperature" => (Physical::DOUBLE, None, Repetition::OPTIONAL),
                _ => (Physical::INT64, None, Repetition::OPTIONAL),
            };
            let field = Type::primitive_type_builder(name, physical);
            let field = field.with_repetition(repetition).with_logical_type(logical);
            field.build().map(Arc::new)
        });
        let fields = fields.collect::<Result<_, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("trace").with_fields(fields).build();
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let schema = Arc::new(schema.map_err(failed)?);
        let file = SerializedFileWriter::new(to, schema, Arc::new(properties)).map_err(failed)?;
        Ok(Writer { file, rows: Vec::new(), estimates: heuristics.len() })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
        required::<ByteArrayType, _>(&mut group, rows.iter().map(|row| text(row.event.name())))?;
        required::<DoubleType, _>(&mut group, rows.iter().map(|row| row.seconds))?;
        for place in 0..columns::WHOLE.len() {
            optional::<Int64Type, _>(&mut group, rows.iter().map(|row| row.whole()[place]))?;
        }
        optional::<DoubleType, _>(&mut group, rows.iter().map(|row| row.temperature))?;
        let texts = rows.iter().map(|row| row.text.as_deref().map(text));
        optional::<ByteArrayType, _>(&mut group, texts)?;
        for place in 0..self.estimates {
            let estimate = |row: &Row| row.estimates.get(place).copied().flatten();
            optional::<Int64Type, _>(&mut group, rows.iter().map(estimate))?;
        }
        group.close()?;
        self.rows = rows;
        self.rows.clear();
        Ok(())
    }
}

/// Writes a column in which every row has a value.
fn required<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = values.collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(&values, None, None)?;
        column.close()?;
    }
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

impl<W: Write + Send> Sink for Writer<W> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        self.rows.push(row.clone());
        if self.rows.len() == GROUP { self.write_group().map_err(failed) } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.write_group().map_err(failed)?;
        self.file.finish().map_err(failed)?;
        Ok(self.file.inner_mut().flush()?)
    }
}

/// A write that failed, told as the system did where it was the system.
fn failed(error: ParquetError) -> TraceError {
    match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => TraceError::Io(*error),
            Err(error) => TraceError::Parquet { why: error.to_string() },
        },
        other => TraceError::Parquet { why: other.to_string() },
    }
}

pub(super) fn read(file: File) -> Result<Rows, TraceError> {
    if file.metadata()?.len() == 0 {
        return Err(TraceError::Empty);
    }
    let broken = |error: ParquetError| TraceError::Parquet { why: error.to_string() };
    let reader = SerializedFileReader::new(file).map_err(broken)?;
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<String> =
        schema.get_fields().iter().map(|field| field.name().to_string()).collect();
    let header = Header::new(names.iter().map(String::as_str))?;
    let estimates = header.estimates.clone();
    let rows = RowIter::from_file_into(Box::new(reader)).zip(1..).map(move |(row, number)| {
        let record = row.map_err(broken)?;
        let mut row = header.row();
        for (column, (name, field)) in record.get_column_iter().enumerate().take(header.len()) {
            let value = match field {
                Field::Null => Value::None,
                Field::Long(value) => Value::Whole(*value),
                Field::Int(value) => Value::Whole(i64::from(*value)),
                Field::Double(value) => Value::Real(*value),
                Field::Str(text) => Value::Text(text),
                _ => Value::Real(f64::NAN),
            };
            header.set(&mut row, column, &value).map_err(|expected| TraceError::Value {
                line: number,
                column: name.clone(),
                found: field.to_string(),
                expected,
            })?;
        }
        Ok(row)
    });
    Ok(Rows { estimates, rows: Box::new(rows) })
}

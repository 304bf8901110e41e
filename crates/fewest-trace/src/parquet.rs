//! Traces as Parquet files: by columns, compressed, with their types; which pandas,
//! polars, `DuckDB` and R open directly.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::{self, reader::RowIter};
use parquet::schema::types::Type;

use super::columns::{self, Field, Header, Value};
use super::panics::caught;
use super::{Head, Row, Rows, Sink, TraceError, pages};

/// The number of rows buffered before they are written: a few megabytes.
const GROUP: usize = 1 << 16;

pub(super) struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    rows: Vec<Row>,
    columns: Vec<Field>,
}

impl<W: Write + Send> Writer<W> {
    pub(super) fn new(to: W, head: &Head) -> Result<Self, TraceError> {
        let columns = columns::of(head);
        let fields = columns.iter().map(|(name, field)| {
            let text = (Physical::BYTE_ARRAY, Some(LogicalType::String));
            let (physical, logical) = match field {
                Field::Event | Field::Side | Field::Text | Field::State => text,
                Field::Seconds | Field::Priority | Field::Temperature => (Physical::DOUBLE, None),
                Field::Whole(_) | Field::Estimate(_) => (Physical::INT64, None),
            };
            let repetition = match field {
                Field::Event | Field::Seconds => Repetition::REQUIRED,
                _ => Repetition::OPTIONAL,
            };
            let field = Type::primitive_type_builder(name, physical);
            let field = field.with_repetition(repetition).with_logical_type(logical);
            field.build().map(Arc::new)
        });
        let fields = fields.collect::<Result<_, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("trace").with_fields(fields).build();
        let about = head.about.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(about.collect()))
            .build();
        let schema = Arc::new(schema.map_err(failed)?);
        let file = SerializedFileWriter::new(to, schema, Arc::new(properties)).map_err(failed)?;
        let columns = columns.into_iter().map(|(_, field)| field).collect();
        Ok(Writer { file, rows: Vec::new(), columns })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        let bytes = |text: &str| ByteArray::from(text.as_bytes().to_vec());
        for &field in &self.columns {
            let text = |row: &Row| match row.value(field) {
                Value::Text(text) => Some(bytes(text)),
                _ => None,
            };
            let real = |row: &Row| match row.value(field) {
                Value::Real(value) => Some(value),
                _ => None,
            };
            let whole = |row: &Row| match row.value(field) {
                Value::Whole(value) => Some(value),
                _ => None,
            };
            match field {
                Field::Event => {
                    let names = rows.iter().map(|row| bytes(row.event.name()));
                    required::<ByteArrayType, _>(&mut group, names)
                }
                Field::Seconds => {
                    required::<DoubleType, _>(&mut group, rows.iter().map(|row| row.seconds))
                }
                Field::Side | Field::Text | Field::State => {
                    optional::<ByteArrayType, _>(&mut group, rows.iter().map(text))
                }
                Field::Priority | Field::Temperature => {
                    optional::<DoubleType, _>(&mut group, rows.iter().map(real))
                }
                Field::Whole(_) | Field::Estimate(_) => {
                    optional::<Int64Type, _>(&mut group, rows.iter().map(whole))
                }
            }?;
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

/// A failed write; the system's error if there was one.
fn failed(error: ParquetError) -> TraceError {
    match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => TraceError::Io(*error),
            Err(error) => TraceError::Parquet { why: error.to_string() },
        },
        other => TraceError::Parquet { why: other.to_string() },
    }
}

/// The error for a damaged file.
fn damaged(why: &ParquetError) -> TraceError {
    TraceError::Parquet { why: why.to_string() }
}

/// The same where the crate panicked, or would.
fn contradiction() -> TraceError {
    TraceError::Parquet { why: "its content is inconsistent".into() }
}

/// Whether the sizes in the footer are valid: the crate trusts them and would allocate
/// any amount.
fn check_sizes(metadata: &ParquetMetaData, file: &File, length: u64) -> Result<(), TraceError> {
    for group in metadata.row_groups() {
        for chunk in group.columns() {
            let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
            let size = u64::try_from(chunk.compressed_size()).ok();
            let start = u64::try_from(start).ok();
            let is_inside = start.zip(size).is_some_and(|(start, size)| {
                let end = start.saturating_add(size);
                end <= length && pages::are_bounded(file, start, end) == Some(true)
            });
            // Each row has one value of a column, if only none, unless it is a list.
            let is_list = chunk.column_descr().max_rep_level() > 0;
            let is_whole = is_list || chunk.num_values() == group.num_rows();
            if !is_inside || !is_whole || group.num_rows() < 0 {
                return Err(contradiction());
            }
        }
    }
    Ok(())
}

pub(super) fn read(file: File) -> Result<Rows, TraceError> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Err(TraceError::Empty);
    }
    let again = file.try_clone()?;
    let reader = caught(|| SerializedFileReader::new(file)).ok_or_else(contradiction)?;
    let reader = reader.map_err(|error| damaged(&error))?;
    check_sizes(reader.metadata(), &again, length)?;
    let about = reader.metadata().file_metadata().key_value_metadata();
    let about = about
        .into_iter()
        .flatten()
        .map(|pair| (pair.key.clone(), pair.value.clone().unwrap_or_default()));
    let about = about.filter(|(key, _)| !key.starts_with("ARROW:")).collect();
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<String> =
        schema.get_fields().iter().map(|field| field.name().to_string()).collect();
    let header = Header::new(names.iter().map(String::as_str))?;
    let estimates = header.estimates.clone();
    let records = caught(|| RowIter::from_file_into(Box::new(reader)));
    let mut records = Some(records.ok_or_else(contradiction)?);
    let records = std::iter::from_fn(move || {
        let record = caught(|| records.as_mut()?.next());
        record.map_or_else(
            || {
                records = None;
                Some(Err(contradiction()))
            },
            |record| Some(record?.map_err(|error| damaged(&error))),
        )
    });
    let rows = records.zip(1..).map(move |(record, number)| {
        let record = record?;
        let mut row = header.row();
        for (column, (name, field)) in record.get_column_iter().enumerate().take(header.len()) {
            let value = match field {
                record::Field::Null => Value::None,
                record::Field::Long(value) => Value::Whole(*value),
                record::Field::Int(value) => Value::Whole(i64::from(*value)),
                record::Field::Double(value) => Value::Real(*value),
                record::Field::Str(text) => Value::Text(text),
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
    Ok(Rows { estimates, about, rows: Box::new(rows) })
}

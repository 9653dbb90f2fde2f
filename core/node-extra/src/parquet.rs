//! Columns of many rows as a Parquet file: what takes tens of milliseconds for an hour of fixes, off the event loop.

use std::sync::Arc;

use napi::Error;
use napi::bindgen_prelude::{AsyncTask, Float32Array, Float64Array, Uint8Array};
use napi_derive::napi;
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::work::{Work, off_loop};

/// Rows of a row group. *guess*
const GROUP_ROWS: usize = 131_072;

/// A column: one of the three kinds of values, or the same value in every row; all null with neither.
#[napi(object, object_to_js = false)]
pub struct ParquetColumn {
    pub name: String,
    /// STRING, which has one text for all rows, INT32, FLOAT, DOUBLE or TIMESTAMP (ms since 1970).
    #[napi(js_name = "type")]
    pub kind: String,
    pub text: Option<String>,
    pub number: Option<f64>,
    /// NaN is null.
    pub floats: Option<Float32Array>,
    pub doubles: Option<Float64Array>,
    pub bytes: Option<Uint8Array>,
}

/// Writes `rows` rows; the footer is pairs of key and value. Errors: an unknown type, a column of another length, values
/// that are not of its type.
#[napi(js_name = "write_parquet")]
pub fn write_parquet(
    rows: u32,
    columns: Vec<ParquetColumn>,
    footer: Vec<Vec<String>>,
) -> AsyncTask<Work<Uint8Array>> {
    off_loop(move || Ok(write(rows as usize, &columns, &footer).map_err(to_js_error)?.into()))
}

fn write(rows: usize, columns: &[ParquetColumn], footer: &[Vec<String>]) -> ParquetResult<Vec<u8>> {
    let fields = columns.iter().map(|c| Ok(Arc::new(c.schema()?))).collect::<ParquetResult<_>>()?;
    let schema = Type::group_type_builder("root").with_fields(fields).build()?;
    let pairs = footer.iter().filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
    let footer = pairs.map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(false)
        .set_created_by("leebow".into())
        .set_key_value_metadata(Some(footer));
    // A text is the same in every row: it stands once, in the dictionary.
    let texts = columns.iter().filter(|c| c.kind == "STRING");
    let properties =
        texts.fold(properties, |all, c| all.set_column_dictionary_enabled(c.name.as_str().into(), true));
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()))?;
    for from in (0..rows).step_by(GROUP_ROWS) {
        let to = rows.min(from + GROUP_ROWS);
        let mut group = file.next_row_group()?;
        for column in columns {
            column.write(&mut group, from, to)?;
        }
        group.close()?;
    }
    file.into_inner()
}

/// One value of a type for each row from `from` to `to`, without the nulls, and which rows have one.
struct Values<T> {
    known: Vec<T>,
    levels: Vec<i16>,
}

impl<T: Clone> Values<T> {
    fn of(all: impl Iterator<Item = Option<T>>) -> Self {
        let mut values = Self { known: Vec::new(), levels: Vec::new() };
        for value in all {
            values.levels.push(i16::from(value.is_some()));
            values.known.extend(value);
        }
        values
    }
}

impl ParquetColumn {
    fn schema(&self) -> ParquetResult<Type> {
        let (physical, converted) = match self.kind.as_str() {
            "STRING" => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
            "INT32" => (Physical::INT32, ConvertedType::NONE),
            "FLOAT" => (Physical::FLOAT, ConvertedType::NONE),
            "DOUBLE" => (Physical::DOUBLE, ConvertedType::NONE),
            // Readers take a time for one without a zone, unless its logical type says that it is UTC.
            "TIMESTAMP" => (Physical::INT64, ConvertedType::TIMESTAMP_MILLIS),
            other => return Err(self.wrong(&format!("cannot be of type {other}"))),
        };
        let has_others = if self.kind == "STRING" { self.has_numbers() } else { self.text.is_some() };
        if has_others {
            return Err(self.wrong(&format!("has values that are no {}", self.kind)));
        }
        let column = Type::primitive_type_builder(&self.name, physical);
        let logical = (self.kind == "TIMESTAMP").then(|| LogicalType::timestamp(true, TimeUnit::MILLIS));
        let column = column.with_repetition(Repetition::OPTIONAL).with_converted_type(converted);
        column.with_logical_type(logical).build()
    }

    fn write(
        &self,
        group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
        from: usize,
        to: usize,
    ) -> ParquetResult<()> {
        match self.kind.as_str() {
            "STRING" => {
                let text = self.text.as_deref().map(ByteArray::from);
                add::<ByteArrayType>(group, &Values::of((from..to).map(|_| text.clone())))
            }
            "FLOAT" => add::<FloatType>(group, &self.numbers(from, to, |v| v as f32)?),
            "DOUBLE" => add::<DoubleType>(group, &self.numbers(from, to, |v| v)?),
            "TIMESTAMP" => add::<Int64Type>(group, &self.numbers(from, to, |v| v.round() as i64)?),
            _ => add::<Int32Type>(group, &self.numbers(from, to, |v| v.round() as i32)?),
        }
    }

    /// The numbers of these rows, converted; NaN is null.
    fn numbers<T: Clone>(
        &self,
        from: usize,
        to: usize,
        convert: impl Fn(f64) -> T,
    ) -> ParquetResult<Values<T>> {
        let rows = from..to;
        let known = |v: f64| (!v.is_nan()).then(|| convert(v));
        let values = match (&self.floats, &self.doubles, &self.bytes) {
            (Some(v), ..) => v.get(rows).map(|v| Values::of(v.iter().map(|&v| known(v.into())))),
            (_, Some(v), _) => v.get(rows).map(|v| Values::of(v.iter().map(|&v| known(v)))),
            (.., Some(v)) => v.get(rows).map(|v| Values::of(v.iter().map(|&v| known(v.into())))),
            _ => Some(Values::of(rows.map(|_| self.number.and_then(known)))),
        };
        values.ok_or_else(|| self.wrong("has fewer rows than the table"))
    }

    fn has_numbers(&self) -> bool {
        self.number.is_some() || self.floats.is_some() || self.doubles.is_some() || self.bytes.is_some()
    }

    fn wrong(&self, what: &str) -> ParquetError {
        ParquetError::General(format!("the column {} {what}", self.name))
    }
}

fn add<D: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &Values<D::T>,
) -> ParquetResult<()> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<D>().write_batch(&values.known, Some(&values.levels), None)?;
    column.close()
}

fn to_js_error(error: ParquetError) -> Error {
    Error::from_reason(error.to_string())
}

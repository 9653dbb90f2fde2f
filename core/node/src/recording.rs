//! Recordings as they were read: raw columns, other formats. Native only.

use leebow_engine::read;
use leebow_engine::{Columns, api, write};
use napi::bindgen_prelude::{AsyncTask, Float32Array, Float64Array, Uint8Array};
use napi_derive::napi;

use crate::to_js_error;
use crate::work::{Work, off_loop};

/// Reads a file; the result is not cleaned and not smoothed.
#[napi(js_name = "read_raw")]
pub fn read_raw(name: String, bytes: Uint8Array) -> AsyncTask<Work<RawRecording>> {
    off_loop(move || {
        let (head, columns) = write::raw(&name, &bytes).map_err(to_js_error)?;
        Ok(RawRecording::new(api::to_json(&head), columns))
    })
}

/// Reads a file and writes it as text of another format.
#[napi]
pub fn convert(name: String, bytes: Uint8Array, format: String) -> AsyncTask<Work<RawWritten>> {
    off_loop(move || {
        let written = write::convert(&name, &bytes, &format).map_err(to_js_error)?;
        let head = api::to_json(&written.head);
        Ok(RawWritten { bytes: written.bytes.into(), head, left_out: written.left_out })
    })
}

/// The recordings of a zip, and its files that cannot be opened; of another file its boats and sessions, where it has several.
#[napi]
pub fn unpack(bytes: Uint8Array) -> AsyncTask<Work<Vec<RawMember>>> {
    off_loop(move || {
        let members: Vec<RawMember> =
            read::recordings(&bytes).map_err(to_js_error)?.into_iter().map(RawMember::new).collect();
        let divided = if members.is_empty() { write::divided(&bytes) } else { Vec::new() };
        Ok(members.into_iter().chain(divided.into_iter().map(RawMember::divided)).collect())
    })
}

/// A recording with its columns as typed arrays.
#[napi(object, object_from_js = false)]
pub struct RawRecording {
    /// The metadata, JSON.
    pub head: String,
    #[napi(js_name = "time_ms")]
    pub time_ms: Float64Array,
    #[napi(js_name = "lat_deg")]
    pub lat_deg: Float64Array,
    #[napi(js_name = "lon_deg")]
    pub lon_deg: Float64Array,
    #[napi(js_name = "channel_ids")]
    pub channel_ids: Vec<String>,
    pub channels: Vec<Float32Array>,
}

impl RawRecording {
    fn new(head: String, columns: Columns) -> Self {
        Self {
            head,
            channel_ids: columns.channels().iter().map(|c| c.id.to_string()).collect(),
            channels: columns.channels().iter().map(|c| c.values.clone().into()).collect(),
            time_ms: columns.time_ms.into(),
            lat_deg: columns.lat_deg.into(),
            lon_deg: columns.lon_deg.into(),
        }
    }
}

/// A file of another format.
#[napi(object, object_from_js = false)]
pub struct RawWritten {
    pub bytes: Uint8Array,
    /// The metadata of the recording, JSON.
    pub head: String,
    /// Sentences about what the format could not hold.
    #[napi(js_name = "left_out")]
    pub left_out: Vec<String>,
}

/// A file of an archive.
#[napi(object, object_from_js = false)]
pub struct RawMember {
    pub name: String,
    /// None when it was not opened.
    pub bytes: Option<Uint8Array>,
    /// The error when it was not opened, JSON.
    pub failed: Option<String>,
    /// Sentences about damage of the archive in or around the file.
    pub notes: Vec<String>,
}

impl RawMember {
    fn divided((name, bytes): (String, Vec<u8>)) -> Self {
        Self { name, bytes: Some(bytes.into()), failed: None, notes: Vec::new() }
    }

    fn new(read::Member { name, bytes, notes }: read::Member) -> Self {
        let (bytes, failed) = match bytes {
            Ok(bytes) => (Some(bytes.into()), None),
            Err(error) => (None, Some(error.to_json())),
        };
        Self { name, bytes, failed, notes: notes.into_iter().map(str::to_string).collect() }
    }
}

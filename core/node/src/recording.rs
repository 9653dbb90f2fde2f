//! Recordings as they were read: raw columns, other formats, comparison with other readers. Native only.

use std::panic::{AssertUnwindSafe, catch_unwind};

use leebow_engine::read::judge;
use leebow_engine::track::Columns;
use leebow_engine::{Error as EngineError, api, write};
use napi::bindgen_prelude::{AsyncTask, Float32Array, Float64Array, Uint8Array};
use napi::{Env, Error, Result, Task};
use napi_derive::napi;

/// Reads a file; the result is not cleaned and not smoothed.
#[napi(js_name = "read_raw")]
pub fn read_raw(name: String, bytes: Uint8Array) -> AsyncTask<ReadRaw> {
    AsyncTask::new(ReadRaw(name, bytes))
}

/// Reads a file and writes it as text of another format.
#[napi]
pub fn convert(name: String, bytes: Uint8Array, format: String) -> AsyncTask<Convert> {
    AsyncTask::new(Convert(name, bytes, format))
}

/// Compares our reader with that of another crate on one file; JSON.
#[napi]
pub fn verify(name: String, bytes: Uint8Array) -> AsyncTask<Verify> {
    AsyncTask::new(Verify(name, bytes))
}

pub struct ReadRaw(String, Uint8Array);
pub struct Convert(String, Uint8Array, String);
pub struct Verify(String, Uint8Array);

impl Task for ReadRaw {
    type Output = RawRecording;
    type JsValue = RawRecording;

    fn compute(&mut self) -> Result<RawRecording> {
        let (head, columns) = guarded(|| write::raw(&self.0, &self.1))?;
        Ok(RawRecording::new(api::to_json(&head), columns))
    }

    fn resolve(&mut self, _env: Env, recording: RawRecording) -> Result<RawRecording> {
        Ok(recording)
    }
}

impl Task for Convert {
    type Output = RawWritten;
    type JsValue = RawWritten;

    fn compute(&mut self) -> Result<RawWritten> {
        let written = guarded(|| write::convert(&self.0, &self.1, &self.2))?;
        let head = api::to_json(&written.head);
        Ok(RawWritten { bytes: written.bytes.into(), head, left_out: written.left_out })
    }

    fn resolve(&mut self, _env: Env, written: RawWritten) -> Result<RawWritten> {
        Ok(written)
    }
}

impl Task for Verify {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> Result<String> {
        Ok(api::to_json(&guarded(|| judge::judge_all(&self.0, &self.1))?))
    }

    fn resolve(&mut self, _env: Env, verdict: String) -> Result<String> {
        Ok(verdict)
    }
}

/// Converts a panic, also of the other crates, into an error.
pub(crate) fn guarded<T>(work: impl FnOnce() -> std::result::Result<T, EngineError>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| Error::from_reason("the engine panicked"))?
        .map_err(crate::to_js_error)
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

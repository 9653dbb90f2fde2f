//! The recording of a file in memory.

use std::sync::{Arc, Mutex, PoisonError};

use leebow_engine::api;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi::{Error, Result};
use napi_derive::napi;

use crate::analysis::RawAnalysis;
use crate::work::{Work, answer, to_js_error};

/// Reads a file for any number of analyses.
#[napi]
pub fn read(name: String, bytes: Uint8Array) -> AsyncTask<Work<RawFileRecording>> {
    answer(move || api::FileRecording::read(&name, &bytes).map(RawFileRecording::new))
}

/// A recording in memory, until it is freed. A wind log is one, too.
#[napi(js_name = "RawFileRecording")]
pub struct RawFileRecording(Mutex<Option<Arc<api::FileRecording>>>);

#[napi]
impl RawFileRecording {
    pub(crate) fn new(recording: api::FileRecording) -> Self {
        Self(Mutex::new(Some(Arc::new(recording))))
    }

    fn held(&self) -> Result<Arc<api::FileRecording>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        held.ok_or_else(|| Error::from_reason("the recording was freed"))
    }

    /// Memory it takes, bytes.
    #[napi(getter)]
    pub fn bytes(&self) -> Result<f64> {
        Ok(self.held()?.bytes() as f64)
    }

    #[napi]
    pub fn analyze(
        &self,
        options: String,
        wind: Option<&RawFileRecording>,
    ) -> Result<AsyncTask<Work<RawAnalysis>>> {
        let options = api::Options::from_json(&options).map_err(to_js_error)?;
        let (recording, wind) = (self.held()?, wind.map(Self::held).transpose()?);
        Ok(answer(move || recording.analyze(wind.as_deref(), &options).map(RawAnalysis::new)))
    }

    /// Explains a moment (UTC, ms); JSON of `Why`.
    #[napi]
    pub fn why(
        &self,
        options: String,
        time_ms: f64,
        wind: Option<&RawFileRecording>,
    ) -> Result<AsyncTask<Work<String>>> {
        let options = api::Options::from_json(&options).map_err(to_js_error)?;
        let (recording, wind) = (self.held()?, wind.map(Self::held).transpose()?);
        Ok(answer(move || recording.why(wind.as_deref(), &options, time_ms).map(|why| api::to_json(&why))))
    }

    /// Wind evidence of the track, JSON.
    #[napi(js_name = "wind_evidence")]
    pub fn wind_evidence(
        &self,
        options: String,
        wind: Option<&RawFileRecording>,
    ) -> Result<AsyncTask<Work<String>>> {
        let options = api::Options::from_json(&options).map_err(to_js_error)?;
        let (recording, wind) = (self.held()?, wind.map(Self::held).transpose()?);
        Ok(answer(move || {
            recording.wind_evidence(wind.as_deref(), &options).map(|evidence| api::to_json(&evidence))
        }))
    }

    /// Frees the memory, after the analyses that have begun. They borrow this value, so it is not changed mutably.
    #[napi]
    pub fn free(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

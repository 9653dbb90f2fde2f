//! The recording of a file in memory.

use std::rc::Rc;

use leebow_engine::api;
use wasm_bindgen::prelude::*;

use crate::{analysis, to_js_error};

/// Reads a file for any number of analyses.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8]) -> Result<RawFileRecording, JsError> {
    api::FileRecording::read(name, bytes).map(RawFileRecording::new).map_err(to_js_error)
}

/// A recording in WASM memory. A wind log is one, too.
#[wasm_bindgen]
pub struct RawFileRecording(Rc<api::FileRecording>);

#[wasm_bindgen]
impl RawFileRecording {
    pub(crate) fn new(recording: api::FileRecording) -> Self {
        Self(Rc::new(recording))
    }

    /// A second handle to the same recording, for calls that take one by value: wasm-bindgen passes no optional references.
    pub fn share(&self) -> RawFileRecording {
        Self(self.0.clone())
    }

    /// Memory it takes, bytes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.0.bytes() as f64
    }

    pub fn analyze(&self, options: &str, wind: Option<RawFileRecording>) -> Result<JsValue, JsError> {
        let options = api::Options::from_json(options).map_err(to_js_error)?;
        self.0.analyze(wind.as_ref().map(|log| &*log.0), &options).map(analysis).map_err(to_js_error)
    }

    /// Explains a moment (UTC, ms); JSON of `Why`.
    pub fn why(
        &self,
        options: &str,
        time_ms: f64,
        wind: Option<RawFileRecording>,
    ) -> Result<String, JsError> {
        let options = api::Options::from_json(options).map_err(to_js_error)?;
        let answer = self.0.why(wind.as_ref().map(|log| &*log.0), &options, time_ms);
        answer.map(|answer| api::to_json(&answer)).map_err(to_js_error)
    }
}

//! Explanation of a moment: the maneuver there, or the tests that it failed.

use leebow_engine::api;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi::{Env, Result, Task};
use napi_derive::napi;

use crate::recording::guarded;

/// Explains a moment (UTC, ms) of a file; JSON of `Why`.
#[napi]
pub fn why(
    name: String,
    bytes: Uint8Array,
    options: String,
    time_ms: f64,
    wind_name: Option<String>,
    wind_bytes: Option<Uint8Array>,
) -> Result<AsyncTask<Why>> {
    let options = api::Options::from_json(&options).map_err(crate::to_js_error)?;
    Ok(AsyncTask::new(Why { name, bytes, options, time_ms, wind: wind_name.zip(wind_bytes) }))
}

/// One explanation as a task of the thread pool.
pub struct Why {
    name: String,
    bytes: Uint8Array,
    options: api::Options,
    time_ms: f64,
    wind: Option<(String, Uint8Array)>,
}

impl Task for Why {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> Result<String> {
        let wind = self.wind.as_ref().map(|(name, bytes)| (name.as_str(), &bytes[..]));
        let explain = || api::why(&self.name, &self.bytes, wind, &self.options, self.time_ms);
        Ok(api::to_json(&guarded(explain)?))
    }

    fn resolve(&mut self, _env: Env, answer: String) -> Result<String> {
        Ok(answer)
    }
}

//! Explanation of a moment: the maneuver there, or the tests that it failed.

use leebow_engine::api;
use napi::Result;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi_derive::napi;

use crate::work::{Work, off_loop};
use crate::{in_memory, to_js_error};

/// Explains a moment (UTC, ms) of a file; JSON of `Why`.
#[napi]
pub fn why(
    name: String,
    bytes: Uint8Array,
    options: String,
    time_ms: f64,
    wind_name: Option<String>,
    wind_bytes: Option<Uint8Array>,
) -> Result<AsyncTask<Work<String>>> {
    let options = api::Options::from_json(&options).map_err(to_js_error)?;
    let wind = wind_name.zip(wind_bytes);
    Ok(off_loop(move || {
        let answer = api::why(&name, &bytes, in_memory(&wind), &options, time_ms).map_err(to_js_error)?;
        Ok(api::to_json(&answer))
    }))
}

//! Polar and targets of a season.

use leebow_engine::api;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::races::RawRaceTrack;
use crate::to_js_error;
use crate::work::{Work, off_loop};

/// What is stored of a session for its polar, JSON (`api::polar_summary`).
#[napi(js_name = "polar_summary")]
pub fn polar_summary(facts: String, track: RawRaceTrack) -> AsyncTask<Work<String>> {
    off_loop(move || {
        let found = api::polar_summary(&facts, track.copied()).map_err(to_js_error)?;
        Ok(api::to_json(&found))
    })
}

/// The polar of sessions, JSON (`api::polar`).
#[napi]
pub fn polar(sessions: String, options: String) -> AsyncTask<Work<String>> {
    off_loop(move || api::polar(&sessions, &options).map(|found| api::to_json(&found)).map_err(to_js_error))
}

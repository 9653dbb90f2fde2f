//! The debrief of a session, from its columns and those of other boats of its races.

use leebow_engine::api;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::races::RawRaceTrack;
use crate::to_js_error;
use crate::work::{Work, off_loop};

/// The debrief of the first of these tracks, JSON; `facts` and `options` are JSON (`api::debrief`).
#[napi]
pub fn debrief(facts: String, tracks: Vec<RawRaceTrack>, options: String) -> AsyncTask<Work<String>> {
    off_loop(move || {
        let tracks = tracks.iter().map(RawRaceTrack::copied).collect();
        api::debrief(&facts, tracks, &options).map(|found| api::to_json(&found)).map_err(to_js_error)
    })
}

/// What is stored of a session, JSON (`api::debrief_summary`).
#[napi(js_name = "debrief_summary")]
pub fn debrief_summary(facts: String, track: RawRaceTrack) -> AsyncTask<Work<String>> {
    off_loop(move || {
        let found = api::debrief_summary(&facts, track.copied()).map_err(to_js_error)?;
        Ok(api::to_json(&found))
    })
}

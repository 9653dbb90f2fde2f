//! Polars for the browser, as `core/node` has them. A module of its own, so that who looks at one fetches no analysis of races,
//! and the other way round (DESIGN.md).

use leebow_engine::api;
use leebow_engine::race::RaceTrack;
use wasm_bindgen::prelude::*;

/// What is stored of a track for its polar, JSON (`api::polar_summary`): its facts, and its columns as of `RaceTrack`.
#[wasm_bindgen]
pub fn polar_summary(
    facts: &str,
    time_ms: Vec<f64>,
    lat_deg: Vec<f64>,
    lon_deg: Vec<f64>,
    sog_mps: Vec<f32>,
    cog_deg: Vec<f32>,
) -> Result<String, JsError> {
    let track = RaceTrack { time_ms, lat_deg, lon_deg, sog_mps, cog_deg, ..RaceTrack::default() };
    let found = api::polar_summary(facts, track).map_err(|error| JsError::new(&error.to_json()))?;
    Ok(api::to_json(&found))
}

/// The polar of sessions, JSON (`api::polar`).
#[wasm_bindgen]
pub fn polar(sessions: &str, options: &str) -> Result<String, JsError> {
    let found = api::polar(sessions, options).map_err(|error| JsError::new(&error.to_json()))?;
    Ok(api::to_json(&found))
}

//! The analysis of races for the browser, as `core/node` has it. A module of its own, so that pages which analyse one
//! recording do not fetch it (DESIGN.md).
//!
//! Results are objects that hold copies of the columns, as `core/js/src/raw.ts` describes them.

#[path = "../../wasm/src/object.rs"]
mod object;

use js_sys::{Float64Array, Uint8Array};
use leebow_engine::race::{RaceColumns, RaceTrack};
use leebow_engine::{Error, api};
use wasm_bindgen::prelude::*;

use object::{array, floats, object};

/// The tracks of a day, to which the caller adds one after the other.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawRaceTracks(Vec<RaceTrack>);

#[wasm_bindgen]
impl RawRaceTracks {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the columns of a track (`RaceTrack`).
    #[allow(clippy::too_many_arguments)]
    pub fn push(
        &mut self,
        time_ms: Vec<f64>,
        lat_deg: Vec<f64>,
        lon_deg: Vec<f64>,
        sog_mps: Vec<f32>,
        cog_deg: Vec<f32>,
        ewd_deg: Vec<f32>,
        ewd_sd_deg: Vec<f32>,
    ) {
        let facts = Default::default();
        self.0.push(RaceTrack { facts, time_ms, lat_deg, lon_deg, sog_mps, cog_deg, ewd_deg, ewd_sd_deg });
    }

    /// Finds and analyses their races; `facts` and `options` are JSON (`api::races`). The tracks cannot be used afterwards.
    pub fn races(self, facts: &str, options: &str) -> Result<JsValue, JsError> {
        let found = api::races(facts, self.0, options).map_err(to_js_error)?;
        let of_race = |(race, boats): (usize, Vec<RaceColumns>)| {
            boats.into_iter().map(move |boat| columns(race as u32, &boat))
        };
        let columns = array(found.columns.into_iter().enumerate().flat_map(of_race));
        Ok(object([("day", api::to_json(&found.day).into()), ("columns", columns)]))
    }

    /// The debrief of the first track with the others as boats of its races, JSON (`api::debrief`). The tracks cannot be used
    /// afterwards.
    pub fn debrief(self, facts: &str, options: &str) -> Result<String, JsError> {
        api::debrief(facts, self.0, options).map(|found| api::to_json(&found)).map_err(to_js_error)
    }

    /// What is stored of the first track, JSON (`api::debrief_summary`). The tracks cannot be used afterwards.
    pub fn debrief_summary(mut self, facts: &str) -> Result<String, JsError> {
        let track = self.0.drain(..).next().unwrap_or_default();
        api::debrief_summary(facts, track).map(|found| api::to_json(&found)).map_err(to_js_error)
    }

    /// Why one of two boats gained on a leg (`api::duel`): JSON of a `Duel` or null. The tracks cannot be used afterwards.
    pub fn duel(self, facts: &str, options: &str, request: &str) -> Result<String, JsError> {
        api::duel(facts, self.0, options, request).map(|found| api::to_json(&found)).map_err(to_js_error)
    }
}

/// A boat behind the leader (`RaceColumns`), with the index of her race.
fn columns(race: u32, boat: &RaceColumns) -> JsValue {
    object([
        ("race", race.into()),
        ("track", boat.track.as_str().into()),
        ("time_ms", Float64Array::from(&boat.time_ms[..]).into()),
        ("behind_s", floats(&boat.behind_s)),
        ("behind_m", floats(&boat.behind_m)),
        ("behind_sd_s", floats(&boat.behind_sd_s)),
        ("behind_sd_m", floats(&boat.behind_sd_m)),
        ("progress_m", floats(&boat.progress_m)),
        ("leg", Uint8Array::from(&boat.leg[..]).into()),
    ])
}

/// The engine's error as `core/js` expects it: JSON in the message.
fn to_js_error(error: Error) -> JsError {
    JsError::new(&error.to_json())
}

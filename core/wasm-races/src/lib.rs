//! The analysis of races for the browser, as `core/node` has it. A module of its own, so that pages which analyse one
//! recording do not fetch it (DESIGN.md).
//!
//! Getters copy columns out of WASM memory; the caller frees a [`RawRaceAnalysis`].

use js_sys::{Float32Array, Float64Array, Uint8Array};
use leebow_engine::api;
use leebow_engine::race::{RaceAnalysis, RaceColumns, RaceTrack};
use wasm_bindgen::prelude::*;

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
    pub fn races(self, facts: &str, options: &str) -> Result<RawRaceAnalysis, JsError> {
        let found = api::races(facts, self.0, options).map_err(|error| JsError::new(&error.to_json()))?;
        Ok(RawRaceAnalysis::new(found))
    }

    /// The debrief of the first track with the others as boats of its races, JSON (`api::debrief`). The tracks cannot be used
    /// afterwards.
    pub fn debrief(self, facts: &str, options: &str) -> Result<String, JsError> {
        let found = api::debrief(facts, self.0, options).map_err(|error| JsError::new(&error.to_json()))?;
        Ok(api::to_json(&found))
    }

    /// What is stored of the first track, JSON (`api::debrief_summary`). The tracks cannot be used afterwards.
    pub fn debrief_summary(mut self, facts: &str) -> Result<String, JsError> {
        let track = self.0.drain(..).next().unwrap_or_default();
        let found = api::debrief_summary(facts, track).map_err(|error| JsError::new(&error.to_json()))?;
        Ok(api::to_json(&found))
    }

    /// Why one of two boats gained on a leg (`api::duel`): JSON of a `Duel` or null. The tracks cannot be used afterwards.
    pub fn duel(self, facts: &str, options: &str, request: &str) -> Result<String, JsError> {
        let found =
            api::duel(facts, self.0, options, request).map_err(|error| JsError::new(&error.to_json()))?;
        Ok(api::to_json(&found))
    }
}

/// The races of a day in WASM memory.
#[wasm_bindgen]
pub struct RawRaceAnalysis {
    day: String,
    columns: Vec<(u32, RaceColumns)>,
}

impl RawRaceAnalysis {
    fn new(RaceAnalysis { day, columns }: RaceAnalysis) -> Self {
        let of_race =
            |(race, boats): (usize, Vec<RaceColumns>)| boats.into_iter().map(move |boat| (race as u32, boat));
        Self { day: api::to_json(&day), columns: columns.into_iter().enumerate().flat_map(of_race).collect() }
    }
}

#[wasm_bindgen]
impl RawRaceAnalysis {
    /// `RaceDay`, JSON.
    #[wasm_bindgen(getter)]
    pub fn day(&self) -> String {
        self.day.clone()
    }

    /// The columns of the boats of each race, one race after the other.
    pub fn take_columns(&mut self) -> Vec<RawRaceColumns> {
        std::mem::take(&mut self.columns).into_iter().map(|(race, boat)| RawRaceColumns(race, boat)).collect()
    }
}

/// A boat behind the leader (`RaceColumns`) and the index of her race.
#[wasm_bindgen]
pub struct RawRaceColumns(u32, RaceColumns);

#[wasm_bindgen]
impl RawRaceColumns {
    #[wasm_bindgen(getter)]
    pub fn race(&self) -> u32 {
        self.0
    }

    #[wasm_bindgen(getter)]
    pub fn track(&self) -> String {
        self.1.track.clone()
    }

    #[wasm_bindgen(getter)]
    pub fn time_ms(&self) -> Float64Array {
        Float64Array::from(self.1.time_ms.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn behind_s(&self) -> Float32Array {
        Float32Array::from(self.1.behind_s.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn behind_m(&self) -> Float32Array {
        Float32Array::from(self.1.behind_m.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn behind_sd_s(&self) -> Float32Array {
        Float32Array::from(self.1.behind_sd_s.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn behind_sd_m(&self) -> Float32Array {
        Float32Array::from(self.1.behind_sd_m.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn progress_m(&self) -> Float32Array {
        Float32Array::from(self.1.progress_m.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn leg(&self) -> Uint8Array {
        Uint8Array::from(self.1.leg.as_slice())
    }
}

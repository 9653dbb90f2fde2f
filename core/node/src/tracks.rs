//! What is computed from the columns of tracks: the races of a day, debriefs and polars.

use leebow_engine::api;
use leebow_engine::race::{RaceAnalysis, RaceColumns, RaceTrack};
use napi::bindgen_prelude::{AsyncTask, Float32Array, Float64Array, Uint8Array};
use napi_derive::napi;

use crate::work::{Work, answer};

/// Finds and analyses the races of these tracks; `facts` and `options` are JSON (`api::races`).
#[napi]
pub fn races(facts: String, tracks: Vec<RawRaceTrack>, options: String) -> AsyncTask<Work<RawRaceAnalysis>> {
    answer(move || api::races(&facts, copied(&tracks), &options).map(RawRaceAnalysis::new))
}

/// Why one of two boats gained on a leg (`api::duel`): JSON of a `Duel` or null.
#[napi]
pub fn duel(
    facts: String,
    tracks: Vec<RawRaceTrack>,
    options: String,
    request: String,
) -> AsyncTask<Work<String>> {
    answer(move || api::duel(&facts, copied(&tracks), &options, &request).map(|found| api::to_json(&found)))
}

/// The debrief of the first of these tracks, JSON; `facts` and `options` are JSON (`api::debrief`).
#[napi]
pub fn debrief(facts: String, tracks: Vec<RawRaceTrack>, options: String) -> AsyncTask<Work<String>> {
    answer(move || api::debrief(&facts, copied(&tracks), &options).map(|found| api::to_json(&found)))
}

/// What is stored of a session, JSON (`api::debrief_summary`).
#[napi(js_name = "debrief_summary")]
pub fn debrief_summary(facts: String, track: RawRaceTrack) -> AsyncTask<Work<String>> {
    answer(move || api::debrief_summary(&facts, track.copied()).map(|found| api::to_json(&found)))
}

/// What is stored of a session for its polar, JSON (`api::polar_summary`).
#[napi(js_name = "polar_summary")]
pub fn polar_summary(facts: String, track: RawRaceTrack) -> AsyncTask<Work<String>> {
    answer(move || api::polar_summary(&facts, track.copied()).map(|found| api::to_json(&found)))
}

/// The polar of sessions, JSON (`api::polar`).
#[napi]
pub fn polar(sessions: String, options: String) -> AsyncTask<Work<String>> {
    answer(move || api::polar(&sessions, &options).map(|found| api::to_json(&found)))
}

/// The columns of a track (`RaceTrack`).
#[napi(object, object_to_js = false)]
pub struct RawRaceTrack {
    #[napi(js_name = "time_ms")]
    pub time_ms: Float64Array,
    #[napi(js_name = "lat_deg")]
    pub lat_deg: Float64Array,
    #[napi(js_name = "lon_deg")]
    pub lon_deg: Float64Array,
    #[napi(js_name = "sog_mps")]
    pub sog_mps: Float32Array,
    #[napi(js_name = "cog_deg")]
    pub cog_deg: Float32Array,
    #[napi(js_name = "ewd_deg")]
    pub ewd_deg: Float32Array,
    #[napi(js_name = "ewd_sd_deg")]
    pub ewd_sd_deg: Float32Array,
}

/// Copies, made on the thread of the analysis.
fn copied(tracks: &[RawRaceTrack]) -> Vec<RaceTrack> {
    tracks.iter().map(RawRaceTrack::copied).collect()
}

impl RawRaceTrack {
    fn copied(&self) -> RaceTrack {
        RaceTrack {
            time_ms: self.time_ms.to_vec(),
            lat_deg: self.lat_deg.to_vec(),
            lon_deg: self.lon_deg.to_vec(),
            sog_mps: self.sog_mps.to_vec(),
            cog_deg: self.cog_deg.to_vec(),
            ewd_deg: self.ewd_deg.to_vec(),
            ewd_sd_deg: self.ewd_sd_deg.to_vec(),
            ..RaceTrack::default()
        }
    }
}

/// The races of a day, and the columns of the boats of each, one race after the other.
#[napi(object, object_from_js = false)]
pub struct RawRaceAnalysis {
    /// `RaceDay`, JSON.
    pub day: String,
    pub columns: Vec<RawRaceColumns>,
}

impl RawRaceAnalysis {
    fn new(RaceAnalysis { day, columns }: RaceAnalysis) -> Self {
        let of_race = |(race, boats): (usize, Vec<RaceColumns>)| {
            boats.into_iter().map(move |boat| RawRaceColumns::new(race as u32, boat))
        };
        Self { day: api::to_json(&day), columns: columns.into_iter().enumerate().flat_map(of_race).collect() }
    }
}

/// A boat behind the leader (`RaceColumns`).
#[napi(object, object_from_js = false)]
pub struct RawRaceColumns {
    /// Index of the race.
    pub race: u32,
    pub track: String,
    #[napi(js_name = "time_ms")]
    pub time_ms: Float64Array,
    #[napi(js_name = "behind_s")]
    pub behind_s: Float32Array,
    #[napi(js_name = "behind_m")]
    pub behind_m: Float32Array,
    #[napi(js_name = "behind_sd_s")]
    pub behind_sd_s: Float32Array,
    #[napi(js_name = "behind_sd_m")]
    pub behind_sd_m: Float32Array,
    #[napi(js_name = "progress_m")]
    pub progress_m: Float32Array,
    pub leg: Uint8Array,
}

impl RawRaceColumns {
    fn new(race: u32, columns: RaceColumns) -> Self {
        let RaceColumns { track, time_ms, behind_s, behind_m, behind_sd_s, behind_sd_m, progress_m, leg } =
            columns;
        Self {
            race,
            track,
            time_ms: time_ms.into(),
            behind_s: behind_s.into(),
            behind_m: behind_m.into(),
            behind_sd_s: behind_sd_s.into(),
            behind_sd_m: behind_sd_m.into(),
            progress_m: progress_m.into(),
            leg: leg.into(),
        }
    }
}

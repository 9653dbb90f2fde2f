//! Wind of a fleet: evidence per track, and one wind estimated from the evidence of several. Native only.

use leebow_engine::Error;
use leebow_engine::api::{self, Options, to_json};
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use napi::Result;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi_derive::napi;

use crate::analysis::in_memory;
use crate::work::{Work, answer, to_js_error};

/// Reads a file and returns its wind evidence (`fleet::TrackEvidence`) as JSON.
#[napi(js_name = "wind_evidence")]
pub fn wind_evidence(
    name: String,
    bytes: Uint8Array,
    options: String,
    wind_name: Option<String>,
    wind_bytes: Option<Uint8Array>,
) -> Result<AsyncTask<Work<String>>> {
    let options = Options::from_json(&options).map_err(to_js_error)?;
    let wind = wind_name.zip(wind_bytes);
    Ok(answer(move || {
        let evidence = api::wind_evidence(&name, &bytes, in_memory(&wind), &options);
        evidence.map(|evidence| to_json(&evidence))
    }))
}

/// Groups tracks that sailed together and estimates the wind of each group; JSON of `Vec<FleetAnswer>`.
#[napi(js_name = "estimate_fleet_winds")]
pub fn fleet_winds(evidence: Vec<String>) -> AsyncTask<Work<String>> {
    answer(move || {
        let read = |text: &String| serde_json::from_str::<TrackEvidence>(text);
        let all = evidence.iter().map(read).collect::<std::result::Result<Vec<_>, _>>();
        let all = all.map_err(|e| {
            Error::bad_options(format!("This text is not the wind evidence of a track: {e}."))
        })?;
        let answers: Vec<_> = estimate_fleet_winds(&all).iter().map(|fleet| fleet.answer()).collect();
        Ok(to_json(&answers))
    })
}

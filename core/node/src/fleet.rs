//! Wind of a fleet: evidence per track, and one wind estimated from the evidence of several. Native only.

use leebow_engine::api::{self, Options, to_json};
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::{Error, ErrorKind};
use napi::Result;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi_derive::napi;

use crate::work::{Work, off_loop};
use crate::{in_memory, to_js_error};

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
    Ok(off_loop(move || {
        let evidence = api::wind_evidence(&name, &bytes, in_memory(&wind), &options);
        Ok(to_json(&evidence.map_err(to_js_error)?))
    }))
}

/// Groups tracks that sailed together and estimates the wind of each group; JSON of `Vec<FleetAnswer>`.
#[napi(js_name = "estimate_fleet_winds")]
pub fn fleet_winds(evidence: Vec<String>) -> AsyncTask<Work<String>> {
    off_loop(move || {
        let read = |text: &String| serde_json::from_str::<TrackEvidence>(text);
        let all = evidence.iter().map(read).collect::<std::result::Result<Vec<_>, _>>();
        let all = all.map_err(|e| {
            let reason = format!("This text is not the wind evidence of a track: {e}.");
            to_js_error(Error::from(ErrorKind::BadOptions { reason }))
        })?;
        let answers: Vec<_> = estimate_fleet_winds(&all).iter().map(|fleet| fleet.answer()).collect();
        Ok(to_json(&answers))
    })
}

//! Wind of a fleet: evidence per track, and one wind estimated from the evidence of several. Native only.

use leebow_engine::api::{Options, to_json};
use leebow_engine::error::ErrorKind;
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::pipeline;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi::{Env, Result, Task};
use napi_derive::napi;

use crate::recording::guarded;

/// Reads a file and returns its wind evidence (`fleet::TrackEvidence`) as JSON.
#[napi(js_name = "wind_evidence")]
pub fn wind_evidence(
    name: String,
    bytes: Uint8Array,
    options: String,
    wind_name: Option<String>,
    wind_bytes: Option<Uint8Array>,
) -> Result<AsyncTask<WindEvidenceTask>> {
    let options = Options::from_json(&options).map_err(crate::to_js_error)?;
    Ok(AsyncTask::new(WindEvidenceTask { name, bytes, options, wind: wind_name.zip(wind_bytes) }))
}

/// Groups tracks that sailed together and estimates the wind of each group; JSON of `Vec<FleetAnswer>`.
#[napi(js_name = "estimate_fleet_winds")]
pub fn fleet_winds(evidence: Vec<String>) -> AsyncTask<FleetWindsTask> {
    AsyncTask::new(FleetWindsTask(evidence))
}

pub struct WindEvidenceTask {
    name: String,
    bytes: Uint8Array,
    options: Options,
    wind: Option<(String, Uint8Array)>,
}

pub struct FleetWindsTask(Vec<String>);

impl Task for WindEvidenceTask {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> Result<String> {
        let wind = self.wind.as_ref().map(|(name, bytes)| (name.as_str(), &bytes[..]));
        let evidence = guarded(|| pipeline::wind_evidence(&self.name, &self.bytes, wind, &self.options))?;
        Ok(to_json(&evidence))
    }

    fn resolve(&mut self, _env: Env, evidence: String) -> Result<String> {
        Ok(evidence)
    }
}

impl Task for FleetWindsTask {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> Result<String> {
        let answers = guarded(|| {
            let read = |text: &String| serde_json::from_str::<TrackEvidence>(text);
            let all = self.0.iter().map(read).collect::<std::result::Result<Vec<_>, _>>();
            let all = all.map_err(|e| {
                let reason = format!("This text is not the wind evidence of a track: {e}.");
                leebow_engine::Error::from(ErrorKind::BadOptions { reason })
            })?;
            Ok(estimate_fleet_winds(&all).iter().map(|fleet| fleet.answer()).collect::<Vec<_>>())
        })?;
        Ok(to_json(&answers))
    }

    fn resolve(&mut self, _env: Env, answers: String) -> Result<String> {
        Ok(answers)
    }
}

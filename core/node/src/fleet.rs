//! Several tracks asked together for one wind. Native alone.

use leebow_engine::api::{Options, to_json};
use leebow_engine::error::ErrorKind;
use leebow_engine::fleet::{Testimony, ask};
use leebow_engine::pipeline;
use napi::bindgen_prelude::{AsyncTask, Uint8Array};
use napi::{Env, Result, Task};
use napi_derive::napi;

use crate::recording::guarded;

/// Reads a file and gives what its track says of the wind, JSON.
#[napi]
pub fn testify(
    name: String,
    bytes: Uint8Array,
    options: String,
    wind_name: Option<String>,
    wind_bytes: Option<Uint8Array>,
) -> Result<AsyncTask<Testify>> {
    let options = Options::from_json(&options).map_err(crate::told)?;
    Ok(AsyncTask::new(Testify { name, bytes, options, wind: wind_name.zip(wind_bytes) }))
}

/// Finds the fleets among testimonies, and gives the answer of each, JSON.
#[napi]
pub fn fleets(testimonies: Vec<String>) -> AsyncTask<Fleets> {
    AsyncTask::new(Fleets(testimonies))
}

pub struct Testify {
    name: String,
    bytes: Uint8Array,
    options: Options,
    wind: Option<(String, Uint8Array)>,
}

pub struct Fleets(Vec<String>);

impl Task for Testify {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> Result<String> {
        let wind = self.wind.as_ref().map(|(name, bytes)| (name.as_str(), &bytes[..]));
        let said = guarded(|| pipeline::testify(&self.name, &self.bytes, wind, &self.options))?;
        Ok(to_json(&said))
    }

    fn resolve(&mut self, _env: Env, said: String) -> Result<String> {
        Ok(said)
    }
}

impl Task for Fleets {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> Result<String> {
        let answers = guarded(|| {
            let read = |text: &String| serde_json::from_str::<Testimony>(text);
            let all = self.0.iter().map(read).collect::<std::result::Result<Vec<_>, _>>();
            let all = all.map_err(|e| {
                let reason = format!("This is no testimony: {e}.");
                leebow_engine::Error::from(ErrorKind::BadOptions { reason })
            })?;
            Ok(ask(&all).iter().map(|fleet| fleet.answer()).collect::<Vec<_>>())
        })?;
        Ok(to_json(&answers))
    }

    fn resolve(&mut self, _env: Env, answers: String) -> Result<String> {
        Ok(answers)
    }
}

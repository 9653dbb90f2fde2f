//! Forwarders to the engine for Node: the same names as `core/wasm`, and those that are native only:
//! the simulator and [`recording`]. What few calls need is in `core/node-extra`.
//!
//! Analyses run on libuv's thread pool, off the event loop; columns are passed without a copy.

// Public, because the lints treat functions that only Node calls as unused.
pub mod analysis;
pub mod file_recording;
pub mod fleet;
pub mod recording;
pub mod tracks;
pub mod work;

use leebow_engine::{api, channel, config};
use napi::bindgen_prelude::{AsyncTask, Float32Array, Uint8Array};
use napi::{Error, Result};
use napi_derive::napi;

use analysis::{RawAnalysis, in_memory};
use file_recording::RawFileRecording;
use work::{Work, answer, off_loop, to_js_error};

/// The system's allocator returns freed pages at once; obtaining them again takes as long as reading a FIT file
/// (measured). mimalloc retains them for the next file. Huge pages are off: with an analysis on each thread of the pool
/// the system would clear five times the needed memory, in half the time of the analysis (measured).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The engine's version.
#[napi]
pub fn version() -> &'static str {
    leebow_engine::VERSION
}

/// The registry of channels, JSON.
#[napi]
pub fn channels() -> String {
    api::to_json(&channel::CHANNELS)
}

/// The boat classes, first those of the specification, JSON.
#[napi(js_name = "boat_classes")]
pub fn boat_classes() -> String {
    api::to_json(&config::all_classes())
}

/// The boat class that sailors call by this name, in any spelling, JSON; null for an unknown name.
#[napi(js_name = "boat_class")]
pub fn boat_class(name: String) -> String {
    api::to_json(&config::boat_class(&name))
}

/// Least squares of y on x, JSON.
#[napi]
pub fn regress(x: &[f64], y: &[f64]) -> String {
    api::to_json(&api::regress(x, y))
}

/// Analyses straights from the columns of a track; `StraightQuestion` and `StraightAnalysis` as JSON.
#[napi(js_name = "straight_analysis")]
pub fn straight_analysis(
    time_ms: &[f64],
    channel_ids: Vec<String>,
    channels: Vec<Float32Array>,
    question: String,
) -> Result<String> {
    let channels = channel_ids.into_iter().zip(channels.iter().map(|c| c.to_vec())).collect();
    let answer = api::straight_analysis(time_ms.to_vec(), channels, &question).map_err(to_js_error)?;
    Ok(api::to_json(&answer))
}

/// Reads a file in chunks.
#[napi(js_name = "RawReader")]
pub struct RawReader(Option<api::Reader>);

#[napi]
impl RawReader {
    #[napi(constructor)]
    pub fn new(name: String, options: String, expected: Option<f64>) -> Result<Self> {
        let options = api::Options::from_json(&options).map_err(to_js_error)?;
        Ok(Self(Some(api::Reader::open(&name, options, expected.unwrap_or(0.0) as usize))))
    }

    #[napi]
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        self.0.as_mut().ok_or_else(spent)?.push(chunk).map_err(to_js_error)
    }

    /// Ends the input and analyses it. The reader cannot be used afterwards.
    #[napi]
    pub fn finish(
        &mut self,
        wind_name: Option<String>,
        wind_bytes: Option<Uint8Array>,
    ) -> Result<AsyncTask<Work<RawAnalysis>>> {
        let mut reader = Some(self.0.take().ok_or_else(spent)?);
        let wind = wind_name.zip(wind_bytes);
        Ok(off_loop(move || {
            let reader = reader.take().ok_or_else(spent)?;
            reader.finish(in_memory(&wind)).map(RawAnalysis::new).map_err(to_js_error)
        }))
    }

    /// Ends the input and returns the recording. The reader cannot be used afterwards.
    #[napi]
    pub fn recording(&mut self) -> Result<AsyncTask<Work<RawFileRecording>>> {
        let mut reader = Some(self.0.take().ok_or_else(spent)?);
        Ok(off_loop(move || {
            let reader = reader.take().ok_or_else(spent)?;
            reader.recording().map(RawFileRecording::new).map_err(to_js_error)
        }))
    }
}

/// One statistic of the dashboards, by name; JSON in and out.
#[napi]
pub fn dashboard(question: String, input: String) -> AsyncTask<Work<String>> {
    answer(move || api::dashboard(&question, &input))
}

/// A simulated session in one of the simulator's formats.
#[napi(js_name = "simulate_write")]
pub fn simulate_write(spec: String, format: String) -> Result<Uint8Array> {
    Ok(leebow_simulator::write(&spec, &format).map_err(to_js_error)?.into())
}

/// The sessions of the demo account, JSON.
#[napi(js_name = "simulate_demo_specs")]
pub fn simulate_demo_specs() -> &'static str {
    leebow_simulator::demo_specs()
}

fn spent() -> Error {
    Error::from_reason("the reader is spent")
}

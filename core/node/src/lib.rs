//! Forwarders to the engine for Node: the same names in the same order as `core/wasm`, then those that are native only:
//! the simulator and [`recording`]. What few calls need is in `core/node-extra`.
//!
//! Analyses run on libuv's thread pool, off the event loop; columns are passed without a copy.

// Public, because the lints treat functions that only Node calls as unused.
pub mod debrief;
pub mod file_recording;
pub mod fleet;
pub mod polar;
pub mod races;
pub mod recording;
pub mod why;
pub mod work;

use leebow_engine::{api, channel, config};
use napi::bindgen_prelude::{AsyncTask, Float32Array, Float64Array, Uint8Array, Uint32Array};
use napi::{Error, Result};
use napi_derive::napi;

use file_recording::RawFileRecording;
use work::{Work, off_loop};

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

/// Reads and analyses one file, with its wind log when there is one.
#[napi]
pub fn analyze(
    name: String,
    bytes: Uint8Array,
    options: String,
    wind_name: Option<String>,
    wind_bytes: Option<Uint8Array>,
) -> Result<AsyncTask<Work<RawAnalysis>>> {
    let options = api::Options::from_json(&options).map_err(to_js_error)?;
    let wind = wind_name.zip(wind_bytes);
    Ok(off_loop(move || {
        api::analyze(&name, &bytes, in_memory(&wind), &options).map(RawAnalysis::new).map_err(to_js_error)
    }))
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
    off_loop(move || api::dashboard(&question, &input).map_err(to_js_error))
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

/// One analysis with its columns as typed arrays.
#[napi(object, object_from_js = false)]
pub struct RawAnalysis {
    /// The report, JSON.
    pub report: String,
    #[napi(js_name = "time_ms")]
    pub time_ms: Float64Array,
    #[napi(js_name = "lat_deg")]
    pub lat_deg: Float64Array,
    #[napi(js_name = "lon_deg")]
    pub lon_deg: Float64Array,
    #[napi(js_name = "channel_ids")]
    pub channel_ids: Vec<String>,
    pub channels: Vec<Float32Array>,
    #[napi(js_name = "fix_flags")]
    pub fix_flags: Uint8Array,
    #[napi(js_name = "segment_kind")]
    pub segment_kind: Uint8Array,
    #[napi(js_name = "segment_start")]
    pub segment_start: Uint32Array,
    #[napi(js_name = "segment_end")]
    pub segment_end: Uint32Array,
    #[napi(js_name = "metric_ids")]
    pub metric_ids: Vec<String>,
    pub metrics: Vec<Float32Array>,
}

impl RawAnalysis {
    fn new(analysis: api::Analysis) -> Self {
        let api::Analysis { report, mut columns, fix_flags, segments } = analysis;
        let [time_ms, lat_deg, lon_deg] =
            [&mut columns.time_ms, &mut columns.lat_deg, &mut columns.lon_deg].map(std::mem::take);
        let channels = columns.into_channels().into_iter();
        let (channel_ids, channels) = channels.map(|c| (c.id.into_owned(), c.values.into())).unzip();
        Self {
            report: api::to_json(&report),
            channel_ids,
            channels,
            time_ms: time_ms.into(),
            lat_deg: lat_deg.into(),
            lon_deg: lon_deg.into(),
            fix_flags: fix_flags.into(),
            segment_kind: segments.kind.into(),
            segment_start: segments.start.into(),
            segment_end: segments.end.into(),
            metric_ids: api::SEGMENT_METRICS.iter().map(|id| id.to_string()).collect(),
            metrics: segments.metrics.into_iter().map(Float32Array::from).collect(),
        }
    }
}

/// Name and bytes of a wind log.
fn in_memory(wind: &Option<(String, Uint8Array)>) -> Option<(&str, &[u8])> {
    wind.as_ref().map(|(name, bytes)| (name.as_str(), &bytes[..]))
}

/// The engine's error as `core/js` expects it: JSON in the message.
fn to_js_error(error: leebow_engine::Error) -> Error {
    Error::from_reason(error.to_json())
}

fn spent() -> Error {
    Error::from_reason("the reader is spent")
}

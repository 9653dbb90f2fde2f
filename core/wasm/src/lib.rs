//! Forwarders to the engine for the browser: the same names as `core/node`, without the simulator.
//!
//! Results are objects that hold copies of the columns, as `core/js/src/raw.ts` describes them.

mod file_recording;
mod object;

use js_sys::{Float32Array, Float64Array, Uint8Array, Uint32Array};
use leebow_engine::{Columns, api, channel, config, read, write};
use wasm_bindgen::prelude::*;

use file_recording::RawFileRecording;
use object::{array, floats, object};

/// The engine's version.
#[wasm_bindgen]
pub fn version() -> String {
    leebow_engine::VERSION.to_string()
}

/// The registry of channels, JSON.
#[wasm_bindgen]
pub fn channels() -> String {
    api::to_json(&channel::CHANNELS)
}

/// The boat classes, first those of the specification, JSON.
#[wasm_bindgen]
pub fn boat_classes() -> String {
    api::to_json(&config::all_classes())
}

/// The boat class that sailors call by this name, in any spelling, JSON; null for an unknown name.
#[wasm_bindgen]
pub fn boat_class(name: &str) -> String {
    api::to_json(&config::boat_class(name))
}

/// Least squares of y on x, JSON.
#[wasm_bindgen]
pub fn regress(x: &[f64], y: &[f64]) -> String {
    api::to_json(&api::regress(x, y))
}

/// Reads and analyses one file, with its wind log when there is one.
#[wasm_bindgen]
pub fn analyze(
    name: &str,
    bytes: &[u8],
    options: &str,
    wind_name: Option<String>,
    wind_bytes: Option<Vec<u8>>,
) -> Result<JsValue, JsError> {
    let options = api::Options::from_json(options).map_err(to_js_error)?;
    let wind = wind_name.as_deref().zip(wind_bytes.as_deref());
    api::analyze(name, bytes, wind, &options).map(analysis).map_err(to_js_error)
}

/// Explains a moment (UTC, ms) of a file; JSON of `Why`.
#[wasm_bindgen]
pub fn why(
    name: &str,
    bytes: &[u8],
    options: &str,
    time_ms: f64,
    wind_name: Option<String>,
    wind_bytes: Option<Vec<u8>>,
) -> Result<String, JsError> {
    let options = api::Options::from_json(options).map_err(to_js_error)?;
    let wind = wind_name.as_deref().zip(wind_bytes.as_deref());
    api::why(name, bytes, wind, &options, time_ms).map(|answer| api::to_json(&answer)).map_err(to_js_error)
}

/// Reads a file; its columns are not cleaned and not smoothed.
#[wasm_bindgen]
pub fn read_raw(name: &str, bytes: &[u8]) -> Result<JsValue, JsError> {
    read::read(name, bytes).map(|recording| object(columns(&recording.columns))).map_err(to_js_error)
}

/// The boats and sessions of a file that has several, each as a GPX with every channel; of another file one without bytes, which
/// has its outline.
#[wasm_bindgen]
pub fn divided(bytes: &[u8]) -> Result<Vec<JsValue>, JsError> {
    let opened = read::open(bytes).map_err(to_js_error)?;
    let mut parts = write::parts(&opened);
    if parts.is_empty() {
        let outline = write::numbers(opened.outline);
        parts.push(write::Part { name: String::new(), bytes: Vec::new(), outline });
    }
    let of_part = |write::Part { name, bytes, outline }| {
        let (bytes, outline) = (Uint8Array::from(&bytes[..]), Float64Array::from(&outline[..]));
        object([("name", name.into()), ("bytes", bytes.into()), ("outline", outline.into())])
    };
    Ok(parts.into_iter().map(of_part).collect())
}

/// How recordings with these file names and outlines belong together: three numbers of each (`read::Relation`).
#[wasm_bindgen]
pub fn related(names: Vec<String>, outlines: Vec<Float64Array>) -> Vec<f64> {
    let outlines: Vec<Vec<f64>> = outlines.iter().map(Float64Array::to_vec).collect();
    read::related(&names, &outlines).iter().flat_map(read::Relation::numbers).collect()
}

/// Files of one session as a GPX.
#[wasm_bindgen]
pub fn joined(files: Vec<Uint8Array>) -> Result<Vec<u8>, JsError> {
    let files: Vec<Vec<u8>> = files.iter().map(Uint8Array::to_vec).collect();
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    write::joined(&files).map(|(bytes, _)| bytes).map_err(to_js_error)
}

/// Analyses straights from the columns of a track; `StraightQuestion` and `StraightAnalysis` as JSON.
#[wasm_bindgen]
pub fn straight_analysis(
    time_ms: Vec<f64>,
    channel_ids: Vec<String>,
    channels: Vec<Float32Array>,
    question: &str,
) -> Result<String, JsError> {
    let channels = channel_ids.into_iter().zip(channels.iter().map(Float32Array::to_vec)).collect();
    let answer = api::straight_analysis(time_ms, channels, question).map_err(to_js_error)?;
    Ok(api::to_json(&answer))
}

/// Reads a file in chunks.
#[wasm_bindgen]
pub struct RawReader(api::Reader);

#[wasm_bindgen]
impl RawReader {
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, options: &str, expected: Option<f64>) -> Result<RawReader, JsError> {
        let options = api::Options::from_json(options).map_err(to_js_error)?;
        Ok(Self(api::Reader::open(name, options, expected.unwrap_or(0.0) as usize)))
    }

    pub fn push(&mut self, chunk: &[u8]) -> Result<(), JsError> {
        self.0.push(chunk).map_err(to_js_error)
    }

    /// Ends the input and analyses it. The reader cannot be used afterwards.
    pub fn finish(self, wind_name: Option<String>, wind_bytes: Option<Vec<u8>>) -> Result<JsValue, JsError> {
        let wind = wind_name.as_deref().zip(wind_bytes.as_deref());
        self.0.finish(wind).map(analysis).map_err(to_js_error)
    }

    /// Ends the input and returns the recording. The reader cannot be used afterwards.
    pub fn recording(self) -> Result<RawFileRecording, JsError> {
        self.0.recording().map(RawFileRecording::new).map_err(to_js_error)
    }
}

/// Times, positions and channels.
fn columns(columns: &Columns) -> [(&'static str, JsValue); 5] {
    let channels = columns.channels();
    [
        ("time_ms", Float64Array::from(&columns.time_ms[..]).into()),
        ("lat_deg", Float64Array::from(&columns.lat_deg[..]).into()),
        ("lon_deg", Float64Array::from(&columns.lon_deg[..]).into()),
        ("channel_ids", array(channels.iter().map(|c| &*c.id))),
        ("channels", array(channels.iter().map(|c| floats(&c.values)))),
    ]
}

/// An analysis; its report is JSON.
fn analysis(analysis: api::Analysis) -> JsValue {
    let segments = &analysis.segments;
    object(columns(&analysis.columns).into_iter().chain([
        ("report", api::to_json(&analysis.report).into()),
        ("fix_flags", Uint8Array::from(&analysis.fix_flags[..]).into()),
        ("segment_kind", Uint8Array::from(&segments.kind[..]).into()),
        ("segment_start", Uint32Array::from(&segments.start[..]).into()),
        ("segment_end", Uint32Array::from(&segments.end[..]).into()),
        ("metric_ids", array(api::SEGMENT_METRICS.iter().copied())),
        ("metrics", array(segments.metrics.iter().map(|m| floats(m)))),
    ]))
}

/// The engine's error as `core/js` expects it: JSON in the message.
fn to_js_error(error: leebow_engine::Error) -> JsError {
    JsError::new(&error.to_json())
}

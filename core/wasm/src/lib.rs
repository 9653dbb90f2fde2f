//! Forwarders to the engine for the browser: the same names in the same order as `core/node`, without the simulator.
//!
//! Getters copy columns out of WASM memory; the caller frees a [`RawAnalysis`].

mod file_recording;

use js_sys::{Float32Array, Float64Array, Uint8Array, Uint32Array};
use leebow_engine::{api, channel, config, read, write};
use wasm_bindgen::prelude::*;

use file_recording::RawFileRecording;

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
) -> Result<RawAnalysis, JsError> {
    let options = api::Options::from_json(options).map_err(to_js_error)?;
    let wind = wind_name.as_deref().zip(wind_bytes.as_deref());
    api::analyze(name, bytes, wind, &options).map(RawAnalysis).map_err(to_js_error)
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
pub fn read_raw(name: &str, bytes: &[u8]) -> Result<RawColumns, JsError> {
    leebow_engine::read::read(name, bytes).map(|recording| RawColumns(recording.columns)).map_err(to_js_error)
}

/// The boats and sessions of a file that has several, each as a GPX with every channel; of another file one without bytes, which
/// has its outline.
#[wasm_bindgen]
pub fn divided(bytes: &[u8]) -> Result<Vec<RawDivided>, JsError> {
    let opened = read::open(bytes).map_err(to_js_error)?;
    let mut parts = write::parts(&opened);
    if parts.is_empty() {
        let outline = write::numbers(opened.outline);
        parts.push(write::Part { name: String::new(), bytes: Vec::new(), outline });
    }
    Ok(parts.into_iter().map(RawDivided).collect())
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

/// A boat or session of a file.
#[wasm_bindgen]
pub struct RawDivided(write::Part);

#[wasm_bindgen]
impl RawDivided {
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name.clone()
    }

    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Uint8Array {
        Uint8Array::from(self.0.bytes.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn outline(&self) -> Float64Array {
        Float64Array::from(self.0.outline.as_slice())
    }
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
    pub fn finish(
        self,
        wind_name: Option<String>,
        wind_bytes: Option<Vec<u8>>,
    ) -> Result<RawAnalysis, JsError> {
        let wind = wind_name.as_deref().zip(wind_bytes.as_deref());
        self.0.finish(wind).map(RawAnalysis).map_err(to_js_error)
    }

    /// Ends the input and returns the recording. The reader cannot be used afterwards.
    pub fn recording(self) -> Result<RawFileRecording, JsError> {
        self.0.recording().map(RawFileRecording::new).map_err(to_js_error)
    }
}

/// Columns in WASM memory.
#[wasm_bindgen]
pub struct RawColumns(leebow_engine::Columns);

#[wasm_bindgen]
impl RawColumns {
    #[wasm_bindgen(getter)]
    pub fn time_ms(&self) -> Float64Array {
        Float64Array::from(self.0.time_ms.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn lat_deg(&self) -> Float64Array {
        Float64Array::from(self.0.lat_deg.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn lon_deg(&self) -> Float64Array {
        Float64Array::from(self.0.lon_deg.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn channel_ids(&self) -> Vec<String> {
        self.0.channels().iter().map(|c| c.id.to_string()).collect()
    }

    #[wasm_bindgen(getter)]
    pub fn channels(&self) -> Vec<Float32Array> {
        self.0.channels().iter().map(|c| Float32Array::from(c.values.as_slice())).collect()
    }
}

/// One analysis in WASM memory.
#[wasm_bindgen]
pub struct RawAnalysis(api::Analysis);

#[wasm_bindgen]
impl RawAnalysis {
    /// The report, JSON.
    #[wasm_bindgen(getter)]
    pub fn report(&self) -> String {
        api::to_json(&self.0.report)
    }

    #[wasm_bindgen(getter)]
    pub fn time_ms(&self) -> Float64Array {
        Float64Array::from(self.0.columns.time_ms.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn lat_deg(&self) -> Float64Array {
        Float64Array::from(self.0.columns.lat_deg.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn lon_deg(&self) -> Float64Array {
        Float64Array::from(self.0.columns.lon_deg.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn channel_ids(&self) -> Vec<String> {
        self.0.columns.channels().iter().map(|c| c.id.to_string()).collect()
    }

    #[wasm_bindgen(getter)]
    pub fn channels(&self) -> Vec<Float32Array> {
        self.0.columns.channels().iter().map(|c| Float32Array::from(c.values.as_slice())).collect()
    }

    #[wasm_bindgen(getter)]
    pub fn fix_flags(&self) -> Uint8Array {
        Uint8Array::from(self.0.fix_flags.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn segment_kind(&self) -> Uint8Array {
        Uint8Array::from(self.0.segments.kind.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn segment_start(&self) -> Uint32Array {
        Uint32Array::from(self.0.segments.start.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn segment_end(&self) -> Uint32Array {
        Uint32Array::from(self.0.segments.end.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn metric_ids(&self) -> Vec<String> {
        api::SEGMENT_METRICS.iter().map(|id| id.to_string()).collect()
    }

    #[wasm_bindgen(getter)]
    pub fn metrics(&self) -> Vec<Float32Array> {
        self.0.segments.metrics.iter().map(|m| Float32Array::from(m.as_slice())).collect()
    }
}

/// The engine's error as `core/js` expects it: JSON in the message.
fn to_js_error(error: leebow_engine::Error) -> JsError {
    JsError::new(&error.to_json())
}

//! The analysis of a file, and the explanation of one of its moments: the maneuver there, or the tests that it failed.

use leebow_engine::api;
use napi::Result;
use napi::bindgen_prelude::{AsyncTask, Float32Array, Float64Array, Uint8Array, Uint32Array};
use napi_derive::napi;

use crate::work::{Work, answer, to_js_error};

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
    Ok(answer(move || api::analyze(&name, &bytes, in_memory(&wind), &options).map(RawAnalysis::new)))
}

/// Explains a moment (UTC, ms) of a file; JSON of `Why`.
#[napi]
pub fn why(
    name: String,
    bytes: Uint8Array,
    options: String,
    time_ms: f64,
    wind_name: Option<String>,
    wind_bytes: Option<Uint8Array>,
) -> Result<AsyncTask<Work<String>>> {
    let options = api::Options::from_json(&options).map_err(to_js_error)?;
    let wind = wind_name.zip(wind_bytes);
    Ok(answer(move || {
        let why = api::why(&name, &bytes, in_memory(&wind), &options, time_ms);
        why.map(|why| api::to_json(&why))
    }))
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
    pub(crate) fn new(analysis: api::Analysis) -> Self {
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
pub(crate) fn in_memory(wind: &Option<(String, Uint8Array)>) -> Option<(&str, &[u8])> {
    wind.as_ref().map(|(name, bytes)| (name.as_str(), &bytes[..]))
}

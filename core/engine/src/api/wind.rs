//! The wind of the outward contract.

use serde::Serialize;

use crate::wind::WindSource;

/// The wind of one track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Wind {
    /// Mean direction over the track, from, and the root mean square of its standard deviation.
    pub twd_deg: f64,
    pub sd_deg: f64,
    /// Probability that the wind blew from the opposite direction, [0, 1].
    pub flip_probability: f64,
    /// Probabilities that the wind blew from directions about 90°, 180° and 270° clockwise of this one, in this order,
    /// each [0, 1]; all 0 for a measured or pinned wind. The second is `flip_probability`.
    pub rival_probabilities: [f64; 3],
    /// What the track would have the wind be where it speaks against the direction that the user gave; else null.
    pub track_estimate: Option<WindCandidate>,
    pub source: WindSource,
    /// Mean measured speed; null when not measured.
    pub tws_kn: Option<f64>,
    /// Standard deviations of measured direction and speed over the track; null when not measured.
    pub twd_std_deg: Option<f64>,
    pub tws_std_kn: Option<f64>,
    /// Current, where the track shows one.
    pub current: Option<Current>,
    /// Every 10 s; moments without a reliable wind are absent.
    pub series: Vec<WindSample>,
}

/// A wind direction that fits a track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WindCandidate {
    /// Mean direction over the track, from, and its standard deviation.
    pub twd_deg: f64,
    pub sd_deg: f64,
    /// Probability that the wind blew from about there, [0, 1]; those of one track sum to at most 1.
    pub probability: f64,
    /// What speaks for it, a sentence each.
    pub reasons: Vec<String>,
}

/// Mean current over a track, each value with its standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Current {
    /// Direction the water moves towards.
    pub set_deg: f64,
    pub set_sd_deg: f64,
    pub drift_kn: f64,
    pub drift_sd_kn: f64,
}

/// One moment of [`Wind::series`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WindSample {
    pub time: String,
    pub twd_deg: f64,
    pub sd_deg: f64,
    pub tws_kn: Option<f64>,
}

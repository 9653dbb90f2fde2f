//! The wind as it is told.

use serde::Serialize;

use crate::wind::WindSource;

/// The wind of one track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Wind {
    /// Mean direction over the track, and its doubt (one standard deviation).
    pub twd_deg: f64,
    pub sd_deg: f64,
    pub flip_probability: f64,
    pub source: WindSource,
    /// Mean measured speed; null when not measured.
    pub tws_kn: Option<f64>,
    /// Standard deviations of measured direction and speed over the track; null when not measured.
    pub twd_std_deg: Option<f64>,
    pub tws_std_kn: Option<f64>,
    /// Water moving over the ground, where the track shows it: null where it does not.
    pub current: Option<Current>,
    /// Every 10 s; only moments it stands behind.
    pub series: Vec<WindSample>,
}

/// The current over a track, with one standard deviation of each.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Current {
    /// Direction it sets towards.
    pub set_deg: f64,
    pub set_sd_deg: f64,
    pub drift_kn: f64,
    pub drift_sd_kn: f64,
}

/// One moment of [`Wind::series`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct WindSample {
    pub time: String,
    pub twd_deg: f64,
    pub sd_deg: f64,
    pub tws_kn: Option<f64>,
}

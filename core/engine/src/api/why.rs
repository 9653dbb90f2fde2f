//! Why nothing was found at a moment, as it crosses the border.

use serde::Serialize;

/// The answer for one moment: what the course did, what the moment belongs to, which tests it failed.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Why {
    /// The moment asked about.
    pub time: String,
    /// Name of the maneuver or straight it belongs to.
    pub found: Option<String>,
    /// All of it in whole sentences.
    pub answer: String,
    pub reasons: Vec<Reason>,
    pub speed_kn: Option<f64>,
    /// The turn about the moment, to starboard positive; null where the course hardly turned.
    pub turned_deg: Option<f64>,
    /// Absolute wind angles where it begins and ends; the first alone where there is no turn.
    pub wind_angle_in_deg: Option<f64>,
    pub wind_angle_out_deg: Option<f64>,
    pub wind_deg: Option<f64>,
    pub wind_sd_deg: Option<f64>,
}

/// One test, with what was found and what it demands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Reason {
    /// "found", "outside", "gap", "wind_unknown", "boat_stopped", "fell", "failed_tack", "not_counted", "neighbour",
    /// "no_turn", "turn_too_small", "quarter_not_changed", "boat_too_slow", "no_axis_passed", "began_in_no_band",
    /// "ended_in_no_band", "rounding_too_small", "held_too_short" or "held_too_short_before".
    pub test: String,
    pub value: Option<f64>,
    pub limit: Option<f64>,
    /// Of both: "deg", "deg/s", "kn" or "s".
    pub unit: Option<String>,
    pub sentence: String,
}

impl Reason {
    /// A reason that has no number.
    pub(crate) fn plain(test: &str, sentence: String) -> Self {
        Self { test: test.to_string(), value: None, limit: None, unit: None, sentence }
    }
}

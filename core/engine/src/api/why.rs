//! Explanation of one moment in the outward contract.

use serde::Serialize;

/// Explanation of one moment: what the course did, what the moment belongs to, and which tests a turn there failed.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Why {
    /// The moment, ISO 8601 UTC.
    pub time: String,
    /// Name of the maneuver or straight it belongs to; null for none.
    pub found: Option<String>,
    /// The whole explanation in sentences.
    pub answer: String,
    pub reasons: Vec<Reason>,
    pub speed_kn: Option<f64>,
    /// Course change of the turn about the moment, to starboard positive; null without a turn.
    pub turned_deg: Option<f64>,
    /// Absolute wind angles at the start and end of the turn; without a turn the first is that of the moment.
    pub wind_angle_in_deg: Option<f64>,
    pub wind_angle_out_deg: Option<f64>,
    pub wind_deg: Option<f64>,
    pub wind_sd_deg: Option<f64>,
}

/// One test, with the value found and the limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Reason {
    /// "found", "outside", "gap", "wind_unknown", "boat_stopped", "fell", "failed_tack", "not_counted", "neighbour",
    /// "no_turn", "turn_too_small", "quarter_not_changed", "boat_too_slow", "no_axis_passed", "began_in_no_band",
    /// "ended_in_no_band", "rounding_too_small", "held_too_short" or "held_too_short_before".
    pub test: String,
    pub value: Option<f64>,
    pub limit: Option<f64>,
    /// Unit of value and limit: "deg", "deg/s", "kn" or "s".
    pub unit: Option<String>,
    pub sentence: String,
}

impl Reason {
    /// A reason without a value and a limit.
    pub(crate) fn plain(test: &str, sentence: String) -> Self {
        Self { test: test.to_string(), value: None, limit: None, unit: None, sentence }
    }
}

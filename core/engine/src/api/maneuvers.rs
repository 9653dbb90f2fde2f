//! Maneuvers and straights as they are told.

use serde::Serialize;

use crate::segment::{SegmentKind, TackSide};

/// One maneuver of the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Maneuver {
    pub kind: SegmentKind,
    /// "Tack 1", "Gybe 3", "Bear Away 1": numbered per kind in time order.
    pub name: String,
    /// The moment: bow or stern through the wind, or the middle of the turn (ISO 8601 UTC).
    pub time: String,
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of fixes.
    pub start: u32,
    pub end: u32,
    pub flags: Vec<String>,
    /// The tack it began and ended on.
    pub from_side: Option<TackSide>,
    pub to_side: Option<TackSide>,
    pub duration_s: f64,
    pub angle_deg: Option<f64>,
    pub entry_speed_kn: Option<f64>,
    pub exit_speed_kn: Option<f64>,
    pub min_speed_kn: Option<f64>,
    pub max_speed_kn: Option<f64>,
    pub max_turn_rate_dps: Option<f64>,
    pub min_turn_rate_dps: Option<f64>,
    pub avg_turn_rate_dps: Option<f64>,
    pub loss_og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    /// 90 % interval of loss_80: it carries the doubt of the wind and of the fixes.
    pub loss_80_low_m: Option<f64>,
    pub loss_80_high_m: Option<f64>,
    /// Measured wind, mean of 10 min about it; null when not measured.
    pub tws_kn: Option<f64>,
    /// Way made good from the start of the turn to its end: to windward in a tack, to leeward in a gybe.
    pub made_good_m: Option<f64>,
    /// [0, 1]; counted from 0.5.
    pub quality: f64,
    pub evidence: Evidence,
    /// Up to 64 samples around the turn, wind from above.
    pub preview: Vec<PreviewPoint>,
}

/// Why a maneuver was called what it is called.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Evidence {
    /// Absolute wind angle going in and coming out, deg.
    pub wind_angle_in_deg: Option<f64>,
    pub wind_angle_out_deg: Option<f64>,
    pub course_in_deg: Option<f64>,
    pub course_out_deg: Option<f64>,
    /// "wind_from", "wind_to", "both" or "neither".
    pub passed: String,
    /// Wind used, and its standard deviation, deg.
    pub wind_deg: Option<f64>,
    pub wind_sd_deg: Option<f64>,
    /// Wind its loss was measured by, sharpened by the two courses of the maneuver itself, and the doubt left, deg.
    pub loss_wind_deg: Option<f64>,
    pub loss_wind_sd_deg: Option<f64>,
    /// Times of the turn, s from `time`: start and end of the turn, 80 % and 95 % recovery.
    pub turn_start_s: Option<f64>,
    pub turn_end_s: Option<f64>,
    pub recovered_80_s: Option<f64>,
    pub recovered_95_s: Option<f64>,
}

/// One sample of a maneuver's preview.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct PreviewPoint {
    /// Seconds from the maneuver's moment.
    pub dt_s: f64,
    /// Metres from the boat at that moment: across the wind (right looking upwind), and to windward.
    pub x_m: f64,
    pub y_m: f64,
    pub sog_kn: f64,
}

/// One straight of the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Straight {
    /// "Straight 1".
    pub name: String,
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of fixes.
    pub start: u32,
    pub end: u32,
    pub side: Option<TackSide>,
    /// Null without a wind.
    pub mode: Option<SailingMode>,
    pub sog_kn: f64,
    pub cog_deg: f64,
    /// Mean absolute wind angle, deg.
    pub twa_deg: Option<f64>,
    pub vmg_kn: Option<f64>,
}

/// Point of sail, by bands of the wind angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum SailingMode {
    Upwind,
    Reach,
    Downwind,
}

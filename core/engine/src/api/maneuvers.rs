//! Maneuvers and straights of the outward contract.

use serde::Serialize;

pub use crate::maneuver::reasons::{LeftOutReason, LossBasis, NoLossReason, NotCountedReason};
use crate::segment::{SegmentKind, TackSide};

/// One maneuver of the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Maneuver {
    pub kind: SegmentKind,
    /// "Tack 1", "Gybe 3", "Bear Away 1": numbered per kind in time order.
    pub name: String,
    /// The moment (ISO 8601 UTC): bow or stern through the wind, or the middle of the course change.
    pub time: String,
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of fixes.
    pub start: u32,
    pub end: u32,
    /// Ids of flags, defined in docs/algorithms.md, sections 7.8 and 8.5.
    pub flags: Vec<String>,
    /// Tack before and after; null for kinds that are no turns, and where the wind is not known.
    pub from_side: Option<TackSide>,
    pub to_side: Option<TackSide>,
    pub duration_s: f64,
    /// Course change.
    pub angle_deg: Option<f64>,
    pub entry_speed_kn: Option<f64>,
    pub exit_speed_kn: Option<f64>,
    pub min_speed_kn: Option<f64>,
    pub max_speed_kn: Option<f64>,
    pub max_turn_rate_dps: Option<f64>,
    pub min_turn_rate_dps: Option<f64>,
    pub avg_turn_rate_dps: Option<f64>,
    /// False for a maneuver that is listed but no part of the summary's counts.
    pub counted: bool,
    /// Why it is not counted; null when it is.
    pub not_counted_reason: Option<NotCountedReason>,
    /// Why it is left out of averages, medians and regressions unless the user selects it; null when it takes part.
    pub left_out_reason: Option<LeftOutReason>,
    /// How both losses were measured; null without a loss.
    pub loss_basis: Option<LossBasis>,
    /// Metres lost until 95 % of the speed was regained; negative for a gain. Null where it is undefined or the boat did
    /// not recover (docs/algorithms.md, section 8.4).
    pub loss_og_m: Option<f64>,
    /// The same until 80 % was regained.
    pub loss_80_m: Option<f64>,
    /// 90 % confidence interval of loss_80, by the uncertainties of the wind and of the fixes.
    pub loss_80_low_m: Option<f64>,
    pub loss_80_high_m: Option<f64>,
    /// Metres lost up to the moment at which the recovery was interrupted, of a boat that did not regain 80 % of its
    /// speed, or against a speed that was still rising from the turn before; null when there is a loss, and for a gain. The
    /// reason is `no_loss_reason`.
    pub loss_at_least_m: Option<f64>,
    /// Why `loss_80_m` is null, of tacks, gybes, turns, bear aways and douses.
    pub no_loss_reason: Option<NoLossReason>,
    /// Measured wind speed, mean over 10 min about the moment; null when not measured.
    pub tws_kn: Option<f64>,
    /// Distance made good from the start to the end of the turn: to windward in a tack, to leeward in a gybe; else null.
    pub made_good_m: Option<f64>,
    /// Reliability, [0, 1]; maneuvers of at least 0.5 are counted.
    pub quality: f64,
    pub evidence: Evidence,
    /// Up to 64 samples of the path around the turn; empty for kinds that are no turns.
    pub preview: Vec<PreviewPoint>,
}

/// Quantities by which a maneuver was named and measured. Null for kinds that are no turns.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Evidence {
    /// Absolute wind angle before and after the turn, deg.
    pub wind_angle_in_deg: Option<f64>,
    pub wind_angle_out_deg: Option<f64>,
    /// Course before and after the turn, deg.
    pub course_in_deg: Option<f64>,
    pub course_out_deg: Option<f64>,
    /// Axis the course passed: "wind_from" (head to wind), "wind_to" (dead downwind), "both" or "neither"; empty without a
    /// wind.
    pub passed: String,
    /// Wind direction by which the turn was named, and its standard deviation, deg.
    pub wind_deg: Option<f64>,
    pub wind_sd_deg: Option<f64>,
    /// Wind direction by which the loss was measured (docs/algorithms.md, section 8.1), and its standard deviation, deg.
    pub loss_wind_deg: Option<f64>,
    pub loss_wind_sd_deg: Option<f64>,
    /// Start and end of the turn, and of the recovery to 80 % and to 95 %, s from `time`.
    pub turn_start_s: Option<f64>,
    pub turn_end_s: Option<f64>,
    pub recovered_80_s: Option<f64>,
    pub recovered_95_s: Option<f64>,
}

/// One sample of a maneuver's preview.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PreviewPoint {
    /// Seconds from the maneuver's moment.
    pub dt_s: f64,
    /// Metres from the position at that moment: to the right looking upwind, and to windward; without a wind, as if it came
    /// from the middle of the courses before and after the turn.
    pub x_m: f64,
    pub y_m: f64,
    pub sog_kn: f64,
}

/// One straight of the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Straight {
    /// "Straight 1".
    pub name: String,
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of fixes.
    pub start: u32,
    pub end: u32,
    pub side: Option<TackSide>,
    /// Null without a wind, as `side`, `twa_deg` and `vmg_kn`.
    pub mode: Option<SailingMode>,
    pub sog_kn: f64,
    pub cog_deg: f64,
    /// Mean absolute wind angle, deg.
    pub twa_deg: Option<f64>,
    /// Positive towards the wind.
    pub vmg_kn: Option<f64>,
}

/// Point of sail by the mean absolute wind angle: upwind below 70°, downwind above 110°, reach between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SailingMode {
    Upwind,
    Reach,
    Downwind,
}

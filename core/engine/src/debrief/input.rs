//! Sessions as the debrief takes them: columns and facts of an analysis, summaries of earlier sessions, and the race that
//! was sailed.

use serde::{Deserialize, Serialize};

use super::summary::SessionSummary;
use crate::race::input::RaceWindColumns;
use crate::segment::{SegmentKind, TackSide};

/// The track of one session. Columns of equal length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DebriefTrack {
    pub facts: DebriefFacts,
    /// UTC ms, strictly rising.
    pub time_ms: Vec<f64>,
    pub lat_deg: Vec<f64>,
    pub lon_deg: Vec<f64>,
    /// Smoothed speed (m/s) and course (deg) over ground; NaN where unknown.
    pub sog_mps: Vec<f32>,
    pub cog_deg: Vec<f32>,
}

/// What the analysis found in a track.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefFacts {
    /// By which races name the track.
    pub name: String,
    /// A name of [`crate::config::BOAT_CLASSES`]; "Other" when absent.
    pub boat_class: Option<String>,
    pub distance_m: f64,
    pub water_time_s: f64,
    /// The wind that named the maneuvers; absent without one.
    pub wind: Option<DebriefWind>,
    /// The current, where the track shows one. Only the polar uses it.
    pub current: Option<DebriefCurrent>,
    /// All maneuvers of the analysis in its order: a finding names its turns by their index.
    pub maneuvers: Vec<DebriefManeuver>,
    pub straights: Vec<DebriefStraight>,
}

/// The wind of a track, in columns of equal length.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefWind {
    /// True for a direction estimated from this track alone, which flatters the use of its shifts.
    pub own_track: bool,
    /// Probability that it blew from the opposite direction, [0, 1].
    pub flip_probability: f64,
    /// UTC ms, rising.
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
    /// Null where not measured.
    pub tws_kn: Vec<Option<f64>>,
}

/// The mean current of a track.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefCurrent {
    /// Direction the water moves towards.
    pub set_deg: f64,
    pub drift_kn: f64,
}

/// A maneuver of the analysis. Times are UTC ms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefManeuver {
    pub kind: SegmentKind,
    pub time_ms: f64,
    /// Start and end of the turn; of kinds that are no turns, of the maneuver.
    pub start_ms: f64,
    pub end_ms: f64,
    /// End of the recovery to 95 % of the speed; null where it was not measured.
    pub recovered_ms: Option<f64>,
    pub to_side: Option<TackSide>,
    pub counted: bool,
    /// Whether it takes part in averages, or is trimmed from them.
    pub averaged: bool,
    /// Whether its losses are distances along the wind (true) or along the course.
    pub along_wind: bool,
    /// Loss until 95 % of the speed was regained, m.
    pub loss_og_m: Option<f64>,
    /// Loss until 80 % was regained and its 90 % confidence interval, m.
    pub loss_80_m: Option<f64>,
    pub loss_80_low_m: Option<f64>,
    pub loss_80_high_m: Option<f64>,
}

/// A straight of the analysis, UTC ms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefStraight {
    pub start_ms: f64,
    pub end_ms: f64,
}

/// With what a session is compared. Every field has a default; unknown fields are an error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefOptions {
    /// Summaries of other sessions of the same sailor in any order. Those of another class or wind category, those later or
    /// more than 12 months before, and those of the same time are left out.
    pub earlier: Vec<SessionSummary>,
    /// Races of the day in which this track took part.
    pub races: Vec<DebriefRace>,
    /// Wind over the course, of the fleet or measured, in place of the track's own.
    pub wind: Option<RaceWindColumns>,
}

/// A race in which the track took part. Times are UTC ms.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefRace {
    pub start_ms: f64,
    pub end_ms: f64,
    /// Names of the other tracks that took part.
    pub boats: Vec<String>,
    /// When this track passed the marks, in time order.
    pub marks_ms: Vec<f64>,
}

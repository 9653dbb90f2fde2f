//! Tracks, corrections and wind of the analysis of races, as the caller gives them.

use serde::{Deserialize, Serialize};

use crate::segment::SegmentKind;

/// One boat's recording: what its own analysis found, and its columns of equal length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RaceTrack {
    pub facts: RaceTrackFacts,
    /// UTC ms, rising.
    pub time_ms: Vec<f64>,
    pub lat_deg: Vec<f64>,
    pub lon_deg: Vec<f64>,
    /// Smoothed speed (m/s) and course (deg) over ground; NaN where unknown.
    pub sog_mps: Vec<f32>,
    pub cog_deg: Vec<f32>,
    /// Direction the wind blew from at the boat and its standard deviation, deg; empty without a wind, NaN where unknown.
    pub ewd_deg: Vec<f32>,
    pub ewd_sd_deg: Vec<f32>,
}

/// What is known of a boat besides her columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceTrackFacts {
    /// By which the result names the track.
    pub name: String,
    /// A name of [`crate::config::BOAT_CLASSES`]; "Other" when absent.
    pub boat_class: Option<String>,
    /// From the antenna to the bow along the boat, m; half a length of the class when absent.
    pub antenna_to_bow_m: Option<f64>,
    /// Probability that the wind of the columns is the wrong way round; absent without a wind.
    pub flip_probability: Option<f64>,
    /// True for a recording whose times name no zone and were read as UTC.
    pub without_zone: bool,
    /// Turns in time order.
    pub turns: Vec<RaceTurn>,
    /// Race timer and line as the device recorded them.
    pub events: Vec<RaceEvent>,
}

/// A turn found by the analysis of the track. Times are UTC ms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceTurn {
    pub kind: SegmentKind,
    pub start_ms: f64,
    pub time_ms: f64,
    pub end_ms: f64,
    /// End of the recovery to 95 % of the speed; the end of the turn when it was not measured.
    pub recovered_ms: f64,
    pub counted: bool,
}

/// A timer event or a line end that the device recorded. Times are UTC ms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceEvent {
    pub kind: RaceEventKind,
    pub time_ms: f64,
    pub lat_deg: Option<f64>,
    pub lon_deg: Option<f64>,
}

/// Kind of a [`RaceEvent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum RaceEventKind {
    RaceStart,
    Pin,
    CommitteeBoat,
}

/// Options of the analysis. Every field has a default; unknown fields are an error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceOptions {
    /// Wind over the course, where one was estimated from the fleet or measured; else the mean of the boats' own.
    pub wind: Option<RaceWindColumns>,
    /// Corrections by the user, applied in this order.
    pub corrections: Vec<RaceCorrection>,
}

/// A wind over time, in columns of equal length.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceWindColumns {
    pub source: RaceWindSource,
    /// UTC ms, rising.
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
    pub flip_probability: f64,
}

/// Where the wind of a race is from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum RaceWindSource {
    /// One wind estimated from all boats.
    #[default]
    Fleet,
    /// Measured by an instrument or given by the user.
    Measured,
    /// The mean of the winds that the boats' own tracks gave.
    Boats,
}

/// A correction by the user. `at` is any moment of the race that it belongs to (ISO 8601 UTC), so that it still matches
/// when another version of the engine finds the race's ends elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub enum RaceCorrection {
    /// The gun was at `gun_time`. Where no race was found at this time, one begins.
    SetGun { at: String, gun_time: String },
    /// The clock of a track was ahead by `ahead_s`; negative for behind.
    SetClock { track: String, ahead_s: f64 },
    /// Puts a mark of a waypoint. `mark` 1 is the second of a gate, the one on the right looking upwind.
    PlaceMark { at: String, waypoint: u32, mark: u32, lat_deg: f64, lon_deg: f64 },
    /// Puts an end of the starting line.
    PlaceLineEnd { at: String, end: LineEnd, lat_deg: f64, lon_deg: f64 },
    /// Puts an end of the finishing line.
    SetFinish { at: String, end: LineEnd, lat_deg: f64, lon_deg: f64 },
    /// One race with the next one.
    MergeRace { at: String },
    /// Two races, the second from this moment.
    SplitRace { at: String },
    /// This track took no part in the race.
    ExcludeBoat { at: String, track: String },
    /// How the ratings of the day's boats are applied; time on time by default.
    SetHandicap { system: RatingSystem },
    /// The rating of a boat in all races of the day: a time correction factor, or an allowance in s/nm. The gun of her
    /// class was `start_after_s` after that of the race; 0 when absent.
    SetRating {
        track: String,
        rating: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start_after_s: Option<f64>,
    },
    /// The length of the course for time on distance; along its marks when absent.
    SetCourseLength { at: String, length_nm: f64 },
    /// A boat that is scored without a place.
    SetScore { at: String, track: String, score: RaceScore },
}

/// How a rating makes a corrected time of an elapsed one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum RatingSystem {
    /// Elapsed time times the rating, a time correction factor.
    #[default]
    TimeOnTime,
    /// Elapsed time less the rating, an allowance in seconds per nautical mile, times the length of the course.
    TimeOnDistance,
}

/// Scores without a place (Racing Rules of Sailing 2025-2028, A10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum RaceScore {
    Dns,
    Ocs,
    Ufd,
    Bfd,
    Nsc,
    Dnf,
    Ret,
    Dsq,
}

/// End of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LineEnd {
    Pin,
    Committee,
}

//! The polar of a season in the types of the border. `sd` is one standard deviation, `interval` a 90 % confidence interval;
//! times are ISO 8601 UTC; null is what is not known.

use serde::{Deserialize, Serialize};

/// How sessions are put together. Every field has a default; unknown fields are an error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarOptions {
    /// Which tack curves and targets are of.
    pub side: PolarSide,
    pub bands: PolarBands,
    /// Times at which a new sail, boat or receiver splits the season.
    pub splits: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PolarSide {
    #[default]
    Both,
    Port,
    Starboard,
}

/// Bands of the wind speed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PolarBands {
    /// The wind categories of the boat class.
    #[default]
    Class,
    /// Every 4 kn.
    FourKnots,
}

/// How fast a boat sails at each wind angle, and the best speed made good.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Polar {
    pub version: u32,
    pub boat_class: String,
    /// Null where there is nothing to show.
    pub basis: Option<PolarBasis>,
    /// Sessions that are in it. Recordings of the same time are one session.
    pub sessions: u32,
    pub left_out: PolarLeftOut,
    pub straight_s: f64,
    /// Share of the sessions whose wind is estimated from the track, [0, 1].
    pub own_track_share: f64,
    /// Median standard deviation of the wind's direction.
    pub direction_sd_deg: Option<f64>,
    /// From light to strong; those with time.
    pub bands: Vec<PolarBand>,
    pub sides: PolarSides,
    pub season: PolarSeason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PolarBasis {
    /// Bands of measured wind speed.
    WindSpeed,
    /// No wind speed is known: thirds of each session's own speed, without targets that are published.
    Relative,
}

/// Sessions that are not in the polar, by the reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarLeftOut {
    /// Without a wind, or with one that may have blown the other way round.
    pub no_wind: u32,
    /// Wind speed known for less than 70 % of the time, or never, where others have one.
    pub wind_speed_partly: u32,
    pub other_version: u32,
}

/// One band of wind.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarBand {
    /// "light", "sf", "df", "windy"; "0_4", "4_8" … "over_20"; "slow", "middle", "fast".
    pub name: String,
    /// Wind speeds of the band; null where it is open or has none.
    pub from_kn: Option<f64>,
    pub to_kn: Option<f64>,
    pub time_s: f64,
    pub sessions: u32,
    pub curve: PolarCurve,
    pub upwind: Option<PolarTarget>,
    pub downwind: Option<PolarTarget>,
}

/// Quartiles of the speed by the absolute wind angle, in columns of equal length.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarCurve {
    /// 0 to 180, every 5°.
    pub twa_deg: Vec<f64>,
    /// Null where hardly anything was sailed near this angle.
    pub q25_kn: Vec<Option<f64>>,
    pub median_kn: Vec<Option<f64>>,
    pub q75_kn: Vec<Option<f64>>,
    /// Time that was sailed near this angle.
    pub time_s: Vec<f64>,
}

/// The angle usually sailed, and the best quarter of the speed at it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarTarget {
    pub twa_deg: f64,
    pub twa_sd_deg: Option<f64>,
    /// 75th percentile of the speed at this angle, and its part along the wind.
    pub speed_kn: f64,
    pub vmg_kn: f64,
    pub vmg_interval_kn: Option<[f64; 2]>,
    /// Quartiles of the speed at this angle.
    pub q25_kn: f64,
    pub median_kn: f64,
    pub q75_kn: f64,
    pub time_s: f64,
    pub sessions: u32,
    /// From at least 30 min of at least three sessions, in bands of wind speed.
    pub is_published: bool,
}

/// Port against starboard tack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarSides {
    pub upwind: Option<SideDifference>,
    pub downwind: Option<SideDifference>,
}

/// How much faster port tack is at the same wind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SideDifference {
    pub percent: f64,
    pub sd_percent: f64,
    /// The 90 % interval excludes 0.
    pub is_clear: bool,
}

/// How the speed made good changed over the season.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PolarSeason {
    pub upwind: SeasonTrend,
    pub downwind: SeasonTrend,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeasonTrend {
    /// By time.
    pub points: Vec<SeasonPoint>,
    /// One for each part of the season between the splits that has enough points.
    pub line: Vec<SeasonLine>,
    /// Change along the last of the lines and half of its 90 % interval, % of the target.
    pub change_percent: Option<f64>,
    pub change_half_width_percent: Option<f64>,
    pub change_vmg_kn: Option<f64>,
    /// The 90 % interval excludes 0.
    pub is_clear: bool,
    /// Why there is no line.
    pub too_little: Option<SeasonTooLittle>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SeasonTooLittle {
    /// Fewer than six sessions.
    Sessions,
    /// Less than four weeks.
    Weeks,
    /// Fewer than six sessions in a wind of which the others have a target.
    Targets,
}

/// The median speed made good of a session, % of the target that all other sessions give for its wind.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeasonPoint {
    /// Index among the sessions that were given.
    pub session: u32,
    pub start_time: String,
    /// The band in which most of it was sailed.
    pub band: String,
    pub percent: f64,
    pub sd_percent: f64,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeasonLine {
    pub from_time: String,
    pub to_time: String,
    pub from_percent: f64,
    pub to_percent: f64,
    /// Of the line at its ends.
    pub sd_percent: f64,
}

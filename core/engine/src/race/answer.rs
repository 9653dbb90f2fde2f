//! The races of a day in the types of the border. `_sd_` is one standard deviation; times are ISO 8601 UTC; null is what
//! is not known or withheld.

use serde::Serialize;

use super::input::{LineEnd, RaceScore, RaceWindSource, RatingSystem};

/// The races found in the tracks of a day, in time order.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceDay {
    pub races: Vec<RaceReport>,
    /// Starts that no race followed.
    pub practice_starts: Vec<String>,
    /// Moments at which a race may have started where the evidence is thin, with their probabilities, the most likely first;
    /// absent where there is none. Each is one for a gun given by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<GunCandidate>>"))]
    pub candidates: Vec<GunCandidate>,
    /// What concerns the whole day, such as why no race was found.
    pub notes: Vec<RaceNote>,
}

/// A remark for the user.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceNote {
    pub code: RaceNoteCode,
    /// A sentence.
    pub text: String,
    /// The track that it concerns.
    pub track: Option<String>,
    /// By how much the clock of the track seems to be ahead, s: the value of a correction `set_clock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub clock_ahead_s: Option<f64>,
}

/// What a [`RaceNote`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum RaceNoteCode {
    NoStart,
    NoWind,
    WindMayBeReversed,
    FewBoats,
    OneBoat,
    NoGun,
    NoLine,
    ClockDiffers,
    MixedClasses,
    StoppedEarly,
    JoinedLate,
    Spectator,
    CourseDiffers,
    NoFinish,
    OtherDay,
    CorrectionNotApplied,
    SameBoat,
}

/// One race.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceReport {
    pub start_time: String,
    pub end_time: String,
    pub gun_basis: GunBasis,
    pub gun_sd_s: f64,
    /// Other moments that the gun may have had, the most likely first.
    pub gun_candidates: Vec<GunCandidate>,
    /// Earlier starts that were recalled.
    pub recalls: Vec<String>,
    /// Names of the tracks that took part.
    pub tracks: Vec<String>,
    pub wind_source: RaceWindSource,
    /// Mean direction over the race and its standard deviation, deg; null without a wind.
    pub twd_deg: Option<f64>,
    pub twd_sd_deg: Option<f64>,
    /// Null where neither device nor user nor fleet gives one.
    pub line: Option<StartLine>,
    pub waypoints: Vec<RaceWaypoint>,
    pub legs: Vec<RaceLeg>,
    /// By place; boats without one last.
    pub boats: Vec<RaceBoat>,
    /// The result by corrected time; null where no boat has a rating or a score.
    pub handicap: Option<HandicapResult>,
    pub notes: Vec<RaceNote>,
}

/// What the moment of the gun rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum GunBasis {
    Timer,
    Typed,
    WholeMinute,
    Estimated,
}

/// A possible moment of the gun.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GunCandidate {
    pub time: String,
    /// Share of the evidence, [0, 1].
    pub score: f64,
}

/// What a position rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PlaceBasis {
    Device,
    Hand,
    Estimated,
}

/// A position with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RacePlace {
    pub lat_deg: f64,
    pub lon_deg: f64,
    pub sd_m: f64,
    pub basis: PlaceBasis,
}

/// The starting line at the gun.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StartLine {
    pub pin: RacePlace,
    pub committee: RacePlace,
    pub length_m: f64,
    /// From the pin to the committee boat.
    pub bearing_deg: f64,
    pub bearing_sd_deg: f64,
    /// Positive: the committee end is ahead. Null where the first leg is no beat or the wind is not known.
    pub bias_deg: Option<f64>,
    pub bias_sd_deg: Option<f64>,
    /// The same in metres to windward.
    pub bias_m: Option<f64>,
    pub bias_sd_m: Option<f64>,
    /// The end ahead; null where neither was clearly.
    pub favoured: Option<LineEnd>,
}

/// A point of the course, in the order in which it is sailed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceWaypoint {
    /// Number from the start, which is 0.
    pub id: u32,
    pub kind: WaypointKind,
    /// On which side of the boats it is left; null for lines.
    pub side: Option<MarkSide>,
    /// One mark, the two of a gate, or the two ends of a line; empty when only the time of passing is known.
    pub marks: Vec<RaceMark>,
    /// True where it lay elsewhere than in another lap.
    pub moved: bool,
}

/// Kind of a [`RaceWaypoint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum WaypointKind {
    Line,
    Mark,
    Gate,
    Offset,
    Finish,
}

/// On which side a mark is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum MarkSide {
    Port,
    Starboard,
    Either,
}

/// A mark and how many boats passed it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceMark {
    #[serde(flatten)]
    pub place: RacePlace,
    pub passings: u32,
}

/// A leg between two waypoints.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceLeg {
    /// Ids of the waypoints.
    pub from: u32,
    pub to: u32,
    pub kind: LegKind,
    pub length_m: f64,
    pub axis_deg: f64,
    /// Mean wind while the fleet sailed it; null without a wind.
    pub twd_deg: Option<f64>,
    pub twd_sd_deg: Option<f64>,
}

/// Kind of a leg by its axis against the wind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LegKind {
    Up,
    Reach,
    Down,
}

/// A boat in a race.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RaceBoat {
    /// Name of the track.
    pub track: String,
    pub state: BoatState,
    /// Among the boats with tracks; null for boats that did not sail the whole course.
    pub place: Option<u32>,
    /// False where this place and the one beside it could be the other way round.
    pub place_sure: bool,
    /// From the gun to the finish.
    pub elapsed_s: Option<f64>,
    pub sailed_m: Option<f64>,
    pub start: Option<BoatStart>,
    /// At each waypoint after the start, in their order; null where she was not seen passing it.
    pub passings: Vec<Option<Passing>>,
    /// On each leg, in their order; null where one of its ends is.
    pub legs: Vec<Option<BoatLeg>>,
}

/// How far a boat sailed the course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum BoatState {
    Finished,
    Retired,
    CourseDiffers,
    Late,
}

/// A boat at the start.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BoatStart {
    /// From the bow to the line at the gun; negative beyond it. Null where it is withheld.
    pub to_line_m: Option<f64>,
    pub to_line_sd_m: Option<f64>,
    pub speed_at_gun_kn: Option<f64>,
    pub crossed_after_s: Option<f64>,
    pub crossed_sd_s: Option<f64>,
    /// True for a boat that went back behind the line after the gun.
    pub returned: bool,
    /// 0 at the pin, 1 at the committee boat.
    pub line_position: Option<f64>,
    pub over: Option<Over>,
    /// Best and worst place by distance to windward a minute after the gun, with 90 % probability.
    pub places_after_60_s: Option<[u32; 2]>,
}

/// Whether a boat was over the line at the gun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Over {
    Over,
    MayBeOver,
    No,
}

/// A boat at a waypoint.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Passing {
    pub waypoint: u32,
    pub time: String,
    pub sd_s: f64,
    pub place: u32,
    pub place_sure: bool,
    /// Behind the first boat.
    pub behind_s: f64,
}

/// A boat on a leg.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BoatLeg {
    pub time_s: f64,
    pub sailed_m: f64,
    /// More than the least of the fleet, %.
    pub sailed_over_shortest_pct: f64,
    /// Length of the leg along the wind, or along a reach, over the time.
    pub vmg_kn: f64,
    pub sog_kn: f64,
    pub tacks: u32,
    pub gybes: u32,
    /// Positive: places gained.
    pub places_gained: i32,
    /// Against the median boat; positive: gained.
    pub gain_s: f64,
    pub gain_sd_s: f64,
}

/// A boat behind the leader, in columns of equal length, a row a second. NaN where it is not known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RaceColumns {
    pub track: String,
    pub time_ms: Vec<f64>,
    pub behind_s: Vec<f32>,
    pub behind_m: Vec<f32>,
    pub behind_sd_s: Vec<f32>,
    pub behind_sd_m: Vec<f32>,
    /// Along the course from the start.
    pub progress_m: Vec<f32>,
    /// Index of the leg; 255 outside the race.
    pub leg: Vec<u8>,
}

/// The result of a race by corrected time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HandicapResult {
    /// Null where no boat has a rating: corrected times are then the elapsed ones.
    pub system: Option<RatingSystem>,
    /// Length of the course for time on distance, nautical miles.
    pub course_nm: Option<f64>,
    pub course_basis: Option<CourseBasis>,
    /// By place; boats without one last.
    pub boats: Vec<HandicapBoat>,
}

/// What the length of a course rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum CourseBasis {
    /// By the user.
    Stated,
    /// From mark to mark.
    Marks,
}

/// A boat in a [`HandicapResult`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HandicapBoat {
    pub track: String,
    /// Time correction factor, or allowance in s/nm; null where she has none.
    pub rating: Option<f64>,
    /// By which the gun of her class was after that of the race.
    pub start_after_s: f64,
    /// A boat with a score has no place.
    pub score: Option<RaceScore>,
    /// From the gun of her class to the finish.
    pub elapsed_s: Option<f64>,
    pub corrected_s: Option<f64>,
    pub place: Option<u32>,
    /// False where this place and another one could be the other way round.
    pub place_sure: bool,
    /// Behind the first boat by corrected time.
    pub behind_s: Option<f64>,
}

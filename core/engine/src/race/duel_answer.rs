//! Why one of two boats gained on a leg, in the types of the border. Metres are along the leg: to windward on a beat, to
//! leeward on a run; positive: boat `a` gained. `_sd_` is one standard deviation.

use serde::Serialize;

use crate::segment::TackSide;

/// Two boats on one leg.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Duel {
    /// Names of the tracks.
    pub a: String,
    pub b: String,
    /// Index of the leg.
    pub leg: u32,
    /// From when both boats sailed the leg until the first one ended it.
    pub start_time: String,
    pub end_time: String,
    /// By which `a` was ahead then; the end is the start and the total.
    pub start_m: f64,
    pub end_m: f64,
    pub sum: DuelParts,
    pub phases: Vec<DuelPhase>,
    /// Where they were to each other, every other second and at the end.
    pub points: Vec<DuelPoint>,
    /// What made the difference beyond chance, the largest first; empty when it is too close to tell.
    pub said: Vec<DuelSaid>,
}

/// Two boats at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DuelPoint {
    /// After `start_time`, s.
    pub after_s: f64,
    /// By which `a` was ahead along the leg, and its standard deviation, m; null in a gap.
    pub ahead_m: Option<f64>,
    pub ahead_sd_m: Option<f64>,
    /// By which `a` was to the right of `b`, looking along the leg, m.
    pub right_m: Option<f64>,
    /// The side over which the wind came; null on a reach, and in a gap.
    pub a_tack: Option<TackSide>,
    pub b_tack: Option<TackSide>,
}

/// A part of the leg.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DuelPhase {
    pub start_time: String,
    pub end_time: String,
    pub relation: DuelRelation,
    #[serde(flatten)]
    pub parts: DuelParts,
}

/// Metres that `a` gained, by cause. The total is their sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DuelParts {
    /// Sailing faster.
    pub speed_m: f64,
    pub speed_sd_m: f64,
    /// Sailing higher, or lower on a run, on the same tack. 0 without a wind.
    pub height_m: f64,
    pub height_sd_m: f64,
    /// The side of the course: shifts, and the angles sailed while on opposite tacks. 0 without a wind.
    pub shift_m: f64,
    pub shift_sd_m: f64,
    /// Tacks and gybes. 0 without a wind.
    pub turns_m: f64,
    pub turns_sd_m: f64,
    /// Gaps in the tracks, stops, roundings, and without a wind all but the speed.
    pub rest_m: f64,
    pub rest_sd_m: f64,
    pub total_m: f64,
    pub total_sd_m: f64,
}

/// How two boats sailed to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DuelRelation {
    SameTack,
    /// On opposite tacks, away from each other.
    Apart,
    /// On opposite tacks, towards each other.
    Together,
    /// After the last turn of both.
    ToMark,
}

/// A cause of the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DuelSaid {
    Speed,
    Height,
    Shift,
    Turns,
    /// Boat `a` sailed lower and faster, or higher and slower, without a difference.
    LowerAndFaster,
    HigherAndSlower,
}

//! The parts of a recording.

use serde::Serialize;

use crate::parts::PartKind;

/// A stretch of a recording of one kind. Those that are left out take part in nothing: wind, maneuvers, records, sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TrackPart {
    pub kind: PartKind,
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of rows.
    pub start: u32,
    pub end: u32,
    pub left_out: bool,
    /// Left out or taken in by a correction.
    pub by_hand: bool,
    /// Probability of the kind, 0 to 1.
    pub probability: f64,
    /// Sport that the file names; null without one, and for sports on the water.
    pub sport: Option<String>,
    /// Why it is of this kind, a sentence; null for sailing.
    pub reason: Option<String>,
}

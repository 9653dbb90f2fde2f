//! Track and wind → turns, maneuvers, straights (ALGORITHMS 3.3, 3.5).

pub mod accelerations;
pub mod classify;
pub mod course;
pub mod crossings;
pub mod gybe_segmentation;
pub mod hold;
pub mod refusal;
pub mod straights;
pub mod table;
pub mod trouble;
pub mod turns;
pub mod under_way;
pub mod wind_along_track;
pub mod wind_angle_sweep;

use serde::{Deserialize, Serialize};

/// Kinds of segments, numbered as in the `kind` column of the border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
#[repr(u8)]
pub enum SegmentKind {
    Straight = 0,
    Tack = 1,
    Gybe = 2,
    BearAway = 3,
    Douse = 4,
    Acceleration = 5,
    Penalty = 6,
    Fall = 7,
    Stop = 8,
    FailedTack = 9,
}

impl SegmentKind {
    /// As people write it; with a number behind it, a segment's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Straight => "Straight",
            Self::Tack => "Tack",
            Self::Gybe => "Gybe",
            Self::BearAway => "Bear Away",
            Self::Douse => "Douse",
            Self::Acceleration => "Acceleration",
            Self::Penalty => "Penalty",
            Self::Fall => "Fall",
            Self::Stop => "Stop",
            Self::FailedTack => "Failed Tack",
        }
    }

    /// The letter screens show: T G B D A S P X (fall, stop) F (failed tack).
    pub fn letter(self) -> char {
        match self {
            Self::Straight => 'S',
            Self::Tack => 'T',
            Self::Gybe => 'G',
            Self::BearAway => 'B',
            Self::Douse => 'D',
            Self::Acceleration => 'A',
            Self::Penalty => 'P',
            Self::Fall | Self::Stop => 'X',
            Self::FailedTack => 'F',
        }
    }
}

/// The side the wind comes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum TackSide {
    Port,
    Starboard,
}

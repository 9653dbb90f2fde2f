//! Segmentation: track and wind → turns, named maneuvers, interruptions, straights (docs/algorithms.md, sections 7 and 9).
//!
//! | module | contents |
//! |---|---|
//! | `course` | course, turn rate and speed over time |
//! | `turns` | pass 1: turns by the turn rate |
//! | `crossings` | pass 2: slow tacks, gybes of running boats |
//! | `gybe_segmentation` | on which side a running boat carries its boom |
//! | `wind_along_track` | the wind at each fix and over windows |
//! | `wind_angle_sweep` | wind angles before and after a turn |
//! | `table` | names by axes passed and bands |
//! | `classify` | cutting and naming of turns |
//! | `unnamed` | turns where the wind is not known |
//! | `hold` | time in the bands beside a rounding |
//! | `under_way` | whether a turn was sailed |
//! | `legs` | legs of sparse tracks, the turns between them and their names |
//! | `interruptions` | stops, falls, crashes, failed tacks |
//! | `straights`, `accelerations` | steady sailing, starts |
//! | `failed_tests` | why a turn has no name |

pub mod accelerations;
pub mod classify;
pub mod course;
pub mod crossings;
pub mod failed_tests;
pub mod gybe_segmentation;
pub mod hold;
pub mod interruptions;
pub mod legs;
pub mod straights;
pub mod table;
pub mod turns;
pub mod under_way;
pub mod unnamed;
pub mod wind_along_track;
pub mod wind_angle_sweep;

use serde::{Deserialize, Serialize};

/// Kinds of segments, numbered as in the outward `kind` column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
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
    /// A turn without a name, because the wind is not known.
    Turn = 10,
}

impl SegmentKind {
    /// Name in English; a segment's name is this and a number.
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
            Self::Turn => "Turn",
        }
    }

    /// The letter shown for a kind, one of `STGBDACFHXU`, unique per kind and none of them `P`, which is port tack: C is
    /// a penalty turn (a full circle), F a fall, H (halt) a stop, because S is the straight, X a failed tack, U a turn
    /// whose kind is unknown.
    pub fn letter(self) -> char {
        match self {
            Self::Straight => 'S',
            Self::Tack => 'T',
            Self::Gybe => 'G',
            Self::BearAway => 'B',
            Self::Douse => 'D',
            Self::Acceleration => 'A',
            Self::Penalty => 'C',
            Self::Fall => 'F',
            Self::Stop => 'H',
            Self::FailedTack => 'X',
            Self::Turn => 'U',
        }
    }
}

/// The tack: the side the wind comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum TackSide {
    Port,
    Starboard,
}

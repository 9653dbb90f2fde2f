//! Corrections by the user, applied to the segments the engine found (docs/algorithms.md, section 13).
//!
//! A correction identifies a segment by its kind and its times, not by a number or by rows, so that it still matches
//! when another version of the engine moves the turn by seconds. A correction without a match is reported and has no
//! effect; the engine never changes the list.
//!
//! | module | contents |
//! |---|---|
//! | `read` | validates corrections and converts them to [`Edit`]s |
//! | `apply` | applies edits to segments given as kinds and times |

mod apply;
mod read;

use serde::{Deserialize, Serialize};

use crate::segment::SegmentKind;

pub use apply::{Item, apply};
pub use read::read;

/// Flag of a maneuver that was changed, moved or added by a correction.
pub const CORRECTED: &str = "corrected";

/// Effect of a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum Action {
    /// Changes the kind of the segment to `to_kind`.
    ChangeKind,
    /// Removes the segment: there was none.
    Delete,
    /// Adds a segment that the engine did not find.
    Add,
    /// Changes the times of the segment to `new_start_time` and `new_end_time`.
    Move,
    /// Sets the wind direction to `twd_deg` (0 to 360, from), over the whole track or from `start_time` to `end_time`.
    PinWind,
}

/// One correction, as stored and exchanged in JSON. `kind`, `start_time` and `end_time` are those of the segment as it
/// was displayed when the correction was made. A field that the action does not use is an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct Correction {
    pub action: Action,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SegmentKind>,
    /// ISO 8601 UTC; `end_time` lies after `start_time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_kind: Option<SegmentKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_start_time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_end_time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twd_deg: Option<f64>,
}

/// A span of time, UTC milliseconds; the end lies after the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub start_ms: f64,
    pub end_ms: f64,
}

/// A validated correction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    ChangeKind { kind: SegmentKind, at: Span, to: SegmentKind },
    Delete { kind: SegmentKind, at: Span },
    Add { kind: SegmentKind, at: Span },
    Move { kind: SegmentKind, at: Span, to: Span },
    PinWind { twd_deg: f64, at: Option<Span> },
}

impl Edit {
    /// The kind of the segment it applies to; none for the wind.
    pub fn kind(&self) -> Option<SegmentKind> {
        match self {
            Self::ChangeKind { kind, .. }
            | Self::Delete { kind, .. }
            | Self::Add { kind, .. }
            | Self::Move { kind, .. } => Some(*kind),
            Self::PinWind { .. } => None,
        }
    }
}

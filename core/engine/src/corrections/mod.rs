//! Corrections: what a sailor or coach knows better, laid over what the engine found.
//!
//! A correction names a segment by its kind and its time, never by its number or by rows, so that it still finds it when
//! another version of the engine sees the turn begin two seconds later. One that finds nothing is told and kept: the
//! list belongs to the user, and the engine changes nothing in it.
//!
//! | module | what |
//! |---|---|
//! | `read` | from the border's form, with a sentence for every mistake |
//! | `apply` | the list laid over segments, as times and kinds alone |

mod apply;
mod read;

use serde::{Deserialize, Serialize};

use crate::segment::SegmentKind;

pub use apply::{Item, apply};
pub use read::read;

/// Flag of a maneuver that was changed, moved or added by hand.
pub const CORRECTED: &str = "corrected";

/// What a correction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum Action {
    /// The segment is of another kind: `to_kind`.
    ChangeKind,
    /// There was no such segment.
    Delete,
    /// There was one the engine did not find.
    Add,
    /// It began and ended at other times: `new_start_time`, `new_end_time`.
    Move,
    /// The wind blew from `twd_deg`, all the time or from `start_time` to `end_time`.
    PinWind,
}

/// One correction, in the form that crosses the border and is stored. `kind`, `start_time` and `end_time` are those of
/// the segment as it was shown when the correction was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct Correction {
    pub action: Action,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SegmentKind>,
    /// ISO 8601 UTC, as the segment has them.
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

/// A span of time, UTC ms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub start_ms: f64,
    pub end_ms: f64,
}

/// A correction that was read and makes sense.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    ChangeKind { kind: SegmentKind, at: Span, to: SegmentKind },
    Delete { kind: SegmentKind, at: Span },
    Add { kind: SegmentKind, at: Span },
    Move { kind: SegmentKind, at: Span, to: Span },
    PinWind { twd_deg: f64, at: Option<Span> },
}

impl Edit {
    /// The kind of segment it is about; none for the wind.
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

//! The damage report: what a reader could not read from a file, range by range.

use serde::Serialize;

/// Unit of a [`Loss`] range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LossUnit {
    Byte,
    Line,
    /// Rows of the recording, where the reader's place in the file is no longer known.
    Row,
}

/// Kind of a [`Loss`]; the sentence for the user is in `reason`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LossKind {
    /// The file ends inside a record, or before its stated length.
    Truncated,
    /// A checksum does not match.
    Checksum,
    /// Bytes or a line that the format does not allow.
    Malformed,
    /// A record without a position, or with one outside the valid range.
    NoPosition,
    /// A record without a time, or with an impossible one.
    NoTime,
    /// The same time as the fix before, or an earlier one.
    TimeOrder,
    /// A position that the boat cannot have reached.
    Jump,
    /// Over a limit of [`crate::config::limits`].
    Limit,
}

/// One range `[from, to)` of bytes, lines or rows, counted from 0, of which nothing or not everything was read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Loss {
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub from: u64,
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub to: u64,
    pub unit: LossUnit,
    pub kind: LossKind,
    /// Points lost here, as far as it is known.
    pub points: u32,
    /// UTC time of the last fix before the loss, ms since 1970; null when there is none.
    pub time_ms: Option<f64>,
    /// A sentence for the user: what happened and what was read.
    pub reason: String,
}

/// The damage report of one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Damage {
    /// Points read.
    pub kept: u32,
    /// Points that the undamaged file holds; null when that is unknown.
    pub expected: Option<u32>,
    pub losses: Vec<Loss>,
    /// Data that the file never held, one sentence each.
    pub lacks: Vec<String>,
}

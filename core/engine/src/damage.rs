//! What a reader could not keep, told exactly.

use serde::Serialize;

/// Unit of a [`Loss`] range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum LossUnit {
    Byte,
    Line,
    /// Rows of the recording, where the reader's place in the file is no longer known.
    Row,
}

/// Kind of a [`Loss`]; the sentence is in `reason`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum LossKind {
    /// The file ends in the middle of something.
    Truncated,
    /// A checksum does not fit.
    Checksum,
    /// Bytes or a line that the format does not allow.
    Malformed,
    /// A record without a position, or with one off the globe.
    NoPosition,
    /// A record without a time, or with an absurd one.
    NoTime,
    /// The same or an earlier time than the fix before.
    TimeOrder,
    /// A position no boat can have reached.
    Jump,
    /// Over a limit.
    Limit,
}

/// One range `[from, to)` of bytes or lines (counted from 0) of which nothing, or not all, was kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Loss {
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub from: u64,
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub to: u64,
    pub unit: LossUnit,
    pub kind: LossKind,
    /// Points lost here, as far as known.
    pub points: u32,
    /// UTC time of the last good fix before the loss, ms since 1970; null when there is none.
    pub time_ms: Option<f64>,
    /// A sentence in a sailor's words.
    pub reason: String,
}

/// The Damage report of one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Damage {
    /// Points kept.
    pub kept: u32,
    /// Points the file set out to hold, null when it cannot be known.
    pub expected: Option<u32>,
    pub losses: Vec<Loss>,
    /// What the file never had, a sentence each: "no speed from the device in this GPX: export FIT to get it".
    pub lacks: Vec<String>,
}

//! What a comparison of the engine's reading with another reader says. The crate `leebow-cross-check` compares; the types of
//! its answer are here with those of all other calls.

use serde::Serialize;

use crate::track::Format;

/// The result of comparing one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Verdict {
    pub format: Format,
    /// The other reader; null when there is none for this format.
    pub judge: Option<&'static str>,
    /// Null without another reader, and where it read nothing to compare.
    pub agrees: Option<bool>,
    /// Points read by Leebow, and by the other reader (null when it refused the file).
    pub points: u32,
    pub judge_points: Option<u32>,
    /// Why Leebow found no track; null when it did.
    pub no_track: Option<String>,
    /// What both read equally, one sentence each.
    pub agreements: Vec<String>,
    /// What only Leebow reads, one sentence each; not a difference.
    pub passed_over: Vec<String>,
    /// Where the readings differ.
    pub differences: Vec<Difference>,
}

/// A difference of two readings, and which one follows the format's specification.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Difference {
    /// What differs, one sentence.
    pub said: String,
    /// Which is right and why, a sentence or two.
    pub right: String,
    /// The place in the format's specification.
    pub clause: String,
}

/// The result for one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Judged {
    /// Name of the file in an archive; null for a file outside archives.
    pub inside: Option<String>,
    pub verdict: Option<Verdict>,
    /// Why there is no result: kind and sentence.
    pub failed: Option<Refusal>,
}

/// Why a file could not be compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Refusal {
    pub kind: String,
    pub message: String,
}

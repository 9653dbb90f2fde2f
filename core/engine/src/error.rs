//! The error type of the engine: what went wrong, and where in the file.

use std::fmt;

/// Why a file gives no track. Partial losses are not errors; they are in the damage report, [`crate::Damage`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// Zero bytes.
    Empty,
    /// No reader recognizes the content. `found`: a sentence on what the content is.
    UnknownFormat { found: String },
    /// A known format without a track (FIT settings, courses, workouts). `what`: a noun phrase for the message.
    NotATrack { what: String },
    /// Read, but without any position.
    NoPositions,
    /// Read, but no position has a time.
    NoTimes,
    /// Over a limit of [`crate::config::limits`]. `limit`: a clause for the message.
    TooLarge { limit: String },
    /// Of a known format, but nothing could be read. `reason`: a clause for the message.
    Unreadable { reason: String },
    /// Options that do not parse or have no meaning. `reason`: the whole message.
    BadOptions { reason: String },
}

impl ErrorKind {
    /// Stable identifier for programs.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Empty => "empty_file",
            Self::UnknownFormat { .. } => "unknown_format",
            Self::NotATrack { .. } => "not_a_track",
            Self::NoPositions => "no_positions",
            Self::NoTimes => "no_times",
            Self::TooLarge { .. } => "too_large",
            Self::Unreadable { .. } => "unreadable",
            Self::BadOptions { .. } => "bad_options",
        }
    }
}

/// An error: its kind and, where it is known, the byte offset or line of the place that caused it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    pub at: Option<u64>,
}

impl Error {
    /// Options that cannot be used, by the whole message.
    pub fn bad_options(reason: impl Into<String>) -> Self {
        ErrorKind::BadOptions { reason: reason.into() }.into()
    }

    /// The JSON object `{"kind", "message", "at"}` that the bindings return.
    pub fn to_json(&self) -> String {
        serde_json::json!({ "kind": self.kind.id(), "message": self.to_string(), "at": self.at }).to_string()
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self { kind, at: None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Empty => write!(f, "This file is empty."),
            ErrorKind::UnknownFormat { found } => write!(
                f,
                "This is not a track file Leebow can read. {found} Export it as .fit, .gpx or .csv and try again."
            ),
            ErrorKind::NotATrack { what } => write!(f, "This file holds {what} and no track."),
            ErrorKind::NoPositions => write!(f, "This file has no positions, so there is no track to show."),
            ErrorKind::NoTimes => {
                write!(
                    f,
                    "This file has no times, so it cannot be analyzed. Export it again with times; a planned route has none."
                )
            }
            ErrorKind::TooLarge { limit } => write!(f, "This file is too large: {limit}."),
            ErrorKind::Unreadable { reason } => write!(f, "This file could not be read: {reason}."),
            ErrorKind::BadOptions { reason } => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_of_an_error_has_kind_message_and_place() {
        let error = Error { kind: ErrorKind::Unreadable { reason: "it ends early".into() }, at: Some(14) };
        let read: serde_json::Value = serde_json::from_str(&error.to_json()).unwrap();
        let message = "This file could not be read: it ends early.";
        assert_eq!(read, serde_json::json!({ "kind": "unreadable", "message": message, "at": 14 }));
    }
}

//! The one error type of the engine: what went wrong, and where in the file.

use std::fmt;

/// Why a file gives no track at all. Partial losses are not errors: they are told in [`crate::Damage`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// Zero bytes.
    Empty,
    /// No reader recognises the content. `found` names what was seen, for the message.
    UnknownFormat { found: String },
    /// A known format that holds no track (FIT settings, courses, workouts).
    NotATrack { what: String },
    /// Recognised and read, but without any position.
    NoPositions,
    /// Positions without times.
    NoTimes,
    /// Over a limit of [`crate::config::limits`].
    TooLarge { limit: String },
    /// Recognised, but nothing could be read from it.
    Unreadable { reason: String },
    /// Options that do not parse, an unknown boat class and the like.
    BadOptions { reason: String },
}

impl ErrorKind {
    /// Stable identifier for machines: it never changes once published.
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

/// An error with its kind and, where one is known, the byte offset or line it was met at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    pub at: Option<u64>,
}

impl Error {
    /// As it crosses the border: `{"kind", "message", "at"}`.
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
                write!(f, "This file tells no times. Export it again with times; a planned route has none.")
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
    fn an_error_crosses_the_border_with_kind_sentence_and_place() {
        let error = Error { kind: ErrorKind::Unreadable { reason: "it ends early".into() }, at: Some(14) };
        assert_eq!(
            error.to_json(),
            r#"{"at":14,"kind":"unreadable","message":"This file could not be read: it ends early."}"#
        );
    }
}

//! Readers: bytes → [`Recording`]. The format is told by content, never by the file's name.

use crate::error::{Error, ErrorKind};
use crate::track::{Format, Recording};

/// The format of these bytes, by their content; `None` when no reader knows them.
pub fn sniff(_bytes: &[u8]) -> Option<Format> {
    None
}

/// Reads a file. `name` serves messages alone. Partial losses are told in the recording's Damage report;
/// an error means that there is nothing to show.
pub fn read(_name: &str, bytes: &[u8]) -> Result<Recording, Error> {
    if bytes.is_empty() {
        return Err(ErrorKind::Empty.into());
    }
    Err(ErrorKind::NoPositions.into())
}

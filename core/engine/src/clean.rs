//! `Recording` → `Track`: one sorted time base, gates, gaps, flags (ALGORITHMS 3.1, steps 1-3).

use crate::config::BoatClass;
use crate::error::{Error, ErrorKind};
use crate::track::{Recording, Track};

/// Cleans a recording. Rows that cannot be kept are added to its Damage report.
pub fn clean(_recording: &mut Recording, _class: &BoatClass) -> Result<Track, Error> {
    Err(ErrorKind::NoPositions.into())
}

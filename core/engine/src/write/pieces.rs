//! The rows of a recording in pieces, as formats with segments want them.

use crate::error::{Error, ErrorKind};
use crate::track::Recording;

/// Runs of rows. A piece begins where the file began one, and after every pause of the device.
pub struct Pieces {
    pub rows: Vec<Vec<usize>>,
    /// Rows that have no position and are in no piece.
    pub without_position: usize,
}

/// The pieces of the rows with a position; an error when there is none.
pub fn positioned(recording: &Recording) -> Result<Pieces, Error> {
    let columns = &recording.columns;
    let placed = |row: usize| {
        let (lat, lon) = (columns.lat_deg.get(row), columns.lon_deg.get(row));
        lat.zip(lon).is_some_and(|(lat, lon)| lat.is_finite() && lon.is_finite())
    };
    let rows = cut(recording, placed);
    let kept: usize = rows.iter().map(Vec::len).sum();
    if kept == 0 {
        return Err(ErrorKind::NoPositions.into());
    }
    Ok(Pieces { rows, without_position: columns.len() - kept })
}

/// The rows for which `keep` holds, in pieces, none of them empty.
pub fn cut(recording: &Recording, keep: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    let mut fresh = true;
    let mut last_ms = f64::NAN;
    for (row, &time_ms) in recording.columns.time_ms.iter().enumerate() {
        let paused =
            recording.pauses_ms.iter().any(|[from, to]| last_ms <= *from && *to <= time_ms && from < to);
        last_ms = time_ms;
        fresh |= paused || recording.breaks.binary_search(&row).is_ok();
        if !keep(row) {
            continue;
        }
        match pieces.last_mut().filter(|_| !fresh) {
            Some(piece) => piece.push(row),
            None => pieces.push(vec![row]),
        }
        fresh = false;
    }
    pieces
}

impl Pieces {
    /// The sentence about rows without position, when there are any.
    pub fn tell(&self, all: usize, format: &str, left_out: &mut Vec<String>) {
        let n = self.without_position;
        if n > 0 {
            left_out.push(format!("{n} of {all} moments have no position; {format} cannot hold them."));
        }
    }
}

/// The sentences about what stands beside the track, when the recording has it.
pub fn tell_beside(recording: &Recording, format: &str, left_out: &mut Vec<String>) {
    let events = recording.events.len();
    if events > 0 {
        left_out.push(format!(
            "{events} events of the race timer, the line and marks; {format} has no place for them."
        ));
    }
    let totals = recording.totals.len();
    if totals > 0 {
        left_out.push(format!(
            "{totals} laps and sessions as the device totalled them; {format} has no place for them."
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::damage::Damage;
    use crate::track::{Columns, Format};

    fn recording(lat_deg: &[f64]) -> Recording {
        let n = lat_deg.len();
        let time_ms = (0..n).map(|i| i as f64 * 1000.0).collect();
        Recording {
            format: Format::Fit,
            device: None,
            sport: None,
            columns: Columns::new(time_ms, lat_deg.to_vec(), vec![10.0; n]).unwrap_or_default(),
            pauses_ms: Vec::new(),
            breaks: Vec::new(),
            events: Vec::new(),
            totals: Vec::new(),
            damage: Damage::default(),
        }
    }

    #[test]
    fn a_pause_of_the_device_is_a_gap_like_a_new_segment() {
        let mut paused = recording(&[54.0; 6]);
        paused.pauses_ms = vec![[1000.0, 2000.0]];
        paused.breaks = vec![4];
        let pieces = positioned(&paused).map(|p| p.rows);
        assert_eq!(pieces, Ok(vec![vec![0, 1], vec![2, 3], vec![4, 5]]));
    }

    #[test]
    fn a_break_at_a_moment_without_position_is_before_the_next_fix() {
        let mut torn = recording(&[54.0, f64::NAN, f64::NAN, 54.0]);
        torn.breaks = vec![1];
        let pieces = positioned(&torn);
        assert_eq!(pieces.as_ref().map(|p| p.without_position), Ok(2));
        assert_eq!(pieces.map(|p| p.rows), Ok(vec![vec![0], vec![3]]));
    }

    #[test]
    fn a_wind_log_without_positions_is_no_track() {
        let refused = positioned(&recording(&[f64::NAN; 3])).err();
        assert_eq!(refused.map(|e| e.kind.id()), Some("no_positions"));
    }
}

//! The rows of a recording divided into pieces, for formats with segments.

use crate::error::{Error, ErrorKind};
use crate::track::Recording;

/// Runs of rows. A piece begins at each break of the file and after each pause of the device.
pub(super) struct Pieces {
    pub rows: Vec<Vec<usize>>,
    /// Number of rows without a position, which are in no piece.
    pub without_position: usize,
}

/// The pieces of the rows with a position; `NoPositions` when there is none.
pub(super) fn positioned(recording: &Recording) -> Result<Pieces, Error> {
    let columns = &recording.columns;
    let has_position = |row: usize| {
        let (lat, lon) = (columns.lat_deg.get(row), columns.lon_deg.get(row));
        lat.zip(lon).is_some_and(|(lat, lon)| lat.is_finite() && lon.is_finite())
    };
    let rows = divide(recording, has_position);
    let kept: usize = rows.iter().map(Vec::len).sum();
    if kept == 0 {
        return Err(ErrorKind::NoPositions.into());
    }
    Ok(Pieces { rows, without_position: columns.len() - kept })
}

/// The rows for which `keep` is true, in non-empty pieces.
pub(super) fn divide(recording: &Recording, keep: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    let mut fresh = true;
    let mut last_ms = f64::NAN;
    let pauses = Pauses::of(&recording.pauses_ms);
    for (row, &time_ms) in recording.columns.time_ms.iter().enumerate() {
        let paused = pauses.lie_between(last_ms, time_ms);
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

/// Pauses in the order of their starts.
struct Pauses {
    start_ms: Vec<f64>,
    /// Earliest end of this pause and of those that start later.
    end_ms: Vec<f64>,
}

impl Pauses {
    fn of(pauses_ms: &[[f64; 2]]) -> Self {
        let mut sorted: Vec<[f64; 2]> = pauses_ms.iter().filter(|[from, to]| from < to).copied().collect();
        sorted.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let start_ms = sorted.iter().map(|pause| pause[0]).collect();
        let mut earliest_ms = f64::INFINITY;
        let mut end_ms: Vec<f64> = sorted.iter().rev().map(|pause| pause[1]).collect();
        for end in &mut end_ms {
            earliest_ms = earliest_ms.min(*end);
            *end = earliest_ms;
        }
        end_ms.reverse();
        Self { start_ms, end_ms }
    }

    /// True when a pause lies between two times; false when one of them is NaN.
    fn lie_between(&self, from_ms: f64, to_ms: f64) -> bool {
        let first = self.start_ms.partition_point(|start| *start < from_ms);
        !from_ms.is_nan() && self.end_ms.get(first).is_some_and(|end| *end <= to_ms)
    }
}

impl Pieces {
    /// Adds a sentence on rows without a position, if there are any.
    pub(super) fn report_without_position(&self, all: usize, format: &str, left_out: &mut Vec<String>) {
        let n = self.without_position;
        if n > 0 {
            left_out.push(format!(
                "{n} of {all} moments have no position and are left out; {format} cannot hold them."
            ));
        }
    }
}

/// Adds sentences on events, laps and sessions, if there are any.
pub(super) fn report_totals_and_events(recording: &Recording, format: &str, left_out: &mut Vec<String>) {
    let events = recording.events.len();
    if events > 0 {
        left_out.push(format!(
            "{events} events of the race timer, the line and marks are left out; {format} cannot hold them."
        ));
    }
    let totals = recording.totals.len();
    if totals > 0 {
        left_out.push(format!(
            "{totals} laps and sessions of the device are left out; {format} cannot hold them."
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::track::{Columns, Format};

    fn recording(lat_deg: &[f64]) -> Recording {
        let n = lat_deg.len();
        let time_ms = (0..n).map(|i| i as f64 * 1000.0).collect();
        let columns = Columns::new(time_ms, lat_deg.to_vec(), vec![10.0; n]).unwrap_or_default();
        Recording::of(Format::Fit, columns)
    }

    #[test]
    fn a_pause_of_the_device_and_a_break_begin_a_piece() {
        let mut paused = recording(&[54.0; 6]);
        paused.pauses_ms = vec![[1000.0, 2000.0]];
        paused.breaks = vec![4];
        let pieces = positioned(&paused).map(|p| p.rows);
        assert_eq!(pieces, Ok(vec![vec![0, 1], vec![2, 3], vec![4, 5]]));
    }

    #[test]
    fn a_break_at_a_moment_without_a_position_applies_to_the_next_fix() {
        let mut torn = recording(&[54.0, f64::NAN, f64::NAN, 54.0]);
        torn.breaks = vec![1];
        let pieces = positioned(&torn);
        assert_eq!(pieces.as_ref().map(|p| p.without_position), Ok(2));
        assert_eq!(pieces.map(|p| p.rows), Ok(vec![vec![0], vec![3]]));
    }

    #[test]
    fn the_pauses_between_two_times_are_found_in_any_order_of_pauses_and_rows() {
        let mut random = crate::random::Random::of(5);
        let mut ms = || (random.below(60) as f64) * 500.0;
        for _ in 0..300 {
            let pauses: Vec<[f64; 2]> = (0..6).map(|_| [ms(), ms()]).collect();
            let (from, to) = (ms(), ms());
            let any = pauses.iter().any(|[start, end]| from <= *start && *end <= to && start < end);
            assert_eq!(Pauses::of(&pauses).lie_between(from, to), any, "{pauses:?} {from} {to}");
            assert!(!Pauses::of(&pauses).lie_between(f64::NAN, to));
        }
    }

    #[test]
    fn a_wind_log_without_positions_has_no_pieces() {
        let refused = positioned(&recording(&[f64::NAN; 3])).err();
        assert_eq!(refused.map(|e| e.kind.id()), Some("no_positions"));
    }
}

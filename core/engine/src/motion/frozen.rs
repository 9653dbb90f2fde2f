//! Values that a column repeats for a minute and more, and how the boat moved at that time by its positions.

use std::ops::Range;

use crate::geo::Plane;
use crate::track::Columns;

/// A value is repeated where at least so many rows have it. *guess*, as all below
const MIN_VALUES: usize = 20;
/// Longest time between two of them, and longest chord, s.
const LONGEST_STEP_S: f64 = 60.0;
const LONGEST_CHORD_S: f64 = 120.0;

/// Rows over which a column repeats a value exactly, `[from_ms, to_ms]`; rows without one may lie between.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Repeated {
    pub rows: Range<usize>,
    pub value: f64,
    pub at_ms: [f64; 2],
}

/// The values that a column repeats among these rows for so long, s, and longer.
pub(crate) fn repeated(
    columns: &Columns,
    values: &[f32],
    among: Range<usize>,
    least_s: f64,
) -> Vec<Repeated> {
    let mut found: Vec<Repeated> = Vec::new();
    let (mut first, mut last, mut count) = (0, 0, 0);
    // One row more, at which nothing goes on.
    for row in among.start..among.end + 1 {
        let goes_on = row < among.end;
        let value = if goes_on { values[row] } else { f32::NAN };
        if goes_on && !value.is_finite() {
            continue;
        }
        if goes_on && count > 0 && value == values[first] && seconds(columns, last, row) <= LONGEST_STEP_S {
            (last, count) = (row, count + 1);
            continue;
        }
        if count >= MIN_VALUES && seconds(columns, first, last) >= least_s {
            let at_ms = [columns.time_ms[first], columns.time_ms[last]];
            found.push(Repeated { rows: first..last + 1, value: f64::from(values[first]), at_ms });
        }
        (first, last, count) = (row, row, 1);
    }
    found
}

fn seconds(columns: &Columns, from: usize, to: usize) -> f64 {
    (columns.time_ms[to] - columns.time_ms[from]) / 1000.0
}

/// A straight line between two positions, as a velocity to the east and north, m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Chord {
    pub from: usize,
    pub to: usize,
    pub east_mps: f64,
    pub north_mps: f64,
}

/// The chords between the positions of these rows that are so far apart, s.
pub(crate) fn chords(columns: &Columns, among: Range<usize>, least_s: f64) -> Vec<Chord> {
    let place = |row: usize| {
        let (lat, lon) = (*columns.lat_deg.get(row)?, *columns.lon_deg.get(row)?);
        (lat.is_finite() && lon.is_finite()).then_some((lat, lon))
    };
    let (mut chords, mut start) = (Vec::new(), None);
    for (row, (lat, lon)) in among.filter_map(|row| Some((row, place(row)?))) {
        let Some((from, (lat0, lon0))) = start else {
            start = Some((row, (lat, lon)));
            continue;
        };
        let chord_s = seconds(columns, from, row);
        if chord_s < least_s {
            continue;
        }
        if chord_s <= LONGEST_CHORD_S {
            let (x, y) = Plane::at(lat0, lon0).to_m(lat, lon);
            chords.push(Chord { from, to: row, east_mps: x / chord_s, north_mps: y / chord_s });
        }
        start = Some((row, (lat, lon)));
    }
    chords
}

//! `Recording` → `Track`: one sorted time base, gates, gaps, flags (ALGORITHMS 3.1, steps 1-3).
//!
//! Rows are dropped only when they say nothing: no time, no position, a stamp that was there already or runs
//! backward. Everything doubtful is kept and flagged, so that indices keep their meaning.

mod gates;
mod leaps;
mod order;
mod tell;

use std::ops::Range;

use crate::config::BoatClass;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::geo::Plane;
use crate::track::{Columns, Recording, Track, flag};

/// A gap is longer than this, s, and longer than [`GAP_INTERVALS`] median intervals.
const GAP_S: f64 = 10.0;
const GAP_INTERVALS: f64 = 5.0;
/// Longer than this is a gap in any case, s: a file of few fixes with one wrong date among them is not one passage.
const LONGEST_STEP_S: f64 = 3600.0;

/// Earliest time believed: GPS began on 6 January 1980.
const FIRST_TIME_MS: f64 = 315_964_800_000.0;

/// Cleans a recording. Rows that cannot be kept are added to its Damage report.
///
/// Errors: `NoPositions` when no row has a position on the globe, `NoTimes` when none of those has a time.
pub fn clean(recording: &mut Recording, class: &BoatClass) -> Result<Track, Error> {
    let located = located_rows(recording);
    if located.is_empty() {
        return Err(ErrorKind::NoPositions.into());
    }
    let timed = timed_rows(recording, &located);
    if timed.is_empty() {
        return Err(ErrorKind::NoTimes.into());
    }
    let kept = rising_rows(recording, &timed);
    let columns = recording.columns.select(&kept);
    recording.damage.kept = columns.len() as u32;
    let (mut pieces, median_dt_s) = pieces(&columns, &kept, &recording.breaks);
    let mut flags = gates::flags(&columns, &pieces, class);
    let cuts = leaps::find(&columns, &pieces, &mut flags);
    tell_jumps(recording, &kept, &flags);
    tell_cuts(recording, &kept, &cuts);
    cut(&mut pieces, &mut flags, &cuts);
    let plane = plane_of(&columns, &flags);
    Ok(Track { columns, flags, pieces, plane, median_dt_s })
}

/// Rows with a position on the globe. One off it, or exactly at (0, 0), is told; an absent one is the reader's.
fn located_rows(recording: &mut Recording) -> Vec<usize> {
    let columns = &recording.columns;
    let (mut located, mut off) = (Vec::with_capacity(columns.len()), Vec::new());
    for (row, (&lat, &lon)) in columns.lat_deg.iter().zip(&columns.lon_deg).enumerate() {
        if lat.is_nan() || lon.is_nan() {
            continue;
        }
        let on_globe = lat.abs() <= 90.0 && lon.abs() <= 360.0 && (lat != 0.0 || lon != 0.0);
        if on_globe { located.push(row) } else { off.push(row) }
    }
    tell::rows(recording, &off, LossKind::NoPosition, "A position off the globe, or at 0°, 0° exactly");
    located
}

/// Located rows with a time that can be true.
fn timed_rows(recording: &mut Recording, located: &[usize]) -> Vec<usize> {
    let time = &recording.columns.time_ms;
    let timed = |row: &usize| time.get(*row).is_some_and(|t| t.is_finite() && *t >= FIRST_TIME_MS);
    let (timed, without): (Vec<usize>, Vec<usize>) = located.iter().copied().partition(timed);
    tell::rows(recording, &without, LossKind::NoTime, "A position without a time that can be true");
    timed
}

/// The rows in rising order of time; those that repeat a stamp or run backward are dropped and told.
fn rising_rows(recording: &mut Recording, timed: &[usize]) -> Vec<usize> {
    let order::Order { kept, repeated, backward, strayed } = order::rising(&recording.columns.time_ms, timed);
    tell::rows(recording, &repeated, LossKind::TimeOrder, "The time of the fix before, once more");
    tell::rows(recording, &backward, LossKind::TimeOrder, "A time that runs backward");
    tell::rows(recording, &strayed, LossKind::NoTime, "A time far from all others");
    kept
}

/// Gap-free pieces and the median interval inside them, s. `kept` maps rows of `columns` to the recording's.
fn pieces(columns: &Columns, kept: &[usize], breaks: &[usize]) -> (Vec<Range<usize>>, f64) {
    let dt: Vec<f64> = columns.time_ms.windows(2).map(|w| (w[1] - w[0]) / 1000.0).collect();
    let limit = GAP_S.max(GAP_INTERVALS * median(dt.clone())).min(LONGEST_STEP_S);
    let mut breaks = breaks.to_vec();
    breaks.sort_unstable();
    let broken = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        let next = breaks.partition_point(|&at| at <= a);
        breaks.get(next).is_some_and(|&at| at <= b)
    };
    let (mut pieces, mut start, mut inside) = (Vec::new(), 0, Vec::with_capacity(dt.len()));
    for (i, (&step, rows)) in dt.iter().zip(kept.windows(2)).enumerate() {
        if step > limit || broken(rows[0], rows[1]) {
            pieces.push(start..i + 1);
            start = i + 1;
        } else {
            inside.push(step);
        }
    }
    pieces.push(start..columns.len());
    (pieces, median(inside))
}

/// The lower median; 1 s of nothing, so that rates stay finite.
fn median(mut values: Vec<f64>) -> f64 {
    if values.is_empty() {
        return 1.0;
    }
    let middle = (values.len() - 1) / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Tells the fixes whose position no boat can have reached: they are kept, and replaced by the smoother.
fn tell_jumps(recording: &mut Recording, kept: &[usize], flags: &[u8]) {
    let jumped: Vec<usize> =
        kept.iter().zip(flags).filter(|(_, f)| *f & flag::OUTLIER != 0).map(|(&row, _)| row).collect();
    tell::rows(
        recording,
        &jumped,
        LossKind::Jump,
        "A position no boat can have reached; the smoothed one stands for it",
    );
}

/// Tells where the track was cut.
fn tell_cuts(recording: &mut Recording, kept: &[usize], cuts: &[usize]) {
    let rows: Vec<usize> = cuts.iter().filter_map(|&cut| kept.get(cut).copied()).collect();
    let reason = "The position leaps to this one faster than a boat sails; the track begins anew here";
    tell::rows(recording, &rows, LossKind::Jump, reason);
}

/// Cuts pieces in two before these rows.
fn cut(pieces: &mut Vec<Range<usize>>, flags: &mut [u8], cuts: &[usize]) {
    for &row in cuts {
        let at = pieces.partition_point(|p| p.end <= row);
        let Some(piece) = pieces.get_mut(at).filter(|p| p.start < row) else { continue };
        let rest = row..piece.end;
        piece.end = row;
        pieces.insert(at + 1, rest);
        if let Some(f) = flags.get_mut(row) {
            *f |= flag::AFTER_GAP;
        }
    }
}

/// The plane that touches at the first good fix.
fn plane_of(columns: &Columns, flags: &[u8]) -> Plane {
    let first = flags.iter().position(|f| f & flag::OUTLIER == 0).unwrap_or(0);
    let at = |v: &[f64]| v.get(first).copied().unwrap_or(0.0);
    Plane::at(at(&columns.lat_deg), at(&columns.lon_deg))
}

#[cfg(test)]
mod tests;

//! `Recording` → `Track`: rising times, outlier gates, gaps and flags (docs/algorithms.md, section 2).
//!
//! A row is dropped only when it has no time, no position, a repeated time or a time that runs backward. Outliers
//! are flagged and stay in the track.

mod gates;
mod leaps;
mod losses;
mod order;
mod spikes;

use std::ops::Range;

use crate::config::BoatClass;
use crate::damage::{Damage, LossKind};
use crate::error::{Error, ErrorKind};
use crate::geo::Planes;
use crate::stats::quantile::order_statistic;
use crate::track::{Columns, Recording, SPARSE_INTERVAL_S, Track, flag};

/// A step in time longer than `max(GAP_S, GAP_INTERVALS × median step)` is a gap, s and median steps. *Guess*.
const GAP_S: f64 = 10.0;
const GAP_INTERVALS: f64 = 5.0;
/// A longer step is a gap, s: with few fixes the median itself may be a wrong date. *Guess*.
const LONGEST_STEP_S: f64 = 3600.0;
/// Trackers that send every hour or less often: up to this median step, s, a step is no gap below so many median steps.
/// *From* the trackers of ocean races, which send every 4 h at the least; the rest *guess*.
const LONGEST_TRACKER_STEP_S: f64 = 6.0 * 3600.0;
const TRACKER_GAP_INTERVALS: f64 = 2.5;

/// Earliest possible time: the GPS epoch, 1980-01-06, ms since 1970.
const FIRST_TIME_MS: f64 = 315_964_800_000.0;

/// Cleans a recording: its columns move into the track, and dropped rows are added to its damage report.
///
/// # Errors
/// `NoPositions` when no row has a position on the globe, `NoTimes` when none of those has a time.
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
    let recorded_ms = recording.columns.time_ms.clone();
    let columns = std::mem::take(&mut recording.columns).into_selected(&kept);
    recording.damage.kept = columns.len() as u32;
    let (mut pieces, median_dt_s) = pieces(&columns, &kept, &recording.breaks);
    let mut flags = gates::flags(&columns, &pieces, class);
    let cuts = if median_dt_s > SPARSE_INTERVAL_S {
        spikes::flag_spikes(&columns, &pieces, &mut flags);
        Vec::new()
    } else {
        leaps::find(&columns, &pieces, &mut flags)
    };
    report_jumps(&mut recording.damage, &recorded_ms, &kept, &flags);
    report_cuts(&mut recording.damage, &recorded_ms, &kept, &cuts);
    cut(&mut pieces, &mut flags, &cuts);
    let is_valid = |row: usize| flags.get(row).is_some_and(|f| f & flag::OUTLIER == 0);
    let planes = Planes::along(&columns.lat_deg, &columns.lon_deg, is_valid);
    Ok(Track { columns, flags, pieces, planes, median_dt_s, keeps_frozen: [false; 2] })
}

/// Rows with a valid position. Positions outside the valid range and exactly (0, 0) are reported here, missing ones by
/// the reader.
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
    losses::add_rows(
        &mut recording.damage,
        &recording.columns.time_ms,
        &off,
        LossKind::NoPosition,
        "Positions outside the valid range, or exactly 0°, 0°, were left out",
    );
    located
}

/// Located rows with a finite time from [`FIRST_TIME_MS`] on; the others are reported.
fn timed_rows(recording: &mut Recording, located: &[usize]) -> Vec<usize> {
    let time = &recording.columns.time_ms;
    let earliest = if recording.undated { f64::NEG_INFINITY } else { FIRST_TIME_MS };
    let timed = |row: &usize| time.get(*row).is_some_and(|t| t.is_finite() && *t >= earliest);
    let (timed, without): (Vec<usize>, Vec<usize>) = located.iter().copied().partition(timed);
    losses::add_rows(
        &mut recording.damage,
        &recording.columns.time_ms,
        &without,
        LossKind::NoTime,
        "Positions without a possible time were left out",
    );
    timed
}

/// The rows in rising order of time; rows that repeat a time or run backward are dropped and reported.
fn rising_rows(recording: &mut Recording, timed: &[usize]) -> Vec<usize> {
    let order::Order { kept, repeated, backward, strayed } = order::rising(&recording.columns.time_ms, timed);
    losses::add_rows(
        &mut recording.damage,
        &recording.columns.time_ms,
        &repeated,
        LossKind::TimeOrder,
        "Fixes that repeat the time of the fix before were left out",
    );
    losses::add_rows(
        &mut recording.damage,
        &recording.columns.time_ms,
        &backward,
        LossKind::TimeOrder,
        "Fixes whose time runs backward were left out",
    );
    losses::add_rows(
        &mut recording.damage,
        &recording.columns.time_ms,
        &strayed,
        LossKind::NoTime,
        "Fixes whose time lies a day or more from all others were left out",
    );
    kept
}

/// Gap-free pieces and the median step inside them, s. `kept` maps rows of `columns` to rows of the recording.
fn pieces(columns: &Columns, kept: &[usize], breaks: &[usize]) -> (Vec<Range<usize>>, f64) {
    let dt: Vec<f64> = columns.time_ms.windows(2).map(|w| (w[1] - w[0]) / 1000.0).collect();
    let usual_s = median(dt.clone());
    let limit = longest_step_s(usual_s);
    let slower = |i: usize, step: f64| usual_s > SPARSE_INTERVAL_S && is_slower_rate(&dt, i, step);
    let mut breaks = breaks.to_vec();
    breaks.sort_unstable();
    let broken = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        let next = breaks.partition_point(|&at| at <= a);
        breaks.get(next).is_some_and(|&at| at <= b)
    };
    let (mut pieces, mut start, mut inside) = (Vec::new(), 0, Vec::with_capacity(dt.len()));
    for (i, (&step, rows)) in dt.iter().zip(kept.windows(2)).enumerate() {
        if (step > limit && !slower(i, step)) || broken(rows[0], rows[1]) {
            pieces.push(start..i + 1);
            start = i + 1;
        } else {
            inside.push(step);
        }
    }
    pieces.push(start..columns.len());
    (pieces, median(inside))
}

/// The longest step that is no gap, s, by the median of all steps.
fn longest_step_s(median_s: f64) -> f64 {
    let usual = GAP_S.max(GAP_INTERVALS * median_s).min(LONGEST_STEP_S);
    if median_s <= LONGEST_TRACKER_STEP_S { usual.max(TRACKER_GAP_INTERVALS * median_s) } else { usual }
}

/// True for a long step of a tracker that sends less often for a while, as far offshore: a step beside it is alike.
fn is_slower_rate(dt: &[f64], i: usize, step: f64) -> bool {
    let beside = [i.checked_sub(1), Some(i + 1)].into_iter().flatten().filter_map(|k| dt.get(k));
    step <= LONGEST_TRACKER_STEP_S && beside.into_iter().any(|other| step <= TRACKER_GAP_INTERVALS * other)
}

/// The lower median; 1 s for an empty list, so that rates stay finite.
fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len().saturating_sub(1) / 2;
    order_statistic(&mut values, middle).unwrap_or(1.0)
}

/// Reports the outliers: they stay in the track, with the smoother's position in place of theirs.
fn report_jumps(damage: &mut Damage, recorded_ms: &[f64], kept: &[usize], flags: &[u8]) {
    let jumped: Vec<usize> =
        kept.iter().zip(flags).filter(|(_, f)| *f & flag::OUTLIER != 0).map(|(&row, _)| row).collect();
    losses::add_rows(
        damage,
        recorded_ms,
        &jumped,
        LossKind::Jump,
        "The boat cannot have reached these positions; smoothed positions replace them",
    );
}

/// Reports where the track was cut.
fn report_cuts(damage: &mut Damage, recorded_ms: &[f64], kept: &[usize], cuts: &[usize]) {
    let rows: Vec<usize> = cuts.iter().filter_map(|&cut| kept.get(cut).copied()).collect();
    let reason = "The position jumps faster than a boat sails; a new piece of the track begins here";
    losses::add_rows(damage, recorded_ms, &rows, LossKind::Jump, reason);
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

#[cfg(test)]
mod tests;

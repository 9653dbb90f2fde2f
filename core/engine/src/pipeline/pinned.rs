//! Wind series from directions that the user gave: the hint alone, and pins.

use crate::angle::wrap_360;
use crate::corrections::{Edit, Span};
use crate::segment::course::Course;
use crate::wind::estimate::HINT_SD_DEG;
use crate::wind::{WindAt, WindSeries, WindSource};

/// Standard deviation of a pinned direction, deg. *guess*
const PINNED_SD_DEG: f64 = 3.0;
/// Interval between the samples, s. *guess*: a pin begins and ends within this of its times.
const SAMPLE_STEP_S: f64 = 10.0;
/// Every sample lies within this of a fix, s: half of the longest interval over which an estimate is interpolated.
const NEAR_FIX_S: f64 = 30.0;

/// The hint as a wind series: one direction at every sample time.
pub(crate) fn hint_series(course: &Course, hint_deg: f64) -> WindSeries {
    let mut wind = pinned_series();
    for time_ms in sample_times_ms(course) {
        push(
            &mut wind,
            time_ms,
            WindAt { twd_deg: wrap_360(hint_deg), sd_deg: HINT_SD_DEG, tws_mps: f64::NAN },
        );
    }
    wind
}

/// The pinned directions as a wind series; none without a pin. Of pins that overlap the last one holds; outside of all
/// pins the samples are those of `before`, where it has a wind.
pub(super) fn pinned_wind(
    course: &Course,
    before: Option<&WindSeries>,
    edits: &[Edit],
) -> Option<WindSeries> {
    let pins: Vec<(f64, Option<Span>)> = edits.iter().filter_map(pin).collect();
    if pins.is_empty() {
        return None;
    }
    let mut wind = pinned_series();
    for time_ms in sample_times_ms(course) {
        let covers = |at: &Option<Span>| at.is_none_or(|s| s.start_ms <= time_ms && time_ms <= s.end_ms);
        let unpinned = before.and_then(|w| w.at(time_ms, 2.0 * SAMPLE_STEP_S));
        let tws_mps = unpinned.map_or(f64::NAN, |w| w.tws_mps);
        let last = pins.iter().rev().find(|p| covers(&p.1));
        let pinned = last.map(|p| WindAt { twd_deg: p.0, sd_deg: PINNED_SD_DEG, tws_mps });
        if let Some(sample) = pinned.or(unpinned) {
            push(&mut wind, time_ms, sample);
        }
    }
    (!wind.time_ms.is_empty()).then_some(wind)
}

/// The direction pinned over the whole track, deg; of several the last one.
pub(super) fn pinned_over_all(edits: &[Edit]) -> Option<f64> {
    edits.iter().rev().find_map(|edit| pin(edit).filter(|(_, at)| at.is_none())).map(|(twd_deg, _)| twd_deg)
}

fn pin(edit: &Edit) -> Option<(f64, Option<Span>)> {
    match edit {
        Edit::PinWind { twd_deg, at } => Some((*twd_deg, *at)),
        _ => None,
    }
}

/// Sample times, UTC ms, strictly rising: the multiples of [`SAMPLE_STEP_S`] from the first fix that lie within
/// [`NEAR_FIX_S`] of a fix or next beyond that, and the last fix. At most 8 times the number of fixes, however long
/// the time between them: one file may hold sessions that are decades apart.
fn sample_times_ms(course: &Course) -> Vec<f64> {
    let last_s = course.time_s.last().copied().unwrap_or(0.0);
    let (mut times_ms, mut next) = (Vec::new(), 0.0);
    for &fix_s in &course.time_s {
        let from = libm::floor((fix_s - NEAR_FIX_S) / SAMPLE_STEP_S);
        let to = libm::ceil((fix_s + NEAR_FIX_S) / SAMPLE_STEP_S).min(libm::ceil(last_s / SAMPLE_STEP_S));
        next = f64::max(next, from);
        while next <= to {
            times_ms.push(course.ms((next * SAMPLE_STEP_S).min(last_s)));
            next += 1.0;
        }
    }
    times_ms
}

fn pinned_series() -> WindSeries {
    WindSeries {
        source: WindSource::Pinned,
        time_ms: Vec::new(),
        twd_deg: Vec::new(),
        sd_deg: Vec::new(),
        tws_mps: Vec::new(),
        flip_probability: 0.0,
    }
}

fn push(series: &mut WindSeries, time_ms: f64, wind: WindAt) {
    series.time_ms.push(time_ms);
    series.twd_deg.push(wind.twd_deg);
    series.sd_deg.push(wind.sd_deg);
    series.tws_mps.push(wind.tws_mps);
}

//! The device's speed and course, compared with the positions and corrected (docs/algorithms.md, section 3).
//!
//! Each channel is compared by itself: level (unit of the speed, constant offset of the course) on straight stretches,
//! lag and smoothing in turns. What fits is used, what can be corrected is corrected, the rest is ignored. The recorded
//! columns stay as they are.

mod frozen;
mod lag;
mod level;
mod series;

use crate::angle::{wrap_180, wrap_360};
use crate::motion::frozen::Repeated;
use crate::track::{Track, flag};
use lag::{Quantity, Timing};
use level::{CourseOffset, Level};
use series::Series;

/// Units that are taken for one another, and the factor by which the speed then differs from its positions'.
const UNIT_FACTORS: [(f64, SpeedUnit); 6] = [
    (3600.0 / 1852.0, SpeedUnit { is: "knots", taken_for: "m/s" }),
    (1852.0 / 3600.0, SpeedUnit { is: "m/s", taken_for: "knots" }),
    (3.6, SpeedUnit { is: "km/h", taken_for: "m/s" }),
    (1.0 / 3.6, SpeedUnit { is: "m/s", taken_for: "km/h" }),
    (3600.0 / 1609.344, SpeedUnit { is: "mph", taken_for: "m/s" }),
    (1.852, SpeedUnit { is: "km/h", taken_for: "knots" }),
];
/// A ratio within this share of a unit's factor is that unit. *guess*: 1.852 and 1.944 differ by 5 %.
const UNIT_WITHIN: f64 = 0.025;
/// A speed over ground differs from that of the positions by at most this share, or by this many standard errors.
/// *measured* on the recordings: GPS speeds are within 3 %.
const FITS_WITHIN: f64 = 0.04;
const ERRORS: f64 = 4.0;
/// Above this median interval, s, speeds at the fixes say less about the way between them: this share is allowed. *guess*
const DENSE_INTERVAL_S: f64 = 3.0;
const SPARSE_FITS_WITHIN: f64 = 0.2;
/// Largest robust spread of the ratio, and of the course differences, deg, over the straight windows. *guess*
const MAX_RATIO_SPREAD: f64 = 0.2;
const MAX_COURSE_SPREAD_DEG: f64 = 15.0;
/// An offset is corrected from this size on, deg, and up to this one. Its standard error is large where the courses sailed
/// do not tell it from leeway and current. *guess*
const MIN_OFFSET_DEG: f64 = 1.5;
const MAX_OFFSET_DEG: f64 = 45.0;
/// An offset that cannot be corrected, and one that depends on the course, are tolerated up to this, deg. *guess*
const TOLERATED_DEG: f64 = 5.0;
/// Longest lag that is corrected, s: with a longer one the channel is so damped that its turns are useless. *guess*
const MAX_LAG_S: f64 = 3.5;
/// Longest timing uncertainty with which a channel is used, s. *guess*
const MAX_SMEAR_S: f64 = 2.0;
/// Fixes within this time share the error that smoothing causes in a turn, s: their variances are that much larger than of
/// independent ones. *guess*: the duration of a turn.
const SHARED_ERROR_S: f64 = 4.0;
/// Half the time over which rates of change are taken, s. *guess*
const RATE_HALF_S: f64 = 1.0;

/// A unit of the recorded speed that was taken for another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpeedUnit {
    pub is: &'static str,
    pub taken_for: &'static str,
}

/// Why a channel of the device is ignored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Misfit {
    /// The speed is this multiple of that of the positions.
    Scale(f64),
    /// The difference varies from one straight stretch to the next, or with the course.
    Varying,
    /// The course is off by this, deg, and it cannot be shown that it is by the same on all courses.
    Offset(f64),
    /// The channel lags by this, s, or varies too slowly to show the turns.
    Damped(f64),
}

/// What the comparison of a channel with the positions showed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ChannelCheck {
    /// Why the channel is ignored; none when it is used.
    pub misfit: Option<Misfit>,
    /// The unit of a speed, where it is not the one it was taken for; corrected.
    pub unit: Option<SpeedUnit>,
    /// Offset of a course and its standard error, deg; corrected.
    pub offset_deg: Option<(f64, f64)>,
    /// Lag behind the positions, s, negative when the channel leads; corrected.
    pub lag_s: Option<f64>,
    /// Timing uncertainty that remains in turns, s: the channel's weight falls with its rate of change.
    pub smear_s: f64,
}

/// The checks of the device's channels; none for a channel that the recording does not have.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct DeviceChecks {
    pub speed: Option<ChannelCheck>,
    pub course: Option<ChannelCheck>,
}

/// A channel of the device as the smoother uses it.
pub(super) struct Channel {
    /// Corrected values, NaN where there are none.
    pub values: Vec<f32>,
    /// Standard deviation per fix due to the timing in turns, in the channel's unit.
    pub timing_sd: Vec<f32>,
    is_corrected: bool,
}

impl Channel {
    /// The values where they differ from the recorded ones.
    pub(super) fn into_corrected(self) -> Option<Vec<f32>> {
        self.is_corrected.then_some(self.values)
    }
}

/// The usable channels of the device.
pub(super) struct Device<'a> {
    pub sog: Option<Channel>,
    pub cog: Option<Channel>,
    /// Accuracy of positions and of speeds that the device states, m and m/s.
    pub accuracy: Option<&'a [f32]>,
    pub sog_accuracy: Option<&'a [f32]>,
    pub checks: DeviceChecks,
}

impl<'a> Device<'a> {
    /// Compares the device's speed and course with the positions and corrects them.
    pub(super) fn of(track: &'a Track) -> Self {
        let columns = &track.columns;
        let (speed, sog) = columns.get("sog").map(|c| checked(track, c, Quantity::Speed)).unzip();
        let (course, cog) = columns.get("cog").map(|c| checked(track, c, Quantity::Course)).unzip();
        let checks = DeviceChecks { speed, course };
        let [accuracy, sog_accuracy] = ["accuracy", "sog_accuracy"].map(|id| columns.get(id));
        Device { sog: sog.flatten(), cog: cog.flatten(), accuracy, sog_accuracy, checks }
    }
}

/// Where the device's speed (`sog`) or course (`cog`) is frozen, in time order.
pub(crate) fn frozen_channel(track: &Track, id: &str) -> Vec<Repeated> {
    let quantity = if id == "sog" { Quantity::Speed } else { Quantity::Course };
    track.columns.get(id).map_or(Vec::new(), |column| frozen::found(track, column, quantity))
}

fn checked(track: &Track, column: &[f32], quantity: Quantity) -> (ChannelCheck, Option<Channel>) {
    let frozen = frozen::found(track, column, quantity);
    if frozen.is_empty() || track.keeps_frozen[usize::from(quantity == Quantity::Course)] {
        return compared(track, column, quantity);
    }
    let mut thawed = column.to_vec();
    frozen.into_iter().for_each(|one| thawed[one.rows].fill(f32::NAN));
    let (check, channel) = compared(track, &thawed, quantity);
    (check, channel.map(|channel| Channel { is_corrected: true, ..channel }))
}

fn compared(track: &Track, column: &[f32], quantity: Quantity) -> (ChannelCheck, Option<Channel>) {
    let series = series_of(track, column, quantity);
    let mut check = match quantity {
        Quantity::Speed => level::speed_ratio(track, &series)
            .map_or(ChannelCheck::default(), |ratio| judge_ratio(track, ratio)),
        Quantity::Course => {
            level::course_offset(track, &series).map_or(ChannelCheck::default(), judge_offset)
        }
    };
    if check.misfit.is_some() {
        return (check, None);
    }
    let leveled: Vec<f32> = column.iter().map(|&v| level(&check, v)).collect();
    let is_leveled = check.unit.is_some() || check.offset_deg.is_some();
    let mut series = if is_leveled { series_of(track, &leveled, quantity) } else { series };
    if let Some(timing) = lag::timing(track, &series, quantity) {
        judge_timing(&mut check, timing);
        if check.misfit.is_some() {
            return (check, None);
        }
    }
    let mut values = leveled;
    if let Some(lag_s) = check.lag_s {
        values = shifted(track, &values, &series, lag_s);
        series = series_of(track, &values, quantity);
    }
    let timing_sd = timing_sd(track, &series, check.smear_s);
    let is_corrected = is_leveled || check.lag_s.is_some();
    (check, Some(Channel { values, timing_sd, is_corrected }))
}

/// The series of a column in every piece. Courses count where the device has a speed that the gates passed, if it has one.
fn series_of(track: &Track, column: &[f32], quantity: Quantity) -> Vec<Series> {
    let has_speed = track.columns.get("sog").is_some();
    let valid = |row: usize| !has_speed || track.flags.get(row).is_some_and(|f| f & flag::NO_DOPPLER == 0);
    let is_direction = quantity == Quantity::Course;
    track.pieces.iter().map(|piece| Series::of(track, piece, column, is_direction, valid)).collect()
}

fn judge_ratio(track: &Track, ratio: Level) -> ChannelCheck {
    let tolerance = if track.median_dt_s > DENSE_INTERVAL_S { SPARSE_FITS_WITHIN } else { FITS_WITHIN };
    let unit = UNIT_FACTORS.iter().find(|(factor, _)| (ratio.value / factor - 1.0).abs() <= UNIT_WITHIN);
    let varies = ratio.spread > MAX_RATIO_SPREAD * ratio.value;
    let fits = (ratio.value - 1.0).abs() <= tolerance.max(ERRORS * ratio.error);
    let misfit = match (varies, fits, unit) {
        (true, ..) => Some(Misfit::Varying),
        (false, false, None) => Some(Misfit::Scale(ratio.value)),
        _ => None,
    };
    let unit = unit.filter(|_| !fits && misfit.is_none()).map(|(_, unit)| *unit);
    ChannelCheck { misfit, unit, ..ChannelCheck::default() }
}

fn judge_offset(offset: CourseOffset) -> ChannelCheck {
    let CourseOffset { constant, amplitude_deg, amplitude_error_deg } = offset;
    let size = constant.value.abs();
    let significant = size >= MIN_OFFSET_DEG && size >= ERRORS * constant.error;
    let by_course = amplitude_deg > TOLERATED_DEG && amplitude_deg > ERRORS * amplitude_error_deg;
    let misfit = if constant.spread > MAX_COURSE_SPREAD_DEG || by_course {
        Some(Misfit::Varying)
    } else if size > TOLERATED_DEG && (!significant || size > MAX_OFFSET_DEG) {
        Some(Misfit::Offset(constant.value))
    } else {
        None
    };
    let corrected = misfit.is_none() && significant;
    let offset_deg = corrected.then_some((wrap_180(constant.value), constant.error));
    ChannelCheck { misfit, offset_deg, ..ChannelCheck::default() }
}

fn judge_timing(check: &mut ChannelCheck, timing: Timing) {
    let Timing { lag_s, smear_s, .. } = timing;
    if lag_s.abs() > MAX_LAG_S || smear_s > MAX_SMEAR_S {
        check.misfit = Some(Misfit::Damped(lag_s));
    } else {
        check.lag_s = (lag_s != 0.0).then_some(lag_s);
        check.smear_s = smear_s;
    }
}

/// A value with its unit or its offset corrected.
fn level(check: &ChannelCheck, value: f32) -> f32 {
    let factor = check.unit.and_then(|unit| UNIT_FACTORS.iter().find(|(_, u)| *u == unit)).map(|(f, _)| *f);
    match (factor, check.offset_deg) {
        (Some(factor), _) => (f64::from(value) / factor) as f32,
        (_, Some((offset, _))) if value.is_finite() => wrap_360(f64::from(value) - offset) as f32,
        _ => value,
    }
}

/// The values `lag_s` later at each fix; unchanged where there are none.
fn shifted(track: &Track, values: &[f32], series: &[Series], lag_s: f64) -> Vec<f32> {
    let mut out = values.to_vec();
    each_fix(track, series, |row, time_s, series| {
        let known = out.get_mut(row).filter(|place| place.is_finite());
        if let (Some(place), Some(value)) = (known, series.value(time_s + lag_s)) {
            *place = value as f32;
        }
    });
    out
}

/// Standard deviation at each fix that a timing uncertainty causes: the uncertainty times the rate of change.
fn timing_sd(track: &Track, series: &[Series], smear_s: f64) -> Vec<f32> {
    let mut out = vec![0.0; track.columns.len()];
    if smear_s > 0.0 {
        let shared = f64::sqrt((SHARED_ERROR_S / track.median_dt_s).max(1.0));
        each_fix(track, series, |row, time_s, series| {
            let at = |by: f64| series.value(time_s + by);
            let (before, after) = (at(-RATE_HALF_S).or(at(0.0)), at(RATE_HALF_S).or(at(0.0)));
            if let (Some(place), Some(a), Some(b)) = (out.get_mut(row), before, after) {
                *place = (shared * smear_s * (b - a).abs() / (2.0 * RATE_HALF_S)) as f32;
            }
        });
    }
    out
}

/// Every fix with its time since the first of its piece, s, and the series of the piece.
fn each_fix(track: &Track, series: &[Series], mut apply: impl FnMut(usize, f64, &Series)) {
    let time = &track.columns.time_ms;
    for (piece, series) in track.pieces.iter().zip(series) {
        let start_ms = time.get(piece.start).copied().unwrap_or(0.0);
        for row in piece.clone() {
            let Some(time_ms) = time.get(row) else { break };
            apply(row, (time_ms - start_ms) / 1000.0, series);
        }
    }
}

//! Instrument values row by row: the latest of each sensor, and the wind observations they give.

use crate::angle::{circular_mean, hypot, to_deg, to_rad, wrap_180, wrap_360};
use crate::track::Recording;

/// Largest age of a value that is combined with newer ones, s. Guess.
const MAX_AGE_S: f64 = 3.0;
/// Least speed at which the course is used in place of a heading, m/s. Guess.
const MIN_COURSE_MPS: f64 = 1.0;
/// The compass is compared with the course in rows faster than this, m/s, at least so many. Guess.
const MIN_COMPARED_MPS: f64 = 1.5;
const MIN_COMPARED_ROWS: usize = 120;
/// Largest difference of compass and course that is compared, deg: variation and deviation together are smaller.
const MAX_COMPASS_OFFSET_DEG: f64 = 45.0;

/// Method by which a direction was found, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WindMethod {
    Direction,
    AngleAndHeading,
    ApparentAndHeading,
    AngleAndCourse,
}

impl WindMethod {
    pub const ALL: [WindMethod; 4] = [
        WindMethod::Direction,
        WindMethod::AngleAndHeading,
        WindMethod::ApparentAndHeading,
        WindMethod::AngleAndCourse,
    ];

    /// Standard deviation of a direction found by this method, deg. Guess.
    pub fn sd_deg(self) -> f64 {
        match self {
            WindMethod::Direction => 4.0,
            WindMethod::AngleAndHeading => 5.0,
            WindMethod::ApparentAndHeading => 6.0,
            WindMethod::AngleAndCourse => 8.0,
        }
    }
}

/// One observation of the wind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WindObservation {
    pub time_ms: f64,
    pub twd_deg: f64,
    pub tws_mps: f64,
    pub method: WindMethod,
    /// Angle that the vane measured, to starboard positive, deg; NaN without one.
    pub angle_deg: f64,
}

/// The instrument columns of a recording.
pub(super) struct Instruments<'a> {
    recording: &'a Recording,
    /// Added to a magnetic heading to give a true one, deg.
    offset_deg: f64,
}

/// The latest value of a sensor and its time, ms.
#[derive(Debug, Clone, Copy, Default)]
struct Latest(Option<(f64, f64)>);

impl Latest {
    fn read(&mut self, time_ms: f64, value: Option<f64>) {
        if let Some(value) = value {
            self.0 = Some((time_ms, value));
        }
    }

    fn fresh(self, time_ms: f64) -> Option<f64> {
        self.0.filter(|(t, _)| (time_ms - t).abs() <= MAX_AGE_S * 1000.0).map(|(_, v)| v)
    }
}

#[derive(Default)]
struct LatestValues {
    heading: Latest,
    sog: Latest,
    cog: Latest,
    tws: Latest,
    aws: Latest,
}

impl<'a> Instruments<'a> {
    pub fn of(recording: &'a Recording) -> Self {
        let mut instruments = Instruments { recording, offset_deg: 0.0 };
        instruments.offset_deg = instruments.compass_offset().unwrap_or(0.0);
        instruments
    }

    fn value(&self, id: &str, row: usize) -> Option<f64> {
        let value = self.recording.columns.get(id)?.get(row)?;
        Some(f64::from(*value)).filter(|v| v.is_finite())
    }

    /// True heading, deg; a magnetic one is corrected.
    fn heading(&self, row: usize) -> Option<f64> {
        let magnetic = || self.value("hdg_mag", row).map(|h| h + self.offset_deg);
        self.value("hdg", row).or_else(magnetic)
    }

    /// Variation and deviation of the compass: the circular mean of course − heading, in which leeway and current cancel over
    /// all courses sailed. None with too few rows.
    fn compass_offset(&self) -> Option<f64> {
        self.recording.columns.get("hdg_mag")?;
        let rows = 0..self.recording.columns.len();
        let fast = |row: &usize| self.value("sog", *row).is_some_and(|v| v > MIN_COMPARED_MPS);
        let off = |row: usize| Some(wrap_180(self.value("cog", row)? - self.value("hdg_mag", row)?));
        let offsets: Vec<f64> =
            rows.filter(fast).filter_map(off).filter(|o| o.abs() < MAX_COMPASS_OFFSET_DEG).collect();
        if offsets.len() < MIN_COMPARED_ROWS {
            return None;
        }
        circular_mean(offsets.into_iter().map(|o| (o, 1.0))).map(|(mean, _)| wrap_180(mean))
    }

    /// The observations of all rows by all methods.
    pub fn observations(&self) -> Vec<WindObservation> {
        let mut state = LatestValues::default();
        let mut observations = Vec::new();
        if ["twd", "twa", "awa"].iter().all(|id| self.recording.columns.get(id).is_none()) {
            return observations;
        }
        for (row, &time_ms) in self.recording.columns.time_ms.iter().enumerate() {
            if !time_ms.is_finite() {
                continue;
            }
            state.heading.read(time_ms, self.heading(row));
            state.sog.read(time_ms, self.value("sog", row));
            state.cog.read(time_ms, self.value("cog", row));
            state.tws.read(time_ms, self.value("tws", row));
            state.aws.read(time_ms, self.value("aws", row));
            self.observe_row(row, time_ms, &state, &mut observations);
        }
        observations
    }

    fn observe_row(&self, row: usize, time_ms: f64, state: &LatestValues, out: &mut Vec<WindObservation>) {
        let heading = state.heading.fresh(time_ms);
        let tws_mps = state.tws.fresh(time_ms).filter(|v| *v >= 0.0).unwrap_or(f64::NAN);
        let mut observe = |twd: f64, tws_mps, method, angle: f64| {
            out.push(WindObservation {
                time_ms,
                twd_deg: wrap_360(twd),
                tws_mps,
                method,
                angle_deg: wrap_180(angle),
            })
        };
        if let Some(twd) = self.value("twd", row) {
            observe(twd, tws_mps, WindMethod::Direction, f64::NAN);
        }
        if let Some(twa) = self.value("twa", row) {
            if let Some(heading) = heading {
                observe(heading + twa, tws_mps, WindMethod::AngleAndHeading, twa);
            }
            let moving = state.sog.fresh(time_ms).is_some_and(|v| v > MIN_COURSE_MPS);
            if let Some(cog) = state.cog.fresh(time_ms).filter(|_| moving) {
                observe(cog + twa, tws_mps, WindMethod::AngleAndCourse, twa);
            }
        }
        let aws = state.aws.fresh(time_ms).filter(|v| *v >= 0.0);
        let motion = state.sog.fresh(time_ms).zip(state.cog.fresh(time_ms));
        if let (Some(awa), Some(aws), Some(heading), Some(motion)) =
            (self.value("awa", row), aws, heading, motion)
        {
            let (twd, tws) = over_ground(heading + awa, aws, motion);
            observe(twd, tws, WindMethod::ApparentAndHeading, awa);
        }
    }
}

/// Wind over ground (direction from, deg; speed, m/s) from the apparent wind (direction from, speed) and the motion over
/// ground (speed, course).
pub(super) fn over_ground(from_deg: f64, aws: f64, (sog, cog): (f64, f64)) -> (f64, f64) {
    let (sin, cos) = libm::sincos(to_rad(from_deg));
    let (sin_c, cos_c) = libm::sincos(to_rad(cog));
    let (east, north) = (-aws * sin + sog * sin_c, -aws * cos + sog * cos_c);
    (wrap_360(to_deg(libm::atan2(-east, -north))), hypot(east, north))
}

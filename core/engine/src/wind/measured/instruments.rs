//! Instrument values row by row: the latest of each sensor, and the wind observations they give.

use crate::angle::{bearing_deg, circular_mean, hypot, to_deg, to_rad, wrap_180, wrap_360};
use crate::geo::Plane;
use crate::track::{Columns, Recording};
use crate::wind::WindSeries;

/// Largest age of a value that is combined with newer ones, s. *guess*
const MAX_AGE_S: f64 = 3.0;
/// Least speed at which the course is used in place of a heading, m/s. *guess*
const MIN_COURSE_MPS: f64 = 1.0;
/// Time before and after a row over which its course is taken from the positions, s. *guess*
const MOVED_S: f64 = 2.0;
/// The compass is compared with the course in rows faster than this, m/s, for at least so long, s, of which one row stands
/// for at most [`MAX_ROW_S`]. *guess*
const MIN_COMPARED_MPS: f64 = 1.5;
const MIN_COMPARED_S: f64 = 120.0;
const MAX_ROW_S: f64 = 10.0;
/// Largest difference of compass and course that is compared, deg: variation and deviation together are smaller.
/// *guess*
const MAX_COMPASS_OFFSET_DEG: f64 = 45.0;

/// Method by which a direction was found, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WindMethod {
    Direction,
    AngleAndHeading,
    ApparentAndHeading,
    AngleAndCourse,
    ApparentAndCourse,
}

impl WindMethod {
    pub(super) const ALL: [WindMethod; 5] = [
        WindMethod::Direction,
        WindMethod::AngleAndHeading,
        WindMethod::ApparentAndHeading,
        WindMethod::AngleAndCourse,
        WindMethod::ApparentAndCourse,
    ];

    /// Standard deviation of a direction found by this method, deg. *guess*
    pub(super) fn sd_deg(self) -> f64 {
        match self {
            WindMethod::Direction => 4.0,
            WindMethod::AngleAndHeading => 5.0,
            WindMethod::ApparentAndHeading => 6.0,
            WindMethod::AngleAndCourse => 8.0,
            WindMethod::ApparentAndCourse => 10.0,
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
    /// Wind angle as measured, apparent or true, to starboard positive, deg; NaN without one.
    pub angle_deg: f64,
    /// The boat at the time: heading, deg, and the speed, m/s, and course, deg, of the wind triangle; NaN where they are not
    /// known.
    pub heading_deg: f64,
    pub boat_mps: f64,
    pub boat_deg: f64,
}

impl WindObservation {
    /// Angle of the apparent wind from the bow, to starboard positive, deg, and its speed, m/s, by the wind triangle; none
    /// where the wind speed or the motion of the boat is not known.
    fn apparent(&self) -> Option<(f64, f64)> {
        let is_known = self.tws_mps.is_finite() && self.boat_mps.is_finite();
        let (from_deg, mps) = over_ground(self.twd_deg, self.tws_mps, (self.boat_mps, self.boat_deg + 180.0));
        is_known.then(|| (wrap_180(from_deg - self.heading_deg), mps))
    }

    /// Angle of the vane, to starboard positive, deg: that of the apparent wind where it is known, else as measured.
    pub(super) fn vane_deg(&self) -> f64 {
        self.apparent().map_or(self.angle_deg, |(deg, _)| deg)
    }

    /// The same wind with the vane turned by an angle, deg, to starboard positive, in the wind triangle; where that is not
    /// known, the true wind is turned by it.
    pub(super) fn turn_vane(&mut self, by_deg: f64) {
        let before_deg = self.twd_deg;
        match self.apparent() {
            Some((deg, mps)) => {
                let from_deg = self.heading_deg + deg + by_deg;
                (self.twd_deg, self.tws_mps) = over_ground(from_deg, mps, (self.boat_mps, self.boat_deg));
            }
            None => self.twd_deg = wrap_360(before_deg + by_deg),
        }
        let is_apparent =
            matches!(self.method, WindMethod::ApparentAndHeading | WindMethod::ApparentAndCourse);
        let turned_deg = if is_apparent { by_deg } else { wrap_180(self.twd_deg - before_deg) };
        self.angle_deg = wrap_180(self.angle_deg + turned_deg);
    }
}

/// The instrument columns of a recording.
pub(super) struct Instruments<'a> {
    recording: &'a Recording,
    /// Added to a magnetic heading to give a true one, deg.
    offset_deg: f64,
    /// Speed, m/s, and course, deg, from the positions, by row; empty where the recording has both itself.
    moved: Vec<Option<(f64, f64)>>,
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
    stw: Latest,
    tws: Latest,
    aws: Latest,
}

impl<'a> Instruments<'a> {
    pub(super) fn of(recording: &'a Recording) -> Self {
        let mut instruments = Instruments { recording, offset_deg: 0.0, moved: Vec::new() };
        let lacks = |id: &str| recording.columns.get(id).is_none();
        if ["twa", "awa"].iter().any(|id| !lacks(id)) && (lacks("sog") || lacks("cog")) {
            instruments.moved = moved(&recording.columns);
        }
        instruments.offset_deg = instruments.compass_offset().unwrap_or(0.0);
        instruments
    }

    /// Speed over ground, m/s.
    fn sog(&self, row: usize) -> Option<f64> {
        self.value("sog", row).or_else(|| self.moved.get(row).copied().flatten().map(|(mps, _)| mps))
    }

    /// Course over ground, deg.
    fn cog(&self, row: usize) -> Option<f64> {
        self.value("cog", row).or_else(|| self.moved.get(row).copied().flatten().map(|(_, deg)| deg))
    }

    /// The wind speed without a direction.
    pub(super) fn speed(&self) -> Option<WindSeries> {
        let mut series = super::empty();
        for (row, &time_ms) in self.recording.columns.time_ms.iter().enumerate() {
            let is_later =
                series.time_ms.last().is_none_or(|last| time_ms >= last + 1000.0 * super::MIN_INTERVAL_S);
            let Some(tws_mps) = self.value("tws", row).filter(|v| *v >= 0.0 && is_later) else { continue };
            series.time_ms.push(time_ms);
            series.twd_deg.push(f64::NAN);
            series.sd_deg.push(f64::NAN);
            series.tws_mps.push(tws_mps);
        }
        (series.time_ms.len() >= super::MIN_OBSERVATIONS).then_some(series)
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

    /// Variation and deviation of the compass: the circular mean of course − heading over time, in which leeway and current
    /// cancel over all courses sailed. None with too little time.
    fn compass_offset(&self) -> Option<f64> {
        self.recording.columns.get("hdg_mag")?;
        let time = &self.recording.columns.time_ms;
        let fast = |row: &usize| self.sog(*row).is_some_and(|v| v > MIN_COMPARED_MPS);
        let off = |row: usize| Some(wrap_180(self.cog(row)? - self.value("hdg_mag", row)?));
        let mut last_ms = f64::NAN;
        let (mut offsets, mut all_s) = (Vec::new(), 0.0);
        for row in (0..time.len()).filter(fast) {
            let Some(off) = off(row).filter(|o| o.abs() < MAX_COMPASS_OFFSET_DEG) else { continue };
            let seconds = ((time[row] - last_ms) / 1000.0).clamp(0.0, MAX_ROW_S);
            last_ms = time[row];
            if seconds > 0.0 {
                offsets.push((off, seconds));
                all_s += seconds;
            }
        }
        let (mean_deg, _) = circular_mean(offsets).filter(|_| all_s >= MIN_COMPARED_S)?;
        Some(wrap_180(mean_deg))
    }

    /// The observations of all rows by all methods.
    pub(super) fn observations(&self) -> Vec<WindObservation> {
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
            state.sog.read(time_ms, self.sog(row));
            state.cog.read(time_ms, self.cog(row));
            state.stw.read(time_ms, self.value("stw", row));
            state.tws.read(time_ms, self.value("tws", row));
            state.aws.read(time_ms, self.value("aws", row));
            self.observe_row(row, time_ms, &state, &mut observations);
        }
        observations
    }

    fn observe_row(&self, row: usize, time_ms: f64, state: &LatestValues, out: &mut Vec<WindObservation>) {
        let heading = state.heading.fresh(time_ms);
        let tws_mps = state.tws.fresh(time_ms).filter(|v| *v >= 0.0).unwrap_or(f64::NAN);
        let sog = state.sog.fresh(time_ms);
        let cog = state.cog.fresh(time_ms);
        let mut observe = |method, twd: f64, tws_mps, angle: f64, (heading, boat_mps, boat_deg)| {
            out.push(WindObservation {
                time_ms,
                twd_deg: wrap_360(twd),
                tws_mps,
                method,
                angle_deg: wrap_180(angle),
                heading_deg: heading,
                boat_mps,
                boat_deg,
            })
        };
        if let Some(twd) = self.value("twd", row) {
            observe(WindMethod::Direction, twd, tws_mps, f64::NAN, (f64::NAN, f64::NAN, f64::NAN));
        }
        if let Some(twa) = self.value("twa", row) {
            if let Some(heading) = heading {
                // Instruments compute the true wind with the speed through water.
                let boat_mps = state.stw.fresh(time_ms).or(sog).unwrap_or(f64::NAN);
                let boat = (heading, boat_mps, heading);
                observe(WindMethod::AngleAndHeading, heading + twa, tws_mps, twa, boat);
            }
            if let Some((sog, cog)) = sog.zip(cog).filter(|(sog, _)| *sog > MIN_COURSE_MPS) {
                observe(WindMethod::AngleAndCourse, cog + twa, tws_mps, twa, (cog, sog, cog));
            }
        }
        let aws = state.aws.fresh(time_ms).filter(|v| *v >= 0.0);
        let Some(((awa, aws), (sog, cog))) = self.value("awa", row).zip(aws).zip(sog.zip(cog)) else {
            return;
        };
        if let Some(heading) = heading {
            let (twd, tws) = over_ground(heading + awa, aws, (sog, cog));
            observe(WindMethod::ApparentAndHeading, twd, tws, awa, (heading, sog, cog));
        } else if let Some(stw) = state.stw.fresh(time_ms).filter(|_| sog > MIN_COURSE_MPS) {
            // The angle and speed of the true wind need no compass, its direction does.
            let (twd, tws) = over_ground(cog + awa, aws, (stw, cog));
            observe(WindMethod::ApparentAndCourse, twd, tws, awa, (cog, stw, cog));
        }
    }
}

/// Speed, m/s, and course, deg, of each row from the positions about [`MOVED_S`] before and after it.
fn moved(columns: &Columns) -> Vec<Option<(f64, f64)>> {
    let fixes = columns.time_ms.iter().zip(columns.lat_deg.iter().zip(&columns.lon_deg));
    let rows: Vec<usize> = fixes
        .enumerate()
        .filter(|(_, (t, (lat, _)))| t.is_finite() && lat.is_finite())
        .map(|(i, _)| i)
        .collect();
    let mut moved = vec![None; columns.len()];
    let (mut from, mut to) = (0, 0);
    for &row in &rows {
        let s = |k: usize| (columns.time_ms[rows[k]] - columns.time_ms[row]) / 1000.0;
        while from + 1 < rows.len() && s(from + 1) <= -MOVED_S {
            from += 1;
        }
        while to + 1 < rows.len() && s(to) < MOVED_S {
            to += 1;
        }
        let seconds = s(to) - s(from);
        let ((lat0, lon0), (lat1, lon1)) = (place(columns, rows[from]), place(columns, rows[to]));
        let is_near = (lat1 - lat0).abs() < 1.0 && (lon1 - lon0).abs() < 1.0;
        if is_near && (0.5..=10.0 * MOVED_S).contains(&seconds) {
            let (east_m, north_m) = Plane::at(lat0, lon0).to_m(lat1, lon1);
            moved[row] = Some((hypot(east_m, north_m) / seconds, bearing_deg(east_m, north_m)));
        }
    }
    moved
}

fn place(columns: &Columns, row: usize) -> (f64, f64) {
    (columns.lat_deg[row], columns.lon_deg[row])
}

/// Wind over ground (direction from, deg; speed, m/s) from the apparent wind (direction from, speed) and the motion over
/// ground (speed, course).
pub(super) fn over_ground(from_deg: f64, aws: f64, (sog, cog): (f64, f64)) -> (f64, f64) {
    let (sin, cos) = libm::sincos(to_rad(from_deg));
    let (sin_c, cos_c) = libm::sincos(to_rad(cog));
    let (east, north) = (-aws * sin + sog * sin_c, -aws * cos + sog * cos_c);
    (wrap_360(to_deg(libm::atan2(-east, -north))), hypot(east, north))
}

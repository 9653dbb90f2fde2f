//! Motion of a sparse track: nothing is known between its fixes, so that speed and course are those of the displacement
//! from fix to fix (docs/algorithms.md, section 3).

use std::ops::Range;

use super::{Motion, SLOW_KN};
use crate::angle::bearing_deg;
use crate::geo::{Plane, distance_m};
use crate::track::{Track, flag};
use crate::units::mps_from_kn;

/// Standard deviation of a position, m: the receiver, and the rounding to 0.0001° of many trackers. *guess*
pub const POSITION_SD_M: f64 = 3.0;
/// Least time between two fixes whose displacement is a speed, s: over a shorter one it is noise. *guess*
const MIN_DISPLACEMENT_S: f64 = 10.0;

/// The motion of a sparse track: at each fix the mean velocity since the fix before it, at the first fix of a piece that
/// of the interval that begins there. Mean velocity is displacement over time: a lower bound of the speed sailed.
pub(super) fn displacement_motion(track: &Track) -> Motion {
    let mut motion = Motion::unknown(track);
    let slow = mps_from_kn(SLOW_KN);
    for piece in &track.pieces {
        let knots = knots(track, piece);
        for pair in knots.windows(2) {
            motion.set_between(track, pair[0], pair[1]);
        }
        motion.extend_to_ends(track, piece, &knots);
        for row in piece.clone() {
            motion.flags[row] |= flag::NO_DOPPLER;
            if motion.sog_mps[row] < slow {
                motion.flags[row] |= flag::SLOW;
            }
        }
    }
    motion
}

/// The fixes of a piece between which velocities are taken: no outliers, at least [`MIN_DISPLACEMENT_S`] apart, with the
/// first and the last good one.
fn knots(track: &Track, piece: &Range<usize>) -> Vec<usize> {
    let time_s = |row: usize| track.columns.time_ms[row] / 1000.0;
    let good = |row: &usize| track.flags[*row] & flag::OUTLIER == 0;
    let mut knots: Vec<usize> = Vec::with_capacity(piece.len());
    for row in piece.clone().filter(good) {
        match knots.last() {
            Some(&last) if time_s(row) - time_s(last) < MIN_DISPLACEMENT_S => {}
            _ => knots.push(row),
        }
    }
    let last = piece.clone().rev().find(good);
    if let (Some(last), Some(&end)) = (last, knots.last())
        && last != end
    {
        if knots.len() > 1 {
            knots.pop();
        }
        knots.push(last);
    }
    knots
}

impl Motion {
    /// Sets the rows after `from` up to `to` from the displacement between these two fixes.
    fn set_between(&mut self, track: &Track, from: usize, to: usize) {
        let columns = &track.columns;
        let (lat, lon, time) = (&columns.lat_deg, &columns.lon_deg, &columns.time_ms);
        let dt_s = (time[to] - time[from]) / 1000.0;
        let way_m = distance_m(lat[from], lon[from], lat[to], lon[to]);
        let plane = Plane::at(0.5 * (lat[from] + lat[to]), lon[from]);
        let ((e0, n0), (e1, n1)) = (plane.to_m(lat[from], lon[from]), plane.to_m(lat[to], lon[to]));
        let sog_mps = way_m / dt_s;
        let cog_deg = bearing_deg(e1 - e0, n1 - n0);
        let (sin, cos) = libm::sincos(crate::angle::to_rad(cog_deg));
        for row in from + 1..=to {
            self.east_mps[row] = sog_mps * sin;
            self.north_mps[row] = sog_mps * cos;
            self.sog_mps[row] = sog_mps;
            self.sog_sd_mps[row] = std::f64::consts::SQRT_2 * POSITION_SD_M / dt_s;
            self.cog_deg[row] = cog_deg;
            let share = (time[row] - time[from]) / (time[to] - time[from]);
            let is_outlier = track.flags[row] & flag::OUTLIER != 0;
            let place = |row: usize| track.planes.to_m(row, lat[row], lon[row]);
            let (east_m, north_m) = if is_outlier {
                let (lat_deg, lon_deg) = plane.to_deg(e0 + share * (e1 - e0), n0 + share * (n1 - n0));
                track.planes.to_m(row, lat_deg, lon_deg)
            } else {
                place(row)
            };
            (self.east_m[row], self.north_m[row]) = (east_m, north_m);
        }
    }

    /// Gives the fixes before the first knot, that knot, and the fixes after the last one the velocity beside them; a
    /// piece without two knots has none: speed 0 with an unbounded standard deviation, position as recorded.
    fn extend_to_ends(&mut self, track: &Track, piece: &Range<usize>, knots: &[usize]) {
        let columns = &track.columns;
        let place = |row: usize| track.planes.to_m(row, columns.lat_deg[row], columns.lon_deg[row]);
        let first = knots.first().copied().unwrap_or(piece.start);
        let last = knots.last().copied().unwrap_or(piece.start);
        let next = knots.get(1).copied();
        let known = |row: usize| track.flags[row] & flag::OUTLIER == 0;
        for row in (piece.start..=first).chain(last + 1..piece.end) {
            let anchor = if row <= first { first } else { last };
            let at = if known(row) { row } else { anchor };
            (self.east_m[row], self.north_m[row]) = place(at);
            let Some(from) = next.map(|next| if row <= first { next } else { last }) else {
                self.sog_sd_mps[row] = POSITION_SD_M;
                continue;
            };
            self.east_mps[row] = self.east_mps[from];
            self.north_mps[row] = self.north_mps[from];
            self.sog_mps[row] = self.sog_mps[from];
            self.sog_sd_mps[row] = self.sog_sd_mps[from];
            self.cog_deg[row] = self.cog_deg[from];
        }
    }
}

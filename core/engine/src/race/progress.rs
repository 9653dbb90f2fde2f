//! Progress of the boats along the course, and how far each is behind the first one.

use super::course::SailedCourse;
use super::field::{Field, FieldBoat};
use super::find::LEG_SHARE;
use super::legs::Leg;
use super::vectors::{dot, way};
use crate::stats::order::{first_at, sort_by_number};

/// A boat above the layline may have gone past the end of the leg before she passes it. Until then her progress stays below
/// it by this share of the leg's mean speed and the time left: at a tenth the gap before a mark is 2 s off. *guess*
const SHARE_BEFORE_PASSING: f64 = 0.5;

/// Progress of all boats. Rows are those of the field from `first_row`.
#[derive(Debug, Clone)]
pub(crate) struct Progress {
    pub first_row: usize,
    /// Progress at which each leg begins, and that of the last waypoint, m.
    pub leg_starts_m: Vec<f64>,
    pub boats: Vec<BoatProgress>,
    /// The progress of the first boat at each time (s, m), both rising, and which boat that was.
    first: Vec<(f64, f64, usize)>,
    /// Index of the first boat in each row.
    pub leaders: Vec<Option<usize>>,
    /// Speed of the fleet along the first leg, m/s: converts progress before the gun into time.
    start_mps: f64,
}

/// Progress of a boat.
#[derive(Debug, Clone, Default)]
pub(crate) struct BoatProgress {
    /// Progress in m that never falls; NaN in gaps and after she stopped racing.
    pub progress_m: Vec<f64>,
    /// Leg of each row; none outside the race.
    pub legs: Vec<Option<usize>>,
    /// When (s) she was how far (m): each second and each passing.
    knots: Vec<(f64, f64)>,
    /// Mean speed along each leg, m/s; of legs that she did not end, that of the fleet.
    pub leg_mps: Vec<f64>,
}

impl Progress {
    /// The progress of all boats from the gun to the last passing.
    pub(super) fn of(field: &Field, course: &SailedCourse, legs: &[Leg]) -> Self {
        let mut leg_starts_m = vec![0.0];
        let mut sum_m = 0.0;
        for leg in legs {
            sum_m += leg.progress_m;
            leg_starts_m.push(sum_m);
        }
        let first_row = libm::ceil(course.gun_s.max(0.0)) as usize;
        let end_s = course.last_passing_s().unwrap_or(course.end_s).min(course.end_s);
        let rows = (libm::ceil(end_s.max(0.0)) as usize + 1).min(field.seconds).saturating_sub(first_row);
        let fleet_mps: Vec<f64> = (0..legs.len()).map(|k| fleet_mps(course, legs, k)).collect();
        let start_mps = fleet_mps.first().copied().unwrap_or(1.0);
        let mut progress = Self {
            first_row,
            leg_starts_m,
            boats: Vec::new(),
            first: Vec::new(),
            leaders: Vec::new(),
            start_mps,
        };
        for b in 0..course.boats.len() {
            progress.boats.push(progress.boat(field, course, legs, b, rows, &fleet_mps));
        }
        progress.lead(rows);
        progress
    }

    fn boat(
        &self,
        field: &Field,
        course: &SailedCourse,
        legs: &[Leg],
        b: usize,
        rows: usize,
        fleet_mps: &[f64],
    ) -> BoatProgress {
        let Some(boat) = course.boat(field, b) else {
            return BoatProgress::default();
        };
        let ends_s: Vec<Option<f64>> = (0..legs.len()).map(|k| leg_end_s(course, b, k)).collect();
        let mut own = BoatProgress {
            progress_m: vec![f64::NAN; rows],
            legs: vec![None; rows],
            knots: Vec::new(),
            leg_mps: own_mps(course, legs, b, fleet_mps),
        };
        let (mut k, mut most_m) = (0, f64::NEG_INFINITY);
        for at in 0..rows {
            let row = self.first_row + at;
            while let Some(&Some(end_s)) = ends_s.get(k).filter(|e| e.is_some_and(|e| e <= row as f64)) {
                k += 1;
                let end_m = self.leg_starts_m.get(k).copied().unwrap_or(f64::NAN);
                if course.passing(b, k - 1).is_some() && end_m >= most_m {
                    most_m = end_m;
                    own.knots.push((end_s, end_m));
                }
            }
            let Some(leg) = legs.get(k) else { break };
            let Some(m) = self.along(field, course, boat, leg, b, k, row) else { continue };
            let left_s = ends_s.get(k).copied().flatten().map_or(0.0, |end_s| end_s - row as f64);
            let mps = own.leg_mps.get(k).copied().unwrap_or(0.0);
            let limit_m =
                self.leg_starts_m.get(k + 1).copied().unwrap_or(m) - SHARE_BEFORE_PASSING * mps * left_s;
            most_m = most_m.max(m.min(limit_m));
            own.set(at, k, most_m);
            own.knots.push((row as f64, most_m));
        }
        if k < legs.len() {
            own.stop_at_last_advance();
        }
        own.fill_gaps(&self.leg_starts_m);
        own
    }

    /// Progress in a row of a leg, from what remains of it along its direction at that time.
    #[allow(clippy::too_many_arguments)]
    fn along(
        &self,
        field: &Field,
        course: &SailedCourse,
        boat: &FieldBoat,
        leg: &Leg,
        b: usize,
        k: usize,
        row: usize,
    ) -> Option<f64> {
        let at = boat.at(row)?;
        let (start, end) = (course.leg_start(b, k), course.leg_end(b, k));
        let d = leg.direction(field, row);
        let along = |d: (f64, f64), from: (f64, f64)| dot(way(from, end), d);
        // A short length along the wind says nothing of progress: it is then counted straight to the end of the leg.
        let d = if along(d, start) < LEG_SHARE * leg.progress_m { leg.along } else { d };
        let (length_m, left_m) = (along(d, start), along(d, at));
        let share = if length_m > 1.0 { 1.0 - left_m / length_m } else { 0.0 };
        Some(self.leg_starts_m.get(k)? + leg.progress_m * share)
    }

    /// Fills the progress of the first boat.
    fn lead(&mut self, rows: usize) {
        let of_boat = |(b, boat): (usize, &BoatProgress)| -> Vec<(f64, f64, usize)> {
            boat.knots.iter().map(|&(s, m)| (s, m, b)).collect()
        };
        let mut knots: Vec<(f64, f64, usize)> = self.boats.iter().enumerate().flat_map(of_boat).collect();
        sort_by_number(&mut knots, |k| k.0);
        for knot in knots {
            match self.first.last_mut() {
                Some(last) if knot.1 <= last.1 => {}
                Some(last) if knot.0 == last.0 => *last = knot,
                _ => self.first.push(knot),
            }
        }
        let of_row = |at: usize| {
            let now = |b: usize| self.boats.get(b)?.progress_m.get(at).copied().filter(|m| m.is_finite());
            let racing = (0..self.boats.len()).filter_map(|b| Some((b, now(b)?)));
            racing.reduce(|first, b| if b.1 > first.1 { b } else { first }).map(|(b, _)| b)
        };
        self.leaders = (0..rows).map(of_row).collect();
    }

    /// How long before `time_s` the first boat was as far as boat `b` with `progress_m` is, s; 0 or more from the gun on. A boat
    /// that was there first herself, and waits, is behind from when another goes beyond.
    pub(super) fn behind_s(&self, b: usize, time_s: f64, progress_m: f64) -> Option<f64> {
        let at = self.first.partition_point(|k| k.1 < progress_m);
        let (t1, m1, first) = *self.first.get(at)?;
        let then_s = match at.checked_sub(1).and_then(|before| self.first.get(before)) {
            _ if first == b && m1 == progress_m => self.first.get(at + 1).map_or(time_s, |next| next.0),
            Some(&(t0, m0, _)) => t0 + (progress_m - m0) / (m1 - m0) * (t1 - t0),
            None => t1 - (m1 - progress_m) / self.start_mps,
        };
        Some((time_s - then_s).max(0.0))
    }

    /// Progress of the first boat at a time, m.
    pub(super) fn first_m(&self, time_s: f64) -> Option<f64> {
        let at = self.first.partition_point(|k| k.0 < time_s);
        let Some(&(t1, m1, _)) = self.first.get(at) else { return self.first.last().map(|k| k.1) };
        match at.checked_sub(1).and_then(|before| self.first.get(before)) {
            Some(&(t0, m0, _)) if t1 > t0 => Some(m0 + (time_s - t0) / (t1 - t0) * (m1 - m0)),
            _ => Some(m1),
        }
    }
}

impl BoatProgress {
    fn set(&mut self, at: usize, leg: usize, progress_m: f64) {
        if let (Some(m), Some(of_row)) = (self.progress_m.get_mut(at), self.legs.get_mut(at)) {
            (*m, *of_row) = (progress_m, Some(leg));
        }
    }

    /// A boat that retired counts until she was as far as ever.
    fn stop_at_last_advance(&mut self) {
        let most_m = self.progress_m.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let last = self.progress_m.iter().position(|&m| m == most_m).map_or(0, |at| at + 1);
        for at in last..self.progress_m.len() {
            if let (Some(m), Some(leg)) = (self.progress_m.get_mut(at), self.legs.get_mut(at)) {
                (*m, *leg) = (f64::NAN, None);
            }
        }
        let times: Vec<f64> = self.knots.iter().map(|k| k.1).collect();
        self.knots.truncate(first_at(&times, most_m) + 1);
    }

    /// Adds the seconds of gaps inside of a leg to the knots: while the first boat is not seen, the others are behind where
    /// she sails meanwhile, and do not lead.
    fn fill_gaps(&mut self, leg_starts_m: &[f64]) {
        let mut filled: Vec<(f64, f64)> = Vec::with_capacity(self.knots.len());
        for &(t1, m1) in &self.knots {
            if let Some(&(t0, m0)) = filled.last()
                && !leg_starts_m.iter().any(|&m| m0 < m && m < m1)
            {
                let between = 1..libm::ceil(t1 - t0).max(1.0) as usize;
                filled.extend(between.map(|i| (t0 + i as f64, m0 + i as f64 / (t1 - t0) * (m1 - m0))));
            }
            filled.push((t1, m1));
        }
        self.knots = filled;
    }
}

/// When a boat ended a leg, or about when inside of a gap, s.
fn leg_end_s(course: &SailedCourse, b: usize, k: usize) -> Option<f64> {
    let unseen = || course.unseen_s.get(b)?.get(k).copied().flatten();
    course.passing(b, k).map(|p| p.time_s).or_else(unseen)
}

/// Progress of a leg over the median of the boats' times, m/s.
fn fleet_mps(course: &SailedCourse, legs: &[Leg], k: usize) -> f64 {
    let time = |b: usize| Some(course.passing(b, k)?.time_s - course.leg_start_s(b, k)?);
    let mut times: Vec<f64> = (0..course.boats.len()).filter_map(time).filter(|t| *t > 0.0).collect();
    let median_s = crate::stats::quantile::median(&mut times).unwrap_or(f64::INFINITY);
    (legs.get(k).map_or(0.0, |l| l.progress_m) / median_s).max(0.1)
}

fn own_mps(course: &SailedCourse, legs: &[Leg], b: usize, fleet_mps: &[f64]) -> Vec<f64> {
    let own = |(k, leg): (usize, &Leg)| {
        let time = || Some(course.passing(b, k)?.time_s - course.leg_start_s(b, k)?);
        let fleet = fleet_mps.get(k).copied().unwrap_or(0.1);
        time().filter(|t| *t > 0.0).map_or(fleet, |t| (leg.progress_m / t).max(0.1))
    };
    legs.iter().enumerate().map(own).collect()
}

//! Legs of a course and how each boat sailed them.

use super::answer::{BoatLeg, LegKind, RaceLeg};
use super::course::{PassingTime, SailedCourse};
use super::field::{Field, FieldBoat};
use super::series::LEAST_MPS;
use super::vectors::{apart_m, dot, unit, way};
use crate::angle::{bearing_deg, hypot, to_rad, wrap_180};
use crate::segment::SegmentKind;
use crate::stats::quantile::median;
use crate::units::MPS_PER_KNOT;

/// Largest angle between a beat and the wind, and between a run and the opposite of it, deg (docs/races.md, 4). *guess*
const MAX_UP_DEG: f64 = 45.0;

/// A leg of the fleet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leg {
    pub report: RaceLeg,
    /// Unit vector from the waypoint before to the one after.
    pub along: (f64, f64),
    /// Progress that it counts, m: median of the boats' own length along the wind, or along a reach.
    pub progress_m: f64,
}

impl Leg {
    /// Unit vector of progress in a row: to windward on a beat, to leeward on a run, along a reach.
    pub(super) fn direction(&self, field: &Field, row: usize) -> (f64, f64) {
        self.direction_in(field.wind.to_windward(row))
    }

    /// The same in a wind with this unit vector to windward.
    fn direction_in(&self, to_windward: Option<(f64, f64)>) -> (f64, f64) {
        match (self.report.kind, to_windward) {
            (LegKind::Up, Some(n)) => n,
            (LegKind::Down, Some(n)) => (-n.0, -n.1),
            _ => self.along,
        }
    }
}

/// The legs of a course, each ending at the waypoint of the same index.
pub(crate) fn legs(field: &Field, course: &SailedCourse) -> Vec<Leg> {
    (0..course.waypoints.len()).map(|k| leg(field, course, k)).collect()
}

fn leg(field: &Field, course: &SailedCourse, k: usize) -> Leg {
    let centre =
        |k: Option<usize>| k.and_then(|k| course.waypoints.get(k)).map_or(course.start, |w| w.centre);
    let (from, to) = (centre(k.checked_sub(1)), centre(Some(k)));
    let along = unit(way(from, to)).unwrap_or((0.0, 1.0));
    let (length_m, axis_deg) = (apart_m(from, to), bearing_deg(along.0, along.1));
    let boats = 0..course.boats.len();
    let start_s = boats.clone().filter_map(|b| course.leg_start_s(b, k)).fold(f64::INFINITY, f64::min);
    let end_s = boats.clone().filter_map(|b| course.passing(b, k)).map(|p| p.time_s).fold(0.0, f64::max);
    let wind = field.wind.mean(start_s.max(0.0) as usize..(end_s.max(0.0) as usize + 1));
    let (twd_deg, twd_sd_deg) = wind.unzip();
    let kind = match twd_deg.map(|twd| wrap_180(axis_deg - twd).abs()) {
        Some(off) if off < MAX_UP_DEG => LegKind::Up,
        Some(off) if off > 180.0 - MAX_UP_DEG => LegKind::Down,
        _ => LegKind::Reach,
    };
    let report = RaceLeg { from: k as u32, to: k as u32 + 1, kind, length_m, axis_deg, twd_deg, twd_sd_deg };
    let mut leg = Leg { report, along, progress_m: length_m };
    let direction = leg.direction_in(twd_deg.map(|twd| libm::sincos(to_rad(twd))));
    let own = |b: usize| {
        course.passing(b, k)?;
        Some(dot(way(course.leg_start(b, k), course.leg_end(b, k)), direction))
    };
    leg.progress_m = median(&mut boats.filter_map(own).collect::<Vec<_>>()).unwrap_or(length_m).max(1.0);
    leg
}

/// Per boat and leg; none where one of its ends was not seen. `places` has the place of each boat at each waypoint.
pub(crate) fn boat_legs(
    field: &Field,
    course: &SailedCourse,
    legs: &[Leg],
    places: &[Vec<Option<u32>>],
) -> Vec<Vec<Option<BoatLeg>>> {
    let mut all: Vec<Vec<Option<BoatLeg>>> = vec![Vec::new(); course.boats.len()];
    for (k, leg) in legs.iter().enumerate() {
        let mut of_leg: Vec<Option<BoatLeg>> = (0..course.boats.len())
            .map(|b| {
                let place = |waypoint: usize| places.get(b)?.get(waypoint).copied().flatten();
                let before = k.checked_sub(1).map(place);
                let gained = match (before.flatten(), place(k)) {
                    (Some(before), Some(after)) => before as i32 - after as i32,
                    _ => 0,
                };
                boat_leg(field, course, leg, b, k, gained)
            })
            .collect();
        compare(&mut of_leg);
        for (boat, own) in all.iter_mut().zip(of_leg) {
            boat.push(own);
        }
    }
    all
}

fn boat_leg(
    field: &Field,
    course: &SailedCourse,
    leg: &Leg,
    b: usize,
    k: usize,
    places_gained: i32,
) -> Option<BoatLeg> {
    let boat = course.boat(field, b)?;
    let (from_s, end) = (course.leg_start_s(b, k)?, course.passing(b, k)?);
    let time_s = end.time_s - from_s;
    if time_s <= 0.0 {
        return None;
    }
    let (sailed_m, under_way_s) = sailed(boat, from_s, end.time_s);
    let turns = |kind: SegmentKind| {
        let within =
            |t: &&super::field::FieldTurn| t.kind == kind && t.time_s >= from_s && t.time_s < end.time_s;
        boat.turns.iter().filter(within).count() as u32
    };
    let start_sd_s = k.checked_sub(1).and_then(|before| course.passing(b, before)).map_or(0.0, |p| p.sd_s);
    Some(BoatLeg {
        time_s,
        sailed_m,
        sailed_over_shortest_pct: 0.0,
        vmg_kn: leg.progress_m / time_s / MPS_PER_KNOT,
        sog_kn: if under_way_s > 0.0 { sailed_m / under_way_s / MPS_PER_KNOT } else { 0.0 },
        tacks: turns(SegmentKind::Tack),
        gybes: turns(SegmentKind::Gybe),
        places_gained,
        gain_s: 0.0,
        gain_sd_s: hypot(start_sd_s, end.sd_s),
    })
}

/// Distance sailed between two times, m, and how long the boat sailed, s: without gaps and drifting.
pub(super) fn sailed(boat: &FieldBoat, from_s: f64, to_s: f64) -> (f64, f64) {
    let (mut metres, mut seconds) = (0.0, 0.0);
    for row in from_s.max(0.0) as usize..libm::ceil(to_s.max(0.0)) as usize {
        let (Some(a), Some(b)) = (boat.at(row), boat.at(row + 1)) else { continue };
        let (start, end) = ((row as f64).max(from_s), (row as f64 + 1.0).min(to_s));
        let step_m = apart_m(a, b);
        if step_m >= LEAST_MPS && end > start {
            metres += step_m * (end - start);
            seconds += end - start;
        }
    }
    (metres, seconds)
}

/// Fills what compares the boats on a leg.
fn compare(of_leg: &mut [Option<BoatLeg>]) {
    let shortest = of_leg.iter().flatten().map(|l| l.sailed_m).fold(f64::INFINITY, f64::min);
    let middle_s = median(&mut of_leg.iter().flatten().map(|l| l.time_s).collect::<Vec<_>>());
    for leg in of_leg.iter_mut().flatten() {
        if shortest > 0.0 {
            leg.sailed_over_shortest_pct = 100.0 * (leg.sailed_m / shortest - 1.0);
        }
        leg.gain_s = middle_s.unwrap_or(leg.time_s) - leg.time_s;
    }
}

/// Standard deviation of the difference of two times of passing a waypoint, s. An error of the position of a mark delays
/// boats of equal speed alike.
pub(super) fn difference_sd_s(a: &PassingTime, b: &PassingTime) -> f64 {
    let of_mark = |p: &PassingTime| libm::sqrt((p.sd_s * p.sd_s - p.own_sd_s * p.own_sd_s).max(0.0));
    let own = hypot(a.own_sd_s, b.own_sd_s);
    let common = if a.mark == b.mark { of_mark(a) - of_mark(b) } else { hypot(of_mark(a), of_mark(b)) };
    hypot(own, common)
}

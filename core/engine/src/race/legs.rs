//! Legs of a course and how each boat sailed them.

use super::answer::{BoatLeg, LegKind, RaceLeg};
use super::course::{PassingTime, SailedCourse};
use super::field::{Field, FieldBoat};
use super::rounding::unit;
use super::series::LEAST_MPS;
use crate::angle::{bearing_deg, hypot, wrap_180};
use crate::segment::SegmentKind;
use crate::stats::quantile::median;
use crate::units::MPS_PER_KNOT;

/// Largest angle between a beat and the wind, and between a run and the opposite of it, deg (docs/races.md, 4). *guess*
const MAX_UP_DEG: f64 = 45.0;

/// A leg of the fleet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leg {
    pub kind: LegKind,
    /// Unit vector from the waypoint before to the one after.
    pub along: (f64, f64),
    /// Between the middles of the waypoints, m.
    pub length_m: f64,
    /// Progress that it counts, m: median of the boats' own length along the wind, or along a reach.
    pub progress_m: f64,
    /// Mean wind and its standard deviation while the fleet sailed it, deg; NaN without one.
    pub twd_deg: f64,
    pub twd_sd_deg: f64,
}

impl Leg {
    /// Unit vector of progress in a row: to windward on a beat, to leeward on a run, along a reach.
    pub(super) fn direction(&self, field: &Field, row: usize) -> (f64, f64) {
        match (self.kind, field.wind.to_windward(row)) {
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
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = unit((dx, dy)).unwrap_or((0.0, 1.0));
    let boats = 0..course.boats.len();
    let start_s = boats.clone().filter_map(|b| course.leg_start_s(b, k)).fold(f64::INFINITY, f64::min);
    let end_s = boats.clone().filter_map(|b| course.passing(b, k)).map(|p| p.time_s).fold(0.0, f64::max);
    let wind = field.wind.mean(start_s.max(0.0) as usize..(end_s.max(0.0) as usize + 1));
    let (twd_deg, twd_sd_deg) = wind.unwrap_or((f64::NAN, f64::NAN));
    let kind = match wrap_180(bearing_deg(dx, dy) - twd_deg).abs() {
        off if off < MAX_UP_DEG => LegKind::Up,
        off if off > 180.0 - MAX_UP_DEG => LegKind::Down,
        _ => LegKind::Reach,
    };
    let length_m = hypot(dx, dy);
    let mut leg = Leg { kind, along, length_m, progress_m: length_m, twd_deg, twd_sd_deg };
    let (sin, cos) = libm::sincos(crate::angle::to_rad(twd_deg));
    let d = match kind {
        LegKind::Up => (sin, cos),
        LegKind::Down => (-sin, -cos),
        LegKind::Reach => along,
    };
    let own = |b: usize| {
        course.passing(b, k)?;
        let (p, q) = (course.leg_start(b, k), course.leg_end(b, k));
        Some((q.0 - p.0) * d.0 + (q.1 - p.1) * d.1)
    };
    leg.progress_m = median(&mut boats.filter_map(own).collect::<Vec<_>>()).unwrap_or(length_m).max(1.0);
    leg
}

/// The legs in the types of the border.
pub(crate) fn race_legs(legs: &[Leg]) -> Vec<RaceLeg> {
    let known = |deg: f64| deg.is_finite().then_some(deg);
    let race_leg = |(k, leg): (usize, &Leg)| RaceLeg {
        from: k as u32,
        to: k as u32 + 1,
        kind: leg.kind,
        length_m: leg.length_m,
        axis_deg: bearing_deg(leg.along.0, leg.along.1),
        twd_deg: known(leg.twd_deg),
        twd_sd_deg: known(leg.twd_sd_deg),
    };
    legs.iter().enumerate().map(race_leg).collect()
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
    let boat = field.boats.get(*course.boats.get(b)?)?;
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
        let step_m = hypot(b.0 - a.0, b.1 - a.1);
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

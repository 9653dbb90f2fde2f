//! Places of the boats at the waypoints, and the result of the race.

use super::answer::{
    BoatState, Passing, PlaceBasis, RaceBoat, RaceMark, RacePlace, RaceWaypoint, WaypointKind,
};
use super::course::{Mark, PassingTime, SailedCourse, Waypoint};
use super::field::{Field, FieldBoat, GAP_S};
use super::legs::{Leg, boat_legs, difference_sd_s, sailed};
use crate::calendar::iso_utc;
use crate::stats::moments::Z_90;
use crate::stats::order::sort_by_number;

/// The place of a boat at a waypoint, and whether it is certain.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    place: u32,
    sure: bool,
}

/// The boats of the course in its order; their start is to be added.
pub(crate) fn race_boats(field: &Field, course: &SailedCourse, legs: &[Leg]) -> Vec<RaceBoat> {
    let by_waypoint: Vec<Vec<Option<Place>>> =
        (0..course.waypoints.len()).map(|k| places(field, course, k)).collect();
    let place = |b: usize, k: usize| by_waypoint.get(k)?.get(b).copied().flatten();
    let of_boat = |b: usize| (0..course.waypoints.len()).map(|k| place(b, k).map(|p| p.place)).collect();
    let places: Vec<Vec<Option<u32>>> = (0..course.boats.len()).map(of_boat).collect();
    let mut legs = boat_legs(field, course, legs, &places).into_iter();
    let boat = |(b, &index): (usize, &usize)| {
        let boat = field.boats.get(index)?;
        let passings: Vec<Option<Passing>> =
            (0..course.waypoints.len()).map(|k| passing(field, course, b, k, place(b, k)?)).collect();
        let state = state(course, b);
        let last = course.waypoints.len().checked_sub(1).and_then(|k| place(b, k));
        let result = last.filter(|_| state == BoatState::Finished);
        let end_s = course.passings.get(b).and_then(|p| p.last().copied().flatten()).map(|p| p.time_s);
        let finished_s = end_s.filter(|_| result.is_some());
        Some(RaceBoat {
            track: boat.name.clone(),
            state,
            place: result.map(|p| p.place),
            place_sure: result.is_some_and(|p| p.sure),
            elapsed_s: finished_s.map(|s| s - course.gun_s),
            sailed_m: finished_s.map(|s| sailed(boat, course.gun_s, s).0),
            start: None,
            passings,
            legs: legs.next().unwrap_or_default(),
        })
    };
    course.boats.iter().enumerate().filter_map(boat).collect()
}

/// Indices of the boats in the order of the result: by place, then by how far and how fast they sailed the course.
pub(crate) fn standings(course: &SailedCourse) -> Vec<usize> {
    let reached = |b: usize| {
        let passings = course.passings.get(b)?;
        let last = passings.iter().rposition(Option::is_some)?;
        Some((last, course.passing(b, last)?.time_s))
    };
    let mut order: Vec<usize> = (0..course.boats.len()).collect();
    // Stable: the last key is the first one.
    sort_by_number(&mut order, |&b| reached(b).map_or(f64::INFINITY, |r| r.1));
    sort_by_number(&mut order, |&b| reached(b).map_or(1.0, |r| -(r.0 as f64)));
    sort_by_number(&mut order, |&b| if state(course, b) == BoatState::Finished { 0.0 } else { 1.0 });
    order
}

fn state(course: &SailedCourse, b: usize) -> BoatState {
    if course.differs.get(b).copied().unwrap_or(false) {
        BoatState::CourseDiffers
    } else if course.waypoints.len().checked_sub(1).is_some_and(|k| course.passing(b, k).is_some()) {
        BoatState::Finished
    } else {
        BoatState::Retired
    }
}

fn passing(field: &Field, course: &SailedCourse, b: usize, k: usize, place: Place) -> Option<Passing> {
    let own = course.passing(b, k)?;
    let first = (0..course.boats.len()).filter_map(|c| course.passing(c, k)).map(|p| p.time_s);
    let first_s = first.fold(own.time_s, f64::min);
    Some(Passing {
        waypoint: k as u32 + 1,
        time: iso_utc(field.ms(own.time_s)),
        sd_s: own.sd_s,
        place: place.place,
        place_sure: place.sure,
        behind_s: own.time_s - first_s,
    })
}

/// A boat at a waypoint: seen, or in a gap between two moments.
enum Arrival {
    Seen(PassingTime),
    Hidden(f64, f64),
}

impl Arrival {
    fn time_s(&self) -> f64 {
        match self {
            Self::Seen(p) => p.time_s,
            Self::Hidden(from_s, to_s) => 0.5 * (from_s + to_s),
        }
    }

    /// Whether the other boat may have passed first, or second.
    fn may_swap(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Seen(a), Self::Seen(b)) => (a.time_s - b.time_s).abs() < Z_90 * difference_sd_s(a, b),
            (Self::Seen(a), Self::Hidden(from_s, to_s)) | (Self::Hidden(from_s, to_s), Self::Seen(a)) => {
                a.time_s > from_s - Z_90 * a.sd_s && a.time_s < to_s + Z_90 * a.sd_s
            }
            (Self::Hidden(..), Self::Hidden(..)) => true,
        }
    }
}

/// Places at a waypoint by time of passing. Boats in a gap count, without a place of their own; those that left out a
/// waypoint before do not. Whether these really left it out, or were not seen there, is not known: so no place behind them
/// is sure, nor one at a waypoint that they left out, while they may have passed it.
fn places(field: &Field, course: &SailedCourse, k: usize) -> Vec<Option<Place>> {
    let mut arrivals: Vec<(usize, Arrival)> = Vec::new();
    let mut doubtful: Vec<Arrival> = Vec::new();
    for b in 0..course.boats.len() {
        let hidden = || {
            let near_s = course.unseen_s.get(b)?.get(k).copied().flatten()?;
            let (from_s, to_s) = gap(course.boat(field, b)?, near_s);
            Some(Arrival::Hidden(from_s, to_s))
        };
        let seen = course.passing(b, k).map(|p| Arrival::Seen(*p));
        match seen.or_else(hidden) {
            Some(arrival) if !left_out_before(course, b, k) => arrivals.push((b, arrival)),
            Some(arrival) => doubtful.push(Arrival::Hidden(arrival.time_s(), f64::INFINITY)),
            None => doubtful.extend(between(course, b, k)),
        }
    }
    sort_by_number(&mut arrivals, |a| a.1.time_s());
    let mut places = vec![None; course.boats.len()];
    for (rank, (b, own)) in arrivals.iter().enumerate() {
        let others = arrivals.iter().filter(|(c, _)| c != b).map(|(_, other)| other);
        let unsure = others.chain(&doubtful).any(|other| own.may_swap(other));
        if let (Arrival::Seen(_), Some(place)) = (own, places.get_mut(*b)) {
            *place = Some(Place { place: rank as u32 + 1, sure: !unsure });
        }
    }
    places
}

/// When a boat may have passed a waypoint that she was seen to pass neither there nor in a gap: from the passing before
/// it on, if she passed one after it, or if only a finish that was estimated was left.
fn between(course: &SailedCourse, b: usize, k: usize) -> Option<Arrival> {
    let is_estimated = |w: &Waypoint| w.marks.iter().any(|m| m.basis == PlaceBasis::Estimated);
    let is_finish =
        course.waypoints.get(k).is_some_and(|w| w.kind == WaypointKind::Finish && is_estimated(w));
    let reached = is_finish && k.checked_sub(1).is_some_and(|last| course.passing(b, last).is_some());
    if !reached && (k + 1..course.waypoints.len()).all(|later| course.passing(b, later).is_none()) {
        return None;
    }
    let before = (0..k).rev().find_map(|i| course.passing(b, i));
    Some(Arrival::Hidden(before.map_or(course.gun_s, |p| p.time_s), f64::INFINITY))
}

fn left_out_before(course: &SailedCourse, b: usize, k: usize) -> bool {
    let missing = |i: usize| {
        course.passing(b, i).is_none()
            && course.unseen_s.get(b).and_then(|u| u.get(i)).is_none_or(Option::is_none)
    };
    course.differs.get(b).copied().unwrap_or(false) && (0..k).any(missing)
}

/// First and last second of the gap beside a moment, s.
fn gap(boat: &FieldBoat, near_s: f64) -> (f64, f64) {
    let near = near_s.max(0.0) as usize;
    let is_gap = |row: &usize| boat.at(*row).is_none();
    let inside = (near.saturating_sub(GAP_S as usize)..=near + GAP_S as usize).find(is_gap).unwrap_or(near);
    let mut from = inside;
    while from > 0 && is_gap(&(from - 1)) {
        from -= 1;
    }
    let to = (inside..boat.east_m.len()).find(|row| !is_gap(row)).unwrap_or(boat.east_m.len());
    (from as f64 - 1.0, to as f64)
}

/// The waypoints after the start in the types of the border; that of the start, id 0, is to be added.
pub(crate) fn race_waypoints(field: &Field, course: &SailedCourse) -> Vec<RaceWaypoint> {
    let mark = |m: &Mark| {
        let (lat_deg, lon_deg) = field.plane.to_deg(m.at.0, m.at.1);
        RaceMark { place: RacePlace { lat_deg, lon_deg, sd_m: m.sd_m, basis: m.basis }, passings: m.passings }
    };
    let waypoint = |(k, w): (usize, &Waypoint)| RaceWaypoint {
        id: k as u32 + 1,
        kind: w.kind,
        side: w.side.filter(|_| w.kind != WaypointKind::Finish),
        marks: w.marks.iter().map(mark).collect(),
        moved: w.moved,
    };
    course.waypoints.iter().enumerate().map(waypoint).collect()
}

//! The finishing line and when the boats crossed it.

use super::answer::{PlaceBasis, WaypointKind};
use super::course::{LegEnds, Mark, PassingTime, Placed, SailedCourse, Waypoint};
use super::field::{Field, FieldBoat, MANY_BOATS};
use super::line::{End, HAND_SD_M, Line};
use super::passings::PASSING_SD_S;
use super::rounding::ONE_ROUNDING_S;
use super::series::WINDOW_S;
use super::vectors::{across_and_along, dot, from_across_and_along, unit, way};
use crate::angle::{hypot, to_rad};
use crate::stats::geometric::middle;
use crate::stats::quantile::{median, quantile};
use crate::stats::regression::theil_sen_slope;

/// A boat stopped racing when her advance over so many s stays below this share of that in the leg's first minute for so many s
/// *from* docs/races.md, 3
const ADVANCE_S: usize = 20;
pub(super) const STOPPED_SHARE: f64 = 0.4;
const STOPPED_S: usize = 15;
/// A line is estimated from many boats that stopped within so many m (median) of one line of at least this length; it is
/// this quantile of theirs in the direction of sailing (docs/races.md, 3). *guess*
pub(super) const MAX_SPREAD_M: f64 = 10.0;
const MIN_LENGTH_M: f64 = 12.0;
const LINE_QUANTILE: f64 = 0.15;
/// Least standard deviation of an estimated line, m: *measured* on simulated fleets, which stop up to 20 m beyond it.
const MIN_SD_M: f64 = 15.0;

/// Adds the finish after the last waypoint: the line placed by hand, else the one where the boats stopped, if there
/// is one.
pub(super) fn add_finish(field: &Field, course: &mut SailedCourse, placed: &Placed) {
    let line = match placed.finish {
        [Some(a), Some(b)] => hand_line(field, course, [a, b]),
        _ => estimated_line(field, course),
    };
    let Some(line) = line else { return };
    let crossings: Vec<Option<PassingTime>> =
        (0..course.boats.len()).map(|b| first_crossing(field, course, b, &line)).collect();
    let reached = (0..course.boats.len()).filter(|&b| last_leg_s(course, b).is_some()).count();
    let count = crossings.iter().flatten().count();
    if count == 0 || 2 * count < reached {
        return;
    }
    let mark = |End { at, sd_m, basis }: End| Mark {
        at,
        sd_m,
        basis,
        passings: count as u32,
        inside: line.ahead,
        clockwise: false,
    };
    course.waypoints.push(Waypoint {
        ends: LegEnds::Other,
        kind: WaypointKind::Finish,
        side: None,
        marks: vec![mark(line.pin), mark(line.committee)],
        moved: false,
        centre: line.middle(),
    });
    for ((passings, unseen_s), crossing) in
        course.passings.iter_mut().zip(&mut course.unseen_s).zip(crossings)
    {
        passings.push(crossing);
        unseen_s.push(None);
    }
}

/// When a boat began the last leg, after the last waypoint, s.
fn last_leg_s(course: &SailedCourse, boat: usize) -> Option<f64> {
    course.leg_start_s(boat, course.waypoints.len())
}

/// A line placed by hand, unless the boats crossed it before the last waypoint: then that is a turn after the finish.
fn hand_line(field: &Field, course: &SailedCourse, ends: [(f64, f64); 2]) -> Option<Line> {
    let [a, b] = ends.map(|at| End { at, sd_m: HAND_SD_M, basis: PlaceBasis::Hand });
    let line_from = |course: &SailedCourse| {
        let from = course.waypoints.last().map_or(course.start, |w| w.centre);
        Line::between(a, b, way(from, a.at))
    };
    let shorter = course.without_last();
    let line = line_from(&shorter)?;
    let turned_after = (0..course.boats.len()).filter(|&i| {
        let crossing = first_crossing(field, &shorter, i, &line);
        let turn_s = course.waypoints.len().checked_sub(1).and_then(|k| Some(course.passing(i, k)?.time_s));
        matches!((crossing, turn_s), (Some(c), Some(turn))
            if c.time_s < turn + ADVANCE_S as f64 && turn < c.time_s + ONE_ROUNDING_S)
    });
    if 2 * turned_after.count() > course.boats.len() { None } else { line_from(course) }
}

/// Unit vector along the leg after the last waypoint. After an offset mark it is that of its top mark: on a run the boats
/// leave it on one tack.
fn direction(field: &Field, course: &SailedCourse) -> Option<(f64, f64)> {
    let (sin, cos) = libm::sincos(to_rad(course.axis_deg));
    let last = course.waypoints.iter().rfind(|w| w.kind != WaypointKind::Offset);
    match last.map(|w| w.ends) {
        Some(LegEnds::Beat) => Some((-sin, -cos)),
        Some(LegEnds::ToBeat) => Some((sin, cos)),
        Some(LegEnds::Other) => {
            let moved = |b: usize| {
                let (boat, s) = (course.boat(field, b)?, last_leg_s(course, b)?);
                Some(way(boat.at_s(s)?, boat.at_s(s + ONE_ROUNDING_S)?))
            };
            let moves: Vec<(f64, f64)> = (0..course.boats.len()).filter_map(moved).collect();
            unit(middle(&moves)?)
        }
        None => None,
    }
}

fn estimated_line(field: &Field, course: &SailedCourse) -> Option<Line> {
    let direction = direction(field, course)?;
    let stop = |b: usize| stop(course.boat(field, b)?, last_leg_s(course, b)?, course.end_s, direction);
    let stops: Vec<(f64, f64)> = (0..course.boats.len()).filter_map(stop).collect();
    if stops.len() < MANY_BOATS || 2 * stops.len() < course.boats.len() {
        return None;
    }
    let (x, y): (Vec<f64>, Vec<f64>) = stops.iter().map(|&at| across_and_along(at, direction)).unzip();
    let (left, right) = (quantile(&mut x.clone(), 0.0)?, quantile(&mut x.clone(), 1.0)?);
    let slope = theil_sen_slope(&x, &y)?;
    let mut offsets: Vec<f64> = x.iter().zip(&y).map(|(x, y)| y - slope * x).collect();
    let middle = median(&mut offsets)?;
    let spread = median(&mut offsets.iter().map(|o| (o - middle).abs()).collect::<Vec<_>>())?;
    let offset = quantile(&mut offsets, LINE_QUANTILE)?;
    if spread > MAX_SPREAD_M || right - left < MIN_LENGTH_M {
        return None;
    }
    let end = |x: f64| End {
        at: from_across_and_along((x, offset + slope * x), direction),
        sd_m: MIN_SD_M.max(spread),
        basis: PlaceBasis::Estimated,
    };
    Line::between(end(left), end(right), direction)
}

/// Where a boat stopped advancing.
fn stop(boat: &FieldBoat, from_s: f64, end_s: f64, direction: (f64, f64)) -> Option<(f64, f64)> {
    let from = from_s as usize;
    let end = (end_s as usize).min(boat.east_m.len());
    let along = |row: usize| boat.at(row).map(|at| dot(at, direction));
    let advance = |row: usize| Some((along(row + ADVANCE_S)? - along(row)?) / ADVANCE_S as f64);
    let mut of_leg: Vec<f64> = (from..from + WINDOW_S).filter_map(advance).collect();
    let leg_mps = median(&mut of_leg)?;
    let slow = |row: usize| advance(row).is_some_and(|v| v < STOPPED_SHARE * leg_mps);
    let mut length = 0;
    for row in from..end {
        length = if slow(row) { length + 1 } else { 0 };
        if length == STOPPED_S {
            // The last moment of the first window at which she still advanced.
            let first = row + 1 - STOPPED_S;
            let speed = |r: usize| Some(along(r + 1)? - along(r)?);
            let advancing = |r: &usize| speed(*r).is_some_and(|v| v >= 0.5 * leg_mps);
            let at = (first..first + ADVANCE_S).rev().find(advancing).unwrap_or(first);
            return boat.at(at);
        }
    }
    None
}

/// The first crossing of the line by a boat after the last waypoint.
fn first_crossing(field: &Field, course: &SailedCourse, b: usize, line: &Line) -> Option<PassingTime> {
    let boat = course.boat(field, b)?;
    let rows = last_leg_s(course, b)? as usize..(course.end_s.max(0.0) as usize).min(field.seconds);
    let crossing = line.crossings(|row| boat.at(row), rows).find(|c| line.is_between_ends(c))?;
    let sd_s = hypot(PASSING_SD_S, line.pin.sd_m / crossing.ahead_mps.max(0.5));
    Some(PassingTime { time_s: crossing.time_s, at: crossing.at, sd_s, own_sd_s: PASSING_SD_S, mark: 0 })
}

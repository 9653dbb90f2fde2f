//! When each boat passed each waypoint.

use std::ops::Range;

use super::course::{LegEnds, Mark, PassingTime, SailedCourse, Waypoint};
use super::crossing::{Crossing, crossings};
use super::field::{Field, FieldBoat, GAP_S};
use super::rounding::{NEAR_MARKS_M, ONE_ROUNDING_M, ONE_ROUNDING_S, PLACE_S, rounding};
use super::series::LEAST_MPS;
use super::turning::SIDE_S;
use super::vectors::{across_and_along, apart_m, dot, way};
use super::waypoints::Common;
use crate::angle::hypot;

/// A path may lie inside of the mark by this many of its standard deviations; a mark moved that lay farther apart in two laps. *guess*
pub(super) const INSIDE_SDS: f64 = 2.0;
/// Standard deviation of a passing, s: at a mark without the error of its position (docs/races.md, 3), and where the path misses
/// the mark. *guess*
pub(super) const PASSING_SD_S: f64 = 0.8;
const MISSED_SD_S: f64 = 3.0;

/// Fills the passings of the course, and which boats left out a waypoint.
pub(super) fn pass(field: &Field, course: &mut SailedCourse, sequence: &[Common]) {
    for b in 0..course.boats.len() {
        let Some(boat) = course.boat(field, b) else { continue };
        let (passings, unseen_s, differs) = boat_passings(boat, b, course, sequence);
        if let (Some(p), Some(u), Some(d)) =
            (course.passings.get_mut(b), course.unseen_s.get_mut(b), course.differs.get_mut(b))
        {
            (*p, *u, *d) = (passings, unseen_s, differs);
        }
    }
}

type BoatPassings = (Vec<Option<PassingTime>>, Vec<Option<f64>>, bool);

fn boat_passings(boat: &FieldBoat, b: usize, course: &SailedCourse, sequence: &[Common]) -> BoatPassings {
    let turns_s: Vec<Option<f64>> = sequence.iter().map(|w| w.turns_s.get(b).copied().flatten()).collect();
    let (mut passings, mut unseen_s) = (Vec::new(), Vec::new());
    let mut after_s = course.gun_s;
    for (k, waypoint) in course.waypoints.iter().enumerate() {
        let next_s = turns_s.iter().take(course.waypoints.len()).skip(k + 1).find_map(|turn_s| *turn_s);
        let window = after_s..next_s.unwrap_or(course.end_s);
        let passing = match turns_s.get(k).copied().flatten() {
            Some(turn_s) => at_turn(boat, waypoint, turn_s, &window),
            None => without_turn(boat, waypoint, &window)
                .or_else(|| next_s.and_then(|_| nearest(boat, waypoint, &window))),
        };
        let hidden_s = if passing.is_none() { gap_s(boat, &window) } else { None };
        after_s = passing.map(|p| p.time_s).or(hidden_s).unwrap_or(after_s);
        passings.push(passing);
        unseen_s.push(hidden_s);
    }
    let last = passings.iter().rposition(Option::is_some).unwrap_or(0);
    let left_out = |(p, u): (&Option<PassingTime>, &Option<f64>)| p.is_none() && u.is_none();
    let differs = passings.iter().zip(&unseen_s).take(last).any(left_out);
    (passings, unseen_s, differs)
}

/// The passing beside a turn: where the path crosses the ray from the mark to the outside, else the turn itself when it is
/// near the mark.
fn at_turn(boat: &FieldBoat, waypoint: &Waypoint, turn_s: f64, window: &Range<f64>) -> Option<PassingTime> {
    let near = (turn_s - ONE_ROUNDING_S).max(window.start)..(turn_s + ONE_ROUNDING_S).min(window.end);
    let clockwise = rounding(boat, turn_s).map(|r| r.clockwise);
    // Boats turn within the way beside a turn; those on foils are slow in the turn itself.
    let rows = turn_s as usize - (turn_s as usize).min(SIDE_S)..turn_s as usize + SIDE_S;
    let speed_mps = rows.map(|row| boat.speed_mps(row)).fold(0.0, f64::max);
    let miss_m = ONE_ROUNDING_M.max(SIDE_S as f64 * speed_mps);
    let crossings = waypoint.marks.iter().enumerate().filter_map(|(index, mark)| {
        let crossing = crossing(boat, mark, &near, turn_s, [miss_m, NEAR_MARKS_M])?;
        Some((index, mark, crossing))
    });
    // At a gate the boat's own turn says which of its marks she rounded.
    let fits = |mark: &Mark| waypoint.marks.len() == 1 || clockwise.is_none_or(|c| c == mark.clockwise);
    let best = crossings
        .filter(|(_, mark, _)| fits(mark))
        .min_by(|a, b| f64::total_cmp(&outside_m(a.1, a.2.at).abs(), &outside_m(b.1, b.2.at).abs()));
    if let Some((index, mark, crossing)) = best {
        return Some(passing(boat, index, mark, &crossing));
    }
    let at = boat.at_s(turn_s)?;
    let from = |m: &Mark, at: (f64, f64)| apart_m(m.at, at);
    let near_mark = |m: &Mark| from(m, at) <= miss_m;
    // A turn of the other sense: around the other mark of a gate, which too few boats rounded to be found.
    let other = |m: &Mark| {
        clockwise.is_some_and(|c| c != m.clockwise) && from(m, at) <= NEAR_MARKS_M.max(PLACE_S * speed_mps)
    };
    let is_of_gate = waypoint.ends != LegEnds::Other && waypoint.marks.iter().all(other);
    let of_turn = |sd_s: f64| Some(PassingTime { time_s: turn_s, at, sd_s, own_sd_s: sd_s, mark: 0 });
    if waypoint.marks.is_empty() {
        return of_turn(MISSED_SD_S);
    }
    if waypoint.marks.iter().any(|m| from(m, at) <= ONE_ROUNDING_M) {
        return nearest(boat, waypoint, &near).or_else(|| of_turn(MISSED_SD_S));
    }
    // A turn elsewhere: before or after the mark, or without rounding it.
    let is_here = is_of_gate || waypoint.marks.iter().any(near_mark);
    if is_here { of_turn(MISSED_SD_S) } else { without_turn(boat, waypoint, window) }
}

/// The passing of a boat of whose track no turning point belongs to the waypoint: the first time she rounds the mark.
fn without_turn(boat: &FieldBoat, waypoint: &Waypoint, window: &Range<f64>) -> Option<PassingTime> {
    let crossings = waypoint.marks.iter().enumerate().filter_map(|(index, mark)| {
        let limits_m = [inside_m(mark), ONE_ROUNDING_M];
        let crossing = crossing(boat, mark, window, window.start, limits_m)?;
        Some((index, mark, crossing))
    });
    let first = crossings.min_by(|a, b| f64::total_cmp(&a.2.time_s, &b.2.time_s));
    first.map(|(index, mark, crossing)| passing(boat, index, mark, &crossing))
}

/// The moment at which a boat that sailed on was nearest to the waypoint, when that is no farther than others turn.
fn nearest(boat: &FieldBoat, waypoint: &Waypoint, window: &Range<f64>) -> Option<PassingTime> {
    let away =
        |at: (f64, f64)| waypoint.marks.iter().map(|m| apart_m(m.at, at)).fold(f64::INFINITY, f64::min);
    let rows = window.start as usize + 1..window.end.max(0.0) as usize;
    let known = rows.filter_map(|row| Some((row, boat.at(row)?)));
    let (row, at) = known.min_by(|a, b| f64::total_cmp(&away(a.1), &away(b.1)))?;
    // Beside a gap she may have been nearer inside of it.
    boat.at(row.checked_sub(1)?).and(boat.at(row + 1))?;
    let limit_m = ONE_ROUNDING_M.max(SIDE_S as f64 * boat.speed_mps(row).max(0.0));
    let time_s = row as f64;
    (away(at) <= limit_m).then_some(PassingTime {
        time_s,
        at,
        sd_s: MISSED_SD_S,
        own_sd_s: MISSED_SD_S,
        mark: 0,
    })
}

fn passing(boat: &FieldBoat, index: usize, mark: &Mark, crossing: &Crossing) -> PassingTime {
    let &Crossing { time_s, at, speed_mps, .. } = crossing;
    let is_inside = outside_m(mark, at) < -inside_m(mark);
    let own_sd_s = if is_inside { MISSED_SD_S } else { PASSING_SD_S };
    let own_sd_s = hypot(own_sd_s, 0.5 * other_crossing_s(boat, mark, time_s));
    let mark_sd_s = if is_inside { 0.0 } else { mark.sd_m / speed_mps.max(LEAST_MPS) };
    PassingTime { time_s, at, sd_s: hypot(own_sd_s, mark_sd_s), own_sd_s, mark: index }
}

/// How long before or after its crossing a path that tacks around the mark crosses the line through it once more, s; 0 when it
/// does not. At which of the two she passes it, the mark's position does not tell.
fn other_crossing_s(boat: &FieldBoat, mark: &Mark, time_s: f64) -> f64 {
    let side = |row: usize| {
        let at = boat.at(row)?;
        let across_m = across_and_along(way(mark.at, at), mark.inside).0;
        (apart_m(mark.at, at) <= ONE_ROUNDING_M).then_some(across_m)
    };
    let middle = time_s.max(0.0) as usize;
    let rows = middle.saturating_sub(SIDE_S)..middle + SIDE_S;
    let others = rows.filter(|&row| {
        row != middle && matches!((side(row), side(row + 1)), (Some(a), Some(b)) if (a > 0.0) != (b > 0.0))
    });
    others.map(|row| (row as f64 + 0.5 - time_s).abs()).fold(0.0, f64::max)
}

/// How far inside of the mark a path that passes it may lie, m.
fn inside_m(mark: &Mark) -> f64 {
    INSIDE_SDS * mark.sd_m
}

/// How far outside of a mark a place is, m.
fn outside_m(mark: &Mark, at: (f64, f64)) -> f64 {
    dot(way(at, mark.at), mark.inside)
}

/// The crossing of the ray from a mark to the outside, in the sense of the mark, that is nearest to a time.
fn crossing(
    boat: &FieldBoat,
    mark: &Mark,
    window: &Range<f64>,
    near_s: f64,
    [max_inside_m, max_outside_m]: [f64; 2],
) -> Option<Crossing> {
    let (x, y) = mark.inside;
    let ahead = if mark.clockwise { (-y, x) } else { (y, -x) };
    let rows = libm::floor(window.start.max(0.0)) as usize..libm::ceil(window.end.max(0.0)) as usize;
    let away_s = |c: &Crossing| (c.time_s - near_s).abs();
    crossings(|row| boat.at(row), rows, mark.at, ahead)
        .filter(|c| c.time_s > window.start && c.time_s < window.end)
        .filter(|c| (-max_inside_m..=max_outside_m).contains(&outside_m(mark, c.at)))
        .min_by(|a, b| f64::total_cmp(&away_s(a), &away_s(b)))
}

/// The middle of the longest gap in a track that may hide a passing, s.
fn gap_s(boat: &FieldBoat, window: &Range<f64>) -> Option<f64> {
    let (mut longest, mut length) = (None, 0);
    let mut most = GAP_S as usize - 1;
    for row in window.start.max(0.0) as usize..window.end.max(0.0) as usize {
        length = if boat.at(row).is_none() { length + 1 } else { 0 };
        if length > most {
            most = length;
            longest = Some(row as f64 - 0.5 * length as f64);
        }
    }
    longest
}

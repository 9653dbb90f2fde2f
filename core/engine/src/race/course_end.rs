//! Where a course ends: after the finish boats wait, and turn anywhere.

use std::ops::Range;

use super::course::{LegEnds, SailedCourse, turns_of};
use super::field::Field;
use super::find::LEG_SHARE;
use super::finish::STOPPED_SHARE;
use super::rounding::ONE_ROUNDING_S;
use super::turning::SIDE_S;
use super::vectors::{apart_m, way};
use super::waypoints::Common;
use crate::angle::hypot;
use crate::stats::geometric::middle;

/// So many boats lie still at a finish, so that one capsize is none. Each sails as slowly as one that stopped racing for longer than
/// a tack. *guess*
const MIN_STILL_BOATS: usize = 3;
/// More ends of beats and runs than this after all boats lay still: they sailed on after a calm, a lap or more. *guess*
const MAX_ENDS_AFTER: usize = 2;
/// After a mark the fleet sails on in one direction over so many s; after the finish each boat turns where she likes. *hand-tuned* on
/// the fleets of ../shared/recordings
const ONWARD_S: f64 = 45.0;

/// Leaves the waypoints up to the finish.
pub(super) fn until_the_finish(field: &Field, course: &SailedCourse, sequence: &mut Vec<Common>) {
    until_the_fleet_stays(field, course, sequence);
    while sequence.last().is_some_and(|w| stops_after(field, course, w) || !sails_on(field, course, w)) {
        sequence.pop();
    }
}

/// The waypoints up to the finish: after it boats wait and turn anywhere. A waypoint before which most boats lay still ends
/// the race, unless so many ends of beats follow that it was a calm.
pub(super) fn until_a_stop(field: &Field, course: &SailedCourse, sequence: &mut Vec<Common>) {
    let is_end = |w: &&Common| w.ends() != LegEnds::Other;
    let end = sequence.windows(2).enumerate().position(|(k, pair)| match pair {
        [before, next] => {
            let ends = sequence.iter().skip(k + 1).filter(is_end).count();
            ends <= MAX_ENDS_AFTER && lay_still(field, course, before, next)
        }
        _ => false,
    });
    if let Some(last) = end {
        sequence.truncate(last + 1);
    }
}

/// Whether most boats lay still between their turns at two waypoints.
fn lay_still(field: &Field, course: &SailedCourse, before: &Common, next: &Common) -> bool {
    let turns = before.turns_s.iter().zip(&next.turns_s);
    most_lie_still(field, course, turns.map(|(from, to)| Some((*from)? as usize..(*to)? as usize)))
}

/// Whether the fleet goes on in one direction after these turns.
pub(super) fn sails_on(field: &Field, course: &SailedCourse, common: &Common) -> bool {
    let onward = |(b, turn_s): (usize, &Option<f64>)| {
        let boat = course.boat(field, b)?;
        let s = (*turn_s)?;
        let (x, y) = way(boat.at_s(s)?, boat.at_s(s + ONWARD_S)?);
        let usual_m = ONWARD_S * boat.usual_mps(course.gun_s.max(0.0) as usize..s as usize)?;
        Some((x / usual_m, y / usual_m))
    };
    let moves: Vec<(f64, f64)> = common.turns_s.iter().enumerate().filter_map(onward).collect();
    2 * moves.len() < common.turns_s.iter().flatten().count()
        || middle(&moves).is_some_and(|(x, y)| hypot(x, y) > LEG_SHARE)
}

/// Whether most boats lay still soon after these turns: they had finished.
fn stops_after(field: &Field, course: &SailedCourse, common: &Common) -> bool {
    let after = |turn: usize| turn..turn + ONE_ROUNDING_S as usize + SIDE_S;
    most_lie_still(field, course, common.turns_s.iter().map(|turn_s| turn_s.map(|s| after(s as usize))))
}

/// Whether most boats lay still at some time in these rows, of each boat of the course.
fn most_lie_still(
    field: &Field,
    course: &SailedCourse,
    rows: impl Iterator<Item = Option<Range<usize>>>,
) -> bool {
    let still = |(b, rows): (usize, Option<Range<usize>>)| {
        let boat = course.boat(field, b)?;
        let rows = rows?;
        let speeds = |rows: Range<usize>| rows.map(|r| boat.speed_mps(r)).filter(|v| v.is_finite());
        let typical_mps = boat.usual_mps(course.gun_s.max(0.0) as usize..rows.start)?;
        let mut still_s = 0;
        Some(speeds(rows).any(|v| {
            still_s = if v < STOPPED_SHARE * typical_mps { still_s + 1 } else { 0 };
            still_s >= SIDE_S
        }))
    };
    let known: Vec<bool> = rows.enumerate().filter_map(still).collect();
    known.len() >= MIN_STILL_BOATS && 2 * known.iter().filter(|&&still| still).count() > known.len()
}

/// The waypoints before the fleet stays at one place: boats that wait for the next start turn where others do, but sail no
/// legs between.
fn until_the_fleet_stays(field: &Field, course: &SailedCourse, sequence: &mut Vec<Common>) {
    let place =
        |w: &Common| middle(&turns_of(field, &course.boats, w).iter().map(|t| t.1).collect::<Vec<_>>());
    let places: Vec<(f64, f64)> = sequence.iter().filter_map(place).collect();
    if places.len() != sequence.len() {
        return;
    }
    let froms = std::iter::once(&course.start).chain(&places);
    let legs_m: Vec<f64> = froms.zip(&places).map(|(a, b)| apart_m(*a, *b)).collect();
    let mut longest_m: f64 = 0.0;
    for (k, leg_m) in legs_m.iter().enumerate() {
        longest_m = longest_m.max(*leg_m);
        let is_short = |k: usize| legs_m.get(k).is_some_and(|m| *m < LEG_SHARE * longest_m);
        if k > 0 && is_short(k + 1) && is_short(k + 2) {
            // A last mark, or turns after the finish.
            let is_mark = sequence.get(k).is_some_and(|w| sails_on(field, course, w));
            sequence.truncate(k + usize::from(is_mark));
            return;
        }
    }
}

//! Marks and gates of the waypoints.

use super::answer::{MarkSide, PlaceBasis, WaypointKind};
use super::course::{LegEnds, Mark, Placed, SailedCourse, Waypoint};
use super::field::Field;
use super::line::HAND_SD_M;
use super::mark_fit::{Turn, boats, fit_mark};
use super::passings::INSIDE_SDS;
use super::rounding::{NEAR_MARKS_M, rounding};
use super::vectors::{across_and_along, apart_m, sum};
use super::waypoints::Common;
use crate::angle::{hypot, to_rad};
use crate::stats::geometric::middle;

/// Each mark of a gate is rounded by so many boats (docs/races.md, 3). *guess*
const MIN_GATE_BOATS: usize = 2;
/// A mark moved when its positions in two laps, each from so many boats, differ (docs/races.md, 3). *guess*
const MIN_MOVED_BOATS: usize = 4;

/// The waypoints of the common turns, with their marks; those placed by hand replace the estimated ones in all laps.
pub(super) fn waypoint_marks(
    field: &Field,
    course: &SailedCourse,
    sequence: &[Common],
    placed: &Placed,
) -> Vec<Waypoint> {
    let turns: Vec<Vec<Turn>> =
        sequence.iter().enumerate().map(|(k, w)| turns(field, course, k, w)).collect();
    let mut waypoints: Vec<Waypoint> =
        sequence.iter().zip(&turns).map(|(w, t)| without_marks(course, w, t)).collect();
    name_offsets(&mut waypoints);
    let groups = groups(&waypoints);
    for group in &groups {
        let pooled: Vec<Turn> = group.iter().filter_map(|&k| turns.get(k)).flatten().copied().collect();
        let sides = sides(&pooled, course.axis_deg);
        let moved = sides.iter().any(|side| has_moved(side, group));
        for &k in group {
            let of_lap = |side: &[Turn]| side.iter().filter(|t| t.waypoint == k).copied().collect::<Vec<_>>();
            let mark = |side: &Vec<Turn>| {
                let own = of_lap(side);
                let all = fit_mark(side)?;
                let fitted = if moved { fit_mark(&own).unwrap_or(all) } else { all };
                Some(Mark { passings: own.len() as u32, ..fitted })
            };
            let marks: Vec<Mark> = sides.iter().filter_map(mark).collect();
            if let Some(waypoint) = waypoints.get_mut(k) {
                set_marks(waypoint, marks);
                waypoint.moved = moved;
            }
        }
        place(&mut waypoints, group, placed);
    }
    waypoints
}

/// The turns at a waypoint whose middle was seen.
fn turns(field: &Field, course: &SailedCourse, waypoint: usize, common: &Common) -> Vec<Turn> {
    let turn = |(b, turn_s): (usize, &Option<f64>)| {
        let turn_s = (*turn_s)?;
        let boat = course.boat(field, b)?;
        Some(Turn { boat: b, waypoint, turn: rounding(boat, turn_s)? })
    };
    common.turns_s.iter().enumerate().filter_map(turn).collect()
}

fn without_marks(course: &SailedCourse, common: &Common, turns: &[Turn]) -> Waypoint {
    Waypoint {
        ends: common.ends(),
        kind: WaypointKind::Mark,
        side: None,
        marks: Vec::new(),
        moved: false,
        centre: middle(&turns.iter().map(|t| t.turn.at).collect::<Vec<_>>()).unwrap_or(course.start),
    }
}

/// A mark close to the top mark at which the boats bear away further is its offset mark.
fn name_offsets(waypoints: &mut [Waypoint]) {
    for k in 1..waypoints.len() {
        let (top, next) = (&waypoints[k - 1], &waypoints[k]);
        let distance_m = apart_m(top.centre, next.centre);
        if top.ends == LegEnds::Beat && next.ends == LegEnds::Other && distance_m < NEAR_MARKS_M {
            waypoints[k].kind = WaypointKind::Offset;
        }
    }
}

/// Indices of the waypoints that are one mark or gate in different laps.
fn groups(waypoints: &[Waypoint]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (k, w) in waypoints.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| {
            group.first().and_then(|&first| waypoints.get(first)).is_some_and(|f| {
                let distance_m = apart_m(f.centre, w.centre);
                f.ends == w.ends && f.kind == w.kind && distance_m <= NEAR_MARKS_M
            })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(k),
            None => groups.push(vec![k]),
        }
    }
    groups
}

/// The turns around each mark: those of the usual sense, or of both senses at a gate, its left mark first. Its marks are farther
/// apart than their places are uncertain.
pub(super) fn sides(turns: &[Turn], axis_deg: f64) -> Vec<Vec<Turn>> {
    let (right, left): (Vec<Turn>, Vec<Turn>) = turns.iter().partition(|t| t.turn.clockwise);
    let enough = |side: &[Turn]| boats(side).len() >= MIN_GATE_BOATS;
    if enough(&right)
        && enough(&left)
        && let (Some(a), Some(b)) = (fit_mark(&right), fit_mark(&left))
        && (INSIDE_SDS * hypot(a.sd_m, b.sd_m)..=NEAR_MARKS_M).contains(&apart_m(a.at, b.at))
    {
        let across = |m: &Mark| lateral(m.at, axis_deg);
        return if across(&a) < across(&b) { vec![right, left] } else { vec![left, right] };
    }
    let usual = if right.len() > left.len() { right } else { left };
    if usual.is_empty() { Vec::new() } else { vec![usual] }
}

/// Distance to the right, looking along the axis, m.
pub(super) fn lateral(at: (f64, f64), axis_deg: f64) -> f64 {
    across_and_along(at, libm::sincos(to_rad(axis_deg))).0
}

/// Whether a mark lay elsewhere in another lap.
fn has_moved(side: &[Turn], group: &[usize]) -> bool {
    let fits: Vec<Mark> = group
        .iter()
        .map(|&k| side.iter().filter(|t| t.waypoint == k).copied().collect::<Vec<_>>())
        .filter(|own| boats(own).len() >= MIN_MOVED_BOATS)
        .filter_map(|own| fit_mark(&own))
        .collect();
    fits.iter().enumerate().any(|(i, a)| {
        fits.iter().skip(i + 1).any(|b| apart_m(a.at, b.at) > INSIDE_SDS * hypot(a.sd_m, b.sd_m))
    })
}

fn set_marks(waypoint: &mut Waypoint, marks: Vec<Mark>) {
    let n = marks.len() as f64;
    if let Some(first) = marks.first() {
        let (x, y) = sum(marks.iter().map(|m| m.at));
        waypoint.centre = (x / n, y / n);
        waypoint.side = Some(match (marks.len(), first.clockwise) {
            (1, true) => MarkSide::Starboard,
            (1, false) => MarkSide::Port,
            _ => MarkSide::Either,
        });
        if marks.len() > 1 {
            waypoint.kind = WaypointKind::Gate;
        }
    }
    waypoint.marks = marks;
}

/// Puts the marks that the user placed at a waypoint of the group: in its own lap, and in the others that have none placed.
fn place(waypoints: &mut [Waypoint], group: &[usize], placed: &Placed) {
    for &k in group {
        let of_lap = |lap: usize| placed.marks.iter().filter(move |p| p.waypoint as usize == lap + 1);
        let own = if of_lap(k).next().is_some() { Some(k) } else { None };
        let Some(lap) = own.or_else(|| group.iter().copied().find(|&g| of_lap(g).next().is_some())) else {
            continue;
        };
        let Some(waypoint) = waypoints.get_mut(k) else { continue };
        let mut marks = std::mem::take(&mut waypoint.marks);
        for p in of_lap(lap) {
            // Without an estimate how it is rounded is not known either.
            if let Some(mark) = marks.get_mut(p.mark as usize) {
                *mark = Mark { at: p.at, sd_m: HAND_SD_M, basis: PlaceBasis::Hand, ..*mark };
            }
        }
        set_marks(waypoint, marks);
    }
}

//! The course that a fleet sailed: waypoints, marks and passings.

use std::ops::Range;

use super::answer::{MarkSide, PlaceBasis, WaypointKind};
use super::field::Field;
use super::finish::add_finish;
use super::marks::waypoint_marks;
use super::passings::pass;
use super::turning::{TurningKind, TurningPoint, turning_points_and_gybes};
use super::waypoints::{Common, CommonTurn, Sequence, common_sequence};
use crate::angle::bearing_deg;
use crate::stats::quantile::median;

/// A boat lies still below this share of her median speed since the gun for so many s, *guess*: the shortest stop after a
/// finish that is looked for, and longer than a tack; of so many boats, so that one capsize is no finish.
const STILL_SHARE: f64 = 0.4;
const STILL_S: usize = 12;
const MIN_STILL_BOATS: usize = 3;
/// More tops and bottoms than this after all boats lay still: they sailed on after a calm. *guess*
const MAX_EXTREMES_AFTER: usize = 1;

/// What the user or devices placed, in the plane of the field, m.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Placed {
    pub marks: Vec<PlacedMark>,
    /// Pin and committee end of the starting line.
    pub line: Option<[(f64, f64); 2]>,
    /// Pin and committee end of the finishing line.
    pub finish: [Option<(f64, f64)>; 2],
}

/// A mark placed by hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlacedMark {
    /// Id of the waypoint; the start is 0.
    pub waypoint: u32,
    /// 1 is the second of a gate, the one on the right looking upwind.
    pub mark: u32,
    pub at: (f64, f64),
}

/// The course and how each boat sailed it. Times are s from the start of the grid, positions m in the plane of the field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SailedCourse {
    pub gun_s: f64,
    pub end_s: f64,
    /// Mean wind of the race; without a wind the direction of the first leg.
    pub axis_deg: f64,
    /// Middle of the starting line, or of the fleet at the gun.
    pub start: (f64, f64),
    /// Index of each boat in the field. The other lists of boats are in this order.
    pub boats: Vec<usize>,
    /// After the start: waypoint k has the id k + 1.
    pub waypoints: Vec<Waypoint>,
    /// Per boat and waypoint; none where she was not seen passing it.
    pub passings: Vec<Vec<Option<PassingTime>>>,
    /// Per boat and waypoint: about when she passed it inside of a gap in her track.
    pub unseen_s: Vec<Vec<Option<f64>>>,
    /// Boats that left out a waypoint.
    pub differs: Vec<bool>,
}

/// A waypoint after the start.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Waypoint {
    pub turning: TurningKind,
    pub kind: WaypointKind,
    pub side: Option<MarkSide>,
    /// None when only the times of passing are known; of a gate the left one first, looking upwind.
    pub marks: Vec<Mark>,
    pub moved: bool,
    /// Middle of the marks, or of the positions of the boats.
    pub centre: (f64, f64),
}

/// A mark, or an end of the finishing line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    pub at: (f64, f64),
    pub sd_m: f64,
    pub basis: PlaceBasis,
    pub passings: u32,
    /// Unit vector from the boats that round it to the mark.
    pub inside: (f64, f64),
    /// Boats turn clockwise around it: it is left to starboard.
    pub clockwise: bool,
}

/// When and where a boat passed a waypoint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PassingTime {
    pub time_s: f64,
    pub at: (f64, f64),
    /// Standard deviation: all of it, and without what an error of the mark's position does to all boats alike.
    pub sd_s: f64,
    pub own_sd_s: f64,
    /// Index of the mark that she rounded; the first when there is none.
    pub mark: usize,
}

impl SailedCourse {
    /// Whether the last waypoint is the finish.
    pub(super) fn has_finish(&self) -> bool {
        self.waypoints.last().is_some_and(|w| w.kind == WaypointKind::Finish)
    }

    /// The course without its last waypoint.
    pub(super) fn without_last(&self) -> Self {
        let mut shorter = self.clone();
        shorter.waypoints.pop();
        let to = shorter.waypoints.len();
        shorter.passings.iter_mut().for_each(|p| p.truncate(to));
        shorter.unseen_s.iter_mut().for_each(|p| p.truncate(to));
        shorter
    }

    /// When the last boat passed the last waypoint, s.
    pub(super) fn last_passing_s(&self) -> Option<f64> {
        let last = self.passings.iter().filter_map(|p| p.last().copied().flatten()).map(|p| p.time_s);
        last.reduce(f64::max)
    }

    /// Where leg `leg` begins for a boat: where she passed the waypoint before.
    pub(super) fn leg_start(&self, boat: usize, leg: usize) -> (f64, f64) {
        leg.checked_sub(1).map_or(self.start, |before| self.leg_end(boat, before))
    }

    /// Where leg `leg` ends for a boat: where she passed the waypoint, else its middle.
    pub(super) fn leg_end(&self, boat: usize, leg: usize) -> (f64, f64) {
        let centre = self.waypoints.get(leg).map_or(self.start, |w| w.centre);
        self.passing(boat, leg).map_or(centre, |p| p.at)
    }

    /// The passing of a waypoint by a boat.
    pub(super) fn passing(&self, boat: usize, waypoint: usize) -> Option<&PassingTime> {
        self.passings.get(boat)?.get(waypoint)?.as_ref()
    }

    /// When a leg begins for a boat: the gun, or the passing of the waypoint before.
    pub(super) fn leg_start_s(&self, boat: usize, leg: usize) -> Option<f64> {
        match leg.checked_sub(1) {
            None => Some(self.gun_s),
            Some(before) => self.passing(boat, before).map(|p| p.time_s),
        }
    }
}

/// The course that these boats of the field sailed between the gun and `end_s`, which may lie behind the finish.
pub(crate) fn sail_course(
    field: &Field,
    boats: &[usize],
    gun_s: f64,
    end_s: f64,
    placed: &Placed,
) -> SailedCourse {
    let rows = libm::ceil(gun_s.max(0.0)) as usize..(end_s.max(0.0) as usize + 1).min(field.seconds);
    let start = start(field, boats, rows.start, placed);
    let axis_deg = match field.wind.mean(rows.clone()) {
        Some((twd, _)) => twd,
        None => first_direction_deg(field, boats, rows.start),
    };
    let points: Vec<Vec<TurningPoint>> =
        boats.iter().map(|&b| turning_points_and_gybes(field, b, rows.clone(), axis_deg)).collect();
    let mut course = SailedCourse {
        gun_s,
        end_s,
        axis_deg,
        start,
        boats: boats.to_vec(),
        waypoints: Vec::new(),
        passings: vec![Vec::new(); boats.len()],
        unseen_s: vec![Vec::new(); boats.len()],
        differs: vec![false; boats.len()],
    };
    let mut sequence = common_sequence(&points);
    until_a_stop(field, &course, &mut sequence);
    course.waypoints = waypoint_marks(field, &course, &sequence, placed);
    pass(field, &mut course, &sequence);
    if !add_finish(field, &mut course, placed, None) {
        // Boats that turn back after an upwind finish have their last extreme there.
        let mut shorter = course.without_last();
        sequence.waypoints.pop();
        pass(field, &mut shorter, &sequence);
        if add_finish(field, &mut shorter, placed, course.waypoints.last()) {
            course = shorter;
        }
    }
    course
}

/// The waypoints up to the finish: after it boats wait and turn anywhere. A waypoint before which most boats lay still ends
/// the race, unless so many tops and bottoms follow that it was a calm.
fn until_a_stop(field: &Field, course: &SailedCourse, sequence: &mut Sequence) {
    let is_extreme = |w: &&Common| matches!(w.kind, TurningKind::Top | TurningKind::Bottom);
    let end = sequence.waypoints.windows(2).enumerate().position(|(k, pair)| match pair {
        [before, next] => {
            let extremes = sequence.waypoints.iter().skip(k + 1).filter(is_extreme).count();
            extremes <= MAX_EXTREMES_AFTER && lay_still(field, course, before, next)
        }
        _ => false,
    });
    if let Some(last) = end {
        sequence.waypoints.truncate(last + 1);
    }
}

/// Whether most boats lay still between their turns at two waypoints.
fn lay_still(field: &Field, course: &SailedCourse, before: &Common, next: &Common) -> bool {
    let still = |(b, (from, to)): (usize, (&Option<CommonTurn>, &Option<CommonTurn>))| {
        let boat = field.boats.get(*course.boats.get(b)?)?;
        let (from, to) = (from.as_ref()?.time_s as usize, to.as_ref()?.time_s as usize);
        let speeds = |rows: Range<usize>| rows.map(|r| boat.speed_mps(r)).filter(|v| v.is_finite());
        let typical_mps = median(&mut speeds(course.gun_s.max(0.0) as usize..from).collect::<Vec<_>>())?;
        let mut still_s = 0;
        Some(speeds(from..to).any(|v| {
            still_s = if v < STILL_SHARE * typical_mps { still_s + 1 } else { 0 };
            still_s >= STILL_S
        }))
    };
    let known: Vec<bool> = before.turns.iter().zip(&next.turns).enumerate().filter_map(still).collect();
    known.len() >= MIN_STILL_BOATS && 2 * known.iter().filter(|&&still| still).count() > known.len()
}

fn start(field: &Field, boats: &[usize], row: usize, placed: &Placed) -> (f64, f64) {
    if let Some([(x0, y0), (x1, y1)]) = placed.line {
        return (0.5 * (x0 + x1), 0.5 * (y0 + y1));
    }
    let at: Vec<(f64, f64)> =
        boats.iter().filter_map(|&b| field.boats.get(b)).filter_map(|b| b.at(row)).collect();
    middle(&at).unwrap_or((0.0, 0.0))
}

/// Medians of both coordinates.
pub(super) fn middle(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let x = median(&mut points.iter().map(|p| p.0).collect::<Vec<_>>())?;
    Some((x, median(&mut points.iter().map(|p| p.1).collect::<Vec<_>>())?))
}

/// Direction of the median displacement over the first minutes, deg.
fn first_direction_deg(field: &Field, boats: &[usize], row: usize) -> f64 {
    const FIRST_S: usize = 180;
    let moved = |&b: &usize| {
        let boat = field.boats.get(b)?;
        let ((x0, y0), (x1, y1)) = (boat.at(row)?, boat.at(row + FIRST_S)?);
        Some((x1 - x0, y1 - y0))
    };
    let moves: Vec<(f64, f64)> = boats.iter().filter_map(moved).collect();
    middle(&moves).map_or(0.0, |(x, y)| bearing_deg(x, y))
}

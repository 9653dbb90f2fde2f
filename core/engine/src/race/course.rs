//! The course that a fleet sailed: waypoints, marks and passings.

use std::ops::Range;

use super::answer::{MarkSide, PlaceBasis, WaypointKind};
use super::course_end::{sails_on, until_a_stop, until_the_finish};
use super::field::{Field, FieldBoat, MANY_BOATS};
use super::finish::{MAX_SPREAD_M, add_finish};
use super::marks::waypoint_marks;
use super::passings::pass;
use super::rounding::{AT_MARK_M, ONE_ROUNDING_M, ONE_ROUNDING_S};
use super::series::fleet_direction;
use super::steering::missing_waypoint;
use super::turning::{TurningPoint, turning_points};
use super::vectors::apart_m;
use super::waypoints::{Common, common_sequence};
use crate::angle::bearing_deg;
use crate::stats::geometric::middle;
use crate::stats::quantile::{median, quantile};

/// Many boats turn at one mark when they are nearer to each other than the way of so many s and what boats at one mark are:
/// before a start boats turn within 100 m of each other as well. *hand-tuned* on the fleets of ../shared/recordings and simulated ones
const CLOSE_S: f64 = 4.0;

/// What the user or devices placed, in the plane of the field, m.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Placed {
    pub marks: Vec<PlacedMark>,
    /// Middle of the starting line.
    pub line_at: Option<(f64, f64)>,
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

/// What ends and begins at a waypoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LegEnds {
    /// A beat ends.
    Beat,
    /// A beat begins.
    ToBeat,
    /// Neither, or both.
    Other,
}

/// A waypoint after the start.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Waypoint {
    pub ends: LegEnds,
    pub kind: WaypointKind,
    pub side: Option<MarkSide>,
    /// None when only the times of passing are known; of a gate the left one first, looking upwind.
    pub marks: Vec<Mark>,
    pub moved: bool,
    /// Middle of the marks, or of the positions of the boats.
    pub centre: (f64, f64),
}

impl Waypoint {
    /// True where many boats turned, but not close together: after a finish they do, at no mark.
    fn is_unsure(&self) -> bool {
        !self.marks.is_empty()
            && self.marks.iter().all(|m| m.passings as usize >= MANY_BOATS && m.sd_m > MAX_SPREAD_M)
    }
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
    /// A boat of the course in the field.
    pub(super) fn boat<'a>(&self, field: &'a Field, boat: usize) -> Option<&'a FieldBoat> {
        field.boats.get(*self.boats.get(boat)?)
    }

    /// Whether the last waypoint is the finish.
    pub(super) fn has_finish(&self) -> bool {
        self.waypoints.last().is_some_and(|w| w.kind == WaypointKind::Finish)
    }

    /// Whether the boats pass a waypoint and the one before it at one time and place: they are the parts of one rounding.
    fn is_passed_with_the_one_before(&self, waypoint: usize) -> bool {
        let apart = |boat: usize| {
            let (a, b) = (self.passing(boat, waypoint - 1)?, self.passing(boat, waypoint)?);
            Some((b.time_s - a.time_s, apart_m(a.at, b.at)))
        };
        let (mut s, mut m): (Vec<f64>, Vec<f64>) = (0..self.boats.len()).filter_map(apart).unzip();
        median(&mut s).is_some_and(|s| s < ONE_ROUNDING_S)
            && median(&mut m).is_some_and(|m| m < ONE_ROUNDING_M)
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

    /// The leg that a boat was sailing at this time, well away from its ends; none after the last waypoint.
    pub(super) fn leg_at(&self, boat: usize, s: f64) -> Option<usize> {
        let is_here = |&leg: &usize| {
            let ends = self.leg_start_s(boat, leg).zip(self.passing(boat, leg));
            ends.is_some_and(|(start_s, end)| s > start_s + ONE_ROUNDING_S && s < end.time_s - ONE_ROUNDING_S)
        };
        (0..self.waypoints.len()).find(is_here)
    }

    /// When a leg begins for a boat: the gun, or the passing of the waypoint before.
    pub(super) fn leg_start_s(&self, boat: usize, leg: usize) -> Option<f64> {
        match leg.checked_sub(1) {
            None => Some(self.gun_s),
            Some(before) => self.passing(boat, before).map(|p| p.time_s),
        }
    }
}

/// The course that these boats of the field sailed from the gun, after which they set off at `off_s`, to `end_s`, which may lie
/// behind the finish.
pub(crate) fn sail_course(
    field: &Field,
    boats: &[usize],
    (gun_s, off_s): (f64, f64),
    end_s: f64,
    placed: &Placed,
) -> SailedCourse {
    let rows = libm::ceil(gun_s.max(0.0)) as usize..(end_s.max(0.0) as usize + 1).min(field.seconds);
    let axis_deg = match field.wind.mean(rows.clone()) {
        Some((twd, _)) => twd,
        None => fleet_direction(field, rows.start).map_or(0.0, |(x, y)| bearing_deg(x, y)),
    };
    let points = turning_points(field, boats, &with_margin(&rows), axis_deg);
    let points: Vec<Vec<TurningPoint>> =
        boats.iter().zip(points).map(|(&b, own)| after_start(field.boats.get(b), own, off_s)).collect();
    let speed = speed_mps(field, boats, &rows);
    let mut course = empty_course(field, boats, gun_s, end_s, placed, axis_deg);
    let mut sequence = common_sequence(&points, speed);
    sequence.retain(|w| is_at_one_place(field, boats, w, speed));
    until_a_stop(field, &course, &mut sequence);
    until_the_finish(field, &course, &mut sequence);
    find_marks(field, &mut course, &sequence, placed);
    while course.waypoints.last().is_some_and(Waypoint::is_unsure) {
        sequence.pop();
        find_marks(field, &mut course, &sequence, placed);
    }
    // A waypoint is a place where a boat turned: there are no more than one boat has turns.
    for _ in sequence.len()..points.iter().map(Vec::len).max().unwrap_or(0) {
        let Some((k, waypoint)) = missing_waypoint(field, &course, &points) else { break };
        sequence.insert(k, waypoint);
        find_marks(field, &mut course, &sequence, placed);
    }
    while let Some(second) = (1..sequence.len()).find(|&k| course.is_passed_with_the_one_before(k)) {
        remove_smaller(&mut sequence, second);
        find_marks(field, &mut course, &sequence, placed);
    }
    add_finish(field, &mut course, placed);
    course
}

/// Fills the waypoints and passings of the course.
fn find_marks(field: &Field, course: &mut SailedCourse, sequence: &[Common], placed: &Placed) {
    course.waypoints = waypoint_marks(field, course, sequence, placed);
    pass(field, course, sequence);
}

/// A place where many boats turned.
pub(super) struct FleetTurn {
    /// Medians.
    pub s: f64,
    pub at: (f64, f64),
    /// Index in the field and place of each boat.
    pub turns: Vec<(usize, (f64, f64))>,
}

/// The places that the fleet turns at in common between two moments, by the turning points of all its boats.
pub(super) fn fleet_turns(
    field: &Field,
    points: &[Vec<TurningPoint>],
    from_s: f64,
    to_s: f64,
) -> Vec<FleetTurn> {
    let of_time = |(boat, own): (&FieldBoat, &Vec<TurningPoint>)| {
        let mut own = after_start(Some(boat), own.clone(), from_s);
        own.retain(|p| p.time_s < to_s);
        own
    };
    let points: Vec<Vec<TurningPoint>> = field.boats.iter().zip(points).map(of_time).collect();
    let boats: Vec<usize> = (0..field.boats.len()).collect();
    let rows = from_s as usize..to_s as usize;
    let course = empty_course(field, &boats, from_s, to_s, &Placed::default(), 0.0);
    let mark = |common: &Common| {
        let turns = turns_of(field, &boats, common);
        Some(FleetTurn {
            s: median(&mut common.turns_s.iter().flatten().copied().collect::<Vec<_>>())?,
            at: middle(&turns.iter().map(|t| t.1).collect::<Vec<_>>())?,
            turns,
        })
    };
    let speed_mps = speed_mps(field, &boats, &rows);
    let mut sequence = common_sequence(&points, speed_mps);
    sequence.retain(|w| sails_on(field, &course, w) && is_at_one_place(field, &boats, w, speed_mps));
    sequence.iter().filter_map(mark).collect()
}

/// Where each boat turned at a waypoint, with her index in the field.
pub(super) fn turns_of(field: &Field, boats: &[usize], common: &Common) -> Vec<(usize, (f64, f64))> {
    let turns = boats.iter().zip(&common.turns_s);
    turns.filter_map(|(&b, s)| Some((b, field.boats.get(b)?.at_s((*s)?)?))).collect()
}

/// Whether the boats turned close together: the median boat has a quarter of the others near her, as at a mark and at each
/// mark of a gate.
fn is_at_one_place(field: &Field, boats: &[usize], common: &Common, speed_mps: f64) -> bool {
    let turns = turns_of(field, boats, common);
    let of_boat = |(b, at): &(usize, (f64, f64))| {
        let others = turns.iter().filter(|(other, _)| other != b);
        let away = others.map(|(_, other)| apart_m(*at, *other));
        quantile(&mut away.collect::<Vec<_>>(), 0.25).unwrap_or(0.0)
    };
    let apart_m = median(&mut turns.iter().map(of_boat).collect::<Vec<_>>()).unwrap_or(0.0);
    boats.len() < MANY_BOATS || apart_m < AT_MARK_M + CLOSE_S * speed_mps
}

fn empty_course(
    field: &Field,
    boats: &[usize],
    gun_s: f64,
    end_s: f64,
    placed: &Placed,
    axis_deg: f64,
) -> SailedCourse {
    SailedCourse {
        gun_s,
        end_s,
        axis_deg,
        start: start(field, boats, libm::ceil(gun_s.max(0.0)) as usize, placed),
        boats: boats.to_vec(),
        waypoints: Vec::new(),
        passings: vec![Vec::new(); boats.len()],
        unseen_s: vec![Vec::new(); boats.len()],
        differs: vec![false; boats.len()],
    }
}

/// Rows with what a turn at their ends needs.
fn with_margin(rows: &Range<usize>) -> Range<usize> {
    rows.start.saturating_sub(ONE_ROUNDING_S as usize)..rows.end + ONE_ROUNDING_S as usize
}

/// The points after a boat has left the place that she had when the fleet set off, without the turn onto the first leg.
fn after_start(boat: Option<&FieldBoat>, mut points: Vec<TurningPoint>, off_s: f64) -> Vec<TurningPoint> {
    let left_s = || {
        let boat = boat?;
        let from = boat.at_s(off_s)?;
        let is_away = |row: &usize| boat.at(*row).is_some_and(|at| apart_m(from, at) > ONE_ROUNDING_M);
        (off_s as usize..boat.east_m.len()).find(is_away)
    };
    let left_s = left_s().map_or(off_s, |row| row as f64);
    points.retain(|p| p.time_s > left_s.max(off_s));
    points
}

/// Median speed of these boats, m/s.
fn speed_mps(field: &Field, boats: &[usize], rows: &Range<usize>) -> f64 {
    let of_boat = |&b: &usize| field.boats.get(b)?.usual_mps(rows.clone());
    median(&mut boats.iter().filter_map(of_boat).collect::<Vec<_>>()).unwrap_or(0.0)
}

/// Of a waypoint and the one before it removes the one with the smaller turn.
fn remove_smaller(sequence: &mut Vec<Common>, second: usize) {
    let is_larger = sequence[second].change_deg() > sequence[second - 1].change_deg();
    sequence.remove(if is_larger { second - 1 } else { second });
}

fn start(field: &Field, boats: &[usize], row: usize, placed: &Placed) -> (f64, f64) {
    let at: Vec<(f64, f64)> =
        boats.iter().filter_map(|&b| field.boats.get(b)).filter_map(|b| b.at(row)).collect();
    placed.line_at.or_else(|| middle(&at)).unwrap_or((0.0, 0.0))
}

//! Legs of a sparse track and the turns between them (docs/algorithms.md, sections 7.14 and 9). A leg is a run
//! of displacements from fix to fix on a steady course; it begins and ends at fixes. What lies between two legs is a turn
//! whose moment is known to within the interval; nothing is said about how it was sailed.

mod names;

use std::ops::Range;

use crate::angle::{hypot, wrap_180, wrap_360};
use crate::geo::Plane;
use crate::segment::course::{Course, UNDER_WAY_MPS};
use crate::segment::turns::{MIN_TURN_DEG, Turn};
use crate::wind::TurnEvent;
pub use names::classify_leg_turns;

// Constants without another provenance: *guess*, that passed the rows of sparse trackers of `npm run truth`.

/// A leg ends where the course of a displacement differs from its running mean by more than this, deg, over so many
/// displacements. *guess*
const MAX_COURSE_STEP_DEG: f64 = 15.0;
const COURSE_MEAN_COUNT: f64 = 4.0;
/// Least speed of a leg, as a share of the pace and m/s. *guess*
const MIN_PACE_SHARE: f64 = 0.25;
/// Least number of displacements of a leg. *guess*
const MIN_COUNT: usize = 2;
/// Least number of displacements of the legs beside a turn that is certain. *guess*
pub const MIN_CERTAIN_COUNT: usize = 3;
/// Most displacements between two legs with one turn between them: in a longer time there may be several. *guess*
const MAX_BETWEEN: usize = 1;
/// Displacements of a leg next to a turn by which its course and speed there are measured. *guess*
const BESIDE_COUNT: usize = 3;
/// A turn is evidence of the wind when the leg before or the leg after the next one returns to the same course within
/// this, deg, and it changes the course by no more than this: a boat that beats or runs in a zigzag. Courses from mark to
/// mark do not return, and between marks that are in line they are opposite. *guess*
const ZIGZAG_DEG: f64 = 25.0;
const MAX_ZIGZAG_DEG: f64 = 150.0;
/// A leg between two fixes of a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    pub first: usize,
    pub last: usize,
}

impl Leg {
    /// Number of displacements.
    fn count(&self) -> usize {
        self.last - self.first
    }

    /// Direction from the first fix to the last, deg.
    pub fn course_deg(&self, course: &Course) -> f64 {
        velocity(course, self.first, self.last).course_deg
    }

    /// True when the leg is long enough for a turn beside it to be certain.
    fn is_certain(&self) -> bool {
        self.count() >= MIN_CERTAIN_COUNT
    }
}

/// Mean velocity over displacements: course, deg, and speed, m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Velocity {
    course_deg: f64,
    sog_mps: f64,
}

/// A turn between two legs.
#[derive(Debug, Clone, PartialEq)]
pub struct LegTurn {
    pub turn: Turn,
    /// The moment at which the two legs, sailed on, meet, s from the first fix.
    pub time_s: f64,
    before: Velocity,
    after: Velocity,
    /// Both legs are long enough for it to be certain.
    pub is_certain: bool,
    is_zigzag: bool,
}

/// The legs and turns of a sparse track.
#[derive(Debug, Clone, Default)]
pub struct Legs {
    pub legs: Vec<Leg>,
    pub turns: Vec<LegTurn>,
}

/// Finds the legs of a sparse track and the turns between them, in time order.
pub fn find_legs(course: &Course) -> Legs {
    let min_mps = UNDER_WAY_MPS.max(MIN_PACE_SHARE * course.pace_mps);
    let mut found = Legs::default();
    for piece in &course.track.pieces {
        let legs = legs_of(course, piece, min_mps);
        let turns = turns_between(course, &legs);
        found.legs.extend(legs);
        found.turns.extend(turns);
    }
    found
}

/// The legs of one piece.
fn legs_of(course: &Course, piece: &Range<usize>, min_mps: f64) -> Vec<Leg> {
    let mut runs: Vec<Leg> = Vec::new();
    let mut mean: Option<(f64, f64)> = None;
    for i in piece.start + 1..piece.end {
        if course.motion.sog_mps[i] < min_mps {
            mean = None;
            continue;
        }
        let cog = course.motion.cog_deg[i];
        let off = mean.map(|(at, n)| (wrap_180(cog - at), at, n));
        match (off, runs.last_mut()) {
            (Some((off, at, n)), Some(run)) if off.abs() <= MAX_COURSE_STEP_DEG => {
                run.last = i;
                let n = f64::min(n + 1.0, COURSE_MEAN_COUNT);
                mean = Some((at + off / n, n));
            }
            _ => {
                runs.push(Leg { first: i - 1, last: i });
                mean = Some((cog, 1.0));
            }
        }
    }
    runs.retain(|run| run.count() >= MIN_COUNT);
    joined(course, runs)
}

/// Joins legs of one course with at most one displacement between them.
fn joined(course: &Course, runs: Vec<Leg>) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::with_capacity(runs.len());
    for run in runs {
        let one_course = |leg: &Leg| {
            let change = end_of(course, leg).course_deg - beginning_of(course, &run).course_deg;
            run.first - leg.last <= MAX_BETWEEN && wrap_180(change).abs() <= MAX_COURSE_STEP_DEG
        };
        match legs.last_mut() {
            Some(leg) if one_course(leg) => leg.last = run.last,
            _ => legs.push(run),
        }
    }
    legs
}

/// Mean velocity over the first displacements of a leg, without the very first, which may hold part of a turn, where enough
/// others remain.
fn beginning_of(course: &Course, leg: &Leg) -> Velocity {
    let from = first_of(leg);
    velocity(course, from, leg.last.min(from + BESIDE_COUNT))
}

/// Mean velocity over the last displacements of a leg, as [`beginning_of`].
fn end_of(course: &Course, leg: &Leg) -> Velocity {
    let to = last_of(leg);
    velocity(course, leg.first.max(to.saturating_sub(BESIDE_COUNT)), to)
}

/// Mean velocity from one fix to another of a piece.
fn velocity(course: &Course, from: usize, to: usize) -> Velocity {
    let (t, motion) = (&course.time_s, course.motion);
    let (mut east_m, mut north_m) = (0.0, 0.0);
    for i in from + 1..=to {
        let dt_s = t[i] - t[i - 1];
        east_m += motion.east_mps[i] * dt_s;
        north_m += motion.north_mps[i] * dt_s;
    }
    let course_deg = crate::angle::bearing_deg(east_m, north_m);
    Velocity { course_deg, sog_mps: hypot(east_m, north_m) / (t[to] - t[from]) }
}

/// The turns between neighbouring legs of a piece.
fn turns_between(course: &Course, legs: &[Leg]) -> Vec<LegTurn> {
    let beside = |k: usize| (beginning_of(course, &legs[k]), end_of(course, &legs[k]));
    let all: Vec<(Velocity, Velocity)> = (0..legs.len()).map(beside).collect();
    let returns = |a: f64, b: f64| wrap_180(a - b).abs() <= ZIGZAG_DEG;
    let mut turns = Vec::new();
    for k in 1..legs.len() {
        let (a, b) = (&legs[k - 1], &legs[k]);
        let (before, after) = (all[k - 1].1, all[k].0);
        let change_deg = wrap_180(after.course_deg - before.course_deg);
        if b.first - a.last > MAX_BETWEEN || change_deg.abs() < MIN_TURN_DEG {
            continue;
        }
        let earlier = k >= 2 && returns(all[k - 2].1.course_deg, after.course_deg);
        let later = k + 1 < legs.len() && returns(all[k + 1].0.course_deg, before.course_deg);
        let is_certain = a.is_certain() && b.is_certain();
        let (start_s, end_s) = turn_span(course, a, b);
        turns.push(LegTurn {
            turn: Turn::new(start_s, end_s, change_deg),
            time_s: meeting_s(course, (last_of(a), before), (first_of(b), after)).clamp(start_s, end_s),
            before,
            after,
            is_certain,
            is_zigzag: (earlier || later) && change_deg.abs() <= MAX_ZIGZAG_DEG,
        });
    }
    turns
}

/// The last fix of a leg before which its velocity is measured, and the first one of a leg.
fn last_of(leg: &Leg) -> usize {
    leg.last - usize::from(leg.is_certain())
}

fn first_of(leg: &Leg) -> usize {
    leg.first + usize::from(leg.is_certain())
}

/// The time in which the turn between two legs lies: between their fixes; where they share a fix, half of the displacements
/// beside it.
fn turn_span(course: &Course, a: &Leg, b: &Leg) -> (f64, f64) {
    let t = &course.time_s;
    if a.last < b.first {
        return (t[a.last], t[b.first]);
    }
    (0.5 * (t[a.last - 1] + t[a.last]), 0.5 * (t[b.first] + t[b.first + 1]))
}

/// The moment at which a boat that sails on with the first velocity from the first fix is nearest to one that came to the
/// second fix with the second velocity, s.
fn meeting_s(course: &Course, (i, before): (usize, Velocity), (j, after): (usize, Velocity)) -> f64 {
    let (t, columns) = (&course.time_s, &course.track.columns);
    let (lat, lon) = (&columns.lat_deg, &columns.lon_deg);
    let (e, n) = Plane::at(lat[i], lon[i]).to_m(lat[j], lon[j]);
    let vector = |v: Velocity| {
        let (sin, cos) = libm::sincos(crate::angle::to_rad(v.course_deg));
        (v.sog_mps * sin, v.sog_mps * cos)
    };
    let ((ae, an), (be, bn)) = (vector(before), vector(after));
    let wait_s = t[j] - t[i];
    // At x after the first fix: before · x = displacement − after · (wait − x), in least squares.
    let (re, rn, de, dn) = (e - be * wait_s, n - bn * wait_s, ae - be, an - bn);
    t[i] + (re * de + rn * dn) / (de * de + dn * dn).max(1e-9)
}

impl Legs {
    /// The turns as evidence of the wind: of a zigzag, between legs that are long enough. Least speed and turn rate are not
    /// known.
    pub fn events(&self, course: &Course) -> Vec<TurnEvent> {
        let informs = self.turns.iter().filter(|t| t.is_certain && t.is_zigzag);
        informs.map(|t| t.event(course)).collect()
    }

    /// The legs that overlap no span of `taken`, in time order, s, by more than an interval.
    pub fn outside<'a>(
        &'a self,
        course: &'a Course,
        taken: &'a [(f64, f64)],
    ) -> impl Iterator<Item = &'a Leg> {
        let interval_s = course.track.median_dt_s;
        self.legs.iter().filter(move |leg| {
            let (from, to) = (course.time_s[leg.first], course.time_s[leg.last]);
            let first = taken.partition_point(|t| t.1 < from);
            let near = taken[first..].iter().take_while(|t| t.0 < to);
            near.into_iter().all(|(a, b)| b.min(to) - a.max(from) <= interval_s)
        })
    }
}

impl LegTurn {
    fn event(&self, course: &Course) -> TurnEvent {
        TurnEvent {
            time_ms: course.ms(self.time_s),
            middle_deg: wrap_360(self.before.course_deg + 0.5 * self.turn.change_deg),
            change_deg: self.turn.change_deg,
            entry_mps: self.before.sog_mps,
            min_mps: f64::NAN,
            exit_mps: self.after.sog_mps,
            max_rate_dps: 0.0,
        }
    }
}

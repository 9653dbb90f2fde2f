//! Legs of a sparse track, the turns between them and their names (docs/algorithms.md, sections 7.14 and 9). A leg is a run
//! of displacements from fix to fix on a steady course; it begins and ends at fixes. What lies between two legs is a turn
//! whose moment is known to within the interval; nothing is said about how it was sailed.

use std::ops::Range;

use crate::angle::{circular_mean, hypot, wrap_180, wrap_360};
use crate::geo::Plane;
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::{Course, Episode, UNDER_WAY_MPS};
use crate::segment::table::{MIN_ROUNDING_DEG, PassedAxis, WindAngleSweep, bands_deg, flag};
use crate::segment::turns::{MIN_TURN_DEG, Turn};
use crate::segment::unnamed::MIN_UNNAMED_TURN_DEG;
use crate::units::MPS_PER_KNOT;
use crate::wind::{TurnEvent, WindAt, WindSeries};

// Constants without another provenance: *guess*, that passed the rows of sparse trackers of `npm run truth`.

/// A leg ends where the course of a displacement differs from its running mean by more than this, deg, over so many
/// displacements.
const MAX_COURSE_STEP_DEG: f64 = 15.0;
const COURSE_MEAN_COUNT: f64 = 4.0;
/// Least speed of a leg, as a share of the pace and m/s.
const MIN_PACE_SHARE: f64 = 0.25;
/// Least number of displacements of a leg.
const MIN_COUNT: usize = 2;
/// Least number of displacements of the legs beside a turn that is certain.
pub const MIN_CERTAIN_COUNT: usize = 3;
/// Most displacements between two legs with one turn between them: in a longer time there may be several.
const MAX_BETWEEN: usize = 1;
/// Displacements of a leg next to a turn by which its course and speed there are measured.
const BESIDE_COUNT: usize = 3;
/// Least wind angle of the legs beside a named turn, deg: closer to the wind a leg is the mean of tacks that the fixes do
/// not show.
const MIN_SAILED_ANGLE_DEG: f64 = 25.0;
/// Greatest change of course of a named turn through an axis, deg: the other way round is as long for larger ones.
const MAX_THROUGH_DEG: f64 = 150.0;
/// Samples of the wind over a turn and its neighbourhood.
const WIND_SAMPLES: usize = 9;
/// A turn is evidence of the wind when the leg before or the leg after the next one returns to the same course within
/// this, deg, and it changes the course by no more than this: a boat that beats or runs in a zigzag. Courses from mark to
/// mark do not return, and between marks that are in line they are opposite.
const ZIGZAG_DEG: f64 = 25.0;
const MAX_ZIGZAG_DEG: f64 = 150.0;
/// Greatest speed of a stop, and the least number of its displacements: a boat may come back to the place she left.
const STOP_MPS: f64 = 0.5 * MPS_PER_KNOT;
const MIN_STOP_COUNT: usize = 2;

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

/// Names the turns between legs by the wind. In an unknown wind those of a certain size are turns without a name; those
/// whose legs do not show what they were are left out.
pub fn classify_leg_turns(
    course: &Course,
    legs: &Legs,
    wind: Option<&WindSeries>,
    bridge_s: f64,
) -> Vec<ClassifiedTurn> {
    let classified = |t: &LegTurn| {
        let wind = wind.and_then(|w| wind_beside(course, t, w, bridge_s));
        let in_deg = wind.map_or(t.before.course_deg, |w| wrap_180(t.before.course_deg - w.twd_deg));
        let sweep = WindAngleSweep { in_deg, out_deg: in_deg + t.turn.change_deg };
        let passed = wind.map_or(PassedAxis::Neither, |_| sweep.passed());
        let is_large = t.turn.change_deg.abs() >= MIN_UNNAMED_TURN_DEG;
        let kind = match wind {
            Some(wind) => kind(&sweep, passed, wind.sd_deg),
            None => is_large.then_some(SegmentKind::Turn),
        };
        let mut flags = vec![flag::SPARSE];
        if !t.is_certain {
            flags.push(flag::SHORT_LEG);
        }
        let (turn, time_s) = (t.turn, t.time_s);
        ClassifiedTurn { kind, turn, time_s, sweep, passed, wind, flags, has_loss: false }
    };
    legs.turns.iter().map(classified).filter(|f| f.kind.is_some()).collect()
}

/// The mean wind over a turn and an interval on either side, by which its legs are measured.
fn wind_beside(course: &Course, t: &LegTurn, wind: &WindSeries, bridge_s: f64) -> Option<WindAt> {
    let interval_s = course.track.median_dt_s;
    let (from_s, to_s) = (t.turn.start_s - interval_s, t.turn.end_s + interval_s);
    let at = |k: usize| from_s + (to_s - from_s) * k as f64 / (WIND_SAMPLES - 1) as f64;
    let all: Vec<WindAt> = (0..WIND_SAMPLES).filter_map(|k| wind.at(course.ms(at(k)), bridge_s)).collect();
    let (twd_deg, _) = circular_mean(all.iter().map(|w| (w.twd_deg, 1.0)))?;
    let sd_deg = all.iter().map(|w| w.sd_deg).sum::<f64>() / all.len() as f64;
    Some(WindAt { twd_deg, sd_deg, tws_mps: f64::NAN })
}

/// The name of a turn between two legs; none where they do not tell it, above all from one reach to the other: a boat may
/// have turned through either axis.
fn kind(sweep: &WindAngleSweep, passed: PassedAxis, wind_sd_deg: f64) -> Option<SegmentKind> {
    let (a, b) = (sweep.angle_in_deg(), sweep.angle_out_deg());
    let (up, down) = bands_deg(wind_sd_deg);
    if a.min(b) < MIN_SAILED_ANGLE_DEG {
        return None;
    }
    match passed {
        _ if passed != PassedAxis::Neither && (sweep.out_deg - sweep.in_deg).abs() > MAX_THROUGH_DEG => None,
        PassedAxis::WindFrom if a.min(b) < up && a.max(b) < down => Some(SegmentKind::Tack),
        PassedAxis::WindTo if a.max(b) > down && a.min(b) > up => Some(SegmentKind::Gybe),
        PassedAxis::Neither if (b - a).abs() < MIN_ROUNDING_DEG => None,
        PassedAxis::Neither if a < up && b > down => Some(SegmentKind::BearAway),
        PassedAxis::Neither if a > down && b < up => Some(SegmentKind::Douse),
        _ => None,
    }
}

/// Stops of a sparse track: at least two displacements in a row below half a knot.
pub fn find_sparse_stops(course: &Course) -> Vec<Episode> {
    let mut stops: Vec<(usize, usize)> = Vec::new();
    for piece in &course.track.pieces {
        let mut from: Option<usize> = None;
        for i in piece.start + 1..piece.end {
            if course.motion.sog_mps[i] >= STOP_MPS {
                from = None;
                continue;
            }
            let first = *from.get_or_insert(i - 1);
            match stops.last_mut() {
                Some(stop) if stop.0 == first => stop.1 = i,
                _ => stops.push((first, i)),
            }
        }
    }
    let t = &course.time_s;
    let long = stops.into_iter().filter(|(first, last)| last - first >= MIN_STOP_COUNT);
    long.map(|(first, last)| Episode { start_s: t[first], end_s: t[last], time_s: t[first] }).collect()
}

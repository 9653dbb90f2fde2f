//! Pass 2: changes of side that turned too little or too slowly for pass 1 (ALGORITHMS 3.3.2), above all the gybes
//! of boats that run dead before the wind.

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::breeze::Breeze;
use crate::segment::course::Course;
use crate::segment::turns::{self, EDGE_DPS, Turn, WINDOW_S, find_changes, turn_between, under_sail};
use crate::stats::order::sort_by_number;

/// No side is told this close to head to wind, and to dead downwind, deg.
const DEAD_UP_DEG: f64 = 12.0;
const DEAD_DOWN_DEG: f64 = 5.0;
/// The angle is read on a mean of this length, s.
const MEAN_S: f64 = 3.0;
/// A side counts from this long, s.
const MIN_RUN_S: f64 = 6.0;
/// Longest way from one side to the other, s.
const MAX_APART_S: f64 = 15.0;
/// Smaller changes of course are steering, deg.
pub(super) const MIN_CHANGE_DEG: f64 = 12.0;

/// A small gybe has the wind over one quarter in the mean of this long before it, and over the other after, s.
const QUARTER_S: f64 = 8.0;

/// A stretch on one side.
#[derive(Debug, Clone, Copy)]
struct Run {
    start_s: f64,
    end_s: f64,
    starboard: bool,
}

/// Side changes that none of `turns` covers, as turns of their own, in time order.
pub fn find_crossings(course: &Course, breeze: &Breeze, class: &BoatClass, turns: &[Turn]) -> Vec<Turn> {
    let mut found = slow_crossings(course, breeze, turns);
    let overlaps = |a: &Turn, all: &[Turn]| {
        let next = all.partition_point(|t| t.end_s < a.start_s);
        all.get(next).is_some_and(|t| t.start_s <= a.end_s)
    };
    let small = find_changes(course, class, MIN_CHANGE_DEG..turns::MIN_CHANGE_DEG);
    let small = small.into_iter().filter(|t| gybes(course, breeze, t) && !overlaps(t, turns));
    let fresh: Vec<Turn> = small.filter(|t| !overlaps(t, &found)).collect();
    found.extend(fresh);
    sort_by_number(&mut found, |t| t.start_s);
    found
}

/// A quick small turn before the wind, with the wind over one quarter for a while before it and over the other after.
fn gybes(course: &Course, breeze: &Breeze, turn: &Turn) -> bool {
    let (t0, t1) = (turn.start_s, turn.end_s);
    let over = |from: f64, to: f64| {
        let wind = breeze.mean(course, from, to)?;
        let mean = course.mean_course(0.5 * (t0 + t1), from, to)?;
        Some((wrap_180(wind.twd_deg - mean), mean))
    };
    let Some(((before, c_in), (after, c_out))) = over(t0 - QUARTER_S, t0).zip(over(t1, t1 + QUARTER_S))
    else {
        return false;
    };
    let running = before.abs() > 90.0 && after.abs() > 90.0;
    running && (before > 0.0) != (after > 0.0) && (c_out - c_in).abs() >= MIN_CHANGE_DEG
}

fn slow_crossings(course: &Course, breeze: &Breeze, turns: &[Turn]) -> Vec<Turn> {
    let mut found = Vec::new();
    let mean = course.centred_course(MEAN_S);
    let side_at = |i: usize| side(breeze.twd_deg[i], mean[i]);
    for piece in &course.track.pieces {
        let runs = side_runs(course, &side_at, piece.clone());
        for pair in runs.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if a.starboard != b.starboard && b.start_s - a.end_s <= MAX_APART_S && !covered(turns, &a, &b) {
                found.extend(turn_of(course, &a, &b));
            }
        }
    }
    found
}

fn covered(turns: &[Turn], a: &Run, b: &Run) -> bool {
    let next = turns.partition_point(|t| t.end_s < a.end_s);
    turns.get(next).is_some_and(|t| t.start_s <= b.start_s)
}

fn side_runs(
    course: &Course,
    side_at: &dyn Fn(usize) -> Option<bool>,
    piece: std::ops::Range<usize>,
) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open: Option<Run> = None;
    for i in piece {
        let t = course.time_s[i];
        let side = side_at(i);
        match (&mut open, side) {
            (Some(run), Some(starboard)) if run.starboard == starboard => run.end_s = t,
            (_, side) => {
                runs.extend(open.take());
                open = side.map(|starboard| Run { start_s: t, end_s: t, starboard });
            }
        }
    }
    runs.extend(open);
    runs.retain(|r| r.end_s - r.start_s >= MIN_RUN_S);
    runs
}

/// The side the wind comes over: true for starboard; none close to both axes.
fn side(twd_deg: f64, course_deg: f64) -> Option<bool> {
    let theta = wrap_180(twd_deg - course_deg);
    let told = theta.abs() > DEAD_UP_DEG && theta.abs() < 180.0 - DEAD_DOWN_DEG;
    told.then_some(theta > 0.0)
}

fn turn_of(course: &Course, a: &Run, b: &Run) -> Option<Turn> {
    let before = course.mean_course(a.end_s, (a.end_s - WINDOW_S).max(a.start_s), a.end_s)?;
    let after = course.mean_course(b.start_s, b.start_s, (b.start_s + WINDOW_S).min(b.end_s))?;
    let change = after - before;
    if change.abs() < MIN_CHANGE_DEG {
        return None;
    }
    let sense = if change < 0.0 { -1.0 } else { 1.0 };
    let piece = course.piece_at(a.end_s)?;
    let turning = |i: usize| course.rate_dps[i] * sense > EDGE_DPS;
    let mut first = course.fixes(a.end_s, a.end_s).start;
    while first > piece.start && turning(first - 1) {
        first -= 1;
    }
    let mut last = course.fixes(b.start_s, b.start_s).start.min(piece.end - 1);
    while last + 1 < piece.end && turning(last + 1) {
        last += 1;
    }
    turn_between(course, course.time_s[first], course.time_s[last])
        .filter(|t| t.change_deg * sense > 0.0 && under_sail(course, t))
}

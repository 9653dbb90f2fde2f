//! Pass 2: changes of side that turned too little or too slowly for pass 1 (ALGORITHMS 3.3.2): tacks in slow motion,
//! and the gybes of boats that run dead before the wind, which the whole run tells ([`crate::segment::gybe_segmentation`]).

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::segment::gybe_segmentation::{self, Run, Swap};
use crate::segment::turns::{self, Boom, EDGE_DPS, Turn, WINDOW_S, turn_between, under_sail};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::stats::order::sort_by_number;

/// No side is told this close to head to wind, and to dead downwind, deg.
const DEAD_UP_DEG: f64 = 12.0;
const DEAD_DOWN_DEG: f64 = 5.0;
/// A side counts from this long, s.
const MIN_RUN_S: f64 = 6.0;
/// Longest way from one side to the other, s.
const MAX_APART_S: f64 = 15.0;
/// Smaller changes of course are steering, deg.
const MIN_CHANGE_DEG: f64 = 12.0;
/// The run tells when the boom went over to so many seconds.
const ABOUT_S: f64 = 5.0;
/// A turn that leads into a run brings the boom over until so long after it, s: courses are read on means.
const LED_IN_S: f64 = 2.0;
/// A turn of a run lies this far inside it, s.
const INSIDE_S: f64 = 4.0;
/// A gybe that no turn rate shows takes this long, s.
const UNSEEN_S: f64 = 3.0;
/// As far about it its turn is looked for, s.
const NEARBY_S: f64 = 10.0;
/// Means on both sides of a moment by which the change is told closer, s.
const CLOSE_S: f64 = 4.0;

/// A stretch on one side.
#[derive(Debug, Clone, Copy)]
struct Side {
    start_s: f64,
    end_s: f64,
    starboard: bool,
}

/// The turns of pass 1, told of the boom where the boat runs, and the side changes that none of them covers, in time
/// order.
pub fn with_crossings(
    course: &Course,
    wind_along: &WindAlongTrack,
    class: &BoatClass,
    turns: &[Turn],
) -> Vec<Turn> {
    let mut all = turns.to_vec();
    all.extend(slow_tacks(course, wind_along, turns));
    for run in gybe_segmentation::runs(course, wind_along, class) {
        tell_boom(course, class, &run, &mut all);
    }
    sort_by_number(&mut all, |t| t.start_s);
    all
}

/// Tells the turns inside a run of the boom, and adds the gybes that are no turns of pass 1.
fn tell_boom(course: &Course, class: &BoatClass, run: &Run, all: &mut Vec<Turn>) {
    let inside = |t: &Turn| run.start_s + INSIDE_S <= t.start_s && t.end_s + INSIDE_S <= run.end_s;
    let mut own: Vec<usize> = (0..all.len()).filter(|&i| inside(&all[i])).collect();
    own.iter().for_each(|&i| all[i].boom = Boom::Stays);
    let leads_in = |t: &Turn| t.start_s < run.start_s + INSIDE_S && run.start_s <= t.end_s;
    let led_in: Vec<Turn> = all.iter().copied().filter(leads_in).collect();
    for swap in &run.swaps {
        // The turn that leads into the run may have brought the boom over itself.
        if led_in.iter().any(|t| away_s(swap, t) <= LED_IN_S) {
            continue;
        }
        let apart = |&i: &usize| away_s(swap, &all[i]);
        let nearest =
            own.iter().copied().filter(|i| apart(i) <= ABOUT_S).min_by(|a, b| apart(a).total_cmp(&apart(b)));
        if let Some(i) = nearest {
            all[i].boom = over(swap);
            own.retain(|&o| o != i);
            continue;
        }
        let free = |t: &Turn| all.iter().all(|a| a.end_s < t.start_s || t.end_s < a.start_s);
        let turn = gybe_at(course, class, swap).filter(|t| free(t) && under_sail(course, t));
        all.extend(turn.map(|t| Turn { boom: over(swap), ..t }));
    }
}

fn over(swap: &Swap) -> Boom {
    Boom::Over { before_deg: swap.before_deg, after_deg: swap.after_deg }
}

/// From the moment the boom goes over to a turn that may be the one, s; infinite for one of the other sense.
fn away_s(swap: &Swap, turn: &Turn) -> f64 {
    if (swap.after_deg > swap.before_deg) != (turn.change_deg > 0.0) {
        return f64::INFINITY;
    }
    (turn.start_s - swap.time_s).max(swap.time_s - turn.end_s).max(0.0)
}

/// The turn in which the boom goes over, by the course's greatest change thereabouts.
fn gybe_at(course: &Course, class: &BoatClass, swap: &Swap) -> Option<Turn> {
    let sense = (swap.after_deg - swap.before_deg).signum();
    let close = |t: f64| {
        let before = course.mean_course(t, t - CLOSE_S - 1.0, t - 1.0)?;
        Some((course.mean_course(t, t + 1.0, t + 1.0 + CLOSE_S)? - before) * sense)
    };
    let steps = 2 * ABOUT_S as i32;
    let moments = (-steps..=steps).map(|k| swap.time_s + 0.5 * f64::from(k));
    let at_s = moments
        .filter_map(|t| close(t).map(|c| (c, t)))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(swap.time_s, |(_, t)| t);
    let piece = course.piece_at(at_s)?;
    let about = course.fixes(at_s - NEARBY_S, at_s + NEARBY_S);
    let about = about.start.max(piece.start)..about.end.min(piece.end);
    let near = |t: &Turn| t.start_s - 1.0 <= at_s && at_s <= t.end_s + 1.0 && t.sense() == sense;
    let seen = turns::all_runs(course, class, about).into_iter().filter(near);
    let seen = seen.max_by(|a, b| a.change_deg.abs().total_cmp(&b.change_deg.abs()));
    seen.or_else(|| turn_between(course, at_s - 0.5 * UNSEEN_S, at_s + 0.5 * UNSEEN_S))
}

fn slow_tacks(course: &Course, wind_along: &WindAlongTrack, turns: &[Turn]) -> Vec<Turn> {
    let mut found = Vec::new();
    let mean = course.course_3s_deg();
    let side_at = |i: usize| side(wind_along.twd_deg[i], mean[i]);
    let windward = |t: &Turn| {
        let at = course.fixes(0.5 * (t.start_s + t.end_s), f64::INFINITY).start;
        at < mean.len() && wrap_180(wind_along.twd_deg[at] - mean[at]).abs() < 90.0
    };
    for piece in &course.track.pieces {
        let sides = sides(course, &side_at, piece.clone());
        for pair in sides.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if a.starboard != b.starboard && b.start_s - a.end_s <= MAX_APART_S && !covered(turns, &a, &b) {
                found.extend(turn_of(course, &a, &b).filter(windward));
            }
        }
    }
    found
}

fn covered(turns: &[Turn], a: &Side, b: &Side) -> bool {
    let next = turns.partition_point(|t| t.end_s < a.end_s);
    turns.get(next).is_some_and(|t| t.start_s <= b.start_s)
}

fn sides(
    course: &Course,
    side_at: &dyn Fn(usize) -> Option<bool>,
    piece: std::ops::Range<usize>,
) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    let mut open: Option<Side> = None;
    for i in piece {
        let t = course.time_s[i];
        let side = side_at(i);
        match (&mut open, side) {
            (Some(held), Some(starboard)) if held.starboard == starboard => held.end_s = t,
            (_, side) => {
                sides.extend(open.take());
                open = side.map(|starboard| Side { start_s: t, end_s: t, starboard });
            }
        }
    }
    sides.extend(open);
    sides.retain(|r| r.end_s - r.start_s >= MIN_RUN_S);
    sides
}

/// The side the wind comes over: true for starboard; none close to both axes.
fn side(twd_deg: f64, course_deg: f64) -> Option<bool> {
    let theta = wrap_180(twd_deg - course_deg);
    let told = theta.abs() > DEAD_UP_DEG && theta.abs() < 180.0 - DEAD_DOWN_DEG;
    told.then_some(theta > 0.0)
}

fn turn_of(course: &Course, a: &Side, b: &Side) -> Option<Turn> {
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

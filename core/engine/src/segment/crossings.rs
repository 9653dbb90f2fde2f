//! Pass 2: changes of tack that turned too little or too slowly for pass 1: slow tacks (docs/algorithms.md, section 7.5)
//! and the gybes of running boats that [`crate::segment::gybe_segmentation`] found (section 7.6).

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::segment::gybe_segmentation::{self, Run, SideChange};
use crate::segment::turns::{self, EDGE_RATE_DPS, RunEvidence, Turn, WINDOW_S, turn_between, under_sail};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::stats::order::sort_by_number;

/// The tack is undefined closer than this to head to wind and to dead downwind, deg. *measured* on Laser tracks: with the
/// three below, recall from 0.77–0.83 to 0.91–0.96 at a loss of precision of 0.03.
const UNDEFINED_UP_DEG: f64 = 12.0;
const UNDEFINED_DOWN_DEG: f64 = 5.0;
/// Shortest stretch on one tack, s. *measured* with the prototype (docs/algorithms.md)
const MIN_TACK_STRETCH_S: f64 = 6.0;
/// Longest time between two stretches on opposite tacks, s. *measured* with the prototype (docs/algorithms.md)
const MAX_APART_S: f64 = 15.0;
/// Least course change of a slow tack, deg. *measured* with the prototype (docs/algorithms.md)
const MIN_SLOW_TACK_DEG: f64 = 12.0;
// All constants below are *measured* with `npm run truth` unless marked.

/// Accuracy of the moment of a change of side, s.
const SIDE_CHANGE_WITHIN_S: f64 = 5.0;
/// Least distance of a turn inside a run from the ends of the run, s.
const INSIDE_S: f64 = 4.0;
/// Duration of a gybe that the turn rate does not show, s.
const UNSEEN_GYBE_S: f64 = 3.0;
/// Greatest distance at which the turn of a change of side is searched, s.
const SEARCH_S: f64 = 10.0;
/// Length of the means before and after a moment by which a gybe is located, s.
const LOCATING_MEAN_S: f64 = 4.0;

/// A stretch of time on one tack, s from the first fix.
#[derive(Debug, Clone, Copy)]
struct TackStretch {
    start_s: f64,
    end_s: f64,
    starboard: bool,
}

/// The turns of pass 1, with the evidence of the runs they lie in, and the changes of tack that none of them covers, in
/// time order.
pub fn with_crossings(
    course: &Course,
    wind_along: &WindAlongTrack,
    class: &BoatClass,
    turns: &[Turn],
) -> Vec<Turn> {
    let mut all = turns.to_vec();
    let mut slow_until_s = f64::NEG_INFINITY;
    for slow in slow_tacks(course, wind_along, turns) {
        // Extended to the edge rate it may reach into a turn that is listed: the same turn is not listed twice.
        let next = turns.partition_point(|t| t.end_s <= slow.start_s);
        if slow_until_s <= slow.start_s && turns.get(next).is_none_or(|t| slow.end_s <= t.start_s) {
            slow_until_s = slow.end_s;
            all.push(slow);
        }
    }
    for run in gybe_segmentation::find_runs(course, wind_along, class) {
        add_run_evidence(course, class, &run, &mut all);
    }
    sort_by_number(&mut all, |t| t.start_s);
    all
}

/// Sets the evidence of the turns inside a run, and adds the gybes that are no turns of pass 1.
fn add_run_evidence(course: &Course, class: &BoatClass, run: &Run, all: &mut Vec<Turn>) {
    let inside = |t: &Turn| run.start_s + INSIDE_S <= t.start_s && t.end_s + INSIDE_S <= run.end_s;
    let mut own: Vec<usize> = (0..all.len()).filter(|&i| inside(&all[i])).collect();
    own.iter().for_each(|&i| all[i].run_evidence = RunEvidence::NoGybe);
    for change in &run.side_changes {
        let apart = |&i: &usize| away_s(change, &all[i]);
        let nearest = own
            .iter()
            .copied()
            .filter(|i| apart(i) <= SIDE_CHANGE_WITHIN_S)
            .min_by(|a, b| apart(a).total_cmp(&apart(b)));
        if let Some(i) = nearest {
            all[i].run_evidence = gybe_evidence(change);
            own.retain(|&o| o != i);
            continue;
        }
        let free = |t: &Turn| all.iter().all(|a| a.end_s < t.start_s || t.end_s < a.start_s);
        let turn = gybe_at(course, class, change).filter(|t| free(t) && under_sail(course, t));
        all.extend(turn.map(|t| Turn { run_evidence: gybe_evidence(change), ..t }));
    }
}

fn gybe_evidence(change: &SideChange) -> RunEvidence {
    RunEvidence::Gybe { before_deg: change.before_deg, after_deg: change.after_deg }
}

/// Time from a change of side to a turn, s; 0 inside it, infinity for a turn of the other sense.
fn away_s(change: &SideChange, turn: &Turn) -> f64 {
    if (change.after_deg > change.before_deg) != (turn.change_deg > 0.0) {
        return f64::INFINITY;
    }
    (turn.start_s - change.time_s).max(change.time_s - turn.end_s).max(0.0)
}

/// The turn of a change of side: at the greatest change of the mean course near it, by the turn rate, else of
/// [`UNSEEN_GYBE_S`].
fn gybe_at(course: &Course, class: &BoatClass, change: &SideChange) -> Option<Turn> {
    let sense = (change.after_deg - change.before_deg).signum();
    let close = |t: f64| {
        let before = course.mean_course(t, t - LOCATING_MEAN_S - 1.0, t - 1.0)?;
        Some((course.mean_course(t, t + 1.0, t + 1.0 + LOCATING_MEAN_S)? - before) * sense)
    };
    let steps = 2 * SIDE_CHANGE_WITHIN_S as i32;
    let moments = (-steps..=steps).map(|k| change.time_s + 0.5 * f64::from(k));
    let at_s = moments
        .filter_map(|t| close(t).map(|c| (c, t)))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(change.time_s, |(_, t)| t);
    let piece = course.piece_at(at_s)?;
    let about = course.fixes(at_s - SEARCH_S, at_s + SEARCH_S);
    let about = about.start.max(piece.start)..about.end.min(piece.end);
    let near = |t: &Turn| t.start_s - 1.0 <= at_s && at_s <= t.end_s + 1.0 && t.sense() == sense;
    let seen = turns::all_turns(course, class, about).into_iter().filter(near);
    let seen = seen.max_by(|a, b| a.change_deg.abs().total_cmp(&b.change_deg.abs()));
    seen.or_else(|| turn_between(course, at_s - 0.5 * UNSEEN_GYBE_S, at_s + 0.5 * UNSEEN_GYBE_S))
}

/// Tacks between stretches on opposite tacks that no turn covers.
fn slow_tacks(course: &Course, wind_along: &WindAlongTrack, turns: &[Turn]) -> Vec<Turn> {
    let mut found = Vec::new();
    let mean = course.course_3s_deg();
    let side_at = |i: usize| side(wind_along.twd_deg[i], mean[i]);
    let windward = |t: &Turn| {
        let at = course.fixes(0.5 * (t.start_s + t.end_s), f64::INFINITY).start;
        at < mean.len() && wrap_180(wind_along.twd_deg[at] - mean[at]).abs() < 90.0
    };
    for piece in &course.track.pieces {
        let stretches = tack_stretches(course, &side_at, piece.clone());
        for pair in stretches.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if a.starboard != b.starboard && b.start_s - a.end_s <= MAX_APART_S && !covered(turns, &a, &b) {
                found.extend(turn_between_tacks(course, &a, &b).filter(windward));
            }
        }
    }
    found
}

/// True when a turn lies between two stretches. `turns` are in time order.
fn covered(turns: &[Turn], a: &TackStretch, b: &TackStretch) -> bool {
    let next = turns.partition_point(|t| t.end_s < a.end_s);
    turns.get(next).is_some_and(|t| t.start_s <= b.start_s)
}

/// Stretches of at least [`MIN_TACK_STRETCH_S`] on one tack.
fn tack_stretches(
    course: &Course,
    side_at: &dyn Fn(usize) -> Option<bool>,
    piece: std::ops::Range<usize>,
) -> Vec<TackStretch> {
    let mut stretches: Vec<TackStretch> = Vec::new();
    let mut open: Option<TackStretch> = None;
    for i in piece {
        let t = course.time_s[i];
        let side = side_at(i);
        match (&mut open, side) {
            (Some(last), Some(starboard)) if last.starboard == starboard => last.end_s = t,
            (_, side) => {
                stretches.extend(open.take());
                open = side.map(|starboard| TackStretch { start_s: t, end_s: t, starboard });
            }
        }
    }
    stretches.extend(open);
    stretches.retain(|s| s.end_s - s.start_s >= MIN_TACK_STRETCH_S);
    stretches
}

/// True on starboard tack, false on port; none close to head to wind and dead downwind, and without a wind.
fn side(twd_deg: f64, course_deg: f64) -> Option<bool> {
    let theta = wrap_180(twd_deg - course_deg);
    let defined = theta.abs() > UNDEFINED_UP_DEG && theta.abs() < 180.0 - UNDEFINED_DOWN_DEG;
    defined.then_some(theta > 0.0)
}

/// The turn between two stretches, extended to the edge rate; none when it is too small or not sailed.
fn turn_between_tacks(course: &Course, a: &TackStretch, b: &TackStretch) -> Option<Turn> {
    let before = course.mean_course(a.end_s, (a.end_s - WINDOW_S).max(a.start_s), a.end_s)?;
    let after = course.mean_course(b.start_s, b.start_s, (b.start_s + WINDOW_S).min(b.end_s))?;
    let change = after - before;
    if change.abs() < MIN_SLOW_TACK_DEG {
        return None;
    }
    let sense = if change < 0.0 { -1.0 } else { 1.0 };
    let piece = course.piece_at(a.end_s)?;
    let turning = |i: usize| course.rate_dps[i] * sense > EDGE_RATE_DPS;
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

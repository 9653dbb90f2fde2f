//! Stops, falls, crashes and failed tacks (docs/algorithms.md, sections 7.3, 7.10 and 7.14).

use std::ops::RangeInclusive;

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::{Course, Episode};
use crate::segment::turns::{LEAD_S, MIN_TURN_DEG, Turn, WINDOW_S, turn_between};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::units::MPS_PER_KNOT;

/// Greatest speed and least duration of a stop. *guess*
const STOP_MPS: f64 = 0.5 * MPS_PER_KNOT;
const MIN_STOP_S: f64 = 30.0;
/// Least number of displacements of a stop of a sparse track: a boat may come back to the place she left. *guess*
const MIN_SPARSE_STOP_COUNT: usize = 2;
/// Least share of the speed lost in a fall, and the time in which it is lost, s. *guess*
const FALL_LOST_SHARE: f64 = 0.6;
const FALL_LOST_WITHIN_S: f64 = 3.0;
/// Greatest speed and least duration of the time after it. *guess*
const FALLEN_MPS: f64 = 3.0 * MPS_PER_KNOT;
const MIN_FALL_S: f64 = 3.0;
/// Least circular standard deviation of the course after a fall, deg, unless the mean speed is below the second limit:
/// then the receiver retains its course. *guess*
const FALL_COURSE_SD_DEG: f64 = 40.0;
const LYING_MPS: f64 = 1.5 * MPS_PER_KNOT;
/// Least entry speed of a crash of any class, as a share of the pace, and its least duration, s. *guess*
const CRASH_ENTRY_SHARE: f64 = 0.7;
const MIN_CRASH_S: f64 = 5.0;
/// Greatest wind angle reached in a failed tack, deg, less the standard deviation of the wind. *guess*
const FAILED_TACK_DEG: f64 = 25.0;
/// Greatest wind angle at its beginning and end, deg. *measured* with `npm run truth`
const FAILED_TACK_FROM_DEG: f64 = 38.0;
/// Its shortest and longest duration, s: a shorter one is noise of the course. *guess*
const FAILED_TACK_S: RangeInclusive<f64> = 2.0..=30.0;
/// Longest time between two tacks of opposite sense of which the first failed, s. *guess*
const MAX_RETURN_S: f64 = 8.0;
/// Least change of course towards the wind, deg, greatest share of the entry speed that is retained, and the time after the
/// attempt up to which the speed is examined, s: waves cause neither. *measured* with `npm run truth`
const FAILED_TACK_TURN_DEG: f64 = 20.0;
const FAILED_TACK_SPEED_SHARE: f64 = 0.8;
const FAILED_TACK_SLOW_WITHIN_S: f64 = 5.0;

/// Stops: stretches of at least [`MIN_STOP_S`] below [`STOP_MPS`].
pub fn find_stops(course: &Course) -> Vec<Episode> {
    let slow = |i: usize| course.motion.sog_mps[i] < STOP_MPS;
    stretches(course, slow).into_iter().filter(|s| s.end_s - s.start_s >= MIN_STOP_S).collect()
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
    let long = stops.into_iter().filter(|(first, last)| last - first >= MIN_SPARSE_STOP_COUNT);
    long.map(|(first, last)| Episode { start_s: t[first], end_s: t[last], time_s: t[first] }).collect()
}

/// Falls of classes that foil; other classes have none.
pub fn find_falls(course: &Course, class: &BoatClass) -> Vec<Episode> {
    let Some(foil_kn) = class.foil_speed_kn else { return Vec::new() };
    let low = slow_stretches(course, MIN_FALL_S);
    low.into_iter().filter_map(|s| crash(course, foil_kn * MPS_PER_KNOT, s)).collect()
}

/// Crashes of any class, also from below foiling speed. They have no name but end turns.
pub fn find_crashes(course: &Course) -> Vec<Episode> {
    let low = slow_stretches(course, MIN_CRASH_S);
    low.into_iter().filter_map(|s| crash(course, CRASH_ENTRY_SHARE * course.pace_mps, s)).collect()
}

/// Stretches below [`FALLEN_MPS`] of at least this duration.
fn slow_stretches(course: &Course, min_s: f64) -> Vec<Episode> {
    let slow = |i: usize| course.motion.sog_mps[i] < FALLEN_MPS;
    stretches(course, slow).into_iter().filter(|s| s.end_s - s.start_s >= min_s).collect()
}

/// The crash with which a slow stretch begins: from more than `from_mps`, with a sudden loss of speed; none for another
/// slowdown.
fn crash(course: &Course, from_mps: f64, low: Episode) -> Option<Episode> {
    let before = course.sog_at(low.start_s - FALL_LOST_WITHIN_S)?;
    let at_entry = course.mean_sog(
        low.start_s,
        low.start_s - FALL_LOST_WITHIN_S - 5.0,
        low.start_s - FALL_LOST_WITHIN_S,
    )?;
    let lost = before - course.sog_at(low.start_s)?;
    if at_entry <= from_mps || lost <= FALL_LOST_SHARE * before {
        return None;
    }
    let fixes = course.fixes(low.start_s - 1.0, (low.start_s + 10.0).min(low.end_s));
    let courses = course.motion.cog_deg[fixes].iter().map(|&c| (c, 1.0));
    let (_, r) = crate::angle::circular_mean(courses)?;
    let lying = course.mean_sog(low.start_s, low.start_s, low.end_s).is_some_and(|v| v < LYING_MPS);
    if !lying && crate::angle::circular_sd_deg(r) <= FALL_COURSE_SD_DEG {
        return None;
    }
    Some(Episode { time_s: steepest(course, low.start_s - FALL_LOST_WITHIN_S, low.start_s), ..low })
}

/// The moment of the steepest loss of speed between two moments; the second one without a loss.
fn steepest(course: &Course, from_s: f64, to_s: f64) -> f64 {
    let fixes = course.fixes(from_s, to_s);
    let sog = &course.motion.sog_mps;
    let slope = |i: usize| (sog[i] - sog[i - 1]) / (course.time_s[i] - course.time_s[i - 1]);
    let mut best = (0.0, to_s);
    for i in fixes.start.max(1)..fixes.end {
        if slope(i) < best.0 {
            best = (slope(i), 0.5 * (course.time_s[i] + course.time_s[i - 1]));
        }
    }
    best.1
}

/// Turns without those that begin in a standstill; a turn that a standstill ends is cut there, and dropped when less than
/// [`MIN_TURN_DEG`] remains.
pub fn clear_of_standstills(course: &Course, turns: Vec<Turn>) -> Vec<Turn> {
    let clear = |turn: Turn| {
        let meets = |s: &&Episode| s.begins_s() <= turn.end_s && turn.start_s <= s.end_s;
        let Some(s) = course.standstills.iter().find(meets) else { return Some(turn) };
        let rest = turn_between(course, turn.start_s, s.begins_s().max(turn.start_s))?;
        (rest.change_deg.abs() >= MIN_TURN_DEG && rest.sense() == turn.sense()).then_some(rest)
    };
    turns.into_iter().filter_map(clear).collect()
}

/// Failed tacks: pairs of tacks of which the first ended close to the wind, and turns towards the wind that came back on
/// the same tack. Returns `found` without the former, and the failed tacks.
pub fn failed_tacks(
    course: &Course,
    wind_along: &WindAlongTrack,
    mut found: Vec<ClassifiedTurn>,
) -> (Vec<ClassifiedTurn>, Vec<Episode>) {
    let mut failures = Vec::new();
    let mut i = 0;
    while i + 1 < found.len() {
        let (first, second) = (&found[i], &found[i + 1]);
        let tacks = first.kind == Some(SegmentKind::Tack) && second.kind == Some(SegmentKind::Tack);
        let soon = second.turn.start_s - first.turn.end_s <= MAX_RETURN_S;
        if tacks
            && soon
            && first.sweep.angle_out_deg() < FAILED_TACK_DEG
            && first.turn.sense() != second.turn.sense()
        {
            let (start_s, end_s) = (first.turn.start_s, second.turn.end_s);
            failures.push(Episode { start_s, end_s, time_s: first.time_s });
            found.drain(i..i + 2);
        } else {
            i += 1;
        }
    }
    let crossing: Vec<Turn> = found.iter().filter(|f| f.crosses()).map(|f| f.turn).collect();
    let near = |i: usize| wind_along.angle_at_fix(course, i).abs() < FAILED_TACK_FROM_DEG;
    let luffs =
        stretches(course, near).into_iter().filter_map(|s| failed_tack(course, wind_along, &crossing, s));
    let pairs = failures.len();
    let apart =
        |s: &Episode, all: &[Episode]| !all.iter().any(|f| f.start_s <= s.end_s && s.start_s <= f.end_s);
    for luff in luffs {
        if apart(&luff, &failures[..pairs]) {
            failures.push(luff);
        }
    }
    (found, failures)
}

/// The failed tack of a stretch close to the wind, if it is one. `crossing` are the turns through an axis.
fn failed_tack(
    course: &Course,
    wind_along: &WindAlongTrack,
    crossing: &[Turn],
    s: Episode,
) -> Option<Episode> {
    let lasts = s.end_s - s.start_s;
    let tacked = crossing.iter().any(|t| t.start_s <= s.end_s && s.start_s <= t.end_s);
    if tacked || !FAILED_TACK_S.contains(&lasts) {
        return None;
    }
    let fixes = course.fixes(s.start_s, s.end_s);
    let side = wind_along.angle_at_fix(course, fixes.start) > 0.0;
    let wind = wind_along.mean(course, s.start_s, s.end_s)?;
    let before = (s.start_s - LEAD_S - WINDOW_S, s.start_s - LEAD_S);
    let steady = wrap_180(wind.twd_deg - course.mean_course(s.start_s, before.0, before.1)?).abs();
    // How close to the wind the boat came is as uncertain as the wind.
    let mut closest = ((FAILED_TACK_DEG - wind.sd_deg).min(steady - FAILED_TACK_TURN_DEG), None);
    for i in fixes {
        let theta = wind_along.angle_at_fix(course, i);
        if (theta > 0.0) != side || course.motion.sog_mps[i] < STOP_MPS {
            return None;
        }
        if theta.abs() < closest.0 {
            closest = (theta.abs(), Some(course.time_s[i]));
        }
    }
    let entry = course.mean_sog(s.start_s, before.0, before.1)?;
    let slow = |i: usize| course.motion.sog_mps[i] < FAILED_TACK_SPEED_SHARE * entry;
    let slowed = course.fixes(s.start_s, s.end_s + FAILED_TACK_SLOW_WITHIN_S).any(slow);
    closest.1.filter(|_| slowed).map(|time_s| Episode { time_s, ..s })
}

/// Maximal stretches of consecutive fixes of a piece that satisfy a condition.
fn stretches(course: &Course, holds: impl Fn(usize) -> bool) -> Vec<Episode> {
    let mut out = Vec::new();
    for piece in &course.track.pieces {
        let mut start: Option<usize> = None;
        for i in piece.clone() {
            match (start, holds(i)) {
                (None, true) => start = Some(i),
                (Some(s), false) => {
                    out.push(stretch(course, s, i - 1));
                    start = None;
                }
                _ => {}
            }
        }
        out.extend(start.map(|s| stretch(course, s, piece.end - 1)));
    }
    out
}

/// The time from one fix to another, known by its beginning.
fn stretch(course: &Course, first: usize, last: usize) -> Episode {
    let (start_s, end_s) = (course.time_s[first], course.time_s[last]);
    Episode { start_s, end_s, time_s: start_s }
}

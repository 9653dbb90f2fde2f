//! Stops, falls and tacks that failed (ALGORITHMS 3.3.2, "further").

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::SegmentKind;
use crate::segment::classify::Found;
use crate::segment::course::{Course, Stretch};
use crate::segment::turns::{LEAD_S, Turn, WINDOW_S, turn_between};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::units::MPS_PER_KNOT;

/// A boat slower than this has stopped, and a stop lasts at least this long.
const STOP_MPS: f64 = 0.5 * MPS_PER_KNOT;
const STOP_S: f64 = 30.0;
/// A fall loses more than this share of its speed within so many seconds,
const FALL_SHARE: f64 = 0.6;
const FALL_WITHIN_S: f64 = 3.0;
/// stays below this for so long, and the course goes all over the place.
const FALL_MPS: f64 = 3.0 * MPS_PER_KNOT;
const FALL_LASTS_S: f64 = 3.0;
const FALL_COURSE_SD_DEG: f64 = 40.0;
/// or the boat lies still: then the receiver holds its course.
const LYING_MPS: f64 = 1.5 * MPS_PER_KNOT;
/// A crash from less than flying speed comes from this share of the boat's pace and lasts so long, s.
const CRASH_SHARE: f64 = 0.7;
const CRASH_LASTS_S: f64 = 5.0;
/// Closer to the wind than this, and back on the same side: a tack that failed, deg.
const FAILED_DEG: f64 = 25.0;
/// Longest such attempt, s, and the angle at which it begins and ends.
const FAILED_WITHIN_S: f64 = 30.0;
const FAILED_FROM_DEG: f64 = 38.0;
/// A tack that does not leave the wind and turns back within this has failed, s.
const RETURN_S: f64 = 8.0;
/// It turned towards the wind by at least this, deg, and kept less than this share of its speed: a wave or a look at
/// another course does neither.
const FAILED_TURN_DEG: f64 = 20.0;
const FAILED_KEEPS: f64 = 0.8;
const FAILED_SLOWS_S: f64 = 5.0;
/// Shortest one, s: less is noise of the course.
const FAILED_MIN_S: f64 = 2.0;

/// What a fall leaves of a turn must still be this much, deg.
const MIN_LEFT_DEG: f64 = 25.0;

/// Stretches of at least 30 s below half a knot.
pub fn find_stops(course: &Course) -> Vec<Stretch> {
    let slow = |i: usize| course.motion.sog_mps[i] < STOP_MPS;
    let runs = stretches(course, slow);
    runs.into_iter().filter(|s| s.end_s - s.start_s >= STOP_S).collect()
}

/// Falls and crashes of boats that fly; hulls have none.
pub fn find_falls(course: &Course, class: &BoatClass) -> Vec<Stretch> {
    let Some(foil_kn) = class.foil_speed_kn else { return Vec::new() };
    let low = slow_stretches(course, FALL_LASTS_S);
    low.into_iter().filter_map(|s| crash(course, foil_kn * MPS_PER_KNOT, s)).collect()
}

/// Capsizes and crashes of any boat from less than flying speed. They are no falls by name, but nobody maneuvers then.
pub fn find_crashes(course: &Course) -> Vec<Stretch> {
    let low = slow_stretches(course, CRASH_LASTS_S);
    low.into_iter().filter_map(|s| crash(course, CRASH_SHARE * course.pace_mps, s)).collect()
}

fn slow_stretches(course: &Course, lasts_s: f64) -> Vec<Stretch> {
    let slow = |i: usize| course.motion.sog_mps[i] < FALL_MPS;
    stretches(course, slow).into_iter().filter(|s| s.end_s - s.start_s >= lasts_s).collect()
}

/// The crash that begins a slow stretch: more than `from_mps` before it, most of it gone at once.
fn crash(course: &Course, from_mps: f64, low: Stretch) -> Option<Stretch> {
    let before = course.sog_at(low.start_s - FALL_WITHIN_S)?;
    let at_entry =
        course.mean_sog(low.start_s, low.start_s - FALL_WITHIN_S - 5.0, low.start_s - FALL_WITHIN_S)?;
    let lost = before - course.sog_at(low.start_s)?;
    if at_entry <= from_mps || lost <= FALL_SHARE * before {
        return None;
    }
    let fixes = course.fixes(low.start_s - 1.0, (low.start_s + 10.0).min(low.end_s));
    let courses = course.motion.cog_deg[fixes].iter().map(|&c| (c, 1.0));
    let (_, r) = crate::angle::circular_mean(courses)?;
    let lying = course.mean_sog(low.start_s, low.start_s, low.end_s).is_some_and(|v| v < LYING_MPS);
    if !lying && crate::angle::circular_sd_deg(r) <= FALL_COURSE_SD_DEG {
        return None;
    }
    Some(Stretch { time_s: steepest(course, low.start_s - FALL_WITHIN_S, low.start_s), ..low })
}

/// The moment of the steepest loss of speed.
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

/// Turns less those that begin in a stop or a fall; one that a fall ends is cut short there.
pub fn clear_of_still(course: &Course, turns: Vec<Turn>) -> Vec<Turn> {
    let clear = |turn: Turn| {
        let meets = |s: &&Stretch| s.begins_s() <= turn.end_s && turn.start_s <= s.end_s;
        let Some(s) = course.still.iter().find(meets) else { return Some(turn) };
        let left = turn_between(course, turn.start_s, s.begins_s().max(turn.start_s))?;
        (left.change_deg.abs() >= MIN_LEFT_DEG && left.sense() == turn.sense()).then_some(left)
    };
    turns.into_iter().filter_map(clear).collect()
}

/// Tacks that failed: turns towards the wind that came back on the same side, and pairs of tacks of which the first
/// never left the wind. Gives what is left of `found`, and the failures.
pub fn failed_tacks(
    course: &Course,
    wind_along: &WindAlongTrack,
    mut found: Vec<Found>,
) -> (Vec<Found>, Vec<Stretch>) {
    let mut failures = Vec::new();
    let mut i = 0;
    while i + 1 < found.len() {
        let (first, second) = (&found[i], &found[i + 1]);
        let tacks = first.kind == Some(SegmentKind::Tack) && second.kind == Some(SegmentKind::Tack);
        let soon = second.turn.start_s - first.turn.end_s <= RETURN_S;
        if tacks && soon && first.way.b() < FAILED_DEG && first.turn.sense() != second.turn.sense() {
            let (start_s, end_s) = (first.turn.start_s, second.turn.end_s);
            failures.push(Stretch { start_s, end_s, time_s: first.time_s });
            found.drain(i..i + 2);
        } else {
            i += 1;
        }
    }
    let crossing: Vec<Turn> = found.iter().filter(|f| f.crosses()).map(|f| f.turn).collect();
    let near = |i: usize| wind_along.angle_at_fix(course, i).abs() < FAILED_FROM_DEG;
    let luffs = stretches(course, near).into_iter().filter_map(|s| failed(course, wind_along, &crossing, s));
    let told = failures.len();
    let apart =
        |s: &Stretch, all: &[Stretch]| !all.iter().any(|f| f.start_s <= s.end_s && s.start_s <= f.end_s);
    for luff in luffs {
        if apart(&luff, &failures[..told]) {
            failures.push(luff);
        }
    }
    (found, failures)
}

fn failed(course: &Course, wind_along: &WindAlongTrack, crossing: &[Turn], s: Stretch) -> Option<Stretch> {
    let lasts = s.end_s - s.start_s;
    let tacked = crossing.iter().any(|t| t.start_s <= s.end_s && s.start_s <= t.end_s);
    if tacked || !(FAILED_MIN_S..=FAILED_WITHIN_S).contains(&lasts) {
        return None;
    }
    let fixes = course.fixes(s.start_s, s.end_s);
    let side = wind_along.angle_at_fix(course, fixes.start) > 0.0;
    let wind = wind_along.mean(course, s.start_s, s.end_s)?;
    let before = (s.start_s - LEAD_S - WINDOW_S, s.start_s - LEAD_S);
    let steady = wrap_180(wind.twd_deg - course.mean_course(s.start_s, before.0, before.1)?).abs();
    // Where the wind is in doubt, so is how close to it she came.
    let mut closest = ((FAILED_DEG - wind.sd_deg).min(steady - FAILED_TURN_DEG), None);
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
    let slow = |i: usize| course.motion.sog_mps[i] < FAILED_KEEPS * entry;
    let slowed = course.fixes(s.start_s, s.end_s + FAILED_SLOWS_S).any(slow);
    closest.1.filter(|_| slowed).map(|time_s| Stretch { time_s, ..s })
}

/// Longest stretches of fixes that satisfy a condition, inside pieces.
fn stretches(course: &Course, holds: impl Fn(usize) -> bool) -> Vec<Stretch> {
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

fn stretch(course: &Course, first: usize, last: usize) -> Stretch {
    let (start_s, end_s) = (course.time_s[first], course.time_s[last]);
    Stretch { start_s, end_s, time_s: start_s }
}

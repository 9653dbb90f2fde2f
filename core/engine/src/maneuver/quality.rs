//! How far a maneuver's numbers may be trusted, [0, 1] (ALGORITHMS 2.4).

use crate::angle::wrap_180;
use crate::segment::SegmentKind;
use crate::segment::classify::Found;
use crate::segment::course::Course;
use crate::segment::turns::{LEAD_S, Turn, WINDOW_S};
use crate::segment::under_way::{drift_limit_mps, entry_mps};
use crate::units::MPS_PER_KNOT;

/// Fixes this close leave nothing to wish for, s.
const DENSE_DT_S: f64 = 2.0;
/// Another turn within this makes it less certain what belongs to which, s.
const ALONE_S: f64 = 8.0;
/// A steadier entry than this counts as steady, deg.
const STEADY_DEG: f64 = 8.0;
/// A bisector further from the wind than this is a sign that one of them is wrong, deg.
const BISECTOR_DEG: f64 = 12.0;
/// A wind with a smaller standard deviation is certain; that much more of it would leave no quality, deg.
const CERTAIN_SD_DEG: f64 = 15.0;
const UNCERTAIN_SD_DEG: f64 = 60.0;
/// What each doubt leaves at worst.
const SPARSE: f64 = 0.75;
const CROWDED: f64 = 0.8;
const UNSTEADY: f64 = 0.75;
const SKEWED: f64 = 0.85;
/// Nobody saw how it began: the recording starts, or starts again, within the entry. It does not count.
const CUT_OFF: f64 = 0.45;
/// A turn that was taken back before its new course was held does not count, nor one of a boat that hardly moves.
pub(super) const TAKEN_BACK: f64 = 0.45;
const DRIFTING: f64 = 0.45;
/// Nor a tack through less than this, deg: no boat sails so close to the wind.
const TOO_NARROW: f64 = 0.45;
const NARROW_DEG: f64 = 45.0;
/// A boat comes from standstill that lay, m/s, within so long before, s, and has not made this share of her pace since;
/// one that comes out of a rounding with less than the other share has stopped or fallen in it.
const LAY_MPS: f64 = 1.0 * MPS_PER_KNOT;
const LAY_WITHIN_S: f64 = 12.0;
const UNDER_WAY_SHARE: f64 = 0.5;
const LEFT_SHARE: f64 = 0.25;
/// Between two turns of opposite sense a course this short was not taken, s.
const HELD_S: f64 = 5.0;
/// By sparse fixes turns larger than this are smeared, deg, and a course was held between moments so far apart, s.
const SMEARED_DEG: f64 = 40.0;
const SPARSE_HELD_S: f64 = 10.0;
/// Two turns that both turn as much as this are two, however soon: a swing is smaller, deg.
const BACK_DEG: f64 = 150.0;

/// Quality of a maneuver by itself; `gap_s` is the time to the nearest other turn.
pub fn quality(course: &Course, found: &Found, flip_probability: f64, gap_s: f64) -> f64 {
    let density = (DENSE_DT_S / course.track.median_dt_s).clamp(SPARSE, 1.0);
    let isolation = if gap_s < ALONE_S { CROWDED } else { 1.0 };
    density
        * (1.0 - flip_probability)
        * wind_certainty(found)
        * isolation
        * entry_steadiness(course, found)
        * symmetry(found)
        * way_on(course, found)
        * angle_told(found)
}

/// A tack no boat sails.
fn angle_told(found: &Found) -> f64 {
    let through_deg = (found.way.out_deg - found.way.in_deg).abs();
    let narrow = found.kind == Some(SegmentKind::Tack) && found.has_loss && through_deg < NARROW_DEG;
    if narrow { TOO_NARROW } else { 1.0 }
}

/// Tacks and gybes of a boat that swings to and fro across the wind's axis, on the swell or about a bad course, and
/// holds no course between: of such a chain the last counts when it left the boat on the other side.
pub fn taken_back(found: &[Found], median_dt_s: f64) -> Vec<bool> {
    let mut back = vec![false; found.len()];
    let crossing: Vec<usize> = (0..found.len()).filter(|&i| found[i].crosses()).collect();
    let swings = |a: &Found, b: &Found| {
        let smaller_deg = a.turn.change_deg.abs().min(b.turn.change_deg.abs());
        let soon = b.turn.start_s - a.turn.end_s < HELD_S;
        // Sparse fixes smear the ends of a large turn over the leg beside it: there the moments tell.
        let smeared =
            median_dt_s > DENSE_DT_S && smaller_deg > SMEARED_DEG && b.time_s - a.time_s > SPARSE_HELD_S;
        let back = a.passed == b.passed && a.turn.sense() != b.turn.sense() && smaller_deg < BACK_DEG;
        back && soon && !smeared
    };
    for chain in crossing.chunk_by(|&a, &b| swings(&found[a], &found[b])).filter(|c| c.len() > 1) {
        let stays = if chain.len() % 2 == 1 { chain.last().copied() } else { None };
        for &i in chain.iter().filter(|i| Some(**i) != stays) {
            back[i] = true;
        }
    }
    back
}

/// A boat that hardly moves maneuvers no more, nor does one that has not got away from where she lay.
fn way_on(course: &Course, found: &Found) -> f64 {
    let turn = &found.turn;
    let drifts = entry_mps(course, turn).is_some_and(|v| v < drift_limit_mps(course));
    let rounding = matches!(found.kind, Some(SegmentKind::BearAway | SegmentKind::Douse));
    let exit_mps = course.mean_sog(turn.end_s, turn.end_s, turn.end_s + WINDOW_S);
    let stops = rounding && exit_mps.is_some_and(|v| v < LEFT_SHARE * course.pace_mps);
    if drifts || stops || from_standstill(course, turn) { DRIFTING } else { 1.0 }
}

fn from_standstill(course: &Course, turn: &Turn) -> bool {
    let first_s = course.piece_span(turn.start_s).map_or(turn.start_s, |(first, _)| first);
    let before = course.fixes((turn.start_s - LAY_WITHIN_S).max(first_s), turn.start_s);
    let speeds = course.motion.sog_mps.get(before).unwrap_or_default();
    let under_way = |v: &f64| *v > UNDER_WAY_SHARE * course.pace_mps;
    speeds.iter().rev().take_while(|v| !under_way(v)).any(|v| *v < LAY_MPS)
}

/// A wind less certain than 15° takes from the quality, down to half of it.
fn wind_certainty(found: &Found) -> f64 {
    (1.0 - (found.wind.sd_deg - CERTAIN_SD_DEG).max(0.0) / UNCERTAIN_SD_DEG).max(0.5)
}

fn entry_steadiness(course: &Course, found: &Found) -> f64 {
    let end = found.turn.start_s - LEAD_S;
    let Some(mean) = course.mean_course(found.turn.start_s, end - WINDOW_S, end) else { return CUT_OFF };
    let fixes = course.fixes(end - WINDOW_S, end);
    let n = fixes.len() as f64;
    let var = course.course_deg[fixes].iter().map(|c| wrap_180(c - mean) * wrap_180(c - mean)).sum::<f64>()
        / n.max(1.0);
    if var <= STEADY_DEG * STEADY_DEG { 1.0 } else { (STEADY_DEG / libm::sqrt(var)).max(UNSTEADY) }
}

/// Tacks and gybes are sailed evenly about the wind.
fn symmetry(found: &Found) -> f64 {
    let skew = 0.5 * (found.way.a() - found.way.b()).abs();
    if found.has_loss && skew > BISECTOR_DEG && found.crosses() { SKEWED } else { 1.0 }
}

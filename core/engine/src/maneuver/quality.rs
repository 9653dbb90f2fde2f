//! Quality of a maneuver, [0, 1]: the product of factors for what makes its name or its numbers unreliable
//! (docs/algorithms.md, section 8.5).

use crate::angle::wrap_180;
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::turns::{LEAD_S, Turn, WINDOW_S};
use crate::segment::under_way::{drift_limit_mps, entry_mps};
use crate::units::MPS_PER_KNOT;

// Constants without another provenance: *guess*.

/// Longest median interval without a reduction, s.
const DENSE_INTERVAL_S: f64 = 2.0;
/// Least time to another turn without a reduction, s.
const MIN_ISOLATION_S: f64 = 8.0;
/// Greatest deviation of the entry course without a reduction, deg.
const STEADY_ENTRY_DEG: f64 = 8.0;
/// Greatest distance of the bisector of the courses from the wind without a reduction, deg.
const MAX_BISECTOR_OFFSET_DEG: f64 = 12.0;
/// Greatest standard deviation of the wind without a reduction, deg, and the excess that would reduce the quality to 0.
const CERTAIN_WIND_SD_DEG: f64 = 15.0;
const WIND_SD_SCALE_DEG: f64 = 60.0;
/// Least factors: of sparse fixes, another turn nearby, an unsteady entry, an uneven turn, an uncertain wind.
const MIN_DENSITY_FACTOR: f64 = 0.75;
const CROWDED_FACTOR: f64 = 0.8;
const MIN_ENTRY_FACTOR: f64 = 0.75;
const UNEVEN_FACTOR: f64 = 0.85;
const MIN_WIND_FACTOR: f64 = 0.5;
/// Factor of what excludes a maneuver by itself, below the quality at which maneuvers count: an entry that was not
/// recorded, a turn that was taken back, drifting, a tack through too small an angle.
pub(super) const EXCLUDING_FACTOR: f64 = 0.45;
/// Least angle of a tack, deg: no boat sails so close to the wind.
const MIN_TACK_DEG: f64 = 45.0;
/// A boat comes from a standstill when it was slower than this, m/s, within so long before the turn, s, and has not
/// reached this share of its pace since. *measured* on recordings
const STANDSTILL_MPS: f64 = 1.0 * MPS_PER_KNOT;
const STANDSTILL_WITHIN_S: f64 = 12.0;
const UNDER_WAY_SHARE: f64 = 0.5;
/// Least exit speed of a rounding, as a share of the pace. *measured* on recordings
const MIN_ROUNDING_EXIT_SHARE: f64 = 0.25;
/// Least time between two turns of opposite sense of which neither was taken back, s. *measured* with `npm run truth`
const MIN_LEG_S: f64 = 5.0;
/// At longer intervals than [`DENSE_INTERVAL_S`]: least turn whose edges are smeared, deg, and least time between the
/// moments of two such turns with a leg between, s. *measured* with `npm run truth`
const SMEARED_TURN_DEG: f64 = 40.0;
const MIN_SPARSE_LEG_S: f64 = 10.0;
/// Two turns that both turn as much as this were not taken back, deg. *measured* on recordings: swings at the foot of a
/// swell turn through 120°.
const MAX_SWING_DEG: f64 = 150.0;

/// Quality of a maneuver, without the factor of [`taken_back`]; `gap_s` is the time to the nearest other turn.
pub fn quality(course: &Course, found: &ClassifiedTurn, flip_probability: f64, gap_s: f64) -> f64 {
    let density = (DENSE_INTERVAL_S / course.track.median_dt_s).clamp(MIN_DENSITY_FACTOR, 1.0);
    let isolation = if gap_s < MIN_ISOLATION_S { CROWDED_FACTOR } else { 1.0 };
    density
        * (1.0 - flip_probability)
        * wind_factor(found)
        * isolation
        * entry_factor(course, found)
        * symmetry_factor(found)
        * speed_factor(course, found)
        * tack_angle_factor(found)
}

/// Factor of the angle of a tack.
fn tack_angle_factor(found: &ClassifiedTurn) -> f64 {
    let through_deg = (found.sweep.out_deg - found.sweep.in_deg).abs();
    let narrow = found.kind == Some(SegmentKind::Tack) && found.has_loss && through_deg < MIN_TACK_DEG;
    if narrow { EXCLUDING_FACTOR } else { 1.0 }
}

/// Flags the tacks and gybes that were taken back: chains of turns in alternating sense through one axis without a leg
/// between. Of a chain of odd length the last turn is not flagged, because it left the boat on the other tack.
pub fn taken_back(found: &[ClassifiedTurn], median_dt_s: f64) -> Vec<bool> {
    let mut back = vec![false; found.len()];
    let crossing: Vec<usize> = (0..found.len()).filter(|&i| found[i].crosses()).collect();
    let swings = |a: &ClassifiedTurn, b: &ClassifiedTurn| {
        let smaller_deg = a.turn.change_deg.abs().min(b.turn.change_deg.abs());
        let soon = b.turn.start_s - a.turn.end_s < MIN_LEG_S;
        // Sparse fixes smear the edges of a large turn over the leg beside it.
        let smeared = median_dt_s > DENSE_INTERVAL_S
            && smaller_deg > SMEARED_TURN_DEG
            && b.time_s - a.time_s > MIN_SPARSE_LEG_S;
        let back = a.passed == b.passed && a.turn.sense() != b.turn.sense() && smaller_deg < MAX_SWING_DEG;
        back && soon && !smeared
    };
    for chain in crossing.chunk_by(|&a, &b| swings(&found[a], &found[b])).filter(|c| c.len() > 1) {
        let lasting = if chain.len() % 2 == 1 { chain.last().copied() } else { None };
        for &i in chain.iter().filter(|i| Some(**i) != lasting) {
            back[i] = true;
        }
    }
    back
}

/// Factor of drifting, of a rounding that ends in a stop, and of a turn out of a standstill.
fn speed_factor(course: &Course, found: &ClassifiedTurn) -> f64 {
    let turn = &found.turn;
    let drifts = entry_mps(course, turn).is_some_and(|v| v < drift_limit_mps(course));
    let rounding = matches!(found.kind, Some(SegmentKind::BearAway | SegmentKind::Douse));
    let exit_mps = course.mean_sog(turn.end_s, turn.end_s, turn.end_s + WINDOW_S);
    let stops = rounding && exit_mps.is_some_and(|v| v < MIN_ROUNDING_EXIT_SHARE * course.pace_mps);
    if drifts || stops || from_standstill(course, turn) { EXCLUDING_FACTOR } else { 1.0 }
}

/// True for a turn of a boat that has not been under way since a standstill.
fn from_standstill(course: &Course, turn: &Turn) -> bool {
    let first_s = course.piece_span(turn.start_s).map_or(turn.start_s, |(first, _)| first);
    let before = course.fixes((turn.start_s - STANDSTILL_WITHIN_S).max(first_s), turn.start_s);
    let speeds = course.motion.sog_mps.get(before).unwrap_or_default();
    let under_way = |v: &f64| *v > UNDER_WAY_SHARE * course.pace_mps;
    speeds.iter().rev().take_while(|v| !under_way(v)).any(|v| *v < STANDSTILL_MPS)
}

/// Factor of the standard deviation of the wind.
fn wind_factor(found: &ClassifiedTurn) -> f64 {
    (1.0 - (found.wind.sd_deg - CERTAIN_WIND_SD_DEG).max(0.0) / WIND_SD_SCALE_DEG).max(MIN_WIND_FACTOR)
}

/// Factor of the deviation of the entry course.
fn entry_factor(course: &Course, found: &ClassifiedTurn) -> f64 {
    let end = found.turn.start_s - LEAD_S;
    let Some(mean) = course.mean_course(found.turn.start_s, end - WINDOW_S, end) else {
        return EXCLUDING_FACTOR;
    };
    let fixes = course.fixes(end - WINDOW_S, end);
    let n = fixes.len() as f64;
    let var = course.course_deg[fixes].iter().map(|c| wrap_180(c - mean) * wrap_180(c - mean)).sum::<f64>()
        / n.max(1.0);
    if var <= STEADY_ENTRY_DEG * STEADY_ENTRY_DEG {
        1.0
    } else {
        (STEADY_ENTRY_DEG / libm::sqrt(var)).max(MIN_ENTRY_FACTOR)
    }
}

/// Factor of unequal wind angles on both sides of a tack or gybe.
fn symmetry_factor(found: &ClassifiedTurn) -> f64 {
    let skew = 0.5 * (found.sweep.angle_in_deg() - found.sweep.angle_out_deg()).abs();
    if found.has_loss && skew > MAX_BISECTOR_OFFSET_DEG && found.crosses() { UNEVEN_FACTOR } else { 1.0 }
}

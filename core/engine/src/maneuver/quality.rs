//! Quality of a maneuver, [0, 1]: the product of factors for what makes its name or its numbers unreliable
//! (docs/algorithms.md, section 8.5).

use crate::angle::wrap_180;
use crate::maneuver::reasons::NotCountedReason;
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::table::flag;
use crate::segment::turns::{LEAD_S, Turn, WINDOW_S};
use crate::segment::under_way::{drift_limit_mps, entry_mps};
use crate::segment::unnamed::MIN_UNNAMED_TURN_DEG;
use crate::units::MPS_PER_KNOT;

/// Least quality of a maneuver that counts: the rule of the summary, the dashboards and all averages. *guess*
pub const COUNTED_QUALITY: f64 = 0.5;

// Constants without another provenance: *guess*.

/// Longest median interval without a reduction, s. *guess*
const DENSE_INTERVAL_S: f64 = 2.0;
/// Least time to another turn without a reduction, s. *guess*
const MIN_ISOLATION_S: f64 = 8.0;
/// Greatest deviation of the entry course without a reduction, deg. *guess*
const STEADY_ENTRY_DEG: f64 = 8.0;
/// Greatest standard deviation of the wind without a reduction, deg, and the excess that would reduce the quality to 0.
/// *guess*
const CERTAIN_WIND_SD_DEG: f64 = 15.0;
const WIND_SD_SCALE_DEG: f64 = 60.0;
/// Least factors: of sparse fixes, another turn nearby, an unsteady entry, an uncertain wind. *guess*
const MIN_DENSITY_FACTOR: f64 = 0.75;
const CROWDED_FACTOR: f64 = 0.8;
const MIN_ENTRY_FACTOR: f64 = 0.75;
const MIN_WIND_FACTOR: f64 = 0.5;
/// Factor of what excludes a maneuver by itself, below the quality at which maneuvers count: an entry that was not
/// recorded, a turn that was taken back, drifting, a tack through too small an angle. *guess*
const EXCLUDING_FACTOR: f64 = 0.45;
/// Least angle of a tack, deg: no boat sails so close to the wind. *guess*
const MIN_TACK_DEG: f64 = 45.0;
/// A boat comes from a standstill when it was slower than this, m/s, within so long before the turn, s, and has not
/// reached this share of its pace since. *measured* on recordings
const STANDSTILL_MPS: f64 = 1.0 * MPS_PER_KNOT;
const STANDSTILL_WITHIN_S: f64 = 12.0;
const UNDER_WAY_SHARE: f64 = 0.5;
/// A gybe through less than this counts only where heel, vane or held courses show it, deg. *measured* on recordings with a
/// vane that the analysis did not use: of counted gybes through less 9 were real and 31 not, of those through 20 to 30° 13 and 11
const CLEAR_GYBE_DEG: f64 = 20.0;
/// Time beside a narrow gybe in which a side is held, s, and how far from dead downwind, and from its first to its second
/// half, the course then is, deg. *guess*
const HELD_S: f64 = 15.0;
const MIN_HELD_BESIDE_DEG: f64 = 5.0;
const MAX_HELD_BEND_DEG: f64 = 8.0;
/// Least course change of a turn without a name, as a share of the median of all of them: on reaches to and fro the others
/// are courses borne away and resumed. *measured* on recordings
const MIN_USUAL_SHARE: f64 = 0.5;
/// Least exit speed of a rounding, and of a turn without a name, as a share of the pace. *measured* on recordings
const MIN_ROUNDING_EXIT_SHARE: f64 = 0.25;
const MIN_TURN_EXIT_SHARE: f64 = 0.2;
/// Least entry speed of a turn without a name, as a share of the pace. *measured* on recordings: a board that lies in the
/// water drifts at up to a third of its pace.
const MIN_TURN_ENTRY_SHARE: f64 = 0.35;
/// Least time between two turns of opposite sense of which neither was taken back, s. *measured* with `npm run truth`
const MIN_LEG_S: f64 = 5.0;
/// At longer intervals than [`DENSE_INTERVAL_S`]: least turn whose edges are smeared, deg, and least time between the
/// moments of two such turns with a leg between, s. *measured* with `npm run truth`
const SMEARED_TURN_DEG: f64 = 40.0;
const MIN_SPARSE_LEG_S: f64 = 10.0;
/// Two turns that both turn as much as this were not taken back, deg. *measured* on recordings: swings at the foot of a
/// swell turn through 120°.
const MAX_SWING_DEG: f64 = 150.0;
/// Nor were two that both turn from leg to leg through as much as this, deg, with so long between their moments, s: a short
/// tack. *from* a comparison with turns counted by sensors, which is not part of this project.
const CLEAR_TURN_DEG: f64 = 70.0;
const CLEAR_APART_S: f64 = 8.0;

/// What the quality of a maneuver depends on besides its turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Circumstances {
    /// Probability that the wind blew from the opposite direction, [0, 1].
    pub flip_probability: f64,
    /// Time to the nearest other turn, s.
    pub gap_s: f64,
    /// The next turn took it back ([`taken_back`]).
    pub taken_back: bool,
    /// Median course change of the track's turns without a name, deg; 0 without any.
    pub usual_turn_deg: f64,
}

/// Quality of a maneuver, [0, 1], and why it is not counted; none when it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    pub value: f64,
    pub not_counted: Option<NotCountedReason>,
}

impl Quality {
    /// The quality of a product of factors. The reason is that of the least factor where this alone excludes the maneuver.
    fn of(factors: &[Factor]) -> Self {
        let value = factors.iter().fold(1.0, |product, f| product * f.value);
        let least = factors.iter().min_by(|a, b| a.value.total_cmp(&b.value));
        let reason = least.filter(|f| f.value < COUNTED_QUALITY).map(|f| f.reason);
        let not_counted = (value < COUNTED_QUALITY).then(|| reason.unwrap_or(NotCountedReason::LowQuality));
        Self { value, not_counted }
    }

    /// The same maneuver confirmed by the user: it counts.
    pub fn confirmed(self) -> Self {
        Self { value: self.value.max(COUNTED_QUALITY), not_counted: None }
    }
}

/// One factor of a quality, and the reason that it stands for.
struct Factor {
    value: f64,
    reason: NotCountedReason,
}

fn factor(value: f64, reason: NotCountedReason) -> Factor {
    Factor { value, reason }
}

/// Quality of a maneuver whose flags are known.
pub fn quality(course: &Course, found: &ClassifiedTurn, circumstances: &Circumstances) -> Quality {
    let density = (DENSE_INTERVAL_S / course.track.median_dt_s).clamp(MIN_DENSITY_FACTOR, 1.0);
    let isolation = if circumstances.gap_s < MIN_ISOLATION_S { CROWDED_FACTOR } else { 1.0 };
    let wind = (1.0 - circumstances.flip_probability) * wind_factor(found);
    let back = if circumstances.taken_back { EXCLUDING_FACTOR } else { 1.0 };
    let fault = speed_fault(course, found);
    let speed = if fault.is_some() { EXCLUDING_FACTOR } else { 1.0 };
    Quality::of(&[
        factor(density, NotCountedReason::LowQuality),
        factor(wind, NotCountedReason::UncertainWind),
        factor(isolation, NotCountedReason::LowQuality),
        entry_factor(course, found),
        factor(speed, fault.unwrap_or(NotCountedReason::LowQuality)),
        factor(tack_angle_factor(found), NotCountedReason::NarrowTack),
        factor(
            course_change_factor(course, found, circumstances.usual_turn_deg),
            NotCountedReason::SmallCourseChange,
        ),
        factor(back, NotCountedReason::TakenBack),
    ])
}

/// Quality of a turn between two legs of a sparse track: nothing is known of how it was sailed.
pub(super) fn sparse_quality(found: &ClassifiedTurn, flip_probability: f64) -> Quality {
    let short_leg = found.flags.contains(&flag::SHORT_LEG);
    let wind = found.wind.map_or(1.0, |_| 1.0 - flip_probability) * wind_factor(found);
    Quality::of(&[
        factor(MIN_DENSITY_FACTOR, NotCountedReason::LowQuality),
        factor(wind, NotCountedReason::UncertainWind),
        factor(if short_leg { EXCLUDING_FACTOR } else { 1.0 }, NotCountedReason::LowQuality),
    ])
}

/// Factor of the angle of a tack.
fn tack_angle_factor(found: &ClassifiedTurn) -> f64 {
    let narrow = found.kind == Some(SegmentKind::Tack)
        && found.wind.is_some()
        && found.has_loss
        && found.angle_deg().abs() < MIN_TACK_DEG;
    if narrow { EXCLUDING_FACTOR } else { 1.0 }
}

/// Factor of the course change of a gybe, and of a turn without a name against that of the others.
fn course_change_factor(course: &Course, found: &ClassifiedTurn, usual_turn_deg: f64) -> f64 {
    let through_deg = found.angle_deg().abs();
    match found.kind {
        Some(SegmentKind::Gybe) if through_deg < CLEAR_GYBE_DEG && !changes_side(course, found) => {
            EXCLUDING_FACTOR
        }
        Some(SegmentKind::Turn) if through_deg < MIN_USUAL_SHARE * usual_turn_deg => EXCLUDING_FACTOR,
        _ => 1.0,
    }
}

/// True where vane or heel change their side in a gybe, or without them where courses are held on both sides.
fn changes_side(course: &Course, found: &ClassifiedTurn) -> bool {
    let (before_s, after_s) = (found.turn.start_s - LEAD_S, found.turn.end_s);
    let (before, after) =
        (course.fixes(before_s - HELD_S, before_s), course.fixes(after_s, after_s + HELD_S));
    let side = |values: &[f32], fixes: std::ops::Range<usize>| {
        let known = values.get(fixes).unwrap_or_default().iter().filter(|v| v.is_finite());
        known.map(|v| libm::sin(crate::angle::to_rad(f64::from(*v)))).sum::<f64>()
    };
    for values in ["awa", "twa", "heel"].iter().filter_map(|id| course.track.columns.get(id)) {
        let sides = side(values, before.clone()) * side(values, after.clone());
        if sides != 0.0 {
            return sides < 0.0;
        }
    }
    let held = |from_s: f64| {
        let half = |k: f64| {
            let from_s = from_s + 0.5 * HELD_S * k;
            course.mean_course(before_s, from_s, from_s + 0.5 * HELD_S)
        };
        half(0.0).zip(half(1.0)).is_some_and(|(a, b)| (b - a).abs() <= MAX_HELD_BEND_DEG)
    };
    let beside = |angle_deg: f64| 180.0 - angle_deg >= MIN_HELD_BESIDE_DEG;
    beside(found.sweep.angle_in_deg())
        && beside(found.sweep.angle_out_deg())
        && held(before_s - HELD_S)
        && held(after_s)
}

/// Flags the tacks, gybes and turns without a name that were taken back: chains of turns in alternating sense through one
/// axis without a leg between. Of a chain of odd length the last turn is not flagged, because it left the boat on the other tack;
/// without a wind only where the chain changed the course by [`MIN_UNNAMED_TURN_DEG`].
pub fn taken_back(found: &[ClassifiedTurn], median_dt_s: f64) -> Vec<bool> {
    let mut back = vec![false; found.len()];
    let crosses = |f: &ClassifiedTurn| f.crosses() || f.kind == Some(SegmentKind::Turn);
    let crossing: Vec<usize> = (0..found.len()).filter(|&i| crosses(&found[i])).collect();
    let swings = |a: &ClassifiedTurn, b: &ClassifiedTurn| {
        let smaller_deg = a.turn.change_deg.abs().min(b.turn.change_deg.abs());
        let soon = b.turn.start_s - a.turn.end_s < MIN_LEG_S;
        // Sparse fixes smear the edges of a large turn over the leg beside it.
        let smeared = median_dt_s > DENSE_INTERVAL_S
            && smaller_deg > SMEARED_TURN_DEG
            && b.time_s - a.time_s > MIN_SPARSE_LEG_S;
        let through_deg = a.angle_deg().abs().min(b.angle_deg().abs());
        let clear = through_deg >= CLEAR_TURN_DEG && b.time_s - a.time_s >= CLEAR_APART_S;
        let back = a.passed == b.passed && a.turn.sense() != b.turn.sense() && smaller_deg < MAX_SWING_DEG;
        back && soon && !smeared && !clear
    };
    for chain in crossing.chunk_by(|&a, &b| swings(&found[a], &found[b])).filter(|c| c.len() > 1) {
        let net_deg = chain.iter().map(|&i| found[i].angle_deg()).sum::<f64>().abs();
        let changed = chain.iter().any(|&i| found[i].crosses()) || net_deg >= MIN_UNNAMED_TURN_DEG;
        let lasting = if chain.len() % 2 == 1 && changed { chain.last().copied() } else { None };
        for &i in chain.iter().filter(|i| Some(**i) != lasting) {
            back[i] = true;
        }
    }
    back
}

/// Why the speeds beside a turn exclude it: drifting, an end in a stop or a fall, a start from a standstill.
fn speed_fault(course: &Course, found: &ClassifiedTurn) -> Option<NotCountedReason> {
    let turn = &found.turn;
    let unnamed = found.kind == Some(SegmentKind::Turn);
    let rounding = matches!(found.kind, Some(SegmentKind::BearAway | SegmentKind::Douse));
    let sailing_mps = if unnamed { MIN_TURN_ENTRY_SHARE * course.pace_mps } else { drift_limit_mps(course) };
    if entry_mps(course, turn).is_some_and(|v| v < sailing_mps) {
        return Some(NotCountedReason::Drifting);
    }
    let exit_mps = course.mean_sog(turn.end_s, turn.end_s, turn.end_s + WINDOW_S);
    let slower_than = |share: f64| exit_mps.is_some_and(|v| v < share * course.pace_mps);
    let fell = unnamed && found.flags.contains(&flag::FELL);
    if rounding && slower_than(MIN_ROUNDING_EXIT_SHARE) || unnamed && slower_than(MIN_TURN_EXIT_SHARE) || fell
    {
        return Some(NotCountedReason::EndsInStop);
    }
    from_standstill(course, turn).then_some(NotCountedReason::FromStandstill)
}

/// True for a turn of a boat that has not been under way since a standstill.
fn from_standstill(course: &Course, turn: &Turn) -> bool {
    let first_s = course.piece_span(turn.start_s).map_or(turn.start_s, |(first, _)| first);
    let before = course.fixes((turn.start_s - STANDSTILL_WITHIN_S).max(first_s), turn.start_s);
    let speeds = course.motion.sog_mps.get(before).unwrap_or_default();
    let under_way = |v: &f64| *v > UNDER_WAY_SHARE * course.pace_mps;
    speeds.iter().rev().take_while(|v| !under_way(v)).any(|v| *v < STANDSTILL_MPS)
}

/// Factor of the standard deviation of the wind; 1 where no wind is known.
fn wind_factor(found: &ClassifiedTurn) -> f64 {
    let excess_deg = found.wind.map_or(0.0, |w| (w.sd_deg - CERTAIN_WIND_SD_DEG).max(0.0));
    (1.0 - excess_deg / WIND_SD_SCALE_DEG).max(MIN_WIND_FACTOR)
}

/// Factor of the deviation of the entry course.
fn entry_factor(course: &Course, found: &ClassifiedTurn) -> Factor {
    let end = found.turn.start_s - LEAD_S;
    let Some(mean) = course.mean_course(found.turn.start_s, end - WINDOW_S, end) else {
        return factor(EXCLUDING_FACTOR, NotCountedReason::EntryNotRecorded);
    };
    let fixes = course.fixes(end - WINDOW_S, end);
    let off = |i: usize| wrap_180(course.course_deg[i] - mean);
    let squares = course.seconds(fixes).map(|(i, s)| (s * off(i) * off(i), s));
    let (sum, all_s) = squares.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    let var = if all_s > 0.0 { sum / all_s } else { 0.0 };
    let steadiness = (STEADY_ENTRY_DEG / f64::sqrt(var)).clamp(MIN_ENTRY_FACTOR, 1.0);
    factor(steadiness, NotCountedReason::LowQuality)
}

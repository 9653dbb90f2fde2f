//! Metrics, recovery, loss and quality of maneuvers (docs/algorithms.md, section 8).

pub mod axis;
mod left_out;
pub mod loss;
pub mod metrics;
pub mod preview;
pub mod quality;
pub mod reasons;
pub mod recovery;
pub mod sparse;

use crate::config::BoatClass;
use crate::maneuver::loss::{ManeuverLoss, Previous};
use crate::maneuver::metrics::Metrics;
use crate::maneuver::preview::Sample;
pub use crate::maneuver::quality::COUNTED_QUALITY;
use crate::maneuver::quality::{Circumstances, Quality};
use crate::maneuver::reasons::{LeftOutReason, NoLossReason};
use crate::maneuver::recovery::{Bound, Recovery};
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::{Course, Episode};
use crate::segment::table::flag;
use crate::segment::turns::{LEAD_S, Turn};
use crate::stats::quantile::median;
use crate::units::MPS_PER_KNOT;
use crate::wind::WindAt;

/// A maneuver ends at the latest this long before the next turn, s. *guess*
const NEXT_LEAD_S: f64 = 1.0;
/// A turn that was given no name separates maneuvers when it changes the course by the first, deg, or, after a leg of so
/// many seconds, by the second between its beginning and a window after its end, s. *guess*
const LARGE_TURN_DEG: f64 = 60.0;
const MIN_LEG_S: f64 = 5.0;
const LASTING_TURN_DEG: f64 = 25.0;
const LASTING_S: (f64, f64) = (4.0, 9.0);
/// Speed below which the course over ground passes an axis later than the bow, m/s: flag `low_speed`. *guess*
const LOW_SPEED_MPS: f64 = 1.0;

/// Flag `stopped`: slower than this share of the entry speed and than this speed, for so long, within so long after the
/// turn, s. *guess*
const STOPPED_SHARE: f64 = 0.2;
const STOPPED_MPS: f64 = 1.5 * MPS_PER_KNOT;
const STOPPED_S: f64 = 5.0;
const STOPPED_WITHIN_S: f64 = 20.0;
/// Flag `fell`: a fall or crash up to this long after the turn, s. *guess*
const FELL_WITHIN_S: f64 = 3.0;
/// Flag `touchdown`: least speed this far below the foiling speed of the class, kn. *guess*
const TOUCHDOWN_MARGIN_KN: f64 = 3.0;

/// A classified turn with its measurements. Times are s from the first fix.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredManeuver {
    pub found: ClassifiedTurn,
    /// The wind by which the loss is measured ([`axis`]); `found.wind` is the one by which the turn was named.
    pub wind: Option<WindAt>,
    pub start_s: f64,
    pub end_s: f64,
    pub metrics: Metrics,
    pub recovery: Recovery,
    pub loss: ManeuverLoss,
    pub quality: Quality,
    /// Why averages leave it out by default; none when it takes part.
    pub left_out: Option<LeftOutReason>,
    pub preview: Vec<Sample>,
}

impl MeasuredManeuver {
    /// This maneuver as the one before another.
    fn as_previous(&self) -> Previous {
        Previous { turn_end_s: self.found.turn.end_s, recovered_s: self.recovery.t95_s }
    }

    /// True for a maneuver that the summary counts.
    pub fn counts(&self) -> bool {
        self.quality.not_counted.is_none()
    }
}

/// Measures all classified turns of a track, given in time order, including those without a name. `flip_probability` is
/// that of the wind by which they were named.
pub fn measure_all(
    course: &Course,
    class: &BoatClass,
    flip_probability: f64,
    found: Vec<ClassifiedTurn>,
) -> Vec<MeasuredManeuver> {
    if course.track.is_sparse() {
        let mut measured = sparse::measure_sparse(course, flip_probability, found);
        left_out::leave_out(&mut measured);
        return measured;
    }
    let turns: Vec<Turn> = found.iter().map(|f| f.turn).collect();
    let separating: Vec<bool> = (0..found.len()).map(|i| separates(course, &found, i)).collect();
    let axes = axis::axes(&found);
    let back = quality::taken_back(&found, course.track.median_dt_s);
    let usual_turn_deg = usual_turn_deg(&found);
    let mut measured: Vec<MeasuredManeuver> = Vec::with_capacity(found.len());
    for (i, (one, wind)) in found.into_iter().zip(axes).enumerate() {
        let losing = one.losing();
        let is_next = |k: &usize| separating[*k] && turns[*k].start_s >= losing.turn.end_s;
        let next = (i + 1..turns.len()).find(is_next).map(|k| turns[k].start_s - NEXT_LEAD_S);
        let next = Bound { time_s: next.unwrap_or(f64::INFINITY), reason: NoLossReason::NextManeuver };
        let previous = (0..i).rev().find(|&k| separating[k]).map(|k| &measured[k]);
        let place = Place {
            bound: next.earlier(next_standstill(course, one.turn.start_s)),
            previous: previous.map_or(Previous::NONE, MeasuredManeuver::as_previous),
            circumstances: Circumstances {
                flip_probability: one.wind.map_or(0.0, |_| flip_probability),
                gap_s: gap_s(&turns, i),
                taken_back: back[i],
                usual_turn_deg,
            },
        };
        measured.push(measure(course, class, (one, losing), wind, &place));
    }
    left_out::leave_out(&mut measured);
    measured
}

/// True for a turn that ends the recovery from the one before it and the entry of the next: with a name or a large change
/// of course, or a lasting one from a leg. Swings of a board that is pumped onto its foil are none.
fn separates(course: &Course, found: &[ClassifiedTurn], i: usize) -> bool {
    let Some(one) = found.get(i) else { return false };
    if one.kind.is_some() || one.angle_deg().abs() >= LARGE_TURN_DEG {
        return true;
    }
    let turn = one.turn;
    let before = i.checked_sub(1).and_then(|k| found.get(k)).map_or(f64::NEG_INFINITY, |f| f.turn.end_s);
    let later = course.mean_course(turn.end_s, turn.end_s + LASTING_S.0, turn.end_s + LASTING_S.1);
    let change = later.zip(course.course_at(turn.start_s)).map_or(0.0, |(b, a)| (b - a).abs());
    turn.start_s - before >= MIN_LEG_S && change >= LASTING_TURN_DEG
}

/// The first stop or fall that begins after a moment.
fn next_standstill(course: &Course, t_s: f64) -> Bound {
    let next = course.standstills.iter().find(|s| s.begins_s() > t_s);
    let reason = |s: &Episode| if s.is_fall() { NoLossReason::Fell } else { NoLossReason::Stopped };
    next.map_or(Bound::NONE, |s| Bound { time_s: s.begins_s(), reason: reason(s) })
}

/// Median course change of the turns without a name, deg; 0 without any.
fn usual_turn_deg(found: &[ClassifiedTurn]) -> f64 {
    let unnamed = found.iter().filter(|f| f.kind == Some(SegmentKind::Turn));
    median(&mut unnamed.map(|f| f.angle_deg().abs()).collect::<Vec<f64>>()).unwrap_or(0.0)
}

/// Time from turn `i` to the nearest other turn, s; infinity for a single turn.
fn gap_s(turns: &[Turn], i: usize) -> f64 {
    let before = i.checked_sub(1).map_or(f64::INFINITY, |k| turns[i].start_s - turns[k].end_s);
    let after = turns.get(i + 1).map_or(f64::INFINITY, |t| t.start_s - turns[i].end_s);
    before.min(after)
}

/// A maneuver among the others.
struct Place {
    bound: Bound,
    previous: Previous,
    circumstances: Circumstances,
}

fn measure(
    course: &Course,
    class: &BoatClass,
    (mut found, losing): (ClassifiedTurn, ClassifiedTurn),
    wind: Option<WindAt>,
    place: &Place,
) -> MeasuredManeuver {
    let turn = found.turn;
    let entry = loss::entry(course, &turn, &place.previous);
    let (_, reference) = loss::basis(&losing);
    let recovery =
        recovery::find_recovery(course, class, reference, &losing.turn, entry.map(|e| e.mps), place.bound);
    let loss = loss::measure_loss(course, &losing, wind.as_ref(), &recovery, entry, &place.previous);
    // A tack ends where the bear away in the same turn begins.
    let end_s = if turn.end_s < losing.turn.end_s { turn.end_s } else { recovery.end_s() };
    let metrics = metrics::measure(course, &turn, end_s);
    add_flags(course, class, &mut found, &metrics, &recovery);
    flag_interruptions(course, &mut found, &metrics);
    let quality = quality::quality(course, &found, &place.circumstances);
    MeasuredManeuver {
        start_s: turn.start_s - LEAD_S,
        end_s,
        preview: preview(course, &found, wind.as_ref(), end_s),
        found,
        wind,
        metrics,
        recovery,
        loss,
        quality,
        left_out: None,
    }
}

/// The preview of a named turn, the wind from above; without a wind the middle of both courses points up.
fn preview(course: &Course, found: &ClassifiedTurn, wind: Option<&WindAt>, end_s: f64) -> Vec<Sample> {
    if found.kind.is_none() {
        return Vec::new();
    }
    let middle_deg = 0.5 * (found.sweep.in_deg + found.sweep.out_deg);
    let up_deg = wind.map_or(middle_deg, |w| w.twd_deg);
    preview::sample_preview(course, found.turn.start_s, end_s, found.time_s, up_deg)
}

/// Adds the flags `fell` and `stopped`.
fn flag_interruptions(course: &Course, found: &mut ClassifiedTurn, metrics: &Metrics) {
    let turn = found.turn;
    let inside = |s: &Episode| turn.start_s <= s.time_s && s.time_s <= turn.end_s + FELL_WITHIN_S;
    if course.standstills.iter().any(|s| inside(s) && s.is_fall()) {
        found.flags.push(flag::FELL);
    }
    let slow = metrics.entry_mps.unwrap_or(0.0) * STOPPED_SHARE;
    let limit = slow.min(STOPPED_MPS);
    let mut since: Option<f64> = None;
    for i in course.fixes(turn.start_s, turn.end_s + STOPPED_WITHIN_S) {
        if course.motion.sog_mps[i] >= limit {
            since = None;
        } else if course.time_s[i] - *since.get_or_insert(course.time_s[i]) >= STOPPED_S {
            found.flags.push(flag::STOPPED);
            return;
        }
    }
}

/// Adds the flags `not_recovered`, `low_speed` and `touchdown`.
fn add_flags(
    course: &Course,
    class: &BoatClass,
    found: &mut ClassifiedTurn,
    metrics: &Metrics,
    recovery: &Recovery,
) {
    if recovery.t95_s.is_none() {
        found.flags.push(flag::NOT_RECOVERED);
    }
    let compass = course.track.columns.get("hdg").is_some();
    if found.crosses() && !compass && course.sog_at(found.time_s).is_some_and(|v| v < LOW_SPEED_MPS) {
        found.flags.push(flag::LOW_SPEED);
    }
    if let (Some(foil_kn), Some(entry), Some(min)) = (class.foil_speed_kn, metrics.entry_mps, metrics.min_mps)
    {
        let foil = crate::units::mps_from_kn(foil_kn);
        let margin = crate::units::mps_from_kn(TOUCHDOWN_MARGIN_KN);
        let crossing = matches!(found.kind, Some(SegmentKind::Tack | SegmentKind::Gybe));
        if crossing && entry > foil && min < foil - margin {
            found.flags.push(flag::TOUCHDOWN);
        }
    }
}

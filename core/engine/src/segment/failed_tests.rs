//! Why a turn has no name: the tests of segmentation repeated for one moment (docs/algorithms.md, section 7.12), each
//! with the value found and the limit.

use crate::config::BoatClass;
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::gybe_segmentation;
use crate::segment::hold::{BandHold, MIN_HOLD_AFTER_S};
use crate::segment::table::{DOWN_DEG, MIN_ROUNDING_DEG, PassedAxis, UP_DEG};
use crate::segment::turns::{self, LEAD_S, RunEvidence, Turn, entry_and_limit_mps, opening_rate_dps};
use crate::segment::under_way::{NotSailed, why_not_sailed};
use crate::segment::unnamed::MIN_UNNAMED_TURN_DEG;
use crate::segment::wind_along_track::WindAlongTrack;

/// Greatest distance of the examined turn from the requested moment, s. *guess*
pub const NEAR_S: f64 = 8.0;

/// A test that failed, with the value found and the limit in the units of their names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FailedTest {
    /// The turn rate never reached that of a turn, or the course changed in both senses.
    NoTurn { max_dps: f64, limit_dps: f64, turned_deg: f64 },
    /// The course change is too small.
    TooSmall { turned_deg: f64, limit_deg: f64 },
    /// The entry speed is too low.
    TooSlow { entry_mps: f64, limit_mps: f64 },
    /// The recording begins in the turn.
    BeginsUnseen,
    /// Entry and exit, or with `lost` the exit alone, are too slow.
    Drifted { mps: f64, limit_mps: f64, lost: bool },
    /// A sway about dead downwind without a lasting change of side.
    Swayed { turned_deg: f64, limit_deg: f64 },
    /// No axis was passed, and the turn began (`began`) or ended outside the bands of a rounding.
    NoBand { in_deg: f64, out_deg: f64, limit_deg: f64, began: bool },
    /// From up to down or back, by too small a course change.
    TooNarrow { turned_deg: f64, limit_deg: f64 },
    /// Too little time in the new band after the turn.
    NotHeld { held_s: f64, limit_s: f64 },
    /// Too little time in the old band before the turn.
    NotHeldBefore { held_s: f64, limit_s: f64 },
}

impl FailedTest {
    /// Id in the outward contract.
    pub fn id(&self) -> &'static str {
        match self {
            Self::NoTurn { .. } => "no_turn",
            Self::TooSmall { .. } => "turn_too_small",
            Self::TooSlow { .. } => "boat_too_slow",
            Self::BeginsUnseen => "begins_unseen",
            Self::Drifted { lost: true, .. } => "way_lost",
            Self::Drifted { .. } => "boat_drifts",
            Self::Swayed { .. } => "swayed",
            Self::NoBand { began: true, .. } => "began_in_no_band",
            Self::NoBand { .. } => "ended_in_no_band",
            Self::TooNarrow { .. } => "rounding_too_small",
            Self::NotHeld { .. } => "held_too_short",
            Self::NotHeldBefore { .. } => "held_too_short_before",
        }
    }

    /// Value found, limit, and the unit of both.
    pub fn measured(&self) -> (f64, f64, &'static str) {
        match *self {
            Self::NoTurn { max_dps, limit_dps, .. } => (max_dps, limit_dps, "deg/s"),
            Self::BeginsUnseen => (0.0, LEAD_S, "s"),
            Self::TooSmall { turned_deg, limit_deg }
            | Self::TooNarrow { turned_deg, limit_deg }
            | Self::Swayed { turned_deg, limit_deg } => (turned_deg, limit_deg, "deg"),
            Self::TooSlow { entry_mps: mps, limit_mps } | Self::Drifted { mps, limit_mps, .. } => {
                (crate::units::kn_from_mps(mps), crate::units::kn_from_mps(limit_mps), "kn")
            }
            Self::NoBand { in_deg, limit_deg, began: true, .. } => (in_deg, limit_deg, "deg"),
            Self::NoBand { out_deg, limit_deg, .. } => (out_deg, limit_deg, "deg"),
            Self::NotHeld { held_s, limit_s } | Self::NotHeldBefore { held_s, limit_s } => {
                (held_s, limit_s, "s")
            }
        }
    }
}

/// The turn at a moment, of any size: the one it lies in, else the largest within [`NEAR_S`]; none where no turn opened.
/// `known` are the turns of the segmentation, which are preferred.
pub fn turn_about(course: &Course, class: &BoatClass, known: &[Turn], t_s: f64) -> Option<Turn> {
    let near = |t: &&Turn| t.start_s - NEAR_S <= t_s && t_s <= t.end_s + NEAR_S;
    let inside = |t: &Turn| t.start_s <= t_s && t_s <= t.end_s;
    let largest = |a: &Turn, b: &Turn| {
        inside(a).cmp(&inside(b)).then(a.change_deg.abs().total_cmp(&b.change_deg.abs()))
    };
    let found = known.iter().filter(near).copied().max_by(largest);
    found.or_else(|| {
        let piece = course.piece_at(t_s)?;
        let all = turns::all_turns(course, class, piece);
        all.iter().filter(near).copied().max_by(largest)
    })
}

/// The tests that the turn of [`turn_about`] failed, or that no turn opened at the moment `t_s`. `found` and `hold` are
/// given for a turn that the segmentation has classified, `hold` wherever there is a wind.
pub fn find_failed_tests(
    course: &Course,
    class: &BoatClass,
    turn: Option<&Turn>,
    found: Option<&ClassifiedTurn>,
    hold: Option<&BandHold>,
    t_s: f64,
) -> Vec<FailedTest> {
    let Some(turn) = turn else { return vec![no_turn(course, class, t_s)] };
    if let Some((found, hold)) = found.zip(hold) {
        return failed_name_tests(course, found, hold);
    }
    let mut failed = Vec::new();
    let turned_deg = turn.change_deg.abs();
    // Without a wind only large turns are reported.
    let limit_deg = if hold.is_some() { turns::MIN_TURN_DEG } else { MIN_UNNAMED_TURN_DEG };
    if turned_deg < limit_deg {
        failed.push(FailedTest::TooSmall { turned_deg, limit_deg });
    }
    let (entry_mps, limit_mps) = entry_and_limit_mps(course, turn);
    if entry_mps < limit_mps {
        failed.push(FailedTest::TooSlow { entry_mps, limit_mps });
    }
    failed
}

/// Least change of course of a gybe, deg, for a turn of a boat sailing downwind; none for other turns.
pub fn smallest_gybe_deg(course: &Course, wind_along: &WindAlongTrack, turn: &Turn) -> Option<f64> {
    let theta = |t: f64| {
        let at = course.fixes(t, f64::INFINITY).start.min(course.time_s.len().saturating_sub(1));
        wind_along.angle_at_fix(course, at)
    };
    let (before, after) = (theta(turn.start_s), theta(turn.end_s));
    (before.abs() > 90.0 && after.abs() > 90.0).then_some(gybe_segmentation::MIN_GYBE_CHANGE_DEG)
}

/// The failed test of a moment without a turn.
fn no_turn(course: &Course, class: &BoatClass, t_s: f64) -> FailedTest {
    let fixes = course.fixes(t_s - NEAR_S, t_s + NEAR_S);
    let max_dps = course.rate_dps[fixes].iter().fold(0.0_f64, |m, r| m.max(r.abs()));
    let (from, to) = course.piece_span(t_s).map_or((t_s, t_s), |(a, b)| {
        let span = (t_s - NEAR_S, t_s + NEAR_S);
        (span.0.max(a), span.1.min(b))
    });
    let turned = course.course_at(to).zip(course.course_at(from)).map_or(0.0, |(b, a)| (b - a).abs());
    FailedTest::NoTurn { max_dps, limit_dps: opening_rate_dps(course, class), turned_deg: turned }
}

/// The tests that a classified turn without a name failed.
fn failed_name_tests(course: &Course, found: &ClassifiedTurn, hold: &BandHold) -> Vec<FailedTest> {
    let known = failed_sailing_tests(course, found);
    if !known.is_empty() {
        return known;
    }
    let (a, b) = (found.sweep.angle_in_deg(), found.sweep.angle_out_deg());
    let away = b > a;
    let (from_deg, to_deg) = if away { (UP_DEG, DOWN_DEG) } else { (DOWN_DEG, UP_DEG) };
    let outside = |angle: f64, limit: f64, low: bool| if low { angle >= limit } else { angle <= limit };
    let no_band = |limit_deg, began| FailedTest::NoBand { in_deg: a, out_deg: b, limit_deg, began };
    let mut failed = Vec::new();
    if outside(a, from_deg, away) {
        failed.push(no_band(from_deg, true));
    }
    if outside(b, to_deg, !away) {
        failed.push(no_band(to_deg, false));
    }
    if failed.is_empty() && (b - a).abs() < MIN_ROUNDING_DEG {
        failed.push(FailedTest::TooNarrow { turned_deg: (b - a).abs(), limit_deg: MIN_ROUNDING_DEG });
    }
    if failed.is_empty() {
        let kind = if away { SegmentKind::BearAway } else { SegmentKind::Douse };
        failed.extend(failed_hold_tests(hold, kind, &found.turn));
    }
    failed
}

/// The failed test of a turn that passed an axis and has no name.
fn failed_sailing_tests(course: &Course, found: &ClassifiedTurn) -> Vec<FailedTest> {
    let turn = &found.turn;
    let kind = match found.sweep.passed() {
        PassedAxis::Neither => return Vec::new(),
        PassedAxis::WindTo if turn.run_evidence == RunEvidence::NoGybe => {
            let turned_deg = turn.change_deg.abs();
            return vec![FailedTest::Swayed {
                turned_deg,
                limit_deg: gybe_segmentation::MIN_GYBE_CHANGE_DEG,
            }];
        }
        PassedAxis::WindTo => SegmentKind::Gybe,
        _ => SegmentKind::Tack,
    };
    let failed_tests = why_not_sailed(course, turn, kind, found.passed).map(|why| match why {
        NotSailed::BeginsUnseen => FailedTest::BeginsUnseen,
        NotSailed::Drifts { mps, limit_mps } => FailedTest::Drifted { mps, limit_mps, lost: false },
        NotSailed::LosesWay { exit_mps: mps, limit_mps } => {
            FailedTest::Drifted { mps, limit_mps, lost: true }
        }
    });
    failed_tests.into_iter().collect()
}

/// The failed tests of the bands beside a rounding.
fn failed_hold_tests(hold: &BandHold, kind: SegmentKind, turn: &Turn) -> Vec<FailedTest> {
    let held = hold.measure(kind, turn.start_s, turn.end_s);
    let mut failed = Vec::new();
    if held.after_s < MIN_HOLD_AFTER_S {
        failed.push(FailedTest::NotHeld { held_s: held.after_s, limit_s: MIN_HOLD_AFTER_S });
    }
    if held.before_s < held.before_limit_s {
        failed.push(FailedTest::NotHeldBefore { held_s: held.before_s, limit_s: held.before_limit_s });
    }
    failed
}

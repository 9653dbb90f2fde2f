//! Why a turn has no name: the tests of the turn finder and of the table asked again for one moment
//! (ALGORITHMS 3.3.2), each with what it found and what it demands.

use crate::config::BoatClass;
use crate::segment::SegmentKind;
use crate::segment::classify::Found;
use crate::segment::course::Course;
use crate::segment::gybe_segmentation;
use crate::segment::hold::{HOLD_S, Hold};
use crate::segment::table::{DOWN_DEG, Passed, ROUNDING_DEG, UP_DEG};
use crate::segment::turns::{self, Boom, LEAD_S, Turn, entry_and_least, opening_dps};
use crate::segment::under_way::{Unsailed, unsailed};
use crate::segment::wind_along_track::WindAlongTrack;

/// A turn this near to the moment asked about is the one that is meant, s.
pub const NEAR_S: f64 = 8.0;

/// A test that was not passed. Values and limits in the unit their names say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Refusal {
    /// The course never turned as fast as a turn does.
    NoTurn {
        max_dps: f64,
        limit_dps: f64,
        turned_deg: f64,
    },
    /// It turned, but not far enough.
    TooSmall {
        turned_deg: f64,
        limit_deg: f64,
    },
    /// The turn began without way on.
    TooSlow {
        entry_mps: f64,
        limit_mps: f64,
    },
    /// The recording begins in it.
    BeginsUnseen,
    /// Slow going in and coming out, or without way on coming out.
    Drifted {
        mps: f64,
        limit_mps: f64,
        lost: bool,
    },
    /// A sway about dead downwind: the run as a whole shows no lasting change of side.
    Swayed {
        turned_deg: f64,
        limit_deg: f64,
    },
    /// It went through neither axis of the wind, and began and ended in no two bands of a rounding.
    NoBand {
        in_deg: f64,
        out_deg: f64,
        limit_deg: f64,
        began: bool,
    },
    /// Up to down or back, by too few degrees.
    TooNarrow {
        turned_deg: f64,
        limit_deg: f64,
    },
    /// The new band was left again too soon, or the old one was not held before.
    NotHeld {
        held_s: f64,
        limit_s: f64,
    },
    NotHeldBefore {
        held_s: f64,
        limit_s: f64,
    },
}

impl Refusal {
    /// As the outward contract spells it.
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

    /// What was found, what was demanded, and the unit of both.
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

/// The turn about a moment, whatever its size: the one it lies in, else the largest near it. None where the course
/// hardly turned.
pub fn turn_about(course: &Course, class: &BoatClass, known: &[Turn], t_s: f64) -> Option<Turn> {
    let near = |t: &&Turn| t.start_s - NEAR_S <= t_s && t_s <= t.end_s + NEAR_S;
    let inside = |t: &Turn| t.start_s <= t_s && t_s <= t.end_s;
    let largest = |a: &Turn, b: &Turn| {
        inside(a).cmp(&inside(b)).then(a.change_deg.abs().total_cmp(&b.change_deg.abs()))
    };
    let found = known.iter().filter(near).copied().max_by(largest);
    found.or_else(|| {
        let piece = course.piece_at(t_s)?;
        let all = turns::all_runs(course, class, piece);
        all.iter().filter(near).copied().max_by(largest)
    })
}

/// Why nothing was found although the wind is known: the turn of [`turn_about`], judged as the finder judges it.
pub fn refuse(
    course: &Course,
    class: &BoatClass,
    turn: Option<&Turn>,
    found: Option<&Found>,
    hold: Option<&Hold>,
    t_s: f64,
) -> Vec<Refusal> {
    let Some(turn) = turn else { return vec![no_turn(course, class, t_s)] };
    if let Some((found, hold)) = found.zip(hold) {
        return refuse_name(course, found, hold);
    }
    let mut refusals = Vec::new();
    let turned_deg = turn.change_deg.abs();
    if turned_deg < turns::MIN_CHANGE_DEG {
        refusals.push(Refusal::TooSmall { turned_deg, limit_deg: turns::MIN_CHANGE_DEG });
    }
    let (entry_mps, limit_mps) = entry_and_least(course, turn);
    if entry_mps < limit_mps {
        refusals.push(Refusal::TooSlow { entry_mps, limit_mps });
    }
    refusals
}

/// A boat before the wind gybes with a smaller turn: how small one may be there.
pub fn smallest_gybe_deg(course: &Course, wind_along: &WindAlongTrack, turn: &Turn) -> Option<f64> {
    let theta = |t: f64| {
        let at = course.fixes(t, f64::INFINITY).start.min(course.time_s.len().saturating_sub(1));
        wind_along.angle_at_fix(course, at)
    };
    let (before, after) = (theta(turn.start_s), theta(turn.end_s));
    (before.abs() > 90.0 && after.abs() > 90.0).then_some(gybe_segmentation::SWAP_DEG)
}

fn no_turn(course: &Course, class: &BoatClass, t_s: f64) -> Refusal {
    let fixes = course.fixes(t_s - NEAR_S, t_s + NEAR_S);
    let max_dps = course.rate_dps[fixes].iter().fold(0.0_f64, |m, r| m.max(r.abs()));
    let (from, to) = course.piece_span(t_s).map_or((t_s, t_s), |(a, b)| {
        let span = (t_s - NEAR_S, t_s + NEAR_S);
        (span.0.max(a), span.1.min(b))
    });
    let turned = course.course_at(to).zip(course.course_at(from)).map_or(0.0, |(b, a)| (b - a).abs());
    Refusal::NoTurn { max_dps, limit_dps: opening_dps(class), turned_deg: turned }
}

/// Why the table gave a turn no name.
fn refuse_name(course: &Course, found: &Found, hold: &Hold) -> Vec<Refusal> {
    let known = refuse_sailing(course, found);
    if !known.is_empty() {
        return known;
    }
    let (a, b) = (found.way.a(), found.way.b());
    let away = b > a;
    let (from_deg, to_deg) = if away { (UP_DEG, DOWN_DEG) } else { (DOWN_DEG, UP_DEG) };
    let outside = |angle: f64, limit: f64, low: bool| if low { angle >= limit } else { angle <= limit };
    let no_band = |limit_deg, began| Refusal::NoBand { in_deg: a, out_deg: b, limit_deg, began };
    let mut refusals = Vec::new();
    if outside(a, from_deg, away) {
        refusals.push(no_band(from_deg, true));
    }
    if outside(b, to_deg, !away) {
        refusals.push(no_band(to_deg, false));
    }
    if refusals.is_empty() && (b - a).abs() < ROUNDING_DEG {
        refusals.push(Refusal::TooNarrow { turned_deg: (b - a).abs(), limit_deg: ROUNDING_DEG });
    }
    if refusals.is_empty() {
        let kind = if away { SegmentKind::BearAway } else { SegmentKind::Douse };
        refusals.extend(hold_refusals(hold, kind, &found.turn));
    }
    refusals
}

/// It has the angles of a tack or a gybe, and was none.
fn refuse_sailing(course: &Course, found: &Found) -> Vec<Refusal> {
    let turn = &found.turn;
    let kind = match found.way.passed() {
        Passed::Neither => return Vec::new(),
        Passed::WindTo if turn.boom == Boom::Stays => {
            let turned_deg = turn.change_deg.abs();
            return vec![Refusal::Swayed { turned_deg, limit_deg: gybe_segmentation::SWAP_DEG }];
        }
        Passed::WindTo => SegmentKind::Gybe,
        _ => SegmentKind::Tack,
    };
    let refusal = unsailed(course, turn, kind, found.passed).map(|why| match why {
        Unsailed::BeginsUnseen => Refusal::BeginsUnseen,
        Unsailed::Drifts { mps, limit_mps } => Refusal::Drifted { mps, limit_mps, lost: false },
        Unsailed::LosesWay { exit_mps: mps, limit_mps } => Refusal::Drifted { mps, limit_mps, lost: true },
    });
    refusal.into_iter().collect()
}

fn hold_refusals(hold: &Hold, kind: SegmentKind, turn: &Turn) -> Vec<Refusal> {
    let held = hold.measure(kind, turn.start_s, turn.end_s);
    let mut refusals = Vec::new();
    if held.after_s < HOLD_S {
        refusals.push(Refusal::NotHeld { held_s: held.after_s, limit_s: HOLD_S });
    }
    if held.before_s < held.before_limit_s {
        refusals.push(Refusal::NotHeldBefore { held_s: held.before_s, limit_s: held.before_limit_s });
    }
    refusals
}

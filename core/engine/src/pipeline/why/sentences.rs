//! The sentences of an explanation.

use crate::api::{Maneuver, Reason};
use crate::maneuver::COUNTED_QUALITY;
use crate::segment::SegmentKind;
use crate::segment::failed_tests::{self, FailedTest};
use crate::units::kn_from_mps;

/// The reason of a moment in a maneuver.
pub(super) fn maneuver_reason(m: &Maneuver) -> Reason {
    let name = &m.name;
    let lasted = seconds(m.duration_s);
    match m.kind {
        SegmentKind::Stop => {
            Reason::plain("boat_stopped", format!("The boat had stopped for {lasted}: {name}."))
        }
        SegmentKind::Fall => Reason::plain("fell", format!("The boat had fallen for {lasted}: {name}.")),
        SegmentKind::FailedTack => Reason::plain(
            "failed_tack",
            format!("The bow came close to the wind and fell back on the same tack: {name}."),
        ),
        _ if !m.counted => Reason {
            value: Some(m.quality),
            limit: Some(COUNTED_QUALITY),
            ..Reason::plain(
                "not_counted",
                format!(
                    "This is {name}, which is listed but not counted: its quality is {:.2}, and maneuvers count from {COUNTED_QUALITY:.2}.",
                    m.quality
                ),
            )
        },
        SegmentKind::Turn => Reason::plain(
            "wind_unknown",
            format!(
                "This moment belongs to {name}: the wind is not known, and without it a turn has no other name."
            ),
        ),
        _ => Reason::plain("found", format!("This moment belongs to {name}.")),
    }
}

/// The reason that names the nearest turn, `away_s` after the moment.
pub(super) fn neighbour(kind: Option<SegmentKind>, away_s: f64) -> Reason {
    let word = kind.map_or("maneuver", SegmentKind::name).to_ascii_lowercase();
    let side = if away_s < 0.0 { "before" } else { "after" };
    let sentence = format!("The nearest turn is a {word} {} {side}.", seconds(away_s.abs()));
    Reason { value: Some(away_s), unit: Some("s".into()), ..Reason::plain("neighbour", sentence) }
}

/// A failed test in the outward form.
pub(super) fn reason(test: &FailedTest) -> Reason {
    let (value, limit, unit) = test.measured();
    Reason {
        test: test.id().to_string(),
        value: Some(value),
        limit: Some(limit),
        unit: Some(unit.to_string()),
        sentence: sentence(test),
    }
}

/// The sentence of a failed test.
fn sentence(test: &FailedTest) -> String {
    match *test {
        FailedTest::NoTurn { max_dps, limit_dps, turned_deg } if max_dps < limit_dps => format!(
            "Within {:.0} s around it the course changed by {turned_deg:.0}° and never faster than {max_dps:.1}°/s; a turn begins at {limit_dps:.0}°/s.",
            2.0 * failed_tests::NEAR_S
        ),
        FailedTest::NoTurn { turned_deg, .. } => {
            format!("The course was unsteady, but changed by only {turned_deg:.0}° in all.")
        }
        FailedTest::TooSmall { turned_deg, limit_deg } => {
            format!("It turned by {turned_deg:.0}°, and less than {limit_deg:.0}° counts as steering.")
        }
        FailedTest::TooSlow { entry_mps, limit_mps } => format!(
            "It began at {:.1} kn, and a maneuver begins at {:.1} kn or more.",
            kn_from_mps(entry_mps),
            kn_from_mps(limit_mps)
        ),
        FailedTest::BeginsUnseen => {
            "The recording begins in this turn, so its beginning is not known.".to_string()
        }
        FailedTest::Drifted { mps, lost: true, .. } => {
            format!("The boat left the turn at {:.1} kn: it drifted through the wind.", kn_from_mps(mps))
        }
        FailedTest::Drifted { mps, limit_mps, .. } => format!(
            "Before and after the turn the boat made at most {:.1} kn, and below {:.1} kn it drifts.",
            kn_from_mps(mps),
            kn_from_mps(limit_mps)
        ),
        FailedTest::Swayed { turned_deg, .. } => format!(
            "The course swayed by {turned_deg:.0}° about dead downwind, without a lasting change of side in the run."
        ),
        FailedTest::NoBand { in_deg, out_deg, limit_deg, began } => band(in_deg, out_deg, limit_deg, began),
        FailedTest::TooNarrow { turned_deg, limit_deg } => {
            format!(
                "The course changed by {turned_deg:.0}°, and a rounding changes it by {limit_deg:.0}° or more."
            )
        }
        FailedTest::NotHeld { held_s, limit_s } => format!(
            "The new course was held for {held_s:.1} s, and that of a rounding is held for {limit_s:.0} s, without tacks and gybes."
        ),
        FailedTest::NotHeldBefore { held_s, limit_s } => format!(
            "The old course had been held for {held_s:.1} s of the time before, and a rounding needs {limit_s:.1} s."
        ),
    }
}

/// The sentence of a turn that began or ended outside the band of a rounding.
fn band(in_deg: f64, out_deg: f64, limit_deg: f64, began: bool) -> String {
    let away = out_deg > in_deg;
    let word = if away { "bear-away" } else { "douse" };
    let (verb, angle, closer) = if began { ("began", in_deg, away) } else { ("ended", out_deg, !away) };
    let than = if closer { "closer than" } else { "farther off than" };
    let begins = if began { "begins" } else { "ends" };
    format!("It {verb} {angle:.0}° from the wind, and a {word} {begins} {than} {limit_deg:.0}°.")
}

/// A duration in seconds or minutes.
pub(super) fn seconds(s: f64) -> String {
    if s < 120.0 { format!("{s:.0} s") } else { format!("{:.0} min", s / 60.0) }
}

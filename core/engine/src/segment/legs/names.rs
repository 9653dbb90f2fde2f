//! The names of the turns between legs, by the wind (docs/algorithms.md, section 7.14).

use super::{LegTurn, Legs};
use crate::angle::{circular_mean, wrap_180};
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::table::{MIN_ROUNDING_DEG, PassedAxis, WindAngleSweep, bands_deg, flag};
use crate::segment::unnamed::MIN_UNNAMED_TURN_DEG;
use crate::wind::{WindAt, WindSeries};

// Constants without another provenance: *guess*, that passed the rows of sparse trackers of `npm run truth`.

/// Least wind angle of the legs beside a named turn, deg: closer to the wind a leg is the mean of tacks that the fixes do
/// not show. *guess*
const MIN_SAILED_ANGLE_DEG: f64 = 25.0;
/// Greatest change of course of a named turn through an axis, deg: the other way round is as long for larger ones.
/// *guess*
const MAX_THROUGH_DEG: f64 = 150.0;
/// Samples of the wind over a turn and its neighbourhood. *numerical*
const WIND_SAMPLES: usize = 9;

/// Names the turns between legs by the wind. In an unknown wind those of a certain size are turns without a name; those
/// whose legs do not show what they were are left out.
pub fn classify_leg_turns(
    course: &Course,
    legs: &Legs,
    wind: Option<&WindSeries>,
    bridge_s: f64,
) -> Vec<ClassifiedTurn> {
    let classified = |t: &LegTurn| {
        let wind = wind.and_then(|w| wind_beside(course, t, w, bridge_s));
        let in_deg = wind.map_or(t.before.course_deg, |w| wrap_180(t.before.course_deg - w.twd_deg));
        let sweep = WindAngleSweep { in_deg, out_deg: in_deg + t.turn.change_deg };
        let passed = wind.map_or(PassedAxis::Neither, |_| sweep.passed());
        let is_large = t.turn.change_deg.abs() >= MIN_UNNAMED_TURN_DEG;
        let kind = match wind {
            Some(wind) => kind(&sweep, passed, wind.sd_deg),
            None => is_large.then_some(SegmentKind::Turn),
        };
        let mut flags = vec![flag::SPARSE];
        if !t.is_certain {
            flags.push(flag::SHORT_LEG);
        }
        let (turn, time_s) = (t.turn, t.time_s);
        ClassifiedTurn { kind, turn, time_s, sweep, passed, wind, flags, has_loss: false, whole: None }
    };
    legs.turns.iter().map(classified).filter(|f| f.kind.is_some()).collect()
}

/// The mean wind over a turn and an interval on either side, by which its legs are measured.
fn wind_beside(course: &Course, t: &LegTurn, wind: &WindSeries, bridge_s: f64) -> Option<WindAt> {
    let interval_s = course.track.median_dt_s;
    let (from_s, to_s) = (t.turn.start_s - interval_s, t.turn.end_s + interval_s);
    let at = |k: usize| from_s + (to_s - from_s) * k as f64 / (WIND_SAMPLES - 1) as f64;
    let all: Vec<WindAt> = (0..WIND_SAMPLES).filter_map(|k| wind.at(course.ms(at(k)), bridge_s)).collect();
    let (twd_deg, _) = circular_mean(all.iter().map(|w| (w.twd_deg, 1.0)))?;
    let sd_deg = all.iter().map(|w| w.sd_deg).sum::<f64>() / all.len() as f64;
    Some(WindAt { twd_deg, sd_deg, tws_mps: f64::NAN })
}

/// The name of a turn between two legs; none where they do not tell it, above all from one reach to the other: a boat may
/// have turned through either axis.
fn kind(sweep: &WindAngleSweep, passed: PassedAxis, wind_sd_deg: f64) -> Option<SegmentKind> {
    let (a, b) = (sweep.angle_in_deg(), sweep.angle_out_deg());
    let (up, down) = bands_deg(wind_sd_deg);
    if a.min(b) < MIN_SAILED_ANGLE_DEG {
        return None;
    }
    match passed {
        _ if passed != PassedAxis::Neither && (sweep.out_deg - sweep.in_deg).abs() > MAX_THROUGH_DEG => None,
        PassedAxis::WindFrom if a.min(b) < up && a.max(b) < down => Some(SegmentKind::Tack),
        PassedAxis::WindTo if a.max(b) > down && a.min(b) > up => Some(SegmentKind::Gybe),
        PassedAxis::Neither if (b - a).abs() < MIN_ROUNDING_DEG => None,
        PassedAxis::Neither if a < up && b > down => Some(SegmentKind::BearAway),
        PassedAxis::Neither if a > down && b < up => Some(SegmentKind::Douse),
        _ => None,
    }
}

//! Which maneuvers averages leave out by default, and what made a gain (docs/algorithms.md, section 8.6).

use crate::maneuver::MeasuredManeuver;
use crate::maneuver::reasons::LeftOutReason;
use crate::segment::course::Course;
use crate::segment::table::flag;
use crate::segment::turns::LEAD_S;

/// A turn through more than this is no turn from leg to leg, deg. *guess*
const WIDE_TURN_DEG: f64 = 200.0;
/// So many turns of this size with less time between each two, s, are circling. *guess*
const CIRCLING_TURNS: usize = 3;
const CIRCLING_TURN_DEG: f64 = 60.0;
const CIRCLING_LEG_S: f64 = 10.0;
/// No turn gains more than the boat sails in this time at her entry speed, s: what did is an error of the reference. *guess*
const MAX_GAIN_S: f64 = 1.0;
/// A surf: speed 10 to 20 s after the turn against that of the entry. An unsteady entry: change of speed within it, as a
/// share. *guess*
const SURF_SHARE: f64 = 1.15;
const UNSTEADY_SHARE: f64 = 0.1;

/// Sets the reasons for which maneuvers, in time order, are left out, and flags what made their gains.
pub(super) fn leave_out(course: &Course, all: &mut [MeasuredManeuver]) {
    let circling = circling(all);
    for (m, circles) in all.iter_mut().zip(circling) {
        let loss_m = m.loss.loss_80_m.or(m.loss.og_m);
        let max_gain_m = MAX_GAIN_S * m.metrics.entry_mps.unwrap_or(0.0);
        let causes =
            if loss_m.is_some_and(|loss| loss < 0.0) { causes_of_gain(course, m) } else { Vec::new() };
        let gains = !causes.is_empty() || loss_m.is_some_and(|loss| loss < -max_gain_m);
        m.left_out = match () {
            () if !m.counts() => Some(LeftOutReason::NotCounted),
            () if loss_m.is_none() => Some(LeftOutReason::NoLoss),
            () if circles => Some(LeftOutReason::Circling),
            () if angle_deg(m) > WIDE_TURN_DEG => Some(LeftOutReason::WideTurn),
            () if gains => Some(LeftOutReason::UnexplainedGain),
            () => None,
        };
        m.found.flags.extend(causes);
    }
}

/// Course change, deg, unsigned.
fn angle_deg(m: &MeasuredManeuver) -> f64 {
    m.metrics.angle_deg.unwrap_or(m.found.angle_deg().abs())
}

/// Per maneuver, whether it belongs to [`CIRCLING_TURNS`] turns or more without a leg between them.
fn circling(all: &[MeasuredManeuver]) -> Vec<bool> {
    let mut circling = vec![false; all.len()];
    let large: Vec<usize> =
        (0..all.len()).filter(|&i| all[i].found.angle_deg().abs() >= CIRCLING_TURN_DEG).collect();
    let near = |a: &usize, b: &usize| all[*b].found.turn.start_s - all[*a].found.turn.end_s < CIRCLING_LEG_S;
    for chain in large.chunk_by(near).filter(|chain| chain.len() >= CIRCLING_TURNS) {
        chain.iter().for_each(|&i| circling[i] = true);
    }
    circling
}

/// Flags of what made a gain, by the speeds beside the turn.
fn causes_of_gain(course: &Course, m: &MeasuredManeuver) -> Vec<&'static str> {
    let (t0, t1) = (m.found.turn.start_s, m.found.turn.end_s);
    let mut causes = Vec::new();
    let later = course.mean_sog(t1, t1 + 10.0, t1 + 20.0);
    if later.zip(m.metrics.entry_mps).is_some_and(|(v, entry)| v > SURF_SHARE * entry) {
        causes.push(flag::GAIN_SURF);
    }
    let early = course.mean_sog(t0, t0 - LEAD_S - 10.0, t0 - LEAD_S - 5.0);
    let late = course.mean_sog(t0, t0 - LEAD_S - 5.0, t0 - LEAD_S);
    if early.zip(late).is_some_and(|(a, b)| (b - a).abs() > UNSTEADY_SHARE * a.max(b)) {
        causes.push(flag::GAIN_UNSTEADY_ENTRY);
    }
    causes
}

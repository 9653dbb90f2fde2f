//! Which maneuvers averages leave out by default (docs/algorithms.md, section 8.6).

use crate::maneuver::MeasuredManeuver;
use crate::maneuver::reasons::{LeftOutReason, LossBasis};
use crate::segment::SegmentKind;
use crate::stats::order::sort_by_number;

/// A turn through more than this is no turn from leg to leg, deg. *guess*
const WIDE_TURN_DEG: f64 = 200.0;
/// So many turns of this size with less time between each two, s, are circling. *guess*
const CIRCLING_TURNS: usize = 3;
const CIRCLING_TURN_DEG: f64 = 60.0;
const CIRCLING_LEG_S: f64 = 10.0;
/// A turn gains at most what the boat sails in this time at her entry speed, s: what gains more is an error of the
/// reference. *measured* on real tracks (`npm run truth -- --group tracks`): of keelboats' gybes 0.29 gain, 0.21 when those
/// over a second are trimmed, 0.07 with this; simulated, the error of a session's mean is that of a second.
const MAX_GAIN_S: f64 = 0.5;

/// Sets the reasons for which maneuvers, in time order, are left out.
pub(super) fn leave_out(all: &mut [MeasuredManeuver]) {
    let circling = circling(all);
    for (m, circles) in all.iter_mut().zip(circling) {
        m.left_out = match () {
            () if !m.counts() => Some(LeftOutReason::NotCounted),
            () if loss_m(m).is_none() => Some(LeftOutReason::NoLoss),
            () if circles => Some(LeftOutReason::Circling),
            () if angle_deg(m) > WIDE_TURN_DEG => Some(LeftOutReason::WideTurn),
            () => None,
        };
    }
    trim(all);
}

/// Leaves out the gains of more than [`MAX_GAIN_S`] and, of the same kind and basis, as many of the largest losses: the
/// errors of losses are symmetric, and without the gains alone the mean would be too large. The median stays.
fn trim(all: &mut [MeasuredManeuver]) {
    use SegmentKind::{BearAway, Douse, Gybe, Tack, Turn};
    for kind in [Tack, Gybe, Turn, BearAway, Douse] {
        for basis in [LossBasis::Vmg, LossBasis::Speed] {
            let is_own = |m: &MeasuredManeuver| {
                m.left_out.is_none() && m.found.kind == Some(kind) && m.loss.basis == Some(basis)
            };
            let mut own: Vec<usize> = (0..all.len()).filter(|&i| is_own(&all[i])).collect();
            sort_by_number(&mut own, |&i| -loss_m(&all[i]).unwrap_or(0.0));
            let (gaining, losing): (Vec<usize>, Vec<usize>) = own.iter().partition(|&&i| gains(&all[i]));
            for &i in losing.iter().take(gaining.len()).chain(&gaining) {
                all[i].left_out = Some(LeftOutReason::Trimmed);
            }
        }
    }
}

fn gains(m: &MeasuredManeuver) -> bool {
    loss_m(m) < Some(-MAX_GAIN_S * m.metrics.entry_mps.unwrap_or(0.0))
}

fn loss_m(m: &MeasuredManeuver) -> Option<f64> {
    m.loss.loss_80_m.or(m.loss.og_m)
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

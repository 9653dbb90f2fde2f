//! The middles of turns as evidence of the wind's axis (docs/algorithms.md, section 4.4).

use super::chain::{CELLS, cell_deg};
use super::model::von_mises;
use crate::angle::to_rad;
use crate::wind::TurnEvent;

// All constants below are *hand-tuned* together (section 4) unless marked.

/// Changes of course of turns that are evidence, deg: smaller ones pass no axis, larger ones are circles. The sense of a
/// turn is known, so that its middle is defined beyond 180°: boats on a reach overshoot in their gybes.
const MIN_CHANGE_DEG: f64 = 40.0;
const MAX_CHANGE_DEG: f64 = 250.0;
/// Least entry and exit speed of a turn that is evidence, as a share of the least sailing speed: slower ones are falls
/// and starts.
const MIN_SPEED_SHARE: f64 = 0.7;
/// Share of tacks among turns, and the same of gybes; the remaining turns are uninformative.
const THROUGH_SHARE: f64 = 0.4;
/// Standard deviation of a turn's middle about the wind or its opposite, deg; from this change of course on, deg, it
/// grows by this much per degree.
const MIDDLE_SD_DEG: f64 = 9.0;
const WIDE_TURN_DEG: f64 = 110.0;
const MIDDLE_SD_PER_DEG: f64 = 0.15;

/// Log-likelihood ratio of every wind direction given a turn, against an uninformative turn, nats; none for a turn that
/// is no evidence.
pub(super) fn turn_likelihoods(turn: &TurnEvent) -> Option<[f64; CELLS]> {
    let log_likelihood = turn_log_likelihood(turn)?;
    Some(std::array::from_fn(log_likelihood))
}

/// The same of one direction.
pub(super) fn turn_log_likelihood_ratio(turn: &TurnEvent, cell: usize) -> Option<f64> {
    turn_log_likelihood(turn).map(|log_likelihood| log_likelihood(cell))
}

fn turn_log_likelihood(turn: &TurnEvent) -> Option<impl Fn(usize) -> f64> {
    let change = turn.change_deg.abs();
    if !is_evidence(turn) {
        return None;
    }
    let sd = to_rad(middle_sd_deg(change));
    let kappa = 1.0 / (sd * sd);
    let nothing = (1.0 - 2.0 * THROUGH_SHARE) / 360.0;
    let middle_deg = turn.middle_deg;
    Some(move |cell: usize| {
        let off = cell_deg(cell) - middle_deg;
        let through = THROUGH_SHARE * (von_mises(off, kappa) + von_mises(off + 180.0, kappa));
        libm::log((through + nothing) / nothing)
    })
}

/// Standard deviation of the middle of a turn about the axis, by its change of course, deg.
pub(super) fn middle_sd_deg(change_deg: f64) -> f64 {
    MIDDLE_SD_DEG + MIDDLE_SD_PER_DEG * (change_deg.abs() - WIDE_TURN_DEG).max(0.0)
}

/// True for a turn of a size that is evidence, with a middle.
pub(super) fn is_evidence(turn: &TurnEvent) -> bool {
    (MIN_CHANGE_DEG..=MAX_CHANGE_DEG).contains(&turn.change_deg.abs()) && turn.middle_deg.is_finite()
}

/// The turns entered and left at sailing speed; `slow_mps` is the least speed of sailing.
pub(super) fn at_sailing_speed(turns: &[TurnEvent], slow_mps: f64) -> Vec<TurnEvent> {
    let fast = |t: &&TurnEvent| t.entry_mps.min(t.exit_mps) > MIN_SPEED_SHARE * slow_mps;
    turns.iter().filter(fast).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(middle_deg: f64, change_deg: f64, retention: f64) -> TurnEvent {
        TurnEvent {
            time_ms: 0.0,
            middle_deg,
            change_deg,
            entry_mps: 4.0,
            min_mps: 4.0 * retention,
            exit_mps: 4.0 * (retention + 0.15),
            max_rate_dps: 20.0,
        }
    }

    #[test]
    fn a_turn_is_the_same_evidence_for_a_wind_and_its_opposite() {
        let log_likelihood = turn_likelihoods(&turn(90.0, 90.0, 0.6)).unwrap();
        assert!((log_likelihood[45] - log_likelihood[135]).abs() < 1e-9);
        assert!(log_likelihood[45] > 3.0 && log_likelihood[0] < 0.1);
    }

    #[test]
    fn a_gybe_from_reach_to_reach_may_exceed_180_but_a_circle_is_no_evidence() {
        assert!(turn_likelihoods(&turn(270.0, -205.0, 0.8)).is_some());
        assert!(turn_likelihoods(&turn(270.0, 355.0, 0.8)).is_none());
    }

    #[test]
    fn a_turn_that_ends_at_a_standstill_is_no_evidence() {
        let mut swum = turn(0.0, 120.0, 0.1);
        swum.exit_mps = 0.4;
        assert!(at_sailing_speed(&[swum], 2.0).is_empty());
    }
}

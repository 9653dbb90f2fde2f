//! Detection of motoring: one speed on all courses and in turns (docs/algorithms.md, section 4.2).

use super::steps::Steps;
use crate::stats::quantile::quantile;
use crate::wind::TurnEvent;

/// Interquartile range of log speed of steady steps below which a track is motored, and the one that applies to a track
/// whose few turns end at the speed they began with. Hand-tuned (section 4).
const MAX_SPREAD_LOG: f64 = 0.07;
const MAX_SPREAD_FEW_TURNS_LOG: f64 = 0.18;
/// Smallest turn looked at, deg.
const MIN_TURN_DEG: f64 = 40.0;
/// Least median of minimum over entry speed of a motored track's turns, and the one of the second rule. Hand-tuned.
const MIN_RETENTION: f64 = 0.75;
const MIN_RETENTION_FEW_TURNS: f64 = 0.78;
/// Most median change of log speed over a turn, and most turns, of the second rule. Hand-tuned.
const MAX_CHANGE_LOG: f64 = 0.12;
const MAX_TURNS: usize = 12;

/// True for a track under engine. A motored track has nearly one speed on all courses and keeps it in turns; a sailed
/// one loses speed while the sails refill. Either the spread is below [`MAX_SPREAD_LOG`], or it is below
/// [`MAX_SPREAD_FEW_TURNS_LOG`] and the few turns end at the speed they began with.
pub(super) fn is_motoring(steps: &Steps, turns: &[TurnEvent]) -> bool {
    let steady = steps.all.iter().filter(|s| s.weight > 0.0);
    let mut speeds: Vec<f64> = steady.map(|s| libm::log(s.speed_mps.max(0.05))).collect();
    let (Some(low), Some(high)) = (quantile(&mut speeds, 0.25), quantile(&mut speeds, 0.75)) else {
        return false;
    };
    let wide: Vec<&TurnEvent> =
        turns.iter().filter(|t| t.change_deg.abs() >= MIN_TURN_DEG && t.entry_mps > 0.0).collect();
    let mut retention: Vec<f64> =
        wide.iter().map(|t| t.min_mps / t.entry_mps).filter(|k| k.is_finite()).collect();
    let retention = quantile(&mut retention, 0.5);
    let mut changed: Vec<f64> =
        wide.iter().map(|t| libm::log(t.exit_mps.max(0.05) / t.entry_mps).abs()).collect();
    let ends_at_entry_speed = quantile(&mut changed, 0.5).is_some_and(|c| c < MAX_CHANGE_LOG);
    let few_turns = ends_at_entry_speed
        && wide.len() <= MAX_TURNS
        && retention.is_some_and(|k| k > MIN_RETENTION_FEW_TURNS);
    let most = if few_turns { MAX_SPREAD_FEW_TURNS_LOG } else { MAX_SPREAD_LOG };
    high - low < most && retention.is_none_or(|k| k > MIN_RETENTION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wind::estimate::steps::Step;

    fn steps(speeds: &[f64]) -> Steps {
        let step = |(i, &speed_mps): (usize, &f64)| Step {
            time_ms: i as f64 * 5000.0,
            dt_s: 5.0,
            course_deg: (i as f64 * 7.0) % 360.0,
            speed_mps,
            weight: 0.07,
        };
        Steps::given(speeds.iter().enumerate().map(step).collect())
    }

    const STEADY_DAY: [f64; 8] = [2.3, 2.5, 2.55, 2.4, 2.7, 2.5, 2.35, 2.6];

    fn turn(retention: f64) -> TurnEvent {
        TurnEvent {
            time_ms: 0.0,
            middle_deg: 0.0,
            change_deg: 90.0,
            entry_mps: 2.5,
            min_mps: 2.5 * retention,
            exit_mps: 2.5,
            max_rate_dps: 15.0,
        }
    }

    #[test]
    fn one_speed_on_all_courses_and_in_turns_is_motoring() {
        assert!(is_motoring(&steps(&[2.5, 2.52, 2.48, 2.5, 2.51, 2.49]), &[turn(0.93), turn(0.9)]));
    }

    #[test]
    fn speed_lost_in_turns_is_sailing_even_in_a_steady_wind() {
        assert!(!is_motoring(&steps(&[2.5, 2.52, 2.48, 2.5, 2.51, 2.49]), &[turn(0.6), turn(0.65)]));
        assert!(!is_motoring(&steps(&[2.1, 2.6, 2.4, 2.9, 2.2, 3.1]), &[turn(0.93)]));
    }

    #[test]
    fn a_changed_throttle_is_motoring_when_each_turn_ends_at_its_entry_speed() {
        assert!(is_motoring(&steps(&STEADY_DAY), &[turn(0.85), turn(0.9), turn(0.8)]));
        let out = |exit_mps: f64| TurnEvent { exit_mps, ..turn(0.85) };
        assert!(!is_motoring(&steps(&STEADY_DAY), &[out(2.0), out(2.1), out(2.05)]));
    }

    #[test]
    fn many_gybes_on_foils_that_keep_their_speed_are_sailing() {
        assert!(!is_motoring(&steps(&STEADY_DAY), &[turn(0.82); 30]));
    }
}

//! An engine does not care where the wind is from.

use super::steps::Steps;
use crate::stats::quantile::quantile;
use crate::wind::TurnEvent;

/// Under engine the middle half of all steady speeds lies within this, log; under sail every puff and every change
/// of course moves it further, though on a steady day not by much.
const SPREAD_LOG: f64 = 0.07;
const STEADY_DAY_LOG: f64 = 0.18;
/// Turns of at least this, deg, keep at least this share of the speed under engine, and come out of it at the speed
/// they went in with, log: sails have to fill again. Nobody turns about so often under engine.
const TURN_DEG: f64 = 40.0;
const KEPT: f64 = 0.75;
const WELL_KEPT: f64 = 0.78;
const AS_BEFORE_LOG: f64 = 0.12;
const MOST_TURNS: usize = 12;

/// True for a track that was driven, not sailed: one speed on all courses, kept in turns, or hardly another speed, and
/// that had again at once after each of a few turns.
pub(super) fn is_motoring(steps: &Steps, turns: &[TurnEvent]) -> bool {
    let steady = steps.all.iter().filter(|s| s.weight > 0.0);
    let mut speeds: Vec<f64> = steady.map(|s| libm::log(s.speed_mps.max(0.05))).collect();
    let (Some(low), Some(high)) = (quantile(&mut speeds, 0.25), quantile(&mut speeds, 0.75)) else {
        return false;
    };
    let wide: Vec<&TurnEvent> =
        turns.iter().filter(|t| t.change_deg.abs() >= TURN_DEG && t.entry_mps > 0.0).collect();
    let mut kept: Vec<f64> = wide.iter().map(|t| t.min_mps / t.entry_mps).collect();
    let kept = quantile(&mut kept, 0.5);
    let mut changed: Vec<f64> =
        wide.iter().map(|t| libm::log(t.exit_mps.max(0.05) / t.entry_mps).abs()).collect();
    let as_before = quantile(&mut changed, 0.5).is_some_and(|c| c < AS_BEFORE_LOG);
    let hardly = as_before && wide.len() <= MOST_TURNS && kept.is_some_and(|k| k > WELL_KEPT);
    let most = if hardly { STEADY_DAY_LOG } else { SPREAD_LOG };
    high - low < most && kept.is_none_or(|k| k > KEPT)
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
        Steps::told(speeds.iter().enumerate().map(step).collect())
    }

    const STEADY_DAY: [f64; 8] = [2.3, 2.5, 2.55, 2.4, 2.7, 2.5, 2.35, 2.6];

    fn turn(kept: f64) -> TurnEvent {
        TurnEvent {
            time_ms: 0.0,
            middle_deg: 0.0,
            change_deg: 90.0,
            entry_mps: 2.5,
            min_mps: 2.5 * kept,
            exit_mps: 2.5,
            max_rate_dps: 15.0,
        }
    }

    #[test]
    fn one_speed_on_all_courses_and_in_turns_is_an_engine() {
        assert!(is_motoring(&steps(&[2.5, 2.52, 2.48, 2.5, 2.51, 2.49]), &[turn(0.93), turn(0.9)]));
    }

    #[test]
    fn who_loses_speed_in_turns_sails_however_steady_the_breeze() {
        assert!(!is_motoring(&steps(&[2.5, 2.52, 2.48, 2.5, 2.51, 2.49]), &[turn(0.6), turn(0.65)]));
        assert!(!is_motoring(&steps(&[2.1, 2.6, 2.4, 2.9, 2.2, 3.1]), &[turn(0.93)]));
    }

    #[test]
    fn an_engine_s_throttle_is_moved_now_and_then_but_it_is_at_speed_again_after_each_turn() {
        assert!(is_motoring(&steps(&STEADY_DAY), &[turn(0.85), turn(0.9), turn(0.8)]));
        let out = |exit_mps: f64| TurnEvent { exit_mps, ..turn(0.85) };
        assert!(!is_motoring(&steps(&STEADY_DAY), &[out(2.0), out(2.1), out(2.05)]));
    }

    #[test]
    fn who_gybes_to_and_fro_on_foils_and_keeps_her_way_sails() {
        assert!(!is_motoring(&steps(&STEADY_DAY), &[turn(0.82); 30]));
    }
}

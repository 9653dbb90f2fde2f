//! Heel as evidence of the end: boats heel to leeward (docs/algorithms.md, section 4.6).

use super::steps::Step;
use crate::angle::wrap_180;
use crate::motion::Motion;
use crate::track::Track;

/// Heel that is used, deg: less may be noise, more a capsize or a badly mounted device. *guess*
const HEEL_DEG: std::ops::Range<f64> = 3.0..60.0;
/// Absolute wind angles that are used, deg: outside them the leeward side is uncertain. *guess*
const SIDE_DEG: std::ops::Range<f64> = 25.0..155.0;
/// Least duration of usable heel, s. *guess*
const MIN_S: f64 = 300.0;
/// Balance to leeward (1: always) from which on the evidence is full. *guess*
const FULL_BALANCE: f64 = 0.5;
/// Share of devices that are mounted back to front, or of boats that are heeled to windward: the log-odds of an end against the
/// other are at most those of such a device. *guess*
const REVERSED_SHARE: f64 = 0.05;

/// Fixes of a step with a usable heel, by the side that the boat heels to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StepHeel {
    starboard: f64,
    port: f64,
}

/// The heel of every step, s; empty for a track without heel. `slow_mps` is the least speed of sailing.
pub(super) fn of_steps(track: &Track, motion: &Motion, steps: &[Step], slow_mps: f64) -> Vec<StepHeel> {
    let Some(heel) = track.columns.get("heel") else { return Vec::new() };
    let mut all = vec![StepHeel::default(); steps.len()];
    let Some(last) = steps.len().checked_sub(1) else { return all };
    let fixes = track.columns.time_ms.iter().zip(heel).zip(&motion.sog_mps);
    for ((&time_ms, &heel), _) in fixes.filter(|(_, sog)| **sog >= slow_mps) {
        let after = steps.partition_point(|s| s.time_ms < time_ms).min(last);
        let before = after.saturating_sub(1);
        let nearer = time_ms - steps[before].time_ms < steps[after].time_ms - time_ms;
        let step = &mut all[if nearer { before } else { after }];
        if HEEL_DEG.contains(&f64::from(heel.abs())) {
            *(if heel > 0.0 { &mut step.starboard } else { &mut step.port }) += track.median_dt_s;
        }
    }
    all
}

/// Evidence for a wind at every step, nats: that for its opposite is the negative.
pub(super) fn nats(heel: &[StepHeel], steps: &[Step], path_deg: &[f64]) -> f64 {
    let (mut leeward, mut windward) = (0.0, 0.0);
    for ((heel, step), wind_deg) in heel.iter().zip(steps).zip(path_deg) {
        let angle = wrap_180(wind_deg - step.course_deg);
        if !SIDE_DEG.contains(&angle.abs()) {
            continue;
        }
        // On starboard tack the lee side is port.
        let (to_lee, to_wind) =
            if angle > 0.0 { (heel.port, heel.starboard) } else { (heel.starboard, heel.port) };
        leeward += to_lee;
        windward += to_wind;
    }
    if leeward + windward < MIN_S {
        return 0.0;
    }
    let balance = (leeward - windward) / (leeward + windward);
    0.5 * libm::log((1.0 - REVERSED_SHARE) / REVERSED_SHARE) * (balance / FULL_BALANCE).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(courses_deg: [f64; 2]) -> Vec<Step> {
        let step = |k: usize| Step {
            time_ms: 5000.0 * k as f64,
            dt_s: 5.0,
            course_deg: courses_deg[k / 100],
            speed_mps: 3.0,
            weight: 0.07,
        };
        (0..200).map(step).collect()
    }

    #[test]
    fn a_boat_that_heels_to_leeward_on_both_tacks_tells_the_end_within_a_bound() {
        // On starboard tack in wind from north she heels to port, on port tack to starboard.
        let steps = steps([315.0, 45.0]);
        let heel: Vec<StepHeel> = (0..200)
            .map(|k| {
                if k < 100 {
                    StepHeel { starboard: 0.0, port: 5.0 }
                } else {
                    StepHeel { starboard: 5.0, port: 0.0 }
                }
            })
            .collect();
        let of = |deg: f64| nats(&heel, &steps, &vec![deg; 200]);
        assert!((of(0.0) - 0.5 * libm::log(19.0)).abs() < 1e-9 && of(180.0) == -of(0.0), "{}", of(0.0));
        assert_eq!(nats(&heel[..40], &steps[..40], &[0.0; 40]), 0.0);
    }
}

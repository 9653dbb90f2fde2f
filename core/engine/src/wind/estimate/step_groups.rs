//! Steps in groups of four: the first rounds of a fit need no finer resolution (docs/algorithms.md, section 4.5).

use super::chain;
use super::steps::Step;
use crate::stats::quantile::median;
use std::ops::Range;

/// Steps of a coarse group. *derived*
const GROUP_STEPS: usize = chain::SHIFT_STEPS;
/// Tracks with fewer steps than this are not grouped. *hand-tuned*
const MIN_GROUPED_STEPS: usize = 360;
/// A group ends at an interval longer than this many usual ones. *guess*
const MAX_INTERVALS: f64 = 1.5;

/// Consecutive steps in groups; every step is in one.
pub(super) struct StepGroups {
    pub groups: Vec<Range<usize>>,
    /// Seconds from group to group; 0 for the first.
    pub dt_s: Vec<f64>,
    /// Steps of a full group.
    pub group_steps: usize,
}

impl StepGroups {
    /// One step a group.
    pub(super) fn fine(steps: &[Step]) -> Self {
        StepGroups::of(steps, 1)
    }

    /// [`GROUP_STEPS`] a group, where the track has [`MIN_GROUPED_STEPS`].
    pub(super) fn coarse(steps: &[Step]) -> Self {
        StepGroups::of(steps, if steps.len() < MIN_GROUPED_STEPS { 1 } else { GROUP_STEPS })
    }

    fn of(steps: &[Step], group_steps: usize) -> Self {
        let mut intervals_s: Vec<f64> = steps.iter().map(|s| s.dt_s).filter(|&dt| dt > 0.0).collect();
        let usual_s = median(&mut intervals_s).unwrap_or(0.0);
        let mut groups: Vec<Range<usize>> = Vec::with_capacity(steps.len() / group_steps + 1);
        for (i, step) in steps.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if group.len() < group_steps && step.dt_s < MAX_INTERVALS * usual_s => {
                    group.end = i + 1
                }
                _ => groups.push(i..i + 1),
            }
        }
        let middle_ms = |group: &Range<usize>| {
            let at = |i: usize| steps.get(i).map_or(0.0, |s| s.time_ms);
            0.5 * (at(group.start) + at(group.end - 1))
        };
        let between = groups.windows(2).map(|w| (middle_ms(&w[1]) - middle_ms(&w[0])) / 1000.0);
        let dt_s = std::iter::once(0.0).chain(between).take(groups.len()).collect();
        StepGroups { groups, dt_s, group_steps }
    }

    /// The value of each step's group.
    pub(super) fn of_steps<T: Copy>(&self, of_groups: &[T]) -> Vec<T> {
        self.groups
            .iter()
            .zip(of_groups)
            .flat_map(|(group, &value)| group.clone().map(move |_| value))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(times_s: &[f64]) -> Vec<Step> {
        let mut before = None;
        let mut step = |&t: &f64| {
            let dt_s = before.replace(t).map_or(0.0, |b: f64| t - b);
            Step { time_ms: t * 1000.0, dt_s, course_deg: 0.0, speed_mps: 1.0, weight: 0.07 }
        };
        times_s.iter().map(&mut step).collect()
    }

    #[test]
    fn groups_end_at_gaps_and_every_step_is_in_one() {
        let times: Vec<f64> = (0..6).chain(100..109).map(|k| 5.0 * f64::from(k)).collect();
        let groups = StepGroups::of(&steps(&times), 4);
        assert_eq!(groups.groups, [0..4, 4..6, 6..10, 10..14, 14..15]);
        assert_eq!(groups.dt_s, [0.0, 15.0, 485.0, 20.0, 12.5]);
        assert_eq!(groups.of_steps(&[0, 1, 2, 3, 4]), [0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]);
    }

    #[test]
    fn a_gap_at_the_start_of_a_track_does_not_make_groups_reach_across_gaps() {
        let times: Vec<f64> =
            [0].into_iter().chain(100..105).chain(200..204).map(|k| 5.0 * f64::from(k)).collect();
        let groups = StepGroups::of(&steps(&times), 4);
        assert_eq!(groups.groups, [0..1, 1..5, 5..6, 6..10]);
    }

    #[test]
    fn a_short_track_keeps_every_step() {
        let times: Vec<f64> = (0..40).map(|k| 5.0 * f64::from(k)).collect();
        let groups = StepGroups::coarse(&steps(&times));
        assert_eq!((groups.groups.len(), groups.group_steps), (40, 1));
        assert!(StepGroups::coarse(&[]).groups.is_empty() && StepGroups::coarse(&[]).dt_s.is_empty());
    }
}

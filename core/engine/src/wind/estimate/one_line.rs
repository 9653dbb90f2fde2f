//! Detection of tracks on one line, whose courses fit both normals of it alike (docs/algorithms.md, section 4.7).

use super::steps::Steps;
use crate::angle::wrap_180;

/// Share of the weight that lies within [`MAX_OFF_DEG`] of one line. *measured*: no real recording of a boat that tacks,
/// runs or reaches freely exceeds 0.8; simulated reaches out and back exceed 0.93.
const MIN_SHARE: f64 = 0.93;
/// Farthest course from the line, either way, deg. *guess*
const MAX_OFF_DEG: f64 = 20.0;

/// The direction of the line on which the courses of a track lie, either way, deg [−90, 90]; none when they do not. The axis
/// is half the argument of the weighted sum of exp(2i · course).
pub(super) fn line_deg(steps: &Steps) -> Option<f64> {
    let mut sum = (0.0, 0.0);
    let mut all = 0.0;
    for step in &steps.all {
        let twice = 2.0 * step.course_deg.to_radians();
        sum = (sum.0 + step.weight * libm::sin(twice), sum.1 + step.weight * libm::cos(twice));
        all += step.weight;
    }
    let line_deg = 0.5 * libm::atan2(sum.0, sum.1).to_degrees();
    let off_deg = |course_deg: f64| 0.5 * wrap_180(2.0 * (course_deg - line_deg)).abs();
    let beside = steps.all.iter().filter(|s| off_deg(s.course_deg) <= MAX_OFF_DEG);
    (beside.map(|s| s.weight).sum::<f64>() >= MIN_SHARE * all).then_some(line_deg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wind::estimate::steps::Step;

    fn steps(courses_deg: &[f64]) -> Steps {
        let step = |(i, &course_deg): (usize, &f64)| Step {
            time_ms: i as f64 * 5000.0,
            dt_s: 5.0,
            course_deg,
            speed_mps: 4.0,
            weight: 0.07,
        };
        Steps::given(courses_deg.iter().enumerate().map(step).collect(), 5.0)
    }

    #[test]
    fn a_reach_out_and_back_lies_on_one_line_also_across_north() {
        assert!(
            line_deg(&steps(&[80.0, 85.0, 90.0, 262.0, 275.0, 268.0]))
                .is_some_and(|d| (d - 86.7).abs() < 1.0)
        );
        assert!(
            line_deg(&steps(&[355.0, 2.0, 10.0, 183.0, 176.0, 190.0])).is_some_and(|d| (d - 2.7).abs() < 1.0)
        );
    }

    #[test]
    fn a_beat_lies_on_two_lines() {
        assert_eq!(line_deg(&steps(&[45.0, 47.0, 315.0, 312.0, 44.0, 318.0])), None);
    }

    #[test]
    fn a_reach_to_and_fro_with_a_run_in_it_lies_on_more_than_one() {
        assert_eq!(line_deg(&steps(&[90.0, 91.0, 270.0, 272.0, 180.0, 269.0])), None);
    }
}

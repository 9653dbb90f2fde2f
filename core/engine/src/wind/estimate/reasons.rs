//! Why a candidate direction is likely, in sentences for the sailor.

use super::hypothesis::SideEvidence;
use super::problem::WindProblem;
use super::side::WEIGHTS;
use crate::angle::{wrap_180, wrap_360};
use crate::stats::quantile::quantile;

/// Least log-odds of a kind of evidence that is named, nats. *guess*
const MIN_NATS: f64 = 0.5;
/// Share of the steady sailing below the least of the angles named, and above the greatest. *guess*
const TAIL_SHARE: f64 = 0.1;
/// Angles named are multiples of this, deg. *guess*
const ANGLE_STEP_DEG: f64 = 5.0;

/// What speaks for a candidate, a sentence each: its turns, then its courses.
/// `path_deg` is the wind at every step.
pub(super) fn reasons(problem: &WindProblem, evidence: &SideEvidence, path_deg: &[f64]) -> Vec<String> {
    let mut reasons = Vec::new();
    let [tacks, gybes] = evidence.turns;
    let opposite: Vec<f64> = path_deg.iter().map(|deg| wrap_360(deg + 180.0)).collect();
    let opposite = problem.side_evidence(&opposite);
    let by_turns =
        WEIGHTS.turns * (evidence.turns_nats - opposite.turns_nats) + evidence.axes_nats - opposite.axes_nats;
    if by_turns > MIN_NATS {
        let sentence = match problem.kind_by_sport().filter(|_| problem.is_board() && gybes > tacks) {
            Some(kind) => format!("The file says {kind}; boards on reaches gybe, as they do in this wind."),
            None if gybes >= tacks => {
                format!("{gybes} of {} turns are gybes in this wind and look like gybes.", tacks + gybes)
            }
            None => format!("{tacks} of {} turns are tacks in this wind and look like tacks.", tacks + gybes),
        };
        reasons.push(sentence);
    }
    reasons.extend(angles(problem, path_deg));
    reasons
}

/// The angles to the wind that were sailed.
fn angles(problem: &WindProblem, path_deg: &[f64]) -> Option<String> {
    let steps = problem.steps.all.iter().zip(path_deg).filter(|(step, _)| step.weight > 0.0);
    let mut angles: Vec<f64> = steps.map(|(step, wind)| wrap_180(wind - step.course_deg).abs()).collect();
    let low = quantile(&mut angles, TAIL_SHARE)?;
    let high = quantile(&mut angles, 1.0 - TAIL_SHARE)?;
    let rounded = |deg: f64| ANGLE_STEP_DEG * libm::round(deg / ANGLE_STEP_DEG);
    Some(format!("Courses lie mostly {:.0} to {:.0}° off this wind.", rounded(low), rounded(high)))
}

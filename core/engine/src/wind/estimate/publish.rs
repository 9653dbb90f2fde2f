//! Whether a wind is published: every refusal, and the probabilities of the candidates (docs/algorithms.md, section 4.7).

use super::HINT_RANGE_DEG;
use super::ablation::{Part, has};
use super::hypothesis::Hypothesis;
use super::one_line;
use super::problem::WindProblem;
use super::side::SOME_CANDIDATE;
use crate::angle::wrap_180;

/// Least probability of a published wind or current. *definition*
pub(super) const PUBLISHED_PROBABILITY: f64 = 0.9;
/// Least probability that an estimated wind is wrong. *measured*: 3 of 339 winds published of real tracks were
pub(crate) const MIN_ERROR_PROBABILITY: f64 = 3.0 / 339.0;
/// Power of the model's probability of an error that gives the probability of an error. *measured* on the same tracks: of winds to
/// which the model gave 0.97, 0.996 and 0.9998 a share of 0.93, 0.966 and 0.997 was right
const ERROR_POWER: f64 = 0.7;
/// Shares of the winds about 90°, 180° and 270° clockwise among the winds that no candidate has. *guess*
const OTHER_SHARES: [f64; 3] = [0.25, 0.5, 0.25];
/// Least support by turns of a wind near the user's hint, nats: about four clear turns; with less, a track without a wind is
/// said to have too few turns. *guess*
const MIN_SUPPORT: f64 = 11.0;
/// Least support of a track on one line, nats: about seven clear turns. *guess*
const MIN_LINE_SUPPORT: f64 = 20.0;

pub(super) const MOTORING: &str =
    "The boat keeps her speed in turns as one under engine does; set the direction to go on.";
const AMBIGUOUS: &str =
    "The courses and turns of this track fit more than one wind direction; set the direction to go on.";
const UNSURE: &str = "One wind direction fits the courses and turns of this track, but not surely enough; take it or set the direction to go on.";
pub(super) const FEW_TURNS: &str =
    "Too few turns through the wind in this track to tell its direction; set the direction to go on.";
const ON_ONE_LINE: &str =
    "This track goes to and fro on one line, which does not tell the wind; set the direction to go on.";
const REACHES: &str = "This track mostly reaches to and fro, which looks the same from both sides of the wind; set the direction to go on.";

/// The probability that the wind blew from about each candidate, in their order, the best first; the sum is at most 1, and the
/// rest is that of none of them: their shares, times the probability that one of them is right, a logistic function of the
/// shapes and the support of the turns of the best one, of the evidence for an engine and of the share of reaches.
pub(super) fn probabilities(problem: &WindProblem, all: &[Hypothesis]) -> Vec<f64> {
    let Some(best) = all.first() else { return Vec::new() };
    let weights: Vec<f64> = all.iter().map(|h| libm::exp(h.utility - best.utility)).collect();
    let sum: f64 = weights.iter().sum();
    let model = &SOME_CANDIDATE[usize::from(problem.steps.is_sparse)];
    let logit = model.constant
        + model.engine * best.evidence.engine_excess
        + model.turns * best.evidence.mean_turn_nats
        + model.support * libm::log1p(best.support.max(0.0))
        + model.reaches * best.sailing.reach.share;
    let some = 1.0 / (1.0 + libm::exp(-logit));
    weights.into_iter().map(|weight| some * weight / sum).collect()
}

/// Why the best candidate is not published; none when it is. `probabilities` are those of all, the best first.
pub(super) fn refusal(
    problem: &WindProblem,
    best: &Hypothesis,
    probabilities: &[f64],
    is_hinted: bool,
) -> Option<&'static str> {
    if is_hinted {
        return (best.support < MIN_SUPPORT).then_some(FEW_TURNS);
    }
    if is_bare_line(problem, best) {
        return Some(ON_ONE_LINE);
    }
    if probabilities.first().is_some_and(|p| *p >= PUBLISHED_PROBABILITY) {
        return None;
    }
    Some(match best {
        best if looks_motored(problem, best, probabilities) => MOTORING,
        best if best.support < MIN_SUPPORT => FEW_TURNS,
        best if best.reaches() >= 1.0 => REACHES,
        _ if probabilities.get(1).is_some_and(|p| *p >= 1.0 - PUBLISHED_PROBABILITY) => AMBIGUOUS,
        _ => UNSURE,
    })
}

/// True for a track on one line with few turns: one reach out and back, whose turns may have been anything.
pub(super) fn is_bare_line(problem: &WindProblem, best: &Hypothesis) -> bool {
    has(Part::OneLine) && best.support < MIN_LINE_SUPPORT && one_line::line_deg(problem.steps).is_some()
}

/// True where probably no candidate is right and the turns fit a boat under engine better than one that sails by the best. Of a
/// single turn this is not known: shapes are relative to the other turns of the track.
pub(super) fn looks_motored(problem: &WindProblem, best: &Hypothesis, probabilities: &[f64]) -> bool {
    problem.side_turns() > 1 && best.evidence.engine_excess > 0.0 && probabilities.iter().sum::<f64>() < 0.5
}

/// Probability that a direction given this probability by the model is wrong.
pub(super) fn error_probability(probability: f64) -> f64 {
    libm::pow((1.0 - probability).max(0.0), ERROR_POWER).max(MIN_ERROR_PROBABILITY)
}

/// Probabilities of winds about 90°, 180° and 270° clockwise of the best candidate; their sum is the probability that it is
/// wrong. That of no candidate is divided as `OTHER_SHARES`.
pub(super) fn rivals(all: &[Hypothesis], probabilities: &[f64]) -> [f64; 3] {
    let none = (1.0 - probabilities.iter().sum::<f64>()).max(f64::MIN_POSITIVE);
    let mut rivals = OTHER_SHARES.map(|share| share * none);
    let Some((best, &probability)) = all.first().zip(probabilities.first()) else { return [0.0; 3] };
    for (hypothesis, probability) in all.iter().zip(probabilities).skip(1) {
        let off = wrap_180(hypothesis.mean_deg() - best.mean_deg());
        let quarter = if off.abs() > 180.0 - HINT_RANGE_DEG {
            1
        } else if off > 0.0 {
            0
        } else {
            2
        };
        rivals[quarter] += probability;
    }
    let scale = error_probability(probability) / rivals.iter().sum::<f64>();
    rivals.map(|rival| rival * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probability_is_said_as_it_was_measured_and_has_a_floor() {
        let said = |p: f64| 1.0 - error_probability(p);
        for (by_model, right) in [(0.97, 0.93), (0.996, 0.966), (0.9998, 0.997)] {
            assert!((said(by_model) - right).abs() < 0.02, "{by_model}: {}", said(by_model));
        }
        assert_eq!(error_probability(1.0), MIN_ERROR_PROBABILITY);
    }
}

//! The wind's direction from the track alone: a hidden Markov model on the circle (ALGORITHMS 3.2).
//!
//! The state is the wind's direction, 180 cells of 2°, in steps of a few seconds. What speaks about it: the courses
//! sailed steadily (nobody sails into the wind; upwind courses lie tight on both sides of it, downwind ones wide),
//! how fast they were, and the turns (a tack's middle points at the wind, a gybe's away from it). Rival directions,
//! above all the opposite one, get the same fit; without a clear winner there is no wind.

mod chain;
mod evidence;
mod hypothesis;
mod model;
mod steps;

use super::{TurnEvent, WindSeries, WindSource};
use crate::config::BoatClass;
use crate::motion::Motion;
use crate::track::Track;
use hypothesis::{Hypothesis, Question};
use steps::Steps;

/// Why no wind is published: a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct NoWind {
    pub reason: String,
}

impl NoWind {
    fn because(reason: &str) -> Self {
        NoWind { reason: reason.to_string() }
    }
}

/// Less steady sailing than this says nothing, s.
const MIN_STEADY_S: f64 = 120.0;
/// Log-odds against all rivals together below which nothing is published.
pub const MIN_LOG_ODDS: f64 = 2.5;
/// Turns must say at least this for the wind, nats: four clear ones do.
const MIN_SUPPORT: f64 = 11.0;
/// Moments with a larger standard deviation are not published, deg.
pub const MAX_SD_DEG: f64 = 20.0;

/// Estimates the wind's direction over the track.
///
/// `turns` are turns found without any wind; `hint_deg` is the user's idea of where the wind comes from, strong
/// evidence but not law. The series holds one moment every few seconds inside the track's pieces, those with a
/// standard deviation of at most 20°. [`NoWind`] says why there is none.
pub fn estimate(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<WindSeries, NoWind> {
    let steps = Steps::of(track, motion);
    if steps.steady_s() < MIN_STEADY_S {
        return Err(NoWind::because("There is too little steady sailing in this track to tell the wind."));
    }
    let question = Question::new(&steps, turns, class, hint_deg);
    let (best, log_odds) = question.answer();
    if log_odds < MIN_LOG_ODDS {
        return Err(NoWind::because(
            "The courses and turns of this track fit more than one wind direction; set the direction to go on.",
        ));
    }
    if best.support < MIN_SUPPORT && hint_deg.is_none() {
        return Err(NoWind::because(
            "Too few turns through the wind in this track to tell its direction; set the direction to go on.",
        ));
    }
    if best.sailing.mostly_reaches() && hint_deg.is_none() {
        return Err(NoWind::because(
            "This track mostly reaches to and fro, which looks the same from both sides of the wind; set the direction to go on.",
        ));
    }
    publish(&steps, &best, log_odds)
}

fn publish(steps: &Steps, best: &Hypothesis, log_odds: f64) -> Result<WindSeries, NoWind> {
    let mut series = WindSeries {
        source: WindSource::Estimated,
        time_ms: Vec::new(),
        twd_deg: Vec::new(),
        sd_deg: Vec::new(),
        tws_mps: Vec::new(),
        flip_probability: 1.0 / (1.0 + libm::exp(log_odds)),
    };
    for (step, (mean, sd)) in steps.all.iter().zip(best.moments()) {
        if sd <= MAX_SD_DEG {
            series.time_ms.push(step.time_ms);
            series.twd_deg.push(mean);
            series.sd_deg.push(sd);
            series.tws_mps.push(f64::NAN);
        }
    }
    if series.time_ms.is_empty() {
        return Err(NoWind::because("The wind's direction stays too uncertain over the whole track."));
    }
    Ok(series)
}

/// What the estimate weighed, for tuning and for explaining.
pub fn explain(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> String {
    let steps = Steps::of(track, motion);
    Question::new(&steps, turns, class, hint_deg).explain()
}

#[cfg(test)]
mod tests;

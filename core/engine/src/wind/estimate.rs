//! The wind's direction from the track alone: a hidden Markov model on the circle (ALGORITHMS 3.2).
//!
//! The state is the wind's direction, 180 cells of 2°, in steps of a few seconds. What speaks about it: the courses
//! sailed steadily (nobody sails into the wind; upwind courses lie tight on both sides of it, downwind ones wide),
//! how fast they were, and the turns (a tack's middle points at the wind, a gybe's away from it). Rival directions,
//! above all the opposite one, get the same fit; without a clear winner there is no wind.

#[cfg(feature = "fleet")]
mod candidates;
mod chain;
mod evidence;
mod hypothesis;
mod legs;
mod measurement_model;
mod model;
mod motoring;
mod one_line;
mod sharpen;
mod smoother;
mod speed_retention;
mod step_groups;
mod steps;

use super::{TurnEvent, WindSeries, WindSource};
use crate::config::BoatClass;
use crate::motion::Motion;
use crate::track::Track;
#[cfg(feature = "fleet")]
pub use candidates::{WindCandidate, wind_candidates};
use hypothesis::{Hypothesis, WindProblem};
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

/// Water moving over the ground, as the track shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Current {
    /// Direction it sets towards, deg, and the standard deviation of that.
    pub set_deg: f64,
    pub set_sd_deg: f64,
    /// Its speed, m/s, and the standard deviation of that.
    pub drift_mps: f64,
    pub drift_sd_mps: f64,
}

/// What the track tells of the wind, and of the water.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    pub wind: WindSeries,
    /// None where the track does not determine it.
    pub current: Option<Current>,
}

/// How much care is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// The wind as the turns and legs have it: enough to name turns by.
    Rough,
    /// Shifts within a leg and a current over the ground as well.
    Sharp,
}

/// What a first estimate leaves for another with other turns: the track in steps.
pub struct Asked {
    steps: Steps,
}

/// Estimates the wind's direction over the track, sharply; [`estimate_with`] tells more.
pub fn estimate(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<WindSeries, NoWind> {
    estimate_with(Care::Sharp, track, motion, turns, class, hint_deg).map(|e| e.wind)
}

/// Estimates the wind's direction over the track.
///
/// `turns` are turns found without any wind; `hint_deg` is the user's idea of where the wind comes from, strong
/// evidence but not law. The series holds one moment every few seconds inside the track's pieces, those with a
/// standard deviation of at most 20°, and none where the boat drifts for minutes. [`NoWind`] says why there is none.
pub fn estimate_with(
    care: Care,
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Estimate, NoWind> {
    estimate_first(care, track, motion, turns, class, hint_deg).map(|told| told.0)
}

/// The same, and what it leaves for [`estimate_again`].
pub fn estimate_first(
    care: Care,
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<(Estimate, Asked), NoWind> {
    let steps = Steps::of(track, motion);
    let estimate = told(care, &steps, turns, class, hint_deg)?;
    Ok((estimate, Asked { steps }))
}

/// The same for other turns of the track, from the beginning: a fit that goes on from the first keeps its mistakes.
pub fn estimate_again(
    care: Care,
    asked: &Asked,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Estimate, NoWind> {
    told(care, &asked.steps, turns, class, hint_deg)
}

fn told(
    care: Care,
    steps: &Steps,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Estimate, NoWind> {
    if steps.steady_s() < MIN_STEADY_S {
        return Err(NoWind::because("There is too little steady sailing in this track to tell the wind."));
    }
    if hint_deg.is_none() && motoring::is_motoring(steps, turns) {
        return Err(NoWind::because(
            "The speed hardly changes, whatever the course, not even in turns: this looks like motoring; set the direction to go on.",
        ));
    }
    // Foils reach to and fro all day, and the way they keep through their turns tells the wind.
    if hint_deg.is_none() && class.foil_speed_kn.is_none() && one_line::holds(steps) {
        return Err(NoWind::because(
            "This track goes to and fro on one line, which does not tell the wind; set the direction to go on.",
        ));
    }
    let problem = WindProblem::new(steps, turns, class, hint_deg);
    let (best, log_odds) = problem.answer();
    if let Some(reason) = doubt(&best, log_odds, hint_deg) {
        return Err(NoWind::because(reason));
    }
    let rough: Vec<(f64, f64)> = best.moments().collect();
    if care == Care::Rough {
        let wind = series(steps, &rough, &rough, log_odds)?;
        return Ok(Estimate { wind, current: None });
    }
    let sharp = problem.sharpened(&best, class);
    let wind = series(steps, &best.told(&sharp), &rough, log_odds)?;
    Ok(Estimate { wind, current: sharp.current.determined() })
}

/// Why the best direction is not good enough.
fn doubt(best: &Hypothesis, log_odds: f64, hint_deg: Option<f64>) -> Option<&'static str> {
    if log_odds < MIN_LOG_ODDS {
        return Some(
            "The courses and turns of this track fit more than one wind direction; set the direction to go on.",
        );
    }
    if best.support < MIN_SUPPORT && hint_deg.is_none() {
        return Some(
            "Too few turns through the wind in this track to tell its direction; set the direction to go on.",
        );
    }
    let reaches = best.could_be_turned() && hint_deg.is_none();
    reaches.then_some(
        "This track mostly reaches to and fro, which looks the same from both sides of the wind; set the direction to go on.",
    )
}

/// The moments under way whose rough spread is small enough.
fn series(
    steps: &Steps,
    moments: &[(f64, f64)],
    rough: &[(f64, f64)],
    log_odds: f64,
) -> Result<WindSeries, NoWind> {
    let mut series = WindSeries {
        source: WindSource::Estimated,
        time_ms: Vec::new(),
        twd_deg: Vec::new(),
        sd_deg: Vec::new(),
        tws_mps: Vec::new(),
        flip_probability: 1.0 / (1.0 + libm::exp(log_odds)),
    };
    let under_way = steps.under_way();
    let all = steps.all.iter().zip(under_way).zip(moments.iter().zip(rough));
    for ((step, sails), (&(mean, sd), &(_, rough_sd))) in all {
        if sails && rough_sd.max(sd) <= MAX_SD_DEG {
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
    WindProblem::new(&steps, turns, class, hint_deg).explain()
}

#[cfg(test)]
mod tests;

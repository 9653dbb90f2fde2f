//! The wind direction from the track alone (docs/algorithms.md, section 4).
//!
//! A hidden Markov model on the circle: the state is the wind direction in 180 cells of 2°, in steps of a few seconds; the
//! observations are steady courses with their speeds, and the middles of turns. Several candidate directions are fitted
//! in the same way, above all the opposite one; without a clear best one the estimate abstains. A smoother then
//! resolves shifts within legs, and a current.
//!
//! | module | contents |
//! |---|---|
//! | `steps`, `step_groups` | the track in steps, single and grouped |
//! | `one_line` | tracks that are refused |
//! | `model` | sailing model: mixture over wind angle and speed |
//! | `evidence` | middles of turns |
//! | `side` | the model of the turns that tells the candidates apart |
//! | `chain` | forward-backward on the circle |
//! | `problem`, `fit`, `hypothesis` | the search for candidates, their fit, their log-odds |
//! | `measurement_model`, `leg_assignment`, `smoother`, `smooth_wind` | the smoothed estimate with a current |
//! | `publish`, `reasons` | probabilities of the candidates and refusals, and what speaks for each |
//! | `ablation` | parts that a measurement leaves out |
//! | `candidates` | the candidates of a track without a published wind, and those for a fleet |

mod ablation;
mod candidates;
mod chain;
mod evidence;
mod fit;
mod hypothesis;
mod leg_assignment;
mod measurement_model;
mod model;
mod one_line;
mod problem;
mod publish;
mod reasons;
mod side;
mod smooth_wind;
mod smoother;
mod step_groups;
mod steps;

use super::{TurnEvent, WindSeries, WindSource};
use crate::config::BoatClass;
use crate::motion::Motion;
use crate::track::Track;
#[cfg(feature = "calibrate")]
pub use ablation::Part;
#[cfg(feature = "calibrate")]
pub use ablation::leave_out;
pub use candidates::DirectionCandidate;
#[cfg(feature = "fleet")]
pub use candidates::{WindCandidate, wind_candidates};
use problem::WindProblem;
#[cfg(feature = "fleet")]
pub(crate) use publish::MIN_ERROR_PROBABILITY;
use side::SideTurns;
#[cfg(feature = "calibrate")]
pub use side::{Beta, CandidateSample, Label, SideSample};
use steps::Steps;

/// Why no wind is published, and the directions that fit.
#[derive(Debug, Clone, PartialEq)]
pub struct NoWind {
    /// A sentence for the user.
    pub reason: String,
    /// The most probable directions, best first; none without enough steady sailing.
    pub candidates: Vec<DirectionCandidate>,
}

impl NoWind {
    fn because(reason: &str) -> Self {
        NoWind { reason: reason.to_string(), candidates: Vec::new() }
    }
}

/// Largest standard deviation of a published sample, deg. *guess*
pub const MAX_SD_DEG: f64 = 20.0;

/// Standard deviation of a direction that the user gives as a hint, deg: one remembered after sailing. *guess*
pub const HINT_SD_DEG: f64 = 15.0;
/// A direction farther than this from the hint contradicts it, deg: three standard deviations, and half of the way to the
/// next quarter. *derived*
pub const HINT_RANGE_DEG: f64 = 45.0;

/// The reason of a track whose direction has no certain sample.
const TOO_UNCERTAIN: &str = "The wind's direction stays too uncertain over the whole track.";

/// Standard deviation of a current's direction about that of the session, deg: a tidal stream turns. *guess*
const TURNS_DEG: f64 = 5.0;

/// Current over the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Current {
    /// Direction it flows to, deg, and its standard deviation, deg.
    pub set_deg: f64,
    pub set_sd_deg: f64,
    /// Speed and its standard deviation, m/s.
    pub drift_mps: f64,
    pub drift_sd_mps: f64,
    /// Wind speed assumed for it, m/s; NaN where none was.
    pub wind_mps: f64,
}

impl Current {
    /// Velocity to the east and to the north, m/s.
    pub fn velocity_mps(&self) -> [f64; 2] {
        let (sin, cos) = libm::sincos(crate::angle::to_rad(self.set_deg));
        [self.drift_mps * sin, self.drift_mps * cos]
    }

    /// Standard deviation along this direction of the velocity at a moment, m/s.
    pub fn sd_along_mps(&self, deg: f64) -> f64 {
        let (sin, cos) = libm::sincos(crate::angle::to_rad(self.set_deg - deg));
        let across_mps =
            self.drift_mps * crate::angle::to_rad(crate::angle::hypot(self.set_sd_deg, TURNS_DEG));
        crate::angle::hypot(self.drift_sd_mps * cos, across_mps * sin)
    }

    /// Direction of the wind over the water, deg, by that over the ground in a wind of this speed, m/s.
    pub fn over_water_deg(&self, twd_deg: f64, wind_mps: f64) -> f64 {
        let ([east, north], (sin, cos)) = (self.velocity_mps(), libm::sincos(crate::angle::to_rad(twd_deg)));
        crate::angle::wrap_360(twd_deg + crate::angle::to_deg((east * cos - north * sin) / wind_mps))
    }
}

/// Wind and current estimated from a track.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    pub wind: WindSeries,
    /// None where it is not determined.
    pub current: Option<Current>,
    /// Probabilities of winds about 90°, 180° and 270° clockwise of this one.
    pub rival_probabilities: [f64; 3],
}

/// Estimates the wind direction over a track.
///
/// `turns` are the turns found without wind; with `hint_deg`, the direction the user gave, only directions within
/// [`HINT_RANGE_DEG`] of it are candidates.
/// The series has a sample every few seconds inside the track's pieces, without those of a standard deviation over
/// [`MAX_SD_DEG`] and those where the boat drifts for minutes.
///
/// # Errors
/// [`NoWind`] with the reason to abstain.
pub fn estimate(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Estimate, NoWind> {
    let steps = &Steps::of(track, motion);
    let side = &SideTurns::of(turns, steps.slow_mps);
    steps.require_sailing()?;
    let problem = WindProblem::new(steps, side, turns, class, hint_deg);
    let all = problem.hypotheses();
    let Some(best) = all.first() else {
        return Err(NoWind::because(
            "The courses and turns of this track do not fit the direction you gave.",
        ));
    };
    let probabilities = publish::probabilities(&problem, &all);
    let refused = |reason: &str| {
        let candidates = match hint_deg {
            Some(_) => Vec::new(),
            None => candidates::candidates(&problem, &all, class),
        };
        NoWind { reason: reason.to_string(), candidates }
    };
    let rival_probabilities = publish::rivals(&all, &probabilities);
    let flip_probability = rival_probabilities[1];
    let hmm: Vec<(f64, f64)> = best.moments().collect();
    let refusal = publish::refusal(&problem, best, &probabilities, hint_deg.is_some());
    if let Some(reason) = refusal {
        return Err(refused(reason));
    }
    let smoothed = problem.smoothed(best, class);
    let wind = series(steps, &best.final_moments(&problem, &smoothed), &hmm, flip_probability);
    let wind = wind.ok_or_else(|| refused(TOO_UNCERTAIN))?;
    Ok(Estimate { wind, current: smoothed.current.determined(), rival_probabilities })
}

/// The samples under way whose standard deviations by the hidden Markov model and final are both at most [`MAX_SD_DEG`]; none without one.
fn series(
    steps: &Steps,
    moments: &[(f64, f64)],
    hmm: &[(f64, f64)],
    flip_probability: f64,
) -> Option<WindSeries> {
    let mut series = WindSeries {
        source: WindSource::Estimated,
        time_ms: Vec::new(),
        twd_deg: Vec::new(),
        sd_deg: Vec::new(),
        tws_mps: Vec::new(),
        flip_probability,
    };
    let under_way = steps.under_way();
    let all = steps.all.iter().zip(under_way).zip(moments.iter().zip(hmm));
    for ((step, sails), (&(mean, sd), &(_, hmm_sd))) in all {
        if sails && hmm_sd.max(sd) <= MAX_SD_DEG {
            series.time_ms.push(step.time_ms);
            series.twd_deg.push(mean);
            series.sd_deg.push(sd);
            series.tws_mps.push(f64::NAN);
        }
    }
    (!series.time_ms.is_empty()).then_some(series)
}

/// The candidates of a track as text, for tuning.
#[cfg(feature = "internals")]
pub fn explain(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> String {
    let steps = Steps::of(track, motion);
    let side = SideTurns::of(turns, steps.slow_mps);
    WindProblem::new(&steps, &side, turns, class, hint_deg).explain()
}

/// The sample of a track for the fit of the side model; none for a track that is refused before the estimate.
#[cfg(feature = "calibrate")]
pub fn side_sample(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
) -> Option<SideSample> {
    let steps = Steps::of(track, motion);
    let side = SideTurns::of(turns, steps.slow_mps);
    steps.require_sailing().ok()?;
    Some(WindProblem::new(&steps, &side, turns, class, None).sample())
}

#[cfg(test)]
mod tests;

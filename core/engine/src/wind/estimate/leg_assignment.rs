//! Legs, and whether each was sailed upwind or downwind at all: a leg is compared with the wind that everything else
//! determines, for a reach taken for a beat would turn the wind towards itself (docs/algorithms.md, section 4.8).
//!
//! In still water a leg unlike the rest is left out. In moving water the angle of each leg beyond the usual one has a
//! mixture prior, applied by expectation propagation: the leg's own Gaussian is divided out of its posterior (the
//! cavity), the mixture times the cavity is matched in mean and variance, and the cavity is divided out again.

use super::measurement_model::{COURSE_SD_DEG, LEG_WIDTH, LEG_WIDTH_SD_DEG, LegAssignment, MeasurementModel};
use super::smoother::Vector;
use super::steps::STRAIGHT_MEAN_S;
use crate::angle::wrap_180;
use std::ops::Range;

// All constants below are *hand-tuned* together (section 4) unless marked. Pairs are upwind, downwind.

/// A leg ends where the steps of more than this time, s, have no assignment, and where the course leaves its running mean
/// by this, deg.
const MAX_UNASSIGNED_S: f64 = 30.0;
const MAX_COURSE_OFF_DEG: f64 = 15.0;
/// Standard deviation of legs about the usual angle, deg: trim, helm, the angle itself.
const LEG_SD_DEG: [f64; 2] = [6.0, 9.0];
/// Density of reaches, per degree.
const REACH_DENSITY: f64 = 0.006;
/// Least probability of a leg being sailed at the usual angle: in still water, and of the close component of the mixture.
const MIN_LEG_SHARE: f64 = 0.6;
const MIN_CLOSE_SHARE: f64 = 0.4;
/// Largest share of the information about the wind in a leg that is attributed to the leg itself.
const MAX_OWN_INFORMATION: f64 = 0.8;
/// Variance of the wind that one leg determines, deg²: in the smoother, and in the hidden Markov model.
pub(super) const LEG_VARIANCE_DEG2: [f64; 2] = [LEG_SD_DEG[0] * LEG_SD_DEG[0], LEG_SD_DEG[1] * LEG_SD_DEG[1]];
pub(super) const HMM_LEG_VARIANCE_DEG2: [f64; 2] = [90.0, 160.0];
/// Variance of the wind without a leg over the variance with it, where the cavity is not known yet.
const VARIANCE_WITHOUT_LEG: f64 = 2.5;
/// Most independent courses of a leg.
const MAX_COURSES: f64 = 12.0;
/// Largest variance of a cavity and of a leg's own Gaussian, deg².
const MAX_VARIANCE_DEG2: f64 = 1600.0;

/// Gaussian component of the angle of legs beyond the usual one: share, mean and standard deviation, deg.
struct MixtureComponent {
    share: f64,
    wider_deg: f64,
    sd_deg: f64,
}

/// Upwind: as close as usual, freer, any. Downwind: as square as usual, higher, any. No component is much closer than
/// usual: boats do not sail there. *guess*
const LEG_MIXTURE: [[MixtureComponent; 3]; 2] = [
    [
        MixtureComponent { share: 0.75, wider_deg: 0.0, sd_deg: 4.5 },
        MixtureComponent { share: 0.15, wider_deg: 14.0, sd_deg: 9.0 },
        MixtureComponent { share: 0.1, wider_deg: 25.0, sd_deg: 35.0 },
    ],
    [
        MixtureComponent { share: 0.75, wider_deg: 0.0, sd_deg: 7.0 },
        MixtureComponent { share: 0.15, wider_deg: -16.0, sd_deg: 11.0 },
        MixtureComponent { share: 0.1, wider_deg: -25.0, sd_deg: 35.0 },
    ],
];

/// State of every step at which the measurement model is linearised, and the cavity moments of its leg.
pub(super) struct LinearizationPoint {
    pub states: Vec<Vector>,
    pub cavity: Vec<CavityMoments>,
    pub water: WaterMotion,
}

/// Whether the water is taken as moving; if not, the variance of the wind that one leg determines, deg².
#[derive(Debug, Clone, Copy)]
pub(super) enum WaterMotion {
    Still([f64; 2]),
    Moving,
}

/// What everything but its own leg determines at a step: mean and variance.
#[derive(Debug, Clone, Copy)]
pub(super) enum CavityMoments {
    /// Angle of its leg beyond the usual one, deg, and the variance, deg².
    Wider(f64, f64),
    /// Without a cavity: the variance of the wind, deg².
    Wind(f64),
}

impl CavityMoments {
    /// From the smoothed state of a step, the variances of the wind and of the leg's angle, and its assignment. The cavity
    /// has precision 1/variance − 1/(variance of the leg's own Gaussian).
    pub(super) fn of(
        water: WaterMotion,
        leg: &Option<LegAssignment>,
        state: &Vector,
        &[wind, wide]: &[f64; 2],
    ) -> Self {
        let (Some(leg), WaterMotion::Moving) = (leg, water) else { return CavityMoments::Wind(wind) };
        let wide = wide.max(1e-6);
        let precision = 1.0 / wide - 1.0 / leg.variance;
        if precision <= 1.0 / MAX_VARIANCE_DEG2 {
            return CavityMoments::Wider(leg.wider_deg + state[LEG_WIDTH], MAX_VARIANCE_DEG2);
        }
        CavityMoments::Wider(leg.wider_deg + state[LEG_WIDTH] / wide / precision, 1.0 / precision)
    }
}

impl MeasurementModel<'_> {
    /// Assignment of every step, each leg compared with all others.
    pub(super) fn legs(&self, point: &LinearizationPoint) -> Vec<Option<LegAssignment>> {
        let steps = self.steps.all.iter().zip(&point.states);
        let mut legs: Vec<Option<LegAssignment>> = steps.map(|(step, state)| self.leg(step, state)).collect();
        let (mut from, mut before) = (0, None);
        while from < legs.len() {
            let to = self.leg_end(&legs, from);
            let assignment = legs[from].and_then(|first| match point.water {
                WaterMotion::Still(own) => self.still_water_leg(first.mode, own, &legs, from..to, point),
                WaterMotion::Moving => self.moving_water_leg(first.mode, &legs, from..to, point),
            });
            // In still water a change of course on one tack begins no new leg for the transition.
            let moves = matches!(point.water, WaterMotion::Moving);
            let mut is_new = moves;
            for leg in &mut legs[from..to] {
                let Some(own) = *leg else { continue };
                *leg = assignment.map(|assignment| {
                    let other = before.is_some_and(|b| b != (own.mode, own.side));
                    let is_first = if moves { is_new } else { other };
                    (is_new, before) = (false, Some((own.mode, own.side)));
                    LegAssignment {
                        side: own.side,
                        share: own.share.min(assignment.share),
                        is_first,
                        ..assignment
                    }
                });
            }
            from = to;
        }
        legs
    }

    /// Assignment of a leg in still water, by its offset from the wind without it; none for a reach.
    fn still_water_leg(
        &self,
        mode: usize,
        own: [f64; 2],
        legs: &[Option<LegAssignment>],
        of: Range<usize>,
        point: &LinearizationPoint,
    ) -> Option<LegAssignment> {
        let (off, variance) = self.wider(legs, of, point, |variance| variance)?;
        // Variance with the leg, and the factor to the variance without it.
        let variance = variance.min(MAX_OWN_INFORMATION * own[mode]);
        let factor = own[mode] / (own[mode] - variance);
        let density = normal(off * factor, variance * factor + LEG_VARIANCE_DEG2[mode]);
        let share = density / (density + REACH_DENSITY);
        let variance = LEG_WIDTH_SD_DEG[mode] * LEG_WIDTH_SD_DEG[mode];
        (share > MIN_LEG_SHARE).then_some(LegAssignment {
            mode,
            side: 1.0,
            share,
            wider_deg: 0.0,
            variance,
            is_first: false,
        })
    }

    /// End (exclusive) of the leg that begins at a step.
    fn leg_end(&self, legs: &[Option<LegAssignment>], from: usize) -> usize {
        let Some(first) = legs[from] else { return from + 1 };
        let (mut mean, mut n, mut last) = (self.steps.all[from].course_deg, 1.0, from);
        let [most_unassigned, most_n] = [MAX_UNASSIGNED_S, STRAIGHT_MEAN_S].map(|s| self.steps.count_in(s));
        for (at, leg) in legs.iter().enumerate().skip(from + 1) {
            let Some(leg) = leg else {
                if (at - last) as f64 > most_unassigned {
                    break;
                }
                continue;
            };
            let off = wrap_180(self.steps.all[at].course_deg - mean);
            if leg.mode != first.mode || leg.side != first.side || off.abs() > MAX_COURSE_OFF_DEG {
                break;
            }
            n += 1.0;
            mean += off / f64::min(n, most_n);
            last = at;
        }
        last + 1
    }

    /// Assignment of a leg in moving water: its own Gaussian by moment matching of the mixture; none for a reach.
    fn moving_water_leg(
        &self,
        mode: usize,
        legs: &[Option<LegAssignment>],
        of: Range<usize>,
        point: &LinearizationPoint,
    ) -> Option<LegAssignment> {
        let courses = legs[of.clone()].iter().flatten().count() as f64;
        let (wider, variance) = self.wider(legs, of, point, |wind| VARIANCE_WITHOUT_LEG * wind)?;
        let course_variance = COURSE_SD_DEG[mode] * COURSE_SD_DEG[mode];
        let variance = variance + course_variance / courses.min(MAX_COURSES);
        let parts = LEG_MIXTURE[mode].each_ref().map(|component| {
            let spread = component.sd_deg * component.sd_deg;
            let weight = component.share * normal(wider - component.wider_deg, spread + variance);
            let own = spread * variance / (spread + variance);
            (weight, own * (component.wider_deg / spread + wider / variance), own)
        });
        let sum = parts.iter().map(|p| p.0).sum::<f64>().max(1e-300);
        let mean = parts.iter().map(|p| p.0 * p.1).sum::<f64>() / sum;
        let off = |p: &(f64, f64, f64)| p.0 * (p.2 + (p.1 - mean) * (p.1 - mean));
        let all = parts.iter().map(off).sum::<f64>() / sum;
        let share = parts[0].0 / sum;
        // The matched Gaussian with the cavity divided out.
        let precision = 1.0 / all - 1.0 / variance;
        let (wider_deg, variance) = match precision > 1.0 / MAX_VARIANCE_DEG2 {
            true => ((mean / all - wider / variance) / precision, 1.0 / precision),
            false => (mean, MAX_VARIANCE_DEG2),
        };
        (share >= MIN_CLOSE_SHARE).then_some(LegAssignment {
            mode,
            side: 1.0,
            share,
            wider_deg,
            variance,
            is_first: false,
        })
    }

    /// Angle of a leg beyond the usual one by everything else: mean and variance over its steps; none without a step.
    fn wider(
        &self,
        legs: &[Option<LegAssignment>],
        of: Range<usize>,
        point: &LinearizationPoint,
        factor: impl Fn(f64) -> f64,
    ) -> Option<(f64, f64)> {
        let (mut n, mut wider, mut variance) = (0.0, 0.0, 0.0);
        for at in of {
            let Some(leg) = legs[at] else { continue };
            let cavity = match point.cavity[at] {
                CavityMoments::Wider(wider, variance) => (wider, variance),
                CavityMoments::Wind(variance) => {
                    let mut state = point.states[at];
                    state[LEG_WIDTH] = 0.0;
                    let off = wrap_180(self.steps.all[at].course_deg - self.predict(&state, leg).course_deg);
                    (-leg.side * off, factor(variance))
                }
            };
            wider += cavity.0;
            variance += cavity.1;
            n += 1.0;
        }
        (n > 0.0).then(|| (wider / n, variance / n))
    }
}

fn normal(off: f64, variance: f64) -> f64 {
    libm::exp(-0.5 * off * off / variance) / (2.0 * std::f64::consts::PI * variance).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wind::estimate::smoother::N;

    const LEG: LegAssignment =
        LegAssignment { mode: 0, side: 1.0, share: 0.9, wider_deg: 2.0, variance: 20.0, is_first: true };

    /// A step whose smoothed angle is 3° beyond that of its leg.
    fn state() -> Vector {
        let mut state = [0.0; N];
        state[LEG_WIDTH] = 3.0;
        state
    }

    #[test]
    fn the_cavity_is_the_posterior_with_the_leg_s_own_gaussian_divided_out() {
        let cavity = CavityMoments::of(WaterMotion::Moving, &Some(LEG), &state(), &[30.0, 5.0]);
        // Precisions 1/5 of the posterior and 1/20 of the leg leave 3/20; the mean moves out accordingly.
        let CavityMoments::Wider(wider, variance) = cavity else { panic!("{cavity:?}") };
        assert!((wider - (2.0 + 4.0)).abs() < 1e-9 && (variance - 20.0 / 3.0).abs() < 1e-9, "{cavity:?}");
    }

    #[test]
    fn a_cavity_without_information_has_the_largest_variance() {
        let cavity = CavityMoments::of(WaterMotion::Moving, &Some(LEG), &state(), &[30.0, 20.0]);
        assert!(
            matches!(cavity, CavityMoments::Wider(_, variance) if variance == MAX_VARIANCE_DEG2),
            "{cavity:?}"
        );
    }

    #[test]
    fn without_a_leg_and_in_still_water_the_variance_of_the_wind_is_used() {
        let cavity = CavityMoments::of(WaterMotion::Moving, &None, &state(), &[30.0, 5.0]);
        assert!(matches!(cavity, CavityMoments::Wind(variance) if variance == 30.0), "{cavity:?}");
        let cavity =
            CavityMoments::of(WaterMotion::Still(LEG_VARIANCE_DEG2), &Some(LEG), &state(), &[30.0, 5.0]);
        assert!(matches!(cavity, CavityMoments::Wind(variance) if variance == 30.0), "{cavity:?}");
    }
}

//! Which steps make a leg, and whether it was beaten or run at all: a leg is held against the wind that everything
//! else tells, for a reach taken for a beat would turn the wind towards itself.
//!
//! A leg unlike the rest is left out. Where water surely moves each leg was sailed as close to the wind as
//! the boat goes (or as square before it), freer than that, or anyhow, and counts for what all manners together say
//! (expectation propagation: one leg's manner is taken out, weighed anew against what is left, and put back as a bell).

use super::measurement_model::{LEG_WIDTH_SD_DEG, LegAssignment, MeasurementModel, WIDE};
use super::smoother::Vector;
use crate::angle::wrap_180;
use std::ops::Range;

/// A leg ends with so many steps that say nothing, and where the course leaves its mean by this, deg.
const SILENT_STEPS: usize = 6;
const OTHER_COURSE_DEG: f64 = 15.0;
/// Spread of legs upwind, and downwind, about the angle a boat sails there, deg: trim, helm, the angle itself.
const LEG_DEG: [f64; 2] = [6.0, 9.0];
/// Density of reaches, per deg, against the density of a leg up or down about its angle.
const REACHES: f64 = 0.006;
/// A leg less surely sailed close, or square, than this is a reach: one that is left out, one of some manner.
const LEAST_SHARE: f64 = 0.6;
const LEAST_SHARE_OF_CLOSE_LEGS: f64 = 0.4;
/// Most of what is known of the wind in a leg that may come from that leg.
const MOST_OWN: f64 = 0.8;
/// Variance with which one leg upwind, or downwind, tells the wind to a smoother, deg squared, and told it to the
/// hidden Markov model.
pub(super) const WORTH: [f64; 2] = [LEG_DEG[0] * LEG_DEG[0], LEG_DEG[1] * LEG_DEG[1]];
pub(super) const ROUGH_WORTH: [f64; 2] = [90.0, 160.0];
/// The wind is known without one leg so much worse than with it.
const WITHOUT: f64 = 2.5;
/// Variance of one look at a course, deg squared, and most looks of a leg that count.
const LOOK: f64 = 36.0;
const MOST_LOOKS: f64 = 12.0;
/// Nothing is less known than this, deg squared: how wide a leg was sailed, by all else, and by its manner.
const MOST_TOLD: f64 = 900.0;
const MOST_MANNER: f64 = 1600.0;

/// A manner of sailing a leg: its share, how much wider than the usual angle, and the spread of that, deg.
struct MixtureComponent {
    share: f64,
    wider_deg: f64,
    spread_deg: f64,
}

/// Upwind close, freer, and anyhow; downwind square, higher, and anyhow. Nobody sails much closer than close.
const LEG_MIXTURE: [[MixtureComponent; 3]; 2] = [
    [
        MixtureComponent { share: 0.75, wider_deg: 0.0, spread_deg: 4.5 },
        MixtureComponent { share: 0.15, wider_deg: 14.0, spread_deg: 9.0 },
        MixtureComponent { share: 0.1, wider_deg: 25.0, spread_deg: 35.0 },
    ],
    [
        MixtureComponent { share: 0.75, wider_deg: 0.0, spread_deg: 7.0 },
        MixtureComponent { share: 0.15, wider_deg: -16.0, spread_deg: 11.0 },
        MixtureComponent { share: 0.1, wider_deg: -25.0, spread_deg: 35.0 },
    ],
];

/// What is thought of every step before the legs are told.
pub(super) struct LinearizationPoint {
    pub states: Vec<Vector>,
    pub told: Vec<CavityMoments>,
    pub water: WaterMotion,
}

/// Whether water is known to move; where not, the variance with which one leg upwind, or downwind, told the wind.
#[derive(Debug, Clone, Copy)]
pub(super) enum WaterMotion {
    Still([f64; 2]),
    Moving,
}

/// What all else tells of a step.
#[derive(Debug, Clone, Copy)]
pub(super) enum CavityMoments {
    /// How much wider than usual its leg was sailed, deg, and the variance of that.
    Wider(f64, f64),
    /// It was part of no leg: the variance of the wind, deg squared.
    Wind(f64),
}

impl CavityMoments {
    /// By the smoothed state of a step, the variances of the wind and of the leg's width, and the leg as it was taken.
    pub fn of(
        water: WaterMotion,
        leg: &Option<LegAssignment>,
        state: &Vector,
        &[wind, wide]: &[f64; 2],
    ) -> Self {
        let (Some(leg), WaterMotion::Moving) = (leg, water) else { return CavityMoments::Wind(wind) };
        let wide = wide.max(1e-6);
        let precision = 1.0 / wide - 1.0 / leg.variance;
        if precision <= 1.0 / MOST_TOLD {
            return CavityMoments::Wider(leg.wider_deg + state[WIDE], MOST_TOLD);
        }
        CavityMoments::Wider(leg.wider_deg + state[WIDE] / wide / precision, 1.0 / precision)
    }
}

impl MeasurementModel<'_> {
    /// How every step was sailed, each leg in the light of all others.
    pub fn legs(&self, point: &LinearizationPoint) -> Vec<Option<LegAssignment>> {
        let steps = self.steps.all.iter().zip(&point.states);
        let mut legs: Vec<Option<LegAssignment>> = steps.map(|(step, state)| self.leg(step, state)).collect();
        let (mut from, mut before) = (0, None);
        while from < legs.len() {
            let to = self.leg_end(&legs, from);
            let leg_mixture = legs[from].and_then(|first| match point.water {
                WaterMotion::Still(own) => self.plain(first.mode, own, &legs, from..to, point),
                WaterMotion::Moving => self.leg_mixture(first.mode, &legs, from..to, point),
            });
            // In still water a leg goes on where only its course was another.
            let moves = matches!(point.water, WaterMotion::Moving);
            let mut is_new = moves;
            for leg in &mut legs[from..to] {
                let Some(own) = *leg else { continue };
                *leg = leg_mixture.map(|leg_mixture| {
                    let other = before.is_some_and(|b| b != (own.mode, own.side));
                    let is_first = if moves { is_new } else { other };
                    (is_new, before) = (false, Some((own.mode, own.side)));
                    LegAssignment {
                        side: own.side,
                        share: own.share.min(leg_mixture.share),
                        is_first,
                        ..leg_mixture
                    }
                });
            }
            from = to;
        }
        legs
    }

    /// A leg of the usual manner, held against the wind of all other legs and turns; none for a reach.
    fn plain(
        &self,
        mode: usize,
        own: [f64; 2],
        legs: &[Option<LegAssignment>],
        of: Range<usize>,
        point: &LinearizationPoint,
    ) -> Option<LegAssignment> {
        let (off, variance) = self.wider(legs, of, point, |variance| variance)?;
        // Known with it, and how it was known without it.
        let variance = variance.min(MOST_OWN * own[mode]);
        let without = own[mode] / (own[mode] - variance);
        let density = normal(off * without, variance * without + WORTH[mode]);
        let share = density / (density + REACHES);
        let variance = LEG_WIDTH_SD_DEG[mode] * LEG_WIDTH_SD_DEG[mode];
        (share > LEAST_SHARE).then_some(LegAssignment {
            mode,
            side: 1.0,
            share,
            wider_deg: 0.0,
            variance,
            is_first: false,
        })
    }

    /// Where a leg ends: another side or way of sailing, another course, or a silence.
    fn leg_end(&self, legs: &[Option<LegAssignment>], from: usize) -> usize {
        let Some(first) = legs[from] else { return from + 1 };
        let (mut mean, mut n, mut last) = (self.steps.all[from].course_deg, 1.0, from);
        for (at, leg) in legs.iter().enumerate().skip(from + 1) {
            let Some(leg) = leg else {
                if at - last > SILENT_STEPS {
                    break;
                }
                continue;
            };
            let off = wrap_180(self.steps.all[at].course_deg - mean);
            if leg.mode != first.mode || leg.side != first.side || off.abs() > OTHER_COURSE_DEG {
                break;
            }
            n += 1.0;
            mean += off / f64::min(n, 24.0);
            last = at;
        }
        last + 1
    }

    /// The manner of a leg, as a leg for all of its steps; none for a reach.
    fn leg_mixture(
        &self,
        mode: usize,
        legs: &[Option<LegAssignment>],
        of: Range<usize>,
        point: &LinearizationPoint,
    ) -> Option<LegAssignment> {
        let looks = legs[of.clone()].iter().flatten().count() as f64;
        let (wider, variance) = self.wider(legs, of, point, |wind| WITHOUT * wind)?;
        let variance = variance + LOOK / looks.min(MOST_LOOKS);
        let parts = LEG_MIXTURE[mode].each_ref().map(|leg_mixture| {
            let spread = leg_mixture.spread_deg * leg_mixture.spread_deg;
            let weight = leg_mixture.share * normal(wider - leg_mixture.wider_deg, spread + variance);
            let own = spread * variance / (spread + variance);
            (weight, own * (leg_mixture.wider_deg / spread + wider / variance), own)
        });
        let sum = parts.iter().map(|p| p.0).sum::<f64>().max(1e-300);
        let mean = parts.iter().map(|p| p.0 * p.1).sum::<f64>() / sum;
        let off = |p: &(f64, f64, f64)| p.0 * (p.2 + (p.1 - mean) * (p.1 - mean));
        let all = parts.iter().map(off).sum::<f64>() / sum;
        let share = parts[0].0 / sum;
        // What the manner alone says: all, without what everything else does.
        let precision = 1.0 / all - 1.0 / variance;
        let (wider_deg, variance) = match precision > 1.0 / MOST_MANNER {
            true => ((mean / all - wider / variance) / precision, 1.0 / precision),
            false => (mean, MOST_MANNER),
        };
        (share >= LEAST_SHARE_OF_CLOSE_LEGS).then_some(LegAssignment {
            mode,
            side: 1.0,
            share,
            wider_deg,
            variance,
            is_first: false,
        })
    }

    /// What all else tells of how much wider than usual a leg was sailed: mean and variance.
    fn wider(
        &self,
        legs: &[Option<LegAssignment>],
        of: Range<usize>,
        point: &LinearizationPoint,
        without: impl Fn(f64) -> f64,
    ) -> Option<(f64, f64)> {
        let (mut n, mut wider, mut variance) = (0.0, 0.0, 0.0);
        for at in of {
            let Some(leg) = legs[at] else { continue };
            let told = match point.told[at] {
                CavityMoments::Wider(wider, variance) => (wider, variance),
                CavityMoments::Wind(variance) => {
                    let mut state = point.states[at];
                    state[WIDE] = 0.0;
                    let off = wrap_180(self.steps.all[at].course_deg - self.predict(&state, leg).course_deg);
                    (-leg.side * off, without(variance))
                }
            };
            wider += told.0;
            variance += told.1;
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

    /// A step three degrees wider than its leg was thought to be sailed.
    fn state() -> Vector {
        let mut state = [0.0; N];
        state[WIDE] = 3.0;
        state
    }

    #[test]
    fn what_a_leg_s_own_manner_says_is_taken_out_of_what_all_together_say() {
        let told = CavityMoments::of(WaterMotion::Moving, &Some(LEG), &state(), &[30.0, 5.0]);
        // Precisions 1/5 of all and 1/20 of the manner leave 3/20; the middle moves out as far as the manner held it in.
        let CavityMoments::Wider(wider, variance) = told else { panic!("{told:?}") };
        assert!((wider - (2.0 + 4.0)).abs() < 1e-9 && (variance - 20.0 / 3.0).abs() < 1e-9, "{told:?}");
    }

    #[test]
    fn where_nothing_else_tells_of_a_leg_next_to_nothing_is_known_of_it() {
        let told = CavityMoments::of(WaterMotion::Moving, &Some(LEG), &state(), &[30.0, 20.0]);
        assert!(matches!(told, CavityMoments::Wider(_, variance) if variance == MOST_TOLD), "{told:?}");
    }

    #[test]
    fn beside_a_leg_and_in_still_water_the_wind_s_own_doubt_is_told() {
        let told = CavityMoments::of(WaterMotion::Moving, &None, &state(), &[30.0, 5.0]);
        assert!(matches!(told, CavityMoments::Wind(variance) if variance == 30.0), "{told:?}");
        let told = CavityMoments::of(WaterMotion::Still(WORTH), &Some(LEG), &state(), &[30.0, 5.0]);
        assert!(matches!(told, CavityMoments::Wind(variance) if variance == 30.0), "{told:?}");
    }
}

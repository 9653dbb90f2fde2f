//! Standard deviation of mean speeds (docs/algorithms.md, section 10).
//!
//! With Doppler speed: the robust standard deviation of device speed about the smoothed speed, with errors correlated over
//! three seconds. From positions alone: the difference of two position errors that are a Gauss-Markov process,
//! over the duration. Constants of both were *measured* on simulated receivers over 2 s to half an hour
//! (`npm run truth`).

use crate::angle::hypot;
use crate::records::position_noise::PositionNoise;
use crate::segment::course::Course;
use crate::stats::quantile::median;
use crate::track::flag;

/// Least standard deviation of Doppler speed, m/s: errors that last for seconds pass the smoother.
const MIN_DOPPLER_SD_MPS: f64 = 0.045;
/// Ratio of the device's lasting noise to its scatter about the smoothed speed, which follows the device's more closely
/// where it has a course, too.
const NOISE_PER_SCATTER: f64 = 0.7;
const NOISE_PER_SCATTER_WITH_COURSE: f64 = 0.9;
/// Ratio of standard deviation to median absolute deviation of a normal distribution.
const SD_OF_MAD: f64 = 1.4826;
/// The device's noise is measured above this speed, m/s, on at least this many fixes. *guess*
const MOVING_MPS: f64 = 1.0;
const MIN_FIXES: usize = 30;
/// Correlation time of Doppler speed errors, s. *from* Chalko: errors of two loggers stay correlated for some three
/// seconds.
const DOPPLER_CORRELATION_S: f64 = 3.0;

/// Correlation time, s, and standard deviation per axis, m, of the correlated error of a receiver's positions (docs/algorithms.md,
/// section 14).
const POSITION_ERROR_CORRELATION_S: f64 = 35.0;
const CORRELATED_ERROR_M: f64 = 1.5;
/// Largest correlated error used, m. *guess*
const MAX_CORRELATED_ERROR_M: f64 = 5.0;
/// Ratio of the correlated error to the noise of positions a second apart.
const CORRELATED_ERROR_PER_NOISE: f64 = 1.2;
/// Positions with less noise than this, m, were filtered by the device; their noise says nothing about the correlated error. *guess*
const MIN_RAW_NOISE_M: f64 = 0.5;

/// Systematic error per variance of a 2 s mean, s/m: velocity noise across the course biases speed upwards by its variance
/// over twice the speed, and smoothing cuts turns. For Doppler and for positions.
const BIAS_PER_VARIANCE_DOPPLER: f64 = 0.5;
const BIAS_PER_VARIANCE_POSITIONS: f64 = 0.22;
/// Error from turns and surges missed between fixes, m/s per s² of the median interval.
const SPARSE_MPS_PER_S2: f64 = 0.0016;

/// Uncertainty of the mean speeds of one track.
pub struct SpeedUncertainty {
    source: SpeedSource,
    systematic_mps: f64,
}

enum SpeedSource {
    /// Doppler: standard deviation of one fix's speed, m/s.
    Speed(f64),
    /// Positions: standard deviation of their correlated error per axis, m.
    Positions(f64),
}

impl SpeedUncertainty {
    pub(super) fn of(course: &Course, position_noise: &PositionNoise) -> Self {
        let has_course = course.motion.uses_device_course(course.track);
        let ratio = if has_course { NOISE_PER_SCATTER_WITH_COURSE } else { NOISE_PER_SCATTER };
        let scatter =
            doppler_sd_mps(course).map(|s| SpeedSource::Speed(hypot(ratio * s, MIN_DOPPLER_SD_MPS)));
        let source = scatter.unwrap_or_else(|| SpeedSource::Positions(correlated_error_m(position_noise)));
        let dt_s = course.track.median_dt_s;
        let of_variance = match source {
            SpeedSource::Speed(_) => BIAS_PER_VARIANCE_DOPPLER,
            SpeedSource::Positions(_) => BIAS_PER_VARIANCE_POSITIONS,
        };
        let sd_mps = source.random_sd_mps(2.0);
        let systematic_mps = hypot(of_variance * sd_mps * sd_mps, SPARSE_MPS_PER_S2 * dt_s * dt_s);
        Self { source, systematic_mps }
    }

    /// True when speeds come from positions alone.
    pub fn is_by_positions(&self) -> bool {
        matches!(self.source, SpeedSource::Positions(_))
    }

    /// Standard deviation of a fix's speed, m/s; none when speeds come from positions alone.
    pub fn fix_sd_mps(&self) -> Option<f64> {
        match self.source {
            SpeedSource::Speed(sd_mps) => Some(sd_mps),
            SpeedSource::Positions(_) => None,
        }
    }

    /// Standard deviation of a mean over a duration, m/s, from random errors.
    pub fn random_sd_mps(&self, seconds: f64) -> f64 {
        self.source.random_sd_mps(seconds)
    }

    /// Standard deviation of a mean over a duration, m/s, random and systematic; `share` is the ratio of the standard
    /// deviation of these fixes to that of the track.
    pub fn mean_sd_mps(&self, seconds: f64, share: f64) -> f64 {
        hypot(share * self.random_sd_mps(seconds), self.systematic_mps)
    }
}

impl SpeedSource {
    fn random_sd_mps(&self, seconds: f64) -> f64 {
        match *self {
            Self::Speed(sd_mps) => sd_of_mean(sd_mps, seconds / DOPPLER_CORRELATION_S),
            Self::Positions(correlated_error_m) => {
                let ends_m = correlated_error_m
                    * f64::sqrt(2.0 * (1.0 - libm::exp(-seconds / POSITION_ERROR_CORRELATION_S)));
                ends_m / seconds.max(1e-3)
            }
        }
    }
}

/// Standard deviation of the mean over `x` correlation times of an error with autocorrelation exp(−t):
/// sd² · 2/x · (1 − (1 − exp(−x))/x).
fn sd_of_mean(sd: f64, x: f64) -> f64 {
    let share = if x < 1e-3 { 1.0 } else { 2.0 / x * (1.0 - (1.0 - libm::exp(-x)) / x) };
    sd * f64::sqrt(share)
}

/// Standard deviation of the correlated error of the positions, m.
fn correlated_error_m(position_noise: &PositionNoise) -> f64 {
    match position_noise.sd_m() {
        Some(noise_m) if noise_m > MIN_RAW_NOISE_M => {
            (CORRELATED_ERROR_PER_NOISE * noise_m).min(MAX_CORRELATED_ERROR_M)
        }
        _ => CORRELATED_ERROR_M,
    }
}

/// Robust standard deviation of the device's speed about the smoothed one, m/s; none without enough device speeds.
fn doppler_sd_mps(course: &Course) -> Option<f64> {
    let device = course.motion.device_mps(course.track)?;
    let motion = course.motion;
    let good = |i: &usize| motion.flags[*i] & flag::NO_DOPPLER == 0 && motion.sog_mps[*i] > MOVING_MPS;
    let off = |i: usize| f64::from(device[i]) - motion.sog_mps[i];
    let mut offs: Vec<f64> = (0..device.len()).filter(good).map(off).filter(|d| d.is_finite()).collect();
    if offs.len() < MIN_FIXES {
        return None;
    }
    let centre = median(&mut offs)?;
    offs.iter_mut().for_each(|d| *d = (*d - centre).abs());
    Some(SD_OF_MAD * median(&mut offs)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_mean_is_more_certain_than_a_single_fix() {
        assert!((sd_of_mean(0.1, 0.0) - 0.1).abs() < 1e-12);
        assert!((sd_of_mean(0.1, 0.001) - 0.1).abs() < 1e-4);
        assert!((sd_of_mean(1.0, 1.0) - f64::sqrt(2.0 * libm::exp(-1.0))).abs() < 1e-12);
        // Far beyond three seconds the errors are 2τ/T of independent ones.
        assert!((SpeedSource::Speed(0.1).random_sd_mps(3600.0) - 0.1 * f64::sqrt(6.0 / 3600.0)).abs() < 1e-5);
    }

    #[test]
    fn a_ten_second_doppler_mean_is_within_five_centimetres_per_second() {
        // 3.29 standard deviations are 99.9 %; a good logger's fix is known to 0.015 m/s.
        assert!(3.29 * SpeedSource::Speed(0.015).random_sd_mps(10.0) < 0.05);
    }

    #[test]
    fn the_error_from_positions_is_that_of_the_two_ends() {
        // Far beyond the correlation time the position errors at both ends are independent: the error falls as 1/T.
        let far = SpeedSource::Positions(1.5);
        assert!((far.random_sd_mps(1000.0) - 1.5 * f64::sqrt(2.0) / 1000.0).abs() < 1e-9);
        assert!(far.random_sd_mps(2.0) > 0.2 && far.random_sd_mps(2.0) < 0.3);
    }
}

//! How well a mean speed is known.
//!
//! Where the device measures speed, its scatter about the smoothed speed says how good it is, and errors that are alike
//! for three seconds average out over longer times. Where it does not, the error of a way is that of its two ends: the
//! receiver's positions wander by a metre or two within half a minute, and how restless they are from second to second
//! says by how much. Both were measured on simulated receivers (ALGORITHMS 7) over 2 s to half an hour.

use crate::records::position_noise::PositionNoise;
use crate::segment::course::Course;
use crate::stats::quantile::median;
use crate::track::flag;

/// What a Doppler speed is off by even where it scatters less, m/s: errors that last for seconds the smoother follows.
const LEAST_SD_MPS: f64 = 0.045;
/// Share of the device's scatter that lasts long enough to reach the smoothed speed.
const LASTING_SCATTER: f64 = 0.7;
/// Median absolute deviation to standard deviation of a normal distribution.
const SD_OF_MAD: f64 = 1.4826;
/// The device's scatter is read above this speed, m/s, from at least so many fixes.
const MOVING_MPS: f64 = 1.0;
const FIXES: usize = 30;
/// Errors of Doppler speed are alike for about this long, s (Chalko: two loggers' errors stay correlated for some
/// three seconds, and a mean over ten is good to 0.05 m/s where a single fix is not).
const ALIKE_S: f64 = 3.0;

/// How long a receiver's positions stay off to one side, s, and by how much in the middle of ALGORITHMS 7, m.
const WANDER_S: f64 = 35.0;
const WANDER_M: f64 = 1.5;
/// Most wander believed, m.
const MOST_WANDER_M: f64 = 5.0;
/// Wander over the unrest of positions a second apart.
const WANDER_OF_UNREST: f64 = 1.2;
/// Positions that are less restless than any receiver's have been through a filter, and say nothing about it, m.
const FILTERED_M: f64 = 0.5;

/// What no averaging takes away: a velocity that scatters across the course reads high, by its variance over twice the
/// speed, and turns are cut. Times the variance of a 2 s mean, s/m; of devices that measure speed, and of the others.
const LASTING_BY_SPEED: f64 = 0.5;
const LASTING_BY_POSITIONS: f64 = 0.22;
/// What fixes so far apart leave out of turns and surges, m/s per s² between them.
const SPARSE_MPS_PER_S2: f64 = 0.0016;

/// How well the mean speeds of one track are known.
pub struct Doubt {
    by: By,
    lasting_mps: f64,
}

enum By {
    /// One standard deviation of a fix's speed, m/s.
    Speed(f64),
    /// One standard deviation of the positions' wander on each axis, m.
    Positions(f64),
}

impl Doubt {
    pub(super) fn of(course: &Course, position_noise: &PositionNoise) -> Self {
        let scatter = scatter_mps(course).map(|s| By::Speed(libm::hypot(LASTING_SCATTER * s, LEAST_SD_MPS)));
        let by = scatter.unwrap_or_else(|| By::Positions(wander_m(position_noise)));
        let dt_s = course.track.median_dt_s;
        let of_variance = match by {
            By::Speed(_) => LASTING_BY_SPEED,
            By::Positions(_) => LASTING_BY_POSITIONS,
        };
        let sd_mps = by.fading_mps(2.0);
        let lasting_mps = libm::hypot(of_variance * sd_mps * sd_mps, SPARSE_MPS_PER_S2 * dt_s * dt_s);
        Self { by, lasting_mps }
    }

    /// True where the device tells no speed of its own.
    pub fn is_by_positions(&self) -> bool {
        matches!(self.by, By::Positions(_))
    }

    /// One standard deviation of a mean over so many seconds, m/s, from errors that differ from moment to moment.
    pub fn fading_mps(&self, seconds: f64) -> f64 {
        self.by.fading_mps(seconds)
    }

    /// The same of all errors; `share` is how well the fixes of this stretch are known beside the others.
    pub fn mean_mps(&self, seconds: f64, share: f64) -> f64 {
        libm::hypot(share * self.fading_mps(seconds), self.lasting_mps)
    }
}

impl By {
    fn fading_mps(&self, seconds: f64) -> f64 {
        match *self {
            Self::Speed(sd_mps) => averaged(sd_mps, seconds / ALIKE_S),
            Self::Positions(wander_m) => {
                let ends_m = wander_m * libm::sqrt(2.0 * (1.0 - libm::exp(-seconds / WANDER_S)));
                ends_m / seconds.max(1e-3)
            }
        }
    }
}

/// A mean of something whose errors fade as exp(-t), over `x` of such times: its variance is that of one moment times
/// 2/x · (1 − (1 − exp(−x))/x).
fn averaged(sd: f64, x: f64) -> f64 {
    let share = if x < 1e-3 { 1.0 } else { 2.0 / x * (1.0 - (1.0 - libm::exp(-x)) / x) };
    sd * libm::sqrt(share)
}

/// How far the positions wander, m.
fn wander_m(position_noise: &PositionNoise) -> f64 {
    match position_noise.typical_m() {
        Some(unrest_m) if unrest_m > FILTERED_M => (WANDER_OF_UNREST * unrest_m).min(MOST_WANDER_M),
        _ => WANDER_M,
    }
}

/// Robust standard deviation of the device's speed about the smoothed one; none where it has no speed.
fn scatter_mps(course: &Course) -> Option<f64> {
    let device = course.track.columns.get("sog")?;
    let motion = course.motion;
    let good = |i: &usize| motion.flags[*i] & flag::NO_DOPPLER == 0 && motion.sog_mps[*i] > MOVING_MPS;
    let off = |i: usize| f64::from(device[i]) - motion.sog_mps[i];
    let mut offs: Vec<f64> = (0..device.len()).filter(good).map(off).filter(|d| d.is_finite()).collect();
    if offs.len() < FIXES {
        return None;
    }
    let middle = median(&mut offs)?;
    offs.iter_mut().for_each(|d| *d = (*d - middle).abs());
    Some(SD_OF_MAD * median(&mut offs)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_known_as_its_fix_and_an_hour_far_better() {
        assert!((averaged(0.1, 0.0) - 0.1).abs() < 1e-12);
        assert!((averaged(0.1, 0.001) - 0.1).abs() < 1e-4);
        assert!((averaged(1.0, 1.0) - libm::sqrt(2.0 * libm::exp(-1.0))).abs() < 1e-12);
        // Far beyond three seconds the errors are 2τ/T of independent ones.
        assert!((By::Speed(0.1).fading_mps(3600.0) - 0.1 * libm::sqrt(6.0 / 3600.0)).abs() < 1e-5);
    }

    #[test]
    fn ten_seconds_are_within_chalkos_five_centimetres() {
        // 3.29 standard deviations are 99.9 %; a good logger's fix is known to 0.015 m/s.
        assert!(3.29 * By::Speed(0.015).fading_mps(10.0) < 0.05);
    }

    #[test]
    fn positions_alone_are_off_by_their_two_ends_and_no_more() {
        // Twice as long, half the error, once the wander at one end knows nothing of that at the other.
        let far = By::Positions(1.5);
        assert!((far.fading_mps(1000.0) - 1.5 * libm::sqrt(2.0) / 1000.0).abs() < 1e-9);
        assert!(far.fading_mps(2.0) > 0.2 && far.fading_mps(2.0) < 0.3);
    }
}

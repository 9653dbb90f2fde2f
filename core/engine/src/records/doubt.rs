//! How well a speed is known: a fix's by the device's own scatter, a mean's by how its errors hang together.

use crate::segment::course::Course;
use crate::stats::quantile::median;
use crate::track::flag;

/// What a Doppler speed is off by even where it scatters less, m/s: errors that last for seconds the smoother follows.
const LEAST_SD_MPS: f64 = 0.05;
/// Median absolute deviation to standard deviation of a normal distribution.
const SD_OF_MAD: f64 = 1.4826;
/// The device's scatter is read above this speed, m/s, from at least so many fixes.
const MOVING_MPS: f64 = 1.0;
const FIXES: usize = 30;

/// One standard deviation of each fix's speed, m/s. Where the device has a speed of its own, its scatter about the
/// smoothed one says how good it is: a logger on the boat is twice as good as the smoother has to assume, and a watch
/// on a working arm half as good. Without one, what the smoother says.
pub fn fix_sds_mps(course: &Course) -> Vec<f64> {
    let own = &course.motion.sog_sd_mps;
    let told = scatter_mps(course).zip(median(&mut own.clone()).filter(|sd| *sd > 0.0));
    let Some((scatter, typical)) = told else { return own.clone() };
    let sd = libm::hypot(scatter, LEAST_SD_MPS);
    own.iter().map(|s| s / typical * sd).collect()
}

/// Robust standard deviation of the device's speed about the smoothed one.
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

/// Errors of Doppler speed are alike for about this long, s (Chalko: two loggers' errors stay correlated for some
/// three seconds, and a mean over ten is good to 0.05 m/s where a single fix is not).
const ALIKE_S: f64 = 3.0;

/// What no averaging takes away, m/s: the last digit of the devices.
const LASTING_SD_MPS: f64 = 0.01;

/// One standard deviation of a mean speed over a time, from that of its fixes, m/s. The errors fade as exp(-t / 3 s),
/// so the mean of n fixes is not known sqrt(n) times better than one: variance · 2τ/T · (1 − τ/T · (1 − exp(−T/τ))),
/// and that of the device's last digit beside it.
pub fn mean_speed_sd_mps(fix_sd_mps: f64, seconds: f64) -> f64 {
    let x = seconds / ALIKE_S;
    let share = if x < 1e-3 { 1.0 } else { 2.0 / x * (1.0 - (1.0 - libm::exp(-x)) / x) };
    libm::sqrt(fix_sd_mps * fix_sd_mps * share + LASTING_SD_MPS * LASTING_SD_MPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part that fades, out of the whole.
    fn fading(fix_sd_mps: f64, seconds: f64) -> f64 {
        let whole = mean_speed_sd_mps(fix_sd_mps, seconds);
        libm::sqrt(whole * whole - LASTING_SD_MPS * LASTING_SD_MPS)
    }

    #[test]
    fn a_moment_is_known_as_its_fix_and_an_hour_far_better() {
        assert!((fading(0.1, 0.0) - 0.1).abs() < 1e-12);
        assert!((fading(0.1, 0.003) - 0.1).abs() < 1e-4);
        assert!((fading(1.0, 3.0) - libm::sqrt(2.0 * libm::exp(-1.0))).abs() < 1e-12);
        // Far beyond three seconds the errors are 2τ/T of independent ones.
        assert!((fading(0.1, 3600.0) - 0.1 * libm::sqrt(6.0 / 3600.0)).abs() < 1e-5);
    }

    #[test]
    fn ten_seconds_are_within_chalkos_five_centimetres() {
        // 3.29 standard deviations are 99.9 %; a good logger's fix is known to 0.015 m/s.
        assert!(3.29 * mean_speed_sd_mps(0.015, 10.0) < 0.05);
    }
}

//! Angles in degrees and circular statistics. Directions are true, clockwise from north (docs/algorithms.md, section 1).

use std::f64::consts::PI;

/// Degrees to radians.
pub fn to_rad(deg: f64) -> f64 {
    deg * (PI / 180.0)
}

/// Radians to degrees.
pub fn to_deg(rad: f64) -> f64 {
    rad * (180.0 / PI)
}

/// Angles above this size are wrapped by the floating-point remainder, deg: the number of turns must fit an i32.
const MAX_QUOTIENT_DEG: f64 = 1e9;

/// The equivalent angle in [0, 360); NaN stays NaN.
pub fn wrap_360(deg: f64) -> f64 {
    // The remainder is slow and seldom needed. Subtracting whole turns is exact, and the truncated quotient is at most
    // one turn off.
    let r = match deg {
        d if (0.0..360.0).contains(&d) => return d,
        d if (360.0..720.0).contains(&d) => d - 360.0,
        d if (-360.0..0.0).contains(&d) => d,
        d if d.abs() < MAX_QUOTIENT_DEG => {
            let r = d - 360.0 * ((d / 360.0) as i32 as f64);
            if d > 0.0 && r < 0.0 { r + 360.0 } else { r }
        }
        d => d % 360.0,
    };
    let r = if r < 0.0 { r + 360.0 } else { r };
    if r >= 360.0 { 0.0 } else { r }
}

/// The equivalent angle in [-180, 180).
pub fn wrap_180(deg: f64) -> f64 {
    wrap_360(deg + 180.0) - 180.0
}

/// Directions without jumps at north, deg: each at most 180° from the one before.
pub fn unwrapped(deg: impl IntoIterator<Item = f64>) -> impl Iterator<Item = f64> {
    let mut last: Option<f64> = None;
    deg.into_iter().map(move |deg| {
        let next = last.map_or(deg, |last| last + wrap_180(deg - last));
        last = Some(next);
        next
    })
}

/// Signed wind angle: wind direction (from) minus course, in [-180, 180). Positive: wind over starboard, starboard tack.
#[cfg_attr(
    not(feature = "internals"),
    allow(dead_code, reason = "the simulator's definition of the wind angle")
)]
pub fn wind_angle(wind_from_deg: f64, course_deg: f64) -> f64 {
    wrap_180(wind_from_deg - course_deg)
}

/// Length of the vector (x, y) to the bit as by `libm::hypot`, with the processor's square root: that of libm is computed
/// digit by digit in WASM.
pub fn hypot(x: f64, y: f64) -> f64 {
    const TWO_700: f64 = f64::from_bits(0x6bb0_0000_0000_0000);
    const TWO_MINUS_700: f64 = f64::from_bits(0x1430_0000_0000_0000);
    let (x, y) = (x.abs(), y.abs());
    let (x, y) = if x.to_bits() < y.to_bits() { (y, x) } else { (x, y) };
    let exponent = |value: f64| (value.to_bits() >> 52) as i32;
    match (exponent(x), exponent(y)) {
        (_, 0x7ff) => y,
        (0x7ff, _) => x,
        _ if y == 0.0 => x,
        (of_x, of_y) if of_x - of_y > 64 => x + y,
        // Scaled so that no square overflows or underflows.
        (of_x, _) if of_x > 0x3ff + 510 => TWO_700 * root_of_squares(x * TWO_MINUS_700, y * TWO_MINUS_700),
        (_, of_y) if of_y < 0x3ff - 450 => TWO_MINUS_700 * root_of_squares(x * TWO_700, y * TWO_700),
        _ => root_of_squares(x, y),
    }
}

/// √(x² + y²) with the rounding errors of both squares added.
fn root_of_squares(x: f64, y: f64) -> f64 {
    let square = |value: f64| {
        let split = value * 134_217_729.0;
        let high = value - split + split;
        let low = value - high;
        let of_value = value * value;
        (of_value, high * high - of_value + 2.0 * high * low + low * low)
    };
    let ((of_x, error_x), (of_y, error_y)) = (square(x), square(y));
    (error_y + error_x + of_y + of_x).sqrt()
}

/// Bearing of the vector (east, north), deg in [0, 360); 0 for the zero vector, NaN for NaN. Accurate to 2e-13 deg and
/// several times faster than `atan2`, since it is computed for every fix.
pub fn bearing_deg(east: f64, north: f64) -> f64 {
    const TAN_22_5: f64 = 0.414_213_562_373_095_05;
    let (x, y) = (north.abs(), east.abs());
    let (high, low) = if y > x { (y, x) } else { (x, y) };
    if high == 0.0 {
        return 0.0;
    }
    // Reduce to a tangent of at most 22.5 deg, from 0 or from 45 deg.
    let from_axis = match low > TAN_22_5 * high {
        true => 45.0 + small_angle_deg((low - high) / (low + high)),
        false => small_angle_deg(low / high),
    };
    let from_north = if y > x { 90.0 - from_axis } else { from_axis };
    let from_north = if north < 0.0 { 180.0 - from_north } else { from_north };
    if east < 0.0 { wrap_360(360.0 - from_north) } else { from_north }
}

/// atan in degrees for |angle| ≤ 22.5 deg: Chebyshev approximation, even and odd terms evaluated separately.
fn small_angle_deg(tan: f64) -> f64 {
    let z = tan * tan;
    let w = z * z;
    let even = 4.406_018_560_076_707 + w * (3.259_173_128_723_744_7 + w * 1.210_929_108_496_173_7);
    let odd = -3.804_571_708_562_516_5 - w * 2.491_218_914_786_76;
    let even =
        57.295_779_513_082_316 + w * (11.459_155_901_960_266 + w * (6.366_194_897_885_625_5 + w * even));
    let odd = -19.098_593_171_024_635 - w * (8.185_111_298_983_374 + w * (5.208_629_279_951_094 - w * odd));
    tan * (even + z * odd)
}

/// Weighted circular mean, atan2(Σ w sin, Σ w cos), in [0, 360), and mean resultant length R in [0, 1]. `None` when the
/// weights sum to zero or R vanishes. Non-finite angles and non-positive weights are ignored.
pub fn circular_mean(deg_and_weight: impl IntoIterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    let (mut s, mut c, mut w) = (0.0, 0.0, 0.0);
    for (deg, weight) in deg_and_weight {
        if deg.is_finite() && weight > 0.0 {
            let (sin, cos) = libm::sincos(to_rad(deg));
            s += weight * sin;
            c += weight * cos;
            w += weight;
        }
    }
    let r = hypot(s, c) / w;
    if w > 0.0 && r > 1e-12 { Some((wrap_360(to_deg(libm::atan2(s, c))), r.min(1.0))) } else { None }
}

/// Circular standard deviation in degrees from the resultant length R: sqrt(-2 ln R).
pub fn circular_sd_deg(r: f64) -> f64 {
    to_deg(f64::sqrt(-2.0 * libm::log(r.clamp(1e-12, 1.0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    #[allow(clippy::disallowed_methods)]
    fn the_length_of_a_vector_is_to_the_bit_that_of_libm() {
        let special = [0.0, -0.0, 1.0, 5e-324, 1e-310, f64::MIN_POSITIVE, 1e308, f64::INFINITY, f64::NAN];
        let mut numbers = Random::of(3);
        let mut random = || numbers.bits_64();
        let any = (0..50_000).map(|_| (f64::from_bits(random()), f64::from_bits(random())));
        let mut numbers: Vec<(f64, f64)> = any.collect();
        numbers.extend((0..50_000).map(|_| (random() as i32 as f64 / 1e6, random() as i32 as f64 / 1e6)));
        numbers.extend(special.iter().flat_map(|x| special.map(|y| (*x, y))));
        for (x, y) in numbers {
            let (ours, theirs) = (hypot(x, y), libm::hypot(x, y));
            let same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
            assert!(same, "{x:e}, {y:e}: {ours:e} and not {theirs:e}");
        }
    }

    #[test]
    fn wrapped_angles_lie_in_the_half_open_ranges() {
        assert_eq!(wrap_360(-1e-20), 0.0);
        assert_eq!(wrap_360(720.0), 0.0);
        assert_eq!(wrap_180(180.0), -180.0);
        assert_eq!(wrap_180(-190.0), 170.0);
        for k in -2000..2000 {
            for off in [0.0, 1e-12, -1e-10, 0.1, 359.9] {
                let deg = f64::from(k) * 360.0 + off;
                let exact = deg % 360.0;
                let exact = if exact < 0.0 { exact + 360.0 } else { exact };
                assert_eq!(wrap_360(deg), if exact >= 360.0 { 0.0 } else { exact }, "{k} {off}");
            }
        }
    }

    #[test]
    fn the_fast_bearing_equals_atan2() {
        for tenths in 0..3600 {
            let (sin, cos) = libm::sincos(to_rad(f64::from(tenths) / 10.0));
            for length in [1e-9, 0.7, 5.0, 4e5] {
                let (east, north) = (length * sin, length * cos);
                let exact = wrap_360(to_deg(libm::atan2(east, north)));
                assert!(wrap_180(bearing_deg(east, north) - exact).abs() < 2e-13, "{tenths}: {exact}");
            }
        }
        assert_eq!(
            [bearing_deg(0.0, 0.0), bearing_deg(0.0, -1.0), bearing_deg(-1.0, 0.0)],
            [0.0, 180.0, 270.0]
        );
        assert_eq!(bearing_deg(-1e-30, 1.0), 0.0);
        assert!(bearing_deg(f64::NAN, 1.0).is_nan());
    }

    #[test]
    fn wind_over_starboard_is_positive() {
        // Sailing north with the wind from the east.
        assert_eq!(wind_angle(90.0, 0.0), 90.0);
        assert_eq!(wind_angle(350.0, 30.0), -40.0);
    }

    #[test]
    fn the_mean_of_350_and_10_is_north() {
        let (mean, r) = circular_mean([(350.0, 1.0), (10.0, 1.0)]).unwrap();
        assert!(wrap_180(mean).abs() < 1e-9);
        assert!((r - libm::cos(to_rad(10.0))).abs() < 1e-12);
        assert!(circular_mean([(0.0, 1.0), (180.0, 1.0)]).is_none());
    }
}

//! Attitude angles from the quaternion of an attitude sensor.

use crate::angle::to_deg;

/// Roll, pitch and yaw of a unit quaternion `[w, x, y, z]`, deg, in the intrinsic order yaw, pitch, roll:
/// roll = atan2(2(wx + yz), 1 − 2(x² + y²)), pitch = asin(2(wy − zx)), yaw = atan2(2(wz + xy), 1 − 2(y² + z²)).
/// `None` when its norm is not within 0.9–1.1.
pub(super) fn roll_pitch_yaw_deg(q: [f64; 4]) -> Option<[f64; 3]> {
    let norm = f64::sqrt(q.iter().map(|v| v * v).sum());
    // The devices round the components to three decimals.
    if !(0.9..=1.1).contains(&norm) {
        return None;
    }
    let [w, x, y, z] = q.map(|v| v / norm);
    let roll = libm::atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y));
    let pitch = libm::asin((2.0 * (w * y - z * x)).clamp(-1.0, 1.0));
    let yaw = libm::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z));
    Some([roll, pitch, yaw].map(to_deg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_about_the_length_is_roll_alone() {
        let half = 10f64.to_radians();
        let [roll, pitch, yaw] = roll_pitch_yaw_deg([libm::cos(half), libm::sin(half), 0.0, 0.0]).unwrap();
        assert!((roll - 20.0).abs() < 1e-9 && pitch.abs() < 1e-9 && yaw.abs() < 1e-9);
    }

    #[test]
    fn a_quaternion_of_zeros_gives_none() {
        assert_eq!(roll_pitch_yaw_deg([0.0; 4]), None);
        assert_eq!(roll_pitch_yaw_deg([f64::NAN, 0.0, 0.0, 1.0]), None);
    }
}

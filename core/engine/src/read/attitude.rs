//! Heel, pitch and heading from the quaternion of an attitude sensor.

use crate::angle::to_deg;

/// Rotation about the boat's length, beam and mast, deg: intrinsic yaw, pitch, roll of a unit quaternion
/// `[w, x, y, z]`. `None` when it is no rotation.
pub fn roll_pitch_yaw_deg(q: [f64; 4]) -> Option<[f64; 3]> {
    let norm = libm::sqrt(q.iter().map(|v| v * v).sum());
    // The devices round to three decimals.
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
    fn a_boat_that_only_heels_has_no_other_angle() {
        let half = 10f64.to_radians();
        let [roll, pitch, yaw] = roll_pitch_yaw_deg([libm::cos(half), libm::sin(half), 0.0, 0.0]).unwrap();
        assert!((roll - 20.0).abs() < 1e-9 && pitch.abs() < 1e-9 && yaw.abs() < 1e-9);
    }

    #[test]
    fn zeros_are_no_attitude() {
        assert_eq!(roll_pitch_yaw_deg([0.0; 4]), None);
        assert_eq!(roll_pitch_yaw_deg([f64::NAN, 0.0, 0.0, 1.0]), None);
    }
}

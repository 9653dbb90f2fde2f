//! Which values of a recording are valid.

use crate::angle::wrap_360;
use crate::channel;

/// Brings the values of a channel into its range, in place: directions into [0, 360); negative speeds (-1 is a phone's
/// "unknown") and heights outside -499.9 to 9000 m (-500 m is FIT's "invalid") become NaN.
pub(super) fn normalize(id: &str, values: &mut [f32]) {
    if channel::find(id).is_some_and(|c| c.circular) || matches!(id, "hdg_mag" | "twd_mag") {
        for value in values.iter_mut().filter(|v| !(0.0..360.0).contains(*v)) {
            *value = wrap_360(f64::from(*value)) as f32;
        }
    }
    if matches!(id, "sog" | "aws" | "tws") {
        for value in values.iter_mut().filter(|v| **v < 0.0) {
            *value = f32::NAN;
        }
    }
    if id == "ele" {
        for value in values.iter_mut().filter(|v| !(-499.9..9000.0).contains(*v)) {
            *value = f32::NAN;
        }
    }
}

/// True for a position in the valid range that is not (0, 0), which receivers without a fix write.
pub fn is_position(lat_deg: f64, lon_deg: f64) -> bool {
    // NaN fails every comparison.
    lat_deg.abs() <= 90.0 && lon_deg.abs() <= 180.0 && !(lat_deg == 0.0 && lon_deg == 0.0)
}

/// A position with its longitude in [-180, 180], also where the file counts longitudes from 0 to 360 or on beyond the
/// meridian of 180°; `None` when it is not valid.
pub(super) fn position(lat_deg: f64, lon_deg: f64) -> Option<(f64, f64)> {
    let lon_deg = match lon_deg {
        lon if lon > 180.0 && lon <= 360.0 => lon - 360.0,
        lon if (-360.0..-180.0).contains(&lon) => lon + 360.0,
        lon => lon,
    };
    is_position(lat_deg, lon_deg).then_some((lat_deg, lon_deg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_zero_and_latitudes_over_90_degrees_are_no_positions() {
        assert!(is_position(-33.8, 151.2));
        assert!(!is_position(0.0, 0.0));
        assert!(!is_position(90.1, 0.0));
        assert!(!is_position(f64::NAN, 0.0));
        assert_eq!(position(36.0, 350.0), Some((36.0, -10.0)));
        assert_eq!(position(-17.0, 180.5), Some((-17.0, -179.5)));
        assert_eq!(position(-17.0, -180.5), Some((-17.0, 179.5)));
        assert_eq!(position(36.0, 361.0), None);
    }
}

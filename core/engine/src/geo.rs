//! Positions on the earth and in a plane.

use crate::angle::{to_rad, wrap_180};

/// Mean radius of the earth, metres (IUGG).
pub const EARTH_RADIUS_M: f64 = 6_371_008.8;

/// Great-circle distance in metres (haversine).
pub fn distance_m(lat1_deg: f64, lon1_deg: f64, lat2_deg: f64, lon2_deg: f64) -> f64 {
    let (p1, p2) = (to_rad(lat1_deg), to_rad(lat2_deg));
    let sin_lat = libm::sin((p2 - p1) / 2.0);
    let sin_lon = libm::sin(to_rad(wrap_180(lon2_deg - lon1_deg)) / 2.0);
    let a = sin_lat * sin_lat + libm::cos(p1) * libm::cos(p2) * sin_lon * sin_lon;
    2.0 * EARTH_RADIUS_M * libm::asin(libm::sqrt(a.min(1.0)))
}

/// A tangent plane at an origin: east and north in metres, with the WGS84 radii of curvature there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    pub lat_deg: f64,
    pub lon_deg: f64,
    m_per_lat_deg: f64,
    m_per_lon_deg: f64,
}

impl Plane {
    /// The plane that touches at `lat_deg`, `lon_deg`.
    pub fn at(lat_deg: f64, lon_deg: f64) -> Self {
        const A: f64 = 6_378_137.0;
        const E2: f64 = 0.006_694_379_990_141_3;
        let (sin, cos) = libm::sincos(to_rad(lat_deg));
        let w2 = 1.0 - E2 * sin * sin;
        let w = libm::sqrt(w2);
        Self {
            lat_deg,
            lon_deg,
            m_per_lat_deg: to_rad(1.0) * A * (1.0 - E2) / (w2 * w),
            m_per_lon_deg: to_rad(1.0) * A * cos.max(1e-6) / w,
        }
    }

    /// East and north in metres from the origin; safe across the dateline.
    pub fn to_m(&self, lat_deg: f64, lon_deg: f64) -> (f64, f64) {
        (wrap_180(lon_deg - self.lon_deg) * self.m_per_lon_deg, (lat_deg - self.lat_deg) * self.m_per_lat_deg)
    }

    /// Latitude and longitude of a point in the plane.
    pub fn to_deg(&self, east_m: f64, north_m: f64) -> (f64, f64) {
        (self.lat_deg + north_m / self.m_per_lat_deg, wrap_180(self.lon_deg + east_m / self.m_per_lon_deg))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_of_latitude_is_a_nautical_mile() {
        assert!((distance_m(0.0, 0.0, 1.0 / 60.0, 0.0) - 1853.0).abs() < 1.0);
    }

    #[test]
    fn the_plane_crosses_the_dateline_without_a_jump() {
        let plane = Plane::at(10.0, 179.999);
        let (east, _) = plane.to_m(10.0, -179.999);
        assert!((east - 219.0).abs() < 1.5, "{east}");
        let (lat, lon) = plane.to_deg(east, 0.0);
        assert!((lon + 179.999).abs() < 1e-9 && (lat - 10.0).abs() < 1e-12);
    }
}

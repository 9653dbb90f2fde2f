//! Positions on the earth and in a plane.

use crate::angle::{to_rad, wrap_180};

/// Mean radius of the earth, metres (IUGG).
pub const EARTH_RADIUS_M: f64 = 6_371_008.8;

/// Differences of latitude and longitude up to this, rad, are told by short series: their next terms are below the
/// last digit. Some 600 m, so nearly every step between two fixes; not near the poles (latitudes, rad).
const SHORT_RAD: f64 = 1e-4;
const NOT_POLAR_RAD: f64 = 1.45;

/// Great-circle distance in metres (haversine).
pub fn distance_m(lat1_deg: f64, lon1_deg: f64, lat2_deg: f64, lon2_deg: f64) -> f64 {
    let (p1, p2) = (to_rad(lat1_deg), to_rad(lat2_deg));
    let (lat, lon) = (p2 - p1, to_rad(wrap_180(lon2_deg - lon1_deg)));
    if lat.abs() < SHORT_RAD && lon.abs() < SHORT_RAD && p1.abs() < NOT_POLAR_RAD {
        return short_m(p1 + p2, lat, lon);
    }
    let (sin_lat, sin_lon) = (libm::sin(lat / 2.0), libm::sin(lon / 2.0));
    let a = sin_lat * sin_lat + libm::cos(p1) * libm::cos(p2) * sin_lon * sin_lon;
    2.0 * EARTH_RADIUS_M * libm::asin(libm::sqrt(a.min(1.0)))
}

/// The same by series, of the sum of the latitudes and the differences, rad.
fn short_m(sum: f64, lat: f64, lon: f64) -> f64 {
    let sin = |x: f64| x - x * x * x / 6.0;
    let (sin_lat, sin_lon) = (sin(lat / 2.0), sin(lon / 2.0));
    let cos_cos = 0.5 * (libm::cos(sum) + 1.0 - lat * lat / 2.0);
    let root = (sin_lat * sin_lat + cos_cos * sin_lon * sin_lon).max(0.0).sqrt();
    2.0 * EARTH_RADIUS_M * (root + root * root * root / 6.0)
}

/// True when two places are no farther apart than this, m.
pub fn within_m(from: (f64, f64), to: (f64, f64), limit_m: f64) -> bool {
    let (lat, lon) = (to_rad(to.0 - from.0), to_rad(wrap_180(to.1 - from.1)));
    // Where no parallel is shorter than the equator, no way is shorter than the way; fixes are mostly that near.
    let at_most_m = EARTH_RADIUS_M * (lat * lat + lon * lon).sqrt() * (1.0 + 1e-9);
    at_most_m <= limit_m || distance_m(from.0, from.1, to.0, to.1) <= limit_m
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
    fn short_ways_are_as_long_as_by_the_long_formula() {
        for lat in [-89.9999, -45.0, 0.0, 12.3, 60.0, 89.99] {
            for (d_lat, d_lon) in [(1e-6, 0.0), (0.0, -3e-6), (2e-5, 4e-5), (5e-3, -5e-3), (0.0, 0.0)] {
                let (p1, p2) = (to_rad(lat), to_rad(lat + d_lat));
                let (sin_lat, sin_lon) = (libm::sin((p2 - p1) / 2.0), libm::sin(to_rad(d_lon) / 2.0));
                let a = sin_lat * sin_lat + libm::cos(p1) * libm::cos(p2) * sin_lon * sin_lon;
                let long = 2.0 * EARTH_RADIUS_M * libm::asin(libm::sqrt(a));
                let short = distance_m(lat, 10.0, lat + d_lat, 10.0 + d_lon);
                assert!((short - long).abs() <= 1e-9 * (long + 1.0), "{lat}: {short} for {long}");
                assert!(within_m((lat, 10.0), (lat + d_lat, 10.0 + d_lon), long * 1.001 + 1e-6));
                assert!(long == 0.0 || !within_m((lat, 10.0), (lat + d_lat, 10.0 + d_lon), long * 0.999));
            }
        }
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

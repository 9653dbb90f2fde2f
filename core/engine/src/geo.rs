//! Positions on the earth and in a local tangent plane.

use crate::angle::{to_rad, wrap_180};

/// Mean radius of the earth, metres (IUGG).
pub const EARTH_RADIUS_M: f64 = 6_371_008.8;

/// Up to these differences of latitude and longitude (rad, some 600 m) and latitude (rad) the haversine is evaluated by
/// Taylor series, whose next terms are below double precision.
const SERIES_MAX_DIFFERENCE_RAD: f64 = 1e-4;
const SERIES_MAX_LATITUDE_RAD: f64 = 1.45;

/// Great-circle distance in metres (haversine).
pub fn distance_m(lat1_deg: f64, lon1_deg: f64, lat2_deg: f64, lon2_deg: f64) -> f64 {
    let (p1, p2) = (to_rad(lat1_deg), to_rad(lat2_deg));
    let (lat, lon) = (p2 - p1, to_rad(wrap_180(lon2_deg - lon1_deg)));
    if lat.abs() < SERIES_MAX_DIFFERENCE_RAD
        && lon.abs() < SERIES_MAX_DIFFERENCE_RAD
        && p1.abs() < SERIES_MAX_LATITUDE_RAD
    {
        return series_distance_m(p1 + p2, lat, lon);
    }
    let (sin_lat, sin_lon) = (libm::sin(lat / 2.0), libm::sin(lon / 2.0));
    let a = sin_lat * sin_lat + libm::cos(p1) * libm::cos(p2) * sin_lon * sin_lon;
    2.0 * EARTH_RADIUS_M * libm::asin(f64::sqrt(a.min(1.0)))
}

/// Haversine distance by series, m, from the sum of the latitudes and the differences of latitude and longitude, rad.
fn series_distance_m(sum: f64, lat: f64, lon: f64) -> f64 {
    let sin = |x: f64| x - x * x * x / 6.0;
    let (sin_lat, sin_lon) = (sin(lat / 2.0), sin(lon / 2.0));
    let cos_cos = 0.5 * (libm::cos(sum) + 1.0 - lat * lat / 2.0);
    let root = (sin_lat * sin_lat + cos_cos * sin_lon * sin_lon).max(0.0).sqrt();
    2.0 * EARTH_RADIUS_M * (root + root * root * root / 6.0)
}

/// True when two positions (lat, lon), deg, are at most `limit_m` apart.
pub fn within_m(from: (f64, f64), to: (f64, f64), limit_m: f64) -> bool {
    let (lat, lon) = (to_rad(to.0 - from.0), to_rad(wrap_180(to.1 - from.1)));
    // Upper bound that takes every parallel as long as the equator; decides most calls without the haversine.
    let upper_bound_m = EARTH_RADIUS_M * (lat * lat + lon * lon).sqrt() * (1.0 + 1e-9);
    upper_bound_m <= limit_m || distance_m(from.0, from.1, to.0, to.1) <= limit_m
}

/// Local tangent plane (equirectangular) at an origin: east and north in metres, by the WGS84 radii of curvature there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    pub lat_deg: f64,
    pub lon_deg: f64,
    m_per_lat_deg: f64,
    m_per_lon_deg: f64,
}

impl Plane {
    /// The plane with its origin at `lat_deg`, `lon_deg`.
    pub fn at(lat_deg: f64, lon_deg: f64) -> Self {
        const A: f64 = 6_378_137.0;
        const E2: f64 = 0.006_694_379_990_141_3;
        let (sin, cos) = libm::sincos(to_rad(lat_deg));
        let w2 = 1.0 - E2 * sin * sin;
        let w = f64::sqrt(w2);
        Self {
            lat_deg,
            lon_deg,
            m_per_lat_deg: to_rad(1.0) * A * (1.0 - E2) / (w2 * w),
            m_per_lon_deg: to_rad(1.0) * A * cos.max(1e-6) / w,
        }
    }

    /// East and north of the origin, m; correct across the 180° meridian.
    pub fn to_m(&self, lat_deg: f64, lon_deg: f64) -> (f64, f64) {
        (wrap_180(lon_deg - self.lon_deg) * self.m_per_lon_deg, (lat_deg - self.lat_deg) * self.m_per_lat_deg)
    }

    /// Latitude and longitude, deg, of a point in the plane; the inverse of [`Plane::to_m`].
    pub fn to_deg(&self, east_m: f64, north_m: f64) -> (f64, f64) {
        (self.lat_deg + north_m / self.m_per_lat_deg, wrap_180(self.lon_deg + east_m / self.m_per_lon_deg))
    }
}

/// Greatest relative error of a length to the east in a plane, and greatest distance from its origin in latitude, rad, and in
/// longitude, deg, whatever the latitude. *guess*: an error far below that of a receiver's speed.
const MAX_EAST_ERROR: f64 = 0.002;
const MAX_LATITUDE_DIFFERENCE_RAD: f64 = 0.06;
const MAX_LONGITUDE_DIFFERENCE_DEG: f64 = 90.0;

/// Tangent planes along a track: a new one begins where the boat has sailed too far from the origin of the last, with the same
/// coordinates at its origin, so that a track is continuous in them.
#[derive(Debug, Clone, PartialEq)]
pub struct Planes(Vec<Patch>);

/// The part of a track in one plane.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Patch {
    from_row: usize,
    plane: Plane,
    /// Coordinates of its origin, m.
    east_m: f64,
    north_m: f64,
    /// Latitudes within this of the origin lie in it, deg.
    reach_deg: f64,
}

impl Patch {
    fn at(from_row: usize, lat_deg: f64, lon_deg: f64, (east_m, north_m): (f64, f64)) -> Self {
        let slope = libm::tan(to_rad(lat_deg)).abs();
        let reach_rad = (MAX_EAST_ERROR / slope).min(MAX_LATITUDE_DIFFERENCE_RAD);
        let reach_deg = reach_rad * 180.0 / std::f64::consts::PI;
        Self { from_row, plane: Plane::at(lat_deg, lon_deg), east_m, north_m, reach_deg }
    }

    fn contains(&self, lat_deg: f64, lon_deg: f64) -> bool {
        (lat_deg - self.plane.lat_deg).abs() <= self.reach_deg
            && wrap_180(lon_deg - self.plane.lon_deg).abs() <= MAX_LONGITUDE_DIFFERENCE_DEG
    }

    fn to_m(self, lat_deg: f64, lon_deg: f64) -> (f64, f64) {
        let (east_m, north_m) = self.plane.to_m(lat_deg, lon_deg);
        (self.east_m + east_m, self.north_m + north_m)
    }
}

impl Planes {
    /// The planes of a track with these positions, the first one at the first row that `is_valid`; rows that are not do not
    /// begin a plane.
    pub fn along(lat_deg: &[f64], lon_deg: &[f64], is_valid: impl Fn(usize) -> bool) -> Self {
        let places = lat_deg.iter().zip(lon_deg).enumerate();
        let mut valid = places.clone().filter(|(row, _)| is_valid(*row)).peekable();
        let (_, (&lat, &lon)) = valid.peek().copied().or(places.clone().next()).unwrap_or((0, (&0.0, &0.0)));
        let mut last = Patch::at(0, lat, lon, (0.0, 0.0));
        let mut patches = vec![last];
        for (row, (&lat, &lon)) in valid {
            if !last.contains(lat, lon) {
                last = Patch::at(row, lat, lon, last.to_m(lat, lon));
                patches.push(last);
            }
        }
        Self(patches)
    }

    /// The plane in which the track begins.
    pub fn first(&self) -> Plane {
        self.patch(0).plane
    }

    /// East and north of the origin of the first plane, m, of a position in this row of the track.
    pub fn to_m(&self, row: usize, lat_deg: f64, lon_deg: f64) -> (f64, f64) {
        self.patch(row).to_m(lat_deg, lon_deg)
    }

    /// Latitude and longitude, deg; the inverse of [`Planes::to_m`] in the same row.
    pub fn to_deg(&self, row: usize, east_m: f64, north_m: f64) -> (f64, f64) {
        let patch = self.patch(row);
        patch.plane.to_deg(east_m - patch.east_m, north_m - patch.north_m)
    }

    fn patch(&self, row: usize) -> Patch {
        let next = if self.0.len() == 1 { 1 } else { self.0.partition_point(|p| p.from_row <= row) };
        let found = next.checked_sub(1).and_then(|at| self.0.get(at));
        found.copied().unwrap_or_else(|| Patch::at(0, 0.0, 0.0, (0.0, 0.0)))
    }
}

impl From<Plane> for Planes {
    fn from(plane: Plane) -> Self {
        Self(vec![Patch::at(0, plane.lat_deg, plane.lon_deg, (0.0, 0.0))])
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
    fn the_series_for_short_distances_equals_the_haversine() {
        for lat in [-89.9999, -45.0, 0.0, 12.3, 60.0, 89.99] {
            for (d_lat, d_lon) in [(1e-6, 0.0), (0.0, -3e-6), (2e-5, 4e-5), (5e-3, -5e-3), (0.0, 0.0)] {
                let (p1, p2) = (to_rad(lat), to_rad(lat + d_lat));
                let (sin_lat, sin_lon) = (libm::sin((p2 - p1) / 2.0), libm::sin(to_rad(d_lon) / 2.0));
                let a = sin_lat * sin_lat + libm::cos(p1) * libm::cos(p2) * sin_lon * sin_lon;
                let long = 2.0 * EARTH_RADIUS_M * libm::asin(f64::sqrt(a));
                let short = distance_m(lat, 10.0, lat + d_lat, 10.0 + d_lon);
                assert!((short - long).abs() <= 1e-9 * (long + 1.0), "{lat}: {short} for {long}");
                assert!(within_m((lat, 10.0), (lat + d_lat, 10.0 + d_lon), long * 1.001 + 1e-6));
                assert!(long == 0.0 || !within_m((lat, 10.0), (lat + d_lat, 10.0 + d_lon), long * 0.999));
            }
        }
    }

    #[test]
    fn the_plane_is_continuous_across_the_dateline() {
        let plane = Plane::at(10.0, 179.999);
        let (east, _) = plane.to_m(10.0, -179.999);
        assert!((east - 219.0).abs() < 1.5, "{east}");
        let (lat, lon) = plane.to_deg(east, 0.0);
        assert!((lon + 179.999).abs() < 1e-9 && (lat - 10.0).abs() < 1e-12);
    }
}

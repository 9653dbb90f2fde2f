//! Positions on the earth, the ellipsoid WGS84, and in local tangent planes: distances and the planes in which speeds are
//! computed have the same radii of curvature.

use crate::angle::{to_rad, wrap_180};

/// Semi-major axis, m, flattening, and square of the eccentricity. *from* WGS84 (NGA.STND.0036).
const SEMI_MAJOR_AXIS_M: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;
const ECCENTRICITY_SQUARED: f64 = FLATTENING * (2.0 - FLATTENING);
/// Greatest radius of curvature, at the poles, m.
const MAX_RADIUS_M: f64 = 6_399_594.0;

/// Up to these differences of latitude and longitude (rad, some 600 m) and latitude (rad) the radii of curvature at the middle
/// latitude give the distance, to 1e-7.
const MAX_SHORT_DIFFERENCE_RAD: f64 = 1e-4;
const MAX_SHORT_LATITUDE_RAD: f64 = 1.45;

/// Length of a radian of latitude and of longitude, m, at a latitude, rad: M, and N cos φ (at least of 1e-6, so that a plane
/// at a pole can be inverted).
fn metres_per_rad(lat_rad: f64) -> (f64, f64) {
    let (sin, cos) = libm::sincos(lat_rad);
    let w2 = 1.0 - ECCENTRICITY_SQUARED * sin * sin;
    let w = f64::sqrt(w2);
    let of_latitude = SEMI_MAJOR_AXIS_M * (1.0 - ECCENTRICITY_SQUARED) / (w2 * w);
    (of_latitude, SEMI_MAJOR_AXIS_M * cos.max(1e-6) / w)
}

/// Length of the geodesic between two positions, m. Its error is below 2e-6 of it up to 10,000 km, and below 2e-4 near the
/// antipode.
pub fn distance_m(lat1_deg: f64, lon1_deg: f64, lat2_deg: f64, lon2_deg: f64) -> f64 {
    let (p1, p2) = (to_rad(lat1_deg), to_rad(lat2_deg));
    let (lat, lon) = (p2 - p1, to_rad(wrap_180(lon2_deg - lon1_deg)));
    if lat.abs() < MAX_SHORT_DIFFERENCE_RAD
        && lon.abs() < MAX_SHORT_DIFFERENCE_RAD
        && p1.abs() < MAX_SHORT_LATITUDE_RAD
    {
        let (of_latitude, of_longitude) = metres_per_rad(0.5 * (p1 + p2));
        let (north, east) = (of_latitude * lat, of_longitude * lon);
        return f64::sqrt(north * north + east * east);
    }
    long_distance_m(p1, p2, lon)
}

/// Length of a geodesic from the latitudes of its ends and their difference of longitude, rad. Source: W. D. Lambert, "The
/// distance between two widely separated points on the surface of the earth", 1942: σ is the angle between them at the centre
/// of a sphere, at their reduced latitudes.
fn long_distance_m(lat1: f64, lat2: f64, lon: f64) -> f64 {
    let square = |x: f64| x * x;
    // Sine and cosine of the reduced latitude.
    let reduced = |lat: f64| {
        let (sin, cos) = libm::sincos(lat);
        let sin = (1.0 - FLATTENING) * sin;
        let length = f64::sqrt(sin * sin + cos * cos);
        (sin / length, cos / length)
    };
    let ((sin1, cos1), (sin2, cos2)) = (reduced(lat1), reduced(lat2));
    // Of half the angle.
    let half_sin2 = (0.25 * (square(sin2 - sin1) + square(cos2 - cos1))
        + cos1 * cos2 * square(libm::sin(0.5 * lon)))
    .min(1.0);
    if half_sin2 == 0.0 {
        return 0.0;
    }
    let sigma = 2.0 * libm::asin(f64::sqrt(half_sin2));
    let sin_sigma = libm::sin(sigma);
    let x = (sigma - sin_sigma) * square(0.5 * (sin1 + sin2)) / (1.0 - half_sin2).max(1e-12);
    let y = (sigma + sin_sigma) * square(0.5 * (sin2 - sin1)) / half_sin2;
    SEMI_MAJOR_AXIS_M * (sigma - 0.5 * FLATTENING * (x + y))
}

/// True when two positions (lat, lon), deg, are at most `limit_m` apart.
pub fn within_m(from: (f64, f64), to: (f64, f64), limit_m: f64) -> bool {
    let (lat, lon) = (to_rad(to.0 - from.0), to_rad(wrap_180(to.1 - from.1)));
    // Upper bound that takes every parallel as long as the equator; decides most calls without the distance.
    let upper_bound_m = MAX_RADIUS_M * (lat * lat + lon * lon).sqrt() * (1.0 + 1e-9);
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
        let (of_latitude, of_longitude) = metres_per_rad(to_rad(lat_deg));
        Self {
            lat_deg,
            lon_deg,
            m_per_lat_deg: to_rad(1.0) * of_latitude,
            m_per_lon_deg: to_rad(1.0) * of_longitude,
        }
    }

    /// East and north of the origin, m; correct across the 180° meridian.
    pub fn to_m(&self, lat_deg: f64, lon_deg: f64) -> (f64, f64) {
        (wrap_180(lon_deg - self.lon_deg) * self.m_per_lon_deg, (lat_deg - self.lat_deg) * self.m_per_lat_deg)
    }

    /// Latitude and longitude, deg, of a point in the plane; the inverse of [`Plane::to_m`]. Beyond a pole its latitude.
    pub fn to_deg(&self, east_m: f64, north_m: f64) -> (f64, f64) {
        let lat_deg = (self.lat_deg + north_m / self.m_per_lat_deg).clamp(-90.0, 90.0);
        (lat_deg, wrap_180(self.lon_deg + east_m / self.m_per_lon_deg))
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
    use crate::angle::hypot;

    #[test]
    fn a_short_distance_is_that_in_the_plane_of_its_middle() {
        for lat in [-83.0, -45.0, 0.0, 12.3, 60.0] {
            for (d_lat, d_lon) in [(1e-6, 0.0), (0.0, -3e-6), (2e-5, 4e-5), (5e-3, -5e-3), (0.0, 0.0)] {
                let (east, north) = Plane::at(lat + d_lat / 2.0, 10.0).to_m(lat + d_lat, 10.0 + d_lon);
                let north = 2.0 * north;
                let there = distance_m(lat, 10.0, lat + d_lat, 10.0 + d_lon);
                assert!((there - hypot(east, north)).abs() <= 1e-9 * (there + 1.0), "{lat}: {there}");
                assert!(within_m((lat, 10.0), (lat + d_lat, 10.0 + d_lon), there * 1.001 + 1e-6));
                assert!(there == 0.0 || !within_m((lat, 10.0), (lat + d_lat, 10.0 + d_lon), there * 0.999));
            }
        }
    }

    #[test]
    fn short_and_long_distances_meet() {
        let limit_deg = MAX_SHORT_DIFFERENCE_RAD * 180.0 / std::f64::consts::PI;
        for lat in [-80.0, -45.0, 0.0, 30.0, 60.0, 82.0] {
            for (d_lat, d_lon) in [(limit_deg, 0.0), (0.0, limit_deg), (limit_deg, limit_deg / 2.0)] {
                let [short, long] = [0.999_999, 1.000_001]
                    .map(|f| distance_m(lat, 10.0, lat + f * d_lat, 10.0 + f * d_lon) / f);
                assert!((short / long - 1.0).abs() < 3e-6, "{lat}: {short} and {long}");
            }
        }
    }

    #[test]
    fn a_point_beyond_the_pole_lies_at_it() {
        assert_eq!(Plane::at(89.999, 10.0).to_deg(0.0, 5000.0).0, 90.0);
        assert_eq!(Plane::at(-89.999, 10.0).to_deg(0.0, -5000.0).0, -90.0);
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

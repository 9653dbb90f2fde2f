//! Properties of angles, positions, units and instants.

use leebow_engine::angle::{circular_mean, circular_sd_deg, to_deg, to_rad, wind_angle, wrap_180, wrap_360};
use leebow_engine::calendar::iso_utc;
use leebow_engine::geo::{Plane, distance_m};
use leebow_engine::units::{kn_from_mps, mps_from_kn};

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

/// Directions in steps of a little more than seven degrees, over three full turns.
fn directions() -> impl Iterator<Item = f64> {
    (-155..155).map(|k| f64::from(k) * 7.013)
}

#[test]
fn wrapping_by_full_turns_does_not_change_a_direction() {
    for deg in directions() {
        let wrapped = wrap_360(deg);
        assert!((0.0..360.0).contains(&wrapped), "{deg}: {wrapped}");
        let signed = wrap_180(deg);
        assert!((-180.0..180.0).contains(&signed), "{deg}: {signed}");
        near(libm::cos(to_rad(wrapped - deg)), 1.0, 1e-12);
        near(wrap_180(wrapped), signed, 1e-9);
        for rounds in [-3.0, 1.0, 10.0] {
            near(wrap_180(deg + 360.0 * rounds - deg), 0.0, 1e-9);
        }
    }
    assert!(wrap_360(f64::NAN).is_nan() && wrap_180(f64::INFINITY).is_nan());
}

#[test]
fn degrees_and_radians_are_the_same_angle() {
    near(to_rad(180.0), std::f64::consts::PI, 0.0);
    for deg in directions() {
        near(to_deg(to_rad(deg)), deg, 1e-9);
    }
}

#[test]
fn rotation_keeps_wind_angles_and_reflection_swaps_tacks() {
    for wind in directions() {
        for course in [0.0, 43.0, 179.0, 301.5] {
            let angle = wind_angle(wind, course);
            near(wrap_180(wind_angle(wind + 77.0, course + 77.0) - angle), 0.0, 1e-9);
            near(wrap_180(wind_angle(-wind, -course) + angle), 0.0, 1e-9);
        }
    }
}

#[test]
fn the_mean_direction_rotates_with_its_directions() {
    let winds = [(350.0, 1.0), (20.0, 2.0), (5.0, 0.5), (100.0, 0.3)];
    let (mean, r) = circular_mean(winds).unwrap();
    for by in [13.0, 90.0, 200.0, 359.0] {
        let (turned, same) = circular_mean(winds.map(|(d, w)| (d + by, w))).unwrap();
        near(wrap_180(turned - mean - by), 0.0, 1e-9);
        near(same, r, 1e-12);
    }
}

#[test]
fn the_mean_of_two_winds_depends_on_their_weights() {
    // Weight 3 north and weight 1 east: atan(1/3).
    let (mean, r) = circular_mean([(0.0, 3.0), (90.0, 1.0)]).unwrap();
    near(mean, to_deg(libm::atan(1.0 / 3.0)), 1e-9);
    near(r, 10.0_f64.sqrt() / 4.0, 1e-12);
}

#[test]
fn opposite_winds_and_zero_weights_have_no_mean() {
    assert_eq!(circular_mean([]), None);
    assert_eq!(circular_mean([(10.0, 0.0), (f64::NAN, 1.0), (30.0, -2.0)]), None);
    assert!(circular_mean([(0.0, 1.0), (120.0, 1.0), (240.0, 1.0)]).is_none());
    let (mean, r) = circular_mean([(f64::INFINITY, 5.0), (200.0, 1.0)]).unwrap();
    near(mean, 200.0, 1e-9);
    near(r, 1.0, 1e-12);
}

#[test]
fn a_small_circular_sd_equals_the_linear_sd() {
    for by in [0.5, 2.0, 5.0] {
        let (_, r) = circular_mean([(359.0 - by, 1.0), (359.0 + by, 1.0)]).unwrap();
        near(circular_sd_deg(r), by, 0.002 * by);
    }
    assert_eq!(circular_sd_deg(1.0), 0.0);
    assert!(circular_sd_deg(0.1) > circular_sd_deg(0.2));
    assert!(circular_sd_deg(0.0).is_finite());
}

#[test]
fn distances_are_those_on_the_ellipsoid() {
    // Flinders Peak to Buninyong (Geoscience Australia), New York to London (GeographicLib), a quarter of a meridian.
    near(distance_m(-37.951_033_42, 144.424_867_89, -37.652_821_14, 143.926_495_54), 54_972.271, 0.1);
    near(distance_m(40.6, -73.8, 51.6, -0.5), 5_551_759.400, 1.0);
    near(distance_m(0.0, 20.0, 90.0, -130.0), 10_001_965.729, 10.0);
    assert_eq!(distance_m(54.4, 10.2, 54.4, 10.2), 0.0);
    // A degree of the equator, and of the meridian there and at 60 north.
    near(distance_m(0.0, 0.0, 0.0, 1.0), 111_319.491, 0.2);
    near(distance_m(-0.5, 0.0, 0.5, 0.0), 110_574.389, 0.2);
    near(distance_m(59.5, 0.0, 60.5, 0.0), 111_412.240, 0.3);
    // Nearly opposite places: Wellington and Salamanca (GeographicLib).
    near(distance_m(-41.32, 174.81, 40.96, -5.50), 19_959_679.267, 4000.0);
    assert!(
        distance_m(37.0, 11.0, -37.0, -169.0).is_finite() && distance_m(0.0, 0.0, 0.0, 180.0).is_finite()
    );
}

#[test]
fn a_way_over_one_latitude_has_the_length_of_speed_times_time() {
    for lat in [0.0, 30.0, 45.0, 60.0, 75.0] {
        for (d_lat, d_lon) in [(1e-3, 0.0), (0.0, 1e-3), (1e-3, -2e-3)] {
            let (east, north) = Plane::at(lat, 10.0).to_m(lat + d_lat, 10.0 + d_lon);
            let way_m = distance_m(lat, 10.0, lat + d_lat, 10.0 + d_lon);
            near(way_m, libm::hypot(east, north), 1e-4 * way_m);
        }
    }
}

#[test]
fn distance_is_symmetric_across_the_dateline() {
    let there = distance_m(-17.0, 179.98, -17.01, -179.97);
    near(distance_m(-17.01, -179.97, -17.0, 179.98), there, 1e-6);
    near(distance_m(-17.0, 9.98, -17.01, 10.03), there, 1e-3);
}

#[test]
fn the_plane_has_the_metres_per_degree_of_the_ellipsoid() {
    // Metres a degree on WGS84: latitude at equator, 45 and pole; longitude at equator and 45.
    for (lat, metres) in [(0.0, 110_574.3), (45.0, 111_131.7), (90.0, 111_693.9)] {
        near(Plane::at(lat, 0.0).to_m(lat + 1.0, 0.0).1, metres, 0.5);
    }
    for (lat, metres) in [(0.0, 111_319.5), (45.0, 78_846.8)] {
        near(Plane::at(lat, 0.0).to_m(lat, 1.0).0, metres, 0.5);
    }
}

#[test]
fn a_position_projected_to_the_plane_and_back_is_unchanged() {
    for (lat, lon) in [(54.4, 10.2), (-33.9, 151.3), (0.0, 0.0), (71.0, -179.99), (-17.0, 179.999)] {
        let plane = Plane::at(lat, lon);
        for (east, north) in [(0.0, 0.0), (3000.0, 0.0), (-1500.0, 800.0), (0.5, -9000.0)] {
            let (there_lat, there_lon) = plane.to_deg(east, north);
            let (e, n) = plane.to_m(there_lat, there_lon);
            near(e, east, 1e-5);
            near(n, north, 1e-5);
            let straight = libm::hypot(east, north);
            near(distance_m(lat, lon, there_lat, there_lon), straight, 0.002 * straight + 1e-6);
        }
    }
}

#[test]
fn the_plane_at_the_pole_gives_finite_numbers() {
    let plane = Plane::at(90.0, 0.0);
    let (lat, lon) = plane.to_deg(10.0, -10.0);
    assert!(lat < 90.0 && lon.is_finite());
}

#[test]
fn a_knot_is_a_nautical_mile_per_hour() {
    near(mps_from_kn(1.0) * 3600.0, 1852.0, 1e-9);
    near(kn_from_mps(mps_from_kn(17.3)), 17.3, 1e-12);
}

#[test]
fn the_days_of_four_centuries_are_consecutive() {
    let leap = |y: u32| (y.is_multiple_of(4) && !y.is_multiple_of(100)) || y.is_multiple_of(400);
    let days_of = |y: u32, m: u32| match m {
        2 => 28 + u32::from(leap(y)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let (mut y, mut m, mut d) = (1900, 1, 1);
    for day in -25_567_i32..-25_567 + 146_097 {
        let text = iso_utc(f64::from(day) * 86_400_000.0);
        assert_eq!(text, format!("{y:04}-{m:02}-{d:02}T00:00:00.000Z"));
        d += 1;
        if d > days_of(y, m) {
            (d, m) = (1, m + 1);
        }
        if m > 12 {
            (m, y) = (1, y + 1);
        }
    }
    assert_eq!((y, m, d), (2300, 1, 1));
}

#[test]
fn instants_sort_as_text_in_the_order_of_time() {
    let start = 1_781_359_199_000.0;
    let texts: Vec<String> = (0..4000).map(|k| iso_utc(start + f64::from(k) * 37.0)).collect();
    assert!(texts.windows(2).all(|w| w[0] < w[1] && w[0].len() == 24));
}

#[test]
fn half_a_millisecond_before_midnight_is_the_next_day() {
    assert_eq!(iso_utc(86_399_999.6), "1970-01-02T00:00:00.000Z");
    assert_eq!(iso_utc(86_399_999.4), "1970-01-01T23:59:59.999Z");
    assert_eq!(iso_utc(f64::NAN), "1970-01-01T00:00:00.000Z");
}

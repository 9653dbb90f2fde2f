use super::*;
use crate::angle::wrap_180;
use crate::track::{Columns, Format};

fn measured(recording: &Recording) -> Option<WindSeries> {
    measured_by(recording).map(|(series, _)| series)
}

const NOON_MS: f64 = 1_700_000_000_000.0;

fn log(rows: usize, every_s: f64, channels: &[(&'static str, &dyn Fn(usize) -> f64)]) -> Recording {
    let time = (0..rows).map(|i| NOON_MS + i as f64 * every_s * 1000.0).collect();
    let nowhere = vec![f64::NAN; rows];
    let mut columns = Columns::new(time, nowhere.clone(), nowhere).unwrap();
    for (id, value) in channels {
        columns.set(*id, (0..rows).map(|i| value(i) as f32).collect());
    }
    Recording::of(Format::Nmea, columns)
}

#[test]
fn a_measured_direction_is_used_as_it_is() {
    let wind = measured(&log(60, 1.0, &[("twd", &|_| 350.0), ("tws", &|_| 6.0)])).unwrap();
    assert_eq!(wind.source, WindSource::Measured);
    assert_eq!(wind.time_ms.len(), 60);
    assert!(wind.twd_deg.iter().all(|&w| wrap_180(w - 350.0).abs() < 1e-3));
    assert!(wind.tws_mps.iter().all(|&v| (v - 6.0).abs() < 1e-6));
}

#[test]
fn a_vane_that_swings_about_north_averages_to_north() {
    let wind = measured(&log(120, 1.0, &[("twd", &|i| if i % 2 == 0 { 355.0 } else { 5.0 })])).unwrap();
    assert!(wind.twd_deg.iter().skip(20).take(80).all(|&w| wrap_180(w).abs() < 1.0));
    assert!(wind.tws_mps.iter().all(|v| v.is_nan()));
}

#[test]
fn a_true_angle_needs_the_heading() {
    let heading = |_| 300.0;
    let wind = measured(&log(30, 1.0, &[("twa", &|_| 45.0), ("tws", &|_| 5.0), ("hdg", &heading)])).unwrap();
    assert!(wrap_180(wind.twd_deg[10] - 345.0).abs() < 1e-3);
    assert!(measured(&log(30, 1.0, &[("twa", &|_| 45.0), ("tws", &|_| 5.0)])).is_none());
}

#[test]
fn the_boat_s_motion_is_subtracted_from_an_apparent_wind() {
    // Heading north at 4 m/s in 3 m/s from the east: apparent 5 m/s from 36.87 deg.
    let wind = measured(&log(
        30,
        1.0,
        &[("awa", &|_| 36.8699), ("aws", &|_| 5.0), ("hdg", &|_| 0.0), ("sog", &|_| 4.0), ("cog", &|_| 0.0)],
    ))
    .unwrap();
    assert!(wrap_180(wind.twd_deg[15] - 90.0).abs() < 0.01, "{}", wind.twd_deg[15]);
    assert!((wind.tws_mps[15] - 3.0).abs() < 1e-3);
}

#[test]
fn a_magnetic_compass_is_corrected_by_the_course() {
    // Sailing round the compass with 12 deg of variation; wind from 100 deg.
    let heading = |i: usize| (i as f64 * 3.0) % 360.0;
    let wind = measured(&log(
        240,
        1.0,
        &[
            ("hdg_mag", &|i| heading(i) - 12.0),
            ("cog", &heading),
            ("sog", &|_| 3.0),
            ("twa", &|i| wrap_180(100.0 - heading(i))),
            ("tws", &|_| 7.0),
        ],
    ))
    .unwrap();
    assert!(wind.twd_deg.iter().all(|&w| wrap_180(w - 100.0).abs() < 0.5));
}

#[test]
fn without_a_compass_the_course_is_the_heading() {
    let wind = measured(&log(
        60,
        1.0,
        &[("twa", &|_| 40.0), ("tws", &|_| 6.0), ("sog", &|_| 3.0), ("cog", &|_| 350.0)],
    ))
    .unwrap();
    assert!(wrap_180(wind.twd_deg[30] - 30.0).abs() < 1e-3);
    assert!(wind.sd_deg[30] > 6.0);
}

#[test]
fn a_station_s_samples_hold_ten_minutes_and_a_boat_s_one() {
    let boat = measured(&log(60, 1.0, &[("twd", &|_| 90.0)])).unwrap();
    let station = measured(&log(60, 300.0, &[("twd", &|_| 90.0)])).unwrap();
    assert_eq!((bridge_s(&boat), bridge_s(&station)), (120.0, 1200.0));
    assert!(station.at(NOON_MS + 150_000.0, bridge_s(&station)).is_some());
}

#[test]
fn a_track_without_wind_has_none() {
    assert!(measured(&log(60, 1.0, &[("sog", &|_| 3.0)])).is_none());
}

#[test]
fn a_compass_is_not_corrected_by_a_few_seconds_however_many_rows_they_have() {
    // On one course a current sets the boat 10 deg aside: 400 rows at 20 Hz say nothing of the compass.
    let at = |every_s: f64| {
        let channels: [(&'static str, &dyn Fn(usize) -> f64); 5] = [
            ("hdg_mag", &|_| 80.0),
            ("cog", &|_| 90.0),
            ("sog", &|_| 3.0),
            ("twa", &|_| 40.0),
            ("tws", &|_| 7.0),
        ];
        measured(&log(400, every_s, &channels)).unwrap().twd_deg[5]
    };
    assert!(wrap_180(at(0.05) - 120.0).abs() < 1e-3, "{}", at(0.05));
    assert!(wrap_180(at(1.0) - 130.0).abs() < 1e-3, "{}", at(1.0));
}

#[test]
fn fixes_ten_seconds_apart_tell_the_variation_as_well_as_one_a_second() {
    let heading = |i: usize| (i as f64 * 7.0) % 360.0;
    let channels: [(&'static str, &dyn Fn(usize) -> f64); 5] = [
        ("hdg_mag", &|i| heading(i) - 12.0),
        ("cog", &heading),
        ("sog", &|_| 3.0),
        ("twa", &|i| wrap_180(100.0 - heading(i))),
        ("tws", &|_| 7.0),
    ];
    let wind = measured(&log(100, 10.0, &channels)).unwrap();
    assert!(wind.twd_deg.iter().all(|&w| wrap_180(w - 100.0).abs() < 0.5), "{}", wind.twd_deg[50]);
}

/// Six tacks of three minutes in 7 m/s from 200 deg, then a run: course and speed of the boat at a second.
fn beat_and_run(second: usize) -> (f64, f64) {
    match second {
        0..1260 if (second / 180).is_multiple_of(2) => (200.0 - 42.0, 3.0),
        0..1260 => (200.0 + 42.0, 3.0),
        _ => (200.0 - 150.0, 2.5),
    }
}

/// Apparent wind of [`beat_and_run`], as read by a vane that stands 6 deg to starboard: angle, deg, and speed, m/s.
fn skewed_apparent(second: usize) -> (f64, f64) {
    let (course, speed) = beat_and_run(second);
    // The apparent wind is the wind over ground seen from the moving boat: the inverse of `over_ground`.
    let (from, mps) = instruments::over_ground(200.0, 7.0, (speed, course + 180.0));
    (wrap_180(from - course) + 6.0, mps)
}

#[test]
fn the_offset_of_a_vane_is_removed_from_the_apparent_wind_and_not_from_the_true_one() {
    let channels: [(&'static str, &dyn Fn(usize) -> f64); 5] = [
        ("awa", &|i| skewed_apparent(i).0),
        ("aws", &|i| skewed_apparent(i).1),
        ("hdg", &|i| beat_and_run(i).0),
        ("cog", &|i| beat_and_run(i).0),
        ("sog", &|i| beat_and_run(i).1),
    ];
    assert_wind_is_right(&log(1800, 1.0, &channels));
}

#[test]
fn an_instrument_that_computes_the_true_wind_from_a_skewed_vane_is_corrected_by_the_same_triangle() {
    let truth = |i: usize| {
        let ((awa, aws), (course, speed)) = (skewed_apparent(i), beat_and_run(i));
        instruments::over_ground(course + awa, aws, (speed, course))
    };
    let channels: [(&'static str, &dyn Fn(usize) -> f64); 5] = [
        ("twa", &|i| wrap_180(truth(i).0 - beat_and_run(i).0)),
        ("tws", &|i| truth(i).1),
        ("hdg", &|i| beat_and_run(i).0),
        ("cog", &|i| beat_and_run(i).0),
        ("sog", &|i| beat_and_run(i).1),
    ];
    assert_wind_is_right(&log(1800, 1.0, &channels));
}

fn assert_wind_is_right(log: &Recording) {
    let (wind, vane) = measured_by(log).unwrap();
    let vane = vane.unwrap();
    assert!((vane.offset_deg - 6.0).abs() < 0.3 && vane.wide_deg.abs() < 1.0, "{vane:?}");
    let steady = |t: f64| (t % 180.0 - 90.0).abs() < 50.0;
    for (i, (&twd, &tws)) in
        wind.twd_deg.iter().zip(&wind.tws_mps).enumerate().filter(|(i, _)| steady(*i as f64))
    {
        assert!(wrap_180(twd - 200.0).abs() < 0.7, "{twd} at {i} s");
        assert!((tws - 7.0).abs() < 0.15, "{tws} at {i} s");
    }
}

#[test]
fn a_direction_once_a_second_is_preferred_to_ten_angles_a_second() {
    let every = |n: usize, value: f64| move |i: usize| if i.is_multiple_of(n) { value } else { f64::NAN };
    let wind = measured(&log(
        3000,
        0.1,
        &[("twd", &every(10, 350.0)), ("twa", &|_| 45.0), ("tws", &|_| 5.0), ("hdg", &|_| 300.0)],
    ))
    .unwrap();
    assert!(wrap_180(wind.twd_deg[100] - 350.0).abs() < 1e-3, "{}", wind.twd_deg[100]);
}

//! The wind series between its moments: interpolation on the circle, gaps, fusion, values along a track.

use leebow_engine::angle::wrap_180;
use leebow_engine::segment::wind_along_track::WindAlongTrack;
use leebow_engine::wind::fuse::fuse;
use leebow_engine::wind::{WindSeries, WindSource};

use crate::drawn::{Drawn, START_MS, steady_wind};

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

fn at(seconds: f64) -> f64 {
    START_MS + 1000.0 * seconds
}

/// A wind series from moments (s) and directions (deg).
fn wind_series(moments: &[(f64, f64)]) -> WindSeries {
    let n = moments.len();
    WindSeries {
        source: WindSource::Estimated,
        time_ms: moments.iter().map(|m| at(m.0)).collect(),
        twd_deg: moments.iter().map(|m| m.1).collect(),
        sd_deg: (0..n).map(|k| 4.0 + 2.0 * k as f64).collect(),
        tws_mps: (0..n).map(|k| 6.0 + k as f64).collect(),
        flip_probability: 0.0,
    }
}

fn measured(twd_deg: f64, sd_deg: f64, seconds: f64) -> WindSeries {
    let wind = steady_wind(twd_deg, sd_deg, seconds);
    let tws_mps = vec![7.0; wind.time_ms.len()];
    WindSeries { source: WindSource::Measured, tws_mps, ..wind }
}

#[test]
fn between_350_and_10_the_wind_is_interpolated_through_north() {
    for (a, b, middle) in
        [(350.0, 10.0, 0.0), (10.0, 350.0, 0.0), (100.0, 140.0, 120.0), (200.0, 20.5, 110.25)]
    {
        let wind = wind_series(&[(0.0, a), (20.0, b)]).at(at(10.0), 60.0).unwrap();
        near(wrap_180(wind.twd_deg - middle), 0.0, 1e-9);
        assert!((0.0..360.0).contains(&wind.twd_deg));
    }
    let quarter = wind_series(&[(0.0, 350.0), (20.0, 10.0)]).at(at(5.0), 60.0).unwrap();
    near(quarter.twd_deg, 355.0, 1e-9);
    near(quarter.sd_deg, 4.5, 1e-9);
    near(quarter.tws_mps, 6.25, 1e-9);
}

#[test]
fn a_gap_up_to_the_maximum_is_interpolated_and_a_longer_one_is_not() {
    let wind = wind_series(&[(0.0, 90.0), (60.0, 100.0), (120.5, 110.0)]);
    near(wind.at(at(30.0), 60.0).unwrap().twd_deg, 95.0, 1e-9);
    assert_eq!(wind.at(at(61.0), 60.0), None);
    // The moments at the edge of a gap have their own values.
    near(wind.at(at(120.5), 60.0).unwrap().twd_deg, 110.0, 1e-9);
}

#[test]
fn beyond_its_ends_a_wind_is_valid_for_half_of_the_longest_gap() {
    let wind = wind_series(&[(100.0, 90.0), (120.0, 110.0)]);
    for (seconds, twd) in [(69.9, None), (70.0, Some(90.0)), (150.0, Some(110.0)), (150.1, None)] {
        assert_eq!(wind.at(at(seconds), 60.0).map(|w| w.twd_deg), twd, "at {seconds} s");
    }
    assert_eq!(wind_series(&[]).at(at(0.0), 60.0), None);
}

#[test]
fn a_wind_of_which_only_the_direction_is_known_keeps_its_speed_unknown() {
    let wind = steady_wind(90.0, 3.0, 60.0).at(at(12.0), 60.0).unwrap();
    assert!(wind.tws_mps.is_nan() && wind.twd_deg == 90.0);
}

#[test]
fn two_winds_are_fused_by_their_weights() {
    for (own, log, sd_own, sd_log) in [(80.0, 90.0, 4.0, 4.0), (80.0, 90.0, 8.0, 4.0), (355.0, 3.0, 3.0, 6.0)]
    {
        let both = fuse(&steady_wind(own, sd_own, 100.0), &measured(log, sd_log, 100.0), 120.0);
        let (wa, wb) = (1.0 / (sd_own * sd_own), 1.0 / (sd_log * sd_log));
        let expected = own + wrap_180(log - own) * wb / (wa + wb);
        near(wrap_180(both.twd_deg[5] - expected), 0.0, 0.1);
        near(both.sd_deg[5], (1.0 / (wa + wb)).sqrt(), 1e-9);
        assert_eq!((both.source, both.tws_mps[5]), (WindSource::Fused, 7.0));
    }
}

#[test]
fn fusing_two_winds_does_not_depend_on_their_direction() {
    let fused = |by: f64| {
        let (own, log) =
            (steady_wind((80.0 + by) % 360.0, 5.0, 50.0), measured((98.0 + by) % 360.0, 4.0, 50.0));
        fuse(&own, &log, 120.0).twd_deg[3] - by
    };
    for by in [45.0, 200.0, 275.0, 300.0] {
        near(wrap_180(fused(by) - fused(0.0)), 0.0, 1e-9);
    }
}

#[test]
fn forty_degrees_apart_the_interval_of_two_winds_grows_and_fifty_apart_one_is_rejected() {
    let doubtful = fuse(&steady_wind(100.0, 4.0, 100.0), &measured(140.0, 4.0, 100.0), 120.0);
    assert_eq!(doubtful.source, WindSource::Fused);
    assert!(doubtful.sd_deg[4] >= 20.0);
    let log = measured(150.0, 4.0, 100.0);
    assert_eq!(fuse(&steady_wind(100.0, 4.0, 100.0), &log, 120.0), log);
}

#[test]
fn a_log_of_another_day_leaves_the_estimate_alone() {
    let own = steady_wind(100.0, 4.0, 100.0);
    let mut log = measured(290.0, 4.0, 100.0);
    log.time_ms.iter_mut().for_each(|t| *t += 86_400_000.0);
    let both = fuse(&own, &log, 120.0);
    for (&time, &twd) in own.time_ms.iter().zip(&own.twd_deg) {
        assert_eq!(both.at(time, 60.0).unwrap().twd_deg, twd);
    }
}

#[test]
fn the_wind_along_the_track_has_a_value_for_each_fix() {
    let boat = Drawn::by(1.0, 100.0, |_| 5.0, |_| 45.0);
    let course = boat.course();
    let wind = wind_series(&[(0.0, 350.0), (50.0, 10.0)]);
    let wind_along = WindAlongTrack::new(&course, &wind, 60.0);
    near(wrap_180(wind_along.twd_deg[25]), 0.0, 1e-9);
    near(wind_along.angle_at_fix(&course, 25), -45.0, 1e-9);
    near(wind_along.angle_at_fix(&course, 50), -35.0, 1e-9);
    // It is valid for half a minute after its last moment.
    near(wind_along.twd_deg[80], 10.0, 1e-9);
    assert!(wind_along.twd_deg[81].is_nan() && wind_along.angle_at_fix(&course, 81).is_nan());
}

#[test]
fn the_mean_wind_of_a_turn_is_a_mean_on_the_circle() {
    let boat = Drawn::by(1.0, 100.0, |_| 5.0, |_| 45.0);
    let course = boat.course();
    let wind = wind_series(&[(0.0, 340.0), (100.0, 20.0)]);
    let wind_along = WindAlongTrack::new(&course, &wind, 120.0);
    let mean = wind_along.mean(&course, 40.0, 60.0).unwrap();
    near(wrap_180(mean.twd_deg), 0.0, 1e-6);
    near(mean.sd_deg, 5.0, 1e-9);
    // Beyond the end the last direction is used: 16 to 20, then 20.
    near(wind_along.mean(&course, 90.0, 110.0).unwrap().twd_deg, 19.0, 0.2);
    // Of a window that begins with a wind and ends in a gap, the known part counts.
    near(wind_along.mean(&course, 150.0, 170.0).unwrap().twd_deg, 20.0, 1e-6);
    assert_eq!(wind_along.mean(&course, 161.0, 170.0), None);
}

#[test]
fn an_extrapolated_wind_has_a_growing_standard_deviation() {
    let boat = Drawn::by(0.2, 3000.0, |_| 5.0, |_| 45.0);
    let course = boat.course();
    let wind = steady_wind(90.0, 3.0, 600.0);
    let (plain, stretched) =
        (WindAlongTrack::new(&course, &wind, 60.0), WindAlongTrack::extended(&course, &wind, 60.0));
    let doubt = |wind_along: &WindAlongTrack, t: f64| wind_along.mean(&course, t, t + 1.0).map(|w| w.sd_deg);
    assert_eq!((doubt(&plain, 700.0), doubt(&plain, 300.0)), (None, Some(3.0)));
    assert_eq!(doubt(&stretched, 300.0), Some(3.0));
    let (soon, late) = (doubt(&stretched, 700.0).unwrap(), doubt(&stretched, 1700.0).unwrap());
    assert!(soon >= 20.0 && late >= soon, "{soon} and {late}");
    near(stretched.twd_deg[300], 90.0, 1e-9);
    // After twenty minutes the wind is unknown.
    assert_eq!(doubt(&stretched, 1850.0), None);
}

use super::*;
use crate::angle::{to_rad, wrap_180};
use crate::clean::clean;
use crate::config::{OTHER, boat_class};
use crate::geo::Plane;
use crate::random::Random;
use crate::track::{Columns, Format, Recording};

const NOON_MS: f64 = 1_700_000_000_000.0;

/// Seconds, east and north in m.
type Point = (f64, f64, f64);

fn track_at(points: &[Point], lat: f64, lon: f64, device: Option<(Vec<f32>, Option<Vec<f32>>)>) -> Track {
    let plane = Plane::at(lat, lon);
    let deg: Vec<(f64, f64)> = points.iter().map(|p| plane.to_deg(p.1, p.2)).collect();
    let mut columns = Columns::new(
        points.iter().map(|p| NOON_MS + p.0 * 1000.0).collect(),
        deg.iter().map(|d| d.0).collect(),
        deg.iter().map(|d| d.1).collect(),
    )
    .unwrap();
    if let Some((sog, cog)) = device {
        columns.set("sog", sog);
        if let Some(cog) = cog {
            columns.set("cog", cog);
        }
    }
    let mut recording = Recording::of(Format::Gpx, columns);
    clean(&mut recording, OTHER).unwrap()
}

fn track(points: &[Point]) -> Track {
    track_at(points, 40.0, 10.0, None)
}

/// A boat that sails 5 m/s and turns 90° to starboard within 6 s every minute.
fn sailed(rate_hz: f64, seconds: f64) -> Vec<(Point, f64, f64)> {
    let step = 0.01;
    let (mut east, mut north, mut t, mut course) = (0.0, 0.0, 0.0, 30.0);
    let (mut out, mut next) = (Vec::new(), 0.0);
    while t < seconds {
        if t >= next - 1e-9 {
            out.push(((t, east, north), 5.0, crate::angle::wrap_360(course)));
            next += 1.0 / rate_hz;
        }
        course += if t % 60.0 > 50.0 && t % 60.0 < 56.0 { 15.0 * step } else { 0.0 };
        let (sin, cos) = libm::sincos(to_rad(course));
        east += 5.0 * sin * step;
        north += 5.0 * cos * step;
        t += step;
    }
    out
}

/// Receiver's scatter: a slow error of 1.2 m over 30 s and 0.4 m from fix to fix.
fn scattered(sailed: &[(Point, f64, f64)], rate_hz: f64) -> Vec<Point> {
    let mut noise = Random::of(7);
    let keep = libm::exp(-1.0 / rate_hz / 30.0);
    let kick = 1.2 * (1.0 - keep * keep).sqrt();
    let (mut e, mut n) = (0.0, 0.0);
    let mut out = Vec::new();
    for (p, _, _) in sailed {
        e = keep * e + kick * noise.normal();
        n = keep * n + kick * noise.normal();
        out.push((p.0, p.1 + e + 0.4 * noise.normal(), p.2 + n + 0.4 * noise.normal()));
    }
    out
}

fn rms(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    (all.iter().map(|v| v * v).sum::<f64>() / all.len() as f64).sqrt()
}

/// Rms error of speed (m/s) and course (deg).
fn errors(motion: &Motion, truth: &[(Point, f64, f64)]) -> (f64, f64) {
    let speed = rms(motion.sog_mps.iter().zip(truth).map(|(v, t)| v - t.1));
    let course = rms(motion.cog_deg.iter().zip(truth).map(|(c, t)| wrap_180(c - t.2)));
    (speed, course)
}

#[test]
fn positions_alone_give_speed_and_course_at_every_rate() {
    for (rate, speed_limit, course_limit) in
        [(0.2, 0.8, 15.0), (1.0, 0.3, 5.5), (5.0, 0.3, 4.5), (10.0, 0.3, 4.5)]
    {
        let truth = sailed(rate, 600.0);
        let motion = smooth(&track(&scattered(&truth, rate)), boat_class("49er").unwrap());
        let (speed, course) = errors(&motion, &truth);
        println!("{rate} Hz: {speed:.3} m/s, {course:.2} deg");
        assert!(speed < speed_limit && course < course_limit, "{rate} Hz: {speed} m/s, {course} deg");
    }
}

#[test]
fn the_devices_doppler_halves_the_error() {
    for rate in [0.2, 1.0, 5.0] {
        let truth = sailed(rate, 600.0);
        let mut noise = Random::of(3);
        let sog: Vec<f32> = truth.iter().map(|t| (t.1 + 0.08 * noise.normal()) as f32).collect();
        let cog: Vec<f32> = truth.iter().map(|t| (t.2 + noise.normal()) as f32).collect();
        let points = scattered(&truth, rate);
        let with = track_at(&points, 40.0, 10.0, Some((sog.clone(), Some(cog))));
        let speed_only = track_at(&points, 40.0, 10.0, Some((sog, None)));
        let class = boat_class("49er").unwrap();
        let without = errors(&smooth(&track(&points), class), &truth);
        let doppler = errors(&smooth(&with, class), &truth);
        let speed = errors(&smooth(&speed_only, class), &truth);
        println!("{rate} Hz: positions {without:?}, doppler {doppler:?}, speed only {speed:?}");
        assert!(doppler.0 < 0.1 && doppler.1 < 2.0, "{rate} Hz: {doppler:?}");
        assert!(speed.0 < 0.6 * without.0, "{rate} Hz: {speed:?} against {without:?}");
    }
}

#[test]
fn the_spread_it_claims_is_the_spread_it_has() {
    let truth = sailed(1.0, 1200.0);
    let motion = smooth(&track(&scattered(&truth, 1.0)), boat_class("49er").unwrap());
    let claimed = rms(motion.sog_sd_mps.iter().copied());
    let had = errors(&motion, &truth).0;
    assert!(had / claimed < 1.6 && had / claimed > 0.4, "claimed {claimed}, had {had}");
}

#[test]
fn a_turn_to_starboard_is_positive() {
    let truth = sailed(1.0, 120.0);
    let points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    let motion = smooth(&track(&points), boat_class("49er").unwrap());
    assert!(motion.turn_rate_dps[53] > 10.0, "{}", motion.turn_rate_dps[53]);
    assert!(motion.turn_rate_dps[30].abs() < 0.5);
}

#[test]
fn nothing_reaches_across_a_gap() {
    let truth = sailed(1.0, 40.0);
    let mut points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    let alone = smooth(&track(&points), OTHER);
    // After twenty minutes the boat is elsewhere and sails back.
    points.extend((0..40).map(|s| (1240.0 + f64::from(s), 900.0 - 4.0 * f64::from(s), 50.0)));
    let both = smooth(&track(&points), OTHER);
    assert_eq!(alone.east_mps, both.east_mps[..40]);
    assert!((both.sog_mps[40] - 4.0).abs() < 0.5);
}

#[test]
fn a_far_fix_is_rejected_and_replaced() {
    let truth = sailed(1.0, 50.0);
    let mut points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    points[20].1 += 25.0; // reachable for a kite, not for this boat
    let motion = smooth(&track(&points), OTHER);
    assert_ne!(motion.flags[20] & flag::OUTLIER, 0);
    assert!((motion.east_m[20] - truth[20].0.1).abs() < 1.0);
    assert!(errors(&motion, &truth).0 < 0.1);
}

#[test]
fn a_lasting_jump_begins_anew() {
    let truth = sailed(1.0, 40.0);
    let mut points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    for p in &mut points[20..] {
        p.2 += 300.0;
    }
    let motion = smooth(&track(&points), OTHER);
    assert!(motion.sog_mps.iter().all(|v| (v - 5.0).abs() < 1.0), "{:?}", motion.sog_mps);
}

#[test]
fn a_boat_at_rest_keeps_its_course() {
    let mut points: Vec<Point> = (0..30).map(|s| (f64::from(s), 3.0 * f64::from(s), 0.0)).collect();
    points.extend((30..60).map(|s| (f64::from(s), 87.0, 0.0)));
    let motion = smooth(&track(&points), OTHER);
    assert_ne!(motion.flags[50] & flag::SLOW, 0);
    assert!((motion.cog_deg[50] - 90.0).abs() < 20.0, "{}", motion.cog_deg[50]);
    assert!(motion.turn_rate_dps[50].is_nan());
}

#[test]
fn the_dateline_and_a_shift_in_time_change_nothing() {
    let truth = sailed(1.0, 200.0);
    let points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    let here = smooth(&track_at(&points, 10.0, 20.0, None), OTHER);
    let there = smooth(&track_at(&points, 10.0, 179.999, None), OTHER);
    let later: Vec<Point> = points.iter().map(|p| (p.0 + 86_400.0, p.1, p.2)).collect();
    let then = smooth(&track_at(&later, 10.0, 20.0, None), OTHER);
    for ((a, b), c) in here.sog_mps.iter().zip(&there.sog_mps).zip(&then.sog_mps) {
        assert!((a - b).abs() < 1e-5 && (a - c).abs() < 1e-5);
    }
}

#[test]
fn a_course_mirrored_turns_the_other_way() {
    let truth = sailed(1.0, 200.0);
    let points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    let mirrored: Vec<Point> = points.iter().map(|p| (p.0, -p.1, p.2)).collect();
    let (a, b) = (smooth(&track(&points), OTHER), smooth(&track(&mirrored), OTHER));
    for (x, y) in a.turn_rate_dps.iter().zip(&b.turn_rate_dps) {
        assert!((x + y).abs() < 1e-4);
    }
}

#[test]
fn a_speed_column_in_another_unit_is_not_believed() {
    let truth = sailed(1.0, 300.0);
    let points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    let knots: Vec<f32> = truth.iter().map(|t| (t.1 / 0.514) as f32).collect();
    let motion = smooth(&track_at(&points, 40.0, 10.0, Some((knots, None))), OTHER);
    assert!(errors(&motion, &truth).0 < 0.2);
}

#[test]
fn one_fix_alone_has_no_speed() {
    let motion = smooth(&track(&[(0.0, 0.0, 0.0)]), OTHER);
    assert_eq!(motion.sog_mps.len(), 1);
    assert!(motion.sog_mps[0] < 0.1 && motion.sog_sd_mps[0] > 1.0);
}

#[test]
fn a_leap_leaves_no_speed_behind() {
    // A swimmer's watch: slow for a minute, then 60 m further on at once, then slow again.
    let east = |s: i32| if s < 30 { 0.5 * f64::from(s) } else { 60.0 + 0.5 * f64::from(s) };
    let points: Vec<Point> = (0..60).map(|s| (f64::from(s), east(s), 0.0)).collect();
    for device in [None, Some((vec![0.5; 60], None))] {
        let motion = smooth(&track_at(&points, 40.0, 10.0, device), OTHER);
        assert!(motion.sog_mps.iter().all(|v| *v < 1.5), "{:?}", motion.sog_mps);
    }
}

#[test]
fn zeros_between_slow_speeds_say_that_the_boat_rests_but_not_amid_fast_ones() {
    let still: Vec<Point> = (0..40).map(|s| (f64::from(s), if s == 20 { 6.0 } else { 0.0 }, 0.0)).collect();
    let mut sog = vec![0.2; 40];
    sog[15..25].fill(0.0);
    let motion = smooth(&track_at(&still, 40.0, 10.0, Some((sog, None))), OTHER);
    assert!(motion.sog_mps.iter().all(|v| *v < 1.0), "{:?}", motion.sog_mps);
    let truth = sailed(1.0, 40.0);
    let points: Vec<Point> = truth.iter().map(|t| t.0).collect();
    let mut sog = vec![5.0; 40];
    sog[15..25].fill(0.0);
    let motion = smooth(&track_at(&points, 40.0, 10.0, Some((sog, None))), OTHER);
    assert!(motion.sog_mps.iter().all(|v| (v - 5.0).abs() < 0.6), "{:?}", motion.sog_mps);
}

#[test]
fn zeros_of_forty_seconds_say_that_the_boat_rests_at_every_rate() {
    // The receiver's positions drift 6 m off and back while the boat rests.
    let east = |t_s: f64| 6.0 * libm::exp(-(t_s - 20.0) * (t_s - 20.0) / 2.0);
    let sog = |t_s: f64| if (10.0..50.0).contains(&t_s) { 0.0 } else { 0.2 };
    for rate_hz in [1, 5, 10] {
        let times: Vec<f64> = (0..60 * rate_hz).map(|i| f64::from(i) / f64::from(rate_hz)).collect();
        let points: Vec<Point> = times.iter().map(|&t_s| (t_s, east(t_s), 0.0)).collect();
        let device = times.iter().map(|&t_s| sog(t_s) as f32).collect();
        let motion = smooth(&track_at(&points, 40.0, 10.0, Some((device, None))), OTHER);
        let most = motion.sog_mps.iter().copied().fold(0.0, f64::max);
        println!("{rate_hz} Hz: {most:.2} m/s");
        assert!(most < 2.0, "{rate_hz} Hz: {most} m/s");
    }
}

#[test]
fn a_jump_of_a_second_and_back_is_no_sailing_at_any_rate() {
    for rate_hz in [1.0, 5.0, 10.0] {
        let truth = sailed(rate_hz, 40.0);
        let mut points: Vec<Point> = truth.iter().map(|t| t.0).collect();
        points.iter_mut().filter(|p| (20.0 - 1e-9..21.0 - 1e-9).contains(&p.0)).for_each(|p| p.2 += 100.0);
        let motion = smooth(&track(&points), OTHER);
        let off_m = motion.north_m.iter().zip(&truth).map(|(north_m, t)| (north_m - t.0.2).abs());
        let most_m = off_m.fold(0.0, f64::max);
        println!("{rate_hz} Hz: {most_m:.1} m");
        assert!(most_m < 3.0, "{rate_hz} Hz: {most_m} m");
    }
}

//! The summary: distance, speed, rate, counts (docs/algorithms.md, section 11).

use leebow_engine::Analysis;
use leebow_engine::config::boat_class;
use leebow_engine::geo::Plane;
use leebow_engine::maneuver::COUNTED_QUALITY;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::report::summary::{best_speed, distance_sailed_m, gates, sample_rate_hz};
use leebow_engine::track::{Recording, flag};
use leebow_engine::units::kn_from_mps;
use leebow_engine::wind::WindSeries;

use crate::drawn::{Drawn, ramps, steady_wind};
use crate::passage::Passage;
use crate::random::Random;

const WIND_DEG: f64 = 200.0;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

fn analyzed(recording: Recording, pinned: Option<WindSeries>) -> Analysis {
    let class = boat_class("49er").unwrap();
    analyze_recording("a.gpx", "", recording, class, AnalysisInputs { pinned, ..AnalysisInputs::default() })
        .unwrap()
}

/// Upwind with a tack each minute.
fn beat(tacks: usize) -> Passage {
    let start = Passage::from(54.4, 10.2, WIND_DEG - 43.0, 5.0).leg(60.0, 5.0);
    (0..tacks).fold(start, |p, k| p.turn(if k % 2 == 0 { 86.0 } else { -86.0 }, 24.0, 3.0).leg(60.0, 5.0))
}

#[test]
fn ten_minutes_at_five_metres_per_second_are_three_kilometres() {
    // Distances are on a sphere, the plane is that of an ellipsoid: a difference of a third of a percent.
    for course_deg in [0.0, 90.0, 217.0] {
        let boat = Drawn::by(1.0, 600.0, |_| 5.0, move |_| course_deg);
        near(distance_sailed_m(&boat.course()), 3000.0, 10.0);
    }
}

#[test]
fn a_circle_is_as_long_as_its_circumference() {
    let boat = Drawn::by(5.0, 120.0, |_| 4.0, |t| 3.0 * t);
    near(distance_sailed_m(&boat.course()), 480.0, 2.0);
}

#[test]
fn drifting_below_half_a_knot_is_no_distance() {
    let speed = |mps: f64| move |t: f64| if t < 100.0 { 5.0 } else { mps };
    let drifting = Drawn::by(1.0, 400.0, speed(0.25), |_| 0.0);
    near(distance_sailed_m(&drifting.course()), 500.0, 8.0);
    let creeping = Drawn::by(1.0, 400.0, speed(0.27), |_| 0.0);
    near(distance_sailed_m(&creeping.course()), 581.0, 8.0);
}

#[test]
fn no_distance_is_sailed_across_a_gap() {
    let torn = Drawn::by(1.0, 300.0, |_| 5.0, |_| 0.0).in_pieces(&[0..101, 201..301]);
    near(distance_sailed_m(&torn.course()), 500.0 + 495.0, 4.0);
}

#[test]
fn the_top_speed_is_a_mean_of_two_seconds() {
    // A gust raises the speed from 5 to 7 m/s and lowers it again, three seconds each.
    let gust = [(100.0, 5.0), (103.0, 7.0), (106.0, 5.0)];
    let boat = Drawn::by(10.0, 200.0, ramps(&gust), |_| 0.0);
    let best = best_speed(&boat.course()).unwrap();
    near(best.mps, 7.0 - (2.0 / 3.0) / 2.0, 0.01);
    near(best.sd_mps, 0.05, 1e-12);
}

#[test]
fn a_rejected_fix_is_not_the_top_speed() {
    let mut boat = Drawn::by(0.2, 400.0, |t| if (198.0..202.0).contains(&t) { 20.0 } else { 5.0 }, |_| 0.0);
    assert!(best_speed(&boat.course()).unwrap().mps > 15.0);
    boat.motion.flags[40] |= flag::OUTLIER;
    // The means of its neighbours contain up to a second of the interpolation to it.
    assert!(best_speed(&boat.course()).unwrap().mps < 6.0);
    boat.motion.flags.iter_mut().for_each(|f| *f |= flag::OUTLIER);
    assert_eq!(best_speed(&boat.course()), None);
}

#[test]
fn the_sample_rate_is_the_median_of_the_intervals() {
    for rate_hz in [0.2, 1.0, 10.0] {
        let boat = Drawn::by(rate_hz, 100.0, |_| 5.0, |_| 0.0);
        near(sample_rate_hz(&boat.course()).unwrap(), rate_hz, 1e-9);
    }
    let mut one = Drawn::by(1.0, 100.0, |_| 5.0, |_| 0.0);
    for none in [0.0, f64::NAN, f64::INFINITY] {
        one.track.median_dt_s = none;
        assert_eq!(sample_rate_hz(&one.course()), None);
    }
}

#[test]
fn a_position_that_jumps_for_one_fix_adds_no_distance_and_no_speed() {
    let clean = analyzed(beat(2).recorded(1.0), None).report.summary;
    let mut jumping = beat(2).recorded(1.0);
    jumping.columns.lat_deg[100] += 0.002;
    let summary = analyzed(jumping, None).report.summary;
    near(summary.distance_m, clean.distance_m, 3.0);
    near(summary.max_speed_kn.unwrap(), clean.max_speed_kn.unwrap(), 0.2);
}

#[test]
fn a_device_speed_that_jumps_for_one_fix_is_not_the_top_speed() {
    let clean = analyzed(beat(2).recorded(1.0), None).report.summary.max_speed_kn.unwrap();
    near(clean, kn_from_mps(5.0), 0.1);
    let mut jumping = beat(2).recorded(1.0);
    let mut sog = jumping.columns.get("sog").unwrap().to_vec();
    sog[100] = 18.0;
    jumping.columns.set("sog", sog);
    near(analyzed(jumping, None).report.summary.max_speed_kn.unwrap(), clean, 0.3);
}

#[test]
fn distance_and_time_are_those_of_the_path() {
    let mut boat = Passage::from(0.0, 0.0, 30.0, 5.0).leg(1000.0, 5.0);
    for lat_deg in [0.0, 35.0, -60.0] {
        boat.plane = Plane::at(lat_deg, 179.99);
        let analysis = analyzed(boat.recorded(1.0), None).report;
        near(analysis.summary.distance_m, 5000.0, 30.0);
        near(analysis.summary.duration_s, 999.0, 1.0);
        near(analysis.summary.sample_rate_hz.unwrap(), 1.0, 1e-6);
        assert_eq!(analysis.points, 1000);
    }
}

#[test]
fn a_pause_counts_as_duration_and_not_as_distance() {
    let mut recording = Passage::from(54.4, 10.2, 30.0, 5.0).leg(400.0, 5.0).recorded(1.0);
    // Half an hour passes between two fixes at the same place.
    recording.columns.time_ms.iter_mut().skip(200).for_each(|t| *t += 1_800_000.0);
    let summary = analyzed(recording, None).report.summary;
    near(summary.duration_s, 2199.0, 1.0);
    near(summary.distance_m, 1995.0, 12.0);
}

#[test]
fn only_maneuvers_of_quality_one_half_and_more_count() {
    let mut wind = steady_wind(WIND_DEG, 3.0, 1200.0);
    let sure = analyzed(beat(4).recorded(2.0), Some(wind.clone())).report;
    assert_eq!((sure.summary.tacks, sure.maneuvers.len()), (4, 4));
    wind.flip_probability = 0.55;
    let unsure = analyzed(beat(4).recorded(2.0), Some(wind)).report;
    // They are listed all the same.
    assert_eq!((unsure.summary.tacks, unsure.maneuvers.len()), (0, 4));
    assert!(unsure.maneuvers.iter().all(|m| m.quality < COUNTED_QUALITY));
}

#[test]
fn names_number_each_kind_in_time_order() {
    let analysis = analyzed(beat(3).turn(102.0, 20.0, 5.0).leg(60.0, 6.0).recorded(2.0), {
        Some(steady_wind(WIND_DEG, 3.0, 1200.0))
    });
    let names: Vec<&str> = analysis.report.maneuvers.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["Tack 1", "Tack 2", "Tack 3", "Bear Away 1"]);
    let straights: Vec<&str> = analysis.report.straights.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(straights, ["Straight 1", "Straight 2", "Straight 3", "Straight 4", "Straight 5"]);
    assert_eq!(analysis.report.summary.straights, 5);
    assert_eq!(analysis.report.summary.sets, 1);
}

/// The definition of the greatest speed, taken literally: every fix is compared with every piece.
fn greatest_speed_by_definition(boat: &Drawn) -> Option<f64> {
    let course = boat.course();
    let passes = gates(&course);
    let device = boat.track.columns.get("sog");
    let at_end = |i: usize| boat.track.pieces.iter().any(|p| i == p.start || i + 1 == p.end);
    let reported = |i: usize| device.is_some_and(|v| v[i].is_finite());
    let passing: Vec<usize> = (0..passes.len()).filter(|&i| passes[i]).collect();
    let inside: Vec<usize> = passing.iter().copied().filter(|&i| reported(i) || !at_end(i)).collect();
    let chosen = if inside.is_empty() { passing } else { inside };
    chosen.into_iter().map(|i| course.sog_2s_mps[i]).reduce(f64::max)
}

#[test]
fn the_greatest_speed_of_many_pieces_follows_its_definition() {
    let mut numbers = Random::of(1);
    let mut random = |below: usize| numbers.below(below);
    for longest in [1, 2, 3, 5, 40] {
        for with_device in [false, true] {
            let phase = random(100) as f64;
            let mut boat = Drawn::by(1.0, 300.0, |t| 4.0 + 3.0 * libm::sin(0.07 * t + phase), |_| 40.0);
            let fixes = boat.track.columns.len();
            let (mut pieces, mut start) = (Vec::new(), 0);
            while start < fixes {
                let end = (start + 1 + random(longest)).min(fixes);
                pieces.push(start..end);
                start = end;
            }
            for flags in &mut boat.motion.flags {
                *flags |= if random(10) == 0 { flag::OUTLIER } else { 0 };
            }
            if with_device {
                let speed = |v: &f64| if random(2) == 0 { f32::NAN } else { *v as f32 };
                let speeds = boat.motion.sog_mps.iter().map(speed).collect();
                boat.track.columns.set("sog", speeds);
            }
            let boat = boat.in_pieces(&pieces);
            let expected = greatest_speed_by_definition(&boat);
            assert!(expected.is_some());
            assert_eq!(best_speed(&boat.course()).map(|b| b.mps), expected, "pieces of up to {longest}");
        }
    }
}

#[test]
fn without_an_interval_inside_a_piece_there_is_no_sample_rate() {
    let boat = Drawn::by(1.0, 3.0, |_| 4.0, |_| 0.0).in_pieces(&[0..1, 1..2, 2..3, 3..4]);
    assert_eq!(sample_rate_hz(&boat.course()), None);
}

//! Trackers of ocean and offshore races: a fix every half minute to every four hours.

use leebow_engine::Analysis;
use leebow_engine::angle::{to_rad, wrap_180};
use leebow_engine::calendar::ms_from_iso;
use leebow_engine::config::boat_class;
use leebow_engine::geo::{Plane, distance_m};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, why_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::{Columns, Format, Recording, flag};
use leebow_engine::wind::{WindSeries, WindSource};

use crate::sparse_invariants::{assert_counts_agree, assert_invents_nothing};

const START_MS: f64 = 1_781_359_200_000.0;
const WIND_DEG: f64 = 270.0;
const INTERVALS_S: [f64; 5] = [30.0, 120.0, 300.0, 1800.0, 14_400.0];

/// A passage of straight legs (course, deg; speed, m/s; duration, s), recorded at these seconds.
fn passage(legs: &[(f64, f64, f64)], at_s: impl Iterator<Item = f64>) -> Recording {
    let place = |t: f64| {
        let (mut lat, mut lon, mut left) = (20.0, -40.0, t);
        for &(course_deg, mps, lasts_s) in legs {
            // Short steps, so that a course is a rhumb line over any distance.
            let mut sailed_s = 0.0;
            while sailed_s < lasts_s && left > 0.0 {
                let dt = left.min(lasts_s - sailed_s).min(3600.0);
                let (sin, cos) = libm::sincos(to_rad(course_deg));
                (lat, lon) = Plane::at(lat, lon).to_deg(mps * dt * sin, mps * dt * cos);
                sailed_s += dt;
                left -= dt;
            }
        }
        (lat, lon)
    };
    let total_s: f64 = legs.iter().map(|l| l.2).sum();
    let times: Vec<f64> = at_s.take_while(|t| *t <= total_s).collect();
    let (lat_deg, lon_deg) = times.iter().map(|&t| place(t)).unzip();
    let time_ms = times.iter().map(|t| START_MS + 1000.0 * t).collect();
    Recording::of(Format::Gpx, Columns::new(time_ms, lat_deg, lon_deg).unwrap())
}

fn every(dt_s: f64) -> impl Iterator<Item = f64> {
    (0..).map(move |k| dt_s * f64::from(k))
}

/// A beat of seven legs that last for six and a half intervals each.
fn beat(dt_s: f64) -> Vec<(f64, f64, f64)> {
    (0..7).map(|k| (WIND_DEG + if k % 2 == 0 { 45.0 } else { -45.0 }, 4.0, 6.5 * dt_s)).collect()
}

fn pinned(recording: &Recording) -> AnalysisInputs {
    let time_ms = recording.columns.time_ms.clone();
    let of = |value: f64| vec![value; time_ms.len()];
    let (twd_deg, sd_deg, tws_mps) = (of(WIND_DEG), of(3.0), of(f64::NAN));
    let source = WindSource::Pinned;
    let wind = WindSeries { source, time_ms, twd_deg, sd_deg, tws_mps, flip_probability: 0.0 };
    AnalysisInputs { pinned: Some(wind), ..AnalysisInputs::default() }
}

fn analysed(recording: &Recording, inputs: AnalysisInputs) -> Analysis {
    let class = boat_class("J70").unwrap();
    let analysis = analyze_recording("tracker", "", recording.clone(), class, inputs).unwrap();
    assert_counts_agree("tracker", &analysis);
    assert_invents_nothing("tracker", &recording.columns, &analysis);
    analysis
}

#[test]
fn a_beat_in_long_legs_has_its_tacks_between_them_at_every_interval() {
    for dt_s in INTERVALS_S {
        let recording = passage(&beat(dt_s), every(dt_s));
        let report = analysed(&recording, pinned(&recording)).report;
        assert_eq!((report.summary.tacks, report.summary.straights), (6, 7), "every {dt_s} s");
        for (k, tack) in report.maneuvers.iter().enumerate() {
            let at_s = (ms_from_iso(&tack.time).unwrap() - START_MS) / 1000.0;
            let true_s = 6.5 * dt_s * (k + 1) as f64;
            assert!(
                (at_s - true_s).abs() < 0.6 * dt_s,
                "tack {k} every {dt_s} s: at {at_s}, sailed at {true_s}"
            );
            assert!((tack.angle_deg.unwrap() - 90.0).abs() < 8.0, "{tack:?}");
            assert!(tack.duration_s <= 1.01 * dt_s, "{} lasts {} s", tack.name, tack.duration_s);
        }
        let legs_kn = report.straights.iter().map(|s| s.sog_kn);
        legs_kn.for_each(|kn| assert!((kn - 7.776).abs() < 0.03 * 7.776, "every {dt_s} s: a leg at {kn} kn"));
    }
}

#[test]
fn a_beat_in_long_legs_tells_its_wind_and_turns_without_it_have_no_name() {
    let recording = passage(&beat(300.0), every(300.0));
    let report = analysed(&recording, AnalysisInputs::default()).report;
    match report.wind {
        Some(wind) => assert!(wrap_180(wind.twd_deg - WIND_DEG).abs() < 15.0, "{}", wind.twd_deg),
        None => assert_eq!((report.summary.tacks, report.summary.turns), (0, 6)),
    }
}

/// The speeds of a tracker are means of half an hour, which hardly differ; turns are not seen.
#[test]
fn a_passage_at_an_even_speed_is_not_taken_for_one_under_engine() {
    let legs = |angle_deg: f64| {
        let side = |k: u32| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        (0..7).map(move |k| (WIND_DEG + side(k) * angle_deg, 4.0, 6.5 * 1800.0))
    };
    let recording = passage(&legs(45.0).chain(legs(145.0)).collect::<Vec<_>>(), every(1800.0));
    let report = analysed(&recording, AnalysisInputs::default()).report;
    let wind = report.wind.unwrap();
    assert!(wrap_180(wind.twd_deg - WIND_DEG).abs() < 15.0, "{}", wind.twd_deg);
}

#[test]
fn turns_between_legs_of_two_fixes_are_listed_and_not_counted() {
    let legs: Vec<(f64, f64, f64)> =
        (0..8).map(|k| (WIND_DEG + if k % 2 == 0 { 45.0 } else { -45.0 }, 4.0, 600.0)).collect();
    let recording = passage(&legs, every(300.0));
    let report = analysed(&recording, pinned(&recording)).report;
    assert_eq!(report.summary.tacks, 0);
    assert_eq!(report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Tack).count(), 7);
    assert!(report.maneuvers.iter().all(|m| m.flags.iter().any(|f| f == "short_leg")));
}

#[test]
fn tacks_that_the_fixes_do_not_show_are_not_invented() {
    // Forty tacks, two in each interval: the track is straight to windward.
    let legs: Vec<(f64, f64, f64)> =
        (0..41).map(|k| (WIND_DEG + if k % 2 == 0 { 45.0 } else { -45.0 }, 4.0, 150.0)).collect();
    let recording = passage(&legs, every(300.0));
    for inputs in [pinned(&recording), AnalysisInputs::default()] {
        let report = analysed(&recording, inputs).report;
        assert!(report.maneuvers.is_empty(), "{:?}", report.maneuvers);
    }
    assert!(analysed(&recording, AnalysisInputs::default()).report.wind.is_none());
}

#[test]
fn between_two_reaches_no_turn_is_named() {
    let legs = [(0.0, 5.0, 3600.0), (180.0, 5.0, 3600.0)];
    let recording = passage(&legs, every(300.0));
    let report = analysed(&recording, pinned(&recording)).report;
    assert_eq!(report.maneuvers.len(), 0, "{:?}", report.maneuvers);
    assert_eq!(report.summary.straights, 2);
}

#[test]
fn the_top_speed_of_a_five_minute_tracker_is_a_mean_between_two_fixes() {
    let legs = [(45.0, 4.0, 3600.0), (135.0, 6.0, 3600.0), (200.0, 5.0, 3600.0)];
    let summary = analysed(&passage(&legs, every(300.0)), AnalysisInputs::default()).report.summary;
    let (kn, error_kn) = (summary.max_speed_kn.unwrap(), summary.max_speed_error_kn.unwrap());
    assert!((kn - 11.66).abs() < 0.05 && error_kn < 1.0, "{kn} ± {error_kn} kn");
}

#[test]
fn long_records_lie_between_fixes_and_short_ones_are_null() {
    let legs = [(45.0, 4.0, 14_400.0), (135.0, 6.0, 7200.0), (200.0, 5.0, 14_400.0)];
    let records =
        |dt_s: f64| analysed(&passage(&legs, every(dt_s)), AnalysisInputs::default()).report.records;
    for dt_s in [30.0, 120.0, 300.0, 1800.0] {
        let half_hour = records(dt_s).best_half_hour.unwrap();
        let off_kn = half_hour.speed_kn - 11.66;
        assert!(off_kn.abs() < 0.05 && half_hour.error_kn < 1.0, "every {dt_s} s: {half_hour:?}");
    }
    let four_hours = records(14_400.0);
    assert!(four_hours.best_half_hour.is_none() && four_hours.best_hour.is_none());
    assert!(four_hours.best_day.is_some_and(|d| d.distance_m > 100_000.0 && d.error_m < d.distance_m));
}

#[test]
fn an_uneven_tracker_with_missed_fixes_is_not_all_gaps() {
    for dt_s in INTERVALS_S {
        // Every interval up to a fifth off, and every seventh fix missing.
        let uneven = every(dt_s).enumerate().filter(|(k, _)| k % 7 != 3);
        let uneven = uneven.map(|(k, t)| t + dt_s * 0.2 * ((k * 37 % 11) as f64 / 5.0 - 1.0).max(-t / dt_s));
        let legs = [(45.0, 4.0, 40.0 * dt_s), (135.0, 6.0, 40.0 * dt_s)];
        let recording = passage(&legs, uneven);
        let analysis = analysed(&recording, AnalysisInputs::default());
        let gaps = analysis.fix_flags.iter().filter(|f| **f & flag::AFTER_GAP != 0).count();
        assert_eq!(gaps, 0, "every {dt_s} s");
        let c = &recording.columns;
        let way_m: f64 = (1..c.len())
            .map(|i| distance_m(c.lat_deg[i - 1], c.lon_deg[i - 1], c.lat_deg[i], c.lon_deg[i]))
            .sum();
        let summary = &analysis.report.summary;
        assert!((summary.distance_m / way_m - 1.0).abs() < 1e-3, "every {dt_s} s: {} m", summary.distance_m);
        assert!((summary.water_time_s - summary.duration_s).abs() < 1.0, "every {dt_s} s");
    }
}

#[test]
fn a_tracker_that_sends_less_often_offshore_is_one_track() {
    let times = every(30.0).take(200).chain((1..40).map(|k| 199.0 * 30.0 + 900.0 * f64::from(k)));
    let analysis = analysed(&passage(&[(45.0, 4.0, 60_000.0)], times), AnalysisInputs::default());
    assert!(analysis.fix_flags.iter().all(|f| f & flag::AFTER_GAP == 0));
    let sailed_m = 4.0 * (199.0 * 30.0 + 39.0 * 900.0);
    assert!((analysis.report.summary.distance_m / sailed_m - 1.0).abs() < 0.01);
}

#[test]
fn a_silence_of_a_day_is_a_gap() {
    let silent = every(1800.0).filter(|t| !(40_000.0..130_000.0).contains(t));
    let analysis = analysed(&passage(&[(45.0, 4.0, 200_000.0)], silent), AnalysisInputs::default());
    assert_eq!(analysis.fix_flags.iter().filter(|f| **f & flag::AFTER_GAP != 0).count(), 1);
    let summary = &analysis.report.summary;
    assert!(summary.distance_m < 4.0 * 110_000.0, "{} m", summary.distance_m);
    assert_eq!(summary.straights, 2);
}

#[test]
fn an_ocean_is_as_wide_as_on_the_globe() {
    // Three weeks westward and northward: a plane at the start would be a third off.
    let legs = [(340.0, 5.0, 8.0 * 86_400.0), (290.0, 5.0, 6.0 * 86_400.0)];
    let recording = passage(&legs, every(14_400.0));
    let report = analysed(&recording, AnalysisInputs::default()).report;
    let sailed_m = 5.0 * 14.0 * 86_400.0;
    assert!((report.summary.distance_m / sailed_m - 1.0).abs() < 0.01, "{} m", report.summary.distance_m);
    assert!((report.summary.max_speed_kn.unwrap() - 9.72).abs() < 0.1);
}

#[test]
fn a_position_far_off_the_track_is_left_out() {
    let mut recording = passage(&[(45.0, 4.0, 20.0 * 600.0)], every(600.0));
    // Five miles there and five miles back: 30 kn would do.
    recording.columns.lat_deg[9] += 0.08;
    let class = boat_class("J70").unwrap();
    let report = analyze_recording("spike", "", recording, class, AnalysisInputs::default()).unwrap().report;
    assert!((report.summary.max_speed_kn.unwrap() - 7.78).abs() < 0.05, "{:?}", report.summary.max_speed_kn);
    assert_eq!(report.summary.straights, 1);
}

#[test]
fn a_boat_at_anchor_stops_and_a_leg_ends_there() {
    let legs = [(45.0, 4.0, 7200.0), (0.0, 0.0, 7200.0), (45.0, 4.0, 7200.0)];
    let report = analysed(&passage(&legs, every(600.0)), AnalysisInputs::default()).report;
    let stops: Vec<f64> =
        report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Stop).map(|m| m.duration_s).collect();
    assert_eq!(stops, [7200.0]);
    assert_eq!(report.summary.straights, 2);
}

#[test]
fn a_moment_between_two_fixes_is_explained_by_them() {
    let recording = passage(&[(45.0, 4.0, 7200.0)], every(600.0));
    let at_ms = START_MS + 1000.0 * 900.0;
    let why = why_recording(recording, boat_class("J70").unwrap(), AnalysisInputs::default(), at_ms).unwrap();
    assert!(why.answer.contains("10 min apart") && why.answer.contains("7.8 kn on 45°"), "{}", why.answer);
    assert!(why.reasons.iter().any(|r| r.test == "sparse"));
    assert!(why.turned_deg.is_none());
}

#[test]
fn the_notes_state_what_far_fixes_cannot_show() {
    let report = analysed(&passage(&[(45.0, 4.0, 7200.0)], every(300.0)), AnalysisInputs::default()).report;
    assert!(report.notes.iter().any(|n| n.starts_with("The fixes are 5 min apart")), "{:?}", report.notes);
}

#[test]
fn fixes_in_quick_succession_make_no_speed() {
    // A tracker that repeats its position a second later, ten metres aside.
    let twice = every(300.0).flat_map(|t| [t, t + 1.0, t + 20.0, t + 60.0, t + 120.0, t + 200.0]);
    let mut recording = passage(&[(45.0, 4.0, 7200.0)], twice);
    for k in (1..recording.columns.len()).step_by(6) {
        recording.columns.lat_deg[k] += 1e-4;
    }
    let report = analysed(&recording, AnalysisInputs::default()).report;
    assert!((report.summary.max_speed_kn.unwrap() - 7.8).abs() < 1.3, "{:?}", report.summary.max_speed_kn);
}

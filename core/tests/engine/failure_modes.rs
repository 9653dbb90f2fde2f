//! Known failure modes of track analysis, with the tests of each:
//!
//! | failure mode | tests |
//! |---|---|
//! | 1 a reach out and back | `maneuvers`, and here in a simulated session |
//! | 2 motoring home straight to windward | here; unit tests of `wind::estimate` |
//! | 3 a tow, launching a kite | here |
//! | 4 gybes dead downwind | `maneuvers`, `running` |
//! | 5 a tack on a shift | here; `losses` |
//! | 6 a cross current | here |
//! | 7 a wind that turns | here |
//! | 8 a fix every five seconds | here; `measures` |
//! | 9 a swinging watch with smart recording | here |
//! | 10 repeated times, clock jumps, local time | here; unit tests of `clean` |
//! | 11 two devices in one file | here; unit tests of `clean` |
//! | 12 drifting after a capsize | here; `starts_and_falls::there_is_no_maneuver_while_the_boat_lies_in_the_water` |
//! | 13 penalty turns | `table_rows::a_circle_is_a_penalty_and_two_are_a_double` and `maneuvers` |
//! | 14 the fleet reaches before the start | here |
//! | 15 dateline, poles, equator | here; `same_sailing::a_lap_has_the_same_maneuvers_at_any_position` |
//! | 16 the jump from 360 to 0 | here; `angles_and_places`, `straights` |
//! | 17 a wind interval that is too narrow | here |
//! | 18 a GPX without times | here; unit tests of `read::gpx` |
//! | 19 a heel sensor mounted the wrong way round | here |

use leebow_engine::angle::wrap_180;
use leebow_engine::api::FileAnalysis;
use leebow_engine::config::boat_class;
use leebow_engine::parts::PartKind;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::Recording;
use leebow_engine::wind::WindSeries;
use leebow_engine::{Options, analyze};
use leebow_simulator::{Noise, Scenario, Spec, simulate, write_simulation};

use crate::drawn::steady_wind;
use crate::passage::Passage;

fn analyzed(recording: Recording, class: &str, pinned: Option<WindSeries>) -> FileAnalysis {
    let inputs = AnalysisInputs { pinned, ..AnalysisInputs::default() };
    analyze_recording("sailed.gpx", "", recording, boat_class(class).unwrap(), inputs).unwrap().report
}

/// The analysis of a simulated session, and the errors of its wind: time (min), error (deg), within the interval.
fn sailed(spec: &Spec, format: &str) -> (FileAnalysis, Vec<(f64, f64, bool)>) {
    let session = simulate(spec).unwrap();
    let bytes = write_simulation(&session, format).unwrap();
    let options = Options { boat_class: Some(spec.class.clone()), ..Options::default() };
    let report = analyze("session", &bytes, None, &options).unwrap().report;
    let mut off = Vec::new();
    for sample in report.wind.iter().flat_map(|w| &w.series) {
        let at = session.truth.wind.iter().position(|t| t.time[..19] == sample.time[..19]);
        let Some(k) = at else { continue };
        let by = wrap_180(sample.twd_deg - session.truth.wind[k].twd_deg);
        off.push((k as f64 / 6.0, by.abs(), by.abs() <= 1.645 * sample.sd_deg));
    }
    (report, off)
}

fn median_off(off: &[(f64, f64, bool)]) -> f64 {
    let mut sizes: Vec<f64> = off.iter().map(|o| o.1).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(f64::NAN)
}

fn names(report: &FileAnalysis) -> Vec<&str> {
    report.maneuvers.iter().map(|m| m.name.as_str()).collect()
}

/// Four short beats and two runs in a wind from north, 60 s each.
fn race(passage: Passage) -> Passage {
    let up = [88.0, -88.0, 88.0].iter().fold(passage, |p, by| p.turn(*by, 24.0, 2.0).leg(60.0, 4.0));
    let top = up.turn(100.0, 20.0, 6.0).leg(60.0, 6.0);
    let down = [72.0, -72.0].iter().fold(top, |p, by| p.turn(*by, 18.0, 4.5).leg(60.0, 6.0));
    down.turn(-100.0, 20.0, 4.0).leg(60.0, 4.0)
}

#[test]
fn a_reach_out_and_back_has_no_wind_in_any_class() {
    for class in ["Laser", "J70", "Formula Kite"] {
        let spec = Spec { class: class.into(), scenario: Scenario::ReachOnly, seed: 61, ..Spec::default() };
        let (report, _) = sailed(&spec, "gpx");
        assert!(
            report.wind.is_none() && report.notes.iter().any(|n| n.contains("set the direction")),
            "{class}"
        );
    }
}

#[test]
fn a_boat_that_motors_home_has_no_wind() {
    for class in ["J70", "Melges 24"] {
        let spec = Spec { class: class.into(), scenario: Scenario::Motoring, seed: 62, ..Spec::default() };
        assert!(sailed(&spec, "gpx").0.wind.is_none(), "{class}");
    }
}

#[test]
fn a_tow_to_the_start_does_not_change_the_wind_and_has_no_maneuvers() {
    // Fifteen minutes in tow straight to windward with one bend of 40 degrees, then the race.
    let tow = Passage::from(54.4, 10.2, 0.0, 2.6).leg(480.0, 2.6).turn(40.0, 6.0, 2.6).leg(420.0, 2.6);
    let race = race(tow.turn(-84.0, 12.0, 4.0).leg(60.0, 4.0));
    let report = analyzed(race.recorded(1.0), "49er", None);
    let wind = report.wind.as_ref().unwrap();
    assert!(wrap_180(wind.twd_deg).abs() < 10.0, "{}", wind.twd_deg);
    let in_tow = report.maneuvers.iter().filter(|m| m.time.as_str() < "2026-06-13T14:14:00");
    assert_eq!(in_tow.count(), 0, "{:?}", names(&report));
    // The three of the beat.
    assert_eq!(report.summary.tacks, 3, "{:?}", names(&report));
    let kinds: Vec<(PartKind, bool)> = report.parts.iter().map(|part| (part.kind, part.left_out)).collect();
    assert_eq!(kinds, [(PartKind::Towed, true), (PartKind::Sailing, false)]);
}

#[test]
fn launching_a_kite_on_the_beach_is_no_maneuver() {
    // Walking back and forth with the device, then a stretch through the water behind the kite.
    let walk = [120.0, -70.0, 160.0, 90.0, -140.0, 60.0]
        .iter()
        .fold(Passage::from(54.4, 10.2, 10.0, 0.0), |p, by| p.leg(30.0, 1.2).turn(*by, 40.0, 0.3));
    let off = walk.leg(40.0, 0.8).turn(30.0, 10.0, 5.0).leg(60.0, 9.0);
    let ride = [95.0, -95.0, 95.0, -95.0].iter().fold(off, |p, by| p.turn(*by, 20.0, 6.0).leg(90.0, 9.0));
    let report = analyzed(ride.recorded(2.0), "Formula Kite", Some(steady_wind(0.0, 3.0, 900.0)));
    let on_the_beach = report.maneuvers.iter().filter(|m| m.time.as_str() < "2026-06-13T14:03:50");
    let counted = on_the_beach.filter(|m| m.quality >= 0.5 && m.kind != SegmentKind::Stop).count();
    assert_eq!(counted, 0, "{:?}", names(&report));
}

#[test]
fn a_tack_on_a_shift_is_a_tack_whether_it_turns_70_degrees_or_110() {
    for (shift_deg, turn_deg) in [(-20.0, 70.0), (20.0, 110.0)] {
        let passage =
            Passage::from(54.4, 10.2, 315.0, 4.0).leg(60.0, 4.0).turn(turn_deg, 24.0, 2.0).leg(60.0, 4.0);
        let mut wind = steady_wind(0.0, 3.0, 140.0);
        wind.twd_deg.iter_mut().skip(13).for_each(|twd| *twd = f64::rem_euclid(shift_deg, 360.0));
        let report = analyzed(passage.recorded(1.0), "49er", Some(wind));
        assert_eq!(names(&report), ["Tack 1"], "{shift_deg}");
        assert!((report.maneuvers[0].angle_deg.unwrap() - turn_deg).abs() < 4.0);
    }
}

#[test]
fn a_cross_current_widens_the_interval_and_does_not_reverse_the_wind() {
    let (mut off, mut spec) = (Vec::new(), Spec { twd_deg: 200.0, current_kn: 0.9, ..Spec::default() });
    for (class, seed, set_deg) in [("Laser", 63, 290.0), ("J70", 64, 110.0), ("470", 65, 290.0)] {
        spec = Spec { class: class.into(), seed, current_deg: set_deg, ..spec };
        off.extend(sailed(&spec, "gpx").1);
    }
    let inside = off.iter().filter(|o| o.2).count() as f64 / off.len() as f64;
    assert!(median_off(&off) < 9.0 && inside > 0.7, "{} off, {inside} inside", median_off(&off));
}

#[test]
fn a_wind_that_turns_seventy_degrees_in_a_minute_is_followed() {
    for (class, seed, shift_deg) in [("470", 67, -70.0), ("Laser", 66, 70.0), ("49er", 67, -70.0)] {
        let shift = Spec { shift_deg, shift_at_min: 30.0, minutes: 70.0, ..Spec::default() };
        let (_, off) = sailed(&Spec { class: class.into(), seed, ..shift }, "gpx");
        let before: Vec<_> = off.iter().filter(|o| o.0 < 28.0).copied().collect();
        let after: Vec<_> = off.iter().filter(|o| o.0 > 40.0).copied().collect();
        assert!(before.len() > 100 && median_off(&before) < 8.0, "{class} before: {}", median_off(&before));
        assert!(after.len() > 100 && median_off(&after) < 10.0, "{class} after: {}", median_off(&after));
    }
}

#[test]
fn a_fix_every_five_seconds_finds_the_tacks_and_has_no_turn_rates() {
    let (report, _) =
        sailed(&Spec { class: "470".into(), seed: 67, rate_hz: 0.2, ..Spec::default() }, "gpx-plain");
    let turns: Vec<_> = report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Tack).collect();
    assert!(turns.len() >= 5);
    assert!(turns.iter().all(|m| m.max_turn_rate_dps.is_none() && m.avg_turn_rate_dps.is_none()));
    assert!(turns.iter().filter(|m| m.angle_deg.is_some()).count() >= turns.len() - 1);
}

#[test]
fn a_watch_with_smart_recording_on_a_swinging_wrist_finds_the_tacks_of_a_logger() {
    let (mut watched, mut true_ones) = (0, 0);
    for (class, seed) in [("Laser", 68), ("29er", 69), ("470", 70)] {
        let noise = Noise { smart_s: 9.0, swing_mps: 0.3, ..Noise::WATCH };
        let spec = Spec { class: class.into(), seed, noise, mistakes: 0.0, ..Spec::default() };
        let turns = |k: SegmentKind| matches!(k, SegmentKind::Tack | SegmentKind::Gybe);
        let truth = simulate(&spec).unwrap().truth.maneuvers;
        let (report, _) = sailed(&spec, "fit");
        true_ones += truth.iter().filter(|m| turns(m.kind)).count();
        watched += report.maneuvers.iter().filter(|m| turns(m.kind)).count();
    }
    assert!(watched.abs_diff(true_ones) * 10 <= true_ones, "{watched} of {true_ones}");
}

#[test]
fn a_clock_jump_of_an_hour_makes_a_gap_and_no_maneuver() {
    let mut recording = race(Passage::from(54.4, 10.2, 316.0, 4.0).leg(60.0, 4.0)).recorded(1.0);
    let whole = analyzed(recording.clone(), "49er", Some(steady_wind(0.0, 3.0, 5000.0)));
    let leap = 430;
    recording.columns.time_ms.iter_mut().skip(leap).for_each(|t| *t += 3_600_000.0);
    let leapt = analyzed(recording, "49er", Some(steady_wind(0.0, 3.0, 5000.0)));
    assert_eq!(names(&leapt), names(&whole));
    assert!((leapt.summary.distance_m - whole.summary.distance_m).abs() < 10.0);
}

#[test]
fn local_time_written_as_utc_changes_only_the_times() {
    let lap = || race(Passage::from(54.4, 10.2, 316.0, 4.0).leg(60.0, 4.0));
    let utc = analyzed(lap().recorded(1.0), "49er", None);
    let mut shifted = lap();
    shifted.start_ms += 2.0 * 3_600_000.0;
    let local = analyzed(shifted.recorded(1.0), "49er", None);
    assert_eq!(names(&utc), names(&local));
    for (a, b) in utc.maneuvers.iter().zip(&local.maneuvers) {
        assert_eq!((&a.time[14..], a.loss_80_m.is_some()), (&b.time[14..], b.loss_80_m.is_some()));
        assert_ne!(a.time[11..13], b.time[11..13]);
    }
}

#[test]
fn a_second_device_of_the_same_boat_adds_no_maneuvers() {
    let mut recording = race(Passage::from(54.4, 10.2, 316.0, 4.0).leg(60.0, 4.0)).recorded(1.0);
    let alone = analyzed(recording.clone(), "49er", Some(steady_wind(0.0, 3.0, 900.0)));
    // The second device is half a metre to the east and 400 ms late; its fixes follow those of the first in the file.
    let n = recording.columns.len();
    let twice: Vec<usize> = (0..n).chain(0..n).collect();
    recording.columns = std::mem::take(&mut recording.columns).into_selected(&twice);
    recording.columns.time_ms.iter_mut().skip(n).for_each(|t| *t += 400.0);
    recording.columns.lon_deg.iter_mut().skip(n).for_each(|lon| *lon += 8e-6);
    let both = analyzed(recording, "49er", Some(steady_wind(0.0, 3.0, 900.0)));
    assert_eq!(names(&both), names(&alone));
    assert!((both.summary.distance_m - alone.summary.distance_m).abs() < 0.02 * alone.summary.distance_m);
}

#[test]
fn a_capsized_boat_that_drifts_and_swings_does_not_tack() {
    let crash = Passage::from(54.4, 10.2, 316.0, 4.0).leg(90.0, 4.0).turn(60.0, 40.0, 0.2);
    let drifting =
        [70.0, -90.0, 140.0, -60.0].iter().fold(crash, |p, by| p.leg(25.0, 0.2).turn(*by, 15.0, 0.2));
    let up_again = drifting.turn(-120.0, 20.0, 1.0).leg(90.0, 4.0);
    let report = analyzed(up_again.recorded(1.0), "49er", Some(steady_wind(0.0, 3.0, 900.0)));
    let counted = report.maneuvers.iter().filter(|m| m.quality >= 0.5);
    let turns = counted.filter(|m| matches!(m.kind, SegmentKind::Tack | SegmentKind::Gybe)).count();
    assert!(turns <= 1, "{:?}", names(&report));
    assert!(report.maneuvers.iter().any(|m| m.kind == SegmentKind::Stop || m.kind == SegmentKind::Fall));
}

#[test]
fn reaching_about_before_the_start_does_not_change_the_wind_of_the_race() {
    // Ten minutes along the line, the turns alternately tacks and gybes.
    let line = [175.0, 185.0, -175.0, 185.0, 175.0, -185.0, 175.0, 185.0, -175.0]
        .iter()
        .fold(Passage::from(54.4, 10.2, 90.0, 3.5).leg(50.0, 3.5), |p, by| {
            p.turn(*by, 24.0, 1.8).leg(50.0, 3.5)
        });
    let race = race(line.turn(44.0, 12.0, 4.0).leg(60.0, 4.0));
    let report = analyzed(race.recorded(1.0), "Laser", None);
    for sample in &report.wind.unwrap().series {
        assert!(wrap_180(sample.twd_deg).abs() < 20.0, "{} at {}", sample.twd_deg, sample.time);
    }
}

#[test]
fn a_lap_near_the_pole_and_one_on_the_equator_at_the_dateline_give_the_same_maneuvers() {
    let wind = || Some(steady_wind(0.0, 3.0, 900.0));
    let lap =
        |lat_deg, lon_deg| race(Passage::from(lat_deg, lon_deg, 316.0, 4.0).leg(60.0, 4.0)).recorded(1.0);
    let here = analyzed(lap(54.4, 10.2), "49er", wind());
    for (lat_deg, lon_deg) in [(85.0, 20.0), (-78.0, 166.0), (0.0, 179.999), (0.001, -179.999)] {
        let there = analyzed(lap(lat_deg, lon_deg), "49er", wind());
        assert_eq!(names(&here), names(&there), "at {lat_deg}, {lon_deg}");
        assert!((here.summary.distance_m - there.summary.distance_m).abs() < 0.01 * here.summary.distance_m);
    }
}

#[test]
fn with_the_wind_from_north_mean_courses_and_angles_are_on_the_right_side() {
    // Dead downwind and close-hauled in a north wind: courses near 0 and 180, a wind near 359 and 1.
    let spec = Spec { class: "Laser".into(), seed: 71, twd_deg: 0.0, ..Spec::default() };
    let (report, off) = sailed(&spec, "gpx");
    assert!(median_off(&off) < 6.0, "{}", median_off(&off));
    assert!(wrap_180(report.wind.as_ref().unwrap().twd_deg).abs() < 20.0);
    for straight in &report.straights {
        let twa = straight.twa_deg.unwrap_or(40.0);
        assert!((0.0..=180.0).contains(&twa.abs()), "{twa}");
        assert!((0.0..360.0).contains(&straight.cog_deg), "{}", straight.cog_deg);
    }
    for m in &report.maneuvers {
        assert!(m.angle_deg.is_none_or(|a| (-1.0..=730.0).contains(&a)), "{}: {:?}", m.name, m.angle_deg);
    }
}

#[test]
fn the_wind_interval_of_an_unknown_class_with_a_poor_receiver_contains_the_truth() {
    let mut off = Vec::new();
    for seed in 72..78 {
        let noise = Noise { drift_m: 4.0, white_m: 1.5, ..Noise::WATCH };
        let spec = Spec { class: "Other".into(), seed, rate_hz: 0.5, noise, ..Spec::default() };
        off.extend(sailed(&spec, "gpx-plain").1);
    }
    let inside = off.iter().filter(|o| o.2).count() as f64 / off.len() as f64;
    assert!(inside >= 0.8, "the 90 % interval holds {inside} of {}", off.len());
}

#[test]
fn a_gpx_without_times_is_refused_with_a_sentence() {
    let points: String =
        (0..50).map(|i| format!("<trkpt lat=\"54.4{i:02}\" lon=\"10.2\"></trkpt>")).collect();
    let gpx = format!("<gpx version=\"1.1\"><trk><trkseg>{points}</trkseg></trk></gpx>");
    let refused = analyze("planned.gpx", gpx.as_bytes(), None, &Options::default()).unwrap_err();
    assert!(refused.to_string().contains("time"), "{refused}");
}

#[test]
fn a_heel_sensor_mounted_the_wrong_way_round_changes_neither_wind_nor_maneuvers() {
    for seed in [79, 80] {
        let mut session =
            simulate(&Spec { class: "29er".into(), seed, rate_hz: 2.0, ..Spec::default() }).unwrap();
        let options = Options { boat_class: Some("29er".to_string()), ..Options::default() };
        let analyze_vakaros = |bytes: Vec<u8>| analyze("deck.csv", &bytes, None, &options).unwrap().report;
        let right = analyze_vakaros(write_simulation(&session, "vakaros").unwrap());
        session.fixes.iter_mut().for_each(|fix| fix.heel_deg = -fix.heel_deg);
        let reversed = analyze_vakaros(write_simulation(&session, "vakaros").unwrap());
        assert_eq!(names(&right), names(&reversed));
        assert!(wrap_180(right.wind.unwrap().twd_deg - reversed.wind.unwrap().twd_deg).abs() < 1.0);
    }
}

//! Columns, segment columns, notes and times of an analysis.

use leebow_engine::Analysis;
use leebow_engine::angle::{to_rad, wrap_180, wrap_360};
use leebow_engine::api::SEGMENT_METRICS;
use leebow_engine::channel;
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::{Recording, flag};
use leebow_engine::wind::{WindSeries, WindSource};

use crate::drawn::steady_wind;
use crate::passage::Passage;

const WIND_DEG: f64 = 350.0;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

fn analyzed(recording: Recording, inputs: AnalysisInputs) -> Analysis {
    analyze_recording("a.gpx", "ab12", recording, boat_class("49er").unwrap(), inputs).unwrap()
}

fn pinned() -> AnalysisInputs {
    AnalysisInputs { pinned: Some(steady_wind(WIND_DEG, 3.0, 1200.0)), ..AnalysisInputs::default() }
}

fn log(twd_deg: f64) -> WindSeries {
    let wind = steady_wind(twd_deg, 4.0, 1200.0);
    let tws_mps = (0..wind.time_ms.len()).map(|k| if k % 2 == 0 { 6.0 } else { 8.0 }).collect();
    WindSeries { source: WindSource::Measured, tws_mps, ..wind }
}

/// Upwind with tacks, a bear-away, a gybe, and a rest of half a minute at the end.
fn session() -> Passage {
    let up =
        Passage::from(54.4, 10.2, WIND_DEG - 43.0, 5.0).leg(60.0, 5.0).turn(86.0, 24.0, 3.0).leg(60.0, 5.0);
    let top = up.turn(-86.0, 24.0, 3.0).leg(60.0, 5.0).turn(-102.0, 20.0, 6.0).leg(60.0, 6.0);
    top.turn(-70.0, 20.0, 5.0).leg(60.0, 6.0).leg(40.0, 0.0)
}

#[test]
fn every_column_is_as_long_as_the_track() {
    let analysis = analyzed(session().recorded(1.0), pinned());
    let n = analysis.report.points as usize;
    let c = &analysis.columns;
    assert_eq!((c.time_ms.len(), c.lat_deg.len(), c.lon_deg.len()), (n, n, n));
    assert!(c.channels().iter().all(|column| column.values.len() == n));
    assert!(c.time_ms.windows(2).all(|w| w[0] < w[1]));
    for id in ["sog", "cog", "turn_rate", "ewd", "ewd_sd", "etwa", "etab", "vmg", "lvg"] {
        assert!(c.get(id).is_some(), "{id}");
    }
    assert!(c.channels().iter().all(|column| channel::find(&column.id).is_some()));
}

#[test]
fn vmg_and_lvg_combine_to_the_speed() {
    let c = analyzed(session().recorded(1.0), pinned()).columns;
    let get = |id: &str| c.get(id).unwrap().iter().map(|v| f64::from(*v)).collect::<Vec<f64>>();
    let (sog, cog, ewd) = (get("sog"), get("cog"), get("ewd"));
    let (vmg, lvg, etwa, etab) = (get("vmg"), get("lvg"), get("etwa"), get("etab"));
    for i in (0..sog.len()).filter(|&i| cog[i].is_finite()) {
        near(libm::hypot(vmg[i], lvg[i]), sog[i], 1e-4);
        near(wrap_180(etwa[i] - wrap_360(ewd[i] - cog[i])), 0.0, 1e-3);
        assert!((0.0..360.0).contains(&etwa[i]) && (0.0..=180.0).contains(&etab[i]));
        near(etab[i], wrap_180(etwa[i]).abs(), 1e-3);
        near(vmg[i], sog[i] * libm::cos(to_rad(etab[i])), 1e-4);
        // Port tack has the wind at 180-360, and goes to the right looking upwind.
        assert!(lvg[i].abs() < 1e-3 || (lvg[i] > 0.0) == (etwa[i] > 180.0), "{} at {}", lvg[i], etwa[i]);
    }
}

#[test]
fn course_and_angles_of_a_boat_at_rest_are_missing_and_not_zero() {
    let c = analyzed(session().recorded(1.0), pinned()).columns;
    let last = c.len() - 1;
    let at = |id: &str| c.get(id).unwrap()[last];
    assert!(at("cog").is_nan() && at("etwa").is_nan() && at("etab").is_nan());
    assert!(at("sog") < 0.3 && at("vmg").abs() < 0.3 && at("turn_rate").is_nan());
}

#[test]
fn columns_of_the_wind_are_missing_where_it_is_unknown() {
    let mut wind = steady_wind(WIND_DEG, 3.0, 1200.0);
    for column in [&mut wind.time_ms, &mut wind.twd_deg, &mut wind.sd_deg, &mut wind.tws_mps] {
        column.truncate(21);
    }
    let c =
        analyzed(session().recorded(1.0), AnalysisInputs { pinned: Some(wind), ..AnalysisInputs::default() })
            .columns;
    // The wind has values up to 100 s and is valid up to 130 s.
    let ewd = c.get("ewd").unwrap();
    assert!(ewd[125].is_finite() && ewd[135].is_nan());
    for id in ["ewd_sd", "etwa", "etab", "vmg", "lvg"] {
        assert_eq!(c.get(id).unwrap()[135..].iter().filter(|v| !v.is_nan()).count(), 0, "{id}");
    }
    assert!(c.get("sog").unwrap()[135].is_finite());
}

#[test]
fn a_measured_wind_has_columns_of_its_own() {
    let analysis = analyzed(
        session().recorded(1.0),
        AnalysisInputs { measured: Some(log(WIND_DEG + 4.0)), ..AnalysisInputs::default() },
    );
    let c = &analysis.columns;
    let at = |id: &str| f64::from(c.get(id).unwrap()[30]);
    near(at("twd"), WIND_DEG + 4.0, 1e-3);
    assert!((6.0..=8.0).contains(&at("tws")));
    near(at("twa"), 47.0, 0.5);
    near(at("vmg_twd"), 5.0 * libm::cos(to_rad(47.0)), 0.05);
    assert!(analysis.report.wind.as_ref().unwrap().tws_kn.is_some());
}

#[test]
fn the_wind_angle_uses_the_heading_where_there_is_a_compass() {
    let mut recording = session().recorded(1.0);
    let n = recording.columns.len();
    // One that does not stand still.
    let mut heading: Vec<f32> = (0..n).map(|i| if i % 2 == 0 { 100.0 } else { 100.5 }).collect();
    heading[31] = f32::NAN;
    recording.columns.set("hdg", heading);
    let c = analyzed(recording, AnalysisInputs { measured: Some(log(140.0)), ..pinned() }).columns;
    let twa = c.get("twa").unwrap();
    near(f64::from(twa[30]), 40.0, 1e-3);
    // Without a heading the course is used.
    near(f64::from(twa[31]), wrap_360(140.0 - (WIND_DEG - 43.0)), 0.5);
    assert_eq!(c.get("hdg").unwrap()[30], 100.0);
}

#[test]
fn device_channels_are_passed_through_and_its_speed_is_smoothed() {
    let mut recording = session().recorded(1.0);
    let n = recording.columns.len();
    recording.columns.set("heel", (0..n).map(|i| i as f32 / 10.0).collect());
    recording.columns.set("Foil height [cm]", vec![f32::NAN; n - 1].into_iter().chain([7.0]).collect());
    let own_speed = recording.columns.get("sog").unwrap().to_vec();
    let c = analyzed(recording, pinned()).columns;
    assert_eq!(c.get("heel").unwrap()[55], 5.5);
    assert_eq!(c.get("Foil height [cm]").unwrap()[n - 1], 7.0);
    assert!(c.get("Foil height [cm]").unwrap()[0].is_nan());
    assert_ne!(c.get("sog").unwrap(), own_speed);
    assert_eq!(c.channels().iter().filter(|column| column.id == "sog").count(), 1);
}

#[test]
fn segment_columns_are_the_maneuvers_and_straights_in_order() {
    let analysis = analyzed(session().recorded(1.0), pinned());
    let s = &analysis.segments;
    let n = analysis.report.maneuvers.len() + analysis.report.straights.len();
    assert_eq!((s.kind.len(), s.start.len(), s.end.len()), (n, n, n));
    assert_eq!(s.metrics.len(), SEGMENT_METRICS.len());
    assert!(s.metrics.iter().all(|column| column.len() == n));
    assert!(s.start.windows(2).all(|w| w[0] <= w[1]));
    assert!(s.start.iter().zip(&s.end).all(|(a, b)| a < b && *b <= analysis.report.points));
    let metric = |id: &str| &s.metrics[SEGMENT_METRICS.iter().position(|m| *m == id).unwrap()];
    for (k, kind) in s.kind.iter().enumerate() {
        let straight = *kind == SegmentKind::Straight as u8;
        assert_eq!(metric("duration_s")[k].is_nan(), straight);
        assert_eq!(metric("quality")[k].is_nan(), straight);
    }
    for m in &analysis.report.maneuvers {
        let k = (0..n).find(|&k| s.kind[k] == m.kind as u8 && s.start[k] == m.start).unwrap();
        assert_eq!(metric("loss_80_m")[k].is_nan(), m.loss_80_m.is_none());
        near(f64::from(metric("duration_s")[k]), m.duration_s, 1e-4);
    }
}

#[test]
fn the_times_of_a_maneuver_agree_with_its_fixes() {
    let analysis = analyzed(session().recorded(1.0), pinned());
    let iso = leebow_engine::calendar::iso_utc;
    let time = &analysis.columns.time_ms;
    assert_eq!(
        (&analysis.report.start_time, &analysis.report.end_time),
        (&iso(time[0]), &iso(*time.last().unwrap()))
    );
    for m in &analysis.report.maneuvers {
        assert!(m.start_time <= m.time && m.time <= m.end_time, "{}", m.name);
        assert!(m.start_time <= iso(time[m.start as usize]));
        assert!(iso(time[m.end as usize - 1]) <= m.end_time);
    }
    assert!(analysis.report.maneuvers.windows(2).all(|w| w[0].time <= w[1].time));
}

#[test]
fn the_evidence_of_a_maneuver_agrees_with_its_numbers() {
    for m in analyzed(session().recorded(2.0), pinned()).report.maneuvers {
        if m.from_side.is_none() {
            continue;
        }
        let e = &m.evidence;
        near(e.wind_deg.unwrap(), WIND_DEG, 1e-6);
        let angle_in = wrap_180(WIND_DEG - e.course_in_deg.unwrap()).abs();
        near(angle_in, e.wind_angle_in_deg.unwrap(), 1e-6);
        assert!(e.turn_start_s.unwrap() < 0.0 && e.turn_end_s.unwrap() > 0.0);
        assert!(e.recovered_80_s.is_none_or(|t| t >= e.turn_end_s.unwrap()));
        assert!(e.recovered_95_s.is_none_or(|t| t >= e.recovered_80_s.unwrap()));
        assert!(m.min_speed_kn <= m.entry_speed_kn && m.entry_speed_kn <= m.max_speed_kn);
        assert!(m.min_turn_rate_dps <= m.max_turn_rate_dps);
        assert!(m.preview.len() <= 64 && m.preview.windows(2).all(|w| w[0].dt_s < w[1].dt_s));
        assert!((0.0..=1.0).contains(&m.quality));
    }
}

#[test]
fn the_wind_has_a_value_every_ten_seconds_and_a_mean() {
    let wind = analyzed(session().recorded(1.0), pinned()).report.wind.unwrap();
    near(wind.twd_deg, WIND_DEG, 1e-6);
    near(wind.sd_deg, 3.0, 1e-6);
    assert_eq!((wind.source, wind.tws_kn, wind.twd_std_deg), (WindSource::Estimated, None, None));
    assert!(wind.series.len() > 20);
    let seconds: Vec<&str> = wind.series.iter().map(|s| &s.time[18..19]).collect();
    assert!(seconds.windows(2).all(|w| w[0] == w[1]), "{seconds:?}");
    assert!(wind.series.iter().all(|s| s.tws_kn.is_none() && (s.twd_deg - WIND_DEG).abs() < 1e-6));
}

#[test]
fn a_measured_wind_has_its_mean_speed_and_standard_deviations() {
    let wind =
        analyzed(session().recorded(1.0), AnalysisInputs { measured: Some(log(WIND_DEG)), ..pinned() })
            .report
            .wind;
    let wind = wind.unwrap();
    assert_eq!(wind.source, WindSource::Fused);
    // Six and eight metres per second alternately.
    near(wind.tws_kn.unwrap(), 7.0 * 3600.0 / 1852.0, 0.05);
    near(wind.tws_std_kn.unwrap(), 3600.0 / 1852.0, 0.02);
    near(wind.twd_std_deg.unwrap(), 0.0, 1e-3);
}

#[test]
fn one_leg_without_a_wind_has_a_note_that_says_what_to_do() {
    let analysis = analyzed(
        Passage::from(54.4, 10.2, 30.0, 5.0).leg(300.0, 5.0).recorded(1.0),
        AnalysisInputs::default(),
    )
    .report;
    assert!(analysis.wind.is_none() && analysis.maneuvers.is_empty());
    assert!(analysis.notes.iter().any(|n| n.contains("attach a wind file")), "{:?}", analysis.notes);
    assert!(analysis.notes.iter().all(|n| n.ends_with('.') && !n.contains('!')));
    assert_eq!(analysis.summary.tacks, 0);
}

#[test]
fn one_leg_in_a_known_wind_has_a_note_that_there_is_no_maneuver() {
    let analysis =
        analyzed(Passage::from(54.4, 10.2, 30.0, 5.0).leg(300.0, 5.0).recorded(1.0), pinned()).report;
    assert!(analysis.wind.is_some());
    assert_eq!(analysis.notes.len(), 1);
    assert!(analysis.notes[0].starts_with("No maneuver was found"));
    assert!(analyzed(session().recorded(1.0), pinned()).report.notes.is_empty());
}

#[test]
fn a_wind_log_names_the_maneuvers_of_a_track_without_an_estimate() {
    let gybe =
        Passage::from(54.4, 10.2, WIND_DEG - 145.0, 6.0).leg(90.0, 6.0).turn(-70.0, 20.0, 5.0).leg(90.0, 6.0);
    let analysis = analyzed(
        gybe.recorded(1.0),
        AnalysisInputs { measured: Some(log(WIND_DEG)), ..AnalysisInputs::default() },
    )
    .report;
    assert_eq!(analysis.maneuvers.iter().map(|m| m.kind).collect::<Vec<_>>(), [SegmentKind::Gybe]);
    assert_eq!((analysis.sha256.as_str(), analysis.boat_class.as_str()), ("ab12", "49er"));
}

#[test]
fn every_fix_has_its_flags() {
    // A watch: two minutes, a pause of five, two minutes more; one wrong position, one impossible speed.
    let mut recording = Passage::from(54.4, 10.2, 300.0, 4.0).leg(240.0, 4.0).recorded(1.0);
    let n = recording.columns.len();
    for row in 120..n {
        recording.columns.time_ms[row] += 300_000.0;
    }
    recording.columns.lat_deg[30] += 0.01;
    let mut sog = vec![4.0_f32; n];
    (sog[60], sog[90]) = (70.0, f32::NAN);
    recording.columns.set("sog", sog);
    let analysis = analyzed(recording, pinned());
    let of = |row: usize| analysis.fix_flags[row];
    assert_eq!(analysis.fix_flags.len(), n);
    assert_eq!([of(10), of(200)], [0, 0]);
    assert_eq!(of(30) & flag::OUTLIER, flag::OUTLIER);
    assert_eq!(of(60) & (flag::NO_DOPPLER | flag::WRONG_SPEED), flag::NO_DOPPLER | flag::WRONG_SPEED);
    assert_eq!(of(90) & (flag::NO_DOPPLER | flag::WRONG_SPEED), flag::NO_DOPPLER);
    assert_eq!([of(119) & flag::BEFORE_GAP, of(120) & flag::AFTER_GAP], [flag::BEFORE_GAP, flag::AFTER_GAP]);
    assert_eq!([of(0) & flag::AFTER_GAP, of(n - 1) & flag::BEFORE_GAP], [0, 0]);
}

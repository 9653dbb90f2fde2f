//! Winds as other programs write them, and instruments that are wrong.

use std::fmt::Write;

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{Doubt, DoubtReason, FileAnalysis, Instrument};
use leebow_engine::calendar::ms_from_iso;
use leebow_engine::pipeline::FileRecording;
use leebow_engine::wind::WindSource;
use leebow_engine::{Options, analyze};
use leebow_simulator::{Simulation, Spec, simulate, write_simulation};

use crate::session::*;

const TWD_DEG: f64 = 230.0;
const TWS_KN: f64 = 14.0;

/// Half an hour off Kiel in a steady wind from 230°, 14 kn.
fn steady() -> Spec {
    Spec {
        minutes: 40.0,
        twd_deg: TWD_DEG,
        tws_kn: TWS_KN,
        gustiness: 0.0,
        oscillation_deg: Some(0.0),
        trend_deg_per_h: Some(0.0),
        mistakes: 0.0,
        ..spec()
    }
}

fn options() -> Options {
    Options { boat_class: Some("49er".into()), ..Options::default() }
}

/// The track of the steady wind with a wind log.
fn with_log(log: &str) -> FileAnalysis {
    let track = table("time,lat,lon,speed (kn)", &rows(&steady()), iso);
    analyze("file", &track, Some(("wind", log.as_bytes())), &options()).unwrap().report
}

/// A wind log of a row a minute: `row` writes its time, ms, and number.
fn log(header: &str, row: impl Fn(f64, usize) -> String) -> String {
    let mut text = format!("{header}\n");
    (0..=40).for_each(|i| writeln!(text, "{}", row(START_MS + 60_000.0 * i as f64, i)).unwrap());
    text
}

fn notes(report: &FileAnalysis, text: &str) -> bool {
    report.notes.iter().any(|note| note.contains(text))
}

/// Direction and speed of the wind are those of the session, within these degrees.
fn assert_wind(report: &FileAnalysis, source: WindSource, within_deg: f64, what: &str) {
    let wind = report.wind.as_ref().unwrap();
    assert_eq!(wind.source, source, "{what}: {:?}", report.notes);
    assert!(wrap_180(wind.twd_deg - TWD_DEG).abs() < within_deg, "{what}: {}", wind.twd_deg);
    assert!((wind.tws_kn.unwrap() - TWS_KN).abs() < 0.7, "{what}: {:?}", wind.tws_kn);
}

#[test]
fn a_wind_log_is_read_by_the_names_of_other_programs() {
    for header in [
        "time,wind_direction,wind_speed",
        "Timestamp,True Wind Direction (deg),True Wind Speed (kts)",
        "datetime;WindDir;WindSpeed (kn)",
        "time,wind_direction_true,wind_speed_kn",
    ] {
        let delimiter = if header.contains(';') { ';' } else { ',' };
        let report =
            with_log(&log(header, |ms, i| format!("{}{delimiter}{}{delimiter}14", iso(ms), 229 + i % 3)));
        assert_wind(&report, WindSource::Fused, 3.0, header);
    }
    let radians = |ms: f64, _| format!("{},{:.4},{:.2}", iso(ms), TWD_DEG.to_radians(), TWS_KN * 0.514_444);
    let report = with_log(&log("time,environment.wind.directionTrue,environment.wind.speedTrue", radians));
    assert_wind(&report, WindSource::Fused, 3.0, "Signal K");
}

#[test]
fn times_of_day_of_a_wind_log_take_their_date_from_the_track() {
    for (header, first) in [("TIME, BEARING, SPEEDKNOTS", "AM"), ("UTC, BEARING, SPEEDKNOTS", "")] {
        let row = |ms: f64, i: usize| {
            let half = if i == 0 { first } else { "" };
            format!("{}{half}, {}, 14,", &clock(ms)[..5], 229 + i % 3)
        };
        let report = with_log(&format!("# at the committee boat\n{}", log(header, row)));
        assert_wind(&report, WindSource::Fused, 3.0, header);
        assert!(notes(&report, "times of day and no date"), "{:?}", report.notes);
    }
}

#[test]
fn after_one_in_the_afternoon_the_half_of_the_day_goes_on() {
    let text = "TIME, BEARING, SPEEDKNOTS\n12:50PM, 180, 10\n12:55, 180, 10\n1:00, 185, 8\n13:05, 190, 8\n1:10, 190, 8\n";
    let read = recording(text.as_bytes());
    let minutes: Vec<f64> =
        read.columns.time_ms.iter().map(|ms| (ms - read.columns.time_ms[0]) / 60_000.0).collect();
    assert_eq!(minutes, [0.0, 5.0, 10.0, 15.0, 20.0]);
    assert_eq!(clock(read.columns.time_ms[0]), "12:50:00");
}

#[test]
fn a_direction_in_letters_is_as_uncertain_as_its_points_are_apart() {
    let report = with_log(&log("time,twd,tws (kn)", |ms, _| format!("{},SW,14", iso(ms))));
    assert_wind(&report, WindSource::Fused, 4.0, "SW");
    for (letters, deg) in [("N", 0.0), ("nnw", 337.5), ("ESE", 112.5), ("W", 270.0)] {
        let read =
            recording(log("time,twd,tws (kn)", |ms, _| format!("{},{letters},14", iso(ms))).as_bytes());
        assert_eq!(read.columns.get("twd").unwrap()[3], deg, "{letters}");
    }
}

#[test]
fn a_wind_speed_without_a_direction_goes_with_the_wind_of_the_track() {
    for (what, text) in [
        ("speed alone", log("time,tws (kn)", |ms, _| format!("{},14", iso(ms)))),
        ("magnetic direction", sentences(|_| sentence("WIMWD,,T,242.0,M,14.0,N,7.2,M"))),
    ] {
        let report = with_log(&text);
        assert_wind(&report, WindSource::Estimated, 8.0, what);
        assert!(notes(&report, "only the speed is used"), "{what}: {:?}", report.notes);
        assert_eq!(notes(&report, "magnetic"), what.starts_with("magnetic"), "{what}: {:?}", report.notes);
        assert!(report.maneuvers.iter().any(|m| m.tws_kn.is_some()), "{what}");
    }
}

/// A log with a position and these sentences each second.
fn sentences(of: impl Fn(usize) -> String) -> String {
    let second = |(i, row): (usize, &Row)| {
        let rmc = format!(
            "GPRMC,{},A,{},{:.2},,050725,,",
            clock(row.ms).replace(':', ""),
            nmea_position(row),
            row.sog_kn
        );
        sentence(&rmc) + &of(i)
    };
    rows(&steady()).iter().enumerate().map(second).collect()
}

#[test]
fn an_apparent_wind_that_gives_no_direction_is_named_and_the_track_is_analysed() {
    let report = with_log(&sentences(|_| sentence("WIMWV,330.0,R,18.9,N,A")));
    assert_eq!(report.wind.as_ref().unwrap().source, WindSource::Estimated);
    assert!(notes(&report, "The apparent wind is not used: it needs a heading"), "{:?}", report.notes);
    let report = with_log(&log("time,lat,lon,speed (kn)", |ms, i| format!("{},54.{:04},10.2,5", iso(ms), i)));
    assert!(notes(&report, "The wind log has no wind in it."), "{:?}", report.notes);
}

/// The session of a spec as its instruments log it, each sentence changed by `of` its second and text.
fn instruments(sailed: &Simulation, of: impl Fn(usize, &str) -> Option<String>) -> FileAnalysis {
    instruments_by(&options(), sailed, of)
}

/// The same with these options.
fn instruments_by(
    options: &Options,
    sailed: &Simulation,
    of: impl Fn(usize, &str) -> Option<String>,
) -> FileAnalysis {
    let text = String::from_utf8(write_simulation(sailed, "nmea").unwrap()).unwrap();
    let (mut second, mut changed) = (0, String::new());
    for line in text.lines() {
        second += usize::from(line.contains("RMC"));
        let body = line.trim_start_matches('$').split('*').next().unwrap();
        changed.extend(of(second, body).map(|body| sentence(&body)));
    }
    FileRecording::read("file", changed.as_bytes()).unwrap().analyze(None, options).unwrap().report
}

/// The sentences without a true wind, the apparent one changed.
fn vane(body: &str, angle: impl Fn(f64) -> f64) -> Option<String> {
    if !body.contains("MWV") {
        return Some(body.to_string());
    }
    let fields: Vec<&str> = body.split(',').collect();
    let deg = angle(fields[1].parse().unwrap()).rem_euclid(360.0);
    (fields[2] == "R").then(|| format!("IIMWV,{deg:.1},R,{},N,A", fields[3]))
}

fn tacks_and_gybes(report: &FileAnalysis) -> (u32, u32) {
    (report.summary.tacks, report.summary.gybes)
}

#[test]
fn instruments_that_are_right_are_used_also_without_a_compass_or_with_a_vane_20_degrees_off() {
    let sailed = simulate(&steady()).unwrap();
    let right = instruments(&sailed, |_, body| Some(body.to_string()));
    assert_wind(&right, WindSource::Fused, 4.0, "right");
    let no_compass = instruments(&sailed, |_, body| {
        let plain = vane(body, |deg| deg)?;
        match plain.split(',').collect::<Vec<_>>()[..] {
            ["IIHDT", ..] => None,
            ["IIVHW", _, _, _, _, knots, ..] => Some(format!("IIVHW,,T,,M,{knots},N,,K")),
            _ => Some(plain),
        }
    });
    assert_wind(&no_compass, WindSource::Fused, 6.0, "no compass");
    for off_deg in [-20.0, 20.0] {
        let off = instruments(&sailed, |_, body| vane(body, |deg| deg + off_deg));
        let wind = off.wind.as_ref().unwrap();
        assert_eq!(wind.source, WindSource::Fused, "{off_deg}: {:?}", off.notes);
        assert!(!notes(&off, "not used"), "{off_deg}: {:?}", off.notes);
    }
}

#[test]
fn a_vane_that_does_not_turn_is_not_used_and_named_with_its_angle() {
    let sailed = simulate(&steady()).unwrap();
    let track = instruments(&sailed, |_, body| vane(body, |deg| deg).filter(|body| !body.contains("MWV")));
    for (stuck_deg, shown) in [(35.0, "35°"), (0.0, "0°"), (250.0, "110°")] {
        let report = instruments(&sailed, |_, body| vane(body, |_| stuck_deg));
        let wind = report.wind.as_ref().unwrap();
        assert_eq!(wind.source, WindSource::Estimated, "{stuck_deg}: {:?}", report.notes);
        assert!(wrap_180(wind.twd_deg - TWD_DEG).abs() < 6.0, "{stuck_deg}: {}", wind.twd_deg);
        assert_eq!(tacks_and_gybes(&report), tacks_and_gybes(&track), "{stuck_deg}");
        let sentence =
            format!("The wind angle of the instruments is {shown} on every course, so it is not used.");
        assert!(notes(&report, &sentence), "{stuck_deg}: {:?}", report.notes);
    }
}

#[test]
fn a_wind_that_follows_the_heading_or_comes_from_behind_is_not_used() {
    let sailed = simulate(&steady()).unwrap();
    let heading: Vec<f64> = sailed.fixes.iter().map(|fix| fix.hdg_deg).collect();
    let mwd = |deg: f64| format!("IIMWD,{:.1},T,,M,14.0,N,7.2,M", deg.rem_euclid(360.0));
    let with_mwd = |deg: &dyn Fn(usize) -> f64| {
        instruments(&sailed, |second, body| {
            let is_true = body.contains("MWV") && body.contains(",T,");
            let plain = if is_true { Some(mwd(deg(second))) } else { Some(body.to_string()) };
            plain.filter(|body| !body.contains("MWV"))
        })
    };
    let follows = with_mwd(&|second| heading[second.clamp(1, heading.len()) - 1] + 50.0);
    assert_eq!(follows.wind.as_ref().unwrap().source, WindSource::Estimated, "{:?}", follows.notes);
    assert!(
        notes(&follows, "The measured wind turns with the boat, so it is not used."),
        "{:?}",
        follows.notes
    );
    let reversed = with_mwd(&|_| TWD_DEG + 180.0);
    let wind = reversed.wind.as_ref().unwrap();
    assert!(wrap_180(wind.twd_deg - TWD_DEG).abs() < 6.0, "{} {:?}", wind.twd_deg, reversed.notes);
    assert!(notes(&reversed, "opposite to that of the track"), "{:?}", reversed.notes);
    let right = with_mwd(&|_| TWD_DEG);
    assert_wind(&right, WindSource::Fused, 4.0, "MWD");
}

#[test]
fn a_vane_that_gets_stuck_is_used_until_then() {
    let sailed = simulate(&steady()).unwrap();
    let report =
        instruments(&sailed, |second, body| vane(body, |deg| if second < 1200 { deg } else { 35.0 }));
    let wind = report.wind.as_ref().unwrap();
    assert_eq!(wind.source, WindSource::Fused, "{:?}", report.notes);
    assert!(wrap_180(wind.twd_deg - TWD_DEG).abs() < 5.0, "{}", wind.twd_deg);
    assert!(
        notes(&report, "UTC on the wind angle of the instruments is 35° on every course"),
        "{:?}",
        report.notes
    );
    let speeds: Vec<bool> = wind.series.iter().map(|sample| sample.tws_kn.is_some()).collect();
    assert!(speeds[20..60].iter().all(|known| *known));
    assert!(speeds[180..].iter().all(|known| !known), "{:?}", report.notes);
}

/// What the report says of a doubted instrument; none where it is used.
fn doubt(report: &FileAnalysis, instrument: Instrument) -> Option<Doubt> {
    report.doubts.iter().flatten().find(|doubt| doubt.instrument == instrument).cloned()
}

fn trusting(instrument: &str) -> Options {
    let corrections = format!(r#"[{{"action":"trust_instruments","instrument":"{instrument}"}}]"#);
    Options::from_json(&format!(r#"{{"boat_class":"49er","corrections":{corrections}}}"#)).unwrap()
}

#[test]
fn a_vane_that_is_doubted_is_named_with_its_time_and_used_again_when_the_sailor_says_so() {
    let sailed = simulate(&steady()).unwrap();
    let stuck = |second: usize, body: &str| vane(body, |deg| if second < 1200 { deg } else { 35.0 });
    let doubted = doubt(&instruments(&sailed, stuck), Instrument::Vane).unwrap();
    assert!(!doubted.used && doubted.sentence.ends_with("so it is not used at that time."), "{doubted:?}");
    let all = r#"{"boat_class":"49er","corrections":[{"action":"trust_instruments"}]}"#;
    for options in [Options::from_json(all).unwrap(), trusting("vane")] {
        let report = instruments_by(&options, &sailed, stuck);
        let trusted = doubt(&report, Instrument::Vane).unwrap();
        assert!(
            trusted.used && trusted.sentence.ends_with("but it is used all the same, as you chose."),
            "{trusted:?}"
        );
        assert!(notes(&report, &trusted.sentence));
        assert_eq!(trusted.spans, doubted.spans);
        assert_eq!(trusted.spans.len(), 1);
        assert_eq!(trusted.reason, DoubtReason::TurnsWithBoat);
        let (from, to) = (&trusted.spans[0].start_time, &trusted.spans[0].end_time);
        assert!(from.as_str() > iso(START_MS + 900e3).as_str() && *to == report.end_time, "{from} {to}");
        let known = report.wind.unwrap().series.iter().all(|sample| sample.tws_kn.is_some());
        assert!(known, "the whole log is used");
    }
    assert!(!doubt(&instruments_by(&trusting("log"), &sailed, stuck), Instrument::Vane).unwrap().used);
    assert_eq!(instruments(&sailed, |_, body| Some(body.to_string())).doubts, None);
}

#[test]
fn the_readings_of_a_doubted_vane_are_those_of_the_wind_until_it_gets_stuck() {
    let sailed = simulate(&steady()).unwrap();
    let report =
        instruments(&sailed, |second, body| vane(body, |deg| if second < 1200 { deg } else { 35.0 }));
    let Doubt { step_s, readings, .. } = doubt(&report, Instrument::Vane).unwrap();
    assert_eq!((step_s, readings.len()), (10.0, 241));
    let read: Vec<Option<f64>> = readings.iter().map(|reading| reading.read).collect();
    let track: Vec<Option<f64>> = readings.iter().map(|reading| reading.track).collect();
    let off = |of: &[Option<f64>]| {
        let differences = of.iter().flatten().map(|deg| wrap_180(deg - TWD_DEG).abs());
        differences.sum::<f64>() / of.iter().flatten().count() as f64
    };
    assert!(off(&read[..100]) < 8.0 && off(&read[130..]) > 30.0, "{read:?}");
    assert!(off(&track) < 8.0, "{track:?}");
}

#[test]
fn a_log_and_a_compass_that_stand_still_are_named_with_their_times_and_left_out() {
    let sailed = simulate(&steady()).unwrap();
    let log_at_0 = |second: usize, body: &str| {
        let heading = body.strip_prefix("IIVHW,")?.split(',').next()?;
        (600..1500).contains(&second).then(|| format!("IIVHW,{heading},T,,M,0.0,N,,K"))
    };
    let weedy = |second: usize, body: &str| Some(log_at_0(second, body).unwrap_or_else(|| body.to_string()));
    let report = instruments(&sailed, weedy);
    let log = doubt(&report, Instrument::Log).unwrap();
    assert!(log.sentence.contains("the log stood still while the boat moved otherwise"), "{log:?}");
    assert_eq!((log.spans.len(), log.reason), (1, DoubtReason::Frozen));
    let within =
        |time: &str, second: f64| (ms_from_iso(time).unwrap() - START_MS - second * 1e3).abs() < 45e3;
    assert!(within(&log.spans[0].start_time, 600.0) && within(&log.spans[0].end_time, 1500.0), "{log:?}");
    assert!(doubt(&instruments_by(&trusting("log"), &sailed, weedy), Instrument::Log).unwrap().used);
    assert_wind(&report, WindSource::Fused, 4.0, "without the log");

    let hangs = |second: usize, body: &str| match body.split(',').collect::<Vec<_>>()[..] {
        ["IIHDT", ..] if second >= 900 => Some("IIHDT,77.0,T".to_string()),
        ["IIVHW", _, _, _, _, knots, ..] => Some(format!("IIVHW,,T,,M,{knots},N,,K")),
        _ => Some(body.to_string()),
    };
    let compass = doubt(&instruments(&sailed, hangs), Instrument::Compass).unwrap();
    assert!(
        compass.sentence.contains("UTC on the compass stood still while the boat moved otherwise"),
        "{compass:?}"
    );
    assert_eq!(doubt(&report, Instrument::Compass), None);
}

#[test]
fn a_calibration_corrects_what_the_instruments_read() {
    let sailed = simulate(&steady()).unwrap();
    // A vane 15° off to starboard, a log that reads 20 % too little.
    let off = |_: usize, body: &str| {
        let fields: Vec<&str> = body.split(',').collect();
        match fields[0] {
            "IIVHW" => {
                let knots: f64 = fields[5].parse().unwrap();
                Some(format!("IIVHW,{},T,,M,{:.2},N,,K", fields[1], knots * 0.8))
            }
            _ => vane(body, |deg| deg + 15.0),
        }
    };
    let with = |corrections: &str| {
        let options = format!(r#"{{"boat_class":"49er","corrections":[{corrections}]}}"#);
        let report = instruments_by(&Options::from_json(&options).unwrap(), &sailed, off);
        let samples = report.wind.as_ref().unwrap().series.iter().filter_map(|sample| sample.tws_kn);
        let (sum, n) = samples.fold((0.0, 0.0), |(sum, n), kn| (sum + kn, n + 1.0));
        (report.wind.as_ref().unwrap().twd_deg, sum / n)
    };
    let (wrong_deg, wrong_kn) = with("");
    let right = r#"{"action":"calibrate","calibration":{"vane_deg":-15,"log_factor":1.25}}"#;
    let (right_deg, right_kn) = with(right);
    assert!(wrap_180(right_deg - TWD_DEG).abs() < 3.0, "{wrong_deg} {right_deg}");
    assert!((right_kn - TWS_KN).abs() < (wrong_kn - TWS_KN).abs().max(0.5), "{wrong_kn} {right_kn}");
    // The last one counts.
    assert_eq!(
        with(&format!(r#"{{"action":"calibrate","calibration":{{"vane_deg":90}}}},{right}"#)),
        (right_deg, right_kn)
    );
}

#[test]
fn a_wind_log_whose_clock_is_wrong_is_right_when_its_clock_is_set() {
    let late_s = 7200.0;
    let track = table("time,lat,lon,speed (kn)", &rows(&steady()), iso);
    let log = log("time,wind_direction,wind_speed", |ms, _| format!("{},231,14", iso(ms + late_s * 1000.0)));
    let with = |corrections: &str| {
        let options =
            Options::from_json(&format!(r#"{{"boat_class":"49er","corrections":[{corrections}]}}"#));
        analyze("file", &track, Some(("wind", log.as_bytes())), &options.unwrap()).unwrap().report
    };
    let wrong = with("");
    assert!(notes(&wrong, "The measured wind covers no time of this track"), "{:?}", wrong.notes);
    let right = with(r#"{"action":"wind_clock","shift_s":-7200}"#);
    assert_wind(&right, WindSource::Fused, 3.0, "set");
    assert_eq!(right.start_time, wrong.start_time);
    // Both clocks: the recording and its log are moved each by its own.
    let both = with(r#"{"action":"clock","shift_s":7200}"#);
    assert_wind(&both, WindSource::Fused, 3.0, "the recording's");
}

#[test]
fn a_speed_that_stands_still_for_minutes_is_not_used_for_that_time() {
    let rows = rows(&steady());
    let sailing_of = |speed: &dyn Fn(usize) -> f64| {
        let frozen: Vec<Row> =
            rows.iter().enumerate().map(|(i, row)| Row { sog_kn: speed(i), ..*row }).collect();
        report(&table("time,lat,lon,speed (kn)", &frozen, iso))
    };
    let right = sailing_of(&|i| rows[i].sog_kn);
    let frozen = sailing_of(&|i| if (600..1500).contains(&i) { rows[600].sog_kn } else { rows[i].sog_kn });
    let doubted = doubt(&frozen, Instrument::Speed).unwrap();
    let sentence = "From 10:10 to 10:24 UTC the device's speed stood still while the boat moved otherwise, so it is not used at that time.";
    assert_eq!(doubted.sentence, sentence);
    assert!(notes(&frozen, &doubted.sentence), "{:?}", frozen.notes);
    assert_eq!((doubted.spans.len(), doubted.reason), (1, DoubtReason::Frozen));
    assert_eq!(doubted.spans[0].start_time, iso(rows[600].ms));
    assert_eq!(right.doubts, None, "{:?}", right.notes);
    assert_eq!(tacks_and_gybes(&frozen), tacks_and_gybes(&right));
    assert!((sailing(&frozen).2 - sailing(&right).2).abs() < 0.5);
}

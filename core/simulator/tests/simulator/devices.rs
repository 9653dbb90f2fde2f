//! The simulated errors of receivers and sensors have the given sizes.

use leebow_engine::geo::{Plane, distance_m};
use leebow_simulator::{Fix, Noise, Simulation, Spec, simulate, write};

fn with(noise: Noise) -> Simulation {
    simulate(&Spec { noise, minutes: 60.0, ..Spec::default() }).unwrap()
}

/// Error of each fix to the east, m.
fn east_errors(session: &Simulation) -> Vec<f64> {
    let plane = Plane::at(session.spec.lat_deg, session.spec.lon_deg);
    let truth = session.path.iter().step_by(20);
    session
        .fixes
        .iter()
        .zip(truth)
        .map(|(fix, m)| plane.to_m(fix.lat_deg, fix.lon_deg).0 - m.east_m)
        .collect()
}

fn sd(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    libm::sqrt(values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / values.len() as f64)
}

#[test]
fn fast_and_slow_position_errors_have_their_standard_deviations_and_memories() {
    let white = east_errors(&with(Noise { white_m: 0.5, ..Noise::NONE }));
    assert!((sd(&white) - 0.5).abs() < 0.05);
    let drift = east_errors(&with(Noise { drift_m: 2.0, drift_tau_s: 30.0, ..Noise::NONE }));
    assert!((sd(&drift) - 2.0).abs() < 0.5, "{}", sd(&drift));
    let steps: Vec<f64> = drift.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // The sd of its change from one second to the next is 2 sqrt(2 / 30).
    assert!((sd(&steps) - 0.51).abs() < 0.1, "{}", sd(&steps));
}

#[test]
fn doppler_speed_is_better_than_speed_from_positions() {
    let session = with(Noise::LOGGER);
    let error = |recorded: &dyn Fn(usize) -> f64| {
        let errors = (1..session.fixes.len()).map(|i| {
            let m = &session.path[i * 20];
            recorded(i) - libm::hypot(m.east_mps, m.north_mps)
        });
        sd(&errors.collect::<Vec<_>>())
    };
    let fixes: &[Fix] = &session.fixes;
    let doppler = error(&|i| fixes[i].sog_mps);
    let positions = error(&|i| {
        let (a, b) = (&fixes[i - 1], &fixes[i]);
        distance_m(a.lat_deg, a.lon_deg, b.lat_deg, b.lon_deg)
    });
    assert!(doppler < 0.1 && positions > 3.0 * doppler, "{doppler} {positions}");
}

#[test]
fn outliers_have_the_given_share_and_distance() {
    let errors = east_errors(&with(Noise { outliers: 0.01, ..Noise::NONE }));
    let far = errors.iter().filter(|e| e.abs() > 1.0).count();
    assert!((15..60).contains(&far), "{far}");
    assert!(errors.iter().all(|e| e.abs() < 301.0));
}

#[test]
fn a_lagging_device_records_the_earlier_speed() {
    let lag = with(Noise { doppler_lag_s: 2.0, ..Noise::NONE });
    let now = with(Noise::NONE);
    for i in (10..3000).step_by(37) {
        assert!((lag.fixes[i].sog_mps - now.fixes[i - 2].sog_mps).abs() < 1e-9);
        assert_eq!(lag.fixes[i].lat_deg, now.fixes[i].lat_deg);
    }
}

#[test]
fn the_rate_is_the_requested_one() {
    for (rate_hz, count) in [(0.2, 61), (1.0, 301), (5.0, 1501), (20.0, 6001)] {
        let fixes = simulate(&Spec { rate_hz, minutes: 5.0, ..Spec::default() }).unwrap().fixes;
        assert_eq!(fixes.len(), count);
        let step_ms = fixes[1].time_ms - fixes[0].time_ms;
        assert!((step_ms - 1000.0 / rate_hz).abs() < 1e-6);
    }
}

#[test]
fn a_heel_offset_shifts_the_recorded_heel() {
    let heel = |offset| {
        let fixes = with(Noise { heel_offset_deg: offset, ..Noise::NONE }).fixes;
        fixes.iter().map(|fix| fix.heel_deg).sum::<f64>() / fixes.len() as f64
    };
    assert!((heel(5.0) - heel(0.0) - 5.0).abs() < 1e-9);
}

#[test]
fn a_sensor_does_not_record_beyond_its_limit() {
    let most = |attitude_limit_deg| {
        let noise = Noise { heel_offset_deg: 12.0, attitude_limit_deg, ..Noise::NONE };
        with(noise).fixes.iter().map(|fix| fix.heel_deg).fold(f64::MIN, f64::max)
    };
    assert!(most(0.0) > 15.0);
    assert_eq!(most(14.0), 14.0);
}

#[test]
fn heart_rates_are_plausible() {
    let fixes = with(Noise::NONE).fixes;
    let beats: Vec<u8> = fixes.iter().filter_map(|fix| fix.heart_rate).collect();
    assert_eq!(beats.len(), fixes.len());
    assert!(beats.iter().all(|b| (80..=195).contains(b)));
    assert!(beats.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 4));
}

#[test]
fn the_wind_log_of_the_coach_boat_has_the_wind_at_the_line() {
    let spec = r#"{"minutes":10,"twd_deg":40,"tws_kn":11,"gustiness":0}"#;
    let log = String::from_utf8(write(spec, "nmea-wind").unwrap()).unwrap();
    let winds = log.lines().filter(|line| line.starts_with("$WIMWD"));
    let fields: Vec<Vec<&str>> = winds.map(|line| line.split(',').collect()).collect();
    assert_eq!(fields.len(), 601);
    for field in fields {
        let (twd, kn): (f64, f64) = (field[1].parse().unwrap(), field[5].parse().unwrap());
        assert!((25.0..55.0).contains(&twd) && (kn - 11.0).abs() < 0.11, "{field:?}");
    }
}

#[test]
fn the_apparent_wind_on_board_comes_from_further_ahead_than_the_true_one() {
    let log = String::from_utf8(write(r#"{"minutes":10,"class":"J70"}"#, "nmea").unwrap()).unwrap();
    let off_bow = |sentence: &str| {
        let angle: f64 = sentence.split(',').nth(1).unwrap().parse().unwrap();
        if angle > 180.0 { 360.0 - angle } else { angle }
    };
    let sentences = |kind: &str| {
        let lines = log.lines().filter(|line| line.starts_with("$IIMWV") && line.contains(kind));
        lines.map(off_bow).collect::<Vec<f64>>()
    };
    let (apparent, truly) = (sentences(",R,"), sentences(",T,"));
    assert_eq!(apparent.len(), truly.len());
    assert!(apparent.iter().zip(&truly).all(|(a, t)| *a <= t + 0.3));
}

#[test]
fn a_lagging_sensor_records_the_earlier_heel() {
    let noise = Noise { sensor_lag_s: 2.0, ..Noise::NONE };
    let session = with(noise);
    for k in [100, 900, 2000] {
        assert!((session.fixes[k].heel_deg - session.path[20 * (k - 2)].heel_deg).abs() < 1e-9);
        assert!((session.fixes[k].hdg_deg - session.path[20 * (k - 2)].hdg_deg).abs() < 1e-9);
    }
}

#[test]
fn the_clew_load_is_written_and_read_and_follows_the_wind() {
    let session = |tws_kn: f64| {
        let spec = Spec { clew_load: true, minutes: 20.0, tws_kn, gustiness: 0.0, ..Spec::default() };
        simulate(&spec).unwrap()
    };
    let mean =
        |s: &Simulation| s.fixes.iter().filter_map(|f| f.clew_load_n).sum::<f64>() / s.fixes.len() as f64;
    let (light, strong) = (session(6.0), session(14.0));
    assert!(mean(&strong) > 2.5 * mean(&light), "{} {}", mean(&light), mean(&strong));
    let file = write(r#"{"clew_load":true,"minutes":5}"#, "vakaros").unwrap();
    let columns = leebow_engine::read::read("a.csv", &file).unwrap().columns;
    let load = columns.get("clew_load").unwrap();
    // The load cell sends at half the rate of the receiver.
    let written = load.iter().filter(|v| v.is_finite()).count();
    assert!(written > load.len() / 3 && written <= load.len() / 2 + 1, "{written} of {}", load.len());
}

#[test]
fn the_truth_contains_the_stops() {
    // A crew that rests ten times as often as by default.
    let session = simulate(&Spec { mistakes: 10.0, minutes: 60.0, ..Spec::default() }).unwrap();
    assert!(!session.truth.stops.is_empty(), "nobody rests");
    for stop in &session.truth.stops {
        assert!(stop.end_s - stop.start_s >= 30.0);
        let inside = &session.path[(20.0 * stop.start_s) as usize + 1..(20.0 * stop.end_s) as usize];
        assert!(inside.iter().all(|m| libm::hypot(m.east_mps, m.north_mps) < 0.26));
    }
}

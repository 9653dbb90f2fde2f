//! A device that smooths its Doppler speed and course delays them: the lag is found and corrected.

use leebow_engine::clean::clean;
use leebow_engine::config::boat_class;
use leebow_engine::motion::{Motion, smooth};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::track::Recording;
use leebow_simulator::{DeviceColumns, Noise, Scenario, Simulation, Spec, simulate};

fn sailed(class: &str, seed: u64, rate_hz: f64, noise: Noise) -> Simulation {
    let spec = Spec { class: class.into(), seed, rate_hz, noise, minutes: 30.0, ..Spec::default() };
    simulate(&spec).unwrap()
}

fn recording(session: &Simulation, with_course: bool) -> Recording {
    session.recording(if with_course { DeviceColumns::SpeedAndCourse } else { DeviceColumns::Speed })
}

fn motion(session: &Simulation) -> Motion {
    motion_of(session, true)
}

fn motion_of(session: &Simulation, with_course: bool) -> Motion {
    let class = boat_class(&session.spec.class).unwrap();
    let track = clean(&mut recording(session, with_course), class).unwrap();
    smooth(&track, class)
}

/// Lags of speed and course that were corrected, s.
fn lags(motion: &Motion) -> [Option<f64>; 2] {
    [motion.device.speed, motion.device.course].map(|check| check.and_then(|c| c.lag_s))
}

/// Root mean square error of the smoothed velocity, m/s.
fn velocity_error(session: &Simulation, motion: &Motion) -> f64 {
    let per_fix = (20.0 / session.spec.rate_hz) as usize;
    let squares = session.path.iter().step_by(per_fix).zip(motion.east_mps.iter().zip(&motion.north_mps));
    let (sum, n) = squares.fold((0.0, 0.0), |(sum, n), (m, (e, v))| {
        (sum + (e - m.east_mps) * (e - m.east_mps) + (v - m.north_mps) * (v - m.north_mps), n + 1.0)
    });
    libm::sqrt(sum / n)
}

const LAGGING: [f64; 6] = [0.5, 0.8, 1.0, 1.5, 2.2, 3.0];

#[test]
fn a_lag_of_half_a_second_to_three_is_found_at_every_rate() {
    for (class, rate_hz) in [("49er", 1.0), ("J70", 1.0), ("Formula Kite", 5.0), ("Laser", 10.0)] {
        for (seed, lag_s) in (1..).zip(LAGGING) {
            let noise = Noise { doppler_lag_s: lag_s, ..Noise::LOGGER };
            let found = lags(&motion(&sailed(class, seed, rate_hz, noise)));
            let off = found.map(|found| found.map(|found| (found - lag_s).abs()));
            assert!(off[1].is_some_and(|off| off < 0.15), "{class} {rate_hz} Hz, {lag_s} s: {found:?}");
            assert!(off[0].is_none_or(|off| off < 0.5), "{class} {rate_hz} Hz, {lag_s} s: {found:?}");
        }
    }
}

#[test]
fn the_lag_of_a_speed_without_a_course_is_found_or_not_corrected() {
    let mut found_lags = 0;
    for (seed, lag_s) in (1..).zip([0.0, 0.0, 0.8, 1.0, 1.5, 2.2, 3.0]) {
        let noise = Noise { doppler_lag_s: lag_s, ..Noise::LOGGER };
        let [found, _] = lags(&motion_of(&sailed("49er", seed, 1.0, noise), false));
        let off = found.map_or(0.0, |found| (found - lag_s).abs());
        assert!(off < 0.2 && (lag_s > 0.0 || found.is_none()), "{lag_s} s: {found:?}");
        found_lags += usize::from(found.is_some());
    }
    assert!(found_lags >= 3, "{found_lags} of 5");
}

#[test]
fn a_device_without_lag_is_not_corrected() {
    for (class, rate_hz) in [("49er", 1.0), ("J70", 5.0), ("Formula Kite", 1.0), ("Laser", 0.5)] {
        for lag_s in [0.0, 0.15] {
            let noise = Noise { doppler_lag_s: lag_s, ..Noise::LOGGER };
            let found = lags(&motion(&sailed(class, 7, rate_hz, noise)));
            assert_eq!(found, [None, None], "{class} {rate_hz} Hz, {lag_s} s");
        }
    }
}

#[test]
fn the_lag_of_a_noisy_watch_is_found_or_not_corrected() {
    let noise = Noise { doppler_lag_s: 1.2, ..Noise::WATCH };
    let found: Vec<f64> =
        (1..9).filter_map(|seed| lags(&motion(&sailed("470", seed, 1.0, noise)))[1]).collect();
    assert!(found.len() >= 6 && found.iter().all(|lag_s| (lag_s - 1.2).abs() < 0.5), "{found:?}");
}

#[test]
fn a_track_without_turns_has_no_lag() {
    let noise = Noise { doppler_lag_s: 1.0, ..Noise::LOGGER };
    let spec = Spec { scenario: Scenario::ReachOnly, noise, minutes: 8.0, ..Spec::default() };
    let mut session = simulate(&spec).unwrap();
    // Three minutes of one straight reach.
    session.fixes.truncate(180);
    assert_eq!(lags(&motion(&session)), [None, None]);
}

#[test]
fn a_track_at_a_fix_every_five_seconds_has_no_lag() {
    let noise = Noise { doppler_lag_s: 1.0, ..Noise::LOGGER };
    assert_eq!(lags(&motion(&sailed("49er", 1, 0.2, noise))), [None, None]);
}

#[test]
fn with_the_lag_corrected_the_velocity_is_nearly_as_good_as_without_one() {
    let error = |lag_s: f64| {
        let session = sailed("49er", 5, 5.0, Noise { doppler_lag_s: lag_s, ..Noise::LOGGER });
        let motion = motion(&session);
        velocity_error(&session, &motion)
    };
    let (none, late) = (error(0.0), error(1.0));
    assert!(late < 1.3 * none, "{late} m/s instead of {none} m/s");
}

#[test]
fn a_note_states_the_lag() {
    let notes = |lag_s: f64| {
        let session = sailed("49er", 5, 1.0, Noise { doppler_lag_s: lag_s, ..Noise::LOGGER });
        let class = boat_class("49er").unwrap();
        let inputs = AnalysisInputs::default();
        analyze_recording("a", "", recording(&session, true), class, inputs).unwrap().report.notes
    };
    let about = |notes: Vec<String>| {
        notes.into_iter().filter(|n| n.contains("behind its positions")).collect::<Vec<_>>()
    };
    assert_eq!(about(notes(0.0)), Vec::<String>::new());
    let note = about(notes(1.5)).concat();
    let lag = note.strip_prefix("The device's speed and course lag ").unwrap();
    let lag = lag.strip_suffix(" s behind its positions; the analysis corrects this.").unwrap();
    assert!((lag.parse::<f64>().unwrap() - 1.5).abs() < 0.15, "{note}");
}

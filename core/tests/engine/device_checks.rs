//! The device's speed and course are compared with its positions: units and offsets are corrected, what does not fit is
//! ignored, and both are said.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{FileAnalysis, Maneuver};
use leebow_engine::calendar::ms_from_iso;
use leebow_engine::clean::clean;
use leebow_engine::config::boat_class;
use leebow_engine::motion::{DeviceChecks, Misfit, Motion, smooth};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::track::Recording;
use leebow_simulator::{DeviceColumns, Noise, Simulation, Spec, simulate};

fn sailed(noise: Noise, seed: u64) -> Simulation {
    simulate(&Spec { seed, noise, minutes: 40.0, ..Spec::default() }).unwrap()
}

fn recording(session: &Simulation) -> Recording {
    session.recording(DeviceColumns::SpeedAndCourse)
}

fn motion(mut recording: Recording) -> Motion {
    let class = boat_class("49er").unwrap();
    let track = clean(&mut recording, class).unwrap();
    smooth(&track, class)
}

fn checks(recording: Recording) -> DeviceChecks {
    motion(recording).device
}

fn analyzed(recording: Recording) -> FileAnalysis {
    analyze_recording("a", "", recording, boat_class("49er").unwrap(), AnalysisInputs::default())
        .unwrap()
        .report
}

/// A recording with every value of a channel changed.
fn changed(session: &Simulation, id: &'static str, change: impl Fn(usize, f64) -> f64) -> Recording {
    let mut recording = recording(session);
    let values = recording.columns.get(id).unwrap().iter().enumerate();
    let values = values.map(|(row, &v)| change(row, f64::from(v)) as f32).collect();
    recording.columns.set(id, values);
    recording
}

/// Root mean square difference of two smoothed speeds, m/s.
fn speed_difference(a: &Motion, b: &Motion) -> f64 {
    let squares = a.sog_mps.iter().zip(&b.sog_mps).map(|(a, b)| (a - b) * (a - b));
    libm::sqrt(squares.sum::<f64>() / a.sog_mps.len() as f64)
}

#[test]
fn knots_taken_for_metres_per_second_are_converted_and_said() {
    let session = sailed(Noise::LOGGER, 3);
    for (factor, is, taken_for) in
        [(1.943844, "knots", "m/s"), (3.6, "km/h", "m/s"), (0.514444, "m/s", "knots")]
    {
        let wrong = changed(&session, "sog", |_, v| v * factor);
        let motion = motion(wrong.clone());
        let unit = motion.device.speed.unwrap().unit.unwrap();
        assert_eq!((unit.is, unit.taken_for), (is, taken_for));
        // Gates compare the recorded speeds before they are converted.
        let off = speed_difference(&motion, &self::motion(recording(&session)));
        assert!(off < 0.1, "{factor}: {off} m/s");
        let note = format!("speeds are {is}, not {taken_for}");
        assert!(analyzed(wrong).notes.iter().any(|n| n.contains(&note)), "{factor}");
    }
}

#[test]
fn the_scale_of_a_paddle_wheel_is_not_used_as_speed_over_ground() {
    let session = sailed(Noise::LOGGER, 4);
    let wheel = changed(&session, "sog", |_, v| v * 1.08);
    let check = checks(wheel.clone()).speed.unwrap();
    assert!(matches!(check.misfit, Some(Misfit::Scale(r)) if (r - 1.08).abs() < 0.01), "{check:?}");
    assert!(analyzed(wheel).notes.iter().any(|n| n.contains("108 % of that of its positions")));
}

#[test]
fn a_speed_over_ground_within_a_percent_is_used_as_it_is() {
    let session = sailed(Noise::LOGGER, 5);
    let check = checks(changed(&session, "sog", |_, v| v * 1.01)).speed.unwrap();
    assert_eq!((check.misfit, check.unit), (None, None));
}

#[test]
fn a_magnetic_course_is_corrected_and_said() {
    let session = sailed(Noise { course_offset_deg: -8.0, ..Noise::LOGGER }, 6);
    let (offset_deg, error_deg) = checks(recording(&session)).course.unwrap().offset_deg.unwrap();
    assert!((offset_deg + 8.0).abs() < 0.5 && error_deg < 0.3, "{offset_deg} ± {error_deg}");
    let report = analyzed(recording(&session));
    assert!(report.notes.iter().any(|n| n.contains("8 ± ") && n.contains("to port")), "{:?}", report.notes);
}

#[test]
fn a_true_course_is_not_corrected() {
    for seed in 7..10 {
        assert_eq!(checks(recording(&sailed(Noise::LOGGER, seed))).course.unwrap().offset_deg, None);
    }
}

#[test]
fn leeway_is_no_offset_of_the_course() {
    // A heading written as course: with 6° of leeway to leeward on either tack, it differs by side, not by a constant.
    let session = sailed(Noise::LOGGER, 11);
    let twd_deg = session.spec.twd_deg;
    let heading = changed(&session, "cog", |_, course| {
        let angle = wrap_180(twd_deg - course);
        let leeway = if angle.abs() < 70.0 { 6.0 * angle.signum() } else { 0.0 };
        (course + leeway).rem_euclid(360.0)
    });
    let check = checks(heading).course.unwrap();
    assert!(check.offset_deg.is_none_or(|(deg, _)| deg.abs() < 2.0), "{check:?}");
}

#[test]
fn a_heading_in_a_current_is_no_course_over_ground() {
    // 1.5 m/s of current to the east turn the course away from the heading by an angle that depends on the course.
    let session = sailed(Noise::LOGGER, 12);
    let fixes = session.fixes.clone();
    let heading = changed(&session, "cog", |row, course| {
        let (sin, cos) = libm::sincos(course.to_radians());
        let (east, north) = (fixes[row].sog_mps * sin - 1.5, fixes[row].sog_mps * cos);
        libm::atan2(east, north).to_degrees().rem_euclid(360.0)
    });
    let check = checks(heading.clone()).course.unwrap();
    assert_eq!(check.misfit, Some(Misfit::Varying), "{check:?}");
    assert!(analyzed(heading).notes.iter().any(|n| n.contains("The device's course does not follow")));
}

#[test]
fn a_channel_that_has_nothing_to_do_with_the_positions_is_ignored() {
    let session = sailed(Noise::LOGGER, 13);
    let check = checks(changed(&session, "cog", |row, _| (row * 137 % 360) as f64)).course.unwrap();
    assert!(check.misfit.is_some(), "{check:?}");
}

#[test]
fn the_late_bearing_of_a_phone_is_found_with_few_turns() {
    for seed in 1..7 {
        let mut session = sailed(Noise::PHONE, seed);
        // Ten minutes from the middle have a handful of turns.
        let kept = session.fixes.len() / 2;
        session.fixes = session.fixes[kept..kept + 600].to_vec();
        let lag_s = checks(recording(&session)).course.unwrap().lag_s;
        assert!(lag_s.is_some_and(|lag_s| (1.1..1.75).contains(&lag_s)), "{seed}: {lag_s:?}");
    }
}

#[test]
fn a_late_device_in_still_water_shows_no_current() {
    for seed in 1..9 {
        for noise in [Noise::PHONE, Noise { doppler_lag_s: 2.0, ..Noise::LOGGER }] {
            let report = analyzed(recording(&sailed(noise, seed)));
            let current = report.wind.and_then(|w| w.current);
            assert!(current.is_none(), "{seed}: {current:?}");
        }
    }
}

#[test]
fn a_device_that_smooths_over_its_turns_moves_no_turn() {
    // A filter of 4 s smears the turns; the velocity in them is then that of the positions.
    let session = sailed(Noise { smoothing_s: 4.0, ..Noise::LOGGER }, 14);
    let smoothed = motion(recording(&session));
    let bare = motion(session.recording(DeviceColumns::PositionsAlone));
    let error = |motion: &Motion| {
        let squares = session.path.iter().step_by(20).zip(motion.east_mps.iter().zip(&motion.north_mps));
        let (sum, n) = squares.fold((0.0, 0.0), |(sum, n), (m, (e, v))| {
            let (off_e, off_n) = (e - m.east_mps, v - m.north_mps);
            (sum + off_e * off_e + off_n * off_n, n + 1.0)
        });
        libm::sqrt(sum / n)
    };
    let (own, positions) = (error(&smoothed), error(&bare));
    assert!(own < 1.05 * positions, "{own} m/s instead of {positions} m/s");
}

/// Number of maneuvers of one kind within 3 s of each other in both analyses.
fn same(a: &FileAnalysis, b: &FileAnalysis) -> usize {
    let time_s = |m: &Maneuver| ms_from_iso(&m.time).unwrap() / 1000.0;
    let has = |m: &&Maneuver| {
        b.maneuvers.iter().any(|n| n.counted && n.kind == m.kind && (time_s(m) - time_s(n)).abs() <= 3.0)
    };
    a.maneuvers.iter().filter(|m| m.counted).filter(has).count()
}

#[test]
fn one_session_in_two_forms_has_the_same_wind_and_maneuvers() {
    let (mut found, mut matched) = (0, 0);
    for seed in 21..25 {
        let session = sailed(Noise::LOGGER, seed);
        let own = analyzed(recording(&session));
        let mut coarse = recording(&session);
        let rounded = |v: &mut f64| *v = libm::round(*v * 1e5) / 1e5;
        coarse.columns.lat_deg.iter_mut().chain(&mut coarse.columns.lon_deg).for_each(rounded);
        for other in [
            session.recording(DeviceColumns::PositionsAlone),
            session.recording(DeviceColumns::Speed),
            coarse,
        ] {
            let other = analyzed(other);
            let (a, b) = (own.wind.as_ref().unwrap(), other.wind.as_ref().unwrap());
            assert!(wrap_180(a.twd_deg - b.twd_deg).abs() <= 1.645 * a.sd_deg.max(b.sd_deg), "{seed}");
            found += own.maneuvers.iter().chain(&other.maneuvers).filter(|m| m.counted).count();
            matched += same(&own, &other) + same(&other, &own);
        }
    }
    let share = matched as f64 / found as f64;
    assert!(share >= 0.95, "{share:.3} of {found}");
}

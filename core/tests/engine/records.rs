//! Speed records and flights of drawn boats, compared with closed forms and with exhaustive search.

use leebow_engine::clean::clean;
use leebow_engine::config::boat_class;
use leebow_engine::motion::smooth;
use leebow_engine::records::flights::find_flights;
use leebow_engine::records::lines::{fastest_line, is_by_lines};
use leebow_engine::records::{Records, Run, find_records};
use leebow_engine::segment::course::Course;
use leebow_engine::track::flag;
use leebow_engine::units::mps_from_kn;
use leebow_simulator::{DeviceColumns, Noise, Spec, simulate};

use crate::drawn::{Drawn, ramps};

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

/// The device's speed has the 32 bits of a column, m/s.
const OF_A_COLUMN: f64 = 1e-6;

/// The records of a boat whose device records speed and course.
fn records(boat: &Drawn) -> Records {
    let mut track = boat.track.clone();
    track.columns.set("cog", boat.motion.cog_deg.iter().map(|v| *v as f32).collect());
    track.columns.set("sog", boat.motion.sog_mps.iter().map(|v| *v as f32).collect());
    find_records(&Course::new(&track, &boat.motion))
}

/// The records of a boat whose device records positions only.
fn records_of_positions(boat: &Drawn) -> Records {
    find_records(&boat.course())
}

/// Noise of a fix, a function of its number, with a standard deviation of one.
fn noise(i: usize) -> f64 {
    let part = |k: f64| (libm::sin(k * (i as f64 + 1.0)) * 43_758.545_3).rem_euclid(1.0) - 0.5;
    2.0 * (part(12.9898) + part(78.233) + part(37.719))
}

fn north(_: f64) -> f64 {
    0.0
}

/// North, a half circle to starboard, and back: course and speed as functions of time.
fn there_and_back(leg_m: f64, radius_m: f64, leg_mps: f64, turn_mps: f64) -> Drawn {
    let (leg_s, turn_s) = (leg_m / leg_mps, std::f64::consts::PI * radius_m / turn_mps);
    let in_turn = move |t: f64| ((t - leg_s) / turn_s).clamp(0.0, 1.0);
    let sog = move |t: f64| if t > leg_s && t < leg_s + turn_s { turn_mps } else { leg_mps };
    Drawn::by(10.0, 2.0 * leg_s + turn_s, sog, move |t| 180.0 * in_turn(t))
}

#[test]
fn two_hours_at_ten_metres_per_second_make_every_record_ten() {
    let r = records(&Drawn::by(1.0, 7200.0, |_| 10.0, north));
    let singles = [
        &r.best_2_s,
        &r.best_10_s,
        &r.best_100_m,
        &r.best_250_m,
        &r.best_500_m,
        &r.best_1852_m,
        &r.best_half_hour,
        &r.best_hour,
    ];
    for run in singles {
        near(run.unwrap().mps(), 10.0, 1e-9);
    }
    assert_eq!(r.best_5x10_s.len(), 5);
    near(r.best_hour.unwrap().way_m, 36_000.0, 1e-6);
    near(r.best_day.unwrap().run.way_m, 72_000.0, 1e-6);
    assert_eq!(r.alpha_500, None, "she never came back");
}

#[test]
fn positions_five_seconds_apart_have_the_speeds_of_the_lines_between_them() {
    // A gust from 102 to 109 s: 3 s of it between two fixes, 4 s between the next two.
    let speed = |t: f64| if (102.0..109.0).contains(&t) { 8.0 } else { 5.0 };
    let boat = Drawn::by(0.2, 600.0, speed, north);
    assert!(is_by_lines(&boat.course()));
    near(fastest_line(&boat.course()).unwrap().mps(), (4.0 * 8.0 + 5.0) / 5.0, 0.005);
    let r = records_of_positions(&boat);
    // 360 s are the first fixes apart that are 0.98 of a mile.
    near(r.best_1852_m.unwrap().mps(), 5.0 + 21.0 / 360.0, 0.005);
    assert_eq!((r.best_2_s, r.best_500_m), (None, None), "no record of seconds between two fixes");
}

#[test]
fn a_device_that_records_its_speed_or_a_fix_every_two_seconds_needs_no_lines() {
    assert!(!is_by_lines(&Drawn::by(0.5, 600.0, |_| 5.0, north).course()));
    let mut boat = Drawn::by(0.2, 600.0, |_| 5.0, north);
    for id in ["sog", "cog"] {
        let values = if id == "sog" { &boat.motion.sog_mps } else { &boat.motion.cog_deg };
        boat.track.columns.set(id, values.iter().map(|v| *v as f32).collect());
    }
    assert!(!is_by_lines(&boat.course()));
}

#[test]
fn a_peak_of_two_straight_slopes_has_the_mean_of_a_triangle() {
    // 6 m/s, rising by 0.5 m/s per second to 11 m/s at 20 s, and falling again.
    let speed = |t: f64| (11.0 - 0.5 * (t - 20.0_f64).abs()).max(6.0);
    for rate_hz in [1.0, 5.0, 10.0] {
        let r = records(&Drawn::by(rate_hz, 60.0, speed, north));
        let best = r.best_2_s.unwrap();
        near(best.mps(), 11.0 - 0.5 * 0.5, 1e-9);
        near(best.start_s, 19.0, 1e-9);
        near(r.best_10_s.unwrap().mps(), 11.0 - 0.5 * 2.5, 1e-9);
    }
}

#[test]
fn a_run_of_a_hundred_metres_may_end_between_fixes() {
    // 12 m/s from 30 s to 50 s, 4 m/s before and after, the change within a hundredth of a second.
    let speed = ramps(&[(29.99, 4.0), (30.0, 12.0), (50.0, 12.0), (50.01, 4.0)]);
    let r = records(&Drawn::by(10.0, 120.0, speed, north));
    near(r.best_100_m.unwrap().mps(), 12.0, 1e-9);
    near(r.best_100_m.unwrap().end_s - r.best_100_m.unwrap().start_s, 100.0 / 12.0, 1e-9);
    // 240 m of the 250 at 12 m/s, and the rest while the interpolated speed falls to 4 m/s.
    near(r.best_250_m.unwrap().mps(), 250.0 / (20.0 + (10.0 - 0.8) / 4.0 + 0.1), 0.1);
}

#[test]
fn five_runs_of_ten_seconds_are_the_fastest_that_do_not_overlap() {
    let bursts: Vec<(f64, f64)> = [9.0, 12.0, 8.0, 11.0, 10.0, 7.0]
        .iter()
        .enumerate()
        .flat_map(|(k, v)| {
            let t = 60.0 * (k as f64 + 1.0);
            [(t - 0.01, 3.0), (t, *v), (t + 10.0, *v), (t + 10.01, 3.0)]
        })
        .collect();
    let r = records(&Drawn::by(1.0, 480.0, ramps(&bursts), north));
    let found: Vec<f64> = r.best_5x10_s.iter().map(Run::mps).collect();
    assert_eq!(found.len(), 5);
    for (mps, wanted) in found.iter().zip([12.0, 11.0, 10.0, 9.0, 8.0]) {
        near(*mps, wanted, 1e-9);
    }
}

#[test]
fn one_long_run_contains_five_runs_end_to_end_and_forty_seconds_contain_four() {
    let r = records(&Drawn::by(5.0, 55.0, |_| 7.0, north));
    let mut runs = r.best_5x10_s.clone();
    runs.sort_by(|a, b| a.start_s.total_cmp(&b.start_s));
    assert_eq!(runs.len(), 5);
    assert!(runs.windows(2).all(|w| w[0].end_s <= w[1].start_s + 1e-9));
    let short = records(&Drawn::by(5.0, 45.0, |_| 7.0, north));
    assert!(short.best_5x10_s.is_empty() && short.best_10_s.is_some());
}

#[test]
fn an_alpha_takes_five_hundred_metres_about_the_slow_turn() {
    // Legs of 300 m, a half circle of 40 m across at half the speed: the best takes 500 m with the whole turn in it.
    let boat = there_and_back(300.0, 20.0, 10.0, 5.0);
    let alpha = records(&boat).alpha_500.unwrap();
    let turn_m = std::f64::consts::PI * 20.0;
    let wanted = 500.0 / ((500.0 - turn_m) / 10.0 + turn_m / 5.0);
    near(alpha.mps(), wanted, 0.03);
    assert!(alpha.way_m <= 500.0 && alpha.way_m > 497.0, "{}", alpha.way_m);
}

#[test]
fn a_gate_wider_than_fifty_metres_is_no_alpha() {
    assert!(records(&there_and_back(300.0, 24.5, 10.0, 8.0)).alpha_500.is_some());
    assert_eq!(records(&there_and_back(300.0, 25.5, 10.0, 8.0)).alpha_500, None);
}

#[test]
fn a_short_loop_and_a_drifting_boat_are_no_alpha() {
    assert_eq!(records(&there_and_back(60.0, 15.0, 8.0, 8.0)).alpha_500, None, "167 m in all");
    let adrift = Drawn::by(10.0, 3000.0, |_| 0.05, |t| t);
    assert_eq!(records(&adrift).alpha_500, None);
}

#[test]
fn no_record_crosses_a_gap() {
    // Two hours at 8 m/s with two gaps: pieces of 30, 45 and 30 minutes.
    let boat = Drawn::by(1.0, 7200.0, |_| 8.0, north).in_pieces(&[0..1900, 1900..4700, 4700..7201]);
    let r = records(&boat);
    assert_eq!(r.best_hour, None);
    assert!(r.best_half_hour.is_some() && r.best_1852_m.is_some());
    near(r.best_day.unwrap().run.way_m, 8.0 * (1899.0 + 2799.0 + 2500.0), 1e-6);
    let in_seconds = Drawn::by(1.0, 100.0, |_| 8.0, north).in_pieces(&[0..10, 10..20, 20..101]);
    let best = records(&in_seconds).best_500_m.unwrap();
    assert!(best.start_s >= 20.0);
}

#[test]
fn a_fix_every_five_seconds_makes_no_record_of_two() {
    let r = records(&Drawn::by(0.2, 7200.0, |_| 8.0, north));
    assert_eq!((r.best_2_s, r.best_10_s, r.best_500_m), (None, None, None));
    near(r.best_1852_m.unwrap().mps(), 8.0, 1e-9);
    near(r.best_hour.unwrap().mps(), 8.0, 1e-9);
}

#[test]
fn a_fix_that_failed_the_gates_ends_a_short_run_and_not_an_hour() {
    let speed = |t: f64| if (1000.0..1020.0).contains(&t) { 30.0 } else { 8.0 };
    let mut boat = Drawn::by(1.0, 4000.0, speed, north);
    (1000..1020).for_each(|i| boat.motion.flags[i] |= flag::OUTLIER);
    let r = records(&boat);
    assert!(r.best_2_s.unwrap().mps() < 9.0 && r.best_500_m.unwrap().mps() < 9.0);
    assert!(r.best_hour.is_some());
}

#[test]
fn the_error_of_a_record_from_positions_is_that_of_its_two_ends() {
    // Positions without noise do not show their drift: 1.5 m with a memory of 35 s is assumed.
    let r = records_of_positions(&Drawn::by(1.0, 4000.0, |_| 8.0, north));
    let ends_m = |seconds: f64| 1.5 * libm::sqrt(2.0 * (1.0 - libm::exp(-seconds / 35.0)));
    let lasting = libm::hypot(0.22 * (ends_m(2.0) / 2.0) * (ends_m(2.0) / 2.0), 0.0016);
    for (run, seconds) in [(r.best_2_s, 2.0), (r.best_10_s, 10.0), (r.best_hour, 3600.0)] {
        near(run.unwrap().sd_mps, libm::hypot(ends_m(seconds) / seconds, lasting), 1e-12);
    }
    let day = r.best_day.unwrap();
    near(day.sd_m(), 4000.0 * day.run.sd_mps, 1e-9);
}

#[test]
fn a_noisier_device_has_a_larger_error() {
    let mut boat = Drawn::by(1.0, 2000.0, |_| 8.0, north);
    let quiet = records(&boat).best_10_s.unwrap().sd_mps;
    let track = &mut boat.track;
    track.columns.set("sog", (0..2001).map(|i| (8.0 + 0.3 * noise(i)) as f32).collect());
    let restless = records_of_positions(&boat).best_10_s.unwrap().sd_mps;
    assert!(restless > 3.0 * quiet, "{quiet} {restless}");
}

/// Ten minutes at 6 m/s and, from 300 to 310 s, at 7 m/s; the device states its accuracy there and elsewhere.
fn surge(stated_mps: Option<[f64; 2]>) -> Records {
    let is_fast = |t: f64| (300.0..310.0).contains(&t);
    let mut boat = Drawn::by(5.0, 600.0, |t| if is_fast(t) { 7.0 } else { 6.0 }, north);
    if let Some([fast, elsewhere]) = stated_mps {
        let stated = |fix: usize| if is_fast(fix as f64 / 5.0) { fast } else { elsewhere } as f32;
        boat.track.columns.set("sog_accuracy", (0..=3000).map(stated).collect());
    }
    records(&boat)
}

#[test]
fn a_run_of_speeds_that_the_device_calls_uncertain_is_no_record() {
    near(surge(None).best_2_s.unwrap().mps(), 7.0, 1e-6);
    near(surge(Some([1.0, 0.1])).best_2_s.unwrap().mps(), 7.0, 1e-6);
    // Two knots are 1.03 m/s.
    near(surge(Some([1.1, 0.1])).best_2_s.unwrap().mps(), 6.0, 1e-6);
}

#[test]
fn a_record_is_as_uncertain_as_the_device_states_and_never_less_than_its_scatter_shows() {
    let sd_mps = |stated: Option<[f64; 2]>| surge(stated).best_2_s.unwrap().sd_mps;
    // Errors with a memory of three seconds, in the mean over two.
    let of_mean = libm::sqrt(3.0 * (1.0 - 1.5 * (1.0 - libm::exp(-2.0 / 3.0))));
    near(sd_mps(Some([0.8, 0.1])), 0.8 * of_mean, 0.01);
    near(sd_mps(Some([0.3, 0.8])), 0.3 * of_mean, 0.01);
    assert_eq!(sd_mps(Some([0.001, 0.001])), sd_mps(None));
}

#[test]
fn the_first_and_last_seconds_of_a_watch_without_speed_set_no_record() {
    // At an end the smoother has fixes on one side only and makes 17 kn of 13.
    let wild = |t: f64| if (3.0..198.0).contains(&t) { 5.0 + libm::sin(t / 9.0) } else { 9.0 };
    let boat = Drawn::by(1.0, 200.0, wild, north);
    assert!(records_of_positions(&boat).best_2_s.unwrap().mps() < 6.0);
    near(records(&boat).best_2_s.unwrap().mps(), 9.0, 1e-9);
    let parted = Drawn::by(1.0, 200.0, |t| if (98.0..102.0).contains(&t) { 9.0 } else { 5.0 }, north);
    let parted = parted.in_pieces(&[0..100, 100..201]);
    near(records_of_positions(&parted).best_2_s.unwrap().mps(), 5.0, 1e-9);
}

#[test]
fn a_jump_of_positions_makes_no_record() {
    // The receiver changes satellites at 300 s: a jump of ten metres, half of which the smoother follows.
    let mut boat = Drawn::by(1.0, 600.0, |t| if (298.5..302.5).contains(&t) { 8.0 } else { 5.0 }, north);
    let plane = boat.track.planes.first();
    for i in 0..601 {
        let leap_m = if i >= 300 { 10.0 } else { 0.0 };
        boat.track.columns.lat_deg[i] = plane.to_deg(0.0, 5.0 * i as f64 + leap_m).0;
    }
    near(records_of_positions(&boat).best_2_s.unwrap().mps(), 5.0, 1e-9);
}

#[test]
fn noisier_positions_have_a_larger_error() {
    let sd = |unrest_m: f64| {
        let mut boat = Drawn::by(1.0, 900.0, |_| 5.0, north);
        let plane = boat.track.planes.first();
        for i in 0..901 {
            boat.track.columns.lat_deg[i] = plane.to_deg(0.0, 5.0 * i as f64 + unrest_m * noise(i)).0;
        }
        records_of_positions(&boat).best_10_s.unwrap().sd_mps
    };
    // The sd of a second difference is √6 times that of a position; the drift is 1.2 times that.
    let wanted = |unrest_m: f64| {
        let correlated_error_m = 1.2 * libm::sqrt(6.0) * unrest_m;
        correlated_error_m * libm::sqrt(2.0 * (1.0 - libm::exp(-10.0 / 35.0))) / 10.0
    };
    assert!((sd(0.5) / wanted(0.5) - 1.0).abs() < 0.15, "{} {}", sd(0.5), wanted(0.5));
    assert!((sd(1.0) / wanted(1.0) - 1.0).abs() < 0.15, "{} {}", sd(1.0), wanted(1.0));
    near(sd(0.0), sd(0.05), 1e-9);
}

#[test]
fn a_jump_of_the_receiver_ends_no_long_record() {
    let mut boat = Drawn::by(1.0, 2400.0, |_| 5.0, north);
    let plane = boat.track.planes.first();
    for i in 1200..2401 {
        boat.track.columns.lat_deg[i] = plane.to_deg(0.0, 5.0 * i as f64 + 12.0).0;
    }
    let r = records_of_positions(&boat);
    assert!(r.best_half_hour.is_some() && r.best_1852_m.is_some());
    let short = r.best_100_m.unwrap();
    assert!(short.end_s < 1198.0 || short.start_s > 1202.0, "{short:?}");
}

#[test]
fn with_smart_recording_records_use_the_device_speed_over_four_seconds() {
    let r = records(&Drawn::by(1.0 / 3.0, 900.0, |_| 7.0, north));
    near(r.best_2_s.unwrap().mps(), 7.0, 1e-9);
    near(r.best_10_s.unwrap().mps(), 7.0, 1e-9);
    near(r.best_500_m.unwrap().mps(), 7.0, 1e-9);
    let without_speed = records_of_positions(&Drawn::by(1.0 / 3.0, 900.0, |_| 7.0, north));
    assert_eq!((without_speed.best_10_s, without_speed.best_500_m), (None, None));
}

#[test]
fn the_device_speed_is_preferred_to_the_smoothed_speed_with_and_without_a_course() {
    // Before a fall and a pause the smoothed speed is two knots below the device's.
    let drop = |t: f64| if (300.0..303.0).contains(&t) { 6.4 } else { 5.0 };
    let mut boat = Drawn::by(1.0, 600.0, drop, north);
    let own = |t: f64| if (300.0..303.0).contains(&t) { 7.4 } else { 5.0 };
    boat.track.columns.set("sog", (0..601).map(|i| own(f64::from(i)) as f32).collect());
    near(records_of_positions(&boat).best_2_s.unwrap().mps(), 7.4, 1e-6);
    boat.track.columns.set("cog", vec![0.0; 601]);
    near(records_of_positions(&boat).best_2_s.unwrap().mps(), 7.4, 1e-6);
}

/// Simulated watches: of many records by their speed and course as many are too high as too low, and nine in ten lie in
/// their 90 % interval.
#[test]
fn positions_that_wander_make_no_record_of_a_watch_faster() {
    let deviations: Vec<(f64, f64)> = (1..=24).map(watch_record).collect();
    let mean = deviations.iter().map(|(error, _)| error).sum::<f64>() / deviations.len() as f64;
    assert!(mean.abs() < 0.02, "{mean} m/s");
    let inside = deviations.iter().filter(|(error, sd)| error.abs() <= 1.645 * sd).count();
    assert!((19..=24).contains(&inside), "{inside} of 24");
}

/// Error of the record over 10 s of one simulated session, and its standard deviation, m/s.
fn watch_record(seed: u64) -> (f64, f64) {
    let class = "Laser".to_string();
    let noise = Noise::WATCH;
    let simulation = simulate(&Spec { class, seed, minutes: 12.0, noise, ..Spec::default() }).unwrap();
    let mut recording = simulation.recording(DeviceColumns::SpeedAndCourse);
    let class = boat_class("Laser").unwrap();
    let track = clean(&mut recording, class).unwrap();
    let motion = smooth(&track, class);
    let run = find_records(&Course::new(&track, &motion)).best_10_s.unwrap();
    let since_start_s = (track.columns.time_ms[0] - simulation.spec.start_time_ms) / 1000.0;
    let at = |t: f64| ((t + since_start_s) * 20.0).round() as usize;
    let path = &simulation.path[at(run.start_s)..at(run.end_s)];
    let sailed = path.iter().map(|m| libm::hypot(m.east_mps, m.north_mps)).sum::<f64>() / path.len() as f64;
    (run.likely_mps() - sailed, run.sd_mps)
}

#[test]
fn the_selection_bias_of_the_best_of_many_noisy_seconds_is_removed() {
    // A constant 8 m/s for an hour; the device has noise of 0.3 m/s with a memory of three seconds.
    let mut boat = Drawn::by(1.0, 3600.0, |_| 8.0, north);
    boat.track.columns.set("sog", (0..3601).map(|i| (8.0 + 0.3 * noise(i / 3)) as f32).collect());
    boat.track.columns.set("cog", vec![0.0; 3601]);
    let best = records_of_positions(&boat).best_2_s.unwrap();
    assert!(best.mps() > 8.6, "{}", best.mps());
    assert!((best.likely_mps() - 8.0).abs() < 1.645 * best.sd_mps, "{} ± {}", best.likely_mps(), best.sd_mps);
}

#[test]
fn two_seconds_are_never_slower_than_ten_nor_a_hundred_metres_than_five_hundred() {
    // A constant speed with large noise: the bias correction of two seconds exceeds their excess.
    let mut boat = Drawn::by(1.0, 1200.0, |t| 6.0 + libm::sin(t / 200.0), north);
    boat.motion.sog_mps = (0..1201).map(|i| boat.motion.sog_mps[i] + 0.05 * noise(i)).collect();
    for r in [records(&boat), records_of_positions(&boat)] {
        let likely = |run: Option<Run>| run.unwrap().likely_mps();
        assert!(likely(r.best_2_s) >= likely(r.best_10_s));
        assert!(likely(r.best_100_m) >= likely(r.best_250_m) && likely(r.best_250_m) >= likely(r.best_500_m));
    }
}

#[test]
fn a_record_far_above_the_noise_is_not_changed() {
    let best = records(&restless(1.0)).best_2_s.unwrap();
    assert!(best.selection_bias_mps < 0.01 && best.selection_bias_mps >= 0.0, "{}", best.selection_bias_mps);
}

/// A boat whose speed and course vary, with periods that are no multiples of the fix interval.
fn restless(rate_hz: f64) -> Drawn {
    let speed = |t: f64| 7.0 + 3.0 * libm::sin(t / 7.3) + 1.5 * libm::sin(t / 2.9) + libm::cos(t / 31.0);
    Drawn::by(rate_hz, 900.0, speed, |t| 137.8 * libm::sin(t / 11.0) + t / 7.0)
}

#[test]
fn exhaustive_search_over_pairs_of_fixes_gives_the_same_alpha() {
    let boat = restless(1.0);
    let course = boat.course();
    let (m, t) = (&boat.motion, &course.time_s);
    let mut way = vec![0.0];
    for i in 1..t.len() {
        way.push(way[i - 1] + 0.5 * (m.sog_mps[i] + m.sog_mps[i - 1]) * (t[i] - t[i - 1]));
    }
    let mut best = 0.0_f64;
    for j in 0..t.len() {
        for i in 0..j {
            let apart = libm::hypot(m.east_m[j] - m.east_m[i], m.north_m[j] - m.north_m[i]);
            if apart <= 50.0 && (250.0..=500.0).contains(&(way[j] - way[i])) {
                best = best.max((way[j] - way[i]) / (t[j] - t[i]));
            }
        }
    }
    assert!(best > 0.0, "the boat comes back somewhere");
    near(records(&boat).alpha_500.unwrap().mps(), best, OF_A_COLUMN);
}

#[test]
fn exhaustive_search_over_stretches_gives_the_same_records() {
    let boat = restless(2.0);
    let course = boat.course();
    let r = records(&boat);
    let (t, last) = (&course.time_s, 900.0);
    let slowest_is_none = |seconds: f64| {
        let from = t.iter().copied().chain(t.iter().map(|e| e - seconds));
        from.filter(|f| *f >= 0.0 && f + seconds <= last)
            .map(|f| course.way_m(f, f + seconds).unwrap() / seconds)
            .fold(0.0, f64::max)
    };
    near(r.best_2_s.unwrap().mps(), slowest_is_none(2.0), OF_A_COLUMN);
    near(r.best_10_s.unwrap().mps(), slowest_is_none(10.0), OF_A_COLUMN);
    for (run, metres) in [(r.best_100_m, 100.0), (r.best_500_m, 500.0)] {
        let run = run.unwrap();
        near(course.way_m(run.start_s, run.end_s).unwrap(), metres, 100.0 * OF_A_COLUMN);
        // No start on a grid of 0.1 s is better.
        for k in 0..8000 {
            let from = k as f64 / 10.0;
            let way = course.way_m(from, (from + metres / run.mps()).min(last)).unwrap();
            assert!(way <= metres * 1.001, "from {from} {way} m in the same time");
        }
    }
}

#[test]
fn records_do_not_depend_on_rotation_reflection_or_rate() {
    let speed = |t: f64| 7.0 + 3.0 * libm::sin(t / 40.0);
    let course = |t: f64| 120.0 * libm::sin(t / 25.0);
    let first = records(&Drawn::by(5.0, 1900.0, speed, course));
    let again = [
        Drawn::by(5.0, 1900.0, speed, |t| 133.0 + course(t)),
        Drawn::by(5.0, 1900.0, speed, |t| -course(t)),
        Drawn::by(10.0, 1900.0, speed, course),
    ];
    for boat in &again {
        let r = records(boat);
        near(r.best_2_s.unwrap().mps(), first.best_2_s.unwrap().mps(), 1e-3);
        near(r.best_500_m.unwrap().mps(), first.best_500_m.unwrap().mps(), 1e-3);
        near(r.best_half_hour.unwrap().mps(), first.best_half_hour.unwrap().mps(), 1e-3);
        near(r.alpha_500.unwrap().mps(), first.alpha_500.unwrap().mps(), 0.02);
    }
}

#[test]
fn a_passage_over_midnight_counts_its_longer_day() {
    // The start is at 14:00 UTC at 10.2° east, in the zone UTC+1: midnight is after nine hours.
    let boat = Drawn::by(0.2, 30.0 * 3600.0, |_| 4.0, north);
    near(records(&boat).best_day.unwrap().run.way_m, 4.0 * 21.0 * 3600.0, 41.0);
    // By the clock on land, an hour ahead of that, after eight.
    let by_clock = records(&boat).best_day_by_clock;
    let (_, on_land) = by_clock.iter().find(|(utc_offset_min, _)| *utc_offset_min == 120.0).unwrap();
    near(on_land.unwrap().run.way_m, 4.0 * 22.0 * 3600.0, 41.0);
    assert_eq!(by_clock.len(), 24);
    let slow = Drawn::by(0.2, 3600.0, |_| 2.5, north);
    assert_eq!(records(&slow).best_day, None, "slower than 5 kn nothing is counted");
}

#[test]
fn a_kite_foils_from_above_twelve_knots_until_below_nine() {
    let kn = |kn: f64| mps_from_kn(kn);
    // Two knots per second: up from 6 to 16 kn by 105 s, down again from 165 s.
    let points = [(100.0, kn(6.0)), (105.0, kn(16.0)), (165.0, kn(16.0)), (170.0, kn(6.0))];
    let boat = Drawn::by(10.0, 300.0, ramps(&points), north);
    let foiling = find_flights(&boat.course(), boat_class("Formula Kite").unwrap()).unwrap();
    let [flight] = foiling.flights[..] else { panic!("{:?}", foiling.flights) };
    near(flight.take_off_s, 103.0, 1e-6);
    near(flight.touch_down_s, 168.5, 1e-6);
    near(foiling.sailing_s, 300.0, 1e-9);
    near(foiling.share().unwrap(), 65.5 / 300.0, 1e-9);
}

#[test]
fn ten_knots_do_not_start_or_end_a_flight_and_a_surge_is_no_flight() {
    let kite = boat_class("Formula Kite").unwrap();
    let kn = |kn: f64| mps_from_kn(kn);
    let dips = [(100.0, kn(14.0)), (110.0, kn(10.0)), (120.0, kn(14.0))];
    assert_eq!(
        find_flights(&Drawn::by(5.0, 300.0, ramps(&dips), north).course(), kite).unwrap().flights.len(),
        1
    );
    let low = Drawn::by(5.0, 300.0, |_| mps_from_kn(10.0), north);
    assert!(find_flights(&low.course(), kite).unwrap().flights.is_empty());
    let surge = [(100.0, kn(6.0)), (101.0, kn(16.0)), (102.0, kn(6.0))];
    assert!(
        find_flights(&Drawn::by(10.0, 200.0, ramps(&surge), north).course(), kite)
            .unwrap()
            .flights
            .is_empty()
    );
}

#[test]
fn a_gap_ends_a_flight_and_hulls_have_none() {
    let boat = Drawn::by(1.0, 300.0, |_| 10.0, north).in_pieces(&[0..100, 100..301]);
    let foiling = find_flights(&boat.course(), boat_class("Moth").unwrap()).unwrap();
    assert_eq!(foiling.flights.len(), 2);
    near(foiling.share().unwrap(), 1.0, 1e-9);
    assert_eq!(find_flights(&boat.course(), boat_class("49er").unwrap()), None);
    let ashore = Drawn::by(1.0, 300.0, |_| 0.1, north);
    assert_eq!(find_flights(&ashore.course(), boat_class("Moth").unwrap()).unwrap().share(), None);
}

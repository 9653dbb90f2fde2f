//! Races of other classes and in other winds than the ones of the other tests.

use crate::races::{distance_m, first_race, fleet, spec};
use leebow_engine::units::kn_from_mps;
use leebow_simulator::{RaceSettings, Simulation, Spec, simulate};

/// A short race of one lap.
fn short(class: &str, minutes: f64, leg_m: f64) -> Spec {
    let race = RaceSettings { laps: 1, leg_m: Some(leg_m), first_gun_min: 6.0, ..RaceSettings::default() };
    spec(class, minutes, race)
}

fn finished(boat: &Simulation) -> bool {
    first_race(boat).passings_s.iter().all(Option::is_some)
}

/// Time from the gun to the finish, s.
fn elapsed_s(boat: &Simulation) -> Option<f64> {
    let race = first_race(boat);
    Some(race.passings_s.last().copied().flatten()? - race.gun_s)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn boats_of_every_kind_start_and_finish() {
    for (class, minutes) in [("49er", 22.0), ("Laser", 34.0), ("470", 30.0), ("J70", 30.0), ("Moth", 20.0)] {
        let boats = fleet(&short(class, minutes, 600.0), 4);
        let started = boats.iter().filter(|b| first_race(b).crossed_after_s.is_some_and(|s| s < 20.0));
        assert!(started.count() >= 3, "{class}");
        assert!(boats.iter().filter(|b| finished(b)).count() >= 3, "{class}");
    }
}

#[test]
fn a_faster_class_takes_less_time() {
    let time_s = |class: &str| mean(fleet(&short(class, 36.0, 700.0), 4).iter().filter_map(elapsed_s));
    let (skiff_s, dinghy_s) = (time_s("49er"), time_s("Laser"));
    assert!(skiff_s < 0.8 * dinghy_s, "{skiff_s} {dinghy_s}");
}

#[test]
fn a_longer_leg_takes_more_time() {
    let time_s = |leg_m: f64| mean(fleet(&short("49er", 40.0, leg_m), 4).iter().filter_map(elapsed_s));
    let (short_s, long_s) = (time_s(500.0), time_s(1000.0));
    assert!((1.5..2.6).contains(&(long_s / short_s)), "{short_s} {long_s}");
}

#[test]
fn the_course_turns_with_the_wind_and_not_with_the_seed_of_a_boat() {
    for twd_deg in [5.0, 120.0, 355.0] {
        let boat = simulate(&Spec { twd_deg, ..short("49er", 9.0, 600.0) }).unwrap();
        let race = first_race(&boat);
        let off_deg = leebow_engine::angle::wrap_180(race.twd_deg - twd_deg);
        assert!(off_deg.abs() < 25.0, "{twd_deg}: {}", race.twd_deg);
        let crosswise_deg = leebow_engine::angle::wrap_180(race.line.bearing_deg - race.twd_deg - 90.0);
        assert!(crosswise_deg.abs() < 20.0, "{twd_deg}: {crosswise_deg}");
    }
}

#[test]
fn boats_that_start_are_near_full_speed_half_a_minute_after_the_gun() {
    for boat in fleet(&short("49er", 9.0, 700.0), 6) {
        let race = first_race(&boat);
        let at = |s: f64| boat.path.iter().find(|m| m.time_s >= race.gun_s + s).unwrap();
        let (before_kn, after_kn) = (kn_from_mps(at(-20.0).stw_mps), kn_from_mps(at(30.0).stw_mps));
        assert!(after_kn > 5.0, "boat {}: {after_kn}", boat.spec.seed);
        assert!(before_kn < after_kn, "boat {}: {before_kn} {after_kn}", boat.spec.seed);
    }
}

#[test]
fn the_fixes_of_the_receiver_are_at_the_marks_when_the_truth_says_so() {
    for boat in fleet(&short("49er", 22.0, 600.0), 3) {
        let race = first_race(&boat);
        let Some(top_s) = race.passings_s[0] else { continue };
        let mark = &race.waypoints[0].marks[0];
        let at_ms = boat.spec.start_time_ms + 1000.0 * top_s;
        let nearest =
            boat.fixes.iter().min_by(|a, b| (a.time_ms - at_ms).abs().total_cmp(&(b.time_ms - at_ms).abs()));
        let fix = nearest.unwrap();
        let off_m = leebow_engine::geo::distance_m(fix.lat_deg, fix.lon_deg, mark.lat_deg, mark.lon_deg);
        let true_m = distance_m(&boat, mark, top_s);
        assert!((off_m - true_m).abs() < 12.0, "boat {}: {off_m} {true_m}", boat.spec.seed);
    }
}

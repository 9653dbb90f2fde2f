//! What one boat of a fleet does unlike the others: recalled, late, retired, watching, overstanding, stopping.

use crate::races::{first_race, fleet, spec};
use leebow_engine::angle::wind_angle;
use leebow_engine::geo::Plane;
use leebow_simulator::{Moment, RaceSettings, Sailing, Simulation, Spec, simulate};

/// A short course in a wind that neither turns nor changes.
fn steady(minutes: f64, own: RaceSettings) -> Spec {
    let race = RaceSettings { laps: 1, leg_m: Some(600.0), first_gun_min: 5.0, ..own };
    Spec {
        gustiness: 0.0,
        oscillation_deg: Some(0.0),
        trend_deg_per_h: Some(0.0),
        ..spec("49er", minutes, race)
    }
}

fn sailed(minutes: f64, own: RaceSettings) -> Simulation {
    simulate(&steady(minutes, own)).unwrap()
}

/// Metres by which the boat is beyond the starting line in each moment.
fn beyond_line_m(boat: &Simulation) -> Vec<(f64, f64)> {
    let line = first_race(boat).line;
    let plane = Plane::at(boat.spec.lat_deg, boat.spec.lon_deg);
    let (pin, committee) = (
        plane.to_m(line.pin.lat_deg, line.pin.lon_deg),
        plane.to_m(line.committee.lat_deg, line.committee.lon_deg),
    );
    let along = (committee.0 - pin.0, committee.1 - pin.1);
    let across = |m: &Moment| (m.north_m - pin.1) * along.0 - (m.east_m - pin.0) * along.1;
    boat.path.iter().map(|m| (m.time_s, across(m) / libm::hypot(along.0, along.1))).collect()
}

#[test]
fn recalled_boats_are_beyond_the_line_at_the_gun_and_go_back_behind_it() {
    let boats = fleet(&steady(14.0, RaceSettings { individual_recall: true, ..Default::default() }), 8);
    for boat in &boats {
        let race = first_race(boat);
        assert!(race.over && race.to_line_m < 0.0, "boat {}", boat.spec.seed);
        let top_s = race.passings_s[0].unwrap();
        let beyond = beyond_line_m(boat);
        let at_gun = beyond.iter().find(|(s, _)| *s >= race.gun_s).unwrap().1;
        assert!((at_gun + race.to_line_m).abs() < 0.5, "{at_gun} {}", race.to_line_m);
        let between = beyond.iter().filter(|(s, _)| (race.gun_s..top_s).contains(s));
        let back_m = between.map(|b| b.1).fold(f64::INFINITY, f64::min);
        assert!(back_m < -5.0, "boat {}: {back_m}", boat.spec.seed);
        // To have returned she crosses again within the ends of the line.
        let after_s = race.crossed_after_s.unwrap();
        assert_eq!(race.returned, after_s > 0.0, "boat {}: {after_s}", boat.spec.seed);
    }
    let returned = boats.iter().filter(|b| first_race(b).returned).count();
    assert!(returned >= 6, "{returned} of 8 boats");
}

#[test]
fn boats_that_are_not_recalled_do_not_return() {
    for boat in fleet(&steady(8.0, RaceSettings::default()), 6) {
        let race = first_race(&boat);
        assert!(!race.returned, "boat {}", boat.spec.seed);
        assert!(race.recalls_s.is_empty() && race.practice_starts_s.is_empty());
    }
}

#[test]
fn a_late_boat_waits_and_crosses_the_line_about_so_much_later() {
    let late = sailed(16.0, RaceSettings { late_s: 240.0, ..Default::default() });
    let race = first_race(&late);
    let after_s = race.crossed_after_s.unwrap();
    assert!((200.0..330.0).contains(&after_s), "{after_s}");
    assert!(race.takes_part && !race.over && race.to_line_m > 0.0);
    let usual = sailed(16.0, RaceSettings::default());
    let top_s = |boat: &Simulation| first_race(boat).passings_s[0].unwrap();
    assert!(top_s(&late) > top_s(&usual) + 150.0);
}

#[test]
fn a_boat_that_retires_passes_no_more_marks_and_stops() {
    for after in [0_u32, 1] {
        let boat = sailed(18.0, RaceSettings { retires_after: Some(after), ..Default::default() });
        let race = first_race(&boat);
        let passed = race.passings_s.iter().filter(|p| p.is_some()).count();
        assert_eq!(passed, after as usize);
        let last_s = race.passings_s.iter().flatten().copied().fold(race.gun_s, f64::max);
        let stops = boat.truth.stops.iter().filter(|s| s.start_s > last_s);
        let longest_s = stops.map(|s| s.end_s - s.start_s).fold(0.0, f64::max);
        assert!(longest_s > 90.0, "after {after}: {longest_s} s");
    }
    // To retire after more marks than there are is to sail the whole course.
    let boat = sailed(18.0, RaceSettings { retires_after: Some(9), ..Default::default() });
    assert!(first_race(&boat).passings_s.iter().all(Option::is_some));
}

#[test]
fn until_she_retires_a_boat_sails_as_she_would_have() {
    let whole = sailed(16.0, RaceSettings::default());
    let retires = sailed(16.0, RaceSettings { retires_after: Some(1), ..Default::default() });
    let until_s = first_race(&whole).passings_s[0].unwrap() - 1.0;
    let before = |boat: &Simulation| boat.path.iter().take_while(|m| m.time_s < until_s).count();
    let count = before(&whole);
    assert_eq!(count, before(&retires));
    assert!(whole.path[..count] == retires.path[..count], "she sails another way from the start");
}

#[test]
fn a_boat_that_watches_has_no_start_no_passings_and_makes_no_maneuvers_of_a_race() {
    let watches = sailed(20.0, RaceSettings { spectator: true, ..Default::default() });
    let race = first_race(&watches);
    assert!(!race.takes_part && !race.over && !race.returned);
    assert_eq!((race.crossed_after_s, race.passings_s.len()), (None, race.waypoints.len()));
    assert!(race.passings_s.iter().all(Option::is_none) && race.rounded.iter().all(Option::is_none));
    let races = sailed(20.0, RaceSettings::default());
    assert!(watches.truth.maneuvers.len() < races.truth.maneuvers.len() / 2);
    // She sees the race that the others sail.
    assert_eq!(race.waypoints, first_race(&races).waypoints);
    assert_eq!(race.gun_s, first_race(&races).gun_s);
}

#[test]
fn a_clock_that_is_behind_moves_the_fixes_and_neither_path_nor_truth() {
    let (right, behind) = (
        sailed(7.0, RaceSettings::default()),
        sailed(7.0, RaceSettings { clock_offset_s: -2.5, ..Default::default() }),
    );
    assert_eq!(right.path, behind.path);
    assert_eq!(right.truth, behind.truth);
    assert_eq!(right.fixes.len(), behind.fixes.len());
    for (a, b) in right.fixes.iter().zip(&behind.fixes) {
        assert_eq!((b.time_ms - a.time_ms, b.lat_deg, b.lon_deg), (-2500.0, a.lat_deg, a.lon_deg));
    }
}

/// Seconds of the beat in which the boat sails lower than close-hauled because she has passed the layline.
fn cracked_off_s(boat: &Simulation) -> Option<f64> {
    let race = first_race(boat);
    let (from_s, to_s) = (race.gun_s + 60.0, race.passings_s[0]? - 5.0);
    let (up, _) = Sailing::angles_of_class("49er");
    let beat = boat.path.iter().filter(|m| (from_s..to_s).contains(&m.time_s));
    let low = beat.filter(|m| (up + 8.0..100.0).contains(&wind_angle(m.wind.twd_deg, m.hdg_deg).abs()));
    Some(0.05 * low.count() as f64)
}

#[test]
fn boats_that_overstand_sail_low_to_the_top_mark() {
    let mean_s = |overstand_deg: f64| {
        let race = RaceSettings { overstand_deg, ..Default::default() };
        let boats = fleet(&steady(14.0, race), 16);
        let low: Vec<f64> = boats.iter().filter_map(cracked_off_s).collect();
        assert!(low.len() >= 14, "{}", low.len());
        low.iter().sum::<f64>() / low.len() as f64
    };
    let (usual_s, overstood_s) = (mean_s(0.0), mean_s(25.0));
    assert!(overstood_s > 1.3 * usual_s, "{usual_s} {overstood_s}");
}

#[test]
fn a_boat_stops_for_minutes_after_the_finish_when_she_is_told_to() {
    let longest_s = |stops_after_finish: bool| {
        let boat = sailed(20.0, RaceSettings { stops_after_finish, ..Default::default() });
        let finish_s = first_race(&boat).passings_s.last().copied().flatten().unwrap();
        let after = boat.truth.stops.iter().filter(|s| (finish_s..finish_s + 90.0).contains(&s.start_s));
        after.map(|s| s.end_s - s.start_s).fold(0.0, f64::max)
    };
    let (stops_s, goes_s) = (longest_s(true), longest_s(false));
    assert!(stops_s > 90.0, "{stops_s}");
    assert!(goes_s < 60.0, "{goes_s}");
}

#[test]
fn a_boat_covers_only_a_boat_that_sails_in_the_same_wind() {
    let covers = RaceSettings { covers_seed: Some(21), ..Default::default() };
    let own = |race| Spec { seed: 22, wind_seed: Some(21), ..steady(10.0, race) };
    let (free, covering) =
        (simulate(&own(RaceSettings::default())).unwrap(), simulate(&own(covers)).unwrap());
    // Up to the start both sail alike; the rival matters on the beats.
    let gun_s = first_race(&free).gun_s;
    let before =
        |boat: &Simulation| boat.path.iter().take_while(|m| m.time_s < gun_s).copied().collect::<Vec<_>>();
    assert_eq!(before(&free), before(&covering));
    assert_ne!(free.path, covering.path);
    assert_eq!(first_race(&free).waypoints, first_race(&covering).waypoints);
}

#[test]
fn passings_are_in_rising_order_after_the_start() {
    for class in ["49er", "470", "J70"] {
        let race = RaceSettings { gate: true, laps: 2, ..RaceSettings::default() };
        for boat in fleet(&spec(class, 50.0, race), 3) {
            let race = first_race(&boat);
            let times: Vec<f64> = race.passings_s.iter().flatten().copied().collect();
            assert!(times.len() >= 3, "{class}: {:?}", race.passings_s);
            assert!(times[0] > race.gun_s + race.crossed_after_s.unwrap());
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{class}: {times:?}");
            let marked = race.rounded.iter().filter(|r| r.is_some()).count();
            assert_eq!(marked, times.len());
        }
    }
}

/// Mean speed through the water close-hauled and at full speed, m/s.
fn upwind_mps(boat: &Simulation) -> f64 {
    let is_upwind = |m: &&Moment| wind_angle(m.wind.twd_deg, m.hdg_deg).abs() < 60.0 && m.stw_mps > 3.0;
    let speeds: Vec<f64> = boat.path.iter().filter(is_upwind).map(|m| m.stw_mps).collect();
    speeds.iter().sum::<f64>() / speeds.len() as f64
}

#[test]
fn sessions_differ_by_the_size_of_their_effect() {
    let sd = |session_effect: f64| {
        let ratios = (1..=16).map(|seed| {
            let of = |session_effect: f64| {
                let sailing = Sailing { session_effect, ..Sailing::default() };
                simulate(&Spec { seed, sailing, ..steady(9.0, RaceSettings::default()) }).unwrap()
            };
            upwind_mps(&of(session_effect)) / upwind_mps(&of(0.0)) - 1.0
        });
        let ratios: Vec<f64> = ratios.collect();
        libm::sqrt(ratios.iter().map(|r| r * r).sum::<f64>() / ratios.len() as f64)
    };
    // Speeds differ by 1 % (one standard deviation) at a scale of 1; 16 sessions tell it by a fifth.
    assert_eq!(sd(0.0), 0.0);
    let at_4 = sd(4.0);
    assert!((0.02..0.06).contains(&at_4), "{at_4}");
}

#[test]
fn the_same_spec_gives_the_same_race_and_another_seed_another_one() {
    let spec = steady(8.0, RaceSettings::default());
    let first = simulate(&spec).unwrap();
    assert_eq!(simulate(&spec).unwrap(), first);
    let other = simulate(&Spec { seed: 5, wind_seed: Some(1), ..spec }).unwrap();
    assert_ne!(other.path, first.path);
}

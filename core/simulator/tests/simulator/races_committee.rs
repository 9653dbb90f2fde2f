//! What the race committee decides: guns, line, marks, gates, finishes. The same for all boats of a fleet.

use crate::races::{distance_m, first_race, fleet, spec};
use leebow_engine::angle::{to_deg, to_rad, wind_angle, wrap_180};
use leebow_engine::geo::Plane;
use leebow_simulator::{
    Finish, Moment, RaceSettings, Sailing, Simulation, Spec, TruePlace, TrueRace, simulate,
};

/// One lap, so that a session is short.
const SHORT: RaceSettings = RaceSettings {
    races: 1,
    laps: 1,
    leg_m: Some(600.0),
    first_gun_min: 5.0,
    gun_second_s: 0.0,
    line_m: None,
    line_bias_deg: None,
    start_at_speed: false,
    arrival_s: 1.5,
    gate: false,
    offset_m: 0.0,
    triangle: false,
    starboard_rounding: false,
    finish: Finish::Down,
    practice_starts: 0,
    general_recalls: 0,
    individual_recall: false,
    retires_after: None,
    late_s: 0.0,
    spectator: false,
    overstand_deg: 0.0,
    covers_seed: None,
    stops_after_finish: false,
    clock_offset_s: 0.0,
};

/// A wind that neither turns nor changes.
fn steady(minutes: f64, race: RaceSettings) -> Spec {
    Spec {
        gustiness: 0.0,
        oscillation_deg: Some(0.0),
        trend_deg_per_h: Some(0.0),
        ..spec("49er", minutes, race)
    }
}

fn sailed(minutes: f64, race: RaceSettings) -> Simulation {
    simulate(&steady(minutes, race)).unwrap()
}

fn in_m(boat: &Simulation, place: &TruePlace) -> (f64, f64) {
    Plane::at(boat.spec.lat_deg, boat.spec.lon_deg).to_m(place.lat_deg, place.lon_deg)
}

/// Distance (m) and direction (deg) from one place to another.
fn way(boat: &Simulation, from: &TruePlace, to: &TruePlace) -> (f64, f64) {
    let (a, b) = (in_m(boat, from), in_m(boat, to));
    let (east_m, north_m) = (b.0 - a.0, b.1 - a.1);
    (libm::hypot(east_m, north_m), to_deg(libm::atan2(east_m, north_m)))
}

/// The middle of the starting line.
fn middle(race: &TrueRace) -> TruePlace {
    TruePlace {
        lat_deg: 0.5 * (race.line.pin.lat_deg + race.line.committee.lat_deg),
        lon_deg: 0.5 * (race.line.pin.lon_deg + race.line.committee.lon_deg),
    }
}

fn at(boat: &Simulation, time_s: f64) -> &Moment {
    boat.path.iter().find(|m| m.time_s >= time_s).unwrap()
}

/// Angle of the boat's way to the wind at a time, 0 to 180 deg.
fn angle_deg(boat: &Simulation, time_s: f64) -> f64 {
    let m = at(boat, time_s);
    wind_angle(m.wind.twd_deg, to_deg(libm::atan2(m.east_mps, m.north_mps))).abs()
}

/// Metres by which a boat is beyond the starting line at a time.
fn beyond_line_m(boat: &Simulation, time_s: f64) -> f64 {
    let line = first_race(boat).line;
    let (pin, committee) = (in_m(boat, &line.pin), in_m(boat, &line.committee));
    let along = (committee.0 - pin.0, committee.1 - pin.1);
    let m = at(boat, time_s);
    ((m.north_m - pin.1) * along.0 - (m.east_m - pin.0) * along.1) / libm::hypot(along.0, along.1)
}

fn passed_s(boat: &Simulation, waypoint: usize) -> f64 {
    first_race(boat).passings_s[waypoint].unwrap()
}

#[test]
fn the_gun_is_fired_at_its_second_and_not_before_the_first_gun() {
    for (gun_second_s, first_gun_min) in [(0.0, 7.0), (30.0, 7.0), (12.5, 8.0)] {
        let boat = sailed(12.0, RaceSettings { gun_second_s, first_gun_min, ..SHORT });
        let gun_s = first_race(&boat).gun_s;
        assert_eq!((boat.spec.start_time_ms / 1000.0 + gun_s) % 60.0, gun_second_s);
        assert!((60.0 * first_gun_min..60.0 * first_gun_min + 60.0).contains(&gun_s), "{gun_s}");
        let ms = leebow_engine::calendar::ms_from_iso(&first_race(&boat).time).unwrap();
        assert_eq!(ms, boat.spec.start_time_ms + 1000.0 * gun_s);
    }
}

#[test]
fn the_boats_sail_home_to_the_line_between_two_races() {
    let boat = sailed(60.0, RaceSettings { races: 2, ..SHORT });
    let races = &boat.truth.races;
    assert_eq!(races.len(), 2);
    for race in races {
        assert!(race.crossed_after_s.is_some_and(|s| (0.0..8.0).contains(&s)), "{race:?}");
        assert!(race.passings_s.iter().all(Option::is_some), "{race:?}");
    }
    assert!(races[0].passings_s[1].unwrap() + 60.0 < races[1].gun_s);
}

#[test]
fn only_races_whose_gun_is_within_the_session_are_held() {
    let count = |minutes: f64| sailed(minutes, RaceSettings { races: 9, ..SHORT }).truth.races.len();
    assert_eq!(count(4.0), 0);
    assert_eq!(count(10.0), 1);
    assert!((2..9).contains(&count(60.0)));
}

#[test]
fn the_line_has_its_length_and_the_committee_end_is_ahead_by_its_bias() {
    for (line_m, bias_deg) in [(60.0, 0.0), (120.0, 9.0), (200.0, -9.0)] {
        let race = RaceSettings { line_m: Some(line_m), line_bias_deg: Some(bias_deg), ..SHORT };
        let boat = sailed(8.0, race);
        let line = first_race(&boat).line;
        let (length_m, bearing_deg) = way(&boat, &line.pin, &line.committee);
        assert!((line.length_m - line_m).abs() < 0.02 && (length_m - line_m).abs() < 0.1);
        assert!((line.bias_deg - bias_deg).abs() < 0.5, "{line:?}");
        assert!(wrap_180(line.bearing_deg - bearing_deg).abs() < 0.1);
        // Of a line square to the wind neither end is ahead.
        let ahead_m = length_m * libm::cos(to_rad(bearing_deg - first_race(&boat).twd_deg));
        assert!((ahead_m - line_m * libm::sin(to_rad(bias_deg))).abs() < 2.0, "{ahead_m}");
    }
}

#[test]
fn a_line_that_is_not_given_is_drawn_and_differs_between_courses() {
    let line = |wind_seed: u64| {
        let boat = simulate(&Spec { wind_seed: Some(wind_seed), ..steady(7.0, SHORT) }).unwrap();
        first_race(&boat).line
    };
    let lines: Vec<_> = (1..6).map(line).collect();
    assert!(lines.iter().all(|l| (40.0..=180.0).contains(&l.length_m) && l.bias_deg.abs() < 10.0));
    assert!(lines.windows(2).all(|pair| pair[0].length_m != pair[1].length_m));
}

#[test]
fn the_top_mark_lies_a_leg_to_windward_of_the_line_and_each_lap_has_one() {
    for (laps, leg_m) in [(1, 500.0), (2, 900.0), (3, 400.0)] {
        let boat = sailed(12.0, RaceSettings { laps, leg_m: Some(leg_m), ..SHORT });
        let race = first_race(&boat);
        assert_eq!(race.waypoints.len(), 2 * laps as usize);
        for top in race.waypoints.iter().step_by(2) {
            let (far_m, towards_deg) = way(&boat, &middle(race), &top.marks[0]);
            assert!((far_m - leg_m).abs() < 1.0, "{far_m}");
            assert!(wrap_180(towards_deg - race.twd_deg).abs() < 1.0);
        }
    }
}

#[test]
fn both_marks_of_a_gate_are_used_and_the_rounded_one_is_the_nearer() {
    let boats = fleet(&steady(24.0, RaceSettings { gate: true, laps: 2, ..SHORT }), 8);
    let mut rounded = Vec::new();
    for boat in &boats {
        let gate = &first_race(boat).waypoints[1];
        assert_eq!((gate.kind, gate.side, gate.marks.len()), ("gate", Some("either"), 2));
        let (apart_m, _) = way(boat, &gate.marks[0], &gate.marks[1]);
        assert!((apart_m - 60.0).abs() < 0.1, "{apart_m}");
        let Some(which) = first_race(boat).rounded[1] else { continue };
        let away_m = |mark: usize| distance_m(boat, &gate.marks[mark], passed_s(boat, 1));
        assert!(away_m(which) < away_m(1 - which), "boat {}", boat.spec.seed);
        rounded.push(which);
    }
    assert!(rounded.len() >= 7, "{rounded:?}");
    assert!(rounded.contains(&0) && rounded.contains(&1), "{rounded:?}");
}

#[test]
fn the_boats_reach_from_the_top_mark_to_the_offset_mark() {
    let boats = fleet(&steady(16.0, RaceSettings { offset_m: 120.0, ..SHORT }), 3);
    for boat in &boats {
        let race = first_race(boat);
        let (far_m, towards_deg) = way(boat, &race.waypoints[0].marks[0], &race.waypoints[1].marks[0]);
        assert_eq!(race.waypoints[1].kind, "offset");
        assert!((120.0..123.0).contains(&far_m), "{far_m}");
        // To the left looking upwind, for boats that leave the marks to port.
        assert!((90.0..105.0).contains(&wrap_180(race.twd_deg - towards_deg)), "{towards_deg}");
        let half_way_s = 0.5 * (passed_s(boat, 0) + passed_s(boat, 1));
        assert!((60.0..130.0).contains(&angle_deg(boat, half_way_s)), "boat {}", boat.spec.seed);
    }
}

#[test]
fn a_triangle_has_a_gybe_mark_beside_the_beat_in_the_first_lap_alone() {
    for (starboard_rounding, side) in [(false, -1.0), (true, 1.0)] {
        let race = RaceSettings { triangle: true, laps: 2, starboard_rounding, ..SHORT };
        let boats = fleet(&steady(26.0, race), 3);
        for boat in &boats {
            let race = first_race(boat);
            assert_eq!(race.waypoints.len(), 5);
            let (_, towards_deg) = way(boat, &race.waypoints[0].marks[0], &race.waypoints[1].marks[0]);
            assert!((side * wrap_180(race.twd_deg + 180.0 - towards_deg) - 47.7).abs() < 2.0);
            let [Some(top_s), Some(gybe_s), Some(_)] = race.passings_s[..3] else { continue };
            let half_way = angle_deg(boat, 0.5 * (top_s + gybe_s));
            assert!((105.0..165.0).contains(&half_way), "boat {}: {half_way}", boat.spec.seed);
        }
        let count = boats.iter().filter(|b| first_race(b).passings_s[2].is_some()).count();
        assert!(count >= 2, "{count}");
    }
}

#[test]
fn marks_are_left_on_the_side_that_the_committee_says() {
    for (starboard_rounding, side, sign) in [(false, "port", -1.0), (true, "starboard", 1.0)] {
        let boats = fleet(&steady(26.0, RaceSettings { starboard_rounding, laps: 2, ..SHORT }), 3);
        for boat in &boats {
            for (i, waypoint) in first_race(boat).waypoints.iter().take(3).enumerate() {
                assert_eq!(waypoint.side, Some(side));
                let time_s = passed_s(boat, i);
                let (m, mark) = (at(boat, time_s), in_m(boat, &waypoint.marks[0]));
                // Positive: the mark is to the right of the boat's way.
                let right = (mark.0 - m.east_m) * m.north_mps - (mark.1 - m.north_m) * m.east_mps;
                assert!(sign * right > 0.0, "boat {} mark {i} {side}", boat.spec.seed);
            }
        }
    }
}

#[test]
fn boats_finish_on_a_run_a_beat_or_a_reach() {
    for (finish, least_deg, most_deg) in
        [(Finish::Down, 115.0, 180.0), (Finish::Up, 25.0, 65.0), (Finish::Reach, 65.0, 130.0)]
    {
        let boats = fleet(&steady(26.0, RaceSettings { finish, ..SHORT }), 4);
        let mut finished = 0;
        for boat in &boats {
            let race = first_race(boat);
            let last = race.waypoints.last().unwrap();
            assert_eq!((last.kind, last.side, last.marks.len()), ("finish", None, 2));
            let (length_m, _) = way(boat, &last.marks[0], &last.marks[1]);
            assert!((length_m - 60.0).abs() < 0.1);
            let Some(time_s) = race.passings_s.last().copied().flatten() else { continue };
            let crosses = angle_deg(boat, time_s);
            assert!((least_deg..=most_deg).contains(&crosses), "{finish:?}: {crosses}");
            finished += 1;
        }
        assert!(finished >= 3, "{finish:?}: {finished} boats");
    }
}

#[test]
fn the_fleet_crosses_the_line_at_practice_starts_and_at_recalled_ones() {
    let settings = RaceSettings { practice_starts: 1, general_recalls: 1, ..SHORT };
    for boat in fleet(&steady(30.0, settings), 3) {
        let race = first_race(&boat);
        let (practice_s, recalled_s) = (race.practice_starts_s[0], race.recalls_s[0]);
        for gun_s in [practice_s, recalled_s, race.gun_s] {
            assert!(beyond_line_m(&boat, gun_s - 4.0) < 0.0, "boat {} at {gun_s}", boat.spec.seed);
            assert!(beyond_line_m(&boat, gun_s + 12.0) > 0.0, "boat {} at {gun_s}", boat.spec.seed);
        }
        // Practice starts are not made on the minute, and she goes back behind the line after each.
        let second = |s: f64| (boat.spec.start_time_ms / 1000.0 + s) % 60.0;
        assert_eq!((second(practice_s), second(recalled_s)), (23.0, 0.0));
        assert!(recalled_s - practice_s >= 330.0 && race.gun_s - recalled_s >= 330.0);
    }
}

#[test]
fn boats_that_arrive_later_cross_later() {
    let mean_s = |arrival_s: f64| {
        let boats = fleet(&steady(8.0, RaceSettings { arrival_s, ..SHORT }), 8);
        boats.iter().map(|b| first_race(b).crossed_after_s.unwrap()).sum::<f64>() / 8.0
    };
    let (sharp, slow) = (mean_s(0.0), mean_s(8.0));
    assert!((0.0..2.5).contains(&sharp), "{sharp}");
    assert!(slow > sharp + 2.0, "{sharp} {slow}");
}

#[test]
fn the_boats_of_a_fleet_share_gun_line_and_marks_and_sail_ways_of_their_own() {
    let race = RaceSettings { gate: true, offset_m: 60.0, triangle: true, laps: 2, ..SHORT };
    let boats = fleet(&spec("470", 12.0, race), 4);
    let first = first_race(&boats[0]);
    for boat in &boats[1..] {
        let race = first_race(boat);
        assert_eq!((race.gun_s, race.line, race.twd_deg), (first.gun_s, first.line, first.twd_deg));
        assert_eq!(race.waypoints, first.waypoints);
        assert_ne!(boat.path, boats[0].path);
    }
}

#[test]
fn boats_of_different_speeds_have_the_guns_of_one_committee() {
    let day = spec("Laser", 60.0, RaceSettings { races: 2, ..SHORT });
    let fast = Sailing { upwind_speed: 1.1, downwind_speed: 1.1, ..day.sailing };
    let varied = Spec { sailing: Sailing { session_effect: 1.5, ..day.sailing }, ..day.clone() };
    let guns_s = |spec: &Spec| -> Vec<f64> {
        simulate(spec).unwrap().truth.races.iter().map(|race| race.gun_s).collect()
    };
    let expected = guns_s(&day);
    assert_eq!(expected.len(), 2);
    assert_eq!(guns_s(&Spec { sailing: fast, ..day }), expected);
    for boat in varied.fleet(3) {
        assert_eq!(guns_s(&boat), expected, "{}", boat.seed);
    }
}

//! Races: the line at the gun, the course, recalls and boats that do not sail all of it.

use leebow_engine::geo::Plane;
use leebow_simulator::{
    Finish, Fix, RaceSettings, Scenario, Simulation, Spec, TruePlace, TrueRace, simulate, write,
};

pub fn spec(class: &str, minutes: f64, race: RaceSettings) -> Spec {
    let scenario = Scenario::Race;
    Spec { class: class.into(), minutes, scenario, race: Some(race), mistakes: 0.0, ..Spec::default() }
}

pub fn fleet(spec: &Spec, boats: u64) -> Vec<Simulation> {
    spec.fleet(boats).iter().map(|s| simulate(s).unwrap()).collect()
}

pub fn first_race(boat: &Simulation) -> &TrueRace {
    &boat.truth.races[0]
}

/// Metres from a place to the boat at a time.
pub fn distance_m(boat: &Simulation, place: &TruePlace, time_s: f64) -> f64 {
    let (x, y) = Plane::at(boat.spec.lat_deg, boat.spec.lon_deg).to_m(place.lat_deg, place.lon_deg);
    let at = boat.path.iter().find(|m| m.time_s >= time_s).unwrap();
    libm::hypot(at.east_m - x, at.north_m - y)
}

#[test]
fn boats_cross_the_line_within_seconds_of_a_gun_on_the_whole_minute() {
    for boat in fleet(&spec("49er", 16.0, RaceSettings::default()), 8) {
        let race = first_race(&boat);
        assert_eq!((boat.spec.start_time_ms / 1000.0 + race.gun_s) % 60.0, 0.0);
        let after_s = race.crossed_after_s.unwrap();
        assert!((-1.0..6.0).contains(&after_s), "{}: {after_s}", boat.spec.seed);
        assert!((-0.1..1.1).contains(&race.line_position));
        assert_eq!(race.over, race.to_line_m < 0.0);
    }
}

#[test]
fn boats_that_come_at_speed_have_it_at_the_gun() {
    let speeds = |start_at_speed: bool| {
        let race = RaceSettings { start_at_speed, ..RaceSettings::default() };
        let boats = fleet(&spec("Moth", 12.0, race), 6);
        let at_gun =
            |b: &Simulation| b.path.iter().find(|m| m.time_s >= first_race(b).gun_s).unwrap().stw_mps;
        boats.iter().map(at_gun).sum::<f64>() / 6.0
    };
    assert!(speeds(true) > 1.5 * speeds(false));
}

#[test]
fn marks_are_passed_in_their_order_and_near() {
    let race = RaceSettings { gate: true, offset_m: 80.0, ..RaceSettings::default() };
    for boat in fleet(&spec("49er", 40.0, race), 4) {
        let race = first_race(&boat);
        let kinds: Vec<&str> = race.waypoints.iter().map(|w| w.kind).collect();
        assert_eq!(kinds, ["mark", "offset", "gate", "mark", "offset", "finish"]);
        let times: Vec<f64> = race.passings_s.iter().map(|p| p.unwrap()).collect();
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
        for ((waypoint, time_s), which) in race.waypoints.iter().zip(&times).zip(&race.rounded).take(5) {
            let away_m = distance_m(&boat, &waypoint.marks[which.unwrap()], *time_s);
            assert!(away_m < 45.0, "{}: {} {away_m}", boat.spec.seed, waypoint.kind);
        }
        let crossed_m = distance_m(&boat, &race.waypoints[5].marks[0], times[5]);
        assert!(crossed_m < 66.0, "{crossed_m}");
    }
}

#[test]
fn triangles_starboard_marks_and_all_finishes_are_sailed() {
    for (finish, count) in [(Finish::Down, 5), (Finish::Up, 6), (Finish::Reach, 6)] {
        let race =
            RaceSettings { triangle: true, starboard_rounding: true, finish, ..RaceSettings::default() };
        let boats = fleet(&spec("470", 60.0, race), 3);
        let full = boats.iter().filter(|b| first_race(b).passings_s.iter().all(Option::is_some)).count();
        assert!(boats.iter().all(|b| first_race(b).waypoints.len() == count));
        assert!(boats.iter().all(|b| first_race(b).waypoints[0].side == Some("starboard")));
        assert!(full >= 2, "{finish:?}: {full}");
    }
}

#[test]
fn practice_starts_and_a_recall_come_before_the_race() {
    let race = RaceSettings { practice_starts: 2, general_recalls: 1, ..RaceSettings::default() };
    let boat = simulate(&spec("49er", 40.0, race)).unwrap();
    assert_eq!(boat.truth.races.len(), 1);
    let race = first_race(&boat);
    assert_eq!((race.practice_starts_s.len(), race.recalls_s.len()), (2, 1));
    assert!(race.practice_starts_s[1] < race.recalls_s[0] && race.recalls_s[0] < race.gun_s);
    assert!(race.crossed_after_s.is_some_and(|s| s < 6.0));
}

#[test]
fn a_boat_that_is_recalled_returns_and_crosses_again() {
    let race = RaceSettings { individual_recall: true, ..RaceSettings::default() };
    let boat = simulate(&spec("49er", 16.0, race)).unwrap();
    let race = first_race(&boat);
    assert!(race.over && race.returned);
    assert!(race.crossed_after_s.is_some_and(|s| (20.0..180.0).contains(&s)), "{race:?}");
}

#[test]
fn boats_that_are_late_retire_or_watch_do_not_sail_the_whole_course() {
    let late = RaceSettings { late_s: 300.0, ..RaceSettings::default() };
    let boat = simulate(&spec("49er", 30.0, late)).unwrap();
    assert!(first_race(&boat).crossed_after_s.is_none_or(|s| s > 200.0));
    let retires = RaceSettings { retires_after: Some(2), ..RaceSettings::default() };
    let boat = simulate(&spec("49er", 40.0, retires)).unwrap();
    let passed: Vec<bool> = first_race(&boat).passings_s.iter().map(Option::is_some).collect();
    assert_eq!(passed, [true, true, false, false]);
    let watches = RaceSettings { spectator: true, ..RaceSettings::default() };
    let boat = simulate(&spec("49er", 30.0, watches)).unwrap();
    let race = first_race(&boat);
    assert!(!race.takes_part && race.crossed_after_s.is_none());
    assert!(race.passings_s.iter().all(Option::is_none));
}

#[test]
fn a_clock_that_is_ahead_moves_the_fixes_and_not_the_truth() {
    let at = |clock_offset_s: f64| {
        simulate(&spec("49er", 10.0, RaceSettings { clock_offset_s, ..RaceSettings::default() })).unwrap()
    };
    let (right, ahead) = (at(0.0), at(3.0));
    assert_eq!(right.truth, ahead.truth);
    let later = |(a, b): (&Fix, &Fix)| b.time_ms - a.time_ms == 3000.0;
    assert!(right.fixes.iter().zip(&ahead.fixes).all(later));
}

#[test]
fn a_boat_that_covers_tacks_after_the_other_one() {
    let covering = RaceSettings { covers_seed: Some(7), ..RaceSettings::default() };
    let plain = Spec { seed: 8, wind_seed: Some(7), ..spec("49er", 20.0, RaceSettings::default()) };
    let rival = simulate(&Spec { seed: 7, ..plain.clone() }).unwrap();
    let tacks = |boat: &Simulation| {
        // Near the mark the layline decides.
        let race = first_race(boat);
        let (from_s, to_s) = (race.gun_s + 30.0, race.passings_s[0].unwrap_or(f64::INFINITY) - 90.0);
        let tacks = boat.truth.maneuvers.iter().filter(|m| (from_s..to_s).contains(&m.tc_s));
        tacks
            .filter(|m| m.kind == leebow_engine::segment::SegmentKind::Tack)
            .map(|m| m.tc_s)
            .collect::<Vec<_>>()
    };
    let rival = tacks(&rival);
    let answers = |boat: &Simulation| {
        let own = tacks(boat);
        rival.iter().filter(|&&t| own.iter().any(|o| (t..t + 15.0).contains(o))).count()
    };
    let covers = simulate(&Spec { race: Some(covering), ..plain.clone() }).unwrap();
    assert_eq!(answers(&covers), rival.len(), "{rival:?} {:?}", tacks(&covers));
    assert!(answers(&simulate(&plain).unwrap()) < rival.len());
}

#[test]
fn the_truth_of_a_race_is_written_and_that_of_other_sessions_has_none() {
    let text = |json: &str| String::from_utf8(write(json, "truth").unwrap()).unwrap();
    let of_race = text(r#"{"scenario":"race","minutes":12,"race":{"laps":1}}"#);
    assert!(of_race.contains("\"races\"") && of_race.contains("\"passings_s\""));
    let other = text(r#"{"minutes":4}"#);
    assert!(!other.contains("races") && !other.contains("\"race\""));
    assert!(Spec::from_json(r#"{"scenario":"race","race":{"laps":0}}"#).is_err());
}

//! Starts, falls and crashes of drawn boats, compared with closed forms (docs/algorithms.md, sections 7 and 9).

use leebow_engine::config::boat_class;
use leebow_engine::segment::accelerations::{Acceleration, find_accelerations};
use leebow_engine::segment::interruptions::{clear_of_standstills, find_crashes, find_falls};
use leebow_engine::segment::wind_along_track::WindAlongTrack;

use crate::drawn::{Drawn, ramps, steady_wind, turn};

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

/// The starts of a boat in a north wind.
fn starts(boat: &Drawn) -> Vec<Acceleration> {
    let wind = steady_wind(0.0, 3.0, 2000.0);
    let course = boat.course();
    let wind_along = WindAlongTrack::new(&course, &wind, 60.0);
    find_accelerations(&course, &wind_along)
}

/// Upwind at 5 m/s, luffing at 1 m/s for `luffing_s`, then accelerating at a constant rate.
fn luffing(still_s: f64, gain: f64) -> Vec<(f64, f64)> {
    let go = 204.0 + still_s;
    vec![(200.0, 5.0), (204.0, 1.0), (go, 1.0), (go + 4.0 / gain, 5.0)]
}

fn on_the_wind(speeds: &[(f64, f64)]) -> Drawn {
    Drawn::by(10.0, 400.0, ramps(speeds), |_| 45.0)
}

#[test]
fn a_start_has_its_exact_times() {
    let found = starts(&on_the_wind(&luffing(11.0, 1.0)));
    assert_eq!(found.len(), 1);
    let a = found[0];
    near(a.start_s, 215.0, 0.11);
    // Half, four fifths and nine tenths of 5 m/s from 1 m/s on.
    near(a.to_50_s - a.start_s, 1.5, 0.11);
    near(a.to_80_s - a.start_s, 3.0, 0.11);
    near(a.end_s - a.start_s, 3.5, 0.11);
    near(a.min_mps, 1.0, 0.01);
    near(a.max_mps, 4.5, 0.11);
    // Four seconds at a mean of 3 m/s and six at 5; 3.5 s at 4.75 minus 3.5 s at 2.75.
    near(a.way_10_m.unwrap(), 42.0, 0.6);
    near(a.loss_m, 7.0, 0.3);
}

#[test]
fn a_slower_start_loses_more() {
    let loss = |gain: f64| starts(&on_the_wind(&luffing(11.0, gain)))[0].loss_m;
    assert!(loss(0.7) > loss(1.0) && loss(1.0) > loss(2.0));
    // At 2 m/s², half of the time and of the loss.
    near(loss(2.0), 3.5, 0.3);
}

#[test]
fn a_short_luff_is_no_start() {
    // Below 2 m/s for a second on either side of it.
    assert!(starts(&on_the_wind(&luffing(0.5, 1.0))).is_empty());
    assert_eq!(starts(&on_the_wind(&luffing(2.0, 1.0))).len(), 1);
}

#[test]
fn a_boat_that_accelerates_slowly_does_not_start() {
    assert!(starts(&on_the_wind(&luffing(11.0, 0.22))).is_empty());
    assert!(starts(&on_the_wind(&luffing(11.0, 0.15))).is_empty());
}

#[test]
fn slowing_down_without_accelerating_is_no_start() {
    let never = [(200.0, 5.0), (204.0, 1.0), (215.0, 1.0), (218.0, 4.0)];
    assert!(starts(&on_the_wind(&never)).is_empty());
}

#[test]
fn a_start_ends_upwind_and_without_a_turn() {
    let speeds = luffing(11.0, 1.0);
    let after = |deg: f64| {
        let boat = Drawn::by(10.0, 400.0, ramps(&speeds), move |t| if t < 210.0 { 45.0 } else { deg });
        starts(&boat).len()
    };
    assert_eq!((after(45.0), after(60.0), after(90.0), after(150.0)), (1, 1, 0, 0));
    let bearing_away = ramps(&[(216.0, 0.0), (218.5, 60.0)]);
    assert!(starts(&Drawn::by(10.0, 400.0, ramps(&speeds), bearing_away)).is_empty());
}

#[test]
fn every_start_of_a_session_is_found() {
    let one = luffing(11.0, 1.0);
    let three: Vec<(f64, f64)> = (0..3)
        .flat_map(|k| one.iter().map(move |p| (p.0 + 60.0 * f64::from(k), p.1)).collect::<Vec<_>>())
        .collect();
    let found = starts(&on_the_wind(&three));
    assert_eq!(found.len(), 3);
    assert!(found.windows(2).all(|w| (w[1].start_s - w[0].start_s - 60.0).abs() < 0.11));
}

#[test]
fn a_session_without_an_upwind_leg_has_no_start() {
    let boat = Drawn::by(10.0, 400.0, ramps(&luffing(11.0, 1.0)), |_| 150.0);
    assert!(starts(&boat).is_empty());
}

/// A flight at 10 m/s that ends at 200 s within some seconds; then the boat lies still for some time.
fn falling(within_s: f64, lies_s: f64) -> Drawn {
    let up = 200.0 + within_s + lies_s;
    Drawn::by(
        5.0,
        400.0,
        move |t| ramps(&[(200.0, 10.0), (200.0 + within_s, 0.4), (up, 0.4), (up + 4.0, 10.0)])(t),
        |_| 45.0,
    )
}

#[test]
fn the_fall_of_a_foil_is_at_the_largest_speed_loss() {
    let kite = boat_class("Formula Kite").unwrap();
    let boat = falling(2.0, 10.0);
    let falls = find_falls(&boat.course(), kite);
    assert_eq!(falls.len(), 1);
    near(falls[0].time_s, 201.0, 1.1);
    assert!(falls[0].time_s < falls[0].start_s && falls[0].begins_s() == falls[0].time_s);
    near(falls[0].end_s, 212.5, 1.0);
}

#[test]
fn a_sudden_stop_of_a_hull_is_a_crash_and_no_fall() {
    let boat = falling(2.0, 10.0);
    assert!(find_falls(&boat.course(), boat_class("Laser").unwrap()).is_empty());
    assert_eq!(find_crashes(&boat.course()).len(), 1);
}

#[test]
fn slowing_down_gently_is_no_fall() {
    let kite = boat_class("Formula Kite").unwrap();
    let gentle = falling(25.0, 10.0);
    assert!(find_falls(&gentle.course(), kite).is_empty());
    assert!(find_crashes(&gentle.course()).is_empty());
}

#[test]
fn a_short_touchdown_is_no_fall() {
    let kite = boat_class("Formula Kite").unwrap();
    assert!(find_falls(&falling(1.5, 0.5).course(), kite).is_empty());
}

#[test]
fn a_foil_below_its_foiling_speed_does_not_fall() {
    let kite = boat_class("Formula Kite").unwrap();
    let boat =
        Drawn::by(5.0, 400.0, ramps(&[(200.0, 5.0), (202.0, 0.4), (212.0, 0.4), (216.0, 5.0)]), |_| 45.0);
    assert!(find_falls(&boat.course(), kite).is_empty());
}

#[test]
fn there_is_no_maneuver_while_the_boat_lies_in_the_water() {
    let boat =
        Drawn::by(5.0, 400.0, |_| 5.0, ramps(&[(100.0, 0.0), (104.0, 90.0), (204.0, 90.0), (208.0, 180.0)]));
    let mut course = boat.course();
    let stretch = |start_s: f64, end_s: f64| leebow_engine::segment::course::Episode {
        start_s,
        end_s,
        time_s: start_s,
    };
    let turns = vec![turn(100.0, 104.0, 90.0), turn(204.0, 208.0, 90.0)];
    course.standstills = vec![stretch(150.0, 205.0)];
    assert_eq!(clear_of_standstills(&course, turns.clone()), turns[..1]);
    // A stop in the middle of a turn: the turn ends there.
    course.standstills = vec![stretch(206.0, 240.0)];
    let left = clear_of_standstills(&course, turns);
    assert_eq!((left.len(), left[1].end_s), (2, 206.0));
    // Half of the turn, less what the Gaussian of 0.5 s removes at its corner: 22.5 x 0.5 / sqrt(2 pi).
    near(left[1].change_deg, 45.0 - 4.5, 0.3);
}

//! Starts, falls and crashes of drawn boats, by the ruler (ALGORITHMS 3.3.2, 3.3.3).
#![allow(clippy::unwrap_used)]

#[path = "sailor/drawn.rs"]
mod drawn;

use drawn::{Drawn, ramps, steady_wind, turn};
use leebow_engine::config::boat_class;
use leebow_engine::segment::accelerations::{Acceleration, find_accelerations};
use leebow_engine::segment::trouble::{clear_of_still, find_crashes, find_falls};
use leebow_engine::segment::wind_along_track::WindAlongTrack;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

/// The starts of a boat in a northerly.
fn starts(boat: &Drawn) -> Vec<Acceleration> {
    let wind = steady_wind(0.0, 3.0, 2000.0);
    let course = boat.course();
    let wind_along = WindAlongTrack::new(&course, &wind, 60.0);
    find_accelerations(&course, &wind_along)
}

/// Upwind at 5 m/s, luffing at 1 m/s for so long, then faster by so many metres per second each second.
fn luffing(still_s: f64, gain: f64) -> Vec<(f64, f64)> {
    let go = 204.0 + still_s;
    vec![(200.0, 5.0), (204.0, 1.0), (go, 1.0), (go + 4.0 / gain, 5.0)]
}

fn on_the_wind(speeds: &[(f64, f64)]) -> Drawn {
    Drawn::by(10.0, 400.0, ramps(speeds), |_| 45.0)
}

#[test]
fn a_start_is_measured_by_the_ruler() {
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
    // Four seconds at 3 m/s in the mean and six at 5; 3.5 s at 4.75 less 3.5 s at 2.75.
    near(a.way_10_m.unwrap(), 42.0, 0.6);
    near(a.loss_m, 7.0, 0.3);
}

#[test]
fn a_slower_getaway_costs_more() {
    let loss = |gain: f64| starts(&on_the_wind(&luffing(11.0, gain)))[0].loss_m;
    assert!(loss(0.7) > loss(1.0) && loss(1.0) > loss(2.0));
    // At two metres per second each second, half of the time and of the loss.
    near(loss(2.0), 3.5, 0.3);
}

#[test]
fn a_moment_of_luffing_is_no_start() {
    // Below 2 m/s for a second on either side of it.
    assert!(starts(&on_the_wind(&luffing(0.5, 1.0))).is_empty());
    assert_eq!(starts(&on_the_wind(&luffing(2.0, 1.0))).len(), 1);
}

#[test]
fn a_boat_that_creeps_away_does_not_start() {
    assert!(starts(&on_the_wind(&luffing(11.0, 0.22))).is_empty());
    assert!(starts(&on_the_wind(&luffing(11.0, 0.15))).is_empty());
}

#[test]
fn who_slows_without_going_again_has_not_started() {
    let never = [(200.0, 5.0), (204.0, 1.0), (215.0, 1.0), (218.0, 4.0)];
    assert!(starts(&on_the_wind(&never)).is_empty());
}

#[test]
fn a_start_goes_upwind_and_straight() {
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
fn every_start_of_a_practice_counts() {
    let one = luffing(11.0, 1.0);
    let three: Vec<(f64, f64)> = (0..3)
        .flat_map(|k| one.iter().map(move |p| (p.0 + 60.0 * f64::from(k), p.1)).collect::<Vec<_>>())
        .collect();
    let found = starts(&on_the_wind(&three));
    assert_eq!(found.len(), 3);
    assert!(found.windows(2).all(|w| (w[1].start_s - w[0].start_s - 60.0).abs() < 0.11));
}

#[test]
fn a_boat_that_never_sailed_upwind_has_nothing_to_start_to() {
    let boat = Drawn::by(10.0, 400.0, ramps(&luffing(11.0, 1.0)), |_| 150.0);
    assert!(starts(&boat).is_empty());
}

/// A flight at 10 m/s that ends at 200 s within so many seconds; then she lies for so long.
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
fn a_foil_that_drops_off_the_plane_falls_when_the_speed_goes() {
    let kite = boat_class("Formula Kite").unwrap();
    let boat = falling(2.0, 10.0);
    let falls = find_falls(&boat.course(), kite);
    assert_eq!(falls.len(), 1);
    near(falls[0].time_s, 201.0, 1.1);
    assert!(falls[0].time_s < falls[0].start_s && falls[0].begins_s() == falls[0].time_s);
    near(falls[0].end_s, 212.5, 1.0);
}

#[test]
fn hulls_do_not_fall_but_crash_all_the_same() {
    let boat = falling(2.0, 10.0);
    assert!(find_falls(&boat.course(), boat_class("Laser").unwrap()).is_empty());
    assert_eq!(find_crashes(&boat.course()).len(), 1);
}

#[test]
fn who_slows_down_gently_has_not_fallen() {
    let kite = boat_class("Formula Kite").unwrap();
    let gentle = falling(25.0, 10.0);
    assert!(find_falls(&gentle.course(), kite).is_empty());
    assert!(find_crashes(&gentle.course()).is_empty());
}

#[test]
fn a_touch_of_the_water_is_no_fall() {
    let kite = boat_class("Formula Kite").unwrap();
    assert!(find_falls(&falling(1.5, 0.5).course(), kite).is_empty());
}

#[test]
fn a_foil_that_was_not_flying_does_not_fall() {
    let kite = boat_class("Formula Kite").unwrap();
    let boat =
        Drawn::by(5.0, 400.0, ramps(&[(200.0, 5.0), (202.0, 0.4), (212.0, 0.4), (216.0, 5.0)]), |_| 45.0);
    assert!(find_falls(&boat.course(), kite).is_empty());
}

#[test]
fn nobody_maneuvers_while_lying_in_the_water() {
    let boat =
        Drawn::by(5.0, 400.0, |_| 5.0, ramps(&[(100.0, 0.0), (104.0, 90.0), (204.0, 90.0), (208.0, 180.0)]));
    let mut course = boat.course();
    let stretch = |start_s: f64, end_s: f64| leebow_engine::segment::course::Stretch {
        start_s,
        end_s,
        time_s: start_s,
    };
    let turns = vec![turn(100.0, 104.0, 90.0), turn(204.0, 208.0, 90.0)];
    course.still = vec![stretch(150.0, 205.0)];
    assert_eq!(clear_of_still(&course, turns.clone()), turns[..1]);
    // A stop in the middle of a turn leaves what was turned until then.
    course.still = vec![stretch(206.0, 240.0)];
    let left = clear_of_still(&course, turns);
    assert_eq!((left.len(), left[1].end_s), (2, 206.0));
    // Half of the turn, less what the Gaussian of half a second rounds off its corner: 22.5 x 0.5 / sqrt(2 pi).
    near(left[1].change_deg, 45.0 - 4.5, 0.3);
}

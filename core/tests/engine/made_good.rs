//! The greatest speeds made good over two minutes, of drawn boats, compared with closed forms and with exhaustive search.

use leebow_engine::angle::{hypot, to_rad};
use leebow_engine::records::Run;
use leebow_engine::records::made_good::{MadeGood, find_made_good};
use leebow_engine::wind::WindSeries;

use crate::drawn::{Drawn, START_MS, ramps, steady_wind};

/// Standard deviation of a mean speed over two minutes, m/s.
const SPEED_SD_MPS: f64 = 0.03;
const BRIDGE_S: f64 = 60.0;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

fn made_good(boat: &Drawn, wind: &WindSeries) -> MadeGood {
    find_made_good(&boat.course(), wind, BRIDGE_S, SPEED_SD_MPS)
}

/// In the wind from north, known to 4°.
fn in_north_wind(boat: &Drawn) -> MadeGood {
    made_good(boat, &steady_wind(0.0, 4.0, 3600.0))
}

/// At 5 m/s for ten minutes on one course.
fn on_course(deg: f64) -> Drawn {
    Drawn::by(1.0, 600.0, |_| 5.0, move |_| deg)
}

/// Tacks from 45° to 315° and back every minute, at once.
fn tacks_each_minute(t: f64) -> f64 {
    if ((t / 60.0) as u64).is_multiple_of(2) { 45.0 } else { 315.0 }
}

fn seconds(run: Run) -> f64 {
    run.end_s - run.start_s
}

#[test]
fn a_boat_at_five_metres_per_second_and_45_degrees_makes_3_54_good_to_windward() {
    let found = in_north_wind(&on_course(45.0));
    let up = found.up.unwrap();
    near(up.mps(), 5.0 * f64::sqrt(0.5), 1e-9);
    near(seconds(up), 120.0, 1e-9);
    assert_eq!(found.down, None, "she never sailed to leeward");
    let down = in_north_wind(&on_course(150.0)).down.unwrap();
    near(down.mps(), 5.0 * libm::cos(to_rad(30.0)), 1e-9);
}

#[test]
fn the_wind_that_is_wrong_by_four_degrees_counts_on_one_tack_and_hardly_over_two() {
    let across_mps = 5.0 * f64::sqrt(0.5) * to_rad(4.0);
    let one = in_north_wind(&on_course(45.0)).up.unwrap();
    near(one.sd_mps, hypot(SPEED_SD_MPS, across_mps), 1e-9);
    near(one.selection_bias_mps, 0.5 * across_mps, 1e-9);
    let two = in_north_wind(&Drawn::by(1.0, 120.0, |_| 5.0, tacks_each_minute)).up.unwrap();
    near(two.sd_mps, hypot(SPEED_SD_MPS, f64::sqrt(0.1) * across_mps), 0.01);
    near(two.selection_bias_mps, 0.0, 0.01);
}

#[test]
fn a_tack_that_costs_way_is_part_of_the_two_minutes() {
    // Slow for ten seconds every minute: no two minutes are without two of these.
    let sog = |t: f64| if t % 60.0 < 10.0 { 2.0 } else { 5.0 };
    let up = in_north_wind(&Drawn::by(1.0, 600.0, sog, tacks_each_minute)).up.unwrap();
    near(up.way_m, (100.0 * 5.0 + 20.0 * 2.0) * f64::sqrt(0.5), 5.0);
}

#[test]
fn a_boat_that_motors_into_the_wind_has_no_best_to_windward() {
    assert_eq!(in_north_wind(&on_course(5.0)).up, None);
    // Dead before the wind is a way to sail.
    near(in_north_wind(&on_course(180.0)).down.unwrap().mps(), 5.0, 1e-9);
}

#[test]
fn no_best_is_made_good_across_a_gap_or_without_a_wind_for_two_minutes() {
    let in_pieces = on_course(45.0).in_pieces(&[0..100, 100..200, 200..300, 300..401, 401..520, 520..601]);
    assert_eq!(in_north_wind(&in_pieces).up, None);
    let brief = steady_wind(0.0, 4.0, 60.0);
    assert_eq!(made_good(&on_course(45.0), &brief).up, None);
    let missing = Drawn::by(1.0 / 15.0, 3600.0, |_| 5.0, |_| 45.0);
    assert_eq!(in_north_wind(&missing).up, None, "fixes 15 s apart");
    assert!(in_north_wind(&Drawn::by(0.2, 3600.0, |_| 5.0, |_| 45.0)).up.is_some(), "fixes 5 s apart");
}

#[test]
fn nothing_is_best_in_a_wind_that_may_be_the_opposite_one() {
    let doubtful = WindSeries { flip_probability: 0.06, ..steady_wind(0.0, 4.0, 3600.0) };
    assert_eq!(made_good(&on_course(45.0), &doubtful), MadeGood::default());
}

#[test]
fn a_speed_of_which_little_is_known_is_no_best() {
    // At 70° an error of 30° is all of the speed made good; of a boat dead before the wind it is little.
    let vague = steady_wind(0.0, 30.0, 3600.0);
    assert_eq!(made_good(&on_course(70.0), &vague).up, None);
    assert!(made_good(&on_course(170.0), &vague).down.is_some());
}

#[test]
fn the_wind_of_each_moment_counts() {
    // The wind veers 60° in ten minutes, and the boat with it.
    let mut wind = steady_wind(0.0, 4.0, 600.0);
    wind.twd_deg.iter_mut().zip(&wind.time_ms).for_each(|(deg, ms)| *deg = 0.0001 * (ms - START_MS));
    let boat = Drawn::by(1.0, 600.0, |_| 5.0, |t| 45.0 + 0.1 * t);
    near(made_good(&boat, &wind).up.unwrap().mps(), 5.0 * f64::sqrt(0.5), 1e-3);
}

#[test]
fn the_best_is_that_of_every_run_of_two_minutes() {
    for rate_hz in [0.5, 1.0, 10.0] {
        let speeds: Vec<(f64, f64)> =
            (0..90).map(|k| (20.0 * f64::from(k), 4.0 + libm::sin(f64::from(k * k)))).collect();
        let sog = ramps(&speeds);
        let boat = Drawn::by(rate_hz, 1800.0, &sog, |_| 45.0);
        let up = in_north_wind(&boat).up.unwrap();
        let way = |from: f64| (0..1200).map(|k| sog(from + 0.1 * (f64::from(k) + 0.5)) * 0.1).sum::<f64>();
        let best = (0..1680).map(|s| way(f64::from(s))).fold(0.0, f64::max) * f64::sqrt(0.5);
        near(up.way_m, best, 1.0);
        assert!(up.start_s >= 0.0 && up.end_s <= 1800.0);
    }
}

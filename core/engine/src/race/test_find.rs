//! Starts of a day and who takes part, from boats whose ways are known.

use super::field::Field;
use super::find::{FoundStart, close, find_starts, participants, start_at};
use super::series::{StartEvidence, fleet_direction, maxima};
use super::test_field::{GUN_S, Path, field, lose};
use crate::angle::hypot;

/// Wait to and fro below the line for this long, then a beat, a run and a stop.
fn racing(east_m: f64, wait_s: f64) -> Path {
    let mut path = Path::from((east_m, -20.0));
    let passes = (wait_s / 20.0) as usize;
    for k in 0..passes {
        let side = if k.is_multiple_of(2) { 25.0 } else { 0.0 };
        path = path.to((east_m + side, -20.0), 25.0 / 20.0);
    }
    let path = path.zigzag((0.0, 800.0), 0.0, 42.0, 2, true, 2.5);
    path.zigzag((east_m, 50.0), 180.0, 35.0, 2, true, 3.2).to((east_m + 25.0, 45.0), 0.1)
}

fn fleet(n: usize) -> Field {
    let paths: Vec<Path> = (0..n).map(|k| racing(12.0 * k as f64 - 40.0, 240.0)).collect();
    field(&paths, 0.0)
}

#[test]
fn maxima_are_above_the_limit_and_apart_and_of_two_near_ones_the_higher() {
    let mut series = vec![0.0; 400];
    (series[50], series[90], series[200], series[300]) = (0.5, 0.8, 0.4, 0.2);
    assert_eq!(maxima(&series, 0.3, 100), [90, 200]);
    assert_eq!(maxima(&series, 0.3, 20), [50, 90, 200]);
    assert_eq!(maxima(&series, 0.9, 20), [0; 0]);
    series[90] = f64::NAN;
    assert_eq!(maxima(&series, 0.3, 100), [50, 200], "where nothing is known there is no maximum");
}

#[test]
fn boats_that_turn_back_side_by_side_sailed_no_race() {
    let path = |k: usize| {
        let x = 12.0 * k as f64;
        let waiting = (0..12).fold(Path::from((x, -20.0)), |path, pass| {
            path.to((x + if pass % 2 == 0 { 25.0 } else { 0.0 }, -20.0), 1.25)
        });
        waiting.to((x + 150.0, 130.0), 2.5).to((x, -20.0), 3.0).to((x + 25.0, -20.0), 0.1)
    };
    let found = find_starts(&field(&(0..6).map(path).collect::<Vec<_>>(), 0.0));
    assert!(found.starts.is_empty(), "{found:?}");
}

#[test]
fn boats_in_line_that_round_a_mark_within_its_width_sailed_to_it() {
    let path = |k: usize| {
        let x = 2.5 * k as f64;
        let waiting = (0..12).fold(Path::from((x, -20.0)), |path, pass| {
            path.to((x + if pass % 2 == 0 { 25.0 } else { 0.0 }, -20.0), 1.25)
        });
        let beaten = waiting.zigzag((x, 800.0), 0.0, 42.0, 2, true, 2.5);
        beaten.zigzag((x, 50.0), 180.0, 35.0, 2, true, 3.2).to((x + 25.0, 45.0), 0.1)
    };
    let found = find_starts(&field(&(0..6).map(path).collect::<Vec<_>>(), 0.0));
    assert_eq!(found.starts.len(), 1, "{found:?}");
    assert!((found.starts[0].s - GUN_S - 240.0).abs() < 20.0 && found.starts[0].recalls.is_empty());
}

#[test]
fn the_fleet_goes_where_the_median_boat_goes() {
    let away = |x: f64, y: f64| Path::from((x, 0.0)).to((x + 4.0 * y, 300.0), 3.0);
    let paths = [away(0.0, 0.0), away(10.0, 0.0), away(20.0, 80.0)];
    let mut f = field(&paths, 0.0);
    let (east, north) = fleet_direction(&f, GUN_S as usize + 10).unwrap();
    assert!(east.abs() < 0.01 && (north - 1.0).abs() < 0.01, "{east}, {north}");
    assert!((hypot(east, north) - 1.0).abs() < 1e-9);
    (0..3).for_each(|b| lose(&mut f, b, 0.0, 60.0));
    assert_eq!(fleet_direction(&f, GUN_S as usize + 10), None, "in a gap nobody goes anywhere");
}

#[test]
fn a_fleet_that_lies_still_goes_nowhere() {
    let still = Path::from((0.0, 0.0)).to((0.0, 0.5), 0.001);
    assert_eq!(fleet_direction(&field(&[still.clone(), still], 0.0), 100), None);
}

#[test]
fn the_evidence_of_a_start_is_greatest_where_the_beat_begins() {
    let f = fleet(6);
    let evidence = StartEvidence::new(&f);
    let known = (0..f.seconds).filter(|&r| evidence.ratio[r].is_finite());
    let row = known.max_by(|&a, &b| f64::total_cmp(&evidence.ratio[a], &evidence.ratio[b])).unwrap();
    let gun = GUN_S + 240.0;
    assert!((row as f64 - gun).abs() < 20.0, "at {row} s for {gun}");
    assert!(evidence.ratio[row] > 3.0 && evidence.is_beat[row], "{}", evidence.ratio[row]);
    let run_s = GUN_S + racing(-40.0, 240.0).times_s()[12 + 4] + 60.0;
    assert!(
        evidence.ratio[run_s as usize].partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater),
        "a run is no start: {}",
        evidence.ratio[run_s as usize]
    );
}

/// The starts of boats that sail these ways in a wind that is estimated so many deg wrong.
fn starts_of(paths: &[Path], wrong_deg: f64, alone_from_s: f64) -> super::find::FoundStarts {
    let mut f = field(paths, wrong_deg);
    (0..paths.len()).for_each(|b| lose(&mut f, b, -GUN_S, alone_from_s));
    find_starts(&f)
}

#[test]
fn the_same_start_is_found_however_much_of_the_time_before_it_was_recorded() {
    let paths: Vec<Path> = (0..6).map(|k| racing(12.0 * f64::from(k) - 40.0, 400.0)).collect();
    for recorded_s in [400.0, 180.0, 100.0] {
        let found = starts_of(&paths, 0.0, 400.0 - recorded_s);
        assert_eq!(found.starts.len(), 1, "{recorded_s} s before the gun: {found:?}");
        assert!((found.starts[0].s - GUN_S - 400.0).abs() < 35.0, "{:?}", found.starts[0]);
        assert!(found.practice.is_empty() && found.starts[0].recalls.is_empty());
    }
}

#[test]
fn boats_that_reach_to_and_fro_faster_than_they_make_good_start_all_the_same() {
    let path = |k: usize| {
        let x = 15.0 * k as f64;
        let waiting = (0..8).fold(Path::from((x, -20.0)), |path, pass| {
            path.to((x + if pass % 2 == 0 { 110.0 } else { 0.0 }, -20.0), 2.2)
        });
        let path = waiting.zigzag((0.0, 800.0), 0.0, 45.0, 2, true, 1.8);
        path.zigzag((x, 50.0), 180.0, 35.0, 2, true, 2.4).to((x + 25.0, 45.0), 0.1)
    };
    let paths: Vec<Path> = (0..7).map(path).collect();
    let gun_s = paths[0].times_s()[8];
    let found = starts_of(&paths, 0.0, -GUN_S);
    assert_eq!(found.starts.len(), 1, "{found:?}");
    assert!((found.starts[0].s - GUN_S - gun_s).abs() < 30.0, "{} for {gun_s}", found.starts[0].s - GUN_S);
}

#[test]
fn a_reach_from_the_top_mark_to_a_second_one_is_a_course_however_the_wind_is_estimated() {
    let path = |k: usize| {
        let x = 12.0 * k as f64 - 40.0;
        let waiting = (0..12).fold(Path::from((x, -20.0)), |path, pass| {
            path.to((x + if pass % 2 == 0 { 25.0 } else { 0.0 }, -20.0), 1.25)
        });
        let path = waiting.zigzag((0.0, 805.0), 0.0, 42.0, 1 + k % 3, true, 2.2 + 0.01 * k as f64);
        // A reach of 700 m, on which the height to windward hardly changes.
        let path = path.to((-700.0, 780.0), 2.8).zigzag((-650.0, 40.0), 180.0, 30.0, 2, true, 2.4);
        path.to((-650.0, 36.0), 2.0).to((-400.0, 200.0), 2.2).to((-395.0, 204.0), 0.1)
    };
    let paths: Vec<Path> = (0..8).map(path).collect();
    for wrong_deg in [-12.0, -5.0, 0.0, 5.0, 12.0] {
        let found = starts_of(&paths, wrong_deg, -GUN_S);
        assert_eq!(found.starts.len(), 1, "wind {wrong_deg} deg wrong: {found:?}");
        assert!((found.starts[0].s - GUN_S - 240.0).abs() < 25.0);
        assert!(found.practice.is_empty() && found.starts[0].recalls.is_empty(), "{found:?}");
    }
}

#[test]
fn two_boats_that_train_side_by_side_sail_no_race_and_their_runs_are_offered() {
    let path = |x: f64| {
        (0..5).fold(Path::from((x, 0.0)), |path, run| {
            let drift = 3.0 * f64::from(run);
            let path =
                path.zigzag((x + drift, 900.0), 0.0, 42.0, 1, true, 6.0).to((x + drift + 5.0, 905.0), 0.2);
            path.zigzag((x + drift, 0.0), 180.0, 30.0, 1, true, 8.0).to((x + drift + 3.0, -30.0), 0.2)
        })
    };
    let found = starts_of(&[path(0.0), path(25.0)], 0.0, -GUN_S);
    assert!(found.starts.is_empty(), "{found:?}");
    assert!((1..=3).contains(&found.offered.len()), "{found:?}");
    assert!(found.offered.iter().all(|(_, p)| *p > 0.0 && *p <= 0.5), "{found:?}");
}

#[test]
fn a_fleet_that_comes_back_and_starts_again_was_recalled() {
    let path = |k: usize| {
        let x = 12.0 * k as f64 - 40.0;
        let wait = |path: Path| {
            (0..12)
                .fold(path, |path, pass| path.to((x + if pass % 2 == 0 { 25.0 } else { 0.0 }, -20.0), 1.25))
        };
        // A minute and a half of the beat, and back.
        let path = wait(Path::from((x, -20.0))).to((x + 140.0, 130.0), 2.5).to((x, -20.0), 2.8);
        let path = wait(path).zigzag((0.0, 800.0), 0.0, 42.0, 2, true, 2.5);
        path.zigzag((x, 50.0), 180.0, 35.0, 2, true, 3.2).to((x + 25.0, 45.0), 0.1)
    };
    let paths: Vec<Path> = (0..6).map(path).collect();
    let found = starts_of(&paths, 0.0, -GUN_S);
    assert_eq!(found.starts.len(), 1, "{found:?}");
    let again_s = GUN_S + paths[0].times_s()[12 + 2 + 12];
    assert!((found.starts[0].s - again_s).abs() < 25.0, "{found:?} for {again_s}");
    let first: Vec<f64> = found.starts[0].recalls.iter().chain(&found.practice).copied().collect();
    assert!(first.len() <= 1 && first.iter().all(|s| (s - GUN_S - 240.0).abs() < 30.0), "{found:?}");
}

#[test]
fn a_turn_together_before_the_gun_is_no_first_mark_and_the_beat_after_it_begins_the_race() {
    let path = |k: usize| {
        let x = 12.0 * k as f64 - 40.0;
        let waiting = (0..12).fold(Path::from((x, -20.0)), |path, pass| {
            path.to((x + if pass % 2 == 0 { 25.0 } else { 0.0 }, -20.0), 1.25)
        });
        // Three minutes before the gun they try the beat, turn at one place and come back to the line.
        let tried = waiting.to((220.0 + 0.1 * x, 100.0), 2.5).to((x, -20.0), 2.8);
        let beaten = tried.zigzag((0.0, 800.0), 0.0, 42.0, 2, true, 2.5);
        let lap =
            beaten.zigzag((x, 50.0), 180.0, 35.0, 2, true, 3.2).zigzag((0.0, 800.0), 0.0, 42.0, 2, true, 2.5);
        lap.zigzag((x, 50.0), 180.0, 35.0, 2, true, 3.2).to((x + 25.0, 45.0), 0.1)
    };
    let paths: Vec<Path> = (0..4).map(path).collect();
    let found = starts_of(&paths, 0.0, -GUN_S);
    let gun_s = GUN_S + paths[2].times_s()[12 + 2];
    assert_eq!(found.starts.len(), 1, "{found:?}");
    assert!((found.starts[0].s - gun_s).abs() < 30.0, "{} for {gun_s}", found.starts[0].s);
}

#[test]
fn the_start_of_a_fleet_is_found_and_its_race_ends_when_most_have_stopped() {
    let f = fleet(6);
    let found = find_starts(&f);
    assert_eq!(found.starts.len(), 1, "{found:?}");
    let start = &found.starts[0];
    assert!((start.s - GUN_S - 240.0).abs() < 20.0, "{start:?}");
    assert!(!start.full_speed && !start.typed && start.recalls.is_empty());
    assert!((start.direction.1 - 1.0).abs() < 1e-9, "to windward: {:?}", start.direction);
    let stop_s = GUN_S + racing(-40.0, 240.0).times_s().iter().rev().nth(1).unwrap();
    assert!(start.end_s > stop_s - 60.0 && start.end_s < stop_s + 60.0, "{} for {stop_s}", start.end_s);
}

#[test]
fn a_fleet_that_only_sails_to_and_fro_has_no_start() {
    let waiting = |east_m: f64| {
        let mut path = Path::from((east_m, 0.0));
        for k in 0..60_u32 {
            path = path.to((east_m + if k.is_multiple_of(2) { 25.0 } else { 0.0 }, 0.0), 1.25);
        }
        path
    };
    let f = field(&[waiting(0.0), waiting(30.0), waiting(60.0)], 0.0);
    assert!(find_starts(&f).starts.is_empty());
}

#[test]
fn a_race_ends_at_the_latest_a_minute_before_the_next_start() {
    let f = fleet(4);
    let at = |s: f64| FoundStart { direction: (0.0, 1.0), ..start_at(&f, s) };
    let mut starts = vec![at(500.0), at(300.0)];
    close(&mut starts);
    assert_eq!((starts[0].s, starts[0].end_s), (300.0, 440.0));
    assert!(starts[1].end_s > 600.0 && starts[1].end_s <= f.seconds as f64);
}

#[test]
fn those_who_were_there_at_the_gun_sail_the_race_and_those_who_came_later_are_late() {
    let mut paths: Vec<Path> = (0..4).map(|k| racing(12.0 * f64::from(k) - 40.0, 240.0)).collect();
    // One comes from far away in the middle of the race, and one sails elsewhere all the time.
    paths.push(Path::from((-3000.0, 0.0)).to((0.0, 400.0), 4.0));
    let mut f = field(&paths, 0.0);
    let (gun_s, end_s) = (GUN_S + 240.0, f.seconds as f64 - 200.0);
    lose(&mut f, 3, 200.0, 400.0);
    let all = participants(&f, gun_s, end_s);
    assert_eq!(all.racing, [0, 1, 2]);
    assert_eq!(all.late, [3, 4], "one was not recorded at the gun, one was far away");
    assert!(all.others.is_empty());
}

#[test]
fn a_receiver_that_misses_the_second_of_the_gun_does_not_make_a_boat_late() {
    let mut f = fleet(4);
    lose(&mut f, 2, 235.0, 250.0);
    let all = participants(&f, GUN_S + 240.0, f.seconds as f64 - 200.0);
    assert_eq!(all.racing, [0, 1, 2, 3]);
}

#[test]
fn a_boat_lies_between_her_seconds_and_nowhere_in_a_gap() {
    let mut f = field(&[Path::from((0.0, 0.0)).to((300.0, 0.0), 3.0)], 0.0);
    lose(&mut f, 0, 50.0, 60.0);
    let boat = &f.boats[0];
    let (east, north) = boat.at_s(GUN_S + 20.5).unwrap();
    assert!((east - 61.5).abs() < 1e-6 && north.abs() < 1e-9);
    assert_eq!((boat.at_s(-1.0), boat.at_s(GUN_S + 55.5), boat.at(f.seconds)), (None, None, None));
    assert_eq!(boat.at_s(GUN_S + 49.5), None, "half of it would be invented");
    assert!((boat.speed_mps(GUN_S as usize + 20) - 3.0).abs() < 1e-6);
    assert!(boat.speed_mps(GUN_S as usize + 55).is_nan());
}

#[test]
fn the_mean_wind_of_a_race_goes_through_north_and_is_not_surer_than_one_second() {
    let mut f = field(&[Path::from((0.0, 0.0)).to((300.0, 0.0), 3.0)], 0.0);
    for (row, twd) in f.wind.twd_deg.iter_mut().enumerate() {
        *twd = if row.is_multiple_of(2) { 350.0 } else { 10.0 };
    }
    let (mean_deg, sd_deg) = f.wind.mean(0..100).unwrap();
    assert!(crate::angle::wrap_180(mean_deg).abs() < 1e-6 && (sd_deg - 3.0).abs() < 1e-9);
    f.wind.twd_deg[..100].fill(f64::NAN);
    assert_eq!(f.wind.mean(0..100), None);
    assert!(f.wind.to_windward(50).is_none() && f.wind.mean(0..900_000).is_some());
}

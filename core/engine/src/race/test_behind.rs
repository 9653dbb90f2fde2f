//! How far boats are behind the first one, in every second.

use super::answer::RaceColumns;
use super::behind::columns;
use super::course::SailedCourse;
use super::field::Field;
use super::legs::legs;
use super::progress::Progress;
use super::test_field::{GUN_S, Path, course_of, field, lose};
use crate::angle::{hypot, to_rad};

const TOP: (f64, f64) = (0.0, 600.0);

fn of(field: &Field, course: &SailedCourse) -> Vec<RaceColumns> {
    columns(field, course, &legs(field, course))
}

/// Boats straight upwind from these places, so fast, and down again to the start: without tacks the numbers are exact.
fn straight(boats: &[((f64, f64), f64)]) -> (Field, SailedCourse) {
    let path = |&(from, mps): &((f64, f64), f64)| {
        Path::from(from).to((from.0, TOP.1), mps).to((from.0, 0.0), mps).to((from.0, -200.0), mps)
    };
    let paths: Vec<Path> = boats.iter().map(path).collect();
    let course = course_of(&paths, &vec![vec![1, 2]; paths.len()], &[TOP, (0.0, 0.0)]);
    (field(&paths, 0.0), course)
}

#[test]
fn a_boat_in_the_wake_of_another_is_as_far_behind_in_metres_and_in_seconds() {
    let (field, course) = straight(&[((0.0, 0.0), 2.5), ((0.0, -30.0), 2.5)]);
    let all = of(&field, &course);
    for at in 15..230 {
        assert!((all[1].behind_m[at] - 30.0).abs() < 0.5, "{} m after {at} s", all[1].behind_m[at]);
        assert!((all[1].behind_s[at] - 12.0).abs() < 0.3, "{} s after {at} s", all[1].behind_s[at]);
    }
}

#[test]
fn the_first_boat_is_behind_nobody_and_that_is_certain() {
    let (field, course) = straight(&[((0.0, 0.0), 2.8), ((0.0, -30.0), 2.5), ((0.0, -10.0), 2.4)]);
    let all = of(&field, &course);
    for at in 1..200 {
        assert_eq!((all[0].behind_m[at], all[0].behind_s[at]), (0.0, 0.0), "{at} s after the gun");
        assert_eq!((all[0].behind_sd_m[at], all[0].behind_sd_s[at]), (0.0, 0.0));
        assert!(all[1].behind_m[at] > 0.0 && all[1].behind_sd_m[at] > 0.0);
    }
}

#[test]
fn the_gap_grows_by_what_the_first_boat_sails_faster() {
    let (field, course) = straight(&[((0.0, 0.0), 3.0), ((0.0, 0.0), 2.4)]);
    let all = of(&field, &course);
    for (at, m) in [(50, 30.0), (100, 60.0), (180, 108.0)] {
        assert!((all[1].behind_m[at] - m).abs() < 1.0, "{} for {m} m", all[1].behind_m[at]);
        let s = f64::from(m) / 3.0;
        assert!((f64::from(all[1].behind_s[at]) - s).abs() < 0.5, "{} for {s} s", all[1].behind_s[at]);
    }
}

#[test]
fn columns_begin_at_the_gun_where_a_late_boat_is_behind_by_the_speed_of_the_fleet() {
    let (field, course) = straight(&[((0.0, 0.0), 2.5), ((0.0, -50.0), 2.5)]);
    let all = of(&field, &course);
    assert_eq!(all[1].time_ms[0], field.ms(GUN_S));
    let start_mps = f64::from(all[1].behind_m[0] / all[1].behind_s[0]);
    assert!((all[1].behind_m[0] - 50.0).abs() < 2.0, "{}", all[1].behind_m[0]);
    assert!(start_mps > 2.2 && start_mps < 2.6, "{start_mps}");
    let last = *all[1].time_ms.last().unwrap();
    let last_s = course.last_passing_s().unwrap();
    assert!(last >= field.ms(last_s) && last < field.ms(last_s + 1.0));
}

#[test]
fn progress_never_falls_although_a_boat_bears_away_again() {
    let back = Path::from((0.0, 0.0)).to((0.0, 300.0), 2.5).to((0.0, 240.0), 2.5).to(TOP, 2.5);
    let paths = [back.to((0.0, 0.0), 2.5), Path::from((20.0, 0.0)).to(TOP, 2.5).to((0.0, 0.0), 2.5)];
    let course = course_of(&paths, &[vec![3, 4], vec![1, 2]], &[TOP, (0.0, 0.0)]);
    let field = field(&paths, 0.0);
    for boat in of(&field, &course) {
        let known: Vec<f32> = boat.progress_m.iter().copied().filter(|m| m.is_finite()).collect();
        assert!(known.len() > 300 && known.is_sorted());
        assert!((f64::from(known[known.len() - 1]) - 1200.0).abs() < 5.0);
    }
    let own = &of(&field, &course)[0].progress_m;
    assert!((own[125..165].iter().copied().fold(0.0, f32::max) - 300.0).abs() < 3.0, "she waits there");
}

#[test]
fn a_first_boat_that_bears_away_is_behind_nobody_until_another_is_beyond_her() {
    // She is back at 300 m after 168 s; the other is there after 158 s.
    let back = Path::from((0.0, 0.0)).to((0.0, 300.0), 2.5).to((0.0, 240.0), 2.5).to(TOP, 2.5);
    let paths = [back.to((0.0, 0.0), 2.5), Path::from((20.0, 0.0)).to(TOP, 1.9).to((0.0, 0.0), 1.9)];
    let course = course_of(&paths, &[vec![3, 4], vec![1, 2]], &[TOP, (0.0, 0.0)]);
    let all = of(&field(&paths, 0.0), &course);
    for at in 5..155 {
        assert_eq!((all[0].behind_s[at], all[0].behind_m[at]), (0.0, 0.0), "{at} s after the gun");
    }
    assert!((all[0].behind_s[165] - 7.0).abs() < 2.0, "{}", all[0].behind_s[165]);
    assert!(all[1].behind_s[100] > 10.0);
}

#[test]
fn at_a_mark_the_gap_is_the_difference_of_the_passings() {
    let (field, course) = straight(&[((0.0, 0.0), 2.8), ((40.0, -20.0), 2.5), ((-60.0, 0.0), 2.2)]);
    let legs = legs(&field, &course);
    let progress = Progress::of(&field, &course, &legs);
    for k in 0..2 {
        let first_s = course.passing(0, k).unwrap().time_s;
        for b in 0..3 {
            let own_s = course.passing(b, k).unwrap().time_s;
            let behind_s = progress.behind_s(b, own_s, progress.leg_starts_m[k + 1]).unwrap();
            assert!((behind_s - (own_s - first_s)).abs() < 1e-6, "boat {b}: {behind_s}");
        }
    }
}

#[test]
fn boats_beside_each_other_are_even_less_certainly_the_farther_apart_they_sail() {
    let sd = |apart_m: f64| {
        let (field, course) = straight(&[((0.0, 0.0), 2.5), ((apart_m, -5.0), 2.5)]);
        let all = of(&field, &course);
        (f64::from(all[1].behind_sd_m[120]), f64::from(all[1].behind_sd_s[120]))
    };
    for apart_m in [0.0, 50.0, 400.0] {
        // The wind is known to 3 deg, the receivers to 2 m.
        let expected_m = hypot(apart_m * libm::sin(to_rad(3.0)), 2.0);
        let (sd_m, sd_s) = sd(apart_m);
        assert!((sd_m - expected_m).abs() < 0.01, "{apart_m} m apart: {sd_m} for {expected_m}");
        assert!((sd_s / (expected_m / 2.5) - 1.0).abs() < 0.03, "{sd_s} s");
    }
}

#[test]
fn without_a_wind_the_line_of_equal_progress_may_lie_anyhow() {
    let (mut field, course) = straight(&[((0.0, 0.0), 2.5), ((100.0, -5.0), 2.5)]);
    field.wind.twd_deg.fill(f64::NAN);
    field.wind.sd_deg.fill(f64::NAN);
    let all = of(&field, &course);
    let sd_m = f64::from(all[1].behind_sd_m[120]);
    assert!((sd_m - hypot(100.0, 2.0)).abs() < 1.0, "{sd_m}");
}

#[test]
fn at_a_mark_the_gap_is_as_certain_as_the_passings() {
    let (field, course) = straight(&[((0.0, 0.0), 2.5), ((400.0, -75.0), 2.5)]);
    let all = of(&field, &course);
    let sd_s = |s: f64| f64::from(all[1].behind_sd_s[(s - GUN_S) as usize]);
    let mark_s = course.passing(1, 0).unwrap().time_s;
    // Two passings of the same mark of 0.8 s each, whose common error cancels.
    assert!((sd_s(mark_s) - hypot(0.8, 0.8)).abs() < 0.1, "{}", sd_s(mark_s));
    assert!(sd_s(mark_s - 12.0) > 5.0 && sd_s(mark_s - 4.0) > 2.0 && sd_s(mark_s - 4.0) < 7.0);
}

#[test]
fn in_a_gap_nothing_is_told_and_after_it_she_is_where_she_is() {
    let (mut field, course) = straight(&[((0.0, 0.0), 2.5), ((0.0, -30.0), 2.5)]);
    lose(&mut field, 1, 80.0, 120.0);
    let all = of(&field, &course);
    for at in 80..120 {
        assert!(all[1].behind_m[at].is_nan() && all[1].behind_s[at].is_nan(), "{at} s after the gun");
        assert!(all[1].progress_m[at].is_nan() && all[1].behind_sd_s[at].is_nan());
        assert_eq!((all[1].leg[at], all[0].leg[at]), (255, 0));
    }
    assert!((all[1].behind_m[79] - 30.0).abs() < 0.5 && (all[1].behind_m[120] - 30.0).abs() < 0.5);
}

#[test]
fn while_the_first_boat_is_in_a_gap_the_others_are_still_behind_her() {
    let (mut field, course) = straight(&[((0.0, 0.0), 2.5), ((0.0, -30.0), 2.5)]);
    lose(&mut field, 0, 80.0, 120.0);
    let all = of(&field, &course);
    for at in 80..120 {
        assert!((all[1].behind_m[at] - 30.0).abs() < 1.0, "{} m after {at} s", all[1].behind_m[at]);
        assert!((all[1].behind_s[at] - 12.0).abs() < 0.5);
    }
}

#[test]
fn a_boat_that_retires_is_told_until_she_was_as_far_as_ever() {
    let home = Path::from((10.0, 0.0)).to((10.0, 400.0), 2.5).to((10.0, 0.0), 2.5);
    let paths = [Path::from((0.0, 0.0)).to(TOP, 2.5).to((0.0, 0.0), 2.5), home];
    let mut course = course_of(&paths, &[vec![1, 2], vec![1, 2]], &[TOP, (0.0, 0.0)]);
    course.passings[1] = vec![None, None];
    let all = of(&field(&paths, 0.0), &course);
    let last = all[1].leg.iter().rposition(|&l| l != 255).unwrap();
    assert!((155..=162).contains(&last), "she turned back 160 s after the gun, and is told for {last} s");
    assert!(all[1].behind_m[last + 1..].iter().all(|m| m.is_nan()));
    assert_eq!(all[0].leg.iter().rposition(|&l| l == 1), Some(all[0].leg.len() - 2));
}

#[test]
fn the_leader_changes_when_a_boat_is_overtaken() {
    let (field, course) = straight(&[((0.0, 0.0), 2.4), ((0.0, -30.0), 3.0)]);
    let progress = Progress::of(&field, &course, &legs(&field, &course));
    // 30 m at 0.6 m/s.
    assert_eq!((progress.leaders[40], progress.leaders[60]), (Some(0), Some(1)));
    let all = of(&field, &course);
    assert!(all[0].behind_m[40] == 0.0 && all[0].behind_m[60] > 0.0);
    assert!(all[1].behind_m[40] > 0.0 && all[1].behind_m[60] == 0.0);
}

#[test]
fn a_boat_hidden_at_a_mark_has_no_gap_there_and_does_not_lessen_those_of_the_others() {
    let (mut field, mut course) = straight(&[((0.0, 0.0), 2.8), ((0.0, 0.0), 2.5), ((0.0, 0.0), 2.2)]);
    let hidden_s = course.passing(0, 0).unwrap().time_s;
    lose(&mut field, 0, hidden_s - GUN_S - 15.0, hidden_s - GUN_S + 15.0);
    course.passings[0][0] = None;
    course.unseen_s[0][0] = Some(hidden_s);
    let legs = legs(&field, &course);
    let progress = Progress::of(&field, &course, &legs);
    let [first_s, own_s] = [1, 2].map(|b| course.passing(b, 0).unwrap().time_s);
    let behind_s = progress.behind_s(2, own_s, progress.leg_starts_m[1]).unwrap();
    assert!(behind_s >= own_s - first_s - 0.1, "{behind_s} for at least {}", own_s - first_s);
    assert!(columns(&field, &course, &legs)[0].behind_m[hidden_s as usize - GUN_S as usize].is_nan());
}

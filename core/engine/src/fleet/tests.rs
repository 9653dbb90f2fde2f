use super::*;
use crate::angle::wrap_180;

const START_MS: f64 = 1_700_000_000_000.0;

fn candidate(twd_deg: f64, sd_deg: f64, score: f64) -> CandidateEvidence {
    let n = 90;
    CandidateEvidence {
        twd_deg: vec![twd_deg; n],
        sd_deg: vec![sd_deg; n],
        current: None,
        score,
        support: 20.0,
        mostly_reaches: false,
    }
}

/// Fifteen minutes of a boat so far east of the first mark, m.
fn boat(name: &str, east_m: f64, candidates: Vec<CandidateEvidence>) -> TrackEvidence {
    let n = 90;
    TrackEvidence {
        name: name.into(),
        time_ms: (0..n).map(|k| START_MS + FLEET_STEP_MS * k as f64).collect(),
        lat_deg: vec![50.0; n],
        lon_deg: vec![5.0 + east_m / 71_700.0; n],
        no_candidates_reason: candidates.is_empty().then(|| "too little sailing".to_string()),
        candidates,
        measured: None,
    }
}

fn answer(all: &[TrackEvidence]) -> FleetAnswer {
    let fleets = estimate_fleet_winds(all);
    assert_eq!(fleets.len(), 1);
    fleets[0].answer()
}

#[test]
fn boats_in_the_next_bay_or_at_another_hour_are_no_group() {
    let near = boat("a", 0.0, vec![]);
    let also_near = boat("b", 500.0, vec![]);
    let far = boat("c", 30_000.0, vec![]);
    let mut later = boat("d", 0.0, vec![]);
    later.time_ms.iter_mut().for_each(|t| *t += 3_600_000.0);
    assert_eq!(co_sailing_groups(&[near, far, also_near, later]), [[0, 2]]);
}

#[test]
fn a_boat_near_one_member_belongs_to_the_group() {
    let row = |name, east_m| boat(name, east_m, vec![]);
    assert_eq!(co_sailing_groups(&[row("a", 0.0), row("c", 6000.0), row("b", 3000.0)]), [[0, 1, 2]]);
}

#[test]
fn boats_with_a_determined_direction_correct_one_with_the_opposite() {
    let sure = |name| boat(name, 0.0, vec![candidate(100.0, 4.0, 20.0), candidate(280.0, 4.0, 12.0)]);
    let errs = boat("c", 100.0, vec![candidate(280.0, 4.0, 20.0), candidate(100.0, 4.0, 17.0)]);
    let result = answer(&[sure("a"), sure("b"), errs]);
    let wind = result.wind.unwrap();
    assert!(wrap_180(wind.mean_twd_deg - 100.0).abs() < 1.0 && wind.boats == 3);
    assert!(result.boats[2].has_vote);
    assert!(wrap_180(result.boats[2].wind.as_ref().unwrap().mean_twd_deg - 100.0).abs() < 1.0);
}

#[test]
fn a_boat_in_another_wind_is_left_out_and_gets_no_wind() {
    let here = |name| boat(name, 0.0, vec![candidate(100.0, 4.0, 20.0)]);
    let result = answer(&[
        here("a"),
        here("b"),
        here("c"),
        boat("behind the cape", 3000.0, vec![candidate(190.0, 3.0, 30.0)]),
    ]);
    let in_another_wind = &result.boats[3];
    assert!(!in_another_wind.has_vote && in_another_wind.wind.is_none());
    assert_eq!(in_another_wind.reason.as_deref(), Some("This track tells another wind than the fleet's."));
    assert_eq!(result.wind.unwrap().mean_twd_deg.round(), 100.0);
}

#[test]
fn a_boat_without_candidates_gets_the_fleet_s_wind() {
    let here = |name| boat(name, 0.0, vec![candidate(100.0, 4.0, 20.0)]);
    let result = answer(&[here("a"), boat("reaches", 100.0, vec![]), here("b")]);
    assert!(!result.boats[1].has_vote && result.boats[1].wind.is_some());
}

#[test]
fn a_fleet_that_fits_two_winds_gets_none() {
    let both = |name| boat(name, 0.0, vec![candidate(100.0, 4.0, 20.0), candidate(280.0, 4.0, 19.5)]);
    let result = answer(&[both("a"), both("b"), both("c")]);
    assert!(result.wind.is_none() && result.reason.unwrap().contains("more than one"));
    let mut hardly_turned = candidate(100.0, 4.0, 20.0);
    hardly_turned.support = 4.0;
    let result = answer(&[boat("a", 0.0, vec![hardly_turned.clone()]), boat("b", 0.0, vec![hardly_turned])]);
    assert!(result.wind.is_none() && result.reason.unwrap().contains("hardly turned"));
}

#[test]
fn more_boats_reduce_the_deviation_by_less_than_the_root_of_their_number() {
    let sd = |n: usize| {
        let all: Vec<TrackEvidence> =
            (0..n).map(|_| boat("", 0.0, vec![candidate(100.0, 5.0, 20.0)])).collect();
        answer(&all).wind.unwrap().mean_sd_deg
    };
    assert!(sd(2) < 5.0 && sd(16) < sd(2));
    assert!(sd(16) > 0.6 * 5.0, "{}", sd(16));
}

#[test]
fn disagreement_between_boats_increases_the_deviation() {
    let one = |name, twd| boat(name, 0.0, vec![candidate(twd, 3.0, 20.0)]);
    let alike = answer(&[one("a", 100.0), one("b", 101.0), one("c", 99.0)]).wind.unwrap();
    let apart = answer(&[one("a", 80.0), one("b", 100.0), one("c", 120.0)]).wind.unwrap();
    assert!(apart.mean_sd_deg > 1.5 * alike.mean_sd_deg);
}

#[test]
fn the_nearest_boat_s_wind_has_the_most_weight() {
    let result = answer(&[
        boat("left", 0.0, vec![candidate(90.0, 4.0, 20.0)]),
        boat("right", 2500.0, vec![candidate(110.0, 4.0, 20.0)]),
    ]);
    let at = |i: usize| result.boats[i].wind.as_ref().unwrap().mean_twd_deg;
    assert!(at(0) < 97.0 && at(1) > 103.0, "{} {}", at(0), at(1));
    assert!((result.wind.unwrap().mean_twd_deg - 100.0).abs() < 1.0);
}

#[test]
fn winds_on_both_sides_of_north_and_boats_on_both_sides_of_the_dateline_are_near() {
    let mut west = boat("w", 0.0, vec![candidate(358.0, 4.0, 20.0)]);
    let mut east = boat("e", 0.0, vec![candidate(2.0, 4.0, 20.0)]);
    west.lon_deg.iter_mut().for_each(|l| *l = 179.999);
    east.lon_deg.iter_mut().for_each(|l| *l = -179.999);
    let wind = answer(&[west, east]).wind.unwrap();
    assert!(wrap_180(wind.mean_twd_deg).abs() < 0.5, "{}", wind.mean_twd_deg);
}

#[test]
fn a_wind_measured_on_one_boat_outweighs_opposite_candidates() {
    let both = |name| boat(name, 0.0, vec![candidate(280.0, 4.0, 20.0), candidate(100.0, 4.0, 17.0)]);
    let mut with_vane = both("vane");
    let n = with_vane.time_ms.len();
    with_vane.measured = Some(MeasuredWind {
        time_ms: with_vane.time_ms.clone(),
        twd_deg: vec![104.0; n],
        sd_deg: vec![2.0; n],
    });
    let wind = answer(&[both("a"), with_vane]).wind.unwrap();
    assert!(wrap_180(wind.mean_twd_deg - 101.0).abs() < 4.0, "{}", wind.mean_twd_deg);
}

#[test]
fn evidence_is_equal_after_a_round_trip_through_json() {
    let result = boat("a", 0.0, vec![candidate(100.123_456_789, 4.0, 20.0)]);
    let text = serde_json::to_string(&result).unwrap();
    assert_eq!(serde_json::from_str::<TrackEvidence>(&text).unwrap(), result);
}

#[test]
fn invalid_columns_are_refused() {
    let wind = FleetWind {
        time_ms: vec![1.0, 1.0],
        twd_deg: vec![1.0; 2],
        sd_deg: vec![1.0; 2],
        ..FleetWind::default()
    };
    assert!(wind.mistake().unwrap().contains("do not rise"));
    assert!(FleetWind { sd_deg: vec![], ..wind }.mistake().unwrap().contains("unequal"));
}

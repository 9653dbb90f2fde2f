use super::*;
use crate::angle::wrap_180;

const START_MS: f64 = 1_700_000_000_000.0;

fn opinion(twd_deg: f64, sd_deg: f64, score: f64) -> CandidateEvidence {
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
fn boat(name: &str, east_m: f64, opinions: Vec<CandidateEvidence>) -> TrackEvidence {
    let n = 90;
    TrackEvidence {
        name: name.into(),
        time_ms: (0..n).map(|k| START_MS + FLEET_STEP_MS * k as f64).collect(),
        lat_deg: vec![50.0; n],
        lon_deg: vec![5.0 + east_m / 71_700.0; n],
        silence: opinions.is_empty().then(|| "too little sailing".to_string()),
        opinions,
        measured: None,
    }
}

fn answer(all: &[TrackEvidence]) -> FleetAnswer {
    let fleets = estimate_fleet_winds(all);
    assert_eq!(fleets.len(), 1);
    fleets[0].answer()
}

#[test]
fn boats_in_the_next_bay_and_of_another_hour_are_no_company() {
    let near = boat("a", 0.0, vec![]);
    let also_near = boat("b", 500.0, vec![]);
    let far = boat("c", 30_000.0, vec![]);
    let mut later = boat("d", 0.0, vec![]);
    later.time_ms.iter_mut().for_each(|t| *t += 3_600_000.0);
    assert_eq!(co_sailing_groups(&[near, far, also_near, later]), [[0, 2]]);
}

#[test]
fn who_sailed_with_one_of_a_company_belongs_to_it() {
    let row = |name, east_m| boat(name, east_m, vec![]);
    assert_eq!(co_sailing_groups(&[row("a", 0.0), row("c", 6000.0), row("b", 3000.0)]), [[0, 1, 2]]);
}

#[test]
fn boats_that_are_sure_answer_the_question_of_the_side_for_one_that_errs() {
    let sure = |name| boat(name, 0.0, vec![opinion(100.0, 4.0, 20.0), opinion(280.0, 4.0, 12.0)]);
    let errs = boat("c", 100.0, vec![opinion(280.0, 4.0, 20.0), opinion(100.0, 4.0, 17.0)]);
    let told = answer(&[sure("a"), sure("b"), errs]);
    let wind = told.wind.unwrap();
    assert!(wrap_180(wind.mean_twd_deg - 100.0).abs() < 1.0 && wind.boats == 3);
    assert!(told.boats[2].has_vote);
    assert!(wrap_180(told.boats[2].wind.as_ref().unwrap().mean_twd_deg - 100.0).abs() < 1.0);
}

#[test]
fn a_boat_in_another_breeze_has_no_vote_and_gets_no_wind() {
    let here = |name| boat(name, 0.0, vec![opinion(100.0, 4.0, 20.0)]);
    let told = answer(&[
        here("a"),
        here("b"),
        here("c"),
        boat("behind the cape", 3000.0, vec![opinion(190.0, 3.0, 30.0)]),
    ]);
    let strange = &told.boats[3];
    assert!(!strange.has_vote && strange.wind.is_none());
    assert_eq!(strange.reason.as_deref(), Some("This track tells another wind than the fleet's."));
    assert_eq!(told.wind.unwrap().mean_twd_deg.round(), 100.0);
}

#[test]
fn a_boat_that_says_nothing_is_told_the_fleets_wind() {
    let here = |name| boat(name, 0.0, vec![opinion(100.0, 4.0, 20.0)]);
    let told = answer(&[here("a"), boat("reaches", 100.0, vec![]), here("b")]);
    assert!(!told.boats[1].has_vote && told.boats[1].wind.is_some());
}

#[test]
fn a_fleet_that_fits_two_winds_tells_none() {
    let both = |name| boat(name, 0.0, vec![opinion(100.0, 4.0, 20.0), opinion(280.0, 4.0, 19.5)]);
    let told = answer(&[both("a"), both("b"), both("c")]);
    assert!(told.wind.is_none() && told.reason.unwrap().contains("more than one"));
    let mut hardly_turned = opinion(100.0, 4.0, 20.0);
    hardly_turned.support = 4.0;
    let told = answer(&[boat("a", 0.0, vec![hardly_turned.clone()]), boat("b", 0.0, vec![hardly_turned])]);
    assert!(told.wind.is_none() && told.reason.unwrap().contains("hardly turned"));
}

#[test]
fn many_boats_know_the_wind_better_but_not_by_the_root_of_their_number() {
    let sd = |n: usize| {
        let all: Vec<TrackEvidence> =
            (0..n).map(|_| boat("", 0.0, vec![opinion(100.0, 5.0, 20.0)])).collect();
        answer(&all).wind.unwrap().mean_sd_deg
    };
    assert!(sd(2) < 5.0 && sd(16) < sd(2));
    assert!(sd(16) > 0.6 * 5.0, "{}", sd(16));
}

#[test]
fn boats_that_disagree_make_the_fleets_wind_doubtful() {
    let one = |name, twd| boat(name, 0.0, vec![opinion(twd, 3.0, 20.0)]);
    let alike = answer(&[one("a", 100.0), one("b", 101.0), one("c", 99.0)]).wind.unwrap();
    let apart = answer(&[one("a", 80.0), one("b", 100.0), one("c", 120.0)]).wind.unwrap();
    assert!(apart.mean_sd_deg > 1.5 * alike.mean_sd_deg);
}

#[test]
fn the_nearest_boats_wind_weighs_most_where_the_wind_differs() {
    let told = answer(&[
        boat("left", 0.0, vec![opinion(90.0, 4.0, 20.0)]),
        boat("right", 2500.0, vec![opinion(110.0, 4.0, 20.0)]),
    ]);
    let at = |i: usize| told.boats[i].wind.as_ref().unwrap().mean_twd_deg;
    assert!(at(0) < 97.0 && at(1) > 103.0, "{} {}", at(0), at(1));
    assert!((told.wind.unwrap().mean_twd_deg - 100.0).abs() < 1.0);
}

#[test]
fn winds_either_side_of_north_and_boats_either_side_of_the_dateline_are_near() {
    let mut west = boat("w", 0.0, vec![opinion(358.0, 4.0, 20.0)]);
    let mut east = boat("e", 0.0, vec![opinion(2.0, 4.0, 20.0)]);
    west.lon_deg.iter_mut().for_each(|l| *l = 179.999);
    east.lon_deg.iter_mut().for_each(|l| *l = -179.999);
    let wind = answer(&[west, east]).wind.unwrap();
    assert!(wrap_180(wind.mean_twd_deg).abs() < 0.5, "{}", wind.mean_twd_deg);
}

#[test]
fn a_vane_on_one_boat_outweighs_opinions_of_the_other_end() {
    let both = |name| boat(name, 0.0, vec![opinion(280.0, 4.0, 20.0), opinion(100.0, 4.0, 17.0)]);
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
fn a_testimony_survives_the_way_through_json() {
    let told = boat("a", 0.0, vec![opinion(100.123_456_789, 4.0, 20.0)]);
    let text = serde_json::to_string(&told).unwrap();
    assert_eq!(serde_json::from_str::<TrackEvidence>(&text).unwrap(), told);
}

#[test]
fn columns_that_are_none_are_refused() {
    let wind = FleetWind {
        time_ms: vec![1.0, 1.0],
        twd_deg: vec![1.0; 2],
        sd_deg: vec![1.0; 2],
        ..FleetWind::default()
    };
    assert!(wind.mistake().unwrap().contains("do not rise"));
    assert!(FleetWind { sd_deg: vec![], ..wind }.mistake().unwrap().contains("unequal"));
}

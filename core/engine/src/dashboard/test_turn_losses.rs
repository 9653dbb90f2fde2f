//! Losses of turns by month, and whether they change.

use super::*;
use crate::maneuver::reasons::LossBasis;
use crate::random::Random;

fn session(person: u32, month: u32, vmg: Vec<f64>) -> SessionLosses {
    let losses = LossesByBasis { vmg, speed: Vec::new() };
    SessionLosses { person: f64::from(person), month: format!("2026-{month:02}"), losses }
}

/// So many losses evenly about a median, over 4 m.
fn about(median_m: f64, count: u32) -> Vec<f64> {
    (0..count).map(|n| median_m + 4.0 * ((f64::from(n) + 0.5) / f64::from(count) - 0.5)).collect()
}

#[test]
fn a_month_has_the_quartiles_of_its_turns_and_is_compared_from_ten_turns_on() {
    let found = turn_losses(&[
        session(1, 3, about(8.0, 10)),
        session(1, 3, about(8.0, 10)),
        session(1, 4, about(5.0, 9)),
    ]);
    assert_eq!(found.loss_basis, Some(LossBasis::Vmg));
    let [march, april] = &found.people[0].months[..] else { panic!("two months") };
    assert_eq!((march.month.as_str(), march.count, march.compared), ("2026-03", 20, true));
    assert!((march.median_m - 8.0).abs() < 1e-12 && (march.upper_m - 9.0).abs() < 0.11, "{march:?}");
    assert_eq!((april.month.as_str(), april.count, april.compared), ("2026-04", 9, false));
    assert_eq!((&found.people[0].change, found.people[0].trend), (&None, None));
}

#[test]
fn losses_of_the_rarer_basis_are_left_out_and_of_one_session_no_error_is_known() {
    let made_good = session(1, 3, about(8.0, 12));
    let sailed = LossesByBasis { vmg: Vec::new(), speed: about(90.0, 5) };
    let found = turn_losses(&[made_good, SessionLosses { losses: sailed, ..session(2, 3, Vec::new()) }]);
    assert_eq!(found.people.len(), 1, "who has no turn of that basis has no losses");
    let all = found.people[0].loss.unwrap();
    assert!((all.median_m - 8.0).abs() < 1e-12 && all.half_90_m.is_none(), "{all:?}");
    assert_eq!(turn_losses(&[]), TurnLosses { loss_basis: None, people: Vec::new() });
}

#[test]
fn tacks_that_cost_half_a_metre_less_each_month_have_that_trend_and_change() {
    let months = [1, 2, 3, 4, 5].map(|m| (m, 8.0 - 0.5 * f64::from(m)));
    let sessions: Vec<_> = months
        .iter()
        .flat_map(|&(m, loss)| [session(1, m, about(loss + 0.1, 20)), session(1, m, about(loss - 0.1, 20))])
        .collect();
    let person = &turn_losses(&sessions).people[0];
    let (trend, change) = (person.trend.unwrap(), person.change.clone().unwrap());
    assert!((trend.slope_m + 0.5).abs() < 0.02 && trend.half_90_m < 0.3, "{trend:?}");
    assert_eq!((change.from.as_str(), change.to.as_str()), ("2026-01", "2026-05"));
    // Each median of 40 turns over 4 m is known to 4 m / (2 √40) = 0.32 m; Student's t of five pairs of sessions is 2.015.
    assert!((change.to_m - change.from_m + 2.0).abs() < 0.02, "{change:?}");
    assert!((change.half_90_m - 2.015 * 0.316 * 2.0_f64.sqrt()).abs() < 0.03, "{change:?}");
}

#[test]
fn the_year_between_december_and_january_is_one_month() {
    let named = |month: &str, loss| {
        [-0.1, 0.1]
            .map(|off| SessionLosses { month: month.to_string(), ..session(1, 1, about(loss + off, 20)) })
    };
    let sessions = [named("2025-11", 8.0), named("2025-12", 7.5), named("2026-01", 7.0)].concat();
    assert!((turn_losses(&sessions).people[0].trend.unwrap().slope_m + 0.5).abs() < 0.02);
}

/// Seasons without a change: sessions differ by 1 m and turns by 2 m (standard deviations), and losses are skewed.
fn unchanged(numbers: &mut Random, months: u32, month_sd_m: f64) -> Vec<SessionLosses> {
    let mut sessions = Vec::new();
    for month in 1..=months {
        let of_month_m = 7.0 + month_sd_m * numbers.normal();
        for _ in 0..1 + (numbers.unit() * 4.0) as u32 {
            let of_session_m = of_month_m + numbers.normal();
            let turns = 6 + (numbers.unit() * 12.0) as u32;
            let loss = |z: f64| of_session_m + 2.0 * z + 0.3 * z * z;
            sessions.push(session(1, month, (0..turns).map(|_| loss(numbers.normal())).collect()));
        }
    }
    sessions
}

#[test]
fn seasons_without_a_change_have_a_trend_or_a_change_outside_of_its_interval_in_one_of_ten() {
    for (months, month_sd_m) in [(3, 0.0), (6, 0.0), (3, 0.7), (6, 0.7), (12, 0.7)] {
        let mut numbers = Random::of(7);
        let [mut trends, mut clear_trends, mut changes, mut clear_changes] = [0_u32; 4];
        for _ in 0..1000 {
            let person = turn_losses(&unchanged(&mut numbers, months, month_sd_m)).people.remove(0);
            if let Some(trend) = person.trend {
                trends += 1;
                clear_trends += u32::from(trend.slope_m.abs() > trend.half_90_m);
            }
            // Where the months themselves differ, the change between two of them is true.
            if let Some(change) = person.change.filter(|_| month_sd_m == 0.0) {
                changes += 1;
                clear_changes += u32::from((change.to_m - change.from_m).abs() > change.half_90_m);
            }
        }
        let share = |clear: u32, all: u32| f64::from(clear) / f64::from(all.max(1));
        let (of_trends, of_changes) = (share(clear_trends, trends), share(clear_changes, changes));
        assert!((0.05..0.15).contains(&of_trends), "{months} months: {of_trends} of {trends}");
        assert!(of_changes < 0.16, "{months} months: {of_changes} of {changes}");
        assert!(trends > 600, "{months} months: {trends}");
    }
}

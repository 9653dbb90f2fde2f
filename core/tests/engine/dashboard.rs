//! Numbers of the dashboards compared with closed forms, and time in wind categories.

use leebow_engine::api::dashboard as answer;
use leebow_engine::config::{boat_class, wind_bands_kn};
use leebow_engine::dashboard::{
    Cost, Finish, InConditions, Session, TimeOnWater, category, expected_loss, improvement, leaderboard,
    regatta_percent, user_stats, wind_conditions,
};
use leebow_engine::report::conditions::{water_time_s, wind_about_mps, wind_exposure};
use leebow_engine::segment::SegmentKind::{Gybe, Tack};
use leebow_engine::wind::WindSeries;

use crate::drawn::{Drawn, START_MS, steady_wind};

fn tack(loss_og_m: f64, tws_kn: Option<f64>) -> Cost {
    let (loss_og_m, loss_80_m) = (Some(loss_og_m), Some(1.0));
    Cost { kind: Tack, loss_og_m, loss_80_m, averaged: true, tws_kn, entry_speed_kn: Some(6.0) }
}

fn session(date: &str, maneuvers: Vec<Cost>) -> Session {
    Session { date: date.into(), boat_class: "49er".into(), maneuvers, ..Session::default() }
}

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

#[test]
fn the_stats_of_a_user_are_sums() {
    let one = Session { water_time_s: 3600.0, tacks: 7, gybes: 3, ..Session::default() };
    let two = Session {
        water_time_s: 1800.0,
        tacks: 1,
        accelerations: 2,
        sets: 4,
        douses: 5,
        ..Session::default()
    };
    let all = user_stats(&[one, two]);
    assert_eq!((all.sessions, all.water_time_s, all.tacks, all.gybes), (2, 5400.0, 8, 3));
    assert_eq!((all.accelerations, all.sets, all.douses), (2, 4, 5));
    assert_eq!(user_stats(&[]).sessions, 0);
}

#[test]
fn each_class_has_its_wind_bounds_and_a_bound_belongs_to_the_stronger_wind() {
    assert_eq!(wind_bands_kn(boat_class("49er").unwrap()), [8.0, 11.0, 15.0]);
    assert_eq!(wind_bands_kn(boat_class("Moth").unwrap()), [8.0, 10.0, 16.0]);
    assert_eq!(wind_bands_kn(boat_class("J70").unwrap()), [8.0, 12.0, 16.0]);
    use leebow_engine::dashboard::WindCategory::{Df, Light, Sf, Windy};
    let of = |tws| category("49er", tws);
    assert_eq!([of(7.99), of(8.0), of(11.0), of(15.0)], [Light, Sf, Df, Windy].map(Some));
    assert_eq!((of(f64::NAN), category("a boat nobody knows", 10.9)), (None, Some(Sf)));
}

#[test]
fn time_without_a_measured_wind_counts_only_in_the_total() {
    let conditions = InConditions { light: 600.0, windy: 300.0, ..InConditions::default() };
    let met = Session { water_time_s: 1000.0, conditions, ..Session::default() };
    let silent = Session { water_time_s: 500.0, ..Session::default() };
    let all = wind_conditions(&[met.clone(), silent, met]);
    assert_eq!(all.total_time_s, 2500.0);
    assert_eq!(
        all.time_in_conditions_s,
        InConditions { light: 1200.0, windy: 600.0, ..InConditions::default() }
    );
}

#[test]
fn improvement_is_the_median_of_at_least_three_maneuvers_of_a_date() {
    let light = |loss| tack(loss, Some(5.0));
    let sessions = [
        session("2026-06-14", vec![light(9.0), light(10.0), light(200.0), tack(4.0, Some(12.0))]),
        session("2026-06-13", vec![light(12.0), light(14.0)]),
        session("2026-06-13", vec![light(13.0), tack(1.0, None), Cost { averaged: false, ..light(1.0) }]),
        session("2026-06-15", vec![Cost { kind: Gybe, ..light(3.0) }]),
    ];
    let days = improvement(Tack, &sessions);
    let medians: Vec<_> = days.iter().map(|d| (d.date.as_str(), d.light, d.df)).collect();
    assert_eq!(medians, [("2026-06-13", Some(13.0), None), ("2026-06-14", Some(10.0), None)]);
}

#[test]
fn a_tack_that_never_recovered_counts_its_loss_to_eighty_percent() {
    let unrecovered = Cost { loss_og_m: None, loss_80_m: Some(7.0), ..tack(0.0, Some(5.0)) };
    let days = improvement(Tack, &[session("2026-06-13", vec![unrecovered; 3])]);
    assert_eq!(days[0].light, Some(7.0));
}

#[test]
fn the_expected_loss_lies_on_its_line_between_the_outer_points() {
    // loss = 20 - 0.5 tws, at 4 to 24 kn in steps of one.
    let costs: Vec<Cost> = (4..=24).map(|k| tack(20.0 - 0.5 * f64::from(k), Some(f64::from(k)))).collect();
    let found = expected_loss(Tack, &[session("2026-06-13", costs)]);
    let line = found.regression.unwrap();
    assert_eq!((found.x.as_str(), line.n, found.losses.len()), ("tws_kn", 21, 21));
    near(line.slope, -0.5, 1e-12);
    near(line.intercept, 20.0, 1e-12);
    near(line.r2, 1.0, 1e-12);
    near(line.theil_sen_slope.unwrap(), -0.5, 1e-12);
    // The 5th and 95th percentiles of 21 points are the second and the last but one.
    near(found.rline[0].x, 5.0, 1e-12);
    near(found.rline[1].x, 23.0, 1e-12);
    near(found.rline[1].value, 8.5, 1e-12);
}

#[test]
fn four_losses_have_no_line_and_without_wind_the_entry_speed_is_used() {
    let few = expected_loss(Tack, &[session("2026-06-13", vec![tack(5.0, Some(9.0)); 4])]);
    assert_eq!((few.x.as_str(), few.regression, few.rline.len()), ("entry_speed_kn", None, 0));
    assert_eq!(few.losses.len(), 4);
    let same_speed = expected_loss(Tack, &[session("2026-06-13", vec![tack(5.0, None); 9])]);
    assert_eq!((same_speed.losses.len(), same_speed.regression), (9, None), "no spread in x");
}

#[test]
fn the_leaderboard_is_ordered_by_hours() {
    let rows = leaderboard(&[
        TimeOnWater { id: 1.0, water_time_s: 1800.0 },
        TimeOnWater { id: 2.0, water_time_s: 9000.0 },
    ]);
    assert_eq!((rows[0].id, rows[0].time_on_water_h, rows[1].time_on_water_h), (2.0, 2.5, 0.5));
}

#[test]
fn the_first_of_a_regatta_has_100_percent_and_the_last_0() {
    let percent = |pos, num_competitors| regatta_percent(&Finish { pos, num_competitors });
    assert_eq!([percent(1, 11), percent(6, 11), percent(11, 11)], [Some(100.0), Some(50.0), Some(0.0)]);
    assert_eq!((percent(1, 1), percent(0, 5), percent(6, 5)), (Some(100.0), None, None));
}

#[test]
fn requests_are_json_and_bad_ones_get_a_sentence() {
    let percents = answer(
        "regatta_percent",
        r#"{"finishes":[{"pos":2,"num_competitors":5},{"pos":9,"num_competitors":5}]}"#,
    );
    assert_eq!(percents.unwrap(), "[75.0,null]");
    let sessions = serde_json::to_string(&[session("2026-06-13", vec![tack(5.0, Some(9.0)); 3])]).unwrap();
    let request = format!(r#"{{"kind":"tack","sessions":{sessions}}}"#);
    let improved = answer("improvement", &request).unwrap();
    assert_eq!(improved, r#"[{"date":"2026-06-13","Light":null,"Sf":5.0,"Df":null,"Windy":null}]"#);
    assert!(answer("expected_loss", &request).unwrap().contains(r#""x":"entry_speed_kn""#));
    assert!(answer("user_stats", &request).unwrap().starts_with(r#"{"sessions":1,"#));
    assert!(answer("wind_conditions", &request).unwrap().contains("Light"));
    let people = r#"{"people":[{"id":1,"water_time_s":60},{"id":4,"water_time_s":3600}]}"#;
    assert!(answer("leaderboard", people).unwrap().starts_with(r#"[{"id":4.0,"time_on_water_h":1.0}"#));
    for (question, input) in
        [("weather", "{}"), ("user_stats", "{"), ("leaderboard", r#"{"people":[{"id":"x"}]}"#)]
    {
        let error = answer(question, input).unwrap_err();
        assert_eq!(error.kind.id(), "bad_options");
        assert!(error.to_string().ends_with('.'), "{error}");
    }
}

/// A wind of 5 m/s for ten minutes, then of 8 m/s.
fn rising(seconds: f64) -> WindSeries {
    let mut wind = steady_wind(200.0, 4.0, seconds);
    let speed = |t: &f64| if t - START_MS < 600_000.0 { 5.0 } else { 8.0 };
    wind.tws_mps = wind.time_ms.iter().map(speed).collect();
    wind
}

#[test]
fn the_time_in_a_wind_category_is_the_time_it_was_measured() {
    let boat = Drawn::by(1.0, 1200.0, |_| 5.0, |_| 0.0);
    let met = wind_exposure(&boat.course(), &rising(1200.0), 60.0);
    let all: f64 = met.iter().map(|m| m.1).sum();
    let light: f64 = met.iter().filter(|m| m.0 < 6.5).map(|m| m.1).sum();
    near(all, 1200.0, 1e-9);
    near(light, 600.0, 5.0);
}

#[test]
fn a_gap_has_no_time_in_a_wind_category_and_a_long_one_no_water_time() {
    let mut boat = Drawn::by(1.0, 1200.0, |_| 5.0, |_| 0.0).in_pieces(&[0..601, 601..1201]);
    boat.track.columns.time_ms[601..].iter_mut().for_each(|t| *t += 1_000_000.0);
    let course = boat.course();
    near(water_time_s(&course), 1199.0, 1e-9);
    near(wind_exposure(&course, &rising(4000.0), 60.0).iter().map(|m| m.1).sum(), 1199.0, 1e-9);
}

#[test]
fn the_wind_of_a_maneuver_is_the_mean_of_ten_minutes() {
    let boat = Drawn::by(1.0, 1800.0, |_| 5.0, |_| 0.0);
    let course = boat.course();
    let about = |t| wind_about_mps(&course, &rising(1800.0), 60.0, t).unwrap();
    near(about(290.0), 5.0, 1e-9);
    near(about(600.0), 6.5, 0.03);
    near(about(910.0), 8.0, 1e-9);
}

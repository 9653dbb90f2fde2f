//! A session against others.

use super::compare::{compare, discoveries};
use super::summary::{QuantityCode, SessionQuantity};
use crate::stats::student::t_quantile_95;

fn session(mean: f64, variance: f64, count: f64, tws_kn: Option<f64>) -> SessionQuantity {
    SessionQuantity { code: QuantityCode::UpwindSpeed, mean, count, variance, tws_kn }
}

fn calm(mean: f64) -> SessionQuantity {
    session(mean, 4.0, 4.0, None)
}

#[test]
fn of_many_comparisons_those_are_findings_that_are_few_by_chance() {
    // Thresholds of four: 0.025, 0.05, 0.075, 0.1.
    assert_eq!(discoveries(&[0.5, 0.02, 0.07, 0.01]), [3, 1, 2]);
    assert_eq!(discoveries(&[0.5, 0.2, 0.03, 0.3]), [0_usize; 0], "one of four at 0.03 may be chance");
    assert_eq!(discoveries(&[0.09]), [0]);
    assert_eq!(discoveries(&[]), [0_usize; 0]);
}

#[test]
fn three_earlier_sessions_are_too_few() {
    assert!(compare(calm(9.0), &[calm(10.0), calm(10.0), calm(10.0)], false).is_none());
    assert!(compare(calm(9.0), &[calm(10.0); 4], false).is_some());
}

#[test]
fn sessions_that_agree_by_chance_do_not_make_a_difference_sure() {
    let c = compare(calm(8.0), &vec![calm(10.0); 6], false).unwrap();
    // The sessions' means do not differ at all, and each is known to 4 / 4: that is the least variance.
    assert!((c.sd - (1.0_f64 + 1.0 / 6.0).sqrt()).abs() < 1e-12, "{c:?}");
    assert_eq!((c.expected, c.effect(), c.df), (10.0, -2.0, 13.0));
    assert!((c.half_90() - t_quantile_95(13.0) * c.sd).abs() < 1e-12);
}

#[test]
fn sessions_that_differ_much_need_a_larger_difference_today() {
    let alike = compare(calm(13.0), &[9.9, 10.0, 10.1, 10.0, 9.8].map(calm), false).unwrap();
    let unlike = compare(calm(13.0), &[6.0, 14.0, 8.0, 12.0, 10.0].map(calm), false).unwrap();
    assert!(unlike.sd > 1.3 * alike.sd && unlike.p > 2.0 * alike.p, "{alike:?}, {unlike:?}");
}

#[test]
fn a_session_in_more_wind_is_expected_to_be_faster() {
    let kn = [8.0, 9.0, 10.0, 11.0, 12.0];
    let earlier = kn.map(|kn| session(3.0 + 0.2 * kn, 0.04, 20.0, Some(kn)));
    let today = session(6.0, 0.04, 20.0, Some(15.0));
    let by_wind = compare(today, &earlier, true).unwrap();
    assert!((by_wind.expected - 6.0).abs() < 1e-9 && by_wind.p > 0.99, "{by_wind:?}");
    let plain = compare(today, &earlier, false).unwrap();
    assert!((plain.expected - 5.0).abs() < 1e-9 && plain.p < 0.01, "{plain:?}");
    let within = compare(session(5.0, 0.04, 20.0, Some(10.0)), &earlier, true).unwrap();
    assert!(by_wind.expected_sd > 2.0 * within.expected_sd, "15 kn is outside of what was sailed");
    assert_eq!((by_wind.df, plain.df), (11.0, 12.0));
}

#[test]
fn sessions_in_one_wind_are_not_reduced_to_todays() {
    let earlier =
        [10.0, 10.1, 10.2, 10.0, 10.1].map(|kn| session(3.0 + 2.0 * (kn - 10.0), 0.04, 20.0, Some(kn)));
    let c = compare(session(3.0, 0.04, 20.0, Some(14.0)), &earlier, true).unwrap();
    assert!((c.expected - 3.16).abs() < 1e-9, "a slope of such a small spread says nothing: {c:?}");
}

#[test]
fn without_a_measured_wind_in_one_of_them_sessions_are_compared_as_they_are() {
    let mut earlier = [8.0, 10.0, 12.0, 14.0].map(|kn| session(0.5 * kn, 0.04, 20.0, Some(kn)));
    earlier[2].tws_kn = None;
    let c = compare(session(5.0, 0.04, 20.0, Some(10.0)), &earlier, true).unwrap();
    assert_eq!(c.expected, 5.5);
}

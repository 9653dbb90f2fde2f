//! Statistics compared with closed forms.

use leebow_engine::stats::correlation::{correlate, incomplete_beta};
use leebow_engine::stats::moments::{Moments, Pairs};
use leebow_engine::stats::quantile::{median, quantile};
use leebow_engine::stats::regression::{least_squares, theil_sen_slope};
use leebow_engine::stats::travel::{quartile_row, travel_per_min};

use crate::random_values::random_values;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

#[test]
fn quantiles_of_equally_spaced_values_are_linear() {
    // Type 7: the p quantile of 0, 1 ... n is n p.
    for n in [1, 4, 7, 100] {
        for p in [0.0, 0.05, 0.25, 1.0 / 3.0, 0.5, 0.8, 0.95, 1.0] {
            let mut ladder: Vec<f64> = (0..=n).rev().map(f64::from).collect();
            near(quantile(&mut ladder, p).unwrap(), f64::from(n) * p, 1e-12);
        }
    }
}

#[test]
fn the_order_of_values_does_not_change_the_median() {
    let losses = [8.0, -1.0, 30.0, 5.5, 5.5, 12.0];
    for turned in 0..losses.len() {
        let mut v = losses;
        v.rotate_left(turned);
        assert_eq!(median(&mut v), Some(6.75));
    }
}

#[test]
fn quantiles_outside_0_to_1_or_of_nothing_do_not_exist() {
    assert_eq!(quantile(&mut [1.0, 2.0], 1.01), None);
    assert_eq!(quantile(&mut [1.0, 2.0], -0.01), None);
    assert_eq!(quantile(&mut [1.0, 2.0], f64::NAN), None);
}

#[test]
fn the_sd_is_exact_for_a_large_offset() {
    let far = Moments::of([4.0, 7.0, 13.0, 16.0].map(|v| 1e9 + v));
    near(far.mean().unwrap(), 1e9 + 10.0, 1e-6);
    near(far.sd().unwrap(), 22.5_f64.sqrt(), 1e-6);
}

#[test]
fn values_without_weight_or_not_finite_are_ignored() {
    let mut m = Moments::of([2.0]);
    for (value, weight) in [(9.0, 0.0), (9.0, -1.0), (f64::NAN, 1.0), (f64::INFINITY, 1.0), (9.0, f64::NAN)] {
        m.add(value, weight);
    }
    assert_eq!((m.weight, m.mean()), (1.0, Some(2.0)));
}

#[test]
fn pairs_with_a_missing_value_are_ignored() {
    let m = Pairs::of(&[1.0, f64::NAN, 3.0, 5.0], &[2.0, 7.0, f64::INFINITY, 4.0]);
    assert_eq!((m.n, m.mean_x, m.mean_y, m.xy), (2, 3.0, 3.0, 4.0));
}

#[test]
fn residuals_orthogonal_to_the_line_do_not_change_it() {
    // Residuals +1 -1 -1 +1 at -3 -1 1 3 are orthogonal to a constant and to x.
    let (x, r) = ([-3.0, -1.0, 1.0, 3.0], [1.0, -1.0, -1.0, 1.0]);
    let y: Vec<f64> = x.iter().zip(r).map(|(x, r)| 2.0 * x + 1.0 + r).collect();
    let line = least_squares(&x, &y).unwrap();
    near(line.slope, 2.0, 1e-14);
    near(line.intercept, 1.0, 1e-14);
    // The line explains 4 times 20 of 80 + 4.
    near(line.r2, 80.0 / 84.0, 1e-14);
}

#[test]
fn constant_values_give_slope_zero_and_r2_zero() {
    let line = least_squares(&[3.0, 5.0, 8.0], &[7.0, 7.0, 7.0]).unwrap();
    assert_eq!((line.slope, line.intercept, line.r2), (0.0, 7.0, 0.0));
}

#[test]
fn theil_sen_is_unaffected_by_a_quarter_of_outliers() {
    // 22 good points make 231 of 435 pairs: the median slope is theirs wherever the other eight lie.
    for wild in [1e4, -1e4] {
        let x: Vec<f64> = (0..30).map(f64::from).collect();
        let y: Vec<f64> = x.iter().map(|&v| if v < 8.0 { wild * (v + 1.0) } else { 2.0 * v }).collect();
        assert_eq!(theil_sen_slope(&x, &y), Some(2.0));
        assert!((least_squares(&x, &y).unwrap().slope - 2.0).abs() > 100.0);
    }
}

#[test]
fn theil_sen_of_many_points_uses_equally_spaced_points() {
    let x: Vec<f64> = (0..5000).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|v| 4.0 - 0.5 * v).collect();
    assert_eq!(theil_sen_slope(&x, &y), Some(-0.5));
    assert_eq!(theil_sen_slope(&[f64::NAN, 1.0], &[1.0, 2.0]), None);
}

#[test]
fn correlation_does_not_depend_on_units_or_order() {
    let (x, mut y) = (random_values(60, 4), random_values(60, 5));
    y.iter_mut().zip(&x).for_each(|(b, a)| *b += a);
    let r = correlate(&x, &y).unwrap().r;
    assert!(r > 0.5 && r < 0.9, "{r}");
    let knots: Vec<f64> = x.iter().map(|v| 1.943_844 * v + 100.0).collect();
    near(correlate(&knots, &y).unwrap().r, r, 1e-12);
    near(correlate(&y, &x).unwrap().r, r, 1e-15);
    let against: Vec<f64> = y.iter().map(|v| -v).collect();
    near(correlate(&x, &against).unwrap().r, -r, 1e-15);
    near(least_squares(&x, &y).unwrap().r2, r * r, 1e-12);
}

#[test]
fn ties_count_like_any_other_value() {
    near(correlate(&[1.0, 1.0, 2.0, 2.0], &[1.0, 2.0, 1.0, 2.0]).unwrap().r, 0.0, 1e-15);
    near(correlate(&[1.0, 1.0, 2.0, 2.0], &[5.0, 5.0, 3.0, 3.0]).unwrap().r, -1.0, 1e-15);
    assert_eq!(correlate(&[1.0, 2.0, 3.0], &[4.0, 4.0, 4.0]), None);
}

#[test]
fn p_values_have_closed_forms_for_three_and_four_pairs() {
    // Student's t with one degree of freedom is Cauchy's, with two it is algebraic.
    let three = correlate(&[0.0, 1.0, 2.0], &[0.0, 5.0, 3.0]).unwrap();
    let sine = (1.0 - three.r * three.r).sqrt();
    near(three.p, 2.0 / std::f64::consts::PI * libm::asin(sine), 1e-12);
    let four = correlate(&[0.0, 1.0, 2.0, 3.0], &[0.0, 5.0, 3.0, 4.0]).unwrap();
    near(four.p, 1.0 - four.r.abs(), 1e-12);
    let none = correlate(&[1.0, 1.0, 2.0, 2.0], &[1.0, 2.0, 1.0, 2.0]).unwrap();
    near(none.p, 1.0, 1e-12);
}

#[test]
fn the_tails_of_the_incomplete_beta_add_up_to_one() {
    for (a, b) in [(0.5, 0.5), (2.0, 5.0), (20.0, 0.5), (300.0, 0.5)] {
        let mut last = 0.0;
        for k in 1..20 {
            let x = f64::from(k) / 20.0;
            let here = incomplete_beta(x, a, b);
            near(here + incomplete_beta(1.0 - x, b, a), 1.0, 1e-12);
            assert!(here >= last, "it falls at {x} for {a}, {b}");
            last = here;
        }
    }
    assert_eq!((incomplete_beta(-0.1, 2.0, 2.0), incomplete_beta(1.1, 2.0, 2.0)), (0.0, 1.0));
}

#[test]
fn travel_does_not_depend_on_the_rate() {
    // Amplitude 10 degrees, period 8 s: 40 degrees per wave, 7.5 waves per minute.
    for rate_hz in [5.0, 10.0, 25.0] {
        let n = (240.0 * rate_hz) as usize;
        let heel: Vec<f64> =
            (0..=n).map(|i| 10.0 * libm::sin(std::f64::consts::TAU * i as f64 / rate_hz / 8.0)).collect();
        near(travel_per_min(&heel, rate_hz, 0.2).unwrap(), 300.0, 9.0);
    }
}

#[test]
fn missing_values_add_no_travel() {
    let heel = [10.0, f64::NAN, 10.0, 14.0, f64::NAN, 10.0];
    // Three steps of a second, 8 degrees.
    assert_eq!(travel_per_min(&heel, 1.0, 0.2), Some(160.0));
    assert_eq!(travel_per_min(&heel, 0.0, 0.2), None);
    assert_eq!(travel_per_min(&[f64::NAN; 4], 1.0, 0.2), None);
}

#[test]
fn the_shares_of_a_quartile_row_add_up_to_100_percent() {
    let all = random_values(400, 6);
    for part in all.chunks(37) {
        let row = quartile_row(part, &all).unwrap();
        near(row.in_q1_pct + row.in_q2_3_pct + row.in_q4_pct, 100.0, 1e-9);
        assert!(row.q1 <= row.q2 && row.q2 <= row.q3);
    }
}

#[test]
fn a_value_on_a_quartile_belongs_below_it() {
    let all = [1.0, 2.0, 3.0, 4.0, 5.0];
    let row = quartile_row(&[2.0, 4.0], &all).unwrap();
    assert_eq!((row.in_q1_pct, row.in_q2_3_pct, row.in_q4_pct), (50.0, 50.0, 0.0));
    assert_eq!(quartile_row(&[1.0], &[f64::NAN]), None);
}

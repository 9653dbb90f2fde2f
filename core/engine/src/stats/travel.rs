//! Travel of a signal per minute, and the distribution of its samples over the quartiles of all samples
//! (docs/algorithms.md, section 11).

use crate::stats::quantile::quantile;

/// Travel: 60/T Σ |x_i − x_j| over successive counted values, in the signal's unit per 60 s. Even samples at `rate_hz`;
/// a value counts when it differs from the last counted one by at least `dead_band`, since noise would otherwise add up
/// with the sample rate. Missing values are skipped. None without two finite samples.
pub fn travel_per_min(values: &[f64], rate_hz: f64, dead_band: f64) -> Option<f64> {
    let mut finite = values.iter().copied().filter(|v| v.is_finite());
    let mut at = finite.next()?;
    let (mut travel, mut count) = (0.0, 0_usize);
    for v in finite {
        count += 1;
        if (v - at).abs() >= dead_band {
            travel += (v - at).abs();
            at = v;
        }
    }
    (count > 0 && rate_hz > 0.0).then(|| 60.0 * travel * rate_hz / count as f64)
}

/// A row of the quartile table: quartiles of the row's own samples, and the shares of its samples within the quartile
/// ranges of all samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuartileRow {
    pub q1: f64,
    pub q2: f64,
    pub q3: f64,
    /// Percent of the row's samples ≤ Q1, in (Q1, Q3], and > Q3, Q1 and Q3 being those of all samples.
    pub in_q1_pct: f64,
    pub in_q2_3_pct: f64,
    pub in_q4_pct: f64,
}

/// The row of `own` samples against `all`; missing values are ignored. None when either has no finite value.
pub fn quartile_row(own: &[f64], all: &[f64]) -> Option<QuartileRow> {
    let finite = |v: &[f64]| v.iter().copied().filter(|x| x.is_finite()).collect::<Vec<f64>>();
    let (mut own, mut all) = (finite(own), finite(all));
    let (low, high) = (quantile(&mut all, 0.25)?, quantile(&mut all, 0.75)?);
    let share = |holds: &dyn Fn(f64) -> bool| {
        100.0 * own.iter().filter(|v| holds(**v)).count() as f64 / own.len().max(1) as f64
    };
    let (in_q1_pct, in_q4_pct) = (share(&|v| v <= low), share(&|v| v > high));
    let in_q2_3_pct = share(&|v| v > low && v <= high);
    let (q1, q2, q3) = (quantile(&mut own, 0.25)?, quantile(&mut own, 0.5)?, quantile(&mut own, 0.75)?);
    Some(QuartileRow { q1, q2, q3, in_q1_pct, in_q2_3_pct, in_q4_pct })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heel_that_swings_ten_degrees_twice_a_second_travels_1200_degrees_a_minute() {
        let swing: Vec<f64> = (0..=120).map(|i| if i % 2 == 0 { 10.0 } else { 20.0 }).collect();
        assert_eq!(travel_per_min(&swing, 2.0, 0.2), Some(1200.0));
    }

    #[test]
    fn noise_within_the_dead_band_adds_no_travel() {
        let still: Vec<f64> = (0..600).map(|i| 12.0 + if i % 2 == 0 { 0.05 } else { -0.05 }).collect();
        assert_eq!(travel_per_min(&still, 5.0, 0.2), Some(0.0));
        // A slow ramp is counted in steps of the dead band, complete but for the last.
        let ramp: Vec<f64> = (0..=300).map(|i| f64::from(i) * 0.1).collect();
        let travel = travel_per_min(&ramp, 5.0, 0.2).unwrap();
        assert!((travel - 30.0).abs() < 0.3, "{travel}");
        assert_eq!(travel_per_min(&[1.0], 5.0, 0.2), None);
    }

    #[test]
    fn all_segments_divide_25_50_25_by_construction() {
        let all: Vec<f64> = (1..=400).map(f64::from).collect();
        let row = quartile_row(&all, &all).unwrap();
        assert_eq!((row.in_q1_pct, row.in_q2_3_pct, row.in_q4_pct), (25.0, 50.0, 25.0));
        assert_eq!((row.q1, row.q2, row.q3), (100.75, 200.5, 300.25));
    }

    #[test]
    fn a_fast_segment_lies_above_the_third_quartile_of_all() {
        let all: Vec<f64> = (1..=100).map(f64::from).collect();
        let row = quartile_row(&[90.0, 95.0, f64::NAN, 99.0], &all).unwrap();
        assert_eq!((row.q2, row.in_q4_pct), (95.0, 100.0));
        assert_eq!(quartile_row(&[], &all), None);
    }
}

//! Fusion of an estimated and a measured wind (docs/algorithms.md, section 5).

use super::estimate::HINT_RANGE_DEG;
use super::measured::bridge_s;
use super::{WindAt, WindSeries, WindSource};
use crate::angle::{circular_mean, hypot, wrap_180};
use crate::stats::order::sort_by_number;
use crate::stats::quantile::upper_median;

/// Longest interval between samples over which an estimate is interpolated, s. *guess*
const ESTIMATE_BRIDGE_S: f64 = 30.0;
/// Difference in standard deviations from which on the result has half of the difference as additional standard
/// deviation. *guess*
const DISAGREEMENT_SDS: f64 = 2.0;

/// Both winds weighted by 1/sd² at the sample times of either; where only one has a value, that one.
///
/// `bridge_s` is the longest interval over which the measured wind is interpolated. When the two differ by more than
/// [`HINT_RANGE_DEG`] in the median, the measured wind is returned: a sensor has no ambiguity of 180°. Where they have no
/// time in common, the measured wind says nothing of the estimate, whose flip probability remains.
pub fn fuse(estimated: &WindSeries, measured: &WindSeries, bridge_s: f64) -> WindSeries {
    let difference_deg = median_difference_deg(estimated, measured, bridge_s);
    if difference_deg.is_some_and(|difference| difference > HINT_RANGE_DEG) {
        return measured.clone();
    }
    let mut fused = WindSeries {
        source: WindSource::Fused,
        time_ms: Vec::new(),
        twd_deg: Vec::new(),
        sd_deg: Vec::new(),
        tws_mps: Vec::new(),
        flip_probability: if difference_deg.is_some() { 0.0 } else { estimated.flip_probability },
    };
    for time_ms in sample_times(estimated, measured) {
        let (estimated_here, measured_here) =
            (estimated.at(time_ms, ESTIMATE_BRIDGE_S), measured.at(time_ms, bridge_s));
        if let Some(wind) = fused_at(estimated_here, measured_here) {
            fused.time_ms.push(time_ms);
            fused.twd_deg.push(wind.twd_deg);
            fused.sd_deg.push(wind.sd_deg);
            fused.tws_mps.push(wind.tws_mps);
        }
    }
    fused
}

/// True where an estimate differs from a measured wind so much that the estimate is dropped.
pub fn contradicts(estimated: &WindSeries, measured: &WindSeries) -> bool {
    median_difference_deg(estimated, measured, bridge_s(measured)).is_some_and(|off| off > HINT_RANGE_DEG)
}

fn fused_at(estimated_here: Option<WindAt>, measured_here: Option<WindAt>) -> Option<WindAt> {
    let (Some(a), Some(b)) = (estimated_here, measured_here) else { return measured_here.or(estimated_here) };
    let (wa, wb) = (1.0 / (a.sd_deg * a.sd_deg), 1.0 / (b.sd_deg * b.sd_deg));
    let off = wrap_180(a.twd_deg - b.twd_deg).abs();
    let expected = hypot(a.sd_deg, b.sd_deg);
    let disagreement = if off > DISAGREEMENT_SDS * expected { off / 2.0 } else { 0.0 };
    let (twd_deg, _) = circular_mean([(a.twd_deg, wa), (b.twd_deg, wb)])?;
    Some(WindAt { twd_deg, sd_deg: hypot((1.0 / (wa + wb)).sqrt(), disagreement), tws_mps: b.tws_mps })
}

/// The sample times of both, strictly rising.
fn sample_times(a: &WindSeries, b: &WindSeries) -> Vec<f64> {
    let mut all: Vec<f64> = a.time_ms.iter().chain(&b.time_ms).copied().collect();
    sort_by_number(&mut all, |&t| t);
    all.dedup();
    all
}

/// Median of the absolute differences at the times of the estimate; none without a time in common.
fn median_difference_deg(estimated: &WindSeries, measured: &WindSeries, bridge_s: f64) -> Option<f64> {
    let both = estimated.time_ms.iter().zip(&estimated.twd_deg);
    let mut off: Vec<f64> =
        both.filter_map(|(&t, &twd)| Some(wrap_180(measured.at(t, bridge_s)?.twd_deg - twd).abs())).collect();
    upper_median(&mut off)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(source: WindSource, twd: f64, sd: f64, times_s: std::ops::Range<i32>) -> WindSeries {
        let n = times_s.len();
        WindSeries {
            source,
            time_ms: times_s.map(|s| f64::from(s) * 1000.0).collect(),
            twd_deg: vec![twd; n],
            sd_deg: vec![sd; n],
            tws_mps: vec![if source == WindSource::Measured { 5.0 } else { f64::NAN }; n],
            flip_probability: 0.05,
        }
    }

    #[test]
    fn the_wind_with_the_smaller_deviation_weighs_more() {
        let estimated_here = series(WindSource::Estimated, 358.0, 8.0, 0..50);
        let measured_here = series(WindSource::Measured, 6.0, 4.0, 0..50);
        let wind = fuse(&estimated_here, &measured_here, 120.0);
        assert_eq!(wind.source, WindSource::Fused);
        assert!(wrap_180(wind.twd_deg[10] - 4.4).abs() < 0.1, "{}", wind.twd_deg[10]);
        assert!(wind.sd_deg[10] < 4.0);
        assert_eq!(wind.tws_mps[10], 5.0);
    }

    #[test]
    fn where_only_one_has_a_value_it_is_used() {
        let estimated_here = series(WindSource::Estimated, 100.0, 5.0, 0..300);
        let measured_here = series(WindSource::Measured, 104.0, 5.0, 200..500);
        let wind = fuse(&estimated_here, &measured_here, 120.0);
        assert_eq!(wind.twd_deg[5], 100.0);
        assert!(wind.tws_mps[5].is_nan());
        assert_eq!(*wind.twd_deg.last().unwrap(), 104.0);
        assert!(wind.time_ms.windows(2).all(|w| w[0] < w[1]));
    }

    #[test]
    fn a_measured_wind_at_another_time_leaves_the_estimate_as_ambiguous_as_it_was() {
        let estimated_here = series(WindSource::Estimated, 100.0, 5.0, 0..300);
        let measured_here = series(WindSource::Measured, 104.0, 5.0, 600..900);
        assert_eq!(fuse(&estimated_here, &measured_here, 120.0).flip_probability, 0.05);
        let overlapping = series(WindSource::Measured, 104.0, 5.0, 200..900);
        assert_eq!(fuse(&estimated_here, &overlapping, 120.0).flip_probability, 0.0);
    }

    #[test]
    fn an_estimate_from_the_opposite_side_is_discarded() {
        let estimated_here = series(WindSource::Estimated, 280.0, 4.0, 0..60);
        let measured_here = series(WindSource::Measured, 100.0, 5.0, 0..60);
        let wind = fuse(&estimated_here, &measured_here, 120.0);
        assert_eq!(wind.source, WindSource::Measured);
        assert_eq!(wind.twd_deg[5], 100.0);
    }

    #[test]
    fn disagreement_increases_the_deviation() {
        let estimated_here = series(WindSource::Estimated, 100.0, 4.0, 0..60);
        let measured_here = series(WindSource::Measured, 130.0, 4.0, 0..60);
        assert!(fuse(&estimated_here, &measured_here, 120.0).sd_deg[5] > 14.0);
    }
}

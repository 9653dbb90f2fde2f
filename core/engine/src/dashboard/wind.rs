//! Wind report: means, trends and unsteadiness of a wind log, relative to the user's other logs (docs/algorithms.md,
//! section 11).

use serde::{Deserialize, Serialize};

use crate::angle::{circular_mean, circular_sd_deg, to_deg, to_rad, unwrapped, wrap_360};
use crate::error::Error;
use crate::stats::quantile::quantile;

/// Gaussian smoothing of the curves: standard deviation, s, half width, s, and the longest gap smoothed across, s.
/// *guess*
const SMOOTH_S: f64 = 15.0;
const SMOOTH_REACH_S: f64 = 60.0;
const GAP_S: f64 = 60.0;
/// Samples are averaged over bins of this before means and trends, s. *guess*
const MEAN_S: f64 = 5.0;
/// Window of the running linear trend that is removed before unsteadiness is measured, s, and the fewest bins for it.
/// *guess*
const TREND_S: f64 = 600.0;
const TREND_MEANS: usize = 3;

/// A wind log: equal-length columns, times rising.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WindLog {
    /// Seconds from any origin.
    pub time_s: Vec<f64>,
    /// Wind direction (from).
    pub twd_deg: Vec<f64>,
    /// Null where only a direction was measured.
    pub tws_kn: Vec<Option<f64>>,
}

/// Unsteadiness of a log after removal of the running 10 min trend; null where it cannot be computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Unsteadiness {
    /// Standard deviation of the speed over its mean, percent.
    pub puffiness_percent: Option<f64>,
    /// Standard deviation of the direction.
    pub shiftiness_deg: Option<f64>,
}

/// Comparison with the user's other reports: minimum, quartiles and maximum over all of them including this one, and the
/// percentage of the others that were steadier (ties count half). Null with fewer than two reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Stability {
    pub tws: Option<[f64; 5]>,
    pub twd: Option<[f64; 5]>,
    pub relative_tws: Option<f64>,
    pub relative_twd: Option<f64>,
}

/// Wind report. Trends are least-squares slopes, positive for veering and increasing wind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WindReport {
    pub time_s: Vec<f64>,
    pub twd_smoothed_deg: Vec<f64>,
    pub tws_smoothed_kn: Vec<Option<f64>>,
    pub avg_tws_kn: Option<f64>,
    pub std_tws_kn: Option<f64>,
    pub avg_twd_deg: Option<f64>,
    pub std_twd_deg: Option<f64>,
    pub avg_tws_diff_s_kn: Option<f64>,
    pub avg_twd_diff_s_deg: Option<f64>,
    pub avg_tws_diff_min_kn: Option<f64>,
    pub avg_twd_diff_min_deg: Option<f64>,
    pub unsteadiness: Unsteadiness,
    pub stability: Stability,
}

/// The report of a log; `others` are the unsteadiness values of the user's other logs.
///
/// # Errors
/// `bad_options` when columns differ in length, times do not increase or a direction is missing.
pub fn wind_report(log: &WindLog, others: &[Unsteadiness]) -> Result<WindReport, Error> {
    check(log)?;
    let means = Means::of(log);
    let (twd_smoothed_deg, tws_smoothed_kn) = smoothed(log);
    let (speeds, directions) = (means.speeds(), means.directions());
    let (avg_tws_kn, std_tws_kn) = mean_and_sd(&speeds).unzip();
    let twd = circular_mean(means.rows.iter().map(|m| (m.twd_deg, m.weight_s)));
    let (tws_slope, twd_slope) = (slope(&speeds), slope(&directions));
    let unsteadiness = Unsteadiness {
        puffiness_percent: unsteady(&speeds)
            .zip(avg_tws_kn.filter(|v| *v > 0.0))
            .map(|(sd, mean)| 100.0 * sd / mean),
        shiftiness_deg: unsteady(&directions),
    };
    Ok(WindReport {
        time_s: log.time_s.clone(),
        twd_smoothed_deg,
        tws_smoothed_kn,
        avg_tws_kn,
        std_tws_kn,
        avg_twd_deg: twd.map(|t| t.0),
        std_twd_deg: twd.map(|t| circular_sd_deg(t.1)),
        avg_tws_diff_s_kn: tws_slope,
        avg_twd_diff_s_deg: twd_slope,
        avg_tws_diff_min_kn: tws_slope.map(|s| 60.0 * s),
        avg_twd_diff_min_deg: twd_slope.map(|s| 60.0 * s),
        stability: stability(&unsteadiness, others),
        unsteadiness,
    })
}

fn check(log: &WindLog) -> Result<(), Error> {
    let n = log.time_s.len();
    let rising = log.time_s.windows(2).all(|w| w[0] < w[1]) && log.time_s.iter().all(|t| t.is_finite());
    if log.twd_deg.len() == n && log.tws_kn.len() == n && rising && log.twd_deg.iter().all(|d| d.is_finite())
    {
        return Ok(());
    }
    Err(Error::bad_options("A wind log needs equally long columns, times that rise and a direction at each."))
}

/// Mean over one bin.
struct Mean {
    time_s: f64,
    /// Duration it represents, s.
    weight_s: f64,
    twd_deg: f64,
    tws_kn: Option<f64>,
}

struct Means {
    rows: Vec<Mean>,
}

/// Time, value and weight.
type Point = (f64, f64, f64);

impl Means {
    fn of(log: &WindLog) -> Self {
        let mut rows: Vec<Mean> = Vec::new();
        let mut from = 0;
        while from < log.time_s.len() {
            let bin = libm::floor(log.time_s[from] / MEAN_S);
            let same = log.time_s[from..].iter().take_while(|t| libm::floor(**t / MEAN_S) == bin);
            let to = from + same.count().max(1);
            let twd = circular_mean(log.twd_deg[from..to].iter().map(|&d| (d, 1.0)));
            let speeds: Vec<f64> = log.tws_kn[from..to].iter().filter_map(|v| *v).collect();
            let tws_kn = (!speeds.is_empty()).then(|| speeds.iter().sum::<f64>() / speeds.len() as f64);
            let time_s = log.time_s[from..to].iter().sum::<f64>() / (to - from) as f64;
            if let Some((twd_deg, _)) = twd {
                rows.push(Mean { time_s, weight_s: 0.0, twd_deg, tws_kn });
            }
            from = to;
        }
        let mut means = Means { rows };
        means.weigh();
        means
    }

    /// Each bin represents half the time to its neighbours, gaps excluded.
    fn weigh(&mut self) {
        let times: Vec<f64> = self.rows.iter().map(|m| m.time_s).collect();
        let half = |a: f64, b: f64| if b - a > GAP_S { MEAN_S / 2.0 } else { (b - a) / 2.0 };
        for (i, row) in self.rows.iter_mut().enumerate() {
            let before = i.checked_sub(1).and_then(|k| times.get(k)).map(|&t| half(t, times[i]));
            let after = times.get(i + 1).map(|&t| half(times[i], t));
            row.weight_s = before.or(after).unwrap_or(MEAN_S) + after.or(before).unwrap_or(0.0);
        }
    }

    fn speeds(&self) -> Vec<Point> {
        self.rows.iter().filter_map(|m| Some((m.time_s, m.tws_kn?, m.weight_s))).collect()
    }

    /// Unwrapped directions.
    fn directions(&self) -> Vec<Point> {
        let directions = unwrapped(self.rows.iter().map(|m| m.twd_deg));
        self.rows.iter().zip(directions).map(|(m, twd_deg)| (m.time_s, twd_deg, m.weight_s)).collect()
    }
}

fn mean_and_sd(points: &[Point]) -> Option<(f64, f64)> {
    let weight: f64 = points.iter().map(|p| p.2).sum();
    let mean = points.iter().map(|p| p.1 * p.2).sum::<f64>() / weight;
    let var = points.iter().map(|p| p.2 * (p.1 - mean) * (p.1 - mean)).sum::<f64>() / weight;
    (weight > 0.0).then(|| (mean, var.sqrt()))
}

/// Weighted least-squares line: mean time, mean value, slope.
fn line(points: &[Point]) -> Option<(f64, f64, f64)> {
    let weight: f64 = points.iter().map(|p| p.2).sum();
    let time = points.iter().map(|p| p.0 * p.2).sum::<f64>() / weight;
    let value = points.iter().map(|p| p.1 * p.2).sum::<f64>() / weight;
    let both: f64 = points.iter().map(|p| p.2 * (p.0 - time) * (p.1 - value)).sum();
    let own: f64 = points.iter().map(|p| p.2 * (p.0 - time) * (p.0 - time)).sum();
    (own > 0.0).then(|| (time, value, both / own))
}

fn slope(points: &[Point]) -> Option<f64> {
    line(points).map(|l| l.2)
}

/// Standard deviation about the running linear trend; none with too few bins.
fn unsteady(points: &[Point]) -> Option<f64> {
    let mut off: Vec<Point> = Vec::with_capacity(points.len());
    let (mut from, mut to) = (0, 0);
    for &(time, value, weight) in points {
        while points.get(from).is_some_and(|p| p.0 < time - TREND_S / 2.0) {
            from += 1;
        }
        while points.get(to).is_some_and(|p| p.0 <= time + TREND_S / 2.0) {
            to += 1;
        }
        let near = points.get(from..to).filter(|near| near.len() >= TREND_MEANS)?;
        let (t, v, rise) = line(near)?;
        off.push((time, value - v - rise * (time - t), weight));
    }
    mean_and_sd(&off).map(|(_, sd)| sd)
}

/// Gaussian-smoothed direction and speed, weights normalised at the edges. Directions are weighted by wind speed, at
/// least 0.1 kn.
fn smoothed(log: &WindLog) -> (Vec<f64>, Vec<Option<f64>>) {
    let (mut from, mut gap) = (0, 0);
    let (mut directions, mut speeds) = (Vec::new(), Vec::new());
    for (i, &time) in log.time_s.iter().enumerate() {
        if i > 0 && time - log.time_s[i - 1] > GAP_S {
            gap = i;
        }
        while log.time_s[from] < time - SMOOTH_REACH_S || from < gap {
            from += 1;
        }
        let (mut east, mut north, mut speed, mut weight) = (0.0, 0.0, 0.0, 0.0);
        let mut last = time.min(log.time_s[from]);
        for k in from..log.time_s.len() {
            let t = log.time_s[k];
            if t > time + SMOOTH_REACH_S || t - last > GAP_S {
                break;
            }
            last = t;
            let z = (t - time) / SMOOTH_S;
            let w = libm::exp(-0.5 * z * z);
            let (sin, cos) = libm::sincos(to_rad(log.twd_deg[k]));
            let length = w * log.tws_kn[k].map_or(1.0, |v| v.max(0.1));
            (east, north) = (east + length * sin, north + length * cos);
            if let Some(v) = log.tws_kn[k] {
                (speed, weight) = (speed + w * v, weight + w);
            }
        }
        directions.push(wrap_360(to_deg(libm::atan2(east, north))));
        speeds.push((weight > 0.0).then(|| speed / weight));
    }
    (directions, speeds)
}

fn stability(own: &Unsteadiness, others: &[Unsteadiness]) -> Stability {
    let compared =
        |of: fn(&Unsteadiness) -> Option<f64>| compare_with(of(own), others.iter().filter_map(of).collect());
    let (tws, relative_tws) = compared(|u| u.puffiness_percent).unzip();
    let (twd, relative_twd) = compared(|u| u.shiftiness_deg).unzip();
    Stability { tws, twd, relative_tws, relative_twd }
}

/// Five numbers over all, and the percentage of the others that are less; ties count half.
fn compare_with(own: Option<f64>, others: Vec<f64>) -> Option<([f64; 5], f64)> {
    let own = own.filter(|_| !others.is_empty())?;
    let less = others.iter().filter(|o| **o < own).count() as f64;
    let same = others.iter().filter(|o| **o == own).count() as f64;
    let relative = 100.0 * (less + 0.5 * same) / others.len() as f64;
    let mut all: Vec<f64> = others.into_iter().chain([own]).collect();
    let mut five = [0.0; 5];
    for (k, value) in five.iter_mut().enumerate() {
        *value = quantile(&mut all, k as f64 / 4.0)?;
    }
    Some((five, relative))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::wrap_180;

    fn log(n: usize, twd: impl Fn(f64) -> f64, tws: impl Fn(f64) -> f64) -> WindLog {
        let time_s: Vec<f64> = (0..n).map(|i| i as f64).collect();
        WindLog {
            twd_deg: time_s.iter().map(|&t| wrap_360(twd(t))).collect(),
            tws_kn: time_s.iter().map(|&t| Some(tws(t))).collect(),
            time_s,
        }
    }

    #[test]
    fn a_wind_that_veers_through_north_and_freshens_has_its_slopes() {
        // 0.01 deg/s through north and 0.002 kn/s over half an hour.
        let report = wind_report(&log(1800, |t| 351.0 + 0.01 * t, |t| 8.0 + 0.002 * t), &[]).unwrap();
        assert!((report.avg_twd_diff_s_deg.unwrap() - 0.01).abs() < 1e-9);
        assert!((report.avg_twd_diff_min_deg.unwrap() - 0.6).abs() < 1e-7);
        assert!((report.avg_tws_diff_min_kn.unwrap() - 0.12).abs() < 1e-9);
        assert!(wrap_180(report.avg_twd_deg.unwrap() - 359.995).abs() < 1e-6);
        assert!((report.avg_tws_kn.unwrap() - 9.799).abs() < 1e-9);
        // A straight line is all trend.
        assert!(report.unsteadiness.shiftiness_deg.unwrap() < 1e-9);
        assert!(report.unsteadiness.puffiness_percent.unwrap() < 1e-9);
        assert_eq!(report.stability, Stability::default());
    }

    #[test]
    fn a_swing_of_ten_degrees_has_the_spread_of_a_sine() {
        // A minute's period: the 10 min trend cannot follow it; means over 5 s take little off.
        let swing = |t: f64| libm::sin(2.0 * std::f64::consts::PI * t / 60.0);
        let report =
            wind_report(&log(3600, |t| 90.0 + 10.0 * swing(t), |t| 10.0 + 2.0 * swing(t)), &[]).unwrap();
        let root = 0.5_f64.sqrt();
        assert!((report.unsteadiness.shiftiness_deg.unwrap() - 10.0 * root).abs() < 0.2);
        assert!((report.unsteadiness.puffiness_percent.unwrap() - 20.0 * root).abs() < 0.4);
        assert!((report.std_tws_kn.unwrap() - 2.0 * root).abs() < 0.02);
        assert!((report.std_twd_deg.unwrap() - 10.0 * root).abs() < 0.15);
        // Smoothing over 15 s leaves exp(-(2 pi 15/60)^2 / 2) of it.
        let left = libm::exp(-0.5 * (std::f64::consts::PI / 2.0) * (std::f64::consts::PI / 2.0));
        assert!((report.tws_smoothed_kn[1815].unwrap() - 10.0 - 2.0 * left).abs() < 0.01);
    }

    #[test]
    fn two_steadier_logs_of_three_make_this_one_puffier_than_two_thirds() {
        let other = |p: f64| Unsteadiness { puffiness_percent: Some(p), shiftiness_deg: None };
        let own = Unsteadiness { puffiness_percent: Some(12.0), shiftiness_deg: Some(5.0) };
        let beside = stability(&own, &[other(8.0), other(10.0), other(20.0)]);
        assert!((beside.relative_tws.unwrap() - 200.0 / 3.0).abs() < 1e-9);
        assert_eq!(beside.tws, Some([8.0, 9.5, 11.0, 14.0, 20.0]));
        assert_eq!((beside.twd, beside.relative_twd), (None, None));
        assert_eq!(stability(&own, &[other(12.0)]).relative_tws, Some(50.0));
    }

    #[test]
    fn nothing_is_smoothed_over_a_gap_and_a_vane_without_speed_has_none() {
        let mut wind = log(100, |_| 40.0, |_| 6.0);
        for i in 50..100 {
            wind.time_s[i] += 100.0;
            wind.twd_deg[i] = 100.0;
            wind.tws_kn[i] = None;
        }
        let report = wind_report(&wind, &[]).unwrap();
        assert!((report.twd_smoothed_deg[49] - 40.0).abs() < 1e-9);
        assert!((report.twd_smoothed_deg[50] - 100.0).abs() < 1e-9);
        assert_eq!(report.tws_smoothed_kn[60], None);
        assert!(wind_report(&WindLog { time_s: vec![1.0], ..WindLog::default() }, &[]).is_err());
        assert!(wind_report(&WindLog::default(), &[]).unwrap().avg_twd_deg.is_none());
    }
}

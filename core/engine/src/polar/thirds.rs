//! Thirds of the time of a session by its speed, where the wind speed is not known.
//!
//! What is sorted into the thirds is not the speed of a window itself: the quartiles of each third would then only repeat
//! the sorting. It is the mean over several minutes of the speed relative to what the session usually has at that wind angle,
//! which follows the wind more than the helm.

use super::windows::Window;
use crate::stats::quantile::{median, quantile};

/// Half of the time over which the relative speed is averaged, ms. *guess*: gusts of some minutes.
const HALF_MEAN_MS: f64 = 150_000.0;

/// Windows within so many degrees give the usual speed of an angle. *guess*
const NEAR_DEG: f64 = 5.0;

/// For each window 0, 1 or 2: slow, middle or fast.
pub(super) fn thirds(windows: &[Window]) -> Vec<usize> {
    let usual = usual_speeds(windows);
    let relative = |w: &Window| w.sog_kn / usual[degree(w)];
    let means = running_means(windows, relative);
    let bound = |p: f64| quantile(&mut means.clone(), p).unwrap_or(f64::NAN);
    let (slow, fast) = (bound(1.0 / 3.0), bound(2.0 / 3.0));
    means.iter().map(|m| usize::from(*m > slow) + usize::from(*m > fast)).collect()
}

fn degree(w: &Window) -> usize {
    (w.twa_deg.abs() as usize).min(180)
}

/// The median speed at each degree of the absolute wind angle that was sailed, kn.
fn usual_speeds(windows: &[Window]) -> Vec<f64> {
    let mut by_angle: Vec<(f64, f64)> = windows.iter().map(|w| (w.twa_deg.abs(), w.sog_kn)).collect();
    by_angle.sort_by(|a, b| a.0.total_cmp(&b.0));
    let from = |deg: f64| by_angle.partition_point(|w| w.0 < deg);
    let usual = |degree: usize| {
        let middle = degree as f64 + 0.5;
        let near = &by_angle[from(middle - NEAR_DEG)..from(middle + NEAR_DEG)];
        median(&mut near.iter().map(|w| w.1).collect::<Vec<_>>()).unwrap_or(f64::NAN)
    };
    (0..=180).map(usual).collect()
}

fn running_means(windows: &[Window], value: impl Fn(&Window) -> f64) -> Vec<f64> {
    let (mut from, mut to, mut sum) = (0, 0, 0.0);
    let mut means = Vec::with_capacity(windows.len());
    for w in windows {
        while let Some(next) = windows.get(to).filter(|next| next.start_ms <= w.start_ms + HALF_MEAN_MS) {
            sum += value(next);
            to += 1;
        }
        while let Some(first) = windows.get(from).filter(|first| first.start_ms < w.start_ms - HALF_MEAN_MS) {
            sum -= value(first);
            from += 1;
        }
        means.push(sum / (to - from).max(1) as f64);
    }
    means
}

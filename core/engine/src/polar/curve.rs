//! Quartiles of the speed along the wind angle.

use super::answer::PolarCurve;
use super::histogram::Histogram;
use super::outings::Cell;
use super::session::{TWA_BIN_DEG, WINDOW_S};

/// Distance of the angles, and standard deviation of the kernel, deg. Beyond three of them nothing is near.
const STEP_DEG: usize = 5;
const KERNEL_SD_DEG: f64 = 4.0;
const NEAR_SDS: f64 = 3.0;

/// Least time near an angle for quartiles, s. *guess*: three windows.
const LEAST_S: f64 = 30.0;

pub(super) fn curve(cells: &[Vec<Cell>], speeds: usize) -> PolarCurve {
    let mut all = Histogram::new(speeds);
    cells.iter().flatten().for_each(|cell| all.add(cell, 1.0));
    let mut curve = PolarCurve::default();
    for angle in (0..=180).step_by(STEP_DEG) {
        let weight = |bin: usize| {
            let away = ((bin as f64 + 0.5) * TWA_BIN_DEG - angle as f64) / KERNEL_SD_DEG;
            if away.abs() <= NEAR_SDS { libm::exp(-0.5 * away * away) } else { 0.0 }
        };
        let near = all.quartiles(weight).map(|(quartiles, windows)| (quartiles, WINDOW_S * windows));
        let quartile = |i: usize| near.filter(|n| n.1 >= LEAST_S).map(|n| n.0[i]);
        curve.twa_deg.push(angle as f64);
        curve.q25_kn.push(quartile(0));
        curve.median_kn.push(quartile(1));
        curve.q75_kn.push(quartile(2));
        curve.time_s.push(near.map_or(0.0, |n| n.1));
    }
    curve
}

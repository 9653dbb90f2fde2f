//! Time by absolute wind angle and speed, and what is read from it. Inside a bin, time is taken to be spread evenly.

use super::answer::PolarSide;
use super::outings::Cell;
use super::session::{SOG_BIN_KN, TWA_BIN_DEG, TWA_BINS};
use crate::angle::to_rad;

/// The target's speed is that of so many degrees to either side of its angle.
const NEAR_DEG: f64 = 6.0;

/// Bins of the absolute wind angle below 70° and above 110°.
const UP_BELOW: usize = (70.0 / TWA_BIN_DEG) as usize;
const DOWN_FROM: usize = (110.0 / TWA_BIN_DEG) as usize;

/// The side of the wind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leg {
    Up,
    Down,
}

impl Leg {
    /// Bins of the absolute wind angle: below 70°, above 110°.
    fn bins(self) -> std::ops::Range<usize> {
        match self {
            Leg::Up => 0..UP_BELOW,
            Leg::Down => DOWN_FROM..TWA_BINS as usize,
        }
    }

    pub(super) fn has(self, cell: &Cell) -> bool {
        self.bins().contains(&cell.angle_bin())
    }

    /// The part of a speed along the wind.
    pub(super) fn vmg(self, speed_kn: f64, angle_deg: f64) -> f64 {
        let along = speed_kn * libm::cos(to_rad(angle_deg));
        if self == Leg::Up { along } else { -along }
    }
}

impl Cell {
    /// Bin of the absolute wind angle.
    pub(super) fn angle_bin(&self) -> usize {
        (if self.twa < 0 { -1 - self.twa } else { self.twa }) as usize
    }

    /// Middle of the bin of the speed, kn.
    pub(super) fn speed_kn(&self) -> f64 {
        (f64::from(self.sog) + 0.5) * SOG_BIN_KN
    }

    pub(super) fn is_on(&self, side: PolarSide) -> bool {
        match side {
            PolarSide::Both => true,
            PolarSide::Port => self.twa < 0,
            PolarSide::Starboard => self.twa >= 0,
        }
    }
}

/// Windows by bins of the absolute wind angle and of the speed.
#[derive(Debug, Clone)]
pub(super) struct Histogram {
    speeds: usize,
    n: Vec<f64>,
}

/// The angle usually sailed on a side of the wind and the quartiles of the speed near it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Typical {
    pub angle_deg: f64,
    pub quartiles_kn: [f64; 3],
    pub vmg_kn: f64,
    /// Windows on this side of the wind.
    pub n: f64,
}

impl Histogram {
    /// For cells with speeds below the bin `speeds`.
    pub(super) fn new(speeds: usize) -> Self {
        Self { speeds, n: vec![0.0; TWA_BINS as usize * speeds] }
    }

    /// Adds a number of times the windows of a cell.
    pub(super) fn add(&mut self, cell: &Cell, times: f64) {
        if let Some(n) = self.n.get_mut(cell.angle_bin() * self.speeds + cell.sog as usize) {
            *n += times * f64::from(cell.n);
        }
    }

    fn row(&self, angle_bin: usize) -> &[f64] {
        &self.n[angle_bin * self.speeds..(angle_bin + 1) * self.speeds]
    }

    /// Angle, quartiles of the speed and speed made good; none without time on this side of the wind.
    pub(super) fn typical(&self, leg: Leg) -> Option<Typical> {
        let bins = leg.bins();
        let by_angle: Vec<f64> = bins.clone().map(|bin| self.row(bin).iter().sum()).collect();
        let n: f64 = by_angle.iter().sum();
        let angle_deg = (bins.start as f64 + quantile_bin(&by_angle, 0.5)?) * TWA_BIN_DEG;
        let overlap = |bin: usize| {
            let (from, to) = (TWA_BIN_DEG * bin as f64, TWA_BIN_DEG * (bin + 1) as f64);
            (to.min(angle_deg + NEAR_DEG) - from.max(angle_deg - NEAR_DEG)).max(0.0) / TWA_BIN_DEG
        };
        let (quartiles_kn, _) = self.quartiles(overlap)?;
        let vmg_kn = leg.vmg(quartiles_kn[2], angle_deg);
        Some(Typical { angle_deg, quartiles_kn, vmg_kn, n })
    }

    /// Quartiles of the speed, kn, of windows weighted by the bin of their angle, and the sum of their weights; none where
    /// that is 0.
    pub(super) fn quartiles(&self, weight: impl Fn(usize) -> f64) -> Option<([f64; 3], f64)> {
        let mut speeds = vec![0.0; self.speeds];
        for bin in 0..TWA_BINS as usize {
            let w = weight(bin);
            if w > 0.0 {
                speeds.iter_mut().zip(self.row(bin)).for_each(|(sum, n)| *sum += w * n);
            }
        }
        let mut quartiles = [0.0; 3];
        for (quartile, p) in quartiles.iter_mut().zip([0.25, 0.5, 0.75]) {
            *quartile = SOG_BIN_KN * quantile_bin(&speeds, p)?;
        }
        Some((quartiles, speeds.iter().sum()))
    }
}

/// The quantile `p` of values counted in bins of equal width, in widths; none without any.
fn quantile_bin(counts: &[f64], p: f64) -> Option<f64> {
    let sum: f64 = counts.iter().sum();
    let mut below = 0.0;
    for (bin, n) in counts.iter().enumerate() {
        if *n > 0.0 && below + n >= p * sum {
            return Some(bin as f64 + (p * sum - below) / n);
        }
        below += n;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cells: &[[i32; 3]]) -> Histogram {
        let mut histogram = Histogram::new(100);
        for [twa, sog, n] in cells {
            histogram.add(&Cell { tws: 10, twa: *twa as i8, sog: *sog as u16, n: *n as u32 }, 1.0);
        }
        histogram
    }

    #[test]
    fn both_tacks_count_for_the_angle_and_a_bin_is_spread_evenly() {
        // 44° to 46° on either tack, and as much at 48° to 50°.
        let found = of(&[[22, 50, 3], [-23, 50, 3], [24, 50, 6]]).typical(Leg::Up).unwrap();
        assert_eq!((found.angle_deg, found.n), (46.0, 12.0));
        let one_bin = of(&[[22, 50, 8]]).typical(Leg::Up).unwrap();
        assert_eq!(one_bin.angle_deg, 45.0);
        for (quartile, kn) in one_bin.quartiles_kn.iter().zip([5.025, 5.05, 5.075]) {
            assert!((quartile - kn).abs() < 1e-12, "{quartile}");
        }
        assert!((one_bin.vmg_kn - 5.075 * 0.5_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn the_speed_of_a_target_is_that_within_six_degrees_of_its_angle() {
        // The median is at 45°; what is sailed at 60° is far faster and no part of it.
        let found = of(&[[22, 50, 10], [30, 90, 4], [14, 20, 4]]).typical(Leg::Up).unwrap();
        assert!((found.angle_deg - 45.0).abs() < 0.01 && found.quartiles_kn[2] < 5.1);
    }

    #[test]
    fn reaches_are_no_part_of_either_side_of_the_wind() {
        let reach = of(&[[35, 60, 10], [-54, 60, 10]]);
        assert_eq!((reach.typical(Leg::Up), reach.typical(Leg::Down)), (None, None));
        let run = of(&[[-90, 60, 10]]).typical(Leg::Down).unwrap();
        assert!((run.angle_deg - 179.0).abs() < 1e-9 && run.vmg_kn > 6.0);
        assert_eq!(of(&[]).quartiles(|_| 1.0), None);
    }
}

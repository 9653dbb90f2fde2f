//! Sailing model: a mixture over wind angle and speed of upwind, downwind and reaching (docs/algorithms.md, section 4.3).

use super::chain::{CELL_DEG, CELLS};
use super::steps::Step;
use crate::angle::{hypot, to_deg, to_rad, wrap_180, wrap_360};
use crate::config::BoatClass;
use crate::stats::quantile::upper_median;

// All constants below are *hand-tuned* together (docs/algorithms.md, section 4) unless marked.

/// Number of speed classes, and the log speed that they span below and above the median.
const SPEED_CLASSES: usize = 24;
const SPEED_SPAN_LOG: f64 = 1.5;
/// Density of reaches closer to the wind than this, deg, as a share of that farther off.
const NO_GO_DEG: f64 = 30.0;
const NO_GO_SHARE: f64 = 0.02;
/// Weight of a class's angles and speeds in a fit, independent observations.
const PRIOR_WEIGHT: f64 = 8.0;
/// Mode of reaches: angle before fitting, its bounds, deg; concentration before fitting and at most; share of reaches at
/// any angle.
const REACH_DEG: f64 = 90.0;
const REACH_BOUNDS_DEG: (f64, f64) = (76.0, 112.0);
const REACH_KAPPA: f64 = 2.5;
const MAX_REACH_KAPPA: f64 = 25.0;
const REACH_UNIFORM_SHARE: f64 = 0.4;
/// Share of steps under tow, under engine or adrift.
const ANY_SHARE: f64 = 0.06;
/// Concentration of the upwind mode before fitting.
const UPWIND_KAPPA: f64 = 40.0;
/// Bounds of the fitted angles, deg, and concentrations.
const UPWIND_BOUNDS_DEG: (f64, f64) = (30.0, 68.0);
const UPWIND_KAPPA_BOUNDS: (f64, f64) = (12.0, 80.0);
const DOWNWIND_BOUNDS_DEG: (f64, f64) = (122.0, 176.0);
const DOWNWIND_KAPPA_BOUNDS: (f64, f64) = (4.0, 40.0);
/// Shares of the modes before fitting: upwind, downwind, reaching; least share of reaching.
const SHARES: [f64; 3] = [0.4, 0.3, 0.3];
const MIN_REACH_SHARE: f64 = 0.05;
/// Standard deviation of log speed in a mode: usual, and of classes whose downwind concentration is below this.
const SPEED_SD_LOG: f64 = 0.3;
const SPEED_SD_WIDE_LOG: f64 = 0.4;
const WIDE_KAPPA: f64 = 10.0;
/// The same of reaches, as a multiple.
const REACH_SPEED_SD_FACTOR: f64 = 1.6;
/// Standard deviations of a track's upwind angle, downwind angle, deg, and log speed ratio about the class's.
const UPWIND_PRIOR_SD_DEG: f64 = 7.0;
const DOWNWIND_PRIOR_SD_DEG: f64 = 9.0;
const RATIO_PRIOR_SD_LOG: f64 = 0.15;

/// One mode of sailing: wind angle (either side), its von Mises concentration, log speed (m/s), share of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SailingComponent {
    pub angle_deg: f64,
    pub kappa: f64,
    pub log_speed: f64,
    pub share: f64,
}

/// The sailing model of one track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SailingModel {
    pub up: SailingComponent,
    pub down: SailingComponent,
    pub reach: SailingComponent,
    /// Standard deviation of log speed in a mode.
    pub speed_sd_log: f64,
    /// Median log speed of the track (m/s), the middle of the speed classes.
    median_log: f64,
}

/// Log-likelihood over wind angle and speed class, and the responsibilities of the modes.
#[derive(Clone)]
pub(super) struct LikelihoodTable {
    /// A row a speed class, three times round the circle, so that every window is one slice.
    pub log: Vec<Vec<f64>>,
    up: Vec<[f64; CELLS]>,
    down: Vec<[f64; CELLS]>,
    reach: Vec<[f64; CELLS]>,
}

/// Expected weight of steps over wind angle and speed class.
pub(super) struct WeightHistogram {
    pub weight: Vec<[f64; CELLS]>,
}

impl SailingModel {
    /// The sailing model of a class at the speed of this track.
    pub(super) fn of(class: &BoatClass, steps: &[Step]) -> Self {
        let median_log = median_log_speed(steps);
        let half = libm::log(class.speed_ratio) / 2.0;
        let wide = class.downwind_kappa < WIDE_KAPPA;
        let up = SailingComponent {
            angle_deg: class.upwind_deg,
            kappa: UPWIND_KAPPA,
            log_speed: median_log - half,
            share: SHARES[0],
        };
        let down = SailingComponent {
            angle_deg: class.downwind_deg,
            kappa: class.downwind_kappa,
            log_speed: median_log + half,
            share: SHARES[1],
        };
        let reach = SailingComponent {
            angle_deg: REACH_DEG,
            kappa: REACH_KAPPA,
            log_speed: median_log,
            share: SHARES[2],
        };
        SailingModel {
            up,
            down,
            reach,
            speed_sd_log: if wide { SPEED_SD_WIDE_LOG } else { SPEED_SD_LOG },
            median_log,
        }
    }

    /// Median speed of the track, m/s.
    pub(super) fn median_mps(&self) -> f64 {
        libm::exp(self.median_log)
    }

    /// Speed class of a speed.
    pub(super) fn speed_class(&self, speed_mps: f64) -> usize {
        let x = (libm::log(speed_mps.max(0.01)) - self.median_log + SPEED_SPAN_LOG) / (2.0 * SPEED_SPAN_LOG);
        ((x * SPEED_CLASSES as f64).max(0.0) as usize).min(SPEED_CLASSES - 1)
    }

    fn log_speed_of(&self, class: usize) -> f64 {
        self.median_log - SPEED_SPAN_LOG + 2.0 * SPEED_SPAN_LOG * (class as f64 + 0.5) / SPEED_CLASSES as f64
    }

    /// Tabulates the likelihood.
    pub(super) fn table(&self) -> LikelihoodTable {
        let angle = |cell: usize| wrap_180(cell as f64 * CELL_DEG);
        let both = |mode: &SailingComponent, a: f64| {
            0.5 * (von_mises(a - mode.angle_deg, mode.kappa) + von_mises(a + mode.angle_deg, mode.kappa))
        };
        // Symmetric about the wind.
        let by_angle = |mode: &SailingComponent| {
            let side: [f64; CELLS / 2 + 1] = std::array::from_fn(|cell| mode.share * both(mode, angle(cell)));
            std::array::from_fn(|cell| side[cell.min(CELLS - cell)])
        };
        let (by_up, by_down): ([f64; CELLS], [f64; CELLS]) = (by_angle(&self.up), by_angle(&self.down));
        let by_reach: [f64; CELLS] = by_angle(&self.reach);
        let any = ANY_SHARE / 360.0;
        let mut table =
            LikelihoodTable { log: Vec::new(), up: Vec::new(), down: Vec::new(), reach: Vec::new() };
        for class in 0..SPEED_CLASSES {
            let v = self.log_speed_of(class);
            let up_v = normal(v - self.up.log_speed, self.speed_sd_log);
            let down_v = normal(v - self.down.log_speed, self.speed_sd_log);
            let mean = (self.up.log_speed + self.down.log_speed) / 2.0;
            let reach_v = normal(v - mean, REACH_SPEED_SD_FACTOR * self.speed_sd_log);
            let (mut log, mut ups, mut downs, mut reaches) =
                ([0.0; CELLS], [0.0; CELLS], [0.0; CELLS], [0.0; CELLS]);
            // Symmetric about the wind.
            for cell in 0..=CELLS / 2 {
                let other = (CELLS - cell) % CELLS;
                let up = by_up[cell] * up_v;
                let down = by_down[cell] * down_v;
                let no_go = if angle(cell).abs() < NO_GO_DEG { NO_GO_SHARE } else { 1.0 };
                let anywhere = self.reach.share * REACH_UNIFORM_SHARE / 360.0;
                let reach = no_go * (anywhere + (1.0 - REACH_UNIFORM_SHARE) * by_reach[cell]) * reach_v;
                let sum = up + down + reach + any * reach_v.max(0.2);
                let log_sum = libm::log(sum);
                for cell in [cell, other] {
                    log[cell] = log_sum;
                    ups[cell] = up / sum;
                    downs[cell] = down / sum;
                    reaches[cell] = reach / sum;
                }
            }
            table.log.push(log.repeat(3));
            table.up.push(ups);
            table.down.push(downs);
            table.reach.push(reaches);
        }
        table
    }

    /// Log-likelihood of a step under the null hypothesis: uniform course, log speed about the median.
    pub(super) fn null_log_likelihood(&self, speed_mps: f64) -> f64 {
        let off = self.log_speed_of(self.speed_class(speed_mps)) - self.median_log;
        libm::log(normal(off, REACH_SPEED_SD_FACTOR * self.speed_sd_log) / 360.0)
    }

    /// M-step: the model fitted to expected weights, with the class's own values as prior observations.
    pub(super) fn fitted(
        &self,
        histogram: &WeightHistogram,
        table: &LikelihoodTable,
        prior: &SailingModel,
    ) -> Self {
        let up = self.mode(histogram, &table.up, &prior.up);
        let down = self.mode(histogram, &table.down, &prior.down);
        let reach = self.mode(histogram, &table.reach, &prior.reach);
        let total: f64 = histogram.weight.iter().flatten().sum::<f64>() + PRIOR_WEIGHT;
        let up_share = (up.0 + PRIOR_WEIGHT * prior.up.share) / total;
        let down_share = (down.0 + PRIOR_WEIGHT * prior.down.share) / total;
        let mut out = SailingModel { up: up.1, down: down.1, ..*prior };
        out.up.angle_deg = out.up.angle_deg.clamp(UPWIND_BOUNDS_DEG.0, UPWIND_BOUNDS_DEG.1);
        out.up.kappa = out.up.kappa.clamp(UPWIND_KAPPA_BOUNDS.0, UPWIND_KAPPA_BOUNDS.1);
        out.down.angle_deg = out.down.angle_deg.clamp(DOWNWIND_BOUNDS_DEG.0, DOWNWIND_BOUNDS_DEG.1);
        out.down.kappa = out.down.kappa.clamp(DOWNWIND_KAPPA_BOUNDS.0, DOWNWIND_KAPPA_BOUNDS.1);
        (out.up.share, out.down.share) = (up_share, down_share);
        let (least, most) = REACH_BOUNDS_DEG;
        out.reach = SailingComponent { angle_deg: reach.1.angle_deg.clamp(least, most), ..reach.1 };
        out.reach.kappa = out.reach.kappa.clamp(REACH_KAPPA, MAX_REACH_KAPPA);
        out.reach.share = (1.0 - up_share - down_share).max(MIN_REACH_SHARE);
        out.shrink_ratio(up.0, down.0, prior);
        out
    }

    /// M-step of one mode: its weight, and the component fitted to it.
    fn mode(
        &self,
        histogram: &WeightHistogram,
        part: &[[f64; CELLS]],
        prior: &SailingComponent,
    ) -> (f64, SailingComponent) {
        let mut by_cell = [0.0; CELLS];
        let mut v = 0.0;
        for (class, (weights, parts)) in histogram.weight.iter().zip(part).enumerate() {
            let mut in_class = 0.0;
            for ((sum, w), p) in by_cell.iter_mut().zip(weights).zip(parts) {
                *sum += w * p;
                in_class += w * p;
            }
            v += in_class * self.log_speed_of(class);
        }
        let (mut n, mut s, mut c) = (0.0, 0.0, 0.0);
        for (cell, w) in by_cell.into_iter().enumerate() {
            let (sin, cos) = libm::sincos(to_rad(wrap_180(cell as f64 * CELL_DEG).abs()));
            n += w;
            s += w * sin;
            c += w * cos;
        }
        let (sin, cos) = libm::sincos(to_rad(prior.angle_deg));
        let prior_weight = PRIOR_WEIGHT * bessel_ratio(prior.kappa);
        let (s, c) = (s + prior_weight * sin, c + prior_weight * cos);
        let r = (hypot(s, c) / (n + PRIOR_WEIGHT)).min(0.999);
        let mode = SailingComponent {
            angle_deg: to_deg(libm::atan2(s, c)),
            kappa: r * (2.0 - r * r) / (1.0 - r * r),
            log_speed: (v + PRIOR_WEIGHT * 0.5 * prior.log_speed) / (n + PRIOR_WEIGHT * 0.5),
            share: prior.share,
        };
        (n, mode)
    }

    /// Draws the speed ratio towards the class's.
    fn shrink_ratio(&mut self, up_weight: f64, down_weight: f64, prior: &SailingModel) {
        let target = prior.down.log_speed - prior.up.log_speed;
        let has = self.down.log_speed - self.up.log_speed;
        let known = 2.0 * (up_weight * down_weight) / (up_weight + down_weight).max(1e-9);
        let off = (target - has) * PRIOR_WEIGHT / (PRIOR_WEIGHT + known);
        let total = (up_weight + down_weight).max(1e-9);
        self.down.log_speed += off * up_weight / total;
        self.up.log_speed -= off * down_weight / total;
    }

    /// Log prior of the angles and the speed ratio given the class's, up to a constant, nats.
    pub(super) fn log_prior(&self, prior: &SailingModel) -> f64 {
        let off = |a: f64, b: f64, sd: f64| -0.5 * ((a - b) / sd) * ((a - b) / sd);
        let ratio = |m: &SailingModel| m.down.log_speed - m.up.log_speed;
        off(self.up.angle_deg, prior.up.angle_deg, UPWIND_PRIOR_SD_DEG)
            + off(self.down.angle_deg, prior.down.angle_deg, DOWNWIND_PRIOR_SD_DEG)
            + off(ratio(self), ratio(prior), RATIO_PRIOR_SD_LOG)
    }
}

impl LikelihoodTable {
    /// Responsibilities of upwind and downwind sailing at a wind angle and speed class.
    pub(super) fn shares(&self, speed_class: usize, angle_deg: f64) -> (f64, f64) {
        let cell = (libm::round(wrap_360(angle_deg) / CELL_DEG) as usize) % CELLS;
        let of = |part: &[[f64; CELLS]]| part.get(speed_class).map_or(0.0, |row| row[cell]);
        (of(&self.up), of(&self.down))
    }
}

impl WeightHistogram {
    /// No weight anywhere.
    pub(super) fn empty() -> Self {
        WeightHistogram { weight: vec![[0.0; CELLS]; SPEED_CLASSES] }
    }
}

fn median_log_speed(steps: &[Step]) -> f64 {
    let mut speeds: Vec<f64> = steps.iter().filter(|s| s.weight > 0.0).map(|s| s.speed_mps).collect();
    upper_median(&mut speeds).map_or(0.0, |median_mps| libm::log(median_mps.max(0.01)))
}

fn normal(off: f64, sd: f64) -> f64 {
    libm::exp(-0.5 * off * off / (sd * sd)) / (sd * 2.506_628_274_631)
}

/// Density per degree of a von Mises distribution; the scaled Bessel function I₀ by its asymptotic series (for κ > 2).
pub(super) fn von_mises(off_deg: f64, kappa: f64) -> f64 {
    let scaled_i0 =
        (1.0 + 0.125 / kappa + 9.0 / (128.0 * kappa * kappa)) / (2.0 * std::f64::consts::PI * kappa).sqrt();
    libm::exp(kappa * (libm::cos(to_rad(off_deg)) - 1.0)) / (360.0 * scaled_i0)
}

/// Mean resultant length of a von Mises distribution by its asymptotic series (for κ > 2).
fn bessel_ratio(kappa: f64) -> f64 {
    1.0 - 1.0 / (2.0 * kappa) - 1.0 / (8.0 * kappa * kappa)
}

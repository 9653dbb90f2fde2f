//! How boats sail: angles to the wind and speeds, upwind, downwind and reaching.

use super::chain::{CELL_DEG, CELLS};
use super::steps::Step;
use crate::angle::{to_deg, to_rad, wrap_180, wrap_360};
use crate::config::BoatClass;

/// Speeds in classes of equal ratio, from this many e-folds below the typical speed.
const SPEEDS: usize = 24;
const SPEED_SPAN: f64 = 1.5;
/// Nobody sails closer to the wind than this, deg: so much rarer than on a reach.
const NO_GO_DEG: f64 = 30.0;
const NO_GO_SHARE: f64 = 0.02;
/// Prior weight of a class's angles and speeds, in independent observations.
const PRIOR: f64 = 8.0;
/// Downwind courses closer to the wind than this are reaches, deg.
const REACHING_DEG: f64 = 127.0;
/// Reaches lie about this angle, deg, and within these bounds, as concentrated as this to begin with and at most; some
/// lie anywhere.
const REACH_DEG: f64 = 90.0;
const REACH_BOUNDS_DEG: (f64, f64) = (76.0, 112.0);
const REACH_KAPPA: f64 = 2.5;
const REACH_KAPPA_MOST: f64 = 25.0;
const REACH_ANYWHERE: f64 = 0.4;
/// Share of steps that are anything (motor, tow, drift).
const ANYTHING: f64 = 0.06;

/// One way of sailing: angle to the wind, its concentration, log of speed, share of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mode {
    pub angle_deg: f64,
    pub kappa: f64,
    pub log_speed: f64,
    pub share: f64,
}

/// The sailing model of one track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sailing {
    pub up: Mode,
    pub down: Mode,
    pub reach: Mode,
    pub speed_spread: f64,
    /// Middle of the speed classes.
    typical: f64,
}

/// Log-likelihood over angle and speed class, and the share each mode has in it.
pub(super) struct Table {
    /// Three times round the circle, so that every window is one slice.
    pub log: Vec<Vec<f64>>,
    up: Vec<[f64; CELLS]>,
    down: Vec<[f64; CELLS]>,
    reach: Vec<[f64; CELLS]>,
}

/// Seen weight over angle and speed class.
pub(super) struct Seen {
    pub weight: Vec<[f64; CELLS]>,
}

impl Sailing {
    /// What the class does, at the speed of this track.
    pub fn of(class: &BoatClass, steps: &[Step]) -> Self {
        let typical = median_log_speed(steps);
        let half = libm::log(class.speed_ratio) / 2.0;
        let wide = class.downwind_kappa < 10.0;
        let up = Mode { angle_deg: class.upwind_deg, kappa: 40.0, log_speed: typical - half, share: 0.4 };
        let down = Mode {
            angle_deg: class.downwind_deg,
            kappa: class.downwind_kappa,
            log_speed: typical + half,
            share: 0.3,
        };
        let reach = Mode { angle_deg: REACH_DEG, kappa: REACH_KAPPA, log_speed: typical, share: 0.3 };
        Sailing { up, down, reach, speed_spread: if wide { 0.4 } else { 0.3 }, typical }
    }

    /// The usual speed of the track, m/s.
    pub fn typical_mps(&self) -> f64 {
        libm::exp(self.typical)
    }

    /// The speed class of a step.
    pub fn speed_class(&self, speed_mps: f64) -> usize {
        let x = (libm::log(speed_mps.max(0.01)) - self.typical + SPEED_SPAN) / (2.0 * SPEED_SPAN);
        ((x * SPEEDS as f64).max(0.0) as usize).min(SPEEDS - 1)
    }

    fn log_speed_of(&self, class: usize) -> f64 {
        self.typical - SPEED_SPAN + 2.0 * SPEED_SPAN * (class as f64 + 0.5) / SPEEDS as f64
    }

    /// Tabulates the model.
    pub fn table(&self) -> Table {
        let angle = |cell: usize| wrap_180(cell as f64 * CELL_DEG);
        let both = |mode: &Mode, a: f64| {
            0.5 * (von_mises(a - mode.angle_deg, mode.kappa) + von_mises(a + mode.angle_deg, mode.kappa))
        };
        // Alike on both sides of the wind.
        let by_angle = |mode: &Mode| {
            let side: [f64; CELLS / 2 + 1] = std::array::from_fn(|cell| mode.share * both(mode, angle(cell)));
            std::array::from_fn(|cell| side[cell.min(CELLS - cell)])
        };
        let (by_up, by_down): ([f64; CELLS], [f64; CELLS]) = (by_angle(&self.up), by_angle(&self.down));
        let by_reach: [f64; CELLS] = by_angle(&self.reach);
        let anything = ANYTHING / 360.0;
        let mut table = Table { log: Vec::new(), up: Vec::new(), down: Vec::new(), reach: Vec::new() };
        for class in 0..SPEEDS {
            let v = self.log_speed_of(class);
            let up_v = normal(v - self.up.log_speed, self.speed_spread);
            let down_v = normal(v - self.down.log_speed, self.speed_spread);
            let mean = (self.up.log_speed + self.down.log_speed) / 2.0;
            let reach_v = normal(v - mean, 1.6 * self.speed_spread);
            let (mut log, mut ups, mut downs, mut reaches) =
                ([0.0; CELLS], [0.0; CELLS], [0.0; CELLS], [0.0; CELLS]);
            // Alike on both sides of the wind.
            for cell in 0..=CELLS / 2 {
                let other = (CELLS - cell) % CELLS;
                let up = by_up[cell] * up_v;
                let down = by_down[cell] * down_v;
                let no_go = if angle(cell).abs() < NO_GO_DEG { NO_GO_SHARE } else { 1.0 };
                let anywhere = self.reach.share * REACH_ANYWHERE / 360.0;
                let reach = no_go * (anywhere + (1.0 - REACH_ANYWHERE) * by_reach[cell]) * reach_v;
                let sum = up + down + reach + anything * reach_v.max(0.2);
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

    /// True when the downwind courses are little more than reaches and outweigh the upwind ones: seen from the other
    /// side of the wind they are as good for upwind courses, and who rides for fun obeys no rule that tells them apart.
    pub fn mostly_reaches(&self) -> bool {
        self.down.angle_deg < REACHING_DEG && self.down.share > self.up.share
    }

    /// Log-likelihood of a step's speed, and of its course on a circle without any wind.
    pub fn null_log_likelihood(&self, speed_mps: f64) -> f64 {
        let off = self.log_speed_of(self.speed_class(speed_mps)) - self.typical;
        libm::log(normal(off, 1.6 * self.speed_spread) / 360.0)
    }

    /// Fits the model to what was seen, held by the class's own.
    pub fn fitted(&self, seen: &Seen, table: &Table, prior: &Sailing) -> Self {
        let up = self.mode(seen, &table.up, &prior.up);
        let down = self.mode(seen, &table.down, &prior.down);
        let reach = self.mode(seen, &table.reach, &prior.reach);
        let total: f64 = seen.weight.iter().flatten().sum::<f64>() + PRIOR;
        let up_share = (up.0 + PRIOR * prior.up.share) / total;
        let down_share = (down.0 + PRIOR * prior.down.share) / total;
        let mut out = Sailing { up: up.1, down: down.1, ..*prior };
        out.up.angle_deg = out.up.angle_deg.clamp(30.0, 68.0);
        out.up.kappa = out.up.kappa.clamp(12.0, 80.0);
        out.down.angle_deg = out.down.angle_deg.clamp(122.0, 176.0);
        out.down.kappa = out.down.kappa.clamp(4.0, 40.0);
        (out.up.share, out.down.share) = (up_share, down_share);
        let (least, most) = REACH_BOUNDS_DEG;
        out.reach = Mode { angle_deg: reach.1.angle_deg.clamp(least, most), ..reach.1 };
        out.reach.kappa = out.reach.kappa.clamp(REACH_KAPPA, REACH_KAPPA_MOST);
        out.reach.share = (1.0 - up_share - down_share).max(0.05);
        out.hold_ratio(up.0, down.0, prior);
        out
    }

    /// One mode's angle, concentration and speed from the weight it has in what was seen.
    fn mode(&self, seen: &Seen, part: &[[f64; CELLS]], prior: &Mode) -> (f64, Mode) {
        let mut by_cell = [0.0; CELLS];
        let mut v = 0.0;
        for (class, (weights, parts)) in seen.weight.iter().zip(part).enumerate() {
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
        let held = PRIOR * bessel_ratio(prior.kappa);
        let (s, c) = (s + held * sin, c + held * cos);
        let r = (libm::hypot(s, c) / (n + PRIOR)).min(0.999);
        let mode = Mode {
            angle_deg: to_deg(libm::atan2(s, c)),
            kappa: r * (2.0 - r * r) / (1.0 - r * r),
            log_speed: (v + PRIOR * 0.5 * prior.log_speed) / (n + PRIOR * 0.5),
            share: prior.share,
        };
        (n, mode)
    }

    /// Draws the ratio of speeds back towards the class's.
    fn hold_ratio(&mut self, up_weight: f64, down_weight: f64, prior: &Sailing) {
        let wanted = prior.down.log_speed - prior.up.log_speed;
        let has = self.down.log_speed - self.up.log_speed;
        let known = 2.0 * (up_weight * down_weight) / (up_weight + down_weight).max(1e-9);
        let off = (wanted - has) * PRIOR / (PRIOR + known);
        let total = (up_weight + down_weight).max(1e-9);
        self.down.log_speed += off * up_weight / total;
        self.up.log_speed -= off * down_weight / total;
    }

    /// Log-probability of the parameters under the class's: what a fit that bends the class pays.
    pub fn log_prior(&self, prior: &Sailing) -> f64 {
        let off = |a: f64, b: f64, sd: f64| -0.5 * ((a - b) / sd) * ((a - b) / sd);
        let ratio = |m: &Sailing| m.down.log_speed - m.up.log_speed;
        off(self.up.angle_deg, prior.up.angle_deg, 7.0)
            + off(self.down.angle_deg, prior.down.angle_deg, 9.0)
            + off(ratio(self), ratio(prior), 0.15)
    }
}

impl Table {
    /// Probabilities of sailing upwind and downwind at this angle to the wind and speed class.
    pub fn shares(&self, speed_class: usize, angle_deg: f64) -> (f64, f64) {
        let cell = (libm::round(wrap_360(angle_deg) / CELL_DEG) as usize) % CELLS;
        let of = |part: &[[f64; CELLS]]| part.get(speed_class).map_or(0.0, |row| row[cell]);
        (of(&self.up), of(&self.down))
    }
}

impl Seen {
    pub fn nothing() -> Self {
        Seen { weight: vec![[0.0; CELLS]; SPEEDS] }
    }
}

fn median_log_speed(steps: &[Step]) -> f64 {
    let mut speeds: Vec<f64> = steps.iter().filter(|s| s.weight > 0.0).map(|s| s.speed_mps).collect();
    if speeds.is_empty() {
        return 0.0;
    }
    let middle = speeds.len() / 2;
    libm::log(speeds.select_nth_unstable_by(middle, f64::total_cmp).1.max(0.01))
}

fn normal(off: f64, sd: f64) -> f64 {
    libm::exp(-0.5 * off * off / (sd * sd)) / (sd * 2.506_628_274_631)
}

/// Density per degree of a von Mises distribution (the scaled Bessel function by its asymptotic series).
pub(super) fn von_mises(off_deg: f64, kappa: f64) -> f64 {
    let scaled_i0 =
        (1.0 + 0.125 / kappa + 9.0 / (128.0 * kappa * kappa)) / (2.0 * std::f64::consts::PI * kappa).sqrt();
    libm::exp(kappa * (libm::cos(to_rad(off_deg)) - 1.0)) / (360.0 * scaled_i0)
}

/// Mean resultant length of a von Mises distribution, near enough for kappa > 2.
fn bessel_ratio(kappa: f64) -> f64 {
    1.0 - 1.0 / (2.0 * kappa) - 1.0 / (8.0 * kappa * kappa)
}

//! Rival wind directions, each fitted by itself, and the choice between them.

use super::chain::{CELL_DEG, CELLS, Likelihood, Posterior, Region, cell_deg, moments};
use super::evidence;
use super::model::{Sailing, Seen, Table};
use super::steps::Steps;
use crate::angle::{wrap_180, wrap_360};
use crate::config::BoatClass;
use crate::wind::TurnEvent;

/// Rounds of fitting.
const ROUNDS: usize = 4;
/// A hypothesis reaches this far to either side of its first direction, then of its own path, deg.
const FIRST_HALF_DEG: f64 = 70.0;
const HALF_DEG: f64 = 60.0;
/// Rivals are at least this far apart, deg.
const APART_DEG: f64 = 50.0;
/// Most that the user's hint says against another direction, nats.
const HINT: f64 = 8.0;
/// Posterior spreads are that of a model; the sea is wider by this factor and this much, deg.
const SD_FACTOR: f64 = 1.5;
const SD_FLOOR_DEG: f64 = 3.0;

/// All that is known when asking for the wind.
pub(super) struct Question<'a> {
    steps: &'a Steps,
    prior: Sailing,
    /// Log-likelihoods that do not depend on the sailing model: turns and hint.
    fixed: Vec<[f64; CELLS]>,
}

/// A direction of the wind with the sailing that goes with it.
pub(super) struct Hypothesis {
    pub sailing: Sailing,
    posterior: Posterior,
    pub score: f64,
    path: Vec<f64>,
}

impl Hypothesis {
    /// Mean and calibrated standard deviation of every step, deg.
    pub fn moments(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let wider = |sd: f64| libm::hypot(SD_FACTOR * sd, SD_FLOOR_DEG);
        moments(&self.posterior.rows).into_iter().map(move |(mean, sd)| (mean, wider(sd)))
    }
}

impl<'a> Question<'a> {
    pub fn new(steps: &'a Steps, turns: &[TurnEvent], class: &BoatClass, hint_deg: Option<f64>) -> Self {
        let prior = Sailing::of(class, &steps.all);
        let mut fixed = vec![[0.0; CELLS]; steps.all.len()];
        for turn in turns {
            let at =
                steps.all.partition_point(|s| s.time_ms < turn.time_ms).min(fixed.len().saturating_sub(1));
            if let (Some(row), Some(says)) = (fixed.get_mut(at), evidence::of_turn(turn)) {
                row.iter_mut().zip(says).for_each(|(r, s)| *r += s);
            }
        }
        if let (Some(row), Some(hint)) = (fixed.first_mut(), hint_deg) {
            for (cell, value) in row.iter_mut().enumerate() {
                let near = 0.5 + 0.5 * libm::cos(crate::angle::to_rad(cell_deg(cell) - hint));
                *value += HINT * near;
            }
        }
        Question { steps, prior, fixed }
    }

    /// The best direction and its log-odds against all its rivals together.
    pub fn answer(&self) -> (Hypothesis, f64) {
        let mut all = self.hypotheses();
        let best = all.remove(0);
        let against: f64 = all.iter().map(|h| libm::exp((h.score - best.score).min(0.0))).sum();
        let log_odds = -libm::log(against.max(1e-12));
        (best, log_odds)
    }

    /// All hypotheses, the best first.
    fn hypotheses(&self) -> Vec<Hypothesis> {
        let mut all: Vec<Hypothesis> =
            self.first_directions().iter().map(|&direction| self.fit(direction)).collect();
        all.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut apart: Vec<Hypothesis> = Vec::new();
        for one in all {
            if apart.iter().all(|other| distance(&one.path, &other.path) > APART_DEG) {
                apart.push(one);
            }
        }
        apart
    }

    /// Where to look: every 45 degrees from the best direction of a wind that never shifts.
    fn first_directions(&self) -> Vec<f64> {
        let likelihood = self.likelihood(&self.prior.table());
        let mut total = [0.0; CELLS];
        for row in &likelihood.rows {
            total.iter_mut().zip(row).for_each(|(t, r)| *t += r);
        }
        let best = (0..CELLS).fold(0, |best, k| if total[k] > total[best] { k } else { best });
        (0..8).map(|i| wrap_360(cell_deg(best) + 45.0 * f64::from(i))).collect()
    }

    fn fit(&self, direction_deg: f64) -> Hypothesis {
        let mut sailing = self.prior;
        let mut path = vec![direction_deg; self.steps.all.len()];
        let mut half_deg = FIRST_HALF_DEG;
        let mut table = sailing.table();
        let mut posterior = self.posterior(&table, &path, half_deg);
        for _ in 0..ROUNDS {
            half_deg = HALF_DEG;
            path = moments(&posterior.rows).iter().map(|m| m.0).collect();
            let seen = self.seen(&posterior);
            sailing = sailing.fitted(&seen, &table, &self.prior);
            table = sailing.table();
            posterior = self.posterior(&table, &path, half_deg);
        }
        path = moments(&posterior.rows).iter().map(|m| m.0).collect();
        let score = posterior.log_evidence + sailing.log_prior(&self.prior);
        Hypothesis { sailing, posterior, score, path }
    }

    fn posterior(&self, table: &Table, path: &[f64], half_deg: f64) -> Posterior {
        self.likelihood(table).posterior(&Region { centre_deg: path, half_deg })
    }

    fn likelihood(&self, table: &Table) -> Likelihood {
        let mut rows = self.fixed.clone();
        for (row, step) in rows.iter_mut().zip(&self.steps.all) {
            let speeds = table.log.get(self.prior.speed_class(step.speed_mps));
            if let (Some(log), true) = (speeds, step.weight > 0.0) {
                let (cell, part) = split(step.course_deg);
                for (k, value) in row.iter_mut().enumerate() {
                    // Angle = wind − course; the table is symmetric, so course − wind serves as well.
                    let at = (cell + CELLS - k) % CELLS;
                    let mixed = log[at] + (log[(at + 1) % CELLS] - log[at]) * part;
                    *value += step.weight * mixed;
                }
            }
        }
        Likelihood { rows, dt_s: self.steps.all.iter().map(|s| s.dt_s).collect() }
    }

    /// What was seen under a posterior: weight over angle and speed.
    fn seen(&self, posterior: &Posterior) -> Seen {
        let mut seen = Seen::nothing();
        for (row, step) in posterior.rows.iter().zip(&self.steps.all).filter(|(_, s)| s.weight > 0.0) {
            let (cell, part) = split(step.course_deg);
            let Some(weights) = seen.weight.get_mut(self.prior.speed_class(step.speed_mps)) else { continue };
            for (k, &p) in row.iter().enumerate().filter(|(_, p)| **p > 1e-4) {
                let at = (cell + CELLS - k) % CELLS;
                weights[at] += step.weight * p * (1.0 - part);
                weights[(at + 1) % CELLS] += step.weight * p * part;
            }
        }
        seen
    }

    /// The hypotheses in words and numbers.
    pub fn explain(&self) -> String {
        let line = |h: &Hypothesis| {
            let mean = crate::angle::circular_mean(h.path.iter().map(|&p| (p, 1.0))).map_or(0.0, |m| m.0);
            let s = &h.sailing;
            format!(
                "{mean:5.0}° score {:8.1}  up {:.0}° k{:.0} {:.2} m/s {:.2}  down {:.0}° k{:.0} {:.2} m/s {:.2}\n",
                h.score,
                s.up.angle_deg,
                s.up.kappa,
                libm::exp(s.up.log_speed),
                s.up.share,
                s.down.angle_deg,
                s.down.kappa,
                libm::exp(s.down.log_speed),
                s.down.share
            )
        };
        self.hypotheses().iter().map(line).collect()
    }
}

/// The cell below a course and the part of the way to the next.
fn split(course_deg: f64) -> (usize, f64) {
    let x = wrap_360(course_deg) / CELL_DEG;
    (x as usize % CELLS, x - libm::floor(x))
}

/// Mean distance between two paths, deg.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(x, y)| wrap_180(x - y).abs()).sum();
    sum / a.len().max(1) as f64
}

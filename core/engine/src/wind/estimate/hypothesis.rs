//! Rival wind directions, each fitted by itself, and the choice between them.

use super::chain::{self, CELL_DEG, CELLS, Posterior, Row, WIDTH, cell_deg, first_cell};
use super::evidence;
use super::measurement_model::MeasurementModel;
use super::model::{Sailing, Seen, Table};
use super::sharpen::{Sharp, sharpen};
use super::speed_retention;
use super::step_groups::StepGroups;
use super::steps::{Step, Steps};
use crate::angle::{circular_mean, wrap_180, wrap_360};
use crate::config::BoatClass;
use crate::stats::order::sort_by_number;
use crate::wind::TurnEvent;

/// Rounds of fitting, and those after which a direction worse than the best by so many nats is given up.
const ROUNDS: usize = 4;
const FIRST_ROUNDS: usize = 1;
const GIVEN_UP: f64 = 60.0;
/// Directions round the circle that a fit starts from.
const STARTS: usize = 4;
/// Rivals are at least this far apart, deg.
const APART_DEG: f64 = 50.0;
/// Opposite winds are so far apart, deg.
const OPPOSITE_DEG: f64 = 130.0;
/// The share of reaches from which on they matter, and from which on they are nearly all; how far aslant they lie to
/// the wind, deg; what the way kept through turns must say for the wind at its end, nats.
const REACHES: std::ops::Range<f64> = 0.4..0.65;
const ASLANT_DEG: f64 = 9.0;
const SURELY_KEPT: f64 = 1.5;
/// Most that the size of turns adds to the log-odds of the best.
const WIDE_HELPS: f64 = 1.0;
/// Posterior spreads are that of a model; the sea is wider by this factor and this much, deg.
const SD_FACTOR: f64 = 1.2;
const SD_FLOOR_DEG: f64 = 3.0;
/// What no model holds of a sharpened moment, deg, of a boat of a class and of one of which nothing is known, whose
/// crew, leeway and trim may be unlike on both tacks; the rough spread of a track whose courses and turns agree, deg, and
/// the share of what goes beyond it that the sharpened wind is less sure.
const UNMODELLED_DEG: f64 = 2.5;
const UNKNOWN_DEG: f64 = 5.0;
const ROUGH_SD_DEG: f64 = 5.0;
const EXCESS_SHARE: f64 = 0.8;

/// All that is known when asking for the wind.
pub(super) struct WindProblem<'a> {
    steps: &'a Steps,
    turns: Vec<TurnEvent>,
    prior: Sailing,
    /// Where every step lies in the tables.
    places: Vec<Place>,
    /// Log-likelihoods that do not depend on the sailing model: turns and hint.
    fixed: Vec<Option<Box<[f64; CELLS]>>>,
    /// Steps together for the first rounds of a fit, and one by one for the last.
    coarse: StepGroups,
    fine: StepGroups,
    /// How probably she flies.
    flies: f64,
    unmodelled_deg: f64,
    foils: bool,
    hinted: bool,
    /// Log-likelihood of the steps for a boat that does not sail by any wind.
    null_log_likelihood: f64,
}

/// A step in the tables: class of its speed, cell below its course and part of the way to the next.
#[derive(Clone, Copy)]
struct Place {
    class: usize,
    cell: usize,
    part: f64,
}

/// A direction of the wind with the sailing that goes with it.
pub(super) struct Hypothesis {
    pub sailing: Sailing,
    table: Table,
    posterior: Posterior,
    /// Fit of courses, speeds and turns, nats, and worth: the same with the way of turning.
    fit: f64,
    pub score: f64,
    /// What the turns say for its path against saying nothing, nats.
    pub support: f64,
    /// Log-odds against the opposite by the way of turning and the speed made good.
    side: f64,
    /// What of that the way kept through the turns says.
    pub kept: f64,
    /// What the size of its turns says against it, nats.
    wide: f64,
    path: Vec<f64>,
    unmodelled_deg: f64,
}

impl Hypothesis {
    /// Mean and calibrated standard deviation of every step, deg.
    pub fn moments(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let least = libm::hypot(SD_FLOOR_DEG, self.aslant_deg());
        let wider = move |sd: f64| libm::hypot(SD_FACTOR * sd, least);
        self.posterior.moments().into_iter().map(move |(mean, sd)| (mean, wider(sd)))
    }

    /// How much of the track is reaches, 0 where beats and runs are enough, 1 where there is little else.
    fn reaches(&self) -> f64 {
        reaches(&self.sailing)
    }

    /// The sharpened moments beside the rough ones: the more of the track is reaches, the less can be sharpened by beats
    /// and runs.
    pub fn told(&self, sharp: &Sharp) -> Vec<(f64, f64)> {
        let told = |(sharp, rough): (&(f64, f64), (f64, f64))| {
            let off = self.reaches() * wrap_180(rough.0 - sharp.0);
            (wrap_360(sharp.0 + off), self.inflate_sd(sharp.1, rough.1))
        };
        sharp.moments.iter().zip(self.moments()).map(told).collect()
    }

    /// The spread of a sharpened moment, widened by what no model holds, and where courses and turns disagree more than
    /// they usually do.
    fn inflate_sd(&self, sharp_sd: f64, rough_sd: f64) -> f64 {
        let excess = (rough_sd - ROUGH_SD_DEG).max(0.0);
        let least = libm::hypot(self.unmodelled_deg, self.aslant_deg());
        libm::hypot(libm::hypot(sharp_sd, least), EXCESS_SHARE * excess)
    }

    /// Reaches lie aslant to the wind, one way or the other, as the shore has it: the spread of that, deg.
    fn aslant_deg(&self) -> f64 {
        ASLANT_DEG * self.reaches()
    }

    /// True when the track is mostly reaches and its turns do not tell which end of it is upwind.
    pub fn could_be_turned(&self) -> bool {
        (self.sailing.mostly_reaches() || self.reaches() >= 1.0) && self.kept < SURELY_KEPT
    }
}

/// A sailing model on its way to fit a direction of the wind.
struct Fit {
    sailing: Sailing,
    table: Table,
    posterior: Posterior,
}

impl Fit {
    fn begin(problem: &WindProblem, direction_deg: f64) -> Self {
        let (sailing, table) = (problem.prior, problem.prior.table());
        let windows = vec![first_cell(direction_deg); problem.coarse.groups.len()];
        let posterior = problem.posterior(&problem.coarse, &table, windows);
        Fit { sailing, table, posterior }
    }

    fn round(&mut self, problem: &WindProblem) {
        let windows = self.fit(problem);
        self.posterior = problem.posterior(&problem.coarse, &self.table, windows);
    }

    fn last_round(&mut self, problem: &WindProblem) {
        let windows = problem.coarse.of_steps(&self.fit(problem));
        self.posterior = problem.posterior(&problem.fine, &self.table, windows);
    }

    /// Fits the sailing to the direction; returns the windows about it.
    fn fit(&mut self, problem: &WindProblem) -> Vec<usize> {
        let windows = self.posterior.means().map(first_cell).collect();
        self.sailing = self.sailing.fitted(&problem.seen(&self.posterior), &self.table, &problem.prior);
        self.table = self.sailing.table();
        windows
    }

    /// Fit of courses, speeds and turns, and of the class, nats.
    fn worth(&self, problem: &WindProblem) -> f64 {
        self.posterior.log_evidence + self.sailing.log_prior(&problem.prior)
    }
}

impl<'a> WindProblem<'a> {
    pub fn new(steps: &'a Steps, turns: &[TurnEvent], class: &BoatClass, hint_deg: Option<f64>) -> Self {
        let prior = Sailing::of(class, &steps.all);
        let turns = evidence::sailed(turns, steps.slow_mps);
        let mut fixed: Vec<Option<Box<[f64; CELLS]>>> = vec![None; steps.all.len()];
        let mut say = |at: usize, says: [f64; CELLS]| {
            if let Some(row) = fixed.get_mut(at) {
                let row = row.get_or_insert_with(|| Box::new([0.0; CELLS]));
                row.iter_mut().zip(says).for_each(|(r, s)| *r += s);
            }
        };
        for turn in &turns {
            let at = steps.at(turn.time_ms);
            if let Some(says) = evidence::of_turn(turn) {
                say(at, says);
            }
        }
        if let Some(hint) = hint_deg {
            say(0, evidence::of_hint(hint));
        }
        let null_log_likelihood =
            steps.all.iter().map(|s| s.weight * prior.null_log_likelihood(s.speed_mps)).sum();
        let place = |s: &Step| {
            let (cell, part) = split(s.course_deg);
            Place { class: prior.speed_class(s.speed_mps), cell, part }
        };
        let places = steps.all.iter().map(place).collect();
        let (coarse, fine) = (StepGroups::coarse(&steps.all), StepGroups::fine(&steps.all));
        let foils = class.foil_speed_kn.is_some();
        let unmodelled_deg = if speed_retention::is_known(class) { UNMODELLED_DEG } else { UNKNOWN_DEG };
        let flies = speed_retention::flies(class, prior.typical_mps());
        WindProblem {
            steps,
            turns,
            prior,
            places,
            fixed,
            coarse,
            fine,
            flies,
            unmodelled_deg,
            foils,
            hinted: hint_deg.is_some(),
            null_log_likelihood,
        }
    }

    /// The best direction, and its log-odds against all its rivals together.
    pub fn answer(&self) -> (Hypothesis, f64) {
        let mut all = self.hypotheses();
        let plain = log_odds(&all, |h| h.score);
        let wide = |h: &Hypothesis| h.score + h.wide;
        let told = log_odds(&all, wide);
        let best = all.remove(0);
        // A turn's size decides where the rest hardly does, and never against it.
        let log_odds = if self.hinted { plain } else { told.min(plain + WIDE_HELPS) };
        (best, log_odds)
    }

    /// All hypotheses, the best first.
    pub fn hypotheses(&self) -> Vec<Hypothesis> {
        let mut fits: Vec<Fit> = self.first_directions().iter().map(|&d| Fit::begin(self, d)).collect();
        fits.iter_mut().for_each(|fit| (0..FIRST_ROUNDS).for_each(|_| fit.round(self)));
        let best = fits.iter().map(|fit| fit.worth(self)).fold(f64::NEG_INFINITY, f64::max);
        fits.retain(|fit| fit.worth(self) > best - GIVEN_UP);
        for fit in &mut fits {
            (FIRST_ROUNDS + 1..ROUNDS).for_each(|_| fit.round(self));
            fit.last_round(self);
        }
        self.ranked(fits)
    }

    /// What was fitted, the best first, each direction once.
    fn ranked(&self, fits: Vec<Fit>) -> Vec<Hypothesis> {
        let mut all: Vec<Hypothesis> = fits.into_iter().map(|fit| self.hypothesis(fit)).collect();
        even_out(&mut all);
        sort_by_number(&mut all, |h| -h.score);
        let mut apart: Vec<Hypothesis> = Vec::new();
        for one in all {
            if apart.iter().all(|other| distance(&one.path, &other.path) > APART_DEG) {
                apart.push(one);
            }
        }
        apart
    }

    /// Where to look: all round from the best direction of a wind that never shifts.
    fn first_directions(&self) -> Vec<f64> {
        let table = self.prior.table();
        let mut total = [0.0; CELLS];
        for first in (0..CELLS).step_by(WIDTH) {
            let mut sum = [0.0; WIDTH];
            (0..self.steps.all.len()).for_each(|i| self.log_likelihood(&table, i, first, &mut sum));
            total.iter_mut().skip(first).zip(sum).for_each(|(t, s)| *t = s);
        }
        let best = (0..CELLS).fold(0, |best, k| if total[k] > total[best] { k } else { best });
        (0..STARTS).map(|i| wrap_360(cell_deg(best) + 360.0 * i as f64 / STARTS as f64)).collect()
    }

    fn hypothesis(&self, fit: Fit) -> Hypothesis {
        let Fit { sailing, posterior, table } = fit;
        let path: Vec<f64> = posterior.means().collect();
        let wind_at = |t| self.path_at(&path, t);
        let turning = evidence::rate_of_turning(&self.turns, self.foils, wind_at);
        let kept = evidence::speed_retention(&self.turns, self.flies, wind_at);
        // Boards on foils fall and start again on any course.
        let bore =
            if self.foils { 0.0 } else { evidence::bore_away(&self.turns, |t| self.path_at(&path, t)) };
        let along = bore + evidence::made_good(&self.steps.all, self.foils, &path);
        let along = if self.foils { along } else { speed_retention::of_hulls(self.flies, along) };
        let side = turning + kept + (1.0 - reaches(&sailing)) * along;
        let fit = posterior.log_evidence + sailing.log_prior(&self.prior);
        let fit = fit - self.null_log_likelihood;
        let score = fit + 0.5 * side;
        let support = self.support(&path);
        let wide = self.flies * evidence::wide_tacks(&self.turns, wind_at);
        Hypothesis {
            sailing,
            table,
            posterior,
            fit,
            score,
            support,
            side,
            kept,
            wide,
            path,
            unmodelled_deg: self.unmodelled_deg,
        }
    }

    /// The wind of a hypothesis, sharpened.
    pub fn sharpened(&self, of: &Hypothesis, class: &BoatClass) -> Sharp {
        let mut turns = vec![None; self.steps.all.len()];
        for turn in &self.turns {
            if let Some(place) = turns.get_mut(self.steps.at(turn.time_ms)) {
                *place = Some(*turn);
            }
        }
        let (steps, prior, fitted, table) = (self.steps, &self.prior, &of.sailing, &of.table);
        sharpen(&MeasurementModel { steps, prior, fitted, table, class, turns }, &of.posterior.moments())
    }

    fn path_at(&self, path: &[f64], time_ms: f64) -> Option<f64> {
        path.get(self.steps.at(time_ms)).copied()
    }

    /// What turns say for a path.
    fn support(&self, path: &[f64]) -> f64 {
        let says = |turn: &TurnEvent| {
            let cell = split(self.path_at(path, turn.time_ms)?).0;
            evidence::of_turn_in(turn, cell)
        };
        self.turns.iter().filter_map(says).map(|s| s.max(0.0)).sum()
    }

    fn posterior(&self, groups: &StepGroups, table: &Table, windows: Vec<usize>) -> Posterior {
        chain::posterior(windows, groups, |group, first, row| {
            let steps = groups.groups.get(group).into_iter().flat_map(|group| group.clone());
            steps.for_each(|step| self.log_likelihood(table, step, first, row));
        })
    }

    /// Log-likelihood of the cells of a window at one step.
    fn log_likelihood(&self, table: &Table, step: usize, first: usize, row: &mut Row) {
        let (Some(seen), Some(place)) = (self.steps.all.get(step), self.places.get(step)) else { return };
        if let Some(fixed) = self.fixed.get(step).and_then(|f| f.as_deref()) {
            around(fixed, first).zip(row.iter_mut()).for_each(|(f, r)| *r += f);
        }
        if let (Some(log), true) = (table.log.get(place.class), seen.weight > 0.0) {
            let Place { cell, part, .. } = *place;
            let at = (first + CELLS - cell) % CELLS + CELLS;
            let near = log.get(at..at + WIDTH).unwrap_or_default();
            let far = log.get(at - 1..at - 1 + WIDTH).unwrap_or_default();
            let (w0, w1) = (seen.weight * (1.0 - part), seen.weight * part);
            row.iter_mut().zip(near).zip(far).for_each(|((r, a), b)| *r += w0 * a + w1 * b);
        }
    }

    /// What was seen under a posterior of the first rounds: weight over angle and speed.
    fn seen(&self, posterior: &Posterior) -> Seen {
        let mut seen = Seen::nothing();
        let groups = posterior.rows.iter().zip(&posterior.first).zip(&self.coarse.groups);
        for ((row, &first), group) in groups {
            let told = LikelyCells::of(row);
            let steps = self.steps.all.iter().zip(&self.places).skip(group.start).take(group.len());
            for (step, &Place { class, cell, part }) in steps.filter(|(step, _)| step.weight > 0.0) {
                let Some(weights) = seen.weight.get_mut(class) else { continue };
                let at = cell + 2 * CELLS - first;
                told.add(step.weight, 1.0 - part, at, weights);
                told.add(step.weight, part, at + 1, weights);
            }
        }
        seen
    }

    /// The hypotheses in words and numbers.
    pub fn explain(&self) -> String {
        let line = |h: &Hypothesis| {
            let mean = circular_mean(h.path.iter().map(|&p| (p, 1.0))).map_or(0.0, |m| m.0);
            let s = &h.sailing;
            format!(
                "{mean:5.0}° score {:8.1} wide {:.1} support {:.1} side {:.1} kept {:.1}  up {:.0}° k{:.0} {:.2} m/s {:.2}  down {:.0}° k{:.0} {:.2} m/s {:.2}  reach {:.0}° k{:.0} {:.2}\n",
                h.score,
                h.wide,
                h.support,
                h.side,
                h.kept,
                s.up.angle_deg,
                s.up.kappa,
                libm::exp(s.up.log_speed),
                s.up.share,
                s.down.angle_deg,
                s.down.kappa,
                libm::exp(s.down.log_speed),
                s.down.share,
                s.reach.angle_deg,
                s.reach.kappa,
                s.reach.share
            )
        };
        self.hypotheses().iter().map(line).collect()
    }
}

/// What is likely of a row, and from where to where it is.
struct LikelyCells {
    row: Row,
    from: usize,
    to: usize,
}

impl LikelyCells {
    /// Less likely than this is left out.
    const LEAST: f64 = 1e-4;

    fn of(row: &Row) -> Self {
        let is_likely = |p: &f64| *p > Self::LEAST;
        let from = row.iter().position(is_likely).unwrap_or(0);
        let to = row.iter().rposition(is_likely).map_or(0, |last| last + 1);
        LikelyCells { row: row.map(|p| if is_likely(&p) { p } else { 0.0 }), from, to }
    }

    /// Adds a share of a weight to a circle: the first of the row at a cell, the next before it, and so on round.
    fn add(&self, weight: f64, share: f64, at: usize, circle: &mut [f64; CELLS]) {
        let likely = self.row.get(self.from..self.to).unwrap_or_default();
        let last = (at + CELLS - self.from) % CELLS;
        let (before, beyond) = likely.split_at(likely.len().min(last + 1));
        for (likely, to) in [(before, last + 1), (beyond, CELLS)] {
            let cells = circle.get_mut(to - likely.len()..to).into_iter().flatten();
            cells.zip(likely.iter().rev()).for_each(|(sum, &p)| *sum += weight * p * share);
        }
    }
}

fn reaches(sailing: &Sailing) -> f64 {
    ((sailing.reach.share - REACHES.start) / (REACHES.end - REACHES.start)).clamp(0.0, 1.0)
}

/// Reaches look the same from both sides of the wind: the more a track reaches, the less do its courses tell two
/// opposite winds apart.
fn even_out(all: &mut [Hypothesis]) {
    for one in 0..all.len() {
        for other in one + 1..all.len() {
            let opposite = distance(&all[one].path, &all[other].path) > OPPOSITE_DEG;
            let reaches = 0.5 * (all[one].reaches() + all[other].reaches());
            if opposite {
                let less = 0.5 * reaches * (all[one].fit - all[other].fit);
                all[one].score -= less;
                all[other].score += less;
            }
        }
    }
}

/// Log-odds of the first against all others together.
fn log_odds(all: &[Hypothesis], score: impl Fn(&Hypothesis) -> f64) -> f64 {
    let Some((best, rivals)) = all.split_first() else { return 0.0 };
    let against: f64 = rivals.iter().map(|h| libm::exp((score(h) - score(best)).min(30.0))).sum();
    -libm::log(against.max(1e-12))
}

/// The cell below a course and the part of the way to the next.
fn split(course_deg: f64) -> (usize, f64) {
    let x = wrap_360(course_deg) / CELL_DEG;
    (x as usize % CELLS, x - libm::floor(x))
}

/// The values of a circle from a cell on.
fn around(circle: &[f64; CELLS], first: usize) -> impl Iterator<Item = &f64> {
    circle.iter().cycle().skip(first)
}

/// Mean distance between two paths, deg.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(x, y)| wrap_180(x - y).abs()).sum();
    sum / a.len().max(1) as f64
}

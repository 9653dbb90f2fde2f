//! All observations of one track, the search for candidate wind directions and their ranking (docs/algorithms.md,
//! sections 4.5 to 4.7).

use super::ablation::{Part, has, part_of};
use super::chain::{CELLS, WIDTH, cell_deg};
use super::evidence;
use super::fit::{Fit, TableCell, split};
use super::hypothesis::{Hypothesis, SideEvidence, distance};
use super::measurement_model::{MIN_TURN_DEG, MeasurementModel};
#[cfg(feature = "internals")]
use super::model::SailingComponent;
use super::model::{LikelihoodTable, SailingModel};
#[cfg(feature = "calibrate")]
use super::publish;
#[cfg(feature = "calibrate")]
use super::side::{CandidateSample, SideSample};
use super::side::{SideTurns, WEIGHTS, tacks_and_gybes_nats};
use super::smooth_wind::{SmoothedWind, smooth_wind};
use super::step_groups::StepGroups;
use super::steps::{Step, Steps};
use super::{HINT_RANGE_DEG, HINT_SD_DEG};
use crate::angle::{wrap_180, wrap_360};
use crate::config::BoatClass;
use crate::config::families;
use crate::stats::order::sort_by_number;
use crate::wind::TurnEvent;

// All constants below are *hand-tuned* together (docs/algorithms.md, section 4) unless marked.

/// Rounds of a fit, and those after which candidates far behind are dropped.
const ROUNDS: usize = 4;
const FIRST_ROUNDS: usize = 1;
/// A candidate this far behind the best after the first rounds is dropped, nats.
const DROPPED_NATS: f64 = 60.0;
/// Directions round the circle at which fits start.
const STARTS: usize = 4;
/// Standard deviation of errors outside the model, deg: of a known class, and of an unknown one, whose crew, leeway and trim
/// may differ between the tacks.
const UNMODELLED_DEG: f64 = 2.5;
const UNMODELLED_UNKNOWN_CLASS_DEG: f64 = 5.0;

/// Standard deviation of the shifts of a wind, deg, and their time constant, s: between turns a shift and another angle sailed look
/// alike. *measured* on board of eight boats, robust deviations of means of a minute: 9° in 5 min, 13° in 15, 14° in 30
const SHIFT_SD_DEG: f64 = 15.0;
const SHIFT_S: f64 = 1800.0;

/// Log-likelihood of a direction this far from the hint, deg: Gaussian; none beyond [`HINT_RANGE_DEG`].
fn hint_log_likelihood(off_deg: f64) -> f64 {
    let z = off_deg / HINT_SD_DEG;
    if off_deg.abs() <= HINT_RANGE_DEG { -0.5 * z * z } else { f64::NEG_INFINITY }
}

/// The candidates, the best first, without those near to a better one.
fn ranked(mut all: Vec<Hypothesis>) -> Vec<Hypothesis> {
    sort_by_number(&mut all, |h| -h.utility);
    let mut apart: Vec<Hypothesis> = Vec::new();
    for one in all {
        if apart.iter().all(|other| distance(&one.path, &other.path) > HINT_RANGE_DEG) {
            apart.push(one);
        }
    }
    apart
}

/// The observations and priors of an estimate.
pub(super) struct WindProblem<'a> {
    pub steps: &'a Steps,
    turns: Vec<TurnEvent>,
    /// The sailing model of the class at the speed of this track.
    pub prior: SailingModel,
    /// Where every step lies in the likelihood tables.
    pub table_cells: Vec<TableCell>,
    /// Log-likelihoods of every step that do not depend on the sailing model: those of the turns.
    pub fixed: Vec<Option<Box<[f64; CELLS]>>>,
    /// Grouped steps for the first rounds of a fit, and single ones for the last.
    pub coarse: StepGroups,
    pub fine: StepGroups,
    /// The turns by which all candidates are judged.
    side: &'a SideTurns,
    board_probability: f64,
    class_name: &'static str,
    unmodelled_deg: f64,
    hint_deg: Option<f64>,
    /// Log-likelihood of the steps under the null hypothesis: a boat that does not sail by any wind.
    null_log_likelihood: f64,
}

impl<'a> WindProblem<'a> {
    /// `side` has the turns found without a wind, `turns` those that are evidence of the axis.
    pub(super) fn new(
        steps: &'a Steps,
        side: &'a SideTurns,
        turns: &[TurnEvent],
        class: &BoatClass,
        hint_deg: Option<f64>,
    ) -> Self {
        let prior = SailingModel::of(class, &steps.all);
        let turns = evidence::at_sailing_speed(turns, steps.slow_mps);
        let mut fixed: Vec<Option<Box<[f64; CELLS]>>> = vec![None; steps.all.len()];
        let mut add = |at: usize, log_likelihoods: [f64; CELLS]| {
            if let Some(row) = fixed.get_mut(at) {
                let row = row.get_or_insert_with(|| Box::new([0.0; CELLS]));
                row.iter_mut().zip(log_likelihoods).for_each(|(r, l)| *r += l);
            }
        };
        for turn in turns.iter().filter(|_| has(Part::Middles)) {
            if let Some(log_likelihoods) = evidence::turn_likelihoods(turn) {
                add(steps.at(turn.time_ms), log_likelihoods);
            }
        }
        let null = |s: &Step| s.weight * prior.null_log_likelihood(s.speed_mps);
        let null_log_likelihood = steps.all.iter().map(null).sum();
        let table_cell = |s: &Step| {
            let (cell, part) = split(s.course_deg);
            TableCell { class: prior.speed_class(s.speed_mps), cell, part }
        };
        WindProblem {
            steps,
            turns,
            prior,
            table_cells: steps.all.iter().map(table_cell).collect(),
            fixed,
            coarse: StepGroups::coarse(&steps.all),
            fine: StepGroups::fine(&steps.all),
            side,
            board_probability: families::board_probability(class, prior.median_mps()),
            class_name: class.name,
            unmodelled_deg: if families::is_named(class) {
                UNMODELLED_DEG
            } else {
                UNMODELLED_UNKNOWN_CLASS_DEG
            },
            hint_deg,
            null_log_likelihood,
        }
    }

    /// Standard deviation of the shift of the wind since or until the nearest turn, deg, at every step; 0 in a sparse track, whose
    /// steps of a leg are few.
    pub(super) fn shifts_deg(&self) -> Vec<f64> {
        let is_clear = |turn: &&TurnEvent| turn.change_deg.abs() >= MIN_TURN_DEG;
        let turns_ms: Vec<f64> = self.turns.iter().filter(is_clear).map(|turn| turn.time_ms).collect();
        let shift_deg = |step: &Step| {
            let (before, after) = turns_ms.split_at(turns_ms.partition_point(|ms| *ms < step.time_ms));
            let beside = before.last().into_iter().chain(after.first());
            let near_ms = beside.map(|ms| (ms - step.time_ms).abs()).fold(f64::INFINITY, f64::min);
            SHIFT_SD_DEG * (1.0 - libm::exp(-near_ms / 1000.0 / SHIFT_S)).sqrt()
        };
        let steps = self.steps.all.iter();
        steps.map(|step| if self.steps.is_sparse { 0.0 } else { shift_deg(step) }).collect()
    }

    /// All candidates, the best first; with a hint only the one near it, if there is one.
    pub(super) fn hypotheses(&self) -> Vec<Hypothesis> {
        let table = self.prior.table();
        let begin = |&direction_deg: &f64| Fit::begin(self, table.clone(), direction_deg);
        let mut fits: Vec<Fit> = self.first_directions(&table).iter().map(begin).collect();
        fits.iter_mut().for_each(|fit| (0..FIRST_ROUNDS).for_each(|_| fit.round(self)));
        let best = fits.iter().map(|fit| fit.log_posterior(self)).fold(f64::NEG_INFINITY, f64::max);
        fits.retain(|fit| fit.log_posterior(self) > best - DROPPED_NATS);
        let last_rounds = |mut fit: Fit| {
            (FIRST_ROUNDS + 1..ROUNDS).for_each(|_| fit.round(self));
            let moments = fit.last_round(self);
            self.hypothesis(fit, moments)
        };
        let mut ranked = ranked(fits.into_iter().map(last_rounds).collect());
        if let Some(hint_deg) = self.hint_deg {
            ranked.retain(|h| wrap_180(h.mean_deg() - hint_deg).abs() <= HINT_RANGE_DEG);
        }
        ranked
    }

    /// The constant direction of the highest likelihood, and those at equal angles from it, deg; with a hint the one of the
    /// highest likelihood near it, the hint being an observation of the direction.
    /// `table` is that of the class's own sailing model.
    fn first_directions(&self, table: &LikelihoodTable) -> Vec<f64> {
        let mut total = [0.0; CELLS];
        for first in (0..CELLS).step_by(WIDTH) {
            let mut sum = [0.0; WIDTH];
            (0..self.steps.all.len()).for_each(|i| self.add_log_likelihood(table, i, first, &mut sum));
            total.iter_mut().skip(first).zip(sum).for_each(|(t, s)| *t = s);
        }
        if let Some(hint_deg) = self.hint_deg {
            let prior = |cell: usize| hint_log_likelihood(wrap_180(cell_deg(cell) - hint_deg));
            total.iter_mut().enumerate().for_each(|(cell, t)| *t += prior(cell));
        }
        let best = (0..CELLS).fold(0, |best, k| if total[k] > total[best] { k } else { best });
        if self.hint_deg.is_some() {
            return vec![cell_deg(best)];
        }
        (0..STARTS).map(|i| wrap_360(cell_deg(best) + 360.0 * i as f64 / STARTS as f64)).collect()
    }

    fn hypothesis(&self, fit: Fit, moments: Vec<(f64, f64)>) -> Hypothesis {
        let Fit { sailing, table, log_evidence, .. } = fit;
        let path: Vec<f64> = moments.iter().map(|m| m.0).collect();
        let evidence = self.side_evidence(&path);
        let fit = log_evidence + sailing.log_prior(&self.prior);
        let fit = fit - self.null_log_likelihood;
        let support = self.support(&path);
        let weight = if self.steps.is_sparse { WEIGHTS.sparse_fit } else { WEIGHTS.fit };
        let utility = weight * fit + evidence.utility();
        let unmodelled_deg = self.unmodelled_deg;
        Hypothesis {
            sailing,
            table,
            moments,
            #[cfg(feature = "internals")]
            fit,
            utility,
            support,
            evidence,
            path,
            unmodelled_deg,
        }
    }

    /// Evidence for a wind at every step, besides courses and the middles of turns.
    pub(super) fn side_evidence(&self, path: &[f64]) -> SideEvidence {
        let wind_at = |t| self.path_at(path, t);
        let turns_nats = self.side.nats(wind_at);
        let turns = self.side.tacks_and_gybes(wind_at);
        SideEvidence {
            turns_nats,
            mean_turn_nats: self.side.mean_nats(turns_nats),
            engine_excess: self.side.engine_excess(turns_nats),
            turns,
            axes_nats: part_of(Part::Axes, tacks_and_gybes_nats(turns, self.board_probability)),
        }
    }

    /// Number of turns by which the candidates are judged.
    pub(super) fn side_turns(&self) -> usize {
        self.side.count()
    }

    /// True for a boat that is likelier a board than not.
    pub(super) fn is_board(&self) -> bool {
        self.board_probability > 0.5
    }

    /// The sport that named the kind of boat, in small letters; none for a class of the user and for "Other".
    pub(super) fn kind_by_sport(&self) -> Option<&'static str> {
        families::sport_name(self.class_name)
    }

    /// The smoothed estimate of a candidate.
    pub(super) fn smoothed(&self, of: &Hypothesis, class: &BoatClass) -> SmoothedWind {
        let mut turns = vec![None; self.steps.all.len()];
        for turn in &self.turns {
            if let Some(at) = turns.get_mut(self.steps.at(turn.time_ms)) {
                *at = Some(*turn);
            }
        }
        let (steps, prior, fitted, table) = (self.steps, &self.prior, &of.sailing, &of.table);
        smooth_wind(&MeasurementModel { steps, prior, fitted, table, class, turns }, &of.moments)
    }

    fn path_at(&self, path: &[f64], time_ms: f64) -> Option<f64> {
        path.get(self.steps.at(time_ms)).copied()
    }

    /// Sum of the positive log-likelihood ratios of the turns at a path, nats.
    fn support(&self, path: &[f64]) -> f64 {
        let ratio = |turn: &TurnEvent| {
            let cell = split(self.path_at(path, turn.time_ms)?).0;
            evidence::turn_log_likelihood_ratio(turn, cell)
        };
        self.turns.iter().filter_map(ratio).map(|s| s.max(0.0)).sum()
    }

    /// What the side model and its calibration are fitted on.
    #[cfg(feature = "calibrate")]
    pub(super) fn sample(&self) -> SideSample {
        let candidate = |h: &Hypothesis| CandidateSample {
            labels: self.side.labels(|t| self.path_at(&h.path, t)),
            fit: h.fit,
            turns: h.evidence.turns,
            support: h.support,
            reach_share: h.sailing.reach.share,
            path: self
                .steps
                .all
                .iter()
                .zip(&h.path)
                .filter(|(s, _)| s.weight > 0.0)
                .map(|(s, &p)| (s.time_ms, p))
                .collect(),
        };
        let all = self.hypotheses();
        SideSample {
            is_sparse: self.steps.is_sparse,
            board_probability: self.board_probability,
            is_bare_line: all.first().is_some_and(|best| publish::is_bare_line(self, best)),
            probabilities: publish::probabilities(self, &all),
            shapes: self.side.shapes(),
            candidates: all.iter().map(candidate).collect(),
        }
    }

    /// The candidates as text, a line each, for tuning.
    #[cfg(feature = "internals")]
    pub(super) fn explain(&self) -> String {
        let line = |h: &Hypothesis| {
            let (mean, s, e) = (h.mean_deg(), &h.sailing, &h.evidence);
            let mode = |m: &SailingComponent| format!("{:.0}° k{:.0} {:.2}", m.angle_deg, m.kappa, m.share);
            format!(
                "{mean:5.0}° utility {:6.2} fit {:.1} support {:.1} turns {:.1} {:?} engine {:.2} up {} down {} reach {}\n",
                h.utility,
                h.fit,
                h.support,
                e.turns_nats,
                e.turns,
                e.engine_excess,
                mode(&s.up),
                mode(&s.down),
                mode(&s.reach)
            )
        };
        self.hypotheses().iter().map(line).collect()
    }
}

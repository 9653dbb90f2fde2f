//! All observations of one track, the search for candidate wind directions and their ranking (docs/algorithms.md,
//! sections 4.5 to 4.7).

use super::chain::{CELLS, WIDTH, cell_deg};
use super::drift;
use super::evidence;
use super::fit::{Fit, TableCell, split};
use super::hypothesis::{EndEvidence, Hypothesis, discount_reaches, distance, reaches};
use super::measurement_model::MeasurementModel;
use super::model::SailingModel;
use super::sharpen::{Sharp, sharpen};
use super::speed_retention;
use super::step_groups::StepGroups;
use super::steps::{Step, Steps};
use super::{HINT_RANGE_DEG, HINT_SD_DEG};
use crate::angle::{wrap_180, wrap_360};
use crate::config::BoatClass;
use crate::config::families::{self, FamilyShares};
use crate::stats::order::sort_by_number;
use crate::wind::TurnEvent;

// All constants below are hand-tuned together (docs/algorithms.md, section 4) unless marked.

/// Rounds of a fit, and those after which candidates far behind are dropped.
const ROUNDS: usize = 4;
const FIRST_ROUNDS: usize = 1;
/// A candidate this far behind the best after the first rounds is dropped, nats.
const DROPPED_NATS: f64 = 60.0;
/// Directions round the circle at which fits start.
const STARTS: usize = 4;
/// Least distance between two candidates, deg.
const MIN_APART_DEG: f64 = 50.0;
/// Standard deviation of errors outside the model, deg: of a known class, and of an unknown one, whose crew, leeway and trim
/// may differ between the tacks.
const UNMODELLED_DEG: f64 = 2.5;
const UNMODELLED_UNKNOWN_CLASS_DEG: f64 = 5.0;

/// Log-likelihood of a direction this far from the hint, deg: Gaussian; none beyond [`HINT_RANGE_DEG`].
fn hint_log_likelihood(off_deg: f64) -> f64 {
    let z = off_deg / HINT_SD_DEG;
    if off_deg.abs() <= HINT_RANGE_DEG { -0.5 * z * z } else { f64::NEG_INFINITY }
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
    /// Shares of the families of boats, and what follows from them.
    shares: FamilyShares,
    fast_probability: f64,
    board_probability: f64,
    class_name: &'static str,
    unmodelled_deg: f64,
    foils: bool,
    hint_deg: Option<f64>,
    /// Log-likelihood of the steps under the null hypothesis: a boat that does not sail by any wind.
    null_log_likelihood: f64,
}

impl<'a> WindProblem<'a> {
    pub fn new(steps: &'a Steps, turns: &[TurnEvent], class: &BoatClass, hint_deg: Option<f64>) -> Self {
        let prior = SailingModel::of(class, &steps.all);
        let turns = evidence::at_sailing_speed(turns, steps.slow_mps);
        let mut fixed: Vec<Option<Box<[f64; CELLS]>>> = vec![None; steps.all.len()];
        let mut add = |at: usize, log_likelihoods: [f64; CELLS]| {
            if let Some(row) = fixed.get_mut(at) {
                let row = row.get_or_insert_with(|| Box::new([0.0; CELLS]));
                row.iter_mut().zip(log_likelihoods).for_each(|(r, l)| *r += l);
            }
        };
        for turn in &turns {
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
        let shares = families::family_shares(class, prior.median_mps());
        WindProblem {
            steps,
            turns,
            prior,
            table_cells: steps.all.iter().map(table_cell).collect(),
            fixed,
            coarse: StepGroups::coarse(&steps.all),
            fine: StepGroups::fine(&steps.all),
            shares,
            fast_probability: families::fast_probability(&shares),
            board_probability: families::board_probability(class, &shares),
            class_name: class.name,
            unmodelled_deg: if families::is_named(class) {
                UNMODELLED_DEG
            } else {
                UNMODELLED_UNKNOWN_CLASS_DEG
            },
            foils: class.foil_speed_kn.is_some(),
            hint_deg,
            null_log_likelihood,
        }
    }

    /// All candidates, the best first; with a hint only the one near it, if there is one.
    pub fn hypotheses(&self) -> Vec<Hypothesis> {
        let mut fits: Vec<Fit> = self.first_directions().iter().map(|&d| Fit::begin(self, d)).collect();
        fits.iter_mut().for_each(|fit| (0..FIRST_ROUNDS).for_each(|_| fit.round(self)));
        let best = fits.iter().map(|fit| fit.log_posterior(self)).fold(f64::NEG_INFINITY, f64::max);
        fits.retain(|fit| fit.log_posterior(self) > best - DROPPED_NATS);
        for fit in &mut fits {
            (FIRST_ROUNDS + 1..ROUNDS).for_each(|_| fit.round(self));
            fit.last_round(self);
        }
        let mut ranked = self.ranked(fits);
        if let Some(hint_deg) = self.hint_deg {
            ranked.retain(|h| wrap_180(h.mean_deg() - hint_deg).abs() <= HINT_RANGE_DEG);
        }
        ranked
    }

    /// The fits as candidates, the best first, without those near to a better one.
    fn ranked(&self, fits: Vec<Fit>) -> Vec<Hypothesis> {
        let mut all: Vec<Hypothesis> = fits.into_iter().map(|fit| self.hypothesis(fit)).collect();
        discount_reaches(&mut all);
        sort_by_number(&mut all, |h| -h.score);
        let mut apart: Vec<Hypothesis> = Vec::new();
        for one in all {
            if apart.iter().all(|other| distance(&one.path, &other.path) > MIN_APART_DEG) {
                apart.push(one);
            }
        }
        apart
    }

    /// The constant direction of the highest likelihood, and those at equal angles from it, deg; with a hint the one of the
    /// highest likelihood near it, the hint being an observation of the direction.
    fn first_directions(&self) -> Vec<f64> {
        let table = self.prior.table();
        let mut total = [0.0; CELLS];
        for first in (0..CELLS).step_by(WIDTH) {
            let mut sum = [0.0; WIDTH];
            (0..self.steps.all.len()).for_each(|i| self.add_log_likelihood(&table, i, first, &mut sum));
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

    fn hypothesis(&self, fit: Fit) -> Hypothesis {
        let Fit { sailing, posterior, table } = fit;
        let path: Vec<f64> = posterior.means().collect();
        let wind_at = |t| self.path_at(&path, t);
        let evidence = self.end_evidence(1.0 - reaches(&sailing), &path);
        let fit = posterior.log_evidence + sailing.log_prior(&self.prior);
        let fit = fit - self.null_log_likelihood;
        let support = self.support(&path);
        let hulls = 1.0 - self.board_probability;
        let wide = hulls * self.fast_probability * evidence::wide_tacks(&self.turns, wind_at);
        Hypothesis {
            sailing,
            table,
            posterior,
            fit,
            score: fit + 0.5 * evidence.sum(),
            support,
            evidence,
            wide,
            path,
            unmodelled_deg: self.unmodelled_deg,
        }
    }

    /// Evidence for the end of the axis of a wind at every step; `along_share` is the share of the track that is no reach.
    pub fn end_evidence(&self, along_share: f64, path: &[f64]) -> EndEvidence {
        let wind_at = |t| self.path_at(path, t);
        // Boards on foils fall and start again on any course.
        let bear_away = if self.foils { 0.0 } else { evidence::bear_away(&self.turns, wind_at) };
        let along = bear_away + evidence::made_good(&self.steps.all, self.foils, path);
        let of_hulls = |log_odds| speed_retention::diluted(self.fast_probability, log_odds);
        let of_boards = |log_odds| speed_retention::diluted(1.0 - self.board_probability, log_odds);
        EndEvidence {
            rate: evidence::rate_of_turning(&self.turns, self.foils, wind_at),
            retention: evidence::speed_retention(&self.turns, &self.shares, wind_at),
            habit: of_boards(evidence::board_habit(&self.turns, wind_at)),
            drift: of_boards(drift::log_odds(&self.steps.rests, wind_at)),
            speeds: along_share * if self.foils { along } else { of_hulls(along) },
            turns: evidence::axis_turns(&self.turns, wind_at),
            rests: drift::counts(&self.steps.rests, wind_at),
        }
    }

    /// The sport that named the kind of boat, in small letters; none for a class of the user and for "Other".
    pub fn kind_by_sport(&self) -> Option<&'static str> {
        families::sport_name(self.class_name)
    }

    /// The sharp estimate of a candidate.
    pub fn sharpened(&self, of: &Hypothesis, class: &BoatClass) -> Sharp {
        let mut turns = vec![None; self.steps.all.len()];
        for turn in &self.turns {
            if let Some(at) = turns.get_mut(self.steps.at(turn.time_ms)) {
                *at = Some(*turn);
            }
        }
        let (steps, prior, fitted, table) = (self.steps, &self.prior, &of.sailing, &of.table);
        sharpen(&MeasurementModel { steps, prior, fitted, table, class, turns }, &of.posterior.moments())
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

    /// The candidates as text, a line each, for tuning.
    pub fn explain(&self) -> String {
        let line = |h: &Hypothesis| {
            let mean = h.mean_deg();
            let (s, e) = (&h.sailing, &h.evidence);
            format!(
                "{mean:5.0}° score {:8.1} fit {:.1} wide {:.1} support {:.1} rate {:.1} retention {:.1} habit {:.1} drift {:.1} speeds {:.1} turns {:?} rests {:?} up {:.0}° k{:.0} {:.2} m/s {:.2}  down {:.0}° k{:.0} {:.2} m/s {:.2}  reach {:.0}° k{:.0} {:.2}\n",
                h.score,
                h.fit,
                h.wide,
                h.support,
                e.rate,
                e.retention,
                e.habit,
                e.drift,
                e.speeds,
                e.turns,
                e.rests,
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

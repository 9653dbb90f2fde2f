//! Fit of the sailing model to one candidate direction: forward-backward and M-step in turn (docs/algorithms.md,
//! sections 4.3 and 4.5).

use super::chain::{CELL_DEG, CELLS, Chain, Moments, Row, WIDTH, first_cell};
use super::model::{LikelihoodTable, SailingModel, WeightHistogram};
use super::problem::WindProblem;
use super::step_groups::StepGroups;
use crate::angle::wrap_360;

/// Posterior probability below which a cell is left out of the M-step. *numerical*
const MIN_PROBABILITY: f64 = 1e-4;

/// Where a step lies in the likelihood table: its speed class, the cell below its course and the fraction of the way to
/// the next cell.
#[derive(Clone, Copy)]
pub(super) struct TableCell {
    pub class: usize,
    pub cell: usize,
    pub part: f64,
}

/// A sailing model during its fit, with what its next round needs of the posterior of grouped steps.
pub(super) struct Fit {
    pub sailing: SailingModel,
    pub table: LikelihoodTable,
    /// First cells of the windows about the posterior mean of every group.
    windows: Vec<usize>,
    histogram: WeightHistogram,
    /// Log-likelihood of all observations, nats.
    pub log_evidence: f64,
}

impl Fit {
    /// Posterior by the class's own sailing model, whose table is given, in windows about one direction, deg.
    pub(super) fn begin(problem: &WindProblem, table: LikelihoodTable, direction_deg: f64) -> Self {
        let sailing = problem.prior;
        let windows = vec![first_cell(direction_deg); problem.coarse.groups.len()];
        let mut fit = Fit { sailing, table, windows, histogram: WeightHistogram::empty(), log_evidence: 0.0 };
        fit.expect(problem);
        fit
    }

    /// One round on grouped steps.
    pub(super) fn round(&mut self, problem: &WindProblem) {
        self.maximise(problem);
        self.expect(problem);
    }

    /// The last round, on single steps. Returns circular mean and circular standard deviation of every step, deg.
    pub(super) fn last_round(&mut self, problem: &WindProblem) -> Vec<(f64, f64)> {
        self.maximise(problem);
        let first = problem.coarse.of_steps(&self.windows);
        let (moments, mut of_steps) = (Moments::new(), vec![(0.0, 0.0); first.len()]);
        let chain = problem.chain(&problem.fine, &self.table, &first);
        self.log_evidence = chain.posterior(|i, row| of_steps[i] = moments.of(first[i], row));
        of_steps
    }

    /// E-step on grouped steps.
    fn expect(&mut self, problem: &WindProblem) {
        let first = std::mem::take(&mut self.windows);
        self.windows = vec![0; first.len()];
        self.histogram = WeightHistogram::empty();
        let moments = Moments::new();
        let chain = problem.chain(&problem.coarse, &self.table, &first);
        self.log_evidence = chain.posterior(|i, row| {
            self.windows[i] = first_cell(moments.mean(first[i], row));
            problem.add_weights(i, first[i], row, &mut self.histogram);
        });
    }

    fn maximise(&mut self, problem: &WindProblem) {
        self.sailing = self.sailing.fitted(&self.histogram, &self.table, &problem.prior);
        self.table = self.sailing.table();
    }

    /// Log-likelihood of all observations and log prior of the sailing model, nats.
    pub(super) fn log_posterior(&self, problem: &WindProblem) -> f64 {
        self.log_evidence + self.sailing.log_prior(&problem.prior)
    }
}

impl WindProblem<'_> {
    fn chain<'a>(
        &'a self,
        groups: &'a StepGroups,
        table: &'a LikelihoodTable,
        first: &'a [usize],
    ) -> Chain<'a, impl Fn(usize, usize, &mut Row)> {
        let log_likelihood = move |group: usize, first: usize, row: &mut Row| {
            let steps = groups.groups.get(group).into_iter().flat_map(|group| group.clone());
            steps.for_each(|step| self.add_log_likelihood(table, step, first, row));
        };
        Chain { first, groups, log_likelihood }
    }

    /// Adds the log-likelihoods of one step to a row; `first` is the first cell of the row's window.
    pub(super) fn add_log_likelihood(
        &self,
        table: &LikelihoodTable,
        step: usize,
        first: usize,
        row: &mut Row,
    ) {
        let (Some(observed), Some(at)) = (self.steps.all.get(step), self.table_cells.get(step)) else {
            return;
        };
        if let Some(fixed) = self.fixed.get(step).and_then(|f| f.as_deref()) {
            cells_from(fixed, first).zip(row.iter_mut()).for_each(|(f, r)| *r += f);
        }
        if let (Some(log), true) = (table.log.get(at.class), observed.weight > 0.0) {
            let TableCell { cell, part, .. } = *at;
            let at = (first + CELLS - cell) % CELLS + CELLS;
            let near = log.get(at..at + WIDTH).unwrap_or_default();
            let far = log.get(at - 1..at - 1 + WIDTH).unwrap_or_default();
            let (w0, w1) = (observed.weight * (1.0 - part), observed.weight * part);
            row.iter_mut().zip(near).zip(far).for_each(|((r, a), b)| *r += w0 * a + w1 * b);
        }
    }

    /// Adds the weights of a group's steps over wind angle and speed class, as expected by its posterior.
    fn add_weights(&self, group: usize, first: usize, row: &Row, histogram: &mut WeightHistogram) {
        let Some(group) = self.coarse.groups.get(group) else { return };
        let likely = LikelyCells::of(row);
        let steps = self.steps.all.iter().zip(&self.table_cells).skip(group.start).take(group.len());
        for (step, &TableCell { class, cell, part }) in steps.filter(|(step, _)| step.weight > 0.0) {
            let Some(weights) = histogram.weight.get_mut(class) else { continue };
            let at = cell + 2 * CELLS - first;
            likely.add(step.weight, 1.0 - part, at, weights);
            likely.add(step.weight, part, at + 1, weights);
        }
    }
}

/// The probabilities of a row that are at least [`MIN_PROBABILITY`], and the range of cells that holds them.
struct LikelyCells {
    row: Row,
    from: usize,
    to: usize,
}

impl LikelyCells {
    fn of(row: &Row) -> Self {
        let is_likely = |p: &f64| *p > MIN_PROBABILITY;
        let from = row.iter().position(is_likely).unwrap_or(0);
        let to = row.iter().rposition(is_likely).map_or(0, |last| last + 1);
        LikelyCells { row: row.map(|p| if is_likely(&p) { p } else { 0.0 }), from, to }
    }

    /// Adds a share of a weight to a circle of wind angles: the first cell of the row at `at`, the next one before it, and so
    /// on round, as the angle is the course less the wind.
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

/// The cell below a direction, and the fraction of the way to the next.
pub(super) fn split(direction_deg: f64) -> (usize, f64) {
    let x = wrap_360(direction_deg) / CELL_DEG;
    (x as usize % CELLS, x - libm::floor(x))
}

/// The values of a circle from a cell on.
fn cells_from(circle: &[f64; CELLS], first: usize) -> impl Iterator<Item = &f64> {
    circle.iter().cycle().skip(first)
}

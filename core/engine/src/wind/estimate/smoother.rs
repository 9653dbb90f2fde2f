//! Kalman filter and modified Bryson–Frazier smoother with a diagonal transition and scalar observations: no matrix is
//! inverted (docs/algorithms.md, section 4.8).

/// Components of the state. *definition*
pub(super) const N: usize = 10;

pub(super) type Vector = [f64; N];
pub(super) type Matrix = [Vector; N];

/// Standardised innovation z beyond which the variance of an observation is multiplied by 1 + 2 (z/gate − 1).
/// *hand-tuned* (section 4)
const OUTLIER_GATE_SDS: f64 = 2.5;

/// Transition of the state between two steps: each component is multiplied by its factor, then gains its variance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    pub factors: Vector,
    pub variances: Vector,
}

/// A scalar observation, linear in the state: value = gradient · state + noise.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinearObservation {
    pub gradient: Vector,
    pub value: f64,
    /// Variance of the noise.
    pub variance: f64,
    /// Variance of such a value under the null hypothesis.
    pub null_variance: f64,
}

/// The observations of one step.
pub(super) type StepObservations = [Option<LinearObservation>; 3];

/// Steps of a block: filtered steps take 1.5 kB each, so that those of all blocks but the last are computed twice.
/// *guess*: 6 h of steps of 5 s, in 6 MB.
const BLOCK_STEPS: usize = 4096;

/// The filtered steps, ready for the backward pass.
pub(super) struct Smoother<F> {
    step: F,
    count: usize,
    /// The filtered steps of the last block.
    last_block: Vec<FilteredStep>,
    /// Mean and covariance before the first step of each block.
    blocks: Vec<(Vector, Matrix)>,
    /// Filtered mean and covariance after the last step.
    pub last: (Vector, Matrix),
    /// Log-likelihood ratio of each step's observations against the null hypothesis, nats; none without an observation.
    pub log_likelihood_ratio: Vec<Option<f64>>,
}

/// One step of the forward pass: predicted mean and covariance, and the updates applied to them.
struct FilteredStep {
    mean: Vector,
    cov: Matrix,
    factors: Vector,
    update: [Option<MeasurementUpdate>; 3],
}

/// An applied observation: gradient, gain, innovation and its variance.
struct MeasurementUpdate {
    gradient: Vector,
    gain: Vector,
    innovation: f64,
    variance: f64,
}

impl<F: Fn(usize) -> (Transition, StepObservations)> Smoother<F> {
    /// Filters `count` steps in order; `step` returns one by its index and is called up to twice for each, `first` is mean and
    /// covariance before the first of them.
    pub(super) fn forward(first: (Vector, Matrix), count: usize, step: F) -> Self {
        let mut last_block = Vec::with_capacity(count.min(BLOCK_STEPS));
        let (mut last, mut blocks) = (first, Vec::new());
        let mut log_likelihood_ratio = Vec::with_capacity(count);
        for i in 0..count {
            if i.is_multiple_of(BLOCK_STEPS) {
                blocks.push(last);
                last_block.clear();
            }
            log_likelihood_ratio.push(filter(&mut last, step(i), &mut last_block));
        }
        Smoother { step, count, last_block, blocks, last, log_likelihood_ratio }
    }

    /// Smoothed mean of every step, and the smoothed variance of K linear combinations of the state (coefficients `of`).
    pub(super) fn backward<const K: usize>(mut self, of: &[Vector; K]) -> Vec<(Vector, [f64; K])> {
        let mut information_vector = [0.0; N];
        let mut information_matrix = [[0.0; N]; N];
        let mut out = Vec::with_capacity(self.count);
        let mut filtered = std::mem::take(&mut self.last_block);
        for (block, mut last) in self.blocks.into_iter().enumerate().rev() {
            let start = block * BLOCK_STEPS;
            if start + BLOCK_STEPS < self.count {
                filtered.clear();
                for i in start..start + BLOCK_STEPS {
                    filter(&mut last, (self.step)(i), &mut filtered);
                }
            }
            for step in filtered.iter().rev() {
                for update in step.update.iter().rev().flatten() {
                    backward_update(&mut information_vector, &mut information_matrix, update);
                }
                out.push(step.smoothed(&information_vector, &information_matrix, of));
                for (i, row) in information_matrix.iter_mut().enumerate() {
                    information_vector[i] *= step.factors[i];
                    row.iter_mut().zip(&step.factors).for_each(|(s, k)| *s *= step.factors[i] * k);
                }
            }
        }
        out.reverse();
        out
    }
}

/// Filters one step: advances mean and covariance, appends to `steps` what the backward pass needs, and returns the
/// log-likelihood ratio. A step is large, and is written where it stays.
fn filter(
    (mean, cov): &mut (Vector, Matrix),
    (transition, observations): (Transition, StepObservations),
    steps: &mut Vec<FilteredStep>,
) -> Option<f64> {
    predict(mean, cov, &transition);
    steps.push(FilteredStep {
        mean: *mean,
        cov: *cov,
        factors: transition.factors,
        update: [const { None }; 3],
    });
    let updates = steps.last_mut().map(|step| &mut step.update).into_iter().flatten();
    let mut ratio = None;
    for (slot, observation) in updates.zip(&observations) {
        let Some(observation) = observation else { continue };
        let update = slot.insert(apply(mean, cov, observation));
        *ratio.get_or_insert(0.0) += update.log_likelihood_ratio(observation);
    }
    ratio
}

impl MeasurementUpdate {
    /// ½ (1 − e²/S − log(S/S₀)): log-likelihood ratio of the innovation e with variance S.
    fn log_likelihood_ratio(&self, observation: &LinearObservation) -> f64 {
        0.5 * (1.0
            - self.innovation * self.innovation / self.variance
            - libm::log(self.variance / observation.null_variance))
    }
}

impl FilteredStep {
    fn smoothed<const K: usize>(
        &self,
        information_vector: &Vector,
        information_matrix: &Matrix,
        of: &[Vector; K],
    ) -> (Vector, [f64; K]) {
        let (shift, _) = product(&self.cov, information_vector);
        let mut mean = self.mean;
        mean.iter_mut().zip(shift).for_each(|(m, s)| *m -= s);
        let variance = of.map(|of| {
            let (column, own) = product(&self.cov, &of);
            let (_, known) = product(information_matrix, &column);
            (own - known).max(0.0)
        });
        (mean, variance)
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Product of a symmetric matrix and a vector, and the quadratic form.
fn product(cov: &Matrix, gradient: &Vector) -> (Vector, f64) {
    // Summed row by row, which vectorises: the matrix is symmetric.
    let mut out = [0.0; N];
    for (row, gradient) in cov.iter().zip(gradient).filter(|(_, gradient)| **gradient != 0.0) {
        out.iter_mut().zip(row).for_each(|(o, c)| *o += gradient * c);
    }
    (out, dot(&out, gradient))
}

fn predict(mean: &mut Vector, cov: &mut Matrix, transition: &Transition) {
    for (i, row) in cov.iter_mut().enumerate() {
        mean[i] *= transition.factors[i];
        row.iter_mut().zip(&transition.factors).for_each(|(c, k)| *c *= transition.factors[i] * k);
        row[i] += transition.variances[i];
    }
}

fn apply(mean: &mut Vector, cov: &mut Matrix, observation: &LinearObservation) -> MeasurementUpdate {
    let (column, own) = product(cov, &observation.gradient);
    let innovation = observation.value - dot(&observation.gradient, mean);
    let z = (innovation * innovation / (own + observation.variance)).sqrt();
    let variance = own + observation.variance * (1.0 + 2.0 * (z / OUTLIER_GATE_SDS - 1.0).max(0.0));
    let gain = column.map(|c| c / variance);
    for (i, row) in cov.iter_mut().enumerate() {
        mean[i] += gain[i] * innovation;
        row.iter_mut().zip(&column).for_each(|(c, k)| *c -= gain[i] * k);
    }
    MeasurementUpdate { gradient: observation.gradient, gain, innovation, variance }
}

/// Backward recursion of the information vector and matrix over one applied observation.
fn backward_update(
    information_vector: &mut Vector,
    information_matrix: &mut Matrix,
    update: &MeasurementUpdate,
) {
    let along = dot(&update.gain, information_vector) + update.innovation / update.variance;
    let (column, own) = product(information_matrix, &update.gain);
    let both = own + 1.0 / update.variance;
    for (i, row) in information_matrix.iter_mut().enumerate() {
        let gradient = update.gradient[i];
        information_vector[i] -= gradient * along;
        let sides = update.gradient.iter().zip(&column);
        row.iter_mut()
            .zip(sides)
            .for_each(|(s, (b, c))| *s += both * gradient * b - column[i] * b - gradient * c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(variance: f64) -> (Vector, Matrix) {
        let mut cov = [[0.0; N]; N];
        cov.iter_mut().enumerate().for_each(|(i, row)| row[i] = variance);
        ([0.0; N], cov)
    }

    fn observed(value: f64, variance: f64) -> StepObservations {
        let mut gradient = [0.0; N];
        gradient[0] = 1.0;
        [Some(LinearObservation { gradient, value, variance, null_variance: 100.0 }), None, None]
    }

    const STILL: Transition = Transition { factors: [1.0; N], variances: [0.0; N] };

    #[test]
    fn observations_of_a_constant_are_averaged_with_the_prior() {
        let values = [1.0, 2.0, 3.0, 2.0];
        let smoother = Smoother::forward(first(4.0), values.len(), |i| (STILL, observed(values[i], 2.0)));
        assert!((smoother.last.1[0][0] - 1.0 / 2.25).abs() < 1e-12);
        let mut of = [0.0; N];
        of[0] = 1.0;
        for (mean, [var]) in smoother.backward(&[of]) {
            // Precision 1/4 + 4/2; mean of the observations 2, of the prior 0.
            assert!((var - 1.0 / 2.25).abs() < 1e-12, "{var}");
            assert!((mean[0] - 4.0 / 2.25).abs() < 1e-12, "{}", mean[0]);
        }
    }

    #[test]
    fn a_random_walk_observed_at_both_ends_is_half_way_in_the_middle() {
        let mut walk = STILL;
        walk.variances[0] = 1.0;
        let observations = [observed(0.0, 1e-6), [None; 3], observed(2.0, 1e-6)];
        let smoother = Smoother::forward(first(100.0), observations.len(), |i| (walk, observations[i]));
        let mut of = [0.0; N];
        of[0] = 1.0;
        let out = smoother.backward(&[of]);
        assert!((out[1].0[0] - 1.0).abs() < 1e-3 && (out[1].1[0] - 0.5).abs() < 1e-3, "{:?}", out[1]);
    }

    #[test]
    fn a_constant_of_more_than_two_blocks_has_one_mean() {
        let count = 2 * BLOCK_STEPS + 100;
        let smoother = Smoother::forward(first(4.0), count, |i| (STILL, observed((i % 3) as f64, 2.0)));
        let (filtered, mut of) = (smoother.last, [0.0; N]);
        of[0] = 1.0;
        let out = smoother.backward(&[of]);
        assert_eq!(out.len(), count);
        for (mean, [var]) in out {
            assert!((mean[0] - filtered.0[0]).abs() < 1e-9, "{}", mean[0]);
            assert!((var - filtered.1[0][0]).abs() < 1e-9, "{var}");
        }
    }

    #[test]
    fn an_outlier_hardly_moves_the_mean_of_many_observations() {
        let values = [5.0, 5.1, 4.9, 60.0, 5.0, 5.1, 4.9];
        let smoother = Smoother::forward(first(100.0), values.len(), |i| (STILL, observed(values[i], 1.0)));
        let mut of = [0.0; N];
        of[0] = 1.0;
        assert!((smoother.backward(&[of])[0].0[0] - 5.0).abs() < 1.2);
    }
}

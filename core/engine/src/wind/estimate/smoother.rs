//! Kalman filter and modified Bryson–Frazier smoother with a diagonal transition and scalar observations: no matrix is
//! inverted (docs/algorithms.md, section 4.8).

/// Components of the state.
pub(super) const N: usize = 10;

pub(super) type Vector = [f64; N];
pub(super) type Matrix = [Vector; N];

/// Standardised innovation z beyond which the variance of an observation is multiplied by 1 + 2 (z/gate − 1).
/// Hand-tuned (section 4).
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

/// The filtered steps, ready for the backward pass.
pub(super) struct Smoother {
    filtered: Vec<FilteredStep>,
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

impl Smoother {
    /// Filters the steps in order; `first` is mean and covariance before the first of them.
    pub fn forward(
        first: (Vector, Matrix),
        steps: impl Iterator<Item = (Transition, StepObservations)>,
    ) -> Self {
        let (mut mean, mut cov) = first;
        let most = steps.size_hint().0;
        let (mut filtered, mut log_likelihood_ratio) = (Vec::with_capacity(most), Vec::with_capacity(most));
        for (transition, observations) in steps {
            predict(&mut mean, &mut cov, &transition);
            let predicted = (mean, cov);
            let mut ratio = None;
            let update = observations.map(|observation| {
                let observation = observation?;
                let update = apply(&mut mean, &mut cov, &observation);
                *ratio.get_or_insert(0.0) += update.log_likelihood_ratio(&observation);
                Some(update)
            });
            log_likelihood_ratio.push(ratio);
            filtered.push(FilteredStep {
                mean: predicted.0,
                cov: predicted.1,
                factors: transition.factors,
                update,
            });
        }
        Smoother { filtered, last: (mean, cov), log_likelihood_ratio }
    }

    /// Smoothed mean of every step, and the smoothed variance of K linear combinations of the state (coefficients `of`).
    pub fn backward<const K: usize>(&self, of: &[Vector; K]) -> Vec<(Vector, [f64; K])> {
        let mut information_vector = [0.0; N];
        let mut information_matrix = [[0.0; N]; N];
        let mut out = Vec::with_capacity(self.filtered.len());
        for step in self.filtered.iter().rev() {
            for update in step.update.iter().rev().flatten() {
                backward_update(&mut information_vector, &mut information_matrix, update);
            }
            out.push(step.smoothed(&information_vector, &information_matrix, of));
            for (i, row) in information_matrix.iter_mut().enumerate() {
                information_vector[i] *= step.factors[i];
                row.iter_mut().zip(&step.factors).for_each(|(s, k)| *s *= step.factors[i] * k);
            }
        }
        out.reverse();
        out
    }
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
        let smoother = Smoother::forward(first(4.0), values.iter().map(|&v| (STILL, observed(v, 2.0))));
        let mut of = [0.0; N];
        of[0] = 1.0;
        for (mean, [var]) in smoother.backward(&[of]) {
            // Precision 1/4 + 4/2; mean of the observations 2, of the prior 0.
            assert!((var - 1.0 / 2.25).abs() < 1e-12, "{var}");
            assert!((mean[0] - 4.0 / 2.25).abs() < 1e-12, "{}", mean[0]);
        }
        assert!((smoother.last.1[0][0] - 1.0 / 2.25).abs() < 1e-12);
    }

    #[test]
    fn a_random_walk_observed_at_both_ends_is_half_way_in_the_middle() {
        let mut wander = STILL;
        wander.variances[0] = 1.0;
        let observations = [observed(0.0, 1e-6), [None; 3], observed(2.0, 1e-6)];
        let smoother = Smoother::forward(first(100.0), observations.into_iter().map(|s| (wander, s)));
        let mut of = [0.0; N];
        of[0] = 1.0;
        let out = smoother.backward(&[of]);
        assert!((out[1].0[0] - 1.0).abs() < 1e-3 && (out[1].1[0] - 0.5).abs() < 1e-3, "{:?}", out[1]);
    }

    #[test]
    fn an_outlier_hardly_moves_the_mean_of_many_observations() {
        let values = [5.0, 5.1, 4.9, 60.0, 5.0, 5.1, 4.9];
        let smoother = Smoother::forward(first(100.0), values.iter().map(|&v| (STILL, observed(v, 1.0))));
        let mut of = [0.0; N];
        of[0] = 1.0;
        assert!((smoother.backward(&[of])[0].0[0] - 5.0).abs() < 1.2);
    }
}

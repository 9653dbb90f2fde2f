//! A Kalman smoother for a handful of quantities that each remember or forget by themselves, seen through one
//! number at a time (modified Bryson-Frazier: no matrix is ever inverted).

/// Quantities of the state.
pub(super) const N: usize = 10;

pub(super) type Vector = [f64; N];
pub(super) type Matrix = [Vector; N];

/// Sights further off than this many deviations are believed less, the further the less.
const STRANGE: f64 = 2.5;

/// What happens to the state between two steps: each quantity keeps this share and gains this variance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    pub keeps: Vector,
    pub gains: Vector,
}

/// One number seen: how it hangs on the state, the number itself (as if it hung on it by nothing else), its variance.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinearObservation {
    pub by: Vector,
    pub value: f64,
    pub variance: f64,
    /// Variance of such numbers when nothing is known.
    pub anyway: f64,
}

/// What may be seen in one step.
pub(super) type StepObservations = [Option<LinearObservation>; 3];

/// Forward through all steps, then backward.
pub(super) struct Smoother {
    filtered: Vec<FilteredStep>,
    /// Mean and covariance after the last step.
    pub last: (Vector, Matrix),
    /// What each step's sights are worth against knowing nothing, nats; none without a sight.
    pub log_likelihood_ratio: Vec<Option<f64>>,
}

/// One step on its way forward.
struct FilteredStep {
    mean: Vector,
    cov: Matrix,
    keeps: Vector,
    taken: [Option<MeasurementUpdate>; 3],
}

/// A sight as it was taken in.
struct MeasurementUpdate {
    by: Vector,
    gain: Vector,
    off: f64,
    variance: f64,
}

impl Smoother {
    /// Takes the steps in order; `first` is the state before the first of them.
    pub fn forward(
        first: (Vector, Matrix),
        steps: impl Iterator<Item = (Transition, StepObservations)>,
    ) -> Self {
        let (mut mean, mut cov) = first;
        let most = steps.size_hint().0;
        let (mut filtered, mut log_likelihood_ratio) = (Vec::with_capacity(most), Vec::with_capacity(most));
        for (drift, sights) in steps {
            go_on(&mut mean, &mut cov, &drift);
            let (before, spread) = (mean, cov);
            let mut says = None;
            let taken = sights.map(|sight| {
                let sight = sight?;
                let taken = take(&mut mean, &mut cov, &sight);
                *says.get_or_insert(0.0) += taken.log_likelihood_ratio(&sight);
                Some(taken)
            });
            log_likelihood_ratio.push(says);
            filtered.push(FilteredStep { mean: before, cov: spread, keeps: drift.keeps, taken });
        }
        Smoother { filtered, last: (mean, cov), log_likelihood_ratio }
    }

    /// Mean of every quantity at every step, and the variances of some sums of quantities (weights `of`).
    pub fn backward<const K: usize>(&self, of: &[Vector; K]) -> Vec<(Vector, [f64; K])> {
        let mut information_vector = [0.0; N];
        let mut information_matrix = [[0.0; N]; N];
        let mut out = Vec::with_capacity(self.filtered.len());
        for step in self.filtered.iter().rev() {
            for taken in step.taken.iter().rev().flatten() {
                give_back(&mut information_vector, &mut information_matrix, taken);
            }
            out.push(step.smoothed(&information_vector, &information_matrix, of));
            for (i, row) in information_matrix.iter_mut().enumerate() {
                information_vector[i] *= step.keeps[i];
                row.iter_mut().zip(&step.keeps).for_each(|(s, k)| *s *= step.keeps[i] * k);
            }
        }
        out.reverse();
        out
    }
}

impl MeasurementUpdate {
    /// Log-density of the number against that of one of which nothing is known.
    fn log_likelihood_ratio(&self, sight: &LinearObservation) -> f64 {
        0.5 * (1.0 - self.off * self.off / self.variance - libm::log(self.variance / sight.anyway))
    }
}

impl FilteredStep {
    fn smoothed<const K: usize>(
        &self,
        information_vector: &Vector,
        information_matrix: &Matrix,
        of: &[Vector; K],
    ) -> (Vector, [f64; K]) {
        let (shift, _) = spread(&self.cov, information_vector);
        let mut mean = self.mean;
        mean.iter_mut().zip(shift).for_each(|(m, s)| *m -= s);
        let variance = of.map(|of| {
            let (column, own) = spread(&self.cov, &of);
            let (_, known) = spread(information_matrix, &column);
            (own - known).max(0.0)
        });
        (mean, variance)
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// A matrix times a vector, and the vector times that.
fn spread(cov: &Matrix, by: &Vector) -> (Vector, f64) {
    // Row by row, which are the columns, too: so the sums run side by side.
    let mut out = [0.0; N];
    for (row, by) in cov.iter().zip(by).filter(|(_, by)| **by != 0.0) {
        out.iter_mut().zip(row).for_each(|(o, c)| *o += by * c);
    }
    (out, dot(&out, by))
}

fn go_on(mean: &mut Vector, cov: &mut Matrix, drift: &Transition) {
    for (i, row) in cov.iter_mut().enumerate() {
        mean[i] *= drift.keeps[i];
        row.iter_mut().zip(&drift.keeps).for_each(|(c, k)| *c *= drift.keeps[i] * k);
        row[i] += drift.gains[i];
    }
}

fn take(mean: &mut Vector, cov: &mut Matrix, sight: &LinearObservation) -> MeasurementUpdate {
    let (column, own) = spread(cov, &sight.by);
    let off = sight.value - dot(&sight.by, mean);
    let far = (off * off / (own + sight.variance)).sqrt();
    let variance = own + sight.variance * (1.0 + 2.0 * (far / STRANGE - 1.0).max(0.0));
    let gain = column.map(|c| c / variance);
    for (i, row) in cov.iter_mut().enumerate() {
        mean[i] += gain[i] * off;
        row.iter_mut().zip(&column).for_each(|(c, k)| *c -= gain[i] * k);
    }
    MeasurementUpdate { by: sight.by, gain, off, variance }
}

/// One sight of the backward pass.
fn give_back(information_vector: &mut Vector, information_matrix: &mut Matrix, taken: &MeasurementUpdate) {
    let along = dot(&taken.gain, information_vector) + taken.off / taken.variance;
    let (column, own) = spread(information_matrix, &taken.gain);
    let both = own + 1.0 / taken.variance;
    for (i, row) in information_matrix.iter_mut().enumerate() {
        let by = taken.by[i];
        information_vector[i] -= by * along;
        let sides = taken.by.iter().zip(&column);
        row.iter_mut().zip(sides).for_each(|(s, (b, c))| *s += both * by * b - column[i] * b - by * c);
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

    fn look(value: f64, variance: f64) -> StepObservations {
        let mut by = [0.0; N];
        by[0] = 1.0;
        [Some(LinearObservation { by, value, variance, anyway: 100.0 }), None, None]
    }

    const STILL: Transition = Transition { keeps: [1.0; N], gains: [0.0; N] };

    #[test]
    fn looks_at_something_that_stays_are_averaged_with_what_was_known() {
        let values = [1.0, 2.0, 3.0, 2.0];
        let smoother = Smoother::forward(first(4.0), values.iter().map(|&v| (STILL, look(v, 2.0))));
        let mut of = [0.0; N];
        of[0] = 1.0;
        for (mean, [var]) in smoother.backward(&[of]) {
            // Precision 1/4 + 4/2; mean of the looks 2, of what was known 0.
            assert!((var - 1.0 / 2.25).abs() < 1e-12, "{var}");
            assert!((mean[0] - 4.0 / 2.25).abs() < 1e-12, "{}", mean[0]);
        }
        assert!((smoother.last.1[0][0] - 1.0 / 2.25).abs() < 1e-12);
    }

    #[test]
    fn a_wandering_thing_seen_at_both_ends_is_half_way_in_the_middle() {
        let mut wander = STILL;
        wander.gains[0] = 1.0;
        let sights = [look(0.0, 1e-6), [None; 3], look(2.0, 1e-6)];
        let smoother = Smoother::forward(first(100.0), sights.into_iter().map(|s| (wander, s)));
        let mut of = [0.0; N];
        of[0] = 1.0;
        let out = smoother.backward(&[of]);
        assert!((out[1].0[0] - 1.0).abs() < 1e-3 && (out[1].1[0] - 0.5).abs() < 1e-3, "{:?}", out[1]);
    }

    #[test]
    fn one_number_far_off_hardly_moves_what_many_agree_on() {
        let values = [5.0, 5.1, 4.9, 60.0, 5.0, 5.1, 4.9];
        let smoother = Smoother::forward(first(100.0), values.iter().map(|&v| (STILL, look(v, 1.0))));
        let mut of = [0.0; N];
        of[0] = 1.0;
        assert!((smoother.backward(&[of])[0].0[0] - 5.0).abs() < 1.2);
    }
}

//! Weights of the parts of the utility (conditional logit) and the probability that one candidate is right (logistic
//! regression).

use leebow_engine::wind::estimate::Beta;

use crate::data::Track;
use crate::moments::{Shapes, against_broad};

/// Weights of fit, turns and the fit of sparse tracks, and the beta parameters of tacks and gybes of boats and of boards.
pub type Fitted = [f64; 7];

/// Ridge of the logarithms of the beta parameters.
const BETA_RIDGE: f64 = 0.5;
/// Ridge of both regressions.
const RIDGE: f64 = 0.02;
/// Rounds of Newton's method.
const ROUNDS: usize = 30;

/// What a candidate is judged by.
struct Parts {
    fit: f64,
    turns: f64,
    tacks_and_gybes: [usize; 2],
    /// Coefficients' predictors of the probability that one of the candidates is right.
    certainty: Certainty,
}

/// Coefficients of that probability: the constant, the evidence for an engine and for the best candidate, a turn, the log of
/// its support, its share of reaches.
pub type Certainty = [f64; PREDICTORS];
const PREDICTORS: usize = 5;

fn parts(track: &Track, shapes: &Shapes) -> Vec<Parts> {
    let of = |model| track.sample.shapes.iter().map(move |x| against_broad(model, &shapes.broad, x));
    let by_label: Vec<Vec<f64>> = shapes.turns.iter().map(|model| of(model).collect()).collect();
    let engine: f64 = of(&shapes.engine).sum();
    let n = 1.0 + track.sample.shapes.len() as f64;
    let of_candidate = |c: &leebow_engine::wind::estimate::CandidateSample| {
        let turns: f64 = c.labels.iter().enumerate().map(|(k, &label)| by_label[label as usize][k]).sum();
        Parts {
            fit: c.fit,
            turns,
            tacks_and_gybes: c.turns,
            certainty: [
                1.0,
                ((engine - turns) / n).clamp(-3.0, 3.0),
                (turns / n).clamp(-3.0, 3.0),
                libm::log1p(c.support.max(0.0)),
                c.reach_share,
            ],
        }
    };
    track.sample.candidates.iter().map(of_candidate).collect()
}

fn shares(track: &Track, parts: &[Parts], w: &Fitted) -> Vec<f64> {
    let fit = if track.sample.is_sparse { w[2] } else { w[0] };
    let board = track.sample.board_probability;
    let [boats, boards] = [3, 5].map(|i| Beta { tacks: w[i], gybes: w[i + 1] });
    let axes = |p: &Parts| {
        let of = |beta: Beta| libm::exp(beta.log_probability(p.tacks_and_gybes));
        libm::log((1.0 - board) * of(boats) + board * of(boards))
    };
    let utility: Vec<f64> = parts.iter().map(|p| fit * p.fit + w[1] * p.turns + axes(p)).collect();
    let top = utility.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = utility.iter().map(|u| libm::exp(u - top)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / sum).collect()
}

/// The greatest likelihood of the right candidates.
pub fn weights(tracks: &[Track], shapes: &Shapes) -> Fitted {
    let chosen = tracks.iter().filter(|t| t.right.iter().any(|r| *r) && t.right.len() > 1);
    let all: Vec<(&Track, Vec<Parts>)> = chosen.map(|t| (t, parts(t, shapes))).collect();
    let loss = |log_w: &Fitted| {
        let w = log_w.map(libm::exp);
        let one = |(track, parts): &(&Track, Vec<Parts>)| {
            let shares = shares(track, parts, &w);
            let right: f64 = shares.iter().zip(&track.right).filter(|(_, r)| **r).map(|(s, _)| s).sum();
            -track.weight * libm::log(right.max(1e-9))
        };
        all.iter().map(one).sum::<f64>()
            + RIDGE * w[..3].iter().map(|w| w * w).sum::<f64>()
            + BETA_RIDGE * log_w[3..].iter().map(|l| l * l).sum::<f64>()
    };
    descend(loss, [-1.2, -1.2, -1.2, 0.0, 0.0, 0.0, 0.0]).map(libm::exp)
}

/// Compass search: halves the step when no direction improves.
fn descend(loss: impl Fn(&Fitted) -> f64, mut at: Fitted) -> Fitted {
    let (mut best, mut step) = (loss(&at), 0.5);
    while step > 1e-3 {
        let mut improved = false;
        for i in 0..at.len() {
            for sign in [1.0, -1.0] {
                let mut next = at;
                next[i] += sign * step;
                let value = loss(&next);
                if value < best {
                    (at, best, improved) = (next, value, true);
                }
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    at
}

/// Coefficients of the probability, for dense or for sparse tracks, that one of the candidates is right.
pub fn certainty(tracks: &[Track], shapes: &Shapes, weights: Fitted, sparse: bool) -> Certainty {
    let mut rows: Vec<(f64, Certainty, bool)> = Vec::new();
    for track in tracks.iter().filter(|t| !t.sample.is_bare_line && t.sample.is_sparse == sparse) {
        let parts = parts(track, shapes);
        let shares = shares(track, &parts, &weights);
        let better = |best: usize, k: usize| if shares[k] > shares[best] { k } else { best };
        let Some(best) = (0..shares.len()).reduce(better) else { continue };
        rows.push((track.weight, parts[best].certainty, track.right.iter().any(|right| *right)));
    }
    let mut b = [0.0; PREDICTORS];
    for _ in 0..ROUNDS {
        let mut gradient = b.map(|b| -2.0 * RIDGE * b);
        let mut hessian = [[0.0; PREDICTORS]; PREDICTORS];
        (0..PREDICTORS).for_each(|i| hessian[i][i] = 2.0 * RIDGE);
        for (weight, x, right) in &rows {
            let logit: f64 = x.iter().zip(&b).map(|(x, b)| x * b).sum();
            let p = 1.0 / (1.0 + libm::exp(-logit));
            let off = f64::from(u8::from(*right)) - p;
            for i in 0..PREDICTORS {
                gradient[i] += weight * off * x[i];
                (0..PREDICTORS).for_each(|j| hessian[i][j] += weight * p * (1.0 - p) * x[i] * x[j]);
            }
        }
        let step = solved(hessian, gradient);
        (0..PREDICTORS).for_each(|i| b[i] += step[i]);
    }
    b
}

/// Solution of a symmetric positive system by elimination.
fn solved(mut a: [Certainty; PREDICTORS], mut y: Certainty) -> Certainty {
    for i in 0..PREDICTORS {
        for j in i + 1..PREDICTORS {
            let factor = a[j][i] / a[i][i];
            (i..PREDICTORS).for_each(|k| a[j][k] -= factor * a[i][k]);
            y[j] -= factor * y[i];
        }
    }
    for i in (0..PREDICTORS).rev() {
        let known: f64 = (i + 1..PREDICTORS).map(|k| a[i][k] * y[k]).sum();
        y[i] = (y[i] - known) / a[i][i];
    }
    y
}

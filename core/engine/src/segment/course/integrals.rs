//! Means over windows of quantities that are linear between fixes, by their running integrals.

use std::ops::Range;

/// A quantity of one piece, linear between fixes, with its running integral at each fix. Slices of equal length.
pub(super) struct Line<'a> {
    pub time_s: &'a [f64],
    pub values: &'a [f64],
    pub running: &'a [f64],
}

impl Line<'_> {
    /// Writes the mean from `half_s` before to `half_s` after each fix, cut at the ends of the piece, into `out`; a single
    /// fix keeps its value. Takes time proportional to the number of fixes.
    pub(super) fn centred(&self, half_s: f64, out: &mut [f64]) {
        let (Some(&first), Some(&last)) = (self.time_s.first(), self.time_s.last()) else { return };
        let (mut a, mut b) = (self.part(0), self.part(0));
        for (mean, &t) in out.iter_mut().zip(self.time_s) {
            let (from, to) = ((t - half_s).max(first), (t + half_s).min(last));
            if to <= from {
                continue;
            }
            while a.end_s <= from {
                a = self.part(a.next);
            }
            while b.end_s <= to {
                b = self.part(b.next);
            }
            *mean = (b.integral(to) - a.integral(from)) / (to - from);
        }
    }

    /// The interval from a fix to the next; the last one has no end.
    fn part(&self, fix: usize) -> Part {
        let next = fix + 1;
        let (Some(&start_s), Some(&value), Some(&running)) =
            (self.time_s.get(fix), self.values.get(fix), self.running.get(fix))
        else {
            return Part { start_s: 0.0, end_s: f64::INFINITY, next, running: 0.0, value: 0.0, slope: 0.0 };
        };
        let (end_s, slope) = match (self.time_s.get(next), self.values.get(next)) {
            (Some(&end_s), Some(end)) if end_s > start_s => (end_s, (end - value) / (end_s - start_s)),
            (Some(&end_s), Some(_)) => (end_s, 0.0),
            _ => (f64::INFINITY, 0.0),
        };
        Part { start_s, end_s, next, running, value, slope }
    }
}

/// A quantity between two fixes, with its running integral at the first of them.
struct Part {
    start_s: f64,
    end_s: f64,
    /// Index of the fix at its end.
    next: usize,
    running: f64,
    value: f64,
    slope: f64,
}

impl Part {
    /// The running integral at a moment.
    fn integral(&self, t_s: f64) -> f64 {
        let dt = t_s - self.start_s;
        self.running + (self.value + 0.5 * self.slope * dt) * dt
    }
}

/// Running integral at each fix, by the trapezoid rule, or with `held` of values that are constant up to their fix; gaps
/// between pieces add nothing.
pub(super) fn integrate(t_s: &[f64], values: &[f64], pieces: &[Range<usize>], held: bool) -> Vec<f64> {
    let mut out = vec![0.0; t_s.len()];
    let mut sum = 0.0;
    for piece in pieces {
        for i in piece.clone() {
            if i > piece.start {
                let mean = if held { values[i] } else { 0.5 * (values[i] + values[i - 1]) };
                sum += mean * (t_s[i] - t_s[i - 1]);
            }
            out[i] = sum;
        }
    }
    out
}

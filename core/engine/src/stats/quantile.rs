//! Quantiles by selection, O(n) on average: linear interpolation between order statistics (type 7, R's default).

/// The `p` quantile of finite values, p in [0, 1]; reorders the slice. None without values.
pub fn quantile(values: &mut [f64], p: f64) -> Option<f64> {
    if values.is_empty() || !(0.0..=1.0).contains(&p) {
        return None;
    }
    let h = (values.len() - 1) as f64 * p;
    let k = (h.floor() as usize).min(values.len() - 1);
    let (low, high) = match neighbours(values, k) {
        Some((mut few, k)) => at_and_after(&mut few, k),
        None => at_and_after(values, k),
    };
    Some(if h > k as f64 && high.is_finite() { low + (high - low) * (h - k as f64) } else { low })
}

/// The value of a rank and the next; infinite after the last.
fn at_and_after(values: &mut [f64], k: usize) -> (f64, f64) {
    let (_, low, above) = values.select_nth_unstable_by(k, f64::total_cmp);
    (*low, above.iter().fold(f64::INFINITY, |least, &v| if v < least { v } else { least }))
}

/// Of many values those near a rank and the next, and what the rank is among them: a count by size spares sorting the
/// rest. None where there are few values, or all are alike.
fn neighbours(values: &[f64], k: usize) -> Option<(Vec<f64>, usize)> {
    const MANY: usize = 4096;
    const BINS: usize = 1024;
    if values.len() < MANY || values.iter().any(|v| !v.is_finite()) {
        return None;
    }
    let least = values.iter().fold(f64::INFINITY, |m, &v| if v < m { v } else { m });
    let most = values.iter().fold(f64::NEG_INFINITY, |m, &v| if v > m { v } else { m });
    let per_unit = BINS as f64 / (most - least);
    if !(per_unit.is_finite() && per_unit > 0.0) {
        return None;
    }
    let bin = |v: f64| (((v - least) * per_unit) as usize).min(BINS - 1);
    let mut counts = [0_usize; BINS];
    values.iter().for_each(|&v| counts[bin(v)] += 1);
    let (mut below, mut at) = (0, 0);
    while at + 1 < BINS && below + counts[at] <= k {
        below += counts[at];
        at += 1;
    }
    let (mut upto, mut last) = (below + counts[at], at);
    while last + 1 < BINS && upto <= k + 1 {
        last += 1;
        upto += counts[last];
    }
    Some((values.iter().copied().filter(|&v| (at..=last).contains(&bin(v))).collect(), k - below))
}

/// The median; reorders the slice.
pub fn median(values: &mut [f64]) -> Option<f64> {
    quantile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_of_one_to_four_are_r_type_7() {
        let mut v = [4.0, 1.0, 3.0, 2.0];
        assert_eq!(quantile(&mut v, 0.25), Some(1.75));
        assert_eq!(quantile(&mut v, 0.5), Some(2.5));
        assert_eq!(quantile(&mut v, 0.75), Some(3.25));
        assert_eq!(quantile(&mut v, 0.0), Some(1.0));
        assert_eq!(quantile(&mut v, 1.0), Some(4.0));
    }

    #[test]
    fn many_values_have_the_quantiles_that_sorting_gives_them() {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8)
        };
        let even: Vec<f64> = (0..5001).map(|_| next()).collect();
        let skewed: Vec<f64> = even.iter().map(|v| v * v * v * v).collect();
        let steps: Vec<f64> = even.iter().map(|v| (v / 4e6).floor()).collect();
        let two: Vec<f64> = (0..5000).map(|k| if k == 77 { 9.0 } else { -1.0 }).collect();
        for values in [even, skewed, steps, two, vec![3.0; 5000]] {
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            for p in [0.0, 0.001, 0.25, 0.5, 0.777, 0.999, 0.9999, 1.0] {
                let h = (sorted.len() - 1) as f64 * p;
                let (k, f) = (h as usize, h - h.floor());
                let high = sorted.get(k + 1).copied().unwrap_or(sorted[k]);
                assert_eq!(quantile(&mut values.clone(), p), Some(sorted[k] + (high - sorted[k]) * f), "{p}");
            }
        }
    }

    #[test]
    fn nothing_has_no_median() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [7.0]), Some(7.0));
    }
}

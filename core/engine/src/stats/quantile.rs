//! Quantiles by selection, O(n) on average: linear interpolation between order statistics (type 7, R's default).

/// The `p` quantile of finite values, p in [0, 1]; reorders the slice. None for an empty slice or another p.
pub fn quantile(values: &mut [f64], p: f64) -> Option<f64> {
    if values.is_empty() || !(0.0..=1.0).contains(&p) {
        return None;
    }
    let h = (values.len() - 1) as f64 * p;
    let k = (h.floor() as usize).min(values.len() - 1);
    let (_, low, above) = values.select_nth_unstable_by(k, f64::total_cmp);
    let low = *low;
    let high = above.iter().fold(f64::INFINITY, |least, &v| if v < least { v } else { least });
    Some(if h > k as f64 && high.is_finite() { low + (high - low) * (h - k as f64) } else { low })
}

/// The median; reorders the slice. None for an empty slice.
pub fn median(values: &mut [f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value at an index of the ascending order; reorders the slice. None beyond its end.
pub fn order_statistic(values: &mut [f64], index: usize) -> Option<f64> {
    (index < values.len()).then(|| *values.select_nth_unstable_by(index, f64::total_cmp).1)
}

/// The median, the larger of two middle values; reorders the slice. None for an empty slice.
pub fn upper_median(values: &mut [f64]) -> Option<f64> {
    order_statistic(values, values.len() / 2)
}

/// The median of values with weights of 0 or more: half of the weight is on either side of it; O(n) on average, reorders
/// the slice. None for an empty slice.
pub fn weighted_median(mut values: &mut [(f64, f64)]) -> Option<f64> {
    let weight = |part: &[(f64, f64)]| part.iter().map(|v| v.1).sum::<f64>();
    let half = 0.5 * weight(values);
    let mut below = 0.0;
    loop {
        let at = values.len() / 2;
        if at == 0 {
            return values.first().map(|v| v.0);
        }
        let (low, middle, high) = values.select_nth_unstable_by(at, |a, b| a.0.total_cmp(&b.0));
        let to_middle = below + weight(low);
        let to_high = to_middle + middle.1;
        if to_middle == half {
            let last = low.iter().fold(f64::NEG_INFINITY, |most, v| most.max(v.0));
            return Some(0.5 * (last + middle.0));
        } else if to_middle > half {
            values = low;
        } else if to_high > half || high.is_empty() {
            return Some(middle.0);
        } else if to_high == half {
            let next = high.iter().fold(f64::INFINITY, |least, v| least.min(v.0));
            return Some(0.5 * (middle.0 + next));
        } else {
            below = to_high;
            values = high;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weighted_median_with_equal_weights_is_the_median() {
        for n in 1..40 {
            let mut values: Vec<f64> = (0..n).map(|k| f64::from(k * 17 % 23)).collect();
            let mut weighted: Vec<(f64, f64)> = values.iter().map(|&v| (v, 2.0)).collect();
            assert_eq!(weighted_median(&mut weighted), median(&mut values), "of {n}");
        }
    }

    #[test]
    fn a_weighted_median_has_half_of_the_weight_on_either_side() {
        assert_eq!(weighted_median(&mut [(3.0, 1.0), (1.0, 1.0), (2.0, 1.0), (9.0, 10.0)]), Some(9.0));
        assert_eq!(weighted_median(&mut [(3.0, 2.0), (1.0, 1.0), (2.0, 1.0)]), Some(2.5));
        assert_eq!(weighted_median(&mut [(5.0, 0.0), (4.0, 1.0), (6.0, 0.0)]), Some(4.0));
        assert_eq!(weighted_median(&mut []), None);
    }

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
    fn an_empty_slice_has_no_median() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [7.0]), Some(7.0));
    }
}

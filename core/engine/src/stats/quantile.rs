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
    fn an_empty_slice_has_no_median() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [7.0]), Some(7.0));
    }
}

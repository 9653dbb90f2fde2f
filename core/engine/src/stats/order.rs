//! The engine's one sort: each further instance of the library's sort adds some kilobytes to the WASM module.

/// Index of the first of rising numbers that is at least `least`, searched first where it lies when they are evenly
/// spaced; their count without one.
pub fn first_at(rising: &[f64], least: f64) -> usize {
    let (Some(first), Some(last)) = (rising.first(), rising.last()) else { return 0 };
    let guess = ((least - first) / (last - first) * (rising.len() - 1) as f64) as usize;
    let from = guess.saturating_sub(1).min(rising.len() - 1);
    let near = rising[from..].iter().take(4).position(|&number| number >= least);
    let found = near.filter(|&k| k > 0 || from == 0).map(|k| from + k);
    found.unwrap_or_else(|| rising.partition_point(|&number| number < least))
}

/// Stable in-place sort by a key, ascending; NaN sorts last (`f64::total_cmp`). O(n log n).
pub fn sort_by_number<T>(items: &mut [T], number: impl Fn(&T) -> f64) {
    let numbers: Vec<f64> = items.iter().map(number).collect();
    let mut from = order(&numbers);
    for first in 0..items.len() {
        // Follow each cycle of the permutation once: a finished place points at itself.
        let mut place = first;
        while let Some(next) = from.get(place).copied().filter(|&next| next != place) {
            from.get_mut(place).into_iter().for_each(|at| *at = place);
            if next == first {
                break;
            }
            items.swap(place, next);
            place = next;
        }
    }
}

/// Indices of the numbers in ascending order.
fn order(numbers: &[f64]) -> Vec<usize> {
    let mut pairs: Vec<(f64, usize)> = numbers.iter().copied().zip(0..).collect();
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    pairs.into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::{first_at, sort_by_number};
    use crate::random::Random;

    #[test]
    fn the_first_fix_at_or_after_a_moment_is_found_whatever_the_intervals() {
        let even: Vec<f64> = (0..50).map(|i| f64::from(i) * 0.04).collect();
        let uneven = vec![0.0, 0.1, 0.2, 7.0, 7.0, 7.5, 30.0, 90.0];
        for times in [&even[..], &uneven, &[5.0], &[5.0, 5.0, 5.0], &[]] {
            for k in -20..1000 {
                let at = f64::from(k) * 0.1;
                let want = times.partition_point(|&t| t < at);
                assert_eq!(first_at(times, at), want, "{times:?} at {at}");
            }
            for &time in times {
                assert_eq!(first_at(times, time), times.partition_point(|&t| t < time));
            }
        }
    }

    #[test]
    fn turns_are_sorted_by_time_and_equal_times_keep_their_order() {
        let mut turns =
            vec![(30.0, "gybe"), (-1.0, "start"), (30.0, "douse"), (12.0, "tack"), (f64::NAN, "none")];
        sort_by_number(&mut turns, |t| t.0);
        let names: Vec<&str> = turns.iter().map(|t| t.1).collect();
        assert_eq!(names, ["start", "tack", "gybe", "douse", "none"]);
    }

    #[test]
    fn a_thousand_fixes_are_sorted_as_by_the_standard_library() {
        let mut random = Random::of(7);
        let mut next = || {
            let bits = random.bits_48() as u32;
            (f64::from(bits >> 23), bits)
        };
        let mut fixes: Vec<(f64, u32)> = (0..1000).map(|_| next()).collect();
        let mut expected = fixes.clone();
        expected.sort_by(|a, b| a.0.total_cmp(&b.0));
        sort_by_number(&mut fixes, |f| f.0);
        assert_eq!(fixes, expected);
        sort_by_number(&mut fixes, |f| f.0);
        assert_eq!(fixes, expected);
    }
}

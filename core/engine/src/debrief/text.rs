//! Numbers and words of the sentences.

use super::answer::ReferenceKind;
use super::report::MAX_TWS_DIFFERENCE_KN;
use super::summary::SessionSummary;

/// A number with so many decimals, rounded half away from zero; without a sign when it rounds to 0.
pub(super) fn fixed(value: f64, decimals: u32) -> String {
    let scale = 10_i64.pow(decimals);
    let all = (value * scale as f64).round() as i64;
    let sign = if all < 0 { "-" } else { "" };
    let (whole, part) = (all.abs() / scale, all.abs() % scale);
    match decimals {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{part:0width$}", width = decimals as usize),
    }
}

/// A length or loss: one decimal below 10.
pub(super) fn metres(value: f64) -> String {
    fixed(value, if value.abs() < 9.95 { 1 } else { 0 })
}

/// "one" to "twelve", then figures.
pub(super) fn count(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), ToString::to_string)
}

/// " in 5 to 13 kn", the winds that a session is compared in; empty without a measured wind.
pub(super) fn in_winds(session: &SessionSummary) -> String {
    let Some(kn) = session.tws_kn else { return String::new() };
    let (low, high) = (kn - MAX_TWS_DIFFERENCE_KN, kn + MAX_TWS_DIFFERENCE_KN);
    format!(" in {} to {} kn", fixed(low.max(0.0), 0), fixed(high, 0))
}

/// With whom a session is compared, after "than".
pub(super) fn than(reference: ReferenceKind, others: usize, today: &SessionSummary) -> String {
    let wind = if today.tws_kn.is_some() { " in about this wind" } else { "" };
    match reference {
        ReferenceKind::Sessions => format!("in your last {} sessions{wind}", count(others)),
        ReferenceKind::Fleet => format!("the average of the {} other boats", count(others)),
        ReferenceKind::BestThird => "your own best third".to_string(),
    }
}

/// "Your last six Laser sessions in 8 to 11 kn, 212 min upwind"; `amount` is the last part.
pub(super) fn compared_with(
    reference: ReferenceKind,
    others: usize,
    today: &SessionSummary,
    amount: &str,
) -> String {
    let wind = in_winds(today);
    match reference {
        ReferenceKind::Sessions => {
            format!("Your last {} {} sessions{wind}, {amount}", count(others), today.boat_class)
        }
        ReferenceKind::Fleet => format!("The {} other boats of the race, {amount}", count(others)),
        ReferenceKind::BestThird => format!("Your own best third today, {amount}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_rounded_as_a_sailor_reads_them() {
        assert_eq!(fixed(2.345, 1), "2.3");
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(-1.26, 1), "-1.3");
        assert_eq!(fixed(0.05, 2), "0.05");
        assert_eq!(metres(9.94), "9.9");
        assert_eq!(metres(112.6), "113");
        assert_eq!((count(6), count(40)), ("six".to_string(), "40".to_string()));
    }

    #[test]
    fn the_winds_of_a_comparison_are_named_by_their_bounds() {
        let of = |tws_kn| in_winds(&SessionSummary { tws_kn, ..SessionSummary::default() });
        assert_eq!([of(Some(9.4)), of(Some(2.0)), of(None)], [" in 5 to 13 kn", " in 0 to 6 kn", ""]);
    }
}

//! Times in ISO 8601 with the decimals they need.

use crate::calendar::iso_utc;

/// Units of the last decimal in a millisecond: finer than the distance of adjacent doubles at these times.
const TICKS: f64 = 1e4;

/// `2026-06-13T13:58:02Z`, `...02.250Z` or `...02.0078125Z`, which reads back to the same double.
pub(super) fn iso(time_ms: f64) -> String {
    let whole = time_ms.floor();
    let ticks = ((time_ms - whole) * TICKS).round();
    let (whole, ticks) = if ticks >= TICKS { (whole + 1.0, 0.0) } else { (whole, ticks) };
    let mut text = iso_utc(whole);
    text.pop();
    if ticks > 0.0 {
        text.push_str(&format!("{:04}", ticks as u32));
        text.truncate(text.trim_end_matches('0').len());
    } else if let Some(seconds) = text.strip_suffix(".000") {
        text.truncate(seconds.len());
    }
    text.push('Z');
    text
}

/// The time to the millisecond with the zone as Vakaros writes it, and true when it was rounded.
pub(super) fn vakaros(time_ms: f64) -> (String, bool) {
    let mut text = iso_utc(time_ms);
    text.pop();
    text.push_str("+0000");
    (text, (time_ms - time_ms.round()).abs() * TICKS >= 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_the_decimals_it_needs() {
        assert_eq!(iso(1_781_359_082_000.0), "2026-06-13T13:58:02Z");
        assert_eq!(iso(1_781_359_082_250.0), "2026-06-13T13:58:02.250Z");
        assert_eq!(iso(1_781_359_082_007.812_5), "2026-06-13T13:58:02.0078125Z");
        assert_eq!(iso(1_781_359_081_999.999_99), "2026-06-13T13:58:02Z");
    }

    #[test]
    fn vakaros_times_are_rounded_to_milliseconds() {
        let (text, dropped) = vakaros(1_781_359_082_250.0);
        assert_eq!((text.as_str(), dropped), ("2026-06-13T13:58:02.250+0000", false));
        assert!(vakaros(1_781_359_082_007.812_5).1);
    }
}

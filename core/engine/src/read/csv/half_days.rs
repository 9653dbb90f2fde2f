//! Clocks of twelve hours without am or pm: `12:59:59`, then `01:00:00`.

use crate::read::instant::DAY_MS;

const HALF_DAY_MS: f64 = DAY_MS / 2.0;
/// A step of minus half a day within this is the clock returning to one o'clock, ms. *Guess*.
const TOLERANCE_MS: f64 = 60_000.0;

/// Infers the half of the day from the order of the rows; the first time of the file is taken as written.
#[derive(Debug, Default)]
pub(super) struct HalfDays {
    last_ms: Option<f64>,
    added_ms: f64,
    /// At least one time was changed.
    pub is_inferred: bool,
}

impl HalfDays {
    /// The moment of a date and a time of day as written, ms.
    pub(super) fn resolve(&mut self, written_ms: f64) -> f64 {
        let step_ms = self.last_ms.replace(written_ms).map_or(0.0, |last| written_ms - last);
        if (0.0..=TOLERANCE_MS).contains(&(step_ms + HALF_DAY_MS)) {
            self.added_ms += HALF_DAY_MS;
            self.is_inferred = true;
        } else if self.added_ms > 0.0 && (0.0..=TOLERANCE_MS).contains(&(step_ms - DAY_MS)) {
            // Midnight: the date advances and the clock shows twelve, as at noon.
            self.added_ms -= DAY_MS;
        }
        written_ms + self.added_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_MS: f64 = 3_600_000.0;

    #[test]
    fn the_afternoon_continues_after_one_o_clock_and_past_midnight() {
        let mut clock = HalfDays::default();
        // 12:59:59, 01:00:00, 11:59:59, 12:00:00 of the next date, 12:59:59, 01:00:00.
        let written = [13.0, 1.0, 12.0, 36.0, 37.0, 25.0];
        let second = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0];
        let found: Vec<f64> =
            written.iter().zip(second).map(|(h, s)| clock.resolve(h * HOUR_MS - s * 1000.0)).collect();
        let meant = [13.0, 13.0, 24.0, 24.0, 25.0, 25.0];
        for ((found, hour), s) in found.iter().zip(meant).zip(second) {
            assert_eq!(*found, hour * HOUR_MS - s * 1000.0);
        }
        assert!(clock.is_inferred);
    }

    #[test]
    fn a_clock_of_twenty_four_hours_is_not_changed() {
        let mut clock = HalfDays::default();
        for hour in [9.0, 12.5, 13.5, 12.0, 22.0, 34.1, 33.0] {
            assert_eq!(clock.resolve(hour * HOUR_MS), hour * HOUR_MS);
        }
        assert!(!clock.is_inferred);
    }
}

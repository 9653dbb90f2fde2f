//! Clocks that count to twelve and do not say which half of the day they mean: `12:59:59`, then `01:00:00`.

use crate::read::instant::DAY_MS;

const HALF_DAY_MS: f64 = DAY_MS / 2.0;
/// A step this near half a day is the clock beginning anew, ms.
const NEAR_MS: f64 = 60_000.0;

/// Counts on where such a clock begins anew. The file's first time is taken as it stands.
#[derive(Debug, Default)]
pub struct HalfDays {
    last_ms: Option<f64>,
    added_ms: f64,
    /// The clock was seen to begin anew.
    pub turned: bool,
}

impl HalfDays {
    /// The moment of a date and a clock as written, ms.
    pub fn on(&mut self, written_ms: f64) -> f64 {
        let step_ms = self.last_ms.replace(written_ms).map_or(0.0, |last| written_ms - last);
        if (0.0..=NEAR_MS).contains(&(step_ms + HALF_DAY_MS)) {
            self.added_ms += HALF_DAY_MS;
            self.turned = true;
        } else if self.added_ms > 0.0 && (0.0..=NEAR_MS).contains(&(step_ms - DAY_MS)) {
            // Midnight: the next date, and the clock at twelve as it was at noon.
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
    fn an_afternoon_goes_on_after_one_o_clock_and_past_midnight() {
        let mut clock = HalfDays::default();
        // 12:59:59, 01:00:00, 11:59:59, 12:00:00 of the next date, 12:59:59, 01:00:00.
        let written = [13.0, 1.0, 12.0, 36.0, 37.0, 25.0];
        let second = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0];
        let told: Vec<f64> =
            written.iter().zip(second).map(|(h, s)| clock.on(h * HOUR_MS - s * 1000.0)).collect();
        let meant = [13.0, 13.0, 24.0, 24.0, 25.0, 25.0];
        for ((told, hour), s) in told.iter().zip(meant).zip(second) {
            assert_eq!(*told, hour * HOUR_MS - s * 1000.0);
        }
        assert!(clock.turned);
    }

    #[test]
    fn a_clock_of_a_whole_day_is_left_as_it_is() {
        let mut clock = HalfDays::default();
        for hour in [9.0, 12.5, 13.5, 12.0, 22.0, 34.1, 33.0] {
            assert_eq!(clock.on(hour * HOUR_MS), hour * HOUR_MS);
        }
        assert!(!clock.turned);
    }
}

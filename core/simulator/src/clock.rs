//! Calendar dates for the formats that the simulator writes.

use leebow_engine::calendar::civil_from_days;

/// Year, month, day, hour, minute, second, millisecond (UTC) of an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Civil {
    pub year: i64,
    pub month: i64,
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub ms: i64,
}

/// The date and time of day of an instant (ms since 1970 UTC), to the nearest millisecond.
pub fn civil(time_ms: f64) -> Civil {
    let total = libm::floor(time_ms + 0.5) as i64;
    let (days, ms) = (total.div_euclid(86_400_000), total.rem_euclid(86_400_000));
    let (year, month, day) = civil_from_days(days);
    Civil {
        year,
        month,
        day,
        hour: ms / 3_600_000,
        minute: ms / 60_000 % 60,
        second: ms / 1000 % 60,
        ms: ms % 1000,
    }
}

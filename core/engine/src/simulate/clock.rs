//! Written times of the formats the simulator writes.

/// Year, month, day, hour, minute, second, millisecond (UTC) of a time in ms since 1970.
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

/// The date and time of day (proleptic Gregorian, days counted from 1 March).
pub fn civil(time_ms: f64) -> Civil {
    let total = libm::floor(time_ms + 0.5) as i64;
    let (days, ms) = (total.div_euclid(86_400_000), total.rem_euclid(86_400_000));
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    Civil {
        year: yoe + era * 400 + i64::from(month <= 2),
        month,
        day: doy - (153 * mp + 2) / 5 + 1,
        hour: ms / 3_600_000,
        minute: ms / 60_000 % 60,
        second: ms / 1000 % 60,
        ms: ms % 1000,
    }
}

/// `2026-10-03T09:15:00.250Z`.
pub fn iso_utc(time_ms: f64) -> String {
    let c = civil(time_ms);
    let (y, mo, d, h, mi, s, ms) = (c.year, c.month, c.day, c.hour, c.minute, c.second, c.ms);
    format!("{y:04}-{mo:02}-{d:02}T{h:02}:{mi:02}:{s:02}.{ms:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_the_calendar_has_them() {
        assert_eq!(iso_utc(0.0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso_utc(951_827_696_789.0), "2000-02-29T12:34:56.789Z");
        assert_eq!(iso_utc(1_791_367_200_000.0), "2026-10-07T10:00:00.000Z");
    }
}

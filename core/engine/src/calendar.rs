//! Instants as people write them: ISO 8601 in UTC.

const DAY_MS: i64 = 86_400_000;

/// "2026-06-13T13:58:02.250Z", to the nearest millisecond. Years outside 0-9999 have a sign and more digits.
pub fn iso_utc(time_ms: f64) -> String {
    let ms = if time_ms.is_finite() { time_ms.round() as i64 } else { 0 };
    let (year, month, day) = civil_from_days(ms.div_euclid(DAY_MS));
    let rest = ms.rem_euclid(DAY_MS);
    let (hours, minutes) = (rest / 3_600_000, rest / 60_000 % 60);
    let (seconds, millis) = (rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z")
}

/// Year, month and day of a day counted from 1970-01-01 (Gregorian calendar, Howard Hinnant's algorithm).
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_instants_are_written_as_people_write_them() {
        assert_eq!(iso_utc(0.0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso_utc(951_782_400_000.0), "2000-02-29T00:00:00.000Z");
        assert_eq!(iso_utc(1_781_359_082_250.4), "2026-06-13T13:58:02.250Z");
        assert_eq!(iso_utc(-1.0), "1969-12-31T23:59:59.999Z");
    }
}

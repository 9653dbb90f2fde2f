//! Instants as ISO 8601 text in UTC.

const DAY_MS: i64 = 86_400_000;

/// `2026-06-13T13:58:02.250Z`, rounded to the millisecond; a time that is not finite gives 1970-01-01. Years outside
/// 0–9999 have a sign and more digits.
pub fn iso_utc(time_ms: f64) -> String {
    let ms = if time_ms.is_finite() { time_ms.round() as i64 } else { 0 };
    let (year, month, day) = civil_from_days(ms.div_euclid(DAY_MS));
    let rest = ms.rem_euclid(DAY_MS);
    let (hours, minutes) = (rest / 3_600_000, rest / 60_000 % 60);
    let (seconds, millis) = (rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z")
}

/// Year, month and day of a day counted from 1970-01-01 (Gregorian calendar, Howard Hinnant's algorithm).
pub fn civil_from_days(days: i64) -> (i64, i64, i64) {
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

/// Milliseconds since 1970 of an instant as [`iso_utc`] writes it; the fraction of the second may be absent or have up
/// to nine digits. `None` for any other text.
pub fn ms_from_iso(text: &str) -> Option<f64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let [year, month, day] = whole(date, '-', [4, 2, 2])?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let [hours, minutes, seconds] = whole(clock, ':', [2, 2, 2])?;
    let days = days_from_civil(year, month, day)?;
    let digits = !fraction.is_empty() && fraction.len() <= 9 && fraction.bytes().all(|b| b.is_ascii_digit());
    let unit = fraction.bytes().fold(1.0, |unit, _| unit * 10.0);
    let parts = f64::from(fraction.parse::<u32>().ok().filter(|_| digits)?) / unit;
    let in_range = hours < 24 && minutes < 60 && seconds < 60;
    let whole_ms = days * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000;
    in_range.then(|| whole_ms as f64 + (parts * 1e6).round() / 1e3)
}

/// Three whole numbers of exactly these widths with a separator between them.
fn whole(text: &str, mark: char, digits: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = text.split(mark);
    let mut next = |width: usize| {
        let part = parts.next().filter(|p| p.len() == width && p.bytes().all(|b| b.is_ascii_digit()))?;
        part.parse::<i64>().ok()
    };
    let found = [next(digits[0])?, next(digits[1])?, next(digits[2])?];
    parts.next().is_none().then_some(found)
}

/// Days from 1970-01-01 to a date; `None` for a date that does not exist.
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> Option<i64> {
    let y = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (y.div_euclid(400), y.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468;
    (civil_from_days(days) == (year, month, day)).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_instants_are_written_in_iso_8601() {
        assert_eq!(iso_utc(0.0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso_utc(951_782_400_000.0), "2000-02-29T00:00:00.000Z");
        assert_eq!(iso_utc(1_781_359_082_250.4), "2026-06-13T13:58:02.250Z");
        assert_eq!(iso_utc(-1.0), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn a_written_instant_is_read_back() {
        for ms in [0.0, 951_782_400_000.0, 1_781_359_082_250.0, 4_102_444_799_999.0, -1.0] {
            assert_eq!(ms_from_iso(&iso_utc(ms)), Some(ms));
        }
        assert_eq!(ms_from_iso("2026-06-13T13:58:02Z"), Some(1_781_359_082_000.0));
    }

    #[test]
    fn text_that_is_no_instant_gives_none() {
        let no = [
            "",
            "noon",
            "2026-06-13",
            "2026-06-31T13:58:02Z",
            "2026-13-01T00:00:00Z",
            "2026-06-13T24:00:00Z",
            "2026-06-13T13:58:02",
            "2026-06-13T13:58:02.Z",
            "2026-6-13T13:58:02Z",
            "+026-06-13T13:58:02Z",
            "2026-06-13T13:58:02.00é0Z",
        ];
        for text in no {
            assert_eq!(ms_from_iso(text), None, "{text}");
        }
    }
}

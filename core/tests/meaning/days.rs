//! Whether the day or the month is first, and times without a date.

use leebow_engine::calendar::iso_utc;

use crate::session::*;

const HOUR_MS: f64 = 3_600_000.0;
const DAY_MS: f64 = 24.0 * HOUR_MS;
const HEAD: &str = "Time,Latitude,Longitude,SOG (kn)";

fn month_first(ms: f64) -> String {
    let (year, month, day, _) = civil(ms);
    format!("{month:02}/{day:02}/{year} {}", clock(ms))
}

fn day_first(ms: f64) -> String {
    let (year, month, day, _) = civil(ms);
    format!("{day:02}/{month:02}/{year} {}", clock(ms))
}

/// The first moment of a table of a session that begins so long after 5 July 2025, 10:00, and its number of rows.
fn read_days(after_ms: f64, written: fn(f64) -> String) -> (String, usize, Vec<String>) {
    let rows = sailed(START_MS + after_ms, 1.0);
    let read = recording(&table(HEAD, &rows, written));
    (iso_utc(read.columns.time_ms[0]), read.columns.len(), read.damage.lacks)
}

#[test]
fn a_day_above_twelve_anywhere_says_which_number_is_the_month() {
    // 25 July, and 12 July until midnight and on.
    for (after_ms, first) in [
        (20.0 * DAY_MS, "2025-07-25T10:00:00.000Z"),
        (7.0 * DAY_MS + 13.9 * HOUR_MS, "2025-07-12T23:54:00.000Z"),
    ] {
        for written in [month_first, day_first] {
            let (start, rows, _) = read_days(after_ms, written);
            assert_eq!((start.as_str(), rows), (first, 1201));
        }
    }
}

#[test]
fn a_session_past_midnight_says_it_by_the_order_of_its_rows() {
    // 5 to 6 July: the other way round a month would pass in a second.
    for written in [month_first, day_first] {
        let (start, rows, lacks) = read_days(13.9 * HOUR_MS, written);
        assert_eq!((start.as_str(), rows), ("2025-07-05T23:54:00.000Z", 1201));
        assert!(!lacks.iter().any(|l| l.contains("do not say")), "{lacks:?}");
    }
}

#[test]
fn a_date_that_may_be_two_is_read_with_the_day_first_and_this_is_said() {
    let (start, _, lacks) = read_days(0.0, day_first);
    assert_eq!(start, "2025-07-05T10:00:00.000Z");
    let doubt = "The day was taken first: 2025-07-05. If it was 2025-05-07, set the clock.";
    assert!(lacks.iter().any(|l| l.ends_with(doubt)), "{lacks:?}");
    // 7 July, points between the numbers, and the year first can be read in one way alone.
    for written in [
        |ms: f64| day_first(ms + 2.0 * DAY_MS),
        |ms: f64| day_first(ms).replace('/', "."),
        |ms: f64| iso(ms).replace('-', "/").replace('T', " ").replace('Z', ""),
    ] {
        assert!(!read_days(0.0, written).2.iter().any(|l| l.contains("do not say")));
    }
}

#[test]
fn date_and_time_in_two_columns_are_decided_in_the_same_way() {
    for (after_ms, first) in
        [(20.0 * DAY_MS, "2025-07-25T10:00:00.000Z"), (13.9 * HOUR_MS, "2025-07-05T23:54:00.000Z")]
    {
        let rows = sailed(START_MS + after_ms, 1.0);
        let read =
            recording(&table("date,time,lat,lon,sog (kn)", &rows, |ms| month_first(ms).replace(' ', ",")));
        assert_eq!((iso_utc(read.columns.time_ms[0]).as_str(), read.columns.len()), (first, rows.len()));
    }
}

#[test]
fn am_and_pm_go_with_the_month_first_unless_a_day_says_otherwise() {
    let of_half = |ms: f64, date: String| format!("{date} {} pm", clock(ms - 2.0 * HOUR_MS));
    let day = |after: f64| sailed(START_MS + 4.0 * HOUR_MS + after * DAY_MS, 1.0);
    let first = |rows: &[Row], written: &dyn Fn(f64) -> String| {
        iso_utc(recording(&table(HEAD, rows, written)).columns.time_ms[0])
    };
    let american = |ms: f64| of_half(ms - 10.0 * HOUR_MS, month_first(ms)[..10].to_string());
    let european = |ms: f64| of_half(ms - 10.0 * HOUR_MS, day_first(ms)[..10].to_string());
    assert_eq!(first(&day(0.0), &american), "2025-07-05T14:00:00.000Z");
    assert_eq!(first(&day(20.0), &european), "2025-07-25T14:00:00.000Z");
}

#[test]
fn a_session_without_a_date_is_analysed_by_its_clock() {
    let rows = sailed(START_MS, 1.0);
    let dated = report(&table(HEAD, &rows, iso));
    let elapsed = |ms: f64| format!("{:.3}", (ms - START_MS) / 1000.0);
    let gga: String = rows
        .iter()
        .map(|row| {
            let at = clock(row.ms).replace(':', "");
            sentence(&format!("GPGGA,{at}.00,{},1,08,1.0,3.0,M,40.0,M,,", nmea_position(row)))
        })
        .collect();
    for (file, sentence) in [
        (table(HEAD, &rows, clock), "The file has times of day and no date: it starts at 10:00:00."),
        (
            table(&HEAD.replace("Time", "Time (s)"), &rows, elapsed),
            "The file has seconds since its start and no date",
        ),
        (
            table(&HEAD.replace("Time", "elapsed_ms"), &rows, |ms| (ms - START_MS).to_string()),
            "seconds since its start",
        ),
        (
            table(&HEAD.replace("Time", "t"), &rows, |ms| (ms - START_MS).to_string()),
            "seconds since its start",
        ),
        (gga.into_bytes(), "The file has times of day and no date: it starts at 10:00:00."),
    ] {
        let read = recording(&file);
        assert!(read.undated && says(&read, sentence), "{:?}", read.damage.lacks);
        let found = report(&file);
        assert_eq!(
            (found.points, found.summary.tacks, found.summary.gybes),
            (1201, dated.summary.tacks, dated.summary.gybes)
        );
        assert!(found.start_time.starts_with("1970-01-01"), "{}", found.start_time);
    }
}

#[test]
fn a_clock_without_a_date_goes_on_past_midnight() {
    let rows = sailed(START_MS + 13.9 * HOUR_MS, 1.0);
    let read = recording(&table(HEAD, &rows, clock));
    assert!(read.columns.time_ms.windows(2).all(|w| w[1] - w[0] == 1000.0));
}

#[test]
fn seconds_since_the_start_stay_seconds_in_a_long_recording() {
    // From 36,000 s on the number could be days since 1900.
    let rows: Vec<Row> = sailed(START_MS, 1.0);
    let read = recording(&table("Time (s),lat,lon,sog", &rows, |ms| ((ms - START_MS) / 25.0).to_string()));
    assert_eq!((read.columns.len(), read.columns.time_ms[1200]), (1201, 48_000_000.0));
}

#[test]
fn the_date_of_a_receiver_that_lost_count_of_the_weeks_is_read() {
    let rows = sailed(START_MS - 2.0 * 7.0 * 1024.0 * DAY_MS, 1.0);
    let lost = sailed(START_MS - 7.0 * 1024.0 * DAY_MS - 2100.0 * DAY_MS, 1.0);
    for (rows, date) in [(rows, "1986-04-05"), (lost, "2000-02-19")] {
        let log: String = rows
            .iter()
            .map(|row| {
                let (year, month, day, _) = civil(row.ms);
                let at = clock(row.ms).replace(':', "");
                let date = format!("{day:02}{month:02}{:02}", year % 100);
                sentence(&format!("GPRMC,{at}.00,A,{},6.0,90.0,{date},,", nmea_position(row)))
            })
            .collect();
        let read = recording(log.as_bytes());
        assert!(iso_utc(read.columns.time_ms[0]).starts_with(date) && !read.undated);
        assert_eq!(read.columns.len(), 1201);
    }
}

#[test]
fn a_damaged_number_of_seconds_costs_its_row_alone() {
    let rows = sailed(START_MS, 1.0);
    let damaged_ms = rows[300].ms;
    let written = |ms: f64| match (ms - START_MS) / 1000.0 {
        _ if ms == damaged_ms => "1781359200000000100000".to_string(),
        s => format!("{s:.3}"),
    };
    let read = recording(&table(&HEAD.replace("Time", "Time (s)"), &rows, written));
    assert_eq!(read.columns.len(), rows.len() - 1);
    assert!(read.columns.time_ms.iter().all(|ms| (0.0..1e10).contains(ms)));
}

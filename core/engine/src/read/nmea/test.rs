//! Logs of several loggers.

use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Nmea, bytes)
}

/// A sentence with its checksum.
fn nmea(body: &str) -> String {
    format!("${body}*{:02X}\n", body.bytes().fold(0, |sum, b| sum ^ b))
}

fn rmc(clock: &str, sog_kn: f64) -> String {
    nmea(&format!("GPRMC,{clock},A,4656.0827,N,01802.4336,E,{sog_kn},307.2,060626,5.7,E,A"))
}

fn log(sentences: &[&str]) -> String {
    sentences.concat()
}

fn values(recording: &Recording, id: &str) -> Vec<f32> {
    recording.columns.get(id).map(<[f32]>::to_vec).unwrap_or_default()
}

/// 2026-06-06 11:17:19 UTC.
const START_MS: f64 = 1_780_744_639_000.0;

#[test]
fn every_time_stamp_is_a_row_with_the_values_of_all_its_sentences() {
    let text = log(&[
        &rmc("111719", 10.0),
        &nmea("WIMWV,40.0,R,20.0,N,A"),
        &nmea("WIMWV,320.0,T,5.0,M,A"),
        &nmea("IIVHW,,,300.0,M,9.0,N,,"),
        &nmea("IIXDR,A,-12.5,D,HEEL,A,3.0,D,PTCH"),
        &rmc("111720", 11.0),
        &nmea("IIVWR,40,L,36.0,K,,,,"),
    ]);
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.time_ms, [START_MS, START_MS + 1000.0]);
    assert_eq!(recording.columns.lat_deg[0], 46.0 + 56.0827 / 60.0);
    assert_eq!(values(&recording, "sog")[1], (11.0 * 1852.0 / 3600.0) as f32);
    assert_eq!(values(&recording, "awa")[0], 40.0);
    assert_eq!(values(&recording, "twa")[0], 320.0);
    assert_eq!(values(&recording, "tws")[0], 5.0);
    assert_eq!(values(&recording, "hdg")[0], 305.7);
    assert_eq!(values(&recording, "hdg_mag")[0], 300.0);
    assert_eq!(values(&recording, "heel")[0], -12.5);
    assert_eq!(values(&recording, "pitch")[0], 3.0);
    assert_eq!(values(&recording, "awa")[1], 320.0, "40 to port");
    assert!(values(&recording, "twa")[1].is_nan());
    assert!(recording.damage.losses.is_empty());
}

#[test]
fn several_winds_in_a_second_are_averaged_across_north() {
    let gusts: Vec<String> = [350, 10, 5, 355].map(|a| nmea(&format!("WIMWV,{a},R,10.0,M,A"))).to_vec();
    let recording = read((rmc("111719", 5.0) + &gusts.concat()).as_bytes()).unwrap();
    let awa = values(&recording, "awa")[0];
    assert!(!(0.01..359.99).contains(&awa), "{awa}");
    assert_eq!(values(&recording, "aws"), [10.0]);
}

#[test]
fn a_wind_log_without_positions_is_a_recording() {
    let text = log(&[&nmea("GPZDA,111719,06,06,2026,00,00"), &nmea("WIMWD,35.0,T,29.3,M,12.0,N,6.2,M")]);
    let recording = read(text.as_bytes()).unwrap();
    assert!(recording.columns.lat_deg[0].is_nan());
    assert_eq!(values(&recording, "twd"), [35.0]);
}

#[test]
fn the_loggers_time_stamp_is_used_when_no_sentence_has_a_date() {
    let text = "2023-09-02T12:41:35.168370+00:00\t$IIMWV,40.0,R,20.0,N,A\n\
                2023-09-02T12:41:36.168370+00:00\t$IIMWV,41.0,R,20.0,N,A\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.time_ms, [1_693_658_495_168.37, 1_693_658_496_168.37]);
    assert!(is_nmea(text.as_bytes()));
}

#[test]
fn the_instruments_date_takes_precedence_over_the_loggers_time() {
    let text = format!("1780744645\t{}1780744645\t{}", rmc("111719", 5.0), nmea("WIMWV,40,R,9,N,A"));
    assert_eq!(read(text.as_bytes()).unwrap().columns.time_ms, [START_MS]);
}

#[test]
fn times_before_the_first_date_are_shifted_to_their_day() {
    let gll = |clock: &str| nmea(&format!("GPGLL,4656.0,N,01802.0,E,{clock},A"));
    let rest = nmea("GPRMC,000001,A,4656.0,N,01802.0,E,5,300,070626,,");
    let text = log(&[&gll("235958"), &gll("235959"), &gll("000000"), &rest]);
    let midnight = START_MS - (11.0 * 3600.0 + 17.0 * 60.0 + 19.0) * 1000.0 + 86_400_000.0;
    let times = read(text.as_bytes()).unwrap().columns.time_ms;
    assert_eq!(times, [-2.0, -1.0, 0.0, 1.0].map(|s| midnight + s * 1000.0));
}

#[test]
fn a_log_without_any_date_is_reported() {
    let text = log(&[&nmea("GPZDA,095559,,,,00,"), &nmea("IIMWV,338,R,13.41,N,A")]);
    let recording = read(text.as_bytes()).unwrap();
    assert!(recording.damage.lacks.iter().any(|lack| lack.contains("no date")));
}

#[test]
fn wrong_checksums_incomplete_lines_and_other_text_are_reported_by_line() {
    let good = rmc("111719", 5.0);
    let wrong = nmea("WIMWV,40,R,9,N,A").replace("40", "41");
    let text = format!("{good}{wrong}{wrong}disk full\n$GPRM{}$WIMWV,40", rmc("111720", 5.0));
    let recording = read(text.as_bytes()).unwrap();
    let found: Vec<_> = recording.damage.losses.iter().map(|l| (l.kind, l.from, l.to)).collect();
    assert_eq!(
        found,
        [
            (LossKind::Checksum, 1, 3),
            (LossKind::Malformed, 3, 4),
            (LossKind::Malformed, 4, 5),
            (LossKind::Truncated, 5, 6)
        ]
    );
    assert_eq!(recording.columns.len(), 2);
    assert_eq!(values(&recording, "awa"), [] as [f32; 0]);
}

#[test]
fn a_receiver_without_a_fix_gives_no_position() {
    let text = log(&[&nmea("GPRMC,111719,V,4656.0,N,01802.0,E,9,300,060626,,"), &nmea("WIMWV,40,R,9,N,A")]);
    let recording = read(text.as_bytes()).unwrap();
    assert!(recording.columns.lat_deg[0].is_nan());
    assert_eq!(values(&recording, "sog"), [] as [f32; 0]);
}

#[test]
fn wind_marked_invalid_is_missing() {
    let text = log(&[&rmc("111719", 5.0), &nmea("WIMWV,40,R,9,N,V")]);
    assert!(read(text.as_bytes()).unwrap().columns.get("awa").is_none());
}

#[test]
fn a_log_with_only_wrong_checksums_is_unreadable() {
    let text = "$GPRMC,1*00\n$GPRMC,2*00\n";
    assert!(is_nmea(text.as_bytes()));
    assert_eq!(read(text.as_bytes()).unwrap_err().kind.id(), "unreadable");
}

#[test]
fn the_error_names_the_checksums_when_every_sentence_with_a_time_fails() {
    let misfit = rmc("111719", 5.0).replace('*', "*0");
    let text = log(&[&misfit, &misfit, &nmea("IIMTW,12.5,C"), &nmea("IIMWV,3,R,4.2,N,A")]);
    let text = format!("{text}{misfit}");
    let error = read(text.as_bytes()).unwrap_err();
    assert_eq!(error.kind.id(), "unreadable");
    assert!(error.to_string().contains("the checksums of 3 of its 5 sentences do not match"), "{error}");
}

#[test]
fn a_table_is_not_recognized_as_nmea() {
    assert!(!is_nmea(b"name,price\ncoil,$5\nrope,$9\n"));
}

#[test]
fn a_date_of_zero_bytes_gives_none() {
    let noise = nmea("GPRMC,111720,A,4656.0827,N,01802.4336,E,9.1,307.2,\0\0\0\0\0\0,5.7,E,A");
    let first = read(log(&[&noise, &rmc("111721", 9.0)]).as_bytes()).unwrap();
    assert_eq!(first.columns.time_ms, [START_MS + 1000.0, START_MS + 2000.0]);
}

/// A session of `seconds` from a time of day on, with a position each second and one date a minute.
fn session_dated_each_minute(date: &str, start_s: u32, seconds: u32, lat: &str) -> String {
    let at = |k: u32| {
        let s = start_s + k;
        let clock = format!("{:02}{:02}{:02}", s / 3600, s / 60 % 60, s % 60);
        let gga = nmea(&format!("GPGGA,{clock},{lat},N,01802.4336,E,1,08,1.0,104.0,M,,M,,"));
        let dated = nmea(&format!("GPRMC,{clock},A,{lat},N,01802.4336,E,5.0,307.2,{date},5.7,E,A"));
        if k % 60 == 30 { gga + &dated } else { gga }
    };
    (0..seconds).map(at).collect()
}

#[test]
fn two_sessions_two_days_apart_with_a_date_a_minute_follow_each_other() {
    let minute = 60_000.0;
    // The second session begins hours before, shortly after and hours after the time of day at which the first one ended.
    for second_s in [9 * 3600, 11 * 3600 + 170, 16 * 3600] {
        let first = session_dated_each_minute("060626", 11 * 3600, 150, "4656.0827");
        let second = session_dated_each_minute("080626", second_s, 150, "4657.0827");
        let recording = read((first + &second).as_bytes()).unwrap();
        let (time, lat) = (&recording.columns.time_ms, &recording.columns.lat_deg);
        assert_eq!(time.len(), 300);
        assert!(time.windows(2).all(|w| w[0] < w[1]), "the sessions are interleaved");
        let boundary = lat.iter().position(|lat| *lat > 46.94).unwrap();
        let noon = START_MS - 17.0 * minute - 19_000.0;
        assert_eq!((boundary, time[0]), (150, noon));
        let from_noon_s = f64::from(second_s) - 11.0 * 3600.0;
        assert_eq!(time[150], noon + 2.0 * 86_400_000.0 + 1000.0 * from_noon_s);
    }
}

#[test]
fn one_wrong_date_among_one_a_minute_moves_no_fix() {
    let text = session_dated_each_minute("060626", 11 * 3600, 300, "4656.0827");
    let wrong = text.replacen("060626", "060625", 3).replacen("060625", "060626", 2);
    assert_ne!(text, wrong);
    let rows = |text: &str| read(text.as_bytes()).unwrap().columns.time_ms;
    // The checksum does not match any more: it is written again.
    let sum = |line: &str| nmea(line[1..].split('*').next().unwrap());
    let wrong: String = wrong.lines().map(sum).collect();
    assert_eq!(rows(&wrong), rows(&text));
}

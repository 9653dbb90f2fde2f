//! Every kind of sentence that is read, and loggers' time stamps before sentences.

use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Nmea, bytes)
}

/// A sentence with its checksum.
fn nmea(body: &str) -> String {
    format!("${body}*{:02X}\n", body.bytes().fold(0, |sum, b| sum ^ b))
}

fn value(recording: &Recording, id: &str) -> f64 {
    let all = recording.columns.get(id).unwrap_or_default();
    all.iter().copied().find(|v| !v.is_nan()).map_or(f64::NAN, f64::from)
}

const KN: f64 = 1852.0 / 3600.0;

#[test]
fn the_fields_of_every_kind_of_sentence_are_read() {
    // Sentence, channel, value.
    let table: &[(&str, &str, f64)] = &[
        ("GPRMC,111719,A,4656.0827,N,01802.4336,E,6.5,307.2,060626,5.7,E,A", "sog", 6.5 * KN),
        ("GPRMC,111719,A,4656.0827,N,01802.4336,E,6.5,307.2,060626,5.7,E,A", "cog", 307.2),
        ("GPVTG,54.7,T,34.4,M,5.5,N,10.2,K", "cog", 54.7),
        ("GPVTG,54.7,T,34.4,M,5.5,N,10.2,K", "sog", 5.5 * KN),
        ("GPVTG,54.7,T,,,,,18.0,K", "sog", 5.0),
        ("GPGGA,111719,4656.0,N,01802.0,E,1,08,0.9,545.4,M,46.9,M,,", "ele", 545.4),
        ("HCHDT,274.1,T", "hdg", 274.1),
        ("HCHDM,270.0,M", "hdg_mag", 270.0),
        ("HCHDG,101.1,,,7.1,W", "hdg", 94.0),
        ("HCHDG,101.1,2.0,E,7.1,W", "hdg_mag", 103.1),
        ("IIVHW,300.0,T,295.0,M,6.2,N,11.5,K", "stw", 6.2 * KN),
        ("IIVHW,300.0,T,295.0,M,6.2,N,11.5,K", "hdg", 300.0),
        ("WIMWV,40.0,R,20.0,N,A", "awa", 40.0),
        ("WIMWV,40.0,R,36.0,K,A", "aws", 10.0),
        ("WIMWV,320.0,T,5.0,M,A", "twa", 320.0),
        ("WIMWV,320.0,T,10.0,S,A", "tws", 4.4704),
        ("WIMWD,035.0,T,029.3,M,12.0,N,6.2,M", "twd", 35.0),
        ("WIMWD,035.0,T,029.3,M,12.0,N,6.2,M", "tws", 12.0 * KN),
        ("IIVWR,045.0,L,12.0,N,6.2,M,22.2,K", "awa", 315.0),
        ("IIVWR,045.0,R,,,6.2,M,,", "aws", 6.2),
        ("IIVWT,030.0,L,,,,,36.0,K", "twa", 330.0),
        ("IIVWT,030.0,R,12.0,N,,,,", "tws", 12.0 * KN),
        ("IIXDR,A,-12.5,D,HEEL,A,3.0,D,PTCH", "heel", -12.5),
        ("IIXDR,A,-12.5,D,HEEL,A,3.0,D,PTCH", "pitch", 3.0),
        ("YXXDR,A,5.0,D,PITCH,A,11.0,D,ROLL", "heel", 11.0),
        ("SDDPT,12.3,0.5", "depth", 12.3),
        ("SDDBT,40.4,f,12.3,M,6.7,F", "depth", 12.3),
    ];
    for (body, channel, expected) in table {
        // The talker does not matter and may be numeric.
        for talker in ["", "24"] {
            let own = if talker.is_empty() { body.to_string() } else { format!("{talker}{}", &body[2..]) };
            let text = nmea("GPZDA,111719,06,06,2026,00,00") + &nmea(&own);
            let recording = read(text.as_bytes()).unwrap();
            let said = value(&recording, channel);
            assert!((said - expected).abs() < 1e-4, "{own}: {channel} is {said}, not {expected}");
        }
    }
}

#[test]
fn a_loggers_time_stamp_before_a_sentence_in_every_form() {
    let wind = nmea("WIMWV,40.0,R,20.0,N,A");
    let from = |prefix: &str| read(format!("{prefix}{wind}").as_bytes()).unwrap();
    for prefix in ["1780744639\t", "1780744639000,", "2026-06-06T11:17:19Z ", "\\s:boat,c:1780744639*3A\\"] {
        let recording = from(prefix);
        assert_eq!(recording.columns.time_ms, [1_780_744_639_000.0], "{prefix}");
        assert_eq!(value(&recording, "awa"), 40.0);
        assert!(recording.damage.losses.is_empty(), "{prefix}");
    }
    // A time of day has no date, which is reported.
    let clock = from("11:17:19.500 ");
    assert_eq!(clock.columns.time_ms[0].rem_euclid(86_400_000.0), 40_639_500.0);
    assert!(clock.damage.lacks.iter().any(|lack| lack.contains("no date")));
}

#[test]
fn ais_and_proprietary_sentences_are_skipped_without_a_report() {
    let text = nmea("GPRMC,111719,A,4656.0,N,01802.0,E,6.5,307.2,060626,,")
        + "!AIVDM,1,1,,B,13aGua?P00PHfERNFruh0?vN289E,0*35\n"
        + &nmea("PGRME,15.0,M,45.0,M,25.0,M")
        + &nmea("GPRMC,111720,A,4656.0,N,01802.0,E,6.5,307.2,060626,,");
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses.len()), (2, 0));
}

#[test]
fn sentences_without_a_checksum_are_used_and_counted() {
    let text = "$GPRMC,111719,A,4656.0,N,01802.0,E,6.5,307.2,060626,,\n$WIMWV,40,R,9,N,A\n\
                $GPRMC,111720,A,4656.0,N,01802.0,E,6.5,307.2,060626,,\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.len(), 2);
    assert!(
        recording
            .damage
            .lacks
            .contains(&"3 of 3 sentences have no checksum; they were used unchecked.".into())
    );
}

#[test]
fn an_impossible_date_in_the_middle_shifts_no_fix() {
    let rmc =
        |clock: u32, date: &str| nmea(&format!("GPRMC,{clock},A,4656.0,N,01802.0,E,6.5,307.2,{date},,"));
    let text = rmc(111_719, "060626") + &rmc(111_720, "060606") + &rmc(111_721, "060626");
    let times = read(text.as_bytes()).unwrap().columns.time_ms;
    assert_eq!(times, [0.0, 1000.0, 2000.0].map(|ms| 1_780_744_639_000.0 + ms));
}

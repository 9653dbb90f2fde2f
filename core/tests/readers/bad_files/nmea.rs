//! NMEA logs.

use super::{Case, with};
use crate::samples::{nmea, sentence};

pub fn cases() -> Vec<Case> {
    let good = nmea(10);
    let first = good.lines().next().unwrap().to_string();
    let rmc = |body: &str| (sentence(body) + &nmea(3)).into_bytes();
    vec![
        ("good", good.clone().into_bytes(), "10"),
        ("line feeds alone", good.replace('\r', "").into_bytes(), "10"),
        ("carriage returns alone", good.replace('\n', "").into_bytes(), "10"),
        ("a wrong checksum", with(&good, "WIMWV,40.0", "WIMWV,41.0"), "10 - checksum"),
        (
            "no checksums",
            good.lines()
                .map(|l| l.split('*').next().unwrap().to_string() + "\n")
                .collect::<String>()
                .into_bytes(),
            "10",
        ),
        (
            "small letters in a checksum",
            good.to_lowercase().replace("$gp", "$GP").into_bytes(),
            "! no_positions",
        ),
        ("torn in two", with(&good, "WIMWV,40.0", "WIM\r\nWV,40.0"), "10 - malformed"),
        (
            "torn by the next",
            with(&good, "WIMWV,40.0,R,20.0,N,A", "WIMWV,40.0$IIHDG"),
            "10 - malformed checksum",
        ),
        ("junk between", with(&good, "$WIMWV", "*** disk full ***\r\n$WIMWV"), "10 - malformed"),
        ("zeros between", with(&good, "$WIMWV", "\0\0\0\0\r\n$WIMWV"), "10 - malformed"),
        ("a line of 2 kB", with(&good, "$WIMWV", &format!("{}\r\n$WIMWV", "x".repeat(2000))), "10 - limit"),
        ("cut in a sentence", good.as_bytes()[..good.len() - 8].to_vec(), "10 - truncated"),
        ("void", rmc("GPRMC,135959,V,,,,,,,130626,,"), "3"),
        ("the date of a cold start", rmc("GPRMC,135959,A,4530.0,N,01315.0,E,5,1,060180,,"), "4"),
        ("an impossible date", rmc("GPRMC,135959,A,4530.0,N,01315.0,E,5,1,991399,,"), "4"),
        ("an impossible clock", rmc("GPRMC,256199,A,4530.0,N,01315.0,E,5,1,130626,,"), "3 - notime"),
        ("latitude of 99 minutes", rmc("GPRMC,135959,A,4599.0,N,01315.0,E,5,1,130626,,"), "4"),
        ("no hemisphere", rmc("GPRMC,135959,A,4530.0,,01315.0,E,5,1,130626,,"), "4"),
        (
            "a hundred fields",
            rmc(&format!("GPRMC,135959,A,4530.0,N,01315.0,E,5,1,130626,,{}", ",".repeat(100))),
            "4",
        ),
        (
            "ships of others",
            ("!AIVDM,1,1,,B,13aGua?P00PHfERNFruh0?vN289E,0*35\r\n".to_string() + &nmea(3)).into_bytes(),
            "3",
        ),
        ("a maker's own", (sentence("PGRME,15.0,M,45.0,M,25.0,M") + &nmea(3)).into_bytes(), "3"),
        ("wind alone", sentence("WIMWV,40.0,R,20.0,N,A").into_bytes(), "! no_times"),
        ("wind of words", with(&nmea(3), &first, &(sentence("WIMWV,abc,R,xyz,N,A") + &first)), "3 - notime"),
        ("a tag of noise", ("$$$$\r\n".to_string() + &nmea(3)).into_bytes(), "3 - malformed"),
        ("a dollar at the end", (nmea(3) + "$").into_bytes(), "3 - truncated"),
    ]
}

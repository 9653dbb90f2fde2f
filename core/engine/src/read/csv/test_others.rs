//! The layouts of Expedition, Astra and Sensor Logger, and tables with common names.

use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Csv, bytes)
}
use crate::units::MPS_PER_KNOT;

fn values(recording: &Recording, id: &str) -> Vec<f32> {
    recording.columns.get(id).map(<[f32]>::to_vec).unwrap_or_default()
}

fn knots(kn: f64) -> f32 {
    (kn * MPS_PER_KNOT) as f32
}

#[test]
fn expeditions_columns_are_read_by_their_names() {
    let text = "!Boat,Utc,BSP,AWA,Lat,Lon,SOG\r\n!v11.15.0\r\n0,44712.5,6.5,-37.0,38.5,-28.6,6.1\r\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.time_ms, [1_653_998_400_000.0]);
    assert_eq!((values(&recording, "awa"), values(&recording, "sog")), (vec![323.0], vec![knots(6.1)]));
    assert_eq!(recording.damage.lacks, [] as [&str; 0]);
}

#[test]
fn expeditions_pairs_are_read_by_their_numbers_also_when_these_change() {
    let text = "!Boat,Utc,BSP,TWA,Lat,Lon\n!boat,0,1,4,48,49\n!v12.5.1\n\
                0,44712.5,1,6.5,4,-40,48,38.5,49,-28.6\n\
                0,44712.500012,49,-28.7,48,38.6,999,1\n\
                !Boat,Utc,Heel,Lat,Lon\n!boat,0,18,1,2\n\
                0,132984720010000000,18,12.5,1,38.7,2,-28.8\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.lat_deg, [38.5, 38.6, 38.7]);
    assert_eq!(recording.columns.time_ms[2], 1_653_998_401_000.0);
    assert_eq!(values(&recording, "twa")[0], 320.0);
    assert_eq!(values(&recording, "heel")[2], 12.5);
}

#[test]
fn astras_title_line_and_minutes_are_read() {
    let text = "------------ log1Hz20170708_1239.log ------------\r\n\
                Date\tTime\tTs\tBoatspeed\tAW_angle\tTW_Dir\tExt_SOG\tLatitudine\tLongitudine\t\r\n\
                08/07/17\t12:39:06\t11651\t5.10\t346\t288\t4.10\t4540.8145N\t1341.0614E\t\r\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.time_ms, [1_499_517_546_000.0]);
    assert_eq!(recording.columns.lat_deg, [45.0 + 40.8145 / 60.0]);
    assert_eq!((values(&recording, "twd"), values(&recording, "stw")), (vec![288.0], vec![knots(5.1)]));
}

#[test]
fn astras_clock_of_twelve_hours_continues_after_one_o_clock() {
    let text = b"--- log ---\nDate\tTime\tLatitudine\tLongitudine\n\
        11/03/17\t12:59:59\t4530.2012N\t1335.0504E\n11/03/17\t01:00:00\t4530.2007N\t1335.0486E\n\
        11/03/17\t01:00:01\t4530.2002N\t1335.0468E\n";
    let recording = read(text).unwrap();
    let from = recording.columns.time_ms[0];
    let steps: Vec<f64> = recording.columns.time_ms.iter().map(|t| t - from).collect();
    assert_eq!(steps, [0.0, 1000.0, 2000.0]);
    assert!(recording.damage.lacks.iter().any(|lack| lack.contains("twelve hours without am or pm")));
}

#[test]
fn a_phones_table_has_nanoseconds_and_metres_per_second() {
    let text = "time,seconds_elapsed,speed,bearing,altitude,longitude,latitude,horizontalAccuracy\n\
                1655646114000000000,1.5,4.25,181,3,13.25,45.5,4.7\n\
                1655646115000000000,2.5,-1,-1,3,13.25,45.6,4.7\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.time_ms, [1_655_646_114_000.0, 1_655_646_115_000.0]);
    assert_eq!(values(&recording, "sog")[0], 4.25);
    assert!(values(&recording, "sog")[1].is_nan());
    assert_eq!(recording.device.as_deref(), Some("Sensor Logger"));
}

#[test]
fn njords_names_are_read_with_speeds_in_knots() {
    let text = "ISODateTimeUTC,Lat,Lon,SOG,COG,BoatSpeed,Heading_True,TWA,TWS,TWD,Heel,Trim,VMG\n\
                2022-04-29T13:09:29.149Z,45.5,13.25,6.5,181,6.4,180,-40,12,140,-12,1.5,4\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((values(&recording, "sog"), values(&recording, "tws")), (vec![knots(6.5)], vec![knots(12.0)]));
    assert_eq!((values(&recording, "stw"), values(&recording, "hdg")), (vec![knots(6.4)], vec![180.0]));
    assert_eq!((values(&recording, "twa"), values(&recording, "pitch")), (vec![320.0], vec![1.5]));
    assert!(recording.columns.get("vmg").is_none(), "derived, never taken over");
}

#[test]
fn semicolons_decimal_commas_quotes_and_a_separate_date() {
    let text = "\"Datum\";\"Notiz\"\nDate;Time;Latitude;Longitude;Speed [km/h]\n\
                23.06.2024;10:15:30,5;45,5;\"13,25\";36,0\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.time_ms, [1_719_137_730_500.0]);
    assert_eq!((recording.columns.lat_deg[0], recording.columns.lon_deg[0]), (45.5, 13.25));
    assert_eq!(values(&recording, "sog"), [10.0]);
    assert!(recording.damage.lacks[0].contains("read as UTC"));
}

#[test]
fn the_unit_of_a_speed_is_inferred_from_the_positions() {
    // A hundred-thousandth of a degree of latitude is 1.112 m.
    let rows = |scale: f64| {
        let row =
            |i: u32| format!("{},45.{:05},13.25,{:.3}\n", 1_700_000_000 + i, 50_000 + i * 5, 5.56 * scale);
        format!("time,lat,lon,speed\n{}", (0..40).map(row).collect::<String>())
    };
    for (scale, found) in [(1.0, "metres"), (3.6, "kilometres"), (3600.0 / 1852.0, "")] {
        let recording = read(rows(scale).as_bytes()).unwrap();
        assert!((f64::from(values(&recording, "sog")[1]) - 5.56).abs() < 0.01, "{scale}");
        assert_eq!(recording.damage.lacks.iter().any(|lack| lack.contains(found)), !found.is_empty());
    }
}

#[test]
fn a_table_without_positions_is_a_wind_log() {
    let text = "timestamp,twd,tws_mps\n2024-06-23T10:00:00Z,270,7.5\n2024-06-23T10:00:10Z,275,8\n";
    let recording = crate::read::read("wind.csv", text.as_bytes()).unwrap();
    assert!(recording.columns.lat_deg[0].is_nan());
    assert_eq!(values(&recording, "tws"), [7.5, 8.0]);
    assert_eq!(recording.damage.lacks, ["This log has no positions, so it can only be used as a wind log."]);
}

#[test]
fn rows_shorter_or_longer_than_the_header_keep_their_named_cells() {
    let text = "time,lat,lon,heel\n1700000000,45,13\n1700000001,45,13,5,99,99\n1700000002,45\n";
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.damage.kept, recording.damage.expected), (2, Some(3)));
    assert!(values(&recording, "heel")[0].is_nan());
}

#[test]
fn decimal_commas_are_read_in_tables_whose_cells_no_comma_divides() {
    for delimiter in ["\t", ";"] {
        for text in [
            "timestamp|lat|lon|sog [m/s]|heel\n2026-06-13T14:00:00Z|45,5|13,25|4,5|-12,5\n2026-06-13T14:00:01Z|45,501|13,25|5|8\n",
            "lat|heel|lon|timestamp|sog [m/s]\n45,5|-12,5|13,25|1781359200,0|4,5\n45,501|8|13,25|1781359201|5\n",
            "timestamp|lat|lon|sog [m/s]|heel\n1781359200|4530,0N|1315,0E|4,5|-12,5\n1781359201|4530,06N|1315,00E|5|8\n",
        ] {
            let recording = read(text.replace('|', delimiter).as_bytes()).unwrap();
            let columns = &recording.columns;
            assert_eq!(columns.time_ms, [1_781_359_200_000.0, 1_781_359_201_000.0], "{text}");
            assert_eq!(
                (&columns.lat_deg[..], &columns.lon_deg[..]),
                (&[45.5, 45.501][..], &[13.25; 2][..]),
                "{text}"
            );
            assert_eq!(values(&recording, "sog"), [4.5, 5.0], "{text}");
            assert_eq!(values(&recording, "heel"), [-12.5, 8.0], "{text}");
        }
    }
}

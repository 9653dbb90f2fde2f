//! Fixes that share a time stamp, in files of several formats.

use crate::session::*;

#[test]
fn a_clock_of_whole_seconds_gives_the_maneuvers_of_the_true_times() {
    for hertz in [5.0, 10.0] {
        let rows = sailed(START_MS, hertz);
        let truth = sailing(&report(&gpx(&rows, |row| point(row, &iso(row.ms)))));
        let second = |row: &Row| format!("{}Z", &iso(row.ms)[..19]);
        let whole = gpx(&rows, |row| point(row, &second(row)));
        let rmc: String = rows
            .iter()
            .map(|row| {
                let at = clock(row.ms).replace(':', "");
                sentence(&format!("GPRMC,{at},A,{},{:.2},,050725,,", nmea_position(row), row.sog_kn))
            })
            .collect();
        for file in [whole, rmc.into_bytes()] {
            let read = recording(&file);
            assert!(says(&read, "The clock of this file counts slower than its fixes"));
            let found = report(&file);
            // Two sentences with one time and one position are one row.
            assert!(found.points as usize + 10 >= rows.len(), "{}", found.points);
            let (tacks, gybes, top_kn) = sailing(&found);
            assert_eq!((tacks, gybes), (truth.0, truth.1), "{hertz} Hz");
            assert!((top_kn - truth.2).abs() <= 0.4, "{top_kn} and {}", truth.2);
        }
    }
}

#[test]
fn a_batch_with_the_time_of_its_last_fix_gives_the_maneuvers_of_the_true_times() {
    let rows = sailed(START_MS, 1.0);
    let truth = sailing(&report(&gpx(&rows, |row| point(row, &iso(row.ms)))));
    for sizes in [[2, 3, 5, 4], [1, 1, 4, 2], [3, 3, 2, 3]] {
        let mut stamps = Vec::new();
        for size in sizes.iter().cycle() {
            let last = (stamps.len() + size - 1).min(rows.len() - 1);
            stamps.extend(std::iter::repeat_n(rows[last].ms, *size));
            if stamps.len() > rows.len() {
                break;
            }
        }
        let stamped: Vec<(Row, f64)> = rows.iter().copied().zip(stamps).collect();
        let points: String = stamped.iter().map(|(row, ms)| point(row, &iso(*ms))).collect();
        let file = format!("<gpx version=\"1.1\"><trk><trkseg>{points}</trkseg></trk></gpx>").into_bytes();
        assert!(says(&recording(&file), "as fixes that arrive in batches do"));
        let found = report(&file);
        assert_eq!((found.points as usize, sailing(&found)), (rows.len(), truth), "{sizes:?}");
    }
}

#[test]
fn rows_that_are_written_twice_count_once() {
    let rows = sailed(START_MS, 1.0);
    let once = sailing(&report(&gpx(&rows, |row| point(row, &iso(row.ms)))));
    let twice = gpx(&rows, |row| point(row, &iso(row.ms)).repeat(2));
    let found = report(&twice);
    assert_eq!((found.points as usize, sailing(&found)), (rows.len(), once));
}

#[test]
fn a_log_of_two_receivers_has_a_row_a_second() {
    let rows = sailed(START_MS, 1.0);
    let log: String = rows
        .iter()
        .flat_map(|row| {
            let beside = Row { lat: row.lat + 3e-5, ..*row };
            let at = clock(row.ms).replace(':', "");
            ["GP", "GN"].into_iter().zip([*row, beside]).map(move |(talker, row)| {
                sentence(&format!("{talker}RMC,{at},A,{},{:.2},,050725,,", nmea_position(&row), row.sog_kn))
            })
        })
        .collect();
    assert_eq!(recording(log.as_bytes()).columns.len(), rows.len());
}

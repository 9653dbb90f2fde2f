//! Numbers, positions and texts as other programs write them: the same session in each.

use leebow_engine::track::Recording;

use crate::session::*;

/// True when positions and times are those of the rows.
fn assert_same(read: &Recording, rows: &[Row], what: &str) {
    let columns = &read.columns;
    assert_eq!(columns.len(), rows.len(), "{what}");
    for (i, row) in rows.iter().enumerate() {
        let off =
            [columns.lat_deg[i] - row.lat, columns.lon_deg[i] - row.lon, (columns.time_ms[i] - row.ms) / 1e9];
        assert!(off.iter().all(|off| off.abs() < 1e-6), "{what}: row {i}, {off:?}");
    }
}

#[test]
fn decimal_commas_are_read_with_any_separator_and_in_every_format() {
    let rows = sailed(START_MS, 1.0);
    let comma = |value: f64, decimals: usize| format!("{value:.decimals$}").replace('.', ",");
    let cells = |row: &Row| [iso(row.ms), comma(row.lat, 7), comma(row.lon, 7), comma(row.sog_kn, 2)];
    let table = |separator: &str, quote: &str| {
        let line = |row: &Row| cells(row).map(|cell| format!("{quote}{cell}{quote}")).join(separator) + "\n";
        let names = ["time", "lat", "lon", "sog (kn)"].join(separator);
        format!("{names}\n{}", rows.iter().map(line).collect::<String>()).into_bytes()
    };
    for (separator, quote) in [(";", ""), ("\t", ""), ("|", ""), (",", "\""), (",", ""), (";", "\"")] {
        let read = recording(&table(separator, quote));
        assert_same(&read, &rows, separator);
        let sog = f64::from(read.columns.get("sog").unwrap()[100]) / 0.514_444;
        assert!((sog - rows[100].sog_kn).abs() < 0.01, "{separator}");
    }
    let of_gpx = gpx(&rows, |row| {
        format!(
            "<trkpt lat=\"{}\" lon=\"{}\"><time>{}</time></trkpt>",
            comma(row.lat, 7),
            comma(row.lon, 7),
            iso(row.ms)
        )
    });
    assert_same(&recording(&of_gpx), &rows, "GPX");
}

#[test]
fn a_thousand_with_a_comma_in_a_table_with_points_is_no_decimal() {
    let rows = sailed(START_MS, 1.0);
    let line = |row: &Row| format!("{},{:.7},{:.7},\"1,234\"\n", iso(row.ms), row.lat, row.lon);
    let text: String = rows.iter().map(line).collect();
    let read = recording(format!("time,lat,lon,pressure\n{text}").as_bytes());
    assert_same(&read, &rows, "thousands");
    assert_eq!(read.columns.get("pressure"), None);
}

#[test]
fn times_without_leading_zeros_seconds_or_separators_are_read() {
    let rows = sailed(START_MS, 1.0);
    let unpadded = |ms: f64| {
        let (year, month, day, of_day) = civil(ms);
        let s = (of_day / 1000.0) as u32;
        format!("{year}-{month}-{day}T{}:{}:{}Z", s / 3600, s / 60 % 60, s % 60)
    };
    let compact = |ms: f64| iso(ms)[..19].replace(['-', ':'], "") + "Z";
    for time in [unpadded, compact] {
        assert_same(&recording(&gpx(&rows, |row| point(row, &time(row.ms)))), &rows, "GPX");
        assert_same(&recording(&table("time,lat,lon,sog (kn)", &rows, time)), &rows, "CSV");
    }
    let minutes = table("time,lat,lon,sog (kn)", &rows, |ms| iso(ms)[..16].replace('T', " "));
    assert_same(&recording(&minutes), &rows, "minutes");
}

#[test]
fn times_in_cdata_and_positions_with_any_white_space_are_read() {
    let rows = sailed(START_MS, 1.0);
    let cdata = |ms: f64| format!("<![CDATA[{}]]>", iso(ms));
    assert_same(&recording(&gpx(&rows, |row| point(row, &cdata(row.ms)))), &rows, "CDATA");
    let kml =
        |inside: String| format!("<kml xmlns:gx=\"g\"><Document>{inside}</Document></kml>").into_bytes();
    let place = |row: &Row| {
        format!(
            "<Placemark><TimeStamp><when>\n\t{} </when></TimeStamp><Point><coordinates>\n {:.7},\t{:.7} ,\n0 </coordinates></Point></Placemark>",
            cdata(row.ms),
            row.lon,
            row.lat
        )
    };
    assert_same(&recording(&kml(rows.iter().map(place).collect())), &rows, "placemarks");
    for separator in [" ", "\n\t", ",", ", ", " , "] {
        let when: String = rows.iter().map(|row| format!("<when>{}</when>", iso(row.ms))).collect();
        let coord = |row: &Row| {
            format!("<gx:coord>\n{:.7}{separator}{:.7}{separator}0\n</gx:coord>", row.lon, row.lat)
        };
        let track = format!(
            "<Placemark><gx:Track>{when}{}</gx:Track></Placemark>",
            rows.iter().map(coord).collect::<String>()
        );
        assert_same(&recording(&kml(track)), &rows, separator);
    }
}

#[test]
fn longitudes_from_0_to_360_are_those_to_the_west() {
    let west: Vec<Row> =
        sailed(START_MS, 1.0).iter().map(|row| Row { lon: row.lon - 40.0, ..*row }).collect();
    let east = |row: &Row| Row { lon: row.lon + 360.0, ..*row };
    let turned: Vec<Row> = west.iter().map(east).collect();
    assert_same(&recording(&gpx(&turned, |row| point(row, &iso(row.ms)))), &west, "GPX");
    assert_same(&recording(&table("time,lat,lon,sog (kn)", &turned, iso)), &west, "CSV");
}

#[test]
fn a_track_over_the_meridian_of_180_degrees_is_cut_there_in_geojson_and_read_as_one() {
    let rows = sailed(START_MS, 1.0);
    let middle = (rows[0].lon + rows[600].lon) / 2.0;
    let over = |row: &Row| Row { lon: (row.lon - middle + 360.0) % 360.0 - 180.0, ..*row };
    let over: Vec<Row> = rows.iter().map(over).collect();
    let file = gpx(&over, |row| point(row, &iso(row.ms)));
    let written = leebow_engine::write::convert("x.gpx", &file, "geojson").unwrap().bytes;
    let text = String::from_utf8(written.clone()).unwrap();
    assert!(text.contains("MultiLineString"));
    let read = recording(&written);
    assert_same(&read, &over, "GeoJSON");
    assert_eq!(read.breaks, Vec::<usize>::new());
}

#[test]
fn heads_in_windows_1252_and_utf_16_are_read() {
    let rows = sailed(START_MS, 1.0);
    let text = String::from_utf8(table("Höhe,lat (°),lon (°),sog (kn)", &rows, iso)).unwrap();
    let text = text.replace("Höhe,", "time,").replace("sog (kn)", "sog (kn),Höhe (m)");
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_same(&recording(&latin), &rows, "Windows-1252");
    for text in [text.clone(), text.replacen("time", "Time", 1), format!("# made by hand\n{text}")] {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_same(&recording(&little), &rows, "UTF-16, little endian");
        assert_same(&recording(&big), &rows, "UTF-16, big endian");
    }
}

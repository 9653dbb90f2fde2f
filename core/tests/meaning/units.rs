//! Units as tables name them.

use leebow_engine::track::Recording;

use crate::session::*;

/// A table with one more column of this name and value.
fn with_column(name: &str, value: &str) -> Recording {
    let rows = sailed(START_MS, 1.0);
    let line = |row: &Row| format!("{},{:.7},{:.7},{value}\n", iso(row.ms), row.lat, row.lon);
    let text: String = rows.iter().map(line).collect();
    recording(format!("time,lat,lon,{name}\n{text}").as_bytes())
}

fn value(recording: &Recording, id: &str) -> Option<f64> {
    recording.columns.get(id).map(|values| (f64::from(values[5]) * 1e3).round() / 1e3)
}

#[test]
fn a_quantity_has_its_stored_unit_from_any_unit_that_is_named() {
    for (name, written, id, stored) in [
        ("depth (ft)", "20", "depth", 6.096),
        ("depth [m]", "20", "depth", 20.0),
        ("Depth (fathoms)", "5", "depth", 9.144),
        ("altitude (ft)", "10", "ele", 3.048),
        ("temp (F)", "68", "temperature", 20.0),
        ("temperature (°C)", "20", "temperature", 20.0),
        ("temp_f", "50", "temperature", 10.0),
        ("tws (m/s)", "7.2", "tws", 7.2),
        ("tws (bft)", "4", "tws", 6.945),
        ("tws (kn)", "14", "tws", 7.202),
        ("AWS [km / h]", "36", "aws", 10.0),
        ("heel (rad)", "0.5", "heel", 28.648),
        ("twd (°)", "230", "twd", 230.0),
        ("hr (bpm)", "130", "hr", 130.0),
    ] {
        let read = with_column(name, written);
        assert_eq!(value(&read, id), Some(stored), "{name}");
        assert!(!says(&read, "unit"), "{name}: {:?}", read.damage.lacks);
    }
}

#[test]
fn the_speed_is_read_in_every_spelling_of_its_unit() {
    for (unit, per_kn) in [
        ("(kts.)", 1.0),
        ("(km / h)", 1.852),
        ("[Km/h]", 1.852),
        ("(mph)", 1.150_779),
        ("(m / s)", 0.514_444),
        ("(m/s)", 0.514_444),
    ] {
        let rows = sailed(START_MS, 1.0);
        let line =
            |row: &Row| format!("{},{:.7},{:.7},{:.4}\n", iso(row.ms), row.lat, row.lon, row.sog_kn * per_kn);
        let text: String = rows.iter().map(line).collect();
        let read = recording(format!("time,lat,lon,speed {unit}\n{text}").as_bytes());
        let sog = read.columns.get("sog").unwrap();
        let off = sog.iter().zip(&rows).map(|(mps, row)| (f64::from(*mps) - row.sog_kn * 0.514_444).abs());
        assert!(off.fold(0.0, f64::max) < 0.001, "{unit}");
    }
}

#[test]
fn a_unit_that_is_not_known_is_never_taken_for_ours() {
    for (name, id, own) in [
        ("speed (furlongs)", "sog", "speed_furlongs"),
        ("depth (cubits)", "depth", "depth_cubits"),
        ("tws (gusts)", "tws", "tws_gusts"),
        ("temp (Rankine)", "temperature", "temp_rankine"),
    ] {
        let read = with_column(name, "7");
        assert_eq!((value(&read, id), value(&read, own)), (None, Some(7.0)), "{name}");
        let sentence = format!("The unit of the column \"{}\" is not known", name.to_lowercase());
        assert!(says(&read, &sentence), "{:?}", read.damage.lacks);
    }
}

#[test]
fn a_wind_speed_without_a_unit_is_read_as_knots_and_this_is_said() {
    for name in ["tws", "aws", "stw"] {
        let read = with_column(name, "14");
        assert_eq!(value(&read, name), Some(7.202));
        assert!(says(&read, &format!("The column \"{name}\" names no unit; it was read as knots.")));
    }
}

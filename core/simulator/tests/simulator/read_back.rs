//! What the simulator writes, the readers read back.

use leebow_engine::read::read;
use leebow_engine::track::Recording;
use leebow_simulator::{Fix, Noise, Spec, simulate, write};

const MINUTES: f64 = 3.0;

/// The fixes of a session and the same session written and read back.
fn there_and_back(format: &str, rate_hz: f64) -> (Vec<Fix>, Recording) {
    let spec =
        Spec { minutes: MINUTES, rate_hz, noise: Noise::LOGGER, utc_offset_min: -210, ..Spec::default() };
    let bytes = write(&serde_json::to_string(&spec).unwrap(), format).unwrap();
    (simulate(&spec).unwrap().fixes, read(format, &bytes).unwrap())
}

fn assert_equal(fixes: &[Fix], back: &Recording, time_ms: f64, position_deg: f64, speed_mps: f64) {
    let columns = &back.columns;
    assert_eq!(columns.len(), fixes.len());
    assert!(back.damage.losses.is_empty(), "{:?}", back.damage);
    let sog = columns.get("sog");
    for (i, fix) in fixes.iter().enumerate() {
        assert!(
            (columns.time_ms[i] - fix.time_ms).abs() <= time_ms,
            "row {i}: {}",
            columns.time_ms[i] - fix.time_ms
        );
        assert!((columns.lat_deg[i] - fix.lat_deg).abs() <= position_deg);
        assert!((columns.lon_deg[i] - fix.lon_deg).abs() <= position_deg);
        if let Some(sog) = sog {
            assert!((f64::from(sog[i]) - fix.sog_mps).abs() <= speed_mps, "row {i}");
        }
    }
}

#[test]
fn a_fit_file_comes_back_in_both_byte_orders() {
    for format in ["fit", "fit-big-endian"] {
        let (fixes, back) = there_and_back(format, 1.0);
        assert_equal(&fixes, &back, 0.0, 1e-7, 0.0006);
        assert!(back.columns.get("sog").is_some() && back.columns.get("hr").is_some());
    }
}

#[test]
fn a_gpx_file_comes_back_with_and_without_speed() {
    let (fixes, back) = there_and_back("gpx", 5.0);
    assert_equal(&fixes, &back, 0.0, 1e-9, 0.0006);
    assert!(back.columns.get("cog").is_some() && back.columns.get("hr").is_some());
    let (fixes, back) = there_and_back("gpx-plain", 1.0);
    assert_equal(&fixes, &back, 0.0, 1e-9, 0.0);
    assert!(back.columns.get("sog").is_none());
}

#[test]
fn the_csv_layouts_of_both_manufacturers_come_back() {
    let (fixes, back) = there_and_back("vakaros", 5.0);
    assert_equal(&fixes, &back, 0.0, 1e-9, 0.003);
    let heel = back.columns.get("heel").unwrap();
    assert!(fixes.iter().zip(heel).all(|(fix, &heel)| (fix.heel_deg - f64::from(heel)).abs() < 0.06));
    let (fixes, back) = there_and_back("velocitek", 4.0);
    assert_equal(&fixes, &back, 0.0, 1e-9, 0.03);
}

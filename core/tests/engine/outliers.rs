//! Positions that jump are replaced by the smoother's.

use leebow_engine::geo::distance_m;
use leebow_engine::{Options, analyze};
use std::fmt::Write;

/// Due north at 4 m/s, one fix a second; the fix at `wrong` lies 300 m to the east.
fn north_with_a_jump(wrong: usize) -> String {
    let mut gpx = String::from("<gpx version=\"1.1\"><trk><trkseg>");
    for i in 0..120 {
        let lat = 54.0 + i as f64 * 4.0 / 111_300.0;
        let lon = if i == wrong { 10.0046 } else { 10.0 };
        let _ = write!(
            gpx,
            "<trkpt lat=\"{lat:.7}\" lon=\"{lon:.7}\"><time>2026-06-01T12:{:02}:{:02}Z</time></trkpt>",
            i / 60,
            i % 60
        );
    }
    gpx + "</trkseg></trk></gpx>"
}

#[test]
fn a_fix_that_jumps_300_m_aside_and_back_is_drawn_where_the_boat_sailed() {
    let gpx = north_with_a_jump(60);
    let columns = analyze("jump.gpx", gpx.as_bytes(), None, &Options::default()).unwrap().columns;
    for i in 0..columns.len() {
        let aside = distance_m(columns.lat_deg[i], columns.lon_deg[i], columns.lat_deg[i], 10.0);
        assert!(aside < 5.0, "fix {i} lies {aside:.0} m aside");
    }
}

#[test]
fn a_fix_that_jumps_makes_neither_way_nor_speed() {
    let gpx = north_with_a_jump(60);
    let summary = analyze("jump.gpx", gpx.as_bytes(), None, &Options::default()).unwrap().report.summary;
    assert!((summary.distance_m - 119.0 * 4.0).abs() < 10.0, "{}", summary.distance_m);
    assert!(summary.max_speed_kn.unwrap() < 8.5, "{:?}", summary.max_speed_kn);
}

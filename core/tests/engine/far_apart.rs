//! Tracks that leave the place at which they began: east is as long as it is where the boat sails.

use leebow_engine::Analysis;
use leebow_engine::angle::wrap_180;
use leebow_engine::config::boat_class;
use leebow_engine::geo::{Plane, distance_m};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::track::Recording;

use crate::passage::Passage;

/// A boat at 5 m/s on one course for ten minutes, without a speed of its own device.
fn leg(lat_deg: f64, lon_deg: f64, course_deg: f64) -> Recording {
    let mut leg = Passage::from(lat_deg, lon_deg, course_deg, 5.0).leg(600.0, 5.0).recorded(1.0);
    leg.columns.take_channels();
    leg
}

/// One recording after the other, a day later.
fn joined(mut first: Recording, second: Recording) -> Recording {
    let (columns, more) = (&mut first.columns, second.columns);
    columns.time_ms.extend(more.time_ms.iter().map(|t| t + 86_400_000.0));
    columns.lat_deg.extend(&more.lat_deg);
    columns.lon_deg.extend(&more.lon_deg);
    first
}

fn analyzed(recording: Recording) -> Analysis {
    analyze_recording("a.gpx", "", recording, boat_class("49er").unwrap(), AnalysisInputs::default()).unwrap()
}

fn assert_speed_and_course(analysis: &Analysis, rows: std::ops::Range<usize>, mps: f64, course_deg: f64) {
    let channel = |id: &str| analysis.columns.get(id).unwrap();
    for row in rows {
        let (sog, cog) = (f64::from(channel("sog")[row]), f64::from(channel("cog")[row]));
        assert!((sog - mps).abs() < 0.01 * mps, "{sog} m/s in row {row}");
        assert!(wrap_180(cog - course_deg).abs() < 0.5, "{cog} in row {row}");
    }
}

#[test]
fn sessions_of_kiel_and_palma_in_one_file_have_their_own_speeds() {
    for (lat_deg, lon_deg) in [(39.5, 2.6), (54.4, 10.2), (-33.8, 151.3), (64.1, -21.9)] {
        let analysis = analyzed(joined(leg(54.4, 10.2, 90.0), leg(lat_deg, lon_deg, 75.0)));
        let n = analysis.columns.len();
        assert_speed_and_course(&analysis, 20..n / 2 - 20, 5.0, 90.0);
        assert_speed_and_course(&analysis, n / 2 + 20..n - 20, 5.0, 75.0);
    }
}

#[test]
fn a_session_on_the_other_side_of_the_earth_crosses_180_degrees_from_the_first() {
    for lon_deg in [-170.0, 0.0, 10.01, 100.0] {
        let analysis =
            analyzed(joined(leg(20.0, lon_deg, 90.0), leg(20.0, wrap_180(lon_deg + 179.99), 90.0)));
        let n = analysis.columns.len();
        assert_speed_and_course(&analysis, n / 2 + 20..n - 20, 5.0, 90.0);
    }
}

#[test]
fn a_passage_from_sydney_to_hobart_has_the_same_speed_all_the_way() {
    const COURSE_DEG: f64 = 140.0;
    const STEP_M: f64 = 100.0;
    let (mut lat_deg, mut lon_deg) = (-33.8, 151.3);
    let mut passage = leg(lat_deg, lon_deg, COURSE_DEG);
    let columns = &mut passage.columns;
    (columns.time_ms, columns.lat_deg, columns.lon_deg) = Default::default();
    // A fix every ten seconds at 10 m/s, 1200 km along the rhumb line.
    for k in 0..12_000 {
        columns.time_ms.push(1.7e12 + 10_000.0 * f64::from(k));
        columns.lat_deg.push(lat_deg);
        columns.lon_deg.push(lon_deg);
        let (sin, cos) = libm::sincos(COURSE_DEG.to_radians());
        (lat_deg, lon_deg) = Plane::at(lat_deg, lon_deg).to_deg(STEP_M * sin, STEP_M * cos);
    }
    let (first, last) = ((columns.lat_deg[0], columns.lon_deg[0]), (lat_deg, lon_deg));
    assert!(distance_m(first.0, first.1, last.0, last.1) > 1.1e6);
    let recorded = passage.clone();
    let analysis = analyzed(passage);
    assert_speed_and_course(&analysis, 10..11_990, 10.0, COURSE_DEG);
    // The smoothed positions are where the recorded ones are.
    for row in (10..11_990).step_by(7) {
        let (there, here) = (&recorded.columns, &analysis.columns);
        let off_m = distance_m(there.lat_deg[row], there.lon_deg[row], here.lat_deg[row], here.lon_deg[row]);
        assert!(off_m < 2.0, "{off_m} m in row {row}");
    }
}

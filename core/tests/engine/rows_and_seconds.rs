//! What is a length of time is measured in seconds, not in rows: a device that writes more rows in one part of the sailing
//! gives the figures of one that does not.

use leebow_engine::api::Straight;
use leebow_engine::clean::clean;
use leebow_engine::config::boat_class;
use leebow_engine::motion::smooth;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::course::Course;
use leebow_engine::track::Recording;

use crate::drawn::steady_wind;
use crate::passage::Passage;

const WIND_DEG: f64 = 20.0;

/// A passage with ten rows a second up to a moment, s, and one a second after it.
fn faster_until(passage: &Passage, moment_s: f64) -> Recording {
    let mut recording = passage.recorded(10.0);
    let columns = std::mem::take(&mut recording.columns);
    let is_fast = |row: usize| columns.time_ms[row] - columns.time_ms[0] < 1000.0 * moment_s;
    let rows: Vec<usize> = (0..columns.len()).filter(|&row| is_fast(row) || row.is_multiple_of(10)).collect();
    recording.columns = columns.into_selected(&rows);
    recording
}

fn pace_mps(mut recording: Recording) -> f64 {
    let class = boat_class("49er").unwrap();
    let track = clean(&mut recording, class).unwrap();
    let motion = smooth(&track, class);
    Course::new(&track, &motion).pace_mps
}

#[test]
fn the_pace_is_the_median_over_time_not_over_rows() {
    let sailed = Passage::from(54.4, 10.2, WIND_DEG + 90.0, 3.0).leg(600.0, 3.0).leg(900.0, 6.0);
    for recording in [sailed.recorded(1.0), sailed.recorded(5.0), faster_until(&sailed, 600.0)] {
        let pace_mps = pace_mps(recording);
        assert!((pace_mps - 6.0).abs() < 0.05, "{pace_mps} m/s");
    }
}

#[test]
fn the_means_of_a_straight_are_over_time_not_over_rows() {
    // The middle of the straight is at the change of course and speed.
    let sailed =
        Passage::from(54.4, 10.2, WIND_DEG - 44.0, 4.0).leg(60.0, 4.0).turn(3.0, 1.0, 4.6).leg(60.0, 4.6);
    let of = |recording| {
        let inputs =
            AnalysisInputs { pinned: Some(steady_wind(WIND_DEG, 3.0, 1200.0)), ..AnalysisInputs::default() };
        let class = boat_class("49er").unwrap();
        let straights = analyze_recording("leg.gpx", "", recording, class, inputs).unwrap().report.straights;
        assert_eq!(straights.len(), 1);
        straights.into_iter().next().unwrap()
    };
    let even: Straight = of(sailed.recorded(10.0));
    let uneven = of(faster_until(&sailed, 60.0));
    let near = |a: f64, b: f64, within: f64| assert!((a - b).abs() < within, "{a} and {b}");
    near(even.sog_kn, uneven.sog_kn, 0.03);
    near(even.twa_deg.unwrap(), uneven.twa_deg.unwrap(), 0.1);
    near(even.vmg_kn.unwrap(), uneven.vmg_kn.unwrap(), 0.03);
}

//! The wind from few turns, and from an uneven one among them.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::FileAnalysis;
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};

use crate::passage::Passage;

/// A beat of a 470 in wind from north with so many tacks of 86°, and a last one from 43° to `out_deg` off the wind.
fn beat(tacks: u32, out_deg: f64) -> FileAnalysis {
    let side = |k: u32| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
    let tack = |passage: Passage, k: u32| {
        let (seconds, sog_mps) = (150.0 - 5.0 * f64::from(k), 3.0 + 0.1 * f64::from(k));
        passage.turn(86.0 * side(k), 24.0, 1.2).leg(seconds, sog_mps)
    };
    let passage = (0..tacks).fold(Passage::from(54.4, 10.2, -43.0, 3.0).leg(150.0, 3.0), tack);
    let passage = passage.turn((43.0 + out_deg) * side(tacks), 24.0, 1.2).leg(150.0, 3.3);
    let class = boat_class("470").unwrap();
    analyze_recording("beat", "", passage.recorded(1.0), class, AnalysisInputs::default()).unwrap().report
}

#[test]
fn one_even_tack_and_an_uneven_one_determine_no_wind() {
    let report = beat(1, 92.0);
    assert!(report.wind.is_none(), "{:?}", report.wind);
    assert!(report.notes.iter().any(|note| note.starts_with("Too few turns")), "{:?}", report.notes);
}

#[test]
fn three_or_four_even_tacks_determine_the_wind_with_and_without_an_uneven_one() {
    for report in [beat(3, 43.0), beat(3, 92.0), beat(4, 92.0)] {
        assert!(wrap_180(report.wind.unwrap().twd_deg).abs() < 2.0);
    }
}

//! Directions that fit a track where no wind is published, and the kind of boat that a file's sport names.

use std::path::PathBuf;

use leebow_engine::angle::wrap_180;
use leebow_engine::api::FileAnalysis;
use leebow_engine::{Options, analyze};
use leebow_simulator::{Scenario, Spec, simulate, write_simulation};

/// A direction within this of the wind is the right one, deg.
const RIGHT_DEG: f64 = 45.0;

fn fixture(name: &str) -> FileAnalysis {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    analyze(name, &std::fs::read(path).unwrap(), None, &Options::default()).unwrap().report
}

/// Probability given to the wind from about a direction: 1 for a published wind.
fn probability_of(report: &FileAnalysis, twd_deg: f64) -> f64 {
    let is_right = |deg: f64| wrap_180(deg - twd_deg).abs() <= RIGHT_DEG;
    if let Some(wind) = &report.wind {
        return f64::from(u8::from(is_right(wind.twd_deg)));
    }
    let right = report.wind_candidates.iter().filter(|c| is_right(c.twd_deg));
    right.map(|c| c.probability).fold(0.0, f64::max)
}

fn assert_candidates_are_ordered(report: &FileAnalysis) {
    let candidates = &report.wind_candidates;
    assert!(candidates.len() <= 4);
    assert!(report.wind.is_none() || candidates.is_empty());
    assert!(candidates.iter().map(|c| c.probability).sum::<f64>() <= 1.0);
    assert!(candidates.windows(2).all(|pair| pair[0].probability >= pair[1].probability));
    for candidate in candidates {
        assert!((0.0..360.0).contains(&candidate.twd_deg) && candidate.sd_deg > 0.0, "{candidate:?}");
        assert!((1..=3).contains(&candidate.reasons.len()), "{candidate:?}");
        assert!(candidate.reasons.iter().all(|reason| reason.ends_with('.')), "{candidate:?}");
    }
}

#[test]
fn one_reach_out_and_back_fits_the_wind_from_either_side_of_its_line() {
    let reach = fixture("ilca-reach-only.fit");
    assert!(reach.wind.is_none());
    assert_candidates_are_ordered(&reach);
    let [a, b] = &reach.wind_candidates[..] else { panic!("{:?}", reach.wind_candidates) };
    assert!(wrap_180(a.twd_deg - b.twd_deg).abs() > 170.0);
    assert!(a.probability < 0.8 && b.probability > 0.15, "{a:?} {b:?}");
    assert!(a.sd_deg > 15.0 && b.sd_deg > 15.0);
}

#[test]
fn a_published_wind_has_no_candidates_and_says_how_likely_its_rivals_are() {
    let race = fixture("ilca-weymouth.gpx");
    assert_candidates_are_ordered(&race);
    let wind = race.wind.unwrap();
    assert!(
        wind.rival_probabilities.iter().all(|p| (0.0..0.05).contains(p)),
        "{:?}",
        wind.rival_probabilities
    );
    assert!(wind.rival_probabilities.iter().sum::<f64>() < 0.08);
    assert!(wind.track_estimate.is_none());
}

#[test]
fn a_measured_wind_has_no_rivals() {
    let measured = fixture("j70-biscayne-bay.nmea").wind.unwrap();
    assert_eq!(measured.rival_probabilities, [0.0; 3]);
}

/// Board sessions of the recordings and the wind of their day (examples/wind_eval/known.rs), deg.
const BOARDS: [(&str, f64); 10] = [
    ("gpx/wingfoil-puerto-rico-twd90.gpx", 90.0),
    ("gpx/wingfoil-hood-river-angles.gpx", 265.0),
    ("gpx/wingfoil-hood-river-session.gpx", 250.0),
    ("fit/wingfoil-2026-06-13-1558_rheinstetten-windsurfen_native.fit", 253.0),
    ("fit/wingfoil-2026-07-31-1451_nago-torbole-windsurfen_native.fit", 205.0),
    ("fit/wingfoil-2026-08-01-0804_nago-torbole-windsurfen_native.fit", 38.0),
    ("fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit", 25.0),
    ("fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit", 205.0),
    ("fit/wingfoil-2026-08-05-1356_nago-torbole-foilmotion_foilmotion.fit", 191.0),
    ("fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit", 32.0),
];

#[test]
fn every_board_session_has_its_wind_or_the_right_candidate_without_a_class() {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let Some(folder) = named.into_iter().chain([beside]).find(|folder| folder.is_dir()) else {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
        return;
    };
    for (file, twd_deg) in BOARDS {
        let bytes = std::fs::read(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let report = analyze(file, &bytes, None, &Options::default()).unwrap().report;
        assert_candidates_are_ordered(&report);
        let wind = report.wind.as_ref().map(|w| w.twd_deg);
        assert!(probability_of(&report, twd_deg) >= 0.3, "{file}: {wind:?} {:?}", report.wind_candidates);
    }
}

#[test]
fn sessions_to_and_fro_of_every_family_have_their_wind_or_the_right_candidate() {
    for (k, class) in ["Windsurf fin", "Windsurf foil", "Wing foil", "Kite", "Laser", "J70", "Foil Pumping"]
        .into_iter()
        .enumerate()
    {
        for seed in [160 + k as u64, 170 + k as u64] {
            let twd_deg = (seed * 67 % 360) as f64;
            let spec = Spec {
                class: class.to_string(),
                seed,
                scenario: Scenario::ToAndFro,
                twd_deg,
                minutes: 30.0,
                ..Spec::default()
            };
            let file = write_simulation(&simulate(&spec).unwrap(), "gpx").unwrap();
            let report = analyze("ride.gpx", &file, None, &Options::default()).unwrap().report;
            assert_candidates_are_ordered(&report);
            let wind = report.wind.as_ref().map(|w| w.twd_deg);
            let right = probability_of(&report, twd_deg);
            assert!(right >= 0.3, "{class} {seed} {twd_deg}: {wind:?} {:?}", report.wind_candidates);
        }
    }
}

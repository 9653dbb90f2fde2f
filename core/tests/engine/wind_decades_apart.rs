//! A file may hold sessions that are decades apart: a wind given by the user or estimated from a fleet is sampled where
//! there are fixes, not over the years between them.

use std::fmt::Write;

use leebow_engine::api::{Action, Correction, FileAnalysis};
use leebow_engine::wind::WindSource;
use leebow_engine::{Options, analyze};

use crate::memory;

/// Most memory of an analysis of twenty minutes, bytes. Samples every 10 s over thirty years take 3 GB.
const ALLOWED_BYTES: usize = 50_000_000;

/// So many seconds northeastward at 1 Hz and about 5 kn in 1994, and again in 2024.
fn two_sessions(seconds: u32) -> Vec<u8> {
    let mut gpx = String::from("<gpx version=\"1.1\"><trk>");
    for year in [1994, 2024] {
        gpx.push_str("<trkseg>");
        for s in 0..seconds {
            let (lat, lon) = (54.0 + 1.6e-5 * f64::from(s), 10.0 + 2.8e-5 * f64::from(s));
            write!(gpx, "<trkpt lat=\"{lat:.7}\" lon=\"{lon:.7}\">").unwrap();
            write!(gpx, "<time>{year}-06-11T12:{:02}:{:02}Z</time></trkpt>", s / 60, s % 60).unwrap();
        }
        gpx.push_str("</trkseg>");
    }
    gpx.push_str("</trk></gpx>");
    gpx.into_bytes()
}

/// The analysis within the memory allowed; every fix has the wind `twd_deg`.
fn analyzed(seconds: u32, options: &Options, twd_deg: f64) -> FileAnalysis {
    let file = two_sessions(seconds);
    let (analysis, most) = memory::peak_bytes_during(|| analyze("years.gpx", &file, None, options).unwrap());
    assert!(most <= ALLOWED_BYTES, "{most} bytes");
    let twd = analysis.columns.get("ewd").unwrap();
    assert_eq!(twd.len(), 2 * seconds as usize);
    let off = twd.iter().filter(|v| (f64::from(**v) - twd_deg).abs() > 1e-3 || v.is_nan()).count();
    assert_eq!(off, 0, "fixes without this wind");
    analysis.report
}

/// Too little sailing for an estimate, so that the hint itself is the wind.
#[test]
fn a_hint_holds_at_every_fix() {
    let report = analyzed(50, &Options { wind_hint_deg: Some(90.0), ..Options::default() }, 90.0);
    assert_eq!(report.wind.unwrap().source, WindSource::Pinned);
}

#[test]
fn a_pin_holds_at_every_fix() {
    let pin = Correction {
        action: Action::PinWind,
        kind: None,
        start_time: None,
        end_time: None,
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: Some(120.0),
        shift_s: None,
        calibration: None,
        instrument: None,
    };
    let report = analyzed(600, &Options { corrections: vec![pin], ..Options::default() }, 120.0);
    assert_eq!(report.wind.unwrap().source, WindSource::Pinned);
}

#[test]
fn a_fleet_s_wind_holds_at_every_fix() {
    let hour_ms = 3_600_000.0;
    let starts_ms = [771_336_000_000.0, 1_718_107_200_000.0];
    let time_ms: Vec<f64> = starts_ms
        .iter()
        .flat_map(|start| (0..=60).map(move |k| start + f64::from(k) * hour_ms / 360.0))
        .collect();
    let n = time_ms.len();
    let fleet = leebow_engine::fleet::FleetWind {
        boats: 2,
        mean_twd_deg: 200.0,
        mean_sd_deg: 4.0,
        time_ms,
        twd_deg: vec![200.0; n],
        sd_deg: vec![4.0; n],
        ..leebow_engine::fleet::FleetWind::default()
    };
    let report = analyzed(600, &Options { fleet_wind: Some(fleet), ..Options::default() }, 200.0);
    assert_eq!(report.wind.unwrap().source, WindSource::Fleet);
}

/// A hundred fixes, one every four hours: the evidence for a fleet has moments near them only.
#[test]
fn evidence_for_a_fleet_has_moments_near_fixes_only() {
    let mut gpx = String::from("<gpx version=\"1.1\"><trk><trkseg>");
    for k in 0..100 {
        write!(gpx, "<trkpt lat=\"{:.5}\" lon=\"-20.0\">", 40.0 + 0.1 * f64::from(k)).unwrap();
        write!(gpx, "<time>2024-06-{:02}T{:02}:00:00Z</time></trkpt>", 1 + k / 6, 4 * (k % 6)).unwrap();
    }
    gpx.push_str("</trkseg></trk></gpx>");
    let options = Options::default();
    let evidence =
        leebow_engine::pipeline::wind_evidence("ocean.gpx", gpx.as_bytes(), None, &options).unwrap();
    assert!(evidence.candidates.is_empty() && evidence.time_ms.len() <= 800, "{}", evidence.time_ms.len());
    assert!(evidence.time_ms.len() >= 100 && evidence.time_ms.is_sorted());
}

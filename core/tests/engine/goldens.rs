//! The analysis of every simulated fixture as text, compared with `tests/goldens`. After an intended change, run
//! `LEEBOW_GOLDENS=write cargo test -p leebow-tests --test engine goldens` and review the differences.

use std::fs;
use std::path::{Path, PathBuf};

use leebow_engine::{Analysis, Options, analyze};
use serde_json::Value;

use crate::golden_truth::compare;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Name, analysis and truth of every fixture in the manifest.
fn sessions() -> Vec<(String, Analysis, Value)> {
    let manifest: Value =
        serde_json::from_slice(&fs::read(fixtures().join("manifest.json")).unwrap()).unwrap();
    manifest.as_array().unwrap().iter().map(session).collect()
}

fn session(entry: &Value) -> (String, Analysis, Value) {
    let name = entry["name"].as_str().unwrap().to_string();
    let bytes = fs::read(fixtures().join(&name)).unwrap();
    let wind = entry["wind"].as_str().map(|w| (w, fs::read(fixtures().join(w)).unwrap()));
    let wind = wind.as_ref().map(|(name, bytes)| (*name, bytes.as_slice()));
    let class = entry["spec"]["class"].as_str().map(str::to_string);
    let options = Options { boat_class: class, ..Options::default() };
    let analysis = analyze(&name, &bytes, wind, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
    let truth = fs::read(fixtures().join(entry["truth"].as_str().unwrap())).unwrap();
    (name, analysis, serde_json::from_slice(&truth).unwrap())
}

/// What is further from the truth than before is not written: remove its golden first, if it is meant.
#[test]
fn each_fixture_has_the_analysis_of_its_golden_and_is_no_further_from_its_truth() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/goldens");
    let write = std::env::var("LEEBOW_GOLDENS").is_ok_and(|v| v == "write");
    let mut changed = Vec::new();
    for (name, analysis, truth) in sessions() {
        let compared = compare(&analysis.report, &truth);
        let text = compared.lines(&analysis.report);
        let golden = folder.join(format!("{name}.txt"));
        let former = fs::read_to_string(&golden).unwrap_or_default();
        let grown = compared.grown_since(&former);
        if !grown.is_empty() {
            changed.push(format!("{name} is further from its truth: {}", grown.join(", ")));
        } else if write {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&golden, &text).unwrap();
        } else if former != text {
            changed.push(format!("{name} is now:\n{text}"));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn an_analysis_that_misses_a_tack_or_loses_its_wind_is_further_from_the_truth() {
    let (_, mut analysis, truth) =
        sessions().into_iter().find(|(name, ..)| name == "ilca-weymouth.gpx").unwrap();
    let former = compare(&analysis.report, &truth).lines(&analysis.report);
    assert!(compare(&analysis.report, &truth).grown_since(&former).is_empty());
    analysis.report.maneuvers.remove(0);
    analysis.report.wind.as_mut().unwrap().twd_deg += 20.0;
    let grown = compare(&analysis.report, &truth).grown_since(&former);
    assert!(grown.len() >= 2 && grown[0].ends_with("missed") && grown[1].ends_with("of wind"), "{grown:?}");
}

#[test]
fn at_least_nine_of_ten_tacks_and_gybes_of_the_fixtures_are_found() {
    let (mut matched, mut missed, mut extra) = (0, 0, 0);
    for (_, analysis, truth) in sessions() {
        let compared = compare(&analysis.report, &truth);
        matched += compared.matched;
        missed += compared.missed.len();
        extra += compared.extra;
    }
    let f1 = 2.0 * matched as f64 / (2 * matched + missed + extra) as f64;
    assert!(matched >= 50 && f1 >= 0.9, "{matched} matched, {missed} missed, {extra} extra: {f1}");
}

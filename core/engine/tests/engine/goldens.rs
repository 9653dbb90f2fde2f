//! The analysis of every simulated fixture as text, compared with `tests/goldens`. After an intended change, run
//! `LEEBOW_GOLDENS=write cargo test -p leebow-engine --test engine goldens` and review the differences.

use std::fs;
use std::path::{Path, PathBuf};

use leebow_engine::{Analysis, Options, analyze};
use serde_json::Value;

use crate::golden_text;

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

#[test]
fn each_fixture_has_the_analysis_of_its_golden() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens");
    let write = std::env::var("LEEBOW_GOLDENS").is_ok_and(|v| v == "write");
    let mut changed = Vec::new();
    for (name, analysis, _) in sessions() {
        let text = golden_text::lines(&analysis.report);
        let golden = folder.join(format!("{name}.txt"));
        if write {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&golden, &text).unwrap();
        } else if fs::read_to_string(&golden).unwrap_or_default() != text {
            changed.push(format!("{name} is now:\n{text}"));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn at_least_nine_of_ten_tacks_and_gybes_of_the_fixtures_are_found() {
    let (mut matched, mut missed, mut extra) = (0, 0, 0);
    for (_, analysis, truth) in sessions() {
        let true_ones = truth["maneuvers"].as_array().unwrap().iter();
        let turns = |kind: &str| kind == "tack" || kind == "gybe";
        let mut wanted: Vec<(String, f64)> = true_ones
            .map(|m| (m["kind"].as_str().unwrap().to_string(), clock_s(m["time"].as_str().unwrap())))
            .filter(|(kind, _)| turns(kind))
            .collect();
        let found = analysis
            .report
            .maneuvers
            .iter()
            .map(|m| (format!("{:?}", m.kind).to_lowercase(), clock_s(&m.time)));
        for (kind, time) in found.filter(|(kind, _)| turns(kind)) {
            match wanted.iter().position(|(k, t)| *k == kind && (t - time).abs() <= 3.0) {
                Some(i) => {
                    wanted.remove(i);
                    matched += 1;
                }
                None => extra += 1,
            }
        }
        missed += wanted.len();
    }
    let f1 = 2.0 * f64::from(matched) / (2.0 * f64::from(matched) + missed as f64 + f64::from(extra));
    assert!(matched >= 50 && f1 >= 0.9, "{matched} matched, {missed} missed, {extra} extra: {f1}");
}

/// Seconds since midnight of an ISO 8601 instant.
fn clock_s(iso: &str) -> f64 {
    let part = |from: usize, to: usize| iso[from..to].parse::<f64>().unwrap();
    part(11, 13) * 3600.0 + part(14, 16) * 60.0 + part(17, 23)
}

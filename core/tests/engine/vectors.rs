//! The test vectors of `docs/vectors`, which are for other implementations too.

use std::fs;
use std::path::Path;

use leebow_engine::api::{Options, dashboard, to_json};
use leebow_engine::stats::correlation::correlate;
use leebow_engine::stats::lag::{Curve, scan};
use leebow_engine::stats::quantile::quantile;
use leebow_engine::stats::regression::{least_squares, theil_sen_slope};
use serde_json::Value;

fn vector(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/vectors").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn equal(found: f64, wanted: &Value) {
    let wanted = wanted.as_f64().unwrap();
    assert!((found - wanted).abs() <= 1e-9 * wanted.abs().max(1.0), "{found} is not {wanted}");
}

#[test]
fn statistics_equal_those_of_scipy_to_nine_digits() {
    let file = vector("statistics.json");
    let (x, y, wanted) = (numbers(&file["x"]), numbers(&file["y"]), &file["expected"]);
    for (n, name) in [(x.len(), "correlation"), (6, "correlation_of_the_first_six")] {
        let c = correlate(&x[..n], &y[..n]).unwrap();
        equal(c.r, &wanted[name]["r"]);
        equal(c.p, &wanted[name]["p"]);
        // A small probability is compared to nine significant digits.
        let p = wanted[name]["p"].as_f64().unwrap();
        assert!((c.p / p - 1.0).abs() < 1e-9, "{} is not {p}", c.p);
    }
    let line = least_squares(&x, &y).unwrap();
    let found = [("slope", line.slope), ("intercept", line.intercept), ("r2", line.r2)];
    found.iter().for_each(|(name, value)| equal(*value, &wanted["least_squares"][name]));
    equal(theil_sen_slope(&x, &y).unwrap(), &wanted["theil_sen_slope"]);
    for (percent, value) in wanted["percentiles"].as_object().unwrap() {
        equal(quantile(&mut x.clone(), percent.parse::<f64>().unwrap() / 100.0).unwrap(), value);
    }
}

#[test]
fn the_scan_over_lags_is_pearsons_r_over_each_overlap() {
    let file = vector("statistics.json");
    let wanted = &file["expected"]["lag_scan"];
    let max = wanted["max_lag_samples"].as_u64().unwrap() as usize;
    let (x, y) = (numbers(&file["x"]), numbers(&file["y"]));
    let mut curve = Curve::new(max);
    curve.add(&x, &y);
    let (found, wanted) = (scan(&x, &y, max), wanted["r"].as_array().unwrap());
    assert_eq!(curve.rs(), found);
    assert_eq!(found.len(), wanted.len());
    found.iter().zip(wanted).for_each(|(r, w)| equal(*r, w));
    // The second signal follows 1.3 s behind.
    assert!((curve.peak(file["rate_hz"].as_f64().unwrap()).unwrap().lag_s - 1.3).abs() < 0.05);
}

#[test]
fn the_dashboard_equals_its_test_vector() {
    for case in vector("dashboard.json")["cases"].as_array().unwrap() {
        let answer = dashboard(case["question"].as_str().unwrap(), &case["input"].to_string()).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        alike(&answer, &case["expected"], case["question"].as_str().unwrap());
    }
}

/// Equal except for the last digits of numbers.
fn alike(found: &Value, wanted: &Value, at: &str) {
    match (found, wanted) {
        (Value::Object(f), Value::Object(w)) => {
            assert_eq!(f.keys().collect::<Vec<_>>(), w.keys().collect::<Vec<_>>(), "{at}");
            f.iter().for_each(|(k, v)| alike(v, &w[k], &format!("{at}.{k}")));
        }
        (Value::Array(f), Value::Array(w)) => {
            assert_eq!(f.len(), w.len(), "{at}");
            f.iter().zip(w).for_each(|(f, w)| alike(f, w, at));
        }
        (Value::Number(f), Value::Number(_)) => equal(f.as_f64().unwrap(), wanted),
        _ => assert_eq!(found, wanted, "{at}"),
    }
}

#[test]
fn the_analysis_of_drawn_tracks_equals_the_closed_forms() {
    for case in vector("analysis.json")["cases"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let options = Options::from_json(&case["options"].to_string()).unwrap();
        let file = case["input"].as_str().unwrap();
        let report = leebow_engine::analyze(name, file.as_bytes(), None, &options).unwrap().report;
        let json: Value = serde_json::from_str(&to_json(&report)).unwrap();
        for (path, wanted) in case["expected"].as_object().unwrap() {
            let found = json.pointer(path).unwrap_or(&Value::Null);
            match wanted["within"].as_f64() {
                Some(within) => {
                    let (f, w) = (found.as_f64().unwrap_or(f64::NAN), wanted["value"].as_f64().unwrap());
                    assert!((f - w).abs() <= within, "{name} {path}: {f} is not {w} ± {within}");
                }
                None => assert_eq!(found, &wanted["value"], "{name} {path}"),
            }
        }
    }
}

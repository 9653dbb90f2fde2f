//! How far the analysis of a simulated fixture is from its truth: tacks and gybes, their times and losses, the wind.

use std::fmt::Write;

use leebow_engine::api::{FileAnalysis, Maneuver};
use leebow_engine::stats::quantile::median;
use serde_json::Value;

use crate::golden_text;

/// A maneuver of the truth belongs to the found one of its kind within this time, s.
const WITHIN_S: f64 = 3.0;
/// Name of the line of the distance, and its figures; each may grow by its rounding.
const HEAD: &str = "distance to the truth: ";
const FIGURES: [(&str, f64); 5] =
    [("missed", 0.0), ("not in the truth", 0.0), ("° of wind", 0.1), ("s of time", 0.1), ("m of loss", 0.1)];

/// The distance of an analysis, and for each of its maneuvers the one of the truth.
pub struct Compared<'a> {
    pairs: Vec<(&'a Maneuver, Option<&'a Value>)>,
    pub matched: usize,
    pub missed: Vec<&'a Value>,
    pub extra: usize,
    wind_deg: Option<f64>,
}

pub fn compare<'a>(report: &'a FileAnalysis, truth: &'a Value) -> Compared<'a> {
    let turns = |kind: &str| kind == "tack" || kind == "gybe";
    let all = truth["maneuvers"].as_array().unwrap();
    let mut left: Vec<&Value> = all.iter().filter(|m| turns(text(m, "kind"))).collect();
    let mut pairs = Vec::new();
    for m in &report.maneuvers {
        let kind = format!("{:?}", m.kind).to_lowercase();
        let is_same = |t: &&Value| {
            kind == text(t, "kind") && (clock_s(text(t, "time")) - clock_s(&m.time)).abs() <= WITHIN_S
        };
        let at = left.iter().position(is_same);
        pairs.push((m, at.map(|at| left.remove(at))));
    }
    let matched = pairs.iter().filter(|(_, of_truth)| of_truth.is_some()).count();
    let found = pairs.iter().filter(|(m, _)| turns(&format!("{:?}", m.kind).to_lowercase())).count();
    let wind_deg = report.wind.as_ref().map(|w| off_deg(w.twd_deg, mean_wind_deg(truth)).abs());
    Compared { matched, missed: left, extra: found - matched, wind_deg, pairs }
}

impl Compared<'_> {
    fn median_off(&self, off: impl Fn(&Maneuver, &Value) -> Option<f64>) -> Option<f64> {
        let of_pair = |(m, truth): &(&Maneuver, Option<&Value>)| off(m, (*truth)?).map(f64::abs);
        median(&mut self.pairs.iter().filter_map(of_pair).collect::<Vec<f64>>())
    }

    /// The figures of [`FIGURES`]; none where nothing can be compared.
    fn figures(&self) -> [Option<f64>; FIGURES.len()] {
        let time = |m: &Maneuver, t: &Value| Some(clock_s(&m.time) - clock_s(text(t, "time")));
        let loss = |m: &Maneuver, t: &Value| Some(m.loss_80_m? - t["loss_80_m"].as_f64()?);
        let counts = [self.missed.len(), self.extra].map(|n| Some(n as f64));
        [counts[0], counts[1], self.wind_deg, self.median_off(time), self.median_off(loss)]
    }

    /// The text of the analysis, each tack and gybe with that of the truth, and the distance.
    pub fn lines(&self, report: &FileAnalysis) -> String {
        let mut out = golden_text::lines(report);
        for (m, truth) in &self.pairs {
            let line = golden_text::line(m);
            let Some(truth) = truth else { continue };
            let loss = truth["loss_80_m"].as_f64().map_or(String::new(), |v| format!(", loses {v:.1} m"));
            out = out.replacen(&line, &format!("{line}  truth {}{loss}", &text(truth, "time")[11..21]), 1);
        }
        for truth in &self.missed {
            let _ = writeln!(out, "missed: {} at {}", text(truth, "kind"), &text(truth, "time")[11..21]);
        }
        let named = FIGURES.iter().zip(self.figures());
        let all: Vec<String> =
            named.map(|((name, _), v)| v.map_or(format!("- {name}"), |v| format!("{v:.1} {name}"))).collect();
        let _ = writeln!(out, "{HEAD}{}", all.join(", "));
        out
    }

    /// What is further from the truth than in the text of a former analysis.
    pub fn grown_since(&self, former: &str) -> Vec<String> {
        let Some(line) = former.lines().find_map(|line| line.strip_prefix(HEAD)) else { return Vec::new() };
        let mut grown = Vec::new();
        for ((figure, (name, rounding)), now) in line.split(", ").zip(FIGURES).zip(self.figures()) {
            let before = figure.split(' ').next().and_then(|v| v.parse::<f64>().ok());
            let (Some(now), Some(before)) = (now, before) else { continue };
            if now > before + rounding {
                grown.push(format!("{now:.1} instead of {before:.1} {name}"));
            }
        }
        grown
    }
}

fn mean_wind_deg(truth: &Value) -> f64 {
    let at = |w: &Value| w["twd_deg"].as_f64().unwrap().to_radians();
    let wind = truth["wind"].as_array().unwrap();
    let sum = |part: fn(f64) -> f64| wind.iter().map(|w| part(at(w))).sum::<f64>();
    libm::atan2(sum(libm::sin), sum(libm::cos)).to_degrees()
}

fn off_deg(a: f64, b: f64) -> f64 {
    ((a - b).rem_euclid(360.0) + 180.0).rem_euclid(360.0) - 180.0
}

fn text<'a>(of: &'a Value, name: &str) -> &'a str {
    of[name].as_str().unwrap()
}

/// Seconds since midnight of an ISO 8601 instant.
fn clock_s(iso: &str) -> f64 {
    let part = |from: usize, to: usize| iso[from..to].parse::<f64>().unwrap();
    part(11, 13) * 3600.0 + part(14, 16) * 60.0 + part(17, 23)
}

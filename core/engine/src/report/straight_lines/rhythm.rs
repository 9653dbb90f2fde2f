//! Rhythm: lag of boat speed behind each variable (docs/algorithms.md, section 12).

use crate::report::straight_lines::grid::{interval_s, sampled};
use crate::stats::lag::{Curve, MAX_LAG_S, rhythm};
use crate::track::Columns;

/// Variables whose lag is computed, and those among them that are computed from the speed itself.
const LEADING: [&str; 8] = ["heel", "pitch", "clew_load", "etab", "cog", "vmg", "tws", "twd"];
const LINKED: [&str; 1] = ["vmg"];
/// Highest and lowest grid rate, Hz. *guess*
const MAX_HZ: f64 = 10.0;
const MIN_HZ: f64 = 1.0;
/// Longest median interval between fixes, s; sparser recordings have no rhythm. *guess*
const MAX_INTERVAL_S: f64 = 2.0;
/// Longest interval analysed, ms: bounds the work on malformed requests.
const MAX_DURATION_MS: f64 = 86_400_000.0;
/// Shortest straight with lags of its own, s. *guess*
const MIN_DURATION_S: f64 = 30.0;

/// Lag of boat speed behind one variable.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RhythmLag {
    pub variable: String,
    /// Positive: the variable moves first, speed follows; s.
    pub lag_s: f64,
    /// Correlation at that lag, and the effective number of independent samples.
    pub r: f64,
    pub n_eff: f64,
    /// True for variables computed from the speed itself, whose lag has no meaning.
    pub linked: bool,
}

/// Cross-correlation curves of one interval, one per variable.
pub(super) struct Curves {
    rate_hz: f64,
    long: bool,
    curves: Vec<(&'static str, Curve)>,
}

impl Curves {
    /// The curves of an interval; none when fixes are too sparse or the interval is too long.
    pub(super) fn of(columns: &Columns, from_ms: f64, to_ms: f64) -> Option<Self> {
        let dt = interval_s(&columns.time_ms);
        if dt > MAX_INTERVAL_S || to_ms - from_ms > MAX_DURATION_MS {
            return None;
        }
        let rate_hz = (1.0 / dt).clamp(MIN_HZ, MAX_HZ);
        let sog = sampled(columns, "sog", from_ms, to_ms, rate_hz);
        let curve = |variable: &'static str| {
            let x = sampled(columns, variable, from_ms, to_ms, rate_hz);
            let mut curve = Curve::new((MAX_LAG_S * rate_hz) as usize);
            for block in blocks(&x, &sog) {
                curve.add(&rhythm(&x[block.clone()], rate_hz), &rhythm(&sog[block], rate_hz));
            }
            (variable, curve)
        };
        let long = to_ms - from_ms >= MIN_DURATION_S * 1000.0;
        Some(Self { rate_hz, long, curves: LEADING.into_iter().map(curve).collect() })
    }

    /// Sum of the curves of several intervals; none without any.
    pub(super) fn merged(all: &[Self]) -> Option<Self> {
        let (first, rest) = all.split_first()?;
        let mut curves = first.curves.clone();
        for other in rest {
            for (mine, theirs) in curves.iter_mut().zip(&other.curves) {
                mine.1.merge(&theirs.1);
            }
        }
        Some(Self { rate_hz: first.rate_hz, long: all.iter().any(|c| c.long), curves })
    }

    /// The significant lags.
    pub(super) fn lags(&self) -> Vec<RhythmLag> {
        let lags = self.curves.iter().filter(|_| self.long).filter_map(|(variable, curve)| {
            let lag = curve.peak(self.rate_hz)?;
            let linked = LINKED.contains(variable);
            let (lag_s, r, n_eff) = (lag.lag_s, lag.r, lag.n_eff);
            Some(RhythmLag { variable: (*variable).to_string(), lag_s, r, n_eff, linked })
        });
        lags.collect()
    }
}

/// Ranges of samples in which both are finite.
fn blocks(x: &[f64], y: &[f64]) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut start: Option<usize> = None;
    for i in 0..=x.len() {
        let known = i < x.len() && x[i].is_finite() && y.get(i).is_some_and(|v| v.is_finite());
        match (start, known) {
            (None, true) => start = Some(i),
            (Some(from), false) => {
                out.push(from..i);
                start = None;
            }
            _ => {}
        }
    }
    out
}

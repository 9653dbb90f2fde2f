//! Straight-line analysis (docs/algorithms.md, section 11): means, standard deviations and travels of each straight,
//! quartile tables by straight and by tag, correlations over straights, rhythm lags. It needs the stored columns only,
//! not the file.

mod grid;
mod rhythm;

use serde::{Deserialize, Serialize};

pub use rhythm::RhythmLag;

use crate::calendar::iso_utc;
use crate::report::straight_lines::grid::{
    VARIABLES, about, direction_of, interval_s, is_direction, sampled,
};
use crate::report::straight_lines::rhythm::Curves;
use crate::stats::correlation::correlate;
use crate::stats::moments::Moments;
use crate::stats::order::sort_by_number;
use crate::stats::travel::{quartile_row, travel_per_min};
use crate::track::Columns;

/// Highest sample rate of the statistics, Hz. *guess*
const MAX_STATISTICS_HZ: f64 = 10.0;
/// Sample rate of travels, Hz, at most the track's. *guess*
const TRAVEL_HZ: f64 = 5.0;
/// Most samples of one straight; longer ones are sampled at a lower rate. Bounds memory.
const MAX_SAMPLES: f64 = 500_000.0;
/// Dead band of travels: smaller movements are sensor noise, deg. *guess*
const DEAD_BAND_DEG: f64 = 0.2;
/// Variables with a standard deviation, and with a travel, among the columns (specification 2.14).
const SPREADS: [&str; 2] = ["heel", "cog"];
const TRAVELS: [&str; 2] = ["heel", "pitch"];
/// Least number of straights and of columns for correlations (specification 5).
const MIN_CORRELATED: usize = 3;
/// Beyond this mean wind angle VMG is given as its absolute value, deg.
const DOWNWIND_DEG: f64 = 90.0;

/// Request for a straight-line analysis.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StraightAnalysisRequest {
    pub segments: Vec<StraightPick>,
    /// Restricts the analysis to this interval, UTC ms; clamped to each straight.
    pub selection_ms: Option<[f64; 2]>,
    /// Columns to correlate; all when null.
    pub correlate: Option<Vec<String>>,
}

/// One straight to analyse.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StraightPick {
    pub name: String,
    /// Half-open range of fixes.
    pub start: u32,
    pub end: u32,
    pub tags: Vec<String>,
}

/// Result of the analysis. Speeds in knots, angles in degrees, others in the unit of their channel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StraightAnalysis {
    pub segments: Vec<StraightLine>,
    /// Rhythm lags over all straights together, shortest first.
    pub sog_lag: Vec<RhythmLag>,
    pub tables: Vec<VariableTable>,
    pub correlations: Vec<CorrelationRow>,
}

/// One straight.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StraightLine {
    pub name: String,
    pub start_time: String,
    pub end_time: String,
    pub duration_s: f64,
    pub tags: Vec<String>,
    /// Means, standard deviations and travels per minute by column: "sog", "heel_std", "pitch_travel".
    pub columns: Vec<StraightColumn>,
    pub sog_lag: Vec<RhythmLag>,
}

/// One value of a straight.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StraightColumn {
    pub column: String,
    pub value: f64,
}

/// Statistics of one variable: over all straights, of each straight, of each tag.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VariableTable {
    pub variable: String,
    pub rows: Vec<VariableRow>,
}

/// A row of [`VariableTable`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VariableRow {
    /// "all", "segment" or "tag"; `name` is that of the segment or tag.
    pub of: String,
    pub name: String,
    pub avg: f64,
    pub std: f64,
    pub q1: f64,
    pub q2: f64,
    pub q3: f64,
    /// Percent of the row's samples ≤ Q1, in (Q1, Q3], and > Q3, Q1 and Q3 being those of all samples.
    pub in_q1_pct: f64,
    pub in_q2_3_pct: f64,
    pub in_q4_pct: f64,
}

/// Pearson correlation of two columns over the straights.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CorrelationRow {
    pub col1: String,
    pub col2: String,
    pub r: f64,
    /// Number of straights with both values, and the two-sided p value.
    pub n: u32,
    pub p: f64,
}

/// One straight: its interval and the even samples of every variable.
struct Sampled<'a> {
    pick: &'a StraightPick,
    from_ms: f64,
    to_ms: f64,
    samples: Vec<Vec<f64>>,
}

/// Analyses straights of a track from its stored columns. Straights without fixes are left out.
pub fn analyze_straights(columns: &Columns, request: &StraightAnalysisRequest) -> StraightAnalysis {
    let picks = request.segments.iter();
    let sampled: Vec<Sampled> = picks.filter_map(|p| sample(columns, p, request.selection_ms)).collect();
    let curves: Vec<Option<Curves>> =
        sampled.iter().map(|s| Curves::of(columns, s.from_ms, s.to_ms)).collect();
    let segments: Vec<StraightLine> =
        sampled.iter().zip(&curves).map(|(s, c)| line(columns, s, c.as_ref())).collect();
    let known: Vec<Curves> = curves.into_iter().flatten().collect();
    let mut sog_lag = Curves::merged(&known).map_or_else(Vec::new, |c| c.lags());
    sort_by_number(&mut sog_lag, |lag| lag.lag_s);
    let tables = (0..VARIABLES.len()).filter_map(|k| table(&sampled, k)).collect();
    let correlations = correlations(&segments, request.correlate.as_deref());
    StraightAnalysis { segments, sog_lag, tables, correlations }
}

fn sample<'a>(columns: &Columns, pick: &'a StraightPick, selection: Option<[f64; 2]>) -> Option<Sampled<'a>> {
    let time = &columns.time_ms;
    let last = (pick.end as usize).min(time.len()).checked_sub(1)?;
    let (first_ms, last_ms) = (*time.get(pick.start as usize)?, *time.get(last)?);
    let [from, to] = selection.unwrap_or([first_ms, last_ms]);
    let (from_ms, to_ms) = (from.max(first_ms), to.min(last_ms));
    if to_ms.partial_cmp(&from_ms) != Some(std::cmp::Ordering::Greater) {
        return None;
    }
    let rate =
        (1.0 / interval_s(time)).min(MAX_STATISTICS_HZ).min(MAX_SAMPLES / ((to_ms - from_ms) / 1000.0));
    let samples = VARIABLES.iter().map(|v| sampled(columns, v, from_ms, to_ms, rate)).collect();
    Some(Sampled { pick, from_ms, to_ms, samples })
}

fn line(columns: &Columns, s: &Sampled, curves: Option<&Curves>) -> StraightLine {
    let mut values = Vec::new();
    let mut add = |column: String, value: Option<f64>| {
        values.extend(value.filter(|v| v.is_finite()).map(|value| StraightColumn { column, value }));
    };
    for (variable, samples) in VARIABLES.iter().zip(&s.samples) {
        let direction = direction_of(variable, samples);
        let moments = Moments::of(about(samples, direction));
        let mean = if is_direction(variable) { direction } else { moments.mean() };
        add((*variable).to_string(), mean.map(|m| magnitude(variable, m, s)));
        if SPREADS.contains(variable) {
            add(format!("{variable}_std"), moments.sd());
        }
        if TRAVELS.contains(variable) {
            let rate = (1.0 / interval_s(&columns.time_ms)).min(TRAVEL_HZ);
            let even = sampled(columns, variable, s.from_ms, s.to_ms, rate);
            add(format!("{variable}_travel"), travel_per_min(&even, rate, DEAD_BAND_DEG));
        }
    }
    StraightLine {
        name: s.pick.name.clone(),
        start_time: iso_utc(s.from_ms),
        end_time: iso_utc(s.to_ms),
        duration_s: (s.to_ms - s.from_ms) / 1000.0,
        tags: s.pick.tags.clone(),
        columns: values,
        sog_lag: curves.map_or_else(Vec::new, Curves::lags),
    }
}

/// VMG without its sign on a downwind straight; other means unchanged.
fn magnitude(variable: &str, mean: f64, s: &Sampled) -> f64 {
    let angle = |name: &str| {
        let k = VARIABLES.iter().position(|v| *v == name)?;
        Moments::of(s.samples.get(k)?.iter().copied()).mean()
    };
    match variable {
        "vmg" if angle("etab").is_some_and(|a| a > DOWNWIND_DEG) => mean.abs(),
        "vmg_twd" if angle("twa").is_some_and(|a| a > DOWNWIND_DEG) => mean.abs(),
        _ => mean,
    }
}

/// Quartile table of variable number `k`; none when it has no values.
fn table(sampled: &[Sampled], k: usize) -> Option<VariableTable> {
    let variable = *VARIABLES.get(k)?;
    let pooled = |of: &dyn Fn(&Sampled) -> bool| -> Vec<f64> {
        sampled.iter().filter(|s| of(s)).flat_map(|s| s.samples[k].iter().copied()).collect()
    };
    let all = pooled(&|_| true);
    let middle = direction_of(variable, &all);
    let all = about(&all, middle);
    let row = |of: &str, name: &str, own: &[f64]| -> Option<VariableRow> {
        let own = about(own, middle);
        let q = quartile_row(&own, &all)?;
        let m = Moments::of(own.iter().copied());
        let (avg, std) = (m.mean()?, m.sd()?);
        let (of, name) = (of.to_string(), name.to_string());
        let (q1, q2, q3) = (q.q1, q.q2, q.q3);
        let (in_q1_pct, in_q2_3_pct, in_q4_pct) = (q.in_q1_pct, q.in_q2_3_pct, q.in_q4_pct);
        Some(VariableRow { of, name, avg, std, q1, q2, q3, in_q1_pct, in_q2_3_pct, in_q4_pct })
    };
    let mut rows = vec![row("all", "All Segments", &all)?];
    rows.extend(sampled.iter().filter_map(|s| row("segment", &s.pick.name, &s.samples[k])));
    // In order, each once; a sort of texts would enlarge the WASM.
    let mut tags: Vec<&String> = Vec::new();
    for tag in sampled.iter().flat_map(|s| &s.pick.tags) {
        if let Err(at) = tags.binary_search(&tag) {
            tags.insert(at, tag);
        }
    }
    let tagged = |tag: &&String| row("tag", tag, &pooled(&|s| s.pick.tags.contains(tag)));
    rows.extend(tags.iter().filter_map(tagged));
    Some(VariableTable { variable: variable.to_string(), rows })
}

/// Correlations of every unordered pair of columns; empty with fewer than three columns or straights.
fn correlations(segments: &[StraightLine], chosen: Option<&[String]>) -> Vec<CorrelationRow> {
    let mut names: Vec<&str> = Vec::new();
    for column in segments.iter().flat_map(|s| &s.columns) {
        let wanted = chosen.is_none_or(|c| c.contains(&column.column));
        if wanted && !names.contains(&column.column.as_str()) {
            names.push(&column.column);
        }
    }
    if names.len() < MIN_CORRELATED || segments.len() < MIN_CORRELATED {
        return Vec::new();
    }
    let values = |name: &&str| {
        let of =
            |s: &StraightLine| s.columns.iter().find(|c| c.column == *name).map_or(f64::NAN, |c| c.value);
        let own: Vec<f64> = segments.iter().map(of).collect();
        about(&own, direction_of(name, &own))
    };
    let columns: Vec<Vec<f64>> = names.iter().map(values).collect();
    let mut rows = Vec::new();
    for i in 0..names.len() {
        for j in i + 1..names.len() {
            if let Some(c) = correlate(&columns[i], &columns[j]) {
                let (col1, col2) = (names[i].to_string(), names[j].to_string());
                rows.push(CorrelationRow { col1, col2, r: c.r, n: c.n as u32, p: c.p });
            }
        }
    }
    rows
}
